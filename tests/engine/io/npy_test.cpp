// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/io_test_support.h"

#include <cstring>

namespace ulpscope::test {
namespace {

Result<TensorFile> parse(const std::string &bytes) { return parseNpy(asBytes(bytes), bytes.size(), "x.npy"); }

std::string withDescr(const std::string &descr) { return npy(npyDict(descr, "(1,)"), "12345678"); }
std::string withShape(const std::string &shape) { return npy(npyDict("<f4", shape), "1234"); }
std::string withVersion(int major, int minor)
{
    std::string bytes = npy(npyDict("<f4", "(1,)"), "1234");
    bytes[6] = static_cast<char>(major);
    bytes[7] = static_cast<char>(minor);
    return bytes;
}

std::vector<MalformedCase> malformed()
{
    return {
        {"Empty", "", "is too short for npy: 0 bytes"},
        {"OnlyMagic", std::string("\x93NUMPY\x01", 7), "is too short for npy: 7 bytes"},
        {"WrongMagic", "PK\x03\x04" + std::string(20, ' '), "does not begin with \\x93NUMPY"},
        {"VersionZero", withVersion(0, 0), "npy version 0.0"},
        {"VersionFour", withVersion(4, 0), "npy version 4.0; known are 1.0, 2.0 and 3.0"},
        {"VersionMinor", withVersion(1, 1), "npy version 1.1"},
        {"CutInLength", std::string("\x93NUMPY\x02\x00\x10\x00", 10), "ends inside the npy header"},
        {"HeaderLengthLies", std::string("\x93NUMPY\x02\x00", 8) + littleEndian(4'000'000'000, 4) + "{}",
         "claims an npy header of 4000000000 bytes, but only 2 bytes follow"},
        {"NotADict", npy("[1]\n"), "its header is not a Python dict"},
        {"EmptyHeader", npy(""), "its header is not a Python dict"},
        {"Unclosed", npy("{'descr': '<f4'"), "not a valid Python dict at character"},
        {"NoColon", npy("{'descr' '<f4'}"), "not a valid Python dict at character 10"},
        {"Trailing", npy("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", "1234"),
         "not a valid Python dict at character 55"},
        {"NoDescr", npy("{'fortran_order': False, 'shape': ()}"), "its header has no 'descr'"},
        {"NoOrder", npy("{'descr': '<f4', 'shape': ()}"), "its header has no 'fortran_order'"},
        {"NoShape", npy("{'descr': '<f4', 'fortran_order': False}"), "its header has no 'shape'"},
        {"DescrTwice", npy("{'descr': '<f4', 'descr': '<f4'}"), "its header has 'descr' twice"},
        {"ShapeTwice", npy("{'shape': (), 'shape': ()}"), "its header has 'shape' twice"},
        {"OrderTwice", npy("{'fortran_order': True, 'fortran_order': True}"), "its header has 'fortran_order' twice"},
        {"UnknownKey", npy("{'strides': ()}"), "its header has the key 'strides'"},
        {"OrderIsNumber", npy("{'fortran_order': 0}"), "'fortran_order' must be True or False"},
        {"OrderIsOtherWord", npy("{'fortran_order': Truest}"), "'fortran_order' must be True or False"},
        {"DescrIsNumber", npy("{'descr': 4}"), "'descr' must be a type string"},
        {"Objects", withDescr("|O"), "holds Python objects (pickle)"},
        {"Structured", npy("{'descr': [('q', '<f4')], 'fortran_order': False, 'shape': ()}"), "is a structured array"},
        {"NoByteOrder", withDescr("f4"), "'descr' 'f4' is not a numpy type string with its byte order"},
        {"NativeByteOrder", withDescr("=f4"), "is not a numpy type string"},
        {"OrderMissingForFloat", withDescr("|f4"), "is not a numpy type string"},
        {"UnknownKind", withDescr("<x4"), "is not a numpy type string"},
        {"WrongFloatSize", withDescr("<f3"), "is not a numpy type string"},
        {"WrongIntSize", withDescr("<i3"), "is not a numpy type string"},
        {"SizeTrailing", withDescr("<f4x"), "is not a numpy type string"},
        {"SizeOverflows", withDescr("<V99999999999999999999"), "is not a numpy type string"},
        {"NegativeSize", withDescr("<V-1"), "is not a numpy type string"},
        {"TimeWithoutUnit", withDescr("<M8x"), "is not a numpy type string"},
        {"ShapeIsList", withShape("[1]"), "'shape' must be a tuple of integers"},
        {"ShapeIsNumber", withShape("1"), "'shape' must be a tuple of integers"},
        {"ShapeIsParenthesis", withShape("(1)"), "'shape' is not a tuple: one dimension is written (n,)"},
        {"ShapeHoldsFloat", withShape("(1.0,)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeHoldsWord", withShape("(1x,)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeHoldsString", withShape("('1',)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeDoubleComma", withShape("(1,,1)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeNotSeparated", withShape("(1, 1 1)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeTooLarge", withShape("(9223372036854775808,)"), "'shape' must be a tuple of integers that fit 64 bits"},
        {"ShapeNegative", withShape("(-1,)"), "'shape' holds -1, which is negative"},
        {"ShapeOverflows", withShape("(4294967296, 4294967296)"),
         "shape [4294967296, 4294967296] of '<f4' is larger than any file"},
        {"OverflowHiddenByZero", withShape("(4294967296, 4294967296, 0)"), "is larger than any file"},
        {"OverflowOfEmptyStrings", npy(npyDict("|S0", "(4294967296, 4294967296)")), "is larger than any file"},
        {"TooManyDimensions", withShape("(" + repeated("1,", 65) + ")"), "has more than 64 dimensions"},
        {"Truncated", npy(npyDict("<f4", "(2, 3)"), "1234"),
         "shape [2, 3] of '<f4' needs 24 bytes, but only 4 bytes follow the header"},
        {"TenGigabytesInOneKilobyte", npy(npyDict("<f4", "(2500000000,)"), std::string(1024, '\0')),
         "needs 10000000000 bytes, but only 1024 bytes follow"},
        {"TrailingBytes", npy(npyDict("<f4", "(1,)"), "12345"), "needs 4 bytes, but 5 bytes follow the header"},
        {"InvalidUtf8InVersion3", std::string("\x93NUMPY\x03\x00", 8) + littleEndian(3, 4) + "{\xff}",
         "header is not valid UTF-8"},
    };
}

class MalformedNpy : public testing::TestWithParam<MalformedCase> {};

TEST_P(MalformedNpy, IsRefusedInOneSentence)
{
    const Result<TensorFile> result = parse(GetParam().bytes);
    EXPECT_TRUE(refuses(result, "x.npy", GetParam().expected));
    EXPECT_EQ(result.status().message().find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, MalformedNpy, testing::ValuesIn(malformed()), caseName);

TEST(Npy, EveryTruncationIsRefused)
{
    const std::string whole = npy(npyDict("<f2", "(2, 3)"), "123456789012");
    ASSERT_TRUE(parse(whole).ok());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(parse(whole.substr(0, size)).ok()) << size;
}

TEST(Npy, HeaderVariantsThatNumpyReadsToo)
{
    for (const std::string dict : {"{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,)}",
                                   "{ 'shape' : ( 2 , ) , 'fortran_order' : False , 'descr' : '<f4' }",
                                   "{'descr': '<f4', 'fortran_order': False, 'shape': (2L,), }          \n"}) {
        const Result<TensorFile> file = parse(npy(dict, "12345678"));
        ASSERT_TRUE(file.ok()) << file.status().message();
        EXPECT_EQ(file->tensors[0].shape, std::vector<std::int64_t>{2});
    }
}

struct Fixture {
    const char *file;
    ElementType type;
    const char *typeName;
    std::vector<std::int64_t> shape;
};

/// Element i as a number, for the types of the fixtures.
double element(const Tensor &tensor, std::size_t i)
{
    if (tensor.type == ElementType::F64) {
        double value = 0;
        std::memcpy(&value, tensor.data.data() + 8 * i, 8);
        return value;
    }
    return toFloats(tensor).value()[i];
}

TEST(Npy, ReadsWhatNumpyWroteWhateverOrderOfBytesAndElements)
{
    const Fixture fixtures[] = {
        {"f2.npy", ElementType::F16, "<f2", {2, 3, 4}},       {"f4_fortran.npy", ElementType::F32, "<f4", {2, 3, 4}},
        {"f8_version2.npy", ElementType::F64, "<f8", {2, 3}}, {"f4_version3.npy", ElementType::F32, "<f4", {2, 3}},
        {"f4_big.npy", ElementType::F32, ">f4", {2, 3}},      {"f8_big_fortran.npy", ElementType::F64, ">f8", {3, 4}}};
    for (const Fixture &expected : fixtures) {
        SCOPED_TRACE(expected.file);
        const Result<TensorFile> file = readTensorFile(fixture(expected.file));
        ASSERT_TRUE(file.ok()) << file.status().message();
        ASSERT_EQ(file->tensors.size(), 1u);
        const Tensor &tensor = file->tensors[0];
        EXPECT_EQ(tensor.name + ".npy", expected.file);
        EXPECT_EQ(tensor.type, expected.type);
        EXPECT_EQ(tensor.typeName, expected.typeName);
        ASSERT_EQ(tensor.shape, expected.shape);
        for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.elementCount()); ++i)
            EXPECT_EQ(element(tensor, i), (static_cast<double>(i) - 5) / 4) << i;
    }
}

TEST(Npy, ReadsOtherTypesAndShapes)
{
    const auto read = [](const char *name) {
        const Result<TensorFile> file = readTensorFile(fixture(name));
        EXPECT_TRUE(file.ok()) << file.status().message();
        return file.ok() ? file->tensors.at(0) : Tensor{};
    };
    EXPECT_EQ(read("scalar.npy").shape, std::vector<std::int64_t>{});
    EXPECT_EQ(toFloats(read("scalar.npy")).value(), std::vector<float>{0.75f});
    EXPECT_EQ(read("empty.npy").shape, (std::vector<std::int64_t>{0, 3}));
    EXPECT_TRUE(toFloats(read("empty.npy")).value().empty());
    EXPECT_EQ(read("bool.npy").type, ElementType::Bool);
    EXPECT_EQ(read("bool.npy").data, (std::vector<std::byte>{std::byte{1}, std::byte{0}, std::byte{1}}));
    EXPECT_EQ(read("label.npy").type, ElementType::Other);
    EXPECT_EQ(read("label.npy").data.size(), 12u); // three characters of 4 bytes
    const Tensor integers = read("i8_big.npy");
    std::int64_t values[2];
    ASSERT_EQ(integers.data.size(), sizeof values);
    std::memcpy(values, integers.data.data(), sizeof values);
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[1], -2);
}

TEST(Npy, RefusesWhatNumpyWouldUnpickle)
{
    EXPECT_TRUE(
        refuses(readTensorFile(fixture("objects.npy")), fixture("objects.npy"), "holds Python objects (pickle)"));
    EXPECT_TRUE(refuses(readTensorFile(fixture("structured.npy")), fixture("structured.npy"), "is a structured array"));
}

/// bf16 has no npy code: neither form may be taken for numbers by itself, both are the bf16 values when asked for.
TEST(Npy, Bfloat16NeedsAChoice)
{
    for (const char *name : {"bf16_void.npy", "bf16_u2.npy"}) {
        SCOPED_TRACE(name);
        const Result<TensorFile> file = readTensorFile(fixture(name));
        ASSERT_TRUE(file.ok()) << file.status().message();
        const Tensor &tensor = file->tensors[0];
        const Result<DType> type = toDType(tensor);
        ASSERT_FALSE(type.ok());
        EXPECT_NE(type.status().message().find("choose to read it as bf16"), std::string::npos)
            << type.status().message();
        EXPECT_FALSE(toFloats(tensor).ok());
        const Result<Tensor> chosen = reinterpretAsBfloat16(tensor);
        ASSERT_TRUE(chosen.ok()) << chosen.status().message();
        const std::vector<float> values = toFloats(chosen.value()).value();
        ASSERT_EQ(values.size(), 6u);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_EQ(values[i], (static_cast<float>(i) - 5) / 4);
    }
}

} // namespace
} // namespace ulpscope::test
