// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_table.h"

#include "ui/models/engine_text.h"
#include "ui/views/tree_scene.h"

namespace ulpscope::ui {
namespace {

constexpr int kColumns = 7; ///< the last one only where a sum carries something

} // namespace

void TreeTable::setTree(std::shared_ptr<const ValuedTree> tree, SumKind kind)
{
    if (tree == m_tree)
        return;
    beginResetModel();
    m_tree = std::move(tree);
    m_kind = kind;
    endResetModel();
}

int TreeTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_tree ? 0 : static_cast<int>(m_tree->tree.nodes.size());
}
int TreeTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_tree && !m_tree->carried.empty() ? kColumns : kColumns - 1;
}

QVariant TreeTable::data(const QModelIndex &index, int role) const
{
    if (!m_tree || !index.isValid())
        return {};
    const std::size_t node = static_cast<std::size_t>(index.row());
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() < 2 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::UserRole)
        return {};
    switch (index.column()) {
    case 0: return engineText(m_tree->tree.describe(index.row(), leafWord(m_kind)));
    case 1: return collapseLevelName({m_tree->tree.nodes[node].scope});
    default: break;
    }
    const double values[] = {m_tree->value[node], m_tree->exact[node], m_tree->ownError[node],
                             m_tree->accumulated[node], m_tree->carried.empty() ? 0 : m_tree->carried[node]};
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
    const QString titles[kColumns] = {
        tr("node"), tr("scope"), tr("value"), tr("exact"), tr("own error"), tr("accumulated error"), tr("carried")};
    return titles[section];
}

} // namespace ulpscope::ui
