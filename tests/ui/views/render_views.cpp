// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// render_views SESSION|FILE DIR [option=value ...]   pictures of every view on a real run
//   size=960x640  theme=dark|light  base=13  step=N  row=N  key=N  column=N  shown=a|b|difference  view=ID  tag=TEXT
//   anything.with.a.dot=value is view state: matrix.quantity=probs
#include "ui/support/open_session.h"
#include "ui/theme/application_style.h"
#include "ui/views/compare_view.h"
#include "ui/views/ensemble_view.h"
#include "ui/views/error_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/running_view.h"
#include "ui/views/schedule_view.h"
#include "ui/views/tile_map_view.h"
#include "ui/views/tree_view.h"

#include <QApplication>
#include <QDir>
#include <QMap>
#include <QTextStream>

using namespace ulpscope;
using namespace ulpscope::ui;

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QTextStream err(stderr);
    const QStringList arguments = app.arguments();
    if (arguments.size() < 3) {
        err << "usage: render_views SESSION|FILE DIR [option=value ...]\n";
        return 2;
    }
    QMap<QString, QString> options;
    for (const QString &argument : arguments.mid(3))
        options[argument.section(QLatin1Char('='), 0, 0)] = argument.section(QLatin1Char('='), 1);
    const Theme theme =
        options.value(QStringLiteral("theme")) == QLatin1String("light") ? Theme::light() : Theme::dark();
    applyTheme(app, theme.withBaseSize(options.value(QStringLiteral("base"), QStringLiteral("13")).toDouble()));

    QString error;
    const std::unique_ptr<Session> session = ulpscope::ui::testing::openSession(arguments[1], &error);
    if (!error.isEmpty())
        err << error << '\n';
    if (!session)
        return 1;
    Selection selection = session->selection();
    for (const auto &[name, field] : {std::pair{QStringLiteral("row"), &selection.row},
                                      {QStringLiteral("key"), &selection.key},
                                      {QStringLiteral("column"), &selection.column}}) {
        if (options.contains(name))
            *field = options[name].toInt();
    }
    session->select(selection);
    session->setStep(options.value(QStringLiteral("step"), QString::number(session->stepCount())).toULongLong());
    const QString shown = options.value(QStringLiteral("shown"));
    session->setShown(shown == QLatin1String("b")            ? Shown::B
                      : shown == QLatin1String("difference") ? Shown::Difference
                                                             : Shown::A);
    for (auto option = options.cbegin(); option != options.cend(); ++option) {
        if (option.key().contains(QLatin1Char('.')))
            session->setViewState(option.key(), option.value());
    }

    const QString size = options.value(QStringLiteral("size"), QStringLiteral("960x640"));
    const QSize pixels(size.section(QLatin1Char('x'), 0, 0).toInt(), size.section(QLatin1Char('x'), 1).toInt());
    const QDir dir(arguments[2]);
    QDir().mkpath(dir.path());
    const std::unique_ptr<View> views[] = {
        std::make_unique<TileMapView>(*session),  std::make_unique<MatrixView>(*session),
        std::make_unique<RunningView>(*session),  std::make_unique<TreeView>(*session),
        std::make_unique<ErrorView>(*session),    std::make_unique<CompareView>(*session),
        std::make_unique<EnsembleView>(*session), std::make_unique<ScheduleView>(*session)};
    for (const std::unique_ptr<View> &view : views) {
        if (options.contains(QStringLiteral("view")) && options[QStringLiteral("view")] != view->id())
            continue;
        view->resize(pixels);
        view->show();
        view->setFocus(Qt::MouseFocusReason); // no focus ring in the picture
        ulpscope::ui::testing::waitUntilIdle(*session);
        const QString name = options.value(QStringLiteral("tag")) + view->id() + QStringLiteral(".png");
        if (!view->grab().save(dir.filePath(name)))
            return 1;
    }
    return 0;
}
