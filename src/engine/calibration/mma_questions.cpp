// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/mma_questions.h"

#include "engine/numerics/ulp.h"

#include <array>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

using Words = std::span<const std::uint32_t>;
using Unit = MmaUnitInfo;

constexpr std::string_view kXie = "Xie et al., arXiv 2511.10909, Algorithm 7", kTable8 = "arXiv 2511.10909, Table 8",
                           kFasi = "Fasi, Higham, Mikaitis and Pranesh, PeerJ CS 7:e330",
                           kKhattak = "Khattak and Mikaitis, arXiv 2512.07004",
                           kOwn = "made for this: five sums that four generations answer differently";
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr double kLargestHalf = 65504.0;

MmaBatch whole(ProblemList &&list) { return list.isWhole() ? std::move(list).take() : MmaBatch{}; }

MmaAnswer readValues(const Unit &unit, Words words)
{
    MmaAnswer answer;
    for (const std::uint32_t word : words)
        answer.text += (answer.text.empty() ? "" : ", ") + resultText(unit, word);
    return answer;
}

int position(const GroupPositions &group, std::size_t i) { return group[i]; }

// --------------------------------------------------------------------------------------------- questions of values
/// A question whose answers are the results themselves: products at fixed places.
struct FixedProblem {
    std::vector<ProblemList::Product> products;
    double c;
};
MmaQuestion fixed(std::string_view name, std::string_view question, std::string_view source,
                  std::vector<FixedProblem> problems, int products = 4)
{
    return {name, question, source,
            [problems = std::move(problems), products](const Unit &unit, const GroupPositions &) {
                ProblemList list(unit, (products + unit.depth - 1) / unit.depth);
                for (const FixedProblem &p : problems)
                    list.add(p.products, p.c);
                return whole(std::move(list));
            },
            readValues};
}

std::vector<ProblemList::Product> same(int count, double value)
{
    std::vector<ProblemList::Product> products;
    for (int i = 0; i < count; ++i)
        products.push_back({i, value});
    return products;
}

/// One with operands, for special values.
using MakePairs = std::function<void(ProblemList &)>;
MmaQuestion special(std::string_view name, std::string_view question, MakePairs make, std::string_view source = kXie)
{
    return {name, question, source,
            [make = std::move(make)](const Unit &unit, const GroupPositions &) {
                ProblemList list(unit);
                make(list);
                return whole(std::move(list));
            },
            readValues};
}

float nanOf(DType type)
{
    return isFp8(type) ? valueOf(type, type == DType::E4M3 ? 0x7F : 0x7E) : valueOf(DType::F16, 0x7E00);
}
/// The smallest number above zero.
float tinyOf(DType type)
{
    const FormatInfo f = formatInfo(type);
    return std::ldexp(1.0f, f.minExponent - f.fractionBits);
}
float smallestNormal(DType type) { return std::ldexp(1.0f, formatInfo(type).minExponent); }

std::vector<ProblemList::Pair> everywhere(const ProblemList &list, float a, float b)
{
    std::vector<ProblemList::Pair> pairs;
    for (int i = 0; i < list.k(); ++i)
        pairs.push_back({i, a, b});
    return pairs;
}

void addSignedZeros(ProblemList &list)
{
    const auto positive = everywhere(list, 0.0f, 1.0f), negative = everywhere(list, -0.0f, 1.0f);
    auto cancelled = negative;
    cancelled[0] = {0, 1.0f, 1.0f};
    cancelled[1] = {1, -1.0f, 1.0f};
    list.addPairs(negative, -0.0f);
    list.addPairs(positive, -0.0f);
    list.addPairs(negative, 0.0f);
    list.addPairs(cancelled, -0.0f);
}

// ---------------------------------------------------------------------------------------- questions of numbers
// A large X and -X cancel; what is kept of a third term beside them tells where the grid ends.
constexpr int kFirstDistance = 8, kLastDistance = 38;
int largeExponent(DType type) { return type == DType::E4M3 ? 16 : 14; }

MmaAnswer readKept(const Unit &unit, Words words)
{
    MmaAnswer answer;
    std::size_t kept = 0;
    while (kept < words.size() && resultValue(unit, words[kept]) != 0.0f)
        ++kept;
    answer.number = kFirstDistance + static_cast<int>(kept) - 1;
    answer.isBound = kept == words.size();
    answer.text = (answer.isBound ? "at least "
                   : kept == 0    ? "fewer than "
                                  : "") +
                  std::to_string(kept == 0 ? kFirstDistance : answer.number);
    return answer;
}

