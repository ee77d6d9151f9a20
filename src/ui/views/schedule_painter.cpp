// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_painter.h"

#include "ui/plot/color_map.h"
#include "ui/views/schedule_phases.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr auto kMap = "viridis";
constexpr std::size_t kMostShapes = 20'000; ///< blocks that a vector figure draws as shapes; more are an image

QString translate(const char *text) { return QCoreApplication::translate("ScheduleView", text); }

QRgb mix(QRgb a, QRgb b, double share)
{
    const auto part = [share](int x, int y) { return static_cast<int>(x * (1 - share) + y * share); };
    return qRgb(part(qRed(a), qRed(b)), part(qGreen(a), qGreen(b)), part(qBlue(a), qBlue(b)));
}

/// The colour of a block, by what it shows and by what the animation's time says of it.
class Palette {
public:
    Palette(const ScheduleState &state, const Theme &theme)
        : m_now(state.now),
          m_ground(theme.plotGround.rgb()),
          m_plain(theme.isDark() ? theme.raised.rgb() : theme.notComputed.rgb()),
          m_combine(theme.stepColor(StepColor::Combine).rgb())
    {
        const ColorMap &map = colorMapFor(QLatin1String(kMap), theme.isDark());
        for (std::size_t i = 0; i < m_levels.size(); ++i)
            m_levels[i] = map.at(static_cast<double>(i) / static_cast<double>(m_levels.size() - 1)).rgb();
    }
    QRgb of(const ScheduleBlock &block) const
    {
        const QRgb full = block.isCombine   ? m_combine
                          : block.color < 0 ? m_plain
                                            : m_levels[static_cast<std::size_t>(std::lround(block.color * 255))];
        if (m_now < 0 || (static_cast<double>(block.begin) <= m_now && m_now < static_cast<double>(block.end)))
            return full;
        return mix(full, m_ground, static_cast<double>(block.begin) > m_now ? 0.85 : 0.45);
    }

private:
    double m_now;
    QRgb m_ground, m_plain, m_combine;
    std::array<QRgb, 256> m_levels{};
};

/// Calls `visit(block)` for the blocks of a window, lane by lane.
template <typename Visit>
void forVisible(const ScheduleState &state, const Visit &visit)
{
    const ScheduleState::Blocks &blocks = *state.blocks;
    const int first = std::max(0, static_cast<int>(state.window.top));
    const int last = std::min(state.lanes(), static_cast<int>(std::ceil(state.window.bottom)));
    for (int lane = first; lane < last; ++lane) {
        const auto begin = blocks.all.begin() + blocks.firstOfLane[static_cast<std::size_t>(lane)];
        const auto end = blocks.all.begin() + blocks.firstOfLane[static_cast<std::size_t>(lane) + 1];
        auto block = std::lower_bound(begin, end, state.window.begin, [](const ScheduleBlock &b, double time) {
            return static_cast<double>(b.end) <= time;
        });
        for (; block != end && static_cast<double>(block->begin) < state.window.end; ++block)
            visit(static_cast<int>(block - blocks.all.begin()));
    }
}

/// Tens of thousands of blocks take a painter too long; rows of pixels do not.
QImage blockImage(const ScheduleState &state, const ScheduleLayout &layout, const Theme &theme, double ratio)
{
    const int width = std::max(1, static_cast<int>(std::ceil(layout.lanes.width() * ratio)));
    const int height = std::max(1, static_cast<int>(std::ceil(layout.lanes.height() * ratio)));
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(theme.plotGround);
    const Palette palette(state, theme);
    const int gap = std::max(1, static_cast<int>(std::lround(ratio)));
    const auto pixel = [ratio](double position, double origin, int most) {
        return static_cast<int>(std::clamp((position - origin) * ratio + 0.5, 0.0, static_cast<double>(most)));
    };
    forVisible(state, [&](int index) {
        const ScheduleBlock &block = state.blocks->all[static_cast<std::size_t>(index)];
        const int x0 = pixel(layout.xOf(static_cast<double>(block.begin)), layout.lanes.left(), width);
        int x1 = pixel(layout.xOf(static_cast<double>(block.end)), layout.lanes.left(), width);
        const int y0 = pixel(layout.yOf(block.lane), layout.lanes.top(), height);
        int y1 = pixel(layout.yOf(block.lane + 1), layout.lanes.top(), height);
        x1 = x1 - x0 > 3 * gap ? x1 - gap : std::min(width, std::max(x1, x0 + 1));
        y1 = y1 - y0 > 4 * gap ? y1 - gap : std::min(height, std::max(y1, y0 + 1));
        const QRgb color = palette.of(block);
        for (int y = y0; y < y1; ++y) {
            auto *const row = reinterpret_cast<QRgb *>(image.scanLine(y));
            std::fill(row + x0, row + x1, color);
        }
    });
    return image;
}

