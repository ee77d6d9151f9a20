// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/launches_painter.h"

#include "engine/numerics/ulp.h"
#include "ui/models/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr int kBeside = 170;        ///< grid steps of width from which the histograms stand beside the words
constexpr double kWordsShare = 0.5; ///< of the width, beside the histograms
constexpr int kLowestBars = 18, kHighestBars = 70, kLowestInFigure = 13; ///< grid steps of a histogram
constexpr double kNarrowestBar = 9, kWidestBar = 64;                     ///< px of a column

QString translate(const char *text) { return QCoreApplication::translate("LaunchesView", text); }

QFontMetricsF metricsOf(const Theme &theme, TextRole role) { return QFontMetricsF(theme.font(role)); }
double rowHeight(const Theme &theme) { return std::ceil(metricsOf(theme, TextRole::Small).height() * 1.5); }
double lineHeight(const Theme &theme) { return metricsOf(theme, TextRole::Small).height(); }
double titleHeight(const LaunchesState &state, const Theme &theme)
{
    return state.title.isEmpty() ? 0 : metricsOf(theme, TextRole::Heading).height() + theme.space(1);
}

/// A sentence over as many lines as it needs.
QStringList wrapped(const QString &text, double width, const Theme &theme)
{
    const QFontMetricsF metrics = metricsOf(theme, TextRole::Small);
    QStringList lines;
    for (const QString &word : text.split(QLatin1Char(' '))) {
        const QString joined = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && metrics.horizontalAdvance(joined) <= width)
            lines.back() = joined;
        else
            lines << word;
    }
    return lines;
}

/// What was found about the results of all launches, and about their replay: lines, and whether each is good news.
struct Finding {
    QStringList lines;
    QColor color;
};
/// Brief: one sentence for all replays, or only those that differ.
std::vector<Finding> findings(const LaunchesState &state, double width, bool brief, const Theme &theme)
{
    std::vector<Finding> all;
    if (const QString widest = state.widestText(); !widest.isEmpty())
        all.push_back({wrapped(widest, width, theme), theme.text});
    const bool isGood = std::all_of(state.modes().begin(), state.modes().end(), [&](const ArrivalModeResult &mode) {
        return !mode.replay || state.isReplayed(mode);
    });
    if (brief && isGood) {
        if (const QString text = state.briefReplayText(); !text.isEmpty())
            all.push_back({wrapped(text, width, theme), theme.ok});
        return all;
    }
    for (const ArrivalModeResult &mode : state.modes()) {
        const QString text = state.replayText(mode);
        if (!text.isEmpty() && !(brief && state.isReplayed(mode)))
            all.push_back({wrapped(text, width, theme), state.isReplayed(mode) ? theme.ok : theme.error});
    }
    return all;
}

double findingsHeight(const LaunchesState &state, double width, bool brief, const Theme &theme)
{
    double lines = 0;
    for (const Finding &finding : findings(state, width, brief, theme))
        lines += static_cast<double>(finding.lines.size());
    return lines * lineHeight(theme);
}

QString binLabel(const UlpBin &bin)
{
    if (bin.to == kInfiniteUlpDistance)
        return QStringLiteral("∞");
    return bin.from == bin.to ? QString::number(bin.from)
                              : QString::number(bin.from) + QChar(u'…') + QString::number(bin.to);
}

/// Columns of equal width in the middle of a place, no more than have room.
std::vector<QRectF> columnsIn(const QRectF &area, std::size_t count, const Theme &theme)
{
    const auto fitting = static_cast<std::size_t>(std::max(1.0, area.width() / theme.length(kNarrowestBar)));
    count = std::min(count, fitting);
    const double wide =
        std::min(area.width() / static_cast<double>(std::max<std::size_t>(1, count)), theme.length(1.5 * kWidestBar));
    std::vector<QRectF> columns;
    const double left = area.center().x() - wide * static_cast<double>(count) / 2;
    for (std::size_t i = 0; i < count; ++i)
        columns.emplace_back(left + wide * static_cast<double>(i), area.top(), wide, area.height());
    return columns;
}

/// A histogram as it is painted.
struct Bars {
    std::vector<std::uint64_t> counts;
    QStringList labels;
    QString axis, shortAxis; ///< the short one where the other has no room
    bool logCounts = false;
    int current = -1, good = -1; ///< under the pointer; the one that stands for agreement
};

