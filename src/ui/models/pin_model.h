// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/latest_job.h"
#include "ui/session.h"

#include <QAbstractTableModel>
#include <QThreadPool>

#include <map>
#include <vector>

namespace ulpscope::ui {

/// A value that stays in view at every step.
struct Pin {
    enum class Kind { RowMax, RowSum, Score, Weight, Output };
    Kind kind = Kind::Output;
    int row = 0;
    int column = 0; ///< key or output column; 0 for row values
    bool operator==(const Pin &) const = default;

    QString name() const; ///< "O[299, 41]"
};

/// Pinned values now, in A, in B, their distance, in float64, and over the key tiles. Kept in the session's view state.
class PinModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Now, InA, InB, Distance, Reference, Course, ColumnCount };
    static constexpr int kCourseRole = Qt::UserRole; ///< QVariantList of the values after each key tile

    explicit PinModel(Session &session, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const Pin &pin(int row) const { return m_pins[static_cast<size_t>(row)]; }
    /// Pins what is selected: the cell, or the row's max and sum. False when nothing is.
    bool pinSelection();
    void remove(int row);

private:
    using RowTraces = std::map<int, std::shared_ptr<const RowTrace>>;
    void load();
    void store();
    void trace();
    void refreshAll();
    std::shared_ptr<const RowTrace> rowTrace(Side side, int row) const;
    std::optional<float> finalValue(Side side, const Pin &pin) const;
    std::optional<float> valueNow(const Pin &pin) const;
    std::vector<float> course(const Pin &pin) const;

    Session &m_session;
    std::vector<Pin> m_pins;
    std::array<RowTraces, 2> m_traces;
    QThreadPool m_pool;
    LatestJob<std::array<RowTraces, 2>> m_job{m_pool};
};

} // namespace ulpscope::ui
