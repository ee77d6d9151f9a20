// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_exporter.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/compare_view.h"
#include "ui/views/tree_view.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class CompareViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<CompareView> m_view;

    QString label(const char *name) const
    {
        return m_view->findChild<QLabel *>(QStringLiteral("compare.") + QLatin1String(name))->text();
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openSession(scenario(QStringLiteral("h200-vs-a100")), &error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<CompareView>(*m_session);
        showAt(*m_view, {640, 480});
        settle(*m_session);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

    void saysWhereTheBitsPart()
    {
        const Comparison &c = *m_session->comparison();
        QVERIFY(c.first);
        QVERIFY(label("counts").startsWith(QStringLiteral("%1 of %2 ").arg(c.mismatches).arg(c.elements)));
        QVERIFY(label("place").contains(QStringLiteral("S[%1, %2]").arg(c.first->row).arg(c.first->col)));
        QVERIFY(label("place").contains(QString::number(static_cast<double>(c.first->a), 'g', 9)));
        QVERIFY(label("reason").contains(QString::fromStdString(c.first->reason.english())));
        QCOMPARE(m_view->table()->rowCount(), static_cast<int>(c.recipeDifferences.size()));
        QCOMPARE(m_view->table()->index(0, 1).data().toString(), QStringLiteral("h200"));
        QCOMPARE(m_view->table()->index(0, 2).data().toString(), QStringLiteral("a100"));
    }

    void buttonGoesThere()
    {
        const Divergence d = *m_session->comparison()->first;
        QTest::mouseClick(m_view->findChild<QPushButton *>(QStringLiteral("compare.go")), Qt::LeftButton);
        QCOMPARE(m_session->step(), d.step.index + 1);
        QCOMPARE(m_session->selection().row, d.row);
        QCOMPARE(m_session->selection().key, d.col);
        QCOMPARE(m_session->selection().head, d.head);
    }

    void aClickWalksToTheAddition()
    {
        const auto walk = m_session->walk();
        QVERIFY(walk && walk->stops.size() > 1);
        const auto *text = m_view->findChild<QLabel *>(QStringLiteral("compare.walk"));
        QVERIFY2(text->text().contains(QString::fromStdString(walk->reason.english())), qPrintable(text->text()));
        TreeView tree(*m_session, nullptr, QStringLiteral("tree.difference"));
        tree.setShown(Shown::Difference);
        showAt(tree, {900, 600});
        settle(*m_session);
        QSignalSpy requested(m_view.get(), &View::viewRequested);
        QTest::mouseClick(m_view->findChild<QPushButton *>(QStringLiteral("compare.node")), Qt::LeftButton);
        settle(*m_session);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(m_session->viewState(QStringLiteral("tree.difference.kind")), sumKindKey(walk->stops.back().kind));
        QCOMPARE(m_session->selection().row, m_session->comparison()->firstMismatch->row);
        // The tree that was asked for chooses the node when it is there.
        const auto *canvas = tree.findChild<TreeCanvas *>(QStringLiteral("tree.difference.first"));
        const int box = canvas->scene().selectedBox;
        QVERIFY(box >= 0);
        QCOMPARE(box, canvas->scene().collapsed.boxOf[static_cast<std::size_t>(walk->stops.back().nodeA)]);
    }

    void figureShowsBothAndSaysWhereTheyPart()
    {
        QVERIFY(m_view->hasFigure());
        const std::unique_ptr<FigureSource> figure = m_view->figure();
        QVERIFY(figure);
        const QString description = figure->figureDescription();
        QVERIFY(description.contains(label("place")));
        QVERIFY(description.contains(label("counts")));
        QCOMPARE(description.count(QStringLiteral("Heat map of")), 3);
        for (const char *preset : {"icml-column", "icml-full"}) {
            const Result<QByteArray> bytes =
                renderFigure(*figure, optionsFor(*findFigurePreset(QLatin1String(preset)), FigureFormat::Pdf));
            QVERIFY(bytes.ok());
            QVERIFY(
                bytes.value() ==
                renderFigure(*m_view->figure(), optionsFor(*findFigurePreset(QLatin1String(preset)), FigureFormat::Pdf))
                    .value());
        }
        m_session->setRequest(Side::B, std::nullopt);
        settle(*m_session);
        if (!m_session->hasB())
            QVERIFY(!m_view->hasFigure() && !m_view->figure());
    }

    void equalRunsSaySo()
    {
        m_session->setRequest(Side::B, m_session->document().a);
        settle(*m_session);
        QVERIFY(label("counts").startsWith(QStringLiteral("All ")));
        QVERIFY(!m_view->findChild<QPushButton *>(QStringLiteral("compare.go"))->isVisible());
        QCOMPARE(m_view->table()->rowCount(), 0);
    }

    void withoutBItAsksForOne()
    {
        m_session->setRequest(Side::B, std::nullopt);
        settle(*m_session);
        QVERIFY(absence(*m_view).contains(QStringLiteral("second run")));
    }

    void tableIsASoundModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_session->setRequest(Side::B, requestFor("fa2-pytorch", "h200", 1));
        settle(*m_session);
        QVERIFY(m_view->table()->rowCount() > 0);
    }
};

QTEST_MAIN(CompareViewTest)
#include "tst_compare_view.moc"
