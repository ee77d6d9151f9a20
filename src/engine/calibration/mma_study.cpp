// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/mma_study.h"

#include "engine/analysis/mma_probe.h"
#include "engine/reduction/sum_shape.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace ulpscope {
namespace {

constexpr std::uint32_t kSeed = 20261130;
constexpr int kDepths[] = {1, 2, 4};

class Study {
public:
    Study(CalibrationDevice &device, const MmaUnitInfo &unit, const DeviceProfile *profile, const std::stop_token &stop)
        : m_device(device), m_unit(unit), m_stop(stop)
    {
        m_study.unit = &unit;
        m_study.row = profile ? arithmeticOf(*profile, unit) : nullptr;
    }

    Result<MmaStudy> run(int vectors)
    {
        Status s = probeTree();
        if (s.ok())
            s = askAll();
        if (s.ok())
            derive();
        if (s.ok())
            s = multiplyRandom(vectors);
        if (!s.ok())
            return s;
        return std::move(m_study);
    }

private:
    Result<std::vector<std::uint32_t>> measure(const MmaBatch &batch)
    {
        return m_device.multiply(m_unit.unit, batch, m_stop);
    }

    Status probeTree()
    {
        const int k = 2 * m_unit.depth;
        Status failed;
        const DotProducts unit = [&](const MmaBatch &batch) -> Result<std::vector<float>> {
            const Result<std::vector<std::uint32_t>> words = measure(batch);
            if (!words.ok()) {
                failed = words.status();
                return failed;
            }
            std::vector<float> values;
            for (const std::uint32_t word : words.value())
                values.push_back(resultValue(m_unit, word));
            return values;
        };
        const Result<ProbedShape> probed = probeMma(m_unit.operands, k, unit);
        if (!failed.ok())
            return failed;
        const auto name = [k](int leaf) { return leaf == k ? std::string("c") : std::to_string(leaf); };
        std::optional<SumShape> shape;
        if (probed.ok())
            shape = probed->shape;
        m_study.tree = shape ? shape->toText(name) : "no tree: " + probed.status().message();
        if (m_study.row) {
            const SumShape declared = declaredShape(m_study.row->spec, k);
            m_study.profileTree = declared.toText(name);
            m_study.treeAgrees = shape && declared == *shape;
        }
        if (shape)
            findGroups(*shape, k);
        std::vector<int> rest(static_cast<std::size_t>(m_unit.depth));
        std::iota(rest.begin(), rest.end(), 0);
        for (const int i : rest) { // at least as many places as the questions name
            if (m_group.size() < 4 && std::find(m_group.begin(), m_group.end(), i) == m_group.end())
                m_group.push_back(i);
        }
        return {};
    }

    SumShape declaredShape(TensorCoreSpec spec, int k) const
    {
        spec.groupL = std::min(spec.groupL, m_unit.depth);
        return observableShape(mmaTree(spec, k)).shape;
    }

    /// L, and whether FP8 is emulated: the declared tree that is the measured one. And the places of the first group.
    void findGroups(const SumShape &shape, int k)
    {
        for (const bool emulated : {false, true}) {
            for (int groupL = 1; groupL <= m_unit.depth && !m_groups; groupL *= 2) {
                TensorCoreSpec spec;
                spec.groupL = groupL;
                spec.emulatedFp8 = emulated;
                if ((!emulated || isFp8(m_unit.operands)) && declaredShape(spec, k) == shape)
                    m_groups = spec;
            }
        }
        const std::vector<ShapeNode> &nodes = shape.nodes();
        for (const ShapeNode &node : nodes) {
            std::vector<int> leaves;
            for (const int child : node.children) {
                if (nodes[static_cast<std::size_t>(child)].leaf >= 0 && nodes[static_cast<std::size_t>(child)].leaf < k)
                    leaves.push_back(nodes[static_cast<std::size_t>(child)].leaf);
            }
            std::sort(leaves.begin(), leaves.end());
            if (!leaves.empty() && leaves.front() == 0 && leaves.back() < m_unit.depth)
                m_group = leaves;
        }
    }

