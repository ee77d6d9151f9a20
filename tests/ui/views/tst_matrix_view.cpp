// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/ulp.h"
#include "ui/plot/heatmap_view.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/matrix_view.h"
#include "ui/views/view_header.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class MatrixViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MatrixView> m_view;

    QVariant value(int row, int col) const { return m_view->table()->index(row, col).data(Qt::EditRole); }
    QString text(int row, int col) const { return m_view->table()->index(row, col).data().toString(); }
    QString subtitle() const
    {
        const auto labels = m_view->findChildren<ElidedLabel *>();
        return labels.isEmpty() ? QString() : labels.first()->text();
    }
    QWidget *canvas() const { return m_view->findChild<HeatmapView *>()->focusProxy(); }
    void show(const char *quantity)
    {
        m_session->setViewState(QStringLiteral("matrix.quantity"), QLatin1String(quantity));
        settle(*m_session);
    }
    int valuesShown() const
    {
        int count = 0;
        for (int row = 0; row < m_view->table()->rowCount(); ++row)
            for (int col = 0; col < m_view->table()->columnCount(); ++col)
                count += value(row, col).isValid();
        return count;
    }
    /// Position after the first step of this kind in the selected head.
    quint64 after(StepKind kind) const
    {
        quint64 step = m_session->headSteps().begin;
        while (m_session->schedule(Side::A)->step(step).kind != kind)
            ++step;
        return step + 1;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_session->setStep(m_session->stepCount());
        m_view = std::make_unique<MatrixView>(*m_session);
        showAt(*m_view, {640, 520});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void showsTheTrace()
    {
        const HeadTrace &trace = *m_session->trace(Side::A);
        QCOMPARE(m_view->table()->rowCount(), 384);
        QCOMPARE(m_view->table()->columnCount(), 384);
        for (int row : {0, 17, 200, 383}) {
            for (int col : {0, 17, 150, 200, 383}) {
                if (col > row) {
                    QVERIFY(!value(row, col).isValid());
                    QCOMPARE(text(row, col), QStringLiteral("masked"));
                } else {
                    QCOMPARE(value(row, col).toFloat(), trace.scores.at(row, col));
                }
            }
        }
        show("probs");
        QCOMPARE(value(383, 5).toFloat(), trace.probs.at(383, 5));
        show("output");
        QCOMPARE(m_view->table()->columnCount(), 128);
        QCOMPARE(value(299, 41).toFloat(), trace.output.at(299, 41));
        show("reference");
        QCOMPARE(value(299, 41).toFloat(), static_cast<float>(m_session->reference()->output[299 * 128 + 41]));
    }

    void showsTheErrorInEachMetric()
    {
        show("error");
        const DType type = m_session->inputs()->problem.dtype;
        for (ErrorMetric metric : kErrorMetrics) {
            const std::string_view name = errorMetricName(metric);
            choose(*m_view, QStringLiteral("metric"), QString::fromLatin1(name.data(), static_cast<int>(name.size())));
            const ulpscope::Matrix expected =
                errorMap(metric, type, *m_session->output(Side::A), *m_session->reference());
            for (int row : {0, 123, 383})
                QCOMPARE(value(row, 77).toFloat(), expected.at(row, 77));
        }
    }

    void fillsStepByStep()
    {
        const quint64 begin = m_session->headSteps().begin;
        m_session->setStep(begin + 1);
        settle(*m_session);
        QCOMPARE(valuesShown(), 0);
        QCOMPARE(text(383, 0), QStringLiteral("·"));
        QCOMPARE(text(0, 383), QStringLiteral("masked"));

        const quint64 scored = after(StepKind::ScoreGemm);
        m_session->setStep(scored);
        settle(*m_session);
        const PlannedStep step = m_session->schedule(Side::A)->step(scored - 1);
        const WorkTile tile = m_session->schedule(Side::A)->workTile(step.workTile);
        const KeyRange keys = m_session->schedule(Side::A)->keysOf(tile, step.nBlock);
        int expected = 0;
        for (int row = tile.rowBegin; row < tile.rowEnd; ++row)
            expected += std::clamp(row + 1 - keys.begin, 0, keys.end - keys.begin);
        QCOMPARE(valuesShown(), expected);
        QCOMPARE(value(tile.rowEnd - 1, keys.begin).toFloat(),
                 m_session->trace(Side::A)->scores.at(tile.rowEnd - 1, keys.begin));

        m_session->setStep(scored - 1);
        settle(*m_session);
        QCOMPARE(valuesShown(), 0);
        show("probs"); // formed later than S
        m_session->setStep(scored);
        settle(*m_session);
        QCOMPARE(valuesShown(), 0);
        m_session->setStep(after(StepKind::Exp2));
        settle(*m_session);
        QCOMPARE(valuesShown(), expected);
    }

    void outputShowsTheAccumulator()
    {
        show("output");
        const quint64 position = after(StepKind::OutputGemm);
        m_session->setStep(position);
        settle(*m_session);
        const std::shared_ptr<const StepState> state = m_session->stepState(Side::A);
        QCOMPARE(state->position, position);
        QCOMPARE(value(state->tile.rowBegin + 3, 9).toFloat(), state->accO.at(3, 9));
        QVERIFY(!value(state->tile.rowEnd == 384 ? 0 : 383, 9).isValid());
    }

    void bIsShownAtTheCorrespondingStep()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        settle(*m_session);
        m_view->setShown(Shown::B);
        m_session->setStep(m_session->headSteps().begin + 1);
        settle(*m_session);
        QCOMPARE(valuesShown(), 0);
        const quint64 scored = after(StepKind::ScoreGemm);
        m_session->setStep(scored);
        settle(*m_session);
        const int ofB = valuesShown();
        QVERIFY(ofB > 0);
        m_view->setShown(Shown::A);
        settle(*m_session);
        QCOMPARE(valuesShown(), ofB); // same tiles: blinking compares the same step
        m_view->setShown(Shown::Difference);
        settle(*m_session);
        QCOMPARE(valuesShown(), ofB);

        show("output");
        const quint64 position = after(StepKind::OutputGemm);
        m_session->setStep(position);
        m_view->setShown(Shown::B);
        settle(*m_session);
        const std::shared_ptr<const StepState> state = m_session->stepState(Side::B);
        QCOMPARE(value(state->tile.rowBegin + 3, 9).toFloat(), state->accO.at(3, 9));
    }

    void headerSaysWhichMomentIsShown()
    {
        show("output");
        const quint64 position = after(StepKind::OutputGemm);
        m_session->setStep(position);
        settle(*m_session);
        QVERIFY2(subtitle().startsWith(QStringLiteral("accumulator after step %1").arg(position)),
                 qPrintable(subtitle()));
        const auto *map = m_view->findChild<HeatmapView *>();
        QVERIFY(map->state().quantity.contains(QStringLiteral("accumulator")));
        const std::vector<float> &acc = m_session->stepState(Side::A)->accO.data;
        QVERIFY(map->scale().max >= static_cast<double>(*std::max_element(acc.begin(), acc.end())));
        m_session->setStep(m_session->stepCount());
        settle(*m_session);
        QVERIFY2(!subtitle().contains(QStringLiteral("accumulator")), qPrintable(subtitle()));
        QCOMPARE(map->state().quantity, QStringLiteral("output"));
        m_view->setShown(Shown::B); // the recorded output: no steps
        m_session->setStep(position);
        settle(*m_session);
        QVERIFY2(subtitle().startsWith(QStringLiteral("final")), qPrintable(subtitle()));
        show("reference");
        QVERIFY2(subtitle().startsWith(QStringLiteral("final")), qPrintable(subtitle()));
    }

    void aNarrowHeaderKeepsTheQuantity()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        for (int width : {640, 300, 240, 180}) {
            m_view->resize(width, 300);
            settle(*m_session);
            const auto *box = m_view->findChild<QComboBox *>(QStringLiteral("matrix.quantity"));
            QVERIFY2(box->isVisible(), qPrintable(QString::number(width)));
            QVERIFY(box->geometry().right() <= m_view->width());
        }
    }

    void thePictureComesBeforeTheButtons()
    {
        m_view->setFocus(Qt::TabFocusReason);
        QVERIFY(canvas()->hasFocus());
        const QWidget *next = canvas();
        do
            next = next->nextInFocusChain();
        while (!(next->focusPolicy() & Qt::TabFocus) || next->focusProxy());
        QCOMPARE(next->objectName(), QStringLiteral("matrix.quantity"));
        for (const char *name : {"viewCopy", "viewMenu"})
            QCOMPARE(m_view->findChild<QToolButton *>(QLatin1String(name))->focusPolicy(), Qt::TabFocus);
    }

    void clickSelectsAndHoverDoesNot()
    {
        const QPoint pixel = pixelWhere(
            canvas(), [this] { return m_session->hover().row >= 200 && m_session->hover().key >= 100; }, 16);
        QVERIFY(pixel.x() >= 0);
        const int row = m_session->hover().row, key = m_session->hover().key;
        select(*m_session, -1, -1, -1);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, pixel);
        QCOMPARE(m_session->selection().row, row);
        QCOMPARE(m_session->selection().key, key);
        QCOMPARE(m_session->selection().column, -1);
        QTest::mouseMove(canvas(), {1, 1});
        QCOMPARE(m_session->hover(), Hover());
        QCOMPARE(m_session->selection().row, row);
    }

    void ctrlClickPins()
    {
        QSignalSpy pins(m_view.get(), &View::pinRequested);
        const QPoint pixel = pixelWhere(
            canvas(), [this] { return m_session->hover().row > 100; }, 16);
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ControlModifier, pixel);
        QCOMPARE(pins.size(), 1);
        QVERIFY(m_session->selection().row > 100);
    }

    void arrowsMoveTheSelection()
    {
        select(*m_session, 300, 40, -1);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_session->selection().row, 301);
        QCOMPARE(m_session->selection().key, 57);
        const quint64 step = m_session->step();
        QTest::keyClick(canvas(), Qt::Key_Left, Qt::ControlModifier); // steps belong to the window
        QCOMPARE(m_session->selection().key, 57);
        QCOMPARE(m_session->step(), step);
    }

    void choicesAreViewState()
    {
        choose(*m_view, QStringLiteral("quantity"), QStringLiteral("probs"));
        QCOMPARE(m_session->viewState(QStringLiteral("matrix.quantity")), QStringLiteral("probs"));
        m_session->setViewState(QStringLiteral("matrix.quantity"), QStringLiteral("error"));
        m_session->setViewState(QStringLiteral("matrix.metric"), QStringLiteral("relative"));
        settle(*m_session);
        QCOMPARE(chosen(*m_view, QStringLiteral("quantity")), QStringLiteral("error"));
        QCOMPARE(chosen(*m_view, QStringLiteral("metric")), QStringLiteral("relative"));
        QCOMPARE(m_view->quantity(), MatrixQuantity::Error);
        // Another view on the same session begins with it; words of another release do no harm.
        MatrixView second(*m_session);
        QCOMPARE(second.quantity(), MatrixQuantity::Error);
        m_session->setViewState(QStringLiteral("matrix.quantity"), QStringLiteral("something new"));
        QCOMPARE(second.quantity(), MatrixQuantity::Scores);
    }

    void difference()
    {
        m_view->setShown(Shown::Difference);
        settle(*m_session);
        if (!m_session->spec(Side::B))
            QVERIFY(!absence(*m_view).isEmpty());
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        settle(*m_session);
        QCOMPARE(absence(*m_view), QString());
        const FormatGrid grid(DType::F32);
        const ulpscope::Matrix &a = m_session->trace(Side::A)->scores, &b = m_session->trace(Side::B)->scores;
        int differing = 0;
        for (int row : {70, 200, 383}) {
            for (int col = 0; col < 65; ++col) {
                QCOMPARE(value(row, col).toDouble(),
                         static_cast<double>(grid.ordinal(a.at(row, col)) - grid.ordinal(b.at(row, col))));
                differing += a.at(row, col) != b.at(row, col);
            }
        }
        QVERIFY(differing > 0);
        m_view->setShown(Shown::B);
        settle(*m_session);
        QCOMPARE(value(383, 5).toFloat(), b.at(383, 5));
    }

    void panesShareZoomAndColours()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        MatrixView a(*m_session, nullptr, QStringLiteral("matrix.a"), MatrixQuantity::Output);
        MatrixView b(*m_session, nullptr, QStringLiteral("matrix.b"), MatrixQuantity::Output);
        b.setShown(Shown::B);
        showAt(a, {500, 400});
        showAt(b, {500, 400});
        settle(*m_session);
        auto *mapA = a.findChild<HeatmapView *>(), *mapB = b.findChild<HeatmapView *>();
        QCOMPARE(mapB->scale(), mapA->scale());

        QWidget *plot = mapA->focusProxy();
        const QPointF center(plot->width() / 2.0, plot->height() / 2.0);
        QWheelEvent wheel(center, plot->mapToGlobal(center), {}, {0, 360}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot, &wheel);
        QVERIFY(mapA->window().row1 - mapA->window().row0 < 300);
        QVERIFY(std::abs(mapB->window().row0 - mapA->window().row0) < 1e-6);
        QVERIFY(std::abs(mapB->window().col1 - mapA->window().col1) < 1e-6);
        mapB->home();
        QCOMPARE(mapA->window(), mapB->window());

        ColorScaleSpec fixed = mapA->scale();
        fixed.min = -1;
        fixed.max = 1;
        mapA->setAutoRange(false);
        mapA->setScale(fixed);
        QCOMPARE(mapB->scale(), fixed);
        QVERIFY(!mapB->autoRange());
        // A new view brings back what was set.
        MatrixView again(*m_session, nullptr, QStringLiteral("matrix.c"), MatrixQuantity::Output);
        settle(*m_session);
        QCOMPARE(again.findChild<HeatmapView *>()->scale(), fixed);
    }

    void coloursStayWhileTheMapFills()
    {
        auto *map = m_view->findChild<HeatmapView *>();
        const ColorScaleSpec whole = map->scale();
        m_session->setStep(after(StepKind::ScoreGemm));
        settle(*m_session);
        QCOMPARE(map->scale(), whole);
        const auto &scores = m_session->trace(Side::A)->scores.data;
        float largest = 0;
        for (float x : scores)
            largest = std::isfinite(x) ? std::max(largest, x) : largest;
        QCOMPARE(static_cast<float>(whole.max), largest);
    }

    void tableIsASoundModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_session->setStep(after(StepKind::ScoreGemm));
        settle(*m_session);
        show("output");
        show("scores");
    }

    void figureIsReproducible()
    {
        QVERIFY(m_view->hasFigure());
        QVERIFY(m_view->figure()->figureDescription().contains(QStringLiteral("384 rows by 384 columns")));
    }

    void saysWhatIsMissing()
    {
        Session empty(sharedCatalog());
        MatrixView view(empty);
        QVERIFY(!absence(view).isEmpty());
        QVERIFY(!view.hasFigure());
        QCOMPARE(view.table()->rowCount(), 0);
    }
};

QTEST_MAIN(MatrixViewTest)
#include "tst_matrix_view.moc"
