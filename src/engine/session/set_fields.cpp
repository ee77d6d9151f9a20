// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/set_fields.h"

#include "engine/io/text.h"

#include <algorithm>

namespace ulpscope {
namespace {

/// Whether setting `name` takes away what was set as `earlier`.
bool undoes(const std::string &name, const std::string &earlier)
{
    return name == earlier || (name == "mma" && (earlier == "mmaQk" || earlier == "mmaPv"));
}

Status lost(const std::string &earlier, const std::string &name)
{
    const std::string both = io::inQuotes(earlier) + " and " + io::inQuotes(name);
    return Status::invalid("the first of " + both +
                           " would be lost, expected 'mma' before a field that differs from it");
}

} // namespace

Status addSetField(std::vector<std::pair<std::string, std::string>> &set, std::string name, std::string value)
{
    const auto earlier =
        std::find_if(set.begin(), set.end(), [&](const auto &field) { return undoes(name, field.first); });
    if (earlier == set.end()) {
        set.emplace_back(std::move(name), std::move(value));
        return {};
    }
    const std::string held = earlier->first + "=" + earlier->second, given = name + "=" + value;
    if (earlier->first != name)
        return lost(held, given);
    return Status::invalid("the field " + io::inQuotes(name) + " is set twice, " + io::inQuotes(held) + " and " +
                           io::inQuotes(given) + ", expected one value");
}

} // namespace ulpscope
