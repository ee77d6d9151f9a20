// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/resource_dir.h"
#include "ui/plot/figure_exporter.h"
#include "ui/program.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include <cstdio>
#include <cstring>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// The session that a first start shows.
const QString kFirstSample = QStringLiteral("fa2-causal");

int runWindow(const QStringList &arguments, const std::shared_ptr<const Catalog> &catalog)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Steps through tiled flash attention, bit for bit.\n\n"
                                                    "Examples: ulpscope layer17.safetensors\n"
                                                    "          ulpscope figure fa2-causal -o error.pdf --view error"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QStringLiteral("Tensors (safetensors, npz, npy), a session, or a figure that carries one."),
        QStringLiteral("[file]"));
    const QCommandLineOption factory(QStringLiteral("factory"),
                                     QStringLiteral("Start from the defaults; remember nothing."));
    const QCommandLineOption sample(QStringLiteral("sample"), QStringLiteral("Open a built-in session by its id."),
                                    QStringLiteral("id"), kFirstSample);
    const QCommandLineOption language(QStringLiteral("lang"), QStringLiteral("en or zh_CN."),
                                      QStringLiteral("language"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or system."),
                                   QStringLiteral("theme"));
    parser.addOptions({factory, sample, language, theme});
    parser.process(arguments);

    Preferences preferences(parser.isSet(factory));
    if (parser.isSet(language))
        preferences.setValue(QStringLiteral("language"), parser.value(language));
    ThemeChoice choice = static_cast<ThemeChoice>(
        preferences.value(QStringLiteral("theme"), static_cast<int>(ThemeChoice::Dark)).toInt());
    if (parser.isSet(theme)) {
        choice = parser.value(theme) == QLatin1String("light")  ? ThemeChoice::Light
                 : parser.value(theme) == QLatin1String("dark") ? ThemeChoice::Dark
                                                                : ThemeChoice::System;
        preferences.setValue(QStringLiteral("theme"), static_cast<int>(choice));
    }
    applyLanguage(parser.isSet(language) ? parser.value(language)
                                         : preferences.value(QStringLiteral("language")).toString());
    applyThemeChoice(choice, false);

    MainWindow window(catalog, preferences);
    // The sample's data are read while the window is laid out.
    if (!window.openSample(parser.value(sample)) && parser.isSet(sample))
        window.showMessage(
            QCoreApplication::translate("Program", QT_TRANSLATE_NOOP("Program", "There is no sample \"%1\"."))
                .arg(parser.value(sample)),
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
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("ulpscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ULPSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Ulpscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.ulpscope.ulpscope"));

    auto catalog = Catalog::load(resourceDirectory());
    if (!catalog.ok()) {
        std::fprintf(stderr, "ulpscope: %s\n", catalog.status().message().c_str());
        return 2;
    }
    const auto shared = std::make_shared<const Catalog>(std::move(catalog).value());
    const QStringList arguments = QCoreApplication::arguments();
    if (figure)
        return runFigureCommand(arguments.mid(2), shared);
    if (screenshots)
        return runScreenshotCommand(arguments.mid(2), shared);
    return runWindow(arguments, shared);
}
