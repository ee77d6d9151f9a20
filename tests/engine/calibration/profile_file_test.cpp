// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/calibration_support.h"
#include "engine/calibration/profile_file.h"
#include "engine/io/io_test_support.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <filesystem>

namespace ulpscope::test {
namespace {

Calibration calibrationOf(const std::string &id)
{
    QuickModel device(shipped(id));
    CalibrationOptions options;
    options.quick = true;
    options.vectors = 100;
    Result<Calibration> made = calibrate(device, shippedCatalog(), options);
    EXPECT_TRUE(made.ok()) << made.status().message();
    return std::move(made).value();
}

TEST(Calibration, OfAModelAgreesWithItsProfile)
{
    for (const std::string id : {"t4", "l40s", "h200"}) {
        SCOPED_TRACE(id);
        const Calibration c = calibrationOf(id);
        ASSERT_TRUE(c.profile);
        EXPECT_EQ(c.profile->id, id);
        EXPECT_TRUE(c.agrees());
        EXPECT_GE(c.studies.size(), 2u);
        for (const MmaStudy &s : c.studies)
            EXPECT_TRUE(s.spec) << id << " " << s.unit->instruction << " " << s.tree;
    }
}

/// What is written has the numbers of the shipped file, and is listed.
TEST(Calibration, WritesAProfileThatIsRead)
{
    const ScratchDir scratch;
    const Calibration c = calibrationOf("h200");
    const std::string directory = scratch.file("own/data");
    const Result<std::vector<std::string>> files = writeCalibration(c, shippedCatalog(), directory, "mine", false);
    ASSERT_TRUE(files.ok()) << files.status().message();
    EXPECT_EQ(files->size(), 7u);
    const Result<Catalog> catalog = Catalog::load(ULPSCOPE_SOURCE_DIR "/resources", directory);
    ASSERT_TRUE(catalog.ok());
    EXPECT_TRUE(catalog->problems.empty());
    const DeviceProfile &own = *catalog->device("mine").value(), &h200 = shipped("h200");
    EXPECT_EQ(own.title, "NVIDIA H200 (measured here)");
    EXPECT_FALSE(own.userFile.empty());
    EXPECT_EQ(own.smCount, h200.smCount);
    EXPECT_EQ(own.hardware.optInKb, h200.hardware.optInKb);
    EXPECT_EQ(own.hardware.carveOutsKb, h200.hardware.carveOutsKb);
    for (const MmaArithmetic &row : h200.mma) {
        const auto same = [&](const MmaArithmetic &other) {
            return other.operands == row.operands && other.spec.result == row.spec.result &&
                   other.spec.groupL == row.spec.groupL && other.spec.fractionBits == row.spec.fractionBits &&
                   other.spec.zeroExponent == row.spec.zeroExponent && other.spec.emulatedFp8 == row.spec.emulatedFp8;
        };
        EXPECT_TRUE(std::any_of(own.mma.begin(), own.mma.end(), same)) << row.instruction;
    }
    EXPECT_EQ(catalog->tableDirectory("mine"), directory + "/tables");
    EXPECT_EQ(catalog->tableDirectory("h200"), ULPSCOPE_SOURCE_DIR "/resources/tables");
    const auto tables = ApproxTables::load(catalog->tableDirectory("mine"), "mine");
    ASSERT_TRUE(tables.ok()) << tables.status().message();
    for (std::uint32_t i = 0; i < WordTable::kEntries; i += 997) {
        for (const auto which : {ApproxTables::Words::Ex2, ApproxTables::Words::Rcp, ApproxTables::Words::Lg2Low,
                                 ApproxTables::Words::Lg2High})
            ASSERT_EQ(tables.value()->word(which, i), h200Tables()->word(which, i));
    }
    // Written again it takes its own place, but nobody else's.
    Calibration again = c;
    again.tableProblem = "left out";
    EXPECT_TRUE(writeCalibration(again, shippedCatalog(), directory, "mine", false).ok());
    const std::string theirs = directory + "/devices/theirs.json", text = "{}";
    ASSERT_TRUE(writeFileAtomically(theirs, text.data(), text.size()).ok());
    EXPECT_EQ(writeCalibration(c, shippedCatalog(), directory, "theirs", false).status().code(),
              StatusCode::InvalidArgument);
    EXPECT_EQ(contents(theirs), text);
    EXPECT_FALSE(checkTarget(shippedCatalog(), directory, "h200", false).ok()) << "shipped";
    EXPECT_TRUE(checkTarget(shippedCatalog(), directory, "mine", false).ok());
    EXPECT_FALSE(checkTarget(shippedCatalog(), directory, "mine", true).ok()) << "a rehearsal over a measurement";
    EXPECT_FALSE(checkTarget(shippedCatalog(), directory, "../x", false).ok());
}

TEST(Calibration, AModelIsNoMeasurement)
{
    const Calibration c = calibrationOf("a100");
    const Result<std::string> text = profileText(c, shippedCatalog(), "x", true);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(text->find("\"reproduced\", \"text\": \"measured"), std::string::npos);
    const nlohmann::json json = nlohmann::json::parse(text.value());
    for (const auto &row : json["mma"])
        EXPECT_EQ(row["known"]["kind"], "model");
    EXPECT_EQ(json["smCountKnown"]["kind"], "model");
    EXPECT_EQ(json["approxKnown"]["kind"], "model");
}

TEST(Calibration, IdsComeFromNames)
{
    worker::GpuLimits limits{};
    const auto id = [&](const char *name) {
        std::strncpy(limits.name, name, sizeof limits.name - 1);
        return profileIdOf(limits);
    };
    EXPECT_EQ(id("NVIDIA H200"), "h200-here");
    EXPECT_EQ(id("NVIDIA GeForce RTX 4090 Laptop GPU"), "rtx-4090-laptop-gpu-here");
    EXPECT_EQ(id("Tesla V100-SXM2-16GB"), "tesla-v100-sxm2-16gb-here");
    EXPECT_EQ(id("!!"), "gpu-here");
}

/// A GPU of which nothing is shipped: measured numbers, and the nearest profile's for the rest, marked so.
TEST(Calibration, OfAnUnknownGpu)
{
    DeviceProfile profile = shipped("h200");
    profile.title = "NVIDIA X900";
    profile.ccMajor = 15;
    profile.smCount = 200;
    QuickModel device(profile);
    CalibrationOptions options;
    options.quick = true;
    options.vectors = 100;
    const Result<Calibration> c = calibrate(device, shippedCatalog(), options);
    ASSERT_TRUE(c.ok());
    EXPECT_FALSE(c->profile);
    EXPECT_FALSE(c->agrees());
    const Result<std::string> text = profileText(c.value(), shippedCatalog(), "x900-here", false);
    ASSERT_TRUE(text.ok()) << text.status().message();
    const Result<DeviceProfile> read = parseDeviceProfile(text.value(), "x900-here.json");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->smCount, 200);
    EXPECT_EQ(read->hardware.threadsEvidence.known, Known::Reproduced);
    EXPECT_EQ(read->hardware.registerAllocationEvidence.known, Known::Model);
}

} // namespace
} // namespace ulpscope::test
