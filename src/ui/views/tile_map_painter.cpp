// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_map_painter.h"

#include "ui/plot/color_map.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

TileCell ofStatus(TileCell::Status status)
{
    TileCell cell;
    cell.status = status;
    return cell;
}

constexpr auto kMap = "viridis";
constexpr double kSmallest = 6;                 ///< px; smaller tiles are drawn as pixels of one image
constexpr double kWidest = 200, kHighest = 150; ///< px; a single row of tiles is not stretched over the whole height

QString translate(const char *text) { return QCoreApplication::translate("TileMapView", text); }

struct Ink {
    QColor fill, text;
};

Ink inkOf(const TileCell &cell, const ColorMap &map, const Theme &theme)
{
    switch (cell.status) {
    case TileCell::Status::Done: {
        const QColor fill = map.at(cell.color);
        return {fill, textOn(fill)};
    }
    case TileCell::Status::Current: return {theme.accentA, theme.onAccent};
    case TileCell::Status::Pending: return {theme.isDark() ? theme.raised : theme.notComputed, theme.textFaint};
    case TileCell::Status::Skipped: break;
    }
    return {theme.plotGround, theme.textFaint};
}

void paintSkipped(QPainter &painter, const QRectF &box, const Theme &theme)
{
    painter.setPen(QPen(theme.maskedHatch, theme.penWidth()));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    painter.drawLine(box.bottomLeft(), box.topRight());
}

/// As many lines as fit, the running max first: with fewer digits and in smaller type before one is left out.
void paintLines(QPainter &painter, const QRectF &box, const TileMapState &state, const TileCell &cell,
                const Theme &theme)
{
    const double width = box.width() - theme.space(1), height = box.height() - theme.space(1);
    const auto paintIfFits = [&](const QStringList &lines, double scale) {
        const QFont font = theme.withBaseSize(theme.baseSize() * scale).font(TextRole::MonoSmall);
        const QFontMetricsF metrics(font);
        const double line = metrics.height();
        if (static_cast<double>(lines.size()) * line > height ||
            std::any_of(lines.begin(), lines.end(),
                        [&](const QString &text) { return metrics.horizontalAdvance(text) > width; }))
            return false;
        painter.setFont(font);
        const double top = box.center().y() - static_cast<double>(lines.size()) * line / 2;
        for (qsizetype i = 0; i < lines.size(); ++i)
            painter.drawText(QRectF(box.left(), top + static_cast<double>(i) * line, box.width(), line),
                             Qt::AlignCenter, lines[i]);
        return true;
    };
    const double line = QFontMetricsF(theme.font(TextRole::MonoSmall)).height();
    const qsizetype all = state.lines(cell, 2).size();
    const qsizetype most = std::min(all, std::max<qsizetype>(1, static_cast<qsizetype>(height / line)));
    for (qsizetype count = most; count > 0; --count) {
        for (double scale : {1.0, 0.85, 0.7}) {
            for (int digits : {4, 3, 2}) {
                if (paintIfFits(state.lines(cell, digits).mid(0, count), scale))
                    return;
            }
        }
    }
    for (double scale : {1.0, 0.85, 0.7}) {
        if (all > 0 && paintIfFits({state.shortLine(cell)}, scale))
            return;
    }
}

void paintTile(QPainter &painter, const QRectF &box, const TileMapState &state, const TileCell &cell,
               const ColorMap &map, const Theme &theme)
{
    if (cell.status == TileCell::Status::Skipped)
        return paintSkipped(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), theme);
    const double radius = std::min(theme.length(3), box.height() / 6);
    const Ink ink = inkOf(cell, map, theme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink.fill);
    painter.drawRoundedRect(box, radius, radius);
    if (cell.partial && box.width() > theme.length(16)) { // a cut corner: some pairs are masked
        const double cut = std::min(theme.length(9), box.height() / 3);
        painter.setBrush(theme.plotGround);
        painter.drawPolygon(
            QPolygonF({QPointF(box.right() - cut, box.top()), box.topRight(), QPointF(box.right(), box.top() + cut)}));
    }
    painter.setPen(ink.text);
    painter.setFont(theme.font(TextRole::MonoSmall));
    const double line = painter.fontMetrics().height();
    const bool namesSplit = state.splits > 1 && box.width() > theme.length(28) && box.height() > 2 * line;
    if (namesSplit)
        painter.drawText(box.adjusted(theme.space(1), 0, 0, -theme.length(1)), Qt::AlignLeft | Qt::AlignBottom,
                         QStringLiteral("s%1").arg(cell.split));
    paintLines(painter, box.adjusted(0, 0, 0, namesSplit ? -line : 0), state, cell, theme);
}

