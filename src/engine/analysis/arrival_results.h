// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What came of real launches: plain values, which the window shows and files hold.
#pragma once

#include "engine/reduction/order_counts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What is summed: dQ of FlashAttention-2's backward pass over key tiles, or an output over splits.
enum class ArrivalSum { Dq, Combine };
/// How blocks add to one element. Atomics: each as soon as it is there. Semaphore: each waits until those before it
/// have added. Fixed: the kernel's own deterministic way, accumulators of dQ that nobody shares, or the combine kernel.
enum class ArrivalMode { Atomics, Semaphore, Fixed };

std::string_view arrivalModeName(ArrivalMode mode); ///< "atomics", "semaphore", "fixed"
std::string_view arrivalSumName(ArrivalSum sum);    ///< "dq", "combine"
std::optional<ArrivalMode> parseArrivalMode(std::string_view name);
std::optional<ArrivalSum> parseArrivalSum(std::string_view name);

/// How a launch compares with its terms' sum on the CPU, in the order of that launch.
struct ArrivalReplay {
    std::uint64_t elements = 0, differing = 0; ///< results, bit for bit; NaN equals NaN
    // Of atomic additions, whose order was recorded:
    std::uint64_t terms = 0, differingTerms = 0; ///< what the GPU added, against the CPU's own
    std::uint64_t withoutOrder = 0;              ///< elements that no order of the CPU's terms explains; they differ
    std::uint64_t reordered = 0;                 ///< elements whose terms did not arrive in ascending order

    bool operator==(const ArrivalReplay &) const = default;
    void add(const ArrivalReplay &other);
};

/// Launches that gave the same bits: a 64-bit hash of all of them.
struct DistinctOutput {
    std::uint64_t hash = 0, count = 0;
    std::uint64_t first = 0; ///< the first launch that gave it
    bool operator==(const DistinctOutput &) const = default;
};

/// The element whose least and greatest results lie farthest apart; the first of several.
struct WidestElement {
    int batch = 0, head = 0, row = 0, col = 0;
    float least = 0, greatest = 0;
    std::int64_t ulps = 0; ///< kInfiniteUlpDistance: a NaN in one launch, a number in another
    bool operator==(const WidestElement &) const = default;
};

struct ArrivalModeResult {
    ArrivalMode mode = ArrivalMode::Atomics;
    std::uint64_t launches = 0;
    std::vector<DistinctOutput> outputs; ///< most frequent first, then by first launch
    double medianMs = 0, leastMs = 0;    ///< of a launch: clearing, adding, rounding
    std::uint64_t elements = 0;
    std::uint64_t everDiffer = 0;        ///< elements with different results; +0 and -0 are one value here
    std::vector<UlpBin> spread;          ///< elements by greatest - least result, in representable values
    std::optional<WidestElement> widest; ///< none: all launches agree
    std::optional<ArrivalReplay> replay;
    bool operator==(const ArrivalModeResult &) const = default;
};

struct ArrivalStudy {
    ArrivalSum sum = ArrivalSum::Dq;
    std::string gpu;      ///< "NVIDIA H200"
    int terms = 0;        ///< at most, of an element: key tiles, or splits
    int accumulators = 1; ///< of dQ's fixed order
    std::vector<ArrivalModeResult> modes;
    bool operator==(const ArrivalStudy &) const = default;
};

} // namespace ulpscope
