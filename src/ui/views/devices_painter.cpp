// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/devices_painter.h"

#include "ui/views/divergence_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr double kWide = 1.5;         ///< width to height from which trees and texts stand side by side
constexpr double kTreeShare = 0.45;   ///< of the width, or of the height where they stand one above the other
constexpr double kInk = 0.4;          ///< of the distance of leaves: lines closer together are thinner
constexpr double kSmallestText = 0.6; ///< of the theme's; texts that do not fit then are cut with an ellipsis

QString translate(const char *text) { return QCoreApplication::translate("DevicesView", text); }

QStringList deviceLines(const DevicesState &state, int index)
{
    const StudiedDevice &device = state.study->devices[static_cast<std::size_t>(index)];
    const ResolvedMma &qk = device.spec.qk;
    QStringList lines{state.titles[static_cast<std::size_t>(index)]};
    lines << translate(QT_TRANSLATE_NOOP("DevicesView", "%1 SMs")).arg(device.smCount);
    if (device.spec.recipe.form == Form::Online)
        lines.last() +=
            QStringLiteral(" · ") +
            (device.spec.numSplits == 1
                 ? translate(QT_TRANSLATE_NOOP("DevicesView", "one split"))
                 : translate(QT_TRANSLATE_NOOP("DevicesView", "keys in %1 splits")).arg(device.spec.numSplits));
    lines << (qk.kind == MmaUnit::Kind::TensorCore
                  ? translate(QT_TRANSLATE_NOOP("DevicesView", "adds %1 products at once, keeps %2 bits"))
                        .arg(std::min(device.spec.recipe.instrK, qk.spec.groupL))
                        .arg(qk.spec.fractionBits)
                  : translate(QT_TRANSLATE_NOOP("DevicesView", "one fused multiply-add after another")));
    return lines;
}

QString treeCaption(const StudiedDevice &device)
{
    const QString tiles = device.sketchParts == 1
                              ? translate(QT_TRANSLATE_NOOP("DevicesView", "sketch: %1 tiles in one run (model)"))
                              : translate(QT_TRANSLATE_NOOP("DevicesView", "sketch: %1 tiles in %2 runs (model)"));
    return device.sketchParts == 1 ? tiles.arg(device.sketch.leaves)
                                   : tiles.arg(device.sketch.leaves).arg(device.sketchParts);
}

/// A merge tree as a dendrogram: what is added inside a run of neighbouring tiles is thin, what joins runs is bold. A
/// butterfly joins runs that are no neighbours: its lines cross, so they are slanted.
void paintMergeTree(QPainter &painter, const QRectF &area, const StudiedDevice &device, const Theme &theme)
{
    const MergeTree &tree = device.sketch;
    const std::size_t count = static_cast<std::size_t>(tree.leaves) + tree.merges.size();
    std::vector<double> x(count), y(count, 0.0);
    std::vector<int> part(count, -1); // -1: spans several
    const int perPart = (tree.leaves + device.sketchParts - 1) / std::max(1, device.sketchParts);
    for (int leaf = 0; leaf < tree.leaves; ++leaf) {
        x[static_cast<std::size_t>(leaf)] = leaf;
        part[static_cast<std::size_t>(leaf)] = leaf / perPart;
    }
    // A run is as high as its root joins: additions in it share the lower part of the picture evenly, those across runs
    // the upper one.
    std::vector<int> depth(count, 0);
    int deepest = 0, highest = 0;
    for (std::size_t i = 0; i < tree.merges.size(); ++i) {
        const std::size_t node = static_cast<std::size_t>(tree.leaves) + i;
        const std::size_t left = static_cast<std::size_t>(tree.merges[i].left),
                          right = static_cast<std::size_t>(tree.merges[i].right);
        x[node] = (x[left] + x[right]) / 2;
        part[node] = part[left] == part[right] ? part[left] : -1;
        const auto below = [&](std::size_t child) { return part[child] == part[node] ? depth[child] : 0; };
        depth[node] = 1 + std::max(below(left), below(right));
        (part[node] < 0 ? highest : deepest) = std::max(part[node] < 0 ? highest : deepest, depth[node]);
    }
    const double share = highest == 0 ? 1 : deepest == 0 ? 0 : 0.55, inset = theme.length(3);
    const auto at = [&](std::size_t node) {
        const double height = part[node] >= 0 ? share * depth[node] / std::max(1, deepest)
                                              : share + (1 - share) * depth[node] / std::max(1, highest);
        return QPointF(area.left() + inset + (area.width() - 2 * inset) * (x[node] + 0.5) / tree.leaves,
                       area.bottom() - (area.height() - inset) * height);
    };
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < tree.merges.size(); ++i) {
        const std::size_t node = static_cast<std::size_t>(tree.leaves) + i;
        const QPointF top = at(node);
        const bool across = part[node] < 0;
        const double spacing = (area.width() - 2 * inset) / tree.leaves;
        painter.setPen(QPen(across ? theme.accentA : theme.textMuted,
                            across ? theme.penWidth(2) : std::min(theme.penWidth(1), kInk * spacing), Qt::SolidLine,
                            Qt::RoundCap));
        for (const int child : {tree.merges[i].left, tree.merges[i].right}) {
            const QPointF from = at(static_cast<std::size_t>(child));
            if (across)
                painter.drawLine(from, top);
            else
                painter.drawPolyline(QPolygonF({from, {from.x(), top.y()}, top}));
        }
    }
}

