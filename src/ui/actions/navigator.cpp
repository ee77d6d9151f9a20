// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/navigator.h"

#include <algorithm>

namespace ulpscope::ui {

bool matches(const StepEvents &events, unsigned kinds)
{
    return ((kinds & MaxChanged) && events.maxChanged > 0) || ((kinds & Rescaled) && events.rescaled > 0) ||
           ((kinds & Tied) && events.ties > 0) || ((kinds & NotANumber) && events.nan > 0);
}

Navigator::Navigator(Session &session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(&m_timer, &QTimer::timeout, this, &Navigator::tick);
    connect(&session, &Session::documentChanged, this, &Navigator::stop);
}

void Navigator::setGranularity(Granularity granularity)
{
    if (granularity == m_granularity)
        return;
    m_granularity = granularity;
    emit granularityChanged();
}

void Navigator::coarser()
{
    setGranularity(m_granularity == Granularity::Step ? Granularity::KeyTile : Granularity::QueryTile);
}

void Navigator::finer()
{
    setGranularity(m_granularity == Granularity::QueryTile ? Granularity::KeyTile : Granularity::Step);
}

void Navigator::setEventKinds(unsigned kinds)
{
    if (kinds == m_eventKinds)
        return;
    m_eventKinds = kinds;
    emit eventKindsChanged();
}

void Navigator::setSpeed(double stepsPerSecond)
{
    m_speed = std::clamp(stepsPerSecond, 0.5, 30.0);
    m_timer.setInterval(static_cast<int>(1000.0 / m_speed));
}

/// A tile's last step is where it can be judged: tile moves stop behind it.
quint64 Navigator::moved(quint64 position, Granularity by, int direction) const
{
    const auto schedule = m_session.schedule(Side::A);
    if (!schedule)
        return position;
    const quint64 count = schedule->stepCount();
    if (by == Granularity::Step)
        return direction > 0 ? std::min(position + 1, count) : position - std::min<quint64>(position, 1);

    // Steps in the same key tile (outside of one: the load before it, the end after it) or the same work tile are one
    // group.
    const auto group = [&](quint64 index) {
        const PlannedStep step = schedule->step(index);
        return std::pair(step.workTile, by == Granularity::QueryTile ? 0 : step.ordinal);
    };
    if (direction > 0) {
        if (position >= count)
            return count;
        const auto current = group(position);
        while (position < count && group(position) == current)
            ++position;
        return position;
    }
    if (position == 0)
        return 0;
    const auto current = group(position - 1);
    while (position > 0 && group(position - 1) == current)
        --position;
    return position;
}

void Navigator::step(int direction, Granularity by) { m_session.setStep(moved(m_session.step(), by, direction)); }

void Navigator::first() { m_session.setStep(0); }

void Navigator::last() { m_session.setStep(m_session.stepCount()); }

void Navigator::togglePlay()
{
    if (m_timer.isActive()) {
        stop();
        return;
    }
    if (m_session.stepCount() == 0)
        return;
    if (m_session.step() >= m_session.stepCount())
        m_session.setStep(0);
    m_timer.start(static_cast<int>(1000.0 / m_speed));
    emit playingChanged();
}

void Navigator::stop()
{
    if (!m_timer.isActive())
        return;
    m_timer.stop();
    emit playingChanged();
}

void Navigator::tick()
{
    if (m_session.step() >= m_session.stepCount()) {
        stop();
        return;
    }
    step(+1, m_granularity);
}

void Navigator::nextEvent()
{
    if (!goToEvent(+1))
        emit m_session.message(tr("No further event in this head."), false);
}

void Navigator::previousEvent()
{
    if (!goToEvent(-1))
        emit m_session.message(tr("No earlier event in this head."), false);
}

bool Navigator::goToEvent(int direction)
{
    const auto events = m_session.events(Side::A);
    if (!events)
        return false;
    const auto count = static_cast<qint64>(events->steps.size());
    // Position p is behind plan step p - 1; the search starts beside the step that is shown.
    qint64 i = static_cast<qint64>(m_session.step()) - 1 - static_cast<qint64>(events->firstStep) + direction;
    if (direction < 0)
        i = std::min(i, count - 1);
    for (i = direction > 0 ? std::max<qint64>(i, 0) : i; i >= 0 && i < count; i += direction) {
        if (matches(events->steps[static_cast<size_t>(i)], m_eventKinds)) {
            m_session.setStep(events->firstStep + static_cast<quint64>(i) + 1);
            return true;
        }
    }
    return false;
}

void Navigator::firstDivergence()
{
    const auto comparison = m_session.comparison();
    if (!comparison) {
        emit m_session.message(m_session.hasB()
                                   ? tr("A and B are still being compared.")
                                   : tr("There is no B to compare with: add a run B or choose a recorded output."),
                               false);
        return;
    }
    if (!comparison->first) {
        emit m_session.message(tr("A and B are equal to the last bit."), false);
        return;
    }
    const Divergence &first = *comparison->first;
    m_session.setStep(first.step.index + 1);
    Selection selection = m_session.selection();
    selection.batch = first.batch;
    selection.head = first.head;
    selection.row = first.row;
    if (first.quantity == Quantity::Scores || first.quantity == Quantity::Probs)
        selection.key = first.col;
    else if (first.quantity == Quantity::Output || first.quantity == Quantity::OutputAcc)
        selection.column = first.col;
    m_session.select(selection);
}

} // namespace ulpscope::ui
