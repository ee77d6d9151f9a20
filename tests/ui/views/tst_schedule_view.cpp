// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/analysis/error_metric.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/schedule_view.h"

#include <QAbstractItemModelTester>

#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class ScheduleViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ScheduleView> m_view;

    ScheduleCanvas *canvas() const { return m_view->findChild<ScheduleCanvas *>(); }
    const ScheduleState &state() const { return canvas()->state(); }
    const ScheduleBlock &block(int index) const { return state().blocks->all[static_cast<std::size_t>(index)]; }
    /// Blocks are painted pixels; the middle of one, in the widget.
    QPoint middleOf(int index) const
    {
        return ScheduleLayout(state(), canvas()->rect(), currentTheme()).rect(block(index)).center().toPoint();
    }
    void request(const std::function<void(RunRequest &)> &change)
    {
        RunRequest a = m_session->document().a;
        change(a);
        m_session->setRequest(Side::A, a);
        settle(*m_session);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<ScheduleView>(*m_session);
        showAt(*m_view, {900, 600});
        request([](RunRequest &a) { a.batch = 256; });
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void everyTileLiesOnceOnALaneAndNeverOnAnother()
    {
        // 256 requests of 2 heads and 3 query tiles on 132 SMs, 2 blocks each (255 registers x 128 threads).
        QCOMPARE(state().blocks->all.size(), std::size_t{1536});
        QCOMPARE(state().lanes(), 264);
        std::set<int> tiles;
        for (int lane = 0; lane < state().lanes(); ++lane) {
            std::int64_t free = 0;
            for (int i = state().blocks->firstOfLane[static_cast<std::size_t>(lane)];
                 i < state().blocks->firstOfLane[static_cast<std::size_t>(lane) + 1]; ++i) {
                QCOMPARE(block(i).lane, lane);
                QVERIFY(block(i).begin >= free && block(i).end > block(i).begin);
                free = block(i).end;
                tiles.insert(block(i).tile);
            }
        }
        QCOMPARE(tiles.size(), std::size_t{1536});
        const QString subtitle = launchSummary(*state().model);
        QVERIFY2(subtitle.contains(QStringLiteral("1,536 blocks of 128 threads")) &&
                     subtitle.contains(QStringLiteral("2 on an SM (limit: registers)")) &&
                     subtitle.contains(QStringLiteral("5.82 waves, 97 % full")),
                 qPrintable(subtitle));
    }

    void aClickGoesToTheTile()
    {
        const int second = state().blocks->ofWorkTile[4]; // head 1, query tile 1
        QVERIFY(second >= 0);
        const ScheduleBlock &at = block(second);
        canvas()->setWindow(
            {static_cast<double>(at.begin) - 10, static_cast<double>(at.end) + 10, at.lane - 3.0, at.lane + 4.0});
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, middleOf(second));
        settle(*m_session);
        QCOMPARE(m_session->selection().head, 1);
        QCOMPARE(m_session->step(), m_session->schedule(Side::A)->firstStep(4) + 1);
        QCOMPARE(state().current, second);
        m_session->setStep(m_session->schedule(Side::A)->firstStep(5) + 1);
        QCOMPARE(state().current, state().blocks->ofWorkTile[5]);
    }

    void hoverLightsTheTileUpInOtherViewsAndBack()
    {
        const int first = state().blocks->ofWorkTile[2]; // head 0, query tile 2
        const ScheduleBlock &at = block(first);
        canvas()->setWindow(
            {static_cast<double>(at.begin) - 10, static_cast<double>(at.end) + 10, at.lane - 3.0, at.lane + 4.0});
        QTest::mouseMove(canvas(), middleOf(first));
        QTRY_COMPARE(m_session->hover().mBlock, 2);
        Hover hover;
        hover.row = 130; // query tile 1
        m_session->setHover(hover);
        QCOMPARE(state().highlighted, std::vector<int>{state().blocks->ofWorkTile[1]});
    }

    void colourByErrorKnowsTheSelectedHeadOnly()
    {
        m_session->setViewState(QStringLiteral("schedule.color"), QStringLiteral("error"));
        settle(*m_session);
        const Matrix map = errorMap(ErrorMetric::Ulp, DType::F16, *m_session->output(Side::A), *m_session->reference());
        double worst[3] = {0, 0, 0};
        for (int row = 0; row < map.rows; ++row) {
            for (int col = 0; col < map.cols; ++col)
                worst[row / 128] = std::max(worst[row / 128], std::abs(static_cast<double>(map.at(row, col))));
        }
        const double most = std::max({worst[0], worst[1], worst[2]});
        for (int m = 0; m < 3; ++m) {
            QCOMPARE(block(state().blocks->ofWorkTile[static_cast<std::size_t>(m)]).color,
                     static_cast<float>(worst[m] / most));
            QVERIFY(block(state().blocks->ofWorkTile[static_cast<std::size_t>(3 + m)]).color < 0); // head 1
        }
    }

    void aSplitRunEndsWithCombinesThatWaitForTheirSplits()
    {
        request([](RunRequest &a) { a.batch = 1; });
        const int splits = m_session->schedule(Side::A)->splits();
        QCOMPARE(splits, 3);
        const int combine = state().blocks->ofWorkTile[static_cast<std::size_t>(splits)];
        QVERIFY(block(combine).isCombine);
        const std::vector<int> sources = state().sources(combine);
        QCOMPARE(sources.size(), std::size_t{3});
        for (int source : sources)
            QVERIFY(block(source).end <= block(combine).begin && !block(source).isCombine);
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(state().blocks->all.size()));
    }

    void wheelAndKeysZoomAndHomeShowsAll()
    {
        const ScheduleWindow whole = state().whole();
        QCOMPARE(state().window, whole);
        canvas()->setFocus();
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(canvas(), Qt::Key_Plus);
        QVERIFY(state().window.end - state().window.begin < (whole.end - whole.begin) / 2);
        QVERIFY(state().window.begin >= 0 && state().window.bottom <= whole.bottom);
        m_view->home();
        QCOMPARE(state().window, whole);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY2(canvas()->readout().contains(QStringLiteral("SM ")), qPrintable(canvas()->readout()));
    }

    void anotherDeviceIsAnotherLaunch()
    {
        request([](RunRequest &a) { a.device = "a100"; });
        QCOMPARE(state().model->timeline.smCount, 108);
        request([](RunRequest &a) { a.device = "b200"; });
        QCOMPARE(state().model->timeline.smCount, 148);
    }

    void aLaunchThatDoesNotFitSaysWhy()
    {
        request([](RunRequest &a) { // 98,304 bytes of shared memory, of 65,536
            a.device = "t4";
            a.set.emplace_back("tileN", "128");
        });
        QVERIFY(!state().blocks);
        QVERIFY2(state().absent.contains(QStringLiteral("does not fit on an SM of t4")), qPrintable(state().absent));
        QVERIFY(!m_view->hasFigure());
    }

    void playingMovesTheTimeAndEndsByItself()
    {
        auto *play = m_view->findChild<QAction *>(QStringLiteral("playLaunch"));
        play->setChecked(true);
        QTRY_VERIFY(state().now > 0);
        play->setChecked(false);
        QVERIFY(state().now < 0);
    }
};

QTEST_MAIN(ScheduleViewTest)
#include "tst_schedule_view.moc"