/// Problems while the formats hold their numbers: add(distance).
template <typename Add>
MmaBatch scan(const Unit &unit, int first, int last, Add add)
{
    ProblemList list(unit);
    for (int d = first; d <= last; ++d) {
        add(list, d);
        if (!list.isWhole())
            break;
    }
    return std::move(list).take();
}

MmaBatch keptOfProduct(const Unit &unit, const GroupPositions &g)
{
    const int e = largeExponent(unit.operands);
    const double large = std::ldexp(1.0, e);
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        list.add({{position(g, 0), large}, {position(g, 1), -large}, {position(g, 2), std::ldexp(1.0, e - d)}}, 0);
    });
}
MmaBatch keptOfAccumulator(const Unit &unit, const GroupPositions &g)
{
    const int e = largeExponent(unit.operands);
    const double large = std::ldexp(1.0, e);
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        list.add({{position(g, 0), large}, {position(g, 1), -large}}, std::ldexp(1.0, e - d));
    });
}
MmaBatch keptBesideAccumulator(const Unit &unit, const GroupPositions &g)
{
    const double large = std::ldexp(1.0, 14);
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        list.add({{position(g, 0), -large}, {position(g, 1), std::ldexp(1.0, 14 - d)}}, large);
    });
}
/// X of two significands of 1.5: 2.25, which a unit that normalises products sees one binade higher.
MmaBatch keptBesideWideProduct(const Unit &unit, const GroupPositions &g)
{
    const int e = largeExponent(unit.operands);
    const float half = std::ldexp(1.5f, e / 2);
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        const auto small = factorsOf(unit.operands, std::ldexp(1.0, e - d));
        if (!small)
            return list.refuse();
        list.addPairs({{position(g, 0), half, half},
                       {position(g, 1), -half, half},
                       {position(g, 2), small->first, small->second}},
                      0.0f);
    });
}
/// X of the smallest number: 2^-24 times 2^15 is 2^-9, but its operands' exponents add up to 1.
MmaBatch keptBesideSubnormal(const Unit &unit, const GroupPositions &g)
{
    const FormatInfo f = formatInfo(unit.operands);
    const float tiny = tinyOf(unit.operands), factor = std::ldexp(1.0f, f.maxExponent);
    const int e = f.minExponent + f.maxExponent; // of the two fields
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        const auto small = factorsOf(unit.operands, std::ldexp(1.0, e - d));
        if (!small)
            return list.refuse();
        list.addPairs({{position(g, 0), tiny, factor},
                       {position(g, 1), -tiny, factor},
                       {position(g, 2), small->first, small->second}},
                      0.0f);
    });
}

MmaBatch negativeRemainder(const Unit &unit, const GroupPositions &g)
{
    const int e = largeExponent(unit.operands);
    const double large = std::ldexp(1.0, e);
    return scan(unit, kFirstDistance, kLastDistance, [&](ProblemList &list, int d) {
        list.add({{position(g, 0), large}, {position(g, 1), -large}, {position(g, 2), -std::ldexp(1.5, e - d)}}, 0);
    });
}
/// The last result that is not 0, in units of its own power of two: -1.5 becomes -1 toward zero, -2 downwards.
MmaAnswer readRemainder(const Unit &unit, Words words)
{
    MmaAnswer answer;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const float x = resultValue(unit, words[i]);
        if (x == 0.0f)
            break;
        const double units = static_cast<double>(x) /
                             std::ldexp(1.0, largeExponent(unit.operands) - kFirstDistance - static_cast<int>(i));
        answer.number = static_cast<int>(2 * units);
    }
    answer.text = answer.number == -2   ? "toward zero"
                  : answer.number == -3 ? "not cut in range"
                  : answer.number == -4 ? "away from zero"
                                        : std::to_string(answer.number) + " halves";
    return answer;
}

// What is the grid when there are small terms and zeros only? First a product alone, down to the last number that the
// result can be; below that its effect on another one is seen: on what is left of 2^-149 after truncation, or on a tie.
struct GridScan {
    int first, lastAlone, last;
};
GridScan gridScanOf(const Unit &unit) { return unit.isHalf() ? GridScan{14, 24, 48} : GridScan{100, 149, 190}; }

