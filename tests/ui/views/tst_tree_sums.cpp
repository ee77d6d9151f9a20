// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What of the tree view changes a sum: compensated methods.
#include "engine/numerics/formats.h"
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_view.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class TreeSumsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TreeView> m_view;

    TreeCanvas *canvas() const { return m_view->findChild<TreeCanvas *>(QStringLiteral("tree.first")); }
    const TreeScene &scene() const { return canvas()->scene(); }
    void set(const char *name, const char *value)
    {
        m_session->setViewState(QStringLiteral("tree.") + QLatin1String(name), QLatin1String(value));
        settle(*m_session);
    }
    float rootValue() const { return static_cast<float>(scene().tree->value.back()); }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }
    void init()
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<TreeView>(*m_session);
        showAt(*m_view, {720, 520});
        settle(*m_session);
        select(*m_session, 299, 250, 41);
    }
    void cleanup()
    {
        m_view.reset();
        m_session.reset();
    }

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
};

QTEST_MAIN(TreeSumsTest)
#include "tst_tree_sums.moc"
