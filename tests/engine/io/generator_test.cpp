// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/generator.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

InputShapes shapes(std::int64_t keys = 6) { return {{2, 4, 3, 4}, {2, 2, keys, 4}, {2, 2, keys, 5}, {}}; }

GeneratedInputs generate(const GeneratorSpec &spec, DType type = DType::F32, const InputShapes &sizes = shapes())
{
    Result<GeneratedInputs> inputs = generateInputs(spec, type, sizes);
    EXPECT_TRUE(inputs.ok()) << inputs.status().message();
    return inputs.ok() ? std::move(inputs).value() : GeneratedInputs{};
}

void expectRefused(const Status &status, const std::string &expected)
{
    EXPECT_FALSE(status.ok()) << expected;
    EXPECT_NE(status.message().find(expected), std::string::npos) << status.message();
}

TEST(Generator, SizesFollowTheShapes)
{
    for (const std::string_view kind : generatorKinds()) {
        InputShapes sizes = shapes();
        sizes.keyLengths = {6, 3};
        const GeneratedInputs inputs = generate({std::string(kind)}, DType::F32, sizes);
        EXPECT_EQ(inputs.q.size(), 96u) << kind;
        EXPECT_EQ(inputs.k.size(), 96u) << kind;
        EXPECT_EQ(inputs.v.size(), 120u) << kind;
    }
}

TEST(Generator, SameSpecSameValuesAnotherSeedOthers)
{
    const GeneratedInputs a = generate({"normal", 7});
    const GeneratedInputs b = generate({"normal", 7});
    const GeneratedInputs c = generate({"normal", 8});
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.k, b.k);
    EXPECT_EQ(a.v, b.v);
    EXPECT_NE(a.q, c.q);
    EXPECT_NE(std::vector<float>(a.q.begin(), a.q.end()), a.k);
}

/// A value depends on its place alone: a longer tensor begins with the shorter one, of odd length, too.
TEST(Generator, ValuesDependOnTheirPlaceOnly)
{
    const GeneratedInputs small = generate({"normal", 7}, DType::F32, {{1, 1, 1, 5}, {1, 1, 1, 5}, {1, 1, 1, 5}, {}});
    const GeneratedInputs large = generate({"normal", 7}, DType::F32, {{1, 1, 9, 5}, {1, 1, 9, 5}, {1, 1, 9, 5}, {}});
    EXPECT_TRUE(std::equal(small.q.begin(), small.q.end(), large.q.begin()));
    EXPECT_TRUE(std::equal(small.v.begin(), small.v.end(), large.v.begin()));
}

/// First values of seed 0 from mpmath (see counter_rng_test.cpp), rounded to fp32 and then to the type.
TEST(Generator, ValuesAreRoundedToTheType)
{
    const double exact[] = {-0x1.973628c131c04p-2, -0x1.3dd84ff91e709p-2, 0x1.63083c830bea5p+0, 0x1.511d43e0f2702p-2};
    for (const DType type : {DType::F16, DType::BF16, DType::F32}) {
        const GeneratedInputs inputs = generate({"normal", 0}, type);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(inputs.q[i], roundTo(type, static_cast<float>(exact[i])));
        for (const auto *values : {&inputs.q, &inputs.k, &inputs.v})
            for (const float value : *values)
                EXPECT_EQ(value, roundTo(type, value));
    }
}

TEST(Generator, GainScalesQAlone)
{
    const GeneratedInputs one = generate({"normal", 7, 1.0});
    const GeneratedInputs eight = generate({"normal", 7, 8.0});
    for (std::size_t i = 0; i < one.q.size(); ++i)
        EXPECT_EQ(eight.q[i], 8 * one.q[i]);
    EXPECT_EQ(one.k, eight.k);
    EXPECT_EQ(one.v, eight.v);
    for (const float value : generate({"ones", 7, 0.0}).q)
        EXPECT_EQ(value, 0);
}

TEST(Generator, UniformLiesInMinusOneToOne)
{
    const GeneratedInputs inputs =
        generate({"uniform", 1}, DType::F32, {{1, 1, 1000, 100}, {1, 1, 1, 1}, {1, 1, 1, 1}, {}});
    const auto [low, high] = std::minmax_element(inputs.q.begin(), inputs.q.end());
    EXPECT_GE(*low, -1);
    EXPECT_LE(*high, 1);
    EXPECT_LT(*low, -0.999f);
    EXPECT_GT(*high, 0.999f);
    double sum = 0;
    for (const float value : inputs.q)
        sum += value;
    EXPECT_NEAR(sum / 1e5, 0, 5 / std::sqrt(3.0 * 1e5));
}

