// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ScheduleView that has launches measured, opens them, and compares them with the model.
#include "engine/schedule/measured_file.h"
#include "ui/models/engine_text.h"
#include "ui/views/schedule_comparison.h"
#include "ui/views/schedule_view.h"
#include "ui/views/side_step.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QSignalBlocker>

namespace ulpscope::ui {
namespace {

constexpr int kListedSplits = 12; ///< of each order; the tool tip and the table have them all
constexpr char kModelled[] = "modelled", kMeasured[] = "measured", kBoth[] = "both";

} // namespace

void ScheduleView::addMeasured()
{
    m_comparison->setObjectName(id() + QStringLiteral(".comparison"));
    m_comparison->setWordWrap(true);
    m_comparison->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addChoice(m_timelineChoice, QStringLiteral("timeline"));
    const auto add = [this](QAction *action, const char *name, void (ScheduleView::*does)()) {
        action->setObjectName(QLatin1String(name));
        addMenuAction(action);
        connect(action, &QAction::triggered, this, does);
    };
    add(m_measure, "measureLaunch", &ScheduleView::measure);
    add(m_open, "openMeasuredLaunch", &ScheduleView::chooseTrace);
    add(m_save, "saveMeasuredLaunch", &ScheduleView::saveTrace);
    connect(&session(), &Session::measuredChanged, this, [this](Side changed) {
        if (changed == side())
            scheduleRebuild();
    });
    connect(&session(), &Session::viewStateChanged, this, [this](const QString &key) {
        if (key.startsWith(id() + QStringLiteral(".measured")))
            scheduleRebuild();
    });
    connect(&session(), &Session::selectionChanged, this, &ScheduleView::showComparison);
}

void ScheduleView::fillMeasuredTexts()
{
    const QSignalBlocker block(m_timelineChoice);
    m_timelineChoice->clear();
    m_timelineChoice->addItem(tr("modelled"), QLatin1String(kModelled));
    m_timelineChoice->addItem(tr("measured"), QLatin1String(kMeasured));
    m_timelineChoice->addItem(tr("both"), QLatin1String(kBoth));
    m_timelineChoice->setAccessibleName(tr("Which launch"));
    m_timelineChoice->setToolTip(
        tr("The launch as it is modelled, as a GPU ran it, or one below the other with what they have in common"));
    m_measure->setText(tr("Measure on the GPU"));
    m_open->setText(tr("Open a measured launch …"));
    m_save->setText(tr("Save the measured launch …"));
}

QString ScheduleView::pathKey() const
{
    return side() == Side::A ? QStringLiteral("measured") : QStringLiteral("measuredB");
}

QString ScheduleView::tracePath() const
{
    const QString stored = state(pathKey());
    if (stored.isEmpty())
        return {};
    const QString document = session().documentPath();
    const QString folder = document.isEmpty()
                               ? QString::fromStdString(session().catalog().resourceDirectory + "/scenarios")
                               : QFileInfo(document).absolutePath();
    return QDir::cleanPath(QDir(folder).absoluteFilePath(stored));
}

/// Has the chosen trace read, where somebody is to see it.
ScheduleState ScheduleView::measuredState(ScheduleColor color)
{
    if (m_timeline == Modelled)
        return {};
    const QString path = tracePath();
    const bool stopped = session().measuredStatus(side()).code() == StatusCode::Cancelled;
    if (!path.isEmpty() && session().launch(side()) && !stopped)
        session().openMeasuredLaunch(side(), path);
    ScheduleState made = measuredScheduleState(session(), side(), color);
    if (!path.isEmpty() && session().isMeasuring(side()))
        made.absent = tr("The measured launch is being read …");
    return made;
}

void ScheduleView::showMeasuredActions()
{
    const bool isThere = session().launch(side()) != nullptr;
    const bool isMeasuring = session().isMeasuring(side());
    const QString without = tr("There is no modelled launch of this run to measure beside");
    const auto measured = session().measured(side());
    m_measure->setEnabled(isThere && !isMeasuring);
    m_measure->setToolTip(!isThere      ? without
                          : isMeasuring ? tr("A launch is being measured")
                                        : tr("Runs the problem twice on the GPU, in the model's order, and notes SM, "
                                             "begin and end of every block of the second launch"));
    m_open->setEnabled(isThere);
    m_open->setToolTip(isThere ? tr("A trace that ulpscope-cli run --measure --trace has written") : without);
    m_save->setEnabled(measured != nullptr);
    m_save->setToolTip(measured ? tr("As a trace that can be opened here again; the session then names it")
                                : tr("There is no measured launch to save"));
}

void ScheduleView::showComparison()
{
    const ScheduleState &measured = m_measured->state();
    if (m_timeline == Modelled || m_compared.isEmpty() || !measured.blocks) {
        m_comparison->hide();
        return;
    }
    const ScheduleState &modelled = m_canvas->state();
    const Selection &selection = session().selection();
    int mBlock = 0;
    if (selection.row >= 0)
        mBlock = selection.row / measured.schedule->recipe().tileM;
    else if (measured.current >= 0)
        mBlock = measured.schedule->workTile(measured.workTileOf(measured.current)).mBlock;
    const auto words = [&](int most) {
        const QString arrivals = arrivalText(modelled, measured, selection.batch, selection.head, mBlock, most);
        return arrivals.isEmpty() ? m_compared : m_compared + QLatin1Char('\n') + arrivals;
    };
    m_comparison->setText(words(kListedSplits));
    m_comparison->setToolTip(words(0));
    m_comparison->show();
}

/// What was opened before gives way.
void ScheduleView::measure()
{
    setState(pathKey(), {});
    if (m_timeline == Modelled)
        setState(QStringLiteral("timeline"), QLatin1String(kBoth));
    session().measureLaunch(side());
}

void ScheduleView::chooseTrace()
{
    auto *dialog = new QFileDialog(this, tr("Open a measured launch"), QFileInfo(tracePath()).absolutePath(),
                                   tr("Traces (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setLabelText(QFileDialog::Accept, tr("Open"));
    dialog->setLabelText(QFileDialog::Reject, tr("Cancel"));
    connect(dialog, &QFileDialog::fileSelected, this, &ScheduleView::openTrace);
    dialog->open();
}

void ScheduleView::openTrace(const QString &path)
{
    session().dropMeasuredLaunch(side()); // the same file is read anew
    setState(pathKey(), path);
    if (m_timeline == Modelled)
        setState(QStringLiteral("timeline"), QLatin1String(kBoth));
    scheduleRebuild();
}

void ScheduleView::saveTrace()
{
    auto *dialog = new QFileDialog(this, tr("Save the measured launch"), {}, tr("Traces (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setLabelText(QFileDialog::Accept, tr("Save"));
    dialog->setLabelText(QFileDialog::Reject, tr("Cancel"));
    const Side of = side();
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, of, measured = session().measured(of), spec = session().spec(of)](const QString &path) {
                if (!measured || !spec)
                    return;
                if (const Status status = writeMeasuredLaunch(path.toStdString(), *spec, measured->launch);
                    !status.ok()) {
                    emit session().message(engineText(status.phrase()), true);
                } else if (of == side() && session().spec(of) == spec) {
                    openTrace(path);
                }
            });
    dialog->open();
}

} // namespace ulpscope::ui
