// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_line.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace ulpscope::ui {

namespace {

QString translate(const char *text) { return QCoreApplication::translate("CommandLine", text); }

/// As one word of a POSIX shell.
QString quoted(const QString &value)
{
    static const QRegularExpression plain(QStringLiteral("^[\\w./:=,+-]+$"));
    return plain.match(value).hasMatch()
               ? value
               : QLatin1Char('\'') + QString(value).replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                     QLatin1Char('\'');
}
QString quoted(const std::string &value) { return quoted(QString::fromStdString(value)); }

/// A session file that says all of the document already; empty when there is none.
QString sessionFile(const Session &session, const QList<Sample> &samples)
{
    const QString path = session.documentPath();
    if (isSessionPath(path))
        return session.isModified() ? QString() : path;
    const SessionDocument &document = session.document();
    for (const Sample &sample : samples) {
        if (path.isEmpty() && sample.document.title == document.title && sample.document.input == document.input &&
            sample.document.a == document.a && sample.document.mask == document.mask &&
            sample.document.scale == document.scale && sample.document.softcap == document.softcap)
            return QStringLiteral("%1/%2.ulps.json").arg(baseFolder({}), sample.id);
    }
    return {};
}

/// What no option says; empty when the options say all.
QString withoutOption(const SessionDocument &document)
{
    if (document.input.kind == InputSource::Kind::Generator)
        return translate(QT_TRANSLATE_NOOP("CommandLine", "generated inputs"));
    if (document.softcap)
        return translate(QT_TRANSLATE_NOOP("CommandLine", "softcap"));
    if (document.mask && document.mask->kind == Mask::Kind::Window)
        return translate(QT_TRANSLATE_NOOP("CommandLine", "a window mask"));
    return {};
}

QStringList inputOptions(const InputSource &input)
{
    QStringList words;
    const auto name = [&words](const char *role, const std::string &tensor) {
        if (tensor != role)
            words << QStringLiteral("--") + QLatin1String(role) << quoted(tensor);
    };
    name("q", input.q);
    name("k", input.k);
    name("v", input.v);
    if (input.layout != InputSource::Layout::Auto)
        words << QStringLiteral("--layout")
              << (input.layout == InputSource::Layout::BHND ? QStringLiteral("BHND") : QStringLiteral("BNHD"));
    if (input.bf16Bits)
        words << QStringLiteral("--bf16-bits");
    return words;
}

QStringList problemOptions(const SessionDocument &document)
{
    QStringList words;
    if (document.mask)
        words << (document.mask->kind == Mask::Kind::CausalTopLeft       ? QStringLiteral("--causal=top-left")
                  : document.mask->kind == Mask::Kind::CausalBottomRight ? QStringLiteral("--causal=bottom-right")
                                                                         : QStringLiteral("--causal=none"));
    if (document.scale)
        words << QStringLiteral("--scale") << QString::number(*document.scale, 'g', QLocale::FloatingPointShortest);
    return words;
}

QStringList runOptions(const RunRequest &run)
{
    QStringList words{QStringLiteral("--kernel"), quoted(run.kernel), QStringLiteral("--device"), quoted(run.device)};
    if (run.batch > 0)
        words << QStringLiteral("--batch") << QString::number(run.batch);
    if (run.numSplits > 0)
        words << QStringLiteral("--num-splits") << QString::number(run.numSplits);
    for (const auto &[field, value] : run.set)
        words << QStringLiteral("--set") << quoted(field + "=" + value);
    return words;
}

} // namespace

Result<QString> commandLine(const Session &session, const QList<Sample> &samples)
{
    QStringList words{QStringLiteral("ulpscope-cli"), QStringLiteral("run")};
    if (const QString file = sessionFile(session, samples); !file.isEmpty())
        return (words << quoted(QDir::cleanPath(file))).join(QLatin1Char(' '));
    const SessionDocument &document = session.document();
    if (const QString what = withoutOption(document); !what.isEmpty())
        return Status::invalid(
            translate(QT_TRANSLATE_NOOP("CommandLine", "The command line has no option for %1: save the session "
                                                       "(Ctrl+S), and the command names its file."))
                .arg(what)
                .toStdString());
    const QDir folder(baseFolder(session.documentPath()));
    words << quoted(QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(document.input.path))));
    words << inputOptions(document.input) << problemOptions(document) << runOptions(document.a);
    return words.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
