// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/io_test_support.h"
#include "engine/io/metadata.h"

#include <sys/stat.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace ulpscope::test {
namespace {

void put(const std::string &path, const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

TEST(TensorFile, ContentDecidesNotTheSuffix)
{
    const ScratchDir dir;
    const std::string array = npy(npyDict("<f4", "(1,)"), std::string(4, '\0'));
    const std::string wrong = dir.file("q.safetensors");
    put(wrong, array);
    EXPECT_TRUE(readTensorFile(wrong).ok());
    put(wrong, zip({ZipMember::stored("q.npy", array)}));
    EXPECT_TRUE(readTensorFile(wrong).ok());
    const std::string bare = dir.file("tensors");
    put(bare, safetensors("{}"));
    EXPECT_TRUE(readTensorFile(bare).ok());
}

/// A header length of 0x0280 bytes begins as a pickle of protocol 2 does.
TEST(TensorFile, HeaderLengthIsNotTakenForAPickle)
{
    const ScratchDir dir;
    const std::string path = dir.file("x.safetensors");
    put(path, safetensors("{}" + std::string(0x280 - 2, ' ')));
    const Result<TensorFile> file = readTensorFile(path);
    EXPECT_TRUE(file.ok()) << file.status().message();
}

TEST(TensorFile, PickleIsRefusedWithTheSnippetThatConvertsIt)
{
    const ScratchDir dir;
    const std::string old = dir.file("it's.pth");
    put(old, std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P\x19.", 15));
    for (const std::string &path : {old, fixture("checkpoint.pt")}) {
        const Result<TensorFile> file = readTensorFile(path);
        ASSERT_FALSE(file.ok());
        EXPECT_EQ(file.status().code(), StatusCode::Unsupported);
        EXPECT_TRUE(refuses(file, path, "is a Python pickle"));
        EXPECT_TRUE(refuses(file, path, "torch.load("));
        EXPECT_TRUE(refuses(file, path, "weights_only=True"));
        EXPECT_TRUE(refuses(file, path, "safetensors.torch.save_file("));
        EXPECT_TRUE(refuses(file, path, ".safetensors')"));
    }
    EXPECT_TRUE(refuses(readTensorFile(old), old, "it\\'s.safetensors')")) << "the path is a Python string";
}

TEST(TensorFile, OtherFilesAreNamed)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    const std::pair<std::string, const char *> cases[] = {
        {"", "is empty (0 bytes)"},
        {"x", "is no tensor file"},
        {"hello, this is a text and no tensor", "is no tensor file"},
        {"{\"schema\": 1, \"is\": \"json\"}", "is no tensor file"},
        {"\x89HDF\r\n\x1a\n", "is an HDF5 file"},
        {"\x1f\x8b\x08 compressed", "unpack it first"},
        {"\xfd"
         "7zXZ and more",
         "unpack it first"},
        {"\x28\xb5\x2f\xfd and more", "unpack it first"},
    };
    for (const auto &[bytes, expected] : cases) {
        put(path, bytes);
        EXPECT_TRUE(refuses(readTensorFile(path), path, expected));
    }
}

TEST(TensorFile, WhatIsNotARegularFile)
{
    const ScratchDir dir;
    const std::string missing = dir.file("missing.npy");
    EXPECT_TRUE(refuses(readTensorFile(missing), missing, "there is no such file"));
    EXPECT_EQ(readTensorFile(missing).status().code(), StatusCode::NotFound);
    const std::string directory = std::filesystem::path(missing).parent_path().string();
    EXPECT_TRUE(refuses(readTensorFile(directory), directory, "is a directory"));
    EXPECT_TRUE(refuses(readTensorFile("/dev/zero"), "/dev/zero", "is a device or a pipe"));
    const std::string pipe = dir.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_TRUE(refuses(readTensorFile(pipe), pipe, "is a device or a pipe"));
}

/// A sparse file takes no room on the disk, whatever its size.
TEST(TensorFile, LargerThanMemory)
{
    const ScratchDir dir;
    const std::string path = dir.file("x.safetensors");
    put(path, safetensors("{}"));
    std::error_code error;
    std::filesystem::resize_file(path, std::uintmax_t{1} << 43, error);
    if (error)
        GTEST_SKIP() << "no sparse file of 8 TiB here: " << error.message();
    EXPECT_TRUE(refuses(readTensorFile(path), path, "of memory of this machine"));
    EXPECT_EQ(readTensorFile(path).status().code(), StatusCode::OutOfMemory);
}

TEST(TensorFile, WholeFileHasALimit)
{
    const ScratchDir dir;
    const std::string path = dir.file("x");
    put(path, "12345");
    EXPECT_EQ(readWholeFile(path, 5).value().size(), 5u);
    EXPECT_TRUE(refuses(readWholeFile(path, 4), path, "holds 5 bytes, more than the 4 bytes"));
}

std::string sharedDir()
{
    const char *set = std::getenv("ULPSCOPE_SHARED_DIR");
    return set ? set : std::string(ULPSCOPE_SOURCE_DIR) + "/../shared";
}

/// The recorded outputs of real kernels: q is [batch, heads, Tq, d], k and v are [batch, kv heads, Tk, d], outputs are
/// as q, an LSE is [batch, heads, Tq]; all sizes are in the metadata, as text.
TEST(TensorFile, RecordedKernelOutputsHaveTheShapesTheyState)
{
    const std::filesystem::path golden = std::filesystem::path(sharedDir()) / "golden";
    if (!std::filesystem::is_directory(golden))
        GTEST_SKIP() << "no recorded outputs in " << golden << " (set ULPSCOPE_SHARED_DIR)";
    int files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(golden)) {
        if (entry.path().extension() != ".safetensors")
            continue;
        SCOPED_TRACE(entry.path().filename().string());
        ++files;
        const Result<TensorFile> file = readTensorFile(entry.path().string());
        ASSERT_TRUE(file.ok()) << file.status().message();
        const auto size = [&](const char *key) { return std::stoll(file->metadata.at(key)); };
        const std::vector<std::int64_t> shapeQ = {1, size("heads"), size("Tq"), size("d")};
        const std::vector<std::int64_t> shapeK = {1, size("kv_heads"), size("Tk"), size("d")};
        const DType type = file->metadata.at("dtype") == "torch.float16" ? DType::F16 : DType::BF16;
        int outputs = 0;
        for (const Tensor &tensor : file->tensors) {
            SCOPED_TRACE(tensor.name);
            if (tensor.name.starts_with("lse")) {
                EXPECT_EQ(tensor.shape, (std::vector<std::int64_t>{1, size("heads"), size("Tq")}));
                EXPECT_EQ(toDType(tensor).value(), DType::F32);
                continue;
            }
            EXPECT_EQ(tensor.shape, tensor.name == "k" || tensor.name == "v" ? shapeK : shapeQ);
            EXPECT_EQ(toDType(tensor).value(), type);
            EXPECT_EQ(toFloats(tensor).value().size(), static_cast<std::size_t>(tensor.elementCount()));
            outputs += tensor.name.starts_with("o");
        }
        for (const char *name : {"q", "k", "v"})
            EXPECT_NE(file->find(name), nullptr) << name;
        EXPECT_GE(outputs, 1);

        const Result<AttentionMetadata> metadata = readAttentionMetadata(file.value());
        ASSERT_TRUE(metadata.ok()) << metadata.status().message();
        EXPECT_DOUBLE_EQ(metadata->scale.value(), 1 / std::sqrt(static_cast<double>(size("d"))));
        EXPECT_EQ(metadata->causal.value(), file->metadata.at("causal") == "True");
        EXPECT_EQ(metadata->kernelOptions.empty(), !entry.path().filename().string().starts_with("flex"));
    }
    EXPECT_GT(files, 0);
}

} // namespace
} // namespace ulpscope::test
