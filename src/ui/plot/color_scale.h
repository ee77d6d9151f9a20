// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace ulpscope::ui {

struct MatrixStatistics;

enum class ScaleKind {
    Linear,
    Log,        ///< positive values; zero and negative values have colours of their own
    Symlog,     ///< linear within linthresh of 0, logarithmic beyond, as in matplotlib with linscale 1
    UlpInteger, ///< distances in ulp: whole numbers, evenly spaced in log2(1 + |n|)
};

/// How values become colours (or positions on an axis). Two equal specs draw equal pictures.
struct ColorScaleSpec {
    ScaleKind kind = ScaleKind::Linear;
    QString map = QStringLiteral("viridis"); ///< one of colorMapChoices()
    double min = 0, max = 1;
    double linthresh = 1; ///< Symlog only, positive

    bool diverging() const { return map == QLatin1String("diverging"); }
    /// Exactly zero has its own colour where it is a finding ("bit-equal") and not the middle of the map.
    bool zeroIsClass() const { return kind == ScaleKind::Log || (kind == ScaleKind::UlpInteger && !diverging()); }
    bool operator==(const ColorScaleSpec &) const = default;
};

struct ScaleTick {
    double value;
    double position; ///< 0..1
    QString label;
};

/// The monotone transform of a ColorScaleSpec. An empty or unusable range is widened, never divided by.
class ScaleTransform {
public:
    explicit ScaleTransform(const ColorScaleSpec &spec);

    double min() const { return m_min; }
    double max() const { return m_max; }
    /// Position of a finite value: 0 at min, 1 at max, outside beyond them. Log: -infinity for values <= 0.
    double position(double value) const { return (warp(value) - m_low) / (m_high - m_low); }
    double value(double position) const { return unwarp(m_low + position * (m_high - m_low)); }

    /// Value to scale space and back; equal distances there look equal.
    double warp(double value) const;
    double unwarp(double warped) const;

    /// At most about `count` labelled ticks, ascending, inside the range; symlog keeps 0 and +-linthresh.
    std::vector<ScaleTick> ticks(int count) const;
    /// Unlabelled ticks between them, as positions.
    std::vector<double> minorTicks() const;

private:
    ScaleKind m_kind;
    double m_linthresh;
    double m_min, m_max, m_low, m_high;
};

/// The range that shows every finite value of `statistics` on this scale: symmetric about 0 for a diverging map, from
/// the smallest nonzero magnitude for a logarithmic one.
ColorScaleSpec fitted(ColorScaleSpec spec, const MatrixStatistics &statistics);

/// Short number for ticks: 0.25, 1e-3, -40; with a true minus sign.
QString tickLabel(double value);

/// "linear", "log", "symlog ±1e-3" (the linear part), "ulp, whole numbers": what a legend says about the scale.
QString scaleDescription(const ColorScaleSpec &spec);

} // namespace ulpscope::ui