void paintShapes(QPainter &painter, const ScheduleState &state, const ScheduleLayout &layout, const Theme &theme)
{
    const Palette palette(state, theme);
    painter.setPen(Qt::NoPen);
    forVisible(state, [&](int index) {
        const ScheduleBlock &block = state.blocks->all[static_cast<std::size_t>(index)];
        painter.setBrush(QColor::fromRgb(palette.of(block)));
        const QRectF rect = layout.rect(block);
        const double gap = std::min(theme.length(1), rect.width() / 8);
        painter.drawRect(rect.adjusted(0, 0, -gap, -std::min(theme.length(1), rect.height() / 8)));
    });
}

void paintNames(QPainter &painter, const ScheduleState &state, const ScheduleLayout &layout, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    if (layout.laneHeight() < metrics.height())
        return;
    const Palette palette(state, theme);
    forVisible(state, [&](int index) {
        const ScheduleBlock &block = state.blocks->all[static_cast<std::size_t>(index)];
        const LaunchTile &tile = state.tileOf(block);
        const QRectF box = layout.rect(block).intersected(layout.lanes);
        QString text;
        for (const QString &part :
             {QStringLiteral("q%1").arg(tile.at.mBlock), QStringLiteral(" h%1").arg(tile.at.head),
              QStringLiteral(" b%1").arg(tile.at.batch),
              state.model->grid.splits > 1 && !block.isCombine ? QStringLiteral(" s%1").arg(tile.at.split)
                                                               : QString()}) {
            if (metrics.horizontalAdvance(text + part) + theme.space(1) > box.width())
                break;
            text += part;
        }
        const QColor fill = QColor::fromRgb(palette.of(block));
        painter.setPen(textOn(fill));
        painter.drawText(box, Qt::AlignCenter, text);
    });
}

/// 1, 2 or 5 times a power of ten, at least `smallest`.
double niceStep(double smallest)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, smallest))));
    for (double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (factor * power >= smallest)
            return factor * power;
    }
    return 10 * power;
}

void paintAxes(QPainter &painter, const QRectF &area, const ScheduleState &state, const ScheduleLayout &layout,
               const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.textMuted);
    const int perSm = state.model->timeline.blocksPerSm;
    const double smHeight = layout.laneHeight() * perSm;
    const int every = static_cast<int>(niceStep(std::max(1.0, metrics.height() / smHeight)));
    const int firstSm = static_cast<int>(state.window.top) / perSm / every * every;
    for (int sm = firstSm; sm * perSm < state.window.bottom; sm += every) {
        const double y = layout.yOf(sm * perSm) + std::min(smHeight, metrics.height()) / 2;
        if (y < layout.lanes.top() || y > layout.lanes.bottom())
            continue;
        painter.drawText(QRectF(area.left(), y - metrics.height() / 2,
                                layout.lanes.left() - area.left() - theme.space(2), metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("SM %1").arg(sm));
    }
    // Nanoseconds are written as microseconds, with as many digits as tell one label from the next.
    const double most = static_cast<double>(state.span());
    const QString longest = state.isMeasured ? QString::number(most / 1000, 'f', 3) : QString::number(state.span());
    const double wide = metrics.horizontalAdvance(longest) + theme.space(4);
    const double step = niceStep(wide / (layout.xOf(1) - layout.xOf(0)));
    const int digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
    for (double time = std::ceil(state.window.begin / step) * step; time <= state.window.end; time += step) {
        const double x = layout.xOf(time);
        painter.drawText(
            QRectF(x - wide / 2, layout.lanes.top() - metrics.height() - theme.space(1), wide, metrics.height()),
            Qt::AlignCenter,
            state.isMeasured ? QString::number(time / 1000, 'f', digits) : QString::number(time, 'f', 0));
    }
}

