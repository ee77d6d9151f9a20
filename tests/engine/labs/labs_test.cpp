// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/labs/lab.h"
#include "engine/labs/python_random.h"
#include "engine/labs/python_sum.h"

#include <gtest/gtest.h>

namespace ulpscope {
namespace {

TEST(Labs, EveryCheckOfEveryLabHolds)
{
    EXPECT_EQ(allLabs().size(), 5u);
    for (const Lab &lab : allLabs()) {
        SCOPED_TRACE(lab.name);
        const Result<LabReport> report = lab.run({});
        ASSERT_TRUE(report.ok()) << report.status().message();
        EXPECT_EQ(report->name, lab.name);
        EXPECT_FALSE(report->checks.empty());
        EXPECT_TRUE(report->ok());
        for (const LabCheck &check : report->checks) {
            EXPECT_EQ(check.expected, check.got) << check.what.english();
            EXPECT_FALSE(check.source.empty());
        }
    }
}

TEST(Labs, AWrongNumberFails)
{
    LabReport report;
    report.check("a", "1", "1", "s");
    EXPECT_TRUE(report.ok());
    report.check("b", "1", "2", "s");
    EXPECT_FALSE(report.ok());
    EXPECT_NE(findLab("x").status().message().find("order-puzzle"), std::string::npos);
    EXPECT_EQ((*findLab("atomics").value()).name, "atomics");
}

/// Printed by CPython 3.11: random.seed(42), then getrandbits(32) four times; and one shuffle of range(8).
TEST(PythonRandom, DrawsWhatPythonDraws)
{
    PythonRandom random(42);
    for (const std::uint32_t expected : {2746317213u, 478163327u, 107420369u, 3184935163u})
        EXPECT_EQ(random.next(), expected);
    PythonRandom again(42);
    std::vector<int> list{0, 1, 2, 3, 4, 5, 6, 7};
    again.shuffle(list);
    EXPECT_EQ(list, (std::vector<int>{3, 4, 6, 7, 2, 5, 0, 1}));
}

TEST(PythonSum, IntsAreAddedWithoutCompensation)
{
    const std::vector<PythonNumber> tenths(10, PythonNumber{0.1, false});
    EXPECT_EQ(pythonSumPlain(tenths), 0.9999999999999999); // documented: sum([0.1] * 10) before and since 3.12
    EXPECT_EQ(pythonSumCompensated(tenths), 1.0);
    const std::vector<PythonNumber> mixed{{1e-10, false}, {1, true}, {-1, true}};
    EXPECT_EQ(pythonSumCompensated(mixed), 1e-10 + 1 - 1);
    const std::vector<PythonNumber> floats{{1e-10, false}, {1, false}, {-1, false}};
    EXPECT_EQ(pythonSumCompensated(floats), 1e-10);
}

} // namespace
} // namespace ulpscope
