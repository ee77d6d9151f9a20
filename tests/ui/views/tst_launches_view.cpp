// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/ulp.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/launches_view.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

/// Launches that nobody made, of numbers that are easy to tell apart.
static ArrivalReport madeUp(std::size_t outputs = 3)
{
    ArrivalReport r;
    r.date = "2026-01-02";
    r.kernel = "fa2-pytorch";
    r.device = "h200";
    r.problem = "batch 1, heads 1, queries 4, keys 900, head dim 8, bf16, mask none";
    r.gradient = "generated: standard normal, seed 0";
    r.shape[0] = r.shape[1] = 1;
    r.shape[2] = 4;
    r.shape[3] = 8;
    r.study.gpu = "Made-up GPU";
    r.study.terms = 8;
    r.study.accumulators = 132;
    ArrivalModeResult race;
    for (std::size_t i = 0; i < outputs; ++i)
        race.outputs.push_back({0xABC0 + i, 100 - std::min<std::size_t>(i, 98), i});
    for (const DistinctOutput &output : race.outputs)
        race.launches += output.count;
    race.medianMs = 0.5;
    race.leastMs = 0.25;
    race.elements = 32;
    race.everDiffer = 3;
    race.spread = {{0, 0, 29}, {1, 1, 2}, {5, 8, 1}};
    race.widest = WidestElement{0, 0, 2, 5, -0.5f, 0.25f, 7};
    race.replay = ArrivalReplay{32, 0, 256, 0, 0, 31};
    r.study.modes.push_back(race);
    ArrivalModeResult other = race;
    other.mode = ArrivalMode::Semaphore;
    other.outputs = {{0xDEF, other.launches, 0}};
    other.medianMs = 0.75;
    other.everDiffer = 0;
    other.spread = {{0, 0, 32}};
    other.widest.reset();
    other.replay = ArrivalReplay{32, 2, 0, 0, 0, 0};
    r.study.modes.push_back(other);
    other.mode = ArrivalMode::Fixed;
    other.medianMs = 1.0;
    other.replay.reset();
    r.study.modes.push_back(other);
    return r;
}

class LaunchesViewTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<LaunchesView> m_view;

    LaunchesCanvas *canvas() const { return m_view->findChild<LaunchesCanvas *>(); }
    const LaunchesState &state() const { return canvas()->state(); }
    QString reason() const { return m_view->findChild<QLabel *>(QStringLiteral("launches.reason"))->text(); }
    QPushButton *button(const char *name) const
    {
        return m_view->findChild<QPushButton *>(QStringLiteral("launches.") + QLatin1String(name));
    }
    QString write(const ArrivalReport &report)
    {
        const QString path = m_folder.filePath(QStringLiteral("launches.json"));
        [&] { QVERIFY(writeArrivals(report, path.toStdString()).ok()); }();
        return path;
    }
    void show(const QString &path)
    {
        m_session->setViewState(QStringLiteral("launches.file"), path);
        settle(*m_session);
    }

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, Theme::dark());
        qputenv("ULPSCOPE_CUDA_WORKER", "/nowhere/ulpscope-cuda"); // as on a laptop
    }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<LaunchesView>(*m_session);
        showAt(*m_view, {900, 460});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void withoutAGpuItSaysWhy()
    {
        QTRY_VERIFY(m_session->gpuAbsent());
        QTRY_VERIFY(reason().contains(QStringLiteral("/nowhere/ulpscope-cuda")));
        QVERIFY(!button("run")->isEnabled());
        QVERIFY(!button("save")->isEnabled());
        QVERIFY(button("open")->isEnabled());
        QVERIFY(!m_view->hasFigure());
        QCOMPARE(m_view->figure(), nullptr);
        const auto *empty = m_view->findChild<QLabel *>(QStringLiteral("launches.empty"));
        QVERIFY(empty && empty->isVisible());
        QVERIFY(!canvas()->isVisible());
    }

    void aFileIsShown()
    {
        show(write(madeUp()));
        QVERIFY(m_view->hasFigure());
        const QString all = canvas()->readout();
        for (const char *said :
             {"Made-up GPU", "2026-01-02", "distinct outputs: 3 of 297 launches", "0.75 ms, × 1.50", "1 ms, × 2.00",
              "replayed on the CPU: 0 of 32 differ", "replayed on the CPU: 2 of 32 differ",
              "3 of 32 values are not always the same", "[0, 0, 2, 5]", "7 ulp"})
            QVERIFY2(all.contains(QString::fromUtf8(said)), qPrintable(QString::fromUtf8(said) + u'|' + all));
        // 0, 1, 2, 3 to 4 and 5 to 8: the empty ones too
        const std::vector<UlpBin> bins = state().bins();
        QCOMPARE(bins, (std::vector<UlpBin>{{0, 0, 29}, {1, 1, 2}, {2, 2, 0}, {3, 4, 0}, {5, 8, 1}}));
        QCOMPARE(m_view->table()->rowCount(), 5);
        QAbstractItemModelTester tester(m_view->table());
        QCOMPARE(m_view->table()->index(1, 2).data(Qt::EditRole).toLongLong(), 99);
        QVERIFY(button("save")->isEnabled());
        QVERIFY(m_view->figure()->figureDescription().contains(QStringLiteral("Made-up GPU")));
    }

    /// In a small figure everything that is left is whole: longer words have a line more, the replays share one.
    void aSmallFigureLeavesTheOutputsOut()
    {
        show(write(madeUp()));
        LaunchesState small = state();
        small.isFigure = true;
        const Theme theme = Theme::print().withBaseSize(8);
        const QRectF paper(0, 0, 234, 180);
        const LaunchesLayout layout(small, paper, theme);
        QVERIFY(layout.isBrief);
        QVERIFY(layout.outputs.isEmpty() && layout.columns.empty());
        QCOMPARE(layout.bins.size(), std::size_t{5});
        QVERIFY(layout.spread.bottom() < layout.replays.top());
        QVERIFY(layout.replays.bottom() <= paper.bottom());
        QCOMPARE(small.briefReplayText(), QStringLiteral("Replayed on the CPU, of 32 differ: atomics 0, semaphore 2"));
        const double width = layout.facts.width();
        const QFontMetricsF metrics(theme.font(TextRole::Small));
        for (const QString &line : launchLines(small.facts(), width, theme))
            QVERIFY2(metrics.horizontalAdvance(line) <= width, qPrintable(line));
        QVERIFY(!LaunchesLayout(small, QRectF(0, 0, 800, 700), theme).isBrief);
        ArrivalReport wrong = madeUp();
        wrong.study.modes[0].replay->differingTerms = 1;
        small.report = std::make_shared<const ArrivalReport>(wrong);
        QVERIFY(!small.isReplayed(wrong.study.modes[0]));
        wrong.study.modes[0].replay = ArrivalReplay{32, 0, 256, 0, 2, 31};
        small.report = std::make_shared<const ArrivalReport>(wrong);
        QVERIFY(!small.isReplayed(wrong.study.modes[0]));
        QVERIFY(small.replayText(wrong.study.modes[0]).endsWith(QStringLiteral("values that fit no order: 2")));
    }

    void pointerAndKeysReadOut()
    {
        show(write(madeUp()));
        const LaunchesLayout layout = canvas()->parts();
        QCOMPARE(layout.columns.size(), std::size_t{3});
        QTest::mouseMove(canvas(), layout.columns[1].center().toPoint());
        QVERIFY2(canvas()->readout().startsWith(QStringLiteral("output 2 of 3: 99 launches")),
                 qPrintable(canvas()->readout()));
        QTest::mouseMove(canvas(), layout.bins[4].center().toPoint());
        QVERIFY2(canvas()->readout().contains(QStringLiteral("5…8 ulp: 1 values")), qPrintable(canvas()->readout()));
        QTest::mouseMove(canvas(), layout.modes[2].center().toPoint());
        QVERIFY(canvas()->readout().startsWith(QStringLiteral("fixed order")));
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Right);
        QVERIFY(canvas()->readout().startsWith(QStringLiteral("output 1 of 3")));
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY(canvas()->readout().startsWith(QStringLiteral("atomics")));
    }

    /// A thousand outputs have no room: the most frequent ones are shown, and the table has all.
    void manyOutputsAreCut()
    {
        show(write(madeUp(1000)));
        const LaunchesLayout layout = canvas()->parts();
        QVERIFY(layout.columns.size() < 200);
        QVERIFY(canvas()->readout().contains(QStringLiteral("1")));
        QCOMPARE(m_view->table()->rowCount(), 1002);
    }

    /// Nothing lies beyond its area or over its neighbour, beside each other and below each other.
    void partsDoNotOverlap()
    {
        show(write(madeUp()));
        for (const QSize &size : {QSize(1200, 600), QSize(900, 420), QSize(420, 700), QSize(320, 300)}) {
            const LaunchesLayout layout(state(), QRectF(QPointF(0, 0), QSizeF(size)), Theme::light());
            const std::vector<QRectF> parts{layout.facts, layout.costs, layout.outputs, layout.spread, layout.replays};
            for (std::size_t i = 0; i < parts.size(); ++i) {
                QVERIFY(parts[i].right() <= size.width());
                QVERIFY(parts[i].bottom() <= layout.height);
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!parts[i].intersects(parts[j]));
            }
        }
    }

    void aFileThatIsNoneIsSaid()
    {
        QString said;
        connect(m_session.get(), &Session::message, this, [&](const QString &text, bool) { said = text; });
        const QString path = m_folder.filePath(QStringLiteral("bad.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"schema\": \"ulpscope.session/1\"}");
        file.close();
        show(path);
        QVERIFY(!m_view->hasFigure());
        QVERIFY2(said.contains(QStringLiteral("bad.json")), qPrintable(said));
        QVERIFY(reason().contains(QStringLiteral("bad.json")));
        show(write(madeUp()));
        QVERIFY(m_view->hasFigure());
        show({});
        QVERIFY(!m_view->hasFigure());
    }
};

QTEST_MAIN(LaunchesViewTest)
#include "tst_launches_view.moc"
