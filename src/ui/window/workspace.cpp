// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.h"

#include "ui/theme/application_style.h"
#include "ui/views/compare_view.h"
#include "ui/views/devices_view.h"
#include "ui/views/ensemble_view.h"
#include "ui/views/error_view.h"
#include "ui/views/launches_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/playground_view.h"
#include "ui/views/running_view.h"
#include "ui/views/schedule_view.h"
#include "ui/views/sweep_view.h"
#include "ui/views/tile_map_view.h"
#include "ui/views/tree_view.h"

#include <QApplication>
#include <QDataStream>
#include <QEvent>
#include <QIODevice>
#include <QRegularExpression>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

namespace ulpscope::ui {

View *createView(const QString &id, Session &session, QWidget *parent)
{
    const QString kind = id.section(QLatin1Char('.'), 0, 0);
    if (kind == QLatin1String("tiles"))
        return new TileMapView(session, parent, id);
    if (kind == QLatin1String("matrix")) {
        const bool compares = id != kind; // the panes of Compare show the output, each of one side
        auto *view = new MatrixView(session, parent, id, compares ? MatrixQuantity::Output : MatrixQuantity::Scores);
        const QString side = id.section(QLatin1Char('.'), 1);
        if (compares)
            view->setShown(side == QLatin1String("a")   ? Shown::A
                           : side == QLatin1String("b") ? Shown::B
                                                        : Shown::Difference);
        return view;
    }
    if (kind == QLatin1String("running"))
        return new RunningView(session, parent, id);
    if (kind == QLatin1String("tree")) {
        auto *view = new TreeView(session, parent, id);
        if (id.endsWith(QLatin1String(".difference")))
            view->setShown(Shown::Difference);
        return view;
    }
    if (kind == QLatin1String("error"))
        return new ErrorView(session, parent, id);
    if (kind == QLatin1String("ensemble"))
        return new EnsembleView(session, parent, id);
    if (kind == QLatin1String("launches"))
        return new LaunchesView(session, parent, id);
    if (kind == QLatin1String("schedule"))
        return new ScheduleView(session, parent, id);
    if (kind == QLatin1String("sweep"))
        return new SweepView(session, parent, id);
    if (kind == QLatin1String("devices"))
        return new DevicesView(session, parent, id);
    if (kind == QLatin1String("playground"))
        return new PlaygroundView(session, parent, id);
    if (kind == QLatin1String("compare"))
        return new CompareView(session, parent, id);
    return nullptr;
}

QStringList viewIds()
{
    QStringList ids;
    for (const char *id : {"tiles", "matrix", "running", "tree", "tree.difference", "error", "ensemble", "launches",
                           "schedule", "sweep", "compare", "devices", "playground"})
        ids << QLatin1String(id);
    return ids;
}

Workspace::Workspace(Session &session, QWidget *parent) : QStackedWidget(parent), m_session(session)
{
    setObjectName(QStringLiteral("workspace"));
    addWidget(buildExplore());
    addWidget(buildCompare());
    addWidget(buildKernel());
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        for (QWidget *widget = now; widget; widget = widget->parentWidget()) {
            if (auto *view = qobject_cast<View *>(widget); view && m_views.contains(view)) {
                setActiveView(view);
                break;
            }
        }
    });
    setActiveView(view(QStringLiteral("matrix")));
    retranslate();
}

template <typename T, typename... Args>
T *Workspace::add(Args &&...args)
{
    auto *view = static_cast<T *>(createView(std::forward<Args>(args)..., m_session, nullptr));
    m_views << view;
    connect(view, &View::viewRequested, this, [this](const QString &id) {
        if (View *wanted = this->view(id))
            raiseView(wanted);
    });
    return view;
}

QTabWidget *Workspace::sharedPlace(const QString &name, const QStringList &ids)
{
    auto *tabs = new QTabWidget;
    tabs->setObjectName(name);
    tabs->setDocumentMode(true);
    tabs->setTabPosition(QTabWidget::South);
    for (const QString &id : ids)
        tabs->addTab(add<View>(id), QString());
    m_tabs << tabs;
    return tabs;
}

QWidget *Workspace::buildExplore()
{
    auto *rows = new QSplitter(Qt::Vertical);
    auto *top = new QSplitter(Qt::Horizontal);
    auto *bottom = new QSplitter(Qt::Horizontal);
    rows->setObjectName(QStringLiteral("exploreRows"));
    top->setObjectName(QStringLiteral("exploreTop"));
    bottom->setObjectName(QStringLiteral("exploreBottom"));
    top->addWidget(add<View>(QStringLiteral("tiles")));
    top->addWidget(add<View>(QStringLiteral("matrix")));
    bottom->addWidget(sharedPlace(QStringLiteral("sharedPlace"),
                                  {QStringLiteral("running"), QStringLiteral("tree"), QStringLiteral("playground")}));
    bottom->addWidget(sharedPlace(QStringLiteral("errorPlace"),
                                  {QStringLiteral("error"), QStringLiteral("ensemble"), QStringLiteral("launches")}));
    rows->addWidget(top);
    rows->addWidget(bottom);
    for (QSplitter *splitter : {rows, top, bottom})
        splitter->setChildrenCollapsible(false);
    return rows;
}

