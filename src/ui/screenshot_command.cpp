// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/program.h"

#include "ui/views/view.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>

#include <cstdio>

namespace ulpscope::ui {

namespace {

struct Shot {
    const char *name;
    QSize size;
    ThemeChoice theme;
    const char *language;
};

constexpr int kWaitSeconds = 60;

} // namespace

int runScreenshotCommand(const QStringList &arguments, const std::shared_ptr<const Catalog> &catalog)
{
    if (arguments.isEmpty() || arguments.size() > 2 || arguments[0].startsWith(QLatin1Char('-'))) {
        std::fprintf(stderr, "usage: ulpscope screenshots DIR [FILE]\n");
        return 2;
    }
    if (arguments.size() > 1 && !QFileInfo(arguments[1]).isFile()) {
        std::fprintf(stderr, "ulpscope: %s: no such file, expected a session or tensor file\n",
                     qPrintable(arguments[1]));
        return 2;
    }
    const QDir directory(arguments[0]);
    if (!directory.mkpath(QStringLiteral("."))) {
        std::fprintf(stderr, "ulpscope: cannot make the folder %s\n", qPrintable(directory.path()));
        return 2;
    }
    Preferences factory(true);
    constexpr Shot kShots[] = {{"dark-en", {1600, 1000}, ThemeChoice::Dark, "en"},
                               {"light-en", {1600, 1000}, ThemeChoice::Light, "en"},
                               {"dark-zh_CN", {1600, 1000}, ThemeChoice::Dark, "zh_CN"},
                               {"light-zh_CN", {1600, 1000}, ThemeChoice::Light, "zh_CN"},
                               {"small-dark-en", {1280, 720}, ThemeChoice::Dark, "en"},
                               {"small-light-zh_CN", {1280, 720}, ThemeChoice::Light, "zh_CN"}};
    const auto save = [&directory](QWidget &widget, const QString &name) {
        QApplication::processEvents();
        return widget.grab().save(directory.filePath(name + QStringLiteral(".png")));
    };
    bool good = true;
    for (const Shot &shot : kShots) {
        applyLanguage(QString::fromLatin1(shot.language));
        applyThemeChoice(shot.theme, false);
        MainWindow window(catalog, factory);
        window.resize(shot.size);
        window.setThemeChoice(shot.theme); // it has a choice of its own, which the presenter mode goes back to
        window.show();
        window.actions()["viewResetLayout"]->trigger();
        if (arguments.size() > 1)
            window.openFile(arguments[1]);
        else
            window.openSample(QStringLiteral("fa2-causal"));
        Session &session = window.session();
        good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
        // A state in which every view has something to say: a row in the last query tile, in the middle of its way.
        if (!session.inputs())
            return 2;
        const Problem &p = session.inputs()->problem;
        Selection selection = session.selection();
        if (selection.row < 0)
            selection.row = p.seqlenQ * 3 / 4;
        if (selection.column < 0)
            selection.column = p.headDimV / 3;
        session.select(selection);
        if (session.step() == 0)
            session.setStep(session.headSteps().begin + (session.headSteps().end - session.headSteps().begin) * 3 / 4);
        good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
        const QString suffix = QLatin1Char('-') + QString::fromLatin1(shot.name);
        good = save(window, QStringLiteral("explore") + suffix) && good;
        if (!session.spec(Side::B)) { // two runs that differ have more to compare than a run and its recording
            RunRequest b = session.document().a;
            b.device = b.device == "a100" ? "h200" : "a100";
            session.setRequest(Side::B, b);
            good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
        }
        const bool everyView = shot.size.height() >= 1000;
        for (View *view : everyView ? window.workspace().views() : QList<View *>()) {
            if (view->id().endsWith(QLatin1String(".kernel"))) // a second instance of a view that has its picture
                continue;
            window.workspace().raiseView(view);
            good = waitUntilReady(session, view, kWaitSeconds) && good;
            good = save(*view, QStringLiteral("view-") +
                                   QString(view->id()).replace(QLatin1Char('.'), QLatin1Char('-')) + suffix) &&
                   good;
        }
        window.setPerspective(Perspective::Compare);
        good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
        good = save(window, QStringLiteral("compare") + suffix) && good;
        window.setPerspective(Perspective::Kernel);
        good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
        good = save(window, QStringLiteral("kernel") + suffix) && good;
        if (!everyView) {
            window.setPerspective(Perspective::Explore);
            window.setPresenter(true);
            good = waitUntilReady(session, nullptr, kWaitSeconds) && good;
            good = save(window, QStringLiteral("presenter") + suffix) && good;
            window.setPresenter(false);
        }
    }
    return good ? 0 : 1;
}

} // namespace ulpscope::ui
