// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/numerics/resource_dir.h"
#include "ui/session.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QString>

#include <memory>

namespace ulpscope::ui::testing {

/// The catalog of the build tree; read once.
inline std::shared_ptr<const Catalog> sharedCatalog()
{
    static const std::shared_ptr<const Catalog> catalog = [] {
        auto loaded = Catalog::load(resourceDirectory());
        if (!loaded.ok())
            qFatal("%s", loaded.status().message().c_str());
        return std::make_shared<const Catalog>(std::move(loaded).value());
    }();
    return catalog;
}

/// Runs the event loop until the session has computed everything and the views have taken it up. False after `ms`.
inline bool waitUntilIdle(const Session &session, int ms = 60000)
{
    QElapsedTimer timer;
    timer.start();
    // Idle twice in a row: what has arrived may have queued work of its own.
    for (int idle = 0; idle < 3; idle = session.busy() ? 0 : idle + 1) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        if (timer.elapsed() > ms)
            return false;
    }
    return true;
}

/// A session on a document, or null with what went wrong in `error`.
inline std::unique_ptr<Session> openSession(const SessionDocument &document, const QString &path,
                                            QString *error = nullptr)
{
    auto session = std::make_unique<Session>(sharedCatalog());
    QString problem;
    QObject::connect(session.get(), &Session::message, session.get(), [&problem](const QString &text, bool isError) {
        if (isError)
            problem = text;
    });
    session->openDocument(document, path);
    const bool idle = waitUntilIdle(*session);
    QObject::disconnect(session.get(), &Session::message, session.get(), nullptr);
    if (error)
        *error = !idle ? QStringLiteral("still busy") : problem;
    return idle && session->inputs() ? std::move(session) : nullptr;
}

/// A session file or a tensor file.
inline std::unique_ptr<Session> openSession(const QString &path, QString *error = nullptr)
{
    const std::string name = path.toStdString();
    Result<SessionDocument> document = path.endsWith(QLatin1String(".json")) ? readSession(name) : sessionForFile(name);
    if (document.ok())
        return openSession(document.value(), path, error);
    if (error)
        *error = QString::fromStdString(document.status().message());
    return nullptr;
}

} // namespace ulpscope::ui::testing
