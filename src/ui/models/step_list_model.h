// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/step_filter.h"
#include "ui/session.h"

#include <QAbstractListModel>

#include <vector>

namespace ulpscope::ui {

/// A step's name as the plan's data calls it ("RowMax"): a term, the same in every language.
QString stepName(StepKind kind);
/// What a step does, in words of the current language.
QString stepDescription(StepKind kind);

/// The steps of the selected head as one list, with headings for query tiles and key tiles.
class StepListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum class RowKind { QueryTile, KeyTile, Step };
    enum Role { RowKindRole = Qt::UserRole, PositionRole, StepKindRole, FlagsRole, CurrentRole };

    explicit StepListModel(Session &session, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    /// A head with more steps than this shows those of the current query tile alone: a list of millions helps nobody,
    /// and making it would hold up the window.
    static constexpr std::uint64_t kMostSteps = 100'000;

    void setFilter(const StepFilter &filter);
    bool showsOneTile() const { return m_onlyTile >= 0; }
    int stepsShown() const { return m_stepsShown; }
    /// Row of the current step, or of the nearest earlier one that the filter lets through; -1 when there is none.
    int currentRow() const;

signals:
    void currentRowChanged();

private:
    struct Row {
        RowKind kind;
        PlannedStep step; ///< headings: the first step below them
    };
    void rebuild();
    void refresh();
    int onlyTile() const;
    QString text(const Row &row) const;
    QString flags(const PlannedStep &step) const;

    Session &m_session;
    StepFilter m_filter;
    std::shared_ptr<const Schedule> m_schedule;
    std::vector<Row> m_rows;
    int m_stepsShown = 0;
    int m_lastCurrent = -1;
    int m_onlyTile = -1; ///< work tile; -1: all of the head
    std::pair<int, int> m_head{-1, -1};
};

} // namespace ulpscope::ui
