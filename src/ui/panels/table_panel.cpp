// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/table_panel.h"

#include "ui/theme/application_style.h"
#include "ui/views/view.h"

#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>

#include <set>

namespace ulpscope::ui {

namespace {

/// More cells than this are not for the clipboard of other programs; the export of a view is.
constexpr int kCopiedRows = 100'000;
/// So many rows and columns are looked at for the width of columns: a matrix may have thousands of each.
constexpr int kMeasuredRows = 24, kMeasuredColumns = 48;
constexpr int kFitDelayMs = 60; ///< once after a burst of changes, not once a step

} // namespace

TablePanel::TablePanel(QWidget *parent) : QWidget(parent), m_table(new QTableView(this)), m_empty(new QLabel(this))
{
    setObjectName(QStringLiteral("tablePanel"));
    auto *layout = new QStackedLayout(this);
    layout->addWidget(m_table);
    layout->addWidget(m_empty);
    m_table->setObjectName(QStringLiteral("valueTable"));
    m_table->setModel(&m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    m_fit.setSingleShot(true);
    m_fit.setInterval(kFitDelayMs);
    connect(&m_fit, &QTimer::timeout, this, &TablePanel::fitColumns);
    m_sorted.setSortRole(Qt::EditRole);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("role", QStringLiteral("muted"));
    refresh();
}

void TablePanel::setView(View *view)
{
    if (view == m_view)
        return;
    disconnect(m_connection);
    m_view = view;
    if (view)
        m_connection = connect(view, &View::tableChanged, this, &TablePanel::refresh);
    refresh();
}

void TablePanel::refresh()
{
    QAbstractItemModel *model = m_view ? m_view->table() : nullptr;
    if (m_sorted.sourceModel() != model) {
        m_sorted.setSourceModel(model);
        m_fittedColumns = 0;
    }
    m_table->setFont(currentTheme().font(TextRole::MonoSmall));
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + currentTheme().space(1));
    m_table->setAccessibleName(m_view ? tr("Numbers of %1").arg(m_view->title()) : tr("Table"));
    m_empty->setText(tr("The view that was used last has no numbers to show."));
    static_cast<QStackedLayout *>(layout())->setCurrentWidget(model ? static_cast<QWidget *>(m_table) : m_empty);
    m_fit.start();
}

/// Columns grow to what they hold; they do not shrink under the reader while steps go by.
void TablePanel::fitColumns()
{
    if (!isVisible())
        return;
    QHeaderView *header = m_table->horizontalHeader();
    const int measured = std::min(header->count(), kMeasuredColumns);
    const bool isNew = m_fittedColumns != header->count();
    QList<int> widths;
    int widest = header->minimumSectionSize();
    for (int column = 0; column < measured; ++column) {
        const int before = header->sectionSize(column);
        m_table->resizeColumnToContents(column);
        const int fitting = header->sectionSize(column);
        widths << (isNew ? fitting : std::max(before, fitting));
        widest = std::max(widest, widths.constLast());
    }
    if (isNew && header->count() > measured)
        header->setDefaultSectionSize(widest); // sets all: those that were measured follow
    for (int column = 0; column < measured; ++column)
        header->resizeSection(column, widths[column]);
    m_fittedColumns = header->count();
}

void TablePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fitColumns();
}

QString TablePanel::toText() const
{
    if (!m_sorted.sourceModel())
        return {};
    std::set<int> rows, columns;
    const QModelIndexList selected = m_table->selectionModel()->selectedIndexes();
    for (const QModelIndex &index : selected) {
        rows.insert(index.row());
        columns.insert(index.column());
    }
    if (selected.size() <= 1) { // a current cell alone is not a choice
        rows.clear();
        columns.clear();
        for (int i = 0; i < std::min(m_sorted.rowCount(), kCopiedRows); ++i)
            rows.insert(i);
        for (int i = 0; i < m_sorted.columnCount(); ++i)
            columns.insert(i);
    }
    QStringList lines, cells;
    for (const int column : columns)
        cells << m_sorted.headerData(column, Qt::Horizontal).toString();
    lines << cells.join(QLatin1Char('\t'));
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns)
            cells << m_sorted.index(row, column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void TablePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
