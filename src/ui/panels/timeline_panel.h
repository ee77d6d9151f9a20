// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/navigator.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ulpscope::ui {

class TimelineCanvas;

/// The player's buttons above the lanes of steps.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    TimelinePanel(Session &session, Navigator &navigator, const Actions &actions, QWidget *parent = nullptr);

    TimelineCanvas *canvas() const { return m_canvas; }

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *addButton(QAction *action, int icon);
    void refreshCounts();
    void refreshPlay();
    void refreshPosition();
    void retranslate();
    void restyle();
    void fitBar();

    Session &m_session;
    Navigator &m_navigator;
    const Actions &m_actions;
    QHBoxLayout *m_bar;
    QToolButton *m_play = nullptr;
    QLabel *m_granularityLabel, *m_speedLabel, *m_eventsLabel, *m_position;
    QComboBox *m_granularity, *m_speed;
    QList<QToolButton *> m_chips; ///< max changed, rescale, tie, NaN
    QList<QToolButton *> m_buttons;
    TimelineCanvas *m_canvas;
};

} // namespace ulpscope::ui