/// v of [batch 2, KV heads 2, keys 6, head dim 5], by what each cell must hold.
template <typename Expected>
void expectV(const GeneratedInputs &inputs, Expected expected)
{
    std::size_t at = 0;
    for (int batch = 0; batch < 2; ++batch)
        for (int head = 0; head < 2; ++head)
            for (int key = 0; key < 6; ++key)
                for (int column = 0; column < 5; ++column, ++at)
                    ASSERT_EQ(inputs.v[at], expected(head, key)) << at;
}

TEST(Generator, CanaryValues)
{
    expectV(generate({"ones", 1}, DType::F16), [](int, int) { return 1.0f; });
    expectV(generate({"index", 1}, DType::BF16), [](int, int key) { return static_cast<float>(key); });
    expectV(generate({"head", 1}, DType::BF16), [](int head, int) { return static_cast<float>(head + 1); });
    for (const char *kind : {"ones", "index", "head"}) {
        EXPECT_EQ(generate({kind, 1}).q, generate({"normal", 1}).q) << "weights differ from key to key";
        EXPECT_EQ(generate({kind, 1}).k, generate({"normal", 1}).k);
    }
    const float cycle[] = {67108864.0f, 1.0f, -67108864.0f, 1.0f};
    const GeneratedInputs order = generate({"order"}, DType::BF16);
    expectV(order, [&](int, int key) { return cycle[key % 4]; });
    EXPECT_TRUE(std::all_of(order.q.begin(), order.q.end(), [](float value) { return value == 0; }));
    EXPECT_TRUE(std::all_of(order.k.begin(), order.k.end(), [](float value) { return value == 0; }));
}

/// The point of the pattern: added in fp32 the big value swallows the 1 before it, so each order has its own sum.
TEST(Generator, OrderPatternTellsOrdersApart)
{
    const std::vector<float> v = generate({"order"}, DType::F32, {{1, 1, 1, 1}, {1, 1, 4, 1}, {1, 1, 4, 1}, {}}).v;
    EXPECT_EQ(((v[0] + v[1]) + v[2]) + v[3], 1.0f);
    EXPECT_EQ((v[0] + v[2]) + (v[1] + v[3]), 2.0f);
    EXPECT_EQ((v[0] + v[1]) + (v[2] + v[3]), 0.0f);
}

TEST(Generator, NanOutsideCoversExactlyTheKeysBeyondTheLength)
{
    InputShapes sizes = shapes();
    sizes.keyLengths = {6, 2};
    const GeneratedInputs inputs = generate({"nan-outside", 5}, DType::F16, sizes);
    const GeneratedInputs plain = generate({"normal", 5}, DType::F16);
    EXPECT_EQ(inputs.q, plain.q);
    for (const auto &[values, good, width] : {std::tuple{&inputs.k, &plain.k, 4}, std::tuple{&inputs.v, &plain.v, 5}})
        for (std::size_t i = 0; i < values->size(); ++i) {
            const std::size_t row = i / static_cast<std::size_t>(width);
            const bool outside = row / 12 == 1 && row % 6 >= 2;
            EXPECT_EQ(std::isnan((*values)[i]), outside) << i;
            if (!outside) {
                EXPECT_EQ((*values)[i], (*good)[i]);
            }
        }
}

