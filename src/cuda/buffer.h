// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/check.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace ulpscope::cuda {

/// Memory on the GPU.
class Buffer {
public:
    /// NotEnoughMemory when there is less free than that.
    explicit Buffer(std::size_t bytes);
    ~Buffer() { cudaFree(m_data); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    std::size_t bytes() const { return m_bytes; }
    char *data() const { return static_cast<char *>(m_data); }
    template <typename T>
    T *as() const
    {
        return static_cast<T *>(m_data);
    }

private:
    std::size_t m_bytes = 0;
    void *m_data = nullptr;
};

/// Objects by number, as the engine names them. Numbers are not used twice.
template <typename T>
class Handles {
public:
    template <typename... Arguments>
    std::uint64_t make(Arguments &&...arguments)
    {
        return adopt(std::make_unique<T>(std::forward<Arguments>(arguments)...));
    }
    std::uint64_t adopt(std::unique_ptr<T> object)
    {
        m_objects.emplace(++m_last, std::move(object));
        return m_last;
    }
    T &get(std::uint64_t handle) const
    {
        const auto it = m_objects.find(handle);
        if (it == m_objects.end())
            throw std::runtime_error("there is no object " + std::to_string(handle) + " in the worker");
        return *it->second;
    }
    void remove(std::uint64_t handle) { m_objects.erase(handle); }

private:
    std::map<std::uint64_t, std::unique_ptr<T>> m_objects;
    std::uint64_t m_last = 0;
};

using Buffers = Handles<Buffer>;

} // namespace ulpscope::cuda
