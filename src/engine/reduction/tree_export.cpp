// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Orders of addition for other programs: a table, and a program that repeats the sum.
#include "engine/numerics/bits_text.h"
#include "engine/reduction/tree_edit.h"

#include <array>
#include <charconv>

namespace ulpscope {
namespace {

template <typename T>
std::string shortest(T number)
{
    std::array<char, 40> digits;
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

std::string fp32Bits(double value) { return bitsAsText(DType::F32, static_cast<float>(value)); }

/// "x12" for a leaf, "s3" for the third addition.
std::vector<std::string> names(const ReductionTree &tree)
{
    std::vector<std::string> result(tree.nodes.size());
    int sums = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        result[i] =
            tree.nodes[i].op == NodeOp::Leaf ? "x" + std::to_string(tree.nodes[i].leaf) : "s" + std::to_string(sums++);
    return result;
}

} // namespace

std::string treeCsv(const ReductionTree &tree, const TreeValues &values)
{
    const std::vector<std::string> name = names(tree);
    std::string text = "step,result,operation,scope,operands,factor,value,bits,exact,own_error";
    text += values.carried.empty() ? "\n" : ",carried\n";
    int step = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode &node = tree.nodes[i];
        const bool isLeaf = node.op == NodeOp::Leaf;
        text += (isLeaf ? std::string() : std::to_string(step++)) + ',' + name[i] + ',' +
                std::string(nodeOpName(node.op)) + ',' + std::string(scopeName(node.scope)) + ',';
        for (int c = 0; c < node.childCount; ++c)
            text += (c > 0 ? " " : "") + name[static_cast<std::size_t>(tree.child(static_cast<int>(i), c))];
        text += ',' + (scalesFirst(node.op) ? shortest(node.factor) : std::string()) + ',' + shortest(values.value[i]) +
                ',' + (isLeaf ? std::string() : fp32Bits(values.value[i])) + ',' + shortest(values.exact[i]) + ',' +
                shortest(values.ownError[i]) + (values.carried.empty() ? "" : ',' + shortest(values.carried[i])) + '\n';
    }
    return text;
}

std::string treePython(const ReductionTree &tree, const TreeValues &values)
{
    const std::vector<std::string> name = names(tree);
    // The sum of two fp32 numbers in double, rounded once more to fp32, is their fp32 sum: 53 >= 2 * 24 + 2 (Figueroa
    // 1995). So the standard library is enough.
    std::string text = R"(# An order of addition, repeated in fp32.
import math
import struct


def fp32(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bits_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def add(a, b):
    try:
        return struct.unpack("<f", struct.pack("<f", a + b))[0]
    except OverflowError:
        return math.copysign(math.inf, a + b)


x = {  # summand: bits
)";
    for (const std::int32_t leaf : tree.leafOrder)
        text += "    " + std::to_string(tree.nodes[static_cast<std::size_t>(leaf)].leaf) + ": " +
                fp32Bits(values.value[static_cast<std::size_t>(leaf)]) + ",\n";
    text += "}\norder = [  # (result, operands): a number is a summand, a name an earlier result\n";
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode &node = tree.nodes[i];
        if (node.op == NodeOp::Leaf)
            continue;
        text += "    (\"" + name[i] + "\", [";
        for (int c = 0; c < node.childCount; ++c) {
            const std::size_t child = static_cast<std::size_t>(tree.child(static_cast<int>(i), c));
            text += c > 0 ? ", " : "";
            text +=
                tree.nodes[child].op == NodeOp::Leaf ? std::to_string(tree.nodes[child].leaf) : '"' + name[child] + '"';
        }
        text += "]),\n";
    }
    const std::size_t root = static_cast<std::size_t>(tree.root());
    text += R"(]

s = {}
total = fp32(next(iter(x.values())))
for result, operands in order:
    values = [s[o] if isinstance(o, str) else fp32(x[o]) for o in operands]
    total = values[0]
    for value in values[1:]:
        total = add(total, value)
    s[result] = total
print(repr(total), "0x%08x" % bits_of(total))
)";
    return text + "assert bits_of(total) == " + fp32Bits(values.value[root]) + "\n";
}

} // namespace ulpscope
