// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Trees of whole runs: their leaves, their roots and running values against the run, their exact values against wide
// arithmetic.
#include "engine/reduction/sum_tree_test_support.h"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <ostream>

namespace ulpscope::test {
namespace {

/// Wide enough for every sum here: terms and rescale factors above 2^-1000 are never rounded visibly.
using Wide =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<1200, boost::multiprecision::digit_base_2>>;

bool isOutput(SumKind kind) { return kind == SumKind::Output || kind == SumKind::SketchMergeOutput; }

/// Leaves are exactly the keys of the split that the row sees, each once.
void expectEachVisibleKeyOnce(const SmallRun &run, const RowTrace &row, const RowSplitTrace &split,
                              const ReductionTree &tree)
{
    const Problem &p = run.spec.problem;
    const KeyRange visible = p.mask.visibleKeys(row.batch, row.row, p.seqlenQ, p.seqlenK);
    std::map<int, int> seen;
    for (const RowTileTrace &tile : split.tiles) {
        for (int key = tile.keys.begin; key < tile.keys.end; ++key) {
            if (key >= visible.begin && key < visible.end)
                --seen[key];
        }
    }
    for (int leaf : tree.leafOrder)
        ++seen[tree.nodes[static_cast<std::size_t>(leaf)].leaf];
    for (const auto &[key, count] : seen)
        EXPECT_EQ(count, 0) << "key " << key;
}

/// After every key tile, the tree's node for it has the run's lane sum or accumulator.
void expectRunningValues(const RowSplitTrace &split, const ValuedTree &tree, SumKind kind, int column)
{
    std::map<std::pair<int, int>, int> last; // (ordinal, lane) -> last node: children come first
    for (int id = 0; id <= tree.tree.root(); ++id) {
        const TreeNode &node = tree.tree.nodes[static_cast<std::size_t>(id)];
        if (node.ordinal >= 0)
            last[{node.ordinal, node.lane}] = id;
    }
    for (std::size_t ordinal = 0; ordinal < split.tiles.size(); ++ordinal) {
        const RowTileTrace &tile = split.tiles[ordinal];
        const std::vector<float> &run = isOutput(kind) ? tile.accO : tile.lanes;
        for (std::size_t i = 0; i < run.size(); ++i) {
            if (isOutput(kind) && static_cast<int>(i) != column)
                continue;
            const int lane = !isOutput(kind) && run.size() > 1 ? static_cast<int>(i) : -1;
            auto it = last.find({static_cast<int>(ordinal), lane});
            if (it == last.end() && lane < 0 && !isOutput(kind)) // a single lane: its nodes carry its number
                it = last.find({static_cast<int>(ordinal), 0});
            if (it == last.end()) {
                EXPECT_EQ(run[i], 0.0f) << "nothing summed yet in tile " << ordinal;
                continue;
            }
            EXPECT_EQ(static_cast<float>(tree.value[static_cast<std::size_t>(it->second)]), run[i])
                << tree.tree.describe(it->second).english() << ", tile " << ordinal;
        }
    }
}

/// The exact sum straight from the trace: every term times the rescale factors of the later tiles.
Wide exactSum(const SmallRun &run, const RowTrace &row, const RowSplitTrace &split, SumKind kind, int column)
{
    const Problem &p = run.spec.problem;
    const bool bf16 = run.spec.recipe.pCast == PCast::Bf16, fp16 = run.spec.recipe.pCast == PCast::Fp16;
    Wide sum = 0;
    for (std::size_t t = 0; t < split.tiles.size(); ++t) {
        const RowTileTrace &tile = split.tiles[t];
        if (t > 0)
            sum *= Wide(tile.alpha);
        for (int key = tile.keys.begin; key < tile.keys.end; ++key) {
            float prob = tile.probs[static_cast<std::size_t>(key - tile.nBlock * run.spec.recipe.tileN)];
            if (kind == SumKind::RowSum) {
                sum += Wide(prob);
                continue;
            }
            prob = bf16 ? roundTo(DType::BF16, prob) : fp16 ? roundTo(DType::F16, prob) : prob;
            const float *v = run.inputs->vRows(p, row.batch, p.kvHeadOf(row.head));
            sum += Wide(prob) * Wide(v[key * p.headDimV + column]);
        }
    }
    return sum;
}

void expectExact(const ValuedTree &tree, const Wide &exact, const Wide &magnitude)
{
    const Wide difference = abs(Wide(tree.exact.back()) - exact);
    // Rounded once to double, plus what 106 bits lose of the terms.
    const Wide bound = abs(exact) * Wide(0x1p-53) + magnitude * Wide(0x1p-100);
    EXPECT_LE(difference.convert_to<double>(), bound.convert_to<double>());
    EXPECT_LE(abs(Wide(tree.accumulated.back()) - (Wide(tree.value.back()) - exact)).convert_to<double>(),
              (magnitude * Wide(0x1p-50)).convert_to<double>());
}

/// Everything that must hold for the sums of one split of a row, online form.
void checkSplit(const SmallRun &run, const RowTrace &row, const RowSplitTrace &split)
{
    for (SumKind kind : {SumKind::RowSum, SumKind::Output}) {
        const int column = (row.row * 7 + 3) % run.spec.problem.headDimV;
        const Result<ValuedTree> tree = run.tree(row, kind, column, split.split);
        if (tree.status().code() == StatusCode::NotFound) {
            EXPECT_EQ(kind == SumKind::RowSum ? split.rowSum : split.accO[static_cast<std::size_t>(column)], 0.0f);
            continue;
        }
        ASSERT_TRUE(tree.ok()) << tree.status().message();
        EXPECT_EQ(static_cast<float>(tree->value.back()),
                  kind == SumKind::RowSum ? split.rowSum : split.accO[static_cast<std::size_t>(column)]);
        expectEachVisibleKeyOnce(run, row, split, tree->tree);
        if (run.spec.recipe.keyWarps == 1 || kind == SumKind::RowSum) // no node has what warps hold together
            expectRunningValues(split, tree.value(), kind, column);
        if (run.spec.recipe.oStore == OStore::Fp32 || kind == SumKind::RowSum)
            expectExact(tree.value(), exactSum(run, row, split, kind, column), Wide(1000));
        const Result<ReductionTree> shape =
            sumTree(run.spec, *run.schedule, row.batch, row.head, row.row, kind, split.split);
        ASSERT_TRUE(shape.ok());
        EXPECT_EQ(shape->toText(), tree->tree.toText());
    }
}

/// The trace that the trees stand on is the run's.
void expectTraceIsTheRuns(const SmallRun &run, const RowTrace &row, const RunOutput &whole)
{
    const Problem &p = run.spec.problem;
    const std::size_t at = (static_cast<std::size_t>((row.batch * p.heads + row.head) * p.seqlenQ + row.row)) *
                           static_cast<std::size_t>(p.headDimV);
    for (int c = 0; c < p.headDimV; ++c)
        EXPECT_EQ(floatBits(row.output[static_cast<std::size_t>(c)]),
                  floatBits(whole.output[at + static_cast<std::size_t>(c)]));
}

void checkRows(const SmallRun &run, const std::vector<int> &rows)
{
    const RunOutput whole = runOrFail(run.spec, run.inputs, 1);
    for (int row : rows) {
        SCOPED_TRACE("row " + std::to_string(row));
        const RowTrace trace = run.trace(row % run.spec.problem.heads, row);
        expectTraceIsTheRuns(run, trace, whole);
        for (const RowSplitTrace &split : trace.splits)
            checkSplit(run, trace, split);
    }
}

std::vector<Mask> masks(int seqlenK)
{
    Mask window;
    window.kind = Mask::Kind::Window;
    window.windowLeft = 20;
    window.windowRight = 3;
    Mask shorter;
    shorter.keyLengths = {seqlenK - 29};
    Mask topLeft, bottomRight;
    topLeft.kind = Mask::Kind::CausalTopLeft;
    bottomRight.kind = Mask::Kind::CausalBottomRight;
    return {Mask{}, topLeft, bottomRight, window, shorter};
}

TEST(SumTree, KernelsOverMasksTypesAndOddLengths)
{
    int runs = 0;
    for (const char *kernel : {"fa2-pytorch", "cudnn"}) {
        for (const char *device : {"h200", "a100", "v100"}) {
            for (DType dtype : {DType::BF16, DType::F16}) {
                for (const Mask &mask : masks(300)) {
                    Problem p = smallProblem(77, 300, dtype);
                    p.mask = mask;
                    SCOPED_TRACE(std::string(kernel) + " " + device + " " + mask.toString());
                    RunRequest request{kernel, device, 0, 0, {{"split", "none"}, {"tileN", "64"}, {"tileM", "32"}}};
                    checkRows(makeRun(p, request, {"normal", static_cast<std::uint64_t>(++runs), 1.5}), {0, 1, 37, 76});
                }
            }
        }
    }
}

TEST(SumTree, EveryJoinLaneAndQuadOrder)
{
    int valid = 0;
    for (const char *join : {"laneFma", "laneMulAdd", "laneLocalFma", "rowFma", "rowMulAdd"}) {
        for (const char *lanes : {"quad", "contiguous", "strided:2", "strided:16"}) {
            for (const char *quadOrder : {"xor21", "xor12"}) {
                for (const char *laneSum : {"ascending", "balanced"}) {
                    for (const char *warpColumns : {"0", "8", "16"}) {
                        const bool rowJoin = std::string(join).substr(0, 3) == "row";
                        Problem p = smallProblem(20, 70);
                        p.mask.kind = Mask::Kind::CausalBottomRight;
                        RunRequest request{"fa2-pytorch",
                                           "h200",
                                           0,
                                           0,
                                           {{"split", "none"},
                                            {"tileM", "16"},
                                            {"tileN", "16"},
                                            {"join", join},
                                            {"lanes", lanes},
                                            {"quadOrder", quadOrder},
                                            {"laneSum", laneSum},
                                            {"warpColumns", warpColumns},
                                            {"quadWhen", rowJoin ? "everyTile" : "end"}}};
                        if (!resolveRun(catalog(), p, request).ok())
                            continue; // combinations that validate() refuses
                        SCOPED_TRACE(std::string(join) + " " + lanes + " " + quadOrder + " " + laneSum + " " +
                                     warpColumns);
                        checkRows(makeRun(p, request, {"normal", static_cast<std::uint64_t>(++valid), 2.0}),
                                  {0, 5, 19});
                    }
                }
            }
        }
    }
    EXPECT_EQ(valid, 5 * 4 * 2 + 3 * 4 * 2 + 2 * 2 * 4 * 2); // ascending; balanced; warp parts of rowMulAdd
}

TEST(SumTree, WarpsThatShareKeys)
{
    for (const char *n : {"2", "4", "8"})
        checkRows(makeRun(smallProblem(20, 150), {"cudnn", "h200", 0, 0, {{"keyWarps", n}}}, {"normal", 5, 2.0}), {0});
}

TEST(SumTree, UnitsStorageAndVisitingOrders)
{
    int runs = 0;
    for (const char *unit : {"h200", "v100", "fp32-fma", "exact"}) {
        for (const char *instrK : {"16", "8"}) {
            for (const char *oStore : {"fp32", "bf16"}) {
                for (const char *order : {"ascending", "descending", "partialFirst", "list:3,0,4,1,2"}) {
                    Problem p = smallProblem(30, 150);
                    p.mask.kind = Mask::Kind::CausalBottomRight;
                    RunRequest request{"fa2-pytorch",
                                       "h200",
                                       0,
                                       0,
                                       {{"split", "none"},
                                        {"tileM", "16"},
                                        {"tileN", "32"},
                                        {"mma", unit},
                                        {"instrK", instrK},
                                        {"oStore", oStore},
                                        {"keyOrder", order}}};
                    SCOPED_TRACE(std::string(unit) + " " + instrK + " " + oStore + " " + order);
                    checkRows(makeRun(p, request, {"normal", static_cast<std::uint64_t>(++runs), 1.0}), {0, 29});
                }
            }
        }
    }
}

TEST(SumTree, SplitsHaveTheirOwnTreesUnderACombine)
{
    for (int splits : {2, 3, 5, 8}) {
        for (const char *combine : {"butterflyFma", "sequential", "pairwise"}) {
            for (const Mask &mask : masks(500)) {
                Problem p = smallProblem(9, 500, DType::F16);
                p.mask = mask;
                SCOPED_TRACE(std::to_string(splits) + " " + combine + " " + mask.toString());
                const SmallRun run =
                    makeRun(p, {"fa2-pytorch", "h200", 0, splits, {{"tileN", "32"}, {"combine", combine}}});
                checkRows(run, {0, 8});
                const RowTrace row = run.trace(1, 8);
                const Result<ValuedTree> weights = run.tree(row, SumKind::CombineWeights);
                ASSERT_TRUE(weights.ok()) << weights.status().message();
                EXPECT_EQ(weights->tree.leafOrder.size(), static_cast<std::size_t>(splits));
                EXPECT_EQ(weights->tree.nodes.back().scope, Scope::Grid);
                for (int column : {0, 15}) {
                    const Result<ValuedTree> output = run.tree(row, SumKind::CombineOutput, column);
                    ASSERT_TRUE(output.ok()) << output.status().message();
                    EXPECT_EQ(roundTo(DType::F16, static_cast<float>(output->value.back())),
                              row.output[static_cast<std::size_t>(column)]);
                }
            }
        }
    }
}

TEST(SumTree, TheSplitOfAKey)
{
    const SmallRun run = makeRun(smallProblem(1, 256), {"fa2-pytorch", "h200", 0, 4, {{"tileN", "32"}}});
    const RowTrace row = run.trace(0, 0);
    EXPECT_EQ(splitWithKey(row, 0), 0);
    EXPECT_EQ(splitWithKey(row, 64), 1);
    EXPECT_EQ(splitWithKey(row, 255), 3);
    EXPECT_EQ(splitWithKey(row, 256), kFirstSplit);
    const Result<ValuedTree> tree = run.tree(row, SumKind::RowSum, 0, splitWithKey(row, 130));
    ASSERT_TRUE(tree.ok());
    for (int leaf : tree->tree.leafOrder)
        EXPECT_EQ(tree->tree.nodes[static_cast<std::size_t>(leaf)].leaf / 64, 2);
}

TEST(SumTree, SketchesMergeTheirTiles)
{
    int runs = 0;
    for (DType dtype : {DType::F32, DType::BF16}) {
        for (const char *crossTile : {"sequential", "pairwise", "strided:2", "splits:3", "list:2,0,1,4,3,6,5,7",
                                      "arrival:7,2,0,1,4,3,6,5", "device"}) {
            for (const char *lanes : {"contiguous", "quad"}) {
                Problem p = smallProblem(12, 250, dtype);
                p.mask.kind = Mask::Kind::None;
                SCOPED_TRACE(std::string(crossTile) + " " + lanes);
                const SmallRun run = makeRun(
                    p, {"textbook", "a100", 0, 0, {{"tileN", "32"}, {"crossTile", crossTile}, {"lanes", lanes}}},
                    {"normal", static_cast<std::uint64_t>(++runs), 1.0});
                const RowTrace row = run.trace(2, 11);
                const RowSplitTrace &split = row.splits.front();
                for (SumKind kind :
                     {SumKind::RowSum, SumKind::Output, SumKind::SketchMergeSum, SumKind::SketchMergeOutput}) {
                    const Result<ValuedTree> tree = run.tree(row, kind, 5);
                    ASSERT_TRUE(tree.ok()) << tree.status().message();
                    const bool sums = kind == SumKind::RowSum || kind == SumKind::SketchMergeSum;
                    EXPECT_EQ(floatBits(static_cast<float>(tree->value.back())),
                              floatBits(sums ? split.rowSum : split.accO[5]));
                    if (kind == SumKind::RowSum || kind == SumKind::Output)
                        expectEachVisibleKeyOnce(run, row, split, tree->tree);
                    else
                        EXPECT_EQ(tree->tree.leafOrder.size(), 8u);
                }
            }
        }
    }
}

TEST(SumTree, ScoresAreSumsOverTheHeadDimension)
{
    for (const char *unit : {"h200", "v100", "fp32-fma", "exact"}) {
        Problem p = smallProblem(20, 70, DType::F16);
        p.mask.kind = Mask::Kind::CausalTopLeft;
        p.softcap = 3.0f;
        const SmallRun run =
            makeRun(p, {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "32"}, {"mma", unit}}});
        const RowTrace row = run.trace(3, 15);
        for (int key : {0, 7, 15}) {
            const Result<ValuedTree> tree = run.tree(row, SumKind::Score, key);
            ASSERT_TRUE(tree.ok()) << tree.status().message();
            EXPECT_EQ(tree->tree.leafOrder.size(), 32u);
        }
        EXPECT_EQ(run.tree(row, SumKind::Score, 16).status().code(), StatusCode::NotFound);
        EXPECT_EQ(run.tree(row, SumKind::Score, 69).status().code(), StatusCode::NotFound);
        EXPECT_EQ(run.tree(row, SumKind::Score, 70).status().code(), StatusCode::InvalidArgument);
    }
}

