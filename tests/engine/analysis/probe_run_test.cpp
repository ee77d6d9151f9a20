// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the CPU executor's results give away, against the tree that is declared for the run.
#include "engine/analysis/probe_run.h"
#include "support/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace ulpscope::test {
namespace {

Problem problemOf(int queries, int keys, DType dtype = DType::BF16, int headDim = 32)
{
    Problem p;
    p.seqlenQ = queries;
    p.seqlenK = keys;
    p.headDim = p.headDimV = headDim;
    p.dtype = dtype;
    p.scale = 0.125f;
    return p;
}

RunRequest requestOf(const std::string &kernel, const std::string &device, int splits = 0,
                     std::vector<std::pair<std::string, std::string>> set = {})
{
    RunRequest request;
    request.kernel = kernel;
    request.device = device;
    request.numSplits = splits;
    request.set = std::move(set);
    return request;
}

ReductionTree declaredTree(const RunSpec &spec, int row, SumKind kind, int head = 0, int batch = 0,
                           int split = kFirstSplit)
{
    const Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return {};
    const Result<ReductionTree> tree = sumTree(spec, schedule.value(), batch, head, row, kind, split);
    EXPECT_TRUE(tree.ok()) << tree.status().message();
    return tree.ok() ? tree.value() : ReductionTree();
}

::testing::AssertionResult probeEquals(const RunSpec &spec, int row, SumKind kind, int head = 0, int batch = 0,
                                       int split = kFirstSplit)
{
    const std::string what = spec.request.kernel + " on " + spec.request.device + ", keys " +
                             std::to_string(spec.problem.seqlenK) + ", splits " + std::to_string(spec.numSplits) +
                             ", row " + std::to_string(row) + ", " + leafWord(kind).english() + " " +
                             std::to_string(static_cast<int>(kind)) + ": ";
    const Result<MeasuredSum> measured = measureSum(cpuBackend(), spec, batch, head, row, kind, split);
    if (!measured.ok())
        return ::testing::AssertionFailure() << what << measured.status().message();
    const ReductionTree tree = declaredTree(spec, row, kind, head, batch, split);
    const SumShape declared = observableShape(tree, measured->unseen).shape;
    if (const auto difference = firstDifference(declared, measured->shape))
        return ::testing::AssertionFailure() << what << difference->describe(leafWord(kind)).english();
    if (declared.empty() || declared.toText() != measured->shape.toText())
        return ::testing::AssertionFailure() << what << "texts differ";
    for (const NodeMatch match : matchNodes(tree, measured->shape, measured->unseen)) {
        if (match == NodeMatch::Differs)
            return ::testing::AssertionFailure() << what << "a node is not matched";
    }
    return ::testing::AssertionSuccess();
}

constexpr SumKind kRowKinds[] = {SumKind::RowSum, SumKind::Output, SumKind::Score};

/// What tells two runs of one problem apart: devices whose tensor cores and tiles are equal run the same steps.
std::string identity(const RunSpec &spec)
{
    std::string text = formatInfo(spec.problem.dtype).name.data();
    for (const RecipeField &field : recipeFields())
        text += " " + (field.name.starts_with("mma") ? std::string() : fieldValue(spec.recipe, field.name));
    for (const ResolvedMma *mma : {&spec.qk, &spec.pv})
        text += " " + std::to_string(mma->spec.groupL) + " " + std::to_string(mma->spec.fractionBits);
    return text + " " + std::to_string(spec.numSplits) + " " + spec.approxTable;
}

class EveryKernel : public ::testing::TestWithParam<std::string> {};

/// Odd lengths, several key tiles, a causal mask in two alignments, with each device's tensor core and tiles.
TEST_P(EveryKernel, HasTheDeclaredTreesOnEveryDevice)
{
    const KernelFamily &kernel = *catalog().kernel(GetParam()).value();
    struct Case {
        int queries, keys, row;
        Mask::Kind mask;
    };
    std::size_t resolved = 0;
    for (const Case &c :
         {Case{1, 37, 0, Mask::Kind::None}, Case{3, 145, 1, Mask::Kind::None},
          Case{160, 160, 139, Mask::Kind::CausalTopLeft}, Case{4, 270, 2, Mask::Kind::CausalBottomRight}}) {
        std::set<std::string> seen;
        const DType dtype = kernel.dtypes[resolved / catalog().devices.size() % kernel.dtypes.size()]; // in turn
        for (const DeviceProfile &device : catalog().devices) {
            // Counterfactual ones too: the arithmetic is what is probed.
            Problem p = problemOf(c.queries, c.keys, dtype);
            p.mask.kind = c.mask;
            const bool isSketch = kernel.id == "textbook";
            const Result<RunSpec> spec = resolveRun(catalog(), p, requestOf(kernel.id, device.id, isSketch ? 0 : 1));
            ASSERT_TRUE(spec.ok()) << spec.status().message();
            ++resolved;
            if (!seen.insert(identity(spec.value())).second)
                continue;
            for (const SumKind kind : kRowKinds)
                EXPECT_TRUE(probeEquals(spec.value(), c.row, kind)) << formatInfo(dtype).name;
        }
    }
    EXPECT_EQ(resolved, 4 * catalog().devices.size());
}

std::vector<std::string> kernelIds()
{
    std::vector<std::string> ids;
    for (const KernelFamily &kernel : catalog().kernels)
        ids.push_back(kernel.id);
    return ids;
}
INSTANTIATE_TEST_SUITE_P(All, EveryKernel, ::testing::ValuesIn(kernelIds()), [](const auto &kernel) {
    std::string name = kernel.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(ProbeRun, EverySplitAndTheCombine)
{
    for (const std::string kernel : {"fa2-pytorch", "fa2", "fa3", "fa4"}) {
        const DType dtype = kernel.starts_with("fa2") ? DType::F16 : DType::BF16;
        const RunSpec spec = resolveOrFail(problemOf(1, 700, dtype), requestOf(kernel, "b200", 4));
        for (int split = 0; split < 3; split += 2) {
            for (const SumKind kind : kRowKinds)
                EXPECT_TRUE(probeEquals(spec, 0, kind, 0, 0, split));
        }
        for (const SumKind kind : {SumKind::CombineWeights, SumKind::CombineOutput})
            EXPECT_TRUE(probeEquals(spec, 0, kind));
    }
}

// More splits than lanes hold (8 at head dim 16), and all that the kernel has.
TEST(ProbeRun, CombinesOfManySplits)
{
    const auto run = [](int splits, DType dtype) {
        return resolveOrFail(problemOf(1, splits * 16, dtype, 16),
                             requestOf("fa2-pytorch", "h200", splits, {{"tileN", "16"}}));
    };
    for (const int splits : {37, 128}) {
        EXPECT_TRUE(probeEquals(run(splits, DType::BF16), 0, SumKind::CombineWeights));
        EXPECT_TRUE(probeEquals(run(splits, DType::BF16), 0, SumKind::CombineOutput));
    }
    EXPECT_TRUE(probeEquals(run(64, DType::F16), 0, SumKind::CombineOutput));
    const Result<MeasuredSum> tooMany = measureSum(cpuBackend(), run(65, DType::F16), 0, 0, 0, SumKind::CombineOutput);
    EXPECT_EQ(tooMany.status().code(), StatusCode::Unsupported);
    EXPECT_NE(tooMany.status().message().find("at most 64 splits"), std::string::npos);
}

TEST(ProbeRun, SplitsWithoutAKeyAreNamed)
{
    Problem p = problemOf(512, 512);
    p.mask.kind = Mask::Kind::CausalTopLeft;
    const RunSpec spec = resolveOrFail(p, requestOf("fa2-pytorch", "h200", 4, {{"tileN", "64"}}));
    const int row = 200; // sees keys 0..200: splits of 128 keys
    const Result<MeasuredSum> measured = measureSum(cpuBackend(), spec, 0, 0, row, SumKind::CombineOutput);
    ASSERT_TRUE(measured.ok()) << measured.status().message();
    EXPECT_EQ(measured->unseen, (std::vector{2, 3}));
    EXPECT_EQ(measured->shape.toText(), "(0 1)");
    EXPECT_TRUE(probeEquals(spec, row, SumKind::CombineOutput));
    EXPECT_TRUE(probeEquals(spec, row, SumKind::CombineWeights));
}

TEST(ProbeRun, TheSketchAndItsMerge)
{
    const DType types[] = {DType::BF16, DType::F16, DType::F32};
    std::size_t next = 0;
    for (const char *tree : {"sequential", "pairwise", "strided:3", "splits:3", "list:3,1,4,0,2", "device"}) {
        const DType dtype = types[next++ % 3];
        const RunSpec spec = resolveOrFail(problemOf(2, 140, dtype),
                                           requestOf("textbook", "a100", 0, {{"crossTile", tree}, {"tileN", "32"}}));
        for (const SumKind kind :
             {SumKind::RowSum, SumKind::Output, SumKind::SketchMergeSum, SumKind::SketchMergeOutput, SumKind::Score})
            EXPECT_TRUE(probeEquals(spec, 1, kind)) << tree << " " << formatInfo(dtype).name;
    }
}

TEST(ProbeRun, FieldsThatChangeATree)
{
    const std::vector<std::vector<std::pair<std::string, std::string>>> sets{
        {{"keyOrder", "ascending"}},
        {{"keyOrder", "list:2,0,4,1,3,5"}, {"tileN", "32"}},
        {{"lanes", "strided:2"}},
        {{"lanes", "contiguous"}, {"laneSum", "balanced"}, {"join", "rowMulAdd"}, {"quadWhen", "everyTile"}},
        {{"quadOrder", "xor12"}, {"join", "laneLocalFma"}, {"laneSum", "balanced"}},
        {{"mma", "fp32-fma"}, {"pCast", "none"}},
        {{"mma", "v100"}},
        {{"instrK", "8"}},
        {{"pvSum", "apart"}},
        {{"rescale", "threshold:8"}},
        {{"scoreScale", "twoStep"}, {"maxOf", "log2"}, {"argument", "fusedFullBlocks"}, {"alpha", "log2Difference"}},
    };
    for (const auto &set : sets) {
        const Result<RunSpec> spec = resolveRun(catalog(), problemOf(1, 170), requestOf("fa2-pytorch", "h200", 1, set));
        if (!spec.ok()) {
            ADD_FAILURE() << set.front().first << ": " << spec.status().message();
            continue;
        }
        for (const SumKind kind : kRowKinds)
            EXPECT_TRUE(probeEquals(spec.value(), 0, kind)) << set.front().first << "=" << set.front().second;
    }
}

TEST(ProbeRun, HeadsBatchEntriesMasksAndSoftcaps)
{
    Problem p = problemOf(40, 150, DType::F16, 48);
    p.headDimV = 24;
    p.batch = 2;
    p.heads = 6;
    p.kvHeads = 2;
    p.scale = 0.7f;
    p.mask.kind = Mask::Kind::Window;
    p.mask.windowLeft = 90;
    p.mask.windowRight = 0;
    p.mask.keyLengths = {150, 131};
    for (const std::string kernel : {"fa2-pytorch", "flex", "mem-efficient", "math", "textbook"}) {
        const RunSpec spec = resolveOrFail(p, requestOf(kernel, "a100", kernel == "textbook" ? 0 : 1));
        for (const SumKind kind : kRowKinds)
            EXPECT_TRUE(probeEquals(spec, 17, kind, 4, 1));
    }
    p.softcap = 50.0f;
    const RunSpec capped = resolveOrFail(p, requestOf("fa2-pytorch", "a100", 1));
    for (const SumKind kind : kRowKinds)
        EXPECT_TRUE(probeEquals(capped, 17, kind, 4, 1));
    // A head dim with P V summed apart, and one that is no multiple of an instruction.
    for (const int headDim : {40, 160}) {
        const RunSpec wide = resolveOrFail(problemOf(2, 300, DType::BF16, headDim), requestOf("mem-efficient", "h200"));
        for (const SumKind kind : kRowKinds)
            EXPECT_TRUE(probeEquals(wide, 1, kind));
    }
}

// Partly masked blocks of 128 x 128 come first, then the full ones.
TEST(ProbeRun, PartialFirstOrder)
{
    Problem p = problemOf(384, 384);
    p.mask.kind = Mask::Kind::CausalTopLeft;
    const RunSpec spec = resolveOrFail(p, requestOf("flex", "h200"));
    EXPECT_TRUE(probeEquals(spec, 300, SumKind::RowSum));
    EXPECT_TRUE(probeEquals(spec, 300, SumKind::Output));
}

TEST(ProbeRun, ScalesOfEverySize)
{
    for (const float scale : {1e-6f, 1e-3f, 1.0f, 37.0f, 1e5f}) {
        for (const DType dtype : {DType::F16, DType::BF16}) {
            Problem p = problemOf(1, 100, dtype);
            p.scale = scale;
            EXPECT_TRUE(probeEquals(resolveOrFail(p, requestOf("fa2-pytorch", "h200", 1)), 0, SumKind::RowSum))
                << scale;
        }
    }
}

// What a run does is compared with what another recipe declares.
TEST(ProbeRun, AnotherTreeIsTold)
{
    const RunSpec run = resolveOrFail(problemOf(1, 300), requestOf("fa2-pytorch", "h200", 1));
    const auto difference = [&](const RunRequest &other, SumKind kind) {
        const Result<MeasuredSum> measured = measureSum(cpuBackend(), run, 0, 0, 0, kind);
        EXPECT_TRUE(measured.ok());
        const RunSpec spec = resolveOrFail(problemOf(1, 300), other);
        const auto found = firstDifference(observableShape(declaredTree(spec, 0, kind)).shape, measured->shape);
        return found ? found->describe(leafWord(kind)).english() : std::string("equal");
    };
    const RunRequest ascending = requestOf("fa2-pytorch", "h200", 1, {{"keyOrder", "ascending"}});
    const RunRequest a100 = requestOf("fa2-pytorch", "a100", 1);
    EXPECT_EQ(difference(requestOf("fa2-pytorch", "h100", 1), SumKind::Output), "equal");
    EXPECT_EQ(difference(ascending, SumKind::Score), "equal");
    EXPECT_EQ(difference(a100, SumKind::RowSum), "equal");
    EXPECT_EQ(
        difference(ascending, SumKind::Output),
        "declared: keys 0..15 are added on their own; measured: the smallest sum that holds them is of keys 0..15, "
        "128..299");
    EXPECT_EQ(difference(a100, SumKind::Score), "declared: dimensions 0..7 are added on their own; measured: the "
                                                "smallest sum that holds them is of dimensions 0..15");
    EXPECT_NE(difference(requestOf("cudnn", "h200"), SumKind::RowSum), "equal");
    EXPECT_NE(difference(ascending, SumKind::RowSum), "equal");
}

TEST(ProbeRun, WhatCannotBeSeenIsSaid)
{
    const auto refusal = [](const Problem &p, const RunRequest &request, SumKind kind) {
        const Status status = measureSum(cpuBackend(), resolveOrFail(p, request), 0, 0, 0, kind).status();
        return status.message();
    };
    const auto says = [&](const std::string &text, const std::string &part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    const Problem p = problemOf(1, 100);
    const RunRequest exact = requestOf("fa2-pytorch", "h200", 1, {{"mma", "exact"}});
    says(refusal(p, exact, SumKind::Output), "mmaPv=exact adds all products without a rounding");
    says(refusal(p, exact, SumKind::Score), "mmaQk=exact");
    EXPECT_EQ(refusal(p, exact, SumKind::RowSum), "");
    says(refusal(p, requestOf("fa2-pytorch", "h200", 1, {{"fault", "unmaskedTail"}}), SumKind::RowSum),
         "fault=unmaskedTail is no order of additions");
    says(refusal(p, requestOf("fa2-pytorch", "h200", 1), SumKind::CombineOutput), "one split");
    says(refusal(problemOf(1, 300), requestOf("fa2-pytorch", "h200", 1, {{"oStore", "bf16"}}), SumKind::Output),
         "258 can be counted in bf16");
    EXPECT_EQ(refusal(problemOf(1, 258), requestOf("fa2-pytorch", "h200", 1, {{"oStore", "bf16"}}), SumKind::Output),
              "");
    says(refusal(problemOf(1, 9000), requestOf("fa2-pytorch", "h200", 1), SumKind::RowSum), "at most 8192 for a probe");
    says(refusal(p, requestOf("fa4", "b200", 1, {{"rescale", "threshold:30"}}), SumKind::RowSum), "threshold:30");
    Problem scaled = p;
    scaled.scale = -1.0f;
    says(refusal(scaled, requestOf("fa2-pytorch", "h200", 1), SumKind::RowSum), "the scale -1 does not make");
    scaled.scale = 0.125f;
    scaled.softcap = 20.0f;
    says(refusal(scaled, requestOf("fa2-pytorch", "h200", 1), SumKind::RowSum), "softcap 20 holds the scores");
    Problem masked = problemOf(4, 2);
    masked.mask.kind = Mask::Kind::CausalBottomRight;
    says(refusal(masked, requestOf("fa2-pytorch", "h200", 1), SumKind::RowSum), "sees no key");
}

// A set of keys has a question in each of its 64 dimensions: a long row takes few runs, and the tree is the declared
// one.
TEST(ProbeRun, ManyQuestionsOfALongRowShareARun)
{
    Problem p = problemOf(700, 700, DType::F16, 64);
    p.heads = 4;
    p.kvHeads = 2;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    const RunSpec spec = resolveOrFail(p, requestOf("fa2-pytorch", "a100", 1));
    const Result<MeasuredSum> measured = measureSum(cpuBackend(), spec, 0, 3, 690, SumKind::RowSum);
    ASSERT_TRUE(measured.ok()) << measured.status().message();
    EXPECT_LT(measured->runs * 50, measured->probes);
    EXPECT_TRUE(probeEquals(spec, 690, SumKind::RowSum, 3));
}

TEST(ProbeRun, CountsItsQuestionsAndStops)
{
    const RunSpec spec = resolveOrFail(problemOf(1, 300), requestOf("fa2-pytorch", "h200", 1));
    std::int64_t reported = 0;
    ProbeOptions options;
    options.progress = [&](std::int64_t probes) { reported += probes; };
    for (const SumKind kind : {SumKind::Output, SumKind::Score}) {
        reported = 0;
        const Result<MeasuredSum> measured = measureSum(cpuBackend(), spec, 0, 0, 0, kind, kFirstSplit, options);
        ASSERT_TRUE(measured.ok());
        EXPECT_EQ(measured->probes, reported);
        EXPECT_GT(measured->runs, 0);
        EXPECT_LT(measured->runs * 10, measured->probes); // one execution answers many
    }
    std::stop_source source;
    source.request_stop();
    options.stop = source.get_token();
    EXPECT_EQ(measureSum(cpuBackend(), spec, 0, 0, 0, SumKind::RowSum, kFirstSplit, options).status().code(),
              StatusCode::Cancelled);
}

} // namespace
} // namespace ulpscope::test
