// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/actions/icons.h"
#include "ui/models/engine_text.h"
#include "ui/panels/experiment_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/message_panel.h"
#include "ui/panels/pins_panel.h"
#include "ui/panels/run_chip.h"
#include "ui/panels/steps_panel.h"
#include "ui/panels/table_panel.h"
#include "ui/panels/tensor_dialog.h"
#include "ui/panels/timeline_panel.h"
#include "ui/theme/application_style.h"
#include "ui/views/view.h"
#include "ui/window/field_keys.h"
#include "ui/window/status_line.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

/// Raised when docks or tool bars change: an old layout would put panels where they no longer are.
constexpr int kLayoutVersion = 1;
/// What the window takes where the screen has room, and what its frame takes of the screen.
constexpr QSize kFirstSize(1600, 1000);
constexpr QSize kFrameSize(8, 40);

} // namespace

MainWindow::MainWindow(std::shared_ptr<const Catalog> catalog, Preferences &preferences)
    : m_preferences(preferences), m_session(std::move(catalog)), m_actions(this), m_navigator(m_session)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    QStringList problems;
    for (const Phrase &problem : m_session.catalog().problems)
        problems << engineText(problem);
    m_samples = builtInSamples(QString::fromStdString(m_session.catalog().resourceDirectory), &problems);
    m_themeChoice = static_cast<ThemeChoice>(
        preferences.value(QStringLiteral("theme"), static_cast<int>(ThemeChoice::Dark)).toInt());

    m_workspace = new Workspace(m_session);
    m_messageBar = new MessageBar;
    auto *centre = new QWidget;
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messageBar);
    layout->addWidget(m_workspace, 1);
    setCentralWidget(centre);
    m_status = new StatusLine(m_session);
    setStatusBar(m_status);
    buildDocks();
    buildMenus();
    buildToolBar();
    connectActions();

    connect(&m_session, &Session::message, this, &MainWindow::showMessage);
    connect(&m_session, &Session::documentChanged, this, &MainWindow::refreshTitle);
    connect(&m_session, &Session::documentChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::documentPathChanged, this, &MainWindow::refreshTitle);
    connect(&m_session, &Session::documentPathChanged, this, [this] {
        if (!m_session.documentPath().isEmpty())
            remember(m_session.documentPath());
    });
    connect(&m_session, &Session::tensorsRefused, this, &MainWindow::chooseTensors);
    connect(&m_session, &Session::specChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &Session::shownChanged, this, &MainWindow::refreshActions);
    connect(&m_session.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::refreshTitle);
    connect(&m_session.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::closeStaleError);
    connect(&m_session, &Session::documentPathChanged, this, &MainWindow::closeStaleError);
    connect(m_inspector, &InspectorPanel::firstDivergenceRequested, &m_navigator, &Navigator::firstDivergence);
    connect(m_workspace, &Workspace::activeViewChanged, this, [this] { m_table->setView(m_workspace->activeView()); });
    m_table->setView(m_workspace->activeView());
    for (View *view : m_workspace->views()) {
        connect(view, &View::copyRequested, this, [this, view] { copyPicture(view); });
        connect(view, &View::exportRequested, this, [this, view] {
            m_workspace->setActiveView(view);
            exportFigure();
        });
        connect(view, &View::pinRequested, this, [this] { m_actions["editPin"]->trigger(); });
    }
    m_blink.setInterval(500);
    connect(&m_blink, &QTimer::timeout, this,
            [this] { m_session.setShown(m_session.shown() == Shown::A ? Shown::B : Shown::A); });
    qApp->installEventFilter(this);

    resize(kFirstSize.boundedTo(screen()->availableSize() - kFrameSize));
    resetLayout();
    restoreGeometry(preferences.value(QStringLiteral("geometry")).toByteArray());
    if (restoreState(preferences.value(QStringLiteral("layout")).toByteArray(), kLayoutVersion))
        m_workspace->restoreLayout(preferences.value(QStringLiteral("views")).toByteArray());
    setPerspective(static_cast<Perspective>(std::clamp(preferences.value(QStringLiteral("perspective"), 0).toInt(), 0,
                                                       static_cast<int>(Perspective::Kernel))));
    retranslate();
    restyle();
    refreshActions();
    for (const QString &problem : problems)
        showMessage(problem, true);
}

MainWindow::~MainWindow()
{
    hide(); // a field that loses the focus applies what was typed: while there is a session
    qApp->removeEventFilter(this);
}

QDockWidget *MainWindow::addDock(const char *name, QWidget *widget, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(this);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(widget);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable |
                      QDockWidget::DockWidgetFloatable);
    dock->toggleViewAction()->setObjectName(QLatin1String(name) + QStringLiteral("Toggle"));
    addDockWidget(area, dock);
    m_docks << dock;
    return dock;
}

