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
/// Of Q where every head has a question: one row of each is looked at, the others take room alone.
constexpr std::size_t kMostQueryFloats = std::size_t{1} << 25;

std::size_t floatsOf(int heads, int rows, int width)
{
    return static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(width);
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
    const std::size_t queries = floatsOf(1, p.seqlenQ, p.headDim);
    if (place.oneDimension) {
        m_perEntry = static_cast<int>(
            std::clamp<std::size_t>(kMostQueryFloats / queries, 1, static_cast<std::size_t>(p.headDim)));
        p.heads = m_perEntry;
        p.kvHeads = 1;
        m_place.head = 0;
    }
    const std::size_t keys = floatsOf(p.kvHeads, p.seqlenK, p.headDim + p.headDimV);
    const std::size_t ofEntry = keys + (place.oneDimension ? 0 : floatsOf(p.heads, p.seqlenQ, p.headDim));
    const std::size_t entries = std::clamp<std::size_t>(floats / ofEntry, 1, 1024);
    const std::size_t fitting =
        place.oneDimension ? kMostQueryFloats / (queries * static_cast<std::size_t>(m_perEntry)) : entries;
    m_entriesAtOnce = static_cast<int>(std::clamp<std::size_t>(fitting, 1, entries));
}

Status CraftedRuns::run(int count, const Fill &fill, const Look &look)
{
    const int atOnce = m_perEntry * m_entriesAtOnce;
    for (int first = 0; first < count; first += atOnce) {
        if (Status s = runOnce(first, std::min(atOnce, count - first), fill, look); !s.ok())
            return s;
    }
    return {};
}

/// Inputs of zeros and a plan for `entries`; those of the last run where they fit.
Status CraftedRuns::prepare(int entries)
{
    Problem &p = m_spec.problem;
    if (m_inputs && m_inputs.use_count() == 1 && p.batch == entries) {
        const int heads = m_perEntry > 1 ? m_perEntry : 1;
        for (int entry = 0; entry < entries; ++entry) {
            for (int head = m_place.head; head < m_place.head + heads; ++head) {
                float *row = m_inputs->q.data() + (m_inputs->qRows(p, entry, head) - m_inputs->q.data()) +
                             std::ptrdiff_t{m_place.row} * p.headDim;
                std::fill_n(row, p.headDim, 0.0f);
            }
        }
        std::fill(m_inputs->k.begin(), m_inputs->k.end(), 0.0f);
        if (!m_place.oneDimension)
            std::fill(m_inputs->v.begin(), m_inputs->v.end(), 0.0f);
        return {};
    }
    p.batch = entries;
    if (!p.mask.keyLengths.empty())
        p.mask.keyLengths.assign(static_cast<std::size_t>(entries), p.mask.keyLengths.front());
    Result<Schedule> built = Schedule::build(m_spec);
    if (!built.ok())
        return built.status();
    m_schedule = std::make_shared<const Schedule>(std::move(built).value());
    m_inputs = std::make_shared<Inputs>();
    const auto count = static_cast<std::size_t>(entries);
    m_inputs->q.resize(count * floatsOf(p.heads, p.seqlenQ, p.headDim));
    m_inputs->k.resize(count * floatsOf(p.kvHeads, p.seqlenK, p.headDim));
    m_inputs->v.resize(count * floatsOf(p.kvHeads, p.seqlenK, p.headDimV));
    return {};
}

Status CraftedRuns::runOnce(int first, int count, const Fill &fill, const Look &look)
{
    if (Status s = prepare((count + m_perEntry - 1) / m_perEntry); !s.ok())
        return s;
    const Problem &p = m_spec.problem;
    const auto headOf = [&](int question) { return m_place.head + question % m_perEntry; };
    for (int question = 0; question < count; ++question) {
        const int entry = question / m_perEntry, kvHead = p.kvHeadOf(headOf(question));
        const std::ptrdiff_t row = std::ptrdiff_t{m_place.row} * p.headDim;
        const auto own = [](std::vector<float> &all, const float *at) { return all.data() + (at - all.data()); };
        fill(first + question, {own(m_inputs->q, m_inputs->qRows(p, entry, headOf(question)) + row),
                                own(m_inputs->k, m_inputs->kRows(p, entry, kvHead)),
                                own(m_inputs->v, m_inputs->vRows(p, entry, kvHead)), question % m_perEntry});
    }
    const Result<std::unique_ptr<TileExecutor>> executor = m_backend.prepare(m_spec, m_inputs, m_schedule);
    if (!executor.ok())
        return executor.status();
    ++m_runs;
    const bool oneRow = executor.value()->restrictToRow(m_place.row);
    const int splits = m_schedule->splits();
    const int perGroup = splits > 1 ? splits + 1 : 1;
    for (int question = 0; question < count; ++question) {
        const int head = question / m_perEntry * p.heads + headOf(question);
        const int group = head * m_schedule->mBlocks() + m_place.row / m_spec.recipe.tileM;
        const bool all = m_place.part == Part::Combine;
        for (int i = all ? 0 : m_place.split; i < (all ? perGroup : m_place.split + 1); ++i) {
            const WorkTile tile = m_schedule->workTile(group * perGroup + i);
            if (Status s = execute(*executor.value(), *m_schedule, tile, oneRow, first + question, look); !s.ok())
                return s;
        }
    }
    return {};
}

Status CraftedRuns::execute(TileExecutor &executor, const Schedule &schedule, const WorkTile &tile, bool oneRow,
                            int question, const Look &look) const
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
    // No sum of exponentials reads a product of theirs.
    if (m_place.part == Part::Split && m_place.oneDimension && m_spec.recipe.form == Form::Online && oneRow)
        std::erase_if(steps, [](const PlannedStep &step) { return step.kind == StepKind::OutputGemm; });
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
            if (Status s = look(question, steps[i], values); !s.ok())
                return s;
        }
    }
    return {};
}

} // namespace ulpscope
