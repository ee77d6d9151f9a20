// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/step_list_model.h"

#include <QStringList>

#include <algorithm>

namespace ulpscope::ui {

QString stepName(StepKind kind)
{
    const std::string_view name = stepKindName(kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString stepDescription(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ: return StepListModel::tr("load the query tile; nothing is accumulated yet");
    case StepKind::LoadKv: return StepListModel::tr("load a key tile and its values");
    case StepKind::ScoreGemm: return StepListModel::tr("scores S = Q·K of the tile");
    case StepKind::ApplyMask: return StepListModel::tr("masked scores become −inf");
    case StepKind::RowMax: return StepListModel::tr("running max m of every row");
    case StepKind::RescaleOutput: return StepListModel::tr("what was accumulated is multiplied by α");
    case StepKind::Exp2: return StepListModel::tr("weights P = exp(S − m)");
    case StepKind::RowSum: return StepListModel::tr("running sum l of every row");
    case StepKind::OutputGemm: return StepListModel::tr("output accumulator O += P V");
    case StepKind::Normalize: return StepListModel::tr("output is divided by l and rounded");
    case StepKind::Combine: return StepListModel::tr("partial results of the splits are combined");
    }
    return {};
}

StepListModel::StepListModel(Session &session, QObject *parent) : QAbstractListModel(parent), m_session(session)
{
    connect(&session, &Session::specChanged, this, &StepListModel::refresh);
    connect(&session, &Session::selectionChanged, this, &StepListModel::refresh);
    connect(&session, &Session::traceChanged, this, [this](Side side) {
        if (side != Side::A)
            return;
        if (!m_filter.isEmpty())
            rebuild();
        else if (!m_rows.empty())
            emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1), {FlagsRole, Qt::DisplayRole});
    });
    connect(&session, &Session::stepChanged, this, [this] {
        if (m_onlyTile >= 0 && m_onlyTile != onlyTile())
            rebuild();
        const int now = currentRow();
        for (const int row : {m_lastCurrent, now}) {
            if (row >= 0 && row < rowCount())
                emit dataChanged(index(row), index(row), {CurrentRole});
        }
        m_lastCurrent = now;
        emit currentRowChanged();
    });
    rebuild();
}

void StepListModel::refresh()
{
    const std::pair head(m_session.selection().batch, m_session.selection().head);
    if (m_schedule != m_session.schedule(Side::A) || m_head != head)
        rebuild();
}

void StepListModel::setFilter(const StepFilter &filter)
{
    m_filter = filter;
    rebuild();
}

int StepListModel::onlyTile() const
{
    const auto schedule = m_session.schedule(Side::A);
    const StepRange head = m_session.headSteps();
    if (!schedule || head.end - head.begin <= kMostSteps)
        return -1;
    const quint64 done = std::clamp<quint64>(m_session.step(), head.begin + 1, head.end);
    return schedule->step(done - 1).workTile;
}

void StepListModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    m_stepsShown = 0;
    m_schedule = m_session.schedule(Side::A);
    m_head = {m_session.selection().batch, m_session.selection().head};
    m_onlyTile = onlyTile();
    const auto events = m_session.events(Side::A);
    if (m_schedule) {
        static const StepEvents kNone;
        auto [first, last] = workTilesOfHead(*m_schedule, m_head.first, m_head.second);
        if (m_onlyTile >= 0) {
            first = m_onlyTile;
            last = m_onlyTile + 1;
        }
        for (int i = first; i < last; ++i) {
            const WorkTile tile = m_schedule->workTile(i);
            bool headed = false;
            int keyTile = -1;
            for (const PlannedStep &step : m_schedule->steps(tile)) {
                if (!m_filter.accepts(step, tile, events ? events->at(step.index) : kNone, m_schedule->recipe().tileN))
                    continue;
                if (!headed)
                    m_rows.push_back({RowKind::QueryTile, step});
                headed = true;
                if (step.nBlock >= 0 && step.nBlock != keyTile)
                    m_rows.push_back({RowKind::KeyTile, step});
                keyTile = step.nBlock;
                m_rows.push_back({RowKind::Step, step});
                ++m_stepsShown;
            }
        }
    }
    endResetModel();
    m_lastCurrent = currentRow();
    emit currentRowChanged();
}

int StepListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StepListModel::currentRow() const
{
    const quint64 position = m_session.step();
    if (position == 0)
        return -1;
    // Rows are in plan order; a heading comes before the step that it names.
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), position - 1,
                                        [](quint64 index, const Row &row) { return index < row.step.index; });
    return static_cast<int>(after - m_rows.begin()) - 1;
}

Qt::ItemFlags StepListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return m_rows[static_cast<size_t>(index.row())].kind == RowKind::Step
               ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
               : Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

QString StepListModel::text(const Row &row) const
{
    const WorkTile tile = m_schedule->workTile(row.step.workTile);
    switch (row.kind) {
    case RowKind::QueryTile: {
        QString text = tr("query tile %1 · rows %2–%3").arg(tile.mBlock).arg(tile.rowBegin).arg(tile.rowEnd - 1);
        if (tile.isCombine)
            text += QStringLiteral(" · ") + tr("combine");
        else if (m_schedule->splits() > 1)
            text += QStringLiteral(" · ") + tr("split %1").arg(tile.split);
        return text;
    }
    case RowKind::KeyTile: {
        const KeyRange keys = m_schedule->keysOf(tile, row.step.nBlock);
        return tr("key tile %1 · keys %2–%3").arg(row.step.nBlock).arg(keys.begin).arg(keys.end - 1);
    }
    case RowKind::Step: return stepName(row.step.kind);
    }
    return {};
}

QString StepListModel::flags(const PlannedStep &step) const
{
    const auto all = m_session.events(Side::A);
    if (!all)
        return {};
    const StepEvents &events = all->at(step.index);
    QStringList parts;
    if (events.maxChanged > 0)
        parts << tr("▲ max %1").arg(events.maxChanged);
    if (events.rescaled > 0)
        parts << tr("α %1").arg(events.rescaled);
    if (events.ties > 0)
        parts << tr("= tie %1").arg(events.ties);
    if (events.nan > 0)
        parts << tr("NaN %1").arg(events.nan);
    return parts.join(QStringLiteral("  "));
}

QVariant StepListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[static_cast<size_t>(index.row())];
    const bool isStep = row.kind == RowKind::Step;
    switch (role) {
    case Qt::DisplayRole: return text(row);
    case Qt::ToolTipRole: return isStep ? QVariant(stepDescription(row.step.kind)) : QVariant();
    case Qt::AccessibleTextRole: return isStep ? text(row) + QLatin1Char(' ') + flags(row.step) : text(row);
    case RowKindRole: return static_cast<int>(row.kind);
    case PositionRole: return static_cast<quint64>(row.step.index + 1);
    case StepKindRole: return static_cast<int>(row.step.kind);
    case FlagsRole: return isStep ? QVariant(flags(row.step)) : QVariant();
    case CurrentRole: return isStep && row.step.index + 1 == m_session.step();
    default: return {};
    }
}

} // namespace ulpscope::ui
