// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// The values of recipe fields. C++17: shared with CUDA code.
#pragma once

namespace ulpscope {

enum class Form { Online, Sketch };
enum class KeyOrder { Ascending, Descending, PartialFirst, List };
enum class ScoreScale { Folded, FoldedFp32, TwoStep, Natural, Operands };
enum class MaxOf { Raw, Scaled };
enum class Argument { Unfused, Fused, FusedFullBlocks, Natural };
enum class Alpha { ScaledDifference, DifferenceOfScaled, Log2Difference, Natural };
enum class ExpMethod { Ex2, Exp2Poly6, Fa4Poly3, Exact, Expf };
enum class Rescale { Always, Threshold };
enum class Lanes { Quad, Contiguous, Strided };
enum class LaneSum { Ascending, Balanced };
enum class Join { LaneFma, LaneMulAdd, LaneLocalFma, RowFma, RowMulAdd, FirstLaneMulAdd };
enum class QuadOrder { Xor21, Xor12, Xor241 };
enum class QuadWhen { End, EveryTile };
enum class PCast { None, Bf16, Fp16 };
enum class PvSum { InAccumulator, Apart };
enum class OStore { Fp32, Bf16 };
enum class FinalScale { IeeeReciprocal, Rcp, Divide, DivideProbs };
enum class EmptyRow { Zero, Nan, FactorOne };
enum class LseLog { Lg2, Log2f };
enum class SplitRule { None, Count, Size, Fa2, Fa3, Fa4, FlashInfer, Flex };
/// Arrival computes what List does: its list is an order that was observed or supposed, not one that was chosen.
enum class CombineOrder { ButterflyFma, Sequential, Pairwise, List, Arrival };
enum class CombineMath { Ieee, Fast };
enum class CrossTile { Sequential, Pairwise, Strided, Splits, List, Arrival, Device }; ///< Arrival as above
/// Mistakes, not orders of operations: what a kernel computes when it lacks a fence or a bounds check.
enum class Fault { None, StaleK, StaleV, UnmaskedTail };

} // namespace ulpscope
