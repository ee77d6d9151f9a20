// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/running_view.h"

#include <QAbstractItemModelTester>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class RunningViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<RunningView> m_view;

    const LineStepState &plot() const { return m_view->findChild<LineStepPlot *>()->state(); }
    const std::vector<RowTileTrace> &tiles() const { return m_session->rowTrace(Side::A)->splits.front().tiles; }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<RunningView>(*m_session);
        showAt(*m_view, {640, 480});
        select(*m_session, 299, -1, -1);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void linesAreTheRowsValues()
    {
        QCOMPARE(plot().panels.size(), std::size_t(3));
        const LineStepSeries &m = plot().panels[0].series[0], &l = plot().panels[1].series[0],
                             &tileSum = plot().panels[1].series[1];
        QCOMPARE(m.values.size(), static_cast<qsizetype>(tiles().size()));
        for (std::size_t i = 0; i < tiles().size(); ++i) {
            const int at = static_cast<int>(i);
            QCOMPARE(plot().categories[at], QString::number(tiles()[i].nBlock));
            if (std::isfinite(tiles()[i].runMax))
                QCOMPARE(static_cast<float>(m.values[at]), tiles()[i].runMax);
            else
                QVERIFY(std::isnan(m.values[at]));
            QCOMPARE(static_cast<float>(l.values[at]), tiles()[i].runSum);
            QCOMPARE(static_cast<float>(tileSum.values[at]), tiles()[i].tileSum);
        }
        QCOMPARE(static_cast<float>(*l.finalValue), m_session->rowTrace(Side::A)->splits.front().rowSum);
    }

    void followsTheStepAndLeadsIt()
    {
        m_session->setStep(m_session->headSteps().begin + 1);
        QCOMPARE(plot().current, -1);
        QWidget *canvas = m_view->findChild<LineStepPlot *>()->focusProxy();
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(plot().current, 0);
        QTest::keyClick(canvas, Qt::Key_Right);
        const PlannedStep done = m_session->schedule(Side::A)->step(m_session->step() - 1);
        QCOMPARE(done.kind, StepKind::OutputGemm);
        QCOMPARE(done.nBlock, tiles()[1].nBlock);
        m_session->setStep(m_session->step() - 1); // in the middle of the tile
        QCOMPARE(plot().current, 0);
    }

    void hoverIsShared()
    {
        QWidget *canvas = m_view->findChild<LineStepPlot *>()->focusProxy();
        QVERIFY(pixelWhere(
                    canvas, [this] { return m_session->hover().nBlock == tiles()[2].nBlock; }, 6)
                    .x() >= 0);
        QCOMPARE(m_session->hover().mBlock, 2);
    }

    void scaleIsViewState()
    {
        m_view->cycleScale();
        settle(*m_session);
        QCOMPARE(m_session->viewState(QStringLiteral("running.scale")), QStringLiteral("symlog"));
        QCOMPARE(plot().panels[0].scale, ScaleKind::Symlog);
        m_session->setViewState(QStringLiteral("running.scale"), QStringLiteral("linear"));
        settle(*m_session);
        QCOMPARE(plot().panels[0].scale, ScaleKind::Linear);
    }

    void difference()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        m_session->setShown(Shown::Difference);
        settle(*m_session);
        QCOMPARE(absence(*m_view), QString());
        const auto &b = m_session->rowTrace(Side::B)->splits.front().tiles;
        for (std::size_t i = 0; i < tiles().size(); ++i) {
            const auto distance = static_cast<std::int64_t>(floatBits(tiles()[i].runSum)) -
                                  static_cast<std::int64_t>(floatBits(b[i].runSum));
            QCOMPARE(plot().panels[1].series[0].values[static_cast<int>(i)],
                     static_cast<double>(distance)); // sums are positive
        }
        m_session->setRequest(Side::B, requestFor("cudnn", "h200"));
        settle(*m_session);
        QVERIFY(!absence(*m_view).isEmpty());
    }

    void tableIsASoundModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(tiles().size()));
        QCOMPARE(m_view->table()->index(1, 6).data(Qt::EditRole).toFloat(), tiles()[1].runSum);
        select(*m_session, 3, -1, -1);
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(tiles().size()));
    }

    void saysWhatIsMissing()
    {
        select(*m_session, -1, -1, -1);
        QVERIFY(absence(*m_view).contains(QStringLiteral("Select a query row")));
        QVERIFY(!m_view->figure());
    }
};

QTEST_MAIN(RunningViewTest)
#include "tst_running_view.moc"
