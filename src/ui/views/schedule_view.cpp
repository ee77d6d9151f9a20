// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_view.h"

#include "ui/theme/application_style.h"
#include "ui/views/schedule_comparison.h"
#include "ui/views/side_step.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QVariantAnimation>

namespace ulpscope::ui {
namespace {

constexpr int kPlayMs = 8000; ///< a whole launch, however long it is

} // namespace

ScheduleView::ScheduleView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_canvas(new ScheduleCanvas),
      m_measured(new ScheduleCanvas),
      m_comparison(new QLabel),
      m_timelineChoice(new QComboBox),
      m_color(new QComboBox),
      m_play(new QAction(this)),
      m_measure(new QAction(this)),
      m_open(new QAction(this)),
      m_save(new QAction(this)),
      m_animation(new QVariantAnimation(this))
{
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_measured, 1);
    column->addWidget(m_comparison);
    m_canvas->setObjectName(id + QStringLiteral(".modelled"));
    m_measured->setObjectName(id + QStringLiteral(".measured"));
    body->setFocusProxy(m_canvas);
    setBody(body);
    addMeasured();
    addChoice(m_color, QStringLiteral("color"));
    m_play->setCheckable(true);
    m_play->setObjectName(QStringLiteral("playLaunch"));
    addMenuAction(m_play);
    m_animation->setDuration(kPlayMs);
    connect(m_play, &QAction::toggled, this, &ScheduleView::play);
    connect(m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant &share) { // both launches begin and end together, whatever their units
                for (ScheduleCanvas *canvas : {m_canvas, m_measured})
                    canvas->setNow(share.toDouble() * static_cast<double>(canvas->state().span()));
            });
    connect(m_animation, &QVariantAnimation::finished, m_play, [this] { m_play->setChecked(false); });
    connectSession();
    connectCanvas(m_canvas);
    connectCanvas(m_measured);
    fillTexts();
    themeChanged();
    rebuild();
}

void ScheduleView::connectSession()
{
    const auto ofShown = [this](Side changed) {
        if (changed == side())
            scheduleRebuild();
    };
    connect(&session(), &Session::launchChanged, this, ofShown);
    connect(&session(), &Session::traceChanged, this, [this, ofShown](Side changed) {
        if (kScheduleColors[m_color->currentIndex()] == ScheduleColor::Error)
            ofShown(changed);
    });
    connect(&session(), &Session::referenceChanged, this, [this] {
        if (kScheduleColors[m_color->currentIndex()] == ScheduleColor::Error)
            scheduleRebuild();
    });
    connect(this, &View::shownChanged, this, &ScheduleView::scheduleRebuild);
    connect(&session(), &Session::stepChanged, this, &ScheduleView::showStep);
    connect(&session(), &Session::hoverChanged, this, &ScheduleView::showHover);
}

void ScheduleView::connectCanvas(ScheduleCanvas *canvas)
{
    connect(canvas, &ScheduleCanvas::hovered, this, [this, canvas](int block) { pointTo(canvas, block); });
    connect(canvas, &ScheduleCanvas::reached, this, [this, canvas](int block) { link(canvas, block); });
    connect(canvas, &ScheduleCanvas::chosen, this, [this, canvas](int block) { choose(canvas, block); });
}

/// The block of the same work tile, where two launches are side by side.
void ScheduleView::link(ScheduleCanvas *canvas, int block)
{
    if (m_timeline != Both)
        block = -1;
    const int work = block >= 0 ? canvas->state().workTileOf(block) : -1;
    canvas->setPointed(block);
    other(canvas)->setPointed(other(canvas)->state().blockOf(work));
}

void ScheduleView::pointTo(ScheduleCanvas *canvas, int block)
{
    Hover hover;
    if (block >= 0) {
        const ScheduleState &state = canvas->state();
        const WorkTile tile = state.schedule->workTile(state.workTileOf(block));
        const Selection &selection = session().selection();
        if (tile.batch == selection.batch && tile.head == selection.head) // what the other views show
            hover.mBlock = tile.mBlock;
    }
    session().setHover(hover);
    if (hover.mBlock < 0)
        canvas->setHighlighted(block >= 0 ? std::vector<int>{block} : std::vector<int>{});
    link(canvas, block);
}

void ScheduleView::fillTexts()
{
    const QSignalBlocker block(m_color);
    m_color->clear();
    for (ScheduleColor color : kScheduleColors)
        m_color->addItem(scheduleColorTitle(color), scheduleColorKey(color));
    m_color->setAccessibleName(tr("Colour of blocks"));
    m_color->setToolTip(tr("What the colour of a block tells"));
    m_play->setText(tr("Play the launch"));
    m_play->setToolTip(tr("Which blocks run when"));
    fillMeasuredTexts();
}

