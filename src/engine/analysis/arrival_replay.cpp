// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/arrival_replay.h"

#include "engine/analysis/arrival_trail.h"
#include "engine/analysis/dq_row.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

namespace ulpscope {
namespace {

constexpr int kRowsAtOnce = 16; ///< of one thread, between two looks whether to go on

std::size_t size(int n) { return static_cast<std::size_t>(n); }

std::uint16_t wordOf(DType type, float value)
{
    return type == DType::F16 ? floatToHalf(value) : floatToBfloat16(value);
}
bool isNanWord(DType type, std::uint16_t bits) { return (bits & 0x7FFF) > (type == DType::F16 ? 0x7C00 : 0x7F80); }
bool sameWord(DType type, std::uint16_t a, std::uint16_t b)
{
    return a == b || (isNanWord(type, a) && isNanWord(type, b));
}

/// Compares the launches of one element after another; of one thread.
class ElementReplay {
public:
    ElementReplay(const SeenLaunches &seen, DType type) : m_seen(seen), m_type(type)
    {
        if (seen.before)
            found.atomics.emplace();
        if (seen.semaphore)
            found.semaphore.emplace();
        if (seen.fixed)
            found.fixed.emplace();
    }

    /// `terms`: of the CPU, those that exist, of which number i is recorded at recordedAt(i). `finish` makes a result
    /// of a sum.
    template <typename RecordedAt, typename Finish>
    void atomics(std::size_t element, std::span<const float> terms, RecordedAt recordedAt, Finish finish)
    {
        if (!m_seen.before)
            return;
        ArrivalReplay &r = *found.atomics;
        m_before.clear();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            m_before.push_back(m_seen.before->values[recordedAt(i)]);
            if (m_seen.terms && sumBits(m_seen.terms->values[recordedAt(i)]) != sumBits(terms[i]))
                ++r.differingTerms;
        }
        r.terms += m_seen.terms ? terms.size() : 0;
        ++r.elements;
        const std::span<const int> order = m_trail.find(m_before, terms);
        if (order.empty() && !terms.empty()) {
            ++r.withoutOrder;
            ++r.differing;
            return;
        }
        r.reordered += !std::is_sorted(order.begin(), order.end());
        float sum = 0.0f;
        for (const int i : order)
            sum = atomicSum(sum, terms[static_cast<std::size_t>(i)]);
        const bool same = sumBits(sum) == sumBits(m_seen.before->sums[element]) &&
                          sameWord(m_type, wordOf(m_type, finish(sum)), m_seen.before->output[element]);
        r.differing += !same;
    }
    void semaphore(std::size_t element, float result) { compare(found.semaphore, m_seen.semaphore, element, result); }
    void fixed(std::size_t element, float result) { compare(found.fixed, m_seen.fixed, element, result); }

    ArrivalReplays found;

private:
    void compare(std::optional<ArrivalReplay> &replay, const std::vector<std::uint16_t> *seen, std::size_t element,
                 float result) const
    {
        if (!seen)
            return;
        ++replay->elements;
        replay->differing += !sameWord(m_type, wordOf(m_type, result), (*seen)[element]);
    }

    const SeenLaunches &m_seen;
    DType m_type;
    ArrivalTrail m_trail;
    std::vector<float> m_before;
};

/// Rows [0, rows) over threads, each with an ElementReplay of its own; `replayRow(element replay, row)` gives a Status.
class RowsOverThreads {
public:
    RowsOverThreads(const SeenLaunches &seen, DType type, const ReplayOptions &options, std::uint64_t allRows)
        : m_seen(seen), m_type(type), m_options(options), m_allRows(allRows)
    {
        const ElementReplay none(seen, type);
        m_found = none.found;
    }

    template <typename ReplayRow>
    Status run(int rows, ReplayRow replayRow)
    {
        const int wanted =
            m_options.threads > 0 ? m_options.threads : static_cast<int>(std::thread::hardware_concurrency());
        std::atomic<int> next{0};
        const auto work = [&] {
            ElementReplay replay(m_seen, m_type);
            for (int begin = next.fetch_add(kRowsAtOnce); begin < rows; begin = next.fetch_add(kRowsAtOnce)) {
                const int end = std::min(begin + kRowsAtOnce, rows);
                for (int row = begin; row < end; ++row) {
                    Status s = m_options.stop.stop_requested() ? Status::cancelled() : replayRow(replay, row);
                    if (!s.ok()) {
                        next = rows;
                        const std::lock_guard lock(m_mutex);
                        m_status = std::move(s);
                        return;
                    }
                }
                const std::uint64_t done = m_done += static_cast<std::uint64_t>(end - begin);
                if (m_options.progress)
                    m_options.progress(done, m_allRows);
            }
            const std::lock_guard lock(m_mutex);
            for (const auto &[all, own] : {std::pair{&m_found.atomics, &replay.found.atomics},
                                           std::pair{&m_found.semaphore, &replay.found.semaphore},
                                           std::pair{&m_found.fixed, &replay.found.fixed}}) {
                if (*own)
                    (*all)->add(**own);
            }
        };
        {
            std::vector<std::jthread> threads;
            for (int i = 1; i < std::clamp(wanted, 1, (rows + kRowsAtOnce - 1) / kRowsAtOnce); ++i)
                threads.emplace_back(work);
            work();
        }
        return m_status;
    }
    const ArrivalReplays &found() const { return m_found; }

private:
    const SeenLaunches &m_seen;
    DType m_type;
    const ReplayOptions &m_options;
    std::uint64_t m_allRows;
    std::atomic<std::uint64_t> m_done{0};
    std::mutex m_mutex;
    Status m_status;
    ArrivalReplays m_found;
};

} // namespace

