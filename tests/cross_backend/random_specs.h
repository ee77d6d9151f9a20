// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"
#include "engine/schedule/run_spec.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ulpscope::test {

/// A run drawn at random, and inputs for it. The same seed gives the same run everywhere.
struct RandomRun {
    RunSpec spec;
    std::shared_ptr<const Inputs> inputs;
    std::string text; ///< for messages
};

/// Shapes, mask, key lengths, softcap, dtype, kernel, device and recipe fields; now and then values that are not tame
/// (zeros of both signs, infinities, NaN, subnormals, large ones).
RandomRun randomRun(std::uint64_t seed);

/// A run that the kernels of whole work tiles execute on an H200: FlashAttention-2 or cuDNN, head dims 32 to 256, bf16
/// and fp16, masks, GQA, key lengths, splits.
RandomRun randomFusedRun(std::uint64_t seed);
/// Values of variance about 1.
std::shared_ptr<const Inputs> randomFusedInputs(const Problem &problem, std::uint64_t seed);

/// FlashAttention-2 on an H200, inside a batch of 256: not split.
RunSpec fa2Spec(const Problem &problem);

} // namespace ulpscope::test
