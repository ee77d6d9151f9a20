// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// combine=arrival:... and crossTile=arrival:... : the arithmetic of a list, and other words.
#include "engine/analysis/compare.h"

#include "support/golden.h"

#include <algorithm>
#include <tuple>

namespace ulpscope::test {
namespace {

RunRequest request(const std::vector<std::pair<std::string, std::string>> &set, int batch = 256,
                   const char *device = "h200", const char *kernel = "fa2-pytorch")
{
    RunRequest r;
    r.kernel = kernel;
    r.device = device;
    r.batch = batch;
    r.set = set;
    return r;
}

// The same additions, be the order a rule or an event; the notes tell them apart.
TEST(Arrival, AnOrderOfArrivalGivesTheBitsOfTheSameList)
{
    const Golden g = readGolden("fa2_bf16_d64_full");
    const auto splits = [](const char *order) {
        return request({{"split", "count:3"}, {"tileN", "64"}, {"combine", order}});
    };
    const auto sketch = [](const char *order) { return request({{"crossTile", order}}, 1, "h200", "textbook"); };
    const auto bits = [&](const RunRequest &r) { return runOrFail(resolveOrFail(g.problem, r), g.inputs).output; };
    for (const auto &[chosen, arrived, other] :
         {std::tuple{splits("list:2,0,1"), splits("arrival:2,0,1"), splits("sequential")},
          std::tuple{sketch("list:1,2,0,3,7,5,4,6"), sketch("arrival:1,2,0,3,7,5,4,6"), sketch("sequential")}}) {
        EXPECT_EQ(countDifferentBits(bits(arrived), bits(chosen)), 0);
        EXPECT_GT(countDifferentBits(bits(arrived), bits(other)), 0);
        const Result<Comparison> c =
            compareRuns(cpuBackend(), resolveOrFail(g.problem, chosen), resolveOrFail(g.problem, arrived), g.inputs);
        ASSERT_TRUE(c.ok()) << c.status().message();
        EXPECT_EQ(c->mismatches, 0);
        EXPECT_FALSE(c->first);
        EXPECT_TRUE(describeDifferences(resolveOrFail(g.problem, chosen), resolveOrFail(g.problem, arrived)).empty());
        const auto says = [&](const RunRequest &r) {
            const std::vector<Phrase> notes = resolveOrFail(g.problem, r).notes;
            return std::any_of(notes.begin(), notes.end(), [](const Phrase &note) {
                return note.english().starts_with("an order of arrival is an event, not a rule");
            });
        };
        EXPECT_TRUE(says(arrived));
        EXPECT_FALSE(says(chosen));
    }
    const auto words = [&](const RunRequest &a, const RunRequest &b) {
        return describeDifferences(resolveOrFail(g.problem, a), resolveOrFail(g.problem, b));
    };
    EXPECT_EQ(words(splits("list:0,1,2"), splits("arrival:2,0,1")),
              std::vector<std::string>{"A adds the splits' weights by list:0,1,2; B adds the splits in the order in "
                                       "which they arrived, 2,0,1"});
    EXPECT_EQ(words(sketch("sequential"), sketch("arrival:1,2,0,3,7,5,4,6")),
              std::vector<std::string>{
                  "A merges tiles by sequential; B merges tiles in the order in which they arrived, 1,2,0,3,7,5,4,6"});
    const Result<RunSpec> wrong = resolveRun(catalog(), g.problem, splits("arrival:1,0"));
    EXPECT_EQ(wrong.status().message(), resolveRun(catalog(), g.problem, splits("list:1,0")).status().message());
    EXPECT_EQ(wrong.status().message(), "recipe field combine: the list has 2 entries, expected each of 0..2 once");
}

} // namespace
} // namespace ulpscope::test
