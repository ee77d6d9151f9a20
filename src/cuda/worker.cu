// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/worker.h"

#include "cuda/arrivals.h"
#include "cuda/kernels.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ulpscope::cuda {
namespace {

bool readAll(int socket, void *data, std::size_t bytes)
{
    char *at = static_cast<char *>(data);
    while (bytes > 0) {
        const ssize_t got = recv(socket, at, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool writeAll(int socket, const void *data, std::size_t bytes)
{
    const char *at = static_cast<const char *>(data);
    while (bytes > 0) {
        const ssize_t sent = ::send(socket, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        bytes -= static_cast<std::size_t>(sent);
    }
    return true;
}

template <typename T>
T payloadAs(const Header &request, const char *payload)
{
    if (request.bytes != sizeof(T))
        throw std::runtime_error("a message has the wrong size");
    T value;
    std::memcpy(&value, payload, sizeof value);
    return value;
}

/// Errors after which no call of this process's context succeeds.
bool isFatal(cudaError_t error)
{
    return error != cudaErrorMemoryAllocation && error != cudaErrorInvalidValue &&
           error != cudaErrorInvalidConfiguration;
}

__global__ void spinForEver(volatile int *stop)
{
    while (*stop == 0) {
    }
}
__global__ void writeNowhere(int *p) { *p = 1; }

} // namespace

/// Looks whether the engine wants the request at hand to end.
class Worker::Watch final : public Supervisor {
public:
    Watch(Control &control, std::uint32_t sequence) : m_control(control), m_sequence(sequence) {}
    bool cancelled() const override { return m_control.cancel.load(std::memory_order_relaxed) == m_sequence; }
    void progress(std::uint64_t itemsDone) override
    {
        m_control.done.store(itemsDone, std::memory_order_relaxed);
        m_control.progress.fetch_add(1, std::memory_order_relaxed);
    }

private:
    Control &m_control;
    std::uint32_t m_sequence;
};

Worker::Worker(int socket, char *sharedMemory)
    : m_socket(socket), m_control(reinterpret_cast<Control *>(sharedMemory)), m_data(sharedMemory + kControlBytes)
{
    if (const char *fault = std::getenv("ULPSCOPE_CUDA_FAULT")) {
        m_fault = fault;
        const std::size_t colon = m_fault.find(':');
        m_executesUntilFault = colon == std::string::npos ? 1 : std::atol(m_fault.c_str() + colon + 1);
        m_fault.resize(std::min(colon, m_fault.size()));
    }
}

int Worker::serve()
{
    Header request;
    char payload[kMaxPayload];
    while (readAll(m_socket, &request, sizeof request)) {
        if (request.magic != kMagic || request.bytes > sizeof payload)
            return 2;
        if (!readAll(m_socket, payload, request.bytes))
            return 0;
        if (!answer(request, payload))
            return 0;
        if (m_outcome == Outcome::LostContext)
            return 3;
    }
    return 0;
}

bool Worker::send(const Header &request, Outcome outcome, const void *payload, std::size_t bytes)
{
    Header header = request;
    header.version = kVersion;
    header.outcome = static_cast<std::uint32_t>(outcome);
    header.bytes = static_cast<std::uint32_t>(bytes);
    char message[sizeof(Header) + kMaxPayload];
    std::memcpy(message, &header, sizeof header);
    std::memcpy(message + sizeof header, payload, bytes);
    return writeAll(m_socket, message, sizeof header + bytes);
}

bool Worker::answer(const Header &request, const char *payload)
{
    m_outcome = Outcome::Ok;
    m_reply = {};
    const auto say = [this](Outcome outcome, const char *text) {
        m_outcome = outcome;
        std::snprintf(m_reply.text, sizeof m_reply.text, "%s", text);
    };
    if (request.version != kVersion)
        return send(request, Outcome::VersionDiffers, &m_reply, sizeof m_reply);
    try {
        dispatch(request, payload);
    } catch (const NotEnoughMemory &error) {
        say(Outcome::OutOfMemory, error.what());
        m_reply.needed = error.needed;
        m_reply.available = error.available;
    } catch (const CudaError &error) {
        say(isFatal(error.error()) ? Outcome::LostContext : Outcome::Failed, error.what());
    } catch (const std::exception &error) {
        say(Outcome::Failed, error.what());
    }
    if (static_cast<Command>(request.command) == Command::Hello && m_outcome == Outcome::Ok)
        return send(request, m_outcome, &m_hello, sizeof m_hello);
    return send(request, m_outcome, &m_reply, sizeof m_reply);
}

void Worker::useGpu()
{
    if (!m_stream)
        ULPSCOPE_CUDA(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking));
}

void Worker::dispatch(const Header &request, const char *payload)
{
    const Command command = static_cast<Command>(request.command);
    if (command == Command::Hello) {
        m_hello = hello();
        return;
    }
    useGpu();
    const auto numbers = [&] { return payloadAs<Numbers>(request, payload); };
    const auto inShared = [&](std::uint64_t bytes) {
        if (bytes > kDataBytes)
            throw std::runtime_error("a message is larger than the shared memory");
    };
    const auto part = [&](const Numbers &n) {
        inShared(n.bytes);
        const Buffer &buffer = m_buffers.get(n.handle);
        if (n.offset > buffer.bytes() || n.bytes > buffer.bytes() - n.offset)
            throw std::runtime_error("a message reaches beyond a buffer");
        return buffer.data() + n.offset;
    };
    switch (command) {
    case Command::Hello: break;
    case Command::Allocate: m_reply.handle = m_buffers.make(numbers().bytes); break;
    case Command::Write: {
        const Numbers n = numbers();
        ULPSCOPE_CUDA(cudaMemcpyAsync(part(n), m_data, n.bytes, cudaMemcpyHostToDevice, m_stream));
        ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
        break;
    }
    case Command::Fetch: {
        const Numbers n = numbers();
        ULPSCOPE_CUDA(cudaMemcpyAsync(m_data, part(n), n.bytes, cudaMemcpyDeviceToHost, m_stream));
        ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
        break;
    }
    case Command::Free: m_buffers.remove(numbers().handle); break;
    case Command::CreateRun:
        m_reply.handle = m_runs.make(payloadAs<Plan>(request, payload), m_buffers, m_stream);
        break;
    case Command::FreeRun: m_runs.remove(request.run); break;
    case Command::Execute: execute(request, numbers()); break;
    case Command::Read:
        m_reply.bytes = m_runs.get(request.run).read(payloadAs<ReadRequest>(request, payload), m_data, kDataBytes);
        break;
    case Command::Save: {
        std::unique_ptr<Buffer> state = m_runs.get(request.run).save(numbers().count);
        m_reply.bytes = state->bytes();
        m_reply.handle = m_buffers.adopt(std::move(state));
        break;
    }
    case Command::Restore: m_runs.get(request.run).restore(m_buffers.get(numbers().handle)); break;
    case Command::Reference: reference(payloadAs<ReferenceRequest>(request, payload)); break;
    case Command::Orders: orders(request, payloadAs<OrdersRequest>(request, payload)); break;
    case Command::Arrivals: arrivals(request, payloadAs<ArrivalsRequest>(request, payload)); break;
    case Command::Limits: sendLimits(); break;
    case Command::Approximate: approximate(payloadAs<ApproxRequest>(request, payload)); break;
    case Command::Multiply: multiply(payloadAs<MmaRequest>(request, payload)); break;
    default: throw std::runtime_error("a message names a command that does not exist");
    }
}

HelloReply Worker::hello()
{
    HelloReply reply{};
    const auto say = [&reply](GpuState state, cudaError_t error) {
        reply.state = state;
        std::snprintf(reply.text, sizeof reply.text, "%s", cudaGetErrorString(error));
        return reply;
    };
    cudaRuntimeGetVersion(&reply.runtimeVersion);
    cudaDriverGetVersion(&reply.driverVersion); // 0 without a driver
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
        if (error == cudaErrorInsufficientDriver || reply.driverVersion == 0)
            return say(reply.driverVersion == 0 ? GpuState::NoDriver : GpuState::OldDriver, error);
        return say(error == cudaErrorNoDevice ? GpuState::NoDevice : GpuState::Failed, error);
    }
    reply.deviceCount = std::min(count, 8);
    for (int i = 0; i < reply.deviceCount; ++i) {
        DeviceInfo &info = reply.devices[i];
        cudaDeviceProp properties;
        if (const cudaError_t error = cudaGetDeviceProperties(&properties, i); error != cudaSuccess)
            return say(GpuState::Failed, error);
        std::snprintf(info.name, sizeof info.name, "%s", properties.name);
        info.ccMajor = properties.major;
        info.ccMinor = properties.minor;
        info.smCount = properties.multiProcessorCount;
        info.index = i;
        info.memoryTotal = properties.totalGlobalMem;
    }
    if (reply.deviceCount == 0)
        return say(GpuState::NoDevice, cudaErrorNoDevice);
    // The first device is the one that is used (CUDA_VISIBLE_DEVICES chooses); only its free memory is asked for, since
    // that makes a context.
    std::size_t available = 0, total = 0;
    if (const cudaError_t error = cudaMemGetInfo(&available, &total); error != cudaSuccess)
        return say(GpuState::Failed, error);
    reply.devices[0].memoryFree = available;
    return reply;
}

void Worker::execute(const Header &request, const Numbers &numbers)
{
    if (numbers.count > kDataBytes / sizeof(Item))
        throw std::runtime_error("a message is larger than the shared memory");
    if (!m_fault.empty() && --m_executesUntilFault == 0)
        injectFault();
    m_control->done.store(0, std::memory_order_relaxed);
    Watch watch(*m_control, request.sequence);
    const Item *const items = reinterpret_cast<const Item *>(m_data);
    const std::size_t done = m_runs.get(request.run).execute(items, numbers.count, watch);
    watch.progress(done);
    m_reply.handle = done;
    if (done < numbers.count)
        m_outcome = Outcome::Cancelled;
}

void Worker::reference(const ReferenceRequest &request)
{
    const std::size_t rows = static_cast<std::size_t>(request.rows), d = static_cast<std::size_t>(request.headDimV);
    const std::size_t bytes = rows * (3 * d + 1) * sizeof(double);
    if (request.rows < 1 || bytes > kDataBytes)
        throw std::runtime_error("a reference is larger than the shared memory");
    const Buffer out(bytes);
    ReferenceView view{};
    view.request = request;
    view.q = m_buffers.get(request.q).data();
    view.k = m_buffers.get(request.k).data();
    view.v = m_buffers.get(request.v).data();
    view.ranges = m_buffers.get(request.ranges).as<int2>();
    view.output = out.as<double>();
    view.bound = view.output + rows * d;
    view.terms = view.bound + rows * d;
    view.lse = view.terms + rows * d;
    cuda::reference(view, m_stream);
    ULPSCOPE_CUDA(cudaMemcpyAsync(m_data, out.data(), bytes, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    m_reply.bytes = bytes;
}

void Worker::orders(const Header &request, const OrdersRequest &orders)
{
    const std::size_t term = orders.isDouble ? sizeof(double) : sizeof(float);
    const std::size_t bytes = static_cast<std::size_t>(orders.partials) * term;
    const auto part = [&](std::uint64_t handle, std::size_t least) {
        const Buffer &buffer = m_buffers.get(handle);
        if (buffer.bytes() < least)
            throw std::runtime_error("a message reaches beyond a buffer");
        return buffer.data();
    };
    if (orders.partials < 1 || bytes * (orders.weights ? 2 : 1) > kMaxOrderBytes)
        throw std::runtime_error("an order has more terms than fit");
    OrdersView view{};
    view.request = orders;
    view.values = part(orders.values, bytes);
    view.weights = orders.weights ? part(orders.weights, bytes) : nullptr;
    view.table = reinterpret_cast<OrderEntry *>(part(orders.table, kOrderTableBytes));
    view.used = reinterpret_cast<unsigned long long *>(view.table + kOrderSlots);
    view.isFull = view.used + 1;
    const Buffer out(kMaxOrderEntries * sizeof(OrderEntry));

    constexpr std::uint64_t kDrawsPerLaunch = std::uint64_t{1} << 30; // between two looks: some milliseconds
    const std::uint64_t perLaunch = kDrawsPerLaunch / static_cast<std::uint64_t>(orders.partials);
    Watch watch(*m_control, request.sequence);
    clearOrders(view, m_stream);
    for (std::uint64_t done = 0; done < orders.count;) {
        const std::uint64_t count = std::min(perLaunch, orders.count - done);
        sumOrders(view, orders.first + done, count, m_stream);
        ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
        done += count;
        watch.progress(done);
        if (watch.cancelled()) {
            m_outcome = Outcome::Cancelled;
            return;
        }
    }
    collectOrders(view, out.as<OrderEntry>(), m_stream);
    unsigned long long state[2];
    ULPSCOPE_CUDA(cudaMemcpyAsync(state, view.used, sizeof state, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    if (state[1] != 0 || state[0] > kMaxOrderEntries) {
        m_reply.handle = 1;
        return;
    }
    m_reply.bytes = state[0] * sizeof(OrderEntry);
    ULPSCOPE_CUDA(cudaMemcpyAsync(m_data, out.data(), m_reply.bytes, cudaMemcpyDeviceToHost, m_stream));
    ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
}

void Worker::arrivals(const Header &request, const ArrivalsRequest &arrivals)
{
    Watch watch(*m_control, request.sequence);
    const std::size_t done =
        runArrivals(arrivals, m_buffers, m_stream, watch, reinterpret_cast<ArrivalLaunch *>(m_data));
    m_reply.bytes = done * sizeof(ArrivalLaunch);
    if (done < static_cast<std::size_t>(arrivals.launches))
        m_outcome = Outcome::Cancelled;
}

/// For tests: what a broken kernel or driver does.
void Worker::injectFault()
{
    if (m_fault == "die")
        raise(SIGKILL);
    if (m_fault == "hang") {
        const Buffer flag(sizeof(int));
        ULPSCOPE_CUDA(cudaMemset(flag.data(), 0, sizeof(int)));
        spinForEver<<<1, 1, 0, m_stream>>>(flag.as<int>());
        ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    }
    if (m_fault == "address") {
        writeNowhere<<<1, 1, 0, m_stream>>>(reinterpret_cast<int *>(16));
        ULPSCOPE_CUDA(cudaStreamSynchronize(m_stream));
    }
}

} // namespace ulpscope::cuda
