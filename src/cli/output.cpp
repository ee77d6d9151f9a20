// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include "engine/numerics/bits_text.h"
#include "engine/session/json_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>

namespace ulpscope::cli {

Table::Table(std::vector<std::string> header) : m_hasHeader(!header.empty())
{
    if (m_hasHeader)
        m_rows.push_back(std::move(header));
}

void Table::add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }

void Table::print() const
{
    std::vector<std::size_t> widths;
    for (const std::vector<std::string> &row : m_rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    const auto printRow = [&](const std::vector<std::string> &row) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + (i + 1 < row.size() ? std::string(widths[i] - row[i].size() + 2, ' ') : std::string());
        line.erase(line.find_last_not_of(' ') + 1);
        std::cout << line << "\n";
    };
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        printRow(m_rows[i]);
        if (i == 0 && m_hasHeader) {
            std::vector<std::string> rule;
            for (const std::size_t width : widths)
                rule.emplace_back(width, '-');
            printRow(rule);
        }
    }
}

void printJson(const nlohmann::json &json) { std::cout << jsonText(json); }

namespace {

template <typename T>
std::string fewestDigits(T value)
{
    if (std::isnan(value))
        return "nan";
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

} // namespace

std::string shortest(float value) { return fewestDigits(value); }
std::string shortest(double value) { return fewestDigits(value); }

std::string rounded(double value, int digits)
{
    if (std::isnan(value))
        return "nan";
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

std::string bitsText(DType type, float value)
{
    std::string text = bitsAsText(type, value);
    std::transform(text.begin() + 2, text.end(), text.begin() + 2,
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

std::string joined(const std::vector<std::string> &words, std::string_view between)
{
    std::string text;
    for (const std::string &word : words) {
        if (!text.empty())
            text += between;
        text += word;
    }
    return text;
}

} // namespace ulpscope::cli
