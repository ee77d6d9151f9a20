// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cuda_arrivals.h"

#include "engine/backend/cuda_backend.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace ulpscope {
namespace {

using namespace worker;

constexpr std::uint64_t kLaunchesPerCommand = 4096; ///< between which others have their turn

} // namespace

std::size_t CudaArrivals::rows() const
{
    const ArrivalsRequest &r = m_inputs.shape;
    return static_cast<std::size_t>(r.batch) * static_cast<std::size_t>(r.heads) * static_cast<std::size_t>(r.seqlenQ);
}

Result<std::unique_ptr<CudaArrivals>> CudaArrivals::create(std::shared_ptr<WorkerProcess> process, ArrivalInputs inputs,
                                                           std::stop_token stop)
{
    std::unique_ptr<CudaArrivals> made(new CudaArrivals(std::move(process), std::move(inputs)));
    if (Status s = made->upload(stop); !s.ok())
        return s;
    return made;
}

Result<std::uint64_t> CudaArrivals::buffer(const char *name, std::size_t bytes)
{
    std::shared_ptr<WorkerBuffer> &known = m_buffers[name];
    if (known && known->bytes() >= bytes)
        return known->handle();
    known.reset(); // the room may be needed
    Result<std::shared_ptr<WorkerBuffer>> made = WorkerBuffer::allocate(m_process, bytes);
    if (!made.ok())
        return made.status();
    known = std::move(made).value();
    return known->handle();
}

Status CudaArrivals::upload(const std::stop_token &stop)
{
    const bool isFp16 = m_inputs.dtype == DType::F16;
    const auto add = [&](const char *name, std::size_t count, std::size_t size, auto fill) -> Status {
        if (count == 0)
            return {};
        const Result<std::uint64_t> made = buffer(name, count * size);
        return made.ok() ? m_buffers[name]->write(fill, stop) : made.status();
    };
    for (const auto &[name, values] : {std::pair{"q", &m_inputs.q}, std::pair{"k", &m_inputs.k},
                                       std::pair{"v", &m_inputs.v}, std::pair{"gradient", &m_inputs.gradient}}) {
        const float *const from = values->data();
        const auto fill = [from, isFp16](char *target, std::uint64_t offset, std::uint64_t bytes) {
            constexpr std::size_t kSize = sizeof(std::uint16_t);
            std::transform(from + offset / kSize, from + (offset + bytes) / kSize,
                           reinterpret_cast<std::uint16_t *>(target), isFp16 ? floatToHalf : floatToBfloat16);
        };
        if (Status s = add(name, values->size(), sizeof(std::uint16_t), fill); !s.ok())
            return s;
    }
    const auto copyOf = [](const void *from) {
        return [from](char *target, std::uint64_t offset, std::uint64_t bytes) {
            std::memcpy(target, static_cast<const char *>(from) + offset, bytes);
        };
    };
    for (const auto &[name, values] :
         {std::pair{"base", &m_inputs.base}, std::pair{"delta", &m_inputs.delta},
          std::pair{"partials", &m_inputs.partials}, std::pair{"weights", &m_inputs.weights}}) {
        if (Status s = add(name, values->size(), sizeof(float), copyOf(values->data())); !s.ok())
            return s;
    }
    for (const auto &[name, values] : {std::pair{"ranges", &m_inputs.ranges}, std::pair{"visits", &m_inputs.visits},
                                       std::pair{"order", &m_inputs.order}}) {
        if (Status s = add(name, values->size(), sizeof(std::int32_t), copyOf(values->data())); !s.ok())
            return s;
    }
    return {};
}

