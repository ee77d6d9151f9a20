// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_labels.h"

#include "engine/numerics/ulp.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {
namespace {

constexpr int kShortestLabel = 4; ///< characters

/// "lane 0" of "lane 0, tile 4"
QString briefly(const QString &name) { return name.section(QStringLiteral(", "), 0, 0); }

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

} // namespace

TreeLabels::TreeLabels(const TreePaint &paint) : m_paint(paint)
{
    if (!hasLabels())
        return;
    for (const TreeScene::Line &line : paint.lines)
        m_labels.push_back(choose(line));
    // A line of names alone among values would look as if it had none.
    if (std::none_of(m_labels.begin(), m_labels.end(), [](const Labels &l) { return l.value; }))
        return;
    for (Labels &labels : m_labels) {
        const auto last = std::size(kDigits) - 1;
        if (!labels.value && labels.name && labels.values[last] <= labels.room) {
            labels.name = false;
            labels.value = true;
            labels.digits = kDigits[last];
        }
    }
}

bool TreeLabels::hasLabels() const
{
    return m_paint.transform.scaleY >= m_paint.monoMetrics.height() * kTightLines / 2;
}

TreeLabels::Labels TreeLabels::choose(const TreeScene::Line &line) const
{
    const TreePaint &p = m_paint;
    const double air = p.theme.space(1);
    const auto box = [&](std::ptrdiff_t place) { return p.scene.byPlace[static_cast<std::size_t>(place)]; };
    // Close lines have their labels on both sides: half of what is between two chains for each.
    const bool isTight = p.transform.scaleY < p.monoMetrics.height() * kTightLines;
    Labels labels;
    double widest = 0; // node
    for (std::ptrdiff_t place = line.begin; place < line.end; ++place) {
        const double r = p.radius(box(place)), room = p.scene.room[static_cast<std::size_t>(box(place))];
        widest = std::max(widest, r);
        labels.room = std::min(labels.room, std::isfinite(room)
                                                ? (room * p.transform.scaleX - 2 * r - 2 * air) / (isTight ? 2 : 1)
                                                : p.area.right() - p.at(box(place)).x() - r - 2 * air);
    }
    if (labels.room < kShortestLabel * p.monoMetrics.averageCharWidth())
        return labels; // names are made only where they may be shown
    for (std::ptrdiff_t place = line.begin; place < line.end; ++place) {
        const QString name = p.scene.name(box(place));
        labels.names = std::max(labels.names, p.smallMetrics.horizontalAdvance(name) + 1);
        labels.briefs = std::max(labels.briefs, p.smallMetrics.horizontalAdvance(briefly(name)) + 1);
        for (std::size_t d = 0; d < std::size(kDigits); ++d)
            labels.values[d] = std::max(labels.values[d],
                                        p.monoMetrics.horizontalAdvance(p.scene.valueText(box(place), kDigits[d])) + 1);
    }
    if (isTight) {
        double bandNames = 0; // at the left edge, over which no label goes
        for (const TreeScene::Band &band : p.scene.bands)
            bandNames = std::max(bandNames, p.smallMetrics.horizontalAdvance(band.name) + p.theme.space(3));
        labels.room = std::min(labels.room, p.transform.map({0, 0}).x() - p.area.left() - bandNames - widest - 2 * air);
        labels.left = std::llround(line.y) % 2 != 0;
    }
    const double gap = p.theme.space(2);
    const auto show = [&](bool name, bool brief, std::size_t digits) {
        labels.name = name;
        labels.brief = brief;
        labels.value = true;
        labels.digits = kDigits[digits];
    };
    for (std::size_t d = 0; d < std::size(kDigits); ++d) {
        if (labels.names + gap + labels.values[d] <= labels.room) {
            show(true, false, d);
            return labels;
        }
    }
    for (std::size_t d = 1; d < std::size(kDigits) && labels.briefs < labels.names; ++d) {
        if (labels.briefs + gap + labels.values[d] <= labels.room) {
            show(true, true, d);
            return labels;
        }
    }
    if (labels.names <= labels.room)
        labels.name = true;
    else if (labels.values[1] <= labels.room)
        show(false, false, 1);
    else if (labels.values[2] <= labels.room)
        show(false, false, 2);
    return labels;
}

