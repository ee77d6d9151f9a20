// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/io_test_support.h"

namespace ulpscope::test {
namespace {

Result<TensorFile> parse(const std::string &bytes) { return parseSafetensors(asBytes(bytes), bytes.size(), "x"); }

const std::string kGood = R"({"q":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]}})";

/// One tensor 'q' with these header fields.
std::string tensor(const std::string &fields, const std::string &data = "")
{
    return safetensors("{\"q\":{" + fields + "}}", data);
}

std::string two(const std::string &a, const std::string &b, std::size_t dataBytes)
{
    return safetensors(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":)" + a +
                           R"(},"b":{"dtype":"U8","shape":[4],"data_offsets":)" + b + "}}",
                       std::string(dataBytes, '\0'));
}

std::string nested(std::size_t depth)
{
    return safetensors("{\"q\":" + std::string(depth, '[') + std::string(depth, ']') + "}");
}

std::vector<MalformedCase> malformed()
{
    const std::string data12(12, '\0');
    const std::string type = R"("dtype":"F16",)";
    const std::string rest = R"("shape":[2,3],"data_offsets":[0,12])";
    return {
        {"Empty", "", "is empty (0 bytes)"},
        {"ShorterThanLength", std::string("\x02\0\0", 3), "too short for safetensors: 3 bytes"},
        {"HeaderLengthLies", littleEndian(10'000'000'000, 8) + "{}",
         "claims a header of 10000000000 bytes, but only 2 bytes follow"},
        {"HeaderLengthMax", littleEndian(~std::uint64_t{0}, 8) + "{}", "claims a header of 18446744073709551615 bytes"},
        {"HeaderLengthZero", safetensors(""), "must begin with '{', but is empty"},
        {"HeaderCutShort", littleEndian(5, 8) + kGood, "not valid JSON at its byte"},
        {"NotAnObject", safetensors("[1,2]"), "must begin with '{', but begins with '['"},
        {"LeadingSpace", safetensors(" {}"), "must begin with '{'"},
        {"NotJson", safetensors("{q:1}"), "not valid JSON at its byte 2"},
        {"TwoObjects", safetensors("{}{}"), "not valid JSON at its byte 3"},
        {"Comment", safetensors("{/* */}"), "not valid JSON at its byte 2"},
        {"NulHidesTheRest", safetensors(std::string("{}\0junk", 7)), "not valid JSON at its byte 3 (a NUL)"},
        {"InvalidUtf8", safetensors("{\"\xff\":1}"), "not valid UTF-8 at its byte 3"},
        {"OverlongUtf8", safetensors("{\"\xc0\xaf\":1}"), "not valid UTF-8 at its byte 3"},
        {"SurrogateUtf8", safetensors("{\"\xed\xa0\x80\":1}"), "not valid UTF-8 at its byte 3"},
        {"LoneSurrogateEscape", safetensors("{\"\\ud800\":1}"), "not valid JSON"},
        {"DeepNesting", nested(1'000'000),
         "tensor 'q': must be an object with dtype, shape and data_offsets, but is a list"},
        {"DeepShape", tensor(type + "\"shape\":[[2,3]],\"data_offsets\":[0,12]", data12),
         "shape must hold non-negative integers, but holds a list"},
        {"DeepObject", tensor("\"shape\":{\"a\":1}"), "shape must be a list of integers, but is an object"},
        {"TensorIsNumber", safetensors("{\"q\":1}"),
         "must be an object with dtype, shape and data_offsets, but is the number 1"},
        {"TensorIsNull", safetensors("{\"q\":null}"), "but is null"},
        {"DuplicateTensor", safetensors(R"({"q":{)" + type + rest + R"(},"q":{)" + type + rest + "}}", data12),
         "tensor 'q': is in the header twice"},
        {"DuplicateEscapedTensor",
         safetensors(R"({"q":{)" + type + rest + R"(},"\u0071":{)" + type + rest + "}}", data12),
         "tensor 'q': is in the header twice"},
        {"DuplicateField", tensor(type + type + rest, data12), "tensor 'q': has the key 'dtype' twice"},
        {"DuplicateShape", tensor("\"shape\":[],\"shape\":[]"), "has the key 'shape' twice"},
        {"DuplicateOffsets", tensor("\"data_offsets\":[0,0],\"data_offsets\":[0,0]"),
         "has the key 'data_offsets' twice"},
        {"UnknownField", tensor(type + rest + ",\"strides\":[3,1]", data12),
         "has the key 'strides', which the format does not have"},
        {"NoDtype", tensor(rest, data12), "tensor 'q': has no dtype"},
        {"NoShape", tensor(type + "\"data_offsets\":[0,12]", data12), "tensor 'q': has no shape"},
        {"NoOffsets", tensor(type + "\"shape\":[2,3]", data12), "tensor 'q': has no data_offsets"},
        {"UnknownDtype", tensor("\"dtype\":\"float16\"," + rest, data12), "dtype 'float16' is not one of the format's"},
        {"DtypeIsNumber", tensor("\"dtype\":16," + rest, data12), "dtype must be a string, but is the number 16"},
        {"NegativeShape", tensor(type + "\"shape\":[-2,3],\"data_offsets\":[0,12]", data12),
         "shape must hold non-negative integers, but holds the number -2"},
        {"FractionalShape", tensor(type + "\"shape\":[2.5],\"data_offsets\":[0,12]", data12),
         "but holds the number 2.5"},
        {"HugeShape", tensor(type + "\"shape\":[9223372036854775808],\"data_offsets\":[0,12]", data12),
         "shape holds 9223372036854775808, which is too large"},
        {"OverflowingShape", tensor(type + "\"shape\":[4294967296,4294967296],\"data_offsets\":[0,12]", data12),
         "shape [4294967296, 4294967296] of F16 is larger than any file"},
        {"OverflowHiddenByZero", tensor(type + "\"shape\":[0,4294967296,4294967296],\"data_offsets\":[0,0]"),
         "is larger than any file"},
        {"TooManyDimensions", tensor("\"shape\":[" + repeated("1,", 64) + "1]"), "has more than 64 dimensions"},
        {"ShapeDisagrees", tensor(type + "\"shape\":[2,4],\"data_offsets\":[0,12]", data12),
         "shape [2, 4] of F16 needs 16 bytes, but data_offsets [0, 12] hold 12 bytes"},
        {"HalfByte", tensor(R"("dtype":"F4","shape":[3],"data_offsets":[0,1])", "x"),
         "shape [3] of F4 does not fill whole bytes"},
        {"OffsetsBackwards", tensor(type + "\"shape\":[2,3],\"data_offsets\":[12,0]", data12),
         "data_offsets [12, 0] end before they begin"},
        {"OneOffset", tensor(type + "\"shape\":[2,3],\"data_offsets\":[12]", data12),
         "data_offsets must be two integers, but are 1"},
        {"ThreeOffsets", tensor(type + "\"shape\":[2,3],\"data_offsets\":[0,6,12]", data12),
         "data_offsets must be two integers, but are more"},
        {"NegativeOffset", tensor(type + "\"shape\":[2,3],\"data_offsets\":[-1,11]", data12), "but hold the number -1"},
        {"Truncated", tensor(type + rest, "12345"),
         "data_offsets [0, 12] reach past the end of the file, which holds 5 bytes of data"},
        {"TenGigabytesInOneKilobyte",
         tensor(R"("dtype":"U8","shape":[10000000000],"data_offsets":[0,10000000000])", std::string(1024, '\0')),
         "data_offsets [0, 10000000000] reach past the end of the file, which holds 1024 bytes"},
        {"TrailingBytes", tensor(type + rest, data12 + "xyz"), "3 bytes at its end belong to no tensor"},
        {"TrailingBytesWithoutTensors", safetensors("{}", "xyz"), "3 bytes at its end belong to no tensor"},
        {"Overlap", two("[0,4]", "[2,6]", 6), "the data of tensors 'a' and 'b' overlap"},
        {"SameBytesTwice", two("[0,4]", "[0,4]", 4), "the data of tensors 'a' and 'b' overlap"},
        {"Hole", two("[0,4]", "[6,10]", 10),
         "tensor 'b': its data begin at 6, and the 2 bytes before belong to no tensor"},
        {"HoleInFront", two("[2,6]", "[6,10]", 10), "tensor 'a': its data begin at 2"},
        {"MetadataIsList", safetensors(R"({"__metadata__":["x"]})"),
         "'__metadata__' must be an object of strings, but is a list"},
        {"MetadataHoldsNumber", safetensors(R"({"__metadata__":{"scale":0.125}})"),
         "metadata 'scale' must be a string, but is the number 0.125"},
        {"MetadataHoldsObject", safetensors(R"({"__metadata__":{"a":{}}})"),
         "metadata 'a' must be a string, but is an object"},
        {"MetadataKeyTwice", safetensors(R"({"__metadata__":{"a":"1","a":"2"}})"), "metadata 'a' is there twice"},
        {"MetadataTwice", safetensors(R"({"__metadata__":{},"__metadata__":{}})"), "has the key '__metadata__' twice"},
    };
}

class MalformedSafetensors : public testing::TestWithParam<MalformedCase> {};

TEST_P(MalformedSafetensors, IsRefusedInOneSentence)
{
    const Result<TensorFile> result = parse(GetParam().bytes);
    EXPECT_TRUE(refuses(result, "x", GetParam().expected));
    EXPECT_EQ(result.status().message().find('\n'), std::string::npos);
    EXPECT_LT(result.status().message().size(), 300u);
}

INSTANTIATE_TEST_SUITE_P(All, MalformedSafetensors, testing::ValuesIn(malformed()), caseName);

TEST(Safetensors, HostileNamesAreEscapedAndCutInMessages)
{
    const std::string name = "a\\n\\u001b[31m" + std::string(500, 'x');
    const Result<TensorFile> result = parse(safetensors("{\"" + name + "\":1}"));
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.status().message().find("'a\\x0a\\x1b[31mxxx"), std::string::npos) << result.status().message();
    EXPECT_LT(result.status().message().size(), 250u);
}

/// Every prefix of a good file is refused: whatever was cut off is missed.
TEST(Safetensors, EveryTruncationIsRefused)
{
    const std::string whole = safetensors(kGood, std::string(12, '\x3c'));
    ASSERT_TRUE(parse(whole).ok());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(parse(whole.substr(0, size)).ok()) << size;
}

TEST(Safetensors, SmallestFiles)
{
    const Result<TensorFile> none = parse(safetensors("{}"));
    ASSERT_TRUE(none.ok()) << none.status().message();
    EXPECT_TRUE(none->tensors.empty());
    const Result<TensorFile> padded = parse(safetensors("{}      "));
    EXPECT_TRUE(padded.ok()) << padded.status().message();
}

TEST(Safetensors, ZeroLengthTensorsMayShareAPlace)
{
    const Result<TensorFile> file = parse(safetensors(
        R"({"a":{"dtype":"F16","shape":[0,64],"data_offsets":[0,0]},"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"c":{"dtype":"F32","shape":[3,0],"data_offsets":[2,2]}})",
        "xy"));
    ASSERT_TRUE(file.ok()) << file.status().message();
    EXPECT_EQ(file->find("a")->elementCount(), 0);
    EXPECT_EQ(file->find("b")->data.size(), 2u);
    EXPECT_EQ(file->find("c")->shape, (std::vector<std::int64_t>{3, 0}));
}

