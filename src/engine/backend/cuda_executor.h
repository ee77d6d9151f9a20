// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/cuda_backend.h"

#include <map>
#include <optional>

namespace ulpscope {

/// A run that the worker knows; freed with this object.
class WorkerRun {
public:
    WorkerRun(std::shared_ptr<WorkerProcess> process, std::uint64_t id) : m_process(std::move(process)), m_id(id) {}
    ~WorkerRun();
    WorkerRun(const WorkerRun &) = delete;
    WorkerRun &operator=(const WorkerRun &) = delete;

    WorkerProcess &process() const { return *m_process; }
    const std::shared_ptr<WorkerProcess> &sharedProcess() const { return m_process; }
    std::uint64_t id() const { return m_id; }
    static constexpr std::size_t kItemsAtOnce = 32768; ///< some ten milliseconds of a whole run
    /// Executes items; many go in several commands, between which others have their turn. `itemsDone` counts those of
    /// this call.
    Status execute(std::span<const worker::Item> items, const std::stop_token &stop, std::size_t &itemsDone) const;

private:
    std::shared_ptr<WorkerProcess> m_process;
    std::uint64_t m_id;
};

/// What a run needs on the GPU, and the run itself.
struct CudaBackend::Prepared {
    CudaPlan plan;
    std::shared_ptr<const GpuInputs> inputs;
    std::shared_ptr<WorkerBuffer> programs;
    std::vector<std::shared_ptr<WorkerBuffer>> tables;
    std::unique_ptr<WorkerRun> run;

    /// Creates the run when the plan is complete.
    Status create(const std::shared_ptr<WorkerProcess> &process);
};

/// One work tile on the GPU. Which values exist is known here, the values are there.
class CudaExecutor final : public TileExecutor {
public:
    CudaExecutor(std::shared_ptr<const Schedule> schedule, CudaPlan plan, std::shared_ptr<const GpuInputs> inputs,
                 std::vector<std::shared_ptr<WorkerBuffer>> buffers, std::unique_ptr<WorkerRun> run);

    Status execute(std::span<const PlannedStep> steps, std::stop_token stop) override;
    Result<Matrix> read(Quantity quantity) const override;
    std::shared_ptr<const ExecutorState> save() const override;
    Status restore(const ExecutorState &state) override;

private:
    /// What is known of the state without asking for it.
    struct Progress {
        WorkTile tile;
        PlannedStep scored; ///< the ScoreGemm that formed the scores
        bool begun = false;
        bool hasScores = false, hasProbs = false, hasOutput = false;
        int tailUnits = 0; ///< of a sketch or of splits, that hold something
    };
    struct State final : ExecutorState {
        Progress progress;
        std::shared_ptr<WorkerBuffer> buffer; ///< null: nothing was executed
        Status status;                        ///< why there is no buffer
        const CudaExecutor *owner = nullptr;
        std::size_t bytes() const override { return buffer ? buffer->bytes() : 0; }
    };

    void advance(const PlannedStep &step);
    void forget(const PlannedStep &step);
    Result<Matrix> ask(Quantity quantity) const;
    int rows() const { return m_progress.tile.rowEnd - m_progress.tile.rowBegin; }

    std::shared_ptr<const Schedule> m_schedule;
    CudaPlan m_plan;
    std::shared_ptr<const GpuInputs> m_inputs;
    std::vector<std::shared_ptr<WorkerBuffer>> m_buffers;
    std::unique_ptr<WorkerRun> m_run;
    Progress m_progress;
    mutable std::map<Quantity, Matrix> m_read; ///< values that were read and have not changed since
};

} // namespace ulpscope
