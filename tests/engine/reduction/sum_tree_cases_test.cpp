// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Public bug reports whose right and wrong answers follow by hand from the tree, and the sketch's tree per device.
#include "engine/reduction/sum_tree_test_support.h"

namespace ulpscope::test {
namespace {

/// One query over keys with score 0 each, so that every exponential is 1 and the output is the mean of v.
SmallRun equalWeights(const std::vector<float> &v, const Fields &fields)
{
    Problem p = smallProblem(1, static_cast<int>(v.size()), DType::F32);
    p.heads = p.kvHeads = 1;
    p.headDimV = 1;
    p.scale = 1.0f;
    SmallRun run = makeRun(p, {"textbook", "h200", 0, 0, fields});
    run.inputs->q.assign(run.inputs->q.size(), 0.0f);
    run.inputs->v = v;
    return run;
}

struct Answer {
    std::string tree;
    double accumulator, exact;
    float output;
};

Answer answerOf(const SmallRun &run)
{
    const RowTrace row = run.trace(0, 0);
    const Result<ValuedTree> tree = run.tree(row, SumKind::Output);
    if (!tree.ok()) {
        ADD_FAILURE() << tree.status().message();
        return {};
    }
    return {tree->tree.toText(), tree->value.back(), tree->exact.back(), row.output.front()};
}

// vllm-project/vllm issue 51902: another tile size, other bits. v = [2^26, 1, -2^26, 1], right answer 0.5.
TEST(SumTreeCases, OneInputThreeAnswers)
{
    const std::vector<float> v{0x1p26f, 1, -0x1p26f, 1};
    const Answer keyByKey = answerOf(equalWeights(v, {{"tileN", "1"}, {"crossTile", "sequential"}}));
    EXPECT_EQ(keyByKey.tree, "(((0 1) 2) 3)");
    EXPECT_EQ(keyByKey.output, 0.25f);
    const Answer tilesOfTwo = answerOf(equalWeights(v, {{"tileN", "2"}, {"crossTile", "sequential"}}));
    EXPECT_EQ(tilesOfTwo.tree, "((fma 0 1) (fma 2 3))");
    EXPECT_EQ(tilesOfTwo.output, 0.0f);
    const Answer strided = answerOf(equalWeights(v, {{"tileN", "1"}, {"crossTile", "strided:2"}}));
    EXPECT_EQ(strided.tree, "((0 2) (1 3))");
    EXPECT_EQ(strided.output, 0.5f);
    for (const Answer &answer : {keyByKey, tilesOfTwo, strided})
        EXPECT_EQ(answer.exact, 2.0);
}

// Where the error of the first answer enters: 2^26 + 1 rounds to 2^26.
TEST(SumTreeCases, TheNodeThatLosesTheOne)
{
    const SmallRun run = equalWeights({0x1p26f, 1, -0x1p26f, 1}, {{"tileN", "1"}, {"crossTile", "sequential"}});
    const Result<ValuedTree> tree = run.tree(run.trace(0, 0), SumKind::SketchMergeOutput);
    ASSERT_TRUE(tree.ok()) << tree.status().message();
    int lossy = 0;
    for (int id = 0; id <= tree->tree.root(); ++id) {
        if (tree->ownError[static_cast<std::size_t>(id)] == 0.0)
            continue;
        ++lossy;
        EXPECT_EQ(tree->ownError[static_cast<std::size_t>(id)], -1.0);
        EXPECT_EQ(tree->value[static_cast<std::size_t>(id)], 0x1p26);
        EXPECT_EQ(tree->tree.nodes[static_cast<std::size_t>(id)].leafEnd, 2);
    }
    EXPECT_EQ(lossy, 1);
    EXPECT_EQ(tree->accumulated.back(), -1.0);
}

// 1bit-MONSTER/1bit-MONSTER PR 495: scores 0, v = 0, 1, 2, 3; right 1.5.
TEST(SumTreeCases, UnnormalisedUntilTheEnd)
{
    for (const char *tileN : {"1", "2", "4"}) {
        const SmallRun run = equalWeights({0, 1, 2, 3}, {{"tileN", tileN}, {"crossTile", "sequential"}});
        const Answer answer = answerOf(run);
        EXPECT_EQ(answer.accumulator, 6.0);
        EXPECT_EQ(run.tree(run.trace(0, 0), SumKind::RowSum)->value.back(), 4.0);
        EXPECT_EQ(answer.output, 1.5f);
    }
}

// crossTile=device: FlashAttention-2's split rule gives 64 work tiles with 8 key tiles each 2 splits on 80 SMs, 3 on
// 108 and 4 on 132.
TEST(SumTreeCases, TheDeviceShapesTheSketch)
{
    Problem p = smallProblem(4, 512, DType::F32);
    std::vector<float> accumulators[3];
    const std::pair<const char *, const char *> expected[] = {
        {"v100", "((((0 1) 2) 3) (((4 5) 6) 7))"},
        {"a100", "((((0 1) 2) (6 7)) ((3 4) 5))"},
        {"h200", "(((0 1) (4 5)) ((2 3) (6 7)))"},
    };
    for (int i = 0; i < 3; ++i) {
        const SmallRun run = makeRun(p, {"textbook", expected[i].first, 16, 0, {}});
        EXPECT_EQ(run.shapeText(SumKind::SketchMergeSum), expected[i].second) << expected[i].first;
        for (int column = 0; column < p.headDimV; ++column)
            accumulators[i].push_back(
                static_cast<float>(run.tree(run.trace(0, 3), SumKind::SketchMergeOutput, column)->value.back()));
    }
    EXPECT_NE(accumulators[0], accumulators[1]);
    EXPECT_NE(accumulators[1], accumulators[2]);
    EXPECT_NE(accumulators[0], accumulators[2]);
}

// The group of products shows the architecture in a real kernel's tree: 4, 8 and 16 keys at once.
TEST(SumTreeCases, TheDeviceShapesTheOutputOfAKernel)
{
    Problem p = smallProblem(1, 16, DType::F16);
    p.heads = p.kvHeads = 1;
    const auto text = [&](const char *device) {
        return makeRun(p, {"fa2-pytorch", device, 0, 0, {}}).shapeText(SumKind::Output);
    };
    EXPECT_EQ(text("v100"), "((((0 1 2 3) 4 5 6 7) 8 9 10 11) 12 13 14 15)");
    EXPECT_EQ(text("a100"), "((0 1 2 3 4 5 6 7) 8 9 10 11 12 13 14 15)");
    EXPECT_EQ(text("h200"), "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)");
}

// FlashAttention-2 visits key tiles from last to first and joins every lane by fma.
TEST(SumTreeCases, RowSumOfFlashAttention2)
{
    Problem p = smallProblem(1, 16, DType::F16);
    p.heads = p.kvHeads = 1;
    const SmallRun run = makeRun(p, {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "8"}}});
    EXPECT_EQ(run.shapeText(SumKind::RowSum), "(((((8 9) 0) 1) (((12 13) 4) 5)) ((((10 11) 2) 3) (((14 15) 6) 7)))");
    EXPECT_EQ(run.shapeText(SumKind::Output), "((8 9 10 11 12 13 14 15) 0 1 2 3 4 5 6 7)");
}

} // namespace
} // namespace ulpscope::test
