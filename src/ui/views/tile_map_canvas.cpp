// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_map_canvas.h"

#include "ui/theme/application_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace ulpscope::ui {

TileMapCanvas::TileMapCanvas(QWidget *parent) : QWidget(parent)
{
    installPlotAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Tile map"));
}

void TileMapCanvas::setState(TileMapState state)
{
    state.cursorM = std::min(m_state.cursorM, state.mBlocks - 1);
    state.cursorN = std::min(m_state.cursorN, state.nBlocks - 1);
    state.highlightM = m_state.highlightM;
    state.highlightN = m_state.highlightN;
    m_state = std::move(state);
    update();
    announceReadout(this);
}

void TileMapCanvas::goTo(quint64 steps)
{
    m_state.goTo(steps);
    update();
}

void TileMapCanvas::setHighlight(int m, int n)
{
    if (m_state.highlightM == m && m_state.highlightN == n)
        return;
    m_state.highlightM = m;
    m_state.highlightN = n;
    update();
}

QString TileMapCanvas::readout() const
{
    const int m = m_state.cursorM >= 0 ? m_state.cursorM : m_state.highlightM,
              n = m_state.cursorN >= 0 ? m_state.cursorN : m_state.highlightN;
    if (m < 0 || n < 0 || m >= m_state.mBlocks || n >= m_state.nBlocks)
        return tr("%1 by %2 tiles").arg(m_state.mBlocks).arg(m_state.nBlocks);
    return m_state.describe(m, n);
}

QSize TileMapCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(24)}; }

void TileMapCanvas::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.plotGround);
    paintTileMap(painter, rect(), m_state, theme);
    m_ring.paint(painter, rect(), theme);
}

std::pair<int, int> TileMapCanvas::cellAt(const QPointF &position) const
{
    return TileMapLayout(m_state, rect(), currentTheme()).at(m_state, position);
}

void TileMapCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const auto [m, n] = cellAt(event->position());
    emit hovered(m, n);
}

void TileMapCanvas::leaveEvent(QEvent *) { emit hovered(-1, -1); }

void TileMapCanvas::mousePressEvent(QMouseEvent *event)
{
    const auto [m, n] = cellAt(event->position());
    if (m < 0 || event->button() != Qt::LeftButton)
        return;
    moveCursor(m, n);
    if (m_state.cell(m, n).status != TileCell::Status::Skipped)
        emit stepChosen(m_state.cell(m, n).lastStep + 1);
}

void TileMapCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto [m, n] = cellAt(event->position());
    if (m >= 0 && m_state.cell(m, n).status != TileCell::Status::Skipped)
        emit stepChosen(m_state.cell(m, n).firstStep + 1);
}

void TileMapCanvas::moveCursor(int m, int n)
{
    if (m_state.cells.empty())
        return;
    m_state.cursorM = std::clamp(m, 0, m_state.mBlocks - 1);
    m_state.cursorN = std::clamp(n, 0, m_state.nBlocks - 1);
    update();
    announceReadout(this);
}

void TileMapCanvas::keyPressEvent(QKeyEvent *event)
{
    const int m = std::max(0, m_state.cursorM), n = std::max(0, m_state.cursorN);
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: return moveCursor(m, n - 1);
    case Qt::Key_Right: return moveCursor(m, n + 1);
    case Qt::Key_Up: return moveCursor(m - 1, n);
    case Qt::Key_Down: return moveCursor(m + 1, n);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_state.cells.empty() && m_state.cell(m, n).status != TileCell::Status::Skipped)
            emit stepChosen(m_state.cell(m, n).lastStep + 1);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void TileMapCanvas::focusInEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    update();
}

void TileMapCanvas::focusOutEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    m_state.cursorM = m_state.cursorN = -1;
    update();
}

void TileMapCanvas::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Tile map"));
        update();
    }
    QWidget::changeEvent(event);
}

bool TileMapCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const auto [m, n] = cellAt(help->pos());
        if (m >= 0)
            QToolTip::showText(help->globalPos(), m_state.describe(m, n), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui
