// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ulpscope::ui {

/// What the colour of a tile tells.
enum class TileColor { VisitOrder, RunMax, RunSum, Alpha };
QString tileColorKey(TileColor color);
QString tileColorTitle(TileColor color);
inline constexpr TileColor kTileColors[] = {TileColor::VisitOrder, TileColor::RunMax, TileColor::RunSum,
                                            TileColor::Alpha};

/// The smallest and the largest of some values; NaN is left out.
struct ValueRange {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double x)
    {
        if (std::isnan(x))
            return;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    bool empty() const { return low > high; }
    /// "2.1", "2.1…9", "·" for none.
    QString text(int digits = 4) const;
    double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

/// One (query tile, key tile). Values are those of the selected row if the tile has it, else ranges over its rows; in a
/// difference, A - B in representable values of fp32.
struct TileCell {
    enum class Status { Skipped, Pending, Current, Done };
    Status status = Status::Skipped;
    bool partial = false;        ///< some of its pairs are masked
    int split = 0, ordinal = -1; ///< ordinal within its split
    double color = 0;            ///< 0..1
    ValueRange runMax, runSum, alpha, tileMax, tileSum;
    quint64 firstStep = 0, maxStep = 0, sumStep = 0, lastStep = 0; ///< plan steps: LoadKv, RowMax, RowSum, OutputGemm
    bool hasMax = false, hasSum = false;                           ///< formed at the current step
};

/// Everything that the map draws.
struct TileMapState {
    QString absent; ///< why there are no cells
    QString title;  ///< figures only
    int mBlocks = 0, nBlocks = 0, tileM = 1, tileN = 1, rows = 0, keys = 0;
    int splits = 1;
    int selectedRow = -1;
    bool sketch = false, difference = false;
    std::vector<TileCell> cells; ///< mBlocks x nBlocks
    QString colorTitle;          ///< what the colour means
    QString low, high;           ///< labels of the ends of the colour scale
    int cursorM = -1, cursorN = -1;
    int highlightM = -1, highlightN = -1; ///< under the pointer, here or in another view

    const TileCell &cell(int m, int n) const
    {
        return cells[static_cast<std::size_t>(m) * static_cast<std::size_t>(nBlocks) + static_cast<std::size_t>(n)];
    }
    TileCell &cell(int m, int n)
    {
        return cells[static_cast<std::size_t>(m) * static_cast<std::size_t>(nBlocks) + static_cast<std::size_t>(n)];
    }
    int selectedM() const { return selectedRow < 0 ? -1 : selectedRow / tileM; }

    /// What is done after `steps` steps of the plan.
    void goTo(quint64 steps);
    /// What is formed of "m 2.10", "l 9.00", "α 0.446", then of the tile's own values.
    QStringList lines(const TileCell &cell, int digits) const;
    /// The shortest that can be said of the first of them: "m ≤48"; empty when nothing is formed.
    QString shortLine(const TileCell &cell) const;
    /// One sentence about a tile: the read-out.
    QString describe(int m, int n) const;
};

/// The map of what the session shows, all steps done. No cells while the trace is computed.
TileMapState tileMapState(const Session &session, Shown shown, TileColor color);

} // namespace ulpscope::ui
