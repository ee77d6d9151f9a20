// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The window against its targets, on the first sample or the file that is named. Without a display it paints off
// screen: the same painting, without the transport to a screen.
#include "target_line.h"

#include "engine/numerics/resource_dir.h"
#include "ui/plot/heatmap_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/schedule_view.h"
#include "ui/views/tree_view.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QProcess>
#include <QWheelEvent>

using namespace ulpscope;
using namespace ulpscope::bench;
using namespace ulpscope::ui;

namespace {

std::shared_ptr<const Catalog> loadCatalog()
{
    Result<Catalog> catalog = Catalog::load(resourceDirectory());
    if (!catalog.ok())
        qFatal("%s", catalog.status().message().c_str());
    return std::make_shared<const Catalog>(std::move(catalog).value());
}

/// Runs the event loop until nothing has been computed for a while; returns since when.
Clock::time_point waitIdle(Session &session)
{
    constexpr double kQuiet = 0.05;
    Clock::time_point since = Clock::now();
    for (;;) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        if (!session.inputs() || session.busy())
            since = Clock::now();
        else if (secondsSince(since) > kQuiet)
            return since;
    }
}

/// Everything that is queued, repaints among it.
void settle()
{
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
}

struct Window {
    Window() : preferences(true), window(loadCatalog(), preferences)
    {
        applyLanguage(QStringLiteral("en"));
        applyThemeChoice(ThemeChoice::Dark, false);
        window.resize(1600, 1000);
        window.openSample(QStringLiteral("fa2-causal"));
        window.show();
    }
    Session &session() { return window.session(); }

    Preferences preferences;
    MainWindow window;
};

/// In a process of its own, started at `startNs` of the steady clock: when the window has been painted, and when its
/// sample has been run and painted.
int startUp(qint64 startNs)
{
    const Clock::time_point start{std::chrono::nanoseconds(startNs)};
    Window window;
    settle();
    const double painted = secondsSince(start);
    const double ready = std::chrono::duration<double>(waitIdle(window.session()) - start).count();
    std::printf("%f %f\n", painted, ready);
    return 0;
}

void startUps(const QString &program)
{
    std::vector<double> painted, ready;
    for (int i = 0; i < 6; ++i) {
        const qint64 now =
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
        QProcess process;
        process.start(program, {QStringLiteral("--start"), QString::number(now)});
        process.waitForFinished(-1);
        const QList<QByteArray> times = process.readAllStandardOutput().trimmed().split(' ');
        if (i == 0 || times.size() != 2) // the first one warms the disk cache
            continue;
        painted.push_back(times[0].toDouble());
        ready.push_back(times[1].toDouble());
    }
    line("first window painted, from the start of the process", median(painted), 1, "s");
    line("its sample run in full, reference and budget included", median(ready), 1, "s");
}