void paintBars(QPainter &painter, const QRectF &area, const std::vector<QRectF> &columns, const Bars &bars,
               const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const double label = metrics.height(), air = theme.space(1);
    const double floor = area.bottom() - 2 * label - 2 * air, ceiling = area.top() + label + air;
    const auto size = [&](std::uint64_t n) {
        return bars.logCounts ? std::log1p(static_cast<double>(n)) : static_cast<double>(n);
    };
    std::uint64_t most = 1;
    for (const std::uint64_t count : bars.counts)
        most = std::max(most, count);
    painter.setPen(QPen(theme.axis, theme.penWidth(1)));
    painter.drawLine(QPointF(area.left(), floor), QPointF(area.right(), floor));
    double free = area.left(), freeAbove = area.left();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const QRectF &column = columns[i];
        const double wide = std::min(column.width() - theme.length(1), theme.length(kWidestBar));
        const double high = std::max(bars.counts[i] > 0 ? theme.length(1.5) : 0.0,
                                     size(bars.counts[i]) / size(most) * (floor - ceiling));
        const QRectF bar(column.center().x() - wide / 2, floor - high, wide, high);
        const bool isCurrent = static_cast<int>(i) == bars.current, isGood = static_cast<int>(i) == bars.good;
        if (isCurrent)
            painter.fillRect(column, theme.hovered);
        painter.fillRect(bar, isGood ? theme.ok : theme.accentA);
        if (isCurrent) {
            painter.setPen(QPen(theme.cursor, theme.penWidth(1)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar);
        }
        const QString count = grouped(static_cast<qint64>(bars.counts[i]));
        const double countWidth = metrics.horizontalAdvance(count),
                     countLeft = std::max(area.left(), column.center().x() - countWidth / 2);
        if (bars.counts[i] > 0 && countLeft >= freeAbove) {
            painter.setPen(theme.text);
            painter.drawText(QRectF(countLeft, bar.top() - label, countWidth + 1, label),
                             Qt::AlignLeft | Qt::AlignBottom | Qt::TextDontClip, count);
            freeAbove = countLeft + countWidth + theme.space(2);
        }
        const QString name =
            static_cast<qsizetype>(i) < bars.labels.size() ? bars.labels[static_cast<qsizetype>(i)] : QString();
        const double width = metrics.horizontalAdvance(name), x = column.center().x() - width / 2;
        if (!name.isEmpty() && x >= free) {
            painter.setPen(isGood ? theme.text : theme.textMuted);
            painter.drawText(QRectF(x, floor + air, width + 1, label),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
            free = x + width + theme.space(2);
        }
    }
    painter.setPen(theme.textMuted);
    const QString axis = metrics.horizontalAdvance(bars.axis) > area.width() ? bars.shortAxis : bars.axis;
    painter.drawText(QRectF(area.left(), area.bottom() - label, area.width(), label), Qt::AlignCenter,
                     metrics.elidedText(axis, Qt::ElideRight, area.width()));
}

void paintOutputs(QPainter &painter, const LaunchesLayout &layout, const LaunchesState &state, const Theme &theme)
{
    const std::vector<DistinctOutput> &outputs = state.shown().outputs;
    Bars bars;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        bars.counts.push_back(outputs[i].count);
        bars.labels << QString::number(i + 1);
    }
    const QString mode = state.modeName(state.shown().mode);
    bars.axis = translate(QT_TRANSLATE_NOOP("LaunchesView", "%1: launches of each distinct output")).arg(mode);
    bars.shortAxis = translate(QT_TRANSLATE_NOOP("LaunchesView", "%1: launches of each output")).arg(mode);
    if (outputs.size() > layout.columns.size())
        bars.axis +=
            translate(QT_TRANSLATE_NOOP("LaunchesView", ", the %1 most frequent of %2"))
                .arg(grouped(static_cast<qint64>(layout.columns.size())), grouped(static_cast<qint64>(outputs.size())));
    if (state.logCounts)
        bars.axis += translate(QT_TRANSLATE_NOOP("LaunchesView", ", log scale"));
    bars.logCounts = state.logCounts;
    bars.current = state.part == LaunchesState::Part::Output ? state.index : -1;
    bars.good = outputs.size() == 1 ? 0 : -1;
    paintBars(painter, layout.outputs, layout.columns, bars, theme);
}

/// Most values agree: the counts are always on a log scale.
void paintSpread(QPainter &painter, const LaunchesLayout &layout, const LaunchesState &state, const Theme &theme)
{
    const std::vector<UlpBin> bins = state.bins();
    Bars bars;
    for (std::size_t i = 0; i < layout.bins.size(); ++i) {
        bars.counts.push_back(bins[i].count);
        bars.labels << binLabel(bins[i]);
        if (bins[i].to == 0)
            bars.good = static_cast<int>(i);
    }
    bars.axis = translate(QT_TRANSLATE_NOOP("LaunchesView", "values by spread over the launches in ulp, log scale"));
    bars.shortAxis = translate(QT_TRANSLATE_NOOP("LaunchesView", "values by spread in ulp, log scale"));
    bars.logCounts = true;
    bars.current = state.part == LaunchesState::Part::Bin ? state.index : -1;
    paintBars(painter, layout.spread, layout.bins, bars, theme);
}

