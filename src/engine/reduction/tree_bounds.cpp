// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_bounds.h"

#include "engine/reduction/sum_methods.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope {
namespace {

constexpr double kUnit = 0x1p-24;           ///< unit roundoff of fp32, to nearest
constexpr double kTruncationUnit = 0x1p-23; ///< of a result cut to 24 bits
constexpr double kBf16Unit = 0x1p-8;

/// What has come together below a node.
struct Below {
    double sumAbs = 0, rounding = 0, truncation = 0, squares = 0;
    int depth = 0;

    void scale(double factor)
    {
        sumAbs *= factor;
        rounding *= factor;
        truncation *= factor;
        squares *= factor * factor;
    }
    void join(const Below &other)
    {
        sumAbs += other.sumAbs;
        rounding += other.rounding;
        truncation += other.truncation;
        squares += other.squares;
        depth = std::max(depth, other.depth);
    }
    /// A rounding to nearest of a number that is no larger than the sum of what is below.
    void round(double unit = kUnit)
    {
        rounding += unit * sumAbs;
        squares += unit * sumAbs * unit * sumAbs;
        ++depth;
    }
};

class Bounds {
public:
    Bounds(const ReductionTree &tree, const TreeValues &values, const TensorCoreSpec &spec)
        : m_tree(tree), m_values(values), m_spec(spec), m_below(tree.nodes.size())
    {}

    TreeBounds run()
    {
        for (int node = 0; node <= m_tree.root(); ++node)
            m_below[static_cast<std::size_t>(node)] = of(node);
        TreeBounds bounds;
        const Below &root = m_below.back();
        bounds.depth = root.depth;
        bounds.sumAbs = root.sumAbs;
        bounds.truncation = root.truncation;
        bounds.worstCase = root.rounding + root.truncation;
        bounds.probabilistic = bounds.lambda * std::sqrt(root.squares);
        bounds.measured = std::abs(m_values.accumulated.back());
        const NodeOp top = m_tree.nodes.back().op;
        if (isCompensated(top)) {
            const SumMethod method{top == NodeOp::Kahan ? SumMethod::Kind::Kahan : SumMethod::Kind::Neumaier, 0};
            const int n = static_cast<int>(m_tree.leafOrder.size());
            bounds.isCompensated = true;
            bounds.worstCase = sumBounds(method, DType::F32, n, m_values.exact.back(), root.sumAbs).worstCase;
            bounds.probabilistic = 0;
        }
        return bounds;
    }

private:
    const Below &child(int node, int i) const { return m_below[static_cast<std::size_t>(m_tree.child(node, i))]; }

    Below of(int node) const
    {
        const TreeNode &n = m_tree.nodes[static_cast<std::size_t>(node)];
        if (n.op == NodeOp::Leaf) {
            Below leaf;
            leaf.sumAbs = std::abs(m_values.value[static_cast<std::size_t>(node)]);
            return leaf;
        }
        Below sum = child(node, 0);
        if (scalesFirst(n.op))
            sum.scale(std::abs(static_cast<double>(n.factor)));
        switch (n.op) {
        case NodeOp::Add: addOneByOne(sum, node); break;
        case NodeOp::FmaJoin:
            sum.join(child(node, 1));
            sum.round();
            break;
        case NodeOp::MulAdd:
            sum.round();
            addOneByOne(sum, node);
            break;
        case NodeOp::Scale: sum.round(); break;
        case NodeOp::Round: sum.round(kBf16Unit); break;
        case NodeOp::MmaGroup: {
            double largest = 0; // a term is no larger than all that is in it
            for (int i = 0; i < n.childCount; ++i)
                largest = std::max(largest, child(node, i).sumAbs);
            joinAll(sum, node);
            sum.truncation += n.childCount * std::ldexp(largest, -m_spec.fractionBits) + kTruncationUnit * sum.sumAbs;
            ++sum.depth;
            break;
        }
        case NodeOp::FmaChain:
            if (m_tree.nodes[static_cast<std::size_t>(m_tree.child(node, 0))].op == NodeOp::Leaf)
                sum.round(); // the first product
            addOneByOne(sum, node);
            break;
        case NodeOp::ExactDot:
            joinAll(sum, node);
            sum.round();
            break;
        case NodeOp::Kahan:
        case NodeOp::Neumaier: addOneByOne(sum, node); break;
        case NodeOp::AddRests: sum.round(); break;
        case NodeOp::Leaf: break;
        }
        return sum;
    }

    void addOneByOne(Below &sum, int node) const
    {
        for (int i = 1; i < m_tree.nodes[static_cast<std::size_t>(node)].childCount; ++i) {
            sum.join(child(node, i));
            sum.round();
        }
    }
    void joinAll(Below &sum, int node) const
    {
        for (int i = 1; i < m_tree.nodes[static_cast<std::size_t>(node)].childCount; ++i)
            sum.join(child(node, i));
    }

    const ReductionTree &m_tree;
    const TreeValues &m_values;
    const TensorCoreSpec &m_spec;
    std::vector<Below> m_below;
};

} // namespace

TreeBounds boundsOf(const ReductionTree &tree, const TreeValues &values, const TensorCoreSpec &spec)
{
    return tree.nodes.empty() ? TreeBounds{} : Bounds(tree, values, spec).run();
}

} // namespace ulpscope
