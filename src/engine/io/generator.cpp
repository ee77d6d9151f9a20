// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/generator.h"

#include "engine/io/counter_rng.h"
#include "engine/io/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

using Shape = std::array<std::int64_t, 4>;
enum Axis { Batch, Heads, Sequence, HeadDim };
enum Stream : std::uint32_t { StreamQ, StreamK, StreamV, StreamGradient };

constexpr std::array<std::string_view, 7> kKinds = {"normal", "uniform", "ones",       "index",
                                                    "head",   "order",   "nan-outside"};
constexpr float kOrderBig = 0x1p26f; ///< fp32 drops a 1 that is added to it

bool usesRandom(const GeneratorSpec &spec) { return spec.kind != "order"; }

Status checkKind(const std::string &kind)
{
    if (std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end())
        return {};
    std::string known;
    for (const std::string_view name : kKinds)
        known += (known.empty() ? "" : ", ") + std::string(name);
    return Status::invalid(phrase("generator kind %1 is not one of %2", io::inQuotes(kind), known));
}

Status checkGain(double gain)
{
    return std::isfinite(gain) ? Status() : Status::invalid(phrase("generator gain must be a finite number"));
}

std::vector<float> constant(std::size_t count, float value) { return std::vector<float>(count, value); }

std::vector<float> random(const GeneratorSpec &spec, DType type, std::size_t count, Stream stream)
{
    const bool uniform = spec.kind == "uniform";
    const double gain = stream == StreamQ ? spec.gain : 1.0;
    std::vector<float> values(count);
    for (std::size_t j = 0; j < count; j += 2) {
        std::array<double, 2> pair;
        if (uniform) {
            pair = io::uniformPair(spec.seed, stream, j / 2);
            pair = {2.0 * pair[0] - 1.0, 2.0 * pair[1] - 1.0};
        } else {
            pair = io::normalPair(spec.seed, stream, j / 2);
        }
        for (std::size_t i = 0; i < 2 && j + i < count; ++i)
            values[j + i] = roundTo(type, static_cast<float>(gain * pair[i]));
    }
    return values;
}

/// A tensor whose rows hold one value each, value(batch, head, position).
template <typename Value>
std::vector<float> rows(const Shape &shape, Value value)
{
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(shape[Batch] * shape[Heads] * shape[Sequence] * shape[HeadDim]));
    for (std::int64_t batch = 0; batch < shape[Batch]; ++batch)
        for (std::int64_t head = 0; head < shape[Heads]; ++head)
            for (std::int64_t position = 0; position < shape[Sequence]; ++position)
                values.insert(values.end(), static_cast<std::size_t>(shape[HeadDim]), value(batch, head, position));
    return values;
}

void spoilOutside(std::vector<float> &values, const Shape &shape, const std::vector<std::int64_t> &keyLengths)
{
    const std::int64_t headValues = shape[Sequence] * shape[HeadDim];
    for (std::int64_t batch = 0; batch < shape[Batch]; ++batch)
        for (std::int64_t head = 0; head < shape[Heads]; ++head) {
            const auto begin = values.begin() + (batch * shape[Heads] + head) * headValues;
            std::fill(begin + keyLengths[static_cast<std::size_t>(batch)] * shape[HeadDim], begin + headValues,
                      std::numeric_limits<float>::quiet_NaN());
        }
}

std::string shapeText(const Shape &shape) { return io::shapeText({shape.begin(), shape.end()}); }

Result<std::size_t> checkedCount(const char *name, const Shape &shape)
{
    std::uint64_t count = 0;
    const bool positive = std::all_of(shape.begin(), shape.end(), [](std::int64_t size) { return size > 0; });
    if (!positive || !io::checkedProduct({shape.begin(), shape.end()}, sizeof(float), count))
        return Status::invalid(
            phrase("generated %1: shape %2 must be positive sizes of batch, heads, sequence and head "
                   "dim that fit in memory",
                   name, shapeText(shape)));
    return static_cast<std::size_t>(count / sizeof(float));
}

/// Whole numbers from 0 to `largest` must survive rounding to `type`.
Status checkExact(const std::string &kind, DType type, std::int64_t largest)
{
    const FormatInfo format = formatInfo(type);
    const std::int64_t limit = std::int64_t{1} << (format.fractionBits + 1);
    if (largest <= limit)
        return {};
    return Status::invalid(phrase("generator '%1' counts to %2, but %3 holds whole numbers only to %4; choose a wider "
                                  "type or fewer of them",
                                  kind, largest, format.name, limit));
}

Status checkPattern(const GeneratorSpec &spec, DType type, const InputShapes &shapes)
{
    if (spec.kind == "index")
        return checkExact(spec.kind, type, shapes.v[Sequence] - 1);
    if (spec.kind == "head")
        return checkExact(spec.kind, type, shapes.v[Heads]);
    if (spec.kind == "order" && !std::isfinite(roundTo(type, kOrderBig)))
        return Status::invalid(
            phrase("generator 'order' needs 2^26, which %1 cannot hold; choose bf16 or fp32", formatInfo(type).name));
    if (spec.kind != "nan-outside")
        return {};
    if (shapes.keyLengths.empty())
        return Status::invalid(phrase("generator 'nan-outside' needs key lengths: without them no key lies outside"));
    for (const Shape *shape : {&shapes.k, &shapes.v}) {
        if (shapes.keyLengths.size() != static_cast<std::size_t>((*shape)[Batch]))
            return Status::invalid(phrase("generator 'nan-outside' got %1 key lengths for batch %2",
                                          shapes.keyLengths.size(), (*shape)[Batch]));
        for (const std::int64_t length : shapes.keyLengths)
            if (length < 0 || length > (*shape)[Sequence])
                return Status::invalid(
                    phrase("key length %1 is not between 0 and the %2 keys there are", length, (*shape)[Sequence]));
    }
    return {};
}

