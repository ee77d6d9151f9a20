// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/sample_plots.h"
#include "ui/theme/application_style.h"

#include <QAccessible>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace ulpscope::ui;

class PlotsTest : public QObject {
    Q_OBJECT

private:
    static QString spoken(QWidget *widget)
    {
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
        return accessible ? accessible->text(QAccessible::Name) : QString();
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }

    void panelsWithoutRoomAreLeftOut()
    {
        LineStepState state;
        state.categories = {QStringLiteral("0"), QStringLiteral("1")};
        for (const char *name : {"max", "sum", "rescale factor"})
            state.panels.push_back({QLatin1String(name),
                                    {{QLatin1String(name), {0, 1}, LineStepSeries::Style::Stems, 0, {}, {}}},
                                    ScaleKind::Linear,
                                    1});
        LineStepPlot plot;
        plot.setState(state);
        const auto shownAt = [&plot](int height) {
            plot.resize(420, height);
            plot.show();
            QCoreApplication::processEvents();
            return plot.panelsShown();
        };
        QCOMPARE(shownAt(400), std::size_t(3));
        QCOMPARE(shownAt(180), std::size_t(2));
        QCOMPARE(shownAt(60), std::size_t(1));
        QCOMPARE(shownAt(400), std::size_t(3));
        plot.setState(state); // what arrives later keeps to the height
        QCOMPARE(shownAt(180), std::size_t(2));
    }

    void ulpBinsCountEverythingButNan()
    {
        const std::vector<float> ulps{0, 0.4f, -0.4f, 1, 0.5f, -0.6f, 100, -100, std::nanf("")};
        const std::vector<HistogramBin> bins = ulpBins(ulps, 2);
        QCOMPARE(bins.size(), std::size_t(5));
        QCOMPARE(bins[2].count, std::uint64_t(3));
        QCOMPARE(bins[3].count, std::uint64_t(2)); // 1 and 0.5
        QCOMPARE(bins[1].count, std::uint64_t(1)); // -0.6
        QCOMPARE(bins[0].count, std::uint64_t(1));
        QCOMPARE(bins[4].count, std::uint64_t(1));
        QCOMPARE(bins[4].label, QStringLiteral("≥2"));
        QVERIFY(std::isinf(bins[0].low) && std::isinf(bins[4].high));
    }

    void equalBinsCoverAllFiniteValues()
    {
        const std::vector<float> values{1, 2, 3, 4, std::numeric_limits<float>::infinity()};
        const std::vector<HistogramBin> bins = equalBins(values, 3);
        std::uint64_t total = 0;
        for (const HistogramBin &bin : bins)
            total += bin.count;
        QCOMPARE(total, std::uint64_t(4));
        QVERIFY(equalBins(std::vector<float>{}, 3).empty());
        QCOMPARE(equalBins(std::vector<float>{5, 5}, 3)[0].count, std::uint64_t(2));
    }

    void histogramByKeyboard()
    {
        HistogramPlot plot;
        plot.resize(420, 260);
        plot.setState(samples::histogramState());
        plot.show();
        QWidget *canvas = plot.focusProxy();
        QSignalSpy clicked(&plot, &HistogramPlot::clicked);
        QTest::keyClick(canvas, Qt::Key_Right);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(plot.state().selected, 1);
        QVERIFY(spoken(canvas).contains(QStringLiteral("bin −7")));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QCOMPARE(clicked.last().first().toInt(), -1);
        QSignalSpy log(&plot, &HistogramPlot::logCountsChanged);
        QTest::keyClick(canvas, Qt::Key_L);
        QCOMPARE(log.count(), 1);
        QVERIFY(plot.state().logCounts);
    }

    void linesByKeyboard()
    {
        LineStepPlot plot;
        plot.resize(560, 360);
        plot.setState(samples::runningState());
        plot.show();
        QWidget *canvas = plot.focusProxy();
        QSignalSpy clicked(&plot, &LineStepPlot::clicked);
        QTest::keyClick(canvas, Qt::Key_Left);
        QCOMPARE(clicked.last().first().toInt(), 2);
        QVERIFY2(spoken(canvas).contains(QStringLiteral("k 192: running max 2.960")), qPrintable(spoken(canvas)));
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(plot.state().current, 5);
    }

    void budgetByKeyboardAndMouse()
    {
        BudgetBars bars;
        bars.resize(360, 240);
        bars.setState(samples::budgetState());
        bars.show();
        QVERIFY(spoken(&bars).contains(QStringLiteral("total")));
        QTest::keyClick(&bars, Qt::Key_Down);
        QCOMPARE(bars.state().selected, 0);
        QVERIFY(spoken(&bars).contains(QStringLiteral("scores (mma), +0.31 ulp")));
        QSignalSpy clicked(&bars, &BudgetBars::clicked);
        QTest::mouseClick(&bars, Qt::LeftButton, {}, {100, 60});
        QCOMPARE(clicked.count(), 1);
        QVERIFY(clicked.first().first().toInt() > 0);
    }

    void sampleBudgetSumsToItsTotal()
    {
        const BudgetState state = samples::budgetState();
        const double sum = std::accumulate(state.entries.begin(), state.entries.end(), 0.0,
                                           [](double s, const BudgetEntry &e) { return s + e.value; });
        QVERIFY(std::abs(sum - state.total) < 1e-12);
    }

    void emptyStatesPaint()
    {
        LineStepPlot lines;
        lines.show();
        lines.grab();
        HistogramPlot histogram;
        histogram.show();
        histogram.grab();
        QTest::keyClick(histogram.focusProxy(), Qt::Key_Left);
        BudgetBars bars;
        bars.grab();
        QTest::keyClick(&bars, Qt::Key_Down);
    }
};

QTEST_MAIN(PlotsTest)
#include "tst_plots.moc"