void paintMarks(QPainter &painter, const ScheduleState &state, const ScheduleLayout &layout, const Theme &theme)
{
    painter.save();
    painter.setClipRect(layout.lanes.adjusted(-2, -2, 2, 2));
    const auto frame = [&](int index, const QColor &color, double width) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.cursorCasing, theme.penWidth(width + 2)));
        painter.drawRect(layout.rect(state.blocks->all[static_cast<std::size_t>(index)]));
        painter.setPen(QPen(color, theme.penWidth(width)));
        painter.drawRect(layout.rect(state.blocks->all[static_cast<std::size_t>(index)]));
    };
    // What the combine of the current query tile waits for.
    if (state.current >= 0 && state.model->grid.splits > 1) {
        const int splits = state.model->grid.splits;
        const int work = state.tileOf(state.blocks->all[static_cast<std::size_t>(state.current)]).workTile;
        const int combine =
            state.blocks->ofWorkTile[static_cast<std::size_t>(work / (splits + 1) * (splits + 1) + splits)];
        if (combine >= 0) {
            const QRectF to = layout.rect(state.blocks->all[static_cast<std::size_t>(combine)]);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.accentA, theme.penWidth(1.5)));
            for (int source : state.sources(combine)) {
                const QRectF from = layout.rect(state.blocks->all[static_cast<std::size_t>(source)]);
                painter.drawLine(QPointF(from.right(), from.center().y()), QPointF(to.left(), to.center().y()));
            }
            painter.setRenderHint(QPainter::Antialiasing, false);
            frame(combine, theme.accentA, 1.5);
        }
    }
    for (int index : state.highlighted)
        frame(index, theme.cursor, 1);
    if (state.current >= 0)
        frame(state.current, theme.cursor, 2);
    if (state.pointed >= 0)
        frame(state.pointed, theme.accentA, 2);
    if (state.now >= 0) {
        painter.setPen(QPen(theme.cursor, theme.penWidth(1)));
        const double x = layout.xOf(state.now);
        painter.drawLine(QPointF(x, layout.lanes.top()), QPointF(x, layout.lanes.bottom()));
    }
    painter.restore();
}

double captionHeight(const ScheduleState &state, const Theme &theme)
{
    return state.caption.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Small)).height() + theme.space(1);
}

/// The parts of the caption that there is room for; the first is always there.
void paintCaption(QPainter &painter, const QRectF &line, const ScheduleState &state, const Theme &theme)
{
    if (state.caption.isEmpty())
        return;
    painter.setFont(theme.font(TextRole::Small));
    painter.setPen(theme.text);
    const QFontMetricsF metrics(painter.font());
    QString text = state.caption.constFirst();
    for (const QString &part : state.caption.mid(1)) {
        const QString longer = text + QStringLiteral(" · ") + part;
        if (metrics.horizontalAdvance(longer) > line.width())
            break;
        text = longer;
    }
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, line.width()));
}

/// What the colours of the blocks mean, in one line as far as there is room.
void paintKey(QPainter &painter, const QRectF &line, const ScheduleState &state, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    double x = line.left();
    const auto text = [&](const QString &s) {
        painter.setPen(theme.textMuted);
        painter.drawText(QRectF(x, line.top(), metrics.horizontalAdvance(s) + theme.space(1), line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, s);
        x += metrics.horizontalAdvance(s) + theme.space(2);
    };
    if (!state.low.isEmpty()) {
        const ColorMap &map = colorMapFor(QLatin1String(kMap), theme.isDark());
        const double bar = theme.length(80), high = theme.length(6);
        text(state.colorTitle);
        text(state.low);
        QLinearGradient gradient(x, 0, x + bar, 0);
        for (int i = 0; i <= 16; ++i)
            gradient.setColorAt(i / 16.0, map.at(i / 16.0));
        painter.fillRect(QRectF(x, line.center().y() - high / 2, bar, high), gradient);
        x += bar + theme.space(2);
        text(state.high);
    }
    const double swatch = theme.length(9);
    const auto item = [&](const QColor &color, const QString &name) {
        if (x + swatch + theme.space(3) + metrics.horizontalAdvance(name) > line.right())
            return;
        painter.fillRect(QRectF(x, line.center().y() - swatch / 2, swatch, swatch), color);
        x += swatch + theme.space(1);
        text(name);
    };
    x += theme.space(1);
    if (!state.model->combines.empty())
        item(theme.stepColor(StepColor::Combine), translate(QT_TRANSLATE_NOOP("ScheduleView", "combine")));
    if (state.color == ScheduleColor::Error)
        item(theme.isDark() ? theme.raised : theme.notComputed,
             translate(QT_TRANSLATE_NOOP("ScheduleView", "other heads")));
}

} // namespace

ScheduleLayout::ScheduleLayout(const ScheduleState &state, const QRectF &area, const Theme &theme)
    : m_window(state.window)
{
    const QFontMetricsF metrics(theme.font(TextRole::MonoSmall));
    const double line = metrics.height(), gap = theme.space(1);
    const double left = metrics.horizontalAdvance(QStringLiteral("SM 0000")) + theme.space(3);
    const double title =
        (state.title.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(1)) +
        captionHeight(state, theme);
    m_captionTop = area.top() + title - captionHeight(state, theme);
    const double strip = phaseStripHeight(state, theme);
    const bool hasStrip = strip > 0 && area.height() > 3 * strip;
    lanes =
        area.adjusted(left, title + line + 2 * gap, -theme.space(3), -(line + 2 * gap) - (hasStrip ? strip + gap : 0));
    if (hasStrip)
        phases = QRectF(lanes.left(), area.bottom() - strip - gap, lanes.width(), strip);
    m_perTime = lanes.width() / std::max(1e-9, m_window.end - m_window.begin);
    m_perLane = lanes.height() / std::max(1e-9, m_window.bottom - m_window.top);
}

