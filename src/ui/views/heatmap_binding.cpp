// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_binding.h"

#include <QLocale>
#include <QScopedValueRollback>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ulpscope::ui {
namespace {

constexpr std::pair<ScaleKind, const char *> kScaleWords[] = {{ScaleKind::Linear, "linear"},
                                                              {ScaleKind::Log, "log"},
                                                              {ScaleKind::Symlog, "symlog"},
                                                              {ScaleKind::UlpInteger, "ulp"}};

QString wordOf(ScaleKind kind)
{
    const auto *found = std::find_if(std::begin(kScaleWords), std::end(kScaleWords),
                                     [kind](const auto &entry) { return entry.first == kind; });
    return QLatin1String(found->second);
}

QString exact(double x) { return QString::number(x, 'g', QLocale::FloatingPointShortest); }

/// The numbers of `words` from `first` on; empty when one of them is none.
std::vector<double> numbers(const QStringList &words, qsizetype first)
{
    std::vector<double> values;
    for (qsizetype i = first; i < words.size(); ++i) {
        bool ok = false;
        values.push_back(words[i].toDouble(&ok));
        if (!ok || !std::isfinite(values.back()))
            return {};
    }
    return values;
}

QString textOf(const ColorScaleSpec &spec, bool withRange)
{
    QStringList words{wordOf(spec.kind), spec.map, exact(spec.linthresh)};
    if (withRange)
        words << exact(spec.min) << exact(spec.max);
    return words.join(QLatin1Char(' '));
}

} // namespace

HeatmapBinding::HeatmapBinding(Session &session, HeatmapView &map, const QString &kind, QObject *parent)
    : QObject(parent), m_session(session), m_map(map), m_kind(kind)
{
    connect(&map, &HeatmapView::scaleChanged, this, [this] {
        if (!m_applying && !m_quantity.isEmpty() &&
            scaleText() != m_session.viewState(scaleKey(), textOf(m_default, false)))
            m_session.setViewState(scaleKey(), scaleText());
    });
    connect(&map, &HeatmapView::windowChanged, this, [this] {
        if (!m_applying && !m_quantity.isEmpty() && windowText() != m_session.viewState(windowKey()))
            m_session.setViewState(windowKey(), windowText());
    });
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (m_quantity.isEmpty())
            return;
        if (key == scaleKey() && m_session.viewState(key) != scaleText())
            applyScale();
        else if (key == windowKey() && m_session.viewState(key) != windowText())
            applyWindow();
    });
    // A large matrix arrives later, and one of another shape begins with all of it.
    connect(&map, &HeatmapView::statisticsChanged, this, [this] {
        if (!m_quantity.isEmpty() && m_session.viewState(windowKey()) != windowText())
            applyWindow();
    });
}

void HeatmapBinding::show(const MatrixContent &content, const MatrixPtr &matrix, const QString &quantity)
{
    const bool otherColors = quantity != m_quantity;
    m_quantity = quantity;
    m_overKeys = content.overKeys;
    const QScopedValueRollback applying(m_applying, true);
    m_map.setLabels(content.rowLabel, content.columnLabel, content.quantity);
    if (otherColors) {
        m_map.setScales(content.scales);
        m_default = {};
        m_default.kind = content.scales.front();
        m_default.map = content.map;
        m_default.linthresh = content.linthresh;
    }
    m_map.setRangeStatistics(content.range);
    if (otherColors)
        applyScale();
    m_map.setMatrix(matrix);
}

QString HeatmapBinding::scaleText() const { return textOf(m_map.scale(), !m_map.autoRange()); }

QString HeatmapBinding::windowText() const
{
    const std::optional<HeatmapWindow> window = m_map.state().window;
    return window
               ? QStringList{exact(window->row0), exact(window->row1), exact(window->col0), exact(window->col1)}.join(
                     QLatin1Char(' '))
               : QString();
}

void HeatmapBinding::applyScale()
{
    const QScopedValueRollback applying(m_applying, true);
    const QStringList words = m_session.viewState(scaleKey()).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    ColorScaleSpec spec = m_default;
    bool fixed = false;
    if (words.size() == 3 || words.size() == 5) {
        for (const auto &[kind, word] : kScaleWords) {
            if (words[0] == QLatin1String(word))
                spec.kind = kind;
        }
        spec.map = words[1];
        const std::vector<double> values = numbers(words, 2);
        if (!values.empty() && values[0] > 0)
            spec.linthresh = values[0];
        fixed = values.size() == 3 && values[1] < values[2];
        if (fixed) {
            spec.min = values[1];
            spec.max = values[2];
        }
    }
    m_map.setAutoRange(false); // a range of the scale before is not fitted on the way
    m_map.setScale(spec);
    if (!fixed)
        m_map.setAutoRange(true);
}

void HeatmapBinding::applyWindow()
{
    const QScopedValueRollback applying(m_applying, true);
    const std::vector<double> edges =
        numbers(m_session.viewState(windowKey()).split(QLatin1Char(' '), Qt::SkipEmptyParts), 0);
    if (edges.size() == 4 && edges[0] < edges[1] && edges[2] < edges[3])
        m_map.setWindow({edges[0], edges[2], edges[1], edges[3]});
    else if (!windowText().isEmpty())
        m_map.home();
}

} // namespace ulpscope::ui
