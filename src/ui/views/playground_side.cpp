// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Results, trees and their numbers beside the steps.
#include "ui/plot/color_map.h"
#include "ui/views/playground_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui::playground {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("PlaygroundView", text); }

} // namespace

double Page::sideColumn(const QRectF &area)
{
    // Where there is width, the tree stands right of the numbers.
    const bool wide = area.width() >= m_theme.space(130);
    const double half = wide ? (area.width() - m_theme.space(4)) / 2 : area.width();
    double y = facts(QRectF(area.left(), area.top(), half, 0));
    y = shapeTable(QRectF(area.left(), y + m_theme.space(2), half, 0));
    const QRectF rest = wide ? QRectF(area.left() + half + m_theme.space(4), area.top(), half, 0)
                             : QRectF(area.left(), y + m_theme.space(2), half, 0);
    return std::max(y, orderColumn(rest));
}

double Page::orderColumn(const QRectF &area)
{
    double y = text(TextRole::Body, m_state.ordersText(), area, m_theme.text);
    y = text(TextRole::Small, m_state.termsText(), QRectF(area.left(), y + m_theme.space(1), area.width(), 0),
             m_theme.textMuted);
    if (m_state.stepCount() == 0)
        return y;
    const QRectF tree(area.left(), y + m_theme.space(2), area.width(), treeHeight());
    drawTree(tree);
    return tree.bottom();
}

double Page::facts(const QRectF &area)
{
    const SumSteps &sum = m_state.steps();
    const std::array<std::pair<QString, QString>, 5> rows = {{
        {translate(QT_TRANSLATE_NOOP("PlaygroundView", "result")), m_state.value(sum.result)},
        {translate(QT_TRANSLATE_NOOP("PlaygroundView", "its bits")), m_state.pattern(sum.result)},
        {translate(QT_TRANSLATE_NOOP("PlaygroundView", "exact, rounded once")), m_state.value(sum.exact)},
        {translate(QT_TRANSLATE_NOOP("PlaygroundView", "error")), m_state.shortText(sum.error)},
        {translate(QT_TRANSLATE_NOOP("PlaygroundView", "error in ulp")), m_state.ulps(sum.ulps)},
    }};
    double names = 0;
    for (const auto &row : rows)
        names = std::max(names, metrics(TextRole::Small).horizontalAdvance(row.first));
    names += m_theme.space(3);
    double y = area.top();
    for (const auto &[name, value] : rows) {
        const bool first = y == area.top();
        TextRole role = first ? TextRole::Title : TextRole::Mono;
        const double height = metrics(role).height() * 1.1;
        for (const TextRole smaller : {TextRole::Mono, TextRole::MonoSmall}) {
            if (metrics(role).horizontalAdvance(value) > area.width() - names)
                role = smaller;
        }
        oneLine(TextRole::Small, name, QRectF(area.left(), y, names, height), m_theme.textMuted, Qt::AlignLeft);
        oneLine(role, value, QRectF(area.left() + names, y, area.width() - names, height), m_theme.text, Qt::AlignLeft);
        y += height;
    }
    return y;
}

double Page::shapeTable(const QRectF &area)
{
    const QFontMetricsF mono = metrics(TextRole::MonoSmall), small = metrics(TextRole::Small);
    const double row = std::max(mono.height(), small.height()) * 1.2, chip = row, gap = m_theme.space(2);
    double names = small.horizontalAdvance(translate(QT_TRANSLATE_NOOP("PlaygroundView", "tree"))), ulps = 0;
    for (const ShapeResult &shape : m_state.shapes) {
        names = std::max(names, small.horizontalAdvance(PlaygroundState::treeName(shape.key)));
        ulps = std::max(ulps, mono.horizontalAdvance(m_state.ulps(shape.sum.ulps)));
    }
    const QString ulpTitle = translate(QT_TRANSLATE_NOOP("PlaygroundView", "ulp"));
    ulps = std::max(ulps, small.horizontalAdvance(ulpTitle));
    const double left = area.left(), resultLeft = left + chip + gap + names + gap;
    const double ulpLeft = area.right() - ulps - m_theme.space(1), resultWidth = ulpLeft - gap - resultLeft;
    double y = area.top();
    oneLine(TextRole::Small, translate(QT_TRANSLATE_NOOP("PlaygroundView", "tree")),
            QRectF(left + chip + gap, y, names, row), m_theme.textMuted, Qt::AlignLeft);
    oneLine(TextRole::Small, translate(QT_TRANSLATE_NOOP("PlaygroundView", "result")),
            QRectF(resultLeft, y, resultWidth, row), m_theme.textMuted, Qt::AlignRight);
    oneLine(TextRole::Small, ulpTitle, QRectF(ulpLeft, y, ulps, row), m_theme.textMuted, Qt::AlignRight);
    y += row;
    line({left, y}, {area.right(), y}, m_theme.border);
    for (std::size_t i = 0; i < m_state.shapes.size(); ++i) {
        const ShapeResult &shape = m_state.shapes[i];
        const QRectF box(left, y, area.width(), row);
        if (m_layout)
            m_layout->shapes.push_back(box);
        const bool chosen = static_cast<int>(i) == m_state.shape;
        if (m_painter && (chosen || static_cast<int>(i) == m_state.currentShape))
            m_painter->fillRect(box, chosen ? m_theme.selection : m_theme.hovered);
        const QColor color = chosen ? m_theme.selectionText : m_theme.text;
        if (m_painter) {
            const QColor fill =
                m_theme.categorical[static_cast<std::size_t>(shape.pattern) % m_theme.categorical.size()];
            const QRectF square = QRectF(left, y, chip, row).adjusted(2, 2, -2, -2);
            m_painter->fillRect(square, fill);
            oneLine(TextRole::MonoSmall, QString(QChar(u'A' + shape.pattern)), square.adjusted(-4, -4, 4, 4),
                    textOn(fill), Qt::AlignHCenter);
        }
        oneLine(TextRole::Small, PlaygroundState::treeName(shape.key), QRectF(left + chip + gap, y, names + gap, row),
                color, Qt::AlignLeft);
        QString result = m_state.value(shape.sum.result);
        if (mono.horizontalAdvance(result) > resultWidth) // the letter says which are equal
            result = m_state.shortText(shape.sum.result);
        oneLine(TextRole::MonoSmall, result, QRectF(resultLeft, y, resultWidth, row), color, Qt::AlignRight);
        oneLine(TextRole::MonoSmall, m_state.ulps(shape.sum.ulps), QRectF(ulpLeft, y, ulps, row), color,
                Qt::AlignRight);
        y += row;
    }
    return text(TextRole::Small, translate(QT_TRANSLATE_NOOP("PlaygroundView", "Equal letters: equal bits.")),
                QRectF(left, y + m_theme.space(1), area.width(), 0), m_theme.textMuted);
}

