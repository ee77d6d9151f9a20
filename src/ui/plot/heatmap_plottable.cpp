// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_plottable.h"

#include "ui/plot/heatmap_raster.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kGridFrom = 8;      ///< smallest cell, in pixels, that gets lines around it
constexpr int kRectanglesTo = 64;    ///< SVG: rows and columns up to which cells are shapes that an editor can restyle
constexpr int kVectorImageTo = 2400; ///< pixels per axis of an embedded image: 600 dpi on the widest page preset

QString specialName(CellCode code)
{
    switch (code) {
    case kCodeInfinity: return QStringLiteral("+∞");
    case kCodeInfinity | 0x80000000: return QStringLiteral("−∞");
    case kCodeNan: return QStringLiteral("NaN");
    default: return {};
    }
}

} // namespace

QString formatCellValue(float value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    if (value == std::trunc(value) && std::abs(value) < 1e6f)
        return QString::number(static_cast<int>(value));
    return QString::asprintf("%#.4g", static_cast<double>(value));
}

HeatmapPlottable::HeatmapPlottable(QCPAxis *columns, QCPAxis *rows) : QCPAbstractPlottable(columns, rows)
{
    setSelectable(QCP::stNone);
    setAntialiased(false);
}

void HeatmapPlottable::setMatrix(MatrixPtr matrix, std::shared_ptr<const MatrixPyramid> pyramid)
{
    m_matrix = std::move(matrix);
    m_pyramid = std::move(pyramid);
}

Cell HeatmapPlottable::cellAt(const QPointF &pixel) const
{
    if (!m_matrix)
        return {};
    const int col = static_cast<int>(std::floor(keyAxis()->pixelToCoord(pixel.x()) + 0.5));
    const int row = m_matrix->rows - 1 - static_cast<int>(std::floor(valueAxis()->pixelToCoord(pixel.y()) + 0.5));
    return m_matrix->contains(row, col) ? Cell{row, col} : Cell{};
}

QRectF HeatmapPlottable::cellsToPixels(const CellRect &cells) const
{
    const double bottom = (m_matrix ? m_matrix->rows : 0) - 0.5;
    return QRectF(QPointF(keyAxis()->coordToPixel(cells.col0 - 0.5), valueAxis()->coordToPixel(bottom - cells.row0)),
                  QPointF(keyAxis()->coordToPixel(cells.col1 - 0.5), valueAxis()->coordToPixel(bottom - cells.row1)));
}

QSizeF HeatmapPlottable::cellSize() const { return cellsToPixels({0, 0, 1, 1}).size(); }

QRectF HeatmapPlottable::dataRect() const { return cellsToPixels({0, 0, m_matrix->rows, m_matrix->cols}); }

CellRect HeatmapPlottable::visibleCells() const
{
    const QRectF area = QRectF(clipRect()).intersected(dataRect());
    if (area.isEmpty())
        return {};
    const auto col = [&](double x) { return static_cast<int>(std::floor(keyAxis()->pixelToCoord(x) + 0.5)); };
    const auto row = [&](double y) {
        return m_matrix->rows - 1 - static_cast<int>(std::floor(valueAxis()->pixelToCoord(y) + 0.5));
    };
    return {std::clamp(row(area.top() + 0.01), 0, m_matrix->rows - 1),
            std::clamp(col(area.left() + 0.01), 0, m_matrix->cols - 1),
            std::clamp(row(area.bottom() - 0.01) + 1, 1, m_matrix->rows),
            std::clamp(col(area.right() - 0.01) + 1, 1, m_matrix->cols)};
}

double HeatmapPlottable::selectTest(const QPointF &, bool, QVariant *) const
{
    return -1; // cells are selected by HeatmapCanvas
}

QCPRange HeatmapPlottable::getKeyRange(bool &found, QCP::SignDomain) const
{
    found = m_matrix && m_matrix->cols > 0;
    return found ? QCPRange(-0.5, m_matrix->cols - 0.5) : QCPRange();
}

QCPRange HeatmapPlottable::getValueRange(bool &found, QCP::SignDomain, const QCPRange &) const
{
    found = m_matrix && m_matrix->rows > 0;
    return found ? QCPRange(-0.5, m_matrix->rows - 0.5) : QCPRange();
}

