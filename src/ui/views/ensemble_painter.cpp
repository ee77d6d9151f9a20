// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ensemble_painter.h"

#include "ui/models/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr int kBeside = 170;         ///< grid steps of width from which the histogram stands beside the words
constexpr double kWordsShare = 0.42; ///< of the width, beside the histogram
constexpr int kLowestHistogram = 26, kHighestHistogram = 150; ///< grid steps
constexpr int kLowestInFigure = 16;                           ///< grid steps of a histogram
constexpr double kWidestBar = 64;                             ///< px
constexpr int kColumns = 5;                                   ///< of the table of results

QString translate(const char *text) { return QCoreApplication::translate("EnsembleView", text); }

QFontMetricsF metricsOf(const Theme &theme, TextRole role) { return QFontMetricsF(theme.font(role)); }
double rowHeight(const Theme &theme) { return std::ceil(metricsOf(theme, TextRole::MonoSmall).height() * 1.3); }
double titleHeight(const EnsembleState &state, const Theme &theme)
{
    return state.title.isEmpty() ? 0 : metricsOf(theme, TextRole::Heading).height() + theme.space(1);
}

QString distanceText(const EnsembleState &state, double value)
{
    if (!std::isfinite(value))
        return QStringLiteral("∞");
    const std::int64_t distance = state.distance(value);
    return (distance > 0 ? QStringLiteral("+") : QString()) +
           grouped(distance).replace(QLatin1Char('-'), QChar(0x2212));
}

/// The facts as lines, as many of them in one as fit.
QStringList factLines(const EnsembleState &state, double width, const Theme &theme)
{
    const QFontMetricsF metrics = metricsOf(theme, TextRole::Small);
    QStringList lines;
    for (const QString &fact : state.facts()) {
        const QString joined = lines.isEmpty() ? fact : lines.back() + QStringLiteral(" · ") + fact;
        if (!lines.isEmpty() && metrics.horizontalAdvance(joined) <= width)
            lines.back() = joined;
        else
            lines << fact;
    }
    return lines;
}

/// Of a line of the table: name, value, bits, distance, number of orders.
std::array<QString, kColumns> cells(const EnsembleState &state, Witness which)
{
    const OrderPattern &p = state.at(which).pattern;
    return {state.witnessName(which), state.value(p.value), state.bits(p.bits), distanceText(state, p.value),
            p.count > 0 ? grouped(static_cast<qint64>(p.count)) : QStringLiteral("–")};
}
std::array<QString, kColumns> heads()
{
    return {translate(QT_TRANSLATE_NOOP("EnsembleView", "result")),
            translate(QT_TRANSLATE_NOOP("EnsembleView", "value")), translate(QT_TRANSLATE_NOOP("EnsembleView", "bits")),
            translate(QT_TRANSLATE_NOOP("EnsembleView", "distance")),
            translate(QT_TRANSLATE_NOOP("EnsembleView", "orders"))};
}

/// What stands under a bar: "0", "+3…+4".
QString binLabel(const UlpBin &bin)
{
    const auto number = [](std::int64_t n) {
        return n > 0 ? QLatin1Char('+') + QString::number(n)
                     : QString::number(n).replace(QLatin1Char('-'), QChar(0x2212));
    };
    return bin.from == bin.to ? number(bin.from) : number(bin.from) + QChar(u'…') + number(bin.to);
}

double barHeight(const EnsembleState &state, std::uint64_t count, std::uint64_t most)
{
    if (count == 0)
        return 0;
    const auto height = [&](std::uint64_t n) {
        return state.logCounts ? std::log1p(static_cast<double>(n)) : static_cast<double>(n);
    };
    return height(count) / height(most);
}

