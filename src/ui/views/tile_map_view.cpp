// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_map_view.h"

#include "ui/views/side_step.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace ulpscope::ui {

TileMapView::TileMapView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent), m_canvas(new TileMapCanvas), m_color(new QComboBox)
{
    setBody(m_canvas);
    fillColors();
    addChoice(m_color, QStringLiteral("color"));
    connect(&session, &Session::documentChanged, this, &TileMapView::scheduleRebuild);
    connect(&session, &Session::traceChanged, this, &TileMapView::scheduleRebuild);
    connect(&session, &Session::selectionChanged, this, [this] {
        if (this->session().selection().row != m_canvas->state().selectedRow)
            scheduleRebuild();
    });
    connect(this, &View::shownChanged, this, &TileMapView::scheduleRebuild);
    connect(&session, &Session::stepChanged, this, &TileMapView::showStep);
    connect(&session, &Session::hoverChanged, this, &TileMapView::showHover);
    connect(m_canvas, &TileMapCanvas::hovered, this, [this](int m, int n) {
        Hover hover;
        hover.mBlock = m;
        hover.nBlock = n;
        this->session().setHover(hover);
    });
    connect(m_canvas, &TileMapCanvas::stepChosen, this,
            [this](quint64 position) { goToStepOf(this->session(), side(), position); });
    rebuild();
}

void TileMapView::fillColors()
{
    const QSignalBlocker block(m_color);
    m_color->clear();
    for (TileColor color : kTileColors)
        m_color->addItem(tileColorTitle(color), tileColorKey(color));
    m_color->setAccessibleName(tr("Colour of tiles"));
    m_color->setToolTip(tr("What the colour of a tile tells"));
}

void TileMapView::retranslate()
{
    fillColors();
    scheduleRebuild();
}

void TileMapView::rebuild()
{
    const bool had = hasFigure();
    const TileColor color = kTileColors[showChoice(m_color, QStringLiteral("color"))];
    TileMapState state = tileMapState(session(), shown(), color);
    setAbsent(state.absent);
    setChoiceWanted(m_color, shown() != Shown::Difference);
    const int row = session().selection().row;
    setSubtitle(row >= 0 ? tr("row %1, other tiles: ranges over rows").arg(row) : tr("ranges over rows"));
    setScaleText(!state.cells.empty() && !state.sketch ? tr("tile m, l: derived") : QString());
    m_table.setTrace(session().trace(side()), row);
    m_canvas->setState(std::move(state));
    showStep();
    if (had != hasFigure())
        emit figureChanged();
}

void TileMapView::showStep() { m_canvas->goTo(stepOf(session(), side())); }

void TileMapView::showHover()
{
    const Hover &hover = session().hover();
    const TileMapState &state = m_canvas->state();
    const int m = hover.mBlock >= 0 ? hover.mBlock : hover.row >= 0 ? hover.row / state.tileM : -1;
    const int n = hover.nBlock >= 0 ? hover.nBlock : hover.key >= 0 ? hover.key / state.tileN : -1;
    m_canvas->setHighlight(m, n);
}

std::unique_ptr<FigureSource> TileMapView::figure() const
{
    if (!hasFigure())
        return nullptr;
    TileMapState state = m_canvas->state();
    state.cursorM = state.cursorN = state.highlightM = state.highlightN =
        -1; // where the pointer is is no part of a figure
    return std::make_unique<TileMapFigure>(std::move(state));
}

} // namespace ulpscope::ui
