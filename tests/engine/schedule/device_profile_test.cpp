// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "support/golden.h"

#include "engine/numerics/tensor_core.h"

#include <cmath>
#include <map>

namespace ulpscope::test {
namespace {

/// c + sum of the products by index, as the device's fp16 instruction of k = 16 adds them.
float sixteenProducts(const std::string &device, const std::map<int, double> &products, double c)
{
    std::vector<float> a(16, 0.0f), b(16, 0.0f);
    for (const auto &[k, product] : products) {
        // Neither 2^30 nor 2^-25 is an fp16 value, but both are products of two.
        const double half = std::ldexp(1.0, std::ilogb(product) / 2);
        a[static_cast<std::size_t>(k)] = static_cast<float>(half);
        b[static_cast<std::size_t>(k)] = static_cast<float>(product / half);
    }
    const MmaArithmetic *mma = catalog().device(device).value()->mmaFor(DType::F16);
    return tfdpaChain(mma->spec, DType::F16, 16, a.data(), b.data(), 16, static_cast<float>(c));
}

std::map<int, double> all(double product)
{
    std::map<int, double> list;
    for (int k = 0; k < 16; ++k)
        list[k] = product;
    return list;
}

// Five sums that tell architectures apart, worked out by the published model of the tensor cores.
TEST(DeviceProfiles, TheFingerprintOfEachArchitectureIsThePublishedOne)
{
    const double e24 = std::ldexp(1.0, -24), big = std::ldexp(1.0, 30);
    struct Row {
        std::vector<std::string> devices;
        double v1, v2, v3, v4, v5;
    };
    const Row rows[] = {
        {{"v100"}, 1, 1, 1, 1, 1},
        {{"t4"}, 1, 1, 0, 1 + 16 * e24, 1 - e24},
        {{"a100", "rtx3090", "l40s", "rtx4090"}, 1, 1, 0, 1 + 16 * e24, 1 - e24},
        {{"h100", "h100-pcie", "h200", "b200", "gb200", "b300", "rtx5090"},
         1 + 8 * e24,
         0,
         0,
         1 + 16 * e24,
         1 - 2 * e24},
    };
    std::size_t devices = 0;
    for (const Row &row : rows) {
        for (const std::string &device : row.devices) {
            SCOPED_TRACE(device);
            ++devices;
            EXPECT_EQ(sixteenProducts(device, all(e24 / 2), 1), row.v1);
            EXPECT_EQ(sixteenProducts(device, {{0, big}, {1, -big}, {8, 1}}, 0), row.v2);
            EXPECT_EQ(sixteenProducts(device, {{0, big}, {1, -big}, {4, 1}}, 0), row.v3);
            EXPECT_EQ(sixteenProducts(device, all(e24), 1), row.v4);
            EXPECT_EQ(sixteenProducts(device, {{0, -1.5 * e24}}, 1), row.v5);
        }
    }
    EXPECT_EQ(devices, catalog().devices.size());
}

} // namespace
} // namespace ulpscope::test
