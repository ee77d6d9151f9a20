// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cuda_backend.h"

#include "engine/backend/cuda_executor.h"
#include "engine/numerics/approx.h"
#include "engine/numerics/resource_dir.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {
namespace {

using namespace worker;

constexpr std::chrono::seconds kRetry{2}; ///< a worker that cannot start is tried again after this

/// Device profiles, by which a GPU's arithmetic is known.
const Result<Catalog> &catalog()
{
    static const Result<Catalog> loaded = Catalog::load(resourceDirectory());
    return loaded;
}

std::string versionText(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

/// Values as the GPU keeps them: 16 bits where the format has 16.
Status writeValues(WorkerBuffer &buffer, DType type, const std::vector<float> &values, const std::stop_token &stop)
{
    const std::size_t size = static_cast<std::size_t>(formatInfo(type).bytes);
    return buffer.write(
        [&](char *target, std::uint64_t offset, std::uint64_t bytes) {
            const float *const from = values.data() + offset / size;
            const std::size_t count = bytes / size;
            auto *const words = reinterpret_cast<std::uint16_t *>(target);
            if (type == DType::F16)
                std::transform(from, from + count, words, floatToHalf);
            else if (type == DType::BF16)
                std::transform(from, from + count, words, floatToBfloat16);
            else
                std::memcpy(target, from, bytes);
        },
        stop);
}

Status writeBytes(WorkerBuffer &buffer, const void *data, const std::stop_token &stop)
{
    return buffer.write(
        [&](char *target, std::uint64_t offset, std::uint64_t bytes) {
            std::memcpy(target, static_cast<const char *>(data) + offset, bytes);
        },
        stop);
}

/// First key and last key + 1 that each row of each batch entry sees.
std::vector<std::int32_t> visibleRanges(const Problem &p)
{
    std::vector<std::int32_t> ranges;
    ranges.reserve(2 * static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.seqlenQ));
    for (int batch = 0; batch < p.batch; ++batch) {
        for (int row = 0; row < p.seqlenQ; ++row) {
            const KeyRange keys = p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
            ranges.push_back(keys.begin);
            ranges.push_back(keys.end);
        }
    }
    return ranges;
}

} // namespace

CudaBackend::CudaBackend(CudaOptions options) : m_options(std::move(options)) {}

Result<std::shared_ptr<WorkerProcess>> CudaBackend::worker() const
{
    const std::lock_guard lock(m_mutex);
    if (m_worker && !m_worker->failed())
        return m_worker;
    // One that died may be replaced at once; one that cannot start here is not tried at every question.
    const auto now = std::chrono::steady_clock::now();
    if (!m_worker && !m_absence.ok() && now - m_lastTry < kRetry)
        return m_absence;
    m_worker.reset();
    m_absence = {};
    Result<std::string> program = m_options.program.empty() ? findWorkerProgram() : m_options.program;
    Result<std::shared_ptr<WorkerProcess>> started =
        program.ok() ? WorkerProcess::start(program.value(), m_options.timeouts) : program.status();
    m_lastTry = std::chrono::steady_clock::now();
    if (started.ok())
        m_worker = started.value();
    else
        m_absence = started.status();
    return started;
}

std::vector<BackendDevice> CudaBackend::devices() const
{
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    std::vector<BackendDevice> list;
    if (!process.ok() || !process.value()->refresh().ok())
        return list;
    const HelloReply hello = process.value()->hello();
    for (int i = 0; i < hello.deviceCount; ++i) {
        const DeviceInfo &info = hello.devices[i];
        BackendDevice device{"cuda:" + std::to_string(info.index), info.name};
        device.computeCapability = std::to_string(info.ccMajor) + "." + std::to_string(info.ccMinor);
        device.smCount = info.smCount;
        device.memoryTotal = info.memoryTotal;
        device.memoryFree = info.memoryFree;
        device.driver = versionText(hello.driverVersion);
        device.runtime = versionText(hello.runtimeVersion);
        list.push_back(std::move(device));
    }
    return list;
}

Phrase CudaBackend::absentReason() const
{
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    return process.ok() ? Phrase() : process.status().phrase();
}

Status CudaBackend::supports(const RunSpec &spec) const
{
    if (Status s = supportedByWorker(spec); !s.ok())
        return s;
    if (const Phrase reason = absentReason(); !reason.empty())
        return Status(StatusCode::Unsupported, phrase("the CUDA engine is not available: %1", reason));
    return {};
}

Result<GpuArithmetic> CudaBackend::arithmetic(const WorkerProcess &process) const
{
    GpuArithmetic gpu;
    gpu.useHardware = m_options.useHardware;
    gpu.useWarpGroups = m_options.useWarpGroups;
    const HelloReply hello = process.hello();
    const DeviceInfo &device = hello.devices[0];
    gpu.hasNativeBf16 = device.ccMajor >= 8;
    if (!catalog().ok())
        return catalog().status();
    for (const DeviceProfile &profile : catalog()->devices) {
        if (profile.ccMajor == device.ccMajor && profile.ccMinor == device.ccMinor)
            gpu.profiles.push_back(&profile);
    }
    return gpu;
}