/// 2^-d of operands that both have the format's smallest exponent, subnormal where they have to be, or of normal ones.
std::optional<std::pair<float, float>> smallProduct(DType type, int d)
{
    const float normal = smallestNormal(type), tiny = tinyOf(type);
    if (const auto factors = factorsOf(type, std::ldexp(1.0, -d)))
        return factors;
    float a = std::ldexp(1.0f, -d - formatInfo(type).minExponent), b = normal;
    if (a < tiny) {
        a = tiny;
        b = static_cast<float>(std::ldexp(1.0, -d) / static_cast<double>(tiny));
    }
    if (b < tiny)
        return std::nullopt;
    return std::pair(a, b);
}

MmaBatch zeroExponentProblems(const Unit &unit, const GroupPositions &g)
{
    const GridScan range = gridScanOf(unit);
    if (!unit.isHalf() && formatInfo(unit.operands).minExponent > -100)
        return {};
    return scan(unit, range.first, range.last, [&](ProblemList &list, int d) {
        const auto small = smallProduct(unit.operands, d);
        if (!small)
            return list.refuse();
        std::vector<ProblemList::Pair> pairs{{position(g, 1), small->first, small->second}};
        if (d > range.lastAlone) {
            // fp32: 2^-149 - 2^-d. fp16: 2^-24 + 2^-25 is a tie, and so is 2^-25 until something is added.
            const int other = !unit.isHalf() ? 149 : d == 25 ? 24 : 25;
            const auto factors = smallProduct(unit.operands, other);
            if (!factors)
                return list.refuse();
            pairs.push_back({position(g, 0), factors->first, factors->second});
            if (!unit.isHalf())
                pairs[0].a = -pairs[0].a;
        }
        list.addPairs(pairs, 0.0f);
    });
}
MmaAnswer readGrid(int first, bool bound, std::size_t kept)
{
    MmaAnswer answer;
    answer.number = -(first + static_cast<int>(kept) - 1);
    answer.isBound = bound;
    answer.isNone = kept == 0;
    answer.text = kept == 0 ? "coarser than 2^" + std::to_string(-first)
                            : "2^" + std::to_string(answer.number) + (bound ? " or finer" : "");
    return answer;
}
MmaAnswer readZeroExponent(const Unit &unit, Words words)
{
    const GridScan range = gridScanOf(unit);
    std::size_t kept = 0;
    for (; kept < words.size(); ++kept) {
        const int d = range.first + static_cast<int>(kept);
        const float x = resultValue(unit, words[kept]);
        const bool isKept = d <= range.lastAlone ? x != 0.0f
                            : !unit.isHalf()     ? x == 0.0f
                            : d == 25            ? x > 0x1p-24f
                                                 : x != 0.0f;
        if (!isKept)
            break;
    }
    return readGrid(range.first, kept == words.size(), kept);
}
MmaBatch zeroExponentByC(const Unit &unit, const GroupPositions &)
{
    const GridScan range = gridScanOf(unit);
    return scan(unit, range.first, range.lastAlone,
                [](ProblemList &list, int d) { list.add({}, std::ldexp(1.0, -d)); });
}
MmaAnswer readZeroExponentByC(const Unit &unit, Words words)
{
    std::size_t kept = 0;
    while (kept < words.size() && resultValue(unit, words[kept]) != 0.0f)
        ++kept;
    return readGrid(gridScanOf(unit).first, kept == words.size(), kept);
}

// 3 and a small term: how many bits the result has, and what becomes of half of its last one.
int baseExponent(DType type) { return type == DType::E4M3 ? 12 : 0; } // its products reach from 2^-12 to 2^16

MmaBatch resultBitsProblems(const Unit &unit, const GroupPositions &g)
{
    const int e = baseExponent(unit.operands);
    const double part = std::ldexp(1.5, e);
    return scan(unit, 4, 30, [&](ProblemList &list, int d) {
        list.add({{position(g, 0), part}, {position(g, 1), part}, {position(g, 2), std::ldexp(1.0, e - d)}}, 0);
    });
}
MmaAnswer readResultBits(const Unit &unit, Words words)
{
    const float base = std::ldexp(3.0f, baseExponent(unit.operands));
    MmaAnswer answer;
    answer.number = 4;
    for (std::size_t i = 0; i < words.size() && resultValue(unit, words[i]) > base; ++i)
        answer.number = static_cast<int>(i) + 5;
    answer.isBound = answer.number == static_cast<int>(words.size()) + 4;
    answer.text = (answer.isBound ? "at least " : "") + std::to_string(answer.number);
    return answer;
}

constexpr int kResultWidths[] = {10, 13, 23};

