// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/launch_model.h"
#include "ui/session.h"

#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace ulpscope::ui {

/// What the colour of a block tells.
enum class ScheduleColor { Order, Error, Split, Head };
QString scheduleColorKey(ScheduleColor color);
QString scheduleColorTitle(ScheduleColor color);
inline constexpr ScheduleColor kScheduleColors[] = {ScheduleColor::Order, ScheduleColor::Error, ScheduleColor::Split,
                                                    ScheduleColor::Head};

/// One block of a launch, or of the combine launch behind it.
struct ScheduleBlock {
    int lane = 0;                    ///< SM * blocks per SM + slot
    std::int64_t begin = 0, end = 0; ///< units of the model; measured: nanoseconds
    int tile = 0;                    ///< index into the model's tiles, or its combines
    bool isCombine = false;
    float color = -1; ///< 0..1; negative: no colour (another head's, where only one head's errors are known)
};

/// Part of a launch: times and lanes, fractions included.
struct ScheduleWindow {
    double begin = 0, end = 1, top = 0, bottom = 1;
    bool operator==(const ScheduleWindow &) const = default;
};

/// Everything that the view draws. The blocks are shared: a step forwards copies nothing.
struct ScheduleState {
    /// Sorted by lane, then by begin.
    struct Blocks {
        std::vector<ScheduleBlock> all;
        std::vector<int> firstOfLane;  ///< lanes + 1 indices into `all`
        std::vector<int> ofWorkTile;   ///< index into `all` of the block that computes a work tile; -1: none
        std::vector<int> ofLaunchTile; ///< index into `all`
    };

    QString absent; ///< why there is nothing to draw
    std::shared_ptr<const LaunchModel> model;
    std::shared_ptr<const Schedule> schedule;
    std::shared_ptr<const Blocks> blocks;
    ScheduleColor color = ScheduleColor::Order;
    QString colorTitle, low, high; ///< what the colour means, and its ends; low is empty where no colour does
    QString title;                 ///< figures only
    bool isMeasured = false;       ///< times are nanoseconds of a real launch
    QStringList caption;           ///< what is drawn, above it: as many parts as there is room for; none: no line

    int current = -1;                ///< block of the current step
    std::optional<PlannedStep> step; ///< the last step done, where it belongs to `current`
    int pointed = -1;                ///< of two launches side by side: the block under the pointer, or of its work tile
    std::vector<int> highlighted;    ///< blocks under the pointer, here or in another view
    double now = -1;                 ///< time of the animation; negative: none
    ScheduleWindow window;

    int lanes() const { return blocks ? static_cast<int>(blocks->firstOfLane.size()) - 1 : 0; }
    std::int64_t span() const { return model ? std::max<std::int64_t>(1, model->makespan()) : 1; }
    ScheduleWindow whole() const { return {0, static_cast<double>(span()), 0, static_cast<double>(lanes())}; }
    const LaunchTile &tileOf(const ScheduleBlock &block) const
    {
        return (block.isCombine ? model->combines : model->tiles)[static_cast<std::size_t>(block.tile)];
    }
    int smOf(const ScheduleBlock &block) const { return block.lane / model->timeline.blocksPerSm; }
    /// "block 17 on SM 17, slot 0: head 1, query tile 2, split 0; 6 key tiles; 24 to 50"
    QString describe(int block) const;
    /// What is known of the launch, in one line.
    QString summary() const;
    /// The block of a work tile; -1: none.
    int blockOf(int workTile) const
    {
        return blocks && workTile >= 0 ? blocks->ofWorkTile[static_cast<std::size_t>(workTile)] : -1;
    }
    int workTileOf(int block) const { return tileOf(blocks->all[static_cast<std::size_t>(block)]).workTile; }
    /// Blocks whose end the block waits for: of a combine, its splits.
    std::vector<int> sources(int block) const;
    /// What is done after `steps` steps of the plan.
    void goTo(quint64 steps);
};

/// The launch of a side's run, coloured.
ScheduleState scheduleState(const Session &session, Side side, ScheduleColor color);

/// The launch as a GPU ran it; `absent` where there is none (yet), and says why.
ScheduleState measuredScheduleState(const Session &session, Side side, ScheduleColor color);

/// "7.52": nanoseconds as microseconds.
QString microseconds(std::int64_t nanoseconds);

/// "1,536 blocks of 128 threads, 2 on an SM (registers), 5.8 waves": what is known of a launch before it runs.
QString launchSummary(const LaunchModel &model);

} // namespace ulpscope::ui
