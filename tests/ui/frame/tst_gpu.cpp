// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The window where a GPU is: what the tree view's probe and the orders of arrival find there is, bit for bit, what the
// CPU finds, and both say who found it; a launch is measured, and one sum launched many times, by the views' own
// buttons.
#include "engine/backend/backend_choice.h"
#include "ui/frame/window_fixture.h"
#include "ui/views/ensemble_view.h"
#include "ui/views/launches_view.h"
#include "ui/views/schedule_canvas.h"
#include "ui/views/schedule_view.h"
#include "ui/views/tree_view.h"
#include "ui/window/workspace.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <bit>

using namespace ulpscope;
using namespace ulpscope::ui;

class GpuTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const Result<BackendChoice> gpu = chooseBackend(BackendKind::Cuda, {}); !gpu.ok())
            QSKIP(("no GPU: " + gpu.status().message()).c_str());
        prepare();
    }
    void init()
    {
        openWindow();
        execute("cpu");
        Selection selection = session().selection();
        selection.row = session().inputs()->problem.seqlenQ * 3 / 4;
        selection.column = session().inputs()->problem.headDimV / 3;
        session().select(selection);
        QVERIFY(ready());
    }
    void cleanup() { m_window.reset(); }

    /// Every step of a run, the whole run, and the row behind the drawn tree.
    void theRunHasTheCpusBits()
    {
        session().setStep(session().headSteps().begin + 40);
        QVERIFY(ready());
        QCOMPARE(badge(), QStringLiteral("CPU (emulated)"));
        const auto trace = session().trace(Side::A);
        const auto state = session().stepState(Side::A);
        QVERIFY(trace && state && !state->by.isGpu);
        execute("cuda");
        QCOMPARE(badge(), QStringLiteral("GPU (real)"));
        const auto onGpu = session().stepState(Side::A);
        QVERIFY(onGpu && onGpu->by.isGpu && !onGpu->by.device.name.empty());
        QVERIFY(session().trace(Side::A) && session().trace(Side::A) != trace);
        QVERIFY(equal(session().trace(Side::A)->output.data, trace->output.data));
        QVERIFY(equal(onGpu->scores.data, state->scores.data) && equal(onGpu->probs.data, state->probs.data) &&
                equal(onGpu->accO.data, state->accO.data));
    }

    void theProbeMeasuresTheSameTree_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"row-sum", "output", "score"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    /// By the key p, as a person asks for it.
    void theProbeMeasuresTheSameTree()
    {
        QFETCH(QString, kind);
        auto *tree = view<TreeView>("tree");
        session().setViewState(QStringLiteral("tree.kind"), kind);
        QVERIFY(ready());
        auto *canvas = tree->findChild<TreeCanvas *>(QStringLiteral("tree.first"));
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_P);
        QVERIFY(ready(300));
        const auto onCpu = session().probe();
        QVERIFY2(onCpu, session().probeStatus().message().c_str());
        QVERIFY(!onCpu->isGpu);
        QVERIFY2(words(tree).contains(QStringLiteral("the CPU engine: the measured tree is the declared one")),
                 qPrintable(words(tree)));
        execute("cuda");
        QVERIFY(ready(300));
        const auto onGpu = session().probe();
        QVERIFY2(onGpu, session().probeStatus().message().c_str());
        QVERIFY(onGpu->isGpu && onGpu != onCpu);
        QVERIFY2(words(tree).contains(QStringLiteral("the CUDA kernels (%1): the measured tree is the declared one")
                                          .arg(QString::fromStdString(onGpu->device))),
                 qPrintable(words(tree)));
        QVERIFY(QString::fromStdString(onGpu->device).contains(QStringLiteral("NVIDIA")));
        QCOMPARE(onGpu->measured.shape.toText(), onCpu->measured.shape.toText());
        QVERIFY(onGpu->measured.shape == onCpu->measured.shape);
        QCOMPARE(onGpu->measured.unseen, onCpu->measured.unseen);
        QCOMPARE(onGpu->measured.probes, onCpu->measured.probes);
        QTest::keyClick(canvas, Qt::Key_P); // away again
        QVERIFY(ready());
    }

    void ordersOfArrivalGiveTheSameResults()
    {
        session().setViewState(QStringLiteral("tree.kind"), QStringLiteral("output"));
        session().setViewState(QStringLiteral("ensemble.orders"), QStringLiteral("random"));
        session().setViewState(QStringLiteral("ensemble.count"), QStringLiteral("1000000"));
        auto *ensemble = view<EnsembleView>("ensemble");
        QVERIFY(waitUntilReady(session(), ensemble, 300));
        const auto onCpu = session().arrivals();
        QVERIFY2(onCpu, session().arrivalStatus().message().c_str());
        QVERIFY(!onCpu->isGpu);
        QVERIFY2(picture(ensemble).contains(QStringLiteral("CPU")), qPrintable(picture(ensemble)));
        execute("cuda");
        QVERIFY(waitUntilReady(session(), ensemble, 300));
        const auto onGpu = session().arrivals();
        QVERIFY2(onGpu, session().arrivalStatus().message().c_str());
        QVERIFY(onGpu->isGpu && onGpu->question == onCpu->question);
        QVERIFY2(picture(ensemble).contains(QString::fromStdString(onGpu->device)), qPrintable(picture(ensemble)));
        QCOMPARE(onGpu->result.orders, std::uint64_t(1000000));
        QVERIFY(onGpu->result.patterns == onCpu->result.patterns);
        QVERIFY(onGpu->result.histogram == onCpu->result.histogram);
        QCOMPARE(onGpu->result.distinct, onCpu->result.distinct);
        for (const auto &which :
             {&EnsembleResult::smallest, &EnsembleResult::largest, &EnsembleResult::best, &EnsembleResult::worst}) {
            QVERIFY((onGpu->result.*which).pattern == (onCpu->result.*which).pattern);
            QCOMPARE((onGpu->result.*which).order, (onCpu->result.*which).order);
        }
    }

    /// Every block of the modelled launch, where and when it ran, beside the model.
    void aLaunchIsMeasured()
    {
        execute("cuda");
        auto *schedule = view<ScheduleView>("schedule");
        QVERIFY(waitUntilReady(session(), schedule, 60));
        schedule->findChild<QAction *>(QStringLiteral("measureLaunch"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session().measured(Side::A), 30000);
        QVERIFY(waitUntilReady(session(), schedule, 60));
        const auto *modelled = schedule->findChild<ScheduleCanvas *>(QStringLiteral("schedule.modelled"));
        const auto *measured = schedule->findChild<ScheduleCanvas *>(QStringLiteral("schedule.measured"));
        QVERIFY(modelled->isVisible() && measured->isVisible());
        QVERIFY(modelled->state().blocks && measured->state().blocks);
        QVERIFY(measured->state().caption.constFirst().contains(QStringLiteral("measured on NVIDIA")));
        const std::vector<MeasuredBlock> &blocks = session().measured(Side::A)->launch.blocks;
        QVERIFY(!blocks.empty());
        QCOMPARE(measured->state().blocks->all.size(), blocks.size());
        for (const MeasuredBlock &block : blocks)
            QVERIFY(block.end > block.begin);
        QVERIFY(!schedule->findChild<QLabel *>(QStringLiteral("schedule.comparison"))->text().isEmpty());
    }

    void aSumIsLaunchedManyTimes()
    {
        session().setViewState(QStringLiteral("launches.count"), QStringLiteral("50"));
        auto *launches = view<LaunchesView>("launches");
        auto *run = launches->findChild<QPushButton *>(QStringLiteral("launches.run"));
        QTRY_VERIFY(run->isEnabled());
        QTest::mouseClick(run, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(launches->hasFigure(), 60000);
        const QString said = launches->figure()->figureDescription();
        for (const char *expected :
             {"measured on NVIDIA", "distinct outputs: 1 of 50 launches", "replayed on the CPU: 0 of "})
            QVERIFY2(said.contains(QLatin1String(expected)), qPrintable(said));
    }

private:
    void execute(const char *backend)
    {
        m_window->findChild<QAction *>(QStringLiteral("backend.") + QLatin1String(backend))->trigger();
        QVERIFY(ready(120));
    }
    QString badge() const { return m_window->findChild<QLabel *>(QStringLiteral("backendBadge"))->text(); }
    template <typename T>
    T *view(const char *id)
    {
        auto *found = m_window->findChild<T *>(QLatin1String(id));
        m_window->workspace().raiseView(found);
        QCoreApplication::processEvents();
        return found;
    }
    static QString words(const TreeView *tree) { return tree->findChild<TreeProbeStrip *>()->text(); }
    static QString picture(const EnsembleView *ensemble) { return ensemble->figure()->figureDescription(); }
    static bool equal(const std::vector<float> &a, const std::vector<float> &b)
    {
        return !a.empty() && a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
            return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
        });
    }
};

QTEST_MAIN(GpuTest)
#include "tst_gpu.moc"
