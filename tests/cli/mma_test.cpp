// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.h"

#include <map>

namespace ulpscope::test {
namespace {

using nlohmann::json;

/// The probe of Fasi, Higham, Mikaitis and Pranesh: what is left of -0.875 beside 2^23.
std::vector<std::string> probe(const std::string &type, const std::string &a = "-8192,-0.5,-0.25,-0.125",
                               const std::string &c = "0x1p23")
{
    return {"mma", "--all", "--type", type, "--a", a, "--b", "1024,1,1,1", "--c", c, "--json"};
}

/// By architecture, as Table 8 of arXiv 2511.10909 has it: Volta; Turing, Ampere and Ada; Hopper and Blackwell.
const std::map<std::string, double> kExpected = {
    {"v100", 0},       {"t4", -0.5},    {"a100", -0.5},       {"rtx3090", -0.5}, {"l40s", -0.5},
    {"rtx4090", -0.5}, {"h100", -0.75}, {"h100-pcie", -0.75}, {"h200", -0.75},   {"b200", -0.75},
    {"gb200", -0.75},  {"b300", -0.75}, {"rtx5090", -0.75}};

TEST(Mma, TheProbeTellsArchitecturesApart)
{
    for (const std::string type : {"fp16", "bf16", "tf32"}) {
        SCOPED_TRACE(type);
        const json results = run(probe(type)).json()["results"];
        ASSERT_EQ(results.size(), kExpected.size());
        for (const json &result : results) {
            const std::string device = result["device"];
            SCOPED_TRACE(device);
            if (type == "tf32" && (device == "v100" || device == "t4")) {
                EXPECT_EQ(result["supported"], false);
                continue;
            }
            EXPECT_EQ(result["value"], kExpected.at(device));
        }
    }
}

TEST(Mma, DecimalHexadecimalAndBitsAreTheSameNumbers)
{
    const json expected = run(probe("fp16")).json();
    EXPECT_EQ(run(probe("fp16", "0xF000,-0x1p-1,-0.25,0xB000", "8388608")).json(), expected);
    EXPECT_EQ(run(probe("fp16", "-8192,-0.5,-0.25,-0.125", "0x4B000000")).json(), expected);
    EXPECT_EQ(expected["a"][1]["bits"], "0xB800");
    EXPECT_EQ(expected["c"]["bits"], "0x4B000000");
}

TEST(Mma, SaysWhichValuesTheFormatCannotHold)
{
    const json result =
        run({"mma", "--device", "h200", "--type", "bf16", "--a", "0.1,1", "--b", "1,1", "--c", "0", "--json"}).json();
    ASSERT_EQ(result["notes"].size(), 1u);
    EXPECT_EQ(result["notes"][0], "--a[0]: '0.1' is no bf16 value, 0.10009765625 (0x3DCD) is used");
    EXPECT_EQ(result["a"][0]["bits"], "0x3DCD");
    EXPECT_EQ(result["results"][0]["value"], 0.10009765625 + 1);
}

json wide(const std::string &type, const std::string &a, const std::string &c = "0")
{
    return run({"mma", "--device", "h200", "--type", type, "--a", a, "--b", "1", "--c", c, "--json"}).json();
}

TEST(Mma, NumbersBeyondTheFormatBecomeInfinityOrZeroWithANote)
{
    const json large = wide("fp16", "1e400");
    EXPECT_EQ(large["a"][0]["bits"], "0x7C00");
    EXPECT_EQ(large["notes"], json({"--a[0]: '1e400' is no fp16 value, inf (0x7C00) is used"}));
    EXPECT_EQ(wide("bf16", "-1e400")["a"][0]["bits"], "0xFF80");
    const json small = wide("bf16", "1e-400", "-1e-400");
    EXPECT_EQ(small["a"][0]["bits"], "0x0000");
    EXPECT_EQ(small["c"]["bits"], "0x80000000");
    EXPECT_EQ(small["notes"], json({"--a[0]: '1e-400' is no bf16 value, 0 (0x0000) is used",
                                    "--c: '-1e-400' is no fp32 value, -0 (0x80000000) is used"}));
    EXPECT_EQ(wide("tf32", "0x1p99999999999999999999")["a"][0]["bits"], "0x7F800000");
    EXPECT_EQ(wide("fp16", "65519.999")["a"][0]["bits"], "0x7BFF") << "below the middle to 2^16";
    EXPECT_EQ(wide("fp16", "65520")["a"][0]["bits"], "0x7C00");
    EXPECT_TRUE(wide("fp16", "inf")["notes"].empty()) << "an infinity that was written is a value";
    EXPECT_TRUE(wide("fp16", "0e400")["notes"].empty());
}

// By way of a double, each of these would be the tie, and go to even.
TEST(Mma, NumbersAreRoundedOnceHoweverManyDigitsTheyHave)
{
    EXPECT_EQ(wide("fp16", "1.00048828125")["a"][0]["bits"], "0x3C00");
    EXPECT_EQ(wide("fp16", "1.000488281250000000000000000001")["a"][0]["bits"], "0x3C01");
    EXPECT_EQ(wide("fp16", "1.001464843749999999999999999999")["a"][0]["bits"], "0x3C01");
    EXPECT_EQ(wide("fp16", "0x1.0020000000000000001p0")["a"][0]["bits"], "0x3C01");
    EXPECT_EQ(wide("fp16", "1", "1.000000059604644775390625000000001")["c"]["bits"], "0x3F800001");
    EXPECT_EQ(wide("fp16", "1.00000000000000000000000001")["notes"].size(), 1u) << "1 is used, but was not written";
}

TEST(Mma, TheNoteOfAnAccumulatorSaysWhatIsUsed)
{
    EXPECT_EQ(wide("fp16", "1", "0.1")["notes"],
              json({"--c: '0.1' is no fp32 value, 0.10000000149011612 (0x3DCCCCCD) is used"}));
}

TEST(Mma, SpecialsArePrintedAsText)
{
    const json result =
        run({"mma", "--device", "h200", "--type", "fp16", "--a", "inf,-inf", "--b", "1,1", "--c", "0", "--json"})
            .json();
    EXPECT_EQ(result["results"][0]["value"], "nan");
    EXPECT_EQ(result["results"][0]["bits"], "0x7FFFFFFF");
}

TEST(Mma, TextIsOneTable)
{
    std::vector<std::string> arguments = probe("fp16");
    arguments.pop_back();
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exitCode, 0);
    EXPECT_TRUE(ran.says("0xBF400000"));
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 15) << ran.out;
}

