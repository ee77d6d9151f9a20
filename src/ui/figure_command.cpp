// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/program.h"

#include "ui/models/engine_text.h"
#include "ui/plot/figure_exporter.h"
#include "ui/views/view.h"
#include "ui/window/documents.h"
#include "ui/window/export_dialog.h"
#include "ui/window/preferences.h"
#include "ui/window/workspace.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>

namespace ulpscope::ui {

namespace {

constexpr int kUnusable = 2; ///< exit status for input that cannot be used
constexpr int kLongestRunSeconds = 600;

int fail(const QString &message)
{
    std::fprintf(stderr, "ulpscope: %s\n", qPrintable(message));
    return kUnusable;
}

} // namespace

bool waitUntilReady(const Session &session, const View *view, int seconds)
{
    QElapsedTimer clock;
    clock.start();
    int quiet = 0; // several quiet rounds in a row: a result may start the next computation
    while (clock.elapsed() < seconds * 1000) {
        QEventLoop loop;
        QTimer::singleShot(10, &loop, &QEventLoop::quit);
        loop.exec();
        quiet = session.inputs() && !session.busy() && (!view || view->isReady()) ? quiet + 1 : 0;
        if (quiet >= 5)
            return true;
    }
    return false;
}

int runFigureCommand(const QStringList &arguments, const std::shared_ptr<const Catalog> &catalog)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Writes a view of a session as PDF, SVG or PNG, with the same bytes as the window's export.\n\n"
                       "Example: ulpscope figure fa2-causal -o error.pdf --view error --preset icml-column"));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("session"),
                                 QStringLiteral("Session or tensor file, figure, or id of a built-in sample."));
    const QCommandLineOption output({QStringLiteral("o"), QStringLiteral("output")},
                                    QStringLiteral("File to write: .pdf, .svg or .png."), QStringLiteral("file"));
    QStringList presets;
    for (const FigurePreset &preset : figurePresets())
        presets << preset.id;
    const QCommandLineOption presetOption(QStringLiteral("preset"),
                                          QStringLiteral("Size and type: %1.").arg(presets.join(QStringLiteral(", "))),
                                          QStringLiteral("preset"), kDefaultPreset);
    const QCommandLineOption viewOption(QStringLiteral("view"),
                                        QStringLiteral("One of %1.").arg(viewIds().join(QStringLiteral(", "))),
                                        QStringLiteral("view"), QStringLiteral("matrix"));
    const QCommandLineOption language(QStringLiteral("lang"), QStringLiteral("Language of the labels: en or zh_CN."),
                                      QStringLiteral("language"), QStringLiteral("en"));
    parser.addOptions({output, presetOption, viewOption, language});
    parser.process(QStringList{QStringLiteral("ulpscope figure")} + arguments);
    if (parser.positionalArguments().size() != 1 || !parser.isSet(output))
        return fail(QStringLiteral("figure needs one session and -o FILE; see ulpscope figure --help"));
    const FigurePreset *preset = findFigurePreset(parser.value(presetOption));
    if (!preset)
        return fail(QStringLiteral("unknown preset '%1'; there are %2")
                        .arg(parser.value(presetOption), presets.join(QStringLiteral(", "))));
    const auto format = figureFormatOf(parser.value(output));
    if (!format.ok())
        return fail(engineText(format.status().phrase()));
    const QStringList languages{QStringLiteral("en"), QStringLiteral("zh_CN")};
    if (!languages.contains(parser.value(language)))
        return fail(QStringLiteral("--lang is \"%1\", expected %2")
                        .arg(parser.value(language), languages.join(QStringLiteral(" or "))));
    applyLanguage(parser.value(language));
    applyThemeChoice(ThemeChoice::Light, false);

    const QString name = parser.positionalArguments().constFirst();
    std::optional<OpenedDocument> opened;
    for (const Sample &sample : builtInSamples(QString::fromStdString(catalog->resourceDirectory), nullptr)) {
        if (sample.id == name && !QFileInfo::exists(name))
            opened = OpenedDocument{sample.document, {}};
    }
    if (!opened) {
        auto result = openPath(name);
        if (!result.ok())
            return fail(engineText(result.status().phrase()));
        opened = std::move(result).value();
    }

    Session session(catalog);
    QString error;
    QObject::connect(&session, &Session::message, &session, [&error](const QString &text, bool isError) {
        if (isError && error.isEmpty())
            error = text;
    });
    const std::unique_ptr<View> view(createView(parser.value(viewOption), session, nullptr));
    if (!view)
        return fail(QStringLiteral("unknown view '%1'; there are %2")
                        .arg(parser.value(viewOption), viewIds().join(QStringLiteral(", "))));
    view->setWanted();
    session.openDocument(opened->document, opened->path);
    QElapsedTimer clock;
    clock.start();
    while (error.isEmpty() && !waitUntilReady(session, view.get(), 1)) {
        if (clock.elapsed() > kLongestRunSeconds * 1000)
            return fail(QStringLiteral("the session did not finish within %1 s").arg(kLongestRunSeconds));
    }
    if (!error.isEmpty())
        return fail(error);
    const auto figure = view->figure();
    if (!figure)
        return fail(QStringLiteral("the view '%1' has nothing to show of this session%2")
                        .arg(view->id(), view->absent().isEmpty() ? QString() : QStringLiteral(": ") + view->absent()));
    if (const QString wrong = view->wrongChoice(); !wrong.isEmpty())
        return fail(wrong);
    const Status status = saveFigure(*figure, exportOptions(*preset, format.value(), session), parser.value(output));
    return status.ok() ? 0 : fail(engineText(status.phrase()));
}

} // namespace ulpscope::ui