    Status askAll()
    {
        for (const MmaQuestion &question : mmaQuestions()) {
            const MmaBatch batch = question.problems(m_unit, m_group);
            if (batch.count() == 0)
                continue;
            const Result<std::vector<std::uint32_t>> words = measure(batch);
            if (!words.ok())
                return words.status();
            const MmaAnswer answer = question.read(m_unit, words.value());
            MmaFinding finding{std::string(question.name),
                               std::string(question.question),
                               std::string(question.source),
                               answer.text,
                               {},
                               true};
            if (m_study.row) {
                const std::vector<std::uint32_t> expected = modelWords(m_study.row->spec, m_unit, batch);
                finding.profile = question.read(m_unit, expected).text;
                finding.agrees = expected == words.value();
            }
            m_study.findings.push_back(std::move(finding));
            m_answers.emplace_back(question.name, answer);
        }
        return {};
    }

    const MmaAnswer *answer(std::string_view name) const
    {
        for (const auto &[asked, answer] : m_answers) {
            if (asked == name)
                return &answer;
        }
        return nullptr;
    }

    void derive()
    {
        const MmaAnswer *kept = answer(kKeptBits), *bits = answer(kResultBits), *rounding = answer(kRounding);
        if (!m_groups || !kept || kept->isBound || !bits || !rounding)
            return;
        TensorCoreSpec spec = *m_groups;
        spec.fractionBits = kept->number;
        constexpr int kTowardZero = 0, kNearest = 1;
        if (m_unit.isHalf() && rounding->number == kNearest && bits->number == 10)
            spec.result = MmaResult::NearestEvenF16;
        else if (!m_unit.isHalf() && rounding->number == kTowardZero && bits->number == 13)
            spec.result = MmaResult::TruncateE8M13;
        else if (!m_unit.isHalf() && rounding->number == kTowardZero && (bits->number == 23 || bits->isBound))
            spec.result = MmaResult::TruncateF32;
        else
            return;
        deriveZeroExponent(spec);
        m_study.spec = spec;
    }

    /// The grid's unit beside zeros is 2^(e_zero - F), unless something else is larger.
    void deriveZeroExponent(TensorCoreSpec &spec)
    {
        const int f = spec.fractionBits;
        // As MMA-Sim has it, where nothing can be seen of it.
        spec.zeroExponent = (m_unit.isHalf() ? 3 : -108) - f;
        int most = 0;
        bool hasMost = false;
        const auto look = [&](const MmaAnswer *a, int floor) {
            if (!a || a->isNone || m_study.zeroExponentMeasured)
                return;
            const int exponent = a->number + f;
            if (!a->isBound && exponent > floor) {
                spec.zeroExponent = exponent;
                m_study.zeroExponentMeasured = true;
            } else if (!hasMost || exponent < most) {
                most = exponent;
                hasMost = true;
            }
        };
        look(answer(kZeroExponent), m_unit.isHalf() ? -25 : -149);    // the other product's exponent
        look(answer(kZeroExponentByC), m_unit.isHalf() ? -14 : -126); // c's, subnormal or not
        if (m_study.zeroExponentMeasured) {
            m_study.zeroExponentText = "measured";
            return;
        }
        const bool contradicts = hasMost && spec.zeroExponent > most;
        if (contradicts)
            spec.zeroExponent = most;
        m_study.zeroExponentText = hasMost ? "at most " + std::to_string(most) : "not observable";
    }

    Status multiplyRandom(int vectors)
    {
        const std::optional<TensorCoreSpec> &spec = m_study.spec;
        std::vector<std::pair<std::string, TensorCoreSpec>> variants;
        if (spec)
            variants = variantsOf(*spec);
        for (const auto &[name, variant] : variants)
            m_study.variants.push_back({name, 0, 0, 0});
        for (const VectorKind kind : kVectorKinds) {
            for (const int depth : kDepths) {
                const MmaBatch batch = randomProblems(m_unit, kind, depth, vectors, kSeed);
                const Result<std::vector<std::uint32_t>> words = measure(batch);
                if (!words.ok())
                    return words.status();
                if (m_stop.stop_requested())
                    return Status::cancelled();
                MmaCount count{std::string(vectorKindName(kind)) + ", " + std::to_string(depth) +
                                   (depth == 1 ? " instruction" : " chained"),
                               static_cast<std::int64_t>(batch.count()), 0, 0};
                if (spec)
                    count.measured = compare(*spec, batch, words.value(), true);
                if (m_study.row)
                    count.profile = compare(m_study.row->spec, batch, words.value(), !spec);
                m_study.vectors.push_back(count);
                for (std::size_t i = 0; i < variants.size(); ++i) {
                    m_study.variants[i].problems += count.problems;
                    m_study.variants[i].measured += compare(variants[i].second, batch, words.value(), false);
                }
            }
        }
        return {};
    }

