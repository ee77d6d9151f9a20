// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// An order that somebody made, on all columns of the row: the strip below the tree.
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_view.h"

#include <QElapsedTimer>
#include <QImage>
#include <QSignalSpy>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeWhatIfTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TreeView> m_view;

    TreeCanvas *canvas() const { return m_view->findChild<TreeCanvas *>(QStringLiteral("tree.first")); }
    const TreeScene &scene() const { return canvas()->scene(); }
    WhatIfStrip *strip() const { return m_view->findChild<WhatIfStrip *>(QStringLiteral("tree.beside")); }
    const OrderStudy &study() const { return strip()->picture().answer->study; }
    float rootValue() const { return static_cast<float>(scene().tree->value.back()); }
    void set(const char *name, const char *value)
    {
        m_session->setViewState(QStringLiteral("tree.") + QLatin1String(name), QLatin1String(value));
        settle(*m_session);
    }
    void editing() { m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger(); }
    int boxOfLeaf(int leaf) const
    {
        for (int box = 0; box <= scene().root(); ++box) {
            if (scene().node(box).op == NodeOp::Leaf && scene().node(box).leaf == leaf)
                return box;
        }
        return -1;
    }
    static void sendMove(QWidget *widget, const QPoint &at, Qt::MouseButton held)
    {
        QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, held, {});
        QApplication::sendEvent(widget, &move);
    }
    void drag(int box, int onto)
    {
        const QPoint from = canvas()->placeOf(box).toPoint(), to = canvas()->placeOf(onto).toPoint();
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        sendMove(canvas(), (from + to) / 2, Qt::LeftButton);
        sendMove(canvas(), to, Qt::LeftButton);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        settle(*m_session);
    }
    QPoint pixelOf(int index) const { return strip()->parts().cell(index).center().toPoint(); }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<TreeView>(*m_session);
        showAt(*m_view, {1800, 700});
        settle(*m_session);
        select(*m_session, 299, 250, 41);
        set("kind", "output");
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void theKernelsOrderHasNoStrip()
    {
        QVERIFY(!strip()->isVisible());
        QVERIFY(!m_view->figure()->figureDescription().contains(QStringLiteral("columns")));
    }

    void aDraggedLeafIsTriedOnAllColumns()
    {
        set("order", "pairwise");
        set("level", "leaves");
        QVERIFY(strip()->isVisible());
        const auto pairwise = strip()->picture().answer;
        QVERIFY(pairwise && pairwise->question.order == "pairwise");
        editing();
        drag(boxOfLeaf(3), boxOfLeaf(200));
        QCOMPARE(m_session->viewState(QStringLiteral("tree.order")), QStringLiteral("edited"));
        const auto edited = strip()->picture().answer;
        QVERIFY(edited && edited != pairwise);
        QCOMPARE(study().sums.size(), std::size_t(128));
        QCOMPARE(strip()->picture().selected, 41);
        // Column by column: the tree that is drawn for each, and what the run has there.
        int differ = 0;
        for (int column = 0; column < 128; ++column) {
            const OrderedSum &sum = study().sums[static_cast<std::size_t>(column)];
            differ += sum.kernel != sum.other;
            if (column % 21 != 0)
                continue;
            select(*m_session, 299, 250, column);
            QCOMPARE(rootValue(), sum.other);
            QCOMPARE(sum.kernel, m_session->rowTrace(Side::A)->splits.front().accO[static_cast<std::size_t>(column)]);
            QCOMPARE(strip()->picture().answer, edited); // nothing was computed again
            QCOMPARE(strip()->picture().selected, column);
        }
        QVERIFY(differ > 0);
        QVERIFY2(
            strip()->readout().startsWith(QStringLiteral("In this order %1 of 128 columns differ, most ").arg(differ)),
            qPrintable(strip()->readout()));
        QVERIFY2(strip()->readout().contains(QStringLiteral("error against float64: from ")),
                 qPrintable(strip()->readout()));
        QVERIFY(m_view->figure()->figureDescription().contains(
            QStringLiteral("In this order %1 of 128 columns differ").arg(differ)));

        m_session->undoStack().undo();
        settle(*m_session);
        QVERIFY(strip()->picture().answer && strip()->picture().answer->question.order == "pairwise");
        m_session->undoStack().redo();
        settle(*m_session);
        QVERIFY(strip()->picture().answer && strip()->picture().answer->question == edited->question);
        set("order", "");
        QVERIFY(!strip()->isVisible());
    }

    void pointerAndKeysReadOutAndChoose()
    {
        set("order", "reverse");
        const QString summary = strip()->readout();
        QTest::mouseMove(strip(), pixelOf(77));
        const OrderedSum &sum = study().sums[77];
        const QString read = strip()->readout();
        for (const QString &part : {QStringLiteral("column 77"), QString::number(sum.kernel, 'g', 6).left(6),
                                    QStringLiteral("0x"), QStringLiteral("float64"), QStringLiteral("ulp apart")})
            QVERIFY2(QString(read).replace(QChar(0x2212), QLatin1Char('-')).contains(part), qPrintable(read));
        QCOMPARE(m_session->hover().column, 77);
        QTest::mouseClick(strip(), Qt::LeftButton, {}, pixelOf(77));
        settle(*m_session);
        QCOMPARE(m_session->selection().column, 77);
        QCOMPARE(rootValue(), study().sums[77].other);
        QTest::mouseMove(strip(), {1, 1});
        QCOMPARE(strip()->readout(), summary);
        strip()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(strip(), Qt::Key_Right);
        QTest::keyClick(strip(), Qt::Key_Right);
        QTest::keyClick(strip(), Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(m_session->selection().column, 79);
    }

    /// The row sum has the rows of its query tile beside it, a score the keys of its key tile.
    void otherSumsHaveOtherNeighbours()
    {
        set("kind", "row-sum");
        set("order", "pairwise");
        QCOMPARE(study().beside, Beside::Rows);
        QCOMPARE(study().sums.size(), std::size_t(128));
        QCOMPARE(study().sums.front().index, 256);
        QVERIFY2(strip()->readout().contains(QStringLiteral("of 128 rows of the query tile differ")),
                 qPrintable(strip()->readout()));
        const float other = study().sums[300 - 256].other;
        QTest::mouseClick(strip(), Qt::LeftButton, {}, pixelOf(300));
        settle(*m_session);
        QCOMPARE(m_session->selection().row, 300);
        QCOMPARE(rootValue(), other);
        QCOMPARE(study().sums[300 - 256].kernel, m_session->rowTrace(Side::A)->splits.front().rowSum);

        set("kind", "score");
        QCOMPARE(study().beside, Beside::Keys);
        QCOMPARE(study().sums.size(), std::size_t(64));
        QCOMPARE(study().sums.front().index, 192);
        QTest::mouseClick(strip(), Qt::LeftButton, {}, pixelOf(201));
        settle(*m_session);
        QCOMPARE(m_session->selection().key, 201);
        QCOMPARE(rootValue(), study().sums[201 - 192].other);
    }

    /// What an edited order does not name cannot be added: rows below see more keys than row 299.
    void whatTheOrderCannotDoIsLeftOut()
    {
        set("kind", "row-sum");
        set("order", "pairwise");
        set("level", "leaves");
        editing();
        drag(boxOfLeaf(3), boxOfLeaf(200));
        for (const OrderedSum &sum : study().sums)
            QCOMPARE(sum.known, sum.index <= 299);
        QVERIFY2(strip()->readout().contains(QStringLiteral("84 left out")), qPrintable(strip()->readout()));
    }

    /// A key tile that is dropped elsewhere, and a moved boundary of splits, change the run: its outputs are compared.
    void changedRunsAreComparedByTheirOutputs()
    {
        const std::vector<float> before = m_session->rowTrace(Side::A)->output;
        set("kind", "row-sum");
        editing();
        const auto boxOfTile = [&](int tile) {
            for (int box = 0; box <= scene().root(); ++box) {
                if (scene().node(box).keyTile == tile && scene().node(box).lane == 0)
                    return box;
            }
            return -1;
        };
        drag(boxOfTile(0), boxOfTile(2));
        QCOMPARE(m_session->document().a.set.size(), std::size_t(1));
        QVERIFY(strip()->isVisible());
        QCOMPARE(study().sums.size(), std::size_t(128));
        QCOMPARE(study().format, DType::F16);
        for (std::size_t c = 0; c < 128; ++c) {
            QCOMPARE(study().sums[c].kernel, before[c]);
            QCOMPARE(study().sums[c].other, m_session->rowTrace(Side::A)->output[c]);
        }
        QVERIFY2(strip()->readout().startsWith(QStringLiteral("Against the run without the changed order")),
                 qPrintable(strip()->readout()));
        m_session->undoStack().undo();
        settle(*m_session);
        QVERIFY(!strip()->isVisible());
        RunRequest split = m_session->document().a;
        split.set = {{"split", "size:128"}};
        m_session->setRequest(Side::A, split);
        settle(*m_session);
        QVERIFY(strip()->isVisible());
        QCOMPARE(study().sums[41].kernel, before[41]);
        QCOMPARE(study().sums[41].other, m_session->rowTrace(Side::A)->output[41]);
    }

    /// One order after another without waiting: the event loop goes on, and the last one is what is shown.
    void theNewestOrderWinsAndNothingFreezes()
    {
        qint64 longest = 0;
        QElapsedTimer since;
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] {
            longest = std::max(longest, since.elapsed());
            since.restart();
        });
        since.start();
        tick.start(5);
        for (const char *order : {"pairwise", "reverse", "butterfly", "strided", "blocked", "sequential"}) {
            m_session->setViewState(QStringLiteral("tree.order"), QLatin1String(order));
            QTest::qWait(20);
        }
        settle(*m_session);
        tick.stop();
        QVERIFY2(longest < 500, qPrintable(QString::number(longest)));
        QVERIFY(m_view->isReady());
        QCOMPARE(QString::fromStdString(strip()->picture().answer->question.order), QStringLiteral("sequential"));
    }

    /// The traces of the rows of a query tile over 2,048 keys take seconds, and are given up at once.
    void longWorkIsStopped()
    {
        SessionDocument document = m_session->document();
        document.observedTensor.clear();
        document.input.kind = InputSource::Kind::Generator;
        Problem &p = document.input.generatorProblem;
        p.heads = p.kvHeads = 1;
        p.seqlenQ = 256;
        p.seqlenK = 2048;
        p.headDim = p.headDimV = 128;
        p.dtype = DType::F16;
        p.scale = 0.088f;
        m_session->openDocument(document, {});
        settle(*m_session);
        select(*m_session, 200, -1, 41);
        set("kind", "row-sum");
        m_session->setViewState(QStringLiteral("tree.order"), QStringLiteral("reverse"));
        QTRY_VERIFY(m_session->busy() && !strip()->picture().answer && strip()->isVisible());
        QVERIFY(!m_view->isReady());
        QElapsedTimer stopping;
        stopping.start();
        m_session->cancel();
        settle(*m_session);
        QVERIFY2(stopping.elapsed() < 200, qPrintable(QString::number(stopping.elapsed())));
        QVERIFY2(strip()->readout().startsWith(QStringLiteral("Stopped")), qPrintable(strip()->readout()));
        QVERIFY(m_view->isReady());
        // Another order begins anew, and undoing it takes the strip away in the middle of its work.
        m_session->setViewState(QStringLiteral("tree.order"), QStringLiteral("pairwise"));
        QTRY_VERIFY(m_session->busy());
        m_session->setViewState(QStringLiteral("tree.order"), QString());
        QTRY_VERIFY_WITH_TIMEOUT(!m_session->busy() && !strip()->isVisible(), 1000);
    }

    /// At every width the words fit above the cells, in both languages' lengths.
    void nothingIsCutOff()
    {
        set("order", "reverse");
        const Theme &theme = currentTheme();
        for (const int width : {1800, 900, 620, 420}) {
            m_view->resize(width, 620);
            settle(*m_session);
            const WhatIfLayout layout = strip()->parts();
            QVERIFY2(
                strip()->height() + 1 >= layout.height,
                qPrintable(QStringLiteral("%1 px: %2 of %3").arg(width).arg(strip()->height()).arg(layout.height)));
            const QFontMetricsF metrics(theme.font(TextRole::Small));
            for (int column = -1; column < 128; column += 8) {
                const QString text = column < 0 ? strip()->picture().summary() : strip()->picture().describe(column);
                const QRectF needed = metrics.boundingRect(layout.text, Qt::TextWordWrap, text);
                QVERIFY2(needed.height() <= layout.text.height() + 1 && needed.width() <= layout.text.width() + 1,
                         qPrintable(QStringLiteral("%1 px: %2 x %3 of %4 x %5: %6")
                                        .arg(width)
                                        .arg(needed.width())
                                        .arg(needed.height())
                                        .arg(layout.text.width())
                                        .arg(layout.text.height())
                                        .arg(text)));
            }
            QVERIFY(layout.cells.right() <= strip()->width() && layout.cells.width() > width / 2.0);
            QVERIFY(canvas()->height() > 150);
        }
    }

    /// A picture of the view has the cells' colours: columns that differ are not those that do not.
    void cellsHaveColours()
    {
        set("order", "reverse");
        const QImage image = strip()->grab().toImage();
        QSet<QRgb> zero, other;
        for (const OrderedSum &sum : study().sums) {
            if (sum.index == 41)
                continue; // outlined
            const QRectF cell = strip()->parts().cell(sum.index);
            const QPointF at(cell.left() + 1.5, cell.top() + 2.5);
            (sum.kernel == sum.other ? zero : other).insert(image.pixel(at.toPoint()));
        }
        QVERIFY(zero.size() <= 1);
        QVERIFY(!other.isEmpty() && !other.intersects(zero));
    }
};

QTEST_MAIN(TreeWhatIfTest)
#include "tst_tree_what_if.moc"
