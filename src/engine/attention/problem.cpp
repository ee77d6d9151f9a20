// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/problem.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace ulpscope {

Status Problem::validate() const
{
    const std::pair<const char *, int> sizes[] = {{"batch", batch},      {"heads", heads},     {"kvHeads", kvHeads},
                                                  {"seqlenQ", seqlenQ},  {"seqlenK", seqlenK}, {"headDim", headDim},
                                                  {"headDimV", headDimV}};
    for (const auto &[name, size] : sizes) {
        if (size < 1)
            return Status::invalid(phrase("problem: %1 is %2, expected at least 1", name, size));
    }
    if (heads % kvHeads != 0)
        return Status::invalid(
            phrase("problem: %1 query heads cannot share %2 KV heads, expected a multiple", heads, kvHeads));
    if (!std::isfinite(scale))
        return Status::invalid(phrase("problem: scale is not a finite number"));
    if (!(softcap >= 0.0f) || std::isinf(softcap))
        return Status::invalid(phrase("problem: softcap must be positive and finite, or 0 for off"));
    if (!mask.keyLengths.empty() && mask.keyLengths.size() != static_cast<std::size_t>(batch))
        return Status::invalid(phrase("problem: %1 key lengths, expected one for each of %2 batch entries",
                                      mask.keyLengths.size(), batch));
    for (int length : mask.keyLengths) {
        if (length < 0 || length > seqlenK)
            return Status::invalid(phrase("problem: key length %1 is outside 0..%2", length, seqlenK));
    }
    return {};
}

OperandFactors operandFactors(const Problem &problem)
{
    double scale = 1.0 / std::sqrt(static_cast<double>(problem.headDim));
    if (static_cast<float>(scale) != problem.scale) {
        std::array<char, 32> text;
        const auto written = std::to_chars(text.data(), text.data() + text.size(), problem.scale);
        std::from_chars(text.data(), written.ptr, scale);
    }
    const auto root = static_cast<float>(std::sqrt(std::fabs(scale)));
    return {std::signbit(scale) ? -root : root, root};
}

Status Inputs::validate(const Problem &p) const
{
    const auto expected = [](int a, int b, int c, int d) {
        return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c) *
               static_cast<std::size_t>(d);
    };
    const auto check = [](const char *name, std::size_t have, std::size_t want) -> Status {
        if (have == want)
            return {};
        return Status::invalid(phrase("tensor %1 has %2 values, expected %3", name, have, want));
    };
    if (Status s = check("q", q.size(), expected(p.batch, p.heads, p.seqlenQ, p.headDim)); !s.ok())
        return s;
    if (Status s = check("k", k.size(), expected(p.batch, p.kvHeads, p.seqlenK, p.headDim)); !s.ok())
        return s;
    return check("v", v.size(), expected(p.batch, p.kvHeads, p.seqlenK, p.headDimV));
}

} // namespace ulpscope