struct Block {
    QFont titleFont, font;
    double width;

    double height(const QString &title, const QStringList &lines) const
    {
        const auto of = [&](const QFont &f, const QString &text) {
            return QFontMetricsF(f).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
        };
        return of(titleFont, title) + of(font, lines.join(QLatin1Char('\n')));
    }
};

Block blockOf(const Theme &theme, double width)
{
    return {theme.font(TextRole::Heading), theme.font(TextRole::Small), width - 2 * theme.space(2)};
}

double pairsHeight(const DevicesState &state, double width, const Theme &theme)
{
    const Block block = blockOf(theme, width);
    double sum = 0;
    for (int pair = 0; pair < state.pairs(); ++pair)
        sum += block.height(state.pairTitle(pair), state.pairLines(pair)) + theme.space(3);
    return sum;
}

/// The theme with type small enough for the pairs' texts, down to kSmallestText.
Theme fitted(const DevicesState &state, const QRectF &area, const Theme &wanted)
{
    Theme theme = wanted;
    for (double factor = 1; factor > kSmallestText && pairsHeight(state, area.width(), theme) > area.height();
         factor -= 0.05)
        theme = wanted.withBaseSize(wanted.baseSize() * factor);
    return theme;
}

std::pair<QRectF, QRectF> halves(const DevicesState &state, const QRectF &whole, const Theme &theme)
{
    QRectF area = whole;
    if (!state.title.isEmpty())
        area.setTop(area.top() + QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(1));
    QRectF trees = area, pairs = area;
    if (area.width() >= kWide * area.height()) {
        trees.setWidth(area.width() * kTreeShare);
        pairs.setLeft(trees.right());
    } else {
        const double needed = pairsHeight(state, area.width(), theme);
        trees.setHeight(std::max(area.height() * kTreeShare, std::min(area.height() - needed, area.height() * 0.6)));
        pairs.setTop(trees.bottom());
    }
    return {trees, pairs};
}

} // namespace

QString DevicesState::pairTitle(int index) const
{
    const DevicePair &p = study->pairs[static_cast<std::size_t>(index)];
    return QStringLiteral("%1 | %2").arg(titles[static_cast<std::size_t>(p.a)], titles[static_cast<std::size_t>(p.b)]);
}

QStringList DevicesState::pairLines(int index) const
{
    const Comparison &comparison = study->pairs[static_cast<std::size_t>(index)].comparison;
    QStringList lines{mismatchSentence(comparison)};
    if (comparison.first) {
        lines << divergenceTitle(*comparison.first) + QStringLiteral(": ") + divergencePlace(*comparison.first)
              << divergenceReasons(*comparison.first);
    }
    return lines;
}

QString DevicesState::describe(int index) const
{
    return pairTitle(index) + QStringLiteral(": ") + pairLines(index).join(QLatin1Char(' '));
}

