// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The measured ex2, rcp and lg2 against the rules they were recorded with, against double arithmetic, and against the
// error bounds that NVIDIA documents (PTX ISA 9.0: ex2.approx 2 ulp from the correctly rounded result, rcp.approx 1
// ulp).
#include "engine/numerics/approx.h"
#include "engine/numerics/ulp.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

namespace ulpscope::test {
namespace {

namespace fs = std::filesystem;

constexpr float kInf = std::numeric_limits<float>::infinity();
const std::string kTables = ULPSCOPE_SOURCE_DIR "/resources/tables";

const ApproxTables &h200()
{
    static const auto tables = ApproxTables::load(kTables, "h200");
    if (!tables.ok())
        throw std::runtime_error(tables.status().message());
    return *tables.value();
}

std::string readFile(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The words of a byte-difference file, decoded as resources/tables/README.md says.
std::vector<std::uint32_t> decodeBytes(const std::string &name, std::uint32_t first)
{
    const std::string packed = readFile(kTables + "/" + name);
    std::vector<signed char> differences(1u << 23);
    uLongf size = static_cast<uLongf>(differences.size());
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(differences.data()), &size,
                         reinterpret_cast<const Bytef *>(packed.data()), static_cast<uLong>(packed.size())),
              Z_OK);
    std::vector<std::uint32_t> words;
    words.reserve(differences.size());
    std::uint32_t word = first;
    for (const signed char difference : differences)
        words.push_back(word += static_cast<std::uint32_t>(difference));
    return words;
}

/// Worst error and share of correctly rounded results over a set of arguments.
struct Accuracy {
    double worst = 0;
    std::int64_t worstSteps = 0; ///< from the correctly rounded result
    long correct = 0;
    long count = 0;

