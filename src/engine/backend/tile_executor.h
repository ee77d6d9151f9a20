// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"
#include "engine/attention/reference.h"
#include "engine/backend/matrix.h"
#include "engine/schedule/schedule.h"
#include "engine/status.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What can be looked at. Shapes: M query rows and N keys of the current tile, d = headDimV.
enum class Quantity {
    Scores,    ///< M x N, raw q.k; masked ones -inf once ApplyMask ran
    Probs,     ///< M x N, fp32 exponentials relative to the running max (of the tile's own max in a sketch)
    RowMax,    ///< M, running max in the recipe's units (raw or scaled)
    LaneSums,  ///< M x lanes, running row sums before lanes are added
    RowSum,    ///< M, running row sum as it would be if the lanes were added now
    Alpha,     ///< M, rescale factor of the current key tile
    OutputAcc, ///< M x d, output accumulator
    Lse,       ///< M, natural log; after Normalize (of a split: its own) or Combine
    Output,    ///< M x d, after Normalize or Combine: in the output format, or fp32 for a split
    TileMax,   ///< M, max of the current key tile alone
    TileSum,   ///< M, sum of the current key tile relative to its own max (derived where the kernel never forms it)
    TileOut,   ///< M x d, output of the current key tile relative to its own max, not normalised (derived likewise)
};
std::string_view quantityName(Quantity quantity);

/// State of the current work tile at a step boundary, to be handed back to the same executor.
class ExecutorState {
public:
    virtual ~ExecutorState() = default;
    virtual std::size_t bytes() const = 0;
};

/// Executes planned steps of one run on one device, in the order given. Driven by one thread.
class TileExecutor {
public:
    virtual ~TileExecutor() = default;
    /// Asks for the values of one query row only, before the first step. True: only that row of every work tile is
    /// executed, with the bits that it has anyway, and read() gives one row. False: all rows are there as before.
    virtual bool restrictToRow(int row);
    /// Runs steps, which continue where the last call ended or begin a work tile. Stops before the next step once
    /// `stop` is requested (Cancelled).
    virtual Status execute(std::span<const PlannedStep> steps, std::stop_token stop = {}) = 0;
    /// A quantity of the current work tile and key tile, as it stands after the last step.
    virtual Result<Matrix> read(Quantity quantity) const = 0;
    virtual std::shared_ptr<const ExecutorState> save() const = 0;
    virtual Status restore(const ExecutorState &state) = 0;
};

inline bool TileExecutor::restrictToRow(int) { return false; }

/// A device that executes.
struct BackendDevice {
    std::string id;                                ///< "cpu", "cuda:0"
    std::string name;                              ///< "CPU, 2 threads, AVX3", "NVIDIA H200"
    std::string computeCapability = {};            ///< of a GPU: "9.0"
    int smCount = 0;                               ///< of a GPU
    std::uint64_t memoryTotal = 0, memoryFree = 0; ///< bytes of its own; 0: none, or not known
    std::string driver = {}, runtime = {};         ///< versions that a GPU is driven with: "13.0"
};

class WholeRunner;

/// Something that can execute RunSpecs. Stateless apart from its devices.
class Backend {
public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;
    virtual std::vector<BackendDevice> devices() const = 0;
    /// Why devices() is empty; empty when it is not.
    virtual Phrase absentReason() const = 0;
    virtual Status supports(const RunSpec &spec) const = 0;
    /// The executor keeps `inputs` and `schedule` alive.
    virtual Result<std::unique_ptr<TileExecutor>> prepare(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                          std::shared_ptr<const Schedule> schedule) const = 0;
    /// Query rows [rowBegin, rowEnd) of the float64 reference. On a GPU for long sequences' sake: then ask for many
    /// rows.
    virtual Result<Reference> reference(const Problem &problem, const std::shared_ptr<const Inputs> &inputs, int batch,
                                        int head, int rowBegin, int rowEnd, std::stop_token stop = {}) const
    {
        return referenceAttention(problem, *inputs, batch, head, rowBegin, rowEnd, std::move(stop));
    }
    /// What runs a whole run at once, where that is better than one work tile after another; else null.
    virtual const WholeRunner *wholeRunner() const { return nullptr; }
};

/// The CPU backend: linked in, always there.
const Backend &cpuBackend();

} // namespace ulpscope
