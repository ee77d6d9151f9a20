// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/buffer.h"
#include "engine/backend/worker_protocol.h"

#include <memory>
#include <vector>

namespace ulpscope::cuda {

struct View;

/// Ends early, or tells how far it is.
class Supervisor {
public:
    virtual ~Supervisor() = default;
    virtual bool cancelled() const = 0;
    virtual void progress(std::uint64_t itemsDone) = 0;
};

/// One run: its state in the GPU's memory, and the execution of planned steps.
class Run {
public:
    Run(const worker::Plan &plan, const Buffers &buffers, cudaStream_t stream);
    ~Run();

    /// Executes items in their order, neighbours of one kind at once; returns how many are done when it was cancelled,
    /// else all.
    std::size_t execute(const worker::Item *items, std::size_t count, Supervisor &supervisor);
    /// Copies a quantity of the item's work tile (slot 0) to `out`; returns its bytes, at most `capacity`.
    std::size_t read(const worker::ReadRequest &request, void *out, std::size_t capacity);

    /// State of slot 0 and of `units` units of its tail.
    std::unique_ptr<Buffer> save(std::uint64_t units) const;
    void restore(const Buffer &state);

private:
    void launch(const worker::Item *deviceItems, const worker::Item *items, int count);

    cudaStream_t m_stream;
    std::unique_ptr<View> m_view;
    Buffer m_memory;
    std::unique_ptr<Buffer> m_items;
    cudaEvent_t m_events[2] = {};
};

} // namespace ulpscope::cuda