Result<ArrivalsRequest> CudaArrivals::request(ArrivalMode mode, int accumulators, ArrivalRecord record)
{
    ArrivalsRequest r = m_inputs.shape;
    r.mode = mode;
    r.accumulators = accumulators;
    r.record = record;
    const auto known = [this](const char *name) {
        const auto found = m_buffers.find(name);
        return found == m_buffers.end() ? std::uint64_t{0} : found->second->handle();
    };
    for (const auto &[target, name] :
         {std::pair{&r.q, "q"}, std::pair{&r.k, "k"}, std::pair{&r.v, "v"}, std::pair{&r.gradient, "gradient"},
          std::pair{&r.base, "base"}, std::pair{&r.delta, "delta"}, std::pair{&r.ranges, "ranges"},
          std::pair{&r.visits, "visits"}, std::pair{&r.partials, "partials"}, std::pair{&r.weights, "weights"},
          std::pair{&r.order, "order"}})
        *target = known(name);
    const std::size_t count = elements(),
                      recorded = record == ArrivalRecord::None ? 0 : static_cast<std::size_t>(r.terms) * count;
    for (const auto &[target, name, bytes] :
         {std::tuple{&r.sums, "sums", static_cast<std::size_t>(accumulators) * count * sizeof(float)},
          std::tuple{&r.output, "output", count * sizeof(std::uint16_t)},
          std::tuple{&r.least, "least", count * sizeof(std::int32_t)},
          std::tuple{&r.greatest, "greatest", count * sizeof(std::int32_t)},
          std::tuple{&r.recorded, "recorded", recorded * sizeof(float)},
          std::tuple{&r.counters, "counters", arrivalCounters(r) * sizeof(std::uint32_t)}}) {
        if (bytes == 0)
            continue;
        const Result<std::uint64_t> handle = buffer(name, bytes);
        if (!handle.ok())
            return handle.status();
        *target = handle.value();
    }
    return r;
}

Result<std::vector<ArrivalLaunch>> CudaArrivals::call(const ArrivalsRequest &r, const std::stop_token &stop)
{
    WorkerProcess::Turn turn = m_process->turn(stop);
    if (!turn.begun())
        return Status::cancelled();
    m_process->clearItemsDone();
    const Result<Reply> reply = turn.call(Command::Arrivals, 0, &r, sizeof r, stop);
    if (!reply.ok())
        return reply.status();
    std::vector<ArrivalLaunch> launches(
        std::min<std::size_t>(reply->bytes / sizeof(ArrivalLaunch), kMaxArrivalLaunches));
    std::memcpy(launches.data(), turn.data(), launches.size() * sizeof(ArrivalLaunch));
    return launches;
}

template <typename T>
Result<std::vector<T>> CudaArrivals::fetch(const char *name, std::size_t count, const std::stop_token &stop)
{
    std::vector<T> values(count);
    const std::size_t wanted = count * sizeof(T);
    const auto take = [&](const char *source, std::uint64_t offset, std::uint64_t bytes) {
        if (offset < wanted) // a buffer may be larger than what was asked for
            std::memcpy(reinterpret_cast<char *>(values.data()) + offset, source, std::min(bytes, wanted - offset));
    };
    if (Status s = m_buffers[name]->fetch(take, stop); !s.ok())
        return s;
    return values;
}

Result<ArrivalLaunches> CudaArrivals::launch(ArrivalMode mode, int accumulators, std::uint64_t launches,
                                             const std::stop_token &stop, const Progress &progress)
{
    Result<ArrivalsRequest> made = request(mode, accumulators, ArrivalRecord::None);
    if (!made.ok())
        return made.status();
    ArrivalsRequest &r = made.value();
    ArrivalLaunches result;
    while (result.launches.size() < launches) {
        const bool isFirst = result.launches.empty();
        r.isFirst = isFirst;
        r.launches = isFirst ? 1
                             : static_cast<std::int32_t>(
                                   std::min<std::uint64_t>(kLaunchesPerCommand, launches - result.launches.size()));
        const Result<std::vector<ArrivalLaunch>> some = call(r, stop);
        if (!some.ok())
            return some.status();
        result.launches.insert(result.launches.end(), some->begin(), some->end());
        if (isFirst) {
            Result<std::vector<std::uint16_t>> output = fetch<std::uint16_t>("output", elements(), stop);
            if (!output.ok())
                return output.status();
            result.firstOutput = std::move(output).value();
        }
        if (progress)
            progress(result.launches.size());
    }
    for (const auto &[target, name] : {std::pair{&result.least, "least"}, std::pair{&result.greatest, "greatest"}}) {
        Result<std::vector<std::int32_t>> values = fetch<std::int32_t>(name, elements(), stop);
        if (!values.ok())
            return values.status();
        *target = std::move(values).value();
    }
    return result;
}

