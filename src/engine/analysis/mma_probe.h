// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The tree of one tensor-core operation c + sum a[i] b[i]: declared by its parameters, and measured.
#pragma once

#include "engine/backend/calibration_device.h"
#include "engine/numerics/tensor_core.h"
#include "engine/reduction/probe.h"

#include <functional>

namespace ulpscope {

/// The tree that `spec` declares for k products: leaves 0 .. k-1 are the products, leaf k is the accumulator c.
ReductionTree mmaTree(const TensorCoreSpec &spec, int k);

/// c + sum a[i] b[i] over k products, operands as values of the unit's format.
using DotProduct = std::function<float(const float *a, const float *b, int k, float c)>;

/// The same for many problems at once, one result each.
using DotProducts = std::function<Result<std::vector<float>>(const MmaBatch &batch)>;

/// Products that are probed at most: with F = 25 and results in fp16, e4m3 leaves room for no more units.
inline constexpr int kMostProbedProducts = 128;

/// The tree of `unit` for k products of `type`, found by masks spread over both operands
/// (2^8 * 2^7 for the FP8 formats and fp16, 2^50 * 2^50 for the others). Errors: InvalidArgument for a k out of range,
/// and those of probeByMasks.
Result<ProbedShape> probeMma(DType type, int k, const DotProducts &unit);
Result<ProbedShape> probeMma(DType type, int k, const DotProduct &unit);
/// The same for the engine's own operation.
Result<ProbedShape> probeMma(const TensorCoreSpec &spec, DType type, int k);

} // namespace ulpscope
