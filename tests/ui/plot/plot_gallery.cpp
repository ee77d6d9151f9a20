// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// plot_gallery shots DIR [light|dark] [base size]   pictures of every plot
// plot_gallery figures DIR                          one figure of each plot in each format
// plot_gallery time                                 paints a 4096 x 4096 map
#include "ui/plot/figure_exporter.h"
#include "ui/plot/heatmap_view.h"
#include "ui/plot/range_control.h"
#include "ui/support/sample_plots.h"
#include "ui/theme/application_style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTextStream>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <ctime>

using namespace ulpscope::ui;

namespace {

/// A window with one of each control, to see the style sheet.
QWidget *controls()
{
    auto *window = new QMainWindow;
    window->menuBar()->addMenu(QStringLiteral("File"));
    window->menuBar()->addMenu(QStringLiteral("View"));
    auto *bar = window->addToolBar(QStringLiteral("bar"));
    bar->setMovable(false);
    bar->addAction(QStringLiteral("Open"));
    QAction *checked = bar->addAction(QStringLiteral("Δ"));
    checked->setCheckable(true);
    checked->setChecked(true);
    bar->addSeparator();
    auto *kernel = new QComboBox;
    kernel->addItems({QStringLiteral("fa2-pytorch"), QStringLiteral("cudnn")});
    bar->addWidget(kernel);
    for (const char *badge : {"ok", "warn", "error", "plain"}) {
        auto *label = new QLabel(QString::fromLatin1(badge) == QLatin1String("ok") ? QStringLiteral("reproduced")
                                                                                   : QString::fromLatin1(badge));
        label->setProperty("badge", QString::fromLatin1(badge));
        bar->addWidget(label);
    }
    auto *center = new QWidget;
    auto *column = new QVBoxLayout(center);
    column->addWidget(new QLineEdit(QStringLiteral("layer12.safetensors")));
    auto *spin = new QSpinBox;
    spin->setRange(0, 999);
    spin->setValue(256);
    column->addWidget(spin);
    auto *check = new QCheckBox(QStringLiteral("causal 因果掩码"));
    check->setChecked(true);
    column->addWidget(check);
    auto *radio = new QRadioButton(QStringLiteral("bit-exact"));
    radio->setChecked(true);
    column->addWidget(radio);
    auto *slider = new QSlider(Qt::Horizontal);
    slider->setValue(40);
    column->addWidget(slider);
    auto *progress = new QProgressBar;
    progress->setValue(60);
    column->addWidget(progress);
    column->addWidget(new QPushButton(QStringLiteral("Run")));
    auto *off = new QPushButton(QStringLiteral("Cancel"));
    off->setEnabled(false);
    column->addWidget(off);
    auto *tabs = new QTabWidget;
    auto *table = new QTableWidget(6, 3);
    table->setHorizontalHeaderLabels({QStringLiteral("value"), QStringLiteral("A"), QStringLiteral("Δ")});
    for (int i = 0; i < 6; ++i) {
        table->setItem(i, 0, new QTableWidgetItem(QStringLiteral("m[%1]").arg(i)));
        table->setItem(i, 1, new QTableWidgetItem(QStringLiteral("2.94690")));
        table->setItem(i, 2, new QTableWidgetItem(QStringLiteral("%1 ulp").arg(i)));
    }
    table->selectRow(2);
    tabs->addTab(table, QStringLiteral("Table"));
    tabs->addTab(new QWidget, QStringLiteral("笔记 Notes"));
    column->addWidget(tabs, 1);
    window->setCentralWidget(center);
    auto *dock = new QDockWidget(QStringLiteral("Steps 步骤"));
    auto *tree = new QTreeWidget;
    tree->setHeaderHidden(true);
    auto *top = new QTreeWidgetItem(tree, {QStringLiteral("query tile 2 · rows 256–383")});
    for (const char *name : {"ScoreGemm", "RowMax ▲ max", "RescaleOutput α 0.446", "Exp2", "RowSum"})
        new QTreeWidgetItem(top, {QString::fromUtf8(name)});
    tree->expandAll();
    tree->setCurrentItem(top->child(2));
    dock->setWidget(tree);
    window->addDockWidget(Qt::LeftDockWidgetArea, dock);
    window->statusBar()->showMessage(QStringLiteral("O[299,41] 0x2ee1 0.107483"));
    return window;
}

void shoot(QWidget *widget, const QSize &size, const QString &path)
{
    widget->resize(size);
    widget->show();
    for (int i = 0; i < 5; ++i)
        QApplication::processEvents();
    widget->grab().save(path);
    delete widget;
}

int shots(const QDir &dir)
{
    auto *scores = new HeatmapView;
    scores->setState(samples::scoresState());
    shoot(scores, {560, 480}, dir.filePath(QStringLiteral("scores.png")));

    auto *zoomed = new HeatmapView;
    zoomed->setState(samples::scoresState());
    zoomed->setWindow({292, 144, 304, 154});
    shoot(zoomed, {760, 480}, dir.filePath(QStringLiteral("zoomed.png")));

    auto *error = new HeatmapView;
    error->setState(samples::errorState());
    shoot(error, {760, 480}, dir.filePath(QStringLiteral("error.png")));

    auto *log = new HeatmapView;
    HeatmapState state = samples::errorState();
    auto absolute = std::make_shared<Matrix>(*state.matrix);
    for (float &value : absolute->values)
        value = std::abs(value);
    state.matrix = absolute;
    state.scale = {ScaleKind::Log, QStringLiteral("viridis"), 1e-6, 0.03, 1};
    state.quantity = QStringLiteral("|误差| 绝对误差");
    log->setState(state);
    shoot(log, {560, 480}, dir.filePath(QStringLiteral("log.png")));

    auto *ulp = new HeatmapView;
    auto whole = std::make_shared<Matrix>(*absolute);
    for (float &value : whole->values)
        value = std::isfinite(value) ? std::floor(value * 400) : value;
    state.matrix = whole;
    state.scale = {ScaleKind::UlpInteger, QStringLiteral("cividis"), 0, 12, 1};
    state.quantity = QStringLiteral("distance (ulp)");
    ulp->setScales({ScaleKind::UlpInteger, ScaleKind::Linear});
    ulp->setState(state);
    shoot(ulp, {560, 480}, dir.filePath(QStringLiteral("ulp.png")));

    auto *lines = new LineStepPlot;
    lines->setState(samples::runningState());
    shoot(lines, {560, 360}, dir.filePath(QStringLiteral("lines.png")));

    auto *histogram = new HistogramPlot;
    HistogramState bins = samples::histogramState();
    bins.selected = 7;
    histogram->setState(bins);
    shoot(histogram, {420, 260}, dir.filePath(QStringLiteral("histogram.png")));
    auto *logHistogram = new HistogramPlot;
    bins.logCounts = true;
    logHistogram->setState(bins);
    shoot(logHistogram, {420, 260}, dir.filePath(QStringLiteral("histogram-log.png")));

    auto *budget = new BudgetBars;
    BudgetState entries = samples::budgetState();
    entries.selected = 2;
    budget->setState(entries);
    shoot(budget, {360, 240}, dir.filePath(QStringLiteral("budget.png")));

    shoot(controls(), {860, 620}, dir.filePath(QStringLiteral("controls.png")));
    return 0;
}

int figures(const QDir &dir)
{
    const FigurePreset &preset = *findFigurePreset(QStringLiteral("icml-column"));
    HeatmapState titled = samples::scoresState();
    titled.title = QStringLiteral("Scores 注意力分数");
    std::vector<std::pair<QString, std::unique_ptr<FigureSource>>> sources;
    sources.emplace_back(QStringLiteral("scores"), std::make_unique<HeatmapFigure>(titled));
    sources.emplace_back(QStringLiteral("error"), std::make_unique<HeatmapFigure>(samples::errorState()));
    sources.emplace_back(QStringLiteral("lines"), std::make_unique<LineStepFigure>(samples::runningState()));
    sources.emplace_back(QStringLiteral("histogram"), std::make_unique<HistogramFigure>(samples::histogramState()));
    sources.emplace_back(QStringLiteral("budget"), std::make_unique<BudgetFigure>(samples::budgetState()));
    for (const auto &[name, source] : sources) {
        for (const QString &suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
            const QString path = dir.filePath(name + QLatin1Char('.') + suffix);
            FigureOptions options = optionsFor(preset, figureFormatOf(path).value());
            options.title = name;
            options.session = QStringLiteral("{\"name\": \"%1\", \"note\": \"(行 299) \\\\ end\"}").arg(name);
            if (const ulpscope::Status status = saveFigure(*source, options, path); !status.ok()) {
                QTextStream(stderr) << status.message().c_str() << Qt::endl;
                return 1;
            }
        }
    }
    return 0;
}

/// Processor time of this process: on a machine that does other things too, the wall clock says nothing.
double cpuMs() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Milliseconds of `count` paints after `action` each.
template <typename Action>
QString timed(QWidget *canvas, int count, const Action &action)
{
    QList<double> wall, cpu;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double before = cpuMs();
        action(i);
        QApplication::processEvents();
        canvas->repaint();
        cpu.append(cpuMs() - before);
        wall.append(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    std::sort(wall.begin(), wall.end());
    std::sort(cpu.begin(), cpu.end());
    const qsizetype middle = wall.size() / 2, tail = wall.size() * 95 / 100;
    return QStringLiteral("wall median %1, p95 %2 ms; processor median %3, p95 %4 ms")
        .arg(wall[middle], 0, 'f', 1)
        .arg(wall[tail], 0, 'f', 1)
        .arg(cpu[middle], 0, 'f', 1)
        .arg(cpu[tail], 0, 'f', 1);
}

int time()
{
    QTextStream out(stdout);
    MatrixPtr matrix = samples::errors(4096, 4096, true);
    HeatmapView view;
    view.resize(980, 880);
    ColorScaleSpec spec{ScaleKind::Symlog, QStringLiteral("diverging"), -0.03, 0.03, 1e-4};
    view.setAutoRange(false);
    view.setScale(spec);
    view.show();
    QApplication::processEvents();
    auto *canvas = view.focusProxy();
    out << "plot area of about 900 x 800 pixels, pixel ratio " << view.devicePixelRatioF() << Qt::endl;

    QElapsedTimer timer;
    timer.start();
    const double before = cpuMs();
    view.setMatrix(matrix);
    while (!view.statistics())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QApplication::processEvents();
    canvas->repaint();
    out << "first paint after setMatrix: " << static_cast<double>(timer.nsecsElapsed()) * 1e-6 << " ms wall, "
        << cpuMs() - before << " ms processor on two threads" << Qt::endl;

    const auto wheel = [&](int notches) {
        const QPointF at(canvas->width() * 0.4, canvas->height() * 0.5);
        QWheelEvent event(at, canvas->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &event);
    };
    out << "zoom in:  " << timed(canvas, 25, [&](int) { wheel(1); }) << Qt::endl;
    out << "zoom out: " << timed(canvas, 25, [&](int) { wheel(-1); }) << Qt::endl;
    view.setWindow({500, 500, 3500, 3500});
    out << "pan:      " << timed(canvas, 50, [&](int i) {
        view.setWindow({500.0 + 7 * i, 500.0 + 5 * i, 3500.0 + 7 * i, 3500.0 + 5 * i});
    }) << Qt::endl;
    out << "rescale:  " << timed(canvas, 20, [&](int i) {
        spec.max = 0.02 + 0.001 * i;
        spec.min = -spec.max;
        view.setScale(spec);
    }) << Qt::endl;
    out << "cursor:   " << timed(canvas, 50, [&](int i) { view.setCursorCell({1000 + i, 1000}); }) << Qt::endl;
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    makeFiguresReproducible();
    QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const QString mode = arguments.value(1);
    Theme theme = arguments.value(3) == QLatin1String("light") ? Theme::light() : Theme::dark();
    theme = theme.withBaseSize(arguments.value(4, QStringLiteral("13")).toDouble());
    applyTheme(app, theme);
    const QDir dir(arguments.value(2, QStringLiteral(".")));
    dir.mkpath(QStringLiteral("."));
    if (mode == QLatin1String("shots"))
        return shots(dir);
    if (mode == QLatin1String("figures"))
        return figures(dir);
    if (mode == QLatin1String("time"))
        return time();
    QTextStream(stderr) << "usage: plot_gallery shots|figures|time [DIR] [light|dark] [base size]" << Qt::endl;
    return 2;
}
