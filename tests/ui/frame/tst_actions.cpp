// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do and say: closing, messages, presenter mode, command line, palette, addresses.
#include "ui/frame/window_fixture.h"
#include "ui/models/cell_address.h"
#include "ui/panels/message_panel.h"
#include "ui/panels/tensor_dialog.h"
#include "ui/program.h"
#include "ui/views/ensemble_view.h"
#include "ui/window/command_line.h"
#include "ui/window/command_palette.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace ulpscope;
using namespace ulpscope::ui;

class ActionsTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void firstSizeFitsTheScreen();
    void closingAsksOnlyAboutChanges();
    void saveOnClosing();
    void presenterKeepsItsActions();
    void mendedErrorGoes();
    void commandLineRuns();
    void commandLineSaysWhatItCannot();
    void paletteFinds_data();
    void paletteFinds();
    void paletteSaysWhenThereIsNothing();
    void playgroundByKey();
    void arrivalsByKey();
    void mnemonicsAreStripped();
    void addressesHaveLimits();
    void unknownFilterIsMarked();
    void tableColumnsFit();
    void unreadableTensorsAreNoChoice();

private:
    void change()
    {
        RunRequest request = session().document().a;
        request.device = "a100";
        session().setRequest(Side::A, request);
        QVERIFY(ready());
    }
    QMessageBox *question() { return m_window->findChild<QMessageBox *>(QStringLiteral("unsaved")); }
    MessageBar *bar() { return m_window->findChild<MessageBar *>(); }
};

void ActionsTest::firstSizeFitsTheScreen()
{
    const MainWindow window(m_catalog, *m_preferences);
    const QSize room = window.screen()->availableSize();
    QVERIFY(window.width() <= room.width() && window.height() <= room.height());
}

void ActionsTest::closingAsksOnlyAboutChanges()
{
    QVERIFY(m_window->openSample(QStringLiteral("article-sketch"))); // can be undone, but is no change of a session
    QVERIFY(ready());
    QVERIFY(!session().isModified());
    QVERIFY(m_window->close());
    m_window->show();
    change();
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible() && question());
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(!question());
    QVERIFY(m_window->isVisible());
    QVERIFY(!m_window->close());
    for (QAbstractButton *button : question()->buttons()) {
        if (question()->buttonRole(button) == QMessageBox::DestructiveRole) {
            button->click();
            break;
        }
    }
    QTRY_VERIFY(!m_window->isVisible());
}

void ActionsTest::saveOnClosing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kept.ulps.json"));
    QVERIFY(m_window->saveTo(path));
    change();
    QVERIFY(!m_window->close());
    question()->defaultButton()->click();
    QTRY_VERIFY(!m_window->isVisible());
    const auto kept = readSession(path.toStdString());
    QVERIFY(kept.ok());
    QCOMPARE(kept->a.device, std::string("a100"));
}

