// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_canvas.h"

#include "ui/plot/color_bar.h"
#include "ui/plot/heatmap_overlay.h"
#include "ui/plot/plot_tickers.h"

#include <QThreadPool>
#include <QtConcurrent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kPrepareInPlace = 256 * 1024; ///< cells; reducing them takes less than a millisecond
constexpr double kSmallestSpan = 4;                 ///< cells; zooming in further shows nothing more
constexpr int kSettleMs = 400;

QThreadPool &plotPool()
{
    // Not the global pool, which Qt itself uses; one thread stays with the window. Two at least: the window only waits
    // while a matrix is prepared.
    static QThreadPool pool;
    pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount() - 1));
    return pool;
}

/// Moves [low, high) into [0, count) without changing its length, or centres it when it is longer.
void keepInside(double &low, double &high, double count)
{
    const double length = high - low;
    const double start = length >= count ? (count - length) / 2 : std::clamp(low, 0.0, count - length);
    low = start;
    high = start + length;
}

} // namespace

PreparedMatrix PreparedMatrix::of(MatrixPtr matrix)
{
    const auto count = [matrix] { return std::make_shared<const MatrixStatistics>(MatrixStatistics::of(*matrix)); };
    if (matrix->values.size() <= kPrepareInPlace)
        return {matrix, std::make_shared<const MatrixPyramid>(MatrixPyramid::build(*matrix)), count()};
    QFuture<std::shared_ptr<const MatrixStatistics>> statistics = QtConcurrent::run(&plotPool(), count);
    auto pyramid = std::make_shared<const MatrixPyramid>(MatrixPyramid::build(*matrix));
    return {std::move(matrix), std::move(pyramid), statistics.result()}; // runs here if no thread was free
}

HeatmapCanvas::HeatmapCanvas(QWidget *parent)
    : PlotCanvas(parent),
      m_cells(new HeatmapPlottable(xAxis, yAxis)),
      m_bar(new ColorBar(this, axisRect())),
      m_rowTicker(new IndexTicker(true)),
      m_columnTicker(new IndexTicker(false))
{
    addLayer(QStringLiteral("marks"), layer(QStringLiteral("main")));
    layer(QStringLiteral("marks"))->setMode(QCPLayer::lmBuffered);
    m_overlay = new HeatmapOverlay(this, QStringLiteral("marks"), m_cells);

    axisRect()->setupFullAxesBox();
    xAxis2->setTicks(false);
    yAxis2->setTicks(false);
    for (QCPAxis *axis : {xAxis, yAxis, xAxis2, yAxis2})
        axis->grid()->setVisible(false);
    xAxis->setTicker(m_columnTicker);
    yAxis->setTicker(m_rowTicker);
    xAxis->setSubTicks(false);
    yAxis->setSubTicks(false);
    plotLayout()->addElement(0, 1, m_bar);
    setMouseTracking(true);

    m_settled.setSingleShot(true);
    m_settled.setInterval(kSettleMs);
    connect(&m_settled, &QTimer::timeout, this, &HeatmapCanvas::remember);
    connect(&m_preparing, &QFutureWatcher<PreparedMatrix>::finished, this, [this] {
        if (!m_preparing.isCanceled() && m_preparing.result().matrix == m_state.matrix)
            adopt(m_preparing.result());
    });
    applyTheme();
}

HeatmapCanvas::~HeatmapCanvas()
{
    m_preparing.disconnect();
    m_preparing.waitForFinished();
}

void HeatmapCanvas::setState(const HeatmapState &state, bool synchronous)
{
    const MatrixPtr matrix = state.matrix;
    m_state = state;
    m_state.matrix = m_prepared.matrix; // setMatrix() decides whether it is a new one
    m_cells->setGrid(state.grid);
    m_cells->setFormatter(state.format);
    xAxis->setLabel(state.columnLabel);
    yAxis->setLabel(state.rowLabel);
    if (!state.title.isEmpty() && !m_title) {
        plotLayout()->insertRow(0);
        m_title = new QCPTextElement(this, state.title);
        plotLayout()->addElement(0, 0, m_title);
        applyTheme();
    } else if (m_title) {
        m_title->setText(state.title);
    }
    m_bar->setVisible(state.colorBar);
    m_overlay->setMarks(state.marks);
    setMatrix(matrix, synchronous);
    if (m_state.autoRange)
        fitRange();
    refreshColors();
    if (state.window)
        setWindow(*state.window);
    else
        home();
}

