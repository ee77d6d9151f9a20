// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/crafted_runs.h"

#include <algorithm>
#include <span>
#include <vector>

namespace ulpscope {
namespace {

// What fits a processor's cache; a GPU is rather given much at once.
constexpr std::size_t kFloatsAtOnce = std::size_t{1} << 18, kFloatsAtOnceOnGpu = std::size_t{1} << 23;

std::size_t floatsOf(const Problem &p) // of one batch entry
{
    const auto size = [](int a, int b, int c) {
        return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c);
    };
    return size(p.heads, p.seqlenQ, p.headDim) + size(p.kvHeads, p.seqlenK, p.headDim + p.headDimV);
}

} // namespace

CraftedRuns::CraftedRuns(const Backend &backend, const RunSpec &spec, const Place &place, std::stop_token stop)
    : m_backend(backend), m_spec(spec), m_place(place), m_stop(std::move(stop))
{
    Problem &p = m_spec.problem;
    if (!p.mask.keyLengths.empty())
        p.mask.keyLengths = {p.mask.keyLengths[static_cast<std::size_t>(place.batch)]};
    if (!place.withSoftcap)
        p.softcap = 0.0f;
    // Masks and units must reach the product as they are; the scores are not used further.
    if (place.part == Part::Scores && m_spec.recipe.scoreScale == ScoreScale::Operands)
        p.scale = 1.0f;
    const std::vector<BackendDevice> devices = backend.devices();
    const bool onGpu = !devices.empty() && devices.front().memoryTotal > 0;
    const std::size_t floats = onGpu ? kFloatsAtOnceOnGpu : kFloatsAtOnce;
    m_entriesAtOnce = static_cast<int>(std::clamp<std::size_t>(floats / floatsOf(p), 1, 1024));
}

Status CraftedRuns::run(int count, const Fill &fill, const Look &look)
{
    for (int first = 0; first < count; first += m_entriesAtOnce) {
        if (Status s = runOnce(first, std::min(m_entriesAtOnce, count - first), fill, look); !s.ok())
            return s;
    }
    return {};
}

Status CraftedRuns::runOnce(int first, int count, const Fill &fill, const Look &look)
{
    RunSpec spec = m_spec;
    Problem &p = spec.problem;
    p.batch = count;
    if (!p.mask.keyLengths.empty())
        p.mask.keyLengths.assign(static_cast<std::size_t>(count), p.mask.keyLengths.front());
    const auto inputs = std::make_shared<Inputs>();
    const auto rows = [&](int heads, int length, int width) {
        return std::vector<float>(static_cast<std::size_t>(count) * static_cast<std::size_t>(heads) *
                                  static_cast<std::size_t>(length) * static_cast<std::size_t>(width));
    };
    inputs->q = rows(p.heads, p.seqlenQ, p.headDim);
    inputs->k = rows(p.kvHeads, p.seqlenK, p.headDim);
    inputs->v = rows(p.kvHeads, p.seqlenK, p.headDimV);
    const int kvHead = p.kvHeadOf(m_place.head);
    for (int entry = 0; entry < count; ++entry) {
        const std::ptrdiff_t row = std::ptrdiff_t{m_place.row} * p.headDim;
        const auto own = [](std::vector<float> &all, const float *at) { return all.data() + (at - all.data()); };
        fill(first + entry,
             {own(inputs->q, inputs->qRows(p, entry, m_place.head) + row),
              own(inputs->k, inputs->kRows(p, entry, kvHead)), own(inputs->v, inputs->vRows(p, entry, kvHead))});
    }
    Result<Schedule> built = Schedule::build(spec);
    if (!built.ok())
        return built.status();
    const auto schedule = std::make_shared<const Schedule>(std::move(built).value());
    const Result<std::unique_ptr<TileExecutor>> executor = m_backend.prepare(spec, inputs, schedule);
    if (!executor.ok())
        return executor.status();
    ++m_runs;
    const bool oneRow = executor.value()->restrictToRow(m_place.row);
    const int splits = schedule->splits();
    const int perGroup = splits > 1 ? splits + 1 : 1;
    for (int entry = 0; entry < count; ++entry) {
        const int group = (entry * p.heads + m_place.head) * schedule->mBlocks() + m_place.row / spec.recipe.tileM;
        const bool all = m_place.part == Part::Combine;
        for (int i = all ? 0 : m_place.split; i < (all ? perGroup : m_place.split + 1); ++i) {
            const WorkTile tile = schedule->workTile(group * perGroup + i);
            if (Status s = execute(*executor.value(), *schedule, tile, oneRow, first + entry, look); !s.ok())
                return s;
        }
    }
    return {};
}

Status CraftedRuns::execute(TileExecutor &executor, const Schedule &schedule, const WorkTile &tile, bool oneRow,
                            int entry, const Look &look) const
{
    const Values values = [&](Quantity quantity) -> Result<std::vector<float>> {
        const Result<Matrix> matrix = executor.read(quantity);
        if (!matrix.ok())
            return matrix.status();
        const float *row = matrix->row(oneRow ? 0 : m_place.row - tile.rowBegin);
        return std::vector<float>(row, row + matrix->cols);
    };
    std::vector<PlannedStep> steps = schedule.steps(tile);
    if (m_place.part != Part::Combine)
        std::erase_if(steps, [](const PlannedStep &step) { return step.kind == StepKind::Normalize; });
    const auto looksAfter = [&](std::size_t i) {
        switch (m_place.part) {
        case Part::Scores: return steps[i].kind == StepKind::ScoreGemm;
        case Part::Split: return i + 1 == steps.size();
        case Part::Combine: return tile.isCombine;
        }
        return false;
    };
    for (std::size_t begin = 0, i = 0; i < steps.size(); ++i) {
        const bool looks = looksAfter(i);
        if (!looks && i + 1 < steps.size())
            continue;
        if (Status s = executor.execute(std::span(steps).subspan(begin, i + 1 - begin), m_stop); !s.ok())
            return s;
        begin = i + 1;
        if (looks) {
            if (Status s = look(entry, steps[i], values); !s.ok())
                return s;
        }
    }
    return {};
}

} // namespace ulpscope
