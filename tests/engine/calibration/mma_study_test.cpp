// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What calibration finds out about a tensor core, with models of known parameters in the place of a GPU.
#include "engine/calibration/calibration_support.h"
#include "engine/numerics/tensor_core_specs.h"

namespace ulpscope::test {
namespace {

using worker::MatrixUnit;

struct Known {
    MatrixUnit unit;
    DType type;
    MmaResult result;
};
constexpr Known kPlain[] = {{MatrixUnit::F16ToF32, DType::F16, MmaResult::TruncateF32},
                            {MatrixUnit::F16ToF16, DType::F16, MmaResult::NearestEvenF16},
                            {MatrixUnit::BF16ToF32, DType::BF16, MmaResult::TruncateF32},
                            {MatrixUnit::TF32ToF32, DType::TF32, MmaResult::TruncateF32},
                            {MatrixUnit::WgmmaBF16ToF32, DType::BF16, MmaResult::TruncateF32}};

void expectDerived(const MmaStudy &s, const TensorCoreSpec &want)
{
    ASSERT_TRUE(s.spec) << s.tree;
    EXPECT_EQ(s.spec->groupL, want.groupL);
    EXPECT_EQ(s.spec->fractionBits, want.fractionBits);
    EXPECT_EQ(s.spec->result, want.result);
    EXPECT_EQ(s.spec->emulatedFp8, want.emulatedFp8);
    EXPECT_EQ(s.spec->zeroExponent, want.zeroExponent) << s.zeroExponentText;
    EXPECT_EQ(s.equalToMeasured(), s.problems());
    EXPECT_TRUE(s.agrees());
}

TEST(MmaStudy, FindsTheParametersOfEveryGeneration)
{
    for (const Generation generation : kGenerations) {
        for (const Known &known : kPlain) {
            SCOPED_TRACE(std::to_string(static_cast<int>(generation)) + " unit " +
                         std::to_string(static_cast<int>(known.unit)));
            const TensorCoreSpec want = specOf(generation, known.type, known.result);
            if (want.groupL < 4)
                continue; // tf32 on a V100 is counterfactual
            const DeviceProfile device = deviceOf(known.type, want);
            const MmaStudy s = study(device, known.unit, &device);
            expectDerived(s, want);
            // Products of bf16 and tf32 reach below 2^-149, and ties of fp16 results show the grid; fp16 products do
            // not.
            EXPECT_EQ(s.zeroExponentMeasured, known.unit != MatrixUnit::F16ToF32);
        }
    }
}

TEST(MmaStudy, FindsTheParametersOfFp8)
{
    struct Fp8 {
        Generation generation;
        bool wgmma;
        MatrixUnit e4m3, e5m2;
        MmaResult result;
    };
    const Fp8 cases[] = {
        {Generation::Ampere, false, MatrixUnit::E4M3ToF32, MatrixUnit::E5M2ToF32, MmaResult::TruncateE8M13},
        {Generation::Ampere, false, MatrixUnit::E4M3ToF16, MatrixUnit::E5M2ToF16, MmaResult::NearestEvenF16},
        {Generation::Hopper, false, MatrixUnit::E4M3ToF32, MatrixUnit::E5M2ToF32, MmaResult::TruncateF32},
        {Generation::Hopper, false, MatrixUnit::E4M3ToF16, MatrixUnit::E5M2ToF16, MmaResult::NearestEvenF16},
        {Generation::Hopper, true, MatrixUnit::WgmmaE4M3ToF32, MatrixUnit::WgmmaE5M2ToF32, MmaResult::TruncateE8M13},
    };
    for (const Fp8 &fp8 : cases) {
        for (const auto &[type, unit] : {std::pair(DType::E4M3, fp8.e4m3), std::pair(DType::E5M2, fp8.e5m2)}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(unit)));
            const TensorCoreSpec want = fp8SpecOf(fp8.generation, fp8.result, fp8.wgmma);
            const DeviceProfile device = deviceOf(type, want, fp8.wgmma ? "wgmma" : "mma.sync");
            expectDerived(study(device, unit, &device), want);
        }
    }
}