void HeatmapCanvas::setMatrix(MatrixPtr matrix, bool synchronous)
{
    if (matrix == m_prepared.matrix && matrix == m_state.matrix)
        return;
    m_state.matrix = std::move(matrix);
    if (!m_state.matrix) {
        adopt({});
    } else if (synchronous || m_state.matrix->values.size() <= kPrepareInPlace) {
        adopt(PreparedMatrix::of(m_state.matrix));
    } else {
        m_preparing.setFuture(QtConcurrent::run(&plotPool(), &PreparedMatrix::of, m_state.matrix));
    }
}

void HeatmapCanvas::adopt(PreparedMatrix next)
{
    const Matrix *before = m_prepared.matrix.get();
    const Matrix *now = next.matrix.get();
    const bool sameShape = before && now && before->rows == now->rows && before->cols == now->cols;
    m_prepared = std::move(next);
    m_cells->setMatrix(m_prepared.matrix, m_prepared.pyramid);
    m_cells->setHatched(m_prepared.statistics && m_prepared.statistics->masked > 0);
    m_rowTicker->setIndices(now ? now->rows : 0, now ? now->rowOrigin : 0);
    m_columnTicker->setIndices(now ? now->cols : 0, now ? now->colOrigin : 0);
    if (!sameShape) { // a step through the same tile keeps the view and the cursor
        if (now && !now->values.empty())
            xAxis->setRange(-0.5, now->cols - 0.5), yAxis->setRange(-0.5, now->rows - 0.5);
        m_atHome = true;
        m_history.assign(1, homeWindow());
        m_historyAt = 0;
        if (now && !now->contains(m_state.marks.cursor.row, m_state.marks.cursor.col))
            setCursorCell({});
    }
    if (m_state.autoRange)
        fitRange();
    refreshColors();
    setReadout(describeCell(m_state.marks.cursor));
    emit prepared();
    requestReplot();
}

void HeatmapCanvas::setScale(const ColorScaleSpec &spec)
{
    if (spec == m_state.scale)
        return;
    m_state.scale = spec;
    refreshColors();
    emit scaleChanged();
}

void HeatmapCanvas::setAutoRange(bool on)
{
    m_state.autoRange = on;
    if (on)
        fitRange();
}

void HeatmapCanvas::setRangeStatistics(std::shared_ptr<const MatrixStatistics> statistics)
{
    if (m_state.rangeStatistics == statistics)
        return;
    m_state.rangeStatistics = std::move(statistics);
    if (m_state.autoRange)
        fitRange();
}

ColorScaleSpec HeatmapCanvas::fittedTo(const ColorScaleSpec &spec) const
{
    const auto &covered = m_state.rangeStatistics ? m_state.rangeStatistics : m_prepared.statistics;
    return covered ? fitted(spec, *covered) : spec;
}

void HeatmapCanvas::fitRange() { setScale(fittedTo(m_state.scale)); }

void HeatmapCanvas::refreshColors()
{
    m_lut = std::make_shared<ColorLut>(m_state.scale, theme());
    m_cells->setLut(m_lut);
    m_bar->setContent(m_state.scale, m_lut, m_prepared.statistics, m_state.quantity);
    requestReplot();
}

void HeatmapCanvas::setMarks(const HeatmapMarks &marks)
{
    const bool moved = marks.cursor != m_state.marks.cursor;
    m_state.marks = marks;
    m_overlay->setMarks(marks);
    layer(QStringLiteral("marks"))->replot();
    if (moved)
        setReadout(describeCell(marks.cursor));
}

