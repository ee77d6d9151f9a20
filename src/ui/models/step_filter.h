// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/schedule.h"
#include "engine/trace/step.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

/// The filter line above the steps: blank-separated terms, all of which must hold.
///   rescale            part of a step's name
///   row:299 key:64     the step works on that query row, on that key
///   tile:3 query:2     key tile, query tile
///   flag:max|rescale|tie|nan|any
class StepFilter {
public:
    StepFilter() = default;
    /// Terms that cannot be read are kept out and named in problem().
    explicit StepFilter(const QString &text);

    bool isEmpty() const { return m_terms.empty(); }
    const QString &problem() const { return m_problem; } ///< the first term that cannot be read
    bool accepts(const PlannedStep &step, const WorkTile &tile, const StepEvents &events, int tileN) const;

private:
    enum class Field { Name, Row, Key, KeyTile, QueryTile, Flag };
    struct Term {
        Field field;
        QString text;
        int number = 0;
        unsigned flags = 0;
    };
    std::vector<Term> m_terms;
    QString m_problem;
};

} // namespace ulpscope::ui
