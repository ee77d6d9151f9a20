// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/relaxed_softmax.h"
#include "engine/backend/matmul.h"
#include "engine/schedule/schedule.h"

#include <memory>
#include <vector>

namespace ulpscope {

/// The operands of one (batch, head) under a run, decoded once for all of its rows. Memory: about 16 bytes an element
/// of K and V. Immutable; shared by threads.
class RelaxedHead {
public:
    static Result<std::shared_ptr<const RelaxedHead>> create(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                             std::shared_ptr<const Schedule> schedule, int batch,
                                                             int head);

private:
    friend class RelaxedRow;
    RelaxedHead(const RunSpec &spec, std::shared_ptr<const Inputs> inputs, std::shared_ptr<const Schedule> schedule,
                std::shared_ptr<const ApproxTables> tables, int batch, int head);

    RunSpec m_spec;
    std::shared_ptr<const Inputs> m_inputs;
    std::shared_ptr<const Schedule> m_schedule;
    RelaxedSoftmax m_softmax;
    int m_batch = 0, m_head = 0, m_existingKeys = 0;
    const float *m_q = nullptr, *m_k = nullptr, *m_v = nullptr; ///< of this head, inside m_inputs
    std::vector<MatmulOperand> m_kTransposed, m_vTiles;         ///< [nBlock], padded with zeros to tileN
};

/// Follows one query row through the run's whole way, any sources exact. With nothing exact the result is the kernel's
/// output before rounding, bit for bit; with everything exact it is attention in double precision (of the wrong data,
/// under a fault).
class RelaxedRow {
public:
    RelaxedRow(std::shared_ptr<const RelaxedHead> head, int row);

    /// The output before its rounding to the output format, [column].
    std::vector<double> evaluate(SourceSet exact) const;

private:
    struct KeyTile {
        int nBlock = 0;
        int kBlock = 0, vBlock = 0; ///< key tiles whose K and V are read
        bool partialBlock = false;
    };
    /// What a chain over key tiles leaves: unnormalised output, row sum, max in the recipe's units.
    struct Partial {
        double max = 0, sum = 0;
        std::vector<double> out;
        std::vector<double> unscaled, product; ///< PvSum::Apart, from the second tile on
        double alpha = 0;
    };

    double tileMax(const double *scores, SourceSet exact) const;
    Partial online(const std::vector<KeyTile> &tiles, const std::vector<double> &scores, SourceSet exact) const;
    Partial sketch(const std::vector<KeyTile> &tiles, const std::vector<double> &scores, SourceSet exact) const;
    std::vector<double> combine(const std::vector<Partial> &splits, SourceSet exact) const;
    std::vector<double> normalised(const Partial &partial, SourceSet exact) const;
    void probsOf(const KeyTile &tile, const std::vector<double> &scores, double max, SourceSet exact, double *p) const;
    /// Products of some columns of the tile onto `out`.
    void addOutput(const KeyTile &tile, const std::vector<double> &probs, KeyRange part, SourceSet exact,
                   std::vector<double> &out) const;
    const double *scoresOf(const KeyTile &tile, const std::vector<double> &scores) const;

    std::shared_ptr<const RelaxedHead> m_head;
    std::vector<std::vector<KeyTile>> m_splits;        ///< visiting order of each split
    std::vector<double> m_kernelScores, m_exactScores; ///< [nBlocks * tileN], raw, -inf where masked
};

} // namespace ulpscope
