// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/ulp.h"
#include "ui/plot/budget_bars.h"
#include "ui/plot/figure_exporter.h"
#include "ui/plot/heatmap_view.h"
#include "ui/plot/histogram_plot.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/divergence_text.h"
#include "ui/views/error_view.h"
#include "ui/views/view_header.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

#include <algorithm>
#include <numeric>
#include <optional>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class ErrorViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ErrorView> m_view;

    QString fact(const QString &name) const
    {
        for (const auto &[key, value] : m_view->findChild<FactList *>()->facts()) {
            if (key == name)
                return value;
        }
        return {};
    }
    HeatmapView &map() const { return *m_view->findChild<HeatmapView *>(); }
    const HistogramState &histogram() const { return m_view->findChild<HistogramPlot *>()->state(); }
    const BudgetState &budget() const { return m_view->findChild<BudgetBars *>()->state(); }
    /// Where a text stands in an SVG figure; nullopt when it is not there.
    static std::optional<double> baselineOf(const QByteArray &svg, const QString &text)
    {
        const qsizetype at = svg.indexOf(QStringLiteral(">%1</text>").arg(text).toUtf8());
        if (at < 0)
            return std::nullopt;
        const QByteArray element = svg.mid(svg.lastIndexOf("<text", at), at);
        static const QRegularExpression y(QStringLiteral(" y=\"([-0-9.]+)\""));
        return y.match(QString::fromUtf8(element)).captured(1).toDouble();
    }
    ErrorSummary summary(ErrorMetric metric) const
    {
        const DType type = m_session->inputs()->problem.dtype;
        const ulpscope::Matrix &output = *m_session->output(Side::A);
        const Reference &reference = *m_session->reference();
        return summarise(errorMap(metric, type, output, reference), type, output, reference, metric);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_session->setRequest(Side::B, std::nullopt);
        m_session->setObservedTensor({});
        m_session->select({});
        m_view = std::make_unique<ErrorView>(*m_session);
        showAt(*m_view, {960, 640});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void factsAreTheSummary()
    {
        const ErrorSummary s = summary(ErrorMetric::Ulp);
        QCOMPARE(fact(QStringLiteral("max")),
                 QString::number(s.worst, 'f', 0).replace(QLatin1Char('-'), QChar(0x2212)));
        QCOMPARE(fact(QStringLiteral("rms")), QString::number(s.rms, 'g', 4));
        QCOMPARE(fact(QStringLiteral("bias")),
                 QString::number(s.bias, 'g', 4).replace(QLatin1Char('-'), QChar(0x2212)));
        QCOMPARE(fact(QStringLiteral("correctly rounded")),
                 QString::number(100 * s.bitEqualShare(), 'f', 1) + QStringLiteral(" %"));
        QVERIFY(!fact(QStringLiteral("float64 itself (ulp)")).isEmpty());
        choose(*m_view, QStringLiteral("metric"), QStringLiteral("absolute"));
        QCOMPARE(fact(QStringLiteral("rms")), QString::number(summary(ErrorMetric::Absolute).rms, 'g', 4)
                                                  .replace(QStringLiteral("e-05"), QStringLiteral("e−5")));
    }

    void histogramCountsEveryValue()
    {
        for (const char *metric : {"ulp", "absolute", "significant-bits"}) {
            const int index =
                m_view->findChild<QComboBox *>(QStringLiteral("error.metric"))->findData(QLatin1String(metric));
            if (index < 0)
                continue;
            choose(*m_view, QStringLiteral("metric"), QLatin1String(metric));
            const quint64 counted = std::accumulate(histogram().bins.begin(), histogram().bins.end(), quint64(0),
                                                    [](quint64 n, const HistogramBin &bin) { return n + bin.count; });
            QCOMPARE(counted, quint64(384 * 128));
        }
        choose(*m_view, QStringLiteral("metric"), QStringLiteral("ulp"));
        const auto &bins = histogram().bins;
        const std::size_t middle = bins.size() / 2;
        QCOMPARE(bins[middle].label, QStringLiteral("0"));
        for (std::size_t i = 1; i + 1 < bins.size(); ++i)
            QCOMPARE(bins[i].high, bins[i + 1].low);
        QVERIFY(std::isinf(bins.front().low) && std::isinf(bins.back().high));
    }

    void budgetOfACellAddsUpToItsError()
    {
        QVERIFY(!budget().cumulative); // no cell: the rows' rms
        select(*m_session, 299, -1, 41);
        QVERIFY(budget().cumulative);
        double sum = 0;
        for (const BudgetEntry &entry : budget().entries)
            sum += entry.value;
        QVERIFY(std::abs(sum - budget().total) < 1e-9);
        const double error = ulpError(m_session->inputs()->problem.dtype, m_session->output(Side::A)->at(299, 41),
                                      m_session->reference()->output[299 * 128 + 41]);
        QVERIFY(std::abs(budget().total - error) < 1e-6 * std::max(1.0, std::abs(error)));
        QVERIFY(budget().entries.back().finalRounding);
    }

    void clickSelectsTheCell()
    {
        QWidget *canvas = map().focusProxy();
        const QPoint pixel = pixelWhere(
            canvas, [this] { return m_session->hover().row >= 200 && m_session->hover().column >= 64; }, 16);
        QVERIFY(pixel.x() >= 0);
        const int row = m_session->hover().row, column = m_session->hover().column;
        QTest::mouseClick(canvas, Qt::LeftButton, {}, pixel);
        QCOMPARE(m_session->selection().row, row);
        QCOMPARE(m_session->selection().column, column);
        QCOMPARE(m_session->selection().key, -1);
        QTest::keyClick(canvas, Qt::Key_Up);
        QCOMPARE(m_session->selection().row, row - 1);
    }

    void aBarMarksItsCells()
    {
        auto *plot = m_view->findChild<HistogramPlot *>();
        HistogramState state = plot->state();
        std::size_t few = 0; // the bin with the fewest values that has any
        for (std::size_t i = 0; i < state.bins.size(); ++i) {
            if (state.bins[i].count > 0 && (state.bins[few].count == 0 || state.bins[i].count < state.bins[few].count))
                few = i;
        }
        state.selected = static_cast<int>(few);
        plot->setState(state);
        emit plot->clicked(state.selected);
        QVERIFY(state.bins[few].count <= 500);
        const auto &marked = map().state().marks.highlights;
        QCOMPARE(marked.size(), static_cast<std::size_t>(state.bins[few].count));
        for (const CellRect &cell : marked) {
            const float e = map().state().matrix->value(cell.row0, cell.col0);
            QVERIFY(e >= state.bins[few].low && (e < state.bins[few].high || std::isinf(state.bins[few].high)));
        }
    }

    void metricIsViewState()
    {
        choose(*m_view, QStringLiteral("metric"), QStringLiteral("relative"));
        QCOMPARE(m_session->viewState(QStringLiteral("error.metric")), QStringLiteral("relative"));
        m_session->setViewState(QStringLiteral("error.metric"), QStringLiteral("ulp"));
        settle(*m_session);
        QCOMPARE(chosen(*m_view, QStringLiteral("metric")), QStringLiteral("ulp"));
    }

    void difference()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        m_session->setShown(Shown::Difference);
        settle(*m_session);
        const BitDifference d =
            bitDifference(m_session->inputs()->problem.dtype, *m_session->output(Side::A), *m_session->output(Side::B));
        QVERIFY(d.mismatches > 0);
        QCOMPARE(fact(QStringLiteral("values that differ")), QString::number(d.mismatches));
        QCOMPARE(fact(QStringLiteral("farthest apart")), QString::number(d.maxUlp));
        QVERIFY(map().state().matrix->values == CellValues(d.ulps.data));
        const QAbstractItemModel &table = *m_view->table();
        QCOMPARE(std::abs(table.index(0, 4).data(Qt::EditRole).toDouble()), static_cast<double>(d.maxUlp));
        m_session->setShown(Shown::A);
        settle(*m_session);
        QVERIFY(!fact(QStringLiteral("bit-equal to B")).isEmpty());
    }

    void tableBeginsWithTheWorst()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const ErrorSummary s = summary(ErrorMetric::Ulp);
        const QAbstractItemModel &table = *m_view->table();
        QCOMPARE(table.rowCount(), 200);
        QCOMPARE(table.index(0, 0).data().toInt(), s.worstRow);
        QCOMPARE(table.index(0, 1).data().toInt(), s.worstCol);
        QCOMPARE(table.index(0, 4).data(Qt::EditRole).toFloat(), static_cast<float>(s.worst));
        QCOMPARE(table.index(0, 2).data(Qt::EditRole).toFloat(),
                 m_session->output(Side::A)->at(s.worstRow, s.worstCol));
        choose(*m_view, QStringLiteral("metric"), QStringLiteral("absolute"));
        QCOMPARE(table.index(0, 0).data().toInt(), summary(ErrorMetric::Absolute).worstRow);
    }

    void saysOfWhichHead()
    {
        const auto labels = m_view->findChildren<ElidedLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const ElidedLabel *label) {
            return label->text().startsWith(QStringLiteral("head 0"));
        }));
    }

    void whatIsNotAllIsNever100()
    {
        QCOMPARE(percentOf(12288, 12288), QStringLiteral("100.0"));
        QCOMPARE(percentOf(12287, 12288), QStringLiteral("99.99"));
        QCOMPARE(percentOf(999999, 1000000), QStringLiteral("99.9999"));
        QCOMPARE(percentOf(1, 1000000), QStringLiteral("0.0001"));
        QCOMPARE(percentOf(0, 12288), QStringLiteral("0.0"));
        QCOMPARE(percentOf(1, 2), QStringLiteral("50.0"));
    }

    void figuresHoldTheWholeBudget()
    {
        const std::unique_ptr<FigureSource> figure = m_view->figure();
        QVERIFY(figure);
        for (const FigurePreset &preset : figurePresets()) {
            FigureOptions options = optionsFor(preset, FigureFormat::Svg);
            options.textAsPaths = false;
            const Result<QByteArray> svg = renderFigure(*figure, options);
            QVERIFY(svg.ok());
            const std::optional<double> last = baselineOf(svg.value(), QStringLiteral("total"));
            QVERIFY2(last, qPrintable(preset.id));
            QVERIFY2(*last < options.height, qPrintable(preset.id));
        }
    }

    void smallPanesKeepTheMap()
    {
        m_view->resize(340, 240);
        QCoreApplication::processEvents();
        QVERIFY(map().isVisible());
        QVERIFY(!m_view->findChild<HistogramPlot *>()->isVisible());
        m_view->resize(960, 640);
        QCoreApplication::processEvents();
        QVERIFY(m_view->findChild<HistogramPlot *>()->isVisible());
        QVERIFY(m_view->findChild<BudgetBars *>()->isVisible());
        QVERIFY(m_view->findChild<HistogramPlot *>()->height() >= 100);
    }

    void saysWhatIsMissing()
    {
        Session empty(sharedCatalog());
        ErrorView view(empty);
        QVERIFY(!absence(view).isEmpty());
        QVERIFY(!view.figure());
    }
};

QTEST_MAIN(ErrorViewTest)
#include "tst_error_view.moc"