void paintHistogram(QPainter &painter, const EnsembleLayout &layout, const EnsembleState &state, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const std::vector<UlpBin> bins = state.bins();
    std::uint64_t most = 1;
    for (const UlpBin &bin : bins)
        most = std::max(most, bin.count);
    const double label = metrics.height(), air = theme.space(1);
    const QRectF &area = layout.histogram;
    const double floor = area.bottom() - 2 * label - 2 * air, ceiling = area.top() + label + air;
    painter.setPen(QPen(theme.axis, theme.penWidth(1)));
    painter.drawLine(QPointF(area.left(), floor), QPointF(area.right(), floor));
    double free = area.left();
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const QRectF &column = layout.columns[i];
        const double wide = std::min(column.width() - theme.length(1), theme.length(kWidestBar));
        const double high = std::max(bins[i].count > 0 ? theme.length(1.5) : 0.0,
                                     barHeight(state, bins[i].count, most) * (floor - ceiling));
        const QRectF bar(column.center().x() - wide / 2, floor - high, wide, high);
        const bool isZero = bins[i].from == 0 && bins[i].to == 0, isCurrent = static_cast<int>(i) == state.bin;
        if (isCurrent)
            painter.fillRect(column, theme.hovered);
        painter.fillRect(bar, isZero ? theme.ok : theme.accentA);
        if (isCurrent) {
            painter.setPen(QPen(theme.cursor, theme.penWidth(1)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar);
        }
        const QString count = grouped(static_cast<qint64>(bins[i].count));
        painter.setPen(theme.text);
        if (bins[i].count > 0 && metrics.horizontalAdvance(count) <= column.width() + air)
            painter.drawText(QRectF(column.left() - air, bar.top() - label, column.width() + 2 * air, label),
                             Qt::AlignHCenter | Qt::AlignBottom | Qt::TextDontClip, count);
        const QString name = binLabel(bins[i]);
        const double width = metrics.horizontalAdvance(name), x = column.center().x() - width / 2;
        if (x >= free || isZero) { // one may cover its neighbour's place: then the neighbour has none
            painter.setPen(isZero ? theme.text : theme.textMuted);
            painter.drawText(QRectF(x, floor + air, width + 1, label),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
            free = x + width + theme.space(2);
        }
    }
    painter.setPen(theme.textMuted);
    QString axis =
        translate(QT_TRANSLATE_NOOP("EnsembleView", "orders by representable values from the correctly rounded sum"));
    if (metrics.horizontalAdvance(axis) > area.width())
        axis = translate(QT_TRANSLATE_NOOP("EnsembleView", "orders by distance (representable values)"));
    if (state.logCounts)
        axis += translate(QT_TRANSLATE_NOOP("EnsembleView", ", log scale"));
    painter.drawText(QRectF(area.left(), area.bottom() - label, area.width(), label), Qt::AlignCenter,
                     metrics.elidedText(axis, Qt::ElideRight, area.width()));
}

void paintTable(QPainter &painter, const EnsembleLayout &layout, const EnsembleState &state, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const double gap = theme.space(3), air = theme.space(1), height = rowHeight(theme);
    std::array<std::array<QString, kColumns>, 5> lines{heads()};
    for (std::size_t i = 0; i < kWitnesses.size(); ++i)
        lines[i + 1] = cells(state, kWitnesses[i]);
    std::array<double, kColumns> widths{};
    for (const auto &line : lines) {
        for (std::size_t c = 0; c < kColumns; ++c)
            widths[c] = std::max(widths[c], metrics.horizontalAdvance(line[c]) + 1);
    }
    // What has no room is left out whole, from the right: the tool tip has it all.
    std::size_t shown = 0;
    for (double used = 2 * air; shown < kColumns && used + widths[shown] <= layout.table.width(); ++shown)
        used += widths[shown] + gap;
    for (std::size_t i = 0; i <= layout.rows.size(); ++i) {
        const double top = layout.table.top() + static_cast<double>(i) * height;
        if (i > 0 && static_cast<int>(i) - 1 == state.witness)
            painter.fillRect(layout.rows[i - 1], theme.hovered);
        double x = layout.table.left() + air;
        for (std::size_t c = 0; c < std::max<std::size_t>(shown, 2); ++c) {
            painter.setPen(i == 0 || c == 0 ? theme.textMuted : theme.text);
            const auto side = c == 0 || c == 2 ? Qt::AlignLeft : Qt::AlignRight;
            painter.drawText(QRectF(x, top, widths[c], height), side | Qt::AlignVCenter | Qt::TextDontClip,
                             lines[i][c]);
            x += widths[c] + gap;
        }
    }
}

/// The orders of the best and the worst result, as far as there is room.
void paintOrders(QPainter &painter, const EnsembleLayout &layout, const EnsembleState &state, const Theme &theme)
{
    if (layout.orders.height() <= 0)
        return;
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    double y = layout.orders.top();
    const std::array shown = {translate(QT_TRANSLATE_NOOP("EnsembleView", "best order: %1")),
                              translate(QT_TRANSLATE_NOOP("EnsembleView", "worst order: %1"))};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        painter.setPen(theme.textMuted);
        painter.drawText(
            QRectF(layout.orders.left() + theme.space(1), y, layout.orders.width() - theme.space(1), metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(shown[i].arg(state.orderText(state.at(kWitnesses[i]).order)), Qt::ElideRight,
                               layout.orders.width() - theme.space(1)));
        y += metrics.height();
    }
}

} // namespace