    void add(float got, double reference)
    {
        const float rounded = static_cast<float>(reference);
        worst = std::max(worst, std::abs(ulpError(DType::F32, got, reference)));
        worstSteps = std::max(worstSteps, ulpDistance(DType::F32, got, rounded));
        correct += got == rounded;
        ++count;
    }
    double share() const { return static_cast<double>(correct) / static_cast<double>(count); }
};

TEST(Ex2, FollowsTheRecordedRule)
{
    const std::vector<std::uint32_t> table = decodeBytes("ex2_h200.bin.z", 0x40000000u);
    std::mt19937 random(1);
    for (int i = 0; i < 3000000; ++i) {
        const float x = floatFromBits(static_cast<std::uint32_t>(random()));
        if (!(std::abs(x) < 126.0f))
            continue;
        const std::int64_t a = static_cast<std::int64_t>(std::trunc(std::abs(static_cast<double>(x)) * 0x1p23));
        double expected = 0;
        if (x < 0 && a % (1 << 23) == 0) {
            expected = std::ldexp(1.0, -static_cast<int>(a >> 23));
        } else {
            const std::int64_t n = x < 0 ? ~a : a;
            expected = std::ldexp(static_cast<double>(floatFromBits(table[static_cast<std::size_t>(n & 0x7FFFFF)])) / 2,
                                  static_cast<int>(n >> 23));
        }
        ASSERT_EQ(h200().ex2(x, true), static_cast<float>(expected)) << x;
        ASSERT_EQ(h200().ex2(x, false), static_cast<float>(expected)) << x;
    }
}

TEST(Ex2, Accuracy)
{
    Accuracy everywhere;
    Accuracy softmax; // -126 <= x <= -2^-23: what the exponents of a softmax are
    for (std::uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += 101) {
        const float x = floatFromBits(static_cast<std::uint32_t>(bits));
        if (!(x >= -126.0f && x < 128.0f))
            continue;
        const double reference = std::exp2(static_cast<double>(x));
        everywhere.add(h200().ex2(x, true), reference);
        if (x <= -0x1p-23f)
            softmax.add(h200().ex2(x, true), reference);
    }
    EXPECT_NEAR(everywhere.worst, 2.06, 0.02);
    EXPECT_LE(everywhere.worstSteps, 2);
    EXPECT_NEAR(softmax.share(), 0.57, 0.005);
}

TEST(Ex2, SpecialValues)
{
    for (const bool flush : {true, false}) {
        for (const float x : {0.0f, -0.0f, 0x1p-149f, -0x1p-126f, 0x1p-24f, -0x1p-24f})
            EXPECT_EQ(h200().ex2(x, flush), 1.0f) << x;
        for (int i = -126; i < 128; ++i)
            EXPECT_EQ(h200().ex2(static_cast<float>(i), flush), std::ldexp(1.0f, i));
        EXPECT_EQ(h200().ex2(128.0f, flush), kInf);
        EXPECT_EQ(h200().ex2(kInf, flush), kInf);
        EXPECT_EQ(floatBits(h200().ex2(-kInf, flush)), 0u);
        EXPECT_EQ(floatBits(h200().ex2(-std::numeric_limits<float>::max(), flush)), 0u);
        EXPECT_EQ(floatBits(h200().ex2(std::nanf("1"), flush)), 0x7FFFFFFFu);
    }
}

TEST(Ex2, SubnormalResults)
{
    EXPECT_EQ(h200().ex2(std::nextafter(-126.0f, -kInf), true), 0.0f);
    for (int i = -149; i < -126; ++i) {
        EXPECT_EQ(h200().ex2(static_cast<float>(i), true), 0.0f);
        if (i % 2 == 0) { // the argument is halved: an odd one leaves the integers
            EXPECT_EQ(h200().ex2(static_cast<float>(i), false), std::ldexp(1.0f, i));
        }
    }
    EXPECT_EQ(h200().ex2(-151.0f, false), 0.0f);
    Accuracy accuracy;
    for (float x = -126.0f; x > -149.0f; x = std::nextafter(x, -kInf))
        accuracy.add(h200().ex2(x, false), std::exp2(static_cast<double>(x)));
    EXPECT_LE(accuracy.worstSteps, 2);
}

TEST(Rcp, FollowsTheRecordedRuleAndItsBound)
{
    const std::vector<std::uint32_t> table = decodeBytes("rcp_h200.bin.z", 0x3F800000u);
    Accuracy accuracy;
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        const float x = floatFromBits(0x3F800000u + i);
        ASSERT_EQ(floatBits(h200().rcp(x)), table[i]);
        accuracy.add(h200().rcp(x), 1.0 / static_cast<double>(x));
        const int e = static_cast<int>(i % 240) - 120;
        ASSERT_EQ(h200().rcp(std::ldexp(-x, e)), std::ldexp(-floatFromBits(table[i]), -e));
    }
    EXPECT_NEAR(accuracy.worst, 0.98, 0.01);
    EXPECT_LE(accuracy.worstSteps, 1);
    EXPECT_NEAR(accuracy.share(), 0.87, 0.005);
}

TEST(Rcp, SpecialValues)
{
    EXPECT_EQ(h200().rcp(0.0f), kInf);
    EXPECT_EQ(h200().rcp(-0.0f), -kInf);
    EXPECT_EQ(h200().rcp(0x1p-127f), kInf) << "subnormal argument";
    EXPECT_EQ(h200().rcp(-0x1.8p-140f), -kInf);
    EXPECT_EQ(h200().rcp(0x1p-126f), 0x1p126f);
    EXPECT_EQ(h200().rcp(0x1p126f), 0x1p-126f);
    EXPECT_EQ(floatBits(h200().rcp(-0x1.000002p126f)), 0x80000000u) << "subnormal result";
    EXPECT_EQ(floatBits(h200().rcp(0x1p127f)), 0u);
    EXPECT_EQ(floatBits(h200().rcp(kInf)), 0u);
    EXPECT_EQ(floatBits(h200().rcp(-kInf)), 0x80000000u);
    EXPECT_EQ(floatBits(h200().rcp(-std::nanf(""))), 0x7FFFFFFFu);
}

TEST(Lg2, FollowsTheRecordedRule)
{
    const std::vector<std::uint32_t> table = decodeBytes("lg2_h200_2to4.bin.z", 0x3F800000u);
    Accuracy low;
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        ASSERT_EQ(floatBits(h200().lg2(floatFromBits(0x40000000u + i))), table[i]);
        const float x = floatFromBits(0x3F800000u + i);
        low.add(h200().lg2(x), std::log2(static_cast<double>(x)));

        const int k = 2 + static_cast<int>(i % 126);
        const double exact = (k - 1) + static_cast<double>(floatFromBits(table[i]));
        float truncated = static_cast<float>(exact);
        if (truncated > exact)
            truncated = std::nextafter(truncated, 0.0f);
        ASSERT_EQ(h200().lg2(std::ldexp(x, k)), truncated);
    }
    EXPECT_NEAR(low.share(), 0.34, 0.005);
}

