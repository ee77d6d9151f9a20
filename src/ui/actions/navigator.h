// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QObject>
#include <QTimer>

namespace ulpscope::ui {

/// How far one tick of the player, or one plain arrow key in the timeline, goes.
enum class Granularity { Step, KeyTile, QueryTile };
/// What the event keys stop at. A set, so that a reader may look for rescales only.
enum EventKind : unsigned { MaxChanged = 1, Rescaled = 2, Tied = 4, NotANumber = 8, AnyEvent = 15 };
bool matches(const StepEvents &events, unsigned kinds);

/// Moves the current step: by steps, key tiles, query tiles, to events, or by itself. The window's keys, the timeline's
/// buttons and the command palette all go through it.
class Navigator : public QObject {
    Q_OBJECT

public:
    explicit Navigator(Session &session, QObject *parent = nullptr);

    Granularity granularity() const { return m_granularity; }
    unsigned eventKinds() const { return m_eventKinds; }
    bool isPlaying() const { return m_timer.isActive(); }
    double stepsPerSecond() const { return m_speed; }

    /// Position after moving `direction` (+1, -1) from `position`; the same when there is nothing there.
    quint64 moved(quint64 position, Granularity by, int direction) const;

public slots:
    void setGranularity(ulpscope::ui::Granularity granularity);
    void coarser();
    void finer();
    void setEventKinds(unsigned kinds);
    void setSpeed(double stepsPerSecond);

    void step(int direction, ulpscope::ui::Granularity by);
    void first();
    void last();
    void togglePlay();
    void stop();
    void nextEvent();
    void previousEvent();
    /// The step at which the bits of A and B part first.
    void firstDivergence();

signals:
    void granularityChanged();
    void playingChanged();
    void eventKindsChanged();

private:
    void tick();
    bool goToEvent(int direction);

    Session &m_session;
    QTimer m_timer;
    Granularity m_granularity = Granularity::Step;
    unsigned m_eventKinds = AnyEvent;
    double m_speed = 4;
};

} // namespace ulpscope::ui