void HeatmapCanvas::setGrid(bool on)
{
    m_state.grid = on;
    m_cells->setGrid(on);
    requestReplot();
}

void HeatmapCanvas::setSquareCells(bool on)
{
    m_state.squareCells = on;
    home();
}

void HeatmapCanvas::applyTheme()
{
    PlotCanvas::applyTheme();
    m_cells->setTheme(theme());
    m_overlay->setTheme(theme());
    m_bar->setTheme(theme());
    if (m_title) {
        m_title->setFont(theme().font(TextRole::Heading));
        m_title->setTextColor(theme().text);
    }
    // Room for half of the last tick label, which is centred on its tick.
    axisRect()->setMinimumMargins(QMargins(theme().space(2), theme().space(2), theme().space(3), theme().space(2)));
    plotLayout()->setRowSpacing(0);
    refreshColors();
}

void HeatmapCanvas::prepareTicks(const QSize &size)
{
    PlotCanvas::prepareTicks(size);
    // Row and column numbers are short and known: more of them fit than of other labels.
    const Matrix *matrix = m_prepared.matrix.get();
    const QString widest = QString::number(matrix ? matrix->colOrigin + matrix->cols : 0);
    const double label = QFontMetricsF(theme().font(TextRole::MonoSmall)).horizontalAdvance(widest) + theme().space(4);
    m_columnTicker->setTickCount(std::max(2, static_cast<int>((size.width() - theme().space(30)) / label)));
}

// --- the part of the matrix that is visible -----------------------------------------------------------------------

QRectF HeatmapCanvas::axisArea() const { return axisRect()->rect(); }

HeatmapWindow HeatmapCanvas::homeWindow() const
{
    const Matrix *matrix = m_prepared.matrix.get();
    if (!matrix)
        return {};
    HeatmapWindow all{0, 0, static_cast<double>(matrix->rows), static_cast<double>(matrix->cols)};
    const QRectF area = axisArea();
    if (m_state.squareCells && area.width() > 0 && area.height() > 0) {
        const double cell = std::min(area.width() / matrix->cols, area.height() / matrix->rows);
        all.col1 = area.width() / cell;
        all.row1 = area.height() / cell;
        keepInside(all.row0, all.row1, matrix->rows);
        keepInside(all.col0, all.col1, matrix->cols);
    }
    return all;
}

HeatmapWindow HeatmapCanvas::window() const
{
    const double rows = m_prepared.matrix ? m_prepared.matrix->rows : 0;
    return {rows - 0.5 - yAxis->range().upper, xAxis->range().lower + 0.5, rows - 0.5 - yAxis->range().lower,
            xAxis->range().upper + 0.5};
}

void HeatmapCanvas::applyWindow(HeatmapWindow window)
{
    if (!m_prepared.matrix || window.row1 <= window.row0 || window.col1 <= window.col0)
        return;
    const double rows = m_prepared.matrix->rows;
    xAxis->setRange(window.col0 - 0.5, window.col1 - 0.5);
    yAxis->setRange(rows - 0.5 - window.row1, rows - 0.5 - window.row0);
}

void HeatmapCanvas::setWindow(const HeatmapWindow &window)
{
    HeatmapWindow w = window;
    const HeatmapWindow all = homeWindow();
    keepInside(w.row0, w.row1, m_prepared.matrix ? m_prepared.matrix->rows : 0);
    keepInside(w.col0, w.col1, m_prepared.matrix ? m_prepared.matrix->cols : 0);
    m_atHome = w == all;
    applyWindow(w);
    requestReplot();
    emit windowChanged();
}

void HeatmapCanvas::updateLayout()
{
    PlotCanvas::updateLayout();
    if (m_atHome)
        applyWindow(homeWindow()); // square cells depend on the size that the layout has just found
}

void HeatmapCanvas::home()
{
    m_atHome = true;
    setWindow(homeWindow());
    remember();
}

void HeatmapCanvas::back()
{
    m_settled.stop();
    remember();
    if (m_historyAt > 0)
        setWindow(m_history[--m_historyAt]);
}

