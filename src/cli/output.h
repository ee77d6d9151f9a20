// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// How results are printed: aligned columns for people, one JSON object for programs. Numbers never depend on the
// locale.
#pragma once

#include "engine/numerics/formats.h"
#include "engine/phrase.h"
#include "engine/session/count_text.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The command line speaks English.
inline void to_json(nlohmann::json &json, const Phrase &phrase) { json = phrase.english(); }

namespace cli {

/// Rows of cells, printed with columns as wide as their widest cell; the last column is not padded.
class Table {
public:
    explicit Table(std::vector<std::string> header = {});
    void add(std::vector<std::string> row);
    void print() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    bool m_hasHeader;
};

void printJson(const nlohmann::json &json);

/// The fewest digits that read back as the same value of that type; "nan", "inf", "-inf".
std::string shortest(float value);
std::string shortest(double value);
/// `digits` significant digits.
std::string rounded(double value, int digits = 4);
/// The bits of a value of `type`: "0x3C00".
std::string bitsText(DType type, float value);
/// "a, b, c"
std::string joined(const std::vector<std::string> &words, std::string_view between = ", ");

} // namespace cli
} // namespace ulpscope
