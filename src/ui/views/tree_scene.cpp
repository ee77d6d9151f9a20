// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_scene.h"

#include "engine/numerics/ulp.h"
#include "ui/views/tree_marks.h"
#include "ui/views/tree_source.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }
QString number(double x, int digits)
{
    return QString::number(x, 'g', digits).replace(QLatin1Char('-'), QChar(0x2212));
}
QString latin(std::string_view text) { return QString::fromLatin1(text.data(), static_cast<int>(text.size())); }

/// Leaves that are boxes of their own lie below all sums.
constexpr int kLeafBand = -1;
constexpr int kNamedLanes = 4; ///< more are not listed

QString bandName(int scope)
{
    if (scope == kLeafBand)
        return translate(QT_TRANSLATE_NOOP("TreeView", "leaves"));
    switch (static_cast<Scope>(scope)) {
    case Scope::MmaGroup: return translate(QT_TRANSLATE_NOOP("TreeView", "mma group"));
    case Scope::Thread: return translate(QT_TRANSLATE_NOOP("TreeView", "thread"));
    case Scope::Quad: return translate(QT_TRANSLATE_NOOP("TreeView", "quad"));
    case Scope::WarpPart: return translate(QT_TRANSLATE_NOOP("TreeView", "warp part"));
    case Scope::Block: return translate(QT_TRANSLATE_NOOP("TreeView", "block"));
    case Scope::Split: return translate(QT_TRANSLATE_NOOP("TreeView", "split"));
    case Scope::Grid: return translate(QT_TRANSLATE_NOOP("TreeView", "grid"));
    }
    return {};
}

QString rootName(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::SketchMergeSum: return QStringLiteral("l");
    case SumKind::Output:
    case SumKind::SketchMergeOutput: return QStringLiteral("ΣPV");
    case SumKind::Score: return QStringLiteral("q·k");
    case SumKind::CombineWeights: return QStringLiteral("Σw");
    case SumKind::CombineOutput: return QStringLiteral("O");
    case SumKind::Dq: return QStringLiteral("dQ");
    }
    return {};
}

QString leafName(SumKind kind, int leaf)
{
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::Dq:
    case SumKind::Output: return translate(QT_TRANSLATE_NOOP("TreeView", "key %1")).arg(leaf);
    case SumKind::SketchMergeSum:
    case SumKind::SketchMergeOutput: return translate(QT_TRANSLATE_NOOP("TreeView", "tile %1")).arg(leaf);
    case SumKind::CombineWeights:
    case SumKind::CombineOutput: return translate(QT_TRANSLATE_NOOP("TreeView", "split %1")).arg(leaf);
    case SumKind::Score: return translate(QT_TRANSLATE_NOOP("TreeView", "dim %1")).arg(leaf);
    }
    return {};
}

/// "keys 32–47" for summands that lie in a row, else how many there are.
QString leavesName(SumKind kind, int count, int first, int last)
{
    const bool run = last - first + 1 == count, keys = leavesAreKeys(kind);
    if (count == 1)
        return leafName(kind, first);
    if (run && keys)
        return translate(QT_TRANSLATE_NOOP("TreeView", "keys %1–%2")).arg(first).arg(last);
    if (run && kind == SumKind::Score)
        return translate(QT_TRANSLATE_NOOP("TreeView", "dims %1–%2")).arg(first).arg(last);
    return (keys ? translate(QT_TRANSLATE_NOOP("TreeView", "%1 keys"))
                 : translate(QT_TRANSLATE_NOOP("TreeView", "%1 summands")))
        .arg(count);
}

} // namespace

QString collapseLevelName(const CollapseLevel &level)
{
    if (!level.scope)
        return translate(QT_TRANSLATE_NOOP("TreeView", "every leaf"));
    const QString scope = bandName(static_cast<int>(*level.scope));
    return level.keepTiles ? translate(QT_TRANSLATE_NOOP("TreeView", "%1, by key tile")).arg(scope) : scope;
}

