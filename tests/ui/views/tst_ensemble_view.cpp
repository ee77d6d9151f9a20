// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/analysis/order_terms.h"
#include "ui/plot/figure_exporter.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/ensemble_view.h"
#include "ui/views/tree_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QUndoStack>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class EnsembleViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<EnsembleView> m_view;
    std::unique_ptr<TreeView> m_tree;

    EnsembleCanvas *canvas() const { return m_view->findChild<EnsembleCanvas *>(); }
    const EnsembleState &state() const { return canvas()->state(); }
    const EnsembleResult &result() const { return state().result(); }
    TreeCanvas *treeCanvas() const { return m_tree->findChild<TreeCanvas *>(QStringLiteral("tree.first")); }
    void type(const char *name, const char *number)
    {
        auto *box = m_view->findChild<QSpinBox *>(QStringLiteral("ensemble.") + QLatin1String(name));
        QVERIFY(box && box->isVisible());
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QLatin1String(number));
        QTest::keyClick(box, Qt::Key_Return);
        settle(*m_session);
    }
    void open(int batch)
    {
        m_view.reset();
        m_tree.reset();
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        RunRequest a = m_session->document().a;
        a.batch = batch;
        m_session->setRequest(Side::A, a);
        m_tree = std::make_unique<TreeView>(*m_session);
        m_view = std::make_unique<EnsembleView>(*m_session);
        showAt(*m_tree, {760, 460});
        showAt(*m_view, {900, 460});
        select(*m_session, 299, -1, 41);
    }
    std::uint64_t inHistogram() const
    {
        return std::accumulate(result().histogram.begin(), result().histogram.end(), std::uint64_t{0},
                               [](std::uint64_t n, const UlpBin &bin) { return n + bin.count; });
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init() { open(256); }
    void cleanup()
    {
        m_view.reset();
        m_tree.reset();
        m_session.reset();
    }

    /// Row 299 sees five tiles, four lanes add in each: twenty partial results, too many for all orders.
    void theTreesBoxesArriveAtRandom()
    {
        QTRY_VERIFY(!state().empty());
        QCOMPARE(state().answer->question.terms.partials(), 20);
        QVERIFY(!result().allOrders);
        QCOMPARE(result().orders, std::uint64_t{1'000'000});
        QVERIFY2(state().names.contains(QStringLiteral("lane 3, tile 0")), qPrintable(state().names.join(u'|')));
        type("count", "20000");
        QCOMPARE(result().orders, std::uint64_t{20'000});
        QCOMPARE(m_session->viewState(QStringLiteral("ensemble.count")), QStringLiteral("20000"));
        QCOMPARE(inHistogram(), std::uint64_t{20'000});
        // One order after another, as it is defined.
        const EnsembleSpec &terms = state().answer->question.terms;
        std::map<std::uint64_t, std::uint64_t> counts;
        for (std::uint64_t i = 0; i < 20'000; ++i)
            ++counts[sumInOrder(terms, arrivalOrder(0, i, 20))];
        QCOMPARE(static_cast<std::size_t>(result().distinct), counts.size());
        QCOMPARE(result().patterns.size(), counts.size());
        for (const OrderPattern &pattern : result().patterns)
            QCOMPARE(pattern.count, counts[pattern.bits]);
        const auto before = result().patterns;
        type("seed", "7");
        QCOMPARE(state().answer->question.seed, std::uint64_t{7});
        QVERIFY(result().patterns != before);
        type("seed", "0");
        QVERIFY(result().patterns == before);
        QVERIFY2(canvas()->readout().contains(QStringLiteral("seed 0")), qPrintable(canvas()->readout()));
    }

    /// What a session says of the orders and nobody can mean stands there as a sentence, until it is put right.
    void oddStateIsSaid()
    {
        QTRY_VERIFY(!state().empty());
        const auto set = [this](const char *name, const char *value) {
            m_session->setViewState(QStringLiteral("ensemble.") + QLatin1String(name), QLatin1String(value));
            settle(*m_session);
        };
        const auto *said = m_view->findChild<QLabel *>(QStringLiteral("ensemble.wrong"));
        for (const char *count : {"-5", "0", "1000000001", "99999999999999999999", "many", "1e6"}) {
            set("count", count);
            QCOMPARE(m_view->absent(),
                     QStringLiteral("View state ensemble.count is \"%1\", expected a whole number from "
                                    "1 to 1\u202F000\u202F000\u202F000")
                         .arg(QLatin1String(count)));
            QCOMPARE(said->text(), m_view->absent());
            QVERIFY(said->isVisible() && state().empty() && !m_view->figure() && m_view->isReady());
            QCOMPARE(m_session->viewState(QStringLiteral("ensemble.count")), QLatin1String(count));
        }
        type("count", "20000");
        QTRY_VERIFY(!state().empty());
        QVERIFY(!said->isVisible() && m_view->absent().isEmpty());
        set("seed", "-1");
        QVERIFY2(m_view->absent().startsWith(QStringLiteral("View state ensemble.seed is \"-1\", expected a whole")),
                 qPrintable(m_view->absent()));
        type("seed", "0"); // the number that is shown
        QTRY_VERIFY(!state().empty());
        set("orders", "some");
        QCOMPARE(m_view->absent(),
                 QStringLiteral("View state ensemble.orders is \"some\", expected one of all, random"));
        choose(*m_view, QStringLiteral("orders"), QStringLiteral("random"));
        QTRY_VERIFY(!state().empty());
        set("from", "air");
        QCOMPARE(m_view->absent(),
                 QStringLiteral("View state ensemble.from is \"air\", expected one of tree, playground"));
        choose(*m_view, QStringLiteral("from"), QStringLiteral("tree"));
        QTRY_VERIFY(!state().empty());
        set("orders", "all"); // of twenty
        QTRY_VERIFY2(m_view->absent().contains(QStringLiteral("20")) &&
                         m_view->absent().contains(QStringLiteral("at most 16")),
                     qPrintable(m_view->absent()));
        QVERIFY(!m_view->figure());
    }

    /// A lane that is chosen in the tree: its five tiles in all 120 orders, counted by going through them.
    void aNodeOfTheTreeIsChosen()
    {
        QTRY_VERIFY(!state().empty());
        const TreeScene &scene = treeCanvas()->scene();
        int lane = -1; // its last running sum, in which the others are
        for (int box = 0; box < static_cast<int>(scene.collapsed.boxes.size()); ++box) {
            if (scene.node(box).lane == 2)
                lane = box;
        }
        QTest::mouseClick(treeCanvas(), Qt::LeftButton, {}, treeCanvas()->placeOf(lane).toPoint());
        settle(*m_session);
        m_session->setViewState(QStringLiteral("tree.open"), QString()); // the click opened it, too
        settle(*m_session);
        QTRY_VERIFY(!state().empty());
        QCOMPARE(state().answer->question.terms.partials(), 5);
        QVERIFY(result().allOrders);
        QCOMPARE(result().orders, std::uint64_t{120});
        const std::vector<double> &values = state().answer->question.terms.values;
        std::map<std::uint32_t, std::uint64_t> counts;
        std::vector<int> order{0, 1, 2, 3, 4};
        do {
            float sum = 0;
            for (const int i : order)
                sum += static_cast<float>(values[static_cast<std::size_t>(i)]);
            ++counts[floatBits(sum)];
        } while (std::next_permutation(order.begin(), order.end()));
        QCOMPARE(result().patterns.size(), counts.size());
        for (const OrderPattern &pattern : result().patterns)
            QCOMPARE(pattern.count, counts[static_cast<std::uint32_t>(pattern.bits)]);
        QVERIFY(!m_view->findChild<QSpinBox *>(QStringLiteral("ensemble.count"))->isVisible());
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(counts.size()));
        select(*m_session, 200, -1, 41); // another sum: the whole of it
        QTRY_VERIFY(state().answer && state().answer->question.terms.partials() != 5);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.chosen")), QString());
    }

    void theWorstOrderIsShownInTheTree()
    {
        type("count", "5000");
        QSignalSpy wanted(m_view.get(), &View::viewRequested);
        const float kernels = static_cast<float>(treeCanvas()->scene().tree->value.back());
        for (const int witness : {1, 0}) {
            const QRectF row = canvas()->parts().rows[static_cast<std::size_t>(witness)];
            QTest::mouseClick(canvas(), Qt::LeftButton, {}, row.center().toPoint());
            settle(*m_session);
            QCOMPARE(absence(*m_tree), QString());
            const float shown = static_cast<float>(treeCanvas()->scene().tree->value.back());
            QCOMPARE(std::uint64_t{floatBits(shown)},
                     state().at(kWitnesses[static_cast<std::size_t>(witness)]).pattern.bits);
        }
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted.front().front().toString(), QStringLiteral("tree"));
        QCOMPARE(state().answer->question.terms.partials(), 20); // still of what the kernel adds
        m_session->undoStack().undo();
        m_session->undoStack().undo();
        settle(*m_session);
        QCOMPARE(static_cast<float>(treeCanvas()->scene().tree->value.back()), kernels);
    }

    /// Three splits of one output element: the terms of the kernel's own combine, as the command line has them.
    void splitsAreCombinedByFma()
    {
        open(1);
        choose(*m_tree, QStringLiteral("kind"), QStringLiteral("combine-output"));
        settle(*m_session);
        QTRY_VERIFY(state().answer && state().answer->question.terms.isWeighted());
        const Result<EnsembleSpec> terms = combineTerms(*m_session->spec(Side::A), *m_session->rowTrace(Side::A), 41);
        QVERIFY(terms.ok() && terms.value() == state().answer->question.terms);
        QCOMPARE(result().orders, std::uint64_t{6});
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Down);
        QVERIFY2(canvas()->readout().startsWith(QStringLiteral("worst result")), qPrintable(canvas()->readout()));
        QTest::keyClick(canvas(), Qt::Key_Return); // its tree is none of plain additions: copied
        QCOMPARE(QApplication::clipboard()->text(), state().orderText(result().worst.order));
    }

    /// The contributions of the key tiles to dQ: a result's order is one of their arrival, and has its bits in the
    /// tree.
    void contributionsToDqArriveInTheTree()
    {
        choose(*m_tree, QStringLiteral("kind"), QStringLiteral("dq"));
        settle(*m_session);
        QTRY_VERIFY(state().answer && state().answer->question.terms.partials() == 3);
        QSignalSpy wanted(m_view.get(), &View::viewRequested);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Down);
        const OrderWitness worst = result().worst;
        QTest::keyClick(canvas(), Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.arrival")), arrivalText(worst.order)); // tiles 0, 1, 2
        const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(worst.pattern.bits));
        QCOMPARE(static_cast<float>(treeCanvas()->scene().tree->value.back()),
                 sum * m_session->spec(Side::A)->problem.scale);
        m_session->undoStack().undo();
        QCOMPARE(m_session->viewState(QStringLiteral("tree.arrival")), QString());
    }

    /// The puzzle of `lab order-puzzle`: 275 results in fp64, 137 in fp32, and their ends.
    void thePlaygroundsNumbersArrive()
    {
        m_session->setViewState(QStringLiteral("playground.text"),
                                QStringLiteral("1e-10 1e-5 1e-2 1 -1e-10 -1e-5 -1e-2 -1"));
        m_session->setViewState(QStringLiteral("playground.format"), QStringLiteral("fp64"));
        choose(*m_view, QStringLiteral("from"), QStringLiteral("playground"));
        settle(*m_session);
        QTRY_VERIFY(state().answer && state().answer->question.terms.partials() == 8);
        QCOMPARE(result().orders, std::uint64_t{40'320});
        QCOMPARE(result().distinct, 275.0);
        QVERIFY2(state().facts().contains(QStringLiteral("bit patterns: 275")), qPrintable(state().describe()));
        QCOMPARE(state().value(result().smallest.pattern.value), QStringLiteral("-2.220446049250313e-16"));
        QCOMPARE(state().value(result().largest.pattern.value), QStringLiteral("2.220446049250313e-16"));
        QCOMPARE(inHistogram(), std::uint64_t{40'320});
        m_session->setViewState(QStringLiteral("playground.format"), QStringLiteral("fp32"));
        settle(*m_session);
        QTRY_COMPARE(result().distinct, 137.0);
        QCOMPARE(static_cast<float>(result().largest.pattern.value), 2.3383064373661e-08f);
        m_session->setViewState(QStringLiteral("playground.format"), QStringLiteral("fp16"));
        settle(*m_session);
        QTRY_VERIFY2(absence(*m_view).contains(QStringLiteral("fp32 or fp64")), qPrintable(absence(*m_view)));
        QVERIFY(!m_view->figure());
    }

    void keysTableAndFigureSayTheSame()
    {
        type("count", "5000");
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(result().patterns.size()));
        qint64 all = 0;
        for (int row = 0; row < m_view->table()->rowCount(); ++row)
            all += m_view->table()->index(row, 3).data().toLongLong();
        QCOMPARE(all, 5000);
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Right);
        QTest::keyClick(canvas(), Qt::Key_Right);
        QCOMPARE(state().bin, 1);
        QVERIFY(canvas()->readout().contains(QStringLiteral("orders")));
        const QString words = m_view->figure()->figureDescription();
        QVERIFY2(words.contains(QStringLiteral("20 partial results in fp32")), qPrintable(words));
        QVERIFY(words.contains(state().bits(result().worst.pattern.bits)));
        m_view->cycleScale();
        settle(*m_session);
        QTRY_VERIFY(state().logCounts);
        choose(*m_view, QStringLiteral("orders"), QStringLiteral("all"));
        settle(*m_session);
        QTRY_VERIFY2(absence(*m_view).contains(QStringLiteral("at most 16")), qPrintable(absence(*m_view)));
        choose(*m_view, QStringLiteral("orders"), QStringLiteral("random"));
        settle(*m_session);
        QTRY_VERIFY(!state().empty());
    }

    /// On paper nothing is left out: every column of the table, the orders whole, a label for every bar or every few.
    void figuresAreComplete()
    {
        QTRY_VERIFY(!state().empty());
        const auto textsOf = [this](const char *preset) {
            FigureOptions options = optionsFor(*findFigurePreset(QLatin1String(preset)), FigureFormat::Svg);
            options.textAsPaths = false;
            const auto figure = m_view->figure();
            const QString svg = QString::fromUtf8(renderFigure(*figure, options).value());
            QStringList texts;
            const QRegularExpression text(QStringLiteral("<text[^>]*>([^<]*)</text>"));
            for (auto match = text.globalMatch(svg); match.hasNext();)
                texts << match.next().captured(1).trimmed();
            return texts;
        };
        const auto check = [&](const char *preset, bool withOrders) {
            const QStringList texts = textsOf(preset);
            const QString all = texts.join(QLatin1Char('|'));
            for (const char *word : {"result", "value", "bits", "distance", "orders", "best", "worst"})
                QVERIFY2(all.contains(QLatin1String(word)), qPrintable(QLatin1String(preset) + all));
            for (const Witness which : {Witness::Best, Witness::Worst}) {
                QVERIFY2(texts.contains(state().bits(state().at(which).pattern.bits)), qPrintable(all));
                QVERIFY2(texts.contains(state().value(state().at(which).pattern.value)), qPrintable(all));
            }
            QVERIFY2(!all.contains(QChar(u'…')) || !withOrders || state().bins().size() < 20, qPrintable(all));
            if (!withOrders)
                return;
            const QString words = texts.join(QLatin1Char(' '));
            for (const auto &[name, which] :
                 {std::pair{"best order: ", Witness::Best}, {"worst order: ", Witness::Worst}})
                QVERIFY2(words.contains(QLatin1String(name) + state().orderText(state().at(which).order)),
                         qPrintable(words));
        };
        check("icml-full", true);
        check("icml-column", false);
        // 275 results whose distances span most of fp64: bars for powers of two up to 2^61 on both sides.
        m_session->setViewState(QStringLiteral("playground.text"),
                                QStringLiteral("1e-10 1e-5 1e-2 1 -1e-10 -1e-5 -1e-2 -1"));
        m_session->setViewState(QStringLiteral("playground.format"), QStringLiteral("fp64"));
        choose(*m_view, QStringLiteral("from"), QStringLiteral("playground"));
        settle(*m_session);
        QTRY_VERIFY(state().answer && state().answer->question.terms.partials() == 8);
        QVERIFY(state().bins().size() > 60);
        for (const char *preset : {"icml-full", "icml-column"}) {
            check(preset, false);
            const QStringList texts = textsOf(preset);
            const auto labels = std::count_if(texts.begin(), texts.end(),
                                              [](const QString &t) { return t.contains(QStringLiteral("2^")); });
            QVERIFY2(labels >= 10, qPrintable(texts.join(QLatin1Char('|'))));
            QVERIFY(texts.contains(QStringLiteral("0")));
        }
    }

    void whatRunsCanBeStopped()
    {
        QTRY_VERIFY(!state().empty());
        auto *count = m_view->findChild<QSpinBox *>(QStringLiteral("ensemble.count"));
        count->setValue(1'000'000'000);
        QTRY_VERIFY(m_session->busy() && state().empty());
        m_session->cancel();
        settle(*m_session);
        QTRY_VERIFY2(absence(*m_view).contains(QStringLiteral("Stopped")), qPrintable(absence(*m_view)));
        count->setValue(999'999'999);
        QTRY_VERIFY(m_session->busy());
        QTest::qWait(50);
        m_view.reset();
        m_tree.reset();
        QElapsedTimer clock;
        clock.start();
        m_session.reset(); // waits for what computes
        QVERIFY2(clock.elapsed() < 200, qPrintable(QString::number(clock.elapsed())));
    }
};

QTEST_MAIN(EnsembleViewTest)
#include "tst_ensemble_view.moc"
