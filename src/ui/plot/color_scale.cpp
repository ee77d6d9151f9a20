// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/color_scale.h"

#include "ui/plot/matrix_pyramid.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

/// matplotlib's SymmetricalLogTransform with base 10 and linscale 1: the linear part [0, linthresh] is as long as one
/// decade.
constexpr double kLinearShare = 1.0 / (1.0 - 1.0 / 10.0);

/// 1, 2 or 5 times a power of ten, at least `raw`.
double niceStep(double raw)
{
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

std::vector<double> linearTicks(double min, double max, int count)
{
    const double step = niceStep((max - min) / std::max(1, count));
    std::vector<double> values;
    for (double i = std::ceil(min / step - 1e-9); i <= max / step + 1e-9; ++i)
        values.push_back(i * step);
    return values;
}

/// Powers of ten from `first` to `last` (exponents), at most `count` of them.
std::vector<double> decades(double first, double last, int count)
{
    std::vector<double> values;
    const int from = static_cast<int>(std::ceil(first - 1e-9)), to = static_cast<int>(std::floor(last + 1e-9));
    const int stride = std::max(1, (to - from + std::max(1, count)) / std::max(1, count));
    // Counted from exponent 0, so that the labelled decades stay the same while the range moves.
    for (int e = from; e <= to; ++e)
        if (e % stride == 0)
            values.push_back(std::pow(10.0, e));
    return values;
}

} // namespace

ScaleTransform::ScaleTransform(const ColorScaleSpec &spec)
    : m_kind(spec.kind),
      m_linthresh(spec.linthresh > 0 && std::isfinite(spec.linthresh) ? spec.linthresh : 1),
      m_min(std::isfinite(spec.min) ? spec.min : 0),
      m_max(std::isfinite(spec.max) ? spec.max : 0)
{
    if (m_min > m_max)
        std::swap(m_min, m_max);
    if (m_kind == ScaleKind::Log) {
        if (m_max <= 0)
            m_max = 1;
        if (m_min <= 0)
            m_min = m_max * 1e-6;
        if (m_min == m_max)
            m_min /= 2;
    } else if (m_min == m_max) {
        const double half = m_min == 0 ? 1 : std::abs(m_min) / 2;
        m_min -= half;
        m_max += half;
    }
    m_low = warp(m_min);
    m_high = warp(m_max);
    if (!(m_low < m_high)) { // for example two ulp values that round to the same integer
        m_max = m_kind == ScaleKind::UlpInteger ? m_min + 1 : std::nextafter(m_max, std::numeric_limits<double>::max());
        m_high = warp(m_max);
    }
}

double ScaleTransform::warp(double value) const
{
    switch (m_kind) {
    case ScaleKind::Linear: return value;
    case ScaleKind::Log: return value > 0 ? std::log10(value) : -std::numeric_limits<double>::infinity();
    case ScaleKind::Symlog: {
        const double magnitude = std::abs(value) / m_linthresh;
        return std::copysign(magnitude <= 1 ? magnitude * kLinearShare : kLinearShare + std::log10(magnitude), value);
    }
    case ScaleKind::UlpInteger: break;
    }
    const double n = std::floor(value + 0.5);
    return std::copysign(std::log2(1 + std::abs(n)), n);
}

double ScaleTransform::unwarp(double warped) const
{
    switch (m_kind) {
    case ScaleKind::Linear: return warped;
    case ScaleKind::Log: return std::pow(10.0, warped);
    case ScaleKind::Symlog: {
        const double w = std::abs(warped);
        const double magnitude = w <= kLinearShare ? w / kLinearShare : std::pow(10.0, w - kLinearShare);
        return std::copysign(magnitude * m_linthresh, warped);
    }
    case ScaleKind::UlpInteger: break;
    }
    return std::copysign(std::exp2(std::abs(warped)) - 1, warped);
}

