// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A worker on a real GPU that is made to break (ULPSCOPE_CUDA_FAULT): the run ends with a message, what was traced
// stays, the next run works.
#include "random_specs.h"

#include "engine/backend/cuda_backend.h"
#include "engine/trace/stepper.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace ulpscope::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class GpuFaults : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
    }
    void TearDown() override { unsetenv("ULPSCOPE_CUDA_FAULT"); }

    static CudaOptions options(const char *fault)
    {
        setenv("ULPSCOPE_CUDA_FAULT", fault, 1);
        CudaOptions o;
        o.timeouts.silence = 1500ms;
        return o;
    }
    static void expectNextRunWorks(const CudaBackend &backend, const RandomRun &run)
    {
        unsetenv("ULPSCOPE_CUDA_FAULT"); // of the next worker
        const Clock::time_point start = Clock::now();
        const auto next = Stepper::create(backend, run.spec, run.inputs);
        ASSERT_TRUE(next.ok()) << next.status().message();
        for (int i = 0; i < 6; ++i) {
            const Result<Step> step = next.value()->forward();
            ASSERT_TRUE(step.ok()) << step.status().message();
        }
        std::printf("the next run stands after %.2f s\n", std::chrono::duration<double>(Clock::now() - start).count());
    }

    const RandomRun m_run = randomRun(3);
};

TEST_F(GpuFaults, EndTheRunAndKeepItsTrace)
{
    struct Case {
        const char *fault, *words;
    };
    for (const Case &c : {Case{"die:4", "died (signal 9, SIGKILL)"}, Case{"address:4", "lost its GPU"},
                          Case{"hang:4", "did not answer for 1.5 s and was ended"}}) {
        SCOPED_TRACE(c.fault);
        const CudaBackend backend(options(c.fault));
        const auto stepper = Stepper::create(backend, m_run.spec, m_run.inputs);
        ASSERT_TRUE(stepper.ok()) << stepper.status().message();
        std::vector<Step> trace;
        for (int i = 0; i < 3; ++i)
            trace.push_back(stepper.value()->forward().value());
        const Result<Step> broken = stepper.value()->forward();
        ASSERT_FALSE(broken.ok());
        EXPECT_NE(broken.status().message().find(c.words), std::string::npos) << broken.status().message();
        std::printf("%s: %s\n", c.fault, broken.status().message().c_str());
        EXPECT_EQ(stepper.value()->position(), 3u);
        EXPECT_FALSE(trace[0].changes.empty());
        EXPECT_FALSE(stepper.value()->forward().ok());
        expectNextRunWorks(backend, m_run);
    }
}

TEST_F(GpuFaults, AHangingKernelIsCancelledWithin200Milliseconds)
{
    const CudaBackend backend(options("hang:1"));
    ASSERT_EQ(backend.absentReason(), "");
    std::stop_source source;
    WholeRunOptions whole;
    whole.stop = source.get_token();
    Clock::time_point asked;
    std::jthread asker([&] {
        std::this_thread::sleep_for(500ms);
        asked = Clock::now();
        source.request_stop();
    });
    const Result<RunOutput> output = runWhole(backend, m_run.spec, m_run.inputs, whole);
    const auto took = Clock::now() - asked;
    EXPECT_EQ(output.status().code(), StatusCode::Cancelled) << output.status().message();
    EXPECT_LT(took, 200ms);
    std::printf("cancelled after %.0f ms\n", std::chrono::duration<double>(took).count() * 1000);
    expectNextRunWorks(backend, m_run);
}

TEST_F(GpuFaults, AWorkingRunIsCancelledWithin200MillisecondsToo)
{
    unsetenv("ULPSCOPE_CUDA_FAULT");
    Problem p;
    p.heads = p.kvHeads = 64;
    p.seqlenQ = p.seqlenK = 16384;
    p.headDim = p.headDimV = 64;
    p.scale = 0.125f;
    auto inputs = std::make_shared<Inputs>();
    inputs->q.assign(std::size_t{64} * 16384 * 64, 0.25f);
    inputs->k = inputs->v = inputs->q;
    const RunSpec spec = fa2Spec(p);
    const CudaBackend &backend = cudaBackend();
    std::stop_source source;
    WholeRunOptions whole;
    whole.stop = source.get_token();
    std::atomic<bool> begun = false;
    int calls = 0;
    Clock::time_point asked;
    whole.progress = [&](std::uint64_t done, std::uint64_t) {
        ++calls;
        begun = begun || done > 0;
    };
    std::jthread asker([&] {
        while (!begun)
            std::this_thread::sleep_for(1ms);
        asked = Clock::now();
        source.request_stop();
    });
    const Result<RunOutput> output = runWhole(backend, spec, inputs, whole);
    const auto took = Clock::now() - asked;
    EXPECT_EQ(output.status().code(), StatusCode::Cancelled) << output.status().message();
    EXPECT_LT(took, 200ms);
    EXPECT_GT(calls, 0);
    std::printf("cancelled after %.0f ms\n", std::chrono::duration<double>(took).count() * 1000);
    expectNextRunWorks(backend, m_run);
}

} // namespace
} // namespace ulpscope::test
