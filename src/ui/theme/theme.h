// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

#include <array>

namespace ulpscope::ui {

enum class ThemeKind { Light, Dark, Print };

/// The only text sizes and faces there are.
enum class TextRole {
    Display,   ///< one big number or a lesson title
    Title,     ///< window or figure title
    Heading,   ///< panel header, table header
    Body,      ///< everything else
    Small,     ///< axis titles, captions, badges
    Mono,      ///< values, bits, code
    MonoSmall, ///< tick labels, values inside cells
};

/// What a step does to a tile, coarse enough for one colour each.
enum class StepColor { Load, Score, Mask, Max, Rescale, Exp, Sum, Output, Normalize, Combine };
inline constexpr int kStepColorCount = 10;

/// Colours, type and spacing of the window or of a figure. A value: copy it, scale it, hand it on.
/// Widgets take sizes from here and from nowhere else.
class Theme {
public:
    static Theme light();
    static Theme dark();
    /// White paper, whatever the window looks like. The base size is 13 like the others: see withBaseSize().
    static Theme print();
    static Theme of(ThemeKind kind);

    /// The same theme with body text of `px`; spacing and pens grow with it. 13 is the window, 13*kPresenterScale the
    /// lecture room. Figures use the text size of the paper in their own unit.
    Theme withBaseSize(double px) const;
    static constexpr double kBaseSize = 13.0;
    static constexpr double kPresenterScale = 1.6;

    ThemeKind kind = ThemeKind::Dark;
    bool isDark() const { return kind == ThemeKind::Dark; }

    // Surfaces, from the back to the front.
    QColor window, panel, panelHeader, raised, hovered, pressed, border, borderStrong;
    QColor plotGround; ///< behind a plot
    QColor text, textMuted, textFaint;
    QColor accentA, accentB; ///< runs A and B, also on-state and B's frame
    QColor onAccent;         ///< text on accentA
    QColor selection, selectionText;
    QColor focus;
    QColor ok, warn, error;
    QColor okFill, warnFill, errorFill; ///< badge grounds
    QColor grid, axis;
    QColor cursor, cursorCasing; ///< cell cursor and its outline, visible on every colour of a map
    QColor selectedRow;          ///< the line through the selected row or column

    // Cells that hold no ordinary value. Each differs from every map in hue, not only in lightness.
    QColor masked, maskedHatch, notComputed, nan, positiveInfinity, negativeInfinity, exactZero, belowLog;

    std::array<QColor, kStepColorCount> stepColors;
    std::array<QColor, 8> categorical; ///< Okabe and Ito's set, tuned to the ground; use with a shape or a label

    QColor stepColor(StepColor role) const { return stepColors[static_cast<size_t>(role)]; }

    /// Width in pixels (or figure units) of `units` quarters of the 4-pixel grid: space(4) is one grid step of 4.
    double length(double px) const { return px * m_baseSize / kBaseSize; }
    int space(int gridSteps) const { return qRound(length(4.0 * gridSteps)); }
    double penWidth(double px = 1.0) const { return length(px); }
    double baseSize() const { return m_baseSize; }

    QFont font(TextRole role) const;

private:
    double m_baseSize = kBaseSize;
    double m_smallestText = 0; ///< journals ask for at least 6 pt; only print sets it
};

/// Loads the bundled families; call once, after QGuiApplication exists. False if a font file cannot be used.
bool loadBundledFonts();

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
double contrastRatio(const QColor &a, const QColor &b);

} // namespace ulpscope::ui