QString collapseLevelKey(const CollapseLevel &level)
{
    if (!level.scope)
        return QStringLiteral("leaves");
    return latin(scopeName(*level.scope)) + (level.keepTiles ? QLatin1String(":tiles") : QLatin1String());
}

void TreeScene::update()
{
    collapsed = {};
    selectedBox = hoveredBox = -1;
    if (tree) {
        level = std::clamp(level, 0, static_cast<int>(levels.size()) - 1);
        collapsed = collapseTree(tree->tree, levels, level, expansions);
    }
    marks = probe && tree ? marksOfBoxes(collapsed, probe->nodes) : std::vector<NodeMatch>{};
    layOut();
    surveyBoxes();
    measureErrors();
}

void TreeScene::layOut()
{
    const std::vector<TreeBox> &boxes = collapsed.boxes;
    const std::size_t count = boxes.size();
    bands.clear();

    // Which band, and how deep in it: sums of an inner scope lie below those of an outer one.
    std::vector<int> band(count), depth(count, 0);
    std::vector<bool> hasChildren(count, false);
    for (const TreeBox &b : boxes) {
        if (b.parent >= 0)
            hasChildren[static_cast<std::size_t>(b.parent)] = true;
    }
    std::map<int, int, std::greater<>> deepest; // outermost scope first, leaves last
    for (std::size_t i = count; i-- > 0;) {
        const TreeNode &top = node(static_cast<int>(i));
        const bool isLeaf = top.op == NodeOp::Leaf;
        band[i] = isLeaf ? kLeafBand : static_cast<int>(top.scope);
        if (boxes[i].parent >= 0) {
            const std::size_t parent = static_cast<std::size_t>(boxes[i].parent);
            if (!isLeaf && band[i] >= band[parent]) {
                band[i] = band[parent];
                depth[i] = depth[parent] + 1;
            }
        }
        int &most = deepest.try_emplace(band[i], 0).first->second;
        most = std::max(most, depth[i]);
    }
    std::map<int, double> top;
    double y = 0;
    for (const auto &[scope, most] : deepest) {
        top[scope] = y;
        bands.push_back({bandName(scope), y - 0.5, y + most + 0.5});
        y += most + 1;
    }
    height = std::max(0.0, y - 1);

    // Boxes without summands of their own take places from left to right; a sum stands above the middle of its
    // summands.
    position.assign(count, {});
    std::vector<double> left(count, std::numeric_limits<double>::max()),
        right(count, std::numeric_limits<double>::lowest());
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return node(static_cast<int>(a)).leafBegin < node(static_cast<int>(b)).leafBegin;
    });
    double next = 0;
    for (std::size_t i : order) {
        if (!hasChildren[i])
            left[i] = right[i] = next++;
    }
    for (std::size_t i = 0; i < count; ++i) { // summands come before sums
        position[i] = {(left[i] + right[i]) / 2, top[band[i]] + depth[i]};
        if (boxes[i].parent >= 0) {
            const std::size_t parent = static_cast<std::size_t>(boxes[i].parent);
            left[parent] = std::min(left[parent], position[i].x());
            right[parent] = std::max(right[parent], position[i].x());
        }
    }
    width = std::max(0.0, next - 1);

    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return position[a].y() != position[b].y() ? position[a].y() < position[b].y()
                                                  : position[a].x() < position[b].x();
    });
    byPlace.clear();
    lines.clear();
    room.assign(count, std::numeric_limits<double>::infinity());
    air = room;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t box = order[k];
        byPlace.push_back(static_cast<int>(box));
        if (lines.empty() || lines.back().y != position[box].y())
            lines.push_back({position[box].y(), static_cast<std::ptrdiff_t>(k), static_cast<std::ptrdiff_t>(k)});
        else {
            const std::size_t before = order[k - 1];
            const double distance = position[box].x() - position[before].x();
            room[before] = distance;
            air[before] = std::min(air[before], distance);
            air[box] = distance;
        }
        ++lines.back().end;
    }
}

