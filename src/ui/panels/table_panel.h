// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QLabel;
class QTableView;

namespace ulpscope::ui {

class View;

/// The numbers behind the view that was used last: sortable, to be copied, and the way in for screen readers.
class TablePanel : public QWidget {
    Q_OBJECT

public:
    explicit TablePanel(QWidget *parent = nullptr);

    void setView(View *view);
    /// The selected cells, or the whole table, tab-separated with a header row.
    QString toText() const;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void fitColumns();

    QPointer<View> m_view;
    QMetaObject::Connection m_connection;
    QSortFilterProxyModel m_sorted;
    QTableView *m_table;
    QLabel *m_empty;
    QTimer m_fit;
    int m_fittedColumns = 0; ///< 0: not yet
};

} // namespace ulpscope::ui
