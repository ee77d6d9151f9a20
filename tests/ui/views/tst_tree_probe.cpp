// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tree_fixture.h"
#include "ui/theme/application_style.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QImage>
#include <QToolButton>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeProbeTest : public QObject, protected TreeFixture {
    Q_OBJECT

private:
    QToolButton *button() const { return m_view->findChild<QToolButton *>(QStringLiteral("tree.probe.button")); }
    QString strip() const { return m_view->findChild<TreeProbeStrip *>()->text(); }
    void click()
    {
        QTest::mouseClick(button(), Qt::LeftButton);
        settle(*m_session);
    }
    int marked(NodeMatch mark) const
    {
        return static_cast<int>(std::count(scene().probe->nodes.begin(), scene().probe->nodes.end(), mark));
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init() { openTree({1100, 560}, -1); }
    void cleanup() { closeTree(); }

    void theRowSumIsAsDeclared()
    {
        QVERIFY(button() && button()->isVisible() && !scene().probe);
        QVERIFY(!m_view->findChild<TreeProbeStrip *>()->isVisible());
        const QImage before = m_view->grab().toImage();
        click();
        QVERIFY(scene().probe && !scene().probe->differs);
        QVERIFY(button()->isChecked());
        QCOMPARE(marked(NodeMatch::Differs), 0);
        for (std::size_t i = 0; i < scene().tree->tree.nodes.size(); ++i) {
            if (const NodeOp op = scene().tree->tree.nodes[i].op; op == NodeOp::Leaf || op == NodeOp::Add)
                QCOMPARE(scene().probe->nodes[i], NodeMatch::Matched);
        }
        QCOMPARE(std::count(scene().marks.begin(), scene().marks.end(), NodeMatch::Matched),
                 static_cast<std::ptrdiff_t>(scene().collapsed.boxes.size()));
        const MeasuredSum &measured = scene().probe->answer->measured;
        QCOMPARE(measured.shape.leafCount(), 300); // row 299, causal
        QVERIFY2(strip().contains(QStringLiteral("the measured tree is the declared one")), qPrintable(strip()));
        QVERIFY2(strip().contains(QStringLiteral("the CPU engine")), qPrintable(strip()));
        QVERIFY2(strip().contains(QStringLiteral("measured otherwise: 0")), qPrintable(strip()));
        QVERIFY(m_view->findChild<TreeProbeStrip *>()->isVisible());
        QVERIFY(scene().describe(0).contains(QStringLiteral("measured: the same sum")));
        QVERIFY(
            m_view->figure()->figureDescription().contains(QStringLiteral("the measured tree is the declared one")));
        QVERIFY(m_view->grab().toImage() != before);
        // A view of the same session that nobody looks at shows what was measured, and does not measure.
        TreeView second(*m_session);
        QVERIFY(second.findChild<TreeCanvas *>(QStringLiteral("tree.first"))->scene().probe);
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_view->table()->index(0, 6).data().toString(), QStringLiteral("measured: the same sum"));
        click(); // away again
        QVERIFY(!scene().probe && !button()->isChecked());
        QCOMPARE(m_view->table()->columnCount(), 6);
        QCOMPARE(strip(), QString());
    }

    /// A session may ask for the probe of a sum that has none.
    void dqSaysThatItIsNotMeasured()
    {
        set("probe", "on");
        set("kind", "dq");
        const QString sentence = QStringLiteral(
            "A probe measures sums of the forward pass, and dQ is none: choose another sum to measure it");
        QVERIFY(!scene().probe && scene().tree);
        QCOMPARE(strip(), sentence);
        QVERIFY(m_view->figure()->figureDescription().endsWith(sentence));
        QCOMPARE(m_session->viewState(QStringLiteral("tree.probe")), QStringLiteral("on"));
        set("kind", "row-sum");
        QVERIFY(scene().probe && strip() != sentence);
    }

    /// An H200's tensor cores add 16 products at once, an A100's 8: what B declares is not what A does.
    void anotherDevicesTreeIsToldApart()
    {
        choose(*m_view, QStringLiteral("kind"), QStringLiteral("output"));
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        settle(*m_session);
        click();
        QVERIFY(scene().probe && !scene().probe->differs);
        QCOMPARE(marked(NodeMatch::Differs), 0);
        choose(*m_view, QStringLiteral("declared"), QStringLiteral("b"));
        settle(*m_session);
        QVERIFY(scene().probe && scene().probe->differs);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.declared")), QStringLiteral("b"));
        QCOMPARE(scene().probe->answer->question.spec, m_session->spec(Side::A));
        const float declared = m_session->rowTrace(Side::B)->splits.front().accO[41];
        QCOMPARE(static_cast<float>(scene().tree->value.back()), declared); // B's tree is drawn
        QVERIFY(marked(NodeMatch::Differs) > 0);
        QVERIFY(std::count(scene().marks.begin(), scene().marks.end(), NodeMatch::Differs) > 0);
        // Tile 4 comes first, of keys 256 to 299.
        QVERIFY2(
            strip().contains(QStringLiteral("declared: keys 256..263 are added on their own; measured: the smallest "
                                            "sum that holds them is of keys 256..271")),
            qPrintable(strip()));
        QVERIFY(m_view->figure()->figureDescription().contains(QStringLiteral("the measured tree is another one")));
        QVERIFY2(strip().startsWith(QStringLiteral("Measured: A, declared: B. ")), qPrintable(strip()));
        QVERIFY(m_view->figure()->figureDescription().contains(QStringLiteral("Measured: A, declared: B. ")));
        choose(*m_view, QStringLiteral("declared"), QString());
        settle(*m_session);
        QVERIFY(scene().probe && !scene().probe->differs);
        QVERIFY2(!strip().contains(QStringLiteral("declared: B")), qPrintable(strip()));
        m_session->setShown(Shown::Difference);
        settle(*m_session);
        QVERIFY(!scene().probe && !button()->isEnabled());
    }

    void anOrderThatNobodyAddsInIsDeclared()
    {
        click();
        choose(*m_view, QStringLiteral("order"), QStringLiteral("sequential"));
        settle(*m_session);
        QVERIFY(scene().probe && scene().probe->differs);
        QVERIFY2(strip().contains(QStringLiteral("the measured tree is another one")), qPrintable(strip()));
    }

    void anotherRunIsMeasuredAnew()
    {
        click();
        const auto answer = scene().probe->answer;
        m_session->setRequest(Side::A, requestFor("textbook", "h200"));
        settle(*m_session);
        QVERIFY(scene().probe && scene().probe->answer != answer);
        QCOMPARE(scene().probe->answer->question.spec, m_session->spec(Side::A));
        QVERIFY(!scene().probe->differs);
        select(*m_session, 17, -1, 41);
        QCOMPARE(scene().probe->answer->measured.shape.leafCount(), 18);
    }

    void whatRunsCanBeStopped()
    {
        select(*m_session, 383, -1, 41); // the longest row
        choose(*m_view, QStringLiteral("kind"), QStringLiteral("output"));
        QTest::keyClick(m_view.get(), Qt::Key_P);
        QTRY_VERIFY(m_session->isProbing());
        m_session->cancel(); // the status line's button
        QVERIFY(!m_session->isProbing());
        settle(*m_session);
        QVERIFY(!button()->isChecked() && !scene().probe);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.probe")), QString());
        QTest::mouseClick(button(), Qt::LeftButton);
        QTRY_VERIFY(m_session->isProbing());
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(!m_session->isProbing());
        QTest::mouseClick(button(), Qt::LeftButton);
        QTRY_VERIFY(m_session->isProbing());
        QTest::qWait(20);
        m_view.reset();
        QElapsedTimer clock;
        clock.start();
        m_session.reset(); // waits for what computes
        QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
    }
};

QTEST_MAIN(TreeProbeTest)
#include "tst_tree_probe.moc"