TEST(SumTree, Tf32TensorCoresTruncateTheirOperands)
{
    const SmallRun run = makeRun(smallProblem(4, 100, DType::F32),
                                 {"textbook", "h200", 0, 0, {{"tileN", "32"}, {"mma", "h200"}, {"instrK", "8"}}});
    const RowTrace row = run.trace(1, 2);
    for (int column = 0; column < 16; ++column) {
        for (SumKind kind : {SumKind::Output, SumKind::SketchMergeOutput}) {
            const Result<ValuedTree> tree = run.tree(row, kind, column);
            ASSERT_TRUE(tree.ok()) << tree.status().message();
        }
    }
    EXPECT_TRUE(run.tree(row, SumKind::Score, 99).ok());
}

// Scores from subnormal to infinite: exponentials that underflow, overflow and are NaN.
TEST(SumTree, ExtremeDataKeepsItsBits)
{
    int finite = 0, notFinite = 0;
    for (const char *kernel : {"fa2-pytorch", "cudnn"}) {
        for (double gain : {1e-3, 40.0, 1e4, 1e18, 1e37}) {
            Problem p = smallProblem(8, 130);
            p.mask.kind = Mask::Kind::CausalBottomRight;
            const SmallRun run = makeRun(
                p, {kernel, "h200", 0, 0, {{"split", "none"}, {"tileN", "16"}, {"tileM", "8"}}}, {"normal", 3, gain});
            for (float &k : run.inputs->k)
                k *= gain > 1e30 ? 0x1p20f : 1.0f;
            for (int row = 0; row < 8; ++row) {
                const RowTrace trace = run.trace(row % 4, row);
                for (SumKind kind : {SumKind::RowSum, SumKind::Output}) {
                    const Result<ValuedTree> tree = run.tree(trace, kind, row);
                    ASSERT_TRUE(tree.ok()) << tree.status().message();
                    ++(std::isfinite(tree->value.back()) ? finite : notFinite);
                }
            }
        }
    }
    EXPECT_GT(finite, 0);
    EXPECT_GT(notFinite, 0);
}

