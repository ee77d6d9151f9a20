// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A worker without a GPU, for tests of the engine's side of the protocol. ULPSCOPE_FAKE_WORKER says how it behaves:
// comma-separated words, of which the first that fits a command is followed.
//   version      speaks another version            no-driver, old-driver, no-device   has no GPU, and says so
//   mute         never answers a Hello             small      has a GPU with 100 KB free
//   garbage:COMMAND answers with noise
//   die:COMMAND  ends by a signal                  exit:COMMAND                       ends by itself
//   hang:COMMAND answers no more                   lost:COMMAND                       loses its GPU
//   slow:COMMAND takes a second, and stops when it is told to
//   memory:COMMAND has too little memory           once:FILE   the words hold only where FILE does not exist, and make
//   it
// COMMAND is a name as in worker_protocol.h. Otherwise it does what it is told, with zeros for results.
#include "engine/backend/worker_protocol.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace ulpscope::worker;

const char *nameOf(Command command)
{
    switch (command) {
    case Command::Hello: return "Hello";
    case Command::Allocate: return "Allocate";
    case Command::Write: return "Write";
    case Command::Fetch: return "Fetch";
    case Command::Free: return "Free";
    case Command::CreateRun: return "CreateRun";
    case Command::FreeRun: return "FreeRun";
    case Command::Execute: return "Execute";
    case Command::Read: return "Read";
    case Command::Save: return "Save";
    case Command::Restore: return "Restore";
    case Command::Reference: return "Reference";
    case Command::Orders: return "Orders";
    case Command::Arrivals: return "Arrivals";
    case Command::Limits: return "Limits";
    case Command::Approximate: return "Approximate";
    case Command::Multiply: return "Multiply";
    }
    return "?";
}

struct Script {
    std::vector<std::string> words;

    Script()
    {
        const char *const text = std::getenv("ULPSCOPE_FAKE_WORKER");
        std::string word;
        for (const char *c = text ? text : ""; *c; ++c) {
            if (*c == ',')
                words.push_back(std::exchange(word, {}));
            else
                word += *c;
        }
        words.push_back(word);
        for (const std::string &w : words) {
            if (w.rfind("once:", 0) != 0)
                continue;
            const std::string file = w.substr(5);
            if (access(file.c_str(), F_OK) == 0)
                words.clear();
            else if (std::FILE *made = std::fopen(file.c_str(), "w"))
                std::fclose(made);
            break;
        }
    }
    bool says(const std::string &word) const
    {
        for (const std::string &w : words) {
            if (w == word)
                return true;
        }
        return false;
    }
    bool says(const char *what, Command command) const { return says(std::string(what) + ":" + nameOf(command)); }
};

