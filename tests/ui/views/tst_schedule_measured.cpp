// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The launch of a decode run as an H200 ran it (tests/golden/launch), beside its model.
#include "engine/backend/backend_choice.h"
#include "engine/schedule/measured_file.h"
#include "ui/plot/figure.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/schedule_comparison.h"
#include "ui/views/schedule_view.h"

#include <QAbstractItemModelTester>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

namespace {

QString golden(const char *name) { return QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + QLatin1String(name); }

} // namespace

class ScheduleMeasuredTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ScheduleView> m_view;
    QString m_error; ///< last message that is one

    ScheduleCanvas *canvas(const char *name) const
    {
        return m_view->findChild<ScheduleCanvas *>(QStringLiteral("schedule.") + QLatin1String(name));
    }
    ScheduleCanvas *modelled() const { return canvas("modelled"); }
    ScheduleCanvas *measured() const { return canvas("measured"); }
    QString comparison() const
    {
        const auto *label = m_view->findChild<QLabel *>(QStringLiteral("schedule.comparison"));
        return label->isVisible() ? label->text() : QString();
    }
    QAction *action(const char *name) const { return m_view->findChild<QAction *>(QLatin1String(name)); }
    QString absent() const
    {
        const auto *label = m_view->findChild<QLabel *>(QStringLiteral("schedule.absent"));
        return label->isVisible() ? label->text() : QString();
    }
    /// Middle of the block of a work tile, after zooming to it: whole, a lane may be less than a pixel high.
    QPoint middleOf(ScheduleCanvas *of, int workTile) const
    {
        const ScheduleState &state = of->state();
        const ScheduleBlock block = state.blocks->all[static_cast<std::size_t>(state.blockOf(workTile))];
        of->setWindow({static_cast<double>(block.begin) - 10, static_cast<double>(block.end) + 10, block.lane - 3.0,
                       block.lane + 4.0});
        return ScheduleLayout(state, of->rect(), currentTheme()).rect(block).center().toPoint();
    }
    /// As a person does it: the menu's entry, a name in the dialog, its button.
    void chooseFile(const char *entry, const QString &path)
    {
        action(entry)->trigger();
        auto *dialog = m_view->findChild<QFileDialog *>();
        QVERIFY(dialog);
        auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
        auto *buttons = dialog->findChild<QDialogButtonBox *>();
        QVERIFY(name && buttons);
        name->setText(path);
        QPushButton *const open = dialog->acceptMode() == QFileDialog::AcceptOpen
                                      ? buttons->button(QDialogButtonBox::Open)
                                      : buttons->button(QDialogButtonBox::Save);
        QVERIFY(open);
        QTest::mouseClick(open, Qt::LeftButton);
        QTRY_VERIFY(!m_view->findChild<QFileDialog *>());
        settle(*m_session);
    }
    void openDecode(const QString &trace) { chooseFile("openMeasuredLaunch", trace); }

