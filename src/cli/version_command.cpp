// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "engine/numerics/resource_dir.h"

#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

Result<ExitCode> runVersion(bool asJson)
{
    const Backend &backend = cpuBackend();
    if (asJson) {
        printJson({{"version", ULPSCOPE_VERSION},
                   {"resources", resourceDirectory()},
                   {"backends", nlohmann::json::array({{{"name", backend.name()}, {"device", deviceName(backend)}}})}});
        return Done;
    }
    std::cout << "ulpscope-cli " << ULPSCOPE_VERSION << "\n";
    Table table;
    table.add({"backend", std::string(backend.name()) + ": " + deviceName(backend)});
    table.add({"resources", resourceDirectory()});
    table.print();
    return Done;
}

} // namespace

Command addVersionCommand(CLI::App &program)
{
    const auto asJson = std::make_shared<bool>(false);
    CLI::App *app = program.add_subcommand("version", "Version, backends, and where the profiles are read from");
    app->add_flag("--json", *asJson, "Print one JSON object");
    app->footer("Example:\n  ulpscope-cli version --json");
    return {app, [asJson] { return runVersion(*asJson); }};
}

} // namespace ulpscope::cli
