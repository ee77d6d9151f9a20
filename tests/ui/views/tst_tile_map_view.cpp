// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/ulp.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/tile_map_view.h"

#include <QAbstractItemModelTester>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TileMapViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TileMapView> m_view;

    TileMapCanvas *canvas() const { return m_view->findChild<TileMapCanvas *>(); }
    const TileMapState &state() const { return canvas()->state(); }
    static QString text(const QString &symbol, float value)
    {
        return symbol + QLatin1Char(' ') + QString::number(value, 'g', 9).replace(QLatin1Char('-'), QChar(0x2212));
    }
    QPoint pixelOf(int m, int n)
    {
        return pixelWhere(
            canvas(), [&] { return m_session->hover().mBlock == m && m_session->hover().nBlock == n; }, 5);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_session->setStep(m_session->stepCount());
        select(*m_session, -1, -1, -1);
        m_view = std::make_unique<TileMapView>(*m_session);
        showAt(*m_view, {640, 480});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void tilesSayWhatTheTraceSays()
    {
        select(*m_session, 299, -1, -1);
        const HeadTrace &trace = *m_session->trace(Side::A);
        QCOMPARE(state().mBlocks, 3);
        QCOMPARE(state().nBlocks, 6);
        const WorkTileTrace &tile = trace.tiles[static_cast<std::size_t>(trace.tileIndex(2, 0))];
        for (int ordinal = 0; ordinal < static_cast<int>(tile.nBlocks.size()); ++ordinal) {
            const int row = 299 - tile.tile.rowBegin;
            const TileCell &cell = state().cell(2, tile.nBlocks[static_cast<std::size_t>(ordinal)]);
            QCOMPARE(cell.status, TileCell::Status::Done);
            QCOMPARE(cell.ordinal, ordinal);
            const QStringList lines = state().lines(cell, 9);
            if (std::isfinite(tile.runMax.at(row, ordinal))) {
                QVERIFY2(lines.contains(text(QStringLiteral("m"), tile.runMax.at(row, ordinal))),
                         qPrintable(lines.join(QLatin1Char('|'))));
                QVERIFY(lines.contains(text(QStringLiteral("tile m"), tile.tileMax.at(row, ordinal))));
            }
            QVERIFY(lines.contains(text(QStringLiteral("l"), tile.runSum.at(row, ordinal))));
            QVERIFY(lines.contains(text(QStringLiteral("tile l"), tile.tileSum.at(row, ordinal))));
            QCOMPARE(lines.contains(text(QStringLiteral("α"), tile.alpha.at(row, ordinal))), ordinal > 0);
        }
    }

    void rangesCoverTheRows()
    {
        const HeadTrace &trace = *m_session->trace(Side::A);
        const WorkTileTrace &tile = trace.tiles[static_cast<std::size_t>(trace.tileIndex(1, 0))];
        const int ordinal = static_cast<int>(tile.nBlocks.size()) - 1;
        float low = tile.runSum.at(0, ordinal), high = low;
        for (int r = 0; r < tile.runSum.rows; ++r) {
            low = std::min(low, tile.runSum.at(r, ordinal));
            high = std::max(high, tile.runSum.at(r, ordinal));
        }
        const TileCell &cell = state().cell(1, tile.nBlocks.back());
        QCOMPARE(static_cast<float>(cell.runSum.low), low);
        QCOMPARE(static_cast<float>(cell.runSum.high), high);
    }

    void causalTilesAboveTheDiagonalAreNeverVisited()
    {
        for (int m = 0; m < 3; ++m) {
            for (int n = 0; n < 6; ++n) {
                const bool above = n * 64 > m * 128 + 127;
                QCOMPARE(state().cell(m, n).status == TileCell::Status::Skipped, above);
                QCOMPARE(state().cell(m, n).partial, !above && n * 64 + 63 > m * 128);
            }
        }
    }

    void valuesAppearWhenTheyAreFormed()
    {
        const Schedule &schedule = *m_session->schedule(Side::A);
        const TileCell first = state().cell(0, m_session->trace(Side::A)->tiles.front().nBlocks.front());
        m_session->setStep(first.firstStep);
        const TileCell &cell = state().cell(0, m_session->trace(Side::A)->tiles.front().nBlocks.front());
        QCOMPARE(cell.status, TileCell::Status::Pending);
        for (quint64 step = first.firstStep + 1; step <= first.lastStep + 1; ++step) {
            m_session->setStep(step);
            const StepKind kind = schedule.step(step - 1).kind;
            QCOMPARE(cell.status, kind == StepKind::OutputGemm ? TileCell::Status::Done : TileCell::Status::Current);
            const QStringList lines = state().lines(cell, 4);
            QCOMPARE(lines.filter(QStringLiteral("m ")).isEmpty(), step <= first.maxStep);
            QCOMPARE(lines.filter(QStringLiteral("l ")).isEmpty(), step <= first.sumStep);
        }
        QCOMPARE(schedule.step(first.maxStep).kind, StepKind::RowMax);
        QCOMPARE(schedule.step(first.sumStep).kind, StepKind::RowSum);
    }

    void clickGoesToTheEndOfATileAndDoubleClickToItsFirstStep()
    {
        const QPoint pixel = pixelOf(1, 2);
        QVERIFY(pixel.x() >= 0);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, pixel);
        QCOMPARE(m_session->step(), state().cell(1, 2).lastStep + 1);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, pixel);
        QCOMPARE(m_session->step(), state().cell(1, 2).firstStep + 1);
        QCOMPARE(state().cell(1, 2).status, TileCell::Status::Current);
        const quint64 step = m_session->step();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, pixelOf(0, 5)); // never visited
        QCOMPARE(m_session->step(), step);
    }

    void keyboard()
    {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(canvas()->readout(), state().describe(1, 2));
        QTest::keyClick(canvas(), Qt::Key_Return);
        QCOMPARE(m_session->step(), state().cell(1, 2).lastStep + 1);
    }

    void hoverIsShared()
    {
        Hover hover;
        hover.row = 130;
        hover.key = 70;
        m_session->setHover(hover); // from the matrix
        QCOMPARE(state().highlightM, 1);
        QCOMPARE(state().highlightN, 1);
        m_session->setHover({});
        QCOMPARE(state().highlightM, -1);
        QTest::mouseMove(canvas(), {0, 0});
        QVERIFY(pixelOf(2, 4).x() >= 0);
        QCOMPARE(m_session->selection().row, -1);
    }

    void colourIsViewState()
    {
        choose(*m_view, QStringLiteral("color"), QStringLiteral("sum"));
        QCOMPARE(m_session->viewState(QStringLiteral("tiles.color")), QStringLiteral("sum"));
        const QString bySum = state().colorTitle;
        m_session->setViewState(QStringLiteral("tiles.color"), QStringLiteral("alpha"));
        settle(*m_session);
        QCOMPARE(chosen(*m_view, QStringLiteral("color")), QStringLiteral("alpha"));
        QVERIFY(state().colorTitle != bySum);
    }

    void difference()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        m_session->setShown(Shown::Difference);
        select(*m_session, 299, -1, -1);
        const auto visit = [](const HeadTrace &trace) {
            return trace.tiles[static_cast<std::size_t>(trace.tileIndex(2, 0))];
        };
        const WorkTileTrace a = visit(*m_session->trace(Side::A)), b = visit(*m_session->trace(Side::B));
        const FormatGrid grid(DType::F32);
        for (std::size_t i = 0; i < a.nBlocks.size(); ++i) {
            const int row = 299 - a.tile.rowBegin, ordinal = static_cast<int>(i);
            const double apart =
                static_cast<double>(grid.ordinal(a.runSum.at(row, ordinal)) - grid.ordinal(b.runSum.at(row, ordinal)));
            QCOMPARE(state().cell(2, a.nBlocks[i]).runSum.low, apart);
            QCOMPARE(state().cell(2, a.nBlocks[i]).runSum.high, apart);
        }
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "h200", 1)); // splits, and has other tiles
        settle(*m_session);
        if (m_session->schedule(Side::B)->recipe().tileN != 64)
            QVERIFY(!absence(*m_view).isEmpty());
    }

    void bIsShownAtTheCorrespondingStep()
    {
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "a100"));
        const auto done = [this] {
            return std::count_if(state().cells.begin(), state().cells.end(),
                                 [](const TileCell &cell) { return cell.status == TileCell::Status::Done; });
        };
        m_session->setStep(m_session->headSteps().begin + 12);
        settle(*m_session);
        const auto ofA = done();
        m_view->setShown(Shown::B);
        settle(*m_session);
        QCOMPARE(done(), ofA);
        QVERIFY(done() < 12); // not all of B
    }

    void aNarrowTileKeepsTheRunningMax()
    {
        TileCell cell;
        cell.hasMax = cell.hasSum = true;
        cell.runMax.add(-8.912);
        cell.runMax.add(45.23);
        cell.runSum.add(1);
        cell.runSum.add(27);
        const TileMapState map;
        QCOMPARE(map.shortLine(cell), QStringLiteral("m ≤45"));
        QCOMPARE(map.shortLine(TileCell()), QString());
    }

    void anOutputAloneHasNoTiles()
    {
        m_session->setRequest(Side::B, std::nullopt);
        m_session->setObservedTensor(QStringLiteral("o_batch256"));
        m_session->setShown(Shown::B);
        settle(*m_session);
        QVERIFY(absence(*m_view).contains(QStringLiteral("output alone")));
        QVERIFY(!m_view->hasFigure());
        QVERIFY(!m_view->figure());
    }

    void tableIsASoundModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        select(*m_session, 299, -1, -1);
        QCOMPARE(m_view->table()->rowCount(), 2 + 4 + 6);
        const WorkTileTrace &tile = m_session->trace(Side::A)->tiles.back();
        const QAbstractItemModel &table = *m_view->table();
        const int last = table.rowCount() - 1, ordinal = static_cast<int>(tile.nBlocks.size()) - 1;
        QCOMPARE(table.index(last, 4).data().toInt(), 299);
        QCOMPARE(table.index(last, 8).data(Qt::EditRole).toFloat(), tile.runSum.at(299 - tile.tile.rowBegin, ordinal));
    }

    void saysWhatIsMissing()
    {
        Session empty(sharedCatalog());
        TileMapView view(empty);
        QVERIFY(!absence(view).isEmpty());
    }

    void aFaultIsAToggleAndNoRounding()
    {
        const auto legal = m_session->output(Side::A);
        const TileCell second = [&] { // visited second by query tile 1
            for (int n = 0; n < 6; ++n) {
                if (state().cell(1, n).ordinal == 1)
                    return state().cell(1, n);
            }
            return TileCell();
        }();
        m_session->setStep(second.lastStep + 1);
        settle(*m_session);
        auto *stale = m_view->findChild<QAction *>(QStringLiteral("fault.staleV"));
        stale->trigger();
        settle(*m_session);
        QCOMPARE(fieldValue(m_session->spec(Side::A)->recipe, "fault"), std::string("staleV:1"));
        QVERIFY(stale->isChecked() && m_session->spec(Side::A)->counterfactual);
        const auto faulty = m_session->output(Side::A);
        double largest = 0;
        for (std::size_t i = 0; i < legal->data.size(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(legal->data[i]) - faulty->data[i]));
        QVERIFY2(largest > 0.1, qPrintable(QString::number(largest))); // rounding moves these outputs by 1e-3 at most
        stale->trigger();
        settle(*m_session);
        QVERIFY(!stale->isChecked());
        QCOMPARE(m_session->output(Side::A)->data, legal->data);
        // 384 keys are whole tiles of 64: nothing to leave unmasked, and the run says so.
        m_view->findChild<QAction *>(QStringLiteral("fault.unmaskedTail"))->trigger();
        settle(*m_session);
        QCOMPARE(m_session->output(Side::A)->data, legal->data);
    }
};

QTEST_MAIN(TileMapViewTest)
#include "tst_tile_map_view.moc"
