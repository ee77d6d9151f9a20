// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QString>

namespace ulpscope::ui {

/// "fa2-pytorch on h200, batch 256, 1 split"; the tensor's name for an output of the file.
QString sideSummary(const Session &session, Side side);
/// "793 of 98304 values differ (0.81 %), at most 1 representable value apart" or that all are equal.
QString mismatchSentence(const Comparison &comparison);
/// "Step 4 · ScoreGemm · key tile 4 · S[299, 291]: A 1.0625, B 1.0626".
QString divergencePlace(const Divergence &divergence);
/// Quantity as the views call it: S, P, m, l, O.
QString quantitySymbol(Quantity quantity);

} // namespace ulpscope::ui
