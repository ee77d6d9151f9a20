// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/heatmap_base.h"

#include <QComboBox>

#include <algorithm>

namespace ulpscope::ui {

HeatmapBase::HeatmapBase(Session &session, const QString &id, QWidget *parent)
    : View(session, id, parent),
      m_map(new HeatmapView),
      m_binding(new HeatmapBinding(session, *m_map, id.section(QLatin1Char('.'), 0, 0), this)),
      m_metric(new QComboBox)
{
    connect(&session, &Session::documentChanged, this, &HeatmapBase::scheduleRebuild);
    connect(&session, &Session::traceChanged, this, &HeatmapBase::scheduleRebuild);
    connect(&session, &Session::referenceChanged, this, &HeatmapBase::scheduleRebuild);
    connect(&session, &Session::observedMatchChanged, this, &HeatmapBase::scheduleRebuild);
    connect(this, &View::shownChanged, this, &HeatmapBase::scheduleRebuild);
    connect(&session, &Session::selectionChanged, this, [this] { showMarks(); });
    connect(&session, &Session::hoverChanged, this, [this] { showMarks(); });
    connect(m_map, &HeatmapView::cursorMoved, this, &HeatmapBase::cellChosen);
    connect(m_map, &HeatmapView::clicked, this, [this](const Cell &cell, Qt::KeyboardModifiers modifiers) {
        cellChosen(cell);
        if (modifiers & Qt::ControlModifier)
            emit pinRequested();
    });
    connect(m_map, &HeatmapView::hovered, this, [this](const Cell &cell) {
        Hover hover;
        hover.row = cell.row;
        (m_content.overKeys ? hover.key : hover.column) = cell.col;
        this->session().setHover(hover);
    });
    connect(m_map, &HeatmapView::scaleChanged, this, [this] { showScaleText(); });
}

ErrorMetric HeatmapBase::chosenMetric() const
{
    return kErrorMetrics[std::max(0, m_metric->findData(state(QStringLiteral("metric"))))];
}

HeatmapMarks HeatmapBase::commonMarks() const
{
    const Selection &selection = session().selection();
    HeatmapMarks marks;
    marks.selectedRow = selection.row;
    marks.selectedCol = m_content.overKeys ? selection.key : selection.column;
    marks.cursor = {selection.row, marks.selectedCol};
    const Hover &hover = session().hover();
    const std::shared_ptr<const Schedule> schedule = session().schedule(Side::A);
    if (!schedule || hover.mBlock < 0)
        return marks;
    const Recipe &r = schedule->recipe();
    const int row0 = hover.mBlock * r.tileM, row1 = std::min(row0 + r.tileM, m_content.matrix->rows);
    if (!m_content.overKeys)
        marks.highlights.push_back({row0, 0, row1, m_content.matrix->cols});
    else if (hover.nBlock >= 0)
        marks.highlights.push_back(
            {row0, hover.nBlock * r.tileN, row1, std::min((hover.nBlock + 1) * r.tileN, m_content.matrix->cols)});
    return marks;
}

void HeatmapBase::cellChosen(const Cell &cell)
{
    if (!cell.valid())
        return;
    Selection selection = session().selection();
    selection.row = cell.row;
    (m_content.overKeys ? selection.key : selection.column) = cell.col;
    session().select(selection);
}

} // namespace ulpscope::ui