void TreeScene::surveyBoxes()
{
    const std::vector<TreeBox> &boxes = collapsed.boxes;
    m_content.assign(boxes.size(), {});
    if (!tree)
        return;
    for (const std::int32_t leaf : tree->tree.leafOrder) {
        Content &content = m_content[static_cast<std::size_t>(collapsed.boxOf[static_cast<std::size_t>(leaf)])];
        const int index = tree->tree.nodes[static_cast<std::size_t>(leaf)].leaf;
        ++content.leaves;
        content.firstLeaf = std::min(content.firstLeaf, index);
        content.lastLeaf = std::max(content.lastLeaf, index);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) { // summands come before sums
        const int lane = node(static_cast<int>(i)).lane;
        if (lane >= 0)
            m_content[i].lanes = lane < 64 ? std::uint64_t{1} << lane : 0;
        if (boxes[i].parent >= 0)
            m_content[static_cast<std::size_t>(boxes[i].parent)].lanes |= m_content[i].lanes;
    }
}

QString TreeScene::name(int box) const
{
    const TreeBox &b = collapsed.boxes[static_cast<std::size_t>(box)];
    const TreeNode &top = node(box);
    const Content &content = m_content[static_cast<std::size_t>(box)];
    if (b.parent < 0)
        return rootName(kind) + QStringLiteral(" =");
    if (top.op == NodeOp::Leaf)
        return leafName(kind, top.leaf);
    if (isCompensated(top.op))
        return QStringLiteral("c ") + number(tree->carried[static_cast<std::size_t>(b.node)], 3);
    if (const int lanes = std::popcount(content.lanes); lanes > 1) {
        QStringList numbers;
        for (int lane = 0; lane < 64 && lanes <= kNamedLanes; ++lane) {
            if (content.lanes >> lane & 1)
                numbers << QString::number(lane);
        }
        return numbers.isEmpty()
                   ? QString()
                   : translate(QT_TRANSLATE_NOOP("TreeView", "lanes %1")).arg(numbers.join(QLatin1Char('+')));
    }
    // What tells a box from its neighbours: its lane where that begins, then its products in a matrix instruction, its
    // key tile elsewhere.
    QStringList parts;
    if (top.lane >= 0 && node(b.parent).lane != top.lane)
        parts << translate(QT_TRANSLATE_NOOP("TreeView", "lane %1")).arg(top.lane);
    if (isDot(top.op) && content.leaves > 0)
        parts << leavesName(kind, content.leaves, content.firstLeaf, content.lastLeaf);
    else if (top.keyTile >= 0)
        parts << translate(QT_TRANSLATE_NOOP("TreeView", "tile %1")).arg(top.keyTile);
    else if (parts.isEmpty() && content.leaves > 0)
        parts << leavesName(kind, content.leaves, content.firstLeaf, content.lastLeaf);
    return parts.join(QStringLiteral(", "));
}

void TreeScene::measureErrors()
{
    const std::size_t count = collapsed.boxes.size();
    ownError = tree ? boxOwnErrors(tree->tree, *tree, collapsed) : std::vector<double>{};
    error.assign(count, 0.0);
    onlyHere.assign(count, false);
    errorLimit = 0;
    const FormatGrid grid(DType::F32);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t top = static_cast<std::size_t>(collapsed.boxes[i].node);
        const double value = tree->value[top], ulp = std::isfinite(value) ? ulpSize(DType::F32, value) : 1;
        ownError[i] /= ulp;
        switch (color) {
        case TreeColor::OwnError: error[i] = ownError[i]; break;
        case TreeColor::AccumulatedError: error[i] = tree->accumulated[top] / ulp; break;
        case TreeColor::Difference: {
            const int counterpart = matched ? (*matched)[top] : static_cast<int>(top);
            onlyHere[i] = counterpart < 0;
            if (onlyHere[i])
                break;
            const double there = other->value[static_cast<std::size_t>(counterpart)], a = isB ? there : value,
                         b = isB ? value : there;
            error[i] =
                std::isnan(a) || std::isnan(b)
                    ? a - b
                    : static_cast<double>(grid.ordinal(static_cast<float>(a)) - grid.ordinal(static_cast<float>(b)));
            break;
        }
        }
        if (std::isfinite(error[i]))
            errorLimit = std::max(errorLimit, std::abs(error[i]));
    }
    if (errorLimit == 0)
        errorLimit = 1;
}

