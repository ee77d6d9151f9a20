// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/session.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// Where "row 17 col 20", "row 17 key 203" or "step 83" leads.
struct CellAddress {
    Selection selection;               ///< the old one, with the named parts changed
    std::optional<std::uint64_t> step; ///< steps done
};

/// Names: row, col or column, key, head, batch, step. An error names the first part that does not exist and its limits.
Result<CellAddress> parseCellAddress(const QString &text, const Selection &now, const Problem &problem,
                                     std::uint64_t stepCount);

} // namespace ulpscope::ui
