// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/state_words.h"

#include "ui/models/number_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {
namespace {

constexpr qsizetype kMostShown = 40; ///< characters of what stands there

QString translate(const char *text) { return QCoreApplication::translate("View", text); }

QString shown(const QString &value) { return value.size() > kMostShown ? value.left(kMostShown) + QChar(u'…') : value; }

} // namespace

QString wrongWord(const Session &session, const QString &key, const QStringList &words)
{
    const QString value = session.viewState(key);
    if (value.isEmpty() || words.contains(value))
        return {};
    return translate(QT_TRANSLATE_NOOP("View", "View state %1 is \"%2\", expected one of %3"))
        .arg(key, shown(value), words.join(QStringLiteral(", ")));
}

QString wrongNumber(const Session &session, const QString &key, qint64 least, qint64 most)
{
    const QString value = session.viewState(key);
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    if (value.isEmpty() || (isNumber && number >= least && number <= most))
        return {};
    return translate(QT_TRANSLATE_NOOP("View", "View state %1 is \"%2\", expected a whole number from %3 to %4"))
        .arg(key, shown(value), grouped(least), grouped(most));
}

} // namespace ulpscope::ui