void ActionsTest::presenterKeepsItsActions()
{
    m_window->setPresenter(true);
    for (const char *id : {"viewExplore", "viewCompare", "fileOpen"})
        QVERIFY2(m_window->actions()[id]->isVisible() && m_window->actions()[id]->isEnabled(), id);
    QVERIFY(!m_window->findChild<QWidget *>(QStringLiteral("viewCompareButton"))->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
    QCOMPARE(m_window->workspace().perspective(), Perspective::Compare);
    m_window->setPresenter(false);
    QTRY_VERIFY(m_window->findChild<QWidget *>(QStringLiteral("viewCompareButton"))->isVisible());
}

void ActionsTest::mendedErrorGoes()
{
    RunRequest wrong = session().document().a;
    wrong.set.emplace_back("tileN", "7000000");
    session().setRequest(Side::A, wrong);
    QVERIFY(bar()->isVisible());
    change();
    QVERIFY(!bar()->isVisible());
    Selection selection = session().selection();
    selection.row = 17;
    session().select(selection);
    session().setRequest(Side::A, wrong);
    QVERIFY(bar()->isVisible());
    trigger("editClear");
    QVERIFY(!bar()->isVisible());
    QCOMPARE(session().selection().row, 17);
}

void ActionsTest::commandLineRuns()
{
    RunRequest request = session().document().a;
    request.set.emplace_back("tileN", "32");
    session().setRequest(Side::A, request);
    session().setProblemOptions(Mask{Mask::Kind::CausalBottomRight, -1, -1, {}}, 0.0625, std::nullopt);
    QVERIFY(ready());
    const auto command = commandLine(session(), m_window->samples());
    QVERIFY2(command.ok(), command.ok() ? "" : command.status().message().c_str());
    for (const char *part : {"--causal=bottom-right", "--scale 0.0625", "--set tileN=32"})
        QVERIFY2(command->contains(QLatin1String(part)), qPrintable(command.value()));
    QStringList words = QProcess::splitCommand(command.value());
    QVERIFY(QFileInfo(words.value(2)).isAbsolute() && QFileInfo::exists(words[2]));
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/ulpscope-cli");
    if (!QFileInfo::exists(program))
        QSKIP("ulpscope-cli is not built");
    QProcess process;
    process.setWorkingDirectory(QDir::tempPath());
    process.start(program, words.mid(1) << QStringLiteral("--no-error"));
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
}

void ActionsTest::commandLineSaysWhatItCannot()
{
    const auto sample = commandLine(session(), m_window->samples());
    QVERIFY(sample.ok() && sample->endsWith(QStringLiteral("/fa2-causal.ulps.json")));
    session().setProblemOptions(std::nullopt, std::nullopt, 20.0);
    QVERIFY(ready());
    const auto refused = commandLine(session(), m_window->samples());
    QVERIFY(!refused.ok());
    QVERIFY(QString::fromStdString(refused.status().message()).contains(QStringLiteral("softcap")));
    const QTemporaryDir folder;
    QVERIFY(m_window->saveTo(folder.filePath(QStringLiteral("soft.ulps.json"))));
    const auto saved = commandLine(session(), m_window->samples());
    QVERIFY(saved.ok() && saved->contains(QStringLiteral("soft.ulps.json")));
}

void ActionsTest::paletteFinds_data()
{
    QTest::addColumn<QString>("first");
    QTest::newRow("theme") << "Theme: ";
    QTest::newRow("chinese") << QStringLiteral("Language: 简体中文");
    QTest::newRow("presenter") << "View: Presenter size";
    QTest::newRow("export") << "File: Export figure";
}

void ActionsTest::paletteFinds()
{
    QFETCH(QString, first);
    trigger("helpPalette");
    auto *line = m_window->findChild<QLineEdit *>(QStringLiteral("paletteLine"));
    auto *list = m_window->findChild<QListWidget *>(QStringLiteral("paletteList"));
    line->setText(QLatin1String(QTest::currentDataTag()));
    QVERIFY2(list->item(0)->text().startsWith(first), qPrintable(list->item(0)->text()));
}

void ActionsTest::paletteSaysWhenThereIsNothing()
{
    trigger("helpPalette");
    m_window->findChild<QLineEdit *>(QStringLiteral("paletteLine"))->setText(QStringLiteral("qqqq"));
    auto *list = m_window->findChild<QListWidget *>(QStringLiteral("paletteList"));
    QCOMPARE(list->count(), 1);
    QVERIFY(!list->item(0)->text().isEmpty() && !(list->item(0)->flags() & Qt::ItemIsEnabled));
}

void ActionsTest::playgroundByKey()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    View *view = m_window->workspace().view(QStringLiteral("playground"));
    QVERIFY(view && view->isVisible() && m_window->workspace().isMaximised());
    auto *field = view->findChild<QLineEdit *>(QStringLiteral("playground.text"));
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("1 + 2 . 5"));
    QCOMPARE(field->text(), QStringLiteral("1 + 2 . 5")); // spaces and points are text, not Play and Next event
    QVERIFY(!m_window->navigator().isPlaying());
    trigger("viewMaximise");
    QVERIFY(m_window->workspace().view(QStringLiteral("matrix"))->isVisible());

    // To an audience the timeline gives way, as long as the playground is there.
    auto *timeline = m_window->findChild<QDockWidget *>(QStringLiteral("timelineDock"));
    m_window->setPresenter(true);
    trigger("helpPlayground");
    QVERIFY(!timeline->isVisible());
    m_window->workspace().raiseView(m_window->workspace().view(QStringLiteral("matrix")));
    QVERIFY(timeline->isVisible());
    m_window->setPresenter(false);
}

