// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/number_text.h"

#include "engine/numerics/bits_text.h"

#include <charconv>
#include <cmath>

namespace ulpscope::ui {

namespace {

QString special(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
}

} // namespace

QString shortestDecimal(DType type, float value)
{
    if (!std::isfinite(value))
        return special(static_cast<double>(value));
    // A digit more until the text reads back as the same bits: 9 digits tell all fp32 values apart.
    for (int digits = 1; digits < 9; ++digits) {
        const QString text = QString::number(static_cast<double>(value), 'g', digits);
        const QByteArray latin =
            text.toLatin1(); // QString::toFloat() goes by way of double and is not correctly rounded
        float back = 0;
        std::from_chars(latin.cbegin(), latin.cend(), back);
        if (bitsOf(type, roundTo(type, back)) == bitsOf(type, value))
            return text;
    }
    return QString::number(static_cast<double>(value), 'g', 9);
}

QString decimal(double value, int digits)
{
    return std::isfinite(value) ? QString::number(value, 'g', digits) : special(value);
}

QString ulpText(double ulps)
{
    if (!std::isfinite(ulps))
        return special(ulps);
    const QString text = QString::number(std::abs(ulps), 'f', std::abs(ulps) < 1000 ? 2 : 0);
    return (ulps < 0 ? QStringLiteral("-") : QStringLiteral("+")) + text;
}

QString hexBits(DType type, float value) { return QString::fromStdString(bitsAsText(type, value)); }

QString hexFloat(float value)
{
    if (!std::isfinite(value))
        return special(static_cast<double>(value));
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::hex).ptr;
    return QString::fromLatin1(buffer, end - buffer);
}

BitFields bitFields(DType type, float value)
{
    const FormatInfo format = formatInfo(type);
    const int width = format.bytes * 8;
    const QString bits = QString::number(bitsOf(type, value), 2).rightJustified(width, QLatin1Char('0'));
    const int fraction = type == DType::TF32 ? 23 : format.fractionBits; // a tf32 value is stored as fp32
    return {bits.left(1), bits.mid(1, width - 1 - fraction), bits.right(fraction)};
}

QString grouped(qint64 number)
{
    QString text = QString::number(std::abs(number));
    for (qsizetype i = text.size() - 3; i > 0; i -= 3)
        text.insert(i, QChar(0x202F));
    return number < 0 ? QStringLiteral("-") + text : text;
}

} // namespace ulpscope::ui
