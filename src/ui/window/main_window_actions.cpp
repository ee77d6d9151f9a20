// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MainWindow that says what each action does.
#include "ui/models/cell_address.h"
#include "ui/models/engine_text.h"
#include "ui/panels/message_panel.h"
#include "ui/panels/pins_panel.h"
#include "ui/panels/steps_panel.h"
#include "ui/panels/table_panel.h"
#include "ui/plot/figure_exporter.h"
#include "ui/theme/application_style.h"
#include "ui/views/playground_view.h"
#include "ui/window/backend_menu.h"
#include "ui/window/command_line.h"
#include "ui/window/command_palette.h"
#include "ui/window/devices_dialog.h"
#include "ui/window/documents.h"
#include "ui/window/export_dialog.h"
#include "ui/window/key_list.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QUndoStack>

namespace ulpscope::ui {

namespace {

constexpr int kRecentFiles = 10;
const QString kRecentKey = QStringLiteral("recent");

} // namespace

void MainWindow::buildMenus()
{
    const auto menu = [this](const char *name) {
        auto *result = menuBar()->addMenu(Actions::groupTitle(name));
        result->setObjectName(QLatin1String(name) + QStringLiteral("Menu"));
        result->setToolTipsVisible(true);
        m_menus << std::pair(result, QByteArray(name));
        return result;
    };
    const auto add = [this](QMenu *to, std::initializer_list<const char *> ids) {
        for (const char *id : ids) {
            if (*id)
                to->addAction(m_actions[id]);
            else
                to->addSeparator();
        }
    };
    m_sampleMenu = new QMenu(this);
    m_sampleMenu->setObjectName(QStringLiteral("sampleMenu"));
    for (const Sample &sample : m_samples) {
        QAction *action = m_sampleMenu->addAction(sample.title);
        action->setObjectName(QStringLiteral("sample.") + sample.id);
        connect(action, &QAction::triggered, this, [this, id = sample.id] { openSample(id); });
    }
    m_recentMenu = new QMenu(this);
    m_recentMenu->setObjectName(QStringLiteral("recentMenu"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::rebuildRecent);

    QMenu *file = menu("file");
    add(file, {"fileOpen"});
    file->addMenu(m_sampleMenu);
    file->addMenu(m_recentMenu);
    add(file, {"", "fileSave", "fileSaveAs", "fileExport", "", "fileReload", "", "fileQuit"});

    QMenu *edit = menu("edit");
    m_undo = m_session.undoStack().createUndoAction(this);
    m_redo = m_session.undoStack().createRedoAction(this);
    m_undo->setObjectName(QStringLiteral("editUndo"));
    m_redo->setObjectName(QStringLiteral("editRedo"));
    m_undo->setShortcut(QKeySequence(QStringLiteral("Ctrl+Z")));
    m_redo->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    edit->addAction(m_undo);
    edit->addAction(m_redo);
    add(edit, {"", "editCopy", "editCopyPicture", "editCopyCommand", "", "editPin", "editGoToCell", "editFilter",
               "editClear"});

    QMenu *step = menu("step");
    add(step, {"stepPlay", "", "stepNext", "stepPrevious", "stepNextKeyTile", "stepPreviousKeyTile",
               "stepNextQueryTile", "stepPreviousQueryTile", "stepFirst", "stepLast", "", "stepNextEvent",
               "stepPreviousEvent", "", "stepCoarser", "stepFiner", ""});
    m_backendMenu = new BackendMenu(m_session, m_preferences, this);
    step->addMenu(m_backendMenu);

    QMenu *view = menu("view");
    add(view, {"viewExplore", "viewCompare", "viewKernel", "viewArrivals", "viewResetLayout", "", "viewMaximise",
               "viewHome", "viewBack", "viewForward", "viewScale", "viewGrid", ""});
    m_panelMenu = view->addMenu(QString());
    for (QDockWidget *dock : m_docks)
        m_panelMenu->addAction(dock->toggleViewAction());
    m_themeMenu = view->addMenu(QString());
    auto *themes = new QActionGroup(this);
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        QAction *action = m_themeMenu->addAction(QString());
        action->setObjectName(QStringLiteral("theme%1").arg(static_cast<int>(choice)));
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        action->setChecked(choice == m_themeChoice);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { setThemeChoice(choice); });
    }
    m_languageMenu = view->addMenu(QString());
    auto *languages = new QActionGroup(this);
    const QString language = m_preferences.value(QStringLiteral("language")).toString();
    // Languages by their own names: one must find one's own without reading the others.
    for (const auto &[name, id] :
         {std::pair(QString(), QString()), std::pair(QStringLiteral("English"), QStringLiteral("en")),
          std::pair(QStringLiteral("简体中文"), QStringLiteral("zh_CN"))}) {
        QAction *action = m_languageMenu->addAction(name);
        action->setObjectName(QStringLiteral("language.") + id);
        action->setCheckable(true);
        action->setData(id);
        action->setChecked(id == language);
        action->setProperty(CommandPalette::kWords,
                            id == QLatin1String("zh_CN") ? QStringLiteral("Chinese") : QString());
        languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = id] { setLanguage(chosen); });
    }
    add(view, {"", "viewPresenter", "viewFullScreen", "viewNextPanel"});
    auto *perspectives = new QActionGroup(this);
    perspectives->addAction(m_actions["viewExplore"]);
    perspectives->addAction(m_actions["viewCompare"]);
    perspectives->addAction(m_actions["viewKernel"]);

    QMenu *compare = menu("compare");
    add(compare, {"compareShowA", "compareShowB", "compareShowDifference", "", "compareSwap", "compareBlink",
                  "compareDivergence", "", "compareAddB", "compareRemoveB"});
    // One click from a run to the same problem on another architecture.
    m_deviceMenu = compare->addMenu(QString());
    m_deviceMenu->setObjectName(QStringLiteral("compareDeviceMenu"));
    for (const DeviceProfile &device : m_session.catalog().devices) {
        QAction *action = m_deviceMenu->addAction(QString::fromStdString(device.title));
        action->setObjectName(QStringLiteral("compareDevice.") + QString::fromStdString(device.id));
        connect(action, &QAction::triggered, this, [this, id = device.id] {
            RunRequest b = m_session.document().a;
            b.device = id;
            m_session.setRequest(Side::B, b);
            setPerspective(Perspective::Compare);
        });
    }
    auto *shown = new QActionGroup(this);
    for (const char *id : {"compareShowA", "compareShowB", "compareShowDifference"})
        shown->addAction(m_actions[id]);
    add(menu("help"), {"helpPalette", "helpKeys", "helpDevices", "", "helpPlayground", "", "helpAbout"});
}