QWidget *Workspace::buildCompare()
{
    auto *rows = new QSplitter(Qt::Vertical);
    auto *maps = new QSplitter(Qt::Horizontal);
    rows->setObjectName(QStringLiteral("compareRows"));
    maps->setObjectName(QStringLiteral("compareMaps"));
    for (const QString &id :
         {QStringLiteral("matrix.a"), QStringLiteral("matrix.b"), QStringLiteral("matrix.difference")})
        maps->addWidget(add<View>(id));
    rows->addWidget(maps);
    rows->addWidget(
        sharedPlace(QStringLiteral("comparePlace"),
                    {QStringLiteral("compare"), QStringLiteral("tree.difference"), QStringLiteral("devices")}));
    for (QSplitter *splitter : {rows, maps})
        splitter->setChildrenCollapsible(false);
    return rows;
}

QWidget *Workspace::buildKernel()
{
    auto *rows = new QSplitter(Qt::Vertical);
    auto *tiles = new QSplitter(Qt::Horizontal);
    rows->setObjectName(QStringLiteral("kernelRows"));
    tiles->setObjectName(QStringLiteral("kernelTiles"));
    rows->addWidget(add<View>(QStringLiteral("schedule")));
    tiles->addWidget(add<View>(QStringLiteral("tiles.kernel")));
    tiles->addWidget(
        sharedPlace(QStringLiteral("kernelPlace"), {QStringLiteral("tree.kernel"), QStringLiteral("sweep")}));
    rows->addWidget(tiles);
    for (QSplitter *splitter : {rows, tiles})
        splitter->setChildrenCollapsible(false);
    return rows;
}

QList<QSplitter *> Workspace::splitters() const
{
    return findChildren<QSplitter *>(
        QRegularExpression(QStringLiteral("^(explore|compare|kernel)(Rows|Top|Bottom|Maps|Tiles)$")));
}

void Workspace::resetLayout()
{
    for (QSplitter *splitter : splitters()) {
        QList<int> equal;
        for (int i = 0; i < splitter->count(); ++i)
            equal << 10'000;
        splitter->setSizes(equal);
    }
}

QByteArray Workspace::saveLayout() const
{
    QByteArray layout;
    QDataStream stream(&layout, QIODevice::WriteOnly);
    for (const QSplitter *splitter : splitters())
        stream << splitter->objectName() << splitter->saveState();
    return layout;
}

bool Workspace::restoreLayout(const QByteArray &layout)
{
    QDataStream stream(layout);
    bool good = !layout.isEmpty();
    while (good && !stream.atEnd()) {
        QString name;
        QByteArray state;
        stream >> name >> state;
        auto *splitter = findChild<QSplitter *>(name);
        good = stream.status() == QDataStream::Ok && splitter && splitter->restoreState(state);
    }
    return good;
}

void Workspace::setPerspective(Perspective perspective)
{
    setCurrentIndex(static_cast<int>(perspective));
    if (!m_active || !currentWidget()->isAncestorOf(m_active))
        setActiveView(view(perspective == Perspective::Explore   ? QStringLiteral("matrix")
                           : perspective == Perspective::Compare ? QStringLiteral("matrix.difference")
                                                                 : QStringLiteral("schedule")));
}

View *Workspace::view(const QString &id) const
{
    for (View *view : m_views) {
        if (view->id() == id)
            return view;
    }
    return nullptr;
}

void Workspace::setActiveView(View *view)
{
    if (!view || view == m_active)
        return;
    m_active = view;
    if (m_maximised)
        applyMaximised();
    emit activeViewChanged();
}

void Workspace::setMaximised(bool on)
{
    m_maximised = on;
    applyMaximised();
}

/// Hides, in every splitter of the page, what does not hold the active view.
void Workspace::applyMaximised()
{
    for (QSplitter *splitter : splitters()) {
        for (int i = 0; i < splitter->count(); ++i) {
            QWidget *child = splitter->widget(i);
            const bool other = currentWidget()->isAncestorOf(splitter) || currentWidget() == splitter;
            child->setVisible(!m_maximised || !other || child == m_active || child->isAncestorOf(m_active));
        }
    }
}

void Workspace::raiseView(View *view)
{
    for (int i = 0; i < count(); ++i) {
        if (widget(i)->isAncestorOf(view))
            setCurrentIndex(i);
    }
    setActiveView(view);
    for (QTabWidget *tabs : m_tabs) {
        if (const int tab = tabs->indexOf(view); tab >= 0)
            tabs->setCurrentIndex(tab);
    }
}

void Workspace::retranslate()
{
    for (QTabWidget *tabs : m_tabs) {
        for (int i = 0; i < tabs->count(); ++i)
            tabs->setTabText(i, static_cast<View *>(tabs->widget(i))->title());
        tabs->tabBar()->setAccessibleName(tr("Views that share a place"));
    }
}

void Workspace::changeEvent(QEvent *event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ulpscope::ui
