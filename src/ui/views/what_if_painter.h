// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What another order of addition does to all columns (rows, keys) beside the drawn sum: a heat map one cell high.
#pragma once

#include "ui/run/what_if.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QString>

#include <memory>

namespace ulpscope::ui {

/// What is painted: an answer, or a sentence in its place.
struct WhatIfPicture {
    std::shared_ptr<const WhatIfAnswer> answer;
    QString note;       ///< where there is no answer: that it is being computed, or why there is none
    int selected = -1;  ///< column, row or key of the drawn sum
    int pointed = -1;   ///< of the one under the pointer; -1: none
    bool brief = false; ///< in a low pane the read-out is short; the tool tip has all of it

    bool empty() const { return !answer && note.isEmpty(); }
    int count() const { return answer ? static_cast<int>(answer->study.sums.size()) : 0; }
    int first() const { return count() > 0 ? answer->study.sums.front().index : 0; }
    bool has(int index) const { return index >= first() && index < first() + count(); }
    /// "In this order 37 of 64 columns differ, most 3 ulp of fp32 (column 12) · error against float64: …"
    QString summary() const;
    /// One sum: its name, both values with their bits, their distance and errors.
    QString describe(int index, bool inBrief = false) const;
    bool operator==(const WhatIfPicture &) const = default;
};

/// Where the parts lie.
struct WhatIfLayout {
    /// `textHeight`: of the text above the cells.
    WhatIfLayout(const WhatIfPicture &picture, const QRectF &area, const Theme &theme, double textHeight);
    QRectF text, cells, axis, legend; ///< `legend`: empty where there is no room
    int first = 0, count = 0;
    QRectF cell(int index) const;
    int indexAt(const QPointF &point) const; ///< -1: none
    double height = 0;                       ///< of all of it
};

/// What the summary needs at this width; in a window, as much as any read-out needs.
double whatIfTextHeight(const WhatIfPicture &picture, double width, const Theme &theme, bool withReadouts);
void paintWhatIf(QPainter &painter, const QRectF &area, const WhatIfPicture &picture, const Theme &theme,
                 double textHeight);
/// The strip at the bottom of a figure; what is left of `area`.
QRectF paintWhatIfBelow(QPainter &painter, const QRectF &area, const WhatIfPicture &picture, const Theme &theme);

} // namespace ulpscope::ui