void ArrivalReplay::add(const ArrivalReplay &other)
{
    elements += other.elements;
    differing += other.differing;
    terms += other.terms;
    differingTerms += other.differingTerms;
    withoutOrder += other.withoutOrder;
    reordered += other.reordered;
}

Result<ArrivalReplays> replayDq(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                std::span<const float> dO, const RunOutput &forward, int accumulators,
                                const SeenLaunches &seen, const ReplayOptions &options)
{
    const Problem &p = spec.problem;
    const std::size_t dim = size(p.headDim), width = size(spec.backward->kernelDim),
                      rows = size(p.batch) * size(p.heads) * size(p.seqlenQ), elements = rows * width;
    const int allTiles = (p.seqlenK + spec.backward->tileN - 1) / spec.backward->tileN;
    const std::span<const float> output(forward.output);
    RowsOverThreads threads(seen, p.dtype, options, rows);
    for (int i = 0; i < p.batch * p.heads; ++i) {
        const Result<DqHead> head = DqHead::create(spec, inputs, i / p.heads, i % p.heads);
        if (!head.ok())
            return head.status();
        const auto replayRow = [&](ElementReplay &replay, int row) -> Status {
            const std::size_t at = size(i) * size(p.seqlenQ) + size(row);
            const Result<DqRow> dq =
                head->row(row, dO.subspan(at * dim, dim), output.subspan(at * dim, dim), forward.lse[at]);
            if (!dq.ok())
                return dq.status();
            const std::vector<int> tiles = dqTiles(spec, i / p.heads, row);
            const Result<std::vector<int>> arrival = dqArrival({accumulators, {}}, tiles, allTiles);
            if (!arrival.ok())
                return arrival.status();
            const std::vector<float> fixed = dqSum(dq->tiles, arrival.value(), accumulators, dim);
            std::vector<float> terms(tiles.size());
            for (std::size_t c = 0; c < dim; ++c) {
                const std::size_t element = at * width + c;
                for (std::size_t n = 0; n < tiles.size(); ++n)
                    terms[n] = dq->tiles[n].contribution[c];
                replay.atomics(
                    element, terms, [&](std::size_t n) { return size(tiles[n]) * elements + element; },
                    [&](float sum) { return sum * p.scale; });
                replay.semaphore(element, dq->scaled[c]);
                replay.fixed(element, fixed[c] * p.scale);
            }
            return {};
        };
        if (Status s = threads.run(p.seqlenQ, replayRow); !s.ok())
            return s;
    }
    return threads.found();
}

Result<ArrivalReplays> replayCombine(const RunSpec &spec, const CombineInputs &inputs, const SeenLaunches &seen,
                                     const ReplayOptions &options)
{
    const ArrivalInputs &in = inputs.arrivals;
    const std::size_t dim = size(in.shape.dim), splits = size(in.shape.terms), rows = inputs.run.lse.size(),
                      elements = rows * dim;
    RowsOverThreads threads(seen, spec.problem.dtype, options, rows);
    const auto replayRow = [&](ElementReplay &replay, int row) -> Status {
        std::vector<float> terms(splits);
        for (std::size_t c = 0; c < dim; ++c) {
            const std::size_t element = size(row) * dim + c;
            float sum = 0.0f;
            for (std::size_t i = 0; i < splits; ++i) {
                terms[i] = in.weights[i * rows + size(row)] * in.partials[i * elements + element];
                sum = atomicSum(sum, terms[i]);
            }
            replay.atomics(
                element, terms, [&](std::size_t i) { return i * elements + element; }, [](float x) { return x; });
            replay.semaphore(element, sum);
            replay.fixed(element, inputs.run.output[element]);
        }
        return {};
    };
    if (Status s = threads.run(static_cast<int>(rows), replayRow); !s.ok())
        return s;
    return threads.found();
}

} // namespace ulpscope
