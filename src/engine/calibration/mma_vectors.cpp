// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/calibration/mma_vectors.h"

#include "engine/io/counter_rng.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {
namespace {

class Random {
public:
    Random(std::uint32_t seed, std::uint32_t stream) : m_key{seed, stream} {}
    std::uint32_t word()
    {
        if (m_used == 4) {
            m_block = io::philox({m_counter++, 0, 0, 0}, m_key);
            m_used = 0;
        }
        return m_block[m_used++];
    }
    int between(int low, int high)
    {
        return low + static_cast<int>(word() % static_cast<std::uint32_t>(high - low + 1));
    }
    bool oneIn(int n) { return word() % static_cast<std::uint32_t>(n) == 0; }

private:
    std::array<std::uint32_t, 2> m_key;
    std::uint32_t m_counter = 0;
    std::array<std::uint32_t, 4> m_block{};
    std::size_t m_used = 4;
};

/// A number of the format with that exponent (subnormal below the smallest) and random bits.
float numberOf(DType type, int exponent, Random &random)
{
    const FormatInfo f = formatInfo(type);
    const double fraction = static_cast<double>(random.word() & ((1u << f.fractionBits) - 1));
    double x = std::ldexp(1.0 + std::ldexp(fraction, -f.fractionBits), std::min(exponent, f.maxExponent));
    if (exponent < f.minExponent)
        x = std::ldexp(fraction, f.minExponent - f.fractionBits);
    if (type == DType::E4M3)
        x = std::min(x, 448.0); // the pattern above is the NaN
    return static_cast<float>(random.oneIn(2) ? x : -x);
}

float anyOf(DType type, Random &random)
{
    const int bits = 8 * formatInfo(type).bytes;
    return valueOf(type, random.word() >> (32 - bits));
}

struct Range {
    int low, high;
};

/// Exponents that the kinds use: products and c must not leave fp32's range by themselves.
Range wideRange(DType type)
{
    const FormatInfo f = formatInfo(type);
    return {std::max(f.minExponent, -60), std::min(f.maxExponent, 60)};
}

} // namespace

std::string_view vectorKindName(VectorKind kind)
{
    switch (kind) {
    case VectorKind::Near: return "near";
    case VectorKind::Wide: return "wide";
    case VectorKind::Cancel: return "cancel";
    case VectorKind::Small: return "small";
    case VectorKind::Any: return "any";
    }
    return "?";
}

MmaBatch randomProblems(const MmaUnitInfo &unit, VectorKind kind, int chained, int count, std::uint32_t seed)
{
    Random random(seed, static_cast<std::uint32_t>(unit.unit) * 64 + static_cast<std::uint32_t>(kind) * 8 +
                            static_cast<std::uint32_t>(chained));
    const DType type = unit.operands, result = unit.result();
    const FormatInfo format = formatInfo(type);
    const Range wide = wideRange(type);
    const int k = unit.depth * chained;
    MmaBatch batch;
    batch.k = k;
    for (int problem = 0; problem < count; ++problem) {
        std::vector<float> a(static_cast<std::size_t>(k)), b(a.size());
        const int centre = random.between(-3, 3);
        float c = numberOf(result, 2 * centre + random.between(-4, 6), random);
        for (std::size_t i = 0; i < a.size(); ++i) {
            switch (kind) {
            case VectorKind::Near:
                a[i] = numberOf(type, centre + random.between(-2, 1), random);
                b[i] = numberOf(type, centre + random.between(-2, 1), random);
                break;
            case VectorKind::Wide:
                a[i] = numberOf(type, random.between(wide.low, wide.high), random);
                b[i] = numberOf(type, std::clamp(random.between(-12, 12), wide.low, wide.high), random);
                break;
            case VectorKind::Cancel:
                if (i % 2 == 0 || random.oneIn(4)) {
                    a[i] = numberOf(type, random.between(-4, std::min(6, format.maxExponent - 1)), random);
                    b[i] = numberOf(type, random.between(-4, 6), random);
                } else {
                    a[i] = -a[i - 1];
                    b[i] = random.oneIn(2) ? b[i - 1] : numberOf(type, std::ilogb(b[i - 1]), random);
                }
                break;
            case VectorKind::Small:
                a[i] = random.oneIn(3) ? 0.0f : numberOf(type, format.minExponent + random.between(-1, 4), random);
                b[i] = random.oneIn(2) ? numberOf(type, format.minExponent + random.between(-1, 6), random)
                                       : numberOf(type, random.between(-2, 2), random);
                break;
            case VectorKind::Any:
                a[i] = anyOf(type, random);
                b[i] = anyOf(type, random);
                break;
            }
        }
        switch (kind) {
        case VectorKind::Wide:
            c = numberOf(result, random.between(wideRange(result).low, std::min(14, wideRange(result).high)), random);
            break;
        case VectorKind::Cancel: {
            const std::size_t near = static_cast<std::size_t>(random.between(0, k - 1));
            const float product = a[near] * b[near];
            c = random.oneIn(2) ? roundTo(result, -product) : c;
            // Swapped places: partners need not be neighbours, nor in one group.
            for (std::size_t i = a.size() - 1; i > 0; --i) {
                const auto j = static_cast<std::size_t>(random.between(0, static_cast<int>(i)));
                std::swap(a[i], a[j]);
                std::swap(b[i], b[j]);
            }
            break;
        }
        case VectorKind::Small:
            c = random.oneIn(2) ? 0.0f
                                : numberOf(result, formatInfo(result).minExponent + random.between(-1, 16), random);
            break;
        case VectorKind::Any: {
            c = anyOf(result, random);
            // NaN and infinities in some only, or all results would be NaN.
            const bool finite = !random.oneIn(8);
            for (auto *values : {&a, &b}) {
                for (float &x : *values) {
                    while (finite && !std::isfinite(x))
                        x = anyOf(type, random);
                }
            }
            while (finite && !std::isfinite(c))
                c = anyOf(result, random);
            break;
        }
        default: break;
        }
        if (!std::isfinite(c) && kind != VectorKind::Any)
            c = 1.0f;
        batch.a.insert(batch.a.end(), a.begin(), a.end());
        batch.b.insert(batch.b.end(), b.begin(), b.end());
        batch.c.push_back(c);
    }
    return batch;
}

} // namespace ulpscope
