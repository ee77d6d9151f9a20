// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/resource_dir.h"
#include "ui/plot/figure_exporter.h"
#include "ui/program.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// The session that a first start shows.
const QString kFirstSample = QStringLiteral("fa2-causal");

struct WindowOptions {
    QCommandLineOption factory{QStringLiteral("factory"), QStringLiteral("Start from the defaults; remember nothing.")};
    QCommandLineOption sample{QStringLiteral("sample"), QStringLiteral("Open a built-in session by its id."),
                              QStringLiteral("id"), kFirstSample};
    QCommandLineOption language{QStringLiteral("lang"), QStringLiteral("en or zh_CN."), QStringLiteral("language")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light, dark or system."),
                             QStringLiteral("theme")};
};

/// Reads the command line; ends the program for --help, --version and what it does not know.
void parseArguments(QCommandLineParser &parser, const WindowOptions &options)
{
    parser.setApplicationDescription(QStringLiteral("Steps through tiled flash attention, bit for bit.\n\n"
                                                    "Examples: ulpscope layer17.safetensors\n"
                                                    "          ulpscope figure fa2-causal -o error.pdf --view error"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QStringLiteral("Tensors (safetensors, npz, npy), a session, or a figure that carries one."),
        QStringLiteral("[file]"));
    parser.addOptions({options.factory, options.sample, options.language, options.theme});
    parser.process(QCoreApplication::arguments());
}

/// One sentence about an option whose value is none of those it takes; empty when all are good.
QString wrongValue(const QCommandLineParser &parser, const WindowOptions &options)
{
    const std::pair<const QCommandLineOption *, QStringList> choices[] = {
        {&options.theme, {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")}},
        {&options.language, {QStringLiteral("en"), QStringLiteral("zh_CN")}}};
    for (const auto &[option, values] : choices) {
        if (parser.isSet(*option) && !values.contains(parser.value(*option)))
            return QStringLiteral("--%1 is \"%2\", expected %3")
                .arg(option->names().constFirst(), parser.value(*option), values.join(QStringLiteral(" or ")));
    }
    return {};
}

/// --help and --version work where there is no display, as do complaints about the command line.
void answerWithoutDisplay(int argc, char **argv)
{
    const bool asked = std::any_of(argv + 1, argv + argc, [](const char *word) {
        constexpr const char *kWords[] = {"-h", "--help", "--help-all", "-v", "--version"};
        return std::any_of(std::begin(kWords), std::end(kWords),
                           [word](const char *known) { return std::strcmp(word, known) == 0; });
    });
    if (!asked)
        return;
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parseArguments(parser, {});
}

int runWindow(const std::shared_ptr<const Catalog> &catalog)
{
    const WindowOptions options;
    QCommandLineParser parser;
    parseArguments(parser, options);
    if (const QString wrong = wrongValue(parser, options); !wrong.isEmpty()) {
        std::fprintf(stderr, "ulpscope: %s\n", qPrintable(wrong));
        return 2;
    }
    Preferences preferences(parser.isSet(options.factory));
    if (parser.isSet(options.language))
        preferences.setValue(QStringLiteral("language"), parser.value(options.language));
    ThemeChoice choice = static_cast<ThemeChoice>(
        preferences.value(QStringLiteral("theme"), static_cast<int>(ThemeChoice::Dark)).toInt());
    if (parser.isSet(options.theme)) {
        const QString theme = parser.value(options.theme);
        choice = theme == QLatin1String("light")  ? ThemeChoice::Light
                 : theme == QLatin1String("dark") ? ThemeChoice::Dark
                                                  : ThemeChoice::System;
        preferences.setValue(QStringLiteral("theme"), static_cast<int>(choice));
    }
    applyLanguage(parser.isSet(options.language) ? parser.value(options.language)
                                                 : preferences.value(QStringLiteral("language")).toString());
    applyThemeChoice(choice, false);

    MainWindow window(catalog, preferences);
    // The sample's data are read while the window is laid out.
    if (!window.openSample(parser.value(options.sample)) && parser.isSet(options.sample))
        window.showMessage(
            QCoreApplication::translate("Program", QT_TRANSLATE_NOOP("Program", "There is no sample \"%1\"."))
                .arg(parser.value(options.sample)),
            true);
    if (!parser.positionalArguments().isEmpty())
        window.openFile(parser.positionalArguments().constFirst());
    window.show();
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    makeFiguresReproducible();
    const bool figure = argc > 1 && std::strcmp(argv[1], "figure") == 0;
    const bool screenshots = argc > 1 && std::strcmp(argv[1], "screenshots") == 0;
    if ((figure || screenshots) && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QCoreApplication::setApplicationName(QStringLiteral("ulpscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ULPSCOPE_VERSION));
    if (!figure && !screenshots)
        answerWithoutDisplay(argc, argv);
    QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Ulpscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.ulpscope.ulpscope"));

    auto catalog = Catalog::load(resourceDirectory(), userDirectory());
    if (!catalog.ok()) {
        std::fprintf(stderr, "ulpscope: %s\n", catalog.status().message().c_str());
        return 2;
    }
    const auto shared = std::make_shared<const Catalog>(std::move(catalog).value());
    const QStringList arguments = QCoreApplication::arguments();
    // The window tells them itself.
    for (const Phrase &problem : shared->problems) {
        if (figure || screenshots)
            std::fprintf(stderr, "ulpscope: left out: %s\n", problem.english().c_str());
    }
    if (figure)
        return runFigureCommand(arguments.mid(2), shared);
    if (screenshots)
        return runScreenshotCommand(arguments.mid(2), shared);
    return runWindow(shared);
}
