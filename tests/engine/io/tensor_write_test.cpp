// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/io_test_support.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <limits>

namespace ulpscope::test {
namespace {

namespace fs = std::filesystem;

TensorFile example()
{
    const std::vector<float> values = {
        0.0f, -0.0f, 1.5f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), -2.0f};
    TensorFile file;
    file.metadata = {{"scale", "0.125"}, {"note", "\xc3\xa9 \"quoted\" \\ \n"}};
    file.tensors.push_back(tensorFromFloats("v", DType::F16, {2, 3}, values.data()));
    file.tensors.push_back(tensorFromFloats("k", DType::BF16, {6}, values.data()));
    file.tensors.push_back(tensorFromFloats("o", DType::F32, {1, 6, 1}, values.data()));
    file.tensors.push_back({"flag", ElementType::Bool, "BOOL", {3}, std::vector<std::byte>(3, std::byte{1})});
    file.tensors.push_back(tensorFromFloats("a", DType::F64, {6}, values.data()));
    file.tensors.push_back(tensorFromFloats("none", DType::F32, {0, 4}, values.data()));
    file.tensors.push_back(tensorFromFloats("scalar", DType::F32, {}, values.data()));
    file.tensors.push_back({"f8", ElementType::Other, "F8_E4M3", {5}, std::vector<std::byte>(5, std::byte{0x38})});
    return file;
}

TEST(WriteSafetensors, ReadsBackAsItWas)
{
    const ScratchDir dir;
    const std::string path = dir.file("x.safetensors");
    const TensorFile written = example();
    const Status status = writeSafetensors(path, written);
    ASSERT_TRUE(status.ok()) << status.message();
    const Result<TensorFile> read = readTensorFile(path);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read->metadata, written.metadata);
    ASSERT_EQ(read->tensors.size(), written.tensors.size());
    for (const Tensor &tensor : written.tensors) {
        const Tensor *back = read->find(tensor.name);
        ASSERT_NE(back, nullptr) << tensor.name;
        EXPECT_EQ(back->type, tensor.type);
        EXPECT_EQ(back->typeName, tensor.typeName);
        EXPECT_EQ(back->shape, tensor.shape);
        EXPECT_EQ(back->data, tensor.data) << tensor.name;
    }
    EXPECT_EQ(dir.names(), std::vector<std::string>{"x.safetensors"}) << "nothing is left beside it";
}

/// The exact bytes, laid out by hand from the format's description.
TEST(WriteSafetensors, BytesAreFixed)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    TensorFile file;
    file.metadata = {{"b", "2"}, {"a", "1"}};
    file.tensors.push_back({"q", ElementType::U8, "U8", {3}, {std::byte{1}, std::byte{2}, std::byte{3}}});
    const float one = 1.0f;
    file.tensors.push_back(tensorFromFloats("z", DType::F32, {1}, &one));
    ASSERT_TRUE(writeSafetensors(path, file).ok());
    std::string header = R"({"__metadata__":{"a":"1","b":"2"},"q":{"dtype":"U8","shape":[3],"data_offsets":[4,7]},)"
                         R"("z":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    EXPECT_EQ(contents(path), safetensors(header, std::string("\0\0\x80\x3f\1\2\3", 7)));

    std::swap(file.tensors[0], file.tensors[1]);
    const std::string first = contents(path);
    ASSERT_TRUE(writeSafetensors(path, file).ok());
    EXPECT_EQ(contents(path), first) << "the order in memory does not show";
}

TEST(WriteSafetensors, EveryTensorIsAligned)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    ASSERT_TRUE(writeSafetensors(path, example()).ok());
    const std::string bytes = contents(path);
    EXPECT_EQ(static_cast<unsigned char>(bytes[0]) % 8, 0);
    const double three = 3.0;
    TensorFile file;
    file.tensors.push_back({"a", ElementType::Bool, "BOOL", {1}, {std::byte{1}}});
    Tensor wide{"b", ElementType::F64, "F64", {1}, std::vector<std::byte>(8)};
    std::memcpy(wide.data.data(), &three, 8);
    file.tensors.push_back(wide);
    ASSERT_TRUE(writeSafetensors(path, file).ok());
    EXPECT_NE(contents(path).find(R"("b":{"dtype":"F64","shape":[1],"data_offsets":[0,8]})"), std::string::npos);
}

