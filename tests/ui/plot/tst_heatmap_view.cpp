// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_view.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/support/sample_plots.h"
#include "ui/theme/application_style.h"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace ulpscope::ui;

class HeatmapViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<HeatmapView> m_view;
    QWidget *m_canvas = nullptr;

    void wheel(const QPointF &at, int notches)
    {
        QWheelEvent event(at, m_canvas->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_canvas, &event);
    }
    /// The pixel whose hover gives `cell`: found by asking, so that the test knows nothing of margins.
    QPoint pixelOf(const Cell &cell)
    {
        QSignalSpy spy(m_view.get(), &HeatmapView::hovered);
        for (int y = 0; y < m_canvas->height(); y += 3) {
            for (int x = 0; x < m_canvas->width(); x += 3) {
                QTest::mouseMove(m_canvas, {x, y});
                if (!spy.isEmpty() && spy.last().first().value<Cell>() == cell)
                    return {x, y};
            }
        }
        return {-1, -1};
    }

private slots:
    void initTestCase()
    {
        qRegisterMetaType<Cell>();
        applyTheme(*qApp, Theme::dark());
    }
    void init()
    {
        m_view = std::make_unique<HeatmapView>();
        m_view->resize(640, 520);
        m_view->setLabels(QStringLiteral("row"), QStringLiteral("column"), QStringLiteral("S"));
        auto matrix = std::make_shared<Matrix>();
        matrix->rows = 16;
        matrix->cols = 12;
        for (int i = 0; i < 16 * 12; ++i)
            matrix->values.push_back(static_cast<float>(i));
        m_view->setMatrix(matrix);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_canvas = m_view->focusProxy();
        m_canvas->setFocus();
        QApplication::processEvents();
    }

    void rangeIsFittedAndLocked()
    {
        QCOMPARE(m_view->scale().min, 0.0);
        QCOMPARE(m_view->scale().max, 191.0);
        ColorScaleSpec spec = m_view->scale();
        m_view->setAutoRange(false);
        spec.max = 50;
        m_view->setScale(spec);
        m_view->setMatrix(samples::errors(16, 12, false));
        QCOMPARE(m_view->scale().max, 50.0);
        m_view->fitRange();
        QVERIFY(m_view->scale().max < 1);
    }

    void arrowsMoveTheCursorAndScreenReadersHearIt()
    {
        QSignalSpy moved(m_view.get(), &HeatmapView::cursorMoved);
        QTest::keyClick(m_canvas, Qt::Key_Right); // appears in the middle
        const Cell start = m_view->cursorCell();
        QVERIFY(start.valid());
        QTest::keyClick(m_canvas, Qt::Key_Right);
        QTest::keyClick(m_canvas, Qt::Key_Down);
        QCOMPARE(m_view->cursorCell(), (Cell{start.row + 1, start.col + 1}));
        QCOMPARE(moved.count(), 3);
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(m_canvas, Qt::Key_Up);
        QCOMPARE(m_view->cursorCell().row, 0); // stops at the edge
        QTest::keyClick(m_canvas, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_view->cursorCell().row, 15);

        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(m_canvas);
        QVERIFY(accessible);
        QCOMPARE(accessible->role(), QAccessible::Chart);
        const QString expected =
            QStringLiteral("row 15, column %1: %2").arg(start.col + 1).arg(15 * 12 + start.col + 1);
        QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("Heat map of S: ") + expected);
        QCOMPARE(accessible->text(QAccessible::Value), expected);
        QSignalSpy activated(m_view.get(), &HeatmapView::activated);
        QTest::keyClick(m_canvas, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
    }

    void controlArrowsAreLeftToTheWindow()
    {
        m_view->setCursorCell({3, 3});
        QTest::keyClick(m_canvas, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(m_view->cursorCell(), (Cell{3, 3}));
    }

    void hoverAndClickAgreeOnCells()
    {
        for (const Cell &cell : {Cell{0, 0}, Cell{15, 11}, Cell{7, 4}}) {
            const QPoint at = pixelOf(cell);
            QVERIFY(at.x() >= 0);
            QSignalSpy clicked(m_view.get(), &HeatmapView::clicked);
            QTest::mouseClick(m_canvas, Qt::LeftButton, {}, at);
            QCOMPARE(clicked.count(), 1);
            QCOMPARE(clicked.first().first().value<Cell>(), cell);
            QCOMPARE(m_view->cursorCell(), cell);
        }
    }

    void pixelsHaveTheColourOfTheirCell()
    {
        // Row 0 on top: the smallest value (dark) is at the upper left, the largest at the lower right.
        const QPoint low = pixelOf({0, 0}), high = pixelOf({15, 11});
        QVERIFY(low.y() < high.y() && low.x() < high.x());
        m_view->setMarks({});
        QApplication::processEvents();
        const QImage image = m_canvas->grab().toImage();
        const auto at = [&](const QPoint &p) {
            return QColor(image.pixel((QPointF(p + QPoint(3, 3)) * image.devicePixelRatio()).toPoint()));
        };
        QVERIFY(contrastRatio(at(high), Qt::black) > contrastRatio(at(low), Qt::black));
        QCOMPARE(at(low), QColor(0x440154));
        QCOMPARE(at(high), QColor(0xfde725));
    }

    void wheelZoomKeepsTheCellUnderThePointer()
    {
        const QPoint at = pixelOf({7, 4});
        const HeatmapWindow before = m_view->window();
        wheel(at, 3);
        const HeatmapWindow after = m_view->window();
        QVERIFY(after.row1 - after.row0 < before.row1 - before.row0);
        QSignalSpy hovered(m_view.get(), &HeatmapView::hovered);
        QTest::mouseMove(m_canvas, at + QPoint(1, 0));
        QTest::mouseMove(m_canvas, at);
        QVERIFY(hovered.isEmpty() || hovered.last().first().value<Cell>() == (Cell{7, 4}));
        wheel(at, -30);
        QCOMPARE(m_view->window(), before);
    }

    void historyGoesBackAndForward()
    {
        const HeatmapWindow home = m_view->window();
        QTest::keyClick(m_canvas, Qt::Key_Plus);
        QTest::keyClick(m_canvas, Qt::Key_Plus);
        const HeatmapWindow zoomed = m_view->window();
        QVERIFY(!(zoomed == home));
        QTest::keyClick(m_canvas, Qt::Key_C);
        QCOMPARE(m_view->window(), home);
        QTest::keyClick(m_canvas, Qt::Key_V);
        QCOMPARE(m_view->window(), zoomed);
        QTest::keyClick(m_canvas, Qt::Key_H);
        QCOMPARE(m_view->window(), home);
        QVERIFY(!m_view->state().window.has_value());
    }

    void lCyclesTheScale()
    {
        QTest::keyClick(m_canvas, Qt::Key_L);
        QCOMPARE(m_view->scale().kind, ScaleKind::Log);
        QCOMPARE(m_view->scale().min, 1.0); // smallest magnitude that is not zero
        QTest::keyClick(m_canvas, Qt::Key_L);
        QCOMPARE(m_view->scale().kind, ScaleKind::Symlog);
        QTest::keyClick(m_canvas, Qt::Key_L);
        QCOMPARE(m_view->scale().kind, ScaleKind::Linear);
    }

    void sameShapeKeepsViewAndCursor()
    {
        m_view->setWindow({2, 2, 8, 8});
        m_view->setCursorCell({4, 4});
        const HeatmapWindow window = m_view->window();
        m_view->setMatrix(samples::errors(16, 12, true));
        QCOMPARE(m_view->window(), window);
        QCOMPARE(m_view->cursorCell(), (Cell{4, 4}));
        m_view->setMatrix(samples::errors(3, 3, false));
        QVERIFY(!m_view->cursorCell().valid());
        QCOMPARE(m_view->window().row1, 3.0);
    }

    void largeMatrixArrivesFromTheBackground()
    {
        QSignalSpy prepared(m_view.get(), &HeatmapView::statisticsChanged);
        m_view->setMatrix(samples::errors(1024, 1024, false));
        QTRY_COMPARE(prepared.count(), 1);
        QCOMPARE(m_view->statistics()->finite, std::size_t(1024 * 1024));
        // Destroyed while a job runs: must not crash or hang.
        m_view->setMatrix(samples::errors(1025, 1024, false));
        m_view.reset();
    }

    void nothingFocusableIsUnnamed()
    {
        for (QWidget *widget : m_view->findChildren<QWidget *>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy())
                continue;
            QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }

    void rangeTypedByHandLocks()
    {
        const QList<QLineEdit *> edits = m_view->findChildren<QLineEdit *>();
        auto *max = *std::find_if(edits.begin(), edits.end(), [](QLineEdit *e) {
            return e->accessibleName().startsWith(QLatin1String("Largest"));
        });
        max->setText(QStringLiteral("1e2"));
        QTest::keyClick(max, Qt::Key_Return);
        QCOMPARE(m_view->scale().max, 100.0);
        QVERIFY(!m_view->autoRange());
    }

    void switchingThemeRepaints()
    {
        applyTheme(*qApp, Theme::light());
        QApplication::processEvents();
        QCOMPARE(QColor(m_canvas->grab().toImage().pixel(5, 5)), Theme::light().plotGround);
        applyTheme(*qApp, Theme::dark());
        QApplication::processEvents();
        QCOMPARE(QColor(m_canvas->grab().toImage().pixel(5, 5)), Theme::dark().plotGround);
    }

    void emptyAndMissingMatricesAreFine()
    {
        m_view->setMatrix(nullptr);
        m_view->home();
        QTest::keyClick(m_canvas, Qt::Key_Right);
        m_view->setMatrix(std::make_shared<Matrix>());
        m_view->home();
        QTest::keyClick(m_canvas, Qt::Key_Plus);
        m_view->grab();
        QVERIFY(!m_view->cursorCell().valid());
    }
};

QTEST_MAIN(HeatmapViewTest)
#include "tst_heatmap_view.moc"
