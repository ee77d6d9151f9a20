// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What selection and view state ask for: which sum, folded how. For the tree view, and for who shows the same sum.
#pragma once

#include "ui/views/tree_scene.h"
#include "ui/views/tree_source.h"

#include <optional>
#include <vector>

namespace ulpscope::ui {

inline constexpr SumKind kSumKinds[] = {SumKind::RowSum,
                                        SumKind::Output,
                                        SumKind::Score,
                                        SumKind::SketchMergeSum,
                                        SumKind::SketchMergeOutput,
                                        SumKind::CombineWeights,
                                        SumKind::CombineOutput,
                                        SumKind::Dq};
/// Key of the tree view's state with the node that was chosen there last; empty: the whole sum.
inline constexpr char kChosenNode[] = "chosen";

/// Key of the tree view's state with the order in which the key tiles of dQ arrive: "2,0,1"; empty: ascending.
inline constexpr char kArrival[] = "arrival";
/// What is no number becomes a tile that no run has.
std::vector<int> readArrival(const QString &text);
QString arrivalText(const std::vector<int> &tiles);
/// With all key tiles of the run's backward pass, so that the order means something in every row: those that it does
/// not name come last.
std::vector<int> completeArrival(std::vector<int> arrival, const RunSpec &spec);

QString sumKindTitle(SumKind kind); ///< "row sum l"
bool hasSum(SumKind kind, const RunSpec &spec, int splits);
/// "row 299", "O[299, 41]"
QString sumPlaceText(SumKind kind, int row, int column);

/// Why there is no tree to show of a run; empty where there is one. The row traces that wantedTree() needs are there.
QString whyNoTree(const Session &session, Shown shown, Side side);
/// `id`: the tree view whose state it is.
TreeSource wantedTree(const Session &session, Shown shown, Side side, const QString &id);

/// What the view state says of the sum that nobody knows, and what was expected; empty: nothing.
QString wrongSum(const Session &session, const QString &id);
/// The same of its order of addition.
QString wrongOrder(const Session &session, const QString &id);

/// The finest level whose boxes can be told apart, unless it is one with hardly any boxes.
int defaultFolding(const ReductionTree &tree, const std::vector<CollapseLevel> &levels);
/// Level and opened boxes from the words of the view state; what belongs to another tree has no effect.
void readFolding(TreeScene &scene, int defaultLevel, const QString &level, const QString &open);

} // namespace ulpscope::ui
