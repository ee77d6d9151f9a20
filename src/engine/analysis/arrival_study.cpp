// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/arrival_study.h"

#include "engine/analysis/arrival_replay.h"
#include "engine/analysis/dq_row.h"
#include "engine/backend/backend_choice.h"
#include "engine/backend/cuda_backend.h"
#include "engine/io/text.h"
#include "engine/numerics/ulp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>

namespace ulpscope {
namespace {

using worker::ArrivalLaunch;
using worker::ArrivalRecord;
using worker::ArrivalsRequest;
using worker::kNotANumber;

static_assert(static_cast<int>(ArrivalSum::Dq) == static_cast<int>(worker::ArrivalSum::Dq) &&
              static_cast<int>(ArrivalSum::Combine) == static_cast<int>(worker::ArrivalSum::Combine));
static_assert(static_cast<int>(ArrivalMode::Atomics) == static_cast<int>(worker::ArrivalMode::Atomics) &&
              static_cast<int>(ArrivalMode::Semaphore) == static_cast<int>(worker::ArrivalMode::Semaphore) &&
              static_cast<int>(ArrivalMode::Fixed) == static_cast<int>(worker::ArrivalMode::Fixed));

constexpr std::array<std::string_view, 3> kModeNames{"atomics", "semaphore", "fixed"};
constexpr std::array<std::string_view, 2> kSumNames{"dq", "combine"};

template <typename Enum, std::size_t kCount>
std::optional<Enum> parsed(const std::array<std::string_view, kCount> &names, std::string_view name)
{
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
        return {};
    return static_cast<Enum>(at - names.begin());
}

/// The value at a place of orderedWord.
float valueAt(DType type, std::int32_t place)
{
    if (place == kNotANumber)
        return std::numeric_limits<float>::quiet_NaN();
    const auto bits = static_cast<std::uint16_t>(place < 0 ? 0x8000 | -place : place);
    return type == DType::F16 ? halfToFloat(bits) : bfloat16ToFloat(bits);
}

/// 0; 1; 2; 3 to 4; 5 to 8; and so on, and last the infinite distance of a NaN.
class SpreadCounts {
public:
    void add(std::int64_t ulps)
    {
        const auto bin = ulps == kInfiniteUlpDistance ? kInfinite
                         : ulps == 0
                             ? 0
                             : 1 + static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(ulps - 1)));
        ++m_counts[bin];
    }
    std::vector<UlpBin> bins() const
    {
        std::vector<UlpBin> list;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            if (m_counts[i] == 0)
                continue;
            if (i == kInfinite)
                list.push_back({kInfiniteUlpDistance, kInfiniteUlpDistance, m_counts[i]});
            else if (i == 0)
                list.push_back({0, 0, m_counts[i]});
            else
                list.push_back(
                    {i == 1 ? 1 : (std::int64_t{1} << (i - 2)) + 1, std::int64_t{1} << (i - 1), m_counts[i]});
        }
        return list;
    }

private:
    static constexpr std::size_t kInfinite = 18; ///< two 16-bit values are less than 2^16 apart
    std::array<std::uint64_t, kInfinite + 1> m_counts{};
};

std::vector<DistinctOutput> distinctOutputs(const std::vector<ArrivalLaunch> &launches)
{
    std::map<std::uint64_t, DistinctOutput> byHash;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        DistinctOutput &output =
            byHash.try_emplace(launches[i].hash, DistinctOutput{launches[i].hash, 0, i}).first->second;
        ++output.count;
    }
    std::vector<DistinctOutput> outputs;
    for (const auto &[hash, output] : byHash)
        outputs.push_back(output);
    std::sort(outputs.begin(), outputs.end(), [](const DistinctOutput &a, const DistinctOutput &b) {
        return a.count != b.count ? a.count > b.count : a.first < b.first;
    });
    return outputs;
}

Phrase launchingText(ArrivalMode mode)
{
    switch (mode) {
    case ArrivalMode::Atomics: return phrase("launching: atomics");
    case ArrivalMode::Semaphore: return phrase("launching: semaphore");
    case ArrivalMode::Fixed: break;
    }
    return phrase("launching: fixed order");
}

/// One study, from the forward pass to the replay.
class Study {
public:
    Study(const CudaBackend &cuda, const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
          std::span<const float> dO, const ArrivalOptions &options)
        : m_cuda(cuda), m_spec(spec), m_inputs(inputs), m_dO(dO), m_options(options)
    {}

