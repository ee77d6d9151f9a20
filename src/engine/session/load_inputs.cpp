// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/metadata.h"
#include "engine/io/text.h"
#include "engine/session/count_text.h"
#include "engine/session/json_number.h"
#include "engine/session/mask_text.h"
#include "engine/session/session.h"
#include "engine/session/tensor_layout.h"

#include <cmath>
#include <filesystem>
#include <utility>

namespace ulpscope {
namespace {

namespace fs = std::filesystem;

/// fp32 values of the inputs and the output together (8 GiB) beyond which a problem is refused before memory is taken,
/// instead of being killed for it.
constexpr std::int64_t kMaxProblemValues = std::int64_t{1} << 31;

Phrase namesIn(const TensorFile &file)
{
    constexpr std::size_t kShown = 12;
    std::string names;
    for (std::size_t i = 0; i < file.tensors.size() && i < kShown; ++i)
        names += (i ? ", " : "") + io::inQuotes(file.tensors[i].name);
    if (file.tensors.size() > kShown)
        return phrase("%1 and %2 more", names, file.tensors.size() - kShown);
    return names.empty() ? phrase("no tensor") : Phrase(names);
}

Result<std::size_t> findTensor(const TensorFile &file, const std::string &name)
{
    if (const Tensor *tensor = file.find(name))
        return static_cast<std::size_t>(tensor - file.tensors.data());
    return Status(StatusCode::NotFound, phrase("%1: has no tensor %2; it holds %3", io::pathInQuotes(file.path),
                                               io::inQuotes(name), namesIn(file)));
}

/// The attention format of a tensor, which is re-read as bf16 first where the session says so.
Result<DType> typeOf(const std::string &path, Tensor &tensor, bool bf16Bits)
{
    if (bf16Bits && mayHoldBfloat16(tensor)) {
        Result<Tensor> read = reinterpretAsBfloat16(std::move(tensor));
        if (!read.ok())
            return io::badFile(path, read.status().phrase());
        tensor = std::move(read).value();
    }
    const Result<DType> type = toDType(tensor);
    if (!type.ok())
        return io::badFile(path, type.status().phrase());
    return type;
}

/// A whole number that int64 may not hold.
Phrase countText(double count)
{
    constexpr double kLargest = 9e18;
    return count < kLargest ? Phrase(grouped(static_cast<std::int64_t>(count)))
                            : phrase("more than %1", grouped(9'000'000'000'000'000'000));
}

Status checkProblem(const Problem &p)
{
    if (Status s = p.validate(); !s.ok())
        return s;
    const double q = 1.0 * p.batch * p.heads * p.seqlenQ, k = 1.0 * p.batch * p.kvHeads * p.seqlenK;
    const double values = (q + k) * (1.0 * p.headDim + p.headDimV);
    if (values > static_cast<double>(kMaxProblemValues))
        return Status(StatusCode::Unsupported, phrase("problem: its tensors would hold %1 values, expected at most %2",
                                                      countText(values), grouped(kMaxProblemValues)));
    return {};
}

void applyOverrides(const SessionDocument &session, LoadedInputs &loaded)
{
    if (session.mask) {
        loaded.problem.mask = *session.mask;
        loaded.notes["mask"] = phrase("%1, as chosen", maskText(*session.mask));
    }
    if (session.scale) {
        loaded.problem.scale = static_cast<float>(*session.scale);
        loaded.notes["scale"] = phrase("%1, as chosen", jsonNumber(*session.scale).dump());
    }
    if (session.softcap)
        loaded.problem.softcap = static_cast<float>(*session.softcap);
}

Status applyMetadata(const AttentionMetadata &metadata, LoadedInputs &loaded)
{
    Problem &p = loaded.problem;
    if (metadata.scale) {
        p.scale = static_cast<float>(*metadata.scale);
        loaded.notes["scale"] = phrase("%1, from the file's metadata", jsonNumber(*metadata.scale).dump());
    } else {
        const double scale = 1.0 / std::sqrt(static_cast<double>(p.headDim));
        p.scale = static_cast<float>(scale);
        loaded.notes["scale"] =
            phrase("%1 = 1/sqrt(%2), since the file does not say", jsonNumber(scale).dump(), p.headDim);
    }
    Result<Mask> mask = maskFromMetadata(metadata);
    if (!mask.ok())
        return mask.status();
    p.mask = std::move(mask).value();
    const bool said = metadata.causal || metadata.windowSize || !metadata.keyLengths.empty();
    loaded.notes["mask"] = said ? phrase("%1, from the file's metadata", maskText(p.mask))
                                : phrase("%1, since the file does not say", maskText(p.mask));
    p.kernelOptions = metadata.kernelOptions;
    if (metadata.softcap)
        p.softcap = static_cast<float>(*metadata.softcap);
    return checkProblem(p);
}

/// The tensors that `source` names, in the format that they have in common, and their shapes. `file` keeps the tensors.
Result<LaidOutShapes> shapesOf(TensorFile &file, const InputSource &source, Tensor *(&tensors)[3])
{
    for (int i = 0; i < 3; ++i) {
        const Result<std::size_t> found = findTensor(file, i == 0 ? source.q : i == 1 ? source.k : source.v);
        if (!found.ok())
            return found.status();
        tensors[i] = &file.tensors[found.value()];
    }
    DType types[3] = {};
    for (int i = 0; i < 3; ++i) {
        const Result<DType> type = typeOf(file.path, *tensors[i], source.bf16Bits);
        if (!type.ok())
            return type.status();
        types[i] = type.value();
        if (types[i] != types[0])
            return io::badTensor(file.path, tensors[i]->name,
                                 phrase("holds %1, %2 holds %3, expected one format for q, k and v",
                                        formatInfo(types[i]).name, io::inQuotes(tensors[0]->name),
                                        formatInfo(types[0]).name));
    }
    Result<LaidOutShapes> shapes = layOut(file.path, *tensors[0], *tensors[1], *tensors[2], source.layout);
    if (shapes.ok())
        shapes->problem.dtype = types[0];
    return shapes;
}

Result<LoadedInputs> loadFile(const SessionDocument &session, const std::string &baseDirectory)
{
    const InputSource &source = session.input;
    const fs::path path =
        fs::path(source.path).is_absolute() ? fs::path(source.path) : fs::path(baseDirectory) / source.path;
    Result<TensorFile> read = readTensorFile(path.string());
    if (!read.ok())
        return read.status();
    LoadedInputs loaded;
    loaded.file = std::move(read).value();
    TensorFile &file = loaded.file;

    const Tensor *const q = file.find(source.q);
    const bool readAsBits = source.bf16Bits && q && mayHoldBfloat16(*q);
    Tensor *tensors[3] = {};
    Result<LaidOutShapes> shapes = shapesOf(file, source, tensors);
    if (!shapes.ok())
        return shapes.status();
    const Result<AttentionMetadata> metadata = readAttentionMetadata(file);
    if (!metadata.ok())
        return metadata.status();
    loaded.problem = shapes->problem;
    loaded.layout = shapes->layout;
    if (const auto backend = file.metadata.find("backend"); backend != file.metadata.end()) {
        const bool known = !kernelOfBackend(backend->second).empty();
        loaded.unknownBackend = known ? "" : backend->second;
        loaded.notes["outputs"] = known ? phrase("written by %1", backend->second)
                                        : phrase("written by %1, for which there is no kernel here", backend->second);
    }
    loaded.notes["layout"] = shapes->note;
    const std::string_view format = formatInfo(loaded.problem.dtype).name;
    loaded.notes["dtype"] =
        readAsBits ? phrase("%1, 16-bit values read as its bits", format) : phrase("%1, of the tensors", format);
    if (metadata->copies > 1)
        loaded.notes["recorded"] = phrase("with %1 copies of the problem in one batch", metadata->copies);
    if (Status s = applyMetadata(metadata.value(), loaded); !s.ok())
        return io::badFile(file.path, s.phrase());
    applyOverrides(session, loaded);
    if (Status s = checkProblem(loaded.problem); !s.ok())
        return s;

    auto inputs = std::make_shared<Inputs>();
    std::vector<float> *targets[3] = {&inputs->q, &inputs->k, &inputs->v};
    for (int i = 0; i < 3; ++i) {
        Result<std::vector<float>> values = toFloats(*tensors[i]);
        if (!values.ok())
            return io::badFile(file.path, values.status().phrase());
        *targets[i] = toBhnd(std::move(values).value(), tensors[i]->shape, loaded.layout);
    }
    // Only now: q, k and v may be one tensor.
    for (Tensor *tensor : tensors)
        std::vector<std::byte>().swap(tensor->data);
    loaded.inputs = std::move(inputs);
    return loaded;
}

Result<LoadedInputs> generate(const SessionDocument &session)
{
    LoadedInputs loaded;
    loaded.problem = session.input.generatorProblem;
    loaded.notes["layout"] = phrase("%1, generated", layoutName(Layout::BHND));
    loaded.notes["dtype"] = phrase("%1, generated", formatInfo(loaded.problem.dtype).name);
    loaded.notes["mask"] = phrase("%1, of the generated problem", maskText(loaded.problem.mask));
    loaded.notes["scale"] = phrase("%1, of the generated problem", shortJsonNumber(loaded.problem.scale).dump());
    applyOverrides(session, loaded);
    const Problem &p = loaded.problem;
    if (Status s = checkProblem(p); !s.ok())
        return s;
    InputShapes shapes;
    shapes.q = {p.batch, p.heads, p.seqlenQ, p.headDim};
    shapes.k = {p.batch, p.kvHeads, p.seqlenK, p.headDim};
    shapes.v = {p.batch, p.kvHeads, p.seqlenK, p.headDimV};
    shapes.keyLengths.assign(p.mask.keyLengths.begin(), p.mask.keyLengths.end());
    Result<GeneratedInputs> values = generateInputs(session.input.generator, p.dtype, shapes);
    if (!values.ok())
        return values.status();
    auto inputs = std::make_shared<Inputs>();
    inputs->q = std::move(values->q);
    inputs->k = std::move(values->k);
    inputs->v = std::move(values->v);
    loaded.inputs = std::move(inputs);
    return loaded;
}

} // namespace

Result<Problem> inputShapes(const TensorFile &file, const InputSource &source)
{
    TensorFile headers;
    headers.path = file.path;
    for (const Tensor &tensor : file.tensors)
        headers.tensors.push_back({tensor.name, tensor.type, tensor.typeName, tensor.shape, {}});
    Tensor *tensors[3] = {};
    const Result<LaidOutShapes> shapes = shapesOf(headers, source, tensors);
    if (!shapes.ok())
        return shapes.status();
    return shapes->problem;
}

Result<LoadedInputs> loadInputs(const SessionDocument &session, const std::string &baseDirectory)
{
    return io::withMemoryGuard(phrase("the inputs"), [&] {
        return session.input.kind == InputSource::Kind::File ? loadFile(session, baseDirectory) : generate(session);
    });
}

Result<std::vector<float>> observedOutput(const LoadedInputs &loaded, const SessionDocument &session,
                                          const std::string &name)
{
    if (session.input.kind != InputSource::Kind::File)
        return Status::invalid(
            phrase("generated inputs come without an observed output, so there is no tensor %1", io::inQuotes(name)));
    const Result<std::size_t> found = findTensor(loaded.file, name);
    if (!found.ok())
        return found.status();
    if (name == session.input.q || name == session.input.k || name == session.input.v)
        return io::badTensor(loaded.file.path, name, phrase("is an input, expected an output"));
    return io::withMemoryGuard(phrase("the observed output"), [&]() -> Result<std::vector<float>> {
        Tensor tensor = loaded.file.tensors[found.value()];
        const Problem &p = loaded.problem;
        const Result<DType> type = typeOf(loaded.file.path, tensor, session.input.bf16Bits);
        if (!type.ok())
            return type.status();
        if (type.value() != p.dtype)
            return io::badTensor(loaded.file.path, name,
                                 phrase("holds %1, expected %2 like q, k and v", formatInfo(type.value()).name,
                                        formatInfo(p.dtype).name));
        std::vector<std::int64_t> expected{p.batch, p.heads, p.seqlenQ, p.headDimV};
        if (loaded.layout == Layout::BNHD)
            std::swap(expected[1], expected[2]);
        if (tensor.shape != expected)
            return io::badTensor(loaded.file.path, name,
                                 phrase("shape %1, expected %2 (%3)", io::shapeText(tensor.shape),
                                        io::shapeText(expected), layoutName(loaded.layout)));
        Result<std::vector<float>> values = toFloats(tensor);
        if (!values.ok())
            return io::badFile(loaded.file.path, values.status().phrase());
        return toBhnd(std::move(values).value(), tensor.shape, loaded.layout);
    });
}

} // namespace ulpscope
