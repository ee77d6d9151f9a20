// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Reading of resources/tables: zlib streams of differences between neighbouring words.
#include "engine/numerics/approx.h"

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

namespace ulpscope {
namespace {

constexpr std::size_t kEntries = WordTable::kEntries;

/// What the words of a file must look like: a damaged or exchanged file is refused instead of giving wrong bits.
struct TableFile {
    std::string path;
    std::size_t bytesPerEntry;     ///< 1: signed bytes; 4: little-endian 32-bit integers
    std::uint32_t startWord;       ///< what the first difference is relative to
    std::uint32_t lowest, highest; ///< range of the words
};

Result<std::string> readFile(const std::string &path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Status(StatusCode::NotFound, phrase("table file %1 does not exist", path));
    std::ifstream file(path, std::ios::binary);
    std::string contents(std::istreambuf_iterator<char>(file), {});
    if (file.bad() || contents.empty())
        return Status(StatusCode::IoError, phrase("table file %1 cannot be read", path));
    return contents;
}

Result<std::vector<std::uint32_t>> readWords(const TableFile &table)
{
    Result<std::string> packed = readFile(table.path);
    if (!packed.ok())
        return packed.status();
    std::vector<unsigned char> raw(kEntries * table.bytesPerEntry);
    uLongf size = static_cast<uLongf>(raw.size());
    const int zlibStatus = uncompress(raw.data(), &size, reinterpret_cast<const Bytef *>(packed->data()),
                                      static_cast<uLong>(packed->size()));
    if (zlibStatus != Z_OK || size != raw.size())
        return Status::invalid(
            phrase("table file %1 is damaged: expected a zlib stream of %2 bytes", table.path, raw.size()));

    std::vector<std::uint32_t> words(kEntries);
    std::uint32_t word = table.startWord;
    const unsigned char *in = raw.data();
    for (std::size_t i = 0; i < kEntries; ++i, in += table.bytesPerEntry) {
        if (table.bytesPerEntry == 1)
            word += static_cast<std::uint32_t>(static_cast<signed char>(in[0]));
        else
            word += static_cast<std::uint32_t>(in[0]) | static_cast<std::uint32_t>(in[1]) << 8 |
                    static_cast<std::uint32_t>(in[2]) << 16 | static_cast<std::uint32_t>(in[3]) << 24;
        if (word < table.lowest || word > table.highest)
            return Status::invalid(
                phrase("table file %1 is not such a table: entry %2 is out of range", table.path, i));
        words[i] = word;
    }
    return words;
}

Status readTable(const TableFile &file, WordTable &out)
{
    Result<std::vector<std::uint32_t>> words = readWords(file);
    if (!words.ok())
        return words.status();
    if (!out.assign(words.value()))
        return Status::invalid(
            phrase("table file %1 is not such a table: neighbouring entries lie too far apart", file.path));
    return {};
}

} // namespace

struct ApproxTablesLoader {
    static Result<std::shared_ptr<const ApproxTables>> read(const std::string &directory, const std::string &id)
    {
        auto tables = std::make_shared<ApproxTables>();
        tables->m_id = id;
        if (Status s = readTable({directory + "/ex2_" + id + ".bin.z", 1, kEx2StartWord, 0x40000000u, 0x407FFFFFu},
                                 tables->m_ex2);
            !s.ok())
            return s;
        if (Status s = readTable({directory + "/rcp_" + id + ".bin.z", 1, kRcpStartWord, 0x3F000000u, 0x3F800000u},
                                 tables->m_rcp);
            !s.ok())
            return s;
        if (Status s =
                readTable({directory + "/lg2_" + id + "_2to4.bin.z", 1, kLg2HighStartWord, 0x3F800000u, 0x3FFFFFFFu},
                          tables->m_lg2High);
            !s.ok())
            return s;
        auto low = readWords({directory + "/lg2_" + id + "_1to2.bin.z", 4, kLg2LowStartWord, 0, 0x3F7FFFFFu});
        if (!low.ok())
            return low.status();
        tables->m_lg2Low = std::move(low).value();
        return std::shared_ptr<const ApproxTables>(std::move(tables));
    }
};

Result<std::shared_ptr<const ApproxTables>> ApproxTables::fromWords(std::string id,
                                                                    const std::vector<std::uint32_t> &ex2,
                                                                    const std::vector<std::uint32_t> &rcp,
                                                                    std::vector<std::uint32_t> lg2Low,
                                                                    const std::vector<std::uint32_t> &lg2High)
{
    auto tables = std::make_shared<ApproxTables>();
    tables->m_id = std::move(id);
    tables->m_lg2Low = std::move(lg2Low);
    if (ex2.size() != kEntries || rcp.size() != kEntries || tables->m_lg2Low.size() != kEntries ||
        lg2High.size() != kEntries)
        return Status::invalid(phrase("a table of measured words has not %1 entries", kEntries));
    if (!tables->m_ex2.assign(ex2) || !tables->m_rcp.assign(rcp) || !tables->m_lg2High.assign(lg2High))
        return Status::invalid(phrase("measured words of neighbouring arguments lie too far apart for a table"));
    return std::shared_ptr<const ApproxTables>(std::move(tables));
}

Result<std::string> packWords(const std::vector<std::uint32_t> &words, std::uint32_t startWord, bool wide,
                              const std::string &what)
{
    std::string raw;
    raw.reserve(words.size() * (wide ? 4 : 1));
    std::uint32_t before = startWord;
    for (const std::uint32_t word : words) {
        const std::uint32_t difference = word - before;
        before = word;
        const auto value = static_cast<std::int32_t>(difference);
        if (!wide && (value < -128 || value > 127))
            return Status::invalid(
                phrase("%1: the results of neighbouring arguments lie further apart than a table file can say", what));
        for (int byte = 0; byte < (wide ? 4 : 1); ++byte)
            raw.push_back(static_cast<char>(difference >> 8 * byte & 0xFF));
    }
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef *>(packed.data()), &size, reinterpret_cast<const Bytef *>(raw.data()),
                  static_cast<uLong>(raw.size()), Z_DEFAULT_COMPRESSION) != Z_OK)
        return Status(StatusCode::OutOfMemory, phrase("%1: not enough memory to compress the table", what));
    packed.resize(size);
    return packed;
}

Result<std::shared_ptr<const ApproxTables>> ApproxTables::load(const std::string &directory, const std::string &id)
{
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::string>, std::shared_ptr<const ApproxTables>> cache;
    // Held while reading: a second caller of the same tables waits for them instead of reading them again.
    const std::lock_guard lock(mutex);
    auto &entry = cache[{directory, id}];
    if (!entry) {
        auto read = ApproxTablesLoader::read(directory, id);
        if (!read.ok())
            return read.status();
        entry = std::move(read).value();
    }
    return entry;
}

} // namespace ulpscope