    Result<ArrivalStudy> run()
    {
        if (Status s = prepare(); !s.ok())
            return s;
        ArrivalStudy study;
        study.sum = m_options.sum;
        study.gpu = m_arrivals->deviceName();
        const ArrivalsRequest &shape = m_arrivals->inputs().shape;
        study.terms = shape.terms;
        study.accumulators = accumulators(ArrivalMode::Fixed);
        const int dim = isDq() ? m_spec.problem.headDim : m_spec.problem.headDimV;
        for (const ArrivalMode mode : m_options.modes) {
            const Phrase stage = launchingText(mode);
            tell(stage, 0, m_options.launches);
            Result<ArrivalLaunches> launches =
                m_arrivals->launch(static_cast<worker::ArrivalMode>(mode), accumulators(mode), m_options.launches,
                                   m_options.stop, [&](std::uint64_t done) { tell(stage, done, m_options.launches); });
            if (!launches.ok())
                return launches.status();
            study.modes.push_back(summarise(mode, launches.value(), m_spec.problem, dim, shape.dim));
            m_firstOutputs[mode] = std::move(launches->firstOutput);
        }
        if (m_options.replay) {
            if (Status s = replay(study); !s.ok())
                return s;
        }
        return study;
    }

private:
    bool isDq() const { return m_options.sum == ArrivalSum::Dq; }
    int accumulators(ArrivalMode mode) const
    {
        return isDq() && mode == ArrivalMode::Fixed ? m_spec.backward->buffers : 1;
    }
    void tell(const Phrase &stage, std::uint64_t done, std::uint64_t total) const
    {
        if (m_options.progress)
            m_options.progress(stage, done, total);
    }

    Status prepare()
    {
        if (m_options.launches == 0 || m_options.modes.empty())
            return Status::invalid(phrase("there are 0 launches, expected at least 1"));
        if (const Phrase reason = m_cuda.absentReason(); !reason.empty())
            return Status(StatusCode::Unsupported, phrase("real launches need a GPU: %1", reason));
        if (Status s = isDq() ? checkBackward(m_spec) : Status(); !s.ok())
            return s;
        Result<Schedule> schedule = Schedule::build(m_spec);
        if (!schedule.ok())
            return schedule.status();
        const auto shared = std::make_shared<const Schedule>(std::move(schedule).value());
        const Backend &backend = m_cuda.supports(m_spec).ok() ? static_cast<const Backend &>(m_cuda) : cpuBackend();
        const Phrase stage = phrase("running the forward pass");
        WholeRunOptions options;
        options.threads = m_options.threads;
        options.stop = m_options.stop;
        options.progress = [&](std::uint64_t done, std::uint64_t total) { tell(stage, done, total); };
        tell(stage, 0, 0);
        Result<ArrivalInputs> inputs{ArrivalInputs{}};
        if (isDq()) {
            Result<RunOutput> forward = runWhole(backend, m_spec, m_inputs, options);
            if (!forward.ok())
                return forward.status();
            m_combine.run = std::move(forward).value();
            inputs = dqArrivalInputs(m_spec, *m_inputs, m_dO, m_combine.run);
        } else {
            Result<CombineInputs> combine = combineArrivalInputs(backend, m_spec, m_inputs, shared, options);
            if (!combine.ok())
                return combine.status();
            m_combine = std::move(combine).value();
            inputs = m_combine.arrivals;
        }
        if (!inputs.ok())
            return inputs.status();
        Result<std::unique_ptr<CudaArrivals>> arrivals =
            m_cuda.prepareArrivals(m_spec, *shared, std::move(inputs).value(), m_options.stop);
        if (!arrivals.ok())
            return arrivals.status();
        m_arrivals = std::move(arrivals).value();
        return {};
    }

