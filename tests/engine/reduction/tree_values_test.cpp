// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The numbers of a tree against arithmetic with so many bits that nothing is rounded.
#include "engine/reduction/tree_shapes.h"
#include "engine/reduction/tree_values.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace ulpscope::test {
namespace {

/// 2,000 bits hold every sum and product of these tests exactly.
using Wide =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<2000, boost::multiprecision::digit_base_2>>;

constexpr float kInf = std::numeric_limits<float>::infinity();

Wide wide(double x) { return Wide(x); }

/// Sum of the node's leaves, each times the factors on its way up to the node.
Wide exactSumOf(const ReductionTree &tree, const std::vector<LeafTerm> &terms, int id)
{
    const TreeNode &node = tree.nodes[static_cast<std::size_t>(id)];
    Wide sum = 0;
    for (int leaf = node.leafBegin; leaf < node.leafEnd; ++leaf) {
        const LeafTerm &term = terms[static_cast<std::size_t>(leaf)];
        Wide value = wide(term.a) * wide(term.b);
        for (int at = tree.leafOrder[static_cast<std::size_t>(leaf)]; at != id;) {
            const int parent = tree.nodes[static_cast<std::size_t>(at)].parent;
            const TreeNode &above = tree.nodes[static_cast<std::size_t>(parent)];
            const bool scaled = above.op == NodeOp::Scale || above.op == NodeOp::FmaJoin || above.op == NodeOp::MulAdd;
            if (scaled && tree.child(parent, 0) == at)
                value *= wide(above.factor);
            at = parent;
        }
        sum += value;
    }
    return sum;
}

/// The node's operation on the values of its children, without rounding.
Wide exactOperationOf(const ReductionTree &tree, const TreeValues &values, int id)
{
    const TreeNode &node = tree.nodes[static_cast<std::size_t>(id)];
    Wide sum = 0;
    for (int i = 0; i < node.childCount; ++i) {
        const bool scaled =
            i == 0 && (node.op == NodeOp::Scale || node.op == NodeOp::FmaJoin || node.op == NodeOp::MulAdd);
        sum += wide(values.value[static_cast<std::size_t>(tree.child(id, i))]) * (scaled ? wide(node.factor) : Wide(1));
    }
    return sum;
}

/// |a - b| in units of the larger one's last place in double.
double ulps(double a, const Wide &b)
{
    const double nearest = b.convert_to<double>();
    return a == nearest ? 0.0 : std::fabs(a - nearest) / (std::fabs(nearest) * 0x1p-52 + 0x1p-1074);
}

void setFactors(ReductionTree &tree, std::mt19937 &rng)
{
    std::uniform_real_distribution<float> factor(0.1f, 1.0f);
    for (TreeNode &node : tree.nodes) {
        if (scalesFirst(node.op))
            node.factor = factor(rng);
    }
}

void expectNumbersAreRight(const ReductionTree &tree, const std::vector<LeafTerm> &terms, const TensorCoreSpec &spec,
                           DType type)
{
    const TreeValues values = evaluateTree(tree, terms, spec, type);
    for (int id = 0; id <= tree.root(); ++id) {
        const std::size_t i = static_cast<std::size_t>(id);
        SCOPED_TRACE(tree.describe(id).english());
        const Wide exact = exactSumOf(tree, terms, id);
        EXPECT_LE(ulps(values.exact[i], exact), 0.0);
        EXPECT_LE(ulps(values.accumulated[i], wide(values.value[i]) - exact), 1e-6); // 106 bits, minus what cancels
        if (tree.nodes[i].op == NodeOp::Leaf)
            EXPECT_EQ(values.ownError[i], 0.0);
        else
            EXPECT_EQ(values.ownError[i],
                      (wide(values.value[i]) - exactOperationOf(tree, values, id)).convert_to<double>());
    }
}

std::vector<RowKeyTile> threeTiles(int tileN)
{
    std::vector<RowKeyTile> tiles;
    for (int i = 2; i >= 0; --i)
        tiles.push_back({i, {std::max(i * tileN, 3), std::min((i + 1) * tileN, 3 * tileN - 5)}, {}});
    return tiles;
}

TEST(TreeValues, RowSumsOfEveryJoin)
{
    std::mt19937 rng(1);
    std::uniform_real_distribution<float> p(0.0f, 1.0f);
    for (Join join : {Join::LaneFma, Join::LaneMulAdd, Join::LaneLocalFma, Join::RowFma, Join::RowMulAdd}) {
        Recipe recipe;
        recipe.tileN = 32;
        recipe.lanes = Lanes::Quad;
        recipe.join = join;
        recipe.quadWhen = join == Join::RowFma || join == Join::RowMulAdd ? QuadWhen::EveryTile : QuadWhen::End;
        ReductionTree tree = rowSumTree(recipe, threeTiles(32));
        setFactors(tree, rng);
        std::vector<LeafTerm> terms;
        for (std::size_t i = 0; i < tree.leafOrder.size(); ++i)
            terms.push_back({p(rng)});
        expectNumbersAreRight(tree, terms, {}, DType::F32);
    }
}

TEST(TreeValues, OutputsOfEveryUnit)
{
    std::mt19937 rng(2);
    std::normal_distribution<float> normal;
    for (MmaUnit::Kind kind : {MmaUnit::Kind::TensorCore, MmaUnit::Kind::Fp32Fma, MmaUnit::Kind::Exact}) {
        for (OStore store : {OStore::Fp32, OStore::Bf16}) {
            Recipe recipe;
            recipe.tileN = 32;
            recipe.oStore = store;
            ReductionTree tree = outputTree(recipe, {kind, 16, 8}, threeTiles(32));
            setFactors(tree, rng);
            std::vector<LeafTerm> terms;
            for (std::size_t i = 0; i < tree.leafOrder.size(); ++i)
                terms.push_back({roundTo(DType::BF16, std::fabs(normal(rng))), roundTo(DType::BF16, normal(rng))});
            expectNumbersAreRight(tree, terms, {8, 24, -133, MmaResult::TruncateF32, false, {}}, DType::BF16);
        }
    }
}

// A group truncates what lies below its grid, and the node says by how much: 2^24 in a 24-bit sum leaves steps of 2.
TEST(TreeValues, OwnErrorIsTheTruncationOfTheGroup)
{
    const ReductionTree tree = scoreTree({MmaUnit::Kind::TensorCore, 16, 4}, 4);
    const std::vector<LeafTerm> terms{{0x1p24f, 1}, {1, 1}, {1, 1}, {1, 1}};
    const TreeValues values = evaluateTree(tree, terms, {4, 23, -133, MmaResult::TruncateF32, false, {}}, DType::BF16);
    EXPECT_EQ(values.value.back(), 0x1p24);
    EXPECT_EQ(values.exact.back(), 0x1p24 + 3);
    EXPECT_EQ(values.ownError.back(), -3.0);
}

TEST(TreeValues, ErrorsOfChildrenAreNotOwnErrors)
{
    Recipe recipe;
    recipe.tileN = 1;
    recipe.form = Form::Sketch;
    recipe.quadWhen = QuadWhen::EveryTile;
    const std::vector<RowKeyTile> tiles{{0, {0, 1}, {}}, {1, {1, 2}, {}}, {2, {2, 3}, {}}};
    const ReductionTree tree = sketchSumTree(recipe, {MergeTree::sequential(3)}, tiles, SketchLeaves::KeyTiles);
    const std::vector<LeafTerm> terms{{0x1p24f}, {1}, {-0x1p24f}};
    const TreeValues values = evaluateTree(tree, terms, {}, DType::F32);
    EXPECT_EQ(values.value.back(), 0.0);
    EXPECT_EQ(values.exact.back(), 1.0);
    EXPECT_EQ(values.ownError.back(), 0.0);
    EXPECT_EQ(values.accumulated.back(), -1.0);
}

TEST(TreeValues, NanAndInfinityAreData)
{
    const ReductionTree tree = scoreTree({MmaUnit::Kind::Fp32Fma}, 3);
    const auto root = [&](float a, float b) {
        const std::vector<LeafTerm> terms{{a}, {b}, {1}};
        return evaluateTree(tree, terms, {}, DType::F32);
    };
    EXPECT_EQ(root(kInf, 1).value.back(), static_cast<double>(kInf));
    EXPECT_EQ(root(kInf, 1).exact.back(), static_cast<double>(kInf));
    EXPECT_EQ(root(kInf, 1).accumulated.back(), 0.0);
    EXPECT_TRUE(std::isnan(root(kInf, -kInf).ownError.back()));
    EXPECT_TRUE(std::isnan(root(kInf, -kInf).value.back()));
    EXPECT_TRUE(std::isnan(root(kInf, -kInf).exact.back()));
    // fp32 overflows where the exact sum does not.
    EXPECT_EQ(root(0x1.fffffep127f, 0x1p127f).value.back(), static_cast<double>(kInf));
    EXPECT_LT(root(0x1.fffffep127f, 0x1p127f).exact.back(), static_cast<double>(kInf));
    EXPECT_EQ(root(0x1.fffffep127f, 0x1p127f).ownError.back(), static_cast<double>(kInf));
}

TEST(TreeText, JsonReadsBackAndHasStableKeys)
{
    const ReductionTree tree = scoreTree({MmaUnit::Kind::Fp32Fma}, 2);
    const std::vector<LeafTerm> terms{{0.1f}, {kInf}};
    const TreeValues values = evaluateTree(tree, terms, {}, DType::F32);
    EXPECT_EQ(
        tree.toJson(&values),
        "{\"schema\":\"ulpscope.tree/1\",\"root\":2,\"leaves\":[0,1],\"nodes\":[\n"
        "{\"id\":0,\"op\":\"leaf\",\"scope\":\"thread\",\"leaf\":0,\"value\":0.10000000149011612,\"exact\":0."
        "10000000149011612,"
        "\"own_error\":0,\"accumulated_error\":0},\n"
        "{\"id\":1,\"op\":\"leaf\",\"scope\":\"thread\",\"leaf\":1,\"value\":\"inf\",\"exact\":\"inf\",\"own_error\":0,"
        "\"accumulated_error\":0},\n"
        "{\"id\":2,\"op\":\"fma-chain\",\"scope\":\"thread\",\"children\":[0,1],\"value\":\"inf\",\"exact\":\"inf\","
        "\"own_error\":0,\"accumulated_error\":0}\n]}\n");

    Recipe recipe;
    recipe.tileN = 8;
    recipe.lanes = Lanes::Quad;
    recipe.join = Join::LaneFma;
    const ReductionTree quad = rowSumTree(recipe, std::vector<RowKeyTile>{{1, {8, 16}, {}}, {0, {0, 8}, {}}});
    const nlohmann::json json = nlohmann::json::parse(quad.toJson());
    ASSERT_EQ(json["nodes"].size(), quad.nodes.size());
    EXPECT_EQ(json["root"], quad.root());
    EXPECT_EQ(json["leaves"].size(), 16u);
    EXPECT_EQ(json["nodes"].back()["scope"], "quad");
    EXPECT_EQ(json["nodes"].back()["children"].size(), 2u);
}

TEST(TreeText, DotAndDescriptions)
{
    Recipe recipe;
    recipe.tileN = 8;
    const ReductionTree tree =
        outputTree(recipe, {MmaUnit::Kind::TensorCore, 16, 4}, std::vector<RowKeyTile>{{3, {24, 32}, {}}});
    EXPECT_EQ(tree.describe(tree.root()).english(), "mma group, key tile 3, keys 28..31");
    EXPECT_EQ(tree.describe(0).english(), "key 24");
    const std::string dot = tree.toDot();
    EXPECT_NE(dot.find("n9 [label=\"mma group, key tile 3, keys 28..31\"];"), std::string::npos) << dot;
    EXPECT_NE(dot.find("n4 -> n9;"), std::string::npos) << dot;
    EXPECT_EQ(scoreTree({MmaUnit::Kind::Fp32Fma}, 4).describe(4, "dimension").english(), "fma chain, dimensions 0..3");
}

} // namespace
} // namespace ulpscope::test
