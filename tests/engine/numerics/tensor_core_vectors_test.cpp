// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The T-FDPA against results recorded on eight GPUs (Khattak and Mikaitis, arXiv 2512.07004), and proof that the
// recorded results tell the right arithmetic from its near misses.
#include "engine/numerics/tensor_core_specs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ulpscope::test {
namespace {

struct VectorSet {
    const char *gpu;
    const char *type; ///< as the directories are called
    Generation generation;
    DType dtype;
    MmaResult result;

    std::string name() const
    {
        return std::string(gpu) + "_" + type + (isWgmma() ? "_wgmma" : "") +
               (result == MmaResult::NearestEvenF16 ? "_to_fp16" : "_to_fp32");
    }
    /// Recorded with wgmma, which has no accumulator there: the fp32 results of FP8 operands on Hopper.
    bool isWgmma() const
    {
        const bool hopper = std::string(gpu) == "H100" || std::string(gpu) == "H200";
        return hopper && isFp8(dtype) && result != MmaResult::NearestEvenF16;
    }
    TensorCoreSpec spec() const
    {
        return isFp8(dtype) ? fp8SpecOf(generation, result, isWgmma()) : specOf(generation, dtype, result);
    }
};

std::vector<VectorSet> setsWith(const std::vector<MmaResult> &results)
{
    constexpr std::pair<const char *, Generation> kGpus[] = {
        {"V100", Generation::Volta},  {"A100", Generation::Ampere}, {"A2", Generation::Ampere},
        {"Ada", Generation::Ampere},  {"L40S", Generation::Ampere}, {"H100", Generation::Hopper},
        {"H200", Generation::Hopper}, {"B200", Generation::Hopper}};
    std::vector<VectorSet> sets;
    for (const auto &[gpu, generation] : kGpus) {
        for (const MmaResult result : results)
            sets.push_back({gpu, "fp16", generation, DType::F16, result});
        if (generation == Generation::Volta)
            continue;
        sets.push_back({gpu, "bf16", generation, DType::BF16, MmaResult::TruncateF32});
        sets.push_back({gpu, "tf32", generation, DType::TF32, MmaResult::TruncateF32});
    }
    return sets;
}

/// Ada: 16 and 16 products with 13 bits. Hopper's wgmma: 32. Hopper's and Blackwell's mma.sync: emulated.
std::vector<VectorSet> fp8Sets()
{
    std::vector<VectorSet> sets;
    for (const auto &[type, dtype] : {std::pair{"E4M3", DType::E4M3}, std::pair{"E5M2", DType::E5M2}}) {
        for (const char *gpu : {"Ada", "L40S"})
            sets.push_back({gpu, type, Generation::Ampere, dtype, MmaResult::TruncateE8M13});
        for (const char *gpu : {"H100", "H200"})
            sets.push_back({gpu, type, Generation::Hopper, dtype, MmaResult::TruncateE8M13});
        sets.push_back({"B200", type, Generation::Hopper, dtype, MmaResult::TruncateF32});
        sets.push_back({"Ada", type, Generation::Ampere, dtype, MmaResult::NearestEvenF16});
        for (const char *gpu : {"H100", "H200", "B200"})
            sets.push_back({gpu, type, Generation::Hopper, dtype, MmaResult::NearestEvenF16});
    }
    return sets;
}

/// One line of numbers a case.
std::vector<std::vector<float>> readWords(const std::string &path)
{
    std::vector<std::vector<float>> cases;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::vector<float> &words = cases.emplace_back();
        std::istringstream in(line);
        for (std::uint32_t word = 0; in >> std::hex >> word;)
            words.push_back(floatFromBits(word));
    }
    return cases;
}

class TensorCoreVectors : public testing::TestWithParam<VectorSet> {
protected:
    void SetUp() override
    {
        const VectorSet &set = GetParam();
        const std::string directory = std::string(ULPSCOPE_TENSOR_CORE_VECTORS) + "/" + set.gpu + "/" + set.type + "/";
        if (!std::filesystem::is_directory(directory))
            GTEST_SKIP() << "recorded tensor-core results are not here: " << directory;
        const std::string gpu = set.gpu;
        a = readWords(directory + "a_" + gpu + "_" + set.type + ".txt");
        b = readWords(directory + "b_" + gpu + "_" + set.type + ".txt");
        c = readWords(directory + "c_" + gpu + "_fp32.txt");
        d = readWords(directory + "d_" + gpu + (set.result == MmaResult::NearestEvenF16 ? "_fp16.txt" : "_fp32.txt"));
        ASSERT_EQ(a.size(), 2500u);
        ASSERT_EQ(b.size(), a.size());
        ASSERT_EQ(c.size(), a.size());
        ASSERT_EQ(d.size(), a.size());
    }

