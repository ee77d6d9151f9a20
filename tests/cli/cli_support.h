// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/io_test_support.h"
#include "support/golden_path.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace ulpscope::test {

/// What a run of the program left.
struct Ran {
    int exitCode = -1; ///< 128 + signal when it was killed
    std::string out, err;

    nlohmann::json json() const
    {
        nlohmann::json parsed = nlohmann::json::parse(out, nullptr, false);
        EXPECT_TRUE(parsed.is_object()) << out << err;
        return parsed;
    }
    bool says(const std::string &text) const { return out.find(text) != std::string::npos; }
};

inline std::string shellQuoted(const std::string &text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// Runs ulpscope-cli with these arguments. `environment` is put in front: "LC_ALL=de_DE.UTF-8". Whoever runs the tests
/// may have profiles of their own: they are not looked at.
inline Ran run(const std::vector<std::string> &arguments, const std::string &environment = "")
{
    const ScratchDir scratch;
    std::string line = "ULPSCOPE_USER_DIR=/nonexistent " + environment + " " + shellQuoted(ULPSCOPE_CLI);
    for (const std::string &argument : arguments)
        line += " " + shellQuoted(argument);
    line += " >" + shellQuoted(scratch.file("out")) + " 2>" + shellQuoted(scratch.file("err")) + " </dev/null";
    const int status = std::system(line.c_str());
    Ran ran;
    ran.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran.out = contents(scratch.file("out"));
    ran.err = contents(scratch.file("err"));
    return ran;
}

/// Writes a session whose inputs are generated: fa2-pytorch on h200, normal fp16 values, one head of 64 dimensions.
/// `problem` adds to the generated problem or changes it, `rest` to the session.
inline std::string writeGeneratedSession(const ScratchDir &scratch, const nlohmann::json &problem,
                                         const nlohmann::json &rest = nlohmann::json::object())
{
    nlohmann::json session = {{"schema", "ulpscope.session/1"},
                              {"input",
                               {{"kind", "generator"},
                                {"generator", {{"kind", "normal"}, {"seed", 1}, {"gain", 1.0}}},
                                {"problem", {{"seqlenQ", 4}, {"headDim", 64}, {"dtype", "fp16"}, {"scale", 0.125}}}}},
                              {"a", {{"kernel", "fa2-pytorch"}, {"device", "h200"}}}};
    session["input"]["problem"].merge_patch(problem);
    session.merge_patch(rest);
    const std::string text = session.dump(2), path = scratch.file("s.ulps.json");
    EXPECT_TRUE(writeFileAtomically(path, text.data(), text.size()).ok());
    return path;
}

/// Exit status 2, nothing on stdout, one line on stderr that begins with the program's name and holds all of `parts`.
inline testing::AssertionResult refuses(const Ran &ran, const std::vector<std::string> &parts)
{
    if (ran.exitCode != 2)
        return testing::AssertionFailure() << "exit status " << ran.exitCode << ", expected 2; stderr: " << ran.err;
    if (!ran.out.empty())
        return testing::AssertionFailure() << "wrote to stdout: " << ran.out;
    if (!ran.err.starts_with("ulpscope-cli: ") || std::count(ran.err.begin(), ran.err.end(), '\n') != 1 ||
        !ran.err.ends_with('\n'))
        return testing::AssertionFailure() << "expected one line on stderr: " << ran.err;
    for (const std::string &part : parts) {
        if (ran.err.find(part) == std::string::npos)
            return testing::AssertionFailure() << "expected '" << part << "' in: " << ran.err;
    }
    return testing::AssertionSuccess();
}

} // namespace ulpscope::test
