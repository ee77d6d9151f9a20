// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/probe_run.h"

#include "engine/analysis/crafted_runs.h"
#include "engine/analysis/probe_levels.h"
#include "engine/reduction/probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace ulpscope {
namespace {

bool isByTriplets(SumKind kind)
{
    return kind == SumKind::RowSum || kind == SumKind::SketchMergeSum || kind == SumKind::CombineWeights;
}
bool isCombine(SumKind kind) { return kind == SumKind::CombineWeights || kind == SumKind::CombineOutput; }

constexpr double kUlpOfOne = 0x1p-23;

class RunProbe {
public:
    RunProbe(const Backend &backend, const RunSpec &spec, int batch, int head, int row, SumKind kind,
             const ProbeOptions &options)
        : m_backend(backend), m_spec(spec), m_batch(batch), m_head(head), m_row(row), m_kind(kind), m_options(options)
    {}

    Result<MeasuredSum> measure(int split);

private:
    Status checkRun() const;
    Status findLeaves(const Schedule &schedule);
    CraftedRuns craftedRuns(CraftedRuns::Part part, bool withSoftcap, bool oneDimension = false) const
    {
        return {m_backend,
                m_spec,
                {m_batch, m_head, m_row, m_place.split, part, withSoftcap, oneDimension},
                m_options.stop};
    }

    Result<ProbedShape> byTriplets();
    Status triplets(CraftedRuns &runs, const ScoreLevels &levels, std::span<const Triplet> asked,
                    std::vector<double> &ulps);
    Status checkCount(CraftedRuns &runs, const ScoreLevels &levels);
    Result<ProbedShape> byMasks();
    Status maskedColumns(CraftedRuns &runs, const MaskLevels &levels, const ScoreLevels &scores,
                         std::span<const MaskPair> pairs, std::vector<double> &units);
    Status maskedScores(CraftedRuns &runs, const MaskLevels &levels, std::span<const MaskPair> pairs,
                        std::vector<double> &units);
    void setFar(const CraftedRuns::Numbers &numbers, const ScoreLevels &levels, std::span<const int> but) const;
    void report(std::size_t probes) const
    {
        if (m_options.progress)
            m_options.progress(static_cast<std::int64_t>(probes));
    }

    /// End of the keys of a key tile that exist.
    int keysEnd(int nBlock) const
    {
        const Problem &p = m_spec.problem;
        const int length = p.mask.keyLengths.empty() ? p.seqlenK : p.mask.keyLengths[static_cast<std::size_t>(m_batch)];
        return std::min((nBlock + 1) * m_spec.recipe.tileN, length);
    }
    /// Whether a summand's weight is its share of 1, so that counts are exact only when rounded.
    bool isShared() const { return isCombine(m_kind) || (m_kind == SumKind::Output && m_spec.recipe.dividesProbs()); }
    std::size_t headDim() const { return static_cast<std::size_t>(m_spec.problem.headDim); }
    std::size_t width() const { return static_cast<std::size_t>(m_spec.problem.headDimV); }
    /// The key that stands for a leaf.
    std::size_t keyOf(int position) const
    {
        return static_cast<std::size_t>(m_keys[static_cast<std::size_t>(position)]);
    }

