// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrix_view.h"

#include "ui/plot/heatmap_view.h"
#include "ui/views/heatmap_binding.h"

#include <QComboBox>
#include <QResizeEvent>
#include <QSignalBlocker>

namespace ulpscope::ui {
namespace {

constexpr int kNarrow = 420; ///< px below which the range control is left out
constexpr int kLow = 300;

} // namespace

MatrixView::MatrixView(Session &session, QWidget *parent, const QString &id, MatrixQuantity first)
    : View(session, id, parent),
      m_first(first),
      m_map(new HeatmapView),
      m_binding(new HeatmapBinding(session, *m_map, id.section(QLatin1Char('.'), 0, 0), this)),
      m_quantity(new QComboBox),
      m_metric(new QComboBox)
{
    setBody(m_map);
    fillChoices();
    addChoice(m_quantity, QStringLiteral("quantity"));
    addChoice(m_metric, QStringLiteral("metric"));

    connect(&session, &Session::documentChanged, this, &MatrixView::scheduleRebuild);
    connect(&session, &Session::traceChanged, this, &MatrixView::scheduleRebuild);
    connect(&session, &Session::referenceChanged, this, &MatrixView::scheduleRebuild);
    connect(&session, &Session::observedMatchChanged, this, &MatrixView::scheduleRebuild);
    connect(this, &View::shownChanged, this, &MatrixView::scheduleRebuild);
    connect(&session, &Session::stepChanged, this, [this] {
        if (m_content.overKeys) // O waits for the accumulator, which arrives with the state
            fill();
        showMarks();
    });
    connect(&session, &Session::stepStateChanged, this, [this](Side side) {
        if (side == Side::A && !m_content.overKeys)
            fill();
    });
    connect(&session, &Session::selectionChanged, this, &MatrixView::showMarks);
    connect(&session, &Session::hoverChanged, this, &MatrixView::showMarks);
    connect(m_map, &HeatmapView::cursorMoved, this, &MatrixView::cellChosen);
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
    connect(m_map, &HeatmapView::scaleChanged, this, &MatrixView::showScaleText);
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

ErrorMetric MatrixView::chosenMetric() const
{
    return kErrorMetrics[std::max(0, m_metric->findData(state(QStringLiteral("metric"))))];
}

bool MatrixView::hasSides() const { return quantity() != MatrixQuantity::Reference; }

void MatrixView::rebuild()
{
    const bool had = hasFigure();
    {
        const QSignalBlocker block(m_quantity);
        m_quantity->setCurrentIndex(m_quantity->findData(matrixQuantityKey(quantity())));
    }
    showChoice(m_metric, QStringLiteral("metric"));
    setChoiceWanted(m_metric, quantity() == MatrixQuantity::Error && shown() != Shown::Difference);

    m_content = matrixContent(session(), quantity(), shown(), chosenMetric());
    setAbsent(m_content.absent);
    m_filling.setContent(m_content, quantity());
    m_filling.update(session());
    m_table.setMatrix(m_filling.matrix());
    const Selection &s = session().selection();
    setSubtitle(!m_content.matrix                       ? QString()
                : session().inputs()->problem.batch > 1 ? tr("head %1, batch entry %2").arg(s.head).arg(s.batch)
                                                        : tr("head %1").arg(s.head));
    if (m_content.matrix) {
        const QString variant = shown() == Shown::Difference ? QStringLiteral(".difference")
                                : quantity() == MatrixQuantity::Error
                                    ? QLatin1Char('.') + m_metric->currentData().toString()
                                    : QString();
        m_binding->show(m_content, m_filling.matrix(), matrixQuantityKey(quantity()) + variant);
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
    m_map->setMatrix(m_filling.matrix());
}

void MatrixView::showScaleText()
{
    QString text;
    if (m_content.matrix) {
        text = scaleDescription(m_map->scale());
        if (!m_content.filledBy && shown() == Shown::A && quantity() != MatrixQuantity::Reference &&
            quantity() != MatrixQuantity::Error)
            text += tr(" · all steps");
    }
    setScaleText(text);
}

CellRect MatrixView::currentTile() const
{
    const std::shared_ptr<const Schedule> schedule = session().schedule(Side::A);
    if (!schedule || session().step() == 0 || !m_content.matrix)
        return {};
    const PlannedStep step = schedule->step(session().step() - 1);
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
    const Selection &selection = session().selection();
    HeatmapMarks marks;
    marks.selectedRow = selection.row;
    marks.selectedCol = m_content.overKeys ? selection.key : selection.column;
    marks.cursor = {selection.row, marks.selectedCol};
    marks.currentTile = currentTile();
    const Hover &hover = session().hover();
    const std::shared_ptr<const Schedule> schedule = session().schedule(Side::A);
    if (schedule && hover.mBlock >= 0) {
        const Recipe &r = schedule->recipe();
        const int row0 = hover.mBlock * r.tileM, row1 = std::min(row0 + r.tileM, m_content.matrix->rows);
        if (!m_content.overKeys)
            marks.highlights.push_back({row0, 0, row1, m_content.matrix->cols});
        else if (hover.nBlock >= 0)
            marks.highlights.push_back(
                {row0, hover.nBlock * r.tileN, row1, std::min((hover.nBlock + 1) * r.tileN, m_content.matrix->cols)});
    }
    if (m_content.overKeys && selection.row >= 0) { // the leaves of a tree node lie in the selected row
        for (const KeyRange &keys : hover.leaves)
            marks.highlights.push_back({selection.row, keys.begin, selection.row + 1, keys.end});
    }
    m_map->setMarks(marks);
}

void MatrixView::cellChosen(const Cell &cell)
{
    if (!cell.valid())
        return;
    Selection selection = session().selection();
    selection.row = cell.row;
    (m_content.overKeys ? selection.key : selection.column) = cell.col;
    session().select(selection);
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

void MatrixView::home() { m_map->home(); }
void MatrixView::goBack() { m_map->back(); }
void MatrixView::goForward() { m_map->forward(); }
void MatrixView::cycleScale() { m_map->cycleScale(); }
void MatrixView::toggleGrid() { m_map->toggleGrid(); }

} // namespace ulpscope::ui
