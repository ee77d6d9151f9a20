// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Sums whose terms arrive from several blocks of a GPU, launched as often as one likes.
#pragma once

#include "engine/attention/problem.h"
#include "engine/backend/arrival_protocol.h"
#include "engine/backend/worker_process.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// What is summed, on the host. Shapes and meanings are those of worker::ArrivalsRequest.
struct ArrivalInputs {
    worker::ArrivalsRequest shape{}; ///< without buffers, mode and launches
    DType dtype = DType::BF16;       ///< of q, k, v, gradient and the result
    std::vector<float> q, k, v, gradient, base, delta, partials, weights;
    std::vector<std::int32_t> ranges, visits, order;
};

/// Launches of one mode, in their order.
struct ArrivalLaunches {
    std::vector<worker::ArrivalLaunch> launches;
    std::vector<std::uint16_t> firstOutput;    ///< [row, dim]: bits of the first launch's result
    std::vector<std::int32_t> least, greatest; ///< [row, dim]: of all launches, as worker::orderedWord
};

/// One launch of atomic additions that was watched.
struct RecordedLaunch {
    std::vector<float> values;         ///< [term, row, dim]: as ArrivalRecord says; 0 where a term never came
    std::vector<float> sums;           ///< [row, dim]: the accumulators
    std::vector<std::uint16_t> output; ///< [row, dim]: bits of the result
};

/// The tensors of a sum on a GPU. Used by one thread at a time.
class CudaArrivals {
public:
    using Progress = std::function<void(std::uint64_t launchesDone)>;

    /// Uploads. OutOfMemory says how much there is.
    static Result<std::unique_ptr<CudaArrivals>> create(std::shared_ptr<WorkerProcess> process, ArrivalInputs inputs,
                                                        std::stop_token stop = {});

    /// `accumulators`: of Fixed dQ, else 1. `launches` is at least 1.
    Result<ArrivalLaunches> launch(worker::ArrivalMode mode, int accumulators, std::uint64_t launches,
                                   const std::stop_token &stop, const Progress &progress);
    Result<RecordedLaunch> record(worker::ArrivalRecord what, const std::stop_token &stop);

    std::string deviceName() const { return m_process->hello().devices[0].name; }
    const ArrivalInputs &inputs() const { return m_inputs; }
    std::size_t rows() const;
    std::size_t elements() const { return rows() * static_cast<std::size_t>(m_inputs.shape.dim); }

private:
    CudaArrivals(std::shared_ptr<WorkerProcess> process, ArrivalInputs inputs)
        : m_process(std::move(process)), m_inputs(std::move(inputs))
    {}
    Status upload(const std::stop_token &stop);
    /// A buffer of at least that many bytes under the name of what it is for.
    Result<std::uint64_t> buffer(const char *name, std::size_t bytes);
    Result<worker::ArrivalsRequest> request(worker::ArrivalMode mode, int accumulators, worker::ArrivalRecord record);
    Result<std::vector<worker::ArrivalLaunch>> call(const worker::ArrivalsRequest &request,
                                                    const std::stop_token &stop);
    template <typename T>
    Result<std::vector<T>> fetch(const char *name, std::size_t count, const std::stop_token &stop);

    std::shared_ptr<WorkerProcess> m_process;
    ArrivalInputs m_inputs;
    std::map<std::string, std::shared_ptr<WorkerBuffer>> m_buffers;
};

} // namespace ulpscope