std::vector<int> Page::depths() const
{
    const MergeTree &tree = m_state.trees[static_cast<std::size_t>(m_state.shape)];
    std::vector<int> depth(static_cast<std::size_t>(tree.leaves), 0);
    for (const MergeTree::Merge &merge : tree.merges)
        depth.push_back(
            1 + std::max(depth[static_cast<std::size_t>(merge.left)], depth[static_cast<std::size_t>(merge.right)]));
    return depth;
}

double Page::treeHeight() const
{
    constexpr double kTallest = 12; // levels of full height
    const std::vector<int> depth = depths();
    const double levels = *std::max_element(depth.begin(), depth.end());
    return nodeSize() * (1.5 + 1.45 * std::min(levels, kTallest));
}

void Page::leafOrder(const MergeTree &tree, int node, std::vector<int> &order) const
{
    if (node < tree.leaves) {
        order.push_back(node);
        return;
    }
    const MergeTree::Merge &merge = tree.merges[static_cast<std::size_t>(node - tree.leaves)];
    leafOrder(tree, merge.left, order);
    leafOrder(tree, merge.right, order);
}

void Page::drawTree(const QRectF &area) const
{
    if (!m_painter)
        return;
    const MergeTree &tree = m_state.trees[static_cast<std::size_t>(m_state.shape)];
    const std::vector<int> depth = depths();
    const double levels = *std::max_element(depth.begin(), depth.end());
    std::vector<int> order;
    leafOrder(tree, tree.root(), order);
    const double column = area.width() / tree.leaves, size = std::min(nodeSize(), column * 0.9);
    const double labels = metrics(TextRole::MonoSmall).height();
    std::vector<double> x(depth.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        x[static_cast<std::size_t>(order[i])] = area.left() + column * (static_cast<double>(i) + 0.5);
    const auto y = [&](std::size_t node) {
        return area.bottom() - labels - (area.height() - labels - size / 2) * depth[node] / levels;
    };
    const auto colorOf = [&](std::size_t step) {
        const Rounding how = m_state.step(static_cast<int>(step)).addition.rounding;
        return how == Rounding::Exact || how == Rounding::Infinite ? m_theme.textMuted : m_theme.warn;
    };
    for (std::size_t i = 0; i < tree.merges.size(); ++i) {
        const std::size_t node = static_cast<std::size_t>(tree.leaves) + i;
        const std::size_t left = static_cast<std::size_t>(tree.merges[i].left),
                          right = static_cast<std::size_t>(tree.merges[i].right);
        x[node] = (x[left] + x[right]) / 2;
        for (const std::size_t child : {left, right})
            line({x[child], y(child)}, {x[node], y(node)}, m_theme.borderStrong);
    }
    for (std::size_t i = 0; i < tree.merges.size(); ++i) {
        const std::size_t node = static_cast<std::size_t>(tree.leaves) + i;
        const QRectF disc(x[node] - size / 2, y(node) - size / 2, size, size);
        const bool current = static_cast<int>(i) == m_state.current;
        m_painter->setPen(QPen(current ? m_theme.accentA : colorOf(i), m_theme.penWidth(current ? 2.5 : 1.5)));
        m_painter->setBrush(m_theme.plotGround);
        m_painter->drawEllipse(disc);
        if (size >= labels * 0.9)
            oneLine(TextRole::MonoSmall, QString::number(i + 1), disc.adjusted(-size, 0, size, 0), m_theme.text,
                    Qt::AlignHCenter);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const QString name = m_state.operandText(order[i]);
        if (metrics(TextRole::MonoSmall).horizontalAdvance(name) > column - m_theme.space(1))
            continue; // the steps say it
        oneLine(TextRole::MonoSmall, name,
                QRectF(area.left() + column * static_cast<double>(i), area.bottom() - labels, column, labels),
                m_theme.text, Qt::AlignHCenter);
    }
}

} // namespace ulpscope::ui::playground
