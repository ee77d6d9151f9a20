// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ulpscope::cuda {

/// A CUDA call that failed. Caught where a command is answered.
class CudaError : public std::runtime_error {
public:
    CudaError(cudaError_t error, const char *call)
        : std::runtime_error(std::string(call) + ": " + cudaGetErrorString(error)), m_error(error)
    {}
    cudaError_t error() const { return m_error; }

private:
    cudaError_t m_error;
};

/// Not enough memory on the GPU, known before it is asked for.
class NotEnoughMemory : public std::runtime_error {
public:
    NotEnoughMemory(std::size_t neededBytes, std::size_t availableBytes)
        : std::runtime_error("not enough memory on the GPU"), needed(neededBytes), available(availableBytes)
    {}
    std::size_t needed, available;
};

inline void check(cudaError_t error, const char *call)
{
    if (error != cudaSuccess)
        throw CudaError(error, call);
}
#define ULPSCOPE_CUDA(call) ::ulpscope::cuda::check((call), #call)

} // namespace ulpscope::cuda
