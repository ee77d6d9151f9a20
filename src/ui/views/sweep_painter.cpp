// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_painter.h"

#include "ui/plot/color_map.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr double kHighestRow = 34; ///< px; a few lines are not stretched over the whole height

QString translate(const char *text) { return QCoreApplication::translate("SweepView", text); }

QString nameOf(const SweepLine &line)
{
    return QStringLiteral("%1 · %2").arg(QString::fromStdString(line.device), QString::fromStdString(line.rule));
}

QString resultOf(const SweepLine &line)
{
    return translate(QT_TRANSLATE_NOOP("SweepView", "split counts: %1, bit patterns: %2"))
        .arg(line.splits().size())
        .arg(line.patterns().size());
}

QColor colorOf(int pattern, const Theme &theme)
{
    return theme.categorical[static_cast<std::size_t>(pattern) % theme.categorical.size()];
}

/// Neighbouring batches with equal split counts (and so equal bits) are one box.
template <typename Visit>
void forSegments(const SweepLine &line, const Visit &visit)
{
    const auto equal = [](const SweepPoint &a, const SweepPoint &b) {
        return a.spec.numSplits == b.spec.numSplits && a.pattern == b.pattern;
    };
    for (std::size_t first = 0; first < line.points.size();) {
        std::size_t last = first;
        while (last + 1 < line.points.size() && equal(line.points[first], line.points[last + 1]))
            ++last;
        visit(static_cast<int>(first), static_cast<int>(last));
        first = last + 1;
    }
}

double position(double batch) { return std::log2(batch); }

} // namespace

QString SweepState::describe(int r, int p) const
{
    const SweepLine &l = line(r);
    const SweepPoint &at = l.points[static_cast<std::size_t>(p)];
    return translate(QT_TRANSLATE_NOOP("SweepView", "batch %1 on %2, split rule %3: %4 splits, output bits %5"))
        .arg(at.batch)
        .arg(QString::fromStdString(l.device), QString::fromStdString(l.rule))
        .arg(at.spec.numSplits)
        .arg(QString::fromStdString(patternName(at.pattern)));
}

SweepLayout::SweepLayout(const SweepState &state, const QRectF &area, const Theme &theme)
{
    const QFontMetricsF metrics(theme.font(TextRole::MonoSmall));
    double names = 0, results = 0;
    for (int row = 0; row < state.rows(); ++row) {
        names = std::max(names, metrics.horizontalAdvance(nameOf(state.line(row))));
        results = std::max(results, metrics.horizontalAdvance(resultOf(state.line(row))));
    }
    if (area.width() < names + 2 * results) // narrow: what the boxes say must do
        results = 0;
    const double title =
        state.title.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(1);
    grid =
        area.adjusted(names + theme.space(4), title + metrics.height() + theme.space(3),
                      -(results > 0 ? results + theme.space(4) : theme.space(2)), -metrics.height() - theme.space(4));
    rowHeight = std::min(grid.height() / std::max(1, state.rows()), theme.length(kHighestRow));
    grid.setHeight(rowHeight * state.rows());
}

double SweepLayout::left(const SweepState &state, int row, int point) const
{
    const std::vector<SweepPoint> &points = state.line(row).points;
    const double first = position(points.front().batch), last = position(points.back().batch + 1);
    return grid.left() +
           (position(points[static_cast<std::size_t>(point)].batch) - first) / (last - first) * grid.width();
}

double SweepLayout::right(const SweepState &state, int row, int point) const
{
    return static_cast<std::size_t>(point) + 1 < state.line(row).points.size() ? left(state, row, point + 1)
                                                                               : grid.right();
}

QRectF SweepLayout::box(const SweepState &state, int row, int firstPoint, int lastPoint) const
{
    const double top = grid.top() + row * rowHeight;
    return {QPointF(left(state, row, firstPoint), top), QPointF(right(state, row, lastPoint), top + rowHeight)};
}

std::pair<int, int> SweepLayout::at(const SweepState &state, const QPointF &point) const
{
    if (state.rows() == 0 || !grid.contains(point))
        return {-1, -1};
    const int row = std::min(static_cast<int>((point.y() - grid.top()) / rowHeight), state.rows() - 1);
    for (int p = static_cast<int>(state.line(row).points.size()) - 1; p >= 0; --p) {
        if (point.x() >= left(state, row, p))
            return {row, p};
    }
    return {-1, -1};
}

