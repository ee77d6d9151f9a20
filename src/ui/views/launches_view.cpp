// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/launches_view.h"

#include "engine/numerics/resource_dir.h"
#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/state_words.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <tuple>

namespace ulpscope::ui {
namespace {

constexpr char kDq[] = "dq", kCombine[] = "combine", kLog[] = "log";
constexpr int kFirstLaunches = 1000, kMostLaunches = 100'000;

} // namespace

LaunchesCanvas::LaunchesCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

void LaunchesCanvas::setState(LaunchesState state)
{
    if (state.report == m_state.report) { // the pointer stays where it is
        state.part = m_state.part;
        state.index = m_state.index;
    }
    m_state = std::move(state);
    fitHeight();
    pictureChanged();
}

LaunchesLayout LaunchesCanvas::parts() const { return LaunchesLayout(m_state, rect(), currentTheme()); }

/// The area around it scrolls what is higher than it is.
void LaunchesCanvas::fitHeight()
{
    const QRectF lowest(0, 0, width(), 0);
    setMinimumHeight(m_state.empty() ? 0 : qCeil(LaunchesLayout(m_state, lowest, currentTheme()).height));
}

QString LaunchesCanvas::readout() const
{
    return m_state.part == LaunchesState::Part::None ? m_state.describe() : m_state.describePart();
}

QSize LaunchesCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(20)}; }

void LaunchesCanvas::paintPicture(QPainter &painter) { paintLaunches(painter, rect(), m_state, currentTheme()); }

void LaunchesCanvas::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

PaintedCanvas::Place LaunchesCanvas::placeAt(const QPointF &at) const
{
    const auto [part, index] = parts().at(at);
    return {static_cast<int>(part), index};
}

void LaunchesCanvas::setPlace(const Place &place)
{
    m_state.part = static_cast<LaunchesState::Part>(place.first);
    m_state.index = place.second;
}

bool LaunchesCanvas::keyPressed(int key)
{
    using Part = LaunchesState::Part;
    if (m_state.empty())
        return false;
    const int step = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const auto go = [&](Part part, std::size_t count) {
        const int from = m_state.part == part ? m_state.index : -1;
        moveTo({static_cast<int>(part), std::clamp(from + step, 0, static_cast<int>(count) - 1)});
        return true;
    };
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        return m_state.part == Part::Bin ? go(Part::Bin, m_state.bins().size())
                                         : go(Part::Output, parts().columns.size());
    case Qt::Key_Up:
    case Qt::Key_Down: return go(Part::Mode, m_state.modes().size());
    case Qt::Key_Space:
        moveTo({static_cast<int>(m_state.part == Part::Bin ? Part::Output : Part::Bin), 0});
        return true;
    default: return false;
    }
}

QString LaunchesCanvas::tipAt(const QPointF &at) const
{
    LaunchesState there = m_state;
    if (there.empty())
        return {};
    std::tie(there.part, there.index) = parts().at(at);
    return there.describePart();
}

LaunchesView::LaunchesView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_canvas(new LaunchesCanvas),
      m_scroll(new QScrollArea),
      m_row(new QWidget),
      m_what(new QComboBox),
      m_countLabel(new QLabel),
      m_reason(new QLabel),
      m_empty(new QLabel),
      m_count(new QSpinBox),
      m_run(new QPushButton),
      m_open(new QPushButton),
      m_save(new QPushButton)
{
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_count->setObjectName(id + QStringLiteral(".count"));
    m_count->setRange(1, kMostLaunches);
    m_count->setGroupSeparatorShown(true);
    m_count->setKeyboardTracking(false);
    m_countLabel->setBuddy(m_count);
    m_run->setObjectName(id + QStringLiteral(".run"));
    m_open->setObjectName(id + QStringLiteral(".open"));
    m_save->setObjectName(id + QStringLiteral(".save"));
    m_reason->setObjectName(id + QStringLiteral(".reason"));
    m_reason->setWordWrap(true);
    m_empty->setObjectName(id + QStringLiteral(".empty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    connect(m_count, &QSpinBox::valueChanged, this,
            [this](int value) { setState(QStringLiteral("count"), QString::number(value)); });
    connect(m_run, &QPushButton::clicked, this, &LaunchesView::run);
    connect(m_open, &QPushButton::clicked, this, &LaunchesView::openFile);
    connect(m_save, &QPushButton::clicked, this, &LaunchesView::saveFile);
    auto *row = new QHBoxLayout(m_row);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_countLabel, m_count, m_run, m_open, m_save})
        row->addWidget(widget);
    row->addStretch();
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_reason);
    column->addWidget(m_empty, 1);
    column->addWidget(m_scroll, 1);
    body->setFocusProxy(m_canvas);
    setBody(body);
    addChoice(m_what, QStringLiteral("what"));
    connect(&session, &Session::launchesChanged, this, &LaunchesView::scheduleRebuild);
    connect(&session, &Session::documentChanged, this, &LaunchesView::scheduleRebuild);
    connect(&session, &Session::specChanged, this, &LaunchesView::scheduleRebuild);
    connect(&session, &Session::busyChanged, this, &LaunchesView::showRow);
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key.startsWith(this->id() + QLatin1Char('.')))
            scheduleRebuild();
    });
    fillTexts();
    themeChanged();
    rebuild();
}