TEST(Lg2, SpecialValues)
{
    for (int i = -126; i < 128; ++i)
        EXPECT_EQ(h200().lg2(std::ldexp(1.0f, i)), static_cast<float>(i));
    EXPECT_EQ(floatBits(h200().lg2(1.0f)), 0u);
    EXPECT_EQ(h200().lg2(kInf), kInf);
    EXPECT_EQ(h200().lg2(0.0f), -kInf);
    EXPECT_EQ(h200().lg2(-0.0f), -kInf);
    EXPECT_EQ(h200().lg2(-0x1p-140f), -kInf) << "flushed to zero";
    EXPECT_EQ(floatBits(h200().lg2(-1.0f)), 0x7FFFFFFFu);
    EXPECT_EQ(floatBits(h200().lg2(-kInf)), 0x7FFFFFFFu);
    EXPECT_EQ(floatBits(h200().lg2(std::nanf(""))), 0x7FFFFFFFu);
    EXPECT_EQ(h200().lg2(0.7f), static_cast<float>(std::log2(static_cast<double>(0.7f))));
    EXPECT_TRUE(ApproxTables::isMeasuredLg2(1.0f));
    EXPECT_FALSE(ApproxTables::isMeasuredLg2(std::nextafter(1.0f, 0.0f)));
}

class TableFiles : public testing::Test {
protected:
    void SetUp() override
    {
        directory = fs::temp_directory_path() / ("ulpscope_tables_" + std::to_string(std::random_device()()));
        fs::create_directory(directory);
        for (const char *name : kNames)
            fs::copy_file(kTables + "/" + name, directory / name);
    }
    void TearDown() override { fs::remove_all(directory); }

    void write(const std::string &name, const std::string &contents)
    {
        std::ofstream(directory / name, std::ios::binary | std::ios::trunc) << contents;
    }
    Status load() { return ApproxTables::load(directory.string(), "h200").status(); }

    static constexpr const char *kNames[] = {"ex2_h200.bin.z", "rcp_h200.bin.z", "lg2_h200_1to2.bin.z",
                                             "lg2_h200_2to4.bin.z"};
    fs::path directory;
};

TEST_F(TableFiles, AreSharedAfterTheFirstLoad)
{
    const auto first = ApproxTables::load(directory.string(), "h200");
    ASSERT_TRUE(first.ok()) << first.status().message();
    EXPECT_EQ(first.value()->id(), "h200");
    fs::remove(directory / "ex2_h200.bin.z");
    const auto second = ApproxTables::load(directory.string(), "h200");
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(first.value(), second.value());
}

TEST_F(TableFiles, MissingFileIsNamed)
{
    for (const char *name : kNames) {
        fs::rename(directory / name, directory / "away");
        const Status status = load();
        EXPECT_EQ(status.code(), StatusCode::NotFound);
        EXPECT_NE(status.message().find(name), std::string::npos) << status.message();
        fs::rename(directory / "away", directory / name);
    }
}

TEST_F(TableFiles, DamageIsNamed)
{
    for (const char *name : kNames) {
        const std::string good = readFile(directory / name);
        std::string flipped = good;
        flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
        for (const std::string &bad : {flipped, good.substr(0, good.size() - 5), std::string("not zlib")}) {
            write(name, bad);
            const Status status = load();
            EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
            EXPECT_NE(status.message().find(name), std::string::npos) << status.message();
        }
        write(name, "");
        EXPECT_EQ(load().code(), StatusCode::IoError);
        write(name, good);
    }
    EXPECT_TRUE(load().ok());
}

TEST_F(TableFiles, ExchangedFilesAreRefused)
{
    fs::copy_file(directory / "rcp_h200.bin.z", directory / "ex2_h200.bin.z", fs::copy_options::overwrite_existing);
    const Status status = load();
    EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
    EXPECT_NE(status.message().find("out of range"), std::string::npos) << status.message();
}

} // namespace
} // namespace ulpscope::test