/// A line a mode: name, a bar as long as a launch takes, its time, how many outputs there are.
void paintCosts(QPainter &painter, const LaunchesLayout &layout, const LaunchesState &state, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    const double gap = theme.space(2), air = theme.space(1);
    double names = 0, times = 0, outputs = 0, shortOutputs = 0, longest = 0;
    for (const ArrivalModeResult &mode : state.modes()) {
        names = std::max(names, metrics.horizontalAdvance(state.modeName(mode.mode)) + 1);
        times = std::max(times, metrics.horizontalAdvance(state.timeText(mode)) + 1);
        outputs = std::max(outputs, metrics.horizontalAdvance(state.outputsText(mode)) + 1);
        shortOutputs = std::max(shortOutputs, metrics.horizontalAdvance(state.shortOutputsText(mode)) + 1);
        longest = std::max(longest, mode.medianMs);
    }
    const double left = layout.costs.width() - names - times - 3 * gap - 2 * air - theme.space(10);
    const bool isLong = outputs <= left, hasOutputs = isLong || shortOutputs <= left;
    outputs = isLong ? outputs : shortOutputs;
    const double barWidth =
        std::max(0.0, layout.costs.width() - names - times - 2 * gap - 2 * air - (hasOutputs ? outputs + gap : 0));
    for (std::size_t i = 0; i < layout.modes.size(); ++i) {
        const ArrivalModeResult &mode = state.modes()[i];
        const QRectF &line = layout.modes[i];
        if (state.part == LaunchesState::Part::Mode && static_cast<int>(i) == state.index)
            painter.fillRect(line, theme.hovered);
        double x = line.left() + air;
        const auto text = [&](double width, const QString &words, const QColor &color, Qt::Alignment side) {
            painter.setPen(color);
            painter.drawText(QRectF(x, line.top(), width, line.height()),
                             static_cast<int>(side | Qt::AlignVCenter) | Qt::TextDontClip, words);
            x += width + gap;
        };
        text(names, state.modeName(mode.mode), theme.text, Qt::AlignLeft);
        const double length = longest > 0 ? barWidth * mode.medianMs / longest : 0;
        const double thick = line.height() * 0.5;
        painter.fillRect(QRectF(x, line.center().y() - thick / 2, std::max(length, theme.length(1.5)), thick),
                         mode.outputs.size() == 1 ? theme.ok : theme.accentA);
        x += barWidth + gap;
        text(times, state.timeText(mode), theme.text, Qt::AlignRight);
        if (hasOutputs)
            text(outputs, isLong ? state.outputsText(mode) : state.shortOutputsText(mode), theme.textMuted,
                 Qt::AlignRight);
    }
}

void paintLines(QPainter &painter, const QRectF &area, const LaunchesState &state, bool brief, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::Small));
    const double height = lineHeight(theme), air = theme.space(1);
    double y = area.top();
    for (const Finding &finding : findings(state, area.width() - air, brief, theme)) {
        painter.setPen(finding.color);
        for (const QString &line : finding.lines) {
            if (y + height > area.bottom() + 1)
                return;
            painter.drawText(QRectF(area.left() + air, y, area.width() - air, height),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line);
            y += height;
        }
    }
}

} // namespace

QStringList launchLines(const QStringList &facts, double width, const Theme &theme)
{
    const QFontMetricsF metrics = metricsOf(theme, TextRole::Small);
    QStringList lines;
    for (const QString &fact : facts) {
        const QString joined = lines.isEmpty() ? fact : lines.back() + QStringLiteral(" · ") + fact;
        if (!lines.isEmpty() && metrics.horizontalAdvance(joined) <= width)
            lines.back() = joined;
        else
            lines << wrapped(fact, width, theme);
    }
    return lines;
}

