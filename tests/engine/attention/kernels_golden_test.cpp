// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Memory-efficient attention, FlexAttention, the Triton tutorial's kernel and PyTorch's math path against outputs
// recorded on an H200, and the controls that must fail.
#include "support/golden.h"

#include <cmath>

namespace ulpscope::test {
namespace {

struct Recorded {
    const char *file;
    const char *kernel;
    std::vector<std::string> outputs;
    const char *lse; ///< tensor; null: none is recorded in natural units
    int batch = 0;   ///< of which the file holds a part
};

const Recorded kRecorded[] = {
    {"mem_efficient_bf16_d64_full", "mem-efficient", {"o_batch1", "o_batch256"}, nullptr},
    {"mem_efficient_fp16_d128_causal", "mem-efficient", {"o_batch1", "o_batch256"}, nullptr},
    {"mem_efficient_fp16_d64_odd", "mem-efficient", {"o_batch1", "o_batch256"}, nullptr},
    {"mem_efficient_fp16_d8_odd", "mem-efficient", {"o"}, nullptr},
    {"mem_efficient_fp16_d64_causal_unequal", "mem-efficient", {"o"}, nullptr},
    {"mem_efficient_fp16_d192_causal", "mem-efficient", {"o"}, nullptr},
    {"mem_efficient_bf16_d256_full", "mem-efficient", {"o"}, nullptr},
    {"flex_bf16_d64_128x64_w4", "flex", {"o"}, "lse"},
    {"flex_bf16_d64_64x64_w4", "flex", {"o"}, "lse"},
    {"flex_fp16_d64_128x128_w8", "flex", {"o"}, "lse"},
    {"flex_fp16_d128_causal_128x64_w8", "flex", {"o"}, "lse"},
    {"flex_fp16_d64_causal_odd", "flex", {"o"}, "lse"},
    {"flex_bf16_d64_default", "flex", {"o"}, "lse"},
    {"flex_bf16_d32_causal_default", "flex", {"o"}, "lse"},
    {"flex_fp16_d16_causal_odd_default", "flex", {"o"}, "lse"},
    {"triton_tutorial_fp16_d64_causal_64x32", "triton-tutorial", {"o"}, nullptr},
    {"triton_tutorial_fp16_d64_full_128x64", "triton-tutorial", {"o"}, nullptr},
    {"math_fp16_d64_full", "math", {"o"}, nullptr},
    {"math_fp16_d64_causal", "math", {"o"}, nullptr},
    {"math_fp16_d96_unequal", "math", {"o"}, nullptr, 2},
    {"math_fp16_d8_few", "math", {"o"}, nullptr},
    {"math_fp16_d40_causal", "math", {"o"}, nullptr},
};

void PrintTo(const Recorded &r, std::ostream *os) { *os << r.file; }

class RecordedKernels : public testing::TestWithParam<Recorded> {};

TEST_P(RecordedKernels, AreBitEqual)
{
    const Golden g = readGolden(GetParam().file);
    RunRequest request;
    request.kernel = GetParam().kernel;
    request.batch = GetParam().batch;
    const RunSpec spec = resolveOrFail(g.problem, request);
    EXPECT_EQ(spec.known.known, Known::Reproduced) << spec.known.text.english();
    EXPECT_TRUE(spec.changedFields.empty()) << "kernel_options of the file are the kernel's own";
    const RunOutput run = runOrFail(spec, g.inputs);
    for (const std::string &output : GetParam().outputs)
        EXPECT_EQ(countDifferentBits(run.output, g.floats(output)), 0) << output;
    if (GetParam().lse) {
        EXPECT_EQ(countDifferentBits(run.lse, g.floats(GetParam().lse)), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(H200, RecordedKernels, testing::ValuesIn(kRecorded),
                         [](const auto &parameter) { return std::string(parameter.param.file); });

struct Control {
    const char *name;
    const char *file, *kernel, *tensor;
    const char *field, *value;
    int mismatches; ///< -1: some, but no independent count is at hand
};

void PrintTo(const Control &c, std::ostream *os) { *os << c.name; }

class KernelControl : public testing::TestWithParam<Control> {};

// The counts were obtained by an independent implementation.
TEST_P(KernelControl, Differs)
{
    const Control &c = GetParam();
    const Golden g = readGolden(c.file);
    RunRequest request;
    request.kernel = c.kernel;
    request.set = {{c.field, c.value}};
    const RunSpec spec = resolveOrFail(g.problem, request);
    EXPECT_EQ(spec.known.known, Known::Model);
    const RunOutput run = runOrFail(spec, g.inputs);
    const bool ofLse = std::string(c.tensor) == "lse";
    const std::int64_t different = countDifferentBits(ofLse ? run.lse : run.output, g.floats(c.tensor));
    if (c.mismatches >= 0)
        EXPECT_EQ(different, c.mismatches);
    else
        EXPECT_GT(different, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Counts, KernelControl,
    testing::Values(
        Control{"GroupsOf16", "mem_efficient_bf16_d64_full", "mem-efficient", "o_batch256", "instrK", "16", 22},
        Control{"ScaleFolded", "mem_efficient_fp16_d128_causal", "mem-efficient", "o_batch256", "scoreScale", "folded",
                429},
        Control{"EveryBlockFused", "flex_fp16_d128_causal_128x64_w8", "flex", "o", "argument", "fused", 56},
        Control{"ProductOntoTheOutput", "mem_efficient_bf16_d256_full", "mem-efficient", "o", "pvSum", "inAccumulator",
                -1},
        Control{"QuadOrder21", "mem_efficient_fp16_d192_causal", "mem-efficient", "o", "quadOrder", "xor21", -1},
        Control{"HardwareLg2", "flex_bf16_d64_128x64_w4", "flex", "lse", "lseLog", "lg2", -1},
        Control{"RaggedBlocksFused", "flex_fp16_d64_causal_odd", "flex", "o", "argument", "fusedFullBlocks", -1},
        Control{"NoPartialBlocks", "flex_fp16_d64_causal_odd", "flex", "o", "keyOrder", "descending", -1},
        Control{"OtherDefaultTile", "flex_bf16_d64_default", "flex", "o", "tileN", "64", -1},
        Control{"ScaleFoldedInDouble", "triton_tutorial_fp16_d64_full_128x64", "triton-tutorial", "o", "scoreScale",
                "folded", -1},
        Control{"ScoreScaledAfterTheProduct", "math_fp16_d64_full", "math", "o", "scoreScale", "natural", -1},
        Control{"OutputDivided", "math_fp16_d64_full", "math", "o", "final", "divide", -1},
        Control{"OneLane", "math_fp16_d64_causal", "math", "o", "lanes", "contiguous", -1},
        Control{"HardwareEx2", "math_fp16_d96_unequal", "math", "o", "exp", "ex2", -1},
        Control{"SixteenLanes", "math_fp16_d64_full", "math", "o", "lanes", "strided:16", -1},
        Control{"MaskBlocksOf128", "triton_tutorial_fp16_d64_causal_64x32", "triton-tutorial", "o", "maskBlock", "128",
                -1}),
    [](const auto &parameter) { return std::string(parameter.param.name); });

Problem problemOf(int tq, int tk, int dim, const char *mask)
{
    Problem p;
    p.heads = p.kvHeads = 2;
    p.seqlenQ = tq;
    p.seqlenK = tk;
    p.headDim = p.headDimV = dim;
    p.dtype = DType::F16;
    p.scale = 0.125f;
    p.mask = Mask::parse(mask).value();
    return p;
}

Known knownOf(const char *kernel, const Problem &p, const char *device = "h200")
{
    RunRequest request;
    request.kernel = kernel;
    request.device = device;
    return resolveOrFail(p, request).known.known;
}

TEST(RecordedKernelsAreClaimed, OnlyWhereOutputsAreRecorded)
{
    EXPECT_EQ(knownOf("mem-efficient", problemOf(100, 300, 64, "causal-top-left")), Known::Reproduced);
    EXPECT_EQ(knownOf("mem-efficient", problemOf(100, 300, 64, "causal-bottom-right")), Known::Published);
    EXPECT_EQ(knownOf("mem-efficient", problemOf(100, 300, 48, "none")), Known::Published);
    Problem grouped = problemOf(100, 300, 64, "none");
    grouped.kvHeads = 1;
    EXPECT_EQ(knownOf("mem-efficient", grouped), Known::Published);
    grouped.seqlenQ = 128;
    EXPECT_EQ(knownOf("flex", grouped), Known::Reproduced);
    EXPECT_EQ(knownOf("flex", problemOf(127, 300, 64, "none")), Known::Published)
        << "PyTorch decodes with another kernel";
    EXPECT_EQ(knownOf("triton-tutorial", problemOf(256, 256, 64, "none")), Known::Reproduced);
    EXPECT_EQ(knownOf("triton-tutorial", problemOf(256, 320, 64, "none")), Known::Published);
    EXPECT_EQ(knownOf("flex", problemOf(256, 256, 64, "none"), "a100"), Known::Model) << "its ex2 is not measured";
}

// cuBLAS chooses by the shape; where it is known to choose otherwise, or nobody looked, no bits are promised.
TEST(MathPath, IsClaimedForTheRecordedClassOfShapes)
{
    EXPECT_EQ(knownOf("math", problemOf(16, 300, 64, "none")), Known::Reproduced);
    EXPECT_EQ(knownOf("math", problemOf(15, 300, 64, "none")), Known::Published);
    EXPECT_EQ(knownOf("math", problemOf(1, 300, 64, "none")), Known::Model);
    EXPECT_EQ(knownOf("math", problemOf(128, 2049, 64, "none")), Known::Model);
    Problem oneHead = problemOf(256, 256, 128, "none");
    oneHead.heads = oneHead.kvHeads = 1;
    EXPECT_EQ(knownOf("math", oneHead), Known::Model);
}

TEST(MathPath, NeedsAllKeysInOneTile)
{
    RunRequest request;
    request.kernel = "math";
    request.set = {{"tileN", "128"}};
    const Result<RunSpec> spec = resolveRun(catalog(), problemOf(128, 300, 64, "none"), request);
    ASSERT_FALSE(spec.ok());
    EXPECT_EQ(spec.status().message(), "recipe field final: divideProbs needs the row sum of all 300 keys first, "
                                       "expected a tileN of at least as many, found 128");
    request.set.clear();
    EXPECT_EQ(resolveRun(catalog(), problemOf(128, 5000, 64, "none"), request).status().message(),
              "kernel math takes at most 4096 keys, this problem has 5000");
    request.numSplits = 3;
    EXPECT_EQ(resolveRun(catalog(), problemOf(128, 300, 64, "none"), request).status().message(),
              "recipe field final: divideProbs needs split=none, found count:3");
}

// The double that a scale was rounded from: sqrt(0.1) in fp32 is 0x3EA1E89B, sqrt(float(0.1)) too; of 1/sqrt(d) the
// roots from the double and from the float differ for some d.
TEST(OperandFactors, ComeFromTheScaleBeforeItWasRounded)
{
    int differing = 0;
    for (int d = 1; d <= 256; ++d) {
        Problem p = problemOf(1, 1, d, "none");
        const double scale = 1.0 / std::sqrt(static_cast<double>(d));
        p.scale = static_cast<float>(scale);
        const OperandFactors factors = operandFactors(p);
        EXPECT_EQ(factors.q, static_cast<float>(std::sqrt(scale))) << d;
        EXPECT_EQ(factors.k, factors.q);
        differing += factors.q != static_cast<float>(std::sqrt(static_cast<double>(p.scale)));
    }
    EXPECT_GT(differing, 0) << "else the float would do";
    Problem p = problemOf(1, 1, 64, "none");
    p.scale = -0.3f;
    EXPECT_EQ(operandFactors(p).q, -static_cast<float>(std::sqrt(0.3)));
    EXPECT_EQ(operandFactors(p).k, static_cast<float>(std::sqrt(0.3)));
}

TEST(KernelOptions, SetTilesOfKernelsThatKnowThem)
{
    Problem p = problemOf(256, 256, 64, "none");
    p.kernelOptions = {{"BLOCK_M", 64}, {"BLOCK_N", 32}, {"num_warps", 8}};
    RunRequest request;
    request.kernel = "flex";
    RunSpec spec = resolveOrFail(p, request);
    EXPECT_EQ(spec.recipe.tileM, 64);
    EXPECT_EQ(spec.recipe.tileN, 32);
    EXPECT_EQ(spec.known.known, Known::Reproduced);
    request.set = {{"tileN", "128"}};
    spec = resolveOrFail(p, request);
    EXPECT_EQ(spec.recipe.tileN, 128);
    EXPECT_EQ(spec.changedFields, (std::vector<std::string>{"tileN"}));

    request.set.clear();
    p.kernelOptions["PRESCALE_QK"] = 1;
    EXPECT_EQ(resolveOrFail(p, request).known.known, Known::Model);
    EXPECT_NE(resolveOrFail(p, request).known.text.english().find("PRESCALE_QK"), std::string::npos);
    p.kernelOptions = {{"BLOCK_M", 0}};
    EXPECT_FALSE(resolveRun(catalog(), p, request).ok());
    request.kernel = "fa2-pytorch";
    EXPECT_TRUE(resolveOrFail(p, request).changedFields.empty()) << "options of another kernel mean nothing to it";
}

} // namespace
} // namespace ulpscope::test
