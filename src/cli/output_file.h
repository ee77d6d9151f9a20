// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/backend/whole_run.h"

#include <string>

namespace ulpscope::cli {

/// Writes o [batch, heads, seqlenQ, headDimV] in the problem's format and lse [batch, heads, seqlenQ] in fp32 as
/// safetensors; the metadata say what was run, and scale, mask and softcap in the words that input files use, so that
/// they read back as they were.
Status writeOutput(const std::string &path, const RunSpec &spec, const RunOutput &output);

} // namespace ulpscope::cli