void MainWindow::buildDocks()
{
    m_experiment = new ExperimentPanel(m_session);
    m_steps = new StepsPanel(m_session);
    m_inspector = new InspectorPanel(m_session);
    m_pins = new PinsPanel(m_session);
    m_timeline = new TimelinePanel(m_session, m_navigator, m_actions);
    m_table = new TablePanel;
    m_messages = new MessagePanel;
    addDock("experimentDock", m_experiment, Qt::LeftDockWidgetArea);
    addDock("stepsDock", m_steps, Qt::LeftDockWidgetArea);
    addDock("inspectorDock", m_inspector, Qt::RightDockWidgetArea);
    addDock("pinsDock", m_pins, Qt::RightDockWidgetArea);
    addDock("timelineDock", m_timeline, Qt::BottomDockWidgetArea);
    addDock("tableDock", m_table, Qt::BottomDockWidgetArea);
    addDock("messagesDock", m_messages, Qt::BottomDockWidgetArea);
    for (const char *name : {"timelineDock", "tableDock", "messagesDock"})
        findChild<QDockWidget *>(QLatin1String(name))->setTitleBarWidget(new QWidget); // their tabs say it already
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

/// Experiment over Steps, Inspector over Pins, the timeline with Table and Messages behind it.
void MainWindow::resetLayout()
{
    const Theme &theme = currentTheme();
    const auto dock = [this](const char *name) { return findChild<QDockWidget *>(QLatin1String(name)); };
    for (QDockWidget *each : m_docks) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    addDockWidget(Qt::LeftDockWidgetArea, dock("experimentDock"));
    splitDockWidget(dock("experimentDock"), dock("stepsDock"), Qt::Vertical);
    addDockWidget(Qt::RightDockWidgetArea, dock("inspectorDock"));
    splitDockWidget(dock("inspectorDock"), dock("pinsDock"), Qt::Vertical);
    addDockWidget(Qt::BottomDockWidgetArea, dock("timelineDock"));
    tabifyDockWidget(dock("timelineDock"), dock("tableDock"));
    tabifyDockWidget(dock("timelineDock"), dock("messagesDock"));
    for (QDockWidget *each : m_docks)
        each->show();
    dock("timelineDock")->raise();
    const bool small = width() < 1440;
    resizeDocks({dock("experimentDock"), dock("inspectorDock")},
                {theme.space(small ? 70 : 78), theme.space(small ? 62 : 72)}, Qt::Horizontal);
    resizeDocks({dock("experimentDock"), dock("stepsDock")}, {400, 500}, Qt::Vertical);
    resizeDocks({dock("inspectorDock"), dock("pinsDock")}, {600, 200}, Qt::Vertical);
    resizeDocks({dock("timelineDock")}, {theme.space(height() < 800 ? 36 : 42)}, Qt::Vertical);
    m_workspace->resetLayout();
}

/// A button of the tool bar that can be hidden without its action: menus and keys keep working.
QAction *MainWindow::addToolButton(const char *actionId)
{
    auto *button = new QToolButton(m_toolBar);
    button->setDefaultAction(m_actions[actionId]);
    button->setObjectName(QLatin1String(actionId) + QStringLiteral("Button"));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    return m_toolBar->addWidget(button);
}

void MainWindow::buildToolBar()
{
    m_toolBar = new QToolBar(this);
    m_toolBar->setObjectName(QStringLiteral("mainToolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    addToolBar(m_toolBar);
    m_actions["fileOpen"]->setIcon(icon(Icon::Open));
    m_presenterHides << addToolButton("fileOpen");
    m_sampleButton = new QToolButton(m_toolBar);
    m_sampleButton->setObjectName(QStringLiteral("sampleButton"));
    m_sampleButton->setPopupMode(QToolButton::InstantPopup);
    m_sampleButton->setMenu(m_sampleMenu);
    m_sampleButton->setFocusPolicy(Qt::TabFocus);
    m_presenterHides << m_toolBar->addWidget(m_sampleButton);
    m_chipA = new RunChip(m_session, Side::A, m_toolBar);
    m_chipB = new RunChip(m_session, Side::B, m_toolBar);
    m_toolBar->addWidget(m_chipA);
    m_toolBar->addWidget(m_chipB);
    for (const char *id : {"compareShowA", "compareShowB", "compareShowDifference"})
        m_toolBar->addAction(m_actions[id]);
    auto *spacer = new QWidget(m_toolBar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(spacer);
    m_presenterHides << addToolButton("viewExplore") << addToolButton("viewCompare") << addToolButton("viewKernel");
    for (QAction *action : m_toolBar->actions()) {
        if (QWidget *widget = m_toolBar->widgetForAction(action); widget && widget->objectName().isEmpty())
            widget->setObjectName(action->objectName() + QStringLiteral("Button"));
    }
}

void MainWindow::setPerspective(Perspective perspective)
{
    m_workspace->setPerspective(perspective);
    constexpr const char *kActions[] = {"viewExplore", "viewCompare", "viewKernel"};
    m_actions[kActions[static_cast<int>(perspective)]]->setChecked(true);
}

void MainWindow::setThemeChoice(ThemeChoice choice)
{
    m_themeChoice = choice;
    m_preferences.setValue(QStringLiteral("theme"), static_cast<int>(choice));
    applyThemeChoice(choice, m_actions["viewPresenter"]->isChecked());
    for (QAction *action : m_themeMenu->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(choice));
}

void MainWindow::setPresenter(bool on)
{
    m_actions["viewPresenter"]->setChecked(on);
    const QSize before = size();
    if (!on)
        applyThemeChoice(m_themeChoice, on);
    // A projector has room for one view and the timeline; what else is needed comes by the menus.
    for (QDockWidget *dock : m_docks)
        dock->setVisible(!on || dock->objectName() == QLatin1String("timelineDock"));
    for (QAction *action : m_presenterHides) // files and perspectives are in the menus
        action->setVisible(!on);
    setMaximised(on);
    if (on) // when there is less to show: the window must not grow in between
        applyThemeChoice(m_themeChoice, on);
    else
        resetLayout();
    layout()->activate();
    if (!isMaximized() && !isFullScreen())
        resize(before);
}

void MainWindow::setMaximised(bool on)
{
    m_actions["viewMaximise"]->setChecked(on);
    m_workspace->setMaximised(on);
}

void MainWindow::setLanguage(const QString &language)
{
    m_preferences.setValue(QStringLiteral("language"), language);
    applyLanguage(language);
    for (QAction *action : m_languageMenu->actions())
        action->setChecked(action->data().toString() == language);
}

void MainWindow::showMessage(const QString &text, bool isError)
{
    m_messageBar->say(text, isError);
    m_messages->add(text, isError);
}

/// An error stays until it is mended: the change after it closes it, unless what it made cannot be planned.
void MainWindow::closeStaleError()
{
    for (const Side side : {Side::A, Side::B}) {
        if (m_session.spec(side) && !m_session.schedule(side))
            return;
    }
    m_messageBar->closeError();
}

void MainWindow::showPanel(const char *dockName)
{
    if (auto *dock = findChild<QDockWidget *>(QLatin1String(dockName))) {
        dock->show();
        dock->raise();
    }
}

/// The sentence about what is wrong stays; what is left to choose is asked.
void MainWindow::chooseTensors(const OpenedDocument &opened, const std::shared_ptr<const TensorFile> &tensors)
{
    if (!TensorDialog::hasChoice(*tensors))
        return; // no choice of them could be read
    auto *dialog = new TensorDialog(tensors, opened.document.input, this);
    connect(dialog, &TensorDialog::chosen, this, [this, opened](const InputSource &input) {
        SessionDocument document = opened.document;
        document.input = input;
        m_messageBar->hide();
        m_session.openDocument(document, opened.path);
    });
    dialog->open();
}

bool MainWindow::openSample(const QString &id)
{
    for (const Sample &sample : m_samples) {
        if (sample.id == id) {
            m_session.openDocument(sample.document, {});
            return true;
        }
    }
    return false;
}

void MainWindow::refreshTitle()
{
    const QString path = m_session.documentPath();
    const QString name = path.isEmpty() ? sampleTitle(m_session.document()) : QFileInfo(path).fileName();
    setWindowTitle(name.isEmpty() ? QStringLiteral("Ulpscope[*]") : QStringLiteral("%1[*] — Ulpscope").arg(name));
    setWindowModified(m_session.isModified());
    setWindowFilePath(path);
}

void MainWindow::refreshActions()
{
    const bool any = m_session.inputs() != nullptr, hasB = m_session.hasB(), runB = m_session.spec(Side::B) != nullptr;
    for (QAction *action : m_actions.group("step"))
        action->setEnabled(any);
    for (const char *id :
         {"fileSave", "fileSaveAs", "fileExport", "fileReload", "editCopyCommand", "editGoToCell", "compareShowA"})
        m_actions[id]->setEnabled(any);
    for (const char *id : {"compareShowB", "compareShowDifference", "compareBlink", "compareDivergence"})
        m_actions[id]->setEnabled(hasB);
    m_actions["compareSwap"]->setEnabled(runB);
    m_actions["compareRemoveB"]->setEnabled(runB);
    m_actions["compareAddB"]->setEnabled(any && !runB);
    m_deviceMenu->setEnabled(any);
    constexpr const char *kShown[] = {"compareShowA", "compareShowB", "compareShowDifference"};
    m_actions[kShown[static_cast<int>(m_session.shown())]]->setChecked(true);
    if (!hasB && m_blink.isActive())
        m_actions["compareBlink"]->trigger();
}

void MainWindow::retranslate()
{
    m_actions.retranslate();
    constexpr std::pair<const char *, const char *> kTitles[] = {
        {"experimentDock", QT_TR_NOOP("Experiment")}, {"stepsDock", QT_TR_NOOP("Steps")},
        {"inspectorDock", QT_TR_NOOP("Inspector")},   {"pinsDock", QT_TR_NOOP("Pins")},
        {"timelineDock", QT_TR_NOOP("Timeline")},     {"tableDock", QT_TR_NOOP("Table")},
        {"messagesDock", QT_TR_NOOP("Messages")}};
    for (const auto &[name, title] : kTitles)
        findChild<QDockWidget *>(QLatin1String(name))->setWindowTitle(tr(title));
    for (const auto &[menu, name] : m_menus)
        menu->setTitle(Actions::groupTitle(name.constData()));
    m_sampleMenu->setTitle(tr("Sa&mples"));
    m_recentMenu->setTitle(tr("Open &recent"));
    m_languageMenu->setTitle(tr("&Language"));
    m_themeMenu->setTitle(tr("&Theme"));
    m_deviceMenu->setTitle(tr("B: A's run on another &device"));
    m_panelMenu->setTitle(tr("&Panels"));
    m_undo->setToolTip(tr("Take back the last change of problem or runs"));
    m_redo->setToolTip(tr("Do again what was taken back"));
    m_sampleButton->setText(tr("Samples"));
    m_sampleButton->setToolTip(tr("Built-in sessions"));
    m_sampleButton->setAccessibleName(tr("Samples"));
    m_toolBar->setWindowTitle(tr("Tool bar"));
    const QList<QAction *> themes = m_themeMenu->actions();
    themes[0]->setText(tr("As the &system"));
    themes[1]->setText(tr("&Light"));
    themes[2]->setText(tr("&Dark"));
    m_languageMenu->actions().constFirst()->setText(tr("As the system"));
    for (Sample &sample : m_samples)
        sample.title = sampleTitle(sample.document);
    const QList<QAction *> sampleActions = m_sampleMenu->actions();
    for (qsizetype i = 0; i < sampleActions.size(); ++i)
        sampleActions[i]->setText(m_samples[i].title);
    // Short texts in the tool bar, long ones in the menus.
    m_actions["fileOpen"]->setIconText(tr("Open"));
    m_actions["compareShowA"]->setIconText(QStringLiteral("A"));
    m_actions["compareShowB"]->setIconText(QStringLiteral("B"));
    m_actions["compareShowDifference"]->setIconText(QStringLiteral("Δ"));
    m_actions["viewExplore"]->setIconText(tr("Explore"));
    m_actions["viewCompare"]->setIconText(tr("Compare"));
    m_actions["viewKernel"]->setIconText(tr("Kernel"));
    refreshTitle();
}

void MainWindow::restyle()
{
    const Theme &theme = currentTheme();
    m_toolBar->setIconSize({theme.space(4), theme.space(4)});
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextOnly);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange && m_toolBar)
        restyle();
}

/// Does not wait for the answer: the window closes when it is there.
void MainWindow::askBeforeClosing()
{
    if (findChild<QMessageBox *>(QStringLiteral("unsaved")))
        return;
    auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral("Ulpscope"),
                                tr("The session has changes that are not saved."), QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("unsaved"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Without saving they are lost."));
    QPushButton *saveButton = box->addButton(tr("&Save"), QMessageBox::AcceptRole);
    QPushButton *discard = box->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    box->setDefaultButton(saveButton);
    connect(saveButton, &QPushButton::clicked, this, [this] {
        m_closeWhenSaved = true;
        save();
    });
    connect(discard, &QPushButton::clicked, this, [this] {
        m_mayLose = true;
        QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection); // when the question is gone
    });
    box->open();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_session.isModified() && !m_mayLose) {
        event->ignore();
        askBeforeClosing();
        return;
    }
    m_navigator.stop();
    m_session.cancel();
    m_preferences.setValue(QStringLiteral("geometry"), saveGeometry());
    m_preferences.setValue(QStringLiteral("layout"), saveState(kLayoutVersion));
    m_preferences.setValue(QStringLiteral("views"), m_workspace->saveLayout());
    m_preferences.setValue(QStringLiteral("perspective"), static_cast<int>(m_workspace->perspective()));
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            return;
        }
    }
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            openFile(url.toLocalFile());
            return;
        }
    }
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    return routeFieldKey(watched, event) || QMainWindow::eventFilter(watched, event);
}

} // namespace ulpscope::ui
