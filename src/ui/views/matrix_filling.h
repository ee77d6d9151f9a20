// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/matrix_content.h"

#include <array>

namespace ulpscope::ui {

/// The content after the session's current step: what is not formed yet has a class of its own. B is shown at the step
/// of its plan that corresponds to A's, a difference where both sides have their values.
class MatrixFilling {
public:
    void setContent(const MatrixContent &content, MatrixQuantity quantity);
    /// Brings everything below up to date; false when it is the same as before.
    bool update(const Session &session);
    const MatrixPtr &matrix() const { return m_matrix; }
    /// What an automatic range covers: the content's, and an accumulator, whose values are larger, while it is shown.
    const std::shared_ptr<const MatrixStatistics> &range() const { return m_range; }
    /// What the colours mean: the content's quantity, or that some rows are an accumulator.
    const QString &quantity() const { return m_quantityText; }
    /// Which moment is shown where that is not simply the current step: "final", "all steps", "accumulator after step
    /// 69"; empty otherwise.
    const QString &moment() const { return m_moment; }

private:
    void fillOutput(const Session &session);
    bool fillOverKeys(const Session &session);

    MatrixContent m_content;
    MatrixQuantity m_quantity = MatrixQuantity::Scores;
    MatrixPtr m_matrix;
    std::shared_ptr<const MatrixStatistics> m_range;
    QString m_quantityText, m_moment;
    std::array<qint64, 2> m_tilesDone{-1, -1}; ///< key tiles of A and B in m_matrix; -1: unknown
};

} // namespace ulpscope::ui
