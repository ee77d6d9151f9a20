// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/attention/problem.h"

#include <QString>

namespace ulpscope::ui {

QString dtypeName(DType type);
/// "8 heads on 2 KV heads · 384 × 384 · d 128 · bf16 · batch 2"
QString problemText(const Problem &problem);

} // namespace ulpscope::ui