std::vector<ScaleTick> ScaleTransform::ticks(int count) const
{
    std::vector<double> values;
    switch (m_kind) {
    case ScaleKind::Linear: values = linearTicks(m_min, m_max, count); break;
    case ScaleKind::Log:
        values = decades(std::log10(m_min), std::log10(m_max), count);
        if (values.size() < 2)
            values = linearTicks(m_min, m_max, std::min(count, 4));
        break;
    case ScaleKind::Symlog: {
        if (std::max(std::abs(m_min), std::abs(m_max)) <= m_linthresh) {
            values = linearTicks(m_min, m_max, count);
            break;
        }
        values = {0, m_linthresh, -m_linthresh};
        const int perSide = std::max(1, (count - 3) / 2);
        for (const double sign : {1.0, -1.0}) {
            const double limit = sign * (sign > 0 ? m_max : m_min);
            if (limit <= m_linthresh)
                continue;
            // A decade next to linthresh would print over its label.
            for (const double d : decades(std::log10(m_linthresh) + 0.5, std::log10(limit), perSide))
                values.push_back(sign * d);
        }
        break;
    }
    case ScaleKind::UlpInteger: {
        values = {0};
        const double limit = std::max(std::abs(m_min), std::abs(m_max));
        const double octaves = std::log2(1 + limit);
        const double sides = m_min < 0 && m_max > 0 ? 2 : 1;
        const int stride = std::max(1, static_cast<int>(std::ceil(octaves * sides / std::max(1, count))));
        for (int e = 0; std::exp2(e) <= limit; e += stride) {
            values.push_back(std::exp2(e));
            values.push_back(-std::exp2(e));
        }
        break;
    }
    }
    std::sort(values.begin(), values.end());
    std::vector<ScaleTick> ticks;
    const double slack = 1e-9;
    for (const double value : values) {
        const double where = position(value);
        if (where < -slack || where > 1 + slack)
            continue;
        // Rounding of i * step must not print 0.30000000000000004 or -0.
        const double shown = std::abs(value) < 1e-12 * (m_max - m_min) && m_kind == ScaleKind::Linear ? 0 : value;
        ticks.push_back({shown, std::clamp(where, 0.0, 1.0), tickLabel(shown)});
    }
    return ticks;
}

std::vector<double> ScaleTransform::minorTicks() const
{
    std::vector<double> positions;
    if (m_kind != ScaleKind::Log && m_kind != ScaleKind::Symlog)
        return positions;
    const double floor = m_kind == ScaleKind::Log ? m_min : m_linthresh;
    const double limit = std::max(std::abs(m_min), std::abs(m_max));
    if (std::log10(limit / floor) > 12) // they would merge into a block
        return positions;
    for (double e = std::floor(std::log10(floor)); e <= std::log10(limit); ++e) {
        for (int digit = 2; digit <= 9; ++digit) {
            const double value = digit * std::pow(10.0, e);
            for (const double signedValue : {value, -value}) {
                const double where = value > floor ? position(signedValue) : -1;
                if (where >= 0 && where <= 1)
                    positions.push_back(where);
            }
        }
    }
    return positions;
}

ColorScaleSpec fitted(ColorScaleSpec spec, const MatrixStatistics &statistics)
{
    spec.min = statistics.min;
    spec.max = statistics.max;
    if (spec.kind == ScaleKind::Log) {
        spec.min = statistics.smallestMagnitude;
        spec.max = statistics.largestMagnitude;
    } else if (spec.diverging()) {
        spec.max = statistics.largestMagnitude;
        spec.min = -spec.max;
    } else if (spec.kind == ScaleKind::UlpInteger && spec.min > 0) {
        spec.min = 0;
    }
    if (spec.min == spec.max) { // one value, or none
        const ScaleTransform widened(spec);
        spec.min = widened.min();
        spec.max = widened.max();
    }
    return spec;
}

QString tickLabel(double value)
{
    const double magnitude = std::abs(value);
    QString text;
    if (magnitude == 0) {
        text = QStringLiteral("0");
    } else if (magnitude >= 1e-3 && magnitude < 1e5) {
        text = QString::number(value, 'g', 6);
    } else {
        // 1e-3 and 2.5e-7: no zeros in the exponent, no plus sign.
        int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
        double mantissa = value / std::pow(10.0, exponent);
        if (std::abs(mantissa) >= 9.9999995) {
            mantissa /= 10;
            ++exponent;
        }
        text = QString::number(mantissa, 'g', 4) + QLatin1Char('e') + QString::number(exponent);
    }
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString scaleDescription(const ColorScaleSpec &spec)
{
    const auto translate = [](const char *text) { return QCoreApplication::translate("ColorScale", text); };
    switch (spec.kind) {
    case ScaleKind::Linear: return translate(QT_TRANSLATE_NOOP("ColorScale", "linear"));
    case ScaleKind::Log: return translate(QT_TRANSLATE_NOOP("ColorScale", "log"));
    case ScaleKind::Symlog:
        return translate(QT_TRANSLATE_NOOP("ColorScale", "symlog ±%1")).arg(tickLabel(spec.linthresh));
    case ScaleKind::UlpInteger: break;
    }
    return translate(QT_TRANSLATE_NOOP("ColorScale", "ulp, whole numbers"));
}

} // namespace ulpscope::ui
