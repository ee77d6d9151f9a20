// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_collapse.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// Where the addition of `child` into `parent` happens. The accumulator of a matrix instruction is a thread's register:
/// its way from group to group is not inside a group.
Scope scopeOfAddition(const TreeNode &child, const TreeNode &parent)
{
    return parent.op == NodeOp::MmaGroup && child.op != NodeOp::Leaf ? Scope::Thread : parent.scope;
}

bool folds(const CollapseLevel &level, const TreeNode &child, const TreeNode &parent)
{
    if (!level.scope || scopeOfAddition(child, parent) > *level.scope)
        return false;
    return !level.keepTiles || child.ordinal < 0 || parent.ordinal < 0 || child.ordinal == parent.ordinal;
}

/// Index of the first level that folds the node into its parent; levels.size() when none does.
int rankOf(const ReductionTree &tree, std::span<const CollapseLevel> levels, const TreeNode &child)
{
    const TreeNode &parent = tree.nodes[static_cast<std::size_t>(child.parent)];
    int rank = 0;
    while (rank < static_cast<int>(levels.size()) && !folds(levels[static_cast<std::size_t>(rank)], child, parent))
        ++rank;
    return rank;
}

} // namespace

std::vector<CollapseLevel> collapseLevels(const ReductionTree &tree)
{
    std::vector<CollapseLevel> levels{{}};
    for (Scope scope :
         {Scope::MmaGroup, Scope::Thread, Scope::Quad, Scope::WarpPart, Scope::Block, Scope::Split, Scope::Grid}) {
        for (bool keepTiles : {true, false}) {
            const CollapseLevel candidate{scope, keepTiles};
            bool foldsMore = false, foldsAllOfLast = true, leavesOne = true;
            for (const TreeNode &node : tree.nodes) {
                if (node.parent < 0)
                    continue;
                const TreeNode &parent = tree.nodes[static_cast<std::size_t>(node.parent)];
                const bool folded = folds(candidate, node, parent);
                const bool foldedBefore = folds(levels.back(), node, parent);
                foldsMore |= folded && !foldedBefore;
                foldsAllOfLast &= folded || !foldedBefore;
                leavesOne &= folded;
            }
            if (foldsMore && foldsAllOfLast && !leavesOne)
                levels.push_back(candidate);
        }
    }
    return levels;
}

CollapsedTree collapseTree(const ReductionTree &tree, std::span<const CollapseLevel> levels, int level,
                           std::span<const Expansion> expansions)
{
    // By node, coarse to fine: a box opened twice is opened in two steps.
    std::vector<Expansion> wanted(expansions.begin(), expansions.end());
    std::sort(wanted.begin(), wanted.end(), [](const Expansion &a, const Expansion &b) {
        return a.node != b.node ? a.node < b.node : a.level > b.level;
    });

    /// A stretch of the tree drawn at one level; it lies inside a box of the stretch around it, which was opened.
    struct Area {
        int level = 0;
        int outer = -1;
    };
    std::vector<Area> areas{{level, -1}};
    const std::size_t count = tree.nodes.size();
    std::vector<int> areaOf(count, 0);
    std::vector<int> top(count, -1); // node at the top of the node's box

    // From the root down: a node is folded into its parent, or starts a box, which may open an area.
    for (int id = tree.root(); id >= 0; --id) {
        const std::size_t i = static_cast<std::size_t>(id);
        const TreeNode &node = tree.nodes[i];
        int area = 0;
        if (node.parent >= 0) {
            const std::size_t p = static_cast<std::size_t>(node.parent);
            const int rank = rankOf(tree, levels, node);
            area = areaOf[p];
            if (rank <= areas[static_cast<std::size_t>(area)].level) {
                areaOf[i] = area;
                top[i] = top[p];
                continue;
            }
            // The node leaves every area whose opened box it was not in.
            while (areas[static_cast<std::size_t>(area)].outer >= 0 &&
                   rank > areas[static_cast<std::size_t>(areas[static_cast<std::size_t>(area)].outer)].level)
                area = areas[static_cast<std::size_t>(area)].outer;
        }
        auto opened =
            std::lower_bound(wanted.begin(), wanted.end(), id, [](const Expansion &e, int n) { return e.node < n; });
        for (; opened != wanted.end() && opened->node == id; ++opened) {
            if (opened->level >= areas[static_cast<std::size_t>(area)].level)
                continue;
            areas.push_back({opened->level, area});
            area = static_cast<int>(areas.size()) - 1;
        }
        areaOf[i] = area;
        top[i] = id;
    }

    CollapsedTree collapsed;
    collapsed.boxOf.assign(count, -1);
    for (std::size_t i = 0; i < count; ++i) {
        if (top[i] != static_cast<int>(i))
            continue;
        collapsed.boxOf[i] = static_cast<int>(collapsed.boxes.size());
        TreeBox &box = collapsed.boxes.emplace_back();
        box.node = static_cast<int>(i);
        box.nodes = 0;
        box.level = areas[static_cast<std::size_t>(areaOf[i])].level;
    }
    for (std::size_t i = 0; i < count; ++i) {
        collapsed.boxOf[i] = collapsed.boxOf[static_cast<std::size_t>(top[i])];
        TreeBox &box = collapsed.boxes[static_cast<std::size_t>(collapsed.boxOf[i])];
        ++box.nodes;
        box.ownLeaves += tree.nodes[i].op == NodeOp::Leaf;
    }
    for (TreeBox &box : collapsed.boxes) {
        const int parent = tree.nodes[static_cast<std::size_t>(box.node)].parent;
        if (parent >= 0)
            box.parent = collapsed.boxOf[static_cast<std::size_t>(parent)];
    }
    return collapsed;
}

std::vector<double> boxOwnErrors(const ReductionTree &tree, const TreeValues &values, const CollapsedTree &collapsed)
{
    std::vector<double> carried = values.ownError;
    std::vector<double> errors(collapsed.boxes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode &node = tree.nodes[i];
        const auto box = static_cast<std::size_t>(collapsed.boxOf[i]);
        if (collapsed.boxes[box].node == static_cast<int>(i)) {
            errors[box] = carried[i];
            continue;
        }
        const auto p = static_cast<std::size_t>(node.parent);
        const TreeNode &parent = tree.nodes[p];
        const bool isScaled = scalesFirst(parent.op) && tree.child(node.parent, 0) == static_cast<int>(i);
        carried[p] += isScaled ? carried[i] * static_cast<double>(parent.factor) : carried[i];
    }
    return errors;
}

} // namespace ulpscope