MmaBatch roundingProblems(const Unit &unit, const GroupPositions &g)
{
    const int e = baseExponent(unit.operands);
    ProblemList list(unit);
    for (const int width : kResultWidths) {
        for (const double sign : {1.0, -1.0}) {
            const double part = std::ldexp(1.5 * sign, e);
            list.add({{position(g, 0), part},
                      {position(g, 1), part},
                      {position(g, 2), std::ldexp(sign, e - width + 1)},
                      {position(g, 3), std::ldexp(sign, e - width)}},
                     0);
            if (!list.isWhole())
                return std::move(list).take(); // as many widths as the operands reach
        }
    }
    return std::move(list).take();
}
MmaAnswer readRounding(const Unit &unit, Words words)
{
    const int e = baseExponent(unit.operands);
    MmaAnswer answer;
    answer.text = "not seen";
    answer.number = -1;
    for (std::size_t i = 0; 2 * i + 1 < words.size() && i < std::size(kResultWidths); ++i) {
        const double last = std::ldexp(1.0, e - kResultWidths[i] + 1), base = std::ldexp(3.0, e);
        const double up = (static_cast<double>(resultValue(unit, words[2 * i])) - base) / last;
        const double down = (-static_cast<double>(resultValue(unit, words[2 * i + 1])) - base) / last;
        if (up == 1.5 || up < 1.0)
            continue; // more bits than that, or fewer
        answer.number = up == 1.0 ? (down == 1.0 ? 0 : 2) : (down == 1.0 ? 3 : 1);
        constexpr const char *kNames[] = {"toward zero", "to nearest", "down", "up"};
        answer.text = kNames[answer.number];
    }
    return answer;
}