TEST(WriteSafetensors, RefusesWhatTheFormatCannotHold)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    const auto attempt = [&path](const Tensor &tensor, int copies = 1) -> Result<int> {
        TensorFile file;
        file.tensors.assign(static_cast<std::size_t>(copies), tensor);
        const Status status = writeSafetensors(path, file);
        return status.ok() ? Result<int>(0) : Result<int>(status);
    };
    const float value = 1.0f;
    const Tensor good = tensorFromFloats("q", DType::F32, {1}, &value);
    EXPECT_TRUE(refuses(attempt(good, 2), path, "tensor 'q': cannot be written: there are two tensors of this name"));
    Tensor bad = good;
    bad.shape = {2};
    EXPECT_TRUE(refuses(attempt(bad), path, "4 bytes do not make shape [2] of F32"));
    bad.shape = {-1};
    EXPECT_TRUE(refuses(attempt(bad), path, "4 bytes do not make shape [-1] of F32"));
    bad = good;
    bad.name = "__metadata__";
    EXPECT_TRUE(refuses(attempt(bad), path, "keeps the name '__metadata__' for itself"));
    bad.name = "\xff";
    EXPECT_TRUE(refuses(attempt(bad), path, "the tensor name '\\xff' is not valid UTF-8"));
    bad = {"label", ElementType::Other, "<U3", {}, std::vector<std::byte>(12)};
    EXPECT_TRUE(refuses(attempt(bad), path, "safetensors has no element type for '<U3'"));
    TensorFile file;
    file.metadata = {{"note", "\xff"}};
    const Status status = writeSafetensors(path, file);
    EXPECT_NE(status.message().find("metadata value of 'note'"), std::string::npos) << status.message();
    EXPECT_FALSE(fs::exists(path)) << "nothing was written";
}

Result<int> write(const std::string &path, const std::string &bytes)
{
    const Status status = writeFileAtomically(path, bytes.data(), bytes.size());
    return status.ok() ? Result<int>(0) : Result<int>(status);
}

TEST(AtomicWrite, ReplacesAFileAndKeepsItsPermissions)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    ASSERT_TRUE(write(path, "old").ok());
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(write(path, "new and longer").ok());
    EXPECT_EQ(contents(path), "new and longer");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(write(path, "").ok());
    EXPECT_EQ(contents(path), "");
    EXPECT_EQ(dir.names(), std::vector<std::string>{"x"});
}

TEST(AtomicWrite, NewFilesFollowTheUmask)
{
    const ScratchDir dir;
    const mode_t old = umask(027);
    const bool written = write(dir.file("x"), "1").ok();
    umask(old);
    ASSERT_TRUE(written);
    EXPECT_EQ(fs::status(dir.file("x")).permissions(), fs::perms(0640));
}

TEST(AtomicWrite, FollowsASymbolicLink)
{
    const ScratchDir dir;
    ASSERT_TRUE(write(dir.file("target"), "old").ok());
    fs::create_symlink("target", dir.file("link"));
    ASSERT_TRUE(write(dir.file("link"), "new").ok());
    EXPECT_TRUE(fs::is_symlink(fs::symlink_status(dir.file("link"))));
    EXPECT_EQ(contents(dir.file("target")), "new");
}

TEST(AtomicWrite, SaysWhyAPlaceCannotBeWritten)
{
    const ScratchDir dir;
    const std::string missing = dir.file("no/such/x");
    EXPECT_TRUE(refuses(write(missing, "1"), missing,
                        "cannot be written: there is no directory '" + dir.file("no/such") + "'"));
    fs::create_directory(dir.file("dir"));
    EXPECT_TRUE(refuses(write(dir.file("dir"), "1"), dir.file("dir"), "cannot be written: it is a directory"));
    EXPECT_TRUE(refuses(write("/dev/null", "1"), "/dev/null", "it is a device or a pipe"));
    ASSERT_TRUE(write(dir.file("plain"), "1").ok());
    const std::string below = dir.file("plain/x");
    EXPECT_TRUE(refuses(write(below, "1"), below, "takes no new file: Not a directory"));
}

TEST(AtomicWrite, UnwritableDirectory)
{
    if (geteuid() == 0)
        GTEST_SKIP() << "root may write anywhere";
    const ScratchDir dir;
    fs::create_directory(dir.file("closed"));
    fs::permissions(dir.file("closed"), fs::perms::owner_read | fs::perms::owner_exec);
    const std::string path = dir.file("closed/x");
    EXPECT_TRUE(refuses(write(path, "1"), path, "takes no new file: Permission denied"));
    fs::permissions(dir.file("closed"), fs::perms::owner_all);
}

/// A limit on file size fails a write in the middle, as a full disk does.
TEST(AtomicWrite, NothingHalfWrittenWhenTheDiskIsFull)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    ASSERT_TRUE(write(path, "old").ok());
    rlimit old{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1 << 16, old.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Result<int> plain = write(path, std::string(1 << 20, 'x'));
    TensorFile file;
    file.tensors.push_back({"q", ElementType::U8, "U8", {1 << 20}, std::vector<std::byte>(1 << 20)});
    const Status tensors = writeSafetensors(path, file);
    setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, oldHandler);

    EXPECT_TRUE(refuses(plain, path, "could not be written, and is as it was before: File too large"));
    EXPECT_EQ(plain.status().code(), StatusCode::IoError);
    EXPECT_FALSE(tensors.ok());
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(dir.names(), std::vector<std::string>{"x"}) << "no temporary file is left";
}

} // namespace
} // namespace ulpscope::test
