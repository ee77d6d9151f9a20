// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/documents.h"

#include "engine/numerics/resource_dir.h"
#include "engine/session/arrival_file.h"
#include "ui/models/engine_text.h"
#include "ui/plot/figure_exporter.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace ulpscope::ui {

namespace {

// Titles of the sample files, for the translators.
[[maybe_unused]] constexpr const char *kSampleTitles[] = {
    QT_TRANSLATE_NOOP("Samples", "The article's sketch: a merge tree named by the architecture"),
    QT_TRANSLATE_NOOP("Samples", "The same request alone and in a batch of 256"),
    QT_TRANSLATE_NOOP("Samples", "FlashAttention-2, causal, as an H200 wrote it"),
    QT_TRANSLATE_NOOP("Samples", "One kernel, two architectures: H200 against A100"),
    QT_TRANSLATE_NOOP("Samples", "Canary: which keys were read (row i averages keys 0 to i: i / 2)"),
    QT_TRANSLATE_NOOP("Samples", "Canary: the order of additions, 2^26 + 1 - 2^26 + 1"),
};

const QString kSessionEnding = QStringLiteral(".ulps.json");

bool isFigurePath(const QString &path) { return figureFormatOf(path).ok(); }

/// View state that names a file: View::state() "measured" and "measuredB" of the SM schedule.
bool namesAFile(const std::string &key)
{
    const QString name = QString::fromStdString(key).section(QLatin1Char('.'), -1);
    return name == QLatin1String("measured") || name == QLatin1String("measuredB");
}

} // namespace

bool isSessionPath(const QString &path) { return path.endsWith(kSessionEnding, Qt::CaseInsensitive); }

bool isLaunchesFile(const QString &path)
{
    constexpr qint64 kEnough = 64 << 20;
    QFile file(path);
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) || isSessionPath(path) ||
        !file.open(QIODevice::ReadOnly) || file.size() > kEnough)
        return false;
    return file.readAll().contains(QByteArray(kArrivalsSchema.data(), static_cast<qsizetype>(kArrivalsSchema.size())));
}

Result<OpenedDocument> openPath(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const std::string file = absolute.toStdString();
    if (isFigurePath(absolute)) {
        const Result<QString> session = readEmbeddedSession(absolute);
        if (!session.ok())
            return session.status();
        auto document = parseSession(session->toStdString(), file);
        if (!document.ok())
            return document.status();
        // A sample's figure names its data as the sample does, wherever the figure lies now.
        const QString input = QString::fromStdString(document->input.path);
        const bool isSample = document->input.kind == InputSource::Kind::File && QFileInfo(input).isRelative() &&
                              !QFileInfo::exists(QFileInfo(absolute).absoluteDir().filePath(input)) &&
                              QFileInfo::exists(QDir(baseFolder({})).filePath(input));
        return OpenedDocument{std::move(document).value(), isSample ? QString() : absolute};
    }
    auto document =
        absolute.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? readSession(file) : sessionForFile(file);
    if (!document.ok())
        return document.status();
    return OpenedDocument{std::move(document).value(), absolute};
}

QString baseFolder(const QString &documentPath)
{
    return documentPath.isEmpty() ? QString::fromStdString(resourceDirectory()) + QStringLiteral("/scenarios")
                                  : QFileInfo(documentPath).absolutePath();
}

SessionDocument rebased(SessionDocument document, const QString &documentPath, const QString &path)
{
    const auto moved = [&](const std::string &name) {
        const QString file = QDir(baseFolder(documentPath)).absoluteFilePath(QString::fromStdString(name));
        const QString relative = QFileInfo(path).absoluteDir().relativeFilePath(file);
        return (relative.startsWith(QLatin1String("..")) ? QDir::cleanPath(QFileInfo(file).absoluteFilePath())
                                                         : relative)
            .toStdString();
    };
    if (document.input.kind == InputSource::Kind::File)
        document.input.path = moved(document.input.path);
    for (auto &[key, value] : document.views) {
        if (namesAFile(key) && !value.empty())
            value = moved(value);
    }
    return document;
}

QString sampleTitle(const SessionDocument &document)
{
    return QCoreApplication::translate("Samples", document.title.c_str());
}

QList<Sample> builtInSamples(const QString &resourceDirectory, QStringList *problems)
{
    QList<Sample> samples;
    const QDir directory(resourceDirectory + QStringLiteral("/scenarios"));
    for (const QString &name : directory.entryList({QLatin1Char('*') + kSessionEnding}, QDir::Files, QDir::Name)) {
        auto document = readSession(directory.filePath(name).toStdString());
        if (!document.ok()) {
            if (problems)
                *problems << engineText(document.status().phrase());
            continue;
        }
        samples << Sample{name.chopped(kSessionEnding.size()), sampleTitle(document.value()),
                          std::move(document).value()};
    }
    return samples;
}

} // namespace ulpscope::ui
