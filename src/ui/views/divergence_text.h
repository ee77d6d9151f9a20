// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

/// "fa2-pytorch on h200, batch 256, 1 split"; the tensor's name for an output of the file.
QString sideSummary(const Session &session, Side side);
/// "793 of 98304 values differ (0.81 %), at most 1 representable value apart" or that all are equal.
QString mismatchSentence(const Comparison &comparison);
/// "99.5": `part` of `all` in per cent with one decimal, or as many as it takes that what is not all does not read 100,
/// and what is not nothing does not read 0.
QString percentOf(std::int64_t part, std::int64_t all);
/// "Step 4 · ScoreGemm · key tile 4 · S[299, 291]: A 1.0625, B 1.0626".
QString divergencePlace(const Divergence &divergence);
/// "The bits part first here", or that already the plans do.
QString divergenceTitle(const Divergence &divergence);
/// Tree node and cause, one line each; empty where nothing is known.
QStringList divergenceReasons(const Divergence &divergence);
/// mismatchSentence() with the LSE values that differ.
QString countsSentence(const Comparison &comparison);
/// Quantity as the views call it: S, P, m, l, O.
QString quantitySymbol(Quantity quantity);

} // namespace ulpscope::ui
