// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/readers.h"
#include "engine/io/tensor.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace ulpscope {
namespace io {

Status refusePickle(const std::string &path)
{
    const std::string target = std::filesystem::path(path).replace_extension(".safetensors").string();
    return {StatusCode::Unsupported,
            phrase("%1: is a Python pickle, which can run code when loaded and is never opened here; convert it in "
                   "Python:%2",
                   pathInQuotes(path),
                   "\nimport torch, safetensors.torch\n"
                   "tensors = torch.load(" +
                       pythonString(path) +
                       ", map_location='cpu', weights_only=True)\n"
                       "safetensors.torch.save_file({name: t.contiguous() for name, t in tensors.items()}, " +
                       pythonString(target) + ")")};
}

namespace {

/// Enough to tell the formats apart.
using Head = std::array<unsigned char, 16>;

bool beginsWith(std::string_view head, std::string_view magic) { return head.substr(0, magic.size()) == magic; }

/// Protocol 2 to 5 in its first two bytes; PyTorch's old checkpoints begin so, too.
bool isPickle(std::string_view head) { return head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5; }

/// What a file is that is none of the three, for a message that says what to do.
Status refuseUnknown(std::string_view head, const std::string &path)
{
    using namespace std::string_view_literals;
    if (isPickle(head))
        return refusePickle(path);
    if (beginsWith(head, "\x89HDF\r\n\x1a\n"sv))
        return {StatusCode::Unsupported,
                phrase("%1: is an HDF5 file; save its arrays as npz or safetensors", pathInQuotes(path))};
    if (beginsWith(head, "\x1f\x8b"sv) || beginsWith(head, "\xfd\x37zXZ"sv) || beginsWith(head, "\x28\xb5\x2f\xfd"sv))
        return {StatusCode::Unsupported,
                phrase("%1: is compressed (gzip, xz or zstd); unpack it first", pathInQuotes(path))};
    return badFile(path, phrase("is no tensor file: it begins neither like safetensors (a header length and '{') nor "
                                "like npy nor npz"));
}

} // namespace

} // namespace io

Result<TensorFile> readTensorFile(const std::string &path)
{
    const auto opened = io::FileSource::open(path);
    if (!opened.ok())
        return opened.status();
    io::ByteSource &source = *opened.value();
    if (source.size() == 0)
        return io::badFile(path, phrase("is empty (0 bytes)"));
    io::Head bytes{};
    const auto known = static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), bytes.size()));
    if (Status status = source.read(0, bytes.data(), known); !status.ok())
        return status;
    const std::string_view head(reinterpret_cast<const char *>(bytes.data()), known);
    if (io::beginsWith(head, io::kNpyMagic))
        return io::readNpy(source, path);
    if (io::beginsWith(head, "PK\x03\x04") || io::beginsWith(head, "PK\x05\x06"))
        return io::readNpz(source, path);
    // Before pickle: a header length can begin with the same two bytes as one.
    constexpr std::size_t kHeaderStart = 8;
    if (known > kHeaderStart && head[kHeaderStart] == '{')
        return io::readSafetensors(source, path);
    return io::refuseUnknown(head, path);
}

} // namespace ulpscope