void HeatmapPlottable::draw(QCPPainter *painter)
{
    if (!m_matrix || !m_lut || m_matrix->values.empty())
        return;
    const CellRect cells = visibleCells();
    if (cells.empty())
        return;
    const QRectF area = QRectF(clipRect()).intersected(dataRect());
    painter->save();
    painter->setClipRect(area, Qt::IntersectClip);
    painter->setAntialiasing(false);
    painter->fillRect(area, m_theme.masked);
    if (m_hatched)
        drawHatch(painter, area);

    switch (painter->paintEngine()->type()) {
    case QPaintEngine::SVG:
        if (cells.row1 - cells.row0 <= kRectanglesTo && cells.col1 - cells.col0 <= kRectanglesTo)
            drawRectangles(painter, cells);
        else
            drawImage(painter, cells);
        break;
    case QPaintEngine::Raster: drawPixels(painter, area); break;
    default: drawImage(painter, cells);
    }
    const QSizeF cell = cellSize();
    if (m_grid && std::min(cell.width(), cell.height()) >= m_theme.length(kGridFrom))
        drawGrid(painter, cells);
    drawValues(painter, cells);
    painter->restore();
}

void HeatmapPlottable::drawHatch(QCPPainter *painter, const QRectF &area) const
{
    painter->save();
    painter->setAntialiasing(true);
    painter->setPen(QPen(m_theme.maskedHatch, m_theme.penWidth()));
    const double step = m_theme.length(7);
    // Anchored to the canvas, not to the matrix: the pattern stays still while the matrix is dragged under it.
    const double first = std::floor((area.left() + area.top()) / step) * step;
    QList<QLineF> lines;
    for (double sum = first; sum <= area.right() + area.bottom(); sum += step)
        lines.append(QLineF(sum - area.top(), area.top(), sum - area.bottom(), area.bottom()));
    painter->drawLines(lines);
    painter->restore();
}

void HeatmapPlottable::drawPixels(QCPPainter *painter, const QRectF &area) const
{
    // Works in device pixels, so that cell edges are sharp at a pixel ratio of 1.5 too.
    const QTransform device = painter->deviceTransform();
    const QRectF target = device.mapRect(area);
    const int left = static_cast<int>(std::ceil(target.left() - 0.5)),
              right = static_cast<int>(std::ceil(target.right() - 0.5));
    const int top = static_cast<int>(std::ceil(target.top() - 0.5)),
              bottom = static_cast<int>(std::ceil(target.bottom() - 0.5));
    if (right <= left || bottom <= top)
        return;
    const QRectF whole = device.mapRect(dataRect());
    const double columnsPerPixel = m_matrix->cols / whole.width(), rowsPerPixel = m_matrix->rows / whole.height();
    const int level = levelFor(columnsPerPixel, rowsPerPixel, m_pyramid ? m_pyramid->levelCount() : 0);
    const int levelCols = level ? m_pyramid->level(level).cols : m_matrix->cols;
    const int levelRows = level ? m_pyramid->level(level).rows : m_matrix->rows;
    QImage image = rasterize(
        *m_matrix, m_pyramid.get(), level,
        PixelCells::map(right - left, (left - whole.left()) * columnsPerPixel, columnsPerPixel, level, levelCols),
        PixelCells::map(bottom - top, (top - whole.top()) * rowsPerPixel, rowsPerPixel, level, levelRows), *m_lut);
    if (!m_hatched)
        image.reinterpretAsFormat(QImage::Format_RGB32); // opaque: copied, not blended
    if (device.type() <= QTransform::TxTranslate)
        painter->drawImage(QPointF(left - device.dx(), top - device.dy()), image);
    else // exactly one image pixel per device pixel here too
        painter->drawImage(device.inverted().mapRect(QRectF(left, top, right - left, bottom - top)), image);
}

