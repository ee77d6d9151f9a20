// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"
#include "ui/plot/matrix_data.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/session.h"

#include <QList>
#include <QString>

#include <array>
#include <optional>

class QComboBox;

namespace ulpscope::ui {

/// What the matrix views can show of the selected head.
enum class MatrixQuantity { Scores, Probs, Output, Reference, Error };

/// The names under which quantities are kept in view state: "scores", "probs", "output", "reference", "error".
QString matrixQuantityKey(MatrixQuantity quantity);
std::optional<MatrixQuantity> matrixQuantityFromKey(const QString &key);
/// Translated: "S", "P", "O", "O in float64", "error of O".
QString matrixQuantityName(MatrixQuantity quantity);
inline constexpr MatrixQuantity kMatrixQuantities[] = {MatrixQuantity::Scores, MatrixQuantity::Probs,
                                                       MatrixQuantity::Output, MatrixQuantity::Reference,
                                                       MatrixQuantity::Error};

/// The metrics in which errors are shown; keys as in errorMetricName.
QString errorMetricTitle(ErrorMetric metric);
inline constexpr ErrorMetric kErrorMetrics[] = {ErrorMetric::Ulp,      ErrorMetric::OrdinalUlp,
                                                ErrorMetric::Absolute, ErrorMetric::Relative,
                                                ErrorMetric::PerTerms, ErrorMetric::SignificantBits};

/// Makes `choice` one of error metrics, with their keys as data.
void fillErrorMetrics(QComboBox &choice);

/// A matrix ready to be drawn, with what its axes and colours mean.
struct MatrixContent {
    MatrixPtr matrix; ///< all steps done; null: `absent` says why
    QString absent;
    QString rowLabel, columnLabel, quantity;
    QList<ScaleKind> scales; ///< that make sense, the default first
    QString map;             ///< default colour map
    double linthresh = 1;    ///< default of a symlog scale
    bool overKeys = false;   ///< columns are keys, not columns of O
    /// The runs (A, B) whose steps fill the map one after another, both for a difference; null both: all of it is
    /// shown, whatever the current step is.
    std::array<std::shared_ptr<const HeadTrace>, 2> filledBy;
    bool isFilled() const { return filledBy[0] || filledBy[1]; }
    /// What an automatic range covers: all steps, A and B, so that colours keep their meaning. Null: what is on show.
    std::shared_ptr<const MatrixStatistics> range;
};

/// "head 1", or with the batch entry where there are several.
QString headText(const Session &session);

/// Above this many cells the map shows all steps at once: filling it at each step would be felt.
inline constexpr std::size_t kMaxFilledCells = 1u << 20;

/// What `quantity` looks like for a side (or A - B, in representable values) when every step is done.
MatrixContent matrixContent(const Session &session, MatrixQuantity quantity, Shown shown, ErrorMetric metric);

/// Gives the cells of a rectangle (rows and columns half-open) a class.
void setClass(Matrix &matrix, int rowBegin, int rowEnd, int colBegin, int colEnd, CellClass cellClass);

} // namespace ulpscope::ui
