// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/budget_bars.h"
#include "ui/plot/heatmap_state.h"
#include "ui/plot/histogram_plot.h"
#include "ui/plot/line_step_plot.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace ulpscope::ui::samples {

/// Numbers that are the same everywhere (std::normal_distribution is not): sum of four uniform ones, about N(0, 1).
class Noise {
public:
    explicit Noise(std::uint32_t seed) : m_state(seed) {}
    float next()
    {
        float sum = 0;
        for (int i = 0; i < 4; ++i) {
            m_state = m_state * 1664525u + 1013904223u;
            sum += static_cast<float>(m_state >> 8) * 0x1p-24f - 0.5f;
        }
        return sum * 1.7320508f;
    }

private:
    std::uint32_t m_state;
};

/// Scores of one head under a causal mask, the last tile row not computed yet.
inline MatrixPtr causalScores(int rows, int cols)
{
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = rows;
    matrix->cols = cols;
    Noise noise(7);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < cols; ++c) {
            matrix->values.push_back(noise.next());
            const bool masked = static_cast<long>(c) * rows > static_cast<long>(r) * cols;
            const bool later = r >= rows - rows / 8 && c >= cols / 2;
            matrix->classes.push_back(masked ? CellClass::Masked : later ? CellClass::NotComputed : CellClass::Value);
        }
    }
    return matrix;
}

/// Signed errors over several decades, with exact zeros and, if asked, a NaN and infinities.
inline MatrixPtr errors(int rows, int cols, bool specials)
{
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = rows;
    matrix->cols = cols;
    Noise noise(11);
    for (int i = 0; i < rows * cols; ++i) {
        const float sign = noise.next(), size = noise.next();
        matrix->values.push_back(i % 5 == 0 ? 0.0f : std::copysign(std::exp2(size * 4 - 12), sign));
    }
    if (specials) {
        const auto put = [&](int row, int col, float value) { matrix->values[matrix->index(row, col)] = value; };
        put(rows / 3, cols / 4, std::numeric_limits<float>::quiet_NaN());
        put(rows / 2, cols / 2, std::numeric_limits<float>::infinity());
        put(rows / 2, cols / 3, -std::numeric_limits<float>::infinity());
    }
    return matrix;
}

inline HeatmapState scoresState()
{
    HeatmapState state;
    state.matrix = causalScores(384, 384);
    state.autoRange = false;
    state.scale.min = -3.5;
    state.scale.max = 3.5;
    state.rowLabel = QStringLiteral("query row");
    state.columnLabel = QStringLiteral("key");
    state.quantity = QStringLiteral("score S");
    state.marks.currentTile = {256, 128, 384, 192};
    state.marks.selectedRow = 299;
    state.marks.cursor = {299, 150};
    return state;
}

inline HeatmapState errorState()
{
    HeatmapState state;
    state.matrix = errors(384, 128, true);
    state.autoRange = false;
    state.scale = {ScaleKind::Symlog, QStringLiteral("diverging"), -0.03, 0.03, 1e-4};
    state.rowLabel = QStringLiteral("query row");
    state.columnLabel = QStringLiteral("column of O");
    state.quantity = QStringLiteral("error of O");
    return state;
}

inline LineStepState runningState()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    LineStepState state;
    state.categories = {QStringLiteral("k 320"), QStringLiteral("k 256"), QStringLiteral("k 192"),
                        QStringLiteral("k 128"), QStringLiteral("k 64"),  QStringLiteral("k 0")};
    state.categoryLabel = QStringLiteral("key tile, in the order of the kernel");
    LineStepPanel max{QStringLiteral("max of row 299"), {}, ScaleKind::Linear, 1};
    max.series.push_back(
        {QStringLiteral("running max"), {2.69, 2.69, 2.96, 2.96, 2.96, 2.96}, LineStepSeries::Style::Steps, 0, 2.96});
    max.series.push_back(
        {QStringLiteral("tile max"), {2.69, 2.35, 2.96, 2.78, 2.23, 2.92}, LineStepSeries::Style::Points, 1, {}});
    LineStepPanel sum{QStringLiteral("sum of row 299"), {}, ScaleKind::Linear, 1};
    sum.series.push_back({QStringLiteral("running sum"),
                          {8.56, 13.29, 18.2, 22.4, 24.6, 26.4},
                          LineStepSeries::Style::Steps,
                          0,
                          26.448});
    sum.series.push_back(
        {QStringLiteral("tile sum"), {8.56, 4.73, 7.77, 8.80, 5.42, nan}, LineStepSeries::Style::Stems, 2, {}});
    state.panels = {max, sum};
    state.current = 3;
    return state;
}

inline HistogramState histogramState()
{
    HistogramState state;
    const MatrixPtr matrix = errors(384, 128, true);
    std::vector<float> ulps;
    Noise noise(3);
    for (int i = 0; i < 40000; ++i)
        ulps.push_back(noise.next() * 2.5f);
    state.bins = ulpBins(ulps, 8);
    state.valueLabel = QStringLiteral("error (ulp)");
    state.remarks = {QStringLiteral("max 8.61"), QStringLiteral("rms 2.50"), QStringLiteral("bias −0.002")};
    return state;
}

inline BudgetState budgetState()
{
    BudgetState state;
    state.entries = {{QStringLiteral("scores (mma)"), 0.31, false}, {QStringLiteral("scale and argument"), 0.04, false},
                     {QStringLiteral("exp"), -0.12, false},         {QStringLiteral("rescale (alpha)"), 0.05, false},
                     {QStringLiteral("row sum"), -0.02, false},     {QStringLiteral("P cast"), -0.22, false},
                     {QStringLiteral("PV (mma)"), 0.19, false},     {QStringLiteral("final rounding"), -0.33, true}};
    state.total = 0.31 + 0.04 - 0.12 + 0.05 - 0.02 - 0.22 + 0.19 - 0.33;
    state.unit = QStringLiteral("ulp");
    state.note = QStringLiteral("sources made exact from top to bottom");
    return state;
}

} // namespace ulpscope::ui::samples
