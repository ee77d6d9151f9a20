// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Exponentials and logarithms: the hardware approximations ex2, rcp and lg2, replayed from tables measured on a real
// GPU, our own exp2, and CUDA's expf and logf. NaN results are the word that GPUs write, 0x7FFFFFFF.
#pragma once

#include "engine/numerics/scalar_functions.h"
#include "engine/status.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ulpscope {

/// 2^23 result words of a function over one binade. The words are monotonic and close together, so a block of 64 needs
/// one whole word and a byte per entry: 8.5 MiB instead of 32, which is what makes random look-ups quick.
class WordTable {
public:
    static constexpr std::size_t kEntries = std::size_t{1} << 23;

    /// `words` holds kEntries words. False when they are too far apart for this form.
    bool assign(const std::vector<std::uint32_t> &words);
    std::uint32_t operator[](std::uint32_t i) const { return m_base[i / kBlock] + m_offset[i]; }
    /// Asks for what operator[] will read: the table is larger than a core's own cache.
    void prefetch(std::uint32_t i) const
    {
        __builtin_prefetch(&m_base[i / kBlock]);
        __builtin_prefetch(&m_offset[i]);
    }

private:
    static constexpr std::size_t kBlock = 64;
    std::vector<std::uint32_t> m_base; ///< smallest word of each block
    std::vector<std::uint8_t> m_offset;
};

/// The measured words of one GPU's approximate functions (resources/tables/README.md).
class ApproxTables {
public:
    /// Reads `directory`/ex2_<id>.bin.z, rcp_<id>.bin.z, lg2_<id>_1to2.bin.z and lg2_<id>_2to4.bin.z. A missing file is
    /// NotFound, an unreadable one IoError, damaged contents InvalidArgument; each names the file. Tables are cached
    /// per process and shared; a first load takes about a tenth of a second. Thread-safe.
    static Result<std::shared_ptr<const ApproxTables>> load(const std::string &directory, const std::string &id);

    /// The same of words that were measured: each 2^23 of them, lg2 below and from 2 on. InvalidArgument where they are
    /// no such tables.
    static Result<std::shared_ptr<const ApproxTables>> fromWords(std::string id, const std::vector<std::uint32_t> &ex2,
                                                                 const std::vector<std::uint32_t> &rcp,
                                                                 std::vector<std::uint32_t> lg2Low,
                                                                 const std::vector<std::uint32_t> &lg2High);

    const std::string &id() const { return m_id; }

    /// ex2.approx.f32; with flushSubnormals, ex2.approx.ftz.f32. Equal to an H200 for every float.
    float ex2(float x, bool flushSubnormals) const;
    /// Makes a coming ex2(x) quick. A row of exponentials that asks for all of them first does not wait for memory once
    /// for each.
    void prefetchEx2(float x) const;
    /// rcp.approx.ftz.f32
    float rcp(float x) const;
    /// lg2.approx.ftz.f32. Measured for x >= 1; below 1 the hardware's rule is not known and the correctly rounded
    /// logarithm is returned (isMeasuredLg2 tells which).
    float lg2(float x) const;
    static bool isMeasuredLg2(float x) { return !(x < 1.0f); }

    /// The words themselves, for a GPU: ex2 and rcp of [1, 2), lg2 of [1, 2) and, in steps of 2^-22, of [2, 4).
    enum class Words { Ex2, Rcp, Lg2Low, Lg2High };
    std::uint32_t word(Words table, std::uint32_t i) const;

private:
    std::string m_id;
    WordTable m_ex2;                     ///< [1, 2)
    WordTable m_rcp;                     ///< [1, 2)
    std::vector<std::uint32_t> m_lg2Low; ///< [1, 2), words far apart near 1
    WordTable m_lg2High;                 ///< [2, 4), step 2^-22
    friend struct ApproxTablesLoader;
};

/// 2^23 words as a table file holds them: a zlib stream of differences, signed bytes or (`wide`) 32-bit integers, the
/// first from startWord. InvalidArgument where a difference does not fit. `what` names the table in the message.
Result<std::string> packWords(const std::vector<std::uint32_t> &words, std::uint32_t startWord, bool wide,
                              const std::string &what);
/// What the first difference of each table's file counts from.
inline constexpr std::uint32_t kEx2StartWord = 0x40000000u, kRcpStartWord = 0x3F800000u, kLg2LowStartWord = 0,
                               kLg2HighStartWord = 0x3F800000u;

/// Coefficients of exp2Poly6, constant term first.
inline constexpr float kExp2Poly6Coefficients[7] = {
    scalar::Exp2Poly6Coefficients::kC0, scalar::Exp2Poly6Coefficients::kC1, scalar::Exp2Poly6Coefficients::kC2,
    scalar::Exp2Poly6Coefficients::kC3, scalar::Exp2Poly6Coefficients::kC4, scalar::Exp2Poly6Coefficients::kC5,
    scalar::Exp2Poly6Coefficients::kC6};

/// Our own exp2: degree-6 polynomial with fused multiply-adds, at most 0.80 ulp, exact at integers, the same bits on
/// CPU and GPU. 0 below -126 (also -Inf), +Inf from 128 on. Not strictly monotonic: steps of 1 ulp back where |x| <
/// 0.5.
float exp2Poly6(float x);

/// CUDA's expf as compiled without fast-math (the operation sequence of `nvcc -ptx`), on top of ex2.approx.ftz. This
/// and cudaLogf are equal to an H200 for every float.
float cudaExpf(const ApproxTables &tables, float x);
/// CUDA's logf as compiled without fast-math: exponent split and a polynomial of fused multiply-adds.
float cudaLogf(float x);
/// CUDA's log2f as compiled without fast-math, likewise.
float cudaLog2f(float x);
/// FlashAttention-4's polynomial for 2^x, x <= 127: degree 3, at most 9e-5 relative; 0 from -127 down.
float fa4Poly3(float x);

/// exp2, log and tanh of exact_math.h, compiled for the FMA instruction where there is one.
float exactExp2(float x);
double exactLog(double x);
double exactTanh(double x);

} // namespace ulpscope
