// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/matmul.h"
#include "engine/backend/operand_scaling.h"
#include "engine/backend/row_softmax.h"
#include "engine/backend/tile_executor.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ulpscope {

/// The reference executor: one work tile in memory, every step kind in scalar or SIMD fp32 arithmetic that is equal to
/// the scalar definition bit for bit.
class CpuExecutor final : public TileExecutor {
public:
    CpuExecutor(RunSpec spec, std::shared_ptr<const Inputs> inputs, std::shared_ptr<const Schedule> schedule,
                std::shared_ptr<const ApproxTables> tables);

    bool restrictToRow(int row) override
    {
        m_onlyRow = row;
        return true;
    }

    Status execute(std::span<const PlannedStep> steps, std::stop_token stop) override;
    Result<Matrix> read(Quantity quantity) const override;
    std::shared_ptr<const ExecutorState> save() const override;
    Status restore(const ExecutorState &state) override;

private:
    /// What one key tile of a sketch leaves for the merge.
    struct SketchTile {
        std::vector<float> max, sum;
        Matrix out;
    };
    /// What one split leaves for the combine.
    struct SplitResult {
        Matrix out;
        std::vector<float> lse;
    };
    struct State final : ExecutorState {
        WorkTile tile;
        Matrix scores, probs; ///< M x tileN
        int scoredBlock = -1; ///< key tile of the scores
        std::vector<float> rowMax, oldMax, alpha, lse;
        Matrix lanes;              ///< M x lanes
        Matrix accO, output;       ///< M x headDimV
        std::vector<Matrix> warpO; ///< keyWarps > 1: what each warp holds of accO
        /// PvSum::Apart, from the second tile on: accO without the last tile, and the last tile's P V, which the final
        /// factor joins.
        Matrix unscaled, product;
        std::vector<SketchTile> sketch;
        std::vector<SplitResult> splits; ///< of the current query tile
        std::size_t bytes() const override;
    };

    void loadQ(const PlannedStep &step);
    void loadKv(const PlannedStep &step);
    void scoreGemm(const PlannedStep &step);
    void applyMask(const PlannedStep &step);
    void rowMax(const PlannedStep &step);
    void rescaleOutput();
    void exponentiate(const PlannedStep &step);
    void rowSum(const PlannedStep &step);
    void outputGemm(const PlannedStep &step);
    Status mergeSketch();
    void normalize();
    Status combineSplits();
    Matrix castProbs(const Matrix &probs) const;
    Matrix multipliedProbs() const;
    Matrix outputOf(const Matrix &probs) const;
    /// Each warp's products of its part of the tile onto its accumulator; the sum of all.
    Matrix multiplyByWarps(const Matrix &castProbs, std::vector<Matrix> &warps) const;
    int rows() const { return m_state.tile.rowEnd - m_state.tile.rowBegin; }
    WorkTile workTileOf(const PlannedStep &step) const;
    bool isSplit() const { return m_schedule->splits() > 1; }
    void ensureKv(int nBlock) const;
    float roundOutput(float x) const { return roundTo(m_spec.problem.dtype, x); }
    Matrix column(const std::vector<float> &values) const;
    Matrix tileMax() const;
    Matrix tileProbs() const;

    RunSpec m_spec;
    std::shared_ptr<const Inputs> m_inputs;
    std::shared_ptr<const Schedule> m_schedule;
    RowSoftmax m_softmax;
    OperandScaling m_scaling;
    State m_state;
    int m_onlyRow = -1;

    // Decoded operands: derived from the inputs, so not part of the state.
    mutable MmaOperand m_q;
    struct KeyTile {
        MatmulOperand kTransposed, v;
    };
    mutable KeyTile m_oneTile;
    /// By the key tiles that K and V are read from, of KV head `m_keptHead`: for a single row decoding is most of the
    /// work, and other work tiles of the head need the same ones.
    mutable std::map<std::pair<int, int>, KeyTile> m_keptTiles;
    mutable int m_keptHead = -1;
    mutable const KeyTile *m_kv = nullptr;          ///< that of m_loadedKv
    mutable int m_loadedTile = -1, m_loadedKv = -1; ///< work tile of m_q; key tile of m_kv
};

} // namespace ulpscope