TEST(Generator, RefusesWhatWouldShowSomethingWrong)
{
    expectRefused(generateInputs({"gaussian"}, DType::F32, shapes()).status(),
                  "generator kind 'gaussian' is not one of normal, uniform, ones");
    expectRefused(generateInputs({"normal", 0, INFINITY}, DType::F32, shapes()).status(),
                  "gain must be a finite number");
    expectRefused(generateInputs({"normal"}, DType::F64, shapes()).status(), "fp16, bf16 or fp32, not fp64");
    expectRefused(generateInputs({"normal"}, DType::TF32, shapes()).status(), "not tf32");
    expectRefused(generateInputs({"order"}, DType::F16, shapes()).status(),
                  "'order' needs 2^26, which fp16 cannot hold");
    EXPECT_TRUE(generateInputs({"index"}, DType::BF16, shapes(257)).ok());
    expectRefused(generateInputs({"index"}, DType::BF16, shapes(258)).status(),
                  "counts to 257, but bf16 holds whole numbers only to 256");
    EXPECT_TRUE(generateInputs({"index"}, DType::F16, shapes(2049)).ok());
    expectRefused(generateInputs({"index"}, DType::F16, shapes(2050)).status(),
                  "counts to 2049, but fp16 holds whole numbers only to 2048");
    InputShapes heads = {{1, 257, 1, 1}, {1, 257, 1, 1}, {1, 257, 1, 1}, {}};
    expectRefused(generateInputs({"head"}, DType::BF16, heads).status(), "'head' counts to 257");

    InputShapes lengths = shapes();
    expectRefused(generateInputs({"nan-outside"}, DType::F32, lengths).status(), "needs key lengths");
    lengths.keyLengths = {1};
    expectRefused(generateInputs({"nan-outside"}, DType::F32, lengths).status(), "got 1 key lengths for batch 2");
    lengths.keyLengths = {1, 7};
    expectRefused(generateInputs({"nan-outside"}, DType::F32, lengths).status(),
                  "key length 7 is not between 0 and the 6 keys");
    lengths.keyLengths = {1, -1};
    expectRefused(generateInputs({"nan-outside"}, DType::F32, lengths).status(), "key length -1");

    InputShapes wrong = shapes();
    wrong.k[2] = 0;
    expectRefused(generateInputs({"normal"}, DType::F32, wrong).status(), "generated k: shape [2, 2, 0, 4]");
    wrong = shapes();
    wrong.q = {std::int64_t{1} << 31, std::int64_t{1} << 31, 2, 2};
    expectRefused(generateInputs({"normal"}, DType::F32, wrong).status(),
                  "generated q: shape [2147483648, 2147483648, 2, 2]");
}

/// A shape that is possible in principle: the request for memory fails, and that is a message, not the end.
TEST(Generator, RunningOutOfMemoryIsAMessage)
{
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer ends the program instead of failing the allocation";
    InputShapes large = shapes();
    large.q = {std::int64_t{1} << 31, 1 << 24, 1, 1};
    const Status status = generateInputs({"normal"}, DType::F32, large).status();
    expectRefused(status, "generated inputs: not enough memory");
    EXPECT_EQ(status.code(), StatusCode::OutOfMemory);
}

TEST(GeneratorJson, RoundTrip)
{
    for (const GeneratorSpec &spec : {GeneratorSpec{"normal", ~std::uint64_t{0}, 0.1},
                                      GeneratorSpec{"nan-outside", 3, -2.0}, GeneratorSpec{"order"}}) {
        const std::string text = generatorToJson(spec).dump();
        const Result<GeneratorSpec> back = generatorFromJson(nlohmann::json::parse(text));
        ASSERT_TRUE(back.ok()) << back.status().message();
        EXPECT_EQ(back.value(), spec) << text;
    }
    EXPECT_EQ(generatorToJson({"normal", 7, 1.0}).dump(), R"({"gain":1.0,"kind":"normal","seed":7})");
    EXPECT_EQ(generatorToJson({"order"}).dump(), R"({"kind":"order"})");
    EXPECT_EQ(generatorFromJson({{"kind", "uniform"}}).value(), (GeneratorSpec{"uniform", 0, 1.0}));
    EXPECT_EQ(generatorFromJson({{"kind", "uniform"}, {"gain", 2}}).value().gain, 2.0);
}

TEST(GeneratorJson, Strict)
{
    const std::pair<const char *, const char *> bad[] = {
        {"[]", "must be an object"},
        {"{}", "must have a kind"},
        {R"({"kind": 1})", "must have a kind"},
        {R"({"kind": "Normal"})", "generator kind 'Normal' is not one of"},
        {R"({"kind": "normal", "sed": 1})", "generator 'normal' has no 'sed'"},
        {R"({"kind": "order", "seed": 1})", "generator 'order' has no 'seed'"},
        {R"({"kind": "normal", "seed": -1})", "seed must be a whole number"},
        {R"({"kind": "normal", "seed": 1.0})", "seed must be a whole number"},
        {R"({"kind": "normal", "seed": 18446744073709551616})", "seed must be a whole number"},
        {R"({"kind": "normal", "seed": "1"})", "seed must be a whole number"},
        {R"({"kind": "normal", "gain": "1"})", "gain must be a finite number"},
        {R"({"kind": "normal", "gain": null})", "gain must be a finite number"},
    };
    for (const auto &[text, expected] : bad)
        expectRefused(generatorFromJson(nlohmann::json::parse(text)).status(), expected);
}

} // namespace
} // namespace ulpscope::test
