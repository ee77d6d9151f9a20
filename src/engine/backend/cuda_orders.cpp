// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Order ensembles on the GPU: it counts bit patterns, the rest is as on the CPU.
#include "engine/backend/cuda_backend.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {
namespace {

using namespace worker;

constexpr std::uint64_t kDrawsPerCommand = std::uint64_t{1} << 32; ///< between two calls of progress

Result<std::shared_ptr<WorkerBuffer>> uploadTerms(const std::shared_ptr<WorkerProcess> &process, DType format,
                                                  const std::vector<double> &terms, const std::stop_token &stop)
{
    std::vector<float> singles(terms.begin(), terms.end());
    const bool isDouble = format == DType::F64;
    const char *const from =
        isDouble ? reinterpret_cast<const char *>(terms.data()) : reinterpret_cast<const char *>(singles.data());
    Result<std::shared_ptr<WorkerBuffer>> buffer =
        WorkerBuffer::allocate(process, terms.size() * (isDouble ? sizeof(double) : sizeof(float)));
    if (!buffer.ok())
        return buffer;
    const auto fill = [from](char *target, std::uint64_t offset, std::uint64_t bytes) {
        std::memcpy(target, from + offset, bytes);
    };
    if (Status s = buffer.value()->write(fill, stop); !s.ok())
        return s;
    return buffer;
}

} // namespace

Result<EnsembleResult> CudaBackend::orderEnsemble(const EnsembleSpec &spec, std::uint64_t orders,
                                                  const EnsembleOptions &options) const
{
    if (Status s = spec.validate(); !s.ok())
        return s;
    if (orders == 0)
        return Status::invalid(phrase("there are 0 orders, expected at least 1"));
    const std::size_t term = static_cast<std::size_t>(formatInfo(spec.format).bytes) * (spec.isWeighted() ? 2 : 1);
    if (spec.values.size() * term > kMaxOrderBytes)
        return Status(StatusCode::Unsupported,
                      phrase("the CUDA engine adds at most %1 such partial results, there are %2",
                             kMaxOrderBytes / term, spec.values.size()));
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const Result<std::shared_ptr<WorkerBuffer>> values =
        uploadTerms(process.value(), spec.format, spec.values, options.stop);
    if (!values.ok())
        return values.status();
    Result<std::shared_ptr<WorkerBuffer>> weights{std::shared_ptr<WorkerBuffer>()};
    if (spec.isWeighted())
        weights = uploadTerms(process.value(), spec.format, spec.weights, options.stop);
    if (!weights.ok())
        return weights.status();
    const Result<std::shared_ptr<WorkerBuffer>> table = WorkerBuffer::allocate(process.value(), kOrderTableBytes);
    if (!table.ok())
        return table.status();

    OrderCounts counts(spec.format, spec.exactSum(), options.patternLimit);
    std::uint64_t perCommand = kDrawsPerCommand / static_cast<std::uint64_t>(spec.partials());
    for (std::uint64_t done = 0; done < orders;) {
        OrdersRequest request{values.value()->handle(),
                              weights.value() ? weights.value()->handle() : 0,
                              table.value()->handle(),
                              options.seed,
                              done,
                              std::min(perCommand, orders - done),
                              spec.partials(),
                              spec.format == DType::F64};
        WorkerProcess::Turn turn = process.value()->turn(options.stop);
        if (!turn.begun())
            return Status::cancelled();
        const Result<Reply> reply = turn.call(Command::Orders, 0, &request, sizeof request, options.stop);
        if (!reply.ok())
            return reply.status();
        if (reply->handle != 0) { // more patterns than the table holds; not so with fewer orders at once
            perCommand = kMaxOrderEntries;
            continue;
        }
        const std::size_t entries = std::min<std::size_t>(reply->bytes / sizeof(OrderEntry), kMaxOrderEntries);
        for (std::size_t i = 0; i < entries; ++i) {
            OrderEntry entry;
            std::memcpy(&entry, turn.data() + i * sizeof entry, sizeof entry);
            counts.add(entry.bits, entry.count, entry.first);
        }
        done += request.count;
        if (options.progress)
            options.progress(done, orders);
    }
    return ensembleResult(spec, std::move(counts), false, orders, options.seed);
}

} // namespace ulpscope