/// Hundreds of tiles in each direction: one pixel each, enlarged without smoothing.
void paintAsImage(QPainter &painter, const QRectF &grid, const TileMapState &state, const ColorMap &map,
                  const Theme &theme)
{
    QImage image(state.nBlocks, state.mBlocks, QImage::Format_RGB32);
    for (int m = 0; m < state.mBlocks; ++m) {
        for (int n = 0; n < state.nBlocks; ++n) {
            const TileCell &cell = state.cell(m, n);
            image.setPixelColor(
                n, m, cell.status == TileCell::Status::Skipped ? theme.maskedHatch : inkOf(cell, map, theme).fill);
        }
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(grid, image);
}

/// Colours and what else tiles look like, in one line as far as there is room.
void paintKey(QPainter &painter, const QRectF &line, const TileMapState &state, const ColorMap &map, const Theme &theme)
{
    const QFontMetricsF metrics(painter.font());
    const double bar = theme.length(80), barHeight = theme.length(6), swatch = theme.length(9), y = line.center().y();
    double x = line.left();
    const auto text = [&](const QString &s) {
        painter.setPen(theme.textMuted);
        painter.drawText(QRectF(x, line.top(), metrics.horizontalAdvance(s) + theme.space(1), line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, s);
        x += metrics.horizontalAdvance(s) + theme.space(2);
    };
    if (!state.low.isEmpty() &&
        line.width() > bar + metrics.horizontalAdvance(state.low + state.high + state.colorTitle) + theme.space(6)) {
        text(state.colorTitle);
        text(state.low);
        QLinearGradient gradient(x, 0, x + bar, 0);
        for (int i = 0; i <= 16; ++i)
            gradient.setColorAt(i / 16.0, map.at(i / 16.0));
        painter.fillRect(QRectF(x, y - barHeight / 2, bar, barHeight), gradient);
        x += bar + theme.space(2);
        text(state.high);
        x += theme.space(2);
    }
    struct Item {
        TileCell::Status status;
        bool partial;
        const char *name;
    };
    for (const Item &item :
         {Item{TileCell::Status::Current, false, QT_TRANSLATE_NOOP("TileMapView", "current")},
          Item{TileCell::Status::Pending, false, QT_TRANSLATE_NOOP("TileMapView", "to come")},
          Item{TileCell::Status::Pending, true, QT_TRANSLATE_NOOP("TileMapView", "partly masked")},
          Item{TileCell::Status::Skipped, false, QT_TRANSLATE_NOOP("TileMapView", "never visited")}}) {
        const bool present = std::any_of(state.cells.begin(), state.cells.end(), [&](const TileCell &cell) {
            return item.partial ? cell.partial : cell.status == item.status;
        });
        const QString name = translate(item.name);
        if (!present || x + swatch + theme.space(3) + metrics.horizontalAdvance(name) > line.right())
            continue;
        const QRectF box(x, y - swatch / 2, swatch, swatch);
        if (item.status == TileCell::Status::Skipped) {
            paintSkipped(painter, box, theme);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(inkOf(ofStatus(item.status), map, theme).fill);
            painter.drawPolygon(
                item.partial ? QPolygonF({box.topLeft(), QPointF(box.center().x(), box.top()),
                                          QPointF(box.right(), box.center().y()), box.bottomRight(), box.bottomLeft()})
                             : QPolygonF(box));
        }
        x += swatch + theme.space(1);
        text(name);
        x += theme.space(1);
    }
}

} // namespace

TileMapLayout::TileMapLayout(const TileMapState &state, const QRectF &area, const Theme &theme)
{
    const QFontMetricsF small(theme.font(TextRole::MonoSmall));
    const double left =
        small.horizontalAdvance(QStringLiteral("q ") + QString::number((state.mBlocks - 1) * state.tileM)) +
        theme.space(4);
    const double title =
        state.title.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(1);
    grid =
        area.adjusted(left, title + small.height() + theme.space(2), -theme.space(2), -small.height() - theme.space(4));
    const double columns = std::max(1, state.nBlocks), rows = std::max(1, state.mBlocks);
    cellWidth = std::max(0.1, std::min(grid.width() / columns, theme.length(kWidest)));
    cellHeight = std::max(0.1, std::min(grid.height() / rows, theme.length(kHighest)));
    const double smaller = std::min(cellWidth, cellHeight);
    gap = smaller > theme.length(16) ? theme.space(1) : smaller > theme.length(kSmallest) ? theme.length(1) : 0;
    grid.setSize({cellWidth * columns, cellHeight * rows});
}

std::pair<int, int> TileMapLayout::at(const TileMapState &state, const QPointF &point) const
{
    if (state.cells.empty() || !grid.contains(point))
        return {-1, -1};
    return {std::min(static_cast<int>((point.y() - grid.top()) / cellHeight), state.mBlocks - 1),
            std::min(static_cast<int>((point.x() - grid.left()) / cellWidth), state.nBlocks - 1)};
}

void paintTileMap(QPainter &painter, const QRectF &area, const TileMapState &state, const Theme &theme)
{
    if (state.cells.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const TileMapLayout layout(state, area, theme);
    const ColorMap &map = colorMapFor(QLatin1String(kMap), theme.isDark());
    if (!state.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left(), area.top(), area.width(), QFontMetricsF(painter.font()).height() + theme.space(1)),
            Qt::AlignCenter, state.title);
    }

    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const auto labelEvery = [](double cell, double needed) {
        return std::max(1, static_cast<int>(std::ceil(needed / cell)));
    };
    const int everyColumn =
        labelEvery(layout.cellWidth,
                   metrics.horizontalAdvance(QStringLiteral("k ") + QString::number(state.keys)) + theme.space(2));
    const int everyRow = labelEvery(layout.cellHeight, metrics.height());
    for (int n = 0; n < state.nBlocks; n += everyColumn) {
        painter.setPen(n == state.highlightN ? theme.text : theme.textMuted);
        const QRectF box(layout.cell(0, n).left(), layout.grid.top() - metrics.height() - theme.space(1),
                         layout.cellWidth * everyColumn, metrics.height());
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         QStringLiteral("k ") + QString::number(n * state.tileN));
    }
    for (int m = 0; m < state.mBlocks; m += everyRow) {
        painter.setPen(m == state.selectedM() || m == state.highlightM ? theme.text : theme.textMuted);
        const QRectF box(area.left(), layout.cell(m, 0).top(), layout.grid.left() - area.left() - theme.space(2),
                         std::max(layout.cellHeight - layout.gap, metrics.height()));
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                         QStringLiteral("q ") + QString::number(m * state.tileM));
    }

    if (std::min(layout.cellWidth, layout.cellHeight) < theme.length(kSmallest)) {
        paintAsImage(painter, layout.grid, state, map, theme);
    } else {
        for (int m = 0; m < state.mBlocks; ++m)
            for (int n = 0; n < state.nBlocks; ++n)
                paintTile(painter, layout.cell(m, n), state, state.cell(m, n), map, theme);
    }
    if (state.selectedM() >= 0) { // the colour that the selected row has on every map
        const QRectF row = layout.cell(state.selectedM(), 0);
        painter.fillRect(QRectF(row.left() - theme.space(1), row.top(), theme.length(2), row.height()),
                         theme.selectedRow);
    }
    painter.setFont(theme.font(TextRole::MonoSmall)); // tiles may have smaller type
    const auto frame = [&](int m, int n, const QColor &color, double width) {
        if (m < 0 || n < 0 || m >= state.mBlocks || n >= state.nBlocks)
            return;
        const double radius = std::min(theme.length(3), layout.cellHeight / 6);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, theme.penWidth(width)));
        painter.drawRoundedRect(layout.cell(m, n).adjusted(-0.5, -0.5, 0.5, 0.5), radius, radius);
    };
    for (std::size_t i = 0; i < state.cells.size(); ++i) {
        if (state.cells[i].status == TileCell::Status::Current)
            frame(static_cast<int>(i) / state.nBlocks, static_cast<int>(i) % state.nBlocks, theme.cursor, 1.5);
    }
    frame(state.highlightM, state.highlightN, theme.cursor, 1.5);
    frame(state.cursorM, state.cursorN, theme.focus, 2);
    paintKey(painter,
             {layout.grid.left(), layout.grid.bottom() + theme.space(1),
              area.right() - theme.space(2) - layout.grid.left(), metrics.height() + theme.space(1)},
             state, map, theme);
    painter.restore();
}

void TileMapFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintTileMap(context.painter, context.rect, m_state, context.theme);
}

QString TileMapFigure::figureDescription() const
{
    int done = 0, visited = 0;
    for (const TileCell &cell : m_state.cells) {
        visited += cell.status != TileCell::Status::Skipped;
        done += cell.status == TileCell::Status::Done;
    }
    return translate(
               QT_TRANSLATE_NOOP("TileMapView",
                                 "Map of %1 query tiles by %2 key tiles; %3 of %4 visited tiles are done. Colour: %5."))
        .arg(m_state.mBlocks)
        .arg(m_state.nBlocks)
        .arg(done)
        .arg(visited)
        .arg(m_state.colorTitle);
}

} // namespace ulpscope::ui
