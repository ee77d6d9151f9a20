// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/schedule_comparison.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <numeric>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("ScheduleView", text); }

QString count(std::int64_t number) { return QLocale(QLocale::English).toString(static_cast<qlonglong>(number)); }

/// Share of the time until the last block ends in which a slot is taken, in percent: the same of both, unlike the
/// model's waves.
QString slotsBusy(const LaunchModel &model)
{
    const CtaTimeline &line = model.timeline;
    const auto busy = static_cast<double>(std::accumulate(line.busy.begin(), line.busy.end(), std::int64_t{0}));
    const double all = static_cast<double>(line.smCount) * line.blocksPerSm * static_cast<double>(line.makespan);
    return QString::number(all > 0 ? 100 * busy / all : 0, 'f', 0);
}

QString listed(const std::vector<int> &splits, int most)
{
    QStringList parts;
    for (int split : splits) {
        if (most > 0 && parts.size() == most)
            return parts.join(QStringLiteral(", ")) + QStringLiteral(", …");
        parts << QString::number(split);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

ScheduleComparison compareSchedules(const ScheduleState &modelled, const ScheduleState &measured)
{
    ScheduleComparison comparison;
    for (const ScheduleBlock &block : measured.blocks->all) {
        const int other = modelled.blockOf(measured.tileOf(block).workTile);
        if (other < 0)
            continue;
        ++comparison.blocks;
        comparison.sameSm +=
            modelled.smOf(modelled.blocks->all[static_cast<std::size_t>(other)]) == measured.smOf(block);
    }
    const int batches = modelled.schedule->problem().batch;
    comparison.hasCopies = std::any_of(modelled.model->tiles.begin(), modelled.model->tiles.end(),
                                       [batches](const LaunchTile &tile) { return tile.at.batch >= batches; });
    return comparison;
}

QString comparisonText(const ScheduleState &modelled, const ScheduleState &measured)
{
    const ScheduleComparison found = compareSchedules(modelled, measured);
    const CtaTimeline &model = modelled.model->timeline, &real = measured.model->timeline;
    QStringList parts{
        translate(QT_TRANSLATE_NOOP("ScheduleView", "%1 of %2 blocks on the SM of the model"))
            .arg(count(found.sameSm), count(found.blocks)),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "makespan %1 units, measured %2 µs"))
            .arg(count(model.makespan), microseconds(real.makespan)),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "tail %1 units, measured %2 µs"))
            .arg(count(model.tail), microseconds(real.tail)),
        translate(QT_TRANSLATE_NOOP("ScheduleView", "slots busy %1 %, measured %2 %"))
            .arg(slotsBusy(*modelled.model), slotsBusy(*measured.model)),
    };
    if (found.hasCopies)
        parts << translate(QT_TRANSLATE_NOOP("ScheduleView", "the model holds the whole batch of %1, measured was the "
                                                             "request alone"))
                     .arg(count(modelled.model->grid.batch));
    return parts.join(QStringLiteral(" · "));
}

std::vector<int> splitsByEnd(const ScheduleState &state, int batch, int head, int mBlock)
{
    const int splits = state.schedule->splits();
    if (splits < 2 || !state.blocks)
        return {};
    const Problem &p = state.schedule->problem();
    const int first = ((batch * p.heads + head) * state.schedule->mBlocks() + mBlock) * (splits + 1);
    std::vector<const ScheduleBlock *> blocks;
    for (int split = 0; split < splits; ++split) {
        if (const int block = state.blockOf(first + split); block >= 0)
            blocks.push_back(&state.blocks->all[static_cast<std::size_t>(block)]);
    }
    if (static_cast<int>(blocks.size()) < splits)
        return {};
    std::sort(blocks.begin(), blocks.end(), [](const ScheduleBlock *a, const ScheduleBlock *b) {
        return std::pair(a->end, a->tile) < std::pair(b->end, b->tile);
    });
    std::vector<int> order;
    for (const ScheduleBlock *block : blocks)
        order.push_back(state.tileOf(*block).workTile - first);
    return order;
}

QString arrivalText(const ScheduleState &modelled, const ScheduleState &measured, int batch, int head, int mBlock,
                    int most)
{
    const std::vector<int> seen = splitsByEnd(measured, batch, head, mBlock);
    if (seen.empty())
        return {};
    const std::vector<int> expected = splitsByEnd(modelled, batch, head, mBlock);
    return translate(QT_TRANSLATE_NOOP("ScheduleView", "Splits of query tile %1 of head %2 by their end: model %3; "
                                                       "measured %4 (those that end together in launch order)"))
        .arg(mBlock)
        .arg(head)
        .arg(expected.empty() ? translate(QT_TRANSLATE_NOOP("ScheduleView", "unknown")) : listed(expected, most),
             listed(seen, most));
}

} // namespace ulpscope::ui
