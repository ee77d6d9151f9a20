// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The worker's answers to `calibrate`.
#include "cuda/calibrate.h"
#include "cuda/worker.h"

#include <cstring>
#include <stdexcept>

namespace ulpscope::cuda {

using namespace worker;

void Worker::sendLimits()
{
    const GpuLimits made = limits();
    m_units = made.units;
    static_assert(sizeof made <= kDataBytes);
    std::memcpy(m_data, &made, sizeof made);
    m_reply.bytes = sizeof made;
}

void Worker::approximate(const ApproxRequest &request)
{
    if (request.count < 1 || request.count > kDataBytes / sizeof(std::uint32_t))
        throw std::runtime_error("a range of words is larger than the shared memory");
    const std::size_t bytes = request.count * sizeof(std::uint32_t);
    const Buffer out(bytes);
    cuda::approximate(request, out.as<std::uint32_t>(), m_stream);
    ULPSCOPE_CUDA(cudaMemcpyAsync(m_data, out.data(), bytes, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    m_reply.bytes = bytes;
}

void Worker::multiply(const MmaRequest &request)
{
    const int unit = static_cast<int>(request.unit);
    if (unit < 0 || unit >= kMmaUnits || request.chained < 1 || request.chained > kMostChained || request.count < 1 ||
        request.count > kDataBytes / problemBytes(request.unit, request.chained))
        throw std::runtime_error("a list of matrix problems is none, or larger than the shared memory");
    if (m_units == 0)
        m_units = limits().units;
    if (!(m_units & std::uint64_t{1} << unit))
        throw std::runtime_error("this GPU, or this build, does not have the instruction");
    const std::size_t operand = request.count * static_cast<std::size_t>(request.chained) * rowBytes(request.unit);
    const std::size_t words = request.count * sizeof(std::uint32_t);
    const Buffer in(2 * operand + words), out(words), unequal(sizeof(unsigned));
    ULPSCOPE_CUDA(cudaMemcpyAsync(in.data(), m_data, 2 * operand + words, cudaMemcpyHostToDevice, m_stream));
    ULPSCOPE_CUDA(cudaMemsetAsync(unequal.data(), 0, sizeof(unsigned), m_stream));
    MmaView view{};
    view.request = request;
    view.a = in.as<std::uint32_t>();
    view.b = reinterpret_cast<const std::uint32_t *>(in.data() + operand);
    view.c = reinterpret_cast<const std::uint32_t *>(in.data() + 2 * operand);
    view.out = out.as<std::uint32_t>();
    view.unequal = unequal.as<unsigned>();
    cuda::multiply(view, m_stream);
    unsigned count = 0;
    ULPSCOPE_CUDA(cudaMemcpyAsync(m_data, out.data(), words, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaMemcpyAsync(&count, unequal.data(), sizeof count, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    m_reply.handle = count;
    m_reply.bytes = words;
}

} // namespace ulpscope::cuda