/// The numbers that Xie et al. (Table 8) and Fasi et al. print, and five sums worked out by hand for each generation.
TEST(MmaStudy, AnswersArePublishedOnes)
{
    const struct {
        Generation generation;
        const char *table8, *monotone, *v1, *v2, *v3, *v4, *v5;
    } cases[] = {
        {Generation::Volta, "0", "1+2^-23, 1", "1", "1", "1", "1", "1"},
        {Generation::Ampere, "-0x1p-1", "1+2^-23, 1+2^-22", "1", "1", "0", "1+2^-20", "0x1.fffffep-1"},
        {Generation::Hopper, "-0x1.8p-1", "1+2^-23, 1+2^-22", "1+2^-21", "0", "0", "1+2^-20", "0x1.fffffcp-1"},
    };
    for (const auto &c : cases) {
        SCOPED_TRACE(c.table8);
        const DeviceProfile device = deviceOf(DType::F16, specOf(c.generation));
        const MmaStudy s = study(device, MatrixUnit::F16ToF32, &device, 1);
        EXPECT_EQ(answerOf(s, "table-8"), c.table8);
        EXPECT_EQ(answerOf(s, "monotone"), c.monotone);
        EXPECT_EQ(answerOf(s, "v1"), c.v1);
        EXPECT_EQ(answerOf(s, "v2"), c.v2);
        EXPECT_EQ(answerOf(s, "v3"), c.v3);
        EXPECT_EQ(answerOf(s, "v4"), c.v4);
        EXPECT_EQ(answerOf(s, "v5"), c.v5);
    }
}

/// What one H200 answered (docs/gpu-runs.md), and what its shipped profile makes of the same questions.
TEST(MmaStudy, TheShippedH200AnswersAsTheGpuDid)
{
    const struct {
        MatrixUnit unit;
        const char *question, *answer;
    } recorded[] = {
        {MatrixUnit::F16ToF16, "zero-exponent", "2^-46"},
        {MatrixUnit::F16ToF16, "signed-zero", "0, 0, 0, 0"},
        {MatrixUnit::F16ToF16, "overflow", "inf, 65504, -inf"},
        {MatrixUnit::WgmmaF16ToF16, "zero-exponent", "2^-46"},
        {MatrixUnit::F16ToF32, "signed-zero", "0, 0, 0, 0"},
        {MatrixUnit::F16ToF32, "infinities", "inf, NaN 0x7FFFFFFF, -inf, NaN 0x7FFFFFFF"},
        {MatrixUnit::BF16ToF32, "zero-exponent", "2^-158"},
        {MatrixUnit::BF16ToF32, "overflow", "inf, 0x1.fffffep+127, -inf"},
        {MatrixUnit::BF16ToF32, "large-products", "0x1p+106"},
        {MatrixUnit::TF32ToF32, "v2", "1"},
        {MatrixUnit::TF32ToF32, "v3", "0"},
        {MatrixUnit::TF32ToF32, "tf32-low-bits", "1, inf, 0"},
        {MatrixUnit::WgmmaTF32ToF32, "tf32-low-bits", "1, inf, 0"},
        {MatrixUnit::E4M3ToF32, "kept-bits-of-c", "at least 38"},
        {MatrixUnit::E5M2ToF32, "table-8", "0"},
        {MatrixUnit::E5M2ToF32, "monotone", "1+2^-22, 1+2^-22"},
        {MatrixUnit::WgmmaE4M3ToF32, "kept-bits-beside-c", "13"},
        {MatrixUnit::WgmmaE4M3ToF32, "zero-exponent-by-c", "2^-139"},
        {MatrixUnit::WgmmaE5M2ToF32, "zero-exponent-by-c", "2^-139"},
        {MatrixUnit::WgmmaE5M2ToF32, "subnormals", "0x1p-16, -0x1p-16, 0, 0x1p-16"},
        {MatrixUnit::WgmmaE4M3ToF16, "kept-bits", "13"},
        {MatrixUnit::WgmmaE4M3ToF16, "subnormals", "0x1p-9, -0x1p-9, 0x1p-24, 0x1p-9"},
        {MatrixUnit::WgmmaE5M2ToF16, "zero-exponent", "2^-32 or finer"},
    };
    for (const auto &r : recorded) {
        SCOPED_TRACE(std::to_string(static_cast<int>(r.unit)) + " " + r.question);
        const MmaStudy s = study(shipped("h200"), r.unit, &shipped("h200"), 1);
        EXPECT_EQ(answerOf(s, r.question), r.answer);
        EXPECT_TRUE(s.agrees());
    }
}

