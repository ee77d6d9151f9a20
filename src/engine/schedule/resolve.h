// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/catalog.h"
#include "engine/schedule/run_spec.h"

namespace ulpscope {

/// Kernel x device x problem, with the fields set by hand on top: every choice that can change a bit.
/// Errors: unknown ids or fields, values out of range, a dtype that the chosen tensor core does not multiply.
Result<RunSpec> resolveRun(const Catalog &catalog, const Problem &problem, const RunRequest &request);

} // namespace ulpscope
