// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/line_step_plot.h"
#include "ui/views/running_table.h"
#include "ui/views/view.h"

namespace ulpscope::ui {

/// Max, sum and rescale factor of the selected row, key tile by key tile, beside each tile's own max and sum; or how
/// far those of A and B are apart.
class RunningView : public View {
    Q_OBJECT

public:
    explicit RunningView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("running"));

    QString title() const override { return tr("Running max and sum"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_places.empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

public slots:
    void cycleScale() override;

protected:
    void rebuild() override;

private:
    /// A key tile of the row.
    struct Place {
        int nBlock;
        quint64 lastStep; ///< position after it
    };
    QString whyAbsent() const;
    LineStepState values(const RowTrace &trace, const Schedule &schedule) const;
    LineStepState differences(const RowTrace &a, const RowTrace &b, const Schedule &schedule) const;
    bool isSymlog() const;
    void showCurrent();
    void tileChosen(int category);
    void tileHovered(int category);

    LineStepPlot *m_plot;
    RunningTable m_table;
    std::vector<Place> m_places; ///< per category
};

} // namespace ulpscope::ui
