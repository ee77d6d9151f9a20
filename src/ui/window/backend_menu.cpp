// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/backend_menu.h"

#include <QActionGroup>
#include <QEvent>

namespace ulpscope::ui {

namespace {

const QString kKey = QStringLiteral("backend");

QString nameOf(BackendKind kind)
{
    const std::string_view name = backendKindName(kind);
    return QString::fromLatin1(name.data(), static_cast<int>(name.size()));
}

} // namespace

BackendMenu::BackendMenu(Session &session, Preferences &preferences, QWidget *parent) : QMenu(parent)
{
    setObjectName(QStringLiteral("backendMenu"));
    setToolTipsVisible(true);
    auto *group = new QActionGroup(this);
    for (const BackendKind kind : {BackendKind::Auto, BackendKind::Cpu, BackendKind::Cuda}) {
        QAction *action = addAction(QString());
        action->setObjectName(QStringLiteral("backend.") + nameOf(kind));
        action->setCheckable(true);
        action->setChecked(kind == session.backend());
        connect(&session, &Session::backendChanged, action,
                [&session, action, kind] { action->setChecked(kind == session.backend()); });
        group->addAction(action);
        connect(action, &QAction::triggered, &session, [&session, &preferences, kind] {
            preferences.setValue(kKey, nameOf(kind));
            session.setBackend(kind);
        });
    }
    retranslate();
    session.setBackend(parseBackendKind(preferences.value(kKey).toString().toStdString()).value_or(BackendKind::Auto));
}

void BackendMenu::retranslate()
{
    setTitle(tr("&Backend"));
    const QList<QAction *> kinds = actions();
    kinds[0]->setText(tr("&Automatic"));
    kinds[0]->setToolTip(tr("The GPU where there is one that can execute the run, else the CPU"));
    kinds[1]->setText(tr("&CPU (emulated)"));
    kinds[1]->setToolTip(tr("The processor computes what the chosen architecture computes"));
    kinds[2]->setText(tr("&GPU (real)"));
    kinds[2]->setToolTip(tr("The GPU of this machine through the worker program; says why where that is impossible"));
}

void BackendMenu::changeEvent(QEvent *event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ulpscope::ui