QString TreeScene::valueText(int box, int digits) const
{
    return number(tree->value[static_cast<std::size_t>(collapsed.boxes[static_cast<std::size_t>(box)].node)], digits);
}

QString TreeScene::describe(int box) const
{
    if (box < 0 || box >= static_cast<int>(collapsed.boxes.size()))
        return {};
    const TreeBox &b = collapsed.boxes[static_cast<std::size_t>(box)];
    const std::size_t top = static_cast<std::size_t>(b.node);
    const double value = tree->value[top], ulp = std::isfinite(value) ? ulpSize(DType::F32, value) : 1;
    const TreeNode &n = node(box);
    QStringList place;
    if (n.op == NodeOp::Leaf) {
        place << leafName(kind, n.leaf);
    } else {
        place << bandName(static_cast<int>(n.scope));
        if (n.lane >= 0)
            place << translate(QT_TRANSLATE_NOOP("TreeView", "lane %1")).arg(n.lane);
        if (n.keyTile >= 0)
            place << translate(QT_TRANSLATE_NOOP("TreeView", "tile %1")).arg(n.keyTile);
        place << translate(QT_TRANSLATE_NOOP("TreeView", "%1 summands")).arg(n.leafEnd - n.leafBegin);
    }
    QString text = place.join(QStringLiteral(", "));
    text += QStringLiteral(": ") + translate(QT_TRANSLATE_NOOP("TreeView", "value %1 (%2), exact %3"))
                                       .arg(number(value, 9))
                                       .arg(floatBits(static_cast<float>(value)), 8, 16, QLatin1Char('0'))
                                       .arg(number(tree->exact[top], 12));
    text += translate(QT_TRANSLATE_NOOP("TreeView", "; own error %1 ulp, accumulated %2 ulp"))
                .arg(number(ownError[static_cast<std::size_t>(box)], 3), number(tree->accumulated[top] / ulp, 3));
    if (n.op == NodeOp::Kahan)
        text += translate(QT_TRANSLATE_NOOP("TreeView", "; compensation %1, subtracted from the next summand"))
                    .arg(number(tree->carried[top], 9));
    else if (n.op == NodeOp::Neumaier)
        text += translate(QT_TRANSLATE_NOOP("TreeView", "; rests so far %1, added at the end"))
                    .arg(number(tree->carried[top], 9));
    if (color == TreeColor::Difference && onlyHere[static_cast<std::size_t>(box)])
        text += isB ? translate(QT_TRANSLATE_NOOP("TreeView", "; A has no such sum"))
                    : translate(QT_TRANSLATE_NOOP("TreeView", "; B has no such sum"));
    else if (color == TreeColor::Difference)
        text += translate(QT_TRANSLATE_NOOP("TreeView", "; A − B %1 representable values"))
                    .arg(number(error[static_cast<std::size_t>(box)], 6));
    if (!marks.empty())
        text += QStringLiteral("; ") + markText(marks[static_cast<std::size_t>(box)]);
    if (b.isFolded())
        text += translate(QT_TRANSLATE_NOOP("TreeView", "; %1 nodes folded, click to open")).arg(b.nodes);
    return text;
}

} // namespace ulpscope::ui
