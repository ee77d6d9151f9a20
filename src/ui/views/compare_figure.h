// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/session.h"

#include <memory>

namespace ulpscope::ui {

/// The final outputs of A and B on one colour scale, their difference in representable values, and in words which runs
/// they are, how many values differ and where the bits part first. Null while one of the outputs is computed.
std::unique_ptr<FigureSource> compareFigure(const Session &session, const Comparison &comparison);

} // namespace ulpscope::ui