void HeatmapPlottable::drawImage(QCPPainter *painter, const CellRect &cells) const
{
    // One image pixel per cell, or per pyramid cell when there are more cells than a printer can show.
    const int largest = std::max(cells.row1 - cells.row0, cells.col1 - cells.col0);
    int level = 0;
    while ((largest >> level) > kVectorImageTo && m_pyramid && level < m_pyramid->levelCount())
        ++level;
    const int size = 1 << level;
    const CellRect blocks{cells.row0 / size, cells.col0 / size, (cells.row1 + size - 1) / size,
                          (cells.col1 + size - 1) / size};
    const QImage image =
        rasterize(*m_matrix, m_pyramid.get(), level,
                  PixelCells::map(blocks.col1 - blocks.col0, blocks.col0 * size, size, level, blocks.col1),
                  PixelCells::map(blocks.row1 - blocks.row0, blocks.row0 * size, size, level, blocks.row1), *m_lut);
    const QRectF target =
        cellsToPixels({blocks.row0 * size, blocks.col0 * size, blocks.row1 * size, blocks.col1 * size});
    // Without masked cells there is nothing to see through: an opaque image needs no soft mask in the PDF.
    painter->drawImage(target, m_hatched ? image : image.convertToFormat(QImage::Format_RGB32));
}

void HeatmapPlottable::drawRectangles(QCPPainter *painter, const CellRect &cells) const
{
    for (int row = cells.row0; row < cells.row1; ++row) {
        for (int col = cells.col0; col < cells.col1;) {
            const QRgb color = m_lut->color(encodeCell(*m_matrix, m_matrix->index(row, col)));
            int end = col + 1;
            while (end < cells.col1 && m_lut->color(encodeCell(*m_matrix, m_matrix->index(row, end))) == color)
                ++end;
            if (qAlpha(color) != 0)
                painter->fillRect(cellsToPixels({row, col, row + 1, end}), QColor(color));
            col = end;
        }
    }
}

void HeatmapPlottable::drawGrid(QCPPainter *painter, const CellRect &cells) const
{
    painter->setPen(QPen(m_theme.plotGround, m_theme.penWidth()));
    const QRectF area = cellsToPixels(cells);
    QList<QLineF> lines;
    for (int col = cells.col0 + 1; col < cells.col1; ++col) {
        const double x = keyAxis()->coordToPixel(col - 0.5);
        lines.append(QLineF(x, area.top(), x, area.bottom()));
    }
    for (int row = cells.row0 + 1; row < cells.row1; ++row) {
        const double y = valueAxis()->coordToPixel(m_matrix->rows - row - 0.5);
        lines.append(QLineF(area.left(), y, area.right(), y));
    }
    painter->drawLines(lines);
}

void HeatmapPlottable::drawValues(QCPPainter *painter, const CellRect &cells) const
{
    const QFont font = m_theme.font(TextRole::MonoSmall);
    const QFontMetricsF metrics(font);
    const QSizeF cell = cellSize();
    const double room = cell.width() - m_theme.space(2);
    // All or none: values in some cells only would read as a pattern. Eight characters hold "-0.01234" and "-1.2e-07".
    const bool values =
        room >= metrics.horizontalAdvance(QLatin1Char('0')) * 8 && cell.height() >= metrics.height() * 1.5;
    const bool specials = std::min(cell.width(), cell.height()) >= m_theme.length(kGridFrom);
    if (!values && !specials)
        return;
    painter->setFont(font);
    painter->setAntialiasing(true);
    for (int row = cells.row0; row < cells.row1; ++row) {
        for (int col = cells.col0; col < cells.col1; ++col) {
            const CellCode code = encodeCell(*m_matrix, m_matrix->index(row, col));
            if (code == kCodeMasked || code == kCodeNotComputed)
                continue;
            const QString special = specialName(code);
            if (special.isEmpty() && !values)
                continue;
            const QColor ground(m_lut->color(code));
            const QColor ink =
                contrastRatio(ground, Qt::white) >= contrastRatio(ground, Qt::black) ? Qt::white : Qt::black;
            const QRectF box = cellsToPixels({row, col, row + 1, col + 1});
            painter->setPen(ink);
            if (values || metrics.horizontalAdvance(special) <= room) {
                const float value = m_matrix->value(row, col);
                painter->drawText(box, Qt::AlignCenter,
                                  special.isEmpty() ? (m_format ? m_format(value) : formatCellValue(value)) : special);
                continue;
            }
            // Too small for the word: a cross, because colour alone does not reach everybody.
            painter->setPen(QPen(ink, m_theme.penWidth(1.2)));
            const double arm = std::min(cell.width(), cell.height()) / 4;
            const QPointF c = box.center();
            painter->drawLine(c - QPointF(arm, arm), c + QPointF(arm, arm));
            painter->drawLine(c - QPointF(arm, -arm), c + QPointF(arm, -arm));
        }
    }
}

} // namespace ulpscope::ui
