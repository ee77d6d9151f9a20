// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/mma_probe.h"

#include "engine/reduction/tree_builder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace ulpscope {
namespace {

/// Groups of L products in the order given, chained from `accumulator`.
int groups(TreeBuilder &builder, const std::vector<int> &products, int groupL, int accumulator)
{
    for (std::size_t begin = 0; begin < products.size(); begin += static_cast<std::size_t>(groupL)) {
        std::vector<int> operands{accumulator};
        for (std::size_t i = begin; i < std::min(products.size(), begin + static_cast<std::size_t>(groupL)); ++i)
            operands.push_back(builder.leaf(products[i], Scope::MmaGroup));
        accumulator = builder.node(NodeOp::MmaGroup, Scope::MmaGroup, operands);
    }
    return accumulator;
}

/// A large and a small product, each of two operands that the format holds, and both as accumulators.
struct ProductLevels {
    std::array<float, 2> mask, unit;
};

ProductLevels productLevels(DType type)
{
    switch (type) {
    case DType::E4M3: return {{0x1p8f, 0x1p7f}, {0x1p-9f, 0x1p-9f}};   // its smallest number, twice
    case DType::E5M2: return {{0x1p8f, 0x1p7f}, {0x1p-10f, 0x1p-10f}}; // Ada's fp16 results keep 2^-23 beside a zero c
    case DType::F16: return {{0x1p8f, 0x1p7f}, {0x1p-12f, 0x1p-12f}};  // 2^-24 is fp16's smallest
    default: return {{0x1p50f, 0x1p50f}, {1.0f, 1.0f}};
    }
}

} // namespace

ReductionTree mmaTree(const TensorCoreSpec &spec, int k)
{
    TreeBuilder builder;
    int accumulator = builder.leaf(k, Scope::MmaGroup);
    std::vector<int> products;
    if (!spec.emulatedFp8) {
        products.resize(static_cast<std::size_t>(k));
        std::iota(products.begin(), products.end(), 0);
        const int root = groups(builder, products, spec.groupL, accumulator);
        return std::move(builder).finish(root);
    }
    for (int begin = 0; begin < k; begin += kEmulatedFp8K) {
        int chain = TreeBuilder::kNone;
        for (const int half : {0, 2}) {
            products.clear();
            for (int i = begin; i < std::min(k, begin + kEmulatedFp8K); ++i) {
                if (i % 4 / 2 * 2 == half)
                    products.push_back(i);
            }
            chain = groups(builder, products, spec.groupL, chain);
        }
        accumulator = builder.add(Scope::Thread, std::array{accumulator, chain});
    }
    return std::move(builder).finish(accumulator);
}

Result<ProbedShape> probeMma(DType type, int k, const DotProducts &unit)
{
    if (k < 1 || k > kMostProbedProducts)
        return Status::invalid(phrase("%1 products, expected 1 to %2 for a probe", k, kMostProbedProducts));
    const ProductLevels levels = productLevels(type);
    const std::size_t count = static_cast<std::size_t>(k);
    std::vector<int> leaves(count + 1);
    std::iota(leaves.begin(), leaves.end(), 0);
    const float one = levels.unit[0] * levels.unit[1];
    const auto probe = [&](std::span<const MaskPair> pairs) -> Result<std::vector<double>> {
        MmaBatch batch;
        batch.k = k;
        batch.a.assign(pairs.size() * count, levels.unit[0]);
        batch.b.assign(pairs.size() * count, levels.unit[1]);
        batch.c.assign(pairs.size(), one);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto put = [&](int leaf, float sign) {
                if (leaf == k) {
                    batch.c[i] = sign * levels.mask[0] * levels.mask[1];
                    return;
                }
                batch.a[i * count + static_cast<std::size_t>(leaf)] = sign * levels.mask[0];
                batch.b[i * count + static_cast<std::size_t>(leaf)] = levels.mask[1];
            };
            put(pairs[i].plus, 1.0f);
            put(pairs[i].minus, -1.0f);
        }
        const Result<std::vector<float>> sums = unit(batch);
        if (!sums.ok())
            return sums.status();
        std::vector<double> units;
        for (const float sum : sums.value())
            units.push_back(static_cast<double>(sum) / static_cast<double>(one));
        return units;
    };
    return probeByMasks(leaves, probe);
}

Result<ProbedShape> probeMma(DType type, int k, const DotProduct &unit)
{
    return probeMma(type, k, [&](const MmaBatch &batch) -> Result<std::vector<float>> {
        std::vector<float> sums;
        for (std::size_t i = 0; i < batch.count(); ++i)
            sums.push_back(unit(batch.rowA(i), batch.columnB(i), batch.k, batch.c[i]));
        return sums;
    });
}

Result<ProbedShape> probeMma(const TensorCoreSpec &spec, DType type, int k)
{
    // Groups of L in ascending k are what an instruction of any k of at least L does.
    return probeMma(type, k, [&](const float *a, const float *b, int n, float c) {
        return tfdpaChain(spec, type, spec.groupL, a, b, n, c);
    });
}

} // namespace ulpscope