std::vector<MmaQuestion> makeQuestions()
{
    std::vector<MmaQuestion> q;
    q.push_back(fixed("table-8", "c = 2^23 and the products -2^23, -0.5, -0.25, -0.125: what is left of -0.875?",
                      kTable8, {{{{0, -0x1p23}, {1, -0.5}, {2, -0.25}, {3, -0.125}}, 0x1p23}}));
    q.push_back(fixed("monotone",
                      "four products of 2^-24 with c = 1 - 2^-24 and with c = 1: does the larger c give the larger "
                      "sum?",
                      kFasi, {{same(4, 0x1p-24), 1 - 0x1p-24}, {same(4, 0x1p-24), 1}}));
    q.push_back(fixed("v1", "c = 1 and 16 products of 2^-25", kOwn, {{same(16, 0x1p-25), 1}}, 16));
    q.push_back(fixed("v2", "2^30 - 2^30 and product 8 is 1", kOwn, {{{{0, 0x1p30}, {1, -0x1p30}, {8, 1}}, 0}}, 16));
    q.push_back(fixed("v3", "2^30 - 2^30 and product 4 is 1", kOwn, {{{{0, 0x1p30}, {1, -0x1p30}, {4, 1}}, 0}}, 16));
    q.push_back(fixed("v4", "c = 1 and 16 products of 2^-24", kOwn, {{same(16, 0x1p-24), 1}}, 16));
    q.push_back(fixed("v5", "c = 1 and one product of -1.5 * 2^-24", kOwn, {{{{0, -1.5 * 0x1p-24}}, 1}}, 16));

    q.push_back(
        {kKeptBits, "bits kept of a product beside a product 2^d times as large", kXie, keptOfProduct, readKept});
    q.push_back(
        {"kept-bits-of-c", "bits kept of c beside a product 2^d times as large", kXie, keptOfAccumulator, readKept});
    q.push_back({"kept-bits-beside-c", "bits kept of a product beside c", kXie, keptBesideAccumulator, readKept});
    q.push_back({"product-not-normalised", "bits kept beside 1.5 * 1.5: as many as beside 1 * 1?", kXie,
                 keptBesideWideProduct, readKept});
    q.push_back({"subnormal-not-normalised",
                 "bits kept beside a product of the smallest number, below the sum of the "
                 "operands' exponents",
                 kXie, keptBesideSubnormal, readKept});
    q.push_back({"negative-terms", "how negative terms are cut to the grid", kXie, negativeRemainder, readRemainder});
    q.push_back({kResultBits, "fraction bits of a result", kXie, resultBitsProblems, readResultBits});
    q.push_back({kRounding, "how the sum is rounded to the result", kXie, roundingProblems, readRounding});
    q.push_back(
        {kZeroExponent, "the grid of small products beside zeros", kXie, zeroExponentProblems, readZeroExponent});
    q.push_back({kZeroExponentByC, "the grid of a small c beside products that are all 0", kXie, zeroExponentByC,
                 readZeroExponentByC});

    q.push_back(special("signed-zero",
                        "results where every term is a zero: all -0; products +0 and c = -0; products -0 and "
                        "c = +0; 1 - 1 among -0",
                        addSignedZeros, kKhattak));
    q.push_back(special("nan-operand", "the bits of a NaN from an operand", [](ProblemList &l) {
        l.addPairs({{0, nanOf(l.unit().operands), 1.0f}}, 1.0f);
    }));
    q.push_back(special("nan-c", "the bits of a NaN from c", [](ProblemList &l) {
        l.addPairs({{0, 1.0f, 1.0f}}, floatFromBits(0xFFC12000u));
    }));
    q.push_back(special("infinity-times-zero", "infinity times 0", [](ProblemList &l) {
        l.addPairs({{0, kInfinity, 0.0f}}, 1.0f);
    }));
    q.push_back(special("infinities",
                        "infinity and 1; infinity and -infinity; c = -infinity; c = infinity and a product "
                        "of -infinity",
                        [](ProblemList &l) {
                            l.addPairs({{0, kInfinity, 1.0f}}, 1.0f);
                            l.addPairs({{0, kInfinity, 1.0f}, {1, -kInfinity, 1.0f}}, 1.0f);
                            l.addPairs({{0, 1.0f, 1.0f}}, -kInfinity);
                            l.addPairs({{0, -kInfinity, 1.0f}}, kInfinity);
                        }));
    q.push_back(special("infinite-c", "c = infinity and -infinity beside products of 1", [](ProblemList &l) {
        l.addPairs({{0, 1.0f, 1.0f}}, kInfinity);
        l.addPairs({{0, 1.0f, 1.0f}}, -kInfinity);
    }));
    q.push_back({"overflow", "a sum beyond the largest number, and one just below", kXie,
                 [](const Unit &unit, const GroupPositions &) {
                     ProblemList list(unit);
                     if (unit.isHalf()) {
                         list.add({{0, 16.0}}, kLargestHalf);
                         list.add({{0, 14.0}}, kLargestHalf);
                         list.add({{0, -16.0}}, -kLargestHalf);
                     } else {
                         list.add({{0, 0x1p104}}, static_cast<double>(kLargest));
                         list.add({{0, 0x1p103}}, static_cast<double>(kLargest));
                         list.add({{0, -0x1p104}}, -static_cast<double>(kLargest));
                     }
                     return whole(std::move(list));
                 },
                 readValues});
    q.push_back({"large-products", "products beyond fp32's range that cancel: 2^130 - 2^130 + 2^106", kXie,
                 [](const Unit &unit, const GroupPositions &g) {
                     ProblemList list(unit);
                     list.add({{position(g, 0), 0x1p130}, {position(g, 1), -0x1p130}, {position(g, 2), 0x1p106}}, 0);
                     return whole(std::move(list));
                 },
                 readValues});
    q.push_back(
        special("subnormals", "the smallest operand times 1, times -1; the smallest c alone; both", [](ProblemList &l) {
            const float tiny = tinyOf(l.unit().operands), c = tinyOf(l.unit().result());
            l.addPairs({{0, tiny, 1.0f}}, 0.0f);
            l.addPairs({{0, tiny, -1.0f}}, 0.0f);
            l.addPairs({}, c);
            l.addPairs({{0, tiny, 1.0f}}, c);
        }));
    q.push_back({"tf32-low-bits",
                 "bits that tf32 does not have: 1 + 2^-10 - 2^-23; a NaN whose payload is there alone; "
                 "a number that has no others",
                 "PTX ISA 9.0, wgmma: the low 13 bits are dropped",
                 [](const Unit &unit, const GroupPositions &) {
                     if (unit.operands != DType::TF32)
                         return MmaBatch{};
                     ProblemList list(unit);
                     list.addPairs({{0, floatFromBits(0x3F801FFFu), 1.0f}}, 0.0f);
                     list.addPairs({{0, floatFromBits(0x7F800001u), 1.0f}}, 0.0f);
                     list.addPairs({{0, floatFromBits(0x00001FFFu), 0x1p127f}}, 0.0f);
                     return whole(std::move(list));
                 },
                 readValues});
    return q;
}

} // namespace

std::span<const MmaQuestion> mmaQuestions()
{
    static const std::vector<MmaQuestion> questions = makeQuestions();
    return questions;
}

const MmaQuestion &mmaQuestion(std::string_view name)
{
    for (const MmaQuestion &question : mmaQuestions()) {
        if (question.name == name)
            return question;
    }
    return mmaQuestions().front();
}

} // namespace ulpscope
