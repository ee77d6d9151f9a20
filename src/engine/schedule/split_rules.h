// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"

namespace ulpscope {

/// FlashAttention-2's number of splits (csrc/flash_attn/flash_api.cpp, num_splits_heuristic), in its float32 and
/// double: the smallest eligible count within 85 % of the best wave efficiency, called with twice the SM count.
/// `workTiles` = batch * heads * query blocks, `keyTiles` = key blocks of the split kernel.
int fa2NumSplits(int workTiles, int keyTiles, int smCount, int maxSplits = 128);

/// The number of work tiles that PyTorch's FA2 sees: query blocks of 64 rows, and for one query with grouped heads
/// (GQA decode) the query heads of a KV head as rows.
int fa2WorkTiles(const Problem &problem, int batch);

} // namespace ulpscope
