// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU worker that is killed under the window. The worker is the tests' own, which has no GPU and computes zeros: what
// is tested is what the window keeps, says and does next.
#include "ui/frame/window_fixture.h"
#include "ui/panels/message_panel.h"

#include <QFile>
#include <QLabel>
#include <QTemporaryDir>

#include <csignal>
#include <sys/types.h>

using namespace ulpscope;
using namespace ulpscope::ui;

class WorkerLostTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("ULPSCOPE_CUDA_WORKER", ULPSCOPE_FAKE_WORKER_PROGRAM);
        prepare();
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void killedBetweenTwoSteps();
    void killedInTheMiddleOfARun();

private:
    QString badge() const { return m_window->findChild<QLabel *>(QStringLiteral("backendBadge"))->text(); }
    QString message() const
    {
        const auto *bar = m_window->findChild<MessageBar *>();
        return bar->isVisible() ? bar->text() : QString();
    }

    /// Processes that this one has started; a killed one leaves the list once it is waited for.
    static QList<pid_t> workers()
    {
        QList<pid_t> found;
        const QString tasks = QStringLiteral("/proc/self/task");
        for (const QString &task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile children(QStringLiteral("%1/%2/children").arg(tasks, task));
            if (!children.open(QIODevice::ReadOnly))
                continue;
            for (const QByteArray &pid : children.readAll().split(' ')) {
                if (const int number = pid.trimmed().toInt(); number > 0)
                    found << number;
            }
        }
        return found;
    }
    static bool killWorker()
    {
        const QList<pid_t> all = workers();
        return all.size() == 1 && kill(all.front(), SIGKILL) == 0;
    }
};

void WorkerLostTest::killedBetweenTwoSteps()
{
    session().setStep(5);
    QVERIFY(ready());
    QCOMPARE(badge(), QStringLiteral("GPU (real)"));
    QVERIFY2(message().isEmpty(), qPrintable(message()));
    const auto trace = session().trace(Side::A);
    QVERIFY(trace && session().stepState(Side::A));

    QVERIFY(killWorker());
    trigger("stepNext");
    QVERIFY(ready());
    QVERIFY2(message().contains(QStringLiteral("GPU worker")), qPrintable(message()));
    QCOMPARE(session().trace(Side::A), trace);
    QCOMPARE(session().step(), 6u);

    trigger("stepNext"); // by a worker that is started for it
    QVERIFY(ready());
    QCOMPARE(session().step(), 7u);
    QVERIFY(session().stepState(Side::A));
    QCOMPARE(session().stepState(Side::A)->position, 7u);
    QCOMPARE(badge(), QStringLiteral("GPU (real)"));
    QCOMPARE(workers().size(), 1);
}

void WorkerLostTest::killedInTheMiddleOfARun()
{
    QVERIFY(killWorker());
    trigger("stepNext");
    QVERIFY(ready()); // the loss is noticed
    m_window->findChild<MessageBar *>()->closeError();
    QVERIFY(message().isEmpty());

    // The next worker, and only it, dies by a signal as soon as it is to execute.
    QTemporaryDir folder;
    const QString mark = folder.filePath(QStringLiteral("died"));
    qputenv("ULPSCOPE_FAKE_WORKER", QStringLiteral("once:%1,die:Execute").arg(mark).toLocal8Bit());
    const auto trace = session().trace(Side::A);
    trigger("stepNext");
    QVERIFY(ready());
    QVERIFY(QFile::exists(mark));
    QVERIFY2(message().contains(QStringLiteral("GPU worker")), qPrintable(message()));
    QCOMPARE(session().trace(Side::A), trace);

    const quint64 before = session().step();
    trigger("stepNext");
    QVERIFY(ready());
    QCOMPARE(session().step(), before + 1);
    QCOMPARE(session().stepState(Side::A)->position, before + 1);
    QCOMPARE(badge(), QStringLiteral("GPU (real)"));
    qunsetenv("ULPSCOPE_FAKE_WORKER");
}

QTEST_MAIN(WorkerLostTest)
#include "tst_worker_lost.moc"
