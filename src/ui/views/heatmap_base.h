// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/heatmap_view.h"
#include "ui/views/heatmap_binding.h"
#include "ui/views/matrix_content.h"
#include "ui/views/view.h"

class QComboBox;

namespace ulpscope::ui {

/// What views around one map of the selected head have in common: its place in the session, its keys, the choice of the
/// error metric, clicks and hovering.
class HeatmapBase : public View {
    Q_OBJECT

public:
    HeatmapBase(Session &session, const QString &id, QWidget *parent);

    bool hasFigure() const override { return m_content.matrix != nullptr; }

public slots:
    void home() override { m_map->home(); }
    void goBack() override { m_map->back(); }
    void goForward() override { m_map->forward(); }
    void cycleScale() override { m_map->cycleScale(); }
    void toggleGrid() override { m_map->toggleGrid(); }

protected:
    ErrorMetric chosenMetric() const;
    bool isDifference() const { return shown() == Shown::Difference; }
    /// Marks of the selected row and column, and of what is hovered elsewhere.
    HeatmapMarks commonMarks() const;
    virtual void showMarks() = 0;
    virtual void showScaleText() = 0;

    HeatmapView *m_map;
    HeatmapBinding *m_binding;
    QComboBox *m_metric;
    MatrixContent m_content;

private:
    void cellChosen(const Cell &cell);
};

} // namespace ulpscope::ui
