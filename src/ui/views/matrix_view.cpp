// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrix_view.h"

#include "ui/views/side_step.h"

#include <QComboBox>
#include <QResizeEvent>
#include <QSignalBlocker>

namespace ulpscope::ui {
namespace {

constexpr int kNarrow = 420; ///< px below which the range control is left out
constexpr int kLow = 300;

} // namespace

MatrixView::MatrixView(Session &session, QWidget *parent, const QString &id, MatrixQuantity first)
    : HeatmapBase(session, id, parent), m_first(first), m_quantity(new QComboBox)
{
    setBody(m_map);
    fillChoices();
    addChoice(m_quantity, QStringLiteral("quantity"), true);
    addChoice(m_metric, QStringLiteral("metric"));

    connect(&session, &Session::stepChanged, this, [this] {
        if (m_content.overKeys) // O waits for the accumulator, which arrives with the state
            fill();
        showMarks();
    });
    connect(&session, &Session::stepStateChanged, this, [this] { // of either side: they share a range
        if (!m_content.overKeys)
            fill();
    });
    rebuild();
}

void MatrixView::fillChoices()
{
    const QSignalBlocker blockQuantity(m_quantity), blockMetric(m_metric);
    m_quantity->clear();
    for (MatrixQuantity quantity : kMatrixQuantities)
        m_quantity->addItem(matrixQuantityName(quantity), matrixQuantityKey(quantity));
    m_quantity->setAccessibleName(tr("Quantity"));
    m_quantity->setToolTip(tr("What the map shows of the selected head"));
    fillErrorMetrics(*m_metric);
}

void MatrixView::retranslate()
{
    fillChoices();
    scheduleRebuild();
}

MatrixQuantity MatrixView::quantity() const
{
    return matrixQuantityFromKey(state(QStringLiteral("quantity"))).value_or(m_first);
}

void MatrixView::setQuantity(MatrixQuantity quantity)
{
    setState(QStringLiteral("quantity"), matrixQuantityKey(quantity));
}

bool MatrixView::hasSides() const { return quantity() != MatrixQuantity::Reference; }

void MatrixView::rebuild()
{
    const bool had = hasFigure();
    {
        showChoice(m_quantity, QStringLiteral("quantity"));
        const QSignalBlocker block(m_quantity); // without a state it is not the first one that this view shows
        m_quantity->setCurrentIndex(m_quantity->findData(matrixQuantityKey(quantity())));
    }
    showChoice(m_metric, QStringLiteral("metric"));
    setChoiceWanted(m_metric, quantity() == MatrixQuantity::Error && !isDifference());

    m_content = matrixContent(session(), quantity(), shown(), chosenMetric());
    setAbsent(m_content.absent);
    m_filling.setContent(m_content, quantity());
    m_filling.update(session());
    m_table.setMatrix(m_filling.matrix());
    showSubtitle();
    if (m_content.matrix) {
        MatrixContent now = m_content;
        now.quantity = m_filling.quantity();
        now.range = m_filling.range();
        const QString variant = isDifference() ? QStringLiteral(".difference")
                                : quantity() == MatrixQuantity::Error
                                    ? QLatin1Char('.') + m_metric->currentData().toString()
                                    : QString();
        m_binding->show(now, m_filling.matrix(), matrixQuantityKey(quantity()) + variant);
        showMarks();
    }
    showScaleText();
    refreshHeader(); // the reference has no sides
    if (had != hasFigure())
        emit figureChanged();
}

void MatrixView::fill()
{
    if (isRebuildPending() || !m_filling.update(session()))
        return;
    m_table.setMatrix(m_filling.matrix());
    showSubtitle();
    if (m_filling.quantity() != m_map->state().quantity)
        m_map->setLabels(m_content.rowLabel, m_content.columnLabel, m_filling.quantity());
    m_map->setRangeStatistics(m_filling.range());
    m_map->setMatrix(m_filling.matrix());
}

/// The moment comes first: it is what must not be elided.
void MatrixView::showSubtitle()
{
    QStringList parts;
    if (!m_filling.moment().isEmpty())
        parts << m_filling.moment();
    if (m_content.matrix)
        parts << headText(session());
    setSubtitle(parts.join(QStringLiteral(" · ")));
}

void MatrixView::showScaleText() { setScaleText(m_content.matrix ? scaleDescription(m_map->scale()) : QString()); }

CellRect MatrixView::currentTile() const
{
    const std::shared_ptr<const Schedule> schedule = session().schedule(side());
    const quint64 done = stepOf(session(), side());
    if (!schedule || done == 0 || !m_content.matrix)
        return {};
    const PlannedStep step = schedule->step(done - 1);
    const WorkTile tile = schedule->workTile(step.workTile);
    const Selection &selection = session().selection();
    if (tile.batch != selection.batch || tile.head != selection.head)
        return {};
    if (!m_content.overKeys)
        return {tile.rowBegin, 0, tile.rowEnd, m_content.matrix->cols};
    if (step.nBlock < 0)
        return {};
    const KeyRange keys = schedule->keysOf(tile, step.nBlock);
    return {tile.rowBegin, keys.begin, tile.rowEnd, keys.end};
}

void MatrixView::showMarks()
{
    if (!m_content.matrix)
        return;
    HeatmapMarks marks = commonMarks();
    marks.currentTile = currentTile();
    const int row = session().selection().row;
    if (m_content.overKeys && row >= 0) { // the leaves of a tree node lie in the selected row
        for (const KeyRange &keys : session().hover().leaves)
            marks.highlights.push_back({row, keys.begin, row + 1, keys.end});
    }
    m_map->setMarks(marks);
}

void MatrixView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    m_map->setRangeControlVisible(event->size().width() >= kNarrow && event->size().height() >= kLow);
}

std::unique_ptr<FigureSource> MatrixView::figure() const
{
    if (!m_content.matrix)
        return nullptr;
    HeatmapState state = m_map->state();
    state.marks.highlights.clear(); // where the pointer happens to be is no part of a figure
    return std::make_unique<HeatmapFigure>(std::move(state));
}

} // namespace ulpscope::ui
