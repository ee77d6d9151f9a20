// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"
#include "ui/plot/matrix_data.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/session.h"

#include <QList>
#include <QString>

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
    /// The run whose steps fill the map one after another; null: all of it is shown, whatever the current step is.
    std::shared_ptr<const HeadTrace> filledBy;
    /// What an automatic range covers: all steps, A and B, so that colours keep their meaning. Null: what is on show.
    std::shared_ptr<const MatrixStatistics> range;
};

/// Above this many cells the map shows all steps at once: filling it at each step would be felt.
inline constexpr std::size_t kMaxFilledCells = 1u << 20;

/// What `quantity` looks like for a side (or A - B, in representable values) when every step is done.
MatrixContent matrixContent(const Session &session, MatrixQuantity quantity, Shown shown, ErrorMetric metric);

/// The content after the session's current step: what is not formed yet has a class of its own.
class MatrixFilling {
public:
    void setContent(const MatrixContent &content, MatrixQuantity quantity);
    /// Brings matrix() up to date; false when it is the same as before.
    bool update(const Session &session);
    const MatrixPtr &matrix() const { return m_matrix; }

private:
    MatrixContent m_content;
    MatrixQuantity m_quantity = MatrixQuantity::Scores;
    MatrixPtr m_matrix;
    qint64 m_tilesDone = -1; ///< key tiles in m_matrix; -1: unknown
};

} // namespace ulpscope::ui
