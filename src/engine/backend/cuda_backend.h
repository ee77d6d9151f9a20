// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/calibration_device.h"
#include "engine/backend/cuda_arrivals.h"
#include "engine/backend/cuda_plan.h"
#include "engine/backend/tile_executor.h"
#include "engine/backend/whole_run.h"
#include "engine/backend/worker_process.h"
#include "engine/reduction/ensemble.h"

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace ulpscope {

struct CudaOptions {
    std::string program;       ///< the worker; empty: as findWorkerProgram finds it
    bool useHardware = true;   ///< false: models and tables even where the GPU has the units, for tests
    bool useWarpGroups = true; ///< false: mma.sync even where the GPU has wgmma, for tests
    WorkerTimeouts timeouts;
};

/// Inputs on the GPU, shared by the runs on them.
struct GpuInputs {
    std::shared_ptr<WorkerBuffer> q, k, v, ranges;
};

/// Executes on a GPU through the worker program. One worker serves all runs; when it dies its runs end with the reason,
/// and the next prepare() starts another one. Thread-safe.
class CudaBackend final : public Backend, private WholeRunner {
public:
    explicit CudaBackend(CudaOptions options = {});

    std::string_view name() const override { return "cuda"; }
    std::vector<BackendDevice> devices() const override;
    Phrase absentReason() const override;
    Status supports(const RunSpec &spec) const override;
    Result<std::unique_ptr<TileExecutor>> prepare(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                  std::shared_ptr<const Schedule> schedule) const override;
    const WholeRunner *wholeRunner() const override { return this; }
    /// Whether a whole run of this spec is one kernel that executes work tiles, not the kernels of the steps.
    Result<bool> runsWholeTiles(const RunSpec &spec) const;
    /// runEnsemble() on the GPU, with the same result. Unsupported: more partial results than it has room for.
    Result<EnsembleResult> orderEnsemble(const EnsembleSpec &spec, std::uint64_t orders,
                                         const EnsembleOptions &options = {}) const;
    /// A sum whose terms arrive from several blocks, made ready to be launched; the sizes in `inputs` are the caller's.
    /// Unsupported: the products, or the backward pass, are not this GPU's own.
    Result<std::unique_ptr<CudaArrivals>> prepareArrivals(const RunSpec &spec, const Schedule &schedule,
                                                          ArrivalInputs inputs, std::stop_token stop = {}) const;
    /// The GPU's own units, for `calibrate`. The Status says why there is none.
    Result<std::unique_ptr<CalibrationDevice>> calibrationDevice() const;
    /// Equal to the CPU's within the bounds that both give. Memory O(rows); no score is kept.
    Result<Reference> reference(const Problem &problem, const std::shared_ptr<const Inputs> &inputs, int batch,
                                int head, int rowBegin, int rowEnd, std::stop_token stop = {}) const override;

private:
    struct Prepared;
    Result<RunOutput> runWhole(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                               std::shared_ptr<const Schedule> schedule, const WholeRunOptions &options) const override;
    Result<std::shared_ptr<WorkerProcess>> worker() const;
    Result<GpuArithmetic> arithmetic(const WorkerProcess &process) const;
    Result<Prepared> prepareOn(const std::shared_ptr<WorkerProcess> &process, const RunSpec &spec,
                               const std::shared_ptr<const Inputs> &inputs, CudaPlan plan,
                               const std::stop_token &stop) const;
    Result<std::shared_ptr<const GpuInputs>> upload(const std::shared_ptr<WorkerProcess> &process, Problem problem,
                                                    const std::shared_ptr<const Inputs> &inputs,
                                                    const std::stop_token &stop) const;
    Status addTables(const std::shared_ptr<WorkerProcess> &process, const RunSpec &spec, Prepared &prepared,
                     const std::stop_token &stop) const;

    /// Inputs that are on the GPU, found again by what they are.
    struct Uploaded {
        std::weak_ptr<const Inputs> inputs;
        Problem problem; ///< scale and softcap 0: they do not matter here
        std::weak_ptr<WorkerProcess> process;
        std::weak_ptr<const GpuInputs> onGpu;
    };

    const CudaOptions m_options;
    mutable std::mutex m_mutex; ///< of everything below
    mutable std::shared_ptr<WorkerProcess> m_worker;
    mutable Status m_absence;
    mutable std::chrono::steady_clock::time_point m_lastTry{};
    mutable std::list<Uploaded> m_uploaded;
    /// By table, kept as long as the worker: they are the same for all runs.
    mutable std::map<std::string, std::vector<std::shared_ptr<WorkerBuffer>>> m_tables;
    mutable std::weak_ptr<WorkerProcess> m_tablesOf;
};

/// The CUDA backend: the program needs nothing of it until it is asked for.
const CudaBackend &cudaBackend();

} // namespace ulpscope
