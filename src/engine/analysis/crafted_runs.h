// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/tile_executor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace ulpscope {

/// One query row of a run executed again and again on chosen inputs: each question is the same row with other numbers,
/// in a batch entry of a crafted problem or, where many share an entry, in a head of one. All that makes the bits
/// (recipe, splits, shapes of a head, mask) stays the run's; a softcap is left out where `withSoftcap` is false.
class CraftedRuns {
public:
    /// What is executed, and where it is looked at.
    enum class Part {
        Scores, ///< one split; after each product of a key tile
        Split,  ///< one split; before it is normalised (of a sketch: after the merge)
        Combine ///< all splits and their combine; after that
    };
    struct Place {
        int batch = 0, head = 0, row = 0;
        int split = 0; ///< Scores, Split
        Part part = Part::Split;
        bool withSoftcap = true;
        /// Questions are about scores alone, one number for each key: those of an entry share its keys, each in a
        /// dimension of its own, in as many heads as there are dimensions.
        bool oneDimension = false;
    };

    CraftedRuns(const Backend &backend, const RunSpec &spec, const Place &place, std::stop_token stop);

    /// The numbers of one question, all 0 before: the row of Q [headDim], K [seqlenK, headDim] and V [seqlenK,
    /// headDimV] of its KV head. With Place::oneDimension only `dimension` of Q and K is its own, and V is nobody's.
    struct Numbers {
        float *q = nullptr, *k = nullptr, *v = nullptr;
        int dimension = 0;
    };
    using Fill = std::function<void(int question, const Numbers &numbers)>;
    /// `values(quantity)` is the row of the quantity.
    using Values = std::function<Result<std::vector<float>>(Quantity quantity)>;
    using Look = std::function<Status(int question, const PlannedStep &step, const Values &values)>;

    /// Questions 0 .. count-1, in as many runs as it takes.
    Status run(int count, const Fill &fill, const Look &look);
    std::int64_t runs() const { return m_runs; }

private:
    Status runOnce(int first, int count, const Fill &fill, const Look &look);
    Status execute(TileExecutor &executor, const Schedule &schedule, const WorkTile &tile, bool oneRow, int question,
                   const Look &look) const;
    Status prepare(int count);

    const Backend &m_backend;
    RunSpec m_spec;
    Place m_place;
    std::stop_token m_stop;
    int m_perEntry = 1, m_entriesAtOnce = 1;
    std::shared_ptr<Inputs> m_inputs;           ///< of the last run, for the next one
    std::shared_ptr<const Schedule> m_schedule; ///< of as many entries
    std::int64_t m_runs = 0;
};

} // namespace ulpscope
