// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The gradient of the output that a backward pass starts from.
#pragma once

#include "engine/session/session.h"

namespace ulpscope {

/// The tensor of an input file that holds it, in the shape and format of an output.
inline constexpr const char *kGradientTensor = "do";

/// Whether the file has one; else it is generated.
bool hasGradient(const LoadedInputs &loaded);
/// "tensor 'do' of the file", or "generated: standard normal, seed 0".
Phrase gradientText(const LoadedInputs &loaded, std::uint64_t seed);

/// dO of one query row, [headDimV]: of the file's tensor, or standard normal values (generatedGradient), which do not
/// depend on the rows asked for. Errors: a tensor of another shape or format; a row outside the problem.
Result<std::vector<float>> gradientRow(const LoadedInputs &loaded, const SessionDocument &session, int batch, int head,
                                       int row, std::uint64_t seed = 0);
/// All rows, [batch, heads, seqlenQ, headDimV].
Result<std::vector<float>> outputGradient(const LoadedInputs &loaded, const SessionDocument &session,
                                          std::uint64_t seed = 0);

} // namespace ulpscope