bool readAll(void *data, std::size_t bytes)
{
    for (char *at = static_cast<char *>(data); bytes > 0;) {
        const ssize_t got = recv(kSocket, at, bytes, 0);
        if (got <= 0)
            return false;
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

void answer(Header header, Outcome outcome, const void *payload, std::size_t bytes)
{
    header.outcome = static_cast<std::uint32_t>(outcome);
    header.bytes = static_cast<std::uint32_t>(bytes);
    std::vector<char> message(sizeof header + bytes);
    std::memcpy(message.data(), &header, sizeof header);
    std::memcpy(message.data() + sizeof header, payload, bytes);
    if (send(kSocket, message.data(), message.size(), MSG_NOSIGNAL) < 0)
        _exit(0);
}

HelloReply hello(const Script &script)
{
    HelloReply reply{};
    reply.driverVersion = script.says("no-driver") ? 0 : script.says("old-driver") ? 12020 : 13000;
    reply.runtimeVersion = 13000;
    reply.state = script.says("no-driver")    ? GpuState::NoDriver
                  : script.says("old-driver") ? GpuState::OldDriver
                  : script.says("no-device")  ? GpuState::NoDevice
                                              : GpuState::Ready;
    if (reply.state != GpuState::Ready)
        return reply;
    reply.deviceCount = 1;
    DeviceInfo &device = reply.devices[0];
    std::snprintf(device.name, sizeof device.name, "Imaginary GPU");
    device.ccMajor = 9;
    device.smCount = 4;
    device.memoryTotal = 80'000'000'000;
    device.memoryFree = script.says("small") ? 100'000 : 70'000'000'000;
    return reply;
}

/// Bytes that a Read of the run's plan gives.
std::uint64_t readBytes(const Plan &plan, const ReadRequest &request)
{
    const std::int32_t cols =
        request.value == Value::Scores || request.value == Value::Probs ? plan.tileN
        : request.value == Value::LaneSums                              ? plan.lanes.width
        : request.value == Value::OutputAcc || request.value == Value::Output || request.value == Value::TileOut
            ? plan.headDimV
            : 1;
    return static_cast<std::uint64_t>(request.context.rows) * static_cast<std::uint64_t>(cols) * sizeof(float);
}

} // namespace

int main()
{
    const Script script;
    char *const memory =
        static_cast<char *>(mmap(nullptr, kControlBytes + kDataBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kMemory, 0));
    auto &control = *reinterpret_cast<Control *>(memory);
    char *const data = memory + kControlBytes;
    Plan plan{};
    std::uint64_t handles = 0;
    Header request;
    char payload[kMaxPayload];
    while (readAll(&request, sizeof request) && request.bytes <= sizeof payload && readAll(payload, request.bytes)) {
        const Command command = static_cast<Command>(request.command);
        const auto hang = [] {
            for (;;)
                pause();
        };
        if (script.says("die", command))
            raise(SIGKILL); // which a sanitizer does not catch
        if (script.says("exit", command))
            return 7;
        if (script.says("hang", command) || (command == Command::Hello && script.says("mute")))
            hang();
        if (script.says("garbage", command)) {
            char noise[sizeof(Header)];
            std::memset(noise, 0x5A, sizeof noise);
            if (send(kSocket, noise, sizeof noise, MSG_NOSIGNAL) < 0)
                return 0;
            continue;
        }
        Reply reply{};
        if (command == Command::Hello) {
            if (script.says("version"))
                request.version = kVersion + 1;
            const HelloReply greeting = hello(script);
            answer(request, script.says("version") ? Outcome::VersionDiffers : Outcome::Ok, &greeting, sizeof greeting);
            continue;
        }
        if (script.says("lost", command) || script.says("memory", command)) {
            std::snprintf(reply.text, sizeof reply.text, "an illegal memory access was encountered");
            reply.needed = 9'000'000'000;
            reply.available = 1'500'000'000;
            answer(request, script.says("lost", command) ? Outcome::LostContext : Outcome::OutOfMemory, &reply,
                   sizeof reply);
            continue;
        }
        Outcome outcome = Outcome::Ok;
        if (script.says("slow", command)) {
            for (int i = 0; i < 100 && outcome == Outcome::Ok; ++i) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
                control.progress.fetch_add(1);
                if (control.cancel.load() == request.sequence)
                    outcome = Outcome::Cancelled;
            }
        }
        switch (command) {
        case Command::CreateRun: std::memcpy(&plan, payload, sizeof plan); [[fallthrough]];
        case Command::Allocate: reply.handle = ++handles; break;
        case Command::Save:
            reply.handle = ++handles;
            reply.bytes = slotLayout(plan).total * sizeof(float);
            break;
        case Command::Read: {
            ReadRequest read;
            std::memcpy(&read, payload, sizeof read);
            reply.bytes = readBytes(plan, read);
            std::memset(data, 0, reply.bytes);
            break;
        }
        case Command::Fetch: {
            Numbers numbers;
            std::memcpy(&numbers, payload, sizeof numbers);
            std::memset(data, 0, numbers.bytes);
            break;
        }
        case Command::Execute: {
            Numbers numbers;
            std::memcpy(&numbers, payload, sizeof numbers);
            if (outcome == Outcome::Ok)
                control.done.store(numbers.count);
            break;
        }
        default: break;
        }
        answer(request, outcome, &reply, sizeof reply);
    }
    return 0;
}
