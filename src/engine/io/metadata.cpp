// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/metadata.h"

#include "engine/io/python_literal.h"
#include "engine/io/text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

using io::inQuotes;

Result<std::optional<double>> parseScale(std::string_view text)
{
    if (text == "None")
        return std::optional<double>();
    const Result<double> scale = parsePythonFloat(text);
    if (!scale.ok())
        return scale.status();
    return std::optional<double>(scale.value());
}

Result<CausalAlignment> parseAlignment(std::string_view text)
{
    if (text == "top-left")
        return CausalAlignment::TopLeft;
    if (text == "bottom-right")
        return CausalAlignment::BottomRight;
    return Status::invalid(phrase("expected top-left or bottom-right, found %1", inQuotes(text)));
}

/// FlashAttention's window_size.
Result<std::optional<std::pair<int, int>>> parseWindow(std::string_view text)
{
    const Result<std::vector<int>> sizes = parsePythonIntList(text);
    if (!sizes.ok() || sizes->size() != 2)
        return Status::invalid(phrase("expected two integers such as (128, 0), found %1", inQuotes(text)));
    return std::optional(std::pair(sizes->front(), sizes->back()));
}

Result<int> parseCopies(std::string_view text)
{
    constexpr int kMostCopies = 1'000'000;
    int copies = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), copies);
    if (error != std::errc() || stop != text.data() + text.size() || copies < 1 || copies > kMostCopies)
        return Status::invalid(phrase("expected a whole number from 1 to 1,000,000, found %1", inQuotes(text)));
    return copies;
}

/// Parses one key of the metadata into `value`, if the file has it.
template <typename T, typename Parse>
Status readKey(const TensorFile &file, const std::string &key, T &value, Parse parse)
{
    const auto at = file.metadata.find(key);
    if (at == file.metadata.end())
        return {};
    auto parsed = parse(at->second);
    if (!parsed.ok())
        return io::badFile(file.path, phrase("metadata %1: %2", inQuotes(key), parsed.status().phrase()));
    value = std::move(parsed).value();
    return {};
}

} // namespace

Result<bool> parsePythonBool(std::string_view text)
{
    if (text == "True" || text == "False")
        return text == "True";
    return Status::invalid(phrase("expected True or False, found %1", inQuotes(text)));
}

Result<double> parsePythonFloat(std::string_view text)
{
    double value = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::general);
    if (error != std::errc() || stop != text.data() + text.size() || !std::isfinite(value))
        return Status::invalid(phrase("expected a finite decimal number such as 0.125, found %1", inQuotes(text)));
    return value;
}

Result<std::map<std::string, int>> parsePythonIntDict(std::string_view text)
{
    io::PythonLiteralCursor cursor(text);
    const auto malformed = [&] {
        return Status::invalid(phrase("expected a dict such as {'BLOCK_M': 128}, found %1 (wrong at character %2)",
                                      inQuotes(text), cursor.position()));
    };
    std::map<std::string, int> values;
    if (!cursor.take('{'))
        return malformed();
    while (!cursor.take('}')) {
        std::string key;
        if (!cursor.takeString(key) || !cursor.take(':'))
            return malformed();
        std::int64_t value = 0;
        if (cursor.takeWord("True"))
            value = 1;
        else if (!cursor.takeWord("False") && !cursor.takeInteger(value))
            return Status::invalid(phrase("the value of %1 must be an integer, True or False", inQuotes(key)));
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
            return Status::invalid(phrase("the value of %1 is too large: %2", inQuotes(key), value));
        if (!values.emplace(key, static_cast<int>(value)).second)
            return Status::invalid(phrase("the key %1 is there twice", inQuotes(key)));
        if (cursor.take(','))
            continue;
        if (!cursor.take('}'))
            return malformed();
        break;
    }
    if (!cursor.atEnd())
        return malformed();
    return values;
}

Result<std::vector<int>> parsePythonIntList(std::string_view text)
{
    io::PythonLiteralCursor cursor(text);
    const auto malformed = [&] {
        return Status::invalid(phrase("expected a list of integers such as [3, 5], found %1 (wrong at character %2)",
                                      inQuotes(text), cursor.position()));
    };
    std::vector<int> values;
    const char close = cursor.take('[') ? ']' : ')';
    if (close == ')' && !cursor.take('('))
        return malformed();
    while (!cursor.take(close)) {
        std::int64_t value = 0;
        if (!cursor.takeInteger(value) || value < std::numeric_limits<int>::min() ||
            value > std::numeric_limits<int>::max())
            return malformed();
        values.push_back(static_cast<int>(value));
        if (cursor.take(','))
            continue;
        if (!cursor.take(close))
            return malformed();
        break;
    }
    if (!cursor.atEnd())
        return malformed();
    return values;
}

Result<AttentionMetadata> readAttentionMetadata(const TensorFile &file)
{
    AttentionMetadata metadata;
    if (Status status = readKey(file, "scale", metadata.scale, parseScale); !status.ok())
        return status;
    if (Status status = readKey(file, "causal", metadata.causal, parsePythonBool); !status.ok())
        return status;
    if (Status status = readKey(file, "causal_alignment", metadata.causalAlignment, parseAlignment); !status.ok())
        return status;
    if (Status status = readKey(file, "window_size", metadata.windowSize, parseWindow); !status.ok())
        return status;
    if (Status status = readKey(file, "key_lengths", metadata.keyLengths, parsePythonIntList); !status.ok())
        return status;
    if (Status status = readKey(file, "softcap", metadata.softcap, parseScale); !status.ok())
        return status;
    if (Status status = readKey(file, "kernel_options", metadata.kernelOptions, parsePythonIntDict); !status.ok())
        return status;
    if (Status status = readKey(file, "copies", metadata.copies, parseCopies); !status.ok())
        return status;
    return metadata;
}

} // namespace ulpscope
