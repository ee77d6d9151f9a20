// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_view.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"

#include <algorithm>

namespace ulpscope::ui {

SweepCanvas::SweepCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

void SweepCanvas::setState(SweepState state)
{
    m_state = std::move(state);
    pictureChanged();
}

QString SweepCanvas::readout() const
{
    if (m_state.row >= 0 && m_state.point >= 0)
        return m_state.describe(m_state.row, m_state.point);
    return m_state.rows() > 0 ? SweepFigure(m_state).figureDescription() : QString();
}

void SweepCanvas::paintPicture(QPainter &painter) { paintSweep(painter, rect(), m_state, currentTheme()); }

PaintedCanvas::Place SweepCanvas::placeAt(const QPointF &at) const
{
    return SweepLayout(m_state, rect(), currentTheme()).at(m_state, at);
}

void SweepCanvas::clickOn(const QPointF &at)
{
    if (const auto [row, point] = placeAt(at); row >= 0)
        emit chosen(row, point);
}

bool SweepCanvas::keyPressed(int key)
{
    if (m_state.rows() == 0)
        return false;
    const int row = std::max(0, m_state.row), point = std::max(0, m_state.point);
    const int last = static_cast<int>(m_state.line(row).points.size()) - 1;
    switch (key) {
    case Qt::Key_Left: moveTo({row, std::max(0, point - 1)}); return true;
    case Qt::Key_Right: moveTo({row, std::min(last, point + 1)}); return true;
    case Qt::Key_Up: moveTo({std::max(0, row - 1), point}); return true;
    case Qt::Key_Down: moveTo({std::min(m_state.rows() - 1, row + 1), point}); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit chosen(row, point); return true;
    default: return false;
    }
}

QString SweepCanvas::tipAt(const QPointF &at) const
{
    const auto [row, point] = placeAt(at);
    return row >= 0 ? m_state.describe(row, point) + QLatin1Char('\n') + tr("Click: make it run A") : QString();
}

void SweepTable::setLines(std::shared_ptr<const std::vector<SweepLine>> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    m_rows.clear();
    for (std::size_t line = 0; m_lines && line < m_lines->size(); ++line) {
        for (std::size_t point = 0; point < (*m_lines)[line].points.size(); ++point)
            m_rows.emplace_back(static_cast<int>(line), static_cast<int>(point));
    }
    endResetModel();
}

int SweepTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SweepTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 5; }

QVariant SweepTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() < 2 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    const auto [l, p] = m_rows[static_cast<std::size_t>(index.row())];
    const SweepLine &line = (*m_lines)[static_cast<std::size_t>(l)];
    const SweepPoint &point = line.points[static_cast<std::size_t>(p)];
    switch (index.column()) {
    case 0: return QString::fromStdString(line.device);
    case 1: return QString::fromStdString(line.rule);
    case 2: return point.batch;
    case 3: return point.spec.numSplits;
    default: return QString::fromStdString(patternName(point.pattern));
    }
}

QVariant SweepTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    const QString titles[] = {tr("device"), tr("split rule"), tr("batch"), tr("splits"), tr("output bits")};
    return titles[section];
}

SweepView::SweepView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent), m_canvas(new SweepCanvas)
{
    setBody(m_canvas);
    connect(&session, &Session::sweepChanged, this, &SweepView::scheduleRebuild);
    connect(m_canvas, &SweepCanvas::chosen, this, &SweepView::choose);
    rebuild();
}

void SweepView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    session().askForSweep();
}

bool SweepView::isReady() const
{
    return View::isReady() && (session().sweep() || !session().sweepAbsent().empty() || !session().spec(Side::A));
}

void SweepView::rebuild()
{
    const bool had = hasFigure();
    if (isWanted())
        session().askForSweep();
    SweepState state;
    state.lines = session().sweep();
    if (const auto spec = session().spec(Side::A)) {
        state.chosenBatch = std::max(spec->request.batch, spec->problem.batch);
        for (int row = 0; row < state.rows() && state.chosenRow < 0; ++row) {
            if (state.line(row).device == spec->request.device)
                state.chosenRow = row;
        }
    }
    setAbsent(state.lines                        ? QString()
              : !session().sweepAbsent().empty() ? engineText(session().sweepAbsent())
                                                 : tr("The request is being run inside batches of 1 to 64 …"));
    const QString kernel =
        session().spec(Side::A) ? QString::fromStdString(session().spec(Side::A)->request.kernel) : QString();
    setSubtitle(state.lines ? tr("%1, the same request inside batches").arg(kernel) : QString());
    m_table.setLines(state.lines);
    m_canvas->setState(std::move(state));
    if (had != hasFigure())
        emit figureChanged();
}

void SweepView::choose(int row, int point)
{
    const SweepLine &line = m_canvas->state().line(row);
    const RunRequest &request = line.points[static_cast<std::size_t>(point)].spec.request;
    session().setRequest(Side::A, request);
}

std::unique_ptr<FigureSource> SweepView::figure() const
{
    if (!hasFigure())
        return nullptr;
    SweepState state = m_canvas->state();
    state.row = state.point = state.chosenRow = -1; // where the pointer is is no part of a figure
    return std::make_unique<SweepFigure>(std::move(state));
}

} // namespace ulpscope::ui
