// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule/split_rules.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/sweep_view.h"

#include <QAbstractItemModelTester>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class SweepViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<SweepView> m_view;

    SweepCanvas *canvas() const { return m_view->findChild<SweepCanvas *>(); }
    const SweepState &state() const { return canvas()->state(); }
    int rowOf(const std::string &device, const std::string &rule) const
    {
        for (int row = 0; row < state().rows(); ++row) {
            if (state().line(row).device == device && state().line(row).rule == rule)
                return row;
        }
        return -1;
    }

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, Theme::dark());
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<SweepView>(*m_session);
        QVERIFY(!m_session->sweep()); // nobody has asked
        showAt(*m_view, {1000, 480});
        settle(*m_session);
        QVERIFY(m_session->sweep());
    }
    void cleanupTestCase()
    {
        m_view.reset();
        m_session.reset();
    }

    void splitsFollowTheRuleAndFixedSplitsDoNot()
    {
        // 2 heads, 6 query blocks of 64, 3 key blocks of 128: 12 work tiles a request against 264 slots.
        const SweepLine &own = state().line(rowOf("h200", "fa2"));
        QCOMPARE(own.points.size(), std::size_t{64});
        for (const SweepPoint &point : own.points)
            QCOMPARE(point.spec.numSplits, fa2NumSplits(12 * point.batch, 3, 132));
        QCOMPARE(own.points.front().spec.numSplits, 3); // as recorded in o_batch1
        QCOMPARE(own.points.back().spec.numSplits, 1);
        QVERIFY(own.patterns().size() > 1);
        for (const char *fixed : {"count:4", "size:512"})
            QCOMPARE(state().line(rowOf("h200", fixed)).patterns().size(), std::size_t{1});
    }

    void theRecordedOutputsAreAmongThePatterns()
    {
        // The recorded o_batch1 and o_batch256 differ; so must one request in three splits and in one.
        const SweepLine &own = state().line(rowOf("h200", "fa2"));
        QVERIFY(own.points.front().pattern != own.points.back().pattern);
        // Same tensor-core arithmetic, same split count: the same bits on an H200 and a B200. Another on an A100.
        QCOMPARE(state().line(rowOf("b200", "fa2")).points.back().pattern, own.points.back().pattern);
        QVERIFY(state().line(rowOf("a100", "fa2")).points.back().pattern != own.points.back().pattern);
        QCOMPARE(rowOf("v100", "fa2"), -1); // the kernel is not made for it
    }

    void aClickMakesItRunA()
    {
        const int row = rowOf("a100", "fa2");
        const QRectF box = SweepLayout(state(), canvas()->rect(), currentTheme()).box(state(), row, 1, 1);
        const auto lines = m_session->sweep();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, box.center().toPoint());
        settle(*m_session);
        QCOMPARE(m_session->document().a.device, std::string("a100"));
        QCOMPARE(m_session->document().a.batch, 2);
        QCOMPARE(m_session->sweep(), lines); // a point of the same sweep
        QCOMPARE(state().chosenRow, row);
        QCOMPARE(state().chosenBatch, 2);
    }

    void anotherRecipeIsAnotherSweep()
    {
        const auto lines = m_session->sweep();
        RunRequest a = m_session->document().a;
        a.set.emplace_back("keyOrder", "ascending");
        m_session->setRequest(Side::A, a);
        settle(*m_session);
        QVERIFY(m_session->sweep() && m_session->sweep() != lines);
    }

    void keysAndTableReadTheSame()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Right);
        const QAbstractItemModel &table = *m_view->table();
        const int row = 64 + 1; // second line, second batch
        QVERIFY2(
            canvas()->readout().contains(QStringLiteral("batch 2 on %1").arg(table.index(row, 0).data().toString())),
            qPrintable(canvas()->readout()));
        QVERIFY(canvas()->readout().contains(
            QStringLiteral("%1 splits, output bits %2")
                .arg(table.index(row, 3).data().toString(), table.index(row, 4).data().toString())));
    }
};

QTEST_MAIN(SweepViewTest)
#include "tst_sweep_view.moc"
