// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/jobs.h"

#include "engine/numerics/ulp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Rows of one key tile in which several keys share the tile's max.
int tiedRows(const HeadTrace &trace, const WorkTile &tile, int nBlock)
{
    const int begin = nBlock * trace.spec.recipe.tileN;
    const int end = std::min(begin + trace.spec.recipe.tileN, trace.scores.cols);
    int ties = 0;
    for (int row = tile.rowBegin; row < tile.rowEnd; ++row) {
        const float *scores = trace.scores.row(row);
        float max = -kInfinity;
        int count = 0;
        for (int key = begin; key < end; ++key) {
            if (scores[key] > max) {
                max = scores[key];
                count = 1;
            } else if (scores[key] == max && max != -kInfinity) {
                ++count;
            }
        }
        ties += count > 1;
    }
    return ties;
}

int nanIn(const ulpscope::Matrix &matrix, int rowBegin, int rowEnd, int colBegin, int colEnd)
{
    int count = 0;
    for (int row = rowBegin; row < rowEnd; ++row)
        count += static_cast<int>(
            std::count_if(matrix.row(row) + colBegin, matrix.row(row) + colEnd, [](float x) { return x != x; }));
    return count;
}

StepEvents eventsOfStep(const HeadTrace &trace, const WorkTileTrace &tile, const PlannedStep &step)
{
    StepEvents events;
    const int rows = tile.runMax.rows;
    const int ordinal = step.ordinal;
    const auto keyColumns = [&] {
        const int begin = step.nBlock * trace.spec.recipe.tileN;
        return std::pair(begin, std::min(begin + trace.spec.recipe.tileN, trace.spec.problem.seqlenK));
    };
    switch (step.kind) {
    case StepKind::ScoreGemm:
        if (!trace.scores.empty()) {
            const auto [begin, end] = keyColumns();
            events.nan = nanIn(trace.scores, tile.tile.rowBegin, tile.tile.rowEnd, begin, end);
        }
        break;
    case StepKind::RowMax:
        for (int row = 0; row < rows && ordinal > 0; ++row) {
            const float before = tile.runMax.at(row, ordinal - 1);
            events.maxChanged += before != -kInfinity && tile.runMax.at(row, ordinal) > before;
        }
        if (!trace.scores.empty())
            events.ties = tiedRows(trace, tile.tile, step.nBlock);
        break;
    case StepKind::RescaleOutput:
        for (int row = 0; row < rows; ++row) {
            const float alpha = tile.alpha.at(row, ordinal);
            events.rescaled += alpha != 1.0f && alpha != 0.0f; // 0: nothing was accumulated yet
        }
        break;
    case StepKind::Exp2:
        if (!trace.probs.empty()) {
            const auto [begin, end] = keyColumns();
            events.nan = nanIn(trace.probs, tile.tile.rowBegin, tile.tile.rowEnd, begin, end);
        }
        break;
    case StepKind::Normalize:
    case StepKind::Combine:
        events.nan = nanIn(trace.output, tile.tile.rowBegin, tile.tile.rowEnd, 0, trace.output.cols);
        break;
    default: break;
    }
    return events;
}

} // namespace

const StepEvents &HeadEvents::at(std::uint64_t planIndex) const
{
    static const StepEvents kNone;
    return planIndex < firstStep || planIndex - firstStep >= steps.size() ? kNone : steps[planIndex - firstStep];
}

std::shared_ptr<const HeadEvents> headEvents(const HeadTrace &trace)
{
    auto events = std::make_shared<HeadEvents>();
    if (trace.tiles.empty())
        return events;
    events->firstStep = trace.schedule->firstStep(trace.tiles.front().tile.index);
    for (const WorkTileTrace &tile : trace.tiles) {
        for (const PlannedStep &step : trace.schedule->steps(tile.tile))
            events->steps.push_back(eventsOfStep(trace, tile, step));
    }
    return events;
}

