// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/shape_match.h"

#include "engine/numerics/mix64.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace ulpscope {
namespace {

/// A set of leaves as 64 bits: the exclusive or of each leaf's own, scrambled by SplitMix64.
std::uint64_t leafMark(int leaf) { return mix64((static_cast<std::uint64_t>(leaf) + 1) * kMixStep); }

/// The nodes of a shape, found by their sets of leaves.
class LeafSets {
public:
    explicit LeafSets(const SumShape &shape)
    {
        m_marks.reserve(shape.nodes().size());
        for (const ShapeNode &node : shape.nodes()) {
            std::uint64_t mark = node.leaf >= 0 ? leafMark(node.leaf) : 0;
            for (int child : node.children)
                mark ^= m_marks[static_cast<std::size_t>(child)];
            m_nodes.emplace(mark, static_cast<int>(m_marks.size()));
            m_marks.push_back(mark);
        }
    }
    std::uint64_t mark(int node) const { return m_marks[static_cast<std::size_t>(node)]; }
    int find(std::uint64_t mark) const
    {
        const auto found = m_nodes.find(mark);
        return found == m_nodes.end() ? -1 : found->second;
    }

private:
    std::vector<std::uint64_t> m_marks;
    std::unordered_map<std::uint64_t, int> m_nodes;
};

std::vector<std::uint64_t> childMarks(const SumShape &shape, const LeafSets &sets, int node)
{
    std::vector<std::uint64_t> marks;
    for (int child : shape.node(node).children)
        marks.push_back(sets.mark(child));
    std::sort(marks.begin(), marks.end());
    return marks;
}

/// The smallest node of `shape` that the other lacks; -1: none.
int smallestMissing(const SumShape &shape, const LeafSets &sets, const LeafSets &other)
{
    int smallest = -1;
    for (int id = 0; id <= shape.root(); ++id) {
        const bool smaller = smallest < 0 || shape.node(id).leaves < shape.node(smallest).leaves ||
                             (shape.node(id).leaves == shape.node(smallest).leaves &&
                              shape.node(id).smallestLeaf < shape.node(smallest).smallestLeaf);
        if (smaller && other.find(sets.mark(id)) < 0)
            smallest = id;
    }
    return smallest;
}

/// The leaves of the smallest node that holds all of `wanted`.
std::vector<int> smallestHolding(const SumShape &shape, const std::vector<int> &wanted)
{
    std::vector<int> held; // of the wanted leaves, those under each node
    for (const ShapeNode &node : shape.nodes()) {
        int count = node.leaf >= 0 && std::binary_search(wanted.begin(), wanted.end(), node.leaf) ? 1 : 0;
        for (int child : node.children)
            count += held[static_cast<std::size_t>(child)];
        if (count == static_cast<int>(wanted.size())) // summands come before sums: the first one is the smallest
            return shape.leavesUnder(static_cast<int>(held.size()));
        held.push_back(count);
    }
    return {};
}

/// "0..7, 16, 18..20 and 5 more"
Phrase listText(const std::vector<int> &leaves)
{
    constexpr int kMostRuns = 6;
    std::string text;
    std::size_t i = 0;
    for (int runs = 0; i < leaves.size() && runs < kMostRuns; ++runs) {
        std::size_t end = i + 1;
        while (end < leaves.size() && leaves[end] == leaves[end - 1] + 1)
            ++end;
        text += (text.empty() ? "" : ", ") + std::to_string(leaves[i]);
        if (end - i > 1)
            text += (end - i > 2 ? ".." : ", ") + std::to_string(leaves[end - 1]);
        i = end;
    }
    return i == leaves.size() ? Phrase(text) : phrase("%1 and %2 more", text, leaves.size() - i);
}

} // namespace

std::vector<NodeMatch> matchNodes(const ReductionTree &declared, const SumShape &measured, std::span<const int> unseen)
{
    const ObservableShape observable = observableShape(declared, unseen);
    const LeafSets ours(observable.shape), theirs(measured);
    std::vector<NodeMatch> matches;
    for (const std::vector<int> &made : observable.made) {
        const bool all = std::all_of(made.begin(), made.end(), [&](int node) {
            const int found = theirs.find(ours.mark(node));
            return found >= 0 && childMarks(observable.shape, ours, node) == childMarks(measured, theirs, found);
        });
        matches.push_back(made.empty() ? NodeMatch::NotObservable : all ? NodeMatch::Matched : NodeMatch::Differs);
    }
    return matches;
}

std::optional<ShapeDifference> firstDifference(const SumShape &declared, const SumShape &measured)
{
    if (declared == measured)
        return std::nullopt;
    const LeafSets ours(declared), theirs(measured);
    const int our = smallestMissing(declared, ours, theirs);
    const int their = smallestMissing(measured, theirs, ours);
    ShapeDifference difference;
    difference.inDeclared = their < 0 || (our >= 0 && declared.node(our).leaves <= measured.node(their).leaves);
    if (difference.inDeclared) {
        difference.leaves = declared.leavesUnder(our);
        difference.within = smallestHolding(measured, difference.leaves);
    } else {
        difference.leaves = measured.leavesUnder(their);
        difference.within = smallestHolding(declared, difference.leaves);
    }
    return difference;
}

Phrase ShapeDifference::describe(const Phrase &leafWord) const
{
    const Phrase one = inDeclared ? phrase("declared") : phrase("measured");
    const Phrase other = inDeclared ? phrase("measured") : phrase("declared");
    if (leaves.size() == 1)
        return phrase("%1: %2 %3 is a summand; %4: it is none", one, leafWord, listText(leaves), other);
    if (within.empty())
        return phrase("%1: %2s %3 are added on their own; %4: not all of them are summands", one, leafWord,
                      listText(leaves), other);
    return phrase("%1: %2s %3 are added on their own; %4: the smallest sum that holds them is of %2s %5", one, leafWord,
                  listText(leaves), other, listText(within));
}

} // namespace ulpscope