void MainWindow::connectActions()
{
    const auto on = [this](const char *id, const std::function<void(bool)> &handler) {
        m_actions.on(id, this, handler);
    };
    on("fileOpen", [this](bool) { openDialog(); });
    on("fileSave", [this](bool) { save(); });
    on("fileSaveAs", [this](bool) { saveAs(); });
    on("fileExport", [this](bool) { exportFigure(); });
    on("fileReload", [this](bool) { m_session.refresh(); });
    on("fileQuit", [this](bool) { close(); });

    on("editCopy", [this](bool) {
        if (const QString text = m_table->toText(); !text.isEmpty())
            QGuiApplication::clipboard()->setText(text);
    });
    on("editCopyPicture", [this](bool) { copyPicture(m_workspace->activeView()); });
    on("editCopyCommand", [this](bool) { copyCommand(); });
    on("editPin", [this](bool) {
        if (m_pins->pinSelection())
            showPanel("pinsDock");
        else
            showMessage(tr("Select a row or a cell first; then Ctrl+P pins it."), false);
    });
    on("editGoToCell", [this](bool) { goToCell(); });
    on("editFilter", [this](bool) {
        showPanel("stepsDock");
        m_steps->focusFilter();
    });
    on("editClear", [this](bool) {
        if (m_messageBar->isVisible()) {
            m_messageBar->hide();
            return;
        }
        Selection selection = m_session.selection();
        selection.row = selection.key = selection.column = -1;
        m_session.select(selection);
        m_navigator.stop();
    });

    on("stepPlay", [this](bool) { m_navigator.togglePlay(); });
    on("stepNext", [this](bool) { m_navigator.step(+1, Granularity::Step); });
    on("stepPrevious", [this](bool) { m_navigator.step(-1, Granularity::Step); });
    on("stepNextKeyTile", [this](bool) { m_navigator.step(+1, Granularity::KeyTile); });
    on("stepPreviousKeyTile", [this](bool) { m_navigator.step(-1, Granularity::KeyTile); });
    on("stepNextQueryTile", [this](bool) { m_navigator.step(+1, Granularity::QueryTile); });
    on("stepPreviousQueryTile", [this](bool) { m_navigator.step(-1, Granularity::QueryTile); });
    on("stepFirst", [this](bool) { m_navigator.first(); });
    on("stepLast", [this](bool) { m_navigator.last(); });
    on("stepNextEvent", [this](bool) { m_navigator.nextEvent(); });
    on("stepPreviousEvent", [this](bool) { m_navigator.previousEvent(); });
    on("stepCoarser", [this](bool) { m_navigator.coarser(); });
    on("stepFiner", [this](bool) { m_navigator.finer(); });

    on("viewExplore", [this](bool) { setPerspective(Perspective::Explore); });
    on("viewCompare", [this](bool) { setPerspective(Perspective::Compare); });
    on("viewKernel", [this](bool) { setPerspective(Perspective::Kernel); });
    on("viewArrivals", [this](bool) {
        setPerspective(Perspective::Explore);
        m_workspace->raiseView(m_workspace->view(QStringLiteral("ensemble")));
    });
    on("viewResetLayout", [this](bool) { resetLayout(); });
    on("viewMaximise", [this](bool checked) { setMaximised(checked); });
    const auto onView = [&](const char *id, void (View::*slot)()) {
        on(id, [this, slot](bool) {
            if (View *view = m_workspace->activeView())
                (view->*slot)();
        });
    };
    onView("viewHome", &View::home);
    onView("viewBack", &View::goBack);
    onView("viewForward", &View::goForward);
    onView("viewScale", &View::cycleScale);
    onView("viewGrid", &View::toggleGrid);
    on("viewPresenter", [this](bool checked) { setPresenter(checked); });
    on("viewFullScreen", [this](bool checked) { checked ? showFullScreen() : showNormal(); });
    on("viewNextPanel", [this](bool) { nextPanel(); });

    on("compareShowA", [this](bool) { m_session.setShown(Shown::A); });
    on("compareShowB", [this](bool) { m_session.setShown(Shown::B); });
    on("compareShowDifference", [this](bool) { m_session.setShown(Shown::Difference); });
    on("compareSwap", [this](bool) { swapRuns(); });
    on("compareBlink", [this](bool checked) { checked ? m_blink.start() : m_blink.stop(); });
    on("compareDivergence", [this](bool) { m_navigator.firstDivergence(); });
    on("compareAddB", [this](bool) { m_session.setRequest(Side::B, m_session.document().a); });
    on("compareRemoveB", [this](bool) { m_session.setRequest(Side::B, std::nullopt); });

    on("helpPalette", [this](bool) { showPalette(); });
    on("helpKeys", [this](bool) { (new KeyList(m_actions, this))->show(); });
    on("helpPlayground", [this](bool) { showPlayground(); });
    connect(m_workspace, &Workspace::activeViewChanged, this, [this] {
        if (m_timelineAway && m_workspace->activeView()->id() != QLatin1String("playground")) {
            m_timelineAway = false;
            findChild<QDockWidget *>(QStringLiteral("timelineDock"))->show();
        }
    });
    on("helpDevices", [this](bool) { (new DevicesDialog(this))->show(); });
    on("helpAbout", [this](bool) { (new AboutDialog(this))->show(); });
}

