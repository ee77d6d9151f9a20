// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"

#include <cstdint>
#include <vector>

namespace ulpscope {

/// FlashAttention-2's number of splits (csrc/flash_attn/flash_api.cpp, num_splits_heuristic), in its float32 and
/// double: the smallest eligible count within 85 % of the best wave efficiency, called with twice the SM count.
/// `workTiles` = batch * heads * query blocks, `keyTiles` = key blocks of the split kernel.
int fa2NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits = 128);

/// The number of work tiles that PyTorch's FA2 sees: query blocks of 64 rows, and for one query with grouped heads
/// (GQA decode) the query heads of a KV head as rows.
int fa2WorkTiles(const Problem &problem, int batch);

/// What FlashAttention-3's rule sees (hopper/flash_api.cpp, get_num_splits): the query heads of a KV head are rows,
/// whatever the number of queries.
struct Fa3Work {
    int mBlocks = 1;   ///< query blocks of one KV head
    int workTiles = 1; ///< mBlocks * KV heads * batch
    int keyTiles = 1;
    std::int64_t kvHeadBytes = 0; ///< K and V of one head
    bool isCausalOrLocal = false;
};
Fa3Work fa3Work(const Problem &problem, int batch, int tileM, int tileN);
/// FlashAttention-3's number of splits (hopper/heuristics.h, num_splits_heuristic): the smallest count within 85 % of
/// the best wave efficiency on the SMs; enough work tiles split only where one KV head is larger than the L2 that it
/// assumes.
int fa3NumSplits(const Fa3Work &work, int smCount, int maxSplits = 128);

/// FlashAttention-4's work tiles on Blackwell (flash_attn/cute/interface.py): two query stages of 128 rows once there
/// are more than 128.
int fa4WorkTiles(const Problem &problem, int batch);
/// FlashAttention-4's number of splits (num_splits_heuristic there): as many as find an SM each. More work tiles than
/// SMs give 0 there, which its caller takes for one.
int fa4NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits = 128);

/// FlexDecoding's SPLIT_KV (PyTorch): two splits for each SM that a KV head of a batch entry finds.
int flexNumSplits(int batch, int kvHeads, int smCount);

/// FlashInfer's decode (include/flashinfer/attention/scheduler.cuh): the fewest pages for one chunk with which all
/// chunks fit into the grid, found by bisection from 128 keys on.
struct FlashInferSplit {
    int chunkPages = 1;      ///< pages of one chunk
    std::int64_t chunks = 1; ///< of all requests
    bool isSplit = false;
};
/// `pages` of each request, `maxGrid` = blocks that fit on the device at once.
FlashInferSplit flashInferSplit(const std::vector<int> &pages, int pageSize, int kvHeads, int maxGrid);

/// Whether a run can have so many splits; `what` names the number in the message. PyTorch's FlashAttention-2, whose
/// combine kernel exists for up to 128 splits (flash_api.cpp: "num_splits > 128 not supported"), and no other kernel
/// here takes more.
Status checkSplits(const std::string &what, int splits);

} // namespace ulpscope