EnsembleLayout::EnsembleLayout(const EnsembleState &state, const QRectF &area, const Theme &theme)
{
    if (state.empty())
        return;
    constexpr int kAll = static_cast<int>(kWitnesses.size()), kBestAndWorst = 2;
    place(state, area, theme, kLowestHistogram, kAll, true);
    // A window scrolls, paper does not: the orders go first, then the smallest and the largest result.
    if (state.isFigure && height > area.height())
        place(state, area, theme, kLowestHistogram, kAll, false);
    if (state.isFigure && height > area.height())
        place(state, area, theme, kLowestInFigure, kBestAndWorst, false);
    const std::vector<UlpBin> bins = state.bins();
    const double wide = std::min(histogram.width() / static_cast<double>(std::max<std::size_t>(1, bins.size())),
                                 theme.length(1.5 * kWidestBar));
    const double left = histogram.center().x() - wide * static_cast<double>(bins.size()) / 2;
    for (std::size_t i = 0; i < bins.size(); ++i)
        columns.emplace_back(left + wide * static_cast<double>(i), histogram.top(), wide, histogram.height());
}

void EnsembleLayout::place(const EnsembleState &state, const QRectF &area, const Theme &theme, int leastHistogram,
                           int witnesses, bool hasOrders)
{
    const double air = theme.space(3), gap = theme.space(2), row = rowHeight(theme);
    const QRectF inner = area.adjusted(air, gap + titleHeight(state, theme), -air, -gap);
    const bool beside = inner.width() >= theme.space(kBeside);
    const double wordsWidth = beside ? inner.width() * kWordsShare : inner.width();
    const double factsHeight = metricsOf(theme, TextRole::Small).height() *
                               static_cast<double>(factLines(state, wordsWidth - theme.space(1), theme).size());
    const double tableHeight = row * (witnesses + 1);
    const double ordersHeight = hasOrders ? 2 * metricsOf(theme, TextRole::MonoSmall).height() : 0;
    const double wordsHeight = factsHeight + gap + tableHeight + (hasOrders ? gap + ordersHeight : 0);
    const double least = theme.space(leastHistogram), most = theme.space(kHighestHistogram);
    if (beside) {
        const double high = std::max({least, wordsHeight, std::min(inner.height(), most)});
        histogram = QRectF(inner.left(), inner.top(), inner.width() - wordsWidth - theme.space(6), high);
        facts = QRectF(inner.right() - wordsWidth, inner.top(), wordsWidth, factsHeight);
        height = inner.top() - area.top() + high + gap;
    } else {
        facts = QRectF(inner.left(), inner.top(), wordsWidth, factsHeight);
        const double high = std::clamp(inner.height() - wordsHeight - gap, least, most);
        histogram = QRectF(inner.left(), facts.bottom() + gap, inner.width(), high);
        height = inner.top() - area.top() + wordsHeight + gap + high + gap;
    }
    table = QRectF(facts.left(), (beside ? facts.bottom() : histogram.bottom()) + gap, wordsWidth, tableHeight);
    orders = QRectF(facts.left(), table.bottom() + gap, wordsWidth, ordersHeight);
    rows.clear();
    for (int i = 0; i < witnesses; ++i)
        rows.emplace_back(table.left(), table.top() + row * (i + 1), table.width(), row);
}

int EnsembleLayout::binAt(const QPointF &point) const
{
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const QRectF &c) { return c.contains(point); });
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

int EnsembleLayout::witnessAt(const QPointF &point) const
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const QRectF &r) { return r.contains(point); });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

void paintEnsemble(QPainter &painter, const QRectF &area, const EnsembleState &state, const Theme &theme)
{
    if (state.empty())
        return;
    painter.save();
    if (!state.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left(), area.top() + theme.space(1), area.width(), QFontMetricsF(painter.font()).height()),
            Qt::AlignCenter, state.title);
    }
    const EnsembleLayout layout(state, area, theme);
    painter.setFont(theme.font(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    double y = layout.facts.top();
    for (const QString &fact : factLines(state, layout.facts.width() - theme.space(1), theme)) {
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(layout.facts.left() + theme.space(1), y, layout.facts.width() - theme.space(1), metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(fact, Qt::ElideRight, layout.facts.width() - theme.space(1)));
        y += metrics.height();
    }
    paintHistogram(painter, layout, state, theme);
    paintTable(painter, layout, state, theme);
    paintOrders(painter, layout, state, theme);
    painter.restore();
}

void EnsembleFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintEnsemble(context.painter, context.rect, m_state, context.theme);
}

} // namespace ulpscope::ui