void ScheduleView::themeChanged()
{
    const Theme &theme = currentTheme();
    m_comparison->setFont(theme.font(TextRole::Small));
    m_comparison->setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1));
}

void ScheduleView::retranslate()
{
    fillTexts();
    scheduleRebuild();
}

bool ScheduleView::isReady() const
{
    const bool isModelled = session().launch(side()) != nullptr;
    const bool isRead = m_timeline == Modelled || tracePath().isEmpty() || session().measured(side()) ||
                        !session().measuredStatus(side()).ok();
    return View::isReady() &&
           ((isModelled && isRead) || !session().launchAbsent(side()).empty() || !session().spec(side()));
}

void ScheduleView::rebuild()
{
    const bool had = hasFigure();
    const ScheduleColor color = kScheduleColors[showChoice(m_color, QStringLiteral("color"))];
    m_timeline = static_cast<Timeline>(showChoice(m_timelineChoice, QStringLiteral("timeline")));
    ScheduleState state = scheduleState(session(), side(), color);
    ScheduleState measured = measuredState(color);
    if (m_timeline == Both && state.blocks)
        state.caption = {tr("model, not measurement, time in units")};
    setAbsent(!state.absent.isEmpty() ? state.absent : m_timeline == Measured ? measured.absent : QString());
    setSubtitle(m_timeline == Measured && measured.blocks ? measured.summary()
                : state.model                             ? launchSummary(*state.model)
                                                          : QString());
    setScaleText(!state.blocks            ? QString()
                 : m_timeline == Both     ? tr("model above measurement")
                 : m_timeline == Modelled ? tr("model, not measurement")
                 : measured.blocks        ? measured.caption.constFirst()
                                          : QString());
    m_compared = state.blocks && measured.blocks ? comparisonText(state, measured) : QString();
    m_table.setLaunches(m_timeline == Measured ? ScheduleState() : state, measured);
    if (m_canvas->state().model != state.model || m_measured->state().model != measured.model)
        m_play->setChecked(false);
    m_play->setEnabled(m_timeline == Measured ? measured.blocks != nullptr : state.blocks != nullptr);
    m_canvas->setState(std::move(state));
    m_measured->setState(std::move(measured));
    m_canvas->setVisible(m_timeline != Measured);
    m_measured->setVisible(m_timeline != Modelled);
    m_canvas->parentWidget()->setFocusProxy(m_timeline == Measured ? m_measured : m_canvas);
    showMeasuredActions();
    showStep();
    showHover();
    showComparison();
    if (had != hasFigure())
        emit figureChanged();
}

bool ScheduleView::hasFigure() const
{
    return (m_timeline == Measured ? m_measured : m_canvas)->state().blocks != nullptr;
}

void ScheduleView::home()
{
    m_canvas->showWhole();
    m_measured->showWhole();
}

void ScheduleView::showStep()
{
    for (ScheduleCanvas *canvas : {m_canvas, m_measured})
        canvas->goTo(stepOf(session(), side()));
}

/// The blocks of a query tile that is under the pointer in another view.
void ScheduleView::showHover()
{
    const Hover &hover = session().hover();
    const int row = hover.row;
    for (ScheduleCanvas *canvas : {m_canvas, m_measured}) {
        const ScheduleState &state = canvas->state();
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
                if (const int block = state.blockOf(first + part); block >= 0)
                    blocks.push_back(block);
            }
        }
        canvas->setHighlighted(std::move(blocks));
    }
}

/// Goes to the first step of what the block computes; a copy of the request stands for the request.
void ScheduleView::choose(const ScheduleCanvas *canvas, int block)
{
    const ScheduleState &state = canvas->state();
    const int work = state.workTileOf(block);
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
        m_measured->setNow(-1);
        return;
    }
    m_animation->setStartValue(0.0);
    m_animation->setEndValue(1.0);
    m_animation->start();
}

std::unique_ptr<FigureSource> ScheduleView::figure() const
{
    if (!hasFigure())
        return nullptr;
    const auto still = [](ScheduleState state) { // where the pointer is is no part of a figure
        state.highlighted.clear();
        state.pointed = -1;
        state.now = -1;
        return state;
    };
    if (m_timeline == Modelled)
        return std::make_unique<ScheduleFigure>(still(m_canvas->state()));
    const QString words = m_compared.isEmpty() ? QString() : m_comparison->text();
    return std::make_unique<ScheduleFigure>(m_timeline == Both ? still(m_canvas->state()) : ScheduleState(),
                                            still(m_measured->state()), words);
}

} // namespace ulpscope::ui