LaunchesLayout::LaunchesLayout(const LaunchesState &state, const QRectF &area, const Theme &theme)
{
    if (state.empty())
        return;
    const double air = theme.space(3), gap = theme.space(2), row = rowHeight(theme);
    const QRectF inner = area.adjusted(air, gap + titleHeight(state, theme), -air, -gap);
    const bool beside = inner.width() >= theme.space(kBeside);
    const double wordsWidth = beside ? inner.width() * kWordsShare - theme.space(3) : inner.width();
    const double factsHeight =
        lineHeight(theme) * static_cast<double>(launchLines(state.facts(), wordsWidth - theme.space(1), theme).size());
    const double costsHeight = row * static_cast<double>(state.modes().size());
    const double least = theme.space(state.isFigure ? kLowestInFigure : kLowestBars), most = theme.space(kHighestBars);
    double foundHeight = findingsHeight(state, wordsWidth - theme.space(1), false, theme);
    double wordsHeight = factsHeight + gap + costsHeight + gap + foundHeight;
    // Paper does not scroll. Where it is small, the replays share a sentence, and the number of outputs, which stands
    // beside the times too, has no histogram.
    const auto isTooHigh = [&](int histograms) {
        const double bars = beside ? 0 : histograms * (least + gap) + gap;
        return state.isFigure && wordsHeight + bars > inner.height();
    };
    isBrief = isTooHigh(2);
    if (isBrief) {
        wordsHeight -= foundHeight;
        foundHeight = findingsHeight(state, wordsWidth - theme.space(1), true, theme);
        wordsHeight += foundHeight;
    }
    const int histograms = isTooHigh(2) && !beside ? 1 : 2;
    facts = QRectF(inner.left(), inner.top(), wordsWidth, factsHeight);
    costs = QRectF(inner.left(), facts.bottom() + gap, wordsWidth, costsHeight);
    double high = 0; // of a histogram
    if (beside) {
        replays = QRectF(inner.left(), costs.bottom() + gap, wordsWidth, foundHeight);
        high = std::max(least, std::min((std::max(inner.height(), wordsHeight) - gap) / 2, most));
        const double left = inner.left() + inner.width() * kWordsShare + theme.space(3);
        outputs = QRectF(left, inner.top(), inner.right() - left, high);
        spread = QRectF(left, outputs.bottom() + gap, inner.right() - left, high);
        height = inner.top() - area.top() + std::max(wordsHeight, 2 * high + gap) + gap;
    } else {
        high = std::clamp((inner.height() - wordsHeight - (histograms + 1) * gap) / histograms, least, most);
        spread = QRectF(inner.left(), costs.bottom() + gap, wordsWidth, high);
        if (histograms == 2) {
            outputs = spread;
            spread.translate(0, high + gap);
        }
        replays = QRectF(inner.left(), spread.bottom() + gap, wordsWidth, foundHeight);
        height = inner.top() - area.top() + wordsHeight + histograms * high + (histograms + 1) * gap;
    }
    if (state.isFigure) // what does not fit even so is left out
        replays.setBottom(std::min(replays.bottom(), inner.bottom()));
    for (std::size_t i = 0; i < state.modes().size(); ++i)
        modes.emplace_back(costs.left(), costs.top() + row * static_cast<double>(i), costs.width(), row);
    if (!outputs.isEmpty())
        columns = columnsIn(outputs, state.shown().outputs.size(), theme);
    bins = columnsIn(spread, state.bins().size(), theme);
}

std::pair<LaunchesState::Part, int> LaunchesLayout::at(const QPointF &point) const
{
    using Part = LaunchesState::Part;
    for (const auto &[part, places] :
         {std::pair{Part::Output, &columns}, std::pair{Part::Bin, &bins}, std::pair{Part::Mode, &modes}}) {
        for (std::size_t i = 0; i < places->size(); ++i) {
            if ((*places)[i].contains(point))
                return {part, static_cast<int>(i)};
        }
    }
    return {Part::None, -1};
}

void paintLaunches(QPainter &painter, const QRectF &area, const LaunchesState &state, const Theme &theme)
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
    const LaunchesLayout layout(state, area, theme);
    painter.setFont(theme.font(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    double y = layout.facts.top();
    const double width = layout.facts.width() - theme.space(1);
    for (const QString &line : launchLines(state.facts(), width, theme)) {
        painter.setPen(theme.text);
        painter.drawText(QRectF(layout.facts.left() + theme.space(1), y, width, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(line, Qt::ElideRight, width));
        y += metrics.height();
    }
    paintCosts(painter, layout, state, theme);
    if (!layout.outputs.isEmpty())
        paintOutputs(painter, layout, state, theme);
    paintSpread(painter, layout, state, theme);
    paintLines(painter, layout.replays, state, layout.isBrief, theme);
    painter.restore();
}

void LaunchesFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintLaunches(context.painter, context.rect, m_state, context.theme);
}

} // namespace ulpscope::ui
