// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reduction/tree_values.h"

#include "engine/numerics/exact_sum.h"
#include "engine/reduction/double_double.h"

#include <array>
#include <cmath>

namespace ulpscope {
namespace {

class Evaluation {
public:
    Evaluation(const ReductionTree &tree, std::span<const LeafTerm> terms, const TensorCoreSpec &spec, DType operands)
        : m_tree(tree), m_terms(terms), m_spec(spec), m_operands(operands)
    {
        m_values.value.resize(tree.nodes.size());
        m_values.exact.resize(tree.nodes.size());
        m_values.ownError.resize(tree.nodes.size());
        m_values.accumulated.resize(tree.nodes.size());
        m_exact.resize(tree.nodes.size());
        for (const TreeNode &node : tree.nodes) {
            if (isCompensated(node.op))
                m_values.carried.resize(tree.nodes.size());
        }
    }

    TreeValues run() &&
    {
        for (int node = 0; node <= m_tree.root(); ++node) {
            const std::size_t i = static_cast<std::size_t>(node);
            if (m_tree.nodes[i].op == NodeOp::Leaf) {
                const LeafTerm &term = termOf(node);
                m_values.value[i] = static_cast<double>(term.a) * static_cast<double>(term.b);
                m_exact[i] = {m_values.value[i], 0};
            } else {
                m_values.value[i] = static_cast<double>(perform(node));
                m_exact[i] = exactOf(node);
                m_values.ownError[i] = ownErrorOf(node);
            }
            m_values.exact[i] = m_exact[i].toDouble();
            m_values.accumulated[i] = isSameInfinity(m_values.value[i], m_values.exact[i])
                                          ? 0.0
                                          : (DoubleDouble{m_values.value[i], 0} - m_exact[i]).toDouble();
        }
        return std::move(m_values);
    }

private:
    const TreeNode &at(int node) const { return m_tree.nodes[static_cast<std::size_t>(node)]; }
    const LeafTerm &termOf(int leaf) const { return m_terms[static_cast<std::size_t>(at(leaf).leafBegin)]; }
    double childValue(int node, int i) const { return m_values.value[static_cast<std::size_t>(m_tree.child(node, i))]; }
    /// The value of a child that is no product: fp32 already.
    float operand(int node, int i) const { return static_cast<float>(childValue(node, i)); }

    /// What a child carries; nothing where it is no running sum.
    float carriedBy(int node, int i) const
    {
        return static_cast<float>(m_values.carried[static_cast<std::size_t>(m_tree.child(node, i))]);
    }

    /// Kahan, CACM 8 (1965), and Neumaier, ZAMM 54 (1974), in fp32.
    float compensated(int node)
    {
        const float sum = operand(node, 0), carried = carriedBy(node, 0);
        double &carries = m_values.carried[static_cast<std::size_t>(node)];
        if (at(node).op == NodeOp::AddRests)
            return sum + carried;
        const float x = operand(node, 1);
        if (at(node).op == NodeOp::Kahan) {
            const float y = x - carried, next = sum + y;
            carries = static_cast<double>((next - sum) - y);
            return next;
        }
        const float next = sum + x;
        carries = static_cast<double>(carried + (std::abs(sum) >= std::abs(x) ? (sum - next) + x : (x - next) + sum));
        return next;
    }

    float perform(int node)
    {
        const TreeNode &n = at(node);
        switch (n.op) {
        case NodeOp::Leaf: break;
        case NodeOp::Add: return addFrom(node, operand(node, 0));
        case NodeOp::FmaJoin: return std::fma(operand(node, 0), n.factor, operand(node, 1));
        case NodeOp::MulAdd: return addFrom(node, operand(node, 0) * n.factor);
        case NodeOp::Scale: return operand(node, 0) * n.factor;
        case NodeOp::Round: return roundTo(DType::BF16, operand(node, 0));
        case NodeOp::MmaGroup:
        case NodeOp::FmaChain:
        case NodeOp::ExactDot: return dot(node);
        case NodeOp::Kahan:
        case NodeOp::Neumaier:
        case NodeOp::AddRests: return compensated(node);
        }
        return 0.0f;
    }

    /// `first` stands for child 0.
    float addFrom(int node, float first) const
    {
        float sum = first;
        for (int i = 1; i < at(node).childCount; ++i)
            sum += operand(node, i);
        return sum;
    }

    float dot(int node) const
    {
        const TreeNode &n = at(node);
        const bool hasAccumulator = at(m_tree.child(node, 0)).op != NodeOp::Leaf;
        float accumulator = hasAccumulator ? operand(node, 0) : 0.0f;
        const int firstProduct = hasAccumulator ? 1 : 0;
        if (n.op == NodeOp::FmaChain) {
            for (int i = firstProduct; i < n.childCount; ++i) {
                const LeafTerm &term = termOf(m_tree.child(node, i));
                accumulator = std::fma(term.a, term.b, accumulator);
            }
            return accumulator;
        }
        if (n.op == NodeOp::ExactDot) {
            ExactSum sum;
            for (int i = 0; i < n.childCount; ++i)
                sum.add(childValue(node, i));
            return sum.roundTo(DType::F32);
        }
        std::array<float, kMaxGroup> a{}, b{};
        int count = 0;
        for (int i = firstProduct; i < n.childCount; ++i, ++count) {
            const LeafTerm &term = termOf(m_tree.child(node, i));
            a[static_cast<std::size_t>(count)] = term.a;
            b[static_cast<std::size_t>(count)] = term.b;
        }
        return tfdpaGroup(m_spec, m_operands, a.data(), b.data(), count, accumulator);
    }

    DoubleDouble exactOf(int node) const
    {
        const TreeNode &n = at(node);
        const auto child = [&](int i) { return m_exact[static_cast<std::size_t>(m_tree.child(node, i))]; };
        DoubleDouble sum = scalesFirst(n.op) ? child(0) * n.factor : child(0);
        for (int i = 1; i < n.childCount; ++i)
            sum = sum + child(i);
        return sum;
    }

    double ownErrorOf(int node) const
    {
        const TreeNode &n = at(node);
        ExactSum sum;
        if (scalesFirst(n.op))
            sum.addProduct(operand(node, 0), n.factor);
        else
            sum.add(childValue(node, 0));
        for (int i = 1; i < n.childCount; ++i)
            sum.add(childValue(node, i));
        if (n.op == NodeOp::Kahan)
            sum.add(-static_cast<double>(carriedBy(node, 0)));
        else if (n.op == NodeOp::AddRests)
            sum.add(static_cast<double>(carriedBy(node, 0)));
        const double value = m_values.value[static_cast<std::size_t>(node)];
        if (std::isinf(value) && value == sum.toDouble())
            return 0.0;
        sum.negate();
        sum.add(value);
        return sum.toDouble();
    }

    static bool isSameInfinity(double a, double b) { return std::isinf(a) && a == b; }

    static constexpr std::size_t kMaxGroup = 64; ///< products that tfdpaGroup takes at once

    const ReductionTree &m_tree;
    std::span<const LeafTerm> m_terms;
    const TensorCoreSpec &m_spec;
    DType m_operands;
    TreeValues m_values;
    std::vector<DoubleDouble> m_exact;
};

} // namespace

TreeValues evaluateTree(const ReductionTree &tree, std::span<const LeafTerm> terms, const TensorCoreSpec &spec,
                        DType operands)
{
    return Evaluation(tree, terms, spec, operands).run();
}

} // namespace ulpscope
