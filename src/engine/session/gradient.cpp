// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/gradient.h"

#include "engine/attention/place.h"
#include "engine/io/text.h"
#include "engine/session/tensor_layout.h"

#include <utility>

namespace ulpscope {

bool hasGradient(const LoadedInputs &loaded) { return loaded.file.find(kGradientTensor) != nullptr; }

Phrase gradientText(const LoadedInputs &loaded, std::uint64_t seed)
{
    return hasGradient(loaded) ? phrase("tensor %1 of the file", io::inQuotes(kGradientTensor))
                               : phrase("generated: standard normal, seed %1", seed);
}

Result<std::vector<float>> gradientRow(const LoadedInputs &loaded, const SessionDocument &session, int batch, int head,
                                       int row, std::uint64_t seed)
{
    const Problem &p = loaded.problem;
    if (Status s = checkRow(p, batch, head, row); !s.ok())
        return s;
    const auto width = static_cast<std::size_t>(p.headDimV);
    const Tensor *whole = loaded.file.find(kGradientTensor);
    const bool rowsFirst = whole && loaded.layout == Layout::BNHD;
    const std::size_t at =
        rowsFirst
            ? (static_cast<std::size_t>(batch) * static_cast<std::size_t>(p.seqlenQ) + static_cast<std::size_t>(row)) *
                      static_cast<std::size_t>(p.heads) +
                  static_cast<std::size_t>(head)
            : (static_cast<std::size_t>(batch) * static_cast<std::size_t>(p.heads) + static_cast<std::size_t>(head)) *
                      static_cast<std::size_t>(p.seqlenQ) +
                  static_cast<std::size_t>(row);
    if (!whole)
        return generatedGradient(seed, p.dtype, at * width, width);
    std::vector<std::int64_t> expected{p.batch, p.heads, p.seqlenQ, p.headDimV};
    if (rowsFirst)
        std::swap(expected[1], expected[2]);
    if (whole->shape != expected)
        return io::badTensor(loaded.file.path, whole->name,
                             phrase("shape %1, expected %2 (%3)", io::shapeText(whole->shape), io::shapeText(expected),
                                    layoutName(loaded.layout)));
    const std::size_t bytes = width * elementBytes(whole->type);
    Tensor one{whole->name, whole->type, whole->typeName, {p.headDimV}, {}};
    one.data.assign(whole->data.begin() + static_cast<std::ptrdiff_t>(at * bytes),
                    whole->data.begin() + static_cast<std::ptrdiff_t>((at + 1) * bytes));
    if (session.input.bf16Bits && mayHoldBfloat16(one)) {
        Result<Tensor> read = reinterpretAsBfloat16(std::move(one));
        if (!read.ok())
            return io::badFile(loaded.file.path, read.status().phrase());
        one = std::move(read).value();
    }
    const Result<DType> type = toDType(one);
    if (!type.ok())
        return io::badFile(loaded.file.path, type.status().phrase());
    if (type.value() != p.dtype)
        return io::badTensor(
            loaded.file.path, whole->name,
            phrase("holds %1, expected %2 like q, k and v", formatInfo(type.value()).name, formatInfo(p.dtype).name));
    return toFloats(one);
}

Result<std::vector<float>> outputGradient(const LoadedInputs &loaded, const SessionDocument &session,
                                          std::uint64_t seed)
{
    if (hasGradient(loaded))
        return observedOutput(loaded, session, kGradientTensor);
    const Problem &p = loaded.problem;
    return io::withMemoryGuard(phrase("the gradient of the output"), [&]() -> Result<std::vector<float>> {
        return generatedGradient(seed, p.dtype, 0,
                                 static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads) *
                                     static_cast<std::size_t>(p.seqlenQ) * static_cast<std::size_t>(p.headDimV));
    });
}

} // namespace ulpscope