Result<std::shared_ptr<const GpuInputs>> CudaBackend::upload(const std::shared_ptr<WorkerProcess> &process,
                                                             Problem problem,
                                                             const std::shared_ptr<const Inputs> &inputs,
                                                             const std::stop_token &stop) const
{
    problem.scale = problem.softcap = 0.0f;
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_uploaded, [](const Uploaded &u) { return u.onGpu.expired() || u.inputs.expired(); });
        for (const Uploaded &u : m_uploaded) {
            if (u.inputs.lock() != inputs || u.process.lock() != process || !(u.problem == problem))
                continue;
            if (std::shared_ptr<const GpuInputs> known = u.onGpu.lock())
                return known;
        }
    }
    const std::vector<std::int32_t> ranges = visibleRanges(problem);
    const std::uint64_t element = static_cast<std::uint64_t>(formatInfo(problem.dtype).bytes);
    auto made = std::make_shared<GpuInputs>();
    for (const auto &[target, bytes] :
         {std::pair{&made->q, element * inputs->q.size()}, std::pair{&made->k, element * inputs->k.size()},
          std::pair{&made->v, element * inputs->v.size()},
          std::pair{&made->ranges, sizeof(std::int32_t) * ranges.size()}}) {
        Result<std::shared_ptr<WorkerBuffer>> buffer = WorkerBuffer::allocate(process, bytes);
        if (!buffer.ok())
            return buffer.status();
        *target = std::move(buffer).value();
    }
    for (const auto &[target, values] :
         {std::pair{&made->q, &inputs->q}, std::pair{&made->k, &inputs->k}, std::pair{&made->v, &inputs->v}}) {
        if (Status s = writeValues(**target, problem.dtype, *values, stop); !s.ok())
            return s;
    }
    if (Status s = writeBytes(*made->ranges, ranges.data(), stop); !s.ok())
        return s;
    const std::lock_guard lock(m_mutex);
    m_uploaded.push_back({inputs, problem, process, made});
    return std::shared_ptr<const GpuInputs>(made);
}

Status CudaBackend::addTables(const std::shared_ptr<WorkerProcess> &process, const RunSpec &spec, Prepared &prepared,
                              const std::stop_token &stop) const
{
    if (prepared.plan.plan.approximation != Approximation::Tables)
        return {};
    std::vector<std::shared_ptr<WorkerBuffer>> &buffers = prepared.tables;
    {
        const std::lock_guard lock(m_mutex);
        if (m_tablesOf.lock() != process)
            m_tables.clear();
        m_tablesOf = process;
        if (const auto known = m_tables.find(spec.approxTable); known != m_tables.end())
            buffers = known->second;
    }
    if (buffers.empty()) {
        const Result<std::shared_ptr<const ApproxTables>> tables =
            ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!tables.ok())
            return tables.status();
        using Words = ApproxTables::Words;
        for (Words words : {Words::Ex2, Words::Rcp, Words::Lg2Low, Words::Lg2High}) {
            Result<std::shared_ptr<WorkerBuffer>> buffer =
                WorkerBuffer::allocate(process, WordTable::kEntries * sizeof(std::uint32_t));
            if (!buffer.ok())
                return buffer.status();
            const auto fill = [&](char *target, std::uint64_t offset, std::uint64_t bytes) {
                auto *const out = reinterpret_cast<std::uint32_t *>(target);
                for (std::uint64_t i = 0; i < bytes / sizeof(std::uint32_t); ++i)
                    out[i] =
                        tables.value()->word(words, static_cast<std::uint32_t>(offset / sizeof(std::uint32_t) + i));
            };
            if (Status s = buffer.value()->write(fill, stop); !s.ok())
                return s;
            buffers.push_back(std::move(buffer).value());
        }
        const std::lock_guard lock(m_mutex);
        m_tables[spec.approxTable] = buffers;
    }
    Plan &plan = prepared.plan.plan;
    plan.ex2 = buffers[0]->handle();
    plan.rcp = buffers[1]->handle();
    plan.lg2Low = buffers[2]->handle();
    plan.lg2High = buffers[3]->handle();
    return {};
}

