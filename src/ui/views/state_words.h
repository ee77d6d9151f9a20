// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// View state that a session file brings may hold anything: what is none of the words or numbers of its key is said, and
// stays as it is.
#pragma once

#include "ui/session.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

/// Empty where the view state `key` is not set or one of `words`; else a sentence: "View state tree.order is "up",
/// expected one of sequential, reverse".
QString wrongWord(const Session &session, const QString &key, const QStringList &words);
/// The same of a whole number.
QString wrongNumber(const Session &session, const QString &key, qint64 least, qint64 most);

} // namespace ulpscope::ui