std::vector<float> patternValues(const GeneratorSpec &spec, DType type, const Shape &shape, std::size_t count)
{
    if (spec.kind == "ones")
        return constant(count, 1.0f);
    if (spec.kind == "index")
        return rows(shape, [](std::int64_t, std::int64_t, std::int64_t key) { return static_cast<float>(key); });
    if (spec.kind == "head")
        return rows(shape, [](std::int64_t, std::int64_t head, std::int64_t) { return static_cast<float>(head + 1); });
    if (spec.kind == "order") {
        constexpr std::array<float, 4> kCycle = {kOrderBig, 1.0f, -kOrderBig, 1.0f};
        return rows(shape, [&](std::int64_t, std::int64_t, std::int64_t key) {
            return kCycle[static_cast<std::size_t>(key % 4)];
        });
    }
    return random(spec, type, count, StreamV);
}

} // namespace

std::span<const std::string_view> generatorKinds() { return kKinds; }

Result<GeneratedInputs> generateInputs(const GeneratorSpec &spec, DType type, const InputShapes &shapes)
{
    if (Status status = checkKind(spec.kind); !status.ok())
        return status;
    if (Status status = checkGain(spec.gain); !status.ok())
        return status;
    if (type != DType::F16 && type != DType::BF16 && type != DType::F32)
        return Status::invalid(phrase("generated inputs are fp16, bf16 or fp32, not %1", formatInfo(type).name));
    const Result<std::size_t> countQ = checkedCount("q", shapes.q);
    const Result<std::size_t> countK = checkedCount("k", shapes.k);
    const Result<std::size_t> countV = checkedCount("v", shapes.v);
    for (const auto *count : {&countQ, &countK, &countV})
        if (!count->ok())
            return count->status();
    if (Status status = checkPattern(spec, type, shapes); !status.ok())
        return status;

    return io::withMemoryGuard(phrase("generated inputs"), [&]() -> Result<GeneratedInputs> {
        GeneratedInputs inputs;
        inputs.q = usesRandom(spec) ? random(spec, type, countQ.value(), StreamQ) : constant(countQ.value(), 0.0f);
        inputs.k = usesRandom(spec) ? random(spec, type, countK.value(), StreamK) : constant(countK.value(), 0.0f);
        inputs.v = patternValues(spec, type, shapes.v, countV.value());
        if (spec.kind == "nan-outside") {
            spoilOutside(inputs.k, shapes.k, shapes.keyLengths);
            spoilOutside(inputs.v, shapes.v, shapes.keyLengths);
        }
        return inputs;
    });
}

std::vector<float> generatedGradient(std::uint64_t seed, DType type, std::uint64_t first, std::size_t count)
{
    std::vector<float> values;
    values.reserve(count);
    for (std::uint64_t j = first; values.size() < count; ++j) {
        const std::array<double, 2> pair = io::normalPair(seed, StreamGradient, j / 2);
        values.push_back(roundTo(type, static_cast<float>(pair[j % 2])));
    }
    return values;
}

nlohmann::json generatorToJson(const GeneratorSpec &spec)
{
    nlohmann::json json = {{"kind", spec.kind}};
    if (usesRandom(spec)) {
        json["seed"] = spec.seed;
        json["gain"] = spec.gain;
    }
    return json;
}

Result<GeneratorSpec> generatorFromJson(const nlohmann::json &json)
{
    if (!json.is_object())
        return Status::invalid(phrase("a generator must be an object with a kind"));
    const auto kind = json.find("kind");
    if (kind == json.end() || !kind->is_string())
        return Status::invalid(phrase("a generator must have a kind, which is a string"));
    GeneratorSpec spec;
    spec.kind = kind->get<std::string>();
    if (Status status = checkKind(spec.kind); !status.ok())
        return status;
    for (const auto &[key, value] : json.items()) {
        if (key == "kind")
            continue;
        if ((key != "seed" && key != "gain") || !usesRandom(spec))
            return Status::invalid(phrase("generator %1 has no %2", io::inQuotes(spec.kind), io::inQuotes(key)));
        if (key == "seed") {
            if (!value.is_number_unsigned())
                return Status::invalid(phrase("generator seed must be a whole number from 0 to 2^64 - 1"));
            spec.seed = value.get<std::uint64_t>();
        } else {
            if (!value.is_number())
                return Status::invalid(phrase("generator gain must be a finite number"));
            spec.gain = value.get<double>();
            if (Status status = checkGain(spec.gain); !status.ok())
                return status;
        }
    }
    return spec;
}

} // namespace ulpscope