/// Everything but the run itself, whose size the caller decides.
Result<CudaBackend::Prepared> CudaBackend::prepareOn(const std::shared_ptr<WorkerProcess> &process, const RunSpec &spec,
                                                     const std::shared_ptr<const Inputs> &inputs, CudaPlan plan,
                                                     const std::stop_token &stop) const
{
    Prepared prepared;
    prepared.plan = std::move(plan);
    Result<std::shared_ptr<const GpuInputs>> uploaded = upload(process, spec.problem, inputs, stop);
    if (!uploaded.ok())
        return uploaded.status();
    prepared.inputs = std::move(uploaded).value();
    Plan &p = prepared.plan.plan;
    p.q = prepared.inputs->q->handle();
    p.k = prepared.inputs->k->handle();
    p.v = prepared.inputs->v->handle();
    p.ranges = prepared.inputs->ranges->handle();
    const std::vector<std::int32_t> &programs = prepared.plan.programs;
    if (!programs.empty()) {
        Result<std::shared_ptr<WorkerBuffer>> buffer =
            WorkerBuffer::allocate(process, programs.size() * sizeof(std::int32_t));
        if (!buffer.ok())
            return buffer.status();
        prepared.programs = std::move(buffer).value();
        if (Status s = writeBytes(*prepared.programs, programs.data(), stop); !s.ok())
            return s;
        p.program = prepared.programs->handle();
    }
    if (Status s = addTables(process, spec, prepared, stop); !s.ok())
        return s;
    return prepared;
}

Result<std::unique_ptr<TileExecutor>> CudaBackend::prepare(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                           std::shared_ptr<const Schedule> schedule) const
{
    if (Status s = inputs->validate(spec.problem); !s.ok())
        return s;
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const Result<GpuArithmetic> gpu = arithmetic(*process.value());
    if (!gpu.ok())
        return gpu.status();
    Result<CudaPlan> plan = makeCudaPlan(spec, *schedule, gpu.value());
    if (!plan.ok())
        return plan.status();
    Result<Prepared> prepared = prepareOn(process.value(), spec, inputs, std::move(plan).value(), {});
    if (!prepared.ok())
        return prepared.status();
    if (Status s = prepared->create(process.value()); !s.ok())
        return s;
    std::vector<std::shared_ptr<WorkerBuffer>> buffers = std::move(prepared->tables);
    buffers.push_back(std::move(prepared->programs));
    return std::unique_ptr<TileExecutor>(std::make_unique<CudaExecutor>(std::move(schedule), std::move(prepared->plan),
                                                                        std::move(prepared->inputs), std::move(buffers),
                                                                        std::move(prepared->run)));
}

Result<Reference> CudaBackend::reference(const Problem &p, const std::shared_ptr<const Inputs> &inputs, int batch,
                                         int head, int rowBegin, int rowEnd, std::stop_token stop) const
{
    const Result<std::shared_ptr<WorkerProcess>> process = worker();
    if (!process.ok())
        return process.status();
    const Result<std::shared_ptr<const GpuInputs>> uploaded = upload(process.value(), p, inputs, stop);
    if (!uploaded.ok())
        return uploaded.status();
    const GpuInputs &in = *uploaded.value();
    Reference made;
    made.rows = rowEnd - rowBegin;
    made.cols = p.headDimV;
    const std::size_t d = static_cast<std::size_t>(p.headDimV), rows = static_cast<std::size_t>(made.rows);
    for (std::vector<double> *values : {&made.output, &made.outputBound, &made.termSums})
        values->resize(rows * d);
    made.lse.resize(rows);
    // As many rows at once as the shared memory holds, but few enough to be asked often whether to go on.
    const int fitting = static_cast<int>(kDataBytes / sizeof(double) / (3 * d + 1));
    const int step = std::clamp(fitting, 1, 1024);
    for (int row = rowBegin; row < rowEnd; row += step) {
        const int count = std::min(step, rowEnd - row);
        const ReferenceRequest request{in.q->handle(),
                                       in.k->handle(),
                                       in.v->handle(),
                                       in.ranges->handle(),
                                       p.batch,
                                       p.heads,
                                       p.kvHeads,
                                       p.seqlenQ,
                                       p.seqlenK,
                                       p.headDim,
                                       p.headDimV,
                                       elementOf(p.dtype),
                                       p.scale,
                                       p.softcap,
                                       batch,
                                       head,
                                       p.kvHeadOf(head),
                                       row,
                                       count};
        WorkerProcess::Turn turn = process.value()->turn(stop);
        if (!turn.begun())
            return Status::cancelled();
        const Result<Reply> reply = turn.call(Command::Reference, 0, &request, sizeof request, stop);
        if (!reply.ok())
            return reply.status();
        const double *from = reinterpret_cast<const double *>(turn.data());
        const std::size_t cells = static_cast<std::size_t>(count) * d, at = static_cast<std::size_t>(row - rowBegin);
        for (std::vector<double> *values : {&made.output, &made.outputBound, &made.termSums}) {
            std::copy_n(from, cells, values->begin() + static_cast<std::ptrdiff_t>(at * d));
            from += cells;
        }
        std::copy_n(from, count, made.lse.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return made;
}

const CudaBackend &cudaBackend()
{
    static const CudaBackend backend;
    return backend;
}

} // namespace ulpscope