QRectF ScheduleLayout::rect(const ScheduleBlock &block) const
{
    return {QPointF(xOf(static_cast<double>(block.begin)), yOf(block.lane)),
            QPointF(xOf(static_cast<double>(block.end)), yOf(block.lane + 1))};
}

int ScheduleLayout::blockAt(const ScheduleState &state, const QPointF &point) const
{
    if (!state.blocks || !lanes.contains(point))
        return -1;
    const int lane = static_cast<int>(laneAt(point.y()));
    if (lane < 0 || lane >= state.lanes())
        return -1;
    const ScheduleState::Blocks &blocks = *state.blocks;
    const auto begin = blocks.all.begin() + blocks.firstOfLane[static_cast<std::size_t>(lane)];
    const auto end = blocks.all.begin() + blocks.firstOfLane[static_cast<std::size_t>(lane) + 1];
    const double time = timeAt(point.x());
    const auto block = std::lower_bound(
        begin, end, time, [](const ScheduleBlock &b, double t) { return static_cast<double>(b.end) <= t; });
    return block != end && static_cast<double>(block->begin) <= time ? static_cast<int>(block - blocks.all.begin())
                                                                     : -1;
}

void paintSchedule(QPainter &painter, const QRectF &area, const ScheduleState &state, const Theme &theme,
                   double pixelRatio)
{
    if (!state.blocks) {
        painter.setFont(theme.font(TextRole::Body));
        painter.setPen(theme.textMuted);
        const double margin = theme.space(4);
        painter.drawText(area.adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap, state.absent);
        return;
    }
    painter.save();
    const ScheduleLayout layout(state, area, theme);
    paintCaption(
        painter,
        {area.left() + theme.space(2), layout.captionTop(), area.width() - theme.space(4), captionHeight(state, theme)},
        state, theme);
    if (!state.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(QRectF(area.left(), area.top(), area.width(), QFontMetricsF(painter.font()).height()),
                         Qt::AlignCenter, state.title);
    }
    if (pixelRatio > 0 || state.blocks->all.size() > kMostShapes) {
        const double ratio = pixelRatio > 0 ? pixelRatio : 2.0;
        painter.drawImage(layout.lanes, blockImage(state, layout, theme, ratio));
    } else {
        painter.save();
        painter.setClipRect(layout.lanes);
        paintShapes(painter, state, layout, theme);
        painter.restore();
    }
    paintNames(painter, state, layout, theme);
    paintAxes(painter, area, state, layout, theme);
    paintMarks(painter, state, layout, theme);
    const double line = QFontMetricsF(theme.font(TextRole::MonoSmall)).height() + theme.space(1);
    paintKey(painter, {layout.lanes.left(), layout.lanes.bottom() + theme.space(1), layout.lanes.width(), line}, state,
             theme);
    if (!layout.phases.isEmpty())
        paintPhaseStrip(painter, layout.phases, state, theme);
    painter.restore();
}

void ScheduleFigure::paintFigure(const FigureContext &context) const
{
    const Theme &theme = context.theme;
    context.painter.fillRect(context.rect, theme.plotGround);
    QRectF area = context.rect;
    const double ratio = context.vector ? 0 : 1;
    if (!m_measured)
        return paintSchedule(context.painter, area, m_state, theme, ratio);
    if (!m_words.isEmpty()) {
        const double margin = theme.space(2);
        const int flags = Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap;
        context.painter.setFont(theme.font(TextRole::Small));
        context.painter.setPen(theme.text);
        const QRectF room = area.adjusted(margin, 0, -margin, -margin);
        const QRectF text = context.painter.boundingRect(room, flags, m_words);
        context.painter.drawText(room, flags, m_words);
        area.setBottom(text.top() - margin);
    }
    if (m_state.blocks) {
        paintSchedule(context.painter, QRectF(area.topLeft(), QSizeF(area.width(), area.height() / 2)), m_state, theme,
                      ratio);
        area.setTop(area.center().y());
    }
    paintSchedule(context.painter, area, *m_measured, theme, ratio);
}

QString ScheduleFigure::figureDescription() const
{
    QStringList sentences;
    if (m_state.blocks)
        sentences << translate(
                         QT_TRANSLATE_NOOP("ScheduleView", "Model of a launch, not a measurement: %1. Colour: %2."))
                         .arg(launchSummary(*m_state.model), m_state.colorTitle);
    if (m_measured && m_measured->blocks)
        sentences << m_measured->caption.join(QStringLiteral("; ")) + QStringLiteral(": ") + m_measured->summary() +
                         QLatin1Char('.')
                  << m_words;
    return sentences.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
