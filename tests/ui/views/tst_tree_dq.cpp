// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tree view on dQ, which has key tiles of its own and no steps.
#include "engine/analysis/dq_tree.h"
#include "engine/session/gradient.h"
#include "ui/support/tree_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/chosen_sum.h"
#include "ui/views/view_header.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QUndoStack>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeDqTest : public QObject, protected TreeFixture {
    Q_OBJECT

private:
    int boxOfTile(int tile) const
    {
        for (int box = 0; box <= scene().root(); ++box) {
            if (scene().node(box).keyTile == tile)
                return box;
        }
        return -1;
    }
    QString arrival() const { return m_session->viewState(QStringLiteral("tree.arrival")); }
    DqRow rowOf(const std::vector<int> &arrival) const
    {
        const std::vector<float> dO = gradientRow(*m_session->inputs(), m_session->document(), 0, 0, 299).value();
        return dqOfRow(*m_session->spec(Side::A), m_session->inputs()->inputs, *m_session->rowTrace(Side::A), dO,
                       {1, arrival})
            .value();
    }
    static void sendMove(QWidget *widget, const QPoint &at, Qt::MouseButton held)
    {
        QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, held, {});
        QApplication::sendEvent(widget, &move);
    }
    QComboBox *kinds() const { return m_view->findChild<QComboBox *>(QStringLiteral("tree.kind")); }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        openTree({720, 520}, 250);
        set("kind", "dq");
    }
    void cleanup() { closeTree(); }

    /// Three key tiles of 128 keys in ascending order, where the forward pass has five of 64.
    void endsInTheBitsOfTheGradient()
    {
        QCOMPARE(scene().kind, SumKind::Dq);
        QCOMPARE(kinds()->currentData().toString(), QStringLiteral("dq"));
        const std::shared_ptr<const LoadedInputs> loaded = m_session->inputs();
        const std::vector<float> dO = gradientRow(*loaded, m_session->document(), 0, 0, 299).value();
        const DqRow dq = dqOfRow(*m_session->spec(Side::A), loaded->inputs, *m_session->rowTrace(Side::A), dO).value();
        QCOMPARE(dq.tiles.size(), std::size_t(3));
        QCOMPARE(static_cast<float>(scene().tree->value.back()), dq.scaled[41]);
        QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(300));
        const QString subtitle = m_view->findChildren<ElidedLabel *>().first()->text();
        QVERIFY2(subtitle.startsWith(QStringLiteral("dQ[299, 41]")) &&
                     subtitle.contains(QStringLiteral("gradient of the output: generated: standard normal, seed 0")),
                 qPrintable(subtitle));
    }

    /// What arrives are the contributions of the key tiles, before the scale; the forward's splits are none of them.
    void arrivesByKeyTile()
    {
        const ArrivingNumbers numbers = ChosenSum().numbers(*m_session, Shown::A, Side::A, QStringLiteral("tree"));
        QCOMPARE(numbers.names, (QStringList{QStringLiteral("key tile 0"), QStringLiteral("key tile 1"),
                                             QStringLiteral("key tile 2")}));
        const std::vector<float> dO = gradientRow(*m_session->inputs(), m_session->document(), 0, 0, 299).value();
        const DqRow dq =
            dqOfRow(*m_session->spec(Side::A), m_session->inputs()->inputs, *m_session->rowTrace(Side::A), dO).value();
        for (std::size_t tile = 0; tile < 3; ++tile)
            QCOMPARE(numbers.terms.values[tile], static_cast<double>(dq.tiles[tile].contribution[41]));
    }

    /// A dropped tile arrives earlier: another sum of the same run, for all columns, with undo.
    void aDroppedTileArrivesEarlier()
    {
        m_view->resize(1200, 700);
        set("level", "mma-group:tiles");
        QVERIFY(boxOfTile(0) >= 0 && boxOfTile(2) >= 0);
        const float ascending = static_cast<float>(scene().tree->value.back());
        m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger();
        const QPoint from = canvas()->placeOf(boxOfTile(2)).toPoint(), to = canvas()->placeOf(boxOfTile(0)).toPoint();
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        sendMove(canvas(), (from + to) / 2, Qt::LeftButton);
        sendMove(canvas(), to, Qt::LeftButton);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        settle(*m_session);
        QVERIFY(m_session->document().a.set.empty());
        QCOMPARE(arrival(), QStringLiteral("2,0,1"));
        const DqRow dq = rowOf({2, 0, 1});
        QCOMPARE(static_cast<float>(scene().tree->value.back()), dq.scaled[41]);
        const QString subtitle = m_view->findChildren<ElidedLabel *>().first()->text();
        QVERIFY2(subtitle.contains(QStringLiteral("key tiles arrive as 2,0,1")), qPrintable(subtitle));
        const auto *strip = m_view->findChild<WhatIfStrip *>();
        QVERIFY(strip->isVisible() && strip->picture().answer);
        const std::vector<OrderedSum> &sums = strip->picture().answer->study.sums;
        QCOMPARE(sums.size(), dq.scaled.size());
        const DqRow before = rowOf({});
        for (std::size_t c = 0; c < sums.size(); ++c) {
            QCOMPARE(sums[c].kernel, before.scaled[c]);
            QCOMPARE(sums[c].other, dq.scaled[c]);
        }
        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(arrival(), QString());
        QCOMPARE(static_cast<float>(scene().tree->value.back()), ascending);
        QVERIFY(!strip->isVisible());
        // A summand dropped on one of its own tile is another order of the same summands.
        set("level", "leaves");
        emit canvas()->dropped(0, 1);
        settle(*m_session);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.order")), QStringLiteral("edited"));
    }

    void anOrderOfArrivalIsTyped()
    {
        auto *action = m_view->findChild<QAction *>(QStringLiteral("tree.arrival"));
        QVERIFY(action && action->isVisible());
        action->trigger();
        auto *field = m_view->findChild<QLineEdit *>(QStringLiteral("tree.arrival"));
        QVERIFY(field && field->isVisible());
        QCOMPARE(field->text(), QStringLiteral("0,1,2"));
        QSignalSpy messages(m_session.get(), &Session::message);
        for (const char *wrong : {"0,1", "0,1,1,2", "0,1,2,3", "0,one,2"}) {
            field->clear();
            QTest::keyClicks(field, QLatin1String(wrong));
            QTest::keyClick(field, Qt::Key_Return);
            QCOMPARE(arrival(), QString());
        }
        QCOMPARE(messages.size(), 4);
        QVERIFY2(messages.first().first().toString().contains(QStringLiteral("leaves out key tile 2")),
                 qPrintable(messages.first().first().toString()));
        field->clear();
        QTest::keyClicks(field, QStringLiteral("2, 1 0"));
        QTest::keyClick(field, Qt::Key_Return);
        settle(*m_session);
        QVERIFY(!field->isVisible());
        QCOMPARE(arrival(), QStringLiteral("2,1,0"));
        QCOMPARE(static_cast<float>(scene().tree->value.back()), rowOf({2, 1, 0}).scaled[41]);
        select(*m_session, 100, 50, 41); // a row that needs one tile has the same order
        QCOMPARE(absence(*m_view), QString());
        select(*m_session, 299, 250, 41);
        action->trigger();
        field->clear();
        QTest::keyClick(field, Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(arrival(), QString());
        set("kind", "row-sum");
        QVERIFY(!action->isVisible());
    }

    /// cuDNN's backward pass is not known here: the choice falls back.
    void isOfferedWhereItIsKnown()
    {
        QVERIFY(kinds()->findData(QStringLiteral("dq")) >= 0);
        m_session->setRequest(Side::A, requestFor("cudnn", "h200"));
        settle(*m_session);
        QCOMPARE(scene().kind, SumKind::RowSum);
        QCOMPARE(kinds()->findData(QStringLiteral("dq")), -1);
    }
};

QTEST_MAIN(TreeDqTest)
#include "tst_tree_dq.moc"
