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

/// Before the work: what `option` names must not be the `input` (empty: there is none), must have a folder to go to,
/// and be none itself. An empty `path` is no output.
Status checkOutputPath(const std::string &option, const std::string &path, const std::string &input);

} // namespace ulpscope::cli
