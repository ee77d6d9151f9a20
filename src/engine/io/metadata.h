// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the string metadata of a tensor file says about the attention problem. The strings are what Python's str()
// makes.
#pragma once

#include "engine/io/tensor.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

/// "True" or "False".
Result<bool> parsePythonBool(std::string_view text);
/// A finite decimal number such as "0.125" or "1e-3", correctly rounded to double.
Result<double> parsePythonFloat(std::string_view text);
/// The repr of a dict from strings to integers or booleans (1 and 0): "{'BLOCK_M': 128, 'num_warps': 4}".
Result<std::map<std::string, int>> parsePythonIntDict(std::string_view text);

/// The repr of a list or tuple of integers: "[3, 5]", "(128, 0)".
Result<std::vector<int>> parsePythonIntList(std::string_view text);

enum class CausalAlignment { TopLeft, BottomRight };

/// What a file states; empty where it says nothing.
struct AttentionMetadata {
    std::optional<double> scale; ///< also empty for "None", PyTorch's word for 1/sqrt(head dim)
    std::optional<bool> causal;
    std::optional<CausalAlignment> causalAlignment;
    std::optional<std::pair<int, int>> windowSize; ///< left, right; negative is unlimited
    std::vector<int> keyLengths;                   ///< per batch entry
    std::optional<double> softcap;
    std::map<std::string, int> kernelOptions;
    int copies = 1; ///< so many times the problem stood in the batch whose outputs were written
};

/// Reads the keys scale, causal, causal_alignment, window_size, key_lengths, softcap, kernel_options and copies; other
/// keys are none of its business. A value that cannot be read is an error, never ignored: the message names the file
/// and the key.
Result<AttentionMetadata> readAttentionMetadata(const TensorFile &file);

} // namespace ulpscope