DevicesLayout::DevicesLayout(const DevicesState &state, const QRectF &area, const Theme &wanted)
{
    if (!state.study)
        return;
    const auto [trees, texts] = halves(state, area, wanted);
    const std::size_t count = state.study->devices.size();
    const double width = trees.width() / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i)
        devices.emplace_back(trees.left() + static_cast<double>(i) * width, trees.top(), width, trees.height());
    const Theme theme = fitted(state, texts, wanted);
    const Block block = blockOf(theme, texts.width());
    double top = texts.top();
    for (int pair = 0; pair < state.pairs(); ++pair) {
        const double height = block.height(state.pairTitle(pair), state.pairLines(pair)) + theme.space(3);
        pairs.emplace_back(texts.left(), top, texts.width(), std::min(height, std::max(0.0, texts.bottom() - top)));
        top += height;
    }
}

int DevicesLayout::pairAt(const QPointF &point) const
{
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].contains(point))
            return static_cast<int>(i);
    }
    return -1;
}

void paintDevices(QPainter &painter, const QRectF &area, const DevicesState &state, const Theme &theme)
{
    if (!state.study)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const DevicesLayout layout(state, area, theme);
    if (!state.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(QRectF(area.left(), area.top(), area.width(), QFontMetricsF(painter.font()).height()),
                         Qt::AlignCenter, state.title);
    }
    for (std::size_t i = 0; i < layout.devices.size(); ++i) {
        const double air = theme.space(2);
        QRectF column = layout.devices[i].adjusted(air, air, -air, -air);
        QStringList lines = deviceLines(state, static_cast<int>(i));
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        const auto line = [&](const QString &text) {
            const QFontMetricsF metrics(painter.font());
            const double height =
                metrics.boundingRect(QRectF(0, 0, column.width(), 1e6), Qt::TextWordWrap, text).height();
            painter.drawText(QRectF(column.left(), column.top(), column.width(), height),
                             Qt::AlignLeft | Qt::TextWordWrap, text);
            column.setTop(column.top() + height);
        };
        line(lines.takeFirst());
        painter.setFont(theme.font(TextRole::Small));
        painter.setPen(theme.textMuted);
        for (const QString &text : lines)
            line(text);
        const QString caption = treeCaption(state.study->devices[i]);
        const double captionHeight = QFontMetricsF(painter.font())
                                         .boundingRect(QRectF(0, 0, column.width(), 1e6), Qt::TextWordWrap, caption)
                                         .height();
        if (column.height() < captionHeight + theme.length(24))
            continue; // no room for a tree
        painter.drawText(QRectF(column.left(), column.bottom() - captionHeight, column.width(), captionHeight),
                         Qt::AlignLeft | Qt::TextWordWrap, caption);
        paintMergeTree(painter, column.adjusted(0, theme.space(1), 0, -captionHeight - theme.space(1)),
                       state.study->devices[i], theme);
    }
    const QRectF texts = halves(state, area, theme).second;
    const Theme small = fitted(state, texts, theme);
    for (std::size_t i = 0; i < layout.pairs.size(); ++i) {
        const QRectF &box = layout.pairs[i];
        const int pair = static_cast<int>(i);
        if (pair == state.pair)
            painter.fillRect(box, theme.hovered);
        QRectF text = box.adjusted(small.space(2), small.space(1), -small.space(2), -small.space(1));
        painter.save();
        painter.setClipRect(box);
        painter.setFont(small.font(TextRole::Heading));
        painter.setPen(theme.text);
        const double titleHeight = QFontMetricsF(painter.font()).height();
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, state.pairTitle(pair));
        text.setTop(text.top() + titleHeight);
        painter.setFont(small.font(TextRole::Small));
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         state.pairLines(pair).join(QLatin1Char('\n')));
        painter.restore();
    }
    painter.restore();
}

void DevicesFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintDevices(context.painter, context.rect, m_state, context.theme);
}

QString DevicesFigure::figureDescription() const
{
    QStringList parts;
    for (std::size_t i = 0; i < m_state.study->devices.size(); ++i)
        parts << deviceLines(m_state, static_cast<int>(i)).join(QStringLiteral(", ")) + QLatin1Char('.');
    for (int pair = 0; pair < m_state.pairs(); ++pair)
        parts << m_state.describe(pair);
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
