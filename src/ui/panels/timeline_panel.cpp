// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_panel.h"

#include "ui/actions/icons.h"
#include "ui/models/number_text.h"
#include "ui/panels/timeline_canvas.h"
#include "ui/theme/application_style.h"
#include "ui/views/steady_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace ulpscope::ui {

namespace {

constexpr std::array kSpeeds{1.0, 2.0, 4.0, 8.0, 15.0, 30.0};
constexpr std::array kKinds{MaxChanged, Rescaled, Tied, NotANumber};

} // namespace

TimelinePanel::TimelinePanel(Session &session, Navigator &navigator, const Actions &actions, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_navigator(navigator),
      m_actions(actions),
      m_bar(new QHBoxLayout),
      m_granularityLabel(new QLabel(this)),
      m_speedLabel(new QLabel(this)),
      m_eventsLabel(new QLabel(this)),
      m_position(new QLabel(this)),
      m_granularity(new QComboBox(this)),
      m_speed(new QComboBox(this)),
      m_canvas(new TimelineCanvas(session, navigator, this))
{
    setObjectName(QStringLiteral("timelinePanel"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_canvas, 1);

    addButton(actions["stepFirst"], static_cast<int>(Icon::First));
    addButton(actions["stepPrevious"], static_cast<int>(Icon::Previous));
    m_play = addButton(actions["stepPlay"], static_cast<int>(Icon::Play));
    addButton(actions["stepNext"], static_cast<int>(Icon::Next));
    addButton(actions["stepLast"], static_cast<int>(Icon::Last));
    m_bar->addWidget(m_granularityLabel);
    m_bar->addWidget(m_granularity);
    m_bar->addWidget(m_speedLabel);
    m_bar->addWidget(m_speed);
    m_bar->addWidget(m_eventsLabel);
    addButton(actions["stepPreviousEvent"], static_cast<int>(Icon::PreviousEvent));
    for (const EventKind kind : kKinds) {
        auto *chip = new QToolButton(this);
        chip->setObjectName(QStringLiteral("eventChip%1").arg(int(kind)));
        chip->setCheckable(true);
        chip->setProperty("chip", true);
        chip->setChecked(true);
        chip->setFocusPolicy(Qt::TabFocus);
        connect(chip, &QToolButton::toggled, this, [this, kind](bool on) {
            m_navigator.setEventKinds(on ? m_navigator.eventKinds() | kind
                                         : m_navigator.eventKinds() & ~unsigned(kind));
        });
        m_chips << chip;
        m_bar->addWidget(chip);
    }
    addButton(actions["stepNextEvent"], static_cast<int>(Icon::NextEvent));
    m_bar->addStretch(1);
    m_bar->addWidget(m_position);

    m_granularity->setObjectName(QStringLiteral("granularity"));
    m_speed->setObjectName(QStringLiteral("playSpeed"));
    for (int i = 0; i < 3; ++i)
        m_granularity->addItem(QString());
    for (const double speed : kSpeeds)
        m_speed->addItem(QString(), speed);
    m_speed->setCurrentIndex(2);
    m_granularityLabel->setProperty("role", QStringLiteral("muted"));
    m_speedLabel->setProperty("role", QStringLiteral("muted"));
    m_eventsLabel->setProperty("role", QStringLiteral("muted"));
    m_position->setProperty("role", QStringLiteral("muted"));

    connect(m_granularity, &QComboBox::activated, this,
            [this](int index) { m_navigator.setGranularity(static_cast<Granularity>(index)); });
    connect(m_speed, &QComboBox::activated, this, [this] { m_navigator.setSpeed(m_speed->currentData().toDouble()); });
    connect(&navigator, &Navigator::granularityChanged, this,
            [this] { m_granularity->setCurrentIndex(static_cast<int>(m_navigator.granularity())); });
    connect(&navigator, &Navigator::playingChanged, this, &TimelinePanel::refreshPlay);
    connect(&session, &Session::traceChanged, this, &TimelinePanel::refreshCounts);
    connect(&session, &Session::specChanged, this, &TimelinePanel::refreshCounts);
    connect(&session, &Session::stepChanged, this, &TimelinePanel::refreshPosition);
    retranslate();
    restyle();
}

QToolButton *TimelinePanel::addButton(QAction *action, int iconIndex)
{
    auto *button = new QToolButton(this);
    action->setIcon(icon(static_cast<Icon>(iconIndex)));
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::TabFocus);
    m_buttons << button;
    m_bar->addWidget(button);
    return button;
}

void TimelinePanel::refreshCounts()
{
    std::array<qint64, 4> counts{};
    const auto events = m_session.events(Side::A);
    if (events) {
        for (const StepEvents &step : events->steps) {
            for (size_t i = 0; i < kKinds.size(); ++i)
                counts[i] += matches(step, kKinds[i]);
        }
    }
    const std::array names{tr("max changed"), tr("rescale"), tr("tie"), tr("NaN")};
    for (qsizetype i = 0; i < m_chips.size(); ++i) {
        const auto k = static_cast<size_t>(i);
        m_chips[i]->setText(events ? QStringLiteral("%1 %2").arg(names[k], grouped(counts[k])) : names[k]);
        m_chips[i]->setToolTip(tr("Stop at steps of this kind; the number counts steps of this head"));
        m_chips[i]->setAccessibleName(m_chips[i]->text());
    }
    refreshPosition();
}

void TimelinePanel::refreshPlay()
{
    m_play->defaultAction()->setIcon(icon(m_navigator.isPlaying() ? Icon::Pause : Icon::Play));
}

void TimelinePanel::refreshPosition()
{
    setSteadyText(m_position, tr("step %1 / %2")
                                  .arg(grouped(static_cast<qint64>(m_session.step())),
                                       grouped(static_cast<qint64>(m_session.stepCount()))));
}

void TimelinePanel::retranslate()
{
    m_granularityLabel->setText(tr("by"));
    m_granularity->setItemText(0, tr("step"));
    m_granularity->setItemText(1, tr("key tile"));
    m_granularity->setItemText(2, tr("query tile"));
    m_granularity->setToolTip(tr("How far the player and the arrow keys go ([ finer, ] coarser)"));
    m_granularity->setAccessibleName(tr("Granularity"));
    m_speedLabel->setText(tr("speed"));
    for (int i = 0; i < m_speed->count(); ++i)
        m_speed->setItemText(i, tr("%1 / s").arg(m_speed->itemData(i).toDouble()));
    m_speed->setToolTip(tr("Steps of the player in a second"));
    m_speed->setAccessibleName(tr("Speed"));
    m_eventsLabel->setText(tr("events"));
    for (QToolButton *button : m_buttons)
        button->setAccessibleName(withoutMnemonic(button->defaultAction()->text()));
    m_canvas->setAccessibleName(tr("Timeline"));
    refreshPlay();
    refreshCounts();
}

void TimelinePanel::restyle()
{
    const Theme &theme = currentTheme();
    m_bar->setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1));
    m_bar->setSpacing(theme.space(1));
    for (QToolButton *button : m_buttons)
        button->setIconSize({theme.space(4), theme.space(4)});
    m_position->setFont(theme.font(TextRole::Mono));
    refreshPosition(); // its size is kept
    setMinimumSize(theme.space(80), theme.space(28));
    fitBar();
}

/// Where the bar has no room for all of it, what is also elsewhere or explained by a tool tip goes first.
void TimelinePanel::fitBar()
{
    const QList<QWidget *> optional{m_position, m_eventsLabel, m_speedLabel, m_granularityLabel, m_speed,
                                    m_chips[2], m_chips[3],    m_chips[0],   m_chips[1]};
    for (QWidget *widget : optional)
        widget->show();
    for (QWidget *widget : optional) {
        m_bar->invalidate();
        if (m_bar->minimumSize().width() <= width())
            return;
        widget->hide();
    }
}

void TimelinePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitBar();
}

void TimelinePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ulpscope::ui
