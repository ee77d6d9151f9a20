// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window exports: the bytes of `ulpscope figure`, and a way back to the state that made them.
#include "ui/frame/window_fixture.h"
#include "ui/plot/figure_exporter.h"
#include "ui/views/view.h"
#include "ui/window/export_dialog.h"

#include <QTemporaryDir>

using namespace ulpscope;
using namespace ulpscope::ui;

class FiguresTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }

    void exportEqualsTheFigureCommand_data();
    void exportEqualsTheFigureCommand();
    void aFigureReopensTheStateThatMadeIt();

private:
    /// Exports as the window's dialog does; the file's path, empty on failure.
    QString exportView(const QString &view, const QString &ending);

    QTemporaryDir m_folder;
    QString m_session;
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
    const QString path = m_folder.filePath(QStringLiteral("%1-window.%2").arg(view, ending));
    const auto figure = shown->figure();
    const FigureOptions options =
        exportOptions(*findFigurePreset(kDefaultPreset), figureFormatOf(path).value(), session());
    return figure && saveFigure(*figure, options, path).ok() ? path : QString();
}

void FiguresTest::exportEqualsTheFigureCommand_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("ending");
    for (const char *view : {"matrix", "tiles", "running", "error", "tree", "playground", "ensemble"}) {
        for (const char *ending : {"pdf", "svg", "png"})
            QTest::addRow("%s %s", view, ending) << QString::fromLatin1(view) << QString::fromLatin1(ending);
    }
}

void FiguresTest::exportEqualsTheFigureCommand()
{
    QFETCH(QString, view);
    QFETCH(QString, ending);
    const QString exported = exportView(view, ending);
    QVERIFY(!exported.isEmpty());
    const QString made = m_folder.filePath(QStringLiteral("%1-command.%2").arg(view, ending));
    QCOMPARE(runFigureCommand({m_session, QStringLiteral("-o"), made, QStringLiteral("--view"), view}, m_catalog), 0);
    applyThemeChoice(ThemeChoice::Dark, false); // the command chose its own
    QFile a(exported), b(made);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QVERIFY(a.size() > 0);
    QVERIFY(a.readAll() == b.readAll());
}

void FiguresTest::aFigureReopensTheStateThatMadeIt()
{
    const QString path = exportView(QStringLiteral("matrix"), QStringLiteral("pdf"));
    session().setStep(3);
    drop(path);
    QVERIFY(ready());
    QCOMPARE(session().step(), 40u);
}

QTEST_MAIN(FiguresTest)
#include "tst_figures.moc"
