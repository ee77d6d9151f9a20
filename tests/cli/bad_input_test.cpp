// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Unusable files: one sentence with the file and the tensor, exit status 2, in every subcommand that opens one.
#include "cli/cli_support.h"

#include <fstream>

namespace ulpscope::test {
namespace {

/// Header entry of a tensor whose data lie at [begin, begin + bytes).
std::string entry(const std::string &name, const std::string &type, const std::string &shape, std::size_t begin,
                  std::size_t bytes)
{
    return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
           std::to_string(begin) + "," + std::to_string(begin + bytes) + "]}";
}

/// q, k and v with 16-bit elements and these shapes, all zeros.
std::string qkv(const std::string &q, std::size_t elementsQ, const std::string &k, std::size_t elementsK,
                const std::string &v, std::size_t elementsV, const std::string &typeK = "F16")
{
    const std::size_t bytesQ = elementsQ * 2, bytesK = elementsK * 2, bytesV = elementsV * 2;
    return safetensors("{" + entry("q", "F16", q, 0, bytesQ) + "," + entry("k", typeK, k, bytesQ, bytesK) + "," +
                           entry("v", "F16", v, bytesQ + bytesK, bytesV) + "}",
                       std::string(bytesQ + bytesK + bytesV, '\0'));
}

struct BadFile {
    const char *name;
    const char *file; ///< its name on disk
    std::string bytes;
    std::vector<std::string> parts; ///< of the sentence, beside the file's name
};
void PrintTo(const BadFile &c, std::ostream *out) { *out << c.name; }

class BadFiles : public testing::TestWithParam<BadFile> {};

TEST_P(BadFiles, GiveOneSentence)
{
    const ScratchDir scratch;
    const std::string path = scratch.file(GetParam().file);
    std::ofstream(path, std::ios::binary) << GetParam().bytes;
    std::vector<std::string> parts = GetParam().parts;
    parts.push_back(path);
    EXPECT_TRUE(refuses(run({"run", path, "--kernel", "fa2-pytorch", "--device", "h200"}), parts));
    EXPECT_TRUE(
        refuses(run({"diff", path, "--tensor", "o", "--kernel", "fa2-pytorch", "--device", "h200", "--json"}), parts));
    EXPECT_TRUE(refuses(run({"compare", path, "--a", "--device h200", "--b", "--device a100"}), parts));
    EXPECT_EQ(scratch.names(), std::vector<std::string>{GetParam().file}) << "nothing is left behind";
}

const std::string kGood = qkv("[1,2,4,8]", 64, "[1,2,4,8]", 64, "[1,2,4,8]", 64);

INSTANTIATE_TEST_SUITE_P(
    Files, BadFiles,
    testing::Values(
        BadFile{"truncated", "f.safetensors", kGood.substr(0, kGood.size() - 10), {}},
        BadFile{"truncatedHeader", "f.safetensors", kGood.substr(0, 40), {}},
        BadFile{"oversizedHeader", "f.safetensors", littleEndian(std::uint64_t{1} << 60, 8) + "{}", {}},
        BadFile{"oversizedTensor",
                "f.safetensors",
                safetensors("{" + entry("q", "F16", "[4294967296,4294967296]", 0, 8) + "}", std::string(8, '\0')),
                {"'q'"}},
        BadFile{"overlapping",
                "f.safetensors",
                safetensors("{" + entry("q", "F16", "[4]", 0, 8) + "," + entry("k", "F16", "[4]", 4, 8) + "}",
                            std::string(12, '\0')),
                {}},
        BadFile{"wrongDtype",
                "f.safetensors",
                qkv("[1,2,4,8]", 64, "[1,2,4,16]", 64, "[1,2,4,8]", 64, "U8"),
                {"tensor 'k'", "'U8'", "takes fp16, bf16 or fp32"}},
        BadFile{"mixedDtypes",
                "f.safetensors",
                qkv("[1,2,4,8]", 64, "[1,2,4,8]", 64, "[1,2,4,8]", 64, "BF16"),
                {"tensor 'k'", "bf16", "fp16", "one format"}},
        BadFile{"empty", "f.safetensors", "", {}},
        BadFile{"noTensors", "f.safetensors", safetensors("{}"), {"no tensor 'q'"}},
        BadFile{"zeroLength",
                "f.safetensors",
                qkv("[1,2,0,8]", 0, "[1,2,4,8]", 64, "[1,2,4,8]", 64),
                {"tensor 'q'", "[1, 2, 0, 8]"}},
        BadFile{"mismatchedHeads",
                "f.safetensors",
                qkv("[1,8,4,8]", 256, "[1,3,4,8]", 96, "[1,3,4,8]", 96),
                {"tensor 'k'", "3 heads", "'q' has 8", "expected a divisor"}},
        BadFile{"mismatchedHeadDim",
                "f.safetensors",
                qkv("[1,2,4,8]", 64, "[1,2,4,4]", 32, "[1,2,4,8]", 64),
                {"tensor 'k'", "head dim 4", "'q' has 8"}},
        BadFile{"mismatchedLength",
                "f.safetensors",
                qkv("[1,2,4,8]", 64, "[1,2,4,8]", 64, "[1,2,3,8]", 48),
                {"tensor 'v'", "sequence length 3", "'k' has 4"}},
        BadFile{"rankThree",
                "f.safetensors",
                qkv("[2,4,8]", 64, "[1,2,4,8]", 64, "[1,2,4,8]", 64),
                {"tensor 'q'", "[2, 4, 8]", "expected four sizes"}},
        BadFile{"missingTensor",
                "f.safetensors",
                safetensors("{" + entry("q", "F16", "[1,1,1,4]", 0, 8) + "}", std::string(8, '\0')),
                {"no tensor 'k'", "it holds 'q'"}},
        BadFile{"noTensorFile", "f.safetensors", "hello, this is text and no tensor file", {}},
        BadFile{"oneArray", "f.npy", npy(npyDict("<f2", "(2,)"), std::string(4, '\0')), {"no tensor 'q'"}},
        BadFile{"sessionNoJson", "f.ulps.json", "{", {"line 1, column 2", "expected a key in double quotes"}},
        BadFile{
            "sessionUnknownKey",
            "f.ulps.json",
            R"({"schema":"ulpscope.session/1","input":{"kind":"file","path":"x"},"a":{"kernel":"cudnn","device":"h200"},"colour":1})",
            {"\"colour\"", "not a known key"}}),
    [](const testing::TestParamInfo<BadFile> &parameter) { return std::string(parameter.param.name); });

TEST(BadInput, PicklesAreRefusedWithTheLinesThatConvertThem)
{
    const ScratchDir scratch;
    const std::string path = scratch.file("f.pt");
    std::ofstream(path, std::ios::binary) << "\x80\x02}q";
    const Ran ran = run({"run", path});
    EXPECT_EQ(ran.exitCode, 2);
    EXPECT_TRUE(ran.out.empty());
    EXPECT_TRUE(ran.err.starts_with("ulpscope-cli: '" + path + "'")) << ran.err;
    EXPECT_NE(ran.err.find("torch.load("), std::string::npos);
}

TEST(BadInput, AMissingFileIsNamed)
{
    EXPECT_TRUE(refuses(run({"run", "/nonexistent/f.safetensors"}), {"/nonexistent/f.safetensors"}));
    EXPECT_TRUE(refuses(run({"run", "/nonexistent/f.ulps.json"}), {"/nonexistent/f.ulps.json"}));
    EXPECT_TRUE(refuses(run({"run", "/"}), {"'/'"}));
}

TEST(BadInput, AnOutputThatDoesNotFitIsNamed)
{
    const std::string file = goldenPath("fa2_fp16_d64_odd");
    const auto diff = [&](const std::string &tensor) {
        return run({"diff", file, "--tensor", tensor, "--batch", "256"});
    };
    EXPECT_TRUE(refuses(diff("o_batch2"), {file, "no tensor 'o_batch2'", "'o_batch1'"}));
    EXPECT_TRUE(refuses(diff("lse_batch1"), {"tensor 'lse_batch1'", "fp32", "expected fp16"}));
    EXPECT_TRUE(refuses(diff("k"), {"tensor 'k'", "is an input"}));
}

TEST(BadInput, MetadataThatCannotBeReadAreNamed)
{
    const ScratchDir scratch;
    const std::string path = scratch.file("f.safetensors");
    const auto with = [&](const std::string &metadata) {
        const std::string header = "{\"__metadata__\":" + metadata + "," + entry("q", "F16", "[1,1,1,4]", 0, 8) + "," +
                                   entry("k", "F16", "[1,1,1,4]", 8, 8) + "," + entry("v", "F16", "[1,1,1,4]", 16, 8) +
                                   "}";
        std::ofstream(path, std::ios::binary) << safetensors(header, std::string(24, '\0'));
        return run({"run", path});
    };
    EXPECT_EQ(with("{}").exitCode, 0);
    EXPECT_TRUE(refuses(with(R"({"scale":"0,125"})"), {path, "'scale'", "'0,125'"}));
    EXPECT_TRUE(refuses(with(R"({"causal":"yes"})"), {path, "'causal'", "'yes'"}));
    EXPECT_TRUE(refuses(with(R"({"kernel_options":"{1: 2}"})"), {path, "'kernel_options'"}));
}

} // namespace
} // namespace ulpscope::test
