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
    return Status::invalid(
        phrase("the first of %1 and %2 would be lost, expected 'mma' before a field that differs from it",
               io::inQuotes(earlier), io::inQuotes(name)));
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
    return Status::invalid(phrase("the field %1 is set twice, %2 and %3, expected one value", io::inQuotes(name),
                                  io::inQuotes(held), io::inQuotes(given)));
}

} // namespace ulpscope
