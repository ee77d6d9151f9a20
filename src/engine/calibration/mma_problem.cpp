// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/mma_problem.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ulpscope {
namespace {

bool isValueOf(DType type, float x)
{
    if (type == DType::F32)
        return true;
    if (std::isinf(x))
        return type != DType::E4M3;
    const float held = roundTo(type, x);
    return held == x || (std::isnan(x) && std::isnan(held));
}

bool isWgmmaRow(const MmaArithmetic &row) { return row.instruction.starts_with("wgmma"); }

} // namespace

std::optional<std::pair<float, float>> factorsOf(DType type, double product)
{
    const FormatInfo format = formatInfo(type);
    int exponent = 0;
    const double significand = 2 * std::frexp(std::abs(product), &exponent); // [1, 2)
    --exponent;
    const int low = std::max(format.minExponent, exponent - format.maxExponent);
    const int high = std::min(format.maxExponent, exponent - format.minExponent);
    if (low > high)
        return std::nullopt;
    const int b = std::clamp(exponent / 2, low, high);
    const float a = static_cast<float>(std::ldexp(std::copysign(significand, product), exponent - b));
    if (!isValueOf(type, a) || static_cast<double>(a) != std::ldexp(std::copysign(significand, product), exponent - b))
        return std::nullopt;
    return std::pair(a, static_cast<float>(std::ldexp(1.0, b)));
}

void ProblemList::add(const std::vector<Product> &products, double c)
{
    std::vector<Pair> pairs;
    for (const Product &p : products) {
        const auto factors = factorsOf(m_unit->operands, p.value);
        if (!factors) {
            m_isWhole = false;
            return;
        }
        pairs.push_back({p.at, factors->first, factors->second});
    }
    const float accumulator = static_cast<float>(c);
    if (static_cast<double>(accumulator) != c) {
        m_isWhole = false;
        return;
    }
    addPairs(pairs, accumulator);
}

void ProblemList::addPairs(const std::vector<Pair> &pairs, float c)
{
    bool held = isValueOf(m_unit->result(), c);
    for (const Pair &p : pairs)
        held =
            held && p.at < m_batch.k &&
            (m_unit->operands == DType::TF32 || (isValueOf(m_unit->operands, p.a) && isValueOf(m_unit->operands, p.b)));
    if (!held) {
        m_isWhole = false;
        return;
    }
    const std::size_t begin = m_batch.a.size();
    m_batch.a.resize(begin + static_cast<std::size_t>(m_batch.k));
    m_batch.b.resize(m_batch.a.size());
    m_batch.c.push_back(c);
    for (const Pair &p : pairs) {
        m_batch.a[begin + static_cast<std::size_t>(p.at)] = p.a;
        m_batch.b[begin + static_cast<std::size_t>(p.at)] = p.b;
    }
}

const MmaArithmetic *arithmeticOf(const DeviceProfile &device, const MmaUnitInfo &unit)
{
    const MmaArithmetic *other = nullptr;
    for (const MmaArithmetic &row : device.mma) {
        if (row.operands != unit.operands || (row.spec.result == MmaResult::NearestEvenF16) != unit.isHalf())
            continue;
        if (isWgmmaRow(row) == unit.isWgmma())
            return &row;
        if (!isWgmmaRow(row) && !row.spec.emulatedFp8)
            other = &row;
    }
    return unit.isWgmma() ? other : nullptr;
}

std::vector<std::uint32_t> modelWords(const TensorCoreSpec &spec, const MmaUnitInfo &unit, const MmaBatch &batch)
{
    std::vector<std::uint32_t> words;
    words.reserve(batch.count());
    for (std::size_t i = 0; i < batch.count(); ++i)
        words.push_back(bitsOf(unit.result(), tfdpaChain(spec, unit.operands, unit.depth, batch.rowA(i),
                                                         batch.columnB(i), batch.k, batch.c[i])));
    return words;
}

float resultValue(const MmaUnitInfo &unit, std::uint32_t word) { return valueOf(unit.result(), word); }

std::string resultText(const MmaUnitInfo &unit, std::uint32_t word)
{
    const float x = resultValue(unit, word);
    char text[48];
    if (std::isnan(x)) {
        std::snprintf(text, sizeof text, unit.isHalf() ? "NaN 0x%04X" : "NaN 0x%08X", word);
        return text;
    }
    if (x == std::trunc(x) && std::abs(x) < 1e6f)
        std::snprintf(text, sizeof text, "%.0f", static_cast<double>(x));
    else if (std::abs(x) > 1.0f && std::abs(x) < 2.0f) {
        int exponent = 0;
        const double rest = std::frexp(std::abs(static_cast<double>(x)) - 1.0, &exponent);
        if (rest != 0.5)
            std::snprintf(text, sizeof text, "%a", static_cast<double>(x));
        else
            std::snprintf(text, sizeof text, "%s1+2^%d", x < 0 ? "-" : "", exponent - 1);
    } else {
        std::snprintf(text, sizeof text, "%a", static_cast<double>(x));
    }
    return text;
}

} // namespace ulpscope
