// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/catalog.h"

#include "engine/io/tensor.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace ulpscope {
namespace {

constexpr std::size_t kMaxProfileBytes = 4u << 20;

Result<std::vector<std::string>> jsonFilesIn(const std::string &directory)
{
    std::error_code error;
    std::vector<std::string> paths;
    for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".json")
            paths.push_back(it->path().string());
    }
    if (error)
        return Status(StatusCode::NotFound, phrase("%1: cannot be read (%2)", directory, error.message()));
    std::sort(paths.begin(), paths.end());
    return paths;
}

template <typename T>
using Parser = Result<T> (*)(const std::string &text, const std::string &path);

template <typename T>
Result<T> readOne(const std::string &path, Parser<T> parse)
{
    const Result<std::vector<std::byte>> bytes = readWholeFile(path, kMaxProfileBytes);
    if (!bytes.ok())
        return bytes.status();
    const std::string text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
    Result<T> entry = parse(text, path);
    if (entry.ok() && entry->id + ".json" != std::filesystem::path(path).filename())
        return Status::invalid(phrase("%1: \"id\" is '%2', expected the file's name", path, entry->id));
    return entry;
}

template <typename T>
Result<std::vector<T>> readAll(const std::string &directory, Parser<T> parse)
{
    const Result<std::vector<std::string>> paths = jsonFilesIn(directory);
    if (!paths.ok())
        return paths.status();
    std::vector<T> list;
    for (const std::string &path : paths.value()) {
        Result<T> entry = readOne(path, parse);
        if (!entry.ok())
            return entry.status();
        list.push_back(std::move(entry).value());
    }
    return list;
}

/// Adds the user's files to what is shipped. A file that is wrong is a sentence and no entry.
template <typename T>
void addOwn(const std::string &directory, Parser<T> parse, std::vector<T> &list, std::vector<Phrase> &problems)
{
    std::error_code ignored;
    if (!std::filesystem::is_directory(directory, ignored))
        return;
    const Result<std::vector<std::string>> paths = jsonFilesIn(directory);
    if (!paths.ok()) {
        problems.push_back(paths.status().phrase());
        return;
    }
    for (const std::string &path : paths.value()) {
        Result<T> entry = readOne(path, parse);
        if (!entry.ok()) {
            problems.push_back(entry.status().phrase());
        } else if (std::any_of(list.begin(), list.end(), [&](const T &other) { return other.id == entry->id; })) {
            problems.push_back(phrase("%1: \"id\" is '%2', which is shipped; expected another name", path, entry->id));
        } else {
            entry->userFile = path;
            list.push_back(std::move(entry).value());
        }
    }
}

template <typename T>
Result<const T *> findById(const std::vector<T> &list, const std::string &id, const Phrase &what)
{
    std::string known;
    for (const T &entry : list) {
        if (entry.id == id)
            return &entry;
        known += (known.empty() ? "" : ", ") + entry.id;
    }
    return Status(StatusCode::NotFound, phrase("no %1 '%2', expected one of %3", what, id, known));
}

} // namespace

Result<Catalog> Catalog::load(const std::string &resourceDirectory, const std::string &userDirectory)
{
    Catalog catalog;
    catalog.resourceDirectory = resourceDirectory;
    catalog.userDirectory = userDirectory;
    Result<std::vector<DeviceProfile>> devices =
        readAll<DeviceProfile>(resourceDirectory + "/devices", parseDeviceProfile);
    if (!devices.ok())
        return devices.status();
    catalog.devices = std::move(devices).value();
    Result<std::vector<KernelFamily>> kernels =
        readAll<KernelFamily>(resourceDirectory + "/kernels", parseKernelFamily);
    if (!kernels.ok())
        return kernels.status();
    catalog.kernels = std::move(kernels).value();
    if (!userDirectory.empty()) {
        addOwn<DeviceProfile>(userDirectory + "/devices", parseDeviceProfile, catalog.devices, catalog.problems);
        addOwn<KernelFamily>(userDirectory + "/kernels", parseKernelFamily, catalog.kernels, catalog.problems);
    }
    std::sort(catalog.devices.begin(), catalog.devices.end(), [](const auto &a, const auto &b) {
        return std::tie(a.ccMajor, a.ccMinor, a.id) < std::tie(b.ccMajor, b.ccMinor, b.id);
    });
    return catalog;
}

std::string Catalog::tableDirectory(const std::string &approxTable) const
{
    const std::string shipped = resourceDirectory + "/tables", own = userDirectory + "/tables";
    const std::string file = "/ex2_" + approxTable + ".bin.z";
    std::error_code ignored;
    const bool isOwn = !userDirectory.empty() && !std::filesystem::exists(shipped + file, ignored) &&
                       std::filesystem::exists(own + file, ignored);
    return isOwn ? own : shipped;
}

Result<const DeviceProfile *> Catalog::device(const std::string &id) const
{
    return findById(devices, id, phrase("device"));
}
Result<const KernelFamily *> Catalog::kernel(const std::string &id) const
{
    return findById(kernels, id, phrase("kernel"));
}

} // namespace ulpscope
