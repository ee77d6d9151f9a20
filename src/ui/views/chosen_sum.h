// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/reduction/partial_results.h"
#include "ui/views/tree_choice.h"

namespace ulpscope::ui {

/// Numbers that are added in some order of arrival, and what they are.
struct ArrivingNumbers {
    QString absent;   ///< why there are none
    QString subtitle; ///< which sum they are of
    EnsembleSpec terms;
    QStringList names; ///< [number] "lane 0, tile 4"
    /// The tree view can show an order of them; the text of such a tree is `parts.textInOrder(order)`.
    bool isInTree = false;
    PartialResults parts;
    std::vector<int> tiles; ///< [number] of dQ, its key tile: the tree view can show an order of their arrival
};

/// The chosen sum of the tree view, as the kernel adds it, cut where that view draws it; its tree is kept, since one
/// question after another is about it.
class ChosenSum {
public:
    /// `side`: the run; `id`: the tree view.
    ArrivingNumbers numbers(const Session &session, Shown shown, Side side, const QString &id);

private:
    TreeSource m_source;
    TreeScene m_scene;
    QString m_problem;
    int m_defaultLevel = 0;
};

/// What stands in the playground.
ArrivingNumbers playgroundNumbers(const Session &session);

} // namespace ulpscope::ui
