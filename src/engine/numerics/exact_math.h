// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// exp2, log, log2 and tanh from double-double arithmetic with about 100 bits, rounded once: the same bits on every
// machine, which no two mathematical libraries promise. For values that a recipe takes as exact.
#pragma once

#include "engine/numerics/host_device.h"

#include <cmath>

namespace ulpscope::exact {

/// The unevaluated sum of two doubles, |lo| at most half an ulp of hi.
struct Pair {
    double hi, lo;
};

ULPSCOPE_SHARED Pair normalised(double large, double small)
{
    const double hi = large + small;
    return {hi, small - (hi - large)};
}
ULPSCOPE_SHARED Pair sum(double a, double b)
{
    const double hi = a + b;
    const double part = hi - a;
    return {hi, (a - (hi - part)) + (b - part)};
}
ULPSCOPE_SHARED Pair add(Pair a, Pair b)
{
    const Pair high = sum(a.hi, b.hi);
    const Pair low = sum(a.lo, b.lo);
    const Pair first = normalised(high.hi, high.lo + low.hi);
    return normalised(first.hi, first.lo + low.lo);
}
ULPSCOPE_SHARED Pair multiply(Pair a, Pair b)
{
    const double hi = a.hi * b.hi;
    return normalised(hi, std::fma(a.hi, b.hi, -hi) + (a.hi * b.lo + a.lo * b.hi));
}
ULPSCOPE_SHARED Pair divide(Pair a, Pair b)
{
    const double first = a.hi / b.hi;
    const Pair product = multiply(b, {first, 0.0});
    const Pair rest = add(a, {-product.hi, -product.lo});
    return normalised(first, rest.hi / b.hi);
}
ULPSCOPE_SHARED Pair scaled(Pair a, double powerOfTwo) { return {a.hi * powerOfTwo, a.lo * powerOfTwo}; }

/// a + b rounded once to fp32: the double is rounded to odd first, which leaves the second rounding nothing to spoil.
ULPSCOPE_SHARED float toFloat(Pair a)
{
    std::uint64_t bits = doubleBits(a.hi);
    if (a.lo != 0.0 && (bits & 1) == 0)
        bits += (a.lo > 0.0) == (a.hi > 0.0) ? 1 : ~std::uint64_t{0};
    return static_cast<float>(doubleFromBits(bits));
}

ULPSCOPE_SHARED Pair ln2() { return {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}; }
ULPSCOPE_SHARED Pair log2e() { return {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}; }

/// e^y - 1 for |y| <= 0.36: a Taylor sum at y / 256, then e -> 2e + e^2 eight times.
ULPSCOPE_SHARED Pair expm1(Pair y)
{
    const Pair r = scaled(y, 0x1p-8);
    Pair t = {1.0, 0.0};
    for (int n = 10; n >= 2; --n)
        t = add({1.0, 0.0}, divide(multiply(r, t), {static_cast<double>(n), 0.0}));
    Pair e = multiply(r, t);
    for (int i = 0; i < 8; ++i)
        e = add(multiply(e, e), scaled(e, 2.0));
    return e;
}

/// ln of a double in [2^-0.5, 2^0.5]: 2 artanh((m - 1) / (m + 1)). Terms that a double's rounding does not harm are
/// doubles.
ULPSCOPE_SHARED Pair logOfSignificand(double m)
{
    const Pair s = divide({m - 1.0, 0.0}, sum(m, 1.0));
    const Pair z = multiply(s, s);
    double tail = 0.0;
    for (int i = 22; i >= 11; --i)
        tail = std::fma(tail, z.hi, 1.0 / (2 * i + 1));
    Pair t = {tail, 0.0};
    for (int i = 10; i >= 0; --i)
        t = add(multiply(t, z), divide({1.0, 0.0}, {static_cast<double>(2 * i + 1), 0.0}));
    return scaled(multiply(s, t), 2.0);
}

struct Significand {
    double m; ///< in [2^-0.5, 2^0.5]
    int exponent;
};
/// Of a normal, positive double.
ULPSCOPE_SHARED Significand split(double x)
{
    const std::uint64_t bits = doubleBits(x);
    const int exponent = static_cast<int>(bits >> 52) - 1023;
    const double m = doubleFromBits((bits & 0x000FFFFFFFFFFFFFull) | 0x3FF0000000000000ull);
    return m > 1.4142135623730951 ? Significand{m * 0.5, exponent + 1} : Significand{m, exponent};
}

/// 2^x, correctly rounded to fp32.
ULPSCOPE_SHARED float exp2(float x)
{
    if (!(x < 128.0f))
        return x == x ? floatInfinity() : gpuNan();
    if (x <= -150.0f)
        return 0.0f;
    const double wide = static_cast<double>(x);
    const double n = std::floor(wide + 0.5);
    const Pair e = expm1(multiply(ln2(), {wide - n, 0.0}));
    return toFloat(scaled(add({1.0, 0.0}, e), powerOfTwo(static_cast<int>(n))));
}

/// log2 x, correctly rounded to fp32.
ULPSCOPE_SHARED float log2(float x)
{
    if (!(x > 0.0f))
        return x == 0.0f ? -floatInfinity() : gpuNan();
    if (x == floatInfinity())
        return x;
    const Significand s = split(static_cast<double>(x));
    return toFloat(add({static_cast<double>(s.exponent), 0.0}, multiply(logOfSignificand(s.m), log2e())));
}

/// ln x, correctly rounded to double but for arguments that nobody has met. Not for subnormal doubles.
ULPSCOPE_SHARED double log(double x)
{
    if (!(x > 0.0))
        return x == 0.0 ? -static_cast<double>(floatInfinity()) : static_cast<double>(gpuNan());
    if (x == static_cast<double>(floatInfinity()))
        return x;
    const Significand s = split(x);
    return add(multiply(ln2(), {static_cast<double>(s.exponent), 0.0}), logOfSignificand(s.m)).hi;
}

/// tanh x = E / (E + 2) with E = e^2x - 1, likewise rounded to double.
ULPSCOPE_SHARED double tanh(double x)
{
    const double a = std::fabs(x);
    if (!(a >= 0x1p-27)) // x - x^3 / 3 rounds to x; NaN too
        return x;
    if (a >= 20.0)
        return x < 0.0 ? -1.0 : 1.0;
    const double y = 2.0 * a;
    const double n = std::floor(std::fma(y, log2e().hi, 0.5));
    const Pair r = add({y, 0.0}, multiply(ln2(), {-n, 0.0}));
    const double power = powerOfTwo(static_cast<int>(n));
    const Pair e = add({power - 1.0, 0.0}, scaled(expm1(r), power));
    const double t = divide(e, add(e, {2.0, 0.0})).hi;
    return x < 0.0 ? -t : t;
}

} // namespace ulpscope::exact
