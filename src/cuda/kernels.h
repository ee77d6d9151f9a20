// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Launches of the step kernels: `count` items of one kind at once. Nothing here waits.
#pragma once

#include "cuda/view.cuh"

namespace ulpscope::cuda {

struct Batch {
    const View &view;
    const Item *items; ///< on the GPU
    int count;
    cudaStream_t stream;
};

// products.cu
void scoreProduct(const Batch &batch);
void outputProduct(const Batch &batch, Source source);

// fused.cu: LoadQ to Normalize of work tiles
void wholeTiles(const Batch &batch);
// fused_wgmma.cu: the same on Hopper
void wholeTilesByWarpGroups(const Batch &batch, int index);

// softmax.cu
void loadQ(const Batch &batch);
void applyMask(const Batch &batch);
void rowMax(const Batch &batch, Source source);
void rescaleOutput(const Batch &batch);
void exponentiate(const Batch &batch, Source source);
void rowSum(const Batch &batch, Source source);
void joinLanes(const Batch &batch, Source source); ///< to Rows::sums

// finish.cu
void normalize(const Batch &batch);
void mergeSketch(const Batch &batch);
void combineSplits(const Batch &batch);

// reference.cu
struct ReferenceView {
    ReferenceRequest request;
    const void *q, *k, *v;
    const int2 *ranges;
    double *output, *bound, *terms, *lse;
};
void reference(const ReferenceView &view, cudaStream_t stream);

// orders.cu
struct OrdersView {
    OrdersRequest request;
    const void *values, *weights;
    OrderEntry *table;
    unsigned long long *used, *isFull;
};
void clearOrders(const OrdersView &view, cudaStream_t stream);
/// Adds the sums of orders first .. first + count - 1 to the table.
void sumOrders(const OrdersView &view, std::uint64_t first, std::uint64_t count, cudaStream_t stream);
/// Moves the entries that are used to the front of `out`, at most kMaxOrderEntries; `used` counts all.
void collectOrders(const OrdersView &view, OrderEntry *out, cudaStream_t stream);

} // namespace ulpscope::cuda
