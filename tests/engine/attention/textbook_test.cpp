// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The article's sketch against a second implementation written from its definition, against long double, and against
// small cases whose right values are known by hand.
#include "support/golden.h"

#include "engine/numerics/approx.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace ulpscope::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
using Merge = std::function<float(std::vector<float>)>;

/// One head, headDim 1, q = 1: score j is k_j.
struct Small {
    Problem problem;
    std::shared_ptr<Inputs> inputs = std::make_shared<Inputs>();
};

Small smallCase(std::vector<float> scores, std::vector<float> v, int seqlenQ = 1)
{
    Small s;
    s.problem.seqlenQ = seqlenQ;
    s.problem.seqlenK = static_cast<int>(scores.size());
    s.problem.headDim = s.problem.headDimV = 1;
    s.problem.dtype = DType::F32;
    s.inputs->q.assign(static_cast<std::size_t>(seqlenQ), 1.0f);
    s.inputs->k = std::move(scores);
    s.inputs->v = std::move(v);
    return s;
}

RunOutput textbook(const Small &s, std::vector<std::pair<std::string, std::string>> set,
                   const std::string &device = "h200")
{
    RunRequest request;
    request.kernel = "textbook";
    request.device = device;
    request.set = std::move(set);
    return runOrFail(resolveOrFail(s.problem, request), s.inputs);
}

