// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Inputs made from a few numbers instead of a file: random data, and canary data whose right output is known by sight.
#pragma once

#include "engine/numerics/formats.h"
#include "engine/status.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What to make. Kinds:
///   normal       q, k, v standard normal
///   uniform      q, k, v uniform in [-1, 1)
///   ones         v = 1 everywhere: the output is the sum of the weights, 1
///   index        v = number of the key, from 0: which keys were read
///   head         v = number of the KV head, from 1: which head was read (the GQA map)
///   order        v = 2^26, 1, -2^26, 1, ... down the keys, q = k = 0 (all scores 0): the order of additions
///   nan-outside  k and v are NaN beyond each batch entry's key length: a NaN in the output was read from there
/// q and k of the canary kinds (but order), and v of nan-outside, are those of normal.
struct GeneratorSpec {
    std::string kind = "normal";
    std::uint64_t seed = 0; ///< not used by order
    double gain = 1.0;      ///< factor on q, so on the scores; 0 gives equal weights. Not used by order

    bool operator==(const GeneratorSpec &) const = default;
};

/// The names of all kinds, in the order above.
std::span<const std::string_view> generatorKinds();

/// Shapes are [batch, heads, sequence, head dim].
struct InputShapes {
    std::array<std::int64_t, 4> q{};
    std::array<std::int64_t, 4> k{};
    std::array<std::int64_t, 4> v{};
    std::vector<std::int64_t> keyLengths; ///< visible keys of each batch entry; empty: all. Only nan-outside reads it
};

struct GeneratedInputs {
    std::vector<float> q;
    std::vector<float> k;
    std::vector<float> v;
};

/// Makes the values, row-major, rounded to fp32 and from there to `type` (F16, BF16 or F32), as a framework does that
/// draws in fp32 and casts. Element j of a tensor is value j % 2 of block j / 2 of the stream q = 0, k = 1, v = 2 of
/// io/counter_rng.h, so it depends on nothing but seed, tensor and place: the same on every machine.
/// Refused: canary numbers that `type` cannot hold exactly, since what they show would be wrong.
Result<GeneratedInputs> generateInputs(const GeneratorSpec &spec, DType type, const InputShapes &shapes);

/// Standard normal values of a gradient of the output, stream 3 of io/counter_rng.h: elements [first, first + count) of
/// the tensor, rounded as above.
std::vector<float> generatedGradient(std::uint64_t seed, DType type, std::uint64_t first, std::size_t count);

/// {"kind": "normal", "seed": 7, "gain": 1.0}; kinds without seed and gain have only their name.
nlohmann::json generatorToJson(const GeneratorSpec &spec);
/// Strict: kind is required, seed and gain have their defaults, anything else is refused by name.
Result<GeneratorSpec> generatorFromJson(const nlohmann::json &json);

} // namespace ulpscope
