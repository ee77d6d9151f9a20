// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare.h"

#include "engine/analysis/plan_divergence.h"
#include "engine/backend/whole_run.h"

#include <algorithm>
#include <tuple>

namespace ulpscope {
namespace {

std::vector<std::string> fieldDifferences(const RunSpec &a, const RunSpec &b)
{
    std::vector<std::string> list;
    if (a.numSplits != b.numSplits)
        list.push_back("splits: " + std::to_string(a.numSplits) + " | " + std::to_string(b.numSplits));
    for (const std::string &name : differingFields(a.recipe, b.recipe)) {
        if (fieldMatters(a.recipe, name) || fieldMatters(b.recipe, name))
            list.push_back(name + ": " + fieldValue(a.recipe, name) + " | " + fieldValue(b.recipe, name));
    }
    return list;
}

/// The first row whose LSE differs, as a mismatch without a column.
std::optional<OutputMismatch> firstLseMismatch(const Problem &p, const std::vector<float> &a,
                                               const std::vector<float> &b)
{
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), sameBits);
    if (at == a.end())
        return std::nullopt;
    const int index = static_cast<int>(at - a.begin());
    const int head = index / p.seqlenQ;
    return OutputMismatch{head / p.heads, head % p.heads, index % p.seqlenQ, 0, *at, *other};
}

bool isEarlier(const OutputMismatch &a, const OutputMismatch &b)
{
    return std::tie(a.batch, a.head, a.row) < std::tie(b.batch, b.head, b.row);
}

Result<ComparedRun> planned(const RunSpec &spec)
{
    Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return schedule.status();
    return ComparedRun{spec, std::make_shared<const Schedule>(std::move(schedule).value())};
}

Result<std::optional<Divergence>> firstDivergence(const Backend &backend, const RunSpec &specA, const RunSpec &specB,
                                                  const std::shared_ptr<const Inputs> &inputs,
                                                  const std::optional<OutputMismatch> &output,
                                                  const std::optional<OutputMismatch> &lse, std::stop_token stop)
{
    const std::vector<RecipeDifference> differences = recipeDifferences(specA, specB);
    if (differences.empty())
        return std::optional<Divergence>();
    const Result<ComparedRun> a = planned(specA);
    if (!a.ok())
        return a.status();
    // B with A's query tiles: the bits of a row do not depend on which rows share its tile.
    RunSpec alignedB = specB;
    alignedB.recipe.tileM = specA.recipe.tileM;
    const Result<ComparedRun> b = planned(alignedB);
    if (!b.ok())
        return b.status();
    Result<std::optional<Divergence>> found =
        samePlan(a.value(), b.value()) ? walkCommonPlan(backend, a.value(), b.value(), inputs, differences, stop)
                                       : scoreDivergence(a.value(), b.value(), *inputs, differences, stop);
    if (!found.ok() || found.value() || (!output && !lse))
        return found;
    const bool byOutput = output && !(lse && isEarlier(*lse, *output));
    Result<Divergence> plan = planDivergence(a.value(), b.value(), inputs, differences,
                                             byOutput ? Quantity::Output : Quantity::Lse, byOutput ? *output : *lse);
    if (!plan.ok())
        return plan.status();
    return std::optional<Divergence>(std::move(plan).value());
}

} // namespace

Result<OutputComparison> compareOutputs(const Problem &p, const std::vector<float> &a, const std::vector<float> &b)
{
    const std::size_t perHead = static_cast<std::size_t>(p.seqlenQ) * static_cast<std::size_t>(p.headDimV);
    const std::size_t heads = static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads);
    if (a.size() != heads * perHead || b.size() != heads * perHead)
        return Status::invalid(phrase("outputs of %1 and %2 values, expected %3 (batch x heads x seqlenQ x headDimV)",
                                      a.size(), b.size(), heads * perHead));
    OutputComparison c;
    Matrix ma(p.seqlenQ, p.headDimV), mb = ma;
    for (std::size_t head = 0; head < heads; ++head) {
        const auto begin = static_cast<std::ptrdiff_t>(head * perHead),
                   end = begin + static_cast<std::ptrdiff_t>(perHead);
        std::copy(a.begin() + begin, a.begin() + end, ma.data.begin());
        std::copy(b.begin() + begin, b.begin() + end, mb.data.begin());
        const BitDifference &d = c.perHead.emplace_back(bitDifference(p.dtype, ma, mb));
        c.elements += d.count;
        c.mismatches += d.mismatches;
        c.nanMismatches += d.nanMismatches;
        c.maxUlp = std::max(c.maxUlp, d.maxUlp);
        c.maxAbs = std::max(c.maxAbs, d.maxAbs);
        if (d.mismatches > 0 && !c.firstMismatch) {
            const int index = static_cast<int>(head);
            c.firstMismatch = OutputMismatch{index / p.heads,
                                             index % p.heads,
                                             d.firstRow,
                                             d.firstCol,
                                             ma.at(d.firstRow, d.firstCol),
                                             mb.at(d.firstRow, d.firstCol)};
        }
    }
    return c;
}

Result<Comparison> compareRuns(const Backend &backend, const RunSpec &a, const RunSpec &b,
                               const std::shared_ptr<const Inputs> &inputs, std::stop_token stop)
{
    if (!(a.problem == b.problem))
        return Status::invalid(phrase(
            "A and B are runs on different problems (shapes, scale, mask or format); only runs on the same problem "
            "can be compared bit by bit"));
    WholeRunOptions options;
    options.stop = stop;
    const Result<RunOutput> runA = runWhole(backend, a, inputs, options);
    if (!runA.ok())
        return runA.status();
    const Result<RunOutput> runB = runWhole(backend, b, inputs, options);
    if (!runB.ok())
        return runB.status();
    Result<OutputComparison> outputs = compareOutputs(a.problem, runA->output, runB->output);
    if (!outputs.ok())
        return outputs.status();
    Comparison comparison{std::move(outputs).value(), fieldDifferences(a, b), 0, {}};
    for (std::size_t i = 0; i < runA->lse.size(); ++i)
        comparison.lseMismatches += !sameBits(runA->lse[i], runB->lse[i]);
    Result<std::optional<Divergence>> first = firstDivergence(backend, a, b, inputs, comparison.firstMismatch,
                                                              firstLseMismatch(a.problem, runA->lse, runB->lse), stop);
    if (!first.ok())
        return first.status();
    comparison.first = std::move(first).value();
    return comparison;
}

std::vector<std::string> describeDifferences(const RunSpec &a, const RunSpec &b)
{
    std::vector<std::string> sentences;
    for (const RecipeDifference &d : recipeDifferences(a, b)) {
        std::string sentence = d.words.english();
        if (std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
            sentences.push_back(std::move(sentence));
    }
    return sentences;
}

} // namespace ulpscope
