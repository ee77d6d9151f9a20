// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// A mask in words, and in the metadata of a tensor file.
#pragma once

#include "engine/attention/mask.h"
#include "engine/io/metadata.h"

#include <map>
#include <string>

namespace ulpscope {

/// "causal-top-left", "none, key lengths [3, 5]"; of many key lengths the range and their number.
Phrase maskText(const Mask &mask);

/// What a tensor file says of a mask: causal, causal_alignment, window_size, key_lengths, each only where it is needed
/// to read the mask back.
std::map<std::string, std::string> maskMetadata(const Mask &mask);
/// The mask that a file's metadata state. Error: a causal mask and a window at once.
Result<Mask> maskFromMetadata(const AttentionMetadata &metadata);

} // namespace ulpscope
