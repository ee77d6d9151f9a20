// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QStackedWidget>

class QSplitter;
class QTabWidget;

namespace ulpscope::ui {

class View;

enum class Perspective { Explore, Compare, Kernel };

/// The centre of the window: the views of a perspective. Knows which view was used last; keys and export go to that
/// one.
class Workspace : public QStackedWidget {
    Q_OBJECT

public:
    explicit Workspace(Session &session, QWidget *parent = nullptr);

    Perspective perspective() const { return static_cast<Perspective>(currentIndex()); }
    void setPerspective(Perspective perspective);
    /// Views of all perspectives, in the order of the window.
    const QList<View *> &views() const { return m_views; }
    View *view(const QString &id) const; ///< null when there is none of that id
    View *activeView() const { return m_active; }
    void setActiveView(View *view);
    /// Brings a view to the front where it shares its place with another.
    void raiseView(View *view);
    /// Shows the active view alone, or all of them.
    void setMaximised(bool on);
    bool isMaximised() const { return m_maximised; }
    void resetLayout();
    QByteArray saveLayout() const;
    bool restoreLayout(const QByteArray &layout);

signals:
    void activeViewChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    template <typename T, typename... Args>
    T *add(Args &&...args);
    QTabWidget *sharedPlace(const QString &name, const QStringList &ids);
    QWidget *buildExplore();
    QWidget *buildCompare();
    QWidget *buildKernel();
    void retranslate();
    QList<QSplitter *> splitters() const;

    Session &m_session;
    QList<View *> m_views;
    View *m_active = nullptr;
    void applyMaximised();

    bool m_maximised = false;
    QList<QTabWidget *> m_tabs; ///< of views that share a place
};

/// A view of that kind on its own, for `ulpscope figure`; null when there is no such kind. The kind is the id up to the
/// first dot: "matrix.a" is a matrix.
View *createView(const QString &id, Session &session, QWidget *parent);
/// The ids of the views that there are, each of which createView() makes; it makes second instances ("matrix.b") too.
QStringList viewIds();

} // namespace ulpscope::ui
