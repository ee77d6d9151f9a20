// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"

#include <qcustomplot.h>

#include <optional>

namespace ulpscope::ui {

/// Row or column numbers. Steps are powers of two, because tiles are. A row axis counts down: QCustomPlot copies the
/// whole image of a reversed axis at each replot, so rows are stored upside down and labelled here.
class IndexTicker : public QCPAxisTicker {
public:
    explicit IndexTicker(bool countDown) : m_countDown(countDown) {}
    void setIndices(int count, int origin)
    {
        m_count = count;
        m_origin = origin;
    }

    void generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision, QVector<double> &ticks,
                  QVector<double> *subTicks, QVector<QString> *labels) override;

private:
    bool m_countDown;
    int m_count = 0, m_origin = 0;
};

/// Ticks of a ScaleTransform on an axis whose coordinate is the warped value.
class ScaleTicker : public QCPAxisTicker {
public:
    void setScale(const ColorScaleSpec &spec) { m_spec = spec; }

    void generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision, QVector<double> &ticks,
                  QVector<double> *subTicks, QVector<QString> *labels) override;

private:
    ColorScaleSpec m_spec;
};

/// One label per category at 0, 1, 2, ...; skips labels evenly when there is no room for all.
class CategoryTicker : public QCPAxisTicker {
public:
    void setLabels(const QStringList &labels) { m_labels = labels; }

    void generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision, QVector<double> &ticks,
                  QVector<double> *subTicks, QVector<QString> *labels) override;

private:
    QStringList m_labels;
};

} // namespace ulpscope::ui