void TreeLabels::paintFactors() const
{
    const TreePaint &p = m_paint;
    if (p.transform.scaleY < 2.2 * p.monoMetrics.height())
        return;
    p.painter.setFont(p.mono);
    const std::vector<TreeBox> &boxes = p.scene.collapsed.boxes;
    const ReductionTree &tree = p.scene.tree->tree;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].parent < 0)
            continue;
        const QPointF middle = (p.at(static_cast<int>(i)) + p.at(boxes[i].parent)) / 2;
        if (!p.visible.contains(middle))
            continue;
        const int into = tree.nodes[static_cast<std::size_t>(boxes[i].node)].parent;
        const TreeNode &sum = tree.nodes[static_cast<std::size_t>(into)];
        if (!scalesFirst(sum.op) || tree.child(into, 0) != boxes[i].node || sum.factor == 1.0f)
            continue;
        const QString label = QStringLiteral("×") + treeNumber(static_cast<double>(sum.factor), 4);
        const double width = p.monoMetrics.horizontalAdvance(label), height = p.monoMetrics.height();
        if (width < p.scene.room[i] * p.transform.scaleX)
            p.text({middle.x() + p.theme.space(1), middle.y() - height / 2, width + 1, height}, label,
                   p.theme.textMuted);
    }
}

void TreeLabels::paintLabels() const
{
    std::vector<std::pair<int, const Labels *>> shown;
    const std::vector<TreeScene::Line> &lines = m_paint.lines;
    for (std::size_t l = 0; l < m_labels.size(); ++l) {
        if (!m_labels[l].name && !m_labels[l].value)
            continue;
        for (std::ptrdiff_t place = lines[l].begin; place < lines[l].end; ++place)
            shown.emplace_back(m_paint.scene.byPlace[static_cast<std::size_t>(place)], &m_labels[l]);
    }
    // Sums before summands: where labels meet, the finer one is on top.
    std::sort(shown.begin(), shown.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    const int root = m_paint.scene.root();
    if (m_paint.visible.contains(m_paint.at(root)))
        rootLabel();
    for (const auto &[box, labels] : shown) {
        if (box != root)
            label(box, *labels);
    }
}

void TreeLabels::label(int box, const Labels &labels) const
{
    const TreePaint &p = m_paint;
    const QPointF center = p.at(box);
    const double height = p.monoMetrics.height(), y = center.y() - height / 2;
    const QString name = !labels.name   ? QString()
                         : labels.brief ? briefly(p.scene.name(box))
                                        : p.scene.name(box),
                  value = labels.value ? p.scene.valueText(box, labels.digits) : QString();
    const double nameWidth = name.isEmpty() ? 0 : p.smallMetrics.horizontalAdvance(name) + 1,
                 valueWidth = value.isEmpty() ? 0 : p.monoMetrics.horizontalAdvance(value) + 1;
    const double gap = name.isEmpty() || value.isEmpty() ? 0 : p.theme.space(2), out = p.radius(box) + p.theme.space(1);
    const double x = labels.left ? center.x() - out - nameWidth - gap - valueWidth : center.x() + out;
    if (!name.isEmpty()) {
        p.painter.setFont(p.small);
        p.text({x, y, nameWidth, height}, name, p.theme.textMuted);
    }
    if (!value.isEmpty()) {
        p.painter.setFont(p.mono);
        p.text({x + nameWidth + gap, y, valueWidth, height}, value, p.theme.text);
    }
}

/// The result, with its whole error; beside the node or, where that is too narrow, above it.
void TreeLabels::rootLabel() const
{
    const TreePaint &p = m_paint;
    const int i = p.scene.root();
    const QPointF center = p.at(i);
    const std::size_t top = static_cast<std::size_t>(p.scene.collapsed.boxes[static_cast<std::size_t>(i)].node);
    const QString name = p.scene.name(i);
    QString value = p.scene.valueText(i, 9);
    if (p.scene.color != TreeColor::Difference && std::isfinite(p.scene.tree->value[top])) {
        const QString total =
            treeNumber(p.scene.tree->accumulated[top] / ulpSize(DType::F32, p.scene.tree->value[top]), 2);
        value += QStringLiteral("   ") + translate(QT_TRANSLATE_NOOP("TreeView", "%1 ulp in all"))
                                             .arg(total.startsWith(QChar(0x2212)) ? total : QLatin1Char('+') + total);
    }
    const double nameWidth = p.smallMetrics.horizontalAdvance(name) + 1,
                 valueWidth = p.monoMetrics.horizontalAdvance(value) + 1;
    const double gap = p.theme.space(2), air = p.theme.space(1), r = p.radius(i), height = p.monoMetrics.height();
    double x = center.x() + r + air, y = center.y() - height / 2;
    if (x + nameWidth + gap + valueWidth + air > p.area.right()) {
        x = std::max(p.area.left() + air, p.area.right() - 2 * air - nameWidth - gap - valueWidth);
        y = center.y() - r - height - air;
    }
    p.painter.setFont(p.small);
    p.text({x, y, nameWidth, height}, name, p.theme.textMuted);
    p.painter.setFont(p.mono);
    p.text({x + nameWidth + gap, y, valueWidth, height}, value, p.theme.text);
}

} // namespace ulpscope::ui
