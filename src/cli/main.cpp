// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "engine/io/text.h"

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

namespace {

using namespace ulpscope;
using namespace ulpscope::cli;

int unusable(const std::string &message)
{
    std::cerr << "ulpscope-cli: " << message << "\n";
    return Unusable;
}

int failed(const Status &status)
{
    if (status.code() != StatusCode::Cancelled)
        return unusable(status.message());
    std::cerr << "ulpscope-cli: " << kInterruptedText << "\n";
    return Interrupted;
}

int runProgram(int argc, char **argv)
{
    CLI::App program("Step through tiled flash attention, bit for bit.");
    program.name("ulpscope-cli");
    program.require_subcommand(1);
    program.set_version_flag("--version", "ulpscope-cli " ULPSCOPE_VERSION);
    program.footer("ulpscope-cli COMMAND --help explains a command and gives an example.\n"
                   "Exit status: 0 done, 1 outputs differ (diff), a check fails (lab) or the GPU is not as its profile "
                   "(calibrate), 2 unusable input or command line, 130 interrupted.");
    const std::vector<Command> commands{
        addRunCommand(program),     addDiffCommand(program),      addCompareCommand(program),
        addTreeCommand(program),    addMmaCommand(program),       addKernelsCommand(program),
        addDevicesCommand(program), addProfilesCommand(program),  addScheduleCommand(program),
        addSweepCommand(program),   addEnsembleCommand(program),  addArrivalsCommand(program),
        addLabCommand(program),     addCalibrateCommand(program), addVersionCommand(program),
    };
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return program.exit(error); // --help, --version
        std::string where = "ulpscope-cli", known;
        bool any = false;
        for (const Command &command : commands) {
            known += (known.empty() ? "" : ", ") + command.app->get_name();
            if (command.app->parsed()) {
                where += " " + command.app->get_name();
                any = true;
            }
        }
        if (!any && argc > 1 && argv[1][0] != '-')
            return unusable("no command " + io::inQuotes(argv[1]) + ", expected one of " + known);
        return unusable(std::string(error.what()) + "; see " + where + " --help");
    }
    for (const Command &command : commands) {
        if (!command.app->parsed())
            continue;
        const Result<ExitCode> result = command.run();
        if (!result.ok())
            return failed(result.status());
        std::cout.flush();
        return std::cout ? result.value() : unusable("the output cannot be written to standard output");
    }
    return Unusable;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc &) {
        return unusable("not enough memory");
    } catch (const std::exception &error) {
        return unusable(std::string("internal error: ") + error.what());
    }
}
