// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ulpscope::cli {

/// The path of a file that comes with the program, quoted for a shell where it must be: an example in a help text can
/// be copied and runs. `name` is relative to the scenarios: "fa2-causal.ulps.json".
std::string exampleFile(const std::string &name);

} // namespace ulpscope::cli
