// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The engine's side of the worker protocol, against a worker that misbehaves as it is told.
#include "support/golden.h"

#include "engine/backend/calibration_device.h"
#include "engine/backend/cuda_backend.h"
#include "engine/trace/stepper.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

namespace ulpscope::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class FakeWorker : public testing::Test {
protected:
    void SetUp() override
    {
        m_problem.seqlenQ = 70;
        m_problem.seqlenK = 300;
        m_problem.headDim = m_problem.headDimV = 64;
        m_problem.heads = m_problem.kvHeads = 2;
        auto inputs = std::make_shared<Inputs>();
        inputs->q.resize(2u * 70 * 64, 0.5f);
        inputs->k.resize(2u * 300 * 64, 0.5f);
        inputs->v = inputs->k;
        m_inputs = inputs;
        RunRequest request;
        request.batch = 256;
        m_spec = resolveOrFail(m_problem, request);
        m_once = testing::TempDir() + "ulpscope_worker_once";
        std::remove(m_once.c_str());
    }
    void TearDown() override
    {
        unsetenv("ULPSCOPE_FAKE_WORKER");
        std::remove(m_once.c_str());
    }

    static CudaOptions options(const std::string &script, const char *program = ULPSCOPE_FAKE_WORKER_PROGRAM)
    {
        setenv("ULPSCOPE_FAKE_WORKER", script.c_str(), 1);
        CudaOptions o;
        o.program = program;
        o.timeouts.start = 2000ms;
        o.timeouts.silence = 400ms;
        o.timeouts.cancel = 100ms;
        return o;
    }
    /// A script for the first worker only: the next one behaves.
    std::string once(const std::string &script) const { return script + ",once:" + m_once; }

    std::unique_ptr<Stepper> stepper(const CudaBackend &backend)
    {
        auto made = Stepper::create(backend, m_spec, m_inputs);
        EXPECT_TRUE(made.ok()) << made.status().message();
        return made.ok() ? std::move(made).value() : nullptr;
    }
    /// The run ended with a message that has `what`; a new one works, on the same backend.
    void expectNextRunWorks(const CudaBackend &backend)
    {
        const auto next = stepper(backend);
        ASSERT_TRUE(next);
        const Result<Step> step = next->forward();
        EXPECT_TRUE(step.ok()) << step.status().message();
    }

    Problem m_problem;
    std::shared_ptr<const Inputs> m_inputs;
    RunSpec m_spec;
    std::string m_once;
};