/// The ensemble stands beside the tree: what is clicked in one is shown in the other.
void ActionsTest::arrivalsByKey()
{
    QVERIFY(ready());
    Selection selection = session().selection();
    selection.row = session().inputs()->problem.seqlenQ - 1;
    session().select(selection);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    auto *view = qobject_cast<EnsembleView *>(m_window->workspace().view(QStringLiteral("ensemble")));
    QVERIFY(view && view->isVisible() && m_window->workspace().activeView() == view);
    QVERIFY(waitUntilReady(session(), view, 30));
    View *tree = m_window->workspace().view(QStringLiteral("tree"));
    QVERIFY(!tree->isVisible() && view->hasFigure());
    auto *canvas = view->findChild<EnsembleCanvas *>();
    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_Down);
    QTest::keyClick(canvas, Qt::Key_Return);
    QVERIFY(tree->isVisible() && view->isVisible());
    QCOMPARE(session().viewState(QStringLiteral("tree.order")), QStringLiteral("edited"));
    session().undoStack().undo();
    QCOMPARE(session().viewState(QStringLiteral("tree.order")), QString());
}

void ActionsTest::mnemonicsAreStripped()
{
    QCOMPARE(withoutMnemonic(QStringLiteral("打开(&O)…")), QStringLiteral("打开…"));
    QCOMPARE(withoutMnemonic(QStringLiteral("E&xport figure…")), QStringLiteral("Export figure…"));
    m_window->setLanguage(QStringLiteral("zh_CN"));
    const QString group = m_window->actions().groupOf(m_window->actions()["fileOpen"]);
    m_window->setLanguage(QStringLiteral("en"));
    QVERIFY2(!group.contains(QLatin1Char('(')), qPrintable(group));
}

void ActionsTest::addressesHaveLimits()
{
    Problem problem;
    problem.seqlenQ = 384;
    problem.headDim = problem.headDimV = 64;
    const auto good = parseCellAddress(QStringLiteral("row 17 col 20 step 83"), {}, problem, 100);
    QVERIFY(good.ok());
    QCOMPARE(good->selection.row, 17);
    QCOMPARE(good->selection.column, 20);
    QCOMPARE(good->step.value_or(0), 83u);
    for (const char *text : {"row 9999 col 3", "col 64", "row -1", "step 101", "nothing"})
        QVERIFY2(!parseCellAddress(QLatin1String(text), {}, problem, 100).ok(), text);
    const auto bad = parseCellAddress(QStringLiteral("row 9999 col 3"), {}, problem, 100);
    QVERIFY(QString::fromStdString(bad.status().message()).contains(QStringLiteral("383")));
}

void ActionsTest::unknownFilterIsMarked()
{
    auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("stepFilter"));
    filter->setText(QStringLiteral("bogus:((("));
    bool marked = false;
    for (const QLabel *label : m_window->findChild<QWidget *>(QStringLiteral("stepsPanel"))->findChildren<QLabel *>())
        marked = marked || label->text() == QStringLiteral("not understood");
    QVERIFY(marked && filter->toolTip().contains(QStringLiteral("bogus:(((")));
    filter->clear();
    QVERIFY(filter->styleSheet().isEmpty());
}

void ActionsTest::tableColumnsFit()
{
    m_window->workspace().raiseView(m_window->workspace().view(QStringLiteral("running")));
    m_window->showPanel("tableDock");
    auto *table = m_window->findChild<QTableView *>(QStringLiteral("valueTable"));
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
    QTest::qWait(150);
    const QFontMetrics metrics(table->font());
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        for (int row = 0; row < std::min(table->model()->rowCount(), 10); ++row) {
            const QString text = table->model()->index(row, column).data().toString();
            QVERIFY2(table->columnWidth(column) > metrics.horizontalAdvance(text), qPrintable(text));
        }
    }
}

void ActionsTest::unreadableTensorsAreNoChoice()
{
    Tensor tensor;
    tensor.shape = {1, 2, 8, 16};
    TensorFile file;
    tensor.type = ElementType::F64;
    file.tensors = {tensor, tensor, tensor};
    QVERIFY(!TensorDialog::hasChoice(file));
    file.tensors[0].type = ElementType::BF16;
    QVERIFY(TensorDialog::hasChoice(file));
}

QTEST_MAIN(ActionsTest)
#include "tst_actions.moc"