    const Backend &m_backend;
    const RunSpec &m_spec;
    int m_batch, m_head, m_row;
    SumKind m_kind;
    const ProbeOptions &m_options;
    SumPlace m_place;
    std::vector<int> m_leaves, m_unseen;
    std::vector<int> m_keys;   ///< by position of the leaf; empty for a score
    std::vector<int> m_others; ///< keys of the row that stand for no leaf
    std::int64_t m_runs = 0;
};

/// What no probe can see, before anything is run.
Status RunProbe::checkRun() const
{
    if (m_spec.recipe.fault != Fault::None)
        return Status(StatusCode::Unsupported,
                      phrase("fault=%1 is no order of additions, expected a run without a fault to probe",
                             fieldValue(m_spec.recipe, "fault")));
    const bool score = m_kind == SumKind::Score;
    const bool products = score || m_kind == SumKind::Output || m_kind == SumKind::SketchMergeOutput;
    if (products && (score ? m_spec.qk : m_spec.pv).kind == MmaUnit::Kind::Exact)
        return Status(StatusCode::Unsupported,
                      phrase("%1=exact adds all products without a rounding, so that no order of them can be seen",
                             score ? "mmaQk" : "mmaPv"));
    return m_backend.supports(m_spec);
}

Status RunProbe::findLeaves(const Schedule &schedule)
{
    if (m_kind == SumKind::Score) {
        m_leaves.resize(headDim());
        std::iota(m_leaves.begin(), m_leaves.end(), 0);
    } else if (isCombine(m_kind)) {
        for (int split = 0; split < schedule.splits(); ++split) {
            const std::vector<int> &keys = m_place.keysOfSplits[static_cast<std::size_t>(split)];
            if (keys.empty()) {
                m_unseen.push_back(split);
                continue;
            }
            m_leaves.push_back(split);
            m_keys.push_back(keys.front());
            m_others.insert(m_others.end(), keys.begin() + 1, keys.end());
        }
    } else {
        const bool tiles = m_kind == SumKind::SketchMergeSum || m_kind == SumKind::SketchMergeOutput;
        for (int key : m_place.keysOfSplits[static_cast<std::size_t>(m_place.split)]) {
            const int leaf = tiles ? key / m_spec.recipe.tileN : key;
            if (!m_leaves.empty() && m_leaves.back() == leaf) {
                m_others.push_back(key);
                continue;
            }
            m_leaves.push_back(leaf);
            m_keys.push_back(key);
        }
    }
    if (static_cast<int>(m_leaves.size()) > kMostProbedLeaves)
        return Status(StatusCode::Unsupported, phrase("the sum has %1 summands, expected at most %2 for a probe",
                                                      m_leaves.size(), kMostProbedLeaves));
    return {};
}

/// Every key of the row is far below, except those that stand for the leaves in `but`. Hidden keys keep the score 0: if
/// they were added, every result would be wrong.
void RunProbe::setFar(const CraftedRuns::Numbers &numbers, const ScoreLevels &levels, std::span<const int> but) const
{
    numbers.q[numbers.dimension] = levels.q;
    float *const k = numbers.k + numbers.dimension;
    for (int key : m_keys)
        k[static_cast<std::size_t>(key) * headDim()] = levels.far;
    for (int key : m_others)
        k[static_cast<std::size_t>(key) * headDim()] = levels.far;
    for (int position : but)
        k[keyOf(position) * headDim()] = 0.0f;
}

Status RunProbe::triplets(CraftedRuns &runs, const ScoreLevels &levels, std::span<const Triplet> asked,
                          std::vector<double> &ulps)
{
    const auto fill = [&](int entry, const CraftedRuns::Numbers &numbers) {
        const Triplet &t = asked[static_cast<std::size_t>(entry)];
        setFar(numbers, levels, std::array{t.one});
        for (int position : {t.a, t.b})
            numbers.k[keyOf(position) * headDim() + static_cast<std::size_t>(numbers.dimension)] = levels.near;
    };
    return runs.run(static_cast<int>(asked.size()), fill,
                    [&](int, const PlannedStep &, const CraftedRuns::Values &values) -> Status {
                        const bool combined = isCombine(m_kind);
                        const Result<std::vector<float>> value = values(combined ? Quantity::Lse : Quantity::RowSum);
                        if (!value.ok())
                            return value.status();
                        const auto x = static_cast<double>(value->front());
                        // An LSE comes through a logarithm, which lg2.approx gives to about an ulp of 1: a sum of
                        // 1 + 2^-23 may read as more than one.
                        const double above = (combined ? std::expm1(x) : x - 1.0) / kUlpOfOne;
                        ulps.push_back(combined && above > 0.3 && above < 3.0 ? 1.0 : above);
                        report(1);
                        return {};
                    });
}

/// All exponentials are 1: the row sum counts the keys.
Status RunProbe::checkCount(CraftedRuns &runs, const ScoreLevels &levels)
{
    const auto keys = static_cast<double>(m_keys.size());
    const auto fill = [&](int, const CraftedRuns::Numbers &numbers) {
        std::vector<int> all(m_keys.size());
        std::iota(all.begin(), all.end(), 0);
        setFar(numbers, levels, all);
    };
    return runs.run(1, fill, [&](int, const PlannedStep &, const CraftedRuns::Values &values) -> Status {
        const Result<std::vector<float>> sum = values(Quantity::RowSum);
        if (!sum.ok())
            return sum.status();
        report(1);
        if (static_cast<double>(sum->front()) == keys)
            return {};
        return Status::invalid(phrase("with exponentials of 1 for %1 summands the row sum is not their number: the run "
                                      "adds others than the row sees",
                                      m_keys.size()));
    });
}

Result<ProbedShape> RunProbe::byTriplets()
{
    const Result<ScoreLevels> levels = scoreLevels(m_spec.problem, m_spec.recipe);
    if (!levels.ok())
        return levels.status();
    const bool combined = isCombine(m_kind);
    CraftedRuns runs = craftedRuns(combined ? CraftedRuns::Part::Combine : CraftedRuns::Part::Split, true, true);
    if (!combined) {
        if (Status s = checkCount(runs, levels.value()); !s.ok())
            return s;
    }
    const auto probe = [&](std::span<const Triplet> asked) -> Result<std::vector<double>> {
        std::vector<double> ulps;
        if (Status s = triplets(runs, levels.value(), asked, ulps); !s.ok())
            return s;
        return ulps;
    };
    Result<ProbedShape> probed = probeByTriplets(m_leaves, probe);
    m_runs = runs.runs();
    if (probed.ok() && !combined)
        ++probed->probes;
    return probed;
}

/// Masks and units in V: every column of the output is a probe.
Status RunProbe::maskedColumns(CraftedRuns &runs, const MaskLevels &levels, const ScoreLevels &scores,
                               std::span<const MaskPair> pairs, std::vector<double> &units)
{
    const bool combined = isCombine(m_kind);
    const std::size_t entries = (pairs.size() + width() - 1) / width();
    const auto fill = [&](int entry, const CraftedRuns::Numbers &numbers) {
        if (combined) {
            std::vector<int> all(m_keys.size());
            std::iota(all.begin(), all.end(), 0);
            setFar(numbers, scores, all);
        } else {
            // Hidden keys are units too: if they were added, every count would be wrong.
            std::fill_n(numbers.v, static_cast<std::size_t>(m_spec.problem.seqlenK) * width(), levels.unit);
            for (int key : m_others)
                std::fill_n(numbers.v + static_cast<std::size_t>(key) * width(), width(), 0.0f);
        }
        for (std::size_t position = 0; position < m_keys.size(); ++position)
            std::fill_n(numbers.v + keyOf(static_cast<int>(position)) * width(), width(), levels.unit);
        const std::size_t first = static_cast<std::size_t>(entry) * width();
        for (std::size_t column = 0; column < width() && first + column < pairs.size(); ++column) {
            const MaskPair &pair = pairs[first + column];
            numbers.v[keyOf(pair.plus) * width() + column] = levels.mask;
            numbers.v[keyOf(pair.minus) * width() + column] = -levels.mask;
        }
    };
    // Each split's output has the weight 1 / splits, each divided exponential 1 / keys.
    const double unit = static_cast<double>(levels.unit) / (isShared() ? static_cast<double>(m_leaves.size()) : 1.0);
    units.reserve(pairs.size());
    return runs.run(
        static_cast<int>(entries), fill, [&](int, const PlannedStep &, const CraftedRuns::Values &values) -> Status {
            const Result<std::vector<float>> row = values(combined ? Quantity::Output : Quantity::OutputAcc);
            if (!row.ok())
                return row.status();
            const std::size_t before = units.size();
            for (std::size_t c = 0; c < width() && units.size() < pairs.size(); ++c)
                units.push_back(static_cast<double>(row.value()[c]) / unit);
            report(units.size() - before);
            return {};
        });
}

/// Masks and units in K, ones in Q: every key of the key tiles is a probe.
Status RunProbe::maskedScores(CraftedRuns &runs, const MaskLevels &levels, std::span<const MaskPair> pairs,
                              std::vector<double> &units)
{
    std::vector<int> slots; // keys
    for (int nBlock : m_place.nBlocks) {
        for (int key = nBlock * m_spec.recipe.tileN; key < keysEnd(nBlock); ++key)
            slots.push_back(key);
    }
    const std::size_t entries = (pairs.size() + slots.size() - 1) / slots.size();
    const auto fill = [&](int entry, const CraftedRuns::Numbers &numbers) {
        std::fill_n(numbers.q, headDim(), 1.0f);
        const std::size_t first = static_cast<std::size_t>(entry) * slots.size();
        for (std::size_t slot = 0; slot < slots.size() && first + slot < pairs.size(); ++slot) {
            float *k = numbers.k + static_cast<std::size_t>(slots[slot]) * headDim();
            std::fill_n(k, headDim(), levels.unit);
            k[pairs[first + slot].plus] = levels.mask;
            k[pairs[first + slot].minus] = -levels.mask;
        }
    };
    return runs.run(static_cast<int>(entries), fill,
                    [&](int, const PlannedStep &step, const CraftedRuns::Values &values) -> Status {
                        const Result<std::vector<float>> row = values(Quantity::Scores);
                        if (!row.ok())
                            return row.status();
                        const std::size_t before = units.size();
                        const int keys = keysEnd(step.nBlock) - step.nBlock * m_spec.recipe.tileN;
                        for (int c = 0; c < keys && units.size() < pairs.size(); ++c)
                            units.push_back(static_cast<double>(row.value()[static_cast<std::size_t>(c)]) /
                                            static_cast<double>(levels.unit));
                        report(units.size() - before);
                        return {};
                    });
}

Result<ProbedShape> RunProbe::byMasks()
{
    const bool combined = isCombine(m_kind), score = m_kind == SumKind::Score;
    Result<MaskLevels> levels = maskLevels(m_spec.problem.dtype);
    ScoreLevels scores;
    if (combined) {
        levels = combineMaskLevels(m_spec.problem.dtype, static_cast<int>(m_leaves.size()));
        if (!levels.ok())
            return levels.status();
        const Result<ScoreLevels> found = scoreLevels(m_spec.problem, m_spec.recipe);
        if (!found.ok())
            return found.status();
        scores = found.value();
    }
    int most = levels->mostLeaves;
    const bool storesBf16 = m_kind == SumKind::Output && m_spec.recipe.oStore == OStore::Bf16;
    if (storesBf16)
        most = 258; // counts up to n - 2 must be bf16 values
    if (static_cast<int>(m_leaves.size()) > most)
        return Status(StatusCode::Unsupported,
                      phrase("the sum has %1 summands, of which %2 can be counted in %3", m_leaves.size(), most,
                             storesBf16 ? "bf16" : formatInfo(m_spec.problem.dtype).name));
    CraftedRuns runs = craftedRuns(combined ? CraftedRuns::Part::Combine
                                   : score  ? CraftedRuns::Part::Scores
                                            : CraftedRuns::Part::Split,
                                   !score);
    const auto probe = [&](std::span<const MaskPair> pairs) -> Result<std::vector<double>> {
        std::vector<double> units;
        if (Status s = score ? maskedScores(runs, levels.value(), pairs, units)
                             : maskedColumns(runs, levels.value(), scores, pairs, units);
            !s.ok())
            return s;
        return units;
    };
    // The combined output is rounded to the output format: 128 units to the nearest half in bf16.
    Result<ProbedShape> probed = probeByMasks(m_leaves, probe, isShared() ? 0.3 : 0.0);
    m_runs = runs.runs();
    return probed;
}

Result<MeasuredSum> RunProbe::measure(int split)
{
    const Result<Schedule> schedule = Schedule::build(m_spec);
    if (!schedule.ok())
        return schedule.status();
    Result<SumPlace> place = sumPlace(m_spec, schedule.value(), m_batch, m_head, m_row, m_kind, split);
    if (!place.ok())
        return place.status();
    m_place = std::move(place).value();
    if (Status s = checkRun(); !s.ok())
        return s;
    if (Status s = findLeaves(schedule.value()); !s.ok())
        return s;
    // A row without a key has no sum, and no key tile to see a score in.
    if (m_leaves.empty() || (m_kind == SumKind::Score && m_place.nBlocks.empty()))
        return Status(
            StatusCode::NotFound,
            phrase("query row %1 of head %2, batch entry %3 sees no key: nothing is added", m_row, m_head, m_batch));
    Result<ProbedShape> probed = isByTriplets(m_kind) ? byTriplets() : byMasks();
    if (!probed.ok())
        return probed.status();
    return MeasuredSum{std::move(probed->shape), m_unseen, m_place.split, probed->probes, m_runs};
}

} // namespace

Result<MeasuredSum> measureSum(const Backend &backend, const RunSpec &spec, int batch, int head, int row, SumKind kind,
                               int split, const ProbeOptions &options)
{
    return RunProbe(backend, spec, batch, head, row, kind, options).measure(split);
}

} // namespace ulpscope
