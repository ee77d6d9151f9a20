// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Who executes: where there is no GPU, the window says so and goes on; where there is one, it steps there.
#include "ui/frame/window_fixture.h"
#include "ui/panels/message_panel.h"
#include "ui/window/devices_dialog.h"

#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QTableWidget>
#include <QTemporaryDir>

using namespace ulpscope;
using namespace ulpscope::ui;

class BackendTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void automaticSaysWhoExecutesAndWhy();
    void aGpuThatIsNotThereIsRefused();
    void aRememberedGpuThatIsGoneDoesNotStopTheStart();
    void devicesAreListed();

private:
    QLabel *badge() const { return m_window->findChild<QLabel *>(QStringLiteral("backendBadge")); }
    QAction *choice(const char *name) const
    {
        return m_window->findChild<QAction *>(QStringLiteral("backend.") + QLatin1String(name));
    }

    QTemporaryDir m_folder;
};

void BackendTest::initTestCase()
{
    qputenv("ULPSCOPE_CUDA_WORKER", "/nowhere/ulpscope-cuda"); // the same on a machine with a GPU
    prepare();
}

void BackendTest::automaticSaysWhoExecutesAndWhy()
{
    QVERIFY(choice("auto")->isChecked());
    session().setStep(5);
    QVERIFY(ready());
    QCOMPARE(badge()->text(), QStringLiteral("CPU (emulated)"));
    QVERIFY2(badge()->toolTip().contains(QStringLiteral("there is no /nowhere/ulpscope-cuda")),
             qPrintable(badge()->toolTip()));
    choice("cpu")->trigger();
    QVERIFY(ready());
    QCOMPARE(session().backend(), BackendKind::Cpu);
    QVERIFY(session().stepState(Side::A) && session().trace(Side::A) && session().observedMatch());
    QVERIFY(!badge()->toolTip().contains(QStringLiteral("nowhere")));
    QCOMPARE(session().step(), 5u);
}

void BackendTest::aGpuThatIsNotThereIsRefused()
{
    const auto trace = session().trace(Side::A);
    choice("cuda")->trigger();
    QVERIFY(ready());
    const QString message = m_window->findChild<MessageBar *>()->text();
    QVERIFY2(message.contains(QStringLiteral("ulpscope-cuda is not installed")), qPrintable(message));
    QVERIFY(choice("auto")->isChecked() && !choice("cuda")->isChecked());
    QCOMPARE(session().trace(Side::A), trace); // nothing was lost
}

void BackendTest::aRememberedGpuThatIsGoneDoesNotStopTheStart()
{
    m_window.reset();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    m_preferences = std::make_unique<Preferences>(false);
    m_preferences->setValue(QStringLiteral("backend"), QStringLiteral("cuda"));
    openWindow();
    QVERIFY(m_window->findChild<MessageBar *>()->text().contains(QStringLiteral("ulpscope-cuda is not installed")));
    QVERIFY(session().trace(Side::A));
    QCOMPARE(session().backend(), BackendKind::Auto);
    QCOMPARE(m_preferences->value(QStringLiteral("backend")).toString(), QStringLiteral("cuda")); // it may come back
    m_window.reset();
    m_preferences = std::make_unique<Preferences>(true);
}

void BackendTest::devicesAreListed()
{
    trigger("helpDevices");
    auto *dialog = m_window->findChild<DevicesDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    auto *table = dialog->findChild<QTableWidget *>();
    QTRY_COMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(0, 0)->text(), QStringLiteral("cpu"));
    QVERIFY(table->item(0, 1)->text().contains(QStringLiteral("threads")));
    QCOMPARE(table->item(1, 0)->text(), QStringLiteral("cuda"));
    const auto *note = dialog->findChild<QLabel *>(QStringLiteral("deviceNote"));
    QVERIFY(note->text().contains(QStringLiteral("ulpscope-cuda is not installed")));
}

QTEST_MAIN(BackendTest)
#include "tst_backend.moc"
