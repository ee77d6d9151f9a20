// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ulpscope::ui {

struct HistogramBin {
    QString label;    ///< under the bar; "≥16" for an open end
    double low, high; ///< [low, high)
    std::uint64_t count = 0;
};

struct HistogramState {
    QString title; ///< figures only
    std::vector<HistogramBin> bins;
    QString valueLabel;  ///< "error (ulp)"
    QStringList remarks; ///< "max 1.03", "bias −0.002": printed in a corner
    bool logCounts = false;
    int selected = -1;
};

/// Bins of one ulp, centred on whole numbers -reach .. reach, with open bins at both ends. NaN is not counted.
std::vector<HistogramBin> ulpBins(std::span<const float> ulps, int reach);
/// `count` equal bins from the smallest to the largest finite value.
std::vector<HistogramBin> equalBins(std::span<const float> values, int count);

class HistogramCanvas;

/// Bars of counts. Click or Left/Right choose a bin (to filter by); l switches the counts to a log axis.
class HistogramPlot : public QWidget {
    Q_OBJECT

public:
    explicit HistogramPlot(QWidget *parent = nullptr);

    void setState(const HistogramState &state);
    const HistogramState &state() const;
    void setLogCounts(bool on);
    /// "bin 0 ulp: 1234 values"
    QString describe(int bin) const;
    std::unique_ptr<FigureSource> figure() const;

signals:
    void hovered(int bin); ///< -1 when the pointer left
    void clicked(int bin); ///< also by keyboard; -1 when the selection was cleared (Esc, or the same bin again)
    void logCountsChanged(bool on);

private:
    HistogramCanvas *m_canvas;
};

class HistogramFigure : public FigureSource {
public:
    explicit HistogramFigure(HistogramState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    HistogramState m_state;
};

} // namespace ulpscope::ui
