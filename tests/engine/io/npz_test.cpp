// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/io_test_support.h"

namespace ulpscope::test {
namespace {

const std::string kArray = npy(npyDict("<f4", "(2,)"), std::string("\0\0\x80\x3f\0\0\0\x40", 8)); // 1, 2

Result<TensorFile> parse(const std::string &bytes) { return parseNpz(asBytes(bytes), bytes.size(), "x.npz"); }

template <typename Change>
ZipMember changed(ZipMember member, Change change)
{
    change(member);
    return member;
}

std::string replaced(std::string text, std::size_t at, const std::string &with)
{
    return text.replace(at, with.size(), with);
}

/// Archive with a zip64 end record; `entries`, `bytes`, `offset` are what that record says.
std::string zip64(const std::string &body, const std::string &directory, std::uint64_t recordOffset)
{
    const std::string record = "PK\x06\x06" + littleEndian(44, 8) + littleEndian(45, 2) + littleEndian(45, 2) +
                               littleEndian(0, 8) + littleEndian(1, 8) + littleEndian(1, 8) +
                               littleEndian(directory.size(), 8) + littleEndian(body.size(), 8);
    const std::string locator = "PK\x06\x07" + littleEndian(0, 4) + littleEndian(recordOffset, 8) + littleEndian(1, 4);
    return body + directory + record + locator + endRecord(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
}

std::vector<MalformedCase> malformed()
{
    const ZipMember stored = ZipMember::stored("q.npy", kArray);
    const ZipMember packed = ZipMember::deflate("q.npy", kArray);
    const std::string good = zip({stored});
    const std::string local = localRecord(stored);
    const auto withOffset = [&](std::uint64_t offset, std::uint64_t size) {
        const std::string directory = centralRecord(stored, offset, size);
        return local + directory + endRecord(1, directory.size(), local.size());
    };
    const std::string oneDirectory = centralRecord(stored, 0, kArray.size());
    std::string bomb = local;
    std::string bombDirectory;
    for (int i = 0; i < 3; ++i)
        bombDirectory += centralRecord(changed(stored, [i](ZipMember &m) { m.name = std::to_string(i) + ".npy"; }), 0,
                                       kArray.size());

    return {
        {"Empty", "", "has no end record; it is truncated"},
        {"NoEndRecord", local + oneDirectory, "has no end record; it is truncated"},
        {"BytesBehind", good + "x", "has no end record"},
        {"BytesInFront", "x" + good, "is truncated or has bytes in front"},
        {"NoMembers", endRecord(0, 0, 0), "is a zip archive without members"},
        {"SeveralDisks", replaced(good, good.size() - 18, littleEndian(1, 2)), "over several disks"},
        {"CountTooHigh", replaced(good, good.size() - 12, littleEndian(1000, 2)), "claims 1000 members"},
        {"CountTooLow", local + oneDirectory + endRecord(0, oneDirectory.size(), local.size()),
         "holds more than the 0 members it claims"},
        {"DirectoryDamaged", replaced(good, local.size(), "XX"), "its directory is damaged"},
        {"NameTooLong", replaced(good, local.size() + 28, littleEndian(60000, 2)), "its directory is damaged"},
        {"LocalHeaderDamaged", replaced(good, 0, "XX"), "its local header is damaged"},
        {"LocalNameDiffers", zip({changed(stored, [](ZipMember &m) { m.localName = "k.npy"; })}),
         "its local header and the directory disagree"},
        {"LocalCrcDiffers", replaced(good, 14, littleEndian(1, 4)), "its local header and the directory disagree"},
        {"LocalMethodDiffers", replaced(good, 8, littleEndian(8, 2)), "its local header and the directory disagree"},
        {"OffsetOutside", withOffset(100000, kArray.size()), "lies outside the file"},
        {"DataOutside",
         zip({changed(stored,
                      [](ZipMember &m) {
                          m.size = 100000;
                          m.data.resize(10);
                      })}),
         "is stored, but claims 100000 bytes in 10 bytes"},
        {"StoredPastTheEnd",
         local + centralRecord(changed(stored, [](ZipMember &m) { m.size = 5000; }), 0, 5000) +
             endRecord(1, oneDirectory.size(), local.size()),
         "lies outside the file"},
        {"NameTwice", zip({stored, stored}), "zip member 'q.npy': is there twice"},
        {"Overlap", bomb + bombDirectory + endRecord(3, bombDirectory.size(), bomb.size()),
         "local header and the directory disagree"},
        {"OverlapSameName", local + oneDirectory + oneDirectory + endRecord(2, 2 * oneDirectory.size(), local.size()),
         "is there twice"},
        {"Encrypted", zip({changed(stored, [](ZipMember &m) { m.flags = 1; })}), "zip member 'q.npy': is encrypted"},
        {"StronglyEncrypted", zip({changed(stored, [](ZipMember &m) { m.flags = 1 << 6; })}), "is encrypted"},
        {"MaskedHeaders", zip({changed(stored, [](ZipMember &m) { m.flags = 1 << 13; })}), "is encrypted"},
        {"Lzma", zip({changed(stored, [](ZipMember &m) { m.method = 14; })}),
         "compression method 14 is not supported; stored and deflate are"},
        {"InvalidName", zip({changed(stored, [](ZipMember &m) { m.name = m.localName = "\xff.npy"; })}),
         "its name is not UTF-8 text"},
        {"NulInName", zip({changed(stored, [](ZipMember &m) { m.name = m.localName = std::string("q\0.npy", 6); })}),
         "its name is not UTF-8 text"},
        {"WrongCrc", zip({changed(stored, [](ZipMember &m) { m.crc ^= 1; })}),
         "zip member 'q.npy' is damaged: its checksum (CRC-32) does not agree"},
        {"WrongCrcDeflated", zip({changed(packed, [](ZipMember &m) { m.crc ^= 1; })}),
         "its checksum (CRC-32) does not agree"},
        {"DataChanged", replaced(good, local.size() - 1, "\x41"), "its checksum (CRC-32) does not agree"},
        {"DeflateGarbage", zip({changed(packed, [](ZipMember &m) { m.data = std::string(100, '\xff'); })}),
         "its deflate data are not valid"},
        {"DeflateCut", zip({changed(packed, [](ZipMember &m) { m.data.resize(m.data.size() / 2); })}),
         "its deflate data are cut short"},
        {"DeflateEndCodeCut", zip({changed(packed, [](ZipMember &m) { m.data.resize(m.data.size() - 1); })}),
         "its deflate data are cut short"},
        {"DeflateSurplus", zip({changed(packed, [](ZipMember &m) { m.data += "xx"; })}),
         "bytes follow the end of its deflate data"},
        {"DeflateShorterThanClaimed",
         zip({changed(packed, [](ZipMember &m) { m.data = deflated(kArray.substr(0, kArray.size() - 4)); })}),
         "its data end before the"},
        {"DeflateLongerThanClaimed", zip({changed(packed, [](ZipMember &m) { m.data = deflated(kArray + "more"); })}),
         "its data go on after the"},
        {"DeflateImpossibleSize", zip({changed(packed, [](ZipMember &m) { m.size = 4'000'000'000; })}),
         "claims 4000000000 bytes from"},
        {"DeflateSizeFitsNoArray", zip({changed(packed, [](ZipMember &m) { m.size += 1000; })}),
         "shape [2] of '<f4' needs 8 bytes, but 1008 bytes follow"},
        {"ExtraFieldDamaged",
         zip({changed(stored, [](ZipMember &m) { m.extra = littleEndian(7, 2) + littleEndian(100, 2); })}),
         "its extra field is damaged"},
        {"Zip64FieldTooShort",
         zip({changed(stored,
                      [](ZipMember &m) {
                          m.size = 0xFFFFFFFF;
                          m.extra = littleEndian(1, 2) + littleEndian(4, 2) + littleEndian(0, 4);
                      })}),
         "its zip64 field is too short"},
        {"Zip64Missing", local + oneDirectory + endRecord(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
         "points to a zip64 record that is not there"},
        {"Zip64Outside", zip64(local, oneDirectory, std::uint64_t{1} << 60), "its zip64 record lies outside the file"},
        {"Zip64Elsewhere", zip64(local, oneDirectory, 0), "its zip64 record is damaged"},
        {"MemberIsNotNpy", zip({ZipMember::stored("manifest.json", "{}")}),
         "its member 'manifest.json' is not NAME.npy"},
        {"MemberWithoutName", zip({ZipMember::stored(".npy", kArray)}), "its member '.npy' is not NAME.npy"},
        {"Directory", zip({ZipMember::stored("a/", "")}), "its member 'a/' is not NAME.npy"},
        {"NotAnArray", zip({ZipMember::stored("q.npy", "hello, this is text")}), "tensor 'q': is not npy"},
        {"TruncatedArray", zip({ZipMember::stored("q.npy", npy(npyDict("<f4", "(3,)"), "12345678"))}),
         "tensor 'q': shape [3] of '<f4' needs 12 bytes, but only 8 bytes follow"},
        {"Checkpoint", zip({ZipMember::stored("archive/data.pkl", "\x80\x02.")}), "is a Python pickle"},
    };
}

class MalformedNpz : public testing::TestWithParam<MalformedCase> {};

TEST_P(MalformedNpz, IsRefused) { EXPECT_TRUE(refuses(parse(GetParam().bytes), "x.npz", GetParam().expected)); }

INSTANTIATE_TEST_SUITE_P(All, MalformedNpz, testing::ValuesIn(malformed()), caseName);

TEST(Npz, EveryTruncationIsRefused)
{
    const std::string whole = zip({ZipMember::stored("q.npy", kArray), ZipMember::deflate("k.npy", kArray)});
    ASSERT_TRUE(parse(whole).ok()) << parse(whole).status().message();
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(parse(whole.substr(0, size)).ok()) << size;
}

TEST(Npz, ReadsStoredAndDeflatedMembersSortedByName)
{
    const Result<TensorFile> file =
        parse(zip({ZipMember::stored("q.npy", kArray), ZipMember::deflate("a/k.npy", kArray)}, "a comment"));
    ASSERT_TRUE(file.ok()) << file.status().message();
    ASSERT_EQ(file->tensors.size(), 2u);
    EXPECT_EQ(file->tensors[0].name, "a/k");
    for (const Tensor &tensor : file->tensors)
        EXPECT_EQ(toFloats(tensor).value(), (std::vector<float>{1, 2}));
}

TEST(Npz, ReadsZip64)
{
    ZipMember member = ZipMember::stored("q.npy", kArray);
    const std::string local = localRecord(member);
    member.extra = littleEndian(0x9999, 2) + littleEndian(2, 2) + "ab" + littleEndian(1, 2) + littleEndian(24, 2) +
                   littleEndian(kArray.size(), 8) + littleEndian(kArray.size(), 8) + littleEndian(0, 8);
    member.size = 0xFFFFFFFF;
    const std::string directory = centralRecord(member, 0xFFFFFFFF, 0xFFFFFFFF);
    const Result<TensorFile> file = parse(zip64(local, directory, local.size() + directory.size()));
    ASSERT_TRUE(file.ok()) << file.status().message();
    EXPECT_EQ(toFloats(file->tensors[0]).value(), (std::vector<float>{1, 2}));
}

/// An archive whose comment holds what looks like an end record.
TEST(Npz, CommentThatLooksLikeAnEndRecord)
{
    EXPECT_TRUE(
        parse(zip({ZipMember::stored("q.npy", kArray)}, "PK\x05\x06 and more than twenty-two bytes of text")).ok());
}

TEST(Npz, LargeDeflatedArrayIsReadInPieces)
{
    const std::size_t count = 1'000'000;
    std::string data;
    for (std::size_t i = 0; i < count; ++i)
        data += littleEndian(0x3F800000 + (i * 2654435761u) % 0x7FFFFF, 4);
    const Result<TensorFile> file = parse(zip({ZipMember::deflate("q.npy", npy(npyDict("<f4", "(1000000,)"), data))}));
    ASSERT_TRUE(file.ok()) << file.status().message();
    EXPECT_EQ(std::string(reinterpret_cast<const char *>(file->tensors[0].data.data()), file->tensors[0].data.size()),
              data);
}

TEST(Npz, ReadsWhatNumpyWrote)
{
    for (const char *name : {"stored.npz", "deflated.npz", "streamed.npz"}) {
        SCOPED_TRACE(name);
        const Result<TensorFile> file = readTensorFile(fixture(name));
        ASSERT_TRUE(file.ok()) << file.status().message();
        EXPECT_EQ(file->tensors.size(), std::string(name) == "deflated.npz" ? 4u : 3u);
        EXPECT_TRUE(file->metadata.empty());
        for (const char *tensorName : {"q", "k", "v"}) {
            const Tensor *tensor = file->find(tensorName);
            ASSERT_NE(tensor, nullptr);
            EXPECT_EQ(tensor->type, ElementType::F16);
            EXPECT_EQ(tensor->shape, (std::vector<std::int64_t>{1, 2, *tensorName == 'q' ? 3 : 5, 4}));
            const std::vector<float> values = toFloats(*tensor).value();
            for (std::size_t i = 0; i < values.size(); ++i)
                EXPECT_EQ(values[i], (*tensorName == 'v' ? -1 : 1) * (static_cast<float>(i) - 5) / 4);
        }
    }
}

} // namespace
} // namespace ulpscope::test
