// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Digests of words that an NVIDIA H200 wrote (CUDA 13.0, driver 580.159): CUDA's expf and logf, ex2.approx.f32 without
// .ftz, and exp2Poly6 written with __fadd_rn, __fsub_rn and __fmaf_rn. On the day of recording all 2^32 arguments of
// each were compared, NaNs included, and none differed; the digests keep every 2039th, and every argument of ex2 with a
// subnormal result.
#include "engine/numerics/approx.h"
#include "engine/numerics/formats.h"

#include <gtest/gtest.h>

namespace ulpscope::test {
namespace {

/// FNV-1a over the result words for the arguments with the words first, first + step, ...
template <typename Function>
std::uint64_t digest(Function function, std::uint32_t first, std::uint32_t step, std::uint32_t count)
{
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (std::uint32_t i = 0; i < count; ++i)
        hash = (hash ^ floatBits(function(floatFromBits(first + i * step)))) * 0x100000001B3u;
    return hash;
}

template <typename Function>
std::uint64_t digestOfAll(Function function)
{
    return digest(function, 0, 2039, 2100000);
}

class RecordedH200 : public testing::Test {
protected:
    void SetUp() override
    {
        auto loaded = ApproxTables::load(ULPSCOPE_SOURCE_DIR "/resources/tables", "h200");
        ASSERT_TRUE(loaded.ok()) << loaded.status().message();
        tables = loaded.value();
    }
    std::shared_ptr<const ApproxTables> tables;
};

TEST_F(RecordedH200, Expf)
{
    EXPECT_EQ(digestOfAll([&](float x) { return cudaExpf(*tables, x); }), 0x6CA6A1DAEF03DFEEu);
}

TEST_F(RecordedH200, Logf) { EXPECT_EQ(digestOfAll(cudaLogf), 0x98833D4A49ACC43Du); }

TEST_F(RecordedH200, Exp2Poly6) { EXPECT_EQ(digestOfAll(exp2Poly6), 0x8E0508F15C6AFC0Fu); }

TEST_F(RecordedH200, Ex2WithoutFlush)
{
    const auto ex2 = [&](float x) { return tables->ex2(x, false); };
    EXPECT_EQ(digestOfAll(ex2), 0x063168C584596EA5u);
    EXPECT_EQ(digest(ex2, floatBits(-126.0f), 1, 1835009), 0x4F3B7710FDD8F779u) << "from -126 to -152";
}

} // namespace
} // namespace ulpscope::test
