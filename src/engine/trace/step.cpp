// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const StateChange *find(const Step &step, Quantity quantity)
{
    for (const StateChange &change : step.changes) {
        if (change.quantity == quantity)
            return &change;
    }
    return nullptr;
}

int countNan(const Matrix &m)
{
    return static_cast<int>(std::count_if(m.data.begin(), m.data.end(), [](float x) { return std::isnan(x); }));
}

/// Rows in which at least two keys share the largest score, exactly.
int countTies(const Matrix &scores)
{
    int ties = 0;
    for (int r = 0; r < scores.rows; ++r) {
        const float *row = scores.row(r);
        const float max = *std::max_element(row, row + scores.cols, [](float a, float b) { return a < b; });
        if (max != -kInfinity && std::count(row, row + scores.cols, max) > 1)
            ++ties;
    }
    return ties;
}

} // namespace

std::vector<Quantity> changedBy(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ: return {Quantity::RowMax, Quantity::LaneSums, Quantity::OutputAcc};
    case StepKind::LoadKv: return {};
    case StepKind::ScoreGemm:
    case StepKind::ApplyMask: return {Quantity::Scores};
    case StepKind::RowMax: return {Quantity::RowMax};
    case StepKind::RescaleOutput: return {Quantity::Alpha, Quantity::OutputAcc};
    case StepKind::Exp2: return {Quantity::Probs};
    case StepKind::RowSum: return {Quantity::LaneSums, Quantity::RowSum};
    case StepKind::OutputGemm: return {Quantity::OutputAcc};
    case StepKind::Normalize: return {Quantity::Output, Quantity::Lse};
    case StepKind::Combine: return {Quantity::OutputAcc, Quantity::LaneSums, Quantity::Output, Quantity::Lse};
    }
    return {};
}

StepEvents eventsOf(const Step &step, const TileExecutor &executor)
{
    StepEvents events;
    for (const StateChange &change : step.changes)
        events.nan += countNan(change.after);
    if (step.planned.kind == StepKind::RowMax) {
        const StateChange *max = find(step, Quantity::RowMax);
        if (max && step.planned.ordinal > 0 && max->before.data.size() == max->after.data.size()) {
            for (std::size_t r = 0; r < max->after.data.size(); ++r)
                events.maxChanged += max->before.data[r] != -kInfinity && max->after.data[r] > max->before.data[r];
        }
        if (const Result<Matrix> scores = executor.read(Quantity::Scores); scores.ok())
            events.ties = countTies(scores.value());
    }
    if (step.planned.kind == StepKind::RescaleOutput) {
        if (const StateChange *alpha = find(step, Quantity::Alpha)) {
            // An alpha of 0 is the first visible tile of a row: there was nothing to rescale.
            for (float a : alpha->after.data)
                events.rescaled += a != 1.0f && a != 0.0f;
        }
    }
    return events;
}

} // namespace ulpscope
