// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_map_view.h"

#include "ui/views/side_step.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace ulpscope::ui {

TileMapView::TileMapView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent), m_canvas(new TileMapCanvas), m_color(new QComboBox)
{
    setBody(m_canvas);
    addFault("staleK", m_staleK);
    addFault("staleV", m_staleV);
    addFault("unmaskedTail", m_unmaskedTail);
    fillColors();
    addChoice(m_color, QStringLiteral("color"));
    connect(&session, &Session::documentChanged, this, &TileMapView::scheduleRebuild);
    connect(&session, &Session::traceChanged, this, &TileMapView::scheduleRebuild);
    connect(&session, &Session::specChanged, this, &TileMapView::showFault);
    connect(this, &View::shownChanged, this, &TileMapView::showFault);
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
    showFault();
    rebuild();
}

/// Where it bites: mistakes that no order of operations explains, in the run that is shown.
void TileMapView::addFault(const char *name, QAction *&action)
{
    action = new QAction(this);
    action->setObjectName(QStringLiteral("fault.") + QLatin1String(name));
    action->setCheckable(true);
    addMenuAction(action);
    connect(action, &QAction::triggered, this,
            [this, fault = QString::fromLatin1(name)](bool on) { setFault(on ? fault : QStringLiteral("none")); });
}

void TileMapView::setFault(const QString &fault)
{
    const auto spec = session().spec(side());
    if (!spec)
        return showFault();
    RunRequest request = spec->request;
    std::erase_if(request.set, [](const auto &field) { return field.first == "fault"; });
    if (fault.startsWith(QLatin1String("stale"))) {
        // Of the current key tile; the first of a query tile has none before it.
        const auto state = session().stepState(side());
        const int ordinal = state && state->step ? std::max(1, state->step->planned.ordinal) : 1;
        request.set.emplace_back("fault", QStringLiteral("%1:%2").arg(fault).arg(ordinal).toStdString());
    } else if (fault != QLatin1String("none")) {
        request.set.emplace_back("fault", fault.toStdString());
    }
    session().setRequest(side(), request);
    showFault(); // refused: as it was
}

void TileMapView::showFault()
{
    const auto spec = session().spec(side());
    const QString fault = spec ? QString::fromStdString(fieldValue(spec->recipe, "fault")) : QString();
    for (QAction *action : {m_staleK, m_staleV, m_unmaskedTail}) {
        action->setEnabled(spec != nullptr && shown() != Shown::Difference);
        action->setChecked(fault.section(QLatin1Char(':'), 0, 0) == action->objectName().section(QLatin1Char('.'), 1));
    }
}

void TileMapView::fillColors()
{
    m_staleK->setText(tr("Fault: stale K in the current key tile"));
    m_staleK->setToolTip(tr("As with a missing fence: Q is multiplied with the K of the key tile before"));
    m_staleV->setText(tr("Fault: stale V in the current key tile"));
    m_staleV->setToolTip(tr("As with a missing fence: P is multiplied with the V of the key tile before"));
    m_unmaskedTail->setText(tr("Fault: tail of the last key tile not masked"));
    m_unmaskedTail->setToolTip(tr("Keys beyond the last one count with score 0"));
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
