// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/status.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace ulpscope::cli {

/// How a program of ours ends.
enum ExitCode {
    Done = 0,
    Differs = 1,       ///< the question was answered with no: the outputs are not within what was allowed
    Unusable = 2,      ///< the input or the command line; one sentence on stderr
    Interrupted = 130, ///< by Ctrl-C, as shells count it: 128 + SIGINT
};
inline constexpr const char *kInterruptedText = "interrupted";

/// A subcommand: its place on the command line, and what it does. A Status ends the program with Unusable, Cancelled
/// with Interrupted.
struct Command {
    CLI::App *app = nullptr;
    std::function<Result<ExitCode>()> run;
};

Command addArrivalsCommand(CLI::App &program);
Command addCalibrateCommand(CLI::App &program);
Command addCompareCommand(CLI::App &program);
Command addDevicesCommand(CLI::App &program);
Command addDiffCommand(CLI::App &program);
Command addEnsembleCommand(CLI::App &program);
Command addKernelsCommand(CLI::App &program);
Command addLabCommand(CLI::App &program);
Command addMmaCommand(CLI::App &program);
Command addProfilesCommand(CLI::App &program);
Command addRunCommand(CLI::App &program);
Command addScheduleCommand(CLI::App &program);
Command addSweepCommand(CLI::App &program);
Command addTreeCommand(CLI::App &program);
Command addVersionCommand(CLI::App &program);

} // namespace ulpscope::cli
