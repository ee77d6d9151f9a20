// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// npz: a zip archive of npy members, one for each array.
#include "engine/io/readers.h"
#include "engine/io/text.h"
#include "engine/io/zip.h"

#include <algorithm>
#include <numeric>

namespace ulpscope {
namespace io {
namespace {

constexpr std::string_view kSuffix = ".npy";

/// PyTorch's zip checkpoints (since 1.6) keep their pickle in <name>/data.pkl.
bool isPickle(const ZipEntry &entry)
{
    constexpr std::string_view kPickle = "data.pkl";
    return std::string_view(entry.name).ends_with(kPickle);
}

Result<TensorFile> readNpzUnguarded(ByteSource &source, const std::string &path)
{
    const Result<std::vector<ZipEntry>> directory = readZipDirectory(source, path);
    if (!directory.ok())
        return directory.status();
    const std::vector<ZipEntry> &entries = directory.value();
    if (std::any_of(entries.begin(), entries.end(), isPickle))
        return refusePickle(path);
    if (entries.empty())
        return badFile(path, phrase("is a zip archive without members"));

    const std::uint64_t uncompressed =
        std::accumulate(entries.begin(), entries.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const ZipEntry &entry) { return sum + entry.size; });
    if (Status fits = checkFitsInMemory(path, uncompressed); !fits.ok())
        return fits;

    TensorFile file;
    file.path = path;
    for (const ZipEntry &entry : entries) {
        if (!entry.name.ends_with(kSuffix) || entry.name.size() == kSuffix.size())
            return badFile(path, phrase("is a zip archive, but not of arrays: its member %1 is not NAME.npy",
                                        inQuotes(entry.name)));
        ZipEntryReader reader(source, entry, path);
        Result<Tensor> tensor = readNpyArray(reader, path, entry.name.substr(0, entry.name.size() - kSuffix.size()));
        if (!tensor.ok())
            return tensor.status();
        if (Status status = reader.finish(); !status.ok())
            return status;
        file.tensors.push_back(std::move(tensor).value());
    }
    std::sort(file.tensors.begin(), file.tensors.end(),
              [](const Tensor &a, const Tensor &b) { return a.name < b.name; });
    return file;
}

} // namespace

Result<TensorFile> readNpz(ByteSource &source, const std::string &path)
{
    return withMemoryGuard(pathInQuotes(path), [&] { return readNpzUnguarded(source, path); });
}

} // namespace io

Result<TensorFile> parseNpz(const std::byte *data, std::size_t size, const std::string &path)
{
    io::MemorySource source(data, size);
    return io::readNpz(source, path);
}

} // namespace ulpscope
