// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/mask.h"
#include "engine/numerics/formats.h"
#include "engine/status.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

/// The mathematics of one attention call: O = softmax(scale * Q K^T + mask) V, per batch entry and head.
struct Problem {
    int batch = 1;
    int heads = 1;
    int kvHeads = 1; ///< divides heads; query head h reads KV head h / (heads / kvHeads)
    int seqlenQ = 0;
    int seqlenK = 0;
    int headDim = 0;  ///< of q and k
    int headDimV = 0; ///< of v and o
    DType dtype = DType::BF16;
    float scale = 1.0f;   ///< softmax scale, natural-log units
    float softcap = 0.0f; ///< s -> softcap * tanh(s / softcap), before the mask; 0 is off
    Mask mask;
    /// Options with which the kernel was called that wrote the data's outputs ("BLOCK_M": 128). They mean something to
    /// kernels that know them.
    std::map<std::string, int> kernelOptions;

    int kvHeadOf(int head) const { return head / (heads / kvHeads); }
    /// Checks sizes and their relations; the message names the first field that is wrong.
    Status validate() const;
    bool operator==(const Problem &) const = default;
};

/// What q and k are multiplied by where each takes a part of the scale: sign(scale) sqrt(|scale|) and sqrt(|scale|), in
/// double, then rounded to fp32. The double is the one that `scale` was rounded from: 1 / sqrt(headDim) where that
/// rounds to it, else the shortest decimal that does.
struct OperandFactors {
    float q = 1, k = 1;
};
OperandFactors operandFactors(const Problem &problem);

/// q [batch, heads, seqlenQ, headDim], k [batch, kvHeads, seqlenK, headDim], v [batch, kvHeads, seqlenK, headDimV]:
/// row-major, values that Problem::dtype can represent, carried as fp32. NaN and infinities are data.
struct Inputs {
    std::vector<float> q, k, v;

    const float *qRows(const Problem &p, int batch, int head) const
    {
        return q.data() + (static_cast<std::size_t>(batch) * p.heads + head) * p.seqlenQ * p.headDim;
    }
    const float *kRows(const Problem &p, int batch, int kvHead) const
    {
        return k.data() + (static_cast<std::size_t>(batch) * p.kvHeads + kvHead) * p.seqlenK * p.headDim;
    }
    const float *vRows(const Problem &p, int batch, int kvHead) const
    {
        return v.data() + (static_cast<std::size_t>(batch) * p.kvHeads + kvHead) * p.seqlenK * p.headDimV;
    }
    /// Checks that the vectors have the sizes that `problem` asks for.
    Status validate(const Problem &problem) const;
};

} // namespace ulpscope