// --- what must not be shown, and what must ---

TEST(SumTree, ATraceOfAnotherRunIsRefused)
{
    const SmallRun a =
        makeRun(smallProblem(8, 100), {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "32"}}});
    const SmallRun b = makeRun(
        smallProblem(8, 100),
        {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "32"}, {"quadOrder", "xor12"}, {"mmaPv", "v100"}}});
    const SmallRun c =
        makeRun(smallProblem(8, 100), {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "16"}}});
    int refused = 0;
    for (int row = 0; row < 8; ++row) {
        const RowTrace trace = b.trace(0, row);
        for (int column = 0; column < 16; ++column)
            refused += a.tree(trace, SumKind::Output, column).status().code() == StatusCode::InvalidArgument;
    }
    EXPECT_GT(refused, 0);
    const Result<ValuedTree> other = a.tree(c.trace(0, 0), SumKind::RowSum);
    EXPECT_EQ(
        other.status().message(),
        "the row trace of query row 0 of head 0, batch entry 0 visits other key tiles: it belongs to another run");
}

TEST(SumTree, RequestsThatMakeNoSense)
{
    Problem p = smallProblem(8, 64);
    p.mask.kind = Mask::Kind::CausalBottomRight;
    p.mask.keyLengths = {0};
    const RunRequest request{"fa2-pytorch", "h200", 0, 0, {{"split", "none"}}};
    const SmallRun empty = makeRun(p, request);
    EXPECT_EQ(empty.tree(empty.trace(0, 0), SumKind::RowSum).status().message(),
              "query row 0 of head 0, batch entry 0 sees no key: nothing is added");
    p.mask.keyLengths.clear();
    const SmallRun run = makeRun(p, request);
    const RowTrace row = run.trace(0, 0);
    EXPECT_EQ(run.tree(row, SumKind::SketchMergeSum).status().code(), StatusCode::InvalidArgument);
    EXPECT_EQ(run.tree(row, SumKind::CombineWeights).status().code(), StatusCode::InvalidArgument);
    EXPECT_EQ(run.tree(row, SumKind::Output, 16).status().message(), "output column 16, expected 0..15");
    EXPECT_EQ(run.tree(row, SumKind::RowSum, 0, 1).status().message(), "split 1, expected 0..0");
    EXPECT_EQ(sumTree(run.spec, *run.schedule, 0, 0, 8, SumKind::RowSum).status().code(), StatusCode::InvalidArgument);
}

