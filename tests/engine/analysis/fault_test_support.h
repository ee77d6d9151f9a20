// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reduction/sum_tree_test_support.h"
#include "engine/trace/stepper.h"

#include <algorithm>

namespace ulpscope::test {

/// A run of the sketch on one query over keys whose scores can be chosen.
struct ScoredRun : SmallRun {
    void setScores(const std::vector<float> &scores)
    {
        const auto dim = static_cast<std::size_t>(spec.problem.headDim);
        inputs->q.assign(dim, 0.0f);
        inputs->k.assign(inputs->k.size(), 0.0f);
        inputs->q[0] = 1.0f;
        for (std::size_t i = 0; i < scores.size(); ++i)
            inputs->k[i * dim] = scores[i];
    }
};

/// All scores 0 at first: the output is the mean of v.
inline ScoredRun equalScores(const std::vector<float> &v, const Fields &fields)
{
    Problem p = smallProblem(1, static_cast<int>(v.size()), DType::F32);
    p.heads = p.kvHeads = 1;
    p.headDimV = 1;
    p.scale = 1.0f;
    ScoredRun run{makeRun(p, {"textbook", "h200", 0, 0, fields})};
    run.setScores(std::vector<float>(v.size(), 0.0f));
    run.inputs->v = v;
    return run;
}

/// The inputs of a run with one query tile and no fault, in which each split's key tile of the visiting order `ordinal`
/// has the K (or V) of the one before; where that one has no key, zeros.
inline std::shared_ptr<const Inputs> withStaleData(const SmallRun &run, bool isK, int ordinal)
{
    const Problem &p = run.spec.problem;
    const Recipe &recipe = run.spec.recipe;
    auto inputs = std::make_shared<Inputs>(*run.inputs);
    EXPECT_EQ(run.schedule->mBlocks(), 1);
    for (int split = 0; split < run.schedule->splits(); ++split) {
        const std::vector<int> order = run.schedule->keyTiles(run.schedule->workTile(split));
        if (static_cast<int>(order.size()) <= ordinal)
            continue;
        const int to = order[static_cast<std::size_t>(ordinal)], from = order[static_cast<std::size_t>(ordinal - 1)];
        const int width = isK ? p.headDim : p.headDimV;
        for (int head = 0; head < p.kvHeads; ++head) {
            const float *source = isK ? run.inputs->kRows(p, 0, head) : run.inputs->vRows(p, 0, head);
            std::vector<float> &rows = isK ? inputs->k : inputs->v;
            for (int j = 0; j < recipe.tileN && to * recipe.tileN + j < p.seqlenK; ++j) {
                const int read = from * recipe.tileN + j;
                for (int i = 0; i < width; ++i)
                    rows[static_cast<std::size_t>((head * p.seqlenK + to * recipe.tileN + j) * width + i)] =
                        read < p.seqlenK ? source[read * width + i] : 0.0f;
            }
        }
    }
    return inputs;
}

/// A run without a mask again, without its fault, on keys rounded up to the tile with rows of zeros.
inline std::pair<RunSpec, std::shared_ptr<const Inputs>> roundedUp(const SmallRun &run)
{
    Problem p = run.spec.problem;
    const int tileN = run.spec.recipe.tileN;
    p.seqlenK = (p.seqlenK + tileN - 1) / tileN * tileN;
    RunRequest request = run.spec.request;
    request.set.clear();
    // All fields as they are: a kernel may have rules about ragged lengths.
    for (const RecipeField &field : recipeFields())
        request.set.emplace_back(std::string(field.name), fieldValue(run.spec.recipe, field.name));
    request.set.emplace_back("fault", "none");
    auto inputs = std::make_shared<Inputs>(*run.inputs);
    for (const auto &[rows, width] : {std::pair{&inputs->k, p.headDim}, std::pair{&inputs->v, p.headDimV}}) {
        const std::size_t had = rows->size() / static_cast<std::size_t>(p.kvHeads);
        std::vector<float> padded;
        for (int head = 0; head < p.kvHeads; ++head) {
            const auto begin = rows->begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(head) * had);
            padded.insert(padded.end(), begin, begin + static_cast<std::ptrdiff_t>(had));
            padded.resize(static_cast<std::size_t>((head + 1) * p.seqlenK * width), 0.0f);
        }
        *rows = std::move(padded);
    }
    return {resolveOrFail(p, request), inputs};
}

/// Bits of everything that can be read now.
inline std::vector<std::uint32_t> readableBits(const Stepper &stepper)
{
    std::vector<std::uint32_t> bits;
    for (Quantity q : {Quantity::Scores, Quantity::Probs, Quantity::RowMax, Quantity::LaneSums, Quantity::Alpha,
                       Quantity::OutputAcc, Quantity::Output, Quantity::Lse, Quantity::TileOut}) {
        const Result<Matrix> m = stepper.read(q);
        bits.push_back(m.ok() ? 1 : 0);
        if (m.ok()) {
            for (const float x : m->data)
                bits.push_back(floatBits(x));
        }
    }
    return bits;
}

} // namespace ulpscope::test