void paintSweep(QPainter &painter, const QRectF &area, const SweepState &state, const Theme &theme)
{
    if (state.rows() == 0)
        return;
    painter.save();
    const SweepLayout layout(state, area, theme);
    if (!state.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(QRectF(area.left(), area.top(), area.width(), QFontMetricsF(painter.font()).height()),
                         Qt::AlignCenter, state.title);
    }
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.textMuted);
    double free = layout.grid.left() - theme.space(4);
    const std::vector<SweepPoint> &points = state.line(0).points;
    for (std::size_t p = 0; p < points.size(); ++p) {
        const QString text = QString::number(points[p].batch);
        const double x = layout.left(state, 0, static_cast<int>(p)), width = metrics.horizontalAdvance(text);
        const bool isMark = (points[p].batch & (points[p].batch - 1)) == 0; // powers of two first
        if (x < free || (!isMark && points[p].batch > 8) || x + width > area.right())
            continue;
        painter.drawText(
            QRectF(x, layout.grid.top() - metrics.height() - theme.space(1), width + theme.space(2), metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text);
        free = x + width + theme.space(2);
    }
    const QString axis = translate(QT_TRANSLATE_NOOP("SweepView", "batch"));
    painter.drawText(QRectF(area.left(), layout.grid.top() - metrics.height() - theme.space(1),
                            layout.grid.left() - area.left() - theme.space(2), metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, axis);

    for (int row = 0; row < state.rows(); ++row) {
        const SweepLine &line = state.line(row);
        const double top = layout.grid.top() + row * layout.rowHeight;
        painter.setPen(row == state.chosenRow ? theme.text : theme.textMuted);
        painter.drawText(QRectF(area.left(), top, layout.grid.left() - area.left() - theme.space(2), layout.rowHeight),
                         Qt::AlignRight | Qt::AlignVCenter, nameOf(line));
        painter.setPen(theme.textMuted);
        if (area.right() - layout.grid.right() > metrics.horizontalAdvance(resultOf(line)))
            painter.drawText(
                QRectF(layout.grid.right() + theme.space(2), top, area.right() - layout.grid.right(), layout.rowHeight),
                Qt::AlignLeft | Qt::AlignVCenter, resultOf(line));
        forSegments(line, [&](int first, int last) {
            const SweepPoint &point = line.points[static_cast<std::size_t>(first)];
            const QRectF box =
                layout.box(state, row, first, last).adjusted(0, theme.length(1), -theme.length(1), -theme.length(1));
            const QColor fill = colorOf(point.pattern, theme);
            painter.fillRect(box, fill);
            const QString name = QString::fromStdString(patternName(point.pattern));
            painter.setPen(textOn(fill));
            for (const QString &text : {QStringLiteral("%1 %2").arg(point.spec.numSplits).arg(name), name}) {
                if (metrics.horizontalAdvance(text) + theme.length(2) <= box.width() &&
                    metrics.ascent() <= box.height()) {
                    painter.drawText(box, Qt::AlignCenter, text);
                    break;
                }
            }
        });
    }
    const auto frame = [&](int row, int point, const QColor &color) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.cursorCasing, theme.penWidth(4)));
        painter.drawRect(layout.box(state, row, point, point));
        painter.setPen(QPen(color, theme.penWidth(2)));
        painter.drawRect(layout.box(state, row, point, point));
    };
    if (state.chosenRow >= 0) {
        const std::vector<SweepPoint> &of = state.line(state.chosenRow).points;
        const auto chosen =
            std::find_if(of.begin(), of.end(), [&](const SweepPoint &p) { return p.batch == state.chosenBatch; });
        if (chosen != of.end())
            frame(state.chosenRow, static_cast<int>(chosen - of.begin()), theme.accentA);
    }
    if (state.row >= 0 && state.point >= 0)
        frame(state.row, state.point, theme.cursor);
    painter.setPen(theme.textMuted);
    const QRectF key(area.left() + theme.space(2), layout.grid.bottom() + theme.space(1), area.width() - theme.space(4),
                     metrics.height() + theme.space(1));
    const QString meaning = translate(QT_TRANSLATE_NOOP(
        "SweepView", "number of splits; a letter and a colour for each pattern of the output's bits"));
    painter.drawText(key, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(meaning, Qt::ElideRight, key.width()));
    painter.restore();
}

void SweepFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintSweep(context.painter, context.rect, m_state, context.theme);
}

QString SweepFigure::figureDescription() const
{
    QStringList lines;
    for (int row = 0; row < m_state.rows(); ++row)
        lines << nameOf(m_state.line(row)) + QStringLiteral(": ") + resultOf(m_state.line(row));
    return translate(QT_TRANSLATE_NOOP("SweepView", "One request inside batches of %1 to %2. %3."))
        .arg(m_state.line(0).points.front().batch)
        .arg(m_state.line(0).points.back().batch)
        .arg(lines.join(QStringLiteral("; ")));
}

} // namespace ulpscope::ui