TEST(Safetensors, TensorsAreSortedByNameWhateverTheOrderOfDataAndHeader)
{
    const Result<TensorFile> file = parse(safetensors(
        R"({"v":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},"k":{"data_offsets":[2,3],"shape":[1],"dtype":"U8"},"q":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
        "qvk"));
    ASSERT_TRUE(file.ok()) << file.status().message();
    ASSERT_EQ(file->tensors.size(), 3u);
    const char *expected[] = {"k", "q", "v"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(file->tensors[i].name, expected[i]);
        EXPECT_EQ(static_cast<char>(file->tensors[i].data[0]), expected[i][0]);
    }
    EXPECT_EQ(file->find("o"), nullptr);
}

TEST(Safetensors, ReadsWhatTheReferenceImplementationWrote)
{
    const Result<TensorFile> file = readTensorFile(fixture("mixed.safetensors"));
    ASSERT_TRUE(file.ok()) << file.status().message();
    const std::map<std::string, std::string> metadata = {{"causal", "False"},
                                                         {"kernel_options", "{'BLOCK_M': 128, 'num_warps': 4}"},
                                                         {"note", "\xc3\xa9\xe4\xb8\xad \"x\""},
                                                         {"scale", "0.125"}};
    EXPECT_EQ(file->metadata, metadata);
    ASSERT_EQ(file->tensors.size(), 8u);
    const std::map<std::string, std::pair<ElementType, std::vector<std::int64_t>>> expected = {
        {"q", {ElementType::F16, {1, 2, 3, 4}}}, {"k", {ElementType::BF16, {1, 2, 5, 4}}},
        {"lse", {ElementType::F32, {2, 3}}},     {"o64", {ElementType::F64, {2, 3}}},
        {"mask", {ElementType::Bool, {3}}},      {"page", {ElementType::I64, {2}}},
        {"scalar", {ElementType::F32, {}}},      {"none", {ElementType::F32, {0, 3}}}};
    for (const auto &[name, kind] : expected) {
        const Tensor *tensor = file->find(name);
        ASSERT_NE(tensor, nullptr) << name;
        EXPECT_EQ(tensor->type, kind.first) << name;
        EXPECT_EQ(tensor->shape, kind.second) << name;
    }
    for (const char *name : {"q", "k", "lse"}) {
        const Result<std::vector<float>> values = toFloats(*file->find(name));
        ASSERT_TRUE(values.ok()) << values.status().message();
        for (std::size_t i = 0; i < values->size(); ++i)
            EXPECT_EQ(values.value()[i], (static_cast<float>(i) - 5) / 4) << name << " " << i;
    }
    EXPECT_EQ(toFloats(*file->find("scalar")).value(), std::vector<float>{0.75f});
    EXPECT_TRUE(readTensorFile(fixture("empty.safetensors")).ok());
}

} // namespace
} // namespace ulpscope::test
