// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Problems for a matrix instruction, made of the products that are wanted.
#pragma once

#include "engine/backend/calibration_device.h"
#include "engine/schedule/device_profile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

/// Operands a and b, normal numbers of the format whose exponents add up to that of `product` (so that the hardware
/// does not see it shifted); none where the format has no such two. `product` is not zero.
std::optional<std::pair<float, float>> factorsOf(DType type, double product);

/// Builds a batch. Where a value is none of the unit's formats, the problem is left out and isWhole() false.
class ProblemList {
public:
    ProblemList(const MmaUnitInfo &unit, int chained = 1) : m_unit(&unit) { m_batch.k = unit.depth * chained; }

    int k() const { return m_batch.k; }
    const MmaUnitInfo &unit() const { return *m_unit; }
    struct Product {
        int at;
        double value;
    };
    /// The other products are 0 * 0.
    void add(const std::vector<Product> &products, double c);
    struct Pair {
        int at;
        float a, b;
    };
    void addPairs(const std::vector<Pair> &pairs, float c);
    void refuse() { m_isWhole = false; } ///< a number of the problem does not exist
    bool isWhole() const { return m_isWhole; }
    MmaBatch take() && { return std::move(m_batch); }

private:
    const MmaUnitInfo *m_unit;
    MmaBatch m_batch;
    bool m_isWhole = true;
};

/// The row of a device that is about a unit, null when it has none. A wgmma whose types have no row of their own is
/// what mma.sync of the same types is, unless that is emulated.
const MmaArithmetic *arithmeticOf(const DeviceProfile &device, const MmaUnitInfo &unit);

/// What the engine's model says of each problem, as the words that a device returns.
std::vector<std::uint32_t> modelWords(const TensorCoreSpec &spec, const MmaUnitInfo &unit, const MmaBatch &batch);

/// The value of a result word.
float resultValue(const MmaUnitInfo &unit, std::uint32_t word);
/// "1+2^-21" for such numbers, else the shortest hexadecimal form; NaN as its bits.
std::string resultText(const MmaUnitInfo &unit, std::uint32_t word);

} // namespace ulpscope
