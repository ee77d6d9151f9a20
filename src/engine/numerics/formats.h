// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Number formats of tensor elements. C++17: shared with CUDA code.
#pragma once

#include "engine/numerics/host_device.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ulpscope {

/// Element formats. The 8- and 16-bit formats are carried as the fp32 of equal value: conversion up is exact. The 8-bit
/// ones are operands of tensor cores, not formats of tensors: e4m3 has no infinity and one NaN.
enum class DType : std::uint8_t { F16, BF16, TF32, F32, F64, E4M3, E5M2 };

/// Parameters of a binary floating-point format.
struct FormatInfo {
    std::string_view name; ///< as in recipe fields and files: "fp16", "bf16", ...
    int fractionBits;      ///< stored bits of the significand
    int minExponent;       ///< exponent of the smallest normal, and of every subnormal
    int maxExponent;
    int bytes; ///< in a tensor
};

constexpr bool isFp8(DType type) { return type == DType::E4M3 || type == DType::E5M2; }

constexpr FormatInfo formatInfo(DType type)
{
    switch (type) {
    case DType::F16: return {"fp16", 10, -14, 15, 2};
    case DType::BF16: return {"bf16", 7, -126, 127, 2};
    case DType::TF32: return {"tf32", 10, -126, 127, 4};
    case DType::F32: return {"fp32", 23, -126, 127, 4};
    case DType::F64: return {"fp64", 52, -1022, 1023, 8};
    case DType::E4M3: return {"e4m3", 3, -6, 8, 1};
    case DType::E5M2: return {"e5m2", 2, -14, 15, 1};
    }
    return {"?", 0, 0, 0, 0};
}

float halfToFloat(std::uint16_t bits);
inline float bfloat16ToFloat(std::uint16_t bits) { return floatFromBits(static_cast<std::uint32_t>(bits) << 16); }
/// Round to nearest, ties to even; overflow to infinity; subnormals kept. Any NaN becomes the one that a GPU's cvt
/// writes.
std::uint16_t floatToHalf(float x);
std::uint16_t floatToBfloat16(float x);
/// What a tensor core sees of an fp32 operand in a tf32 product: the low 13 bits are dropped, not rounded
/// (PTX ISA 9.0, wgmma). A NaN whose payload is there alone becomes an infinity (measured on an H200, mma.sync and
/// wgmma).
inline float truncateToTf32(float x) { return floatFromBits(floatBits(x) & 0xFFFFE000u); }

/// The value of an 8-bit pattern, and the pattern of a value that the format has.
float fp8ToFloat(DType type, std::uint8_t bits);
std::uint8_t fp8Bits(DType type, float x);
/// x rounded to the nearest value of an 8-bit format, ties to even; beyond the largest finite one it is that one, as in
/// PTX's cvt.rn.satfinite, the only conversion there is.
float roundToFp8(DType type, double x);

/// x rounded once to `type` (nearest even; TF32 truncates, as the hardware does) and carried as fp32.
inline float roundTo(DType type, float x)
{
    switch (type) {
    case DType::F16: return halfToFloat(floatToHalf(x));
    case DType::BF16: return bfloat16ToFloat(floatToBfloat16(x));
    case DType::TF32: return truncateToTf32(x);
    case DType::E4M3:
    case DType::E5M2: return roundToFp8(type, static_cast<double>(x));
    default: return x;
    }
}

/// The same for many values in place.
void roundTo(DType type, float *values, std::size_t count);

/// Bit pattern of a value that `type` can represent, right-aligned (8 bits, 16 bits, F32 and TF32: 32 bits).
inline std::uint32_t bitsOf(DType type, float x)
{
    switch (type) {
    case DType::F16: return floatToHalf(x);
    case DType::BF16: return floatToBfloat16(x);
    case DType::E4M3:
    case DType::E5M2: return fp8Bits(type, x);
    default: return floatBits(x);
    }
}
inline float valueOf(DType type, std::uint32_t bits)
{
    switch (type) {
    case DType::F16: return halfToFloat(static_cast<std::uint16_t>(bits));
    case DType::BF16: return bfloat16ToFloat(static_cast<std::uint16_t>(bits));
    case DType::E4M3:
    case DType::E5M2: return fp8ToFloat(type, static_cast<std::uint8_t>(bits));
    default: return floatFromBits(bits);
    }
}

} // namespace ulpscope