std::vector<float> indices(int n)
{
    std::vector<float> v(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        v[static_cast<std::size_t>(i)] = static_cast<float>(i);
    return v;
}

float expNatural(float x) { return exp2Poly6(x * 0x1.715476p+0f); }

float sequential(std::vector<float> x)
{
    float sum = x[0];
    for (std::size_t i = 1; i < x.size(); ++i)
        sum += x[i];
    return sum;
}
float pairwise(std::vector<float> x)
{
    while (x.size() > 1) {
        std::vector<float> next;
        for (std::size_t i = 0; i + 1 < x.size(); i += 2)
            next.push_back(x[i] + x[i + 1]);
        if (x.size() % 2)
            next.push_back(x.back());
        x = next;
    }
    return x[0];
}

/// The sketch as its definition says, one row, one loop after another.
std::vector<float> sketchRow(const Problem &p, const Inputs &in, int head, int row, int tile, const Merge &merge)
{
    const float *q = in.qRows(p, 0, head) + row * p.headDim;
    const float *k = in.kRows(p, 0, p.kvHeadOf(head));
    const float *v = in.vRows(p, 0, p.kvHeadOf(head));
    std::vector<float> m, l;
    std::vector<std::vector<float>> o;
    for (int begin = 0; begin < p.seqlenK; begin += tile) {
        const int end = std::min(begin + tile, p.seqlenK);
        std::vector<float> s;
        for (int j = begin; j < end; ++j) {
            float dot = 0;
            for (int d = 0; d < p.headDim; ++d)
                dot = std::fma(q[d], k[j * p.headDim + d], dot);
            s.push_back(dot * p.scale);
        }
        const float max = *std::max_element(s.begin(), s.end());
        float sum = 0;
        std::vector<float> out(static_cast<std::size_t>(p.headDimV), 0.0f);
        for (std::size_t j = 0; j < s.size(); ++j) {
            const float e = expNatural(s[j] - max);
            sum = sum + e;
            for (int c = 0; c < p.headDimV; ++c)
                out[static_cast<std::size_t>(c)] =
                    std::fma(e, v[(begin + static_cast<int>(j)) * p.headDimV + c], out[static_cast<std::size_t>(c)]);
        }
        m.push_back(max);
        l.push_back(sum);
        o.push_back(out);
    }
    const float max = *std::max_element(m.begin(), m.end());
    std::vector<float> terms;
    for (std::size_t i = 0; i < m.size(); ++i)
        terms.push_back(l[i] * expNatural(m[i] - max));
    const float total = merge(terms);
    std::vector<float> result;
    for (int c = 0; c < p.headDimV; ++c) {
        for (std::size_t i = 0; i < m.size(); ++i)
            terms[i] = o[i][static_cast<std::size_t>(c)] * expNatural(m[i] - max);
        result.push_back(merge(terms) / total);
    }
    return result;
}

Small randomCase(unsigned seed, int heads, int kvHeads, int tq, int tk, int d)
{
    Small s;
    s.problem.heads = heads;
    s.problem.kvHeads = kvHeads;
    s.problem.seqlenQ = tq;
    s.problem.seqlenK = tk;
    s.problem.headDim = s.problem.headDimV = d;
    s.problem.dtype = DType::F32;
    s.problem.scale = 0.37f;
    std::mt19937 random(seed);
    const auto fill = [&](std::vector<float> &x, int n) {
        for (int i = 0; i < n; ++i)
            x.push_back(static_cast<float>(static_cast<int>(random() % 20001) - 10000) * 3e-4f);
    };
    fill(s.inputs->q, heads * tq * d);
    fill(s.inputs->k, kvHeads * tk * d);
    fill(s.inputs->v, kvHeads * tk * d);
    return s;
}

TEST(Textbook, EqualsASecondImplementationBitForBit)
{
    const std::pair<const char *, Merge> merges[] = {{"sequential", sequential}, {"pairwise", pairwise}};
    for (const auto &[name, merge] : merges) {
        for (int tile : {1, 7, 16, 64}) {
            const Small s = randomCase(7u + static_cast<unsigned>(tile), 4, 2, 5, 101, 12);
            const RunOutput run = textbook(s, {{"tileN", std::to_string(tile)}, {"crossTile", name}});
            for (int h = 0; h < 4; ++h) {
                for (int r = 0; r < 5; ++r) {
                    const std::vector<float> want = sketchRow(s.problem, *s.inputs, h, r, tile, merge);
                    for (int c = 0; c < 12; ++c)
                        ASSERT_EQ(floatBits(run.output[static_cast<std::size_t>((h * 5 + r) * 12 + c)]),
                                  floatBits(want[static_cast<std::size_t>(c)]))
                            << name << " tile " << tile << " head " << h << " row " << r << " column " << c;
                }
            }
        }
    }
}

TEST(Textbook, StaysWithinItsBoundOfLongDouble)
{
    const Small s = randomCase(99, 1, 1, 3, 257, 16);
    const Problem &p = s.problem;
    const RunOutput run = textbook(s, {{"tileN", "16"}, {"crossTile", "pairwise"}});
    for (int r = 0; r < p.seqlenQ; ++r) {
        std::vector<long double> score(static_cast<std::size_t>(p.seqlenK));
        long double max = -std::numeric_limits<long double>::infinity(), magnitude = 0;
        for (int j = 0; j < p.seqlenK; ++j) {
            long double dot = 0, size = 0;
            for (int d = 0; d < p.headDim; ++d) {
                const long double x = s.inputs->q[static_cast<std::size_t>(r * p.headDim + d)];
                const long double y = s.inputs->k[static_cast<std::size_t>(j * p.headDim + d)];
                dot += x * y;
                size += std::fabs(x * y);
            }
            score[static_cast<std::size_t>(j)] = dot * static_cast<long double>(p.scale);
            max = std::max(max, score[static_cast<std::size_t>(j)]);
            magnitude = std::max(magnitude, size * static_cast<long double>(p.scale));
        }
        for (int c = 0; c < p.headDimV; ++c) {
            long double sum = 0, out = 0, terms = 0;
            for (int j = 0; j < p.seqlenK; ++j) {
                const long double w = std::exp(score[static_cast<std::size_t>(j)] - max);
                const long double v = s.inputs->v[static_cast<std::size_t>(j * p.headDimV + c)];
                sum += w;
                out += w * v;
                terms += w * std::fabs(v);
            }
            // Scores: headDim fma and a few roundings on arguments up to `magnitude`; exp 0.8 ulp; sums of 16 and
            // of 17.
            const long double u = 0x1p-24L;
            const long double bound = terms / sum * u * (2 * (18 * magnitude + 4) + 2 * 40);
            EXPECT_LE(std::fabs(static_cast<long double>(run.output[static_cast<std::size_t>(r * p.headDimV + c)]) -
                                out / sum),
                      bound);
        }
    }
}

// v = [2^26, 1, -2^26, 1] and equal scores: the exact mean is 0.5, and the order of additions shows.
TEST(Textbook, OrderOfAdditionsGivesThreeAnswers)
{
    const Small s = smallCase({0, 0, 0, 0}, {0x1p26f, 1.0f, -0x1p26f, 1.0f});
    EXPECT_EQ(textbook(s, {{"tileN", "1"}, {"crossTile", "sequential"}}).output[0], 0.25f);
    EXPECT_EQ(textbook(s, {{"tileN", "2"}, {"crossTile", "sequential"}}).output[0], 0.0f);
    EXPECT_EQ(textbook(s, {{"tileN", "1"}, {"crossTile", "strided:2"}}).output[0], 0.5f);
    EXPECT_EQ(textbook(s, {{"tileN", "1"}, {"crossTile", "list:1,3,0,2"}}).output[0], 0.0f);
    // One after another as they came in: ((-2^26 + 2^26) + 1) + 1, and ((2^26 + 1) + 1) - 2^26.
    EXPECT_EQ(textbook(s, {{"tileN", "1"}, {"crossTile", "arrival:2,0,3,1"}}).output[0], 0.5f);
    EXPECT_EQ(textbook(s, {{"tileN", "1"}, {"crossTile", "arrival:0,3,1,2"}}).output[0], 0.0f);
    EXPECT_EQ(textbook(s, {{"tileN", "4"}, {"mma", "exact"}}).output[0], 0.5f);
}

// Scores far below any finite stand-in for -infinity: a running maximum that starts at -5e4 would give 0.
TEST(Textbook, VeryNegativeScoresAreNotEmpty)
{
    for (const char *tile : {"1", "2"}) {
        const RunOutput run = textbook(smallCase({-60000, -59999}, {1, 3}), {{"tileN", tile}});
        EXPECT_NEAR(run.output[0], 2.462117, 1e-6);
        EXPECT_EQ(run.lse[0], -59998.68674f);
    }
}

TEST(Textbook, RowsThatSeeNoKeyAreZeroWithMinusInfiniteLse)
{
    Small s = smallCase({0, 0}, {1, 1}, 4);
    s.problem.mask.kind = Mask::Kind::CausalBottomRight;
    const RunOutput run = textbook(s, {{"tileN", "1"}, {"tileM", "4"}});
    EXPECT_EQ(run.output, (std::vector<float>{0, 0, 1, 1}));
    EXPECT_EQ(run.lse[0], -kInf);
    EXPECT_EQ(run.lse[1], -kInf);
    EXPECT_EQ(run.lse[2], 0.0f);
    EXPECT_NEAR(run.lse[3], 0.693147, 1e-6);
}

// Tiles that a row does not see carry (max -inf, sum 0): merging them must neither make NaN nor change the others.
TEST(Textbook, EmptyTilesMergeToNothing)
{
    Small s = smallCase(std::vector<float>(8, 0.3f), {5, 5, 9, 9, 9, 9, 9, 9}, 8);
    s.problem.mask.kind = Mask::Kind::CausalTopLeft;
    const RunOutput run = textbook(s, {{"tileN", "2"}, {"tileM", "8"}, {"crossTile", "pairwise"}});
    EXPECT_EQ(run.output[0], 5.0f);
    EXPECT_EQ(run.output[1], 5.0f);
    EXPECT_EQ(run.lse[0], 0.3f);
    for (float o : run.output)
        EXPECT_TRUE(std::isfinite(o));
    s.problem.mask.kind = Mask::Kind::None;
    s.problem.mask.keyLengths = {0};
    const RunOutput none = textbook(s, {{"tileN", "2"}});
    EXPECT_EQ(none.output[0], 0.0f);
    EXPECT_EQ(none.lse[0], -kInf);
}

TEST(Textbook, TileRemaindersAreMasked)
{
    for (int keys = 1; keys <= 9; ++keys) {
        const Small s = smallCase(std::vector<float>(static_cast<std::size_t>(keys), 0.0f),
                                  std::vector<float>(static_cast<std::size_t>(keys), 1.0f));
        EXPECT_EQ(textbook(s, {{"tileN", "4"}}).output[0], 1.0f) << keys << " keys";
    }
}

TEST(Textbook, CausalAlignmentIsAsNamed)
{
    Small wide = smallCase(std::vector<float>(5, 0.0f), indices(5), 2);
    wide.problem.mask.kind = Mask::Kind::CausalBottomRight;
    EXPECT_EQ(textbook(wide, {{"tileN", "4"}}).output, (std::vector<float>{1.5f, 2.0f}));
    wide.problem.mask.kind = Mask::Kind::CausalTopLeft;
    EXPECT_EQ(textbook(wide, {{"tileN", "4"}}).output, (std::vector<float>{0.0f, 0.5f}));
    Small tall = smallCase({0, 0}, {1, 2}, 5);
    tall.problem.mask.kind = Mask::Kind::CausalBottomRight;
    EXPECT_EQ(textbook(tall, {{"tileN", "4"}}).output, (std::vector<float>{0, 0, 0, 1, 1.5f}));
}

TEST(Textbook, NormalisesOnceAtTheEnd)
{
    for (const char *tile : {"1", "2", "3", "4"})
        EXPECT_EQ(textbook(smallCase({0, 0, 0, 0}, indices(4)), {{"tileN", tile}}).output[0], 1.5f);
}

TEST(Textbook, TheDeviceNamesTheMergeTreeAndMovesBits)
{
    Small s = randomCase(3, 8, 8, 64, 2048, 16);
    s.problem.scale = 1.0f;
    std::vector<int> parts;
    std::vector<std::vector<float>> outputs;
    for (const char *device : {"v100", "a100", "h200", "b200"}) {
        RunRequest request;
        request.kernel = "textbook";
        request.device = device;
        const RunSpec spec = resolveOrFail(s.problem, request);
        EXPECT_EQ(spec.known.known, Known::Model);
        parts.push_back(spec.numSplits);
        outputs.push_back(runOrFail(spec, s.inputs).output);
    }
    EXPECT_NE(parts[0], parts[2]);
    EXPECT_GT(countDifferentBits(outputs[0], outputs[2]), 0);
}

} // namespace
} // namespace ulpscope::test
