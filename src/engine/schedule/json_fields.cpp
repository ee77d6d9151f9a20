// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/json_fields.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ulpscope {

JsonFields::JsonFields(const nlohmann::json &object, std::string where) : m_object(object), m_where(std::move(where))
{
    if (!object.is_object())
        fail(phrase("expected an object"));
}

namespace {

/// A message may quote the file: what is quoted must neither break the line nor fill the screen.
Phrase presentable(const Phrase &message)
{
    constexpr std::size_t kLongest = 400;
    std::string text = message.english();
    for (char &c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            c = '?';
    }
    if (text.size() > kLongest)
        text = text.substr(0, kLongest) + "...";
    return message == text ? message : Phrase(text);
}

} // namespace

void JsonFields::fail(const Phrase &message)
{
    if (m_status.ok())
        m_status = Status::invalid(phrase("%1: %2", m_where, presentable(message)));
}

void JsonFields::keep(const Status &status)
{
    if (m_status.ok())
        m_status = status;
}

const nlohmann::json *JsonFields::get(const char *key, bool required)
{
    m_asked.emplace_back(key);
    if (!m_object.is_object())
        return nullptr;
    const auto it = m_object.find(key);
    if (it != m_object.end())
        return &*it;
    if (required)
        fail(phrase("\"%1\" is missing", key));
    return nullptr;
}

std::string JsonFields::text(const char *key)
{
    const nlohmann::json *value = get(key, true);
    if (!value)
        return {};
    if (!value->is_string()) {
        fail(phrase("\"%1\" must be a string", key));
        return {};
    }
    return value->get<std::string>();
}

std::string JsonFields::optionalText(const char *key, std::string fallback)
{
    if (!m_object.is_object() || !m_object.contains(key)) {
        m_asked.emplace_back(key);
        return fallback;
    }
    return text(key);
}

int JsonFields::integer(const char *key)
{
    const std::optional<int> value = optionalInteger(key);
    if (!value)
        fail(phrase("\"%1\" is missing", key));
    return value.value_or(0);
}

std::optional<int> JsonFields::optionalInteger(const char *key)
{
    const nlohmann::json *value = get(key, false);
    if (!value)
        return std::nullopt;
    if (!value->is_number_integer()) {
        fail(phrase("\"%1\" must be an integer", key));
        return std::nullopt;
    }
    // get<int>() would wrap; an unsigned value beyond int64 would even compare as negative.
    const bool fits = value->is_number_unsigned()
                          ? value->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())
                          : value->get<std::int64_t>() >= std::numeric_limits<int>::min();
    if (!fits) {
        fail(phrase("\"%1\" is out of range: %2", key, value->dump()));
        return std::nullopt;
    }
    return value->get<int>();
}

std::optional<std::uint64_t> JsonFields::optionalUnsigned(const char *key)
{
    const nlohmann::json *value = get(key, false);
    if (!value)
        return std::nullopt;
    if (!value->is_number_unsigned()) {
        fail(phrase("\"%1\" must be a whole number from 0 to 2^64 - 1", key));
        return std::nullopt;
    }
    return value->get<std::uint64_t>();
}

std::optional<double> JsonFields::optionalNumber(const char *key)
{
    const nlohmann::json *value = get(key, false);
    if (!value)
        return std::nullopt;
    if (!value->is_number()) {
        fail(phrase("\"%1\" must be a number", key));
        return std::nullopt;
    }
    return value->get<double>();
}

std::optional<bool> JsonFields::optionalBool(const char *key)
{
    const nlohmann::json *value = get(key, false);
    if (!value)
        return std::nullopt;
    if (!value->is_boolean()) {
        fail(phrase("\"%1\" must be true or false", key));
        return std::nullopt;
    }
    return value->get<bool>();
}

const nlohmann::json *JsonFields::list(const char *key, bool required)
{
    const nlohmann::json *value = get(key, required);
    if (value && !value->is_array()) {
        fail(phrase("\"%1\" must be a list", key));
        return nullptr;
    }
    return value;
}

