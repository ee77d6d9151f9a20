// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/numerics/formats.h"
#include "engine/schedule/evidence.h"
#include "engine/status.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

/// Strict reading of one JSON object: collects the first error instead of throwing, and refuses unknown keys.
class JsonFields {
public:
    /// `where` names file and place in messages: "resources/devices/h200.json: mma[2]".
    JsonFields(const nlohmann::json &object, std::string where);

    std::string text(const char *key); ///< required
    std::string optionalText(const char *key, std::string fallback = {});
    int integer(const char *key); ///< required
    std::optional<int> optionalInteger(const char *key);
    std::optional<std::uint64_t> optionalUnsigned(const char *key);
    std::optional<double> optionalNumber(const char *key);
    std::optional<bool> optionalBool(const char *key);
    std::vector<std::string> texts(const char *key);                           ///< optional list of strings
    std::vector<std::pair<std::string, std::string>> textMap(const char *key); ///< optional {name: string}, file order
    Evidence evidence(const char *key);                                        ///< required {"kind": ..., "text": ...}
    /// The member, or null with an error when it is missing or not of the wanted kind.
    const nlohmann::json *list(const char *key, bool required);
    const nlohmann::json *object(const char *key, bool required);
    void fail(const Phrase &message);
    /// Takes over the error of an object inside this one, whose sentence names its own place.
    void keep(const Status &status);
    /// After the last field: Ok, or the first error; a key that nobody asked for is one.
    Status finish();

private:
    const nlohmann::json *get(const char *key, bool required);
    const nlohmann::json &m_object;
    std::string m_where;
    std::vector<std::string> m_asked;
    Status m_status;
};

/// Parses JSON text that must be an object with this "schema"; the message says what and where.
Result<nlohmann::json> parseJsonObject(const std::string &text, const std::string &path, std::string_view schema);

/// "fp16", "bf16", "tf32", "fp32".
Result<DType> parseDType(std::string_view name);
/// What a tensor core multiplies: "fp16", "bf16", "tf32", "e4m3", "e5m2".
Result<DType> parseOperandType(std::string_view name);

} // namespace ulpscope
