// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/labs/lab.h"

#include "engine/labs/order_labs.h"

#include <algorithm>
#include <charconv>

namespace ulpscope {

bool LabReport::ok() const
{
    return std::all_of(checks.begin(), checks.end(), [](const LabCheck &check) { return check.ok; });
}

void LabReport::check(Phrase what, std::string expected, std::string got, const Phrase &source)
{
    const bool same = expected == got;
    checks.push_back({std::move(what), std::move(expected), std::move(got), same, source});
}

const std::vector<Lab> &allLabs()
{
    static const std::vector<Lab> labs{
        {"associativity", phrase("(1e8 - 1e8) + 1 and 1e8 + (-1e8 + 1) in fp32"), associativityLab},
        {"order-puzzle", phrase("Eight numbers whose sum is 0: how many sums their orders give"), orderPuzzleLab},
        {"tile-width", phrase("One row, three widths of a key tile, three outputs"), tileWidthLab},
        {"atomics", phrase("Four contributions added by atomics: every sum that an order of arrival gives"),
         atomicsLab},
        {"reduce-shapes", phrase("Eight values added in the orders that compilers choose"), reduceShapesLab},
    };
    return labs;
}

Result<const Lab *> findLab(std::string_view name)
{
    std::string known;
    for (const Lab &lab : allLabs()) {
        if (lab.name == name)
            return &lab;
        known += (known.empty() ? "" : ", ") + std::string(lab.name);
    }
    return Status(StatusCode::NotFound, phrase("there is no lab '%1', expected one of %2", std::string(name), known));
}

std::string labNumber(double value)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string labNumbers(const std::vector<double> &values)
{
    std::string text;
    for (const double value : values)
        text += (text.empty() ? "" : ", ") + labNumber(value);
    return text;
}

} // namespace ulpscope
