// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The engine against outputs that PyTorch wrote on an H200, and the controls that must fail by exactly known counts.
#include "support/golden.h"

namespace ulpscope::test {
namespace {

/// Test name of a parameter: its first field.
template <typename Param>
std::string nameOf(const testing::TestParamInfo<Param> &parameter)
{
    return parameter.param.name;
}

struct Recorded {
    const char *name; ///< of the file
    const char *kernel;
    int splitsAlone; ///< splits that FA2 uses for the problem run alone; cuDNN's rule is not known
};

constexpr Recorded kFlashAttention2[] = {
    {"fa2_bf16_d64_full", "fa2-pytorch", 2},   {"fa2_bf16_d64_gqa_causal", "fa2-pytorch", 1},
    {"fa2_bf16_d64_peaked", "fa2-pytorch", 2}, {"fa2_fp16_d128_causal", "fa2-pytorch", 3},
    {"fa2_fp16_d64_decode", "fa2-pytorch", 8}, {"fa2_fp16_d64_odd", "fa2-pytorch", 2}};
// More splits than the combine kernel has lanes for their weights: each lane adds several first.
constexpr Recorded kManySplits[] = {{"fa2_fp16_d32_splits64", "fa2-pytorch", 64},
                                    {"fa2_fp16_d96_splits64", "fa2-pytorch", 64}};
constexpr Recorded kCudnn[] = {
    {"cudnn_bf16_d64_full", "cudnn", 0}, {"cudnn_fp16_d128_causal", "cudnn", 0}, {"cudnn_fp16_d64_odd", "cudnn", 0}};

void PrintTo(const Recorded &r, std::ostream *os) { *os << r.name; }

class InABatchOf256 : public testing::TestWithParam<Recorded> {};
class Alone : public testing::TestWithParam<Recorded> {};

TEST_P(InABatchOf256, IsBitEqual)
{
    const Golden g = readGolden(GetParam().name);
    RunRequest request;
    request.kernel = GetParam().kernel;
    request.batch = 256;
    const RunSpec spec = resolveOrFail(g.problem, request);
    EXPECT_EQ(spec.numSplits, 1);
    EXPECT_EQ(spec.known.known, Known::Reproduced);
    const RunOutput run = runOrFail(spec, g.inputs);
    EXPECT_EQ(countDifferentBits(run.output, g.floats("o_batch256")), 0);
    if (g.file.find("lse_batch256")) {
        EXPECT_EQ(countDifferentBits(run.lse, g.floats("lse_batch256")), 0);
    }
}

TEST_P(Alone, IsBitEqual)
{
    const Golden g = readGolden(GetParam().name);
    RunRequest request;
    request.kernel = GetParam().kernel;
    request.batch = 1;
    const RunSpec spec = resolveOrFail(g.problem, request);
    EXPECT_EQ(spec.numSplits, GetParam().splitsAlone);
    const RunOutput run = runOrFail(spec, g.inputs);
    EXPECT_EQ(countDifferentBits(run.output, g.floats("o_batch1")), 0);
    EXPECT_EQ(countDifferentBits(run.lse, g.floats("lse_batch1")), 0);
}

INSTANTIATE_TEST_SUITE_P(FlashAttention2, InABatchOf256, testing::ValuesIn(kFlashAttention2), nameOf<Recorded>);
INSTANTIATE_TEST_SUITE_P(Cudnn, InABatchOf256, testing::ValuesIn(kCudnn), nameOf<Recorded>);
INSTANTIATE_TEST_SUITE_P(FlashAttention2, Alone, testing::ValuesIn(kFlashAttention2), nameOf<Recorded>);
INSTANTIATE_TEST_SUITE_P(ManySplits, Alone, testing::ValuesIn(kManySplits), nameOf<Recorded>);

struct OneQuery {
    const char *name; ///< of the file
    int batch;        ///< requests that ran at once; the file holds some of them
};
// Up to 128 keys, and up to 256 while the batch has no more heads than the device has SMs: tiles of 64.
constexpr OneQuery kCudnnDecode[] = {
    {"cudnn_decode_fp16_d64_k100", 64},          {"cudnn_decode_bf16_d64_k64", 512},
    {"cudnn_decode_fp16_d128_k128", 512},        {"cudnn_decode_fp16_d64_k128_gqa", 64},
    {"cudnn_decode_fp16_d64_k256_gqa_alone", 1}, {"cudnn_decode_fp16_d128_k256_alone", 1},
};

void PrintTo(const OneQuery &r, std::ostream *os) { *os << r.name; }

class CudnnDecode : public testing::TestWithParam<OneQuery> {};

TEST_P(CudnnDecode, IsBitEqual)
{
    const Golden g = readGolden(GetParam().name);
    RunRequest request;
    request.kernel = "cudnn";
    request.batch = GetParam().batch;
    const RunSpec spec = resolveOrFail(g.problem, request);
    EXPECT_EQ(spec.known.known, Known::Reproduced) << spec.known.text.english();
    EXPECT_EQ(countDifferentBits(runOrFail(spec, g.inputs).output, g.floats("o")), 0);
    request.set = {{"tileN", "128"}};
    EXPECT_EQ(g.problem.seqlenK <= 64,
              countDifferentBits(runOrFail(resolveOrFail(g.problem, request), g.inputs).output, g.floats("o")) == 0)
        << "from 65 keys on, tiles of 128 must differ";
}

INSTANTIATE_TEST_SUITE_P(H200, CudnnDecode, testing::ValuesIn(kCudnnDecode), nameOf<OneQuery>);

// Four warps share a key tile. The order in which the kernel adds their row sums is not fixed, so it is a model.
constexpr OneQuery kCudnnWarps[] = {{"cudnn_decode_fp16_d64_k512_gqa", 64},
                                    {"cudnn_decode_fp16_d64_k256_gqa", 256},
                                    {"cudnn_decode_fp16_d128_k384", 128}};

class CudnnDecodeOfWarps : public testing::TestWithParam<OneQuery> {};

TEST_P(CudnnDecodeOfWarps, HasTheRecordedBits)
{
    const Golden g = readGolden(GetParam().name);
    RunRequest request;
    request.kernel = "cudnn";
    request.batch = GetParam().batch;
    const auto differing = [&](std::vector<std::pair<std::string, std::string>> set) {
        request.set = std::move(set);
        return countDifferentBits(runOrFail(resolveOrFail(g.problem, request), g.inputs).output, g.floats("o"));
    };
    EXPECT_EQ(differing({}), 0);
    EXPECT_EQ(resolveOrFail(g.problem, request).known.known, Known::Model);
    EXPECT_GT(differing({{"keyWarps", "1"}}), 0);
    EXPECT_GT(differing({{"keyWarps", "2"}}) + differing({{"keyWarps", "8"}}), 0);
    EXPECT_GT(differing({{"tileN", "64"}}), 0);
}

INSTANTIATE_TEST_SUITE_P(H200, CudnnDecodeOfWarps, testing::ValuesIn(kCudnnWarps), nameOf<OneQuery>);

TEST(CudnnDecodeRules, FollowKeysAndHeadsInTheBatch)
{
    Problem p;
    p.heads = 2;
    p.kvHeads = 1;
    p.headDim = p.headDimV = 64;
    p.scale = 0.125f;
    p.dtype = DType::F16;
    const auto tileN = [&](int queries, int keys, int batch) {
        p.seqlenQ = queries;
        p.seqlenK = keys;
        RunRequest request;
        request.kernel = "cudnn";
        request.batch = batch;
        return resolveOrFail(p, request).recipe.tileN;
    };
    EXPECT_EQ(tileN(1, 128, 5000), 64);
    EXPECT_EQ(tileN(1, 256, 66), 64);
    EXPECT_EQ(tileN(1, 256, 67), 128) << "134 heads on 132 SMs";
    EXPECT_EQ(tileN(1, 257, 1), 128);
    RunRequest request;
    request.kernel = "cudnn";
    request.batch = 1000;
    EXPECT_EQ(resolveOrFail(p, request).recipe.keyWarps, 4);
    EXPECT_EQ(tileN(2, 128, 1), 128);
}

struct Control {
    const char *name;
    const char *device;
    const char *field;
    const char *value; ///< "half": half the kernel's tile N
    int mismatches[3]; ///< fa2_fp16_d128_causal, fa2_bf16_d64_full, fa2_fp16_d64_odd
};

void PrintTo(const Control &c, std::ostream *os) { *os << c.name; }

class FlashAttention2Control : public testing::TestWithParam<Control> {};

// One thing changed at a time; the counts were obtained by an independent implementation.
TEST_P(FlashAttention2Control, DiffersInExactlyTheKnownNumberOfValues)
{
    const Control &c = GetParam();
    const char *files[] = {"fa2_fp16_d128_causal", "fa2_bf16_d64_full", "fa2_fp16_d64_odd"};
    for (int i = 0; i < 3; ++i) {
        const Golden g = readGolden(files[i]);
        RunRequest request;
        request.device = c.device;
        request.batch = 256;
        if (c.field) {
            std::string value = c.value;
            if (value == "half")
                value = g.problem.headDim <= 64 ? "64" : "32";
            request.set = {{c.field, value}};
        }
        const RunSpec spec = resolveOrFail(g.problem, request);
        EXPECT_NE(spec.known.known, Known::Reproduced);
        EXPECT_EQ(countDifferentBits(runOrFail(spec, g.inputs).output, g.floats("o_batch256")), c.mismatches[i])
            << files[i];
    }
}

INSTANTIATE_TEST_SUITE_P(
    Counts, FlashAttention2Control,
    testing::Values(Control{"DeviceA100", "a100", nullptr, "", {793, 49, 225}},
                    Control{"TensorCoreV100", "h200", "mma", "v100", {1348, 71, 367}},
                    Control{"KeyTilesAscending", "h200", "keyOrder", "ascending", {32673, 28517, 10685}},
                    Control{"TileNHalved", "h200", "tileN", "half", {13671, 12765, 5313}},
                    Control{"ArgumentFused", "h200", "argument", "fused", {101, 15, 19}},
                    Control{"QuadOrder12", "h200", "quadOrder", "xor12", {3, 0, 2}},
                    Control{"FinalRcp", "h200", "final", "rcp", {2, 0, 0}},
                    Control{"MulAddForFma", "h200", "join", "laneMulAdd", {0, 0, 0}}),
    nameOf<Control>);

TEST(FlashAttention2Combine, SequentialWeightSumDiffersInTwoValues)
{
    const Golden g = readGolden("fa2_fp16_d128_causal");
    RunRequest request;
    request.batch = 1;
    request.set = {{"combine", "sequential"}};
    EXPECT_EQ(countDifferentBits(runOrFail(resolveOrFail(g.problem, request), g.inputs).output, g.floats("o_batch1")),
              2);
}

// A plain butterfly over 64 weights is what one lane per split would do.
TEST(FlashAttention2Combine, ManySplitsNeedTheLanesOfTheKernel)
{
    const Golden g = readGolden("fa2_fp16_d32_splits64");
    RunRequest request;
    request.batch = 1;
    request.set = {{"combineLanes", "64"}};
    EXPECT_EQ(countDifferentBits(runOrFail(resolveOrFail(g.problem, request), g.inputs).lse, g.floats("lse_batch1")),
              5);
}

// The article's batch-invariance test in one file: alone and in a batch of 256, PyTorch wrote different bits.
TEST(BatchInvariance, AloneAndInABatchDifferAsRecorded)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    EXPECT_EQ(countDifferentBits(g.floats("o_batch1"), g.floats("o_batch256")), 21526);
    RunRequest alone, batched;
    alone.batch = 1;
    batched.batch = 256;
    EXPECT_EQ(countDifferentBits(runOrFail(resolveOrFail(g.problem, alone), g.inputs).output,
                                 runOrFail(resolveOrFail(g.problem, batched), g.inputs).output),
              21526);
}

TEST(WholeRun, BitsDoNotDependOnTheNumberOfThreads)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    const RunSpec spec = resolveOrFail(g.problem, {});
    const RunOutput one = runOrFail(spec, g.inputs, 1);
    for (int threads : {2, 3, 8})
        EXPECT_EQ(countDifferentBits(one.output, runOrFail(spec, g.inputs, threads).output), 0);
}

TEST(WholeRun, StopsWhenAsked)
{
    const Golden g = readGolden("fa2_fp16_d64_odd");
    std::stop_source source;
    source.request_stop();
    WholeRunOptions options;
    options.stop = source.get_token();
    const Result<RunOutput> run = runWhole(cpuBackend(), resolveOrFail(g.problem, {}), g.inputs, options);
    ASSERT_FALSE(run.ok());
    EXPECT_EQ(run.status().code(), StatusCode::Cancelled);
}

} // namespace
} // namespace ulpscope::test