void LaunchesView::fillTexts()
{
    const QSignalBlocker block(m_what);
    m_what->clear();
    m_what->addItem(tr("dQ"), QLatin1String(kDq));
    m_what->addItem(tr("split outputs"), QLatin1String(kCombine));
    m_what->setAccessibleName(tr("Which sum is launched"));
    m_what->setToolTip(tr("The key tiles' contributions to the gradient of q, or the outputs of A's splits"));
    m_empty->setText(tr("No launches yet: Run makes some on this machine's GPU, Open… shows those of a file"));
    m_countLabel->setText(tr("Launches"));
    m_count->setAccessibleName(tr("Number of launches"));
    m_run->setText(tr("Run"));
    m_run->setToolTip(
        tr("Launch A's sum so often by atomics, by a semaphore and in the kernel's fixed order, and add a "
           "recorded launch again on the CPU"));
    m_open->setText(tr("Open…"));
    m_open->setToolTip(tr("Show launches from a file: ulpscope-cli arrivals -o writes such files"));
    m_save->setText(tr("Save…"));
    m_save->setToolTip(tr("Write these launches to a file that can be shown without a GPU"));
}

void LaunchesView::retranslate()
{
    fillTexts();
    scheduleRebuild();
}

void LaunchesView::themeChanged()
{
    const Theme &theme = currentTheme();
    m_row->layout()->setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1));
    m_row->layout()->setSpacing(theme.space(2));
    m_reason->setContentsMargins(theme.space(3), 0, theme.space(3), theme.space(1));
}

void LaunchesView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    session().askForGpu();
    scheduleRebuild();
}

QString LaunchesView::filePath() const
{
    const QString file = state(QStringLiteral("file"));
    if (file.isEmpty() || QFileInfo(file).isAbsolute())
        return file;
    const QString document = session().documentPath();
    return (document.isEmpty() ? QString::fromStdString(resourceDirectory()) + QStringLiteral("/scenarios")
                               : QFileInfo(document).absolutePath()) +
           QLatin1Char('/') + file;
}

bool LaunchesView::isReady() const { return View::isReady() && !session().isLaunching(); }

/// What can be done now, and why a run cannot.
void LaunchesView::showRow()
{
    const auto key = [this](const char *name) { return id() + QLatin1Char('.') + QLatin1String(name); };
    QString wrong = wrongWord(session(), key("what"), {QLatin1String(kDq), QLatin1String(kCombine)});
    if (wrong.isEmpty())
        wrong = wrongNumber(session(), key("count"), 1, kMostLaunches);
    const std::optional<Phrase> absent = session().gpuAbsent();
    const bool hasGpu = absent && absent->empty();
    m_run->setEnabled(hasGpu && wrong.isEmpty() && session().spec(Side::A) && !session().isLaunching());
    m_save->setEnabled(session().launches() != nullptr);
    const Status &status = session().launchStatus();
    m_reason->setText(session().isLaunching() ? tr("The GPU is launching …")
                      : !wrong.isEmpty()      ? wrong
                      : !status.ok()          ? engineText(status.phrase())
                      : !absent || hasGpu     ? QString()
                                              : tr("Run needs a GPU: %1").arg(engineText(*absent)));
    m_reason->setToolTip(m_reason->text());
    m_reason->setVisible(!m_reason->text().isEmpty());
}

void LaunchesView::rebuild()
{
    const bool had = hasFigure();
    showChoice(m_what, QStringLiteral("what"));
    {
        const QSignalBlocker block(m_count);
        bool isNumber = false;
        const int count = state(QStringLiteral("count")).toInt(&isNumber);
        m_count->setValue(isNumber && count >= 1 && count <= kMostLaunches ? count : kFirstLaunches);
    }
    if (const QString file = filePath(); file != session().launchesPath())
        session().readLaunches(file);
    LaunchesState state;
    state.report = session().launches();
    state.logCounts = this->state(QStringLiteral("scale")) == QLatin1String(kLog);
    showRow();
    setSubtitle(state.empty() ? QString() : state.sumText());
    setReason(!state.empty() ? QString() : m_reason->text().isEmpty() ? m_empty->text() : m_reason->text());
    m_empty->setVisible(state.empty());
    m_scroll->setVisible(!state.empty());
    m_table.setState(state);
    m_canvas->setState(std::move(state));
    if (had != hasFigure())
        emit figureChanged();
}

void LaunchesView::cycleScale()
{
    setState(QStringLiteral("scale"), state(QStringLiteral("scale")).isEmpty() ? QLatin1String(kLog) : QString());
}

void LaunchesView::run()
{
    setState(QStringLiteral("file"), QString());
    session().startLaunches({m_what->currentData() == QLatin1String(kCombine) ? ArrivalSum::Combine : ArrivalSum::Dq,
                             static_cast<std::uint64_t>(m_count->value())});
}

void LaunchesView::openFile()
{
    auto *dialog = new QFileDialog(this, tr("Open launches"), QString(), tr("Launches (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &path) { setState(QStringLiteral("file"), path); });
    dialog->open();
}

void LaunchesView::saveFile()
{
    const auto report = session().launches();
    if (!report)
        return;
    auto *dialog = new QFileDialog(this, tr("Save launches"), QString(), tr("Launches (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, report](const QString &path) {
        const Status written = writeArrivals(*report, path.toStdString());
        if (written.ok())
            setState(QStringLiteral("file"), path);
        emit session().message(written.ok() ? tr("Wrote %1").arg(path) : engineText(written.phrase()), !written.ok());
    });
    dialog->open();
}

std::unique_ptr<FigureSource> LaunchesView::figure() const
{
    if (!hasFigure())
        return nullptr;
    LaunchesState state = m_canvas->state();
    state.part = LaunchesState::Part::None; // where the pointer is is no part of a figure
    state.index = -1;
    return std::make_unique<LaunchesFigure>(std::move(state));
}

} // namespace ulpscope::ui
