// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A real GPU against its shipped profile: every instruction that both have, and the tables.
#include "engine/backend/cuda_backend.h"
#include "engine/calibration/calibrate.h"
#include "engine/numerics/resource_dir.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace ulpscope::test {
namespace {

class GpuCalibration : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (const std::string reason = cudaBackend().absentReason().english(); !reason.empty())
            GTEST_SKIP() << "no GPU: " << reason;
        Result<Catalog> catalog = Catalog::load(resourceDirectory());
        ASSERT_TRUE(catalog.ok()) << catalog.status().message();
        m_catalog = std::move(catalog).value();
        Result<std::unique_ptr<CalibrationDevice>> device = cudaBackend().calibrationDevice();
        ASSERT_TRUE(device.ok()) << device.status().message();
        m_device = std::move(device).value();
    }

    Catalog m_catalog;
    std::unique_ptr<CalibrationDevice> m_device;
};

TEST_F(GpuCalibration, IsAsItsShippedProfileSays)
{
    CalibrationOptions options;
    options.quick = true;
    const Result<Calibration> c = calibrate(*m_device, m_catalog, options);
    ASSERT_TRUE(c.ok()) << c.status().message();
    EXPECT_EQ(c->placesThatDiffer, 0u);
    if (!c->profile)
        GTEST_SKIP() << "no shipped profile for the compute capability of " << c->limits.name;
    for (const LimitFinding &f : c->occupancy)
        EXPECT_TRUE(f.agrees()) << f.what << ": " << f.measured << ", calculated " << *f.profile;
    for (const MmaStudy &s : c->studies) {
        SCOPED_TRACE(std::string(s.unit->instruction) + " " + std::string(formatInfo(s.unit->operands).name) + " to " +
                     std::string(formatInfo(s.unit->result()).name));
        EXPECT_TRUE(s.spec) << s.tree;
        EXPECT_EQ(s.equalToMeasured(), s.problems()) << s.firstDifference;
        if (!s.row)
            continue;
        EXPECT_TRUE(s.treeAgrees) << s.tree;
        EXPECT_EQ(s.equalToProfile(), s.problems()) << s.firstDifference;
        for (const MmaFinding &f : s.findings)
            EXPECT_TRUE(f.agrees) << f.name << ": measured " << f.measured << ", profile " << f.profile.value_or("-");
    }
    if (c->profile->approxEvidence.known == Known::Reproduced) {
        for (const TableDifference &d : c->tableDifferences)
            EXPECT_EQ(d.differing, 0) << d.table;
    }
}

TEST_F(GpuCalibration, StopsWithin200Milliseconds)
{
    std::stop_source stop;
    CalibrationOptions options;
    options.stop = stop.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread asker([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        asked = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const Result<Calibration> c = calibrate(*m_device, m_catalog, options);
    const auto taken = std::chrono::steady_clock::now() - asked;
    EXPECT_EQ(c.status().code(), StatusCode::Cancelled);
    EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count(), 200);
}

} // namespace
} // namespace ulpscope::test
