// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_view.h"

#include "ui/views/side_step.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVariantAnimation>

namespace ulpscope::ui {
namespace {

constexpr int kPlayMs = 8000; ///< a whole launch, however long it is

} // namespace

ScheduleView::ScheduleView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_canvas(new ScheduleCanvas),
      m_color(new QComboBox),
      m_play(new QAction(this)),
      m_animation(new QVariantAnimation(this))
{
    setBody(m_canvas);
    fillColors();
    addChoice(m_color, QStringLiteral("color"));
    m_play->setCheckable(true);
    m_play->setObjectName(QStringLiteral("playLaunch"));
    addMenuAction(m_play);
    m_animation->setDuration(kPlayMs);
    connect(m_play, &QAction::toggled, this, &ScheduleView::play);
    connect(m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant &time) { m_canvas->setNow(time.toDouble()); });
    connect(m_animation, &QVariantAnimation::finished, m_play, [this] { m_play->setChecked(false); });
    const auto ofShown = [this](Side changed) {
        if (changed == side())
            scheduleRebuild();
    };
    connect(&session, &Session::launchChanged, this, ofShown);
    connect(&session, &Session::traceChanged, this, [this, ofShown](Side changed) {
        if (kScheduleColors[m_color->currentIndex()] == ScheduleColor::Error)
            ofShown(changed);
    });
    connect(&session, &Session::referenceChanged, this, [this] {
        if (kScheduleColors[m_color->currentIndex()] == ScheduleColor::Error)
            scheduleRebuild();
    });
    connect(this, &View::shownChanged, this, &ScheduleView::scheduleRebuild);
    connect(&session, &Session::stepChanged, this, &ScheduleView::showStep);
    connect(&session, &Session::hoverChanged, this, &ScheduleView::showHover);
    connect(m_canvas, &ScheduleCanvas::hovered, this, [this](int block) {
        Hover hover;
        if (block >= 0) {
            const ScheduleState &state = m_canvas->state();
            const ScheduleBlock &under = state.blocks->all[static_cast<std::size_t>(block)];
            const WorkTile tile = state.schedule->workTile(state.tileOf(under).workTile);
            const Selection &selection = this->session().selection();
            if (tile.batch == selection.batch && tile.head == selection.head) // what the other views show
                hover.mBlock = tile.mBlock;
        }
        this->session().setHover(hover);
        if (hover.mBlock < 0)
            m_canvas->setHighlighted(block >= 0 ? std::vector<int>{block} : std::vector<int>{});
    });
    connect(m_canvas, &ScheduleCanvas::chosen, this, &ScheduleView::choose);
    rebuild();
}

void ScheduleView::fillColors()
{
    const QSignalBlocker block(m_color);
    m_color->clear();
    for (ScheduleColor color : kScheduleColors)
        m_color->addItem(scheduleColorTitle(color), scheduleColorKey(color));
    m_color->setAccessibleName(tr("Colour of blocks"));
    m_color->setToolTip(tr("What the colour of a block tells"));
    m_play->setText(tr("Play the launch"));
    m_play->setToolTip(tr("Which blocks run when, in the model's time"));
}

void ScheduleView::retranslate()
{
    fillColors();
    scheduleRebuild();
}

bool ScheduleView::isReady() const
{
    return View::isReady() &&
           (session().launch(side()) != nullptr || !session().launchAbsent(side()).empty() || !session().spec(side()));
}

void ScheduleView::rebuild()
{
    const bool had = hasFigure();
    const ScheduleColor color = kScheduleColors[showChoice(m_color, QStringLiteral("color"))];
    ScheduleState state = scheduleState(session(), side(), color);
    setAbsent(state.absent);
    setSubtitle(state.model ? launchSummary(*state.model) : QString());
    setScaleText(state.blocks ? tr("model, not measurement") : QString());
    m_table.setModel(state.blocks ? state.model : nullptr);
    if (m_canvas->state().model != state.model)
        m_play->setChecked(false);
    m_play->setEnabled(state.blocks != nullptr);
    m_canvas->setState(std::move(state));
    showStep();
    showHover();
    if (had != hasFigure())
        emit figureChanged();
}

void ScheduleView::showStep() { m_canvas->goTo(stepOf(session(), side())); }

/// The blocks of a query tile that is under the pointer in another view.
void ScheduleView::showHover()
{
    const ScheduleState &state = m_canvas->state();
    const Hover &hover = session().hover();
    const int row = hover.row;
    const int m = hover.mBlock >= 0            ? hover.mBlock
                  : row >= 0 && state.schedule ? row / state.schedule->recipe().tileM
                                               : -1;
    std::vector<int> blocks;
    if (state.blocks && m >= 0 && m < state.schedule->mBlocks()) {
        const Selection &selection = session().selection();
        const int perRowBlock = state.model->grid.splits > 1 ? state.model->grid.splits + 1 : 1;
        const int first =
            ((selection.batch * state.schedule->problem().heads + selection.head) * state.schedule->mBlocks() + m) *
            perRowBlock;
        for (int part = 0; part < perRowBlock; ++part) {
            if (const int block = state.blocks->ofWorkTile[static_cast<std::size_t>(first + part)]; block >= 0)
                blocks.push_back(block);
        }
    }
    m_canvas->setHighlighted(std::move(blocks));
}

/// Goes to the first step of what the block computes; a copy of the request stands for the request.
void ScheduleView::choose(int block)
{
    const ScheduleState &state = m_canvas->state();
    const int work = state.tileOf(state.blocks->all[static_cast<std::size_t>(block)]).workTile;
    const WorkTile tile = state.schedule->workTile(work);
    const quint64 step = state.schedule->firstStep(work) + 1;
    Selection selection = session().selection();
    selection.batch = tile.batch;
    selection.head = tile.head;
    session().select(selection);
    goToStepOf(session(), side(), step);
}

void ScheduleView::play(bool on)
{
    if (!on) {
        m_animation->stop();
        m_canvas->setNow(-1);
        return;
    }
    m_animation->setStartValue(0.0);
    m_animation->setEndValue(static_cast<double>(m_canvas->state().span()));
    m_animation->start();
}

std::unique_ptr<FigureSource> ScheduleView::figure() const
{
    if (!hasFigure())
        return nullptr;
    ScheduleState state = m_canvas->state();
    state.highlighted.clear(); // where the pointer is is no part of a figure
    state.now = -1;
    return std::make_unique<ScheduleFigure>(std::move(state));
}

} // namespace ulpscope::ui