TEST(Mma, RefusesWhatIsNoNumber)
{
    const auto with = [](const std::string &type, const std::string &a, const std::string &b) {
        return run({"mma", "--device", "h200", "--type", type, "--a", a, "--b", b, "--c", "0"});
    };
    EXPECT_TRUE(refuses(with("fp16", "1,zwei", "1,1"), {"--a", "'zwei'"}));
    EXPECT_TRUE(refuses(with("fp16", "1,", "1,1"), {"--a", "''"}));
    EXPECT_TRUE(refuses(with("fp16", "1,5", "1,1,1"), {"2 values", "3"}));
    EXPECT_TRUE(refuses(with("fp16", "0x12345", "1"), {"'0x12345'", "4 hexadecimal digits"}));
    EXPECT_TRUE(refuses(with("fp16", "-0x3C00", "1"), {"'-0x3C00'"}));
    EXPECT_TRUE(refuses(with("fp16", "1e", "1"), {"'1e'"}));
    EXPECT_TRUE(refuses(with("fp16", "0x1p", "1"), {"'0x1p'"}));
    EXPECT_TRUE(refuses(with("fp64", "1", "1"), {"--type", "fp64"}));
    EXPECT_TRUE(refuses(with("fp32", "1", "1"), {"--type", "tf32"}));
    EXPECT_TRUE(refuses(run({"mma", "--type", "fp16", "--a", "1", "--b", "1", "--c", "0"}), {"--device D or --all"}));
    EXPECT_TRUE(refuses(run({"mma", "--device", "v100", "--type", "tf32", "--a", "1", "--b", "1", "--c", "0"}),
                        {"v100", "tf32"}));
}

