// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Where batch, heads and sequence lie in a 4-D tensor, and values in the order that the engine uses.
#pragma once

#include "engine/attention/problem.h"
#include "engine/io/tensor.h"
#include "engine/session/session.h"

#include <string>
#include <vector>

namespace ulpscope {

using Layout = InputSource::Layout;

/// "BHND", "BNHD", "auto", as in session files.
std::string_view layoutName(Layout layout);

/// q, k and v of a file with the shape of their problem.
struct LaidOutShapes {
    Layout layout = Layout::BHND; ///< never Auto
    Phrase note;                  ///< how the layout was found
    Problem problem;              ///< sizes only
};

/// Reads the sizes of a problem off three 4-D tensors. Auto takes BHND where the shapes fit it, else BNHD where they
/// fit that. Errors name the tensor that does not fit.
Result<LaidOutShapes> layOut(const std::string &path, const Tensor &q, const Tensor &k, const Tensor &v, Layout layout);

/// [batch, seq, heads, dim] values as [batch, heads, seq, dim]; other layouts as they are.
std::vector<float> toBhnd(std::vector<float> values, const std::vector<std::int64_t> &shape, Layout layout);

} // namespace ulpscope
