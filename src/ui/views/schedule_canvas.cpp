// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_canvas.h"

#include "ui/theme/application_style.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr double kStep = 1.2; ///< zoom of one notch of the wheel
constexpr double kSmallestTime = 4, kFewestLanes = 1;

/// [begin, end) moved into [0, whole) and not smaller than `least`.
void fit(double &begin, double &end, double whole, double least)
{
    const double size = std::clamp(end - begin, std::min(least, whole), whole);
    begin = std::clamp(begin, 0.0, whole - size);
    end = begin + size;
}

} // namespace

ScheduleCanvas::ScheduleCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

QString ScheduleCanvas::spokenName() const
{
    return m_state.isMeasured ? tr("SM schedule, measured") : tr("SM schedule");
}

void ScheduleCanvas::setState(ScheduleState state)
{
    const bool isSame = m_state.blocks && state.blocks && state.model == m_state.model;
    state.window = isSame ? m_state.window : state.whole();
    state.now = isSame ? m_state.now : -1;
    if (isSame)
        state.highlighted = m_state.highlighted;
    else
        m_cursor = -1;
    if (isSame)
        state.pointed = m_state.pointed;
    m_state = std::move(state);
    setAccessibleName(spokenName());
    pictureChanged();
}

void ScheduleCanvas::goTo(quint64 steps)
{
    m_state.goTo(steps);
    update();
}

void ScheduleCanvas::setHighlighted(std::vector<int> blocks)
{
    if (blocks == m_state.highlighted)
        return;
    m_state.highlighted = std::move(blocks);
    update();
}

void ScheduleCanvas::setPointed(int block)
{
    if (block == m_state.pointed)
        return;
    m_state.pointed = block;
    update();
}

void ScheduleCanvas::setNow(double time)
{
    m_state.now = time;
    update();
}

void ScheduleCanvas::setWindow(const ScheduleWindow &window)
{
    ScheduleWindow fitted = window;
    const ScheduleWindow whole = m_state.whole();
    fit(fitted.begin, fitted.end, whole.end, kSmallestTime);
    fit(fitted.top, fitted.bottom, whole.bottom, kFewestLanes);
    if (fitted == m_state.window)
        return;
    m_state.window = fitted;
    update();
    emit windowChanged();
}

QString ScheduleCanvas::readout() const
{
    if (!m_state.blocks)
        return m_state.absent;
    if (m_cursor >= 0)
        return m_state.describe(m_cursor);
    return m_state.current >= 0 ? m_state.describe(m_state.current) : m_state.summary();
}

ScheduleLayout ScheduleCanvas::layoutNow() const { return {m_state, rect(), currentTheme()}; }

void ScheduleCanvas::paintPicture(QPainter &painter)
{
    const Theme &theme = currentTheme();
    paintSchedule(painter, rect(), m_state, theme, devicePixelRatioF());
    if (m_cursor < 0 || !hasFocus())
        return;
    painter.setClipRect(layoutNow().lanes);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.focus, theme.penWidth(2)));
    painter.drawRect(layoutNow().rect(m_state.blocks->all[static_cast<std::size_t>(m_cursor)]));
    painter.setClipping(false);
}

void ScheduleCanvas::zoom(double timeFactor, double laneFactor, const QPointF &around)
{
    const ScheduleLayout layout = layoutNow();
    const double time = layout.timeAt(around.x()), lane = layout.laneAt(around.y());
    ScheduleWindow w = m_state.window;
    w.begin = time - (time - w.begin) / timeFactor;
    w.end = time + (w.end - time) / timeFactor;
    w.top = lane - (lane - w.top) / laneFactor;
    w.bottom = lane + (w.bottom - lane) / laneFactor;
    setWindow(w);
}

void ScheduleCanvas::wheelEvent(QWheelEvent *event)
{
    // With Alt or Shift some platforms turn the wheel sideways.
    const int turn = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    const double factor = std::pow(kStep, turn / 120.0);
    if (!m_state.blocks || turn == 0)
        return event->ignore();
    zoom(event->modifiers() & Qt::ControlModifier ? 1 : factor, event->modifiers() & Qt::ShiftModifier ? 1 : factor,
         event->position());
    event->accept();
}

void ScheduleCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_state.blocks)
        return;
    m_pressed = event->position();
    m_windowAtPress = m_state.window;
    m_dragged = false;
}

void ScheduleCanvas::pointTo(const QPointF &at) { emit hovered(layoutNow().blockAt(m_state, at)); }

void ScheduleCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed)
        return PaintedCanvas::mouseMoveEvent(event);
    const QPointF by = event->position() - *m_pressed;
    if (!m_dragged && by.manhattanLength() < currentTheme().space(1))
        return;
    m_dragged = true;
    const ScheduleLayout layout = layoutNow();
    const double time = layout.timeAt(by.x()) - layout.timeAt(0), lane = layout.laneAt(by.y()) - layout.laneAt(0);
    setWindow({m_windowAtPress.begin - time, m_windowAtPress.end - time, m_windowAtPress.top - lane,
               m_windowAtPress.bottom - lane});
}

void ScheduleCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    m_pressed.reset();
    if (m_dragged)
        return;
    clickOn(event->position());
}

/// Where the button goes up, unless the picture was dragged.
void ScheduleCanvas::clickOn(const QPointF &at)
{
    const int block = layoutNow().blockAt(m_state, at);
    if (block < 0)
        return;
    m_cursor = block;
    emit chosen(block);
    announceReadout(this);
}

/// To the neighbour in time, or on the next lane to the block that runs at the same time.
void ScheduleCanvas::moveCursor(int lanes, int blocks)
{
    if (!m_state.blocks || m_state.blocks->all.empty())
        return;
    const auto &all = m_state.blocks->all;
    const auto &firstOf = m_state.blocks->firstOfLane;
    if (m_cursor < 0) {
        m_cursor = std::max(0, m_state.current);
    } else if (blocks != 0) {
        const int next = m_cursor + blocks;
        const auto lane = static_cast<std::size_t>(all[static_cast<std::size_t>(m_cursor)].lane);
        m_cursor = std::clamp(next, firstOf[lane], firstOf[lane + 1] - 1);
    } else {
        const ScheduleBlock &from = all[static_cast<std::size_t>(m_cursor)];
        for (int lane = from.lane + lanes; lane >= 0 && lane < m_state.lanes(); lane += lanes) {
            const int first = firstOf[static_cast<std::size_t>(lane)],
                      last = firstOf[static_cast<std::size_t>(lane) + 1];
            if (first == last)
                continue;
            m_cursor = first;
            while (m_cursor + 1 < last && all[static_cast<std::size_t>(m_cursor) + 1].begin <= from.begin)
                ++m_cursor;
            break;
        }
    }
    // The window follows.
    const ScheduleBlock &block = all[static_cast<std::size_t>(m_cursor)];
    ScheduleWindow w = m_state.window;
    const auto follow = [](double &begin, double &end, double from, double to) {
        const double by = from < begin ? from - begin : to > end ? std::min(to - end, from - begin) : 0;
        begin += by;
        end += by;
    };
    follow(w.begin, w.end, static_cast<double>(block.begin), static_cast<double>(block.end));
    follow(w.top, w.bottom, block.lane, block.lane + 1);
    setWindow(w);
    emit reached(m_cursor);
    pictureChanged();
}

bool ScheduleCanvas::keyPressed(int key)
{
    switch (key) {
    case Qt::Key_Left: moveCursor(0, -1); return true;
    case Qt::Key_Right: moveCursor(0, 1); return true;
    case Qt::Key_Up: moveCursor(-1, 0); return true;
    case Qt::Key_Down: moveCursor(1, 0); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kStep, kStep, rect().center()); return true;
    case Qt::Key_Minus: zoom(1 / kStep, 1 / kStep, rect().center()); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor >= 0)
            emit chosen(m_cursor);
        return true;
    default: return false;
    }
}

QString ScheduleCanvas::tipAt(const QPointF &at) const
{
    const int block = layoutNow().blockAt(m_state, at);
    return block >= 0 ? m_state.describe(block) : QString();
}

} // namespace ulpscope::ui