Result<RecordedLaunch> CudaArrivals::record(ArrivalRecord what, const std::stop_token &stop)
{
    Result<ArrivalsRequest> made = request(ArrivalMode::Atomics, 1, what);
    if (!made.ok())
        return made.status();
    const std::size_t terms = static_cast<std::size_t>(m_inputs.shape.terms);
    // Terms that never come leave their places alone.
    const auto zero = [](char *target, std::uint64_t, std::uint64_t bytes) { std::memset(target, 0, bytes); };
    if (Status s = m_buffers["recorded"]->write(zero, stop); !s.ok())
        return s;
    made->launches = 1;
    if (const Result<std::vector<ArrivalLaunch>> one = call(made.value(), stop); !one.ok())
        return one.status();
    RecordedLaunch result;
    for (const auto &[target, name, count] :
         {std::tuple{&result.values, "recorded", terms * elements()}, std::tuple{&result.sums, "sums", elements()}}) {
        Result<std::vector<float>> values = fetch<float>(name, count, stop);
        if (!values.ok())
            return values.status();
        *target = std::move(values).value();
    }
    Result<std::vector<std::uint16_t>> output = fetch<std::uint16_t>("output", elements(), stop);
    if (!output.ok())
        return output.status();
    result.output = std::move(output).value();
    return result;
}

Result<std::unique_ptr<CudaArrivals>> CudaBackend::prepareArrivals(const RunSpec &spec, const Schedule &schedule,
                                                                   ArrivalInputs inputs, std::stop_token stop) const
{
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const auto unsupported = [](const Phrase &why) { return Status(StatusCode::Unsupported, why); };
    ArrivalsRequest &r = inputs.shape;
    inputs.dtype = spec.problem.dtype;
    if (inputs.dtype != DType::F16 && inputs.dtype != DType::BF16)
        return unsupported(
            phrase("real launches take tensors of fp16 or bf16, the problem has %1", formatInfo(inputs.dtype).name));
    r.element = elementOf(inputs.dtype);
    if (r.sum == ArrivalSum::Dq) {
        const Result<GpuArithmetic> gpu = arithmetic(*process.value());
        if (!gpu.ok())
            return gpu.status();
        const Result<CudaPlan> plan = makeCudaPlan(spec, schedule, gpu.value());
        if (!plan.ok())
            return plan.status();
        const Plan &p = plan->plan;
        if (p.qk.unit != Unit::Native || p.qk.instrK != 16)
            return unsupported(phrase("this GPU's tensor core does not add as that of %1 does, so its dQ cannot be "
                                      "launched here",
                                      spec.request.device));
        if (p.row.exp != ExpMethod::Ex2 || p.approximation != Approximation::Hardware)
            return unsupported(phrase("dQ is launched with this GPU's own ex2, which is not known to be that of %1",
                                      spec.request.device));
        if (dqShapeOf(r.dim, r.tileM, r.tileN) < 0)
            return unsupported(
                phrase("there is no launch of dQ with head dim %1 in blocks of %2 x %3", r.dim, r.tileM, r.tileN));
        r.row = p.row;
    }
    return CudaArrivals::create(process.value(), std::move(inputs), std::move(stop));
}

} // namespace ulpscope