void MainWindow::remember(const QString &path)
{
    QStringList recent = m_preferences.value(kRecentKey).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    m_preferences.setValue(kRecentKey, recent.mid(0, kRecentFiles));
}

void MainWindow::rebuildRecent()
{
    m_recentMenu->clear();
    for (const QString &path : m_preferences.value(kRecentKey).toStringList()) {
        QAction *action = m_recentMenu->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        action->setEnabled(QFileInfo::exists(path));
        connect(action, &QAction::triggered, this, [this, path] { openFile(path); });
    }
    if (m_recentMenu->isEmpty())
        m_recentMenu->addAction(tr("nothing yet"))->setEnabled(false);
    m_recentMenu->setToolTipsVisible(true);
}

void MainWindow::openDialog()
{
    auto *dialog = new QFileDialog(
        this, tr("Open"), m_preferences.value(QStringLiteral("folder")).toString(),
        tr("Tensors, sessions, figures (*.safetensors *.npz *.npy *.ulps.json *.pdf *.svg *.png);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setLabelText(QFileDialog::Accept, tr("Open"));
    dialog->setLabelText(QFileDialog::Reject, tr("Cancel"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_preferences.setValue(QStringLiteral("folder"), QFileInfo(path).absolutePath());
        openFile(path);
    });
    dialog->open();
}

bool MainWindow::saveTo(const QString &path)
{
    const SessionDocument document = rebased(m_session.document(), m_session.documentPath(), path);
    const Status status = writeSession(document, path.toStdString());
    if (!status.ok()) {
        m_closeWhenSaved = false;
        showMessage(engineText(status.phrase()), true);
        return false;
    }
    m_session.setSaved(QFileInfo(path).absoluteFilePath(), document);
    m_messageBar->closeError();
    showMessage(tr("Saved %1.").arg(QFileInfo(path).fileName()), false);
    if (m_closeWhenSaved)
        QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    return true;
}

void MainWindow::save()
{
    if (isSessionPath(m_session.documentPath()))
        saveTo(m_session.documentPath());
    else
        saveAs();
}

void MainWindow::saveAs()
{
    const QString current = m_session.documentPath();
    const QString name = QString::fromStdString(m_session.document().title)
                             .replace(QRegularExpression(QStringLiteral("[^\\w.-]+")), QStringLiteral("-"));
    auto *dialog = new QFileDialog(this, tr("Save session"),
                                   current.isEmpty() ? m_preferences.value(QStringLiteral("folder")).toString()
                                                     : QFileInfo(current).absolutePath(),
                                   tr("Session (*.ulps.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setLabelText(QFileDialog::Accept, tr("Save"));
    dialog->setLabelText(QFileDialog::Reject, tr("Cancel"));
    dialog->selectFile(isSessionPath(current)
                           ? QFileInfo(current).fileName()
                           : (name.isEmpty() ? QStringLiteral("session") : name) + QStringLiteral(".ulps.json"));
    connect(dialog, &QFileDialog::rejected, this, [this] { m_closeWhenSaved = false; });
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &path) { saveTo(isSessionPath(path) ? path : path + QStringLiteral(".ulps.json")); });
    dialog->open();
}

void MainWindow::exportFigure()
{
    auto *dialog = new ExportDialog(m_session, m_workspace->views(), m_workspace->activeView(), this);
    connect(dialog, &ExportDialog::saved, this,
            [this](const QString &path) { showMessage(tr("Exported %1.").arg(QFileInfo(path).fileName()), false); });
    connect(dialog, &ExportDialog::failed, this, [this](const QString &message) { showMessage(message, true); });
    dialog->open();
}

void MainWindow::copyPicture(View *view)
{
    const auto figure = view ? view->figure() : nullptr;
    if (!figure) {
        showMessage(tr("There is nothing to copy yet."), false);
        return;
    }
    const FigurePreset *preset = findFigurePreset(kDefaultPreset);
    FigureOptions options = exportOptions(*preset, FigureFormat::Png, m_session);
    options.theme = currentTheme().isDark() ? ThemeKind::Dark : ThemeKind::Light;
    const auto png = renderFigure(*figure, options);
    options.format = FigureFormat::Svg;
    const auto svg = renderFigure(*figure, options);
    if (!png.ok() || !svg.ok()) {
        showMessage(engineText((png.ok() ? svg.status() : png.status()).phrase()), true);
        return;
    }
    auto *picture = new QMimeData;
    picture->setImageData(QImage::fromData(png.value()));
    picture->setData(QStringLiteral("image/svg+xml"), svg.value());
    QGuiApplication::clipboard()->setMimeData(picture);
    showMessage(tr("Copied %1 as a picture.").arg(view->title()), false);
}

void MainWindow::copyCommand()
{
    const Result<QString> command = commandLine(m_session, m_samples);
    if (!command.ok()) {
        showMessage(engineText(command.status().phrase()), false);
        return;
    }
    QGuiApplication::clipboard()->setText(command.value());
    showMessage(tr("Copied: %1").arg(command.value()), false);
}

void MainWindow::goToCell()
{
    const Selection now = m_session.selection();
    const auto part = [](const char *name, int value) {
        return value >= 0 ? QStringLiteral("%1 %2 ").arg(QLatin1String(name)).arg(value) : QString();
    };
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("goToCell"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to cell"));
    dialog->setLabelText(tr("For example: row 17 col 20, row 17 key 203, step 83"));
    dialog->setTextValue((part("row", now.row) + part("col", now.column) + part("key", now.key)).trimmed());
    dialog->setOkButtonText(tr("Go"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        if (!m_session.inputs())
            return;
        const Result<CellAddress> address =
            parseCellAddress(text, m_session.selection(), m_session.inputs()->problem, m_session.stepCount());
        if (!address.ok()) {
            showMessage(engineText(address.status().phrase()), false);
            return;
        }
        if (address->step)
            m_session.setStep(*address->step);
        if (address->selection != m_session.selection())
            m_session.select(address->selection);
    });
    dialog->open();
}

void MainWindow::swapRuns()
{
    const SessionDocument &document = m_session.document();
    if (!document.b)
        return;
    const RunRequest a = document.a, b = *document.b;
    m_session.undoStack().beginMacro(tr("swap A and B"));
    m_session.setRequest(Side::A, b);
    m_session.setRequest(Side::B, a);
    m_session.undoStack().endMacro();
}

/// Focus goes round: views of the perspective, then the visible panels.
void MainWindow::nextPanel()
{
    QList<QWidget *> places;
    for (View *view : m_workspace->views()) {
        if (view->isVisible())
            places << view;
    }
    for (QDockWidget *dock : m_docks) {
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            places << dock->widget();
    }
    if (places.isEmpty())
        return;
    const QWidget *focus = QApplication::focusWidget();
    qsizetype current = -1;
    for (qsizetype i = 0; i < places.size() && focus; ++i) {
        if (places[i] == focus || places[i]->isAncestorOf(focus))
            current = i;
    }
    for (qsizetype tries = 1; tries <= places.size(); ++tries) {
        QWidget *place = places[(current + tries) % places.size()];
        const QList<QWidget *> candidates = QList<QWidget *>{place} + place->findChildren<QWidget *>();
        for (QWidget *widget : candidates) {
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)) {
                widget->setFocus(Qt::TabFocusReason);
                return;
            }
        }
    }
}

/// Alone: its steps are wide, and it has nothing to do with the runs around it. F10 brings the other views back.
void MainWindow::showPlayground()
{
    setPerspective(Perspective::Explore);
    if (m_actions["viewPresenter"]->isChecked()) { // and on a projector the timeline takes what the steps need
        findChild<QDockWidget *>(QStringLiteral("timelineDock"))->hide();
        m_timelineAway = true;
    }
    auto *view = static_cast<PlaygroundView *>(m_workspace->view(QStringLiteral("playground")));
    m_workspace->raiseView(view);
    setMaximised(true);
    view->startTyping();
}

void MainWindow::showPalette()
{
    QList<QAction *> more{m_undo, m_redo};
    more << m_sampleMenu->actions() << m_backendMenu->actions() << m_themeMenu->actions() << m_languageMenu->actions()
         << m_panelMenu->actions();
    (new CommandPalette(m_actions, more, this))->popup();
}

void MainWindow::openFile(const QString &path)
{
    if (isLaunchesFile(path)) { // no document: beside the one that is open
        m_session.setViewState(QStringLiteral("launches.file"), QFileInfo(path).absoluteFilePath());
        setPerspective(Perspective::Explore);
        m_workspace->raiseView(m_workspace->view(QStringLiteral("launches")));
        return;
    }
    m_session.open([path] { return openPath(path); });
}

} // namespace ulpscope::ui
