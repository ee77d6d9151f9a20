// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/run.h"
#include "engine/backend/arrival_protocol.h"
#include "engine/backend/calibration_protocol.h"

#include <string>

namespace ulpscope::cuda {

/// Answers the engine's commands until the socket closes.
class Worker {
public:
    Worker(int socket, char *sharedMemory);
    int serve();

private:
    class Watch;

    bool answer(const worker::Header &request, const char *payload);
    void dispatch(const worker::Header &request, const char *payload);
    worker::HelloReply hello();
    void useGpu();
    void execute(const worker::Header &request, const worker::Numbers &numbers);
    void reference(const worker::ReferenceRequest &request);
    void orders(const worker::Header &request, const worker::OrdersRequest &orders);
    void arrivals(const worker::Header &request, const worker::ArrivalsRequest &arrivals);
    void sendLimits();
    void approximate(const worker::ApproxRequest &request);
    void multiply(const worker::MmaRequest &request);
    void injectFault();
    bool send(const worker::Header &request, worker::Outcome outcome, const void *payload, std::size_t bytes);

    int m_socket;
    worker::Control *m_control;
    char *m_data; ///< shared with the engine
    cudaStream_t m_stream = nullptr;
    Buffers m_buffers;
    Handles<Run> m_runs;
    std::uint64_t m_units = 0; ///< GpuLimits::units; 0: not asked yet

    // What the command at hand answers.
    worker::Outcome m_outcome = worker::Outcome::Ok;
    worker::Reply m_reply{};
    worker::HelloReply m_hello{};

    std::string m_fault; ///< ULPSCOPE_CUDA_FAULT: "hang", "address" or "die", in the n-th Execute ("hang:3")
    long m_executesUntilFault = 0;
};

} // namespace ulpscope::cuda
