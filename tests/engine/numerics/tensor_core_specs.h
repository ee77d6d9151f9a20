// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Tensor-core parameters as published (Xie et al., arXiv 2511.10909, Tables 4 and 8; Khattak and Mikaitis, arXiv
// 2512.07004), written down here apart from the device profiles that the program reads.
#pragma once

#include "engine/numerics/tensor_core.h"

namespace ulpscope::test {

enum class Generation { Volta, Turing, Ampere, Hopper };

/// Products per group of a 16-bit type; tf32 has half as many. Ada multiplies as Ampere does, Blackwell as Hopper.
inline TensorCoreSpec specOf(Generation generation, DType type = DType::F16, MmaResult result = MmaResult::TruncateF32)
{
    TensorCoreSpec spec;
    switch (generation) {
    case Generation::Volta: spec.groupL = 4, spec.fractionBits = 23; break;
    case Generation::Turing:
    case Generation::Ampere: spec.groupL = 8, spec.fractionBits = 24; break;
    case Generation::Hopper: spec.groupL = 16, spec.fractionBits = 25; break;
    }
    if (type == DType::TF32)
        spec.groupL /= 2;
    spec.result = result;
    spec.zeroExponent = (result == MmaResult::NearestEvenF16 ? 3 : -108) - spec.fractionBits;
    return spec;
}

/// The same for 8-bit operands. `wgmma`: Hopper's own instruction; without it, its mma.sync, as Blackwell's.
inline TensorCoreSpec fp8SpecOf(Generation generation, MmaResult result, bool wgmma)
{
    TensorCoreSpec spec;
    const bool emulated = generation == Generation::Hopper && !wgmma;
    spec.groupL = wgmma ? 32 : 16;
    spec.fractionBits = emulated ? 25 : 13;
    spec.emulatedFp8 = emulated;
    spec.result = result;
    spec.zeroExponent = (result == MmaResult::NearestEvenF16 ? 3 : -108) - spec.fractionBits;
    return spec;
}

inline constexpr Generation kGenerations[] = {Generation::Volta, Generation::Turing, Generation::Ampere,
                                              Generation::Hopper};

} // namespace ulpscope::test