    std::int64_t compare(const TensorCoreSpec &spec, const MmaBatch &batch, const std::vector<std::uint32_t> &words,
                         bool keepFirst)
    {
        const std::vector<std::uint32_t> model = modelWords(spec, m_unit, batch);
        std::int64_t equal = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (model[i] == words[i])
                ++equal;
            else if (keepFirst && m_study.firstDifference.empty())
                m_study.firstDifference = describe(batch, i, words[i], model[i]);
        }
        return equal;
    }

    std::string describe(const MmaBatch &batch, std::size_t i, std::uint32_t got, std::uint32_t want) const
    {
        const auto bits = [](DType type, float x) {
            char text[16];
            std::snprintf(text, sizeof text, "0x%0*X", 2 * formatInfo(type).bytes, bitsOf(type, x));
            return std::string(text);
        };
        std::string a, b;
        for (int j = 0; j < batch.k; ++j) {
            a += (j ? "," : "") + bits(m_unit.operands, batch.rowA(i)[j]);
            b += (j ? "," : "") + bits(m_unit.operands, batch.columnB(i)[j]);
        }
        const DType result = m_unit.result();
        return "--type " + std::string(formatInfo(m_unit.operands).name) + " --a " + a + " --b " + b + " --c " +
               bits(result, batch.c[i]) + ": measured " + bits(result, valueOf(result, got)) + ", model " +
               bits(result, valueOf(result, want));
    }

    std::vector<std::pair<std::string, TensorCoreSpec>> variantsOf(const TensorCoreSpec &spec) const
    {
        std::vector<std::pair<std::string, TensorCoreSpec>> made;
        const auto add = [&](std::string name, auto change) {
            TensorCoreSpec variant = spec;
            change(variant);
            made.emplace_back(std::move(name), variant);
        };
        add("F - 1", [](TensorCoreSpec &v) { --v.fractionBits; });
        add("F + 1", [](TensorCoreSpec &v) { ++v.fractionBits; });
        if (spec.groupL > 1)
            add("L / 2", [](TensorCoreSpec &v) { v.groupL /= 2; });
        if (spec.groupL < m_unit.depth)
            add("L * 2", [](TensorCoreSpec &v) { v.groupL *= 2; });
        if (!m_unit.isHalf())
            add("rounded to nearest", [](TensorCoreSpec &v) { v.faults.roundToNearest = true; });
        add("products normalised", [](TensorCoreSpec &v) { v.faults.normaliseProducts = true; });
        add("c added separately", [](TensorCoreSpec &v) { v.faults.accumulatorSeparate = true; });
        add("e_zero - 1", [](TensorCoreSpec &v) { --v.zeroExponent; });
        add("e_zero + 1", [](TensorCoreSpec &v) { ++v.zeroExponent; });
        if (isFp8(m_unit.operands))
            add(spec.emulatedFp8 ? "not emulated" : "emulated", [](TensorCoreSpec &v) { v.emulatedFp8 ^= true; });
        return made;
    }

    CalibrationDevice &m_device;
    const MmaUnitInfo &m_unit;
    std::stop_token m_stop;
    MmaStudy m_study;
    std::optional<TensorCoreSpec> m_groups; ///< L and emulation only
    GroupPositions m_group;
    std::vector<std::pair<std::string_view, MmaAnswer>> m_answers;
};

} // namespace

std::int64_t MmaStudy::problems() const
{
    return std::accumulate(vectors.begin(), vectors.end(), std::int64_t{0},
                           [](std::int64_t sum, const MmaCount &c) { return sum + c.problems; });
}
std::int64_t MmaStudy::equalToMeasured() const
{
    return std::accumulate(vectors.begin(), vectors.end(), std::int64_t{0},
                           [](std::int64_t sum, const MmaCount &c) { return sum + c.measured; });
}
std::int64_t MmaStudy::equalToProfile() const
{
    return std::accumulate(vectors.begin(), vectors.end(), std::int64_t{0},
                           [](std::int64_t sum, const MmaCount &c) { return sum + c.profile; });
}
bool MmaStudy::agrees() const
{
    return row && treeAgrees && equalToProfile() == problems() &&
           std::all_of(findings.begin(), findings.end(), [](const MmaFinding &f) { return f.agrees; });
}

Result<MmaStudy> studyUnit(CalibrationDevice &device, const MmaUnitInfo &unit, const DeviceProfile *profile,
                           int vectors, const std::stop_token &stop)
{
    return Study(device, unit, profile, stop).run(vectors);
}

} // namespace ulpscope