TEST(MmaStudy, ReportsWhatIsNotAsTheProfileSays)
{
    const DeviceProfile profile = deviceOf(DType::BF16, specOf(Generation::Hopper, DType::BF16));
    const auto planted = [&](auto change) {
        DeviceProfile device = profile;
        change(device.mma[0].spec);
        return study(device, MatrixUnit::BF16ToF32, &profile, 300);
    };
    const auto disagrees = [](const MmaStudy &s, const std::string &name) {
        for (const MmaFinding &finding : s.findings) {
            if (finding.name == name)
                return !finding.agrees;
        }
        return false;
    };
    const MmaStudy f = planted([](TensorCoreSpec &s) { s.fractionBits = 24; });
    EXPECT_TRUE(f.treeAgrees);
    EXPECT_TRUE(disagrees(f, "kept-bits") && disagrees(f, "table-8") && !f.agrees());
    EXPECT_EQ(f.spec->fractionBits, 24);
    EXPECT_LT(f.equalToProfile(), f.problems());
    EXPECT_EQ(f.equalToMeasured(), f.problems());

    const MmaStudy l = planted([](TensorCoreSpec &s) { s.groupL = 8; });
    EXPECT_FALSE(l.treeAgrees);
    EXPECT_EQ(l.spec->groupL, 8);
    EXPECT_TRUE(disagrees(l, "v2"));

    const MmaStudy e = planted([](TensorCoreSpec &s) { s.zeroExponent = -132; });
    EXPECT_TRUE(e.treeAgrees);
    EXPECT_TRUE(disagrees(e, "zero-exponent"));
    EXPECT_EQ(e.spec->zeroExponent, -132);

    const MmaStudy n = planted([](TensorCoreSpec &s) { s.faults.normaliseProducts = true; });
    EXPECT_TRUE(disagrees(n, "product-not-normalised"));
    EXPECT_LT(n.equalToMeasured(), n.problems()) << "no T-FDPA is like that";
    EXPECT_FALSE(n.firstDifference.empty());

    const MmaStudy r = planted([](TensorCoreSpec &s) { s.faults.roundToNearest = true; });
    EXPECT_EQ(answerOf(r, "rounding"), "to nearest");
    EXPECT_FALSE(r.spec) << "an fp32 result that is rounded is none of the known forms";
}

TEST(MmaStudy, ChangedVariantsFail)
{
    const DeviceProfile device = deviceOf(DType::F16, specOf(Generation::Hopper));
    const MmaStudy s = study(device, MatrixUnit::F16ToF32, &device, 300);
    for (const MmaCount &variant : s.variants) {
        SCOPED_TRACE(variant.what);
        if (variant.what.starts_with("e_zero"))
            EXPECT_EQ(variant.measured, variant.problems) << "not observable with fp16 operands";
        else
            EXPECT_LT(variant.measured, variant.problems);
    }
}

/// A GPU whose result depends on what it was not given: nothing explains it, and that is said.
class NoisyDevice final : public CalibrationDevice {
public:
    Result<worker::GpuLimits> limits(const std::stop_token &) override { return worker::GpuLimits{}; }
    Status approximate(worker::ApproxFunction, std::uint32_t, std::span<std::uint32_t>,
                       const std::stop_token &) override
    {
        return {};
    }
    Result<std::vector<std::uint32_t>> multiply(MatrixUnit, const MmaBatch &batch, const std::stop_token &stop) override
    {
        if (stop.stop_requested())
            return Status::cancelled();
        std::vector<std::uint32_t> words;
        for (std::size_t i = 0; i < batch.count(); ++i)
            words.push_back(floatBits(static_cast<float>(m_calls++ % 7)));
        return words;
    }

private:
    std::uint64_t m_calls = 0;
};

TEST(MmaStudy, SaysWhenNothingExplainsADevice)
{
    NoisyDevice device;
    const Result<MmaStudy> s = studyUnit(device, mmaUnitInfo(MatrixUnit::F16ToF32), nullptr, 10, {});
    ASSERT_TRUE(s.ok());
    EXPECT_FALSE(s->spec);
    EXPECT_TRUE(s->tree.starts_with("no tree: ")) << s->tree;
}

TEST(MmaStudy, Stops)
{
    std::stop_source stop;
    stop.request_stop();
    NoisyDevice device;
    EXPECT_EQ(studyUnit(device, mmaUnitInfo(MatrixUnit::F16ToF32), nullptr, 10, stop.get_token()).status().code(),
              StatusCode::Cancelled);
}

TEST(MmaProblem, FactorsAreNormalAndKeepTheExponent)
{
    for (const DType type : {DType::F16, DType::BF16, DType::TF32, DType::E4M3, DType::E5M2}) {
        const FormatInfo f = formatInfo(type);
        for (int e = -300; e <= 300; ++e) {
            const auto factors = factorsOf(type, -std::ldexp(1.5, e));
            ASSERT_EQ(factors.has_value(), e >= 2 * f.minExponent && e <= 2 * f.maxExponent) << f.name << " " << e;
            if (!factors)
                continue;
            EXPECT_EQ(static_cast<double>(factors->first) * static_cast<double>(factors->second), -std::ldexp(1.5, e));
            EXPECT_EQ(std::ilogb(factors->first) + std::ilogb(factors->second), e);
            EXPECT_GE(std::ilogb(factors->first), f.minExponent);
            EXPECT_EQ(roundTo(type, factors->first), factors->first);
        }
    }
    EXPECT_FALSE(factorsOf(DType::E5M2, 1.125)) << "two fraction bits";
}

} // namespace
} // namespace ulpscope::test