void HeatmapCanvas::forward()
{
    if (m_historyAt + 1 < m_history.size())
        setWindow(m_history[++m_historyAt]);
}

void HeatmapCanvas::remember()
{
    if (m_historyAt < m_history.size() && m_history[m_historyAt] == window())
        return;
    m_history.resize(std::min(m_history.size(), m_historyAt + 1));
    m_history.push_back(window());
    m_historyAt = m_history.size() - 1;
}

void HeatmapCanvas::zoomAbout(const QPointF &pixel, double factor)
{
    const Matrix *matrix = m_prepared.matrix.get();
    if (!matrix)
        return;
    const HeatmapWindow w = window(), all = homeWindow();
    const double rowSpan = w.row1 - w.row0, colSpan = w.col1 - w.col0;
    // One factor for both axes, limited by whichever gets small first, so that zooming in and out comes back.
    factor = std::min(factor, std::max({rowSpan / kSmallestSpan, colSpan / kSmallestSpan, 1.0}));
    if (rowSpan / factor >= all.row1 - all.row0 && colSpan / factor >= all.col1 - all.col0) {
        m_atHome = true;
        setWindow(all);
    } else {
        const double row = matrix->rows - 0.5 - yAxis->pixelToCoord(pixel.y()),
                     col = xAxis->pixelToCoord(pixel.x()) + 0.5;
        const auto scaled = [factor](double edge, double fixed) { return fixed + (edge - fixed) / factor; };
        setWindow({scaled(w.row0, row), scaled(w.col0, col), scaled(w.row1, row), scaled(w.col1, col)});
    }
    m_settled.start();
}

// --- cursor ---------------------------------------------------------------------------------------------------------

QString HeatmapCanvas::describeCell(const Cell &cell) const
{
    const Matrix *matrix = m_prepared.matrix.get();
    if (!matrix || !matrix->contains(cell.row, cell.col))
        return {};
    QString value;
    switch (matrix->cellClass(cell.row, cell.col)) {
    case CellClass::Masked: value = tr("masked"); break;
    case CellClass::NotComputed: value = tr("not computed yet"); break;
    case CellClass::Value: {
        const float f = matrix->value(cell.row, cell.col);
        value = m_state.format ? m_state.format(f) : formatCellValue(f);
        break;
    }
    }
    return tr("row %1, column %2: %3").arg(cell.row + matrix->rowOrigin).arg(cell.col + matrix->colOrigin).arg(value);
}

void HeatmapCanvas::setCursorCell(const Cell &cell)
{
    const Matrix *matrix = m_prepared.matrix.get();
    const Cell target = matrix && matrix->contains(cell.row, cell.col) ? cell : Cell{};
    if (target == m_state.marks.cursor)
        return;
    HeatmapMarks marks = m_state.marks;
    marks.cursor = target;
    setMarks(marks);
    if (target.valid()) { // scroll no further than needed
        HeatmapWindow w = window();
        const auto into = [](double &low, double &high, double cellLow) {
            const double shift = cellLow < low ? cellLow - low : cellLow + 1 > high ? cellLow + 1 - high : 0;
            low += shift;
            high += shift;
        };
        into(w.row0, w.row1, target.row);
        into(w.col0, w.col1, target.col);
        if (w != window())
            setWindow(w);
    }
    emit cursorMoved(target);
}

void HeatmapCanvas::moveCursor(int rows, int cols)
{
    const Matrix *matrix = m_prepared.matrix.get();
    if (!matrix || matrix->values.empty())
        return;
    Cell cell = m_state.marks.cursor;
    if (!cell.valid()) { // starts where the user is looking
        const HeatmapWindow w = window();
        cell = {static_cast<int>((w.row0 + w.row1) / 2), static_cast<int>((w.col0 + w.col1) / 2)};
        rows = cols = 0;
    }
    setCursorCell({std::clamp(cell.row + rows, 0, matrix->rows - 1), std::clamp(cell.col + cols, 0, matrix->cols - 1)});
}

} // namespace ulpscope::ui