// Five numbers that tell tensor cores apart (Xie et al., arXiv 2511.10909, Table 8): c = 2^23 and -0.875 in products.
TEST(Mma, Fp8OfEveryDeviceAsPublished)
{
    const Ran ran = run({"mma", "--all", "--type", "e5m2", "--a=-8192,-0.5,-0.25,-0.125", "--b", "1024,1,1,1", "--c",
                         "0x1p23", "--json"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    std::map<std::string, double> values; // device and instruction
    int without = 0;
    const json result = ran.json();
    for (const json &row : result["results"]) {
        if (!row["supported"].get<bool>()) {
            ++without;
            continue;
        }
        values[row["device"].get<std::string>() + " " + row["instruction"].get<std::string>()] =
            row["value"].get<double>();
    }
    EXPECT_EQ(values.at("l40s mma.sync m16n8k32"), 0.0) << "13 bits beside 2^23";
    EXPECT_EQ(values.at("h200 wgmma m64nNk32"), 0.0);
    EXPECT_EQ(values.at("b200 tcgen05.mma kind::f8f6f4 k32"), -0.75);
    // By hand: products 0 and 1 give -8388608.5, which fp32 cuts to -8388608; products 2 and 3 bring that to
    // -8388608.25 on the grid of a quarter, cut to -8388608 again; then 2^23 is added.
    EXPECT_EQ(values.at("h200 mma.sync m16n8k32"), 0.0);
    EXPECT_EQ(values.at("b200 mma.sync m16n8k32"), 0.0);
    EXPECT_GE(without, 2) << "V100 and A100 do not multiply it";
}

TEST(Mma, Fp8ValuesAreReadAsValuesAndBits)
{
    const Ran ran =
        run({"mma", "--device", "l40s", "--type", "e4m3", "--a", "0x38,500,0.3", "--b", "1,1,1", "--c", "0", "--json"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const json result = ran.json();
    EXPECT_EQ(result["a"][0]["value"], 1.0);
    EXPECT_EQ(result["a"][1]["value"], 448.0) << "saturated";
    EXPECT_EQ(result["a"][1]["bits"], "0x7E");
    EXPECT_EQ(result["a"][2]["value"], 0.3125);
    EXPECT_EQ(result["notes"].size(), 2u);
    EXPECT_EQ(result["results"][0]["result"], "e8m13-rz");
    EXPECT_EQ(run({"mma", "--device", "a100", "--type", "e4m3", "--a", "1", "--b", "1", "--c", "0"}).exitCode, 2);
}

TEST(Mma, ProbesFindTheGroupsOfEveryInstruction)
{
    const auto trees = [](const char *device, const char *type, const char *k) {
        const Ran ran = run({"mma", "--device", device, "--type", type, "--probe", "-k", k, "--json"});
        EXPECT_EQ(ran.exitCode, 0) << ran.err;
        std::vector<std::string> texts;
        const json object = ran.json();
        for (const json &result : object["results"]) {
            EXPECT_EQ(result["probe_equals_declared"], true);
            EXPECT_EQ(result["probed_tree"], result["declared_tree"]);
            texts.push_back(result["probed_tree"]);
        }
        return texts;
    };
    EXPECT_EQ(trees("v100", "fp16", "8").front(), "((0 1 2 3 c) 4 5 6 7)");
    EXPECT_EQ(trees("a100", "tf32", "8"), std::vector<std::string>{"((0 1 2 3 c) 4 5 6 7)"});
    EXPECT_EQ(trees("b200", "e5m2", "8"),
              (std::vector<std::string>{"(((0 1 4 5) 2 3 6 7) c)", "(0 1 2 3 4 5 6 7 c)", "(((0 1 4 5) 2 3 6 7) c)"}));
    const Ran all = run({"mma", "--all", "--type", "e4m3", "--probe"});
    EXPECT_EQ(all.exitCode, 0) << all.err;
    EXPECT_TRUE(all.says("wgmma m64nNk32"));
}

TEST(Mma, ProbesAndOperationsAreNotMixed)
{
    EXPECT_TRUE(refuses(run({"mma", "--device", "h200", "--type", "fp16", "--probe", "--a", "1"}), {"--probe", "--a"}));
    EXPECT_TRUE(refuses(run({"mma", "--device", "h200", "--type", "fp16"}), {"--a is required"}));
    EXPECT_TRUE(refuses(run({"mma", "--device", "v100", "--type", "e4m3", "--probe"}), {"does not multiply e4m3"}));
    EXPECT_TRUE(refuses(run({"mma", "--device", "h200", "--type", "fp16", "--probe", "-k", "129"}), {"-k", "128"}));
    EXPECT_TRUE(
        refuses(run({"mma", "--device", "h200", "--type", "fp16", "--a", "1", "--b", "1", "--c", "1", "-k", "4"}),
                {"expected --probe"}));
}

} // namespace
} // namespace ulpscope::test
