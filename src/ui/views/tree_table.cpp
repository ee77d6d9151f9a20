// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_table.h"

#include "ui/models/engine_text.h"
#include "ui/views/tree_marks.h"
#include "ui/views/tree_scene.h"

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 6; ///< of every tree; then what sums carry, and what was measured, where there is such a thing

} // namespace

void TreeTable::setTree(std::shared_ptr<const ValuedTree> tree, SumKind kind, std::shared_ptr<const ProbeOverlay> probe)
{
    if (tree == m_tree && probe == m_probe)
        return;
    beginResetModel();
    m_tree = std::move(tree);
    m_kind = kind;
    m_probe = std::move(probe);
    endResetModel();
}

int TreeTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_tree ? 0 : static_cast<int>(m_tree->tree.nodes.size());
}
bool TreeTable::hasCarried() const { return m_tree && !m_tree->carried.empty(); }
int TreeTable::measuredColumn() const { return m_probe ? kColumns + (hasCarried() ? 1 : 0) : -1; }
int TreeTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns + (hasCarried() ? 1 : 0) + (m_probe ? 1 : 0);
}

QVariant TreeTable::data(const QModelIndex &index, int role) const
{
    if (!m_tree || !index.isValid())
        return {};
    const std::size_t node = static_cast<std::size_t>(index.row());
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() < 2 || index.column() == measuredColumn() ? Qt::AlignLeft : Qt::AlignRight) |
                        Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    if (index.column() == 0)
        return engineText(m_tree->tree.describe(index.row(), leafWord(m_kind)));
    if (index.column() == 1)
        return collapseLevelName({m_tree->tree.nodes[node].scope});
    if (index.column() == measuredColumn())
        return markText(m_probe->nodes[node]);
    const double values[] = {m_tree->value[node], m_tree->exact[node], m_tree->ownError[node],
                             m_tree->accumulated[node], hasCarried() ? m_tree->carried[node] : 0};
    const double value = values[index.column() - 2];
    return role == Qt::DisplayRole ? QVariant(QString::number(value, 'g', index.column() == 3 ? 17 : 9))
                                   : QVariant(value);
}

QVariant TreeTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section;
    const QString titles[] = {
        tr("node"), tr("scope"), tr("value"), tr("exact"), tr("own error"), tr("accumulated error"), tr("carried")};
    return section == measuredColumn() ? tr("measured") : titles[section];
}

} // namespace ulpscope::ui