    Status replay(ArrivalStudy &study)
    {
        const auto ran = [&](ArrivalMode mode) { return m_firstOutputs.contains(mode); };
        RecordedLaunch before, terms;
        SeenLaunches seen;
        if (ran(ArrivalMode::Atomics)) {
            tell(phrase("recording a launch"), 0, 0);
            for (const auto &[target, what] :
                 {std::pair{&terms, ArrivalRecord::Terms}, std::pair{&before, ArrivalRecord::Before}}) {
                Result<RecordedLaunch> recorded = m_arrivals->record(what, m_options.stop);
                if (!recorded.ok())
                    return recorded.status();
                *target = std::move(recorded).value();
            }
            seen.before = &before;
            seen.terms = &terms;
        }
        if (ran(ArrivalMode::Semaphore))
            seen.semaphore = &m_firstOutputs.at(ArrivalMode::Semaphore);
        if (ran(ArrivalMode::Fixed))
            seen.fixed = &m_firstOutputs.at(ArrivalMode::Fixed);
        const Phrase stage = phrase("replaying on the CPU");
        tell(stage, 0, 0);
        const ReplayOptions options{m_options.threads, m_options.stop,
                                    [&](std::uint64_t done, std::uint64_t total) { tell(stage, done, total); }};
        const Result<ArrivalReplays> replays =
            isDq() ? replayDq(m_spec, m_inputs, m_dO, m_combine.run, accumulators(ArrivalMode::Fixed), seen, options)
                   : replayCombine(m_spec, m_combine, seen, options);
        if (!replays.ok())
            return replays.status();
        for (ArrivalModeResult &result : study.modes) {
            result.replay = result.mode == ArrivalMode::Atomics     ? replays->atomics
                            : result.mode == ArrivalMode::Semaphore ? replays->semaphore
                                                                    : replays->fixed;
        }
        return {};
    }

    const CudaBackend &m_cuda;
    const RunSpec &m_spec;
    const std::shared_ptr<const Inputs> &m_inputs;
    std::span<const float> m_dO;
    const ArrivalOptions &m_options;
    CombineInputs m_combine; ///< of dQ only its run
    std::unique_ptr<CudaArrivals> m_arrivals;
    std::map<ArrivalMode, std::vector<std::uint16_t>> m_firstOutputs;
};

} // namespace

std::string_view arrivalModeName(ArrivalMode mode) { return kModeNames[static_cast<std::size_t>(mode)]; }
std::string_view arrivalSumName(ArrivalSum sum) { return kSumNames[static_cast<std::size_t>(sum)]; }
std::optional<ArrivalMode> parseArrivalMode(std::string_view name) { return parsed<ArrivalMode>(kModeNames, name); }
std::optional<ArrivalSum> parseArrivalSum(std::string_view name) { return parsed<ArrivalSum>(kSumNames, name); }

ArrivalModeResult summarise(ArrivalMode mode, const ArrivalLaunches &launches, const Problem &problem, int dim,
                            int width)
{
    ArrivalModeResult result;
    result.mode = mode;
    result.launches = launches.launches.size();
    result.outputs = distinctOutputs(launches.launches);
    std::vector<float> times;
    for (const ArrivalLaunch &launch : launches.launches)
        times.push_back(launch.milliseconds);
    if (!times.empty()) {
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
        std::nth_element(times.begin(), middle, times.end());
        result.medianMs = static_cast<double>(*middle);
        result.leastMs = static_cast<double>(*std::min_element(times.begin(), times.end()));
    }
    SpreadCounts spread;
    const auto columns = static_cast<std::size_t>(width);
    for (std::size_t i = 0; i < launches.least.size(); ++i) {
        if (i % columns >= static_cast<std::size_t>(dim))
            continue; // filled up
        const std::int32_t least = launches.least[i], greatest = launches.greatest[i];
        std::int64_t ulps = std::int64_t{greatest} - least;
        if (greatest == kNotANumber && least != kNotANumber)
            ulps = kInfiniteUlpDistance;
        ++result.elements;
        result.everDiffer += ulps > 0;
        spread.add(ulps);
        if (ulps > (result.widest ? result.widest->ulps : 0)) {
            const std::size_t queries = static_cast<std::size_t>(problem.seqlenQ), row = i / columns,
                              heads = static_cast<std::size_t>(problem.heads);
            result.widest = {static_cast<int>(row / queries / heads),
                             static_cast<int>(row / queries % heads),
                             static_cast<int>(row % queries),
                             static_cast<int>(i % columns),
                             valueAt(problem.dtype, least),
                             valueAt(problem.dtype, greatest),
                             ulps};
        }
    }
    result.spread = spread.bins();
    return result;
}

Result<ArrivalStudy> studyArrivals(const CudaBackend &cuda, const RunSpec &spec,
                                   const std::shared_ptr<const Inputs> &inputs, std::span<const float> dO,
                                   const ArrivalOptions &options)
{
    return io::withMemoryGuard(phrase("launches and what is recorded of them"),
                               [&]() -> Result<ArrivalStudy> { return Study(cuda, spec, inputs, dO, options).run(); });
}

Result<ArrivalStudy> studyArrivals(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                   std::span<const float> dO, const ArrivalOptions &options)
{
    return studyArrivals(cudaBackend(), spec, inputs, dO, options);
}

Phrase noGpuReason() { return cudaBackend().absentReason(); }

} // namespace ulpscope
