// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Long runs: what they show meanwhile, and how they end when they are interrupted.
#include "cli/cli_support.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

extern char **environ;

namespace ulpscope::test {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// The program, running: its standard output and error go to files.
class Started {
public:
    Started(std::vector<std::string> arguments, const ScratchDir &scratch, int stderrTo = -1)
        : m_out(scratch.file("stdout")), m_err(scratch.file("stderr"))
    {
        arguments.insert(arguments.begin(), ULPSCOPE_CLI);
        std::vector<char *> argv;
        for (std::string &argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 1, m_out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (stderrTo < 0)
            posix_spawn_file_actions_addopen(&actions, 2, m_err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        else
            posix_spawn_file_actions_adddup2(&actions, stderrTo, 2);
        // The test's own runner may ignore interrupts.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGINT);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        EXPECT_EQ(posix_spawn(&m_pid, ULPSCOPE_CLI, &actions, &attributes, argv.data(), environ), 0);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
    }

    void interrupt() const { kill(m_pid, SIGINT); }
    Ran wait() const
    {
        int status = 0;
        waitpid(m_pid, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status) + 1000, contents(m_out),
                std::ifstream(m_err).good() ? contents(m_err) : ""};
    }

private:
    std::string m_out, m_err;
    pid_t m_pid = -1;
};

/// Of a run that takes many seconds, but not to make its inputs.
json longProblem() { return {{"heads", 2}, {"seqlenQ", 16384}}; }
/// Long enough for the line to be drawn, short enough for a test.
json shortProblem()
{
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    return {{"heads", 1}, {"seqlenQ", 768}}; // instrumented code takes many times as long
#endif
#endif
    return {{"heads", 4}, {"seqlenQ", 1536}};
}

/// What a terminal shows of a text in the end, when '\r' goes back to the start of the line.
std::string shown(const std::string &text)
{
    std::string screen, line;
    std::size_t at = 0;
    for (const char c : text) {
        if (c == '\n') {
            screen += line + "\n";
            line.clear();
            at = 0;
        } else if (c == '\r') {
            at = 0;
        } else {
            line.resize(std::max(line.size(), at + 1), ' ');
            line[at++] = c;
        }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return screen + line;
}

TEST(Watch, AnInterruptEndsEveryLongCommandSoonAndLeavesNoFile)
{
    const ScratchDir scratch;
    const std::string path =
        writeGeneratedSession(scratch, longProblem(), {{"b", {{"kernel", "fa2-pytorch"}, {"device", "a100"}}}});
    const std::vector<std::string> commands[] = {
        {"run", path, "--out", scratch.file("o.safetensors"), "--trace", scratch.file("t.json")},
        {"compare", path, "--json"}};
    for (const std::vector<std::string> &command : commands) {
        SCOPED_TRACE(command.front());
        const Started program(command, scratch);
        std::this_thread::sleep_for(700ms);
        const Clock::time_point begin = Clock::now();
        program.interrupt();
        const Ran ran = program.wait();
        EXPECT_LT(Clock::now() - begin, 400ms) << "200 ms, and as much for a busy machine";
        EXPECT_EQ(ran.exitCode, 130);
        EXPECT_EQ(ran.out, "");
        EXPECT_EQ(ran.err, "ulpscope-cli: interrupted\n");
    }
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"s.ulps.json", "stderr", "stdout"}));
}

// Making inputs knows nothing of interrupts: the program is ended around it.
TEST(Watch, AnInterruptEndsWhatDoesNotListen)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, {{"seqlenQ", 1 << 19}, {"headDim", 256}});
    const Started program({"run", path}, scratch);
    std::this_thread::sleep_for(400ms);
    const Clock::time_point begin = Clock::now();
    program.interrupt();
    const Ran ran = program.wait();
    EXPECT_LT(Clock::now() - begin, 400ms);
    EXPECT_EQ(ran.exitCode, 130);
    EXPECT_EQ(ran.err, "ulpscope-cli: interrupted\n");
}

TEST(Watch, ProgressIsOneLineOnStandardErrorThatIsErased)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, shortProblem());
    const Ran ran = run({"run", path, "--json", "--progress"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    EXPECT_EQ(ran.json()["kernel"], "fa2-pytorch") << "stdout is the object and nothing else";
    EXPECT_NE(ran.err.find("\rrunning: "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(" steps, "), std::string::npos);
    EXPECT_NE(ran.err.find(" %"), std::string::npos);
    EXPECT_NE(ran.err.find("\rerror against float64: "), std::string::npos);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 0) << "the line is rewritten";
    EXPECT_EQ(shown(ran.err), "");
    for (std::size_t begin = 0, end; begin < ran.err.size(); begin = end + 1) {
        end = std::min(ran.err.find('\r', begin), ran.err.size());
        EXPECT_LT(end - begin, 80u) << "a wrapped line cannot be rewritten";
    }
}

TEST(Watch, ProgressIsShownOnATerminalAloneUnlessAskedFor)
{
    const ScratchDir scratch;
    const std::string path = writeGeneratedSession(scratch, shortProblem());
    EXPECT_EQ(run({"run", path}).err, "");

    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal, 0);
    ASSERT_EQ(grantpt(terminal) + unlockpt(terminal), 0);
    const int far = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    ASSERT_GE(far, 0);
    const Started program({"run", path}, scratch, far);
    close(far);
    std::string seen;
    char buffer[4096];
    for (ssize_t count = 0; (count = read(terminal, buffer, sizeof buffer)) > 0;)
        seen.append(buffer, static_cast<std::size_t>(count));
    EXPECT_EQ(program.wait().exitCode, 0);
    close(terminal);
    EXPECT_NE(seen.find("\rrunning: "), std::string::npos) << seen;
    EXPECT_EQ(shown(seen), "");
}

TEST(Watch, EveryLongCommandShowsProgress)
{
    const ScratchDir scratch;
    const std::string path =
        writeGeneratedSession(scratch, shortProblem(), {{"b", {{"kernel", "fa2-pytorch"}, {"device", "a100"}}}});
    const Ran compare = run({"compare", path, "--progress"});
    EXPECT_EQ(compare.exitCode, 0);
    EXPECT_NE(compare.err.find("\rrunning A and B: "), std::string::npos) << compare.err;
    const Ran tree = run({"tree", "--kernel", "fa2-pytorch", "--device", "h200", "--seqlen", "200000", "--progress",
                          "--json", "--batch", "256"});
    EXPECT_EQ(tree.exitCode, 0);
    EXPECT_NE(tree.err.find(" the tree: "), std::string::npos) << tree.err;
    EXPECT_TRUE(tree.json().contains("tree"));
    EXPECT_EQ(run({"diff", goldenPath("fa2_fp16_d64_odd"), "--tensor", "o_batch256", "--batch", "256", "--progress"})
                  .exitCode,
              0);
}

TEST(Watch, BitsDoNotDependOnBeingWatched)
{
    const ScratchDir scratch;
    const std::string file = goldenPath("fa2_fp16_d128_causal");
    const auto written = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{
            "run", file, "--no-error", "--out", scratch.file("o"), "--trace", scratch.file("t")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(run(arguments).exitCode, 0);
        return contents(scratch.file("o")) + contents(scratch.file("t"));
    };
    EXPECT_EQ(written({"--progress"}), written({}));
}

} // namespace
} // namespace ulpscope::test
