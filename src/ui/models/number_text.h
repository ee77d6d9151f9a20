// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/numerics/formats.h"

#include <QString>

namespace ulpscope::ui {

/// The shortest decimal number that reads back as the same value of `type`; "NaN", "inf", "-inf". Values are
/// ASCII throughout: they are copied into code.
QString shortestDecimal(DType type, float value);
/// About `digits` significant digits, for float64 values beside it.
QString decimal(double value, int digits = 9);
/// Signed, two digits behind the point: an error in ulp.
QString ulpText(double ulps);
/// 0x3f80 for a 16-bit format, 0x3f800000 for fp32.
QString hexBits(DType type, float value);
/// 1.8p-3: exact, as C's %a without the 0x.
QString hexFloat(float value);

/// The fields of a value of `type` as text of 0 and 1.
struct BitFields {
    QString sign, exponent, fraction;
};
BitFields bitFields(DType type, float value);

/// 98304 as "98 304": groups of three with a narrow space.
QString grouped(qint64 number);

} // namespace ulpscope::ui
