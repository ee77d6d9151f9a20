// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share, and what they resolve to.
#pragma once

#include "cli/watch.h"
#include "engine/backend/backend_choice.h"
#include "engine/schedule/catalog.h"
#include "engine/session/session.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::cli {

/// For check(): a whole number from `least` on, refused with a sentence that says so.
CLI::Validator atLeast(int least);

/// Which kernel on which device: what RunRequest holds, as far as it was said.
struct RequestArguments {
    std::optional<std::string> kernel, device;
    std::optional<int> batch, numSplits;
    std::vector<std::string> set; ///< "field=value"

    void addTo(CLI::App &app);
    void addKernelTo(CLI::App &app); ///< without the options that a sweep goes through: --device, --batch, --num-splits
    bool isEmpty() const { return !kernel && !device && !batch && !numSplits && set.empty(); }
    /// The request with what was said in place of what it held. Errors: one thing said twice.
    Result<RunRequest> applied(RunRequest request) const;
};

/// The problem: a session or a tensor file, and what is said about it beside.
struct ProblemArguments {
    std::string input; ///< SESSION or FILE
    std::optional<std::string> causal, scale, layout, q, k, v;
    bool bf16Bits = false;

    void addTo(CLI::App &app);
};

/// Values of --causal and --scale, with a sentence for others.
Result<Mask::Kind> parseCausal(const std::string &text);
Result<double> parseScale(const std::string &text);

/// A problem read and ready to run.
struct OpenedProblem {
    std::string sessionPath; ///< empty for a tensor file
    SessionDocument session;
    LoadedInputs loaded;
};

/// Reads the session or file and its tensors. `--set` takes as many values as follow it: where the input is missing,
/// the one of `set` that is no field=value is the input, and is taken out of there.
Result<OpenedProblem> openProblem(ProblemArguments problem, std::vector<std::string> *set = nullptr);

/// Kernels and devices of the program's resource directory and of the user's; each file of the user that is wrong is a
/// line on stderr, and left out.
Result<Catalog> loadCatalog();
inline constexpr const char *kUserFilesText =
    "Files of your own go to devices/ and kernels/ in the directory that ULPSCOPE_USER_DIR names, else in\n"
    "~/.local/share/ulpscope ($XDG_DATA_HOME/ulpscope); they have the form of those that are shipped.\n";

/// --backend auto|cpu|cuda
struct BackendArguments {
    std::string name = "auto";

    void addTo(CLI::App &app);
    /// For all of `specs`: auto is CUDA where it is there and executes them, else the CPU.
    Result<BackendChoice> chosen(const std::vector<const RunSpec *> &specs) const;
};

/// "CPU, 2 threads, AVX3"
std::string deviceName(const Backend &backend);
/// "cpu: CPU, 2 threads, AVX3 (auto: there is no NVIDIA driver on this machine)"
std::string backendText(const BackendChoice &choice);

/// The copies of the problem that the file was recorded with, where the batch of the launch is theirs: no session and
/// no
/// --batch says another. 1: it is not.
int recordedCopies(const OpenedProblem &opened, const RequestArguments &said);

/// resolveRun, and checks that `--batch` is not less than the data's own batch, and that the kernel takes the splits.
Result<RunSpec> resolve(const Catalog &catalog, const Problem &problem, const RunRequest &request);

/// A side of a session and what is said about it beside, resolved. `own` is what the session says of side `side` ("A");
/// what is wrong with that is told with the session's name.
Result<RunSpec> resolveSide(const Catalog &catalog, const OpenedProblem &opened, const RunRequest &own,
                            const char *side, const RequestArguments &said);

} // namespace ulpscope::cli
