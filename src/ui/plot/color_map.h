// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/status.h"

#include <QByteArray>
#include <QColor>
#include <QStringList>

#include <vector>

namespace ulpscope::ui {

/// A map from 0..1 to colour, read from resources/colormaps.
class ColorMap {
public:
    /// viridis, cividis, greys, blue-orange, blue-orange-dark. Viridis for a name that is not known, so that a session
    /// from a later release still draws.
    static const ColorMap &named(const QString &name);
    static const QStringList &names();

    /// Parses the CSV format of resources/colormaps: at least two rows "r,g,b" in 0..1; lines with # are comments.
    static Result<ColorMap> parse(const QString &name, const QByteArray &csv);

    const QString &name() const { return m_name; }
    bool diverging() const { return m_name.startsWith(QLatin1String("blue-orange")); }

    /// Colour at `t`, clamped to 0..1, interpolated between the entries.
    QColor at(double t) const;

private:
    QString m_name;
    std::vector<QRgba64> m_colors;
};

/// Dark or light text, whichever reads better on a colour of a map.
QColor textOn(const QColor &fill);

/// What a user picks: viridis, cividis, greys, diverging. The diverging one follows the ground, light or dark.
const QStringList &colorMapChoices();
const ColorMap &colorMapFor(const QString &choice, bool darkGround);

} // namespace ulpscope::ui
