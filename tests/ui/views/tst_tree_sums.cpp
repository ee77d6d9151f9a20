// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What of the tree view changes a sum: compensated methods, and splits by dragging their boundaries.
#include "engine/numerics/formats.h"
#include "ui/plot/figure_exporter.h"
#include "ui/support/tree_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_split_strip.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeSumsTest : public QObject, protected TreeFixture {
    Q_OBJECT

private:
    float rootValue() const { return static_cast<float>(scene().tree->value.back()); }
    static void sendMove(QWidget *widget, const QPoint &at, Qt::MouseButton held)
    {
        QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, held, {});
        QApplication::sendEvent(widget, &move);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init() { openTree({720, 520}, 250); }
    void cleanup() { closeTree(); }

    /// Against the two algorithms written out here, over the summands of the sequential order.
    void compensatedSumsAreTheirAlgorithms()
    {
        set("order", "sequential");
        std::vector<float> x;
        for (const std::int32_t leaf : scene().tree->tree.leafOrder)
            x.push_back(static_cast<float>(scene().tree->value[static_cast<std::size_t>(leaf)]));
        QCOMPARE(x.size(), std::size_t(300));
        float sum = 0, c = 0;
        for (const float term : x) {
            const float y = term - c, next = sum + y, gained = next - sum;
            c = gained - y;
            sum = next;
        }
        const float kahan = sum, compensation = c;
        sum = 0;
        c = 0;
        for (const float term : x) {
            const float next = sum + term, lost = std::abs(sum) >= std::abs(term) ? sum - next : term - next;
            c += std::abs(sum) >= std::abs(term) ? lost + term : lost + sum;
            sum = next;
        }
        const float neumaier = sum + c;
        auto *strip = m_view->findChild<TreeBoundsStrip *>();
        set("order", "kahan");
        QCOMPARE(rootValue(), kahan);
        QCOMPARE(static_cast<float>(scene().tree->carried.back()), compensation);
        QVERIFY2(canvas()->readout().contains(QStringLiteral("compensation")), qPrintable(canvas()->readout()));
        QVERIFY2(strip->text().contains(QStringLiteral("worst case")) &&
                     !strip->text().contains(QStringLiteral("probabilistic")),
                 qPrintable(strip->text()));
        QCOMPARE(m_view->table()->columnCount(), 7);
        set("order", "neumaier");
        QCOMPARE(rootValue(), neumaier);
        QCOMPARE(rootValue(), static_cast<float>(scene().tree->exact.back()));
        // It has no order that could be edited.
        QSignalSpy messages(m_session.get(), &Session::message);
        emit canvas()->dropped(0, 5);
        QCOMPARE(messages.size(), 1);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.order")), QStringLiteral("neumaier"));
        QTemporaryDir directory;
        QVERIFY(!m_view->exportOrder(directory.filePath(QStringLiteral("order.py"))));
        QVERIFY(m_view->exportOrder(directory.filePath(QStringLiteral("order.json"))));
        set("order", "");
        QCOMPARE(m_view->table()->columnCount(), 6);
    }

    /// A choice that the view state changed is as wide as its text, though no signal told the header.
    void choicesAreAsWideAsTheirTexts()
    {
        m_view->resize(1600, 700);
        settle(*m_session);
        for (const char *color : {"own", "accumulated"}) {
            set("color", color);
            for (const char *name : {"color", "level", "order", "kind"}) {
                const auto *box = m_view->findChild<QComboBox *>(QStringLiteral("tree.") + QLatin1String(name));
                const int text = box->fontMetrics().horizontalAdvance(box->currentText());
                QVERIFY2(box->isVisible() && box->width() >= text + currentTheme().space(6) &&
                             box->width() <= text + currentTheme().space(12),
                         qPrintable(box->objectName() + QLatin1Char(' ') + box->currentText()));
            }
        }
    }

    /// 384 keys in tiles of 128: three splits of one tile. Their first boundary goes one tile on, so that two are left.
    void aDraggedBoundaryChangesTheSplits()
    {
        RunRequest request = m_session->document().a;
        request.numSplits = 3;
        m_session->setRequest(Side::A, request);
        set("kind", "combine-output");
        QCOMPARE(absence(*m_view), QString());
        m_view->resize(1200, 700);
        settle(*m_session);
        QCOMPARE(m_session->schedule(Side::A)->splits(), 3);
        QCOMPARE(scene().kind, SumKind::CombineOutput);
        auto *strip = m_view->findChild<TreeSplitStrip *>();
        QVERIFY(strip && strip->isVisible());
        QVERIFY2(strip->text().startsWith(QStringLiteral("3 splits of 128 keys")), qPrintable(strip->text()));
        const float before = rootValue();

        const QPoint from = strip->placeOf(1).toPoint(), to = from + QPoint(qRound(strip->tileWidth()), 0);
        QTest::mousePress(strip, Qt::LeftButton, {}, from);
        sendMove(strip, (from + to) / 2 + QPoint(20, 0), Qt::LeftButton);
        sendMove(strip, to, Qt::LeftButton);
        QVERIFY2(strip->text().startsWith(QStringLiteral("2 splits of 256 keys, the last of 128")),
                 qPrintable(strip->text())); // shown, and nothing has changed yet
        QVERIFY(m_session->document().a.set.empty());
        QTest::mouseRelease(strip, Qt::LeftButton, {}, to);
        settle(*m_session);
        QCOMPARE(m_session->document().a.set.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(m_session->document().a.set.front().second), QStringLiteral("size:256"));
        QCOMPARE(m_session->schedule(Side::A)->splits(), 2);
        // Bits follow: the tree is the run's, whose first split has two tiles now.
        const RowTrace &row = *m_session->rowTrace(Side::A);
        QCOMPARE(row.splits.size(), std::size_t(2));
        QCOMPARE(row.splits.front().tiles.size(), std::size_t(2));
        QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(2));
        QCOMPARE(roundTo(DType::F16, rootValue()), row.output[41]);
        QVERIFY(strip->text().startsWith(QStringLiteral("2 splits of 256 keys")));

        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(m_session->schedule(Side::A)->splits(), 3);
        QCOMPARE(rootValue(), before);

        // By keys: one tile more, given up; then one more, and done.
        strip->setFocus(Qt::TabFocusReason);
        QTest::keyClick(strip, Qt::Key_Right);
        QVERIFY(strip->text().startsWith(QStringLiteral("2 splits")));
        QTest::keyClick(strip, Qt::Key_Escape);
        QVERIFY(strip->text().startsWith(QStringLiteral("3 splits")));
        QTest::keyClick(strip, Qt::Key_Return);
        settle(*m_session);
        QVERIFY(m_session->document().a.set.empty());
        QTest::keyClick(strip, Qt::Key_Right);
        QTest::keyClick(strip, Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(m_session->schedule(Side::A)->splits(), 2);
        m_session->setShown(Shown::A);
        set("order", "pairwise"); // a what-if has no splits to change
        QVERIFY(!strip->isVisible());
    }

    /// Six key tiles over four splits are two each for three of them.
    void emptySplitsAreSaid()
    {
        RunRequest request = m_session->document().a;
        request.set = {{"split", "count:4"}, {"tileN", "64"}};
        m_session->setRequest(Side::A, request);
        settle(*m_session);
        const auto *strip = m_view->findChild<TreeSplitStrip *>();
        QVERIFY2(strip->text().startsWith(QStringLiteral("3 splits of 128 keys, 1 more without keys")),
                 qPrintable(strip->text()));
    }

    /// A run without splits gets some while its order is edited.
    void splitsAreDrawnFromTheEnd()
    {
        auto *strip = m_view->findChild<TreeSplitStrip *>();
        QVERIFY(!strip->isVisible());
        m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger();
        settle(*m_session);
        QVERIFY(strip->isVisible());
        const QPoint end = strip->placeOf(1).toPoint(), to(strip->width() / 3, end.y());
        QTest::mousePress(strip, Qt::LeftButton, {}, end);
        sendMove(strip, to, Qt::LeftButton);
        QTest::mouseRelease(strip, Qt::LeftButton, {}, to);
        settle(*m_session);
        QCOMPARE(m_session->schedule(Side::A)->splits(), 3); // 128 keys each, a tile of the split kernel
        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(m_session->schedule(Side::A)->splits(), 1);
    }

    /// A session may hold an order or a sum that nobody knows: it is said, and stays there.
    void anUnknownOrderIsSaid()
    {
        const auto check = [this](const char *name, const char *value, const char *sentence) {
            set(name, value);
            QVERIFY2(absence(*m_view).startsWith(QLatin1String(sentence)), qPrintable(absence(*m_view)));
            QCOMPARE(m_view->absent(), absence(*m_view));
            QVERIFY(!m_view->figure() && !m_view->hasFigure());
            QCOMPARE(m_session->viewState(QStringLiteral("tree.") + QLatin1String(name)), QLatin1String(value));
            choose(*m_view, QLatin1String(name),
                   m_view->findChild<QComboBox *>(QStringLiteral("tree.") + QLatin1String(name))
                       ->currentData()
                       .toString());
            settle(*m_session);
            QCOMPARE(absence(*m_view), QString());
            QVERIFY(m_view->figure());
        };
        check("order", "upwards",
              "View state tree.order is \"upwards\", expected one of sequential, reverse, pairwise, strided:4, ");
        check("kind", "colsum", "View state tree.kind is \"colsum\", expected one of row-sum, output, score, ");
    }

    /// Whatever the width: where one node has its value beside it, all have.
    void allNodesHaveValuesOrNone()
    {
        const int boxes = static_cast<int>(scene().collapsed.boxes.size());
        for (double width = 234; width <= 500; width += 14) {
            FigureOptions options;
            options.format = FigureFormat::Svg;
            options.textAsPaths = false;
            options.width = width;
            options.height = 240;
            const auto figure = m_view->figure();
            const QString svg = QString::fromUtf8(renderFigure(*figure, options).value());
            const QRegularExpression text(QStringLiteral("<text[^>]*>[−-]?[0-9]+\\.[0-9]+</text>"));
            int values = 0;
            for (auto match = text.globalMatch(svg); match.hasNext(); match.next())
                ++values;
            const int scale = 2; // the numbers at the ends of the colour scale
            QVERIFY2(values >= boxes - 1 && values <= boxes - 1 + scale,
                     qPrintable(QStringLiteral("%1 of %2 at %3").arg(values).arg(boxes).arg(width)));
        }
    }
};

QTEST_MAIN(TreeSumsTest)
#include "tst_tree_sums.moc"