TEST_F(FakeWorker, TellsItsDevices)
{
    const CudaBackend backend(options(""));
    EXPECT_EQ(backend.absentReason(), "");
    const std::vector<BackendDevice> devices = backend.devices();
    ASSERT_EQ(devices.size(), 1u);
    EXPECT_EQ(devices[0].id, "cuda:0");
    EXPECT_EQ(devices[0].name, "Imaginary GPU");
    EXPECT_EQ(devices[0].computeCapability, "9.0");
    EXPECT_EQ(devices[0].smCount, 4);
    EXPECT_EQ(devices[0].memoryTotal, 80'000'000'000u);
    EXPECT_EQ(devices[0].memoryFree, 70'000'000'000u);
    EXPECT_EQ(devices[0].driver, "13.0");
    EXPECT_TRUE(backend.supports(m_spec).ok());
}

TEST_F(FakeWorker, SaysWhyItIsAbsent)
{
    struct Case {
        const char *script;
        std::vector<std::string> words;
    };
    const Case cases[] = {
        {"no-driver", {"no NVIDIA driver"}},
        {"old-driver", {"too old", "CUDA 12.2", "CUDA 13.0"}},
        {"no-device", {"finds no GPU"}},
        {"version", {std::to_string(worker::kVersion + 1), std::to_string(worker::kVersion) + " is needed"}},
        {"mute", {"did not answer for 2.0 s"}},
        {"garbage:Hello", {"does not speak"}},
        {"die:Hello", {"died (signal 9, SIGKILL)"}},
        {"exit:Hello", {"ended by itself with status 7"}},
    };
    for (const Case &c : cases) {
        SCOPED_TRACE(c.script);
        const CudaBackend backend(options(c.script));
        const std::string reason = backend.absentReason().english();
        for (const std::string &word : c.words)
            EXPECT_NE(reason.find(word), std::string::npos) << reason;
        EXPECT_TRUE(backend.devices().empty());
        EXPECT_FALSE(backend.supports(m_spec).ok());
        EXPECT_FALSE(Stepper::create(backend, m_spec, m_inputs).ok());
    }
    const CudaBackend missing(options("", "/nowhere/ulpscope-cuda"));
    const std::string reason = missing.absentReason().english();
    EXPECT_NE(reason.find("/nowhere/ulpscope-cuda"), std::string::npos) << reason;
    setenv("ULPSCOPE_CUDA_WORKER", "/nowhere/else", 1);
    const CudaBackend elsewhere;
    EXPECT_NE(elsewhere.absentReason().english().find("there is no /nowhere/else"), std::string::npos);
    unsetenv("ULPSCOPE_CUDA_WORKER");
}

TEST_F(FakeWorker, StepsForwardsAndBackwards)
{
    const CudaBackend backend(options(""));
    const auto walk = stepper(backend);
    ASSERT_TRUE(walk);
    const std::uint64_t total = walk->schedule()->stepCount();
    for (std::uint64_t i = 0; i < total; ++i)
        ASSERT_TRUE(walk->forward().ok()) << i;
    EXPECT_EQ(walk->forward().status().code(), StatusCode::NotFound);
    EXPECT_EQ(walk->read(Quantity::Output)->cols, 64);
    while (walk->position() > 0)
        ASSERT_TRUE(walk->backward().ok());
}

TEST_F(FakeWorker, WholeRunTellsItsProgress)
{
    const CudaBackend backend(options("slow:Execute"));
    WholeRunOptions whole;
    std::uint64_t last = 0, of = 0;
    int calls = 0;
    whole.progress = [&](std::uint64_t done, std::uint64_t total) {
        last = done;
        of = total;
        ++calls;
    };
    const Result<RunOutput> output = runWhole(backend, m_spec, m_inputs, whole);
    ASSERT_TRUE(output.ok()) << output.status().message();
    EXPECT_EQ(output->output.size(), 2u * 70 * 64);
    EXPECT_EQ(output->lse.size(), 2u * 70);
    EXPECT_GT(calls, 5); // a second at 50 ms
    EXPECT_EQ(last, of);
    EXPECT_GT(of, 0u);
}

TEST_F(FakeWorker, EndsOnlyTheRunWhenItBreaks)
{
    struct Case {
        const char *script, *words;
    };
    for (const Case &c :
         {Case{"die:Execute", "died (signal 9, SIGKILL)"}, Case{"exit:Execute", "status 7"},
          Case{"hang:Execute", "did not answer for 0.4 s"}, Case{"garbage:Execute", "protocol"},
          Case{"lost:Execute", "lost its GPU: an illegal memory access"}, Case{"die:Read", "died (signal 9"}}) {
        SCOPED_TRACE(c.script);
        std::remove(m_once.c_str());
        const CudaBackend backend(options(once(c.script)));
        const auto broken = stepper(backend);
        ASSERT_TRUE(broken);
        Result<Step> step = broken->forward();
        if (step.ok()) // a value that could not be read is empty, the next step says why
            step = broken->forward();
        ASSERT_FALSE(step.ok());
        EXPECT_NE(step.status().message().find(c.words), std::string::npos) << step.status().message();
        const Result<Step> again = broken->forward();
        ASSERT_FALSE(again.ok());
        EXPECT_NE(again.status().message().find("this run with it"), std::string::npos) << again.status().message();
        expectNextRunWorks(backend);
    }
}

TEST_F(FakeWorker, CancelsWithin200Milliseconds)
{
    for (const char *script : {"slow:Execute", "hang:Execute"}) {
        SCOPED_TRACE(script);
        std::remove(m_once.c_str());
        const CudaBackend backend(options(once(script)));
        ASSERT_EQ(backend.absentReason(), "");
        std::stop_source source;
        WholeRunOptions whole;
        whole.stop = source.get_token();
        Clock::time_point asked;
        const std::jthread asker([&] {
            std::this_thread::sleep_for(150ms);
            asked = Clock::now();
            source.request_stop();
        });
        const Result<RunOutput> output = runWhole(backend, m_spec, m_inputs, whole);
        const auto took = Clock::now() - asked;
        EXPECT_EQ(output.status().code(), StatusCode::Cancelled) << output.status().message();
        EXPECT_LT(took, 200ms);
        expectNextRunWorks(backend);
    }
}

TEST_F(FakeWorker, EndsOnlyTheCalibrationWhenItBreaks)
{
    const auto limits = [](CalibrationDevice &device) { return device.limits({}).status(); };
    const auto approximate = [](CalibrationDevice &device) {
        std::vector<std::uint32_t> words(16);
        return device.approximate(worker::ApproxFunction::Ex2Ftz, 0, words, {});
    };
    const auto multiply = [](CalibrationDevice &device) {
        MmaBatch batch;
        batch.k = 16;
        batch.a = batch.b = std::vector<float>(16, 1.0f);
        batch.c = {0.0f};
        return device.multiply(worker::MatrixUnit::F16ToF32, batch, {}).status();
    };
    const struct {
        const char *script, *words;
        std::function<Status(CalibrationDevice &)> ask;
    } cases[] = {{"die:Limits", "died (signal 9, SIGKILL)", limits},
                 {"garbage:Limits", "protocol", limits},
                 {"exit:Approximate", "status 7", approximate},
                 {"hang:Multiply", "did not answer for 0.4 s", multiply},
                 {"lost:Multiply", "lost its GPU: an illegal memory access", multiply}};
    for (const auto &c : cases) {
        SCOPED_TRACE(c.script);
        std::remove(m_once.c_str());
        const CudaBackend backend(options(once(c.script)));
        const auto device = backend.calibrationDevice();
        ASSERT_TRUE(device.ok()) << device.status().message();
        const Status broken = c.ask(*device.value());
        EXPECT_FALSE(broken.ok());
        EXPECT_NE(broken.message().find(c.words), std::string::npos) << broken.message();
        const auto again = backend.calibrationDevice();
        ASSERT_TRUE(again.ok()) << again.status().message();
        EXPECT_TRUE(c.ask(*again.value()).ok());
    }
}

TEST_F(FakeWorker, RefusesWhatDoesNotFitWithTheNumbers)
{
    const CudaBackend little(options("memory:CreateRun"));
    const auto refused = Stepper::create(little, m_spec, m_inputs);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.status().code(), StatusCode::OutOfMemory);
    EXPECT_NE(refused.status().message().find("1.5 GB free, 9.0 GB more"), std::string::npos)
        << refused.status().message();

    const CudaBackend small(options("small"));
    const Result<RunOutput> output = runWhole(small, m_spec, m_inputs, {});
    ASSERT_FALSE(output.ok());
    EXPECT_EQ(output.status().code(), StatusCode::OutOfMemory);
    EXPECT_NE(output.status().message().find("0.1 MB are free"), std::string::npos) << output.status().message();
}

TEST_F(FakeWorker, OutlivesItsWorkerQuietly)
{
    auto backend = std::make_unique<CudaBackend>(options(once("die:Execute")));
    auto first = stepper(*backend);
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->forward().ok());
    const auto second = stepper(*backend);
    ASSERT_TRUE(second);
    first.reset(); // its buffers belong to a worker that is gone
    EXPECT_TRUE(second->forward().ok());
    backend.reset(); // the run keeps its worker
    EXPECT_TRUE(second->forward().ok());
}

} // namespace
} // namespace ulpscope::test
