// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_view.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUndoStack>

#include <numeric>
#include <set>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TreeView> m_view;

    TreeCanvas *canvas() const { return m_view->findChild<TreeCanvas *>(QStringLiteral("tree.first")); }
    TreeCanvas *second() const { return m_view->findChild<TreeCanvas *>(QStringLiteral("tree.second")); }
    const TreeScene &scene() const { return canvas()->scene(); }
    void set(const char *name, const char *value)
    {
        m_session->setViewState(QStringLiteral("tree.") + QLatin1String(name), QLatin1String(value));
        settle(*m_session);
    }
    void show(std::unique_ptr<Session> session)
    {
        m_view.reset();
        m_session = std::move(session);
        QVERIFY(m_session);
        m_view = std::make_unique<TreeView>(*m_session);
        showAt(*m_view, {720, 520});
        settle(*m_session);
    }
    float rootValue() const
    {
        return static_cast<float>(scene().tree->value[static_cast<std::size_t>(scene().tree->tree.root())]);
    }
    int boxes() const { return static_cast<int>(scene().collapsed.boxes.size()); }
    /// Numbers of products in the matrix instructions of the shown tree.
    std::set<int> groupSizes() const
    {
        std::set<int> sizes;
        for (const TreeNode &node : scene().tree->tree.nodes) {
            if (node.op != NodeOp::MmaGroup)
                continue;
            int products = 0;
            for (int i = 0; i < node.childCount; ++i)
                products += scene()
                                .tree->tree
                                .nodes[static_cast<std::size_t>(
                                    scene().tree->tree.children[static_cast<std::size_t>(node.firstChild + i)])]
                                .op == NodeOp::Leaf;
            sizes.insert(products);
        }
        return sizes;
    }
    QPoint pixelOf(int box) const { return canvas()->placeOf(box).toPoint(); }
    static void sendMove(QWidget *widget, const QPoint &at, Qt::MouseButton held)
    {
        QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, held, {});
        QApplication::sendEvent(widget, &move);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        show(openGoldenCausal(&error));
        QVERIFY2(m_session, qPrintable(error));
        select(*m_session, 299, 250, 41);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void rowSumEndsInTheRunsBits()
    {
        QCOMPARE(scene().kind, SumKind::RowSum);
        const float l = m_session->rowTrace(Side::A)->splits.front().rowSum;
        QCOMPARE(rootValue(), l);
        QCOMPARE(scene().valueText(scene().root(), 9), QString::number(l, 'g', 9));
        QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(300)); // keys 0 to 299
        QVERIFY(canvas()->readout().contains(QString::number(floatBits(l), 16)));
    }

    void defaultFoldingIsAPictureByLaneAndTile()
    {
        // Row 299 sees keys of five tiles: four lanes with a running sum each, two pairs, and the result.
        QCOMPARE(boxes(), 4 * 5 + 2 + 1);
        QCOMPARE(chosen(*m_view, QStringLiteral("level")), QStringLiteral("thread:tiles"));
        QCOMPARE(std::accumulate(scene().collapsed.boxes.begin(), scene().collapsed.boxes.end(), 0,
                                 [](int n, const TreeBox &b) { return n + b.ownLeaves; }),
                 300);
        for (std::size_t i = 0; i < scene().position.size(); ++i) { // nothing lies on something else
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(scene().position[i] != scene().position[j]);
        }
        QStringList names;
        for (int box = 0; box < boxes(); ++box)
            names << scene().name(box);
        QVERIFY2(names.contains(QStringLiteral("lanes 0+2")) && names.contains(QStringLiteral("lane 3, tile 0")),
                 qPrintable(names.join(QLatin1Char('|'))));
    }

    void outputGroupsFollowTheArchitecture()
    {
        set("kind", "output");
        QCOMPARE(rootValue(), m_session->rowTrace(Side::A)->splits.front().accO[41]);
        QCOMPARE(*groupSizes().rbegin(), 16);
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        m_session->setShown(Shown::B);
        settle(*m_session);
        QCOMPARE(rootValue(), m_session->rowTrace(Side::B)->splits.front().accO[41]);
        QCOMPARE(*groupSizes().rbegin(), 8);
        m_session->setShown(Shown::Difference);
        settle(*m_session);
        // Two shapes: A's groups of 16 are what two of B's groups come to, the first of B's two is B's alone.
        QCOMPARE(absence(*m_view), QString());
        QVERIFY(second()->isVisible());
        const TreeScene &b = second()->scene();
        QVERIFY(b.isB && b.matched && scene().matched);
        const auto groups = [](const TreeScene &of, bool alone) {
            int count = 0;
            for (std::size_t i = 0; i < of.tree->tree.nodes.size(); ++i)
                count += of.tree->tree.nodes[i].op == NodeOp::MmaGroup && ((*of.matched)[i] < 0) == alone;
            return count;
        };
        QCOMPARE(groups(scene(), true), 0);
        QVERIFY(groups(b, true) > 0);
        QCOMPARE(groups(b, false), groups(scene(), false));
        set("level", "leaves");
        const int drawn = static_cast<int>(b.collapsed.boxes.size());
        QCOMPARE(static_cast<int>(std::count(b.onlyHere.begin(), b.onlyHere.end(), true)), groups(b, true));
        QCOMPARE(drawn, static_cast<int>(b.tree->tree.nodes.size()));
        set("kind", "row-sum"); // same shape on both
        QVERIFY(!second()->isVisible());
        QCOMPARE(absence(*m_view), QString());
        QCOMPARE(scene().color, TreeColor::Difference);
    }

    void scoreIsTheDotProduct()
    {
        set("kind", "score");
        QCOMPARE(rootValue(), m_session->trace(Side::A)->scores.at(299, 250));
        QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(128));
    }

    void choicesAreViewState()
    {
        choose(*m_view, QStringLiteral("kind"), QStringLiteral("output"));
        QCOMPARE(m_session->viewState(QStringLiteral("tree.kind")), QStringLiteral("output"));
        choose(*m_view, QStringLiteral("level"), QStringLiteral("leaves"));
        QCOMPARE(m_session->viewState(QStringLiteral("tree.level")), QStringLiteral("leaves"));
        QCOMPARE(boxes(), static_cast<int>(scene().tree->tree.nodes.size()));
        choose(*m_view, QStringLiteral("color"), QStringLiteral("accumulated"));
        QCOMPARE(m_session->viewState(QStringLiteral("tree.color")), QStringLiteral("accumulated"));
        QCOMPARE(scene().color, TreeColor::AccumulatedError);
        TreeView second(*m_session);
        QCOMPARE(chosen(second, QStringLiteral("level")), QStringLiteral("leaves"));
        QCOMPARE(chosen(second, QStringLiteral("color")), QStringLiteral("accumulated"));
        choose(*m_view, QStringLiteral("kind"), QStringLiteral("row-sum")); // begins as it is best seen
        QCOMPARE(m_session->viewState(QStringLiteral("tree.level")), QString());
        QCOMPARE(chosen(*m_view, QStringLiteral("level")), QStringLiteral("thread:tiles"));
    }

    void clickOpensAndFolds()
    {
        const int before = boxes();
        int box = 0;
        while (!scene().collapsed.boxes[static_cast<std::size_t>(box)].isFolded())
            ++box;
        const int node = scene().collapsed.boxes[static_cast<std::size_t>(box)].node;
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, pixelOf(box));
        settle(*m_session);
        QVERIFY(boxes() > before);
        QVERIFY(m_session->viewState(QStringLiteral("tree.open")).startsWith(QString::number(node) + QLatin1Char(':')));
        {
            TreeView second(*m_session);
            QCOMPARE(static_cast<int>(
                         second.findChild<TreeCanvas *>(QStringLiteral("tree.first"))->scene().collapsed.boxes.size()),
                     boxes());
        }
        canvas()->setFocus(); // the opened sum is still chosen: Return folds it
        QTest::keyClick(canvas(), Qt::Key_Return);
        settle(*m_session);
        while (boxes() > before && !m_session->viewState(QStringLiteral("tree.open")).isEmpty()) {
            QTest::keyClick(canvas(), Qt::Key_Return);
            settle(*m_session);
        }
        QCOMPARE(boxes(), before);
    }

    void arrowsWalkTheTree()
    {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(scene().selectedBox, scene().root());
        QTest::keyClick(canvas(), Qt::Key_Down);
        const int child = scene().selectedBox;
        QCOMPARE(scene().collapsed.boxes[static_cast<std::size_t>(child)].parent, scene().root());
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Left);
        QCOMPARE(scene().selectedBox, child);
        QCOMPARE(canvas()->readout(), scene().describe(child));
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(scene().selectedBox, scene().root());
    }

    void hoverLightsUpTheKeys()
    {
        const int lane = boxes() - 4; // some box below the root
        QTest::mouseMove(canvas(), pixelOf(lane));
        QCoreApplication::processEvents();
        const TreeNode &node = scene().node(lane);
        int keys = 0;
        for (const KeyRange &run : m_session->hover().leaves)
            keys += run.end - run.begin;
        QCOMPARE(keys, node.leafEnd - node.leafBegin);
        QTest::mouseMove(canvas(), {1, 1});
        QCoreApplication::processEvents();
        QCOMPARE(m_session->hover(), Hover());
    }

    void aLeafSelectsItsKey()
    {
        set("level", "leaves");
        int leaf = 0;
        while (scene().node(leaf).op != NodeOp::Leaf)
            ++leaf;
        emit canvas()->boxActivated(leaf);
        QCOMPARE(m_session->selection().key, scene().node(leaf).leaf);
        QCOMPARE(m_session->selection().row, 299);
    }

    void errorsAreThoseOfTheTree()
    {
        for (std::size_t i = 0; i < scene().collapsed.boxes.size(); ++i) {
            const std::size_t node = static_cast<std::size_t>(scene().collapsed.boxes[i].node);
            const double ulp = std::ldexp(1.0, std::ilogb(scene().tree->value[node]) - 23);
            set("color", "accumulated");
            QVERIFY(std::abs(scene().error[i] * ulp - scene().tree->accumulated[node]) <= 1e-12 * ulp);
        }
    }

    void sketchHasAMergeTree()
    {
        show(openSession(scenario(QStringLiteral("article-sketch"))));
        set("kind", "merge-sum");
        QCOMPARE(scene().kind, SumKind::SketchMergeSum);
        QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(8));
        QCOMPARE(rootValue(), m_session->rowTrace(Side::A)->splits.front().rowSum);
    }

    void onlySumsOfTheRunAreOffered()
    {
        auto *kinds = m_view->findChild<QComboBox *>(QStringLiteral("tree.kind"));
        QCOMPARE(kinds->findData(QStringLiteral("merge-sum")), -1);
        QVERIFY(kinds->findData(QStringLiteral("score")) >= 0);
        set("kind", "merge-sum"); // of another session: falls back
        QCOMPARE(scene().kind, SumKind::RowSum);
    }

    void tableIsASoundModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModel &table = *m_view->table();
        QCOMPARE(table.rowCount(), static_cast<int>(scene().tree->tree.nodes.size()));
        QCOMPARE(table.index(table.rowCount() - 1, 2).data(Qt::EditRole).toFloat(), rootValue());
        set("kind", "output");
        select(*m_session, 5, 3, 7);
    }

    void classicOrdersAddTheSameSummands()
    {
        const float kernels = rootValue();
        double exact = 0;
        for (const char *order :
             {"sequential", "reverse", "pairwise", "strided:4", "butterfly", "blocked", "kahan", "neumaier", "exact"}) {
            set("order", order);
            QCOMPARE(absence(*m_view), QString());
            QCOMPARE(scene().tree->tree.leafOrder.size(), std::size_t(300)); // row 299, causal
            if (exact == 0)
                exact = scene().tree->exact.back();
            QVERIFY(std::abs(scene().tree->exact.back() - exact) < 1e-12); // what is summed stays
            QVERIFY(std::abs(static_cast<double>(rootValue() - kernels)) < 1e-3);
        }
        QCOMPARE(rootValue(), static_cast<float>(exact)); // one rounding
        set("order", "");
        QCOMPARE(rootValue(), kernels);
    }

    void dragUndoAndExportOfAnEditedOrder()
    {
        set("order", "pairwise");
        set("level", "leaves");
        const QString before = QString::fromStdString(scene().tree->tree.toText());
        m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger();
        // A leaf is dragged onto another one, far away; the tree is large, so both are brought into sight by zooming.
        m_view->resize(1800, 700);
        settle(*m_session);
        const auto boxOf = [&](int leaf) {
            for (int box = 0; box < boxes(); ++box) {
                if (scene().node(box).op == NodeOp::Leaf && scene().node(box).leaf == leaf)
                    return box;
            }
            return -1;
        };
        const QPoint from = pixelOf(boxOf(3)), to = pixelOf(boxOf(200));
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        sendMove(canvas(), (from + to) / 2, Qt::LeftButton);
        sendMove(canvas(), to, Qt::LeftButton);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        settle(*m_session);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.order")), QStringLiteral("edited"));
        const std::string edited = scene().tree->tree.toText();
        QVERIFY2(edited.find("(200 3)") != std::string::npos, edited.c_str());
        QVERIFY2(edited.find("((0 1) 2)") != std::string::npos, edited.c_str());

        QTemporaryDir directory;
        for (const char *name : {"order.json", "order.csv", "order.py"})
            QVERIFY(m_view->exportOrder(directory.filePath(QLatin1String(name))));
        QVERIFY(!m_view->exportOrder(directory.filePath(QStringLiteral("order.txt"))));
        QFile table(directory.filePath(QStringLiteral("order.csv")));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), static_cast<qsizetype>(scene().tree->tree.nodes.size()) + 1);
        QCOMPARE(lines.back().split(',')[6].toFloat(), rootValue());
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
            qWarning("python3 is not installed: the exported program is not run");
        else // it checks the bits of the result itself
            QCOMPARE(QProcess::execute(QStringLiteral("python3"), {directory.filePath(QStringLiteral("order.py"))}), 0);

        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(QString::fromStdString(scene().tree->tree.toText()), before);
        m_session->undoStack().redo();
        settle(*m_session);
        QCOMPARE(scene().tree->tree.toText(), edited);
        m_session->undoStack().undo();
        settle(*m_session);
    }

    void keysCarryANodeToo()
    {
        set("order", "sequential");
        set("level", "leaves");
        m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger();
        canvas()->setFocus();
        QVERIFY(canvas()->showLeaf(5));
        QTest::keyClick(canvas(), Qt::Key_M);
        QVERIFY(canvas()->showLeaf(9));
        QTest::keyClick(canvas(), Qt::Key_M);
        settle(*m_session);
        QVERIFY(scene().tree->tree.toText().find("(9 5)") != std::string::npos);
    }

    /// A tile dropped on another in the kernel's order changes the run itself: its recipe, its bits, and undo.
    void aDroppedTileIsVisitedEarlier()
    {
        m_view->findChild<QAction *>(QStringLiteral("tree.edit"))->trigger();
        m_view->resize(1200, 700);
        settle(*m_session);
        const float before = rootValue();
        const auto boxOfTile = [&](int tile) {
            for (int box = 0; box < boxes(); ++box) {
                if (scene().node(box).keyTile == tile && scene().node(box).lane == 0)
                    return box;
            }
            return -1;
        };
        const QPoint from = pixelOf(boxOfTile(0)), to = pixelOf(boxOfTile(2)); // visited: 5, 4, 3, 2, 1, 0
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        sendMove(canvas(), (from + to) / 2, Qt::LeftButton);
        sendMove(canvas(), to, Qt::LeftButton);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        settle(*m_session);
        const auto &fields = m_session->document().a.set;
        QCOMPARE(fields.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(fields.front().second), QStringLiteral("list:5,4,3,0,2,1"));
        const auto visited = [&] {
            std::vector<int> tiles;
            for (const RowTileTrace &tile : m_session->rowTrace(Side::A)->splits.front().tiles)
                tiles.push_back(tile.nBlock);
            return tiles;
        };
        QCOMPARE(visited(), (std::vector<int>{5, 4, 3, 0, 2, 1}));
        QCOMPARE(rootValue(), m_session->rowTrace(Side::A)->splits.front().rowSum);
        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(rootValue(), before);
        QCOMPARE(visited(), (std::vector<int>{5, 4, 3, 2, 1, 0}));
    }

    /// The chosen lane's running sum, tile by tile: the values are those of the run's own lanes, the steps its RowSum.
    void aChosenNodeHasAHistory()
    {
        set("level", "thread:tiles");
        canvas()->setFocus();
        int lane = -1; // the first box below the root that is lane 0's last tile
        for (int box = 0; box < boxes(); ++box) {
            if (scene().node(box).lane == 0)
                lane = box;
        }
        QVERIFY(lane >= 0);
        QVERIFY(canvas()->showNode(scene().collapsed.boxes[static_cast<std::size_t>(lane)].node));
        const auto history = m_session->nodeHistory();
        QVERIFY(history && history->size() > 5);
        const RowSplitTrace &row = m_session->rowTrace(Side::A)->splits.front();
        QCOMPARE(static_cast<float>(history->back().value), row.tiles.back().lanes[0]);
        std::set<quint64> steps;
        for (const NodeEvent &event : *history) {
            QVERIFY(event.step.has_value());
            const PlannedStep step = m_session->schedule(Side::A)->step(*event.step);
            QCOMPARE(step.kind, StepKind::RowSum);
            steps.insert(*event.step);
        }
        const auto seen = std::count_if(row.tiles.begin(), row.tiles.end(),
                                        [](const RowTileTrace &tile) { return tile.keys.begin <= 299; });
        QCOMPARE(static_cast<std::ptrdiff_t>(steps.size()), seen); // one RowSum step for each tile with a key
        set("order", "pairwise");                                  // no run adds so
        QVERIFY(!m_session->nodeHistory());
    }

    void aSummandIsFoundByItsNumber()
    {
        QAction *find = m_view->findChild<QAction *>(QStringLiteral("tree.find"));
        auto *field = m_view->findChild<QLineEdit *>(QStringLiteral("tree.find"));
        QVERIFY(find && field && !field->isVisible());
        find->trigger();
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("137"));
        QTest::keyClick(field, Qt::Key_Return);
        const int chosen = scene().selectedBox;
        QVERIFY(chosen >= 0);
        bool holds = false;
        const ReductionTree &tree = scene().tree->tree;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i)
            holds = holds || (tree.nodes[i].leaf == 137 && scene().collapsed.boxOf[i] == chosen);
        QVERIFY(holds);
        QSignalSpy messages(m_session.get(), &Session::message);
        field->setText(QStringLiteral("299999"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(messages.size(), 1);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

    void boundsContainWhatWasMeasured()
    {
        auto *strip = m_view->findChild<TreeBoundsStrip *>();
        QVERIFY(strip && strip->isVisible());
        QVERIFY2(strip->text().startsWith(QStringLiteral("measured")), qPrintable(strip->text()));
        QVERIFY2(!strip->text().contains(QStringLiteral("truncation")), qPrintable(strip->text())); // fp32 additions
        set("kind", "score");
        QVERIFY2(strip->text().contains(QStringLiteral("truncation")), qPrintable(strip->text()));
        QVERIFY2(!strip->text().contains(QStringLiteral("probabilistic")), qPrintable(strip->text()));
    }

    void saysWhatIsMissing()
    {
        select(*m_session, -1, -1, -1);
        QVERIFY(absence(*m_view).contains(QStringLiteral("Select a query row")));
        QVERIFY(!m_view->figure());
    }
};

QTEST_MAIN(TreeViewTest)
#include "tst_tree_view.moc"
