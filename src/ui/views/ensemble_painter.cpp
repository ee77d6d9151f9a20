// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ensemble_painter.h"

#include "ui/models/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {
namespace {

constexpr int kBeside = 170; ///< grid steps of width from which the histogram stands beside the words
constexpr double kWordsShare = 0.42, kMostWordsShare = 0.6; ///< of the width, beside the histogram
constexpr double kSmallestTable = 0.86; ///< of its size, in a figure that is too narrow: 7 points become 6
constexpr int kMostOrderLines = 3;      ///< of an order, in a window
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
    constexpr std::int64_t kWritten = 1'000'000'000'000; // further ones take the room of a column
    if (std::abs(distance) >= kWritten)
        return (distance > 0 ? QStringLiteral("+") : QString(QChar(0x2212))) +
               QString::number(std::abs(static_cast<double>(distance)), 'g', 4).remove(QLatin1Char('+'));
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

QString signedNumber(std::int64_t n)
{
    return n > 0 ? QLatin1Char('+') + QString::number(n) : QString::number(n).replace(QLatin1Char('-'), QChar(0x2212));
}
/// What stands under a bar: "0", "+3…+4".
QString binLabel(const UlpBin &bin)
{
    return bin.from == bin.to ? signedNumber(bin.from) : signedNumber(bin.from) + QChar(u'…') + signedNumber(bin.to);
}
/// Where there are too many for that, the end that is further out: "+4", "+2^20".
QString shortBinLabel(const UlpBin &bin)
{
    constexpr std::int64_t kLongest = 1024;
    const std::int64_t out = bin.to > 0 ? bin.to : bin.from;
    const std::int64_t size = std::abs(out);
    if (size <= kLongest || !std::has_single_bit(static_cast<std::uint64_t>(size)))
        return signedNumber(out);
    const int power = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
    return (out > 0 ? QStringLiteral("+2^") : QString(QChar(0x2212)) + QStringLiteral("2^")) + QString::number(power);
}
/// "423 698" where there is no room for it: "424k".
QString shortCount(std::uint64_t count)
{
    constexpr const char *kUnits[] = {"", "k", "M", "G"};
    double number = static_cast<double>(count);
    std::size_t unit = 0;
    while (number >= 999.5 && unit + 1 < std::size(kUnits)) {
        number /= 1000;
        ++unit;
    }
    return QString::number(number, 'f', unit > 0 && number < 9.95 ? 1 : 0) + QLatin1String(kUnits[unit]);
}

/// The texts of a histogram, as large as there is room for.
struct BinTexts {
    QStringList labels, counts;
    bool upright = false; ///< turned by a quarter
    int every = 1;        ///< so many bars share a label
    double labelHeight = 0, countHeight = 0;
};
BinTexts binTexts(const std::vector<UlpBin> &bins, double column, const QFontMetricsF &metrics, const Theme &theme)
{
    const auto widest = [&](const QStringList &texts) {
        double width = 0;
        for (const QString &text : texts)
            width = std::max(width, metrics.horizontalAdvance(text));
        return width;
    };
    BinTexts texts;
    QStringList briefLabels, briefCounts;
    for (const UlpBin &bin : bins) {
        texts.labels << binLabel(bin);
        texts.counts << (bin.count > 0 ? grouped(static_cast<qint64>(bin.count)) : QString());
        briefLabels << shortBinLabel(bin);
        briefCounts << (bin.count > 0 ? shortCount(bin.count) : QString());
    }
    const double air = theme.space(1), line = metrics.height();
    if (widest(texts.counts) > column + air)
        texts.counts = briefCounts;
    if (widest(texts.labels) + air > column)
        texts.labels = briefLabels;
    texts.upright = widest(texts.labels) + air > column || widest(texts.counts) > column + air;
    if (!texts.upright) {
        texts.labelHeight = texts.countHeight = line;
        return texts;
    }
    texts.every = std::max(1, static_cast<int>(std::ceil(0.8 * line / column)));
    if (texts.every > 1)
        texts.counts.fill(QString()); // the table and the tool tips have them
    texts.labelHeight = widest(texts.labels) + 1;
    texts.countHeight = std::max(line, widest(texts.counts) + 1);
    return texts;
}

/// `text` in the middle of `box`, which is as high as wide texts are long where they are turned.
void paintBinText(QPainter &painter, const QRectF &box, const QString &text, bool upright, Qt::Alignment side)
{
    if (!upright) {
        painter.drawText(box, Qt::AlignHCenter | side | Qt::TextDontClip, text);
        return;
    }
    painter.save();
    painter.translate(box.center().x(), box.bottom());
    painter.rotate(-90);
    // The bottom of the box is where a turned text begins.
    painter.drawText(QRectF(0, -box.width() / 2, box.height(), box.width()),
                     (side == Qt::AlignTop ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextDontClip,
                     text);
    painter.restore();
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
    const double line = metrics.height(), air = theme.space(1);
    const QRectF &area = layout.histogram;
    const BinTexts texts = binTexts(bins, layout.columns.empty() ? 1 : layout.columns.front().width(), metrics, theme);
    const double floor = area.bottom() - texts.labelHeight - line - 2 * air,
                 ceiling = area.top() + texts.countHeight + air;
    painter.setPen(QPen(theme.axis, theme.penWidth(1)));
    painter.drawLine(QPointF(area.left(), floor), QPointF(area.right(), floor));
    const auto zero = std::find_if(bins.begin(), bins.end(), [](const UlpBin &b) { return b.from == 0 && b.to == 0; });
    const auto middle = zero == bins.end() ? 0 : static_cast<int>(zero - bins.begin()); // has a label, whoever has none
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
        const int at = static_cast<int>(i);
        painter.setPen(theme.text);
        paintBinText(painter,
                     {column.left() - air, bar.top() - texts.countHeight - (texts.upright ? air / 2 : 0),
                      column.width() + 2 * air, texts.countHeight},
                     texts.counts[at], texts.upright, Qt::AlignBottom);
        if ((at - middle) % texts.every != 0)
            continue;
        painter.setPen(isZero ? theme.text : theme.textMuted);
        paintBinText(painter, {column.left() - air, floor + air, column.width() + 2 * air, texts.labelHeight},
                     texts.labels[at], texts.upright, texts.upright ? Qt::AlignTop : Qt::AlignVCenter);
    }
    painter.setPen(theme.textMuted);
    QString axis =
        translate(QT_TRANSLATE_NOOP("EnsembleView", "orders by representable values from the correctly rounded sum"));
    if (metrics.horizontalAdvance(axis) > area.width())
        axis = translate(QT_TRANSLATE_NOOP("EnsembleView", "orders by distance (representable values)"));
    if (state.logCounts)
        axis += translate(QT_TRANSLATE_NOOP("EnsembleView", ", log scale"));
    painter.drawText(QRectF(area.left(), area.bottom() - line, area.width(), line), Qt::AlignCenter,
                     metrics.elidedText(axis, Qt::ElideRight, area.width()));
}

/// The table of results as texts, and how wide its columns are.
struct ResultTexts {
    std::array<std::array<QString, kColumns>, 5> lines;
    std::array<double, kColumns> widths{};
    double width(double gap) const { return std::accumulate(widths.begin(), widths.end(), (kColumns - 1) * gap); }
};
ResultTexts resultTexts(const EnsembleState &state, const QFontMetricsF &metrics)
{
    ResultTexts texts{{heads()}, {}};
    for (std::size_t i = 0; i < kWitnesses.size(); ++i)
        texts.lines[i + 1] = cells(state, kWitnesses[i]);
    for (const auto &line : texts.lines) {
        for (std::size_t c = 0; c < kColumns; ++c)
            texts.widths[c] = std::max(texts.widths[c], metrics.horizontalAdvance(line[c]) + 1);
    }
    return texts;
}
double tableWidth(const EnsembleState &state, const Theme &theme)
{
    return resultTexts(state, metricsOf(theme, TextRole::MonoSmall)).width(theme.space(3)) + 2 * theme.space(1);
}
/// A figure has no tool tip: where all columns have no room, the bits stand below their value.
bool putsBitsBelow(const EnsembleState &state, double width, const Theme &theme)
{
    const ResultTexts texts = resultTexts(state, metricsOf(theme, TextRole::MonoSmall));
    return state.isFigure && texts.width(theme.space(2)) * kSmallestTable > width - 2 * theme.space(1);
}

void paintTable(QPainter &painter, const EnsembleLayout &layout, const EnsembleState &state, const Theme &theme)
{
    constexpr std::size_t kValue = 1, kBits = 2;
    painter.setFont(theme.font(TextRole::MonoSmall));
    ResultTexts texts = resultTexts(state, QFontMetricsF(painter.font()));
    std::vector<std::size_t> columns{0, kValue, kBits, 3, 4};
    if (layout.bitsBelow) {
        texts.lines[0][kValue] += QStringLiteral(", ") + texts.lines[0][kBits];
        columns.erase(columns.begin() + kBits);
        texts.widths[kValue] = std::max(texts.widths[kValue], texts.widths[kBits]);
    }
    const auto widthWith = [&](double gap) {
        double width = -gap;
        for (const std::size_t c : columns)
            width += texts.widths[c] + gap;
        return width;
    };
    const double air = theme.space(1), height = rowHeight(theme), room = layout.table.width() - 2 * air;
    const double gap = widthWith(theme.space(3)) <= room ? theme.space(3) : theme.space(2);
    const double size = state.isFigure ? std::clamp(room / widthWith(gap), kSmallestTable, 1.0) : 1.0;
    std::size_t shown = 0; // what still has no room is left out whole, from the right
    for (double used = 0; shown < columns.size() && (used + texts.widths[columns[shown]]) * size <= room + 0.5; ++shown)
        used += texts.widths[columns[shown]] + gap;
    for (std::size_t i = 0; i <= layout.rows.size(); ++i) {
        if (i > 0 && static_cast<int>(i) - 1 == state.witness)
            painter.fillRect(layout.rows[i - 1], theme.hovered);
        painter.save();
        painter.translate(layout.table.left() + air, i > 0 ? layout.rows[i - 1].top() : layout.table.top());
        painter.scale(size, size);
        double x = 0;
        for (std::size_t n = 0; n < std::max<std::size_t>(shown, 2); ++n) {
            const std::size_t c = columns[n];
            const auto write = [&](double top, std::size_t text, Qt::Alignment side) {
                painter.drawText(QRectF(x, top, texts.widths[c], height / size),
                                 side | Qt::AlignVCenter | Qt::TextDontClip, texts.lines[i][text]);
            };
            painter.setPen(i == 0 || c == 0 ? theme.textMuted : theme.text);
            write(0, c, c == 0 || c == kBits ? Qt::AlignLeft : Qt::AlignRight);
            if (layout.bitsBelow && c == kValue && i > 0) {
                painter.setPen(theme.textMuted);
                write(height / size, kBits, Qt::AlignRight);
            }
            x += texts.widths[c] + gap;
        }
        painter.restore();
    }
}

/// The orders of the best and the worst result: in a figure all of them, in a window as far as some lines go.
QStringList orderLines(const EnsembleState &state, double width, const Theme &theme)
{
    const QFontMetricsF metrics = metricsOf(theme, TextRole::MonoSmall);
    const std::array shown = {translate(QT_TRANSLATE_NOOP("EnsembleView", "best order: %1")),
                              translate(QT_TRANSLATE_NOOP("EnsembleView", "worst order: %1"))};
    QStringList lines;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QStringList words = shown[i].arg(state.orderText(state.at(kWitnesses[i]).order)).split(QLatin1Char(' '));
        QStringList own{words.constFirst()};
        for (const QString &word : words.mid(1)) {
            if (const QString longer = own.back() + QLatin1Char(' ') + word; metrics.horizontalAdvance(longer) <= width)
                own.back() = longer;
            else
                own << QStringLiteral("  ") + word;
        }
        if (!state.isFigure && own.size() > kMostOrderLines) {
            own = own.mid(0, kMostOrderLines);
            own.back() = metrics.elidedText(own.back() + QStringLiteral(" …"), Qt::ElideRight, width);
        }
        lines << own;
    }
    return lines;
}

