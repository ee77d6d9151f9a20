// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// dQ of FlashAttention-2's backward pass, operation by operation: docs/numerics.md, Backward.
#pragma once

#include "engine/attention/mask.h"
#include "engine/attention/problem.h"
#include "engine/backend/matmul.h"
#include "engine/backend/row_softmax.h"
#include "engine/schedule/run_spec.h"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// Whether dQ of the run is known here. Unsupported: a kernel without a backward pass here, a softcap, two head dims, a
/// recipe changed by hand to scores that are not in log2 units.
Status checkBackward(const RunSpec &spec);

/// How the contributions of the key tiles are added to a dQ element, one atomic addition each.
struct DqOrder {
    int buffers = 1; ///< key tile n is added to accumulator n mod buffers; these are added, ascending, at the end
    std::vector<int> arrival; ///< key tiles in the order in which they arrive, each once; empty: ascending
    bool operator==(const DqOrder &) const = default;
};
/// PyTorch's with torch.use_deterministic_algorithms(True). The spec has a backward pass.
DqOrder deterministicDq(const RunSpec &spec);

/// What one key tile does for a query row. Vectors over the tile's columns, but for `contribution`.
struct DqTile {
    int nBlock = 0;
    KeyRange visible;                ///< keys that the row sees; empty: the tile is there for other rows of the block
    std::vector<float> p, dp;        ///< fp32; p is 0 where the mask hides a key
    std::vector<float> ds;           ///< p * (dp - d), rounded to the tensors' format
    std::vector<float> contribution; ///< fp32 [headDim]: ds * K, from 0 over the tile's keys
};

/// dQ of one query row.
struct DqRow {
    int batch = 0, head = 0, row = 0;
    float d = 0;               ///< sum of dO * O
    float lse = 0;             ///< natural, as the forward pass left it
    std::vector<DqTile> tiles; ///< ascending
    std::vector<float> sum;    ///< fp32 [headDim], all contributions
    std::vector<float> scaled; ///< fp32 [headDim], sum * scale
    std::vector<float> dq;     ///< the same, rounded to the tensors' format
};

/// The rows of one head. All three products go through the unit of mmaQk.
class DqHead {
public:
    /// Whether a key tile is decoded once, for many rows, or each time that a row needs it.
    enum class Decode { Once, EachTime };

    /// Errors as checkBackward; InvalidArgument: a head that the problem does not have.
    static Result<DqHead> create(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, int batch, int head,
                                 Decode decode = Decode::Once);

    /// `dO` and `output` are the row's [headDimV], `lse` its log-sum-exp. InvalidArgument: sizes that are not the
    /// problem's, an order that leaves out a key tile of the row or names one twice.
    Result<DqRow> row(int row, std::span<const float> dO, std::span<const float> output, float lse,
                      const DqOrder &order = {}) const;

private:
    DqHead(const RunSpec &spec, std::shared_ptr<const Inputs> inputs, int batch, int head,
           std::shared_ptr<const ApproxTables> tables);
    /// A key tile as the unit takes it.
    struct Decoded {
        MatmulOperand kTransposed, vTransposed, k;
    };
    int tileCount() const { return (m_keys + m_spec.backward->tileN - 1) / m_spec.backward->tileN; }
    Decoded decodeTile(int nBlock) const;
    DqTile tileOf(int nBlock, const Decoded &decoded, KeyRange visible, const MmaOperand &q, const MmaOperand &dO,
                  float base, float d) const;

    RunSpec m_spec;
    std::shared_ptr<const Inputs> m_inputs;
    int m_batch, m_head, m_keys; ///< m_keys: keys that exist
    RowSoftmax m_softmax;
    RowArithmetic m_row;
    std::vector<Decoded> m_decoded; ///< by key tile; empty: each time
};

/// The key tiles of the row in the order in which they are added; buffers one after another. Errors as DqHead::row.
Result<std::vector<int>> dqArrival(const DqOrder &order, std::span<const int> tiles, int allTiles);
/// The key tiles whose blocks visit the query row, ascending. The spec has a backward pass.
std::vector<int> dqTiles(const RunSpec &spec, int batch, int row);

/// D of a query row, the sum of dO * O, and what is subtracted from its scores in log2 units: LSE log2(e).
float dqRowSum(const BackwardPlan &plan, std::span<const float> dO, std::span<const float> output);
float dqScoreBase(float lse);
/// The sum of contributions [width each] for every element, one atomic addition each: `arrival` names key tiles of
/// `tiles` as dqArrival gives them.
std::vector<float> dqSum(std::span<const DqTile> tiles, std::span<const int> arrival, int buffers, std::size_t width);

/// One atomic addition to global memory: subnormal operands and results become zeros of the same sign (PTX ISA 9.0,
/// atom.add.f32).
float atomicSum(float sum, float x);

/// dQ [batch, heads, seqlenQ, headDim] of a whole problem, from what its forward pass gave: `output` [batch, heads,
/// seqlenQ, headDimV], `lse` [batch, heads, seqlenQ]; `dO` is as `output`. Errors as DqHead; Cancelled.
Result<std::vector<float>> dqOfProblem(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                       std::span<const float> dO, std::span<const float> output,
                                       std::span<const float> lse, const DqOrder &order, std::stop_token stop = {});

} // namespace ulpscope