private slots:
    void initTestCase()
    {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        applyTheme(*qApp, Theme::light());
    }
    void init()
    {
        QString error;
        m_session = openSession(golden("attention/fa2_fp16_d64_decode.safetensors"), &error);
        QVERIFY2(m_session, qPrintable(error));
        m_error.clear();
        connect(m_session.get(), &Session::message, this, [this](const QString &text, bool isError) {
            if (isError)
                m_error = text;
        });
        m_view = std::make_unique<ScheduleView>(*m_session);
        showAt(*m_view, {900, 700});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void theModelAloneIsWhatAViewBeginsWith()
    {
        QVERIFY(modelled()->isVisible() && !measured()->isVisible());
        QVERIFY(comparison().isEmpty());
        QVERIFY(action("measureLaunch")->isEnabled() && action("openMeasuredLaunch")->isEnabled());
        QVERIFY(!action("saveMeasuredLaunch")->isEnabled());
        QCOMPARE(m_view->table()->columnCount(), 10);
    }

    void anOpenedTraceLiesBelowTheModel()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        QCOMPARE(m_error, QString());
        QVERIFY(modelled()->isVisible() && measured()->isVisible());
        const ScheduleState &state = measured()->state();
        QCOMPARE(state.blocks->all.size(), std::size_t{16});
        QVERIFY2(state.caption.constFirst().contains(QStringLiteral("measured on NVIDIA H200")),
                 qPrintable(state.caption.constFirst()));
        QVERIFY(modelled()->state().caption.constFirst().contains(QStringLiteral("model, not measurement")));
        // The recording: the first block is on SM 124 from 96 to 7360 ns, the last end is 7520, the first is 7296.
        const ScheduleBlock &first = state.blocks->all[static_cast<std::size_t>(state.blockOf(0))];
        QCOMPARE(state.smOf(first), 124);
        QCOMPARE(first.end, std::int64_t{7360});
        QVERIFY2(comparison().contains(QStringLiteral("0 of 16 blocks on the SM of the model")),
                 qPrintable(comparison()));
        QVERIFY2(comparison().contains(QStringLiteral("measured 7.52 µs")), qPrintable(comparison()));
        // Slots that the launch left empty count as the model counts them.
        QVERIFY2(comparison().contains(QStringLiteral("tail 12 units, measured 7.52 µs")), qPrintable(comparison()));
        QVERIFY2(comparison().contains(QStringLiteral("slots busy 6 %, measured 6 %")), qPrintable(comparison()));
        QVERIFY(action("saveMeasuredLaunch")->isEnabled());
    }

    void theOrderInWhichSplitsEndedFollowsTheSelection()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        QVERIFY2(comparison().contains(QStringLiteral("query tile 0 of head 0 by their end")),
                 qPrintable(comparison()));
        Selection selection = m_session->selection();
        selection.head = 1;
        m_session->select(selection);
        settle(*m_session);
        // Ends of the recording, by split: 7360 7520 7392 7424 7392 7392 7520 7296.
        QVERIFY2(comparison().contains(QStringLiteral("measured 7, 0, 2, 4, 5, 3, 1, 6 ")), qPrintable(comparison()));
        QCOMPARE(splitsByEnd(modelled()->state(), 0, 1, 0), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void pointingAtABlockShowsItInBoth()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        QTest::mouseMove(measured(), middleOf(measured(), 12));
        QTRY_COMPARE(modelled()->state().pointed, modelled()->state().blockOf(12));
        QCOMPARE(measured()->state().pointed, measured()->state().blockOf(12));
        QTest::mouseMove(modelled(), middleOf(modelled(), 3));
        QTRY_COMPARE(measured()->state().pointed, measured()->state().blockOf(3));
    }

    void keysWalkThroughTheMeasuredLaunchToo()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        measured()->setFocus();
        QTest::keyClick(measured(), Qt::Key_Right);
        QTest::keyClick(measured(), Qt::Key_Down);
        QVERIFY2(measured()->readout().contains(QStringLiteral("µs")), qPrintable(measured()->readout()));
        const int work = measured()->state().workTileOf(measured()->state().pointed);
        QCOMPARE(modelled()->state().pointed, modelled()->state().blockOf(work));
        QTest::keyClick(measured(), Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(m_session->step(), m_session->schedule(Side::A)->firstStep(work) + 1);
        QCOMPARE(measured()->state().current, measured()->state().blockOf(work));
    }

    void aClickInTheMeasuredLaunchGoesToItsTile()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        QTest::mouseClick(measured(), Qt::LeftButton, {}, middleOf(measured(), 14));
        settle(*m_session);
        QCOMPARE(m_session->selection().head, 1);
        QCOMPARE(m_session->step(), m_session->schedule(Side::A)->firstStep(14) + 1);
    }

    void theTableHasWhatWasMeasured()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        QAbstractItemModel *table = m_view->table();
        QAbstractItemModelTester tester(table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table->columnCount(), 15);
        QCOMPARE(table->headerData(10, Qt::Horizontal).toString(), QStringLiteral("measured SM"));
        QCOMPARE(table->data(table->index(0, 10)).toInt(), 124);
        QCOMPARE(table->data(table->index(0, 13)).toDouble(), 7.36);
        choose(*m_view, QStringLiteral("timeline"), QStringLiteral("measured"));
        settle(*m_session);
        QVERIFY(!modelled()->isVisible() && measured()->isVisible());
        QCOMPARE(table->rowCount(), 16); // a combine is not measured
        QCOMPARE(table->columnCount(), 11);
        QCOMPARE(table->data(table->index(15, 1)).toInt(), 14);
        QCOMPARE(table->data(table->index(15, 10)).toInt(), 1); // the first of head 1 to end
    }

    void aTraceOfAnotherRunIsRefusedWithItsReason()
    {
        openDecode(golden("launch/fa2_fp16_d96_splits64.json"));
        QVERIFY2(m_error.contains(QStringLiteral("measured of another run: \"splits\" is 64, expected 8")),
                 qPrintable(m_error));
        QVERIFY(!measured()->state().blocks && comparison().isEmpty());
        QCOMPARE(measured()->readout(), m_error); // where the launch would be
        choose(*m_view, QStringLiteral("timeline"), QStringLiteral("measured"));
        settle(*m_session);
        QCOMPARE(absent(), m_error);
        QVERIFY(!m_view->hasFigure());
    }

    void theSessionNamesTheTrace()
    {
        m_session->setViewState(QStringLiteral("schedule.measured"), QStringLiteral("../launch/none.json"));
        m_session->setViewState(QStringLiteral("schedule.timeline"), QStringLiteral("measured"));
        settle(*m_session);
        QVERIFY2(absent().contains(QStringLiteral("none.json")), qPrintable(absent()));
        m_session->setViewState(QStringLiteral("schedule.measured"),
                                QStringLiteral("../launch/fa2_fp16_d64_decode.json"));
        settle(*m_session);
        QCOMPARE(absent(), QString());
        QVERIFY(measured()->state().blocks);
    }

    void aSavedLaunchIsTheSame()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        const auto before = m_session->measured(Side::A);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("launch.json"));
        chooseFile("saveMeasuredLaunch", path);
        QCOMPARE(m_session->viewState(QStringLiteral("schedule.measured")), path);
        const Result<MeasuredLaunch> read = readMeasuredLaunch(path.toStdString(), *m_session->spec(Side::A));
        QVERIFY2(read.ok(), read.status().message().c_str());
        QVERIFY(read->blocks == before->launch.blocks);
        QCOMPARE(read->gpu, before->launch.gpu);
    }

    void aFigureHasBothAndSaysWhichIsWhich()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        const auto figure = m_view->figure();
        QVERIFY(figure);
        const QString words = figure->figureDescription();
        QVERIFY2(words.contains(QStringLiteral("Model of a launch, not a measurement")) &&
                     words.contains(QStringLiteral("measured on NVIDIA H200")) &&
                     words.contains(QStringLiteral("0 of 16 blocks")),
                 qPrintable(words));
    }

    void measuringTellsWhereThereIsNoGpu()
    {
        action("measureLaunch")->trigger();
        QVERIFY(m_session->isMeasuring(Side::A));
        settle(*m_session);
        QVERIFY(measured()->isVisible()); // where it is, or why it is not
        if (chooseBackend(BackendKind::Cuda, {m_session->spec(Side::A).get()}).ok()) {
            QCOMPARE(m_error, QString());
            QCOMPARE(measured()->state().blocks->all.size(), std::size_t{16});
        } else {
            QVERIFY(!m_error.isEmpty());
            QCOMPARE(measured()->readout(), m_error);
        }
        QVERIFY(action("measureLaunch")->isEnabled());
    }

    void measuringCanBeStopped()
    {
        action("measureLaunch")->trigger();
        m_session->cancel();
        settle(*m_session);
        QVERIFY(!m_session->isMeasuring(Side::A));
        QCOMPARE(measured()->readout(), QStringLiteral("Measuring was stopped."));
    }

    void anotherRunHasNotBeenMeasured()
    {
        openDecode(golden("launch/fa2_fp16_d64_decode.json"));
        RunRequest request = m_session->document().a;
        request.device = "a100";
        m_session->setRequest(Side::A, request);
        settle(*m_session);
        QVERIFY(!measured()->state().blocks);
        QVERIFY2(m_error.contains(QStringLiteral("\"device\" is h200, expected a100")), qPrintable(m_error));
    }
};

QTEST_MAIN(ScheduleMeasuredTest)
#include "tst_schedule_measured.moc"