void waitForStep(Session &session)
{
    while (!session.stepState(Side::A) || session.stepState(Side::A)->position != session.step())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

void steps(Window &window)
{
    Session &session = window.session();
    const StepRange range = session.headSteps();
    const auto stepTo = [&](quint64 step) {
        return 1e3 * secondsOf([&] {
                   session.setStep(step);
                   waitForStep(session);
                   settle(); // paints what has changed
               });
    };
    for (const Perspective perspective : {Perspective::Explore, Perspective::Compare}) {
        window.window.setPerspective(perspective);
        session.setStep(range.begin);
        waitIdle(session);
        std::vector<double> forward, back;
        for (quint64 step = range.begin + 1; step <= range.end; ++step)
            forward.push_back(stepTo(step));
        for (quint64 step = range.end - 1; step > range.begin; --step)
            back.push_back(stepTo(step));
        const bool explore = perspective == Perspective::Explore;
        line(explore ? "one step forward, repaint of Explore included, p95"
                     : "one step forward, repaint of Compare included, p95",
             percentile95(forward), 16, "ms");
        line(explore ? "one step back, p95" : "one step back in Compare, p95", percentile95(back), 16, "ms");
    }
    window.window.setPerspective(Perspective::Explore);
}

SessionDocument generated(int heads, int length)
{
    SessionDocument document;
    Problem &p = document.input.generatorProblem;
    p.batch = 1;
    p.heads = p.kvHeads = heads;
    p.seqlenQ = p.seqlenK = length;
    p.headDim = p.headDimV = 64;
    p.scale = 0.125f;
    p.dtype = DType::F16;
    document.a.batch = 256;
    return document;
}

void wheel(QWidget *widget, const QPointF &at, int delta)
{
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(widget, &event);
}

void drag(QWidget *widget, QEvent::Type type, const QPointF &at)
{
    QMouseEvent event(type, at, widget->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(widget, &event);
}

void zoomAndPan(QWidget *canvas, const std::string &what)
{
    const QPointF center(canvas->width() / 2.0, canvas->height() / 2.0);
    std::vector<double> zoom, pan;
    for (int i = 0; i < 60; ++i) {
        zoom.push_back(1e3 * secondsOf([&] {
                           wheel(canvas, center, i % 20 < 10 ? 120 : -120);
                           settle();
                       }));
    }
    for (int i = 0; i < 6; ++i)
        wheel(canvas, center, 120);
    drag(canvas, QEvent::MouseButtonPress, center);
    for (int i = 0; i < 60; ++i) {
        pan.push_back(1e3 * secondsOf([&] {
                          drag(canvas, QEvent::MouseMove, center + QPointF(3 * i, i));
                          settle();
                      }));
    }
    drag(canvas, QEvent::MouseButtonRelease, center);
    line((what + ", zoom, p95").c_str(), percentile95(zoom), 16, "ms");
    line((what + ", pan, p95").c_str(), percentile95(pan), 16, "ms");
}

void map(Window &window)
{
    Session &session = window.session();
    session.openDocument(generated(1, 4096), {});
    waitIdle(session);
    session.setStep(session.stepCount());
    waitIdle(session);
    std::vector<double> paint;
    for (int i = 0; i < 9; ++i) {
        paint.push_back(1e3 * secondsOf([&] {
                            MatrixView view(session);
                            view.resize(960, 640);
                            view.show();
                            while (!view.findChild<HeatmapView *>()->statistics())
                                QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
                            view.grab();
                        }));
    }
    line("4096 x 4096 map, from nothing to painted, median", median(paint), 100, "ms");

    MatrixView view(session);
    view.resize(960, 640);
    view.show();
    while (!view.findChild<HeatmapView *>()->statistics())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    zoomAndPan(view.findChild<HeatmapView *>()->focusProxy(), "4096 x 4096 map");
}

/// 256 requests of 8 heads and 25 query tiles: 51,200 blocks.
void launch(Window &window)
{
    Session &session = window.session();
    session.openDocument(generated(8, 3200), {});
    waitIdle(session);
    ScheduleView view(session);
    view.resize(960, 640);
    view.show();
    while (!view.isReady() || !view.hasFigure())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    auto *canvas = view.findChild<ScheduleCanvas *>();
    if (canvas->state().blocks->all.size() < 50'000)
        qFatal("the launch has %zu blocks", canvas->state().blocks->all.size());
    settle();
    zoomAndPan(canvas, "launch of 51,200 blocks");
}

/// A row sum over 16,384 keys with every summand drawn: 16 queries, so that no map of the session is large.
void tree(Window &window)
{
    Session &session = window.session();
    SessionDocument document = generated(1, 16384);
    document.input.generatorProblem.seqlenQ = 16;
    session.openDocument(document, {});
    waitIdle(session);
    Selection selection = session.selection();
    selection.row = 7;
    session.select(selection);
    waitIdle(session);
    TreeView view(session);
    view.resize(960, 640);
    view.show();
    while (!view.isReady() || !view.hasFigure())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    auto *canvas = view.findChild<TreeCanvas *>(QStringLiteral("tree.first"));
    std::vector<double> expand;
    for (const char *order : {"", "pairwise"}) {
        session.setViewState(QStringLiteral("tree.order"), QLatin1String(order));
        session.setViewState(QStringLiteral("tree.level"), QStringLiteral("leaves"));
        settle();
        while (!view.isReady())
            settle();
        if (canvas->scene().collapsed.boxes.size() < 16'384)
            qFatal("the tree has %zu boxes", canvas->scene().collapsed.boxes.size());
        zoomAndPan(canvas, order[0] ? "tree of 16,384 leaves, pairwise" : "tree of 16,384 leaves");
    }
    // A folded sum in it is opened and closed again.
    session.setViewState(QStringLiteral("tree.order"), QString());
    for (int i = 0; i < 20; ++i) {
        session.setViewState(QStringLiteral("tree.level"), QStringLiteral("thread:tiles"));
        settle();
        int folded = canvas->scene().root();
        while (folded >= 0 && !canvas->scene().collapsed.boxes[static_cast<std::size_t>(folded)].isFolded())
            --folded;
        if (folded < 0)
            qFatal("nothing is folded");
        expand.push_back(1e3 * secondsOf([&] {
                             emit canvas->boxActivated(folded);
                             settle();
                         }));
        session.setViewState(QStringLiteral("tree.open"), QString());
        settle();
    }
    line("tree of 16,384 leaves, opening a folded sum, p95", percentile95(expand), 16, "ms");
}

/// From the command to nothing running any more: going away waits for every thread.
void cancelling()
{
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        auto window = std::make_unique<Window>();
        Session &session = window->session();
        session.openDocument(generated(4, 4096), {});
        while (!session.inputs() || session.inputs()->problem.heads != 4)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        const Clock::time_point start = Clock::now();
        while (secondsSince(start) < 0.1 * (i + 1)) // at different places of the work
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        times.push_back(1e3 * secondsOf([&] {
                            session.cancel();
                            window.reset();
                        }));
    }
    line("cancel of a long run until no thread is at work, worst of 5", percentile(times, 1), 200, "ms");
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--start"))
        return startUp(arguments[2].toLongLong());
    header();
    // window_bench [FILE] or window_bench --only PART
    const QString only = arguments.size() == 3 && arguments[1] == QLatin1String("--only") ? arguments[2] : QString();
    const auto isWanted = [&](const char *part) { return only.isEmpty() || only == QLatin1String(part); };
    if (isWanted("start"))
        startUps(QCoreApplication::applicationFilePath());
    Window window;
    if (arguments.size() == 2 && !arguments[1].startsWith(QLatin1Char('-')))
        window.window.openFile(arguments[1]);
    waitIdle(window.session());
    if (const auto state = window.session().stepState(Side::A))
        std::printf("steps are executed by %s%s\n", state->by.device.name.c_str(), state->by.isGpu ? " (GPU)" : "");
    if (isWanted("steps"))
        steps(window);
    window.window.hide(); // its own pictures of the same session would zoom along
    if (isWanted("map"))
        map(window);
    if (isWanted("launch"))
        launch(window);
    if (isWanted("tree"))
        tree(window);
    if (isWanted("cancel"))
        cancelling();
    return 0;
}
