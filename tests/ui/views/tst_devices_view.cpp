// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/view_fixture.h"
#include "ui/theme/application_style.h"
#include "ui/views/devices_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QUndoStack>

using namespace ulpscope;
using namespace ulpscope::ui;
using namespace ulpscope::ui::testing;

class DevicesViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<DevicesView> m_view;

    DevicesCanvas *canvas() const { return m_view->findChild<DevicesCanvas *>(); }
    const DevicesState &state() const { return canvas()->state(); }

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, Theme::dark());
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        RunRequest a = m_session->document().a;
        a.batch = 256;
        m_session->setRequest(Side::A, a);
        m_view = std::make_unique<DevicesView>(*m_session);
        QVERIFY(!m_session->study()); // nobody has asked
        showAt(*m_view, {1200, 420});
        settle(*m_session);
        QVERIFY(m_session->study());
    }
    void cleanupTestCase()
    {
        m_view.reset();
        m_session.reset();
    }

    void theArticlesDevicesComeFirst()
    {
        QCOMPARE(state().titles, (std::vector<QString>{QStringLiteral("NVIDIA A100"), QStringLiteral("NVIDIA H200"),
                                                       QStringLiteral("NVIDIA B200")}));
        QCOMPARE(state().pairs(), 3);
        // 793: an independent implementation's count, see golden_test.cpp.
        QVERIFY2(state().describe(0).contains(QStringLiteral("793 of 98304")), qPrintable(state().describe(0)));
        QVERIFY2(state().describe(0).contains(QStringLiteral("ScoreGemm")), qPrintable(state().describe(0)));
        QVERIFY2(state().describe(2).contains(QStringLiteral("bit-equal")), qPrintable(state().describe(2)));
        QVERIFY(m_view->figure());
        QVERIFY(m_view->figure()->figureDescription().contains(QStringLiteral("132 SMs")));
    }

    void aClickMakesThePairAAndB()
    {
        const DevicesLayout layout(state(), canvas()->rect(), currentTheme());
        const auto study = m_session->study();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, layout.pairs[1].center().toPoint());
        settle(*m_session);
        QCOMPARE(m_session->document().a.device, std::string("a100"));
        QVERIFY(m_session->document().b);
        QCOMPARE(m_session->document().b->device, std::string("b200"));
        QCOMPARE(m_session->study(), study); // A's device is not what the study is of
    }

    void keysWalkOverPairs()
    {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_Down);
        QTest::keyClick(canvas(), Qt::Key_Down);
        QCOMPARE(state().pair, 1);
        QVERIFY(canvas()->readout().startsWith(QStringLiteral("NVIDIA A100 | NVIDIA B200")));
        QTest::keyClick(canvas(), Qt::Key_Up);
        QTest::keyClick(canvas(), Qt::Key_Return);
        settle(*m_session);
        QCOMPARE(m_session->document().b->device, std::string("h200"));
    }

    void otherDevicesAreAnotherStudy()
    {
        auto *third = m_view->findChild<QComboBox *>(QStringLiteral("devices.device3"));
        QVERIFY(third);
        third->setCurrentIndex(third->findData(QStringLiteral("none")));
        emit third->activated(third->currentIndex());
        settle(*m_session);
        QTRY_COMPARE(state().pairs(), 1);
        auto *second = m_view->findChild<QComboBox *>(QStringLiteral("devices.device2"));
        second->setCurrentIndex(second->findData(QStringLiteral("a100"))); // named twice
        emit second->activated(second->currentIndex());
        settle(*m_session);
        QTRY_VERIFY(!m_view->hasFigure());
        auto *absent = m_view->findChild<QLabel *>(QStringLiteral("devices.absent"));
        QVERIFY2(absent->text().contains(QStringLiteral("named twice")), qPrintable(absent->text()));
    }

    void theTableIsAModel()
    {
        QAbstractItemModelTester tester(m_view->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
};

QTEST_MAIN(DevicesViewTest)
#include "tst_devices_view.moc"
