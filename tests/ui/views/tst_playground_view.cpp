// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/resource_dir.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/playground_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

/// Without a document: the playground needs none.
class PlaygroundViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<PlaygroundView> m_view;

    PlaygroundCanvas *canvas() const { return m_view->findChild<PlaygroundCanvas *>(); }
    const PlaygroundState &state() const { return canvas()->state(); }
    QLineEdit *field() const { return m_view->findChild<QLineEdit *>(QStringLiteral("playground.text")); }
    QLabel *problem() const { return m_view->findChild<QLabel *>(QStringLiteral("playground.problem")); }
    void type(const QString &text)
    {
        field()->setFocus();
        field()->selectAll();
        QTest::keyClicks(field(), text);
        QTRY_VERIFY(m_view->isReady());
    }
    void example(int number)
    {
        m_view->findChild<QAction *>(QStringLiteral("playground.example%1").arg(number))->trigger();
        QTRY_VERIFY(m_view->isReady());
    }
    double result(const QString &tree) const
    {
        for (const ShapeResult &shape : state().shapes) {
            if (shape.key == tree)
                return shape.sum.result;
        }
        return -12345;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        auto catalog = Catalog::load(resourceDirectory());
        QVERIFY(catalog.ok());
        m_session = std::make_unique<Session>(std::make_shared<const Catalog>(std::move(catalog).value()));
        m_view = std::make_unique<PlaygroundView>(*m_session);
        showAt(*m_view, {1000, 600});
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void beginsWithTheArticlesLostOne()
    {
        QVERIFY(m_view->hasFigure());
        QCOMPARE(field()->text(), QStringLiteral("1e8 + (-1e8 + 1)"));
        QCOMPARE(state().steps().result, 0.0);
        QCOMPARE(state().steps().exact, 1.0);
        QCOMPARE(state().stepCount(), 2);
        QVERIFY(problem()->isHidden());
    }

    void typingIsAddedAtOnce()
    {
        type(QStringLiteral("(1e8 + -1e8) + 1"));
        QCOMPARE(state().steps().result, 1.0);
        QCOMPARE(m_session->viewState(QStringLiteral("playground.text")), QStringLiteral("(1e8 + -1e8) + 1"));
        type(QStringLiteral("2^26, 1, -2^26, 1"));
        QCOMPARE(state().steps().result, 1.0);
        QCOMPARE(result(QStringLiteral("reverse")), 0.0);
        QCOMPARE(result(QStringLiteral("pairwise")), 0.0);
        QCOMPARE(result(QStringLiteral("butterfly")), 2.0);
        choose(*m_view, QStringLiteral("format"), QStringLiteral("fp64"));
        QCOMPARE(state().steps().result, 2.0);
        QCOMPARE(state().orders.results.size(), std::size_t{1});
        choose(*m_view, QStringLiteral("format"), QStringLiteral("fp16"));
        QVERIFY(std::isnan(state().steps().result)); // 2^26 is infinite there
    }

    void whatIsNotUnderstoodIsSaidWhereItStands()
    {
        type(QStringLiteral("(1 + 2"));
        QVERIFY(!m_view->hasFigure());
        QVERIFY(problem()->isVisible());
        QCOMPARE(problem()->text(), QStringLiteral("position 7: expected +, - or ), found the end of the text"));
        QTest::keyClicks(field(), QStringLiteral(")"));
        QTRY_VERIFY(m_view->hasFigure());
        QVERIFY(problem()->isHidden());
        QCOMPARE(state().steps().result, 3.0);
    }

    void examplesSetTextFormatAndTree()
    {
        example(3);
        QCOMPARE(field()->text(), QStringLiteral("[2^26, 1, -2^26, 1]"));
        QCOMPARE(chosen(*m_view, QStringLiteral("tree")), QStringLiteral("sequential"));
        QCOMPARE(state().steps().result, 1.0);
        example(4);
        QCOMPARE(chosen(*m_view, QStringLiteral("format")), QStringLiteral("fp64"));
        QCOMPARE(state().orders.orders, 40'320u);
        QCOMPARE(state().orders.results.size(), std::size_t{275});
        QVERIFY2(state().ordersText().contains(QStringLiteral("275 different results")),
                 qPrintable(state().ordersText()));
        choose(*m_view, QStringLiteral("format"), QStringLiteral("fp32"));
        QCOMPARE(state().orders.results.size(), std::size_t{137});
    }

    void aClickOnATreeChoosesIt()
    {
        example(3);
        const PlaygroundLayout layout = canvas()->geometryOfParts();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, layout.shapes[6].center().toPoint());
        QTRY_COMPARE(chosen(*m_view, QStringLiteral("tree")), QStringLiteral("butterfly"));
        QTRY_COMPARE(state().steps().result, 2.0);
        QCOMPARE(state().shape, 6);
    }

    void keysGoThroughTheSteps()
    {
        example(4);
        canvas()->setFocus();
        for (int i = 0; i < 7; ++i)
            QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(state().current, 6);
        QVERIFY2(canvas()->readout().startsWith(QStringLiteral("Step 7: ")), qPrintable(canvas()->readout()));
        const QRectF step = canvas()->geometryOfParts().steps[6];
        const auto *scroll = m_view->findChild<QScrollArea *>();
        const int top = scroll->verticalScrollBar()->value();
        QVERIFY(step.top() >= top && step.top() < top + scroll->viewport()->height());
        QTest::keyClick(canvas(), Qt::Key_Up);
        QCOMPARE(state().current, 5);
    }

    void stateComesFromTheSession()
    {
        m_session->setViewState(QStringLiteral("playground.text"), QStringLiteral("0.1 0.2"));
        m_session->setViewState(QStringLiteral("playground.format"), QStringLiteral("bf16"));
        m_session->setViewState(QStringLiteral("playground.tree"), QStringLiteral("pairwise"));
        QTRY_COMPARE(field()->text(), QStringLiteral("0.1 0.2"));
        QCOMPARE(state().format, DType::BF16);
        QCOMPARE(chosen(*m_view, QStringLiteral("tree")), QStringLiteral("pairwise"));
        QVERIFY2(state().termsText().contains(QStringLiteral("0.1 → 0.10009765625")), qPrintable(state().termsText()));
    }

    void tableAndPictureSayTheSame()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModel &table = *m_view->table();
        QCOMPARE(table.rowCount(), 2);
        QCOMPARE(table.index(0, 3).data().toString(), QStringLiteral("-100000000"));
        QCOMPARE(table.index(0, 6).data().toString(), QStringLiteral("-1"));
        QCOMPARE(table.index(1, 4).data().toString(), QStringLiteral("0x00000000"));
        QVERIFY(canvas()->readout().contains(QStringLiteral("result 0, exact 1, error -8388608 ulp")));
    }

    void nothingIsWiderOrHigherThanItsPlace_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {300, 420, 719, 721, 1280, 2400})
            QTest::addRow("%d", width) << width;
    }
    void nothingIsWiderOrHigherThanItsPlace()
    {
        QFETCH(int, width);
        m_view->resize(width, 500);
        for (int number = 1; number <= 6; ++number) {
            example(number);
            const PlaygroundLayout layout = canvas()->geometryOfParts();
            QVERIFY(canvas()->height() >= layout.height);
            for (const QRectF &box : layout.steps)
                QVERIFY(box.right() <= canvas()->width() && box.bottom() <= layout.height);
            for (const QRectF &box : layout.shapes)
                QVERIFY(box.right() <= canvas()->width() && box.bottom() <= layout.height);
        }
    }

    void columnsThatAreLeftOutAreInTheMiddle()
    {
        const Addition wide = addInBits(DType::F64, 1e300, 1e-300);
        const std::vector<int> columns = visibleColumns(wide, 40);
        QCOMPARE(columns.size(), std::size_t{40});
        QCOMPARE(std::count(columns.begin(), columns.end(), -1), 2);
        QCOMPARE(columns.back(), wide.keptPlaces() + wide.droppedPlaces() - 1);
        QCOMPARE(columns.front(), 0);
        const auto has = [&](int column) { return std::find(columns.begin(), columns.end(), column) != columns.end(); };
        QVERIFY(has(wide.keptPlaces() - 1) && has(wide.keptPlaces()) && has(wide.keptPlaces() + 1));
        const Addition narrow = addInBits(DType::F32, 1e8, 1);
        QCOMPARE(visibleColumns(narrow, 40).size(), std::size_t{27});
    }
};

QTEST_MAIN(PlaygroundViewTest)
#include "tst_playground_view.moc"
