// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_phases.h"

#include "ui/plot/color_map.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr int kKeyTilesBeside = 4; ///< of a long block, so many key tiles before and behind the current one are shown

QString translate(const char *text) { return QCoreApplication::translate("ScheduleView", text); }

int roles(PhaseOverlap overlap)
{
    switch (overlap) {
    case PhaseOverlap::None: return 1;
    case PhaseOverlap::ProducerConsumer: return 2;
    case PhaseOverlap::PingPong: return 3;
    }
    return 1;
}

QString roleName(PhaseOverlap overlap, int group)
{
    if (overlap == PhaseOverlap::None)
        return translate(QT_TRANSLATE_NOOP("ScheduleView", "warps"));
    if (group == 0)
        return translate(QT_TRANSLATE_NOOP("ScheduleView", "loads"));
    return overlap == PhaseOverlap::ProducerConsumer
               ? translate(QT_TRANSLATE_NOOP("ScheduleView", "math"))
               : translate(QT_TRANSLATE_NOOP("ScheduleView", "math %1")).arg(group);
}

StepColor colorOf(TilePhase phase)
{
    switch (phase) {
    case TilePhase::LoadQ:
    case TilePhase::Load: return StepColor::Load;
    case TilePhase::Scores: return StepColor::Score;
    case TilePhase::Softmax: return StepColor::Exp;
    case TilePhase::Output: return StepColor::Output;
    case TilePhase::Store: return StepColor::Normalize;
    }
    return StepColor::Load;
}

/// Symbols of the algorithm, as on the timeline; loads and stores by letters of what moves.
QString labelOf(const PhaseSpan &span)
{
    switch (span.phase) {
    case TilePhase::LoadQ: return QStringLiteral("Q");
    case TilePhase::Load: return QStringLiteral("KV %1").arg(span.keyTile);
    case TilePhase::Scores: return QStringLiteral("Q·K %1").arg(span.keyTile);
    case TilePhase::Softmax: return QStringLiteral("exp %1").arg(span.keyTile);
    case TilePhase::Output: return QStringLiteral("PV %1").arg(span.keyTile);
    case TilePhase::Store: return QStringLiteral("O");
    }
    return {};
}

std::optional<TilePhase> phaseOf(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ: return TilePhase::LoadQ;
    case StepKind::LoadKv: return TilePhase::Load;
    case StepKind::ScoreGemm: return TilePhase::Scores;
    case StepKind::ApplyMask:
    case StepKind::RowMax:
    case StepKind::RescaleOutput:
    case StepKind::Exp2:
    case StepKind::RowSum: return TilePhase::Softmax;
    case StepKind::OutputGemm: return TilePhase::Output;
    case StepKind::Normalize: return TilePhase::Store;
    case StepKind::Combine: return std::nullopt;
    }
    return std::nullopt;
}

const ScheduleBlock *currentBlock(const ScheduleState &state)
{
    if (!state.blocks || state.current < 0 || state.isMeasured) // a phase was not measured
        return nullptr;
    const ScheduleBlock &block = state.blocks->all[static_cast<std::size_t>(state.current)];
    return block.isCombine ? nullptr : &block;
}

} // namespace

double phaseStripHeight(const ScheduleState &state, const Theme &theme)
{
    if (!currentBlock(state))
        return 0;
    const double line = QFontMetricsF(theme.font(TextRole::MonoSmall)).height() + theme.space(1);
    return line * roles(state.model->launch->overlap);
}

void paintPhaseStrip(QPainter &painter, const QRectF &area, const ScheduleState &state, const Theme &theme)
{
    const ScheduleBlock *block = currentBlock(state);
    if (!block)
        return;
    const PhaseOverlap overlap = state.model->launch->overlap;
    const LaunchTile &tile = state.tileOf(*block);
    const std::vector<PhaseSpan> spans = tilePhases(tile.keyTiles, state.model->costs, overlap);
    const int ordinal = state.step ? std::max(0, state.step->ordinal) : 0;
    const bool isLong = tile.keyTiles > 2 * kKeyTilesBeside + 2;
    std::int64_t begin = 0, end = 1;
    bool isFirst = true;
    for (const PhaseSpan &span : spans) {
        if (isLong && (span.keyTile < ordinal - kKeyTilesBeside || span.keyTile > ordinal + kKeyTilesBeside))
            continue;
        begin = isFirst ? span.begin : std::min(begin, span.begin);
        end = std::max(end, span.end);
        isFirst = false;
    }

    painter.save();
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const double lane = area.height() / roles(overlap);
    for (int group = 0; group < roles(overlap); ++group) {
        painter.setPen(theme.textMuted);
        painter.drawText(
            QRectF(area.left() - theme.space(30), area.top() + group * lane, theme.space(30) - theme.space(2), lane),
            Qt::AlignRight | Qt::AlignVCenter, roleName(overlap, group));
    }
    const auto boxOf = [&](const PhaseSpan &span) {
        const double per = area.width() / static_cast<double>(end - begin);
        return QRectF(area.left() + static_cast<double>(span.begin - begin) * per, area.top() + span.group * lane,
                      static_cast<double>(span.end - span.begin) * per, lane)
            .adjusted(0, 0, -theme.length(1), -theme.length(2));
    };
    const std::optional<TilePhase> now = state.step ? phaseOf(state.step->kind) : std::nullopt;
    painter.setClipRect(area.adjusted(-2, -2, 2, 2));
    for (const PhaseSpan &span : spans) {
        if (span.end <= begin || span.begin >= end)
            continue;
        const QRectF box = boxOf(span);
        const QColor fill = theme.stepColor(colorOf(span.phase));
        painter.fillRect(box, fill);
        QString label = labelOf(span);
        if (metrics.horizontalAdvance(label) + theme.length(2) > box.width())
            label = label.section(QLatin1Char(' '), 0, 0); // without the key tile's number
        if (metrics.horizontalAdvance(label) + theme.length(2) <= box.width()) {
            painter.setPen(textOn(fill));
            painter.drawText(box, Qt::AlignCenter, label);
        }
    }
    for (const PhaseSpan &span : spans) { // on top of its neighbours
        if (now && span.phase == *now && (span.keyTile < 0 || span.keyTile == ordinal)) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.cursor, theme.penWidth(2)));
            painter.drawRect(boxOf(span));
        }
    }
    painter.restore();
}

} // namespace ulpscope::ui