    int matches(const TensorCoreSpec &spec) const
    {
        int count = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const int k = static_cast<int>(a[i].size());
            // An fp16 accumulator is fed with the fp16 value of the recorded word.
            const float given = GetParam().isWgmma() ? 0.0f : c[i][0];
            const float accumulator = spec.result == MmaResult::NearestEvenF16 ? roundTo(DType::F16, given) : given;
            const float result = tfdpaChain(spec, GetParam().dtype, k, a[i].data(), b[i].data(), k, accumulator);
            count += floatBits(result) == floatBits(d[i][0]);
        }
        return count;
    }

    int all() const { return static_cast<int>(a.size()); }

    std::vector<std::vector<float>> a, b, c, d;
};

/// With an fp16 result the final rounding hides most of what differs before it: these are the sets with fp32 results.
class TensorCoreControls : public TensorCoreVectors {};

TEST_P(TensorCoreVectors, EveryRecordedResultIsReproduced) { EXPECT_EQ(matches(GetParam().spec()), all()); }

TEST_P(TensorCoreControls, NearMissesAreRejected)
{
    const TensorCoreSpec right = GetParam().spec();
    const int k = static_cast<int>(a[0].size());

    TensorCoreSpec wrong = right;
    wrong.fractionBits -= 1;
    EXPECT_LT(matches(wrong), all()) << "F - 1";
    wrong = right;
    wrong.fractionBits += 1;
    EXPECT_LT(matches(wrong), all()) << "F + 1";
    wrong = right;
    wrong.groupL = std::min(right.groupL, k) / 2; // the tf32 data has 4 products a case, fewer than a group on Hopper
    EXPECT_LT(matches(wrong), all()) << "half groups";
    wrong = right;
    wrong.faults.roundToNearest = true;
    EXPECT_LT(matches(wrong), all()) << "rounded to nearest";
    wrong = right;
    wrong.faults.normaliseProducts = true;
    EXPECT_LT(matches(wrong), all()) << "products normalised";
    wrong = right;
    wrong.faults.accumulatorSeparate = true;
    EXPECT_LT(matches(wrong), all()) << "accumulator added separately";
}

std::string setName(const testing::TestParamInfo<VectorSet> &set) { return set.param.name(); }

INSTANTIATE_TEST_SUITE_P(Recorded, TensorCoreVectors,
                         testing::ValuesIn(setsWith({MmaResult::TruncateF32, MmaResult::NearestEvenF16})), setName);
INSTANTIATE_TEST_SUITE_P(RecordedFp8, TensorCoreVectors, testing::ValuesIn(fp8Sets()), setName);

class Fp8Controls : public TensorCoreVectors {};

TEST_P(Fp8Controls, NearMissesAreRejected)
{
    const TensorCoreSpec right = GetParam().spec();
    ASSERT_EQ(a[0].size(), 32u);
    TensorCoreSpec wrong = right;
    if (right.emulatedFp8) {
        // FP8 products lie too close together for 24, 25 or 26 bits to differ here: the data tell the form alone.
        wrong.emulatedFp8 = false;
        wrong.groupL = 32;
        EXPECT_LT(matches(wrong), all()) << "one operation of 32 products";
        wrong.groupL = 16;
        EXPECT_LT(matches(wrong), all()) << "16 and 16 products, the accumulator with the first";
    } else {
        for (const int step : {-1, 1}) {
            wrong.fractionBits = right.fractionBits + step;
            EXPECT_LT(matches(wrong), all()) << "F " << step;
        }
        wrong = right;
        wrong.groupL = right.groupL / 2;
        EXPECT_LT(matches(wrong), all()) << "half groups";
        wrong = right;
        wrong.result = MmaResult::TruncateF32;
        EXPECT_LT(matches(wrong), all()) << "24 significant bits";
        wrong = right;
        wrong.groupL = 48 - right.groupL;
        EXPECT_LT(matches(wrong), all()) << "16 for 32, or 32 for 16";
    }
}

std::vector<VectorSet> fp8SetsWithFp32()
{
    std::vector<VectorSet> sets = fp8Sets();
    std::erase_if(sets, [](const VectorSet &set) { return set.result == MmaResult::NearestEvenF16; });
    return sets;
}

INSTANTIATE_TEST_SUITE_P(RecordedFp8, Fp8Controls, testing::ValuesIn(fp8SetsWithFp32()), setName);

INSTANTIATE_TEST_SUITE_P(Recorded, TensorCoreControls, testing::ValuesIn(setsWith({MmaResult::TruncateF32})), setName);

} // namespace
} // namespace ulpscope::test
