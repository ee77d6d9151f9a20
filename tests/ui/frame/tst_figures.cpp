// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window exports: the bytes of `ulpscope figure`, and a way back to the state that made them.
#include "ui/frame/window_fixture.h"
#include "ui/plot/figure_exporter.h"
#include "ui/views/view.h"
#include "ui/window/export_dialog.h"

#include <QTemporaryDir>

#include <cstdio>
#include <unistd.h>

using namespace ulpscope;
using namespace ulpscope::ui;

class FiguresTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }

    void aFigureReopensTheStateThatMadeIt();
    void theWindowExportsEveryView();
    // Without a window: the command chooses its own theme, and a window would be styled anew each time.
    void exportEqualsTheFigureCommand_data();
    void exportEqualsTheFigureCommand();
    void whatHasNoFigureSaysWhy_data();
    void whatHasNoFigureSaysWhy();

private:
    static constexpr const char *kViews[] = {"matrix", "tiles", "running", "error", "tree", "playground", "ensemble"};
    static constexpr const char *kEndings[] = {"pdf", "svg", "png"};

    /// Exports as the window's dialog does; the file's path, empty on failure.
    QString exportView(const QString &view, const QString &ending);
    QString exportedPath(const QString &view, const QString &ending) const
    {
        return m_folder.filePath(QStringLiteral("%1-window.%2").arg(view, ending));
    }

    QTemporaryDir m_folder;
    QString m_session;
    SessionDocument m_document; ///< what the window had when it was closed
};

void FiguresTest::initTestCase()
{
    prepare();
    openWindow();
    session().setStep(40);
    m_session = m_folder.filePath(QStringLiteral("figure.ulps.json"));
    QVERIFY(m_window->saveTo(m_session));
    m_window->openFile(m_session);
    QVERIFY(ready());
}

QString FiguresTest::exportView(const QString &view, const QString &ending)
{
    View *shown = m_window->workspace().view(view);
    m_window->workspace().raiseView(shown);
    if (!waitUntilReady(session(), shown, 30))
        return {};
    const QString path = exportedPath(view, ending);
    const auto figure = shown->figure();
    const FigureOptions options =
        exportOptions(*findFigurePreset(kDefaultPreset), figureFormatOf(path).value(), session());
    return figure && saveFigure(*figure, options, path).ok() ? path : QString();
}

void FiguresTest::aFigureReopensTheStateThatMadeIt()
{
    const QString path = exportView(QStringLiteral("matrix"), QStringLiteral("pdf"));
    session().setStep(3);
    drop(path);
    QVERIFY(ready());
    QCOMPARE(session().step(), 40u);
}

void FiguresTest::theWindowExportsEveryView()
{
    QVERIFY(ready());
    for (const char *view : kViews) {
        for (const char *ending : kEndings)
            QVERIFY2(!exportView(QString::fromLatin1(view), QString::fromLatin1(ending)).isEmpty(), view);
    }
    m_document = session().document();
    m_window.reset();
}

void FiguresTest::exportEqualsTheFigureCommand_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("ending");
    for (const char *view : kViews) {
        for (const char *ending : kEndings)
            QTest::addRow("%s %s", view, ending) << QString::fromLatin1(view) << QString::fromLatin1(ending);
    }
}

void FiguresTest::exportEqualsTheFigureCommand()
{
    QFETCH(QString, view);
    QFETCH(QString, ending);
    const QString made = m_folder.filePath(QStringLiteral("%1-command.%2").arg(view, ending));
    QCOMPARE(runFigureCommand({m_session, QStringLiteral("-o"), made, QStringLiteral("--view"), view}, m_catalog), 0);
    QFile a(exportedPath(view, ending)), b(made);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QVERIFY(a.size() > 0);
    QVERIFY(a.readAll() == b.readAll());
}

void FiguresTest::whatHasNoFigureSaysWhy_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *kernel, const char *view, const char *key, const char *value,
                        const char *sentence) {
        QTest::addRow("%s", name) << QString::fromLatin1(kernel) << QString::fromLatin1(view)
                                  << QString::fromLatin1(key) << QString::fromLatin1(value)
                                  << QString::fromLatin1(sentence);
    };
    row("schedule of math", "math", "schedule", "", "",
        "the view 'schedule' has nothing to show of this session: kernel math: three launches one after another");
    row("sweep of math", "math", "sweep", "", "", "the view 'sweep' has nothing to show of this session: ");
    row("all orders of many", "fa2-pytorch", "ensemble", "ensemble.orders", "all", "expected at most 16");
    row("an unknown order", "fa2-pytorch", "tree", "tree.order", "up",
        "the view 'tree' has nothing to show of this session: View state tree.order is \"up\", expected one of "
        "sequential");
    row("an unknown colour", "fa2-pytorch", "schedule", "schedule.color", "tiles",
        "View state schedule.color is \"tiles\", expected one of order, ");
    row("an unknown quantity", "fa2-pytorch", "matrix", "matrix.quantity", "nonsense",
        "View state matrix.quantity is \"nonsense\", expected one of ");
    row("a count below 1", "fa2-pytorch", "ensemble", "ensemble.count", "-5",
        "View state ensemble.count is \"-5\", expected a whole number from 1");
    row("compare without B", "fa2-pytorch", "compare", "", "", "Choose a second run as B");
    row("no such view", "fa2-pytorch", "errors", "", "",
        "unknown view 'errors'; there are tiles, matrix, running, tree, tree.difference, error, ensemble, launches, "
        "schedule, "
        "sweep, compare, devices, playground");
}

void FiguresTest::whatHasNoFigureSaysWhy()
{
    QFETCH(QString, kernel);
    QFETCH(QString, view);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    SessionDocument document = m_document;
    document.a.kernel = kernel.toStdString();
    document.a.batch = 256;
    document.b.reset();
    document.observedTensor.clear();
    document.selection.row = 299;
    if (!key.isEmpty())
        document.views[key.toStdString()] = value.toStdString();
    const QString path = m_folder.filePath(QStringLiteral("without.ulps.json"));
    QVERIFY(writeSession(document, path.toStdString()).ok());
    const QString error = m_folder.filePath(QStringLiteral("error.txt"));
    std::fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    QFile file(error);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Truncate));
    dup2(file.handle(), STDERR_FILENO);
    const int status = runFigureCommand(
        {path, QStringLiteral("-o"), m_folder.filePath(QStringLiteral("none.png")), QStringLiteral("--view"), view},
        m_catalog);
    std::fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    file.seek(0);
    const QString said = QString::fromUtf8(file.readAll());
    QCOMPARE(status, 2);
    QVERIFY2(said.contains(sentence), qPrintable(said));
}

QTEST_MAIN(FiguresTest)
#include "tst_figures.moc"
