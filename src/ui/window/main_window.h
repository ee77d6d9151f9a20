// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/navigator.h"
#include "ui/window/documents.h"
#include "ui/window/preferences.h"
#include "ui/window/workspace.h"

#include <QMainWindow>
#include <QTimer>

class QDockWidget;
class QMenu;
class QMessageBox;
class QToolButton;

namespace ulpscope::ui {

class ExperimentPanel;
class InspectorPanel;
class MessageBar;
class MessagePanel;
class PinsPanel;
class RunChip;
class StatusLine;
class StepsPanel;
class TablePanel;
class TimelinePanel;

/// The program's window: views in the centre, panels around them, and everything that can be done as an action.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(std::shared_ptr<const Catalog> catalog, Preferences &preferences);
    ~MainWindow() override;

    Session &session() { return m_session; }
    Actions &actions() { return m_actions; }
    Navigator &navigator() { return m_navigator; }
    Workspace &workspace() { return *m_workspace; }
    const QList<Sample> &samples() const { return m_samples; }

    void openFile(const QString &path); ///< in the background
    /// By id, "fa2-causal"; false when there is no such sample.
    bool openSample(const QString &id);
    void setPerspective(Perspective perspective);
    void setThemeChoice(ThemeChoice choice);
    void setPresenter(bool on);
    void setMaximised(bool on); ///< the active view alone
    void setLanguage(const QString &language);
    bool saveTo(const QString &path); ///< also closes the window where that waited for it
    void showPanel(const char *dockName);

public slots:
    void showMessage(const QString &text, bool isError);

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // main_window.cpp
    void buildDocks();
    void buildToolBar();
    void resetLayout();
    QAction *addToolButton(const char *actionId);
    void closeStaleError();
    void askBeforeClosing();
    void chooseTensors(const OpenedDocument &opened, const std::shared_ptr<const TensorFile> &tensors);
    void refreshTitle();
    void refreshActions();
    void retranslate();
    void restyle();
    QDockWidget *addDock(const char *name, QWidget *widget, Qt::DockWidgetArea area);
    // main_window_actions.cpp
    void buildMenus();
    void connectActions();
    void rebuildRecent();
    void openDialog();
    void save();
    void saveAs();
    void exportFigure();
    void copyPicture(View *view);
    void copyCommand();
    void goToCell();
    void swapRuns();
    void nextPanel();
    void showPalette();
    void showPlayground();
    void remember(const QString &path);

    Preferences &m_preferences;
    Session m_session;
    Actions m_actions;
    Navigator m_navigator;
    QList<Sample> m_samples;

    Workspace *m_workspace;
    MessageBar *m_messageBar;
    ExperimentPanel *m_experiment;
    StepsPanel *m_steps;
    InspectorPanel *m_inspector;
    PinsPanel *m_pins;
    TimelinePanel *m_timeline;
    TablePanel *m_table;
    MessagePanel *m_messages;
    StatusLine *m_status;
    QList<QDockWidget *> m_docks;
    QList<QPair<QMenu *, QByteArray>> m_menus;
    QToolBar *m_toolBar = nullptr;
    QToolButton *m_sampleButton = nullptr;
    QList<QAction *> m_presenterHides; ///< of the tool bar alone
    RunChip *m_chipA = nullptr, *m_chipB = nullptr;
    QMenu *m_backendMenu = nullptr, *m_sampleMenu = nullptr, *m_recentMenu = nullptr, *m_languageMenu = nullptr,
          *m_themeMenu = nullptr, *m_panelMenu = nullptr, *m_deviceMenu = nullptr;
    QAction *m_undo = nullptr, *m_redo = nullptr;
    QTimer m_blink;
    bool m_closeWhenSaved = false, m_mayLose = false;
    bool m_timelineAway = false; ///< as long as the playground is shown to an audience
    ThemeChoice m_themeChoice = ThemeChoice::Dark;
};

} // namespace ulpscope::ui