Result<ObservedMatch> matchObserved(const Backend &backend, const RunSpec &spec,
                                    const std::shared_ptr<const Inputs> &inputs, const std::string &tensor,
                                    const std::vector<float> &observed, const WholeRunOptions &options)
{
    Result<RunOutput> run = runWhole(backend, spec, inputs, options);
    if (!run.ok())
        return run.status();
    const Problem &p = spec.problem;
    ObservedMatch match;
    match.tensor = tensor;
    const std::size_t headSize = static_cast<std::size_t>(p.seqlenQ) * static_cast<std::size_t>(p.headDimV);
    for (std::size_t head = 0; head < static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads); ++head) {
        ulpscope::Matrix mine(p.seqlenQ, p.headDimV), theirs(p.seqlenQ, p.headDimV);
        std::copy_n(run->output.begin() + static_cast<std::ptrdiff_t>(head * headSize), headSize, mine.data.begin());
        std::copy_n(observed.begin() + static_cast<std::ptrdiff_t>(head * headSize), headSize, theirs.data.begin());
        match.perHead.push_back(bitDifference(p.dtype, mine, theirs));
        const BitDifference &difference = match.perHead.back();
        if (match.mismatches == 0 && difference.firstRow >= 0) {
            match.firstMine = mine.at(difference.firstRow, difference.firstCol);
            match.firstObserved = theirs.at(difference.firstRow, difference.firstCol);
        }
        match.elements += difference.count;
        match.mismatches += difference.mismatches;
        match.maxUlp = std::max(match.maxUlp, difference.maxUlp);
        match.maxAbs = std::max(match.maxAbs, difference.maxAbs);
    }
    return match;
}

Comparison comparisonWith(const ObservedMatch &match, const Schedule &schedule)
{
    Comparison comparison;
    comparison.perHead = match.perHead;
    comparison.elements = match.elements;
    comparison.mismatches = match.mismatches;
    comparison.maxUlp = match.maxUlp;
    comparison.maxAbs = match.maxAbs;
    const Problem &p = schedule.problem();
    for (int head = 0; head < static_cast<int>(match.perHead.size()); ++head) {
        const BitDifference &difference = match.perHead[static_cast<std::size_t>(head)];
        if (difference.firstRow < 0)
            continue;
        Divergence first;
        first.quantity = Quantity::Output;
        first.batch = head / p.heads;
        first.head = head % p.heads;
        first.row = difference.firstRow;
        first.col = difference.firstCol;
        for (int i = 0; i < schedule.workTileCount(); ++i) {
            const WorkTile tile = schedule.workTile(i);
            if (tile.batch == first.batch && tile.head == first.head && tile.rowBegin <= first.row &&
                first.row < tile.rowEnd)
                first.step = schedule.step(schedule.firstStep(i + 1) - 1);
        }
        first.a = match.firstMine;
        first.b = match.firstObserved;
        comparison.first = first;
        break;
    }
    return comparison;
}

std::shared_ptr<const RunningError> runningError(const RunSpec &spec, const Inputs &inputs, const Schedule &schedule,
                                                 const RowTrace &row)
{
    auto result = std::make_shared<RunningError>();
    result->row = row.row;
    if (spec.recipe.form != Form::Online)
        return result; // a sketch has no running output
    const Problem &p = spec.problem;
    const std::vector<double> scores = referenceScores(p, inputs, row.batch, row.head, row.row);
    const float *v = inputs.vRows(p, row.batch, p.kvHeadOf(row.head));
    for (const RowSplitTrace &split : row.splits) {
        double max = -std::numeric_limits<double>::infinity(), sum = 0;
        std::vector<double> acc(static_cast<std::size_t>(p.headDimV), 0.0);
        for (const RowTileTrace &tile : split.tiles) {
            for (int key = tile.keys.begin; key < tile.keys.end; ++key) {
                double score = scores[static_cast<std::size_t>(key)] * static_cast<double>(p.scale);
                if (p.softcap > 0)
                    score = p.softcap * std::tanh(score / p.softcap);
                if (score == -std::numeric_limits<double>::infinity())
                    continue;
                if (score > max) {
                    const double factor = std::exp(max - score);
                    sum *= factor;
                    for (double &x : acc)
                        x *= factor;
                    max = score;
                }
                const double weight = std::exp(score - max);
                sum += weight;
                for (std::size_t c = 0; c < acc.size(); ++c)
                    acc[c] += weight * static_cast<double>(v[static_cast<std::size_t>(key) * acc.size() + c]);
            }
            if (sum == 0)
                continue;
            double squares = 0;
            for (std::size_t c = 0; c < acc.size(); ++c) {
                const double exact = acc[c] / sum;
                const double error =
                    ulpError(p.dtype, static_cast<double>(tile.accO[c]) / static_cast<double>(tile.runSum), exact);
                squares += error * error;
            }
            const std::uint64_t stepsOfTile = [&] {
                std::uint64_t end = tile.firstStep;
                const std::uint64_t limit = schedule.firstStep(split.workTile + 1);
                while (end < limit && schedule.step(end).nBlock == tile.nBlock && schedule.step(end).ordinal >= 0)
                    ++end;
                return end;
            }();
            result->points.push_back({stepsOfTile, std::sqrt(squares / static_cast<double>(acc.size()))});
        }
    }
    return result;
}

} // namespace ulpscope::ui
