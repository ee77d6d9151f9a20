// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Small experiments whose outcome is known from elsewhere: each runs, shows its numbers and checks them.
#pragma once

#include "engine/phrase.h"
#include "engine/status.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A number that an experiment gives; exact as a decimal that reads back.
struct LabResult {
    Phrase what;
    std::string value;
};

/// A result beside what it has to be.
struct LabCheck {
    Phrase what;
    std::string expected, got;
    bool ok = false;
    Phrase source; ///< where the expected value is from
};

struct LabReport {
    std::string name;
    std::vector<LabResult> results;
    std::vector<LabCheck> checks;

    bool ok() const;
    void result(Phrase what, std::string value) { results.push_back({std::move(what), std::move(value)}); }
    void check(Phrase what, std::string expected, std::string got, const Phrase &source);
};

struct Lab {
    std::string_view name; ///< "order-puzzle"
    Phrase title;
    Result<LabReport> (*run)(const std::stop_token &stop);
};

const std::vector<Lab> &allLabs();
/// NotFound lists the labs that there are.
Result<const Lab *> findLab(std::string_view name);

/// The fewest digits that read back as the same double.
std::string labNumber(double value);
/// "0, 1, 2"
std::string labNumbers(const std::vector<double> &values);

} // namespace ulpscope
