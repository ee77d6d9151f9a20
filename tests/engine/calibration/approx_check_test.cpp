// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/approx_check.h"
#include "engine/calibration/calibration_support.h"

#include <cmath>

namespace ulpscope::test {
namespace {

using worker::ApproxFunction;

/// The model of an H200 but for one argument of one function.
class SpoiltDevice final : public CalibrationDevice {
public:
    SpoiltDevice(ApproxFunction function, std::uint32_t argument)
        : m_model(shipped("h200")), m_function(function), m_argument(argument)
    {}
    Result<worker::GpuLimits> limits(const std::stop_token &stop) override { return m_model.limits(stop); }
    Status approximate(ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                       const std::stop_token &stop) override
    {
        Status s = m_model.approximate(function, first, out, stop);
        if (function == m_function && m_argument - first < out.size())
            ++out[m_argument - first];
        return s;
    }
    Result<std::vector<std::uint32_t>> multiply(worker::MatrixUnit unit, const MmaBatch &batch,
                                                const std::stop_token &stop) override
    {
        return m_model.multiply(unit, batch, stop);
    }

private:
    QuickModel m_model;
    ApproxFunction m_function;
    std::uint32_t m_argument;
};

TEST(ApproxCheck, TheTablesOfAModelAreTheShippedOnes)
{
    QuickModel device(shipped("h200"));
    const Result<ApproxCapture> capture = captureApprox(device, {});
    ASSERT_TRUE(capture.ok());
    const std::vector<TableDifference> differences = compareTables(capture.value(), *h200Tables());
    ASSERT_EQ(differences.size(), 4u);
    for (const TableDifference &d : differences) {
        EXPECT_EQ(d.words, 1 << 23);
        EXPECT_EQ(d.differing, 0) << d.table;
    }
    const auto made = ApproxTables::fromWords("x", capture->ex2, capture->rcp, capture->lg2Low, capture->lg2High);
    ASSERT_TRUE(made.ok());
    for (const float x : {0.0f, 1.5f, -1.5f, 100.0f, 3.0f, 0x1.23456p-100f})
        EXPECT_EQ(made.value()->ex2(x, true), h200Tables()->ex2(x, true));
}

TEST(ApproxCheck, FindsTheOneArgumentThatDiffers)
{
    const std::uint32_t argument = floatBits(-3.14159f);
    SpoiltDevice device(ApproxFunction::Ex2, argument);
    const std::uint32_t block = argument >> 23;
    const Result<ApproxCheck> check =
        checkAll(device, *h200Tables(), ApproxFunction::Ex2, {{}, {}, 2}, block - 1, block + 2);
    ASSERT_TRUE(check.ok());
    EXPECT_EQ(check->arguments, 3 << 23);
    EXPECT_EQ(check->differing, 1);
    ASSERT_EQ(check->first.size(), 1u);
    EXPECT_EQ(check->first[0].argument, argument);
    EXPECT_EQ(check->first[0].measured, check->first[0].model + 1);
    EXPECT_EQ(check->bySignAndExponent[block], 1);

    SpoiltDevice other(ApproxFunction::RcpFtz, floatBits(1.25f));
    const Result<ApproxCapture> capture = captureApprox(other, {});
    const std::vector<TableDifference> differences = compareTables(capture.value(), *h200Tables());
    EXPECT_EQ(differences[1].differing, 1);
    EXPECT_EQ(differences[1].first, 1u << 21);
}

TEST(ApproxCheck, Stops)
{
    std::stop_source stop;
    QuickModel device(shipped("h200"));
    int blocks = 0;
    const ApproxProgress progress{stop.get_token(), [&](std::uint64_t) { stop.request_stop(), ++blocks; }, 1};
    EXPECT_EQ(checkAll(device, *h200Tables(), ApproxFunction::RcpFtz, progress).status().code(), StatusCode::Cancelled);
    EXPECT_EQ(blocks, 1);
}

TEST(PackWords, RefusesWhatATableCannotSay)
{
    std::vector<std::uint32_t> words(WordTable::kEntries, 0x40000000u);
    words[5] += 128;
    const Result<std::string> narrow = packWords(words, 0x40000000u, false, "ex2");
    EXPECT_EQ(narrow.status().code(), StatusCode::InvalidArgument);
    EXPECT_TRUE(packWords(words, 0x40000000u, true, "ex2").ok());
    words[5] -= 1;
    EXPECT_TRUE(packWords(words, 0x40000000u, false, "ex2").ok());
}

} // namespace
} // namespace ulpscope::test