const nlohmann::json *JsonFields::object(const char *key, bool required)
{
    const nlohmann::json *value = get(key, required);
    if (value && !value->is_object()) {
        fail(phrase("\"%1\" must be an object", key));
        return nullptr;
    }
    return value;
}

std::vector<std::string> JsonFields::texts(const char *key)
{
    std::vector<std::string> result;
    const nlohmann::json *value = list(key, false);
    if (!value)
        return result;
    for (const nlohmann::json &entry : *value) {
        if (!entry.is_string()) {
            fail(phrase("\"%1\" must hold strings", key));
            return {};
        }
        result.push_back(entry.get<std::string>());
    }
    return result;
}

std::vector<std::pair<std::string, std::string>> JsonFields::textMap(const char *key)
{
    std::vector<std::pair<std::string, std::string>> result;
    const nlohmann::json *value = get(key, false);
    if (!value)
        return result;
    if (!value->is_object()) {
        fail(phrase("\"%1\" must be an object", key));
        return result;
    }
    for (const auto &[name, entry] : value->items()) {
        if (!entry.is_string()) {
            fail(phrase("\"%1\": \"%2\" must be a string", key, name));
            return {};
        }
        result.emplace_back(name, entry.get<std::string>());
    }
    return result;
}

Evidence JsonFields::evidence(const char *key)
{
    const nlohmann::json *value = get(key, true);
    if (!value)
        return {};
    JsonFields fields(*value, m_where + ": " + key);
    Evidence evidence;
    const std::string kind = fields.text("kind");
    evidence.text = Phrase::resource(fields.text("text"));
    for (Known known : {Known::Model, Known::Published, Known::Reproduced}) {
        if (kind == knownName(known))
            evidence.known = known;
    }
    if (kind != knownName(evidence.known))
        fields.fail(phrase("\"kind\" is '%1', expected reproduced, published or model", kind));
    keep(fields.finish());
    return evidence;
}

Status JsonFields::finish()
{
    if (!m_object.is_object())
        return m_status;
    for (const auto &[name, value] : m_object.items()) {
        if (std::find(m_asked.begin(), m_asked.end(), name) == m_asked.end())
            fail(phrase("\"%1\" is not a known key", name));
    }
    return m_status;
}

Result<nlohmann::json> parseJsonObject(const std::string &text, const std::string &path, std::string_view schema)
{
    // The library keeps the last of two equal keys in silence: a hand-edited file would not mean what it says.
    std::vector<std::set<std::string>> open;
    std::string repeated;
    const auto watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json &parsed) {
        if (event == nlohmann::json::parse_event_t::object_start)
            open.emplace_back();
        else if (event == nlohmann::json::parse_event_t::object_end)
            open.pop_back();
        else if (event == nlohmann::json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second)
            repeated = parsed.get<std::string>();
        return true;
    };
    nlohmann::json json = nlohmann::json::parse(text, watch, false);
    if (json.is_discarded() || !json.is_object())
        return Status::invalid(phrase("%1: not a JSON object", path));
    if (!repeated.empty())
        return Status::invalid(phrase("%1: the key \"%2\" is there twice", path, repeated));
    const auto it = json.find("schema");
    if (it == json.end() || !it->is_string() || it->get<std::string>() != schema)
        return Status::invalid(phrase("%1: \"schema\" must be \"%2\"", path, schema));
    return json;
}

Result<DType> parseDType(std::string_view name)
{
    for (DType type : {DType::F16, DType::BF16, DType::TF32, DType::F32}) {
        if (formatInfo(type).name == name)
            return type;
    }
    return Status::invalid(phrase("number format '%1', expected fp16, bf16, tf32 or fp32", name));
}

Result<DType> parseOperandType(std::string_view name)
{
    for (DType type : {DType::F16, DType::BF16, DType::TF32, DType::E4M3, DType::E5M2}) {
        if (formatInfo(type).name == name)
            return type;
    }
    return Status::invalid(phrase("operand format '%1', expected fp16, bf16, tf32, e4m3 or e5m2", name));
}

} // namespace ulpscope