// 0 * NaN is NaN: a hidden key whose v is not finite reaches the output, and the tree shows where it enters.
TEST(SumTree, AHiddenNanIsALeaf)
{
    Problem p = smallProblem(32, 32);
    p.mask.kind = Mask::Kind::CausalTopLeft;
    SmallRun run = makeRun(p, {"fa2-pytorch", "h200", 0, 0, {{"split", "none"}, {"tileN", "32"}}});
    run.inputs->v[static_cast<std::size_t>(20 * p.headDimV + 4)] = std::numeric_limits<float>::quiet_NaN();
    const RowTrace row = run.trace(0, 5);
    const Result<ValuedTree> poisoned = run.tree(row, SumKind::Output, 4);
    ASSERT_TRUE(poisoned.ok()) << poisoned.status().message();
    EXPECT_EQ(poisoned->tree.toText(), "((0 1 2 3 4 5) 20)");
    EXPECT_TRUE(std::isnan(poisoned->value.back()));
    const Result<ValuedTree> clean = run.tree(row, SumKind::Output, 3);
    ASSERT_TRUE(clean.ok());
    EXPECT_EQ(clean->tree.toText(), "(0 1 2 3 4 5)");
    EXPECT_TRUE(std::isfinite(clean->value.back()));
}

// valuedTree() refuses a tree whose root is not what the run has, so this compares every shape with the executor.
TEST(SumTree, EveryKernelsTreesGiveItsRunningValues)
{
    for (const char *kernel : {"fa2", "fa3", "fa4", "triton-tutorial", "flex", "mem-efficient", "math"}) {
        for (const int headDim : {32, 160}) {
            for (const int splits : {0, 3}) {
                if (splits > 0 && std::string(kernel) == "math") // it has none
                    continue;
                SCOPED_TRACE(phrase("%1, d %2, splits %3", kernel, headDim, splits).english());
                Problem p = smallProblem(70, 500, DType::F16);
                p.headDim = p.headDimV = headDim;
                p.mask.kind = Mask::Kind::CausalTopLeft;
                RunRequest request;
                request.kernel = kernel;
                request.device = std::string(kernel) == "fa4" ? "b200" : "h200";
                request.numSplits = splits;
                const SmallRun run = makeRun(p, request, {"normal", 5, 4.0});
                for (const int row : {0, 33, 69}) {
                    const RowTrace trace = run.trace(1, row);
                    for (const SumKind kind : {SumKind::RowSum, SumKind::Output, SumKind::Score}) {
                        const Result<ValuedTree> tree = run.tree(trace, kind, kind == SumKind::Score ? 0 : 3);
                        ASSERT_TRUE(tree.ok()) << tree.status().message();
                    }
                    for (const SumKind kind : {SumKind::CombineWeights, SumKind::CombineOutput}) {
                        if (run.schedule->splits() == 1)
                            continue;
                        const Result<ValuedTree> tree = run.tree(trace, kind, 3);
                        ASSERT_TRUE(tree.ok()) << tree.status().message();
                    }
                }
            }
        }
    }
}

TEST(SumTree, EightChainsGoOnInTheFirst)
{
    Problem p = smallProblem(1, 32, DType::F16);
    RunRequest request;
    request.kernel = "fa4";
    request.device = "b200";
    request.set = {{"tileN", "16"}, {"exp", "ex2"}};
    const SmallRun run = makeRun(p, request);
    const std::string later = "((((16 24) (18 26)) ((20 28) (22 30))) (((17 25) (19 27)) ((21 29) (23 31))))";
    EXPECT_EQ(run.shapeText(SumKind::RowSum),
              "(((((" + later + " 0) 8) (2 10)) ((4 12) (6 14))) " + "(((1 9) (3 11)) ((5 13) (7 15))))");
}

} // namespace
} // namespace ulpscope::test
