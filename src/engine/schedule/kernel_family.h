// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/attention/problem.h"
#include "engine/attention/recipe.h"
#include "engine/schedule/device_profile.h"
#include "engine/schedule/evidence.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

/// Values in a kernel's data that stand for the device at hand, the format of the tensors and the number of keys.
inline constexpr std::string_view kDevicePlaceholder = "$device";
inline constexpr std::string_view kDtypePlaceholder = "$dtype";
inline constexpr std::string_view kKeysPlaceholder = "$keys";

/// Recipe fields that apply when every given condition holds.
struct KernelRule {
    std::optional<int> headDimMin, headDimMax;
    std::optional<bool> split; ///< more than one split
    std::optional<bool> causal;
    std::optional<int> queriesMin, queriesMax;
    std::optional<int> keysMin, keysMax;
    std::optional<int> batchHeadsMax;             ///< batch * heads is at most so many
    std::optional<int> headsPerSmMax;             ///< batch * heads is at most so many times the device's SM count
    std::optional<int> kvHeadsPerSmMax;           ///< the same of batch * KV heads
    std::optional<int> raggedBlock;               ///< queries or keys are no multiple of it
    std::vector<std::string> computeCapabilities; ///< "8.6"; empty: any
    std::vector<std::string> devices;             ///< device ids; empty: any
    std::vector<std::pair<std::string, std::string>> set;
    Evidence evidence;

    /// `batch`: requests that run at once, problem.batch or more.
    bool matches(const Problem &problem, int batch, const DeviceProfile &device, bool isSplit) const;
};

struct KernelLaunch; // kernel_launch.h

/// A backward pass, which is FlashAttention-2's.
struct KernelBackward {
    Evidence evidence;
    std::vector<int> recordedHeadDims; ///< of the gradients behind `evidence`
};

/// A family of implementations. Read from resources/kernels/<id>.json.
struct KernelFamily {
    std::string id;
    Phrase title;
    std::string summary;
    std::vector<DType> dtypes;
    int minCcMajor = 0, minCcMinor = 0; ///< devices below this cannot run it: asking for it is counterfactual
    int maxCcMajor = 0;                 ///< devices above this run another kernel; 0: none do
    std::vector<std::pair<std::string, std::string>> recipe;        ///< base fields
    std::vector<KernelRule> rules;                                  ///< in order, later ones win
    std::vector<std::pair<std::string, std::string>> kernelOptions; ///< option of a call -> recipe field that it sets
    std::vector<std::string> timingOptions;                         ///< options that change no bit
    Evidence evidence;
    std::vector<int> recordedHeadDims;          ///< of the outputs behind `evidence`, which have headDimV = headDim
    int minRecordedQueries = 1;                 ///< the fewest queries of those outputs
    bool recordedOneQuery = false;              ///< outputs of one query are among them, whatever the minimum says
    bool recordedGroupedHeads = true;           ///< outputs with fewer KV heads than query heads are among them
    bool recordedUnequalCausal = false;         ///< so are causal ones with other numbers of queries and keys, top-left
    int minRecordedTileM = 1;                   ///< the smallest query tile of those outputs
    int recordedLengthMultiple = 1;             ///< of their numbers of queries and keys
    int maxHeadDim = 0;                         ///< beyond it the kernel does not exist; 0: any
    std::vector<std::string> reproducedOn;      ///< device ids on which `evidence` was obtained
    std::optional<KernelBackward> backward;     ///< none: not known here
    std::vector<std::string> open;              ///< what is known not to be reproduced, one line each
    std::shared_ptr<const KernelLaunch> launch; ///< timing only; null where a file has none
    Phrase noLaunch;                            ///< why a shipped kernel has none
    std::string userFile; ///< where the user's own kernel was read from; empty for one that is shipped
};

/// Parses one rule; `where` names file and place in messages.
Result<KernelRule> parseKernelRule(const nlohmann::json &json, const std::string &where);
/// Parses `ulpscope.kernel/1` JSON; `path` is used in messages.
Result<KernelFamily> parseKernelFamily(const std::string &json, const std::string &path);

} // namespace ulpscope
