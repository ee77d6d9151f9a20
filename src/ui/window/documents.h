// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QList>
#include <QString>

namespace ulpscope::ui {

/// Opens whatever a user may bring: a session file, a tensor file, or a figure that carries a session.
Result<OpenedDocument> openPath(const QString &path);
/// The document as it has to be written to `path`: a file (input, measured launch) below that folder is named relative
/// to it, so that both can be moved; any other by its full path. `documentPath` is where relative names lead from now.
SessionDocument rebased(SessionDocument document, const QString &documentPath, const QString &path);
/// The folder that relative names of a document lead from; that of the samples when the path is empty.
QString baseFolder(const QString &documentPath);
bool isSessionPath(const QString &path);
/// Whether it is a file of real launches (engine/session/arrival_file.h), which no document is made of.
bool isLaunchesFile(const QString &path);

/// A built-in session.
struct Sample {
    QString id;    ///< file name without .ulps.json
    QString title; ///< translated
    SessionDocument document;
};
/// All samples of the resource directory, sorted by id; files that cannot be read are left out and named in `problems`.
QList<Sample> builtInSamples(const QString &resourceDirectory, QStringList *problems);
QString sampleTitle(const SessionDocument &document);

} // namespace ulpscope::ui