void paintOrders(QPainter &painter, const EnsembleLayout &layout, const EnsembleState &state, const Theme &theme)
{
    if (layout.orders.height() <= 0)
        return;
    painter.setFont(theme.font(TextRole::MonoSmall));
    painter.setPen(theme.textMuted);
    const double high = QFontMetricsF(painter.font()).height(), air = theme.space(1);
    double y = layout.orders.top();
    for (const QString &line : orderLines(state, layout.orders.width() - air, theme)) {
        painter.drawText(QRectF(layout.orders.left() + air, y, layout.orders.width() - air, high),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line);
        y += high;
    }
}

} // namespace

EnsembleLayout::EnsembleLayout(const EnsembleState &state, const QRectF &area, const Theme &theme)
{
    if (state.empty())
        return;
    constexpr int kAll = static_cast<int>(kWitnesses.size()), kBestAndWorst = 2;
    place(state, area, theme, kLowestHistogram, kAll, true);
    // A window scrolls, paper does not: a low histogram comes first, then the orders go, then the smallest and the
    // largest result.
    if (state.isFigure && height > area.height())
        place(state, area, theme, kLowestInFigure, kAll, true);
    if (state.isFigure && height > area.height())
        place(state, area, theme, kLowestHistogram, kAll, false);
    if (state.isFigure && height > area.height())
        place(state, area, theme, kLowestInFigure, kAll, false);
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
    const double wordsWidth =
        beside ? std::clamp(tableWidth(state, theme), inner.width() * kWordsShare, inner.width() * kMostWordsShare)
               : inner.width();
    const double factsHeight = metricsOf(theme, TextRole::Small).height() *
                               static_cast<double>(factLines(state, wordsWidth - theme.space(1), theme).size());
    bitsBelow = putsBitsBelow(state, wordsWidth, theme);
    const double each = row * (bitsBelow ? 2 : 1);
    const double tableHeight = row + each * witnesses;
    const double ordersHeight =
        hasOrders ? metricsOf(theme, TextRole::MonoSmall).height() *
                        static_cast<double>(orderLines(state, wordsWidth - theme.space(1), theme).size())
                  : 0;
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
        rows.emplace_back(table.left(), table.top() + row + each * i, table.width(), each);
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
