// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_report.h"
#include "engine/schedule/resolve.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

/// A problem that a kernel's recorded outputs have, where there are some: many queries, no mask, a recorded head dim.
Problem usualProblem(const KernelFamily &kernel)
{
    Problem p;
    p.seqlenQ = p.seqlenK = std::max(256, kernel.minRecordedQueries);
    const std::vector<int> &dims = kernel.recordedHeadDims;
    const bool has64 = dims.empty() || std::find(dims.begin(), dims.end(), 64) != dims.end();
    p.headDim = p.headDimV = has64 ? 64 : dims.front();
    p.scale = 0.125f;
    p.dtype = kernel.dtypes.front();
    return p;
}

/// How one kernel on one device is known.
struct Profile {
    std::string kernel, device, kind, text;
    std::vector<Phrase> notes;
    bool counterfactual = false;
};

Profile profileOf(const Catalog &catalog, const KernelFamily &kernel, const DeviceProfile &device)
{
    Profile profile{kernel.id, device.id, {}, {}, {}, false};
    RunRequest request;
    request.kernel = kernel.id;
    request.device = device.id;
    request.batch = 256; // fills every device: no split
    const Result<RunSpec> spec = resolveRun(catalog, usualProblem(kernel), request);
    if (!spec.ok()) {
        profile.kind = "refused";
        profile.text = spec.status().message();
        return profile;
    }
    profile.kind = spec->counterfactual ? "counterfactual" : std::string(knownName(spec->known.known));
    profile.counterfactual = spec->counterfactual;
    profile.text = spec->known.text.english();
    profile.notes = spec->notes;
    return profile;
}

Result<ExitCode> runProfiles(bool asJson)
{
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    std::vector<Profile> profiles;
    for (const KernelFamily &kernel : catalog->kernels) {
        for (const DeviceProfile &device : catalog->devices)
            profiles.push_back(profileOf(catalog.value(), kernel, device));
    }
    if (asJson) {
        json list = json::array();
        for (const Profile &p : profiles)
            list.push_back({{"kernel", p.kernel},
                            {"device", p.device},
                            {"known", p.kind},
                            {"counterfactual", p.counterfactual},
                            {"text", p.text},
                            {"notes", p.notes}});
        printJson({{"profiles", std::move(list)}, {"problems", catalog->problems}});
        return Done;
    }
    std::vector<std::string> header{"device"};
    for (const KernelFamily &kernel : catalog->kernels)
        header.push_back(kernel.id);
    Table table(header);
    for (std::size_t d = 0; d < catalog->devices.size(); ++d) {
        std::vector<std::string> row{catalog->devices[d].id};
        for (std::size_t k = 0; k < catalog->kernels.size(); ++k)
            row.push_back(profiles[k * catalog->devices.size() + d].kind);
        table.add(row);
    }
    table.print();
    std::cout
        << "\nreproduced: bit-equal to recorded outputs; published: a cited source; model: an assumption, such as "
           "the H200's\nex2 table; counterfactual: that device could not run it. For a problem of a recorded kind, "
           "without splits; --json has\nthe reasons.\n";
    return Done;
}

} // namespace

Command addProfilesCommand(CLI::App &program)
{
    const auto asJson = std::make_shared<bool>(false);
    CLI::App *app = program.add_subcommand(
        "profiles", "Kernels by devices: what is reproduced, published, a model, or could not happen");
    app->add_flag("--json", *asJson, "Print one JSON object, with the reasons");
    app->footer("Example:\n  ulpscope-cli profiles");
    return {app, [asJson] { return runProfiles(*asJson); }};
}

} // namespace ulpscope::cli
