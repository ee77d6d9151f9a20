// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A thinned out tree against one drawn box by box: counted by pixels, not by what the code says of itself.
#include "engine/reduction/classic_orders.h"
#include "ui/plot/color_map.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_level_of_detail.h"

#include <QApplication>
#include <QTest>

#include <limits>
#include <map>
#include <numeric>

using namespace ulpscope;
using namespace ulpscope::ui;

class TreeLevelOfDetailTest : public QObject {
    Q_OBJECT

private:
    using Cell = std::pair<int, int>;
    static constexpr int kWidth = 700, kHeight = 500;

    static TreeScene sceneOf(ClassicOrder order, int count)
    {
        std::vector<int> leaves(static_cast<std::size_t>(count));
        std::iota(leaves.begin(), leaves.end(), 0);
        auto tree = std::make_shared<ValuedTree>();
        tree->tree = classicTree(order, leaves);
        std::vector<LeafTerm> terms;
        for (int i = 0; i < count; ++i)
            terms.push_back({1.0f / static_cast<float>(i + 1), 1});
        static_cast<TreeValues &>(*tree) = evaluateTree(tree->tree, terms, {}, DType::F32);
        TreeScene scene;
        scene.tree = tree;
        scene.levels = collapseLevels(tree->tree);
        scene.update();
        return scene;
    }
    static QRectF area() { return {0, 0, kWidth, kHeight}; }
    /// The fitting picture, enlarged about its middle.
    static TreeTransform zoomed(const TreeScene &scene, double factor)
    {
        TreeTransform t = TreeTransform::fit(scene, area(), currentTheme());
        const QPointF middle = area().center(), anchor = t.unmap(middle);
        t.scaleX *= factor;
        t.scaleY *= factor;
        t.origin += middle - t.map(anchor);
        return t;
    }
    static Cell cellOf(const QPointF &p)
    {
        return {static_cast<int>(std::floor(p.x())), static_cast<int>(std::floor(p.y()))};
    }
    static QPointF at(const TreeScene &scene, const TreeTransform &t, int box)
    {
        return t.map(scene.position[static_cast<std::size_t>(box)]);
    }
    static QImage drawn(const std::vector<QLineF> &lines)
    {
        QImage image(kWidth, kHeight, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);
        painter.setPen(QPen(Qt::white, 0));
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
        return image;
    }
    static QImage painted(const TreeScene &scene, const TreeTransform &t)
    {
        QImage image(kWidth, kHeight, QImage::Format_RGB32);
        image.fill(currentTheme().plotGround);
        QPainter painter(&image);
        paintTree(painter, area(), scene, t, currentTheme());
        return image;
    }
    /// White pixels of `of` that have no white pixel of `in` within two pixels: ends are moved to the middle of theirs,
    /// and lines are rounded.
    static int missing(const QImage &of, const QImage &in)
    {
        int count = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                if (qRed(of.pixel(x, y)) == 0)
                    continue;
                bool found = false;
                for (int dy = -2; dy <= 2 && !found; ++dy) {
                    for (int dx = -2; dx <= 2; ++dx)
                        found = found || (in.valid(x + dx, y + dy) && qRed(in.pixel(x + dx, y + dy)) != 0);
                }
                count += !found;
            }
        }
        return count;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }

    void everyPixelKeepsItsLargestError_data()
    {
        QTest::addColumn<int>("order");
        QTest::addColumn<double>("factor");
        for (const ClassicOrder order : {ClassicOrder::Pairwise, ClassicOrder::Sequential, ClassicOrder::Blocked}) {
            for (const double factor : {0.3, 1.0, 2.7, 40.0})
                QTest::addRow("%s x%g", std::string(classicOrderName(order)).c_str(), factor)
                    << static_cast<int>(order) << factor;
        }
    }
    void everyPixelKeepsItsLargestError()
    {
        QFETCH(int, order);
        QFETCH(double, factor);
        const TreeScene scene = sceneOf(static_cast<ClassicOrder>(order), 5000);
        const TreeTransform t = zoomed(scene, factor);
        std::map<Cell, double> wanted;
        for (int box = 0; box <= scene.root(); ++box) {
            const QPointF p = at(scene, t, box);
            if (!area().contains(p))
                continue;
            double &largest = wanted.try_emplace(cellOf(p), -1.0).first->second;
            largest = std::max(largest, std::abs(scene.error[static_cast<std::size_t>(box)]));
        }
        const std::vector<int> seen =
            onePerPixel(scene, t, linesIn(scene, t, area()), 1, std::vector<bool>(scene.position.size(), true));
        QCOMPARE(seen.size(), wanted.size());
        double before = 0;
        for (const int box : seen) {
            const double weight = weightOf(scene, box);
            QCOMPARE(weight, wanted.at(cellOf(at(scene, t, box))));
            QVERIFY(weight >= before);
            before = weight;
        }
    }

    void edgesLoseNoPixel_data() { everyPixelKeepsItsLargestError_data(); }
    void edgesLoseNoPixel()
    {
        QFETCH(int, order);
        QFETCH(double, factor);
        const TreeScene scene = sceneOf(static_cast<ClassicOrder>(order), 5000);
        const TreeTransform t = zoomed(scene, factor);
        const double all = std::numeric_limits<double>::infinity();
        const std::vector<QLineF> thinned = edgesIn(scene, t, area(), all, 1).crowded;
        std::vector<QLineF> each;
        for (int box = 0; box < scene.root(); ++box)
            each.emplace_back(at(scene, t, box),
                              at(scene, t, scene.collapsed.boxes[static_cast<std::size_t>(box)].parent));
        QVERIFY(thinned.size() <= each.size());
        QCOMPARE(missing(drawn(each), drawn(thinned)), 0);
        QCOMPARE(missing(drawn(thinned), drawn(each)), 0);
        if (factor == 1.0 && static_cast<ClassicOrder>(order) == ClassicOrder::Pairwise)
            QVERIFY2(thinned.size() < each.size() / 2, qPrintable(QString::number(thinned.size())));
    }

    /// One sum among thousands on a few pixels has a large error: its colour is there, whatever is beside it.
    void anOutlierIsPainted()
    {
        TreeScene scene = sceneOf(ClassicOrder::Pairwise, 16384);
        const TreeTransform t = TreeTransform::fit(scene, area(), currentTheme());
        const QColor strongest = colorMapFor(QStringLiteral("diverging"), true).at(1.0);
        for (const int leaf : {1, 4001, 9000, 16001}) {
            int box = 0; // the sum of this leaf and its neighbour
            while (scene.node(box).leaf != leaf)
                ++box;
            box = scene.collapsed.boxes[static_cast<std::size_t>(box)].parent;
            scene.error.assign(scene.error.size(), 0.125);
            scene.error[static_cast<std::size_t>(box)] = 100;
            scene.errorLimit = 100;
            const auto [x, y] = cellOf(at(scene, t, box));
            QCOMPARE(QColor(painted(scene, t).pixel(x, y)), strongest);
            scene.error[static_cast<std::size_t>(box)] = std::numeric_limits<double>::quiet_NaN();
            QCOMPARE(QColor(painted(scene, t).pixel(x, y)), currentTheme().nan);
        }
    }

    /// Whatever else lies on their pixels, the node under the pointer and the chosen one are drawn, with their edges.
    void markedNodesAreAlwaysDrawn()
    {
        TreeScene scene = sceneOf(ClassicOrder::Pairwise, 16384);
        const TreeTransform t = TreeTransform::fit(scene, area(), currentTheme());
        const QImage plain = painted(scene, t);
        for (int TreeScene::*mark : {&TreeScene::hoveredBox, &TreeScene::selectedBox}) {
            for (const int box : {7, 12345, scene.root() / 2}) {
                scene.*mark = box;
                const auto [x, y] = cellOf(at(scene, t, box));
                const QRect around = QRect(x - 3, y - 3, 7, 7);
                QVERIFY2(painted(scene, t).copy(around) != plain.copy(around), qPrintable(QString::number(box)));
            }
            scene.*mark = -1;
        }
        scene.hoveredBox = 12345;
        QVERIFY(!edgesIn(scene, t, area(), 3, 1).lit.empty());
    }

    void boxesAreFoundByTheirPlace()
    {
        for (const ClassicOrder order : {ClassicOrder::Pairwise, ClassicOrder::Sequential}) {
            const TreeScene scene = sceneOf(order, 3000);
            const TreeTransform t = zoomed(scene, 2);
            for (const QPointF p : {QPointF(10, 10), QPointF(350, 250), QPointF(611, 480), QPointF(333, 77)}) {
                int best = -1;
                double nearest = 12 * 12; // the reach of a pointer, px
                for (int box = 0; box <= scene.root(); ++box) {
                    const QPointF d = at(scene, t, box) - p;
                    if (const double distance = QPointF::dotProduct(d, d); distance < nearest) {
                        nearest = distance;
                        best = box;
                    }
                }
                QCOMPARE(boxAt(scene, t, p, currentTheme()), best);
            }
        }
    }
};

QTEST_MAIN(TreeLevelOfDetailTest)
#include "tst_tree_level_of_detail.moc"
