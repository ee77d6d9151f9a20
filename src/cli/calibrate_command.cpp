// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/calibration_report.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "engine/backend/cuda_backend.h"
#include "engine/calibration/model_device.h"
#include "engine/calibration/profile_file.h"
#include "engine/numerics/resource_dir.h"

#include <iostream>
#include <memory>

namespace ulpscope::cli {
namespace {

struct CalibrateArguments {
    std::string directory, name, model;
    bool quick = false, json = false, dryRun = false;
    int vectors = CalibrationOptions{}.vectors;
    int threads = 0;
    ProgressArguments progress;
};

/// The GPU, or the model that stands in for it.
Result<std::unique_ptr<CalibrationDevice>> deviceOf(const CalibrateArguments &arguments, const Catalog &catalog)
{
    if (arguments.model.empty()) {
        Result<std::unique_ptr<CalibrationDevice>> device = cudaBackend().calibrationDevice();
        if (!device.ok())
            return Status(device.status().code(), "there is no GPU to calibrate: " + device.status().message());
        return device;
    }
    const Result<const DeviceProfile *> profile = catalog.device(arguments.model);
    if (!profile.ok())
        return Status(profile.status().code(), "--model: " + profile.status().message());
    const std::string &table = profile.value()->approxTable;
    auto tables = ApproxTables::load(catalog.tableDirectory(table), table);
    if (!tables.ok())
        return tables.status();
    return std::unique_ptr<CalibrationDevice>(
        std::make_unique<ModelDevice>(*profile.value(), std::move(tables).value()));
}

Result<ExitCode> runCalibrate(const CalibrateArguments &arguments)
{
    const bool isModel = !arguments.model.empty();
    // A rehearsal must not leave a model among the measured profiles unless it is told where.
    const bool writes = !arguments.dryRun && (!isModel || !arguments.directory.empty());
    const std::string directory = arguments.directory.empty() ? userDirectory() : arguments.directory;
    if (writes && directory.empty())
        return Status::invalid("the system names no directory for a user's data, expected -o DIR");
    Watch watch(arguments.progress);
    watch.begin("looking for the GPU");
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<std::unique_ptr<CalibrationDevice>> device = deviceOf(arguments, catalog.value());
    if (!device.ok())
        return device.status();
    const Result<worker::GpuLimits> limits = device.value()->limits(watch.stop());
    if (!limits.ok())
        return limits.status();
    const std::string id = arguments.name.empty() ? profileIdOf(limits.value()) : arguments.name;
    if (writes) { // before the long part
        if (Status s = checkTarget(catalog.value(), directory, id, isModel); !s.ok())
            return s;
    }
    CalibrationOptions options;
    options.quick = arguments.quick;
    options.vectors = arguments.vectors;
    options.threads = arguments.threads;
    options.stop = watch.stop();
    options.begin = [&](const std::string &stage, std::uint64_t total, const std::string &unit) {
        watch.begin(stage, total, unit);
    };
    options.advance = [&](std::uint64_t units) { watch.advance(units); };
    const Result<Calibration> calibration = calibrate(*device.value(), catalog.value(), options);
    if (!calibration.ok())
        return calibration.status();
    std::vector<std::string> files;
    if (writes) {
        watch.begin("writing");
        Status s = watch.write([&]() -> Status {
            Result<std::vector<std::string>> written =
                writeCalibration(calibration.value(), catalog.value(), directory, id, isModel);
            if (written.ok())
                files = std::move(written).value();
            return written.status();
        });
        if (!s.ok())
            return s;
    }
    watch.finish();
    if (arguments.json)
        printJson(calibrationJson(calibration.value(), id, arguments.model, files));
    else
        printCalibration(calibration.value(), id, arguments.model, files);
    return calibration->agrees() ? Done : Differs;
}

} // namespace

Command addCalibrateCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<CalibrateArguments>();
    CLI::App *app = program.add_subcommand(
        "calibrate",
        "Measure the GPU here: tensor core, ex2, rcp and lg2, limits; compare with the shipped profile and "
        "write a profile of its own");
    app->add_option("-o,--output", arguments->directory,
                    "Directory for devices/NAME.json and tables/ (default: the user's, where every program finds them)")
        ->type_name("DIR");
    app->add_option("--name", arguments->name, "Id of the profile (default: from the GPU's name)")->type_name("NAME");
    app->add_flag("--quick", arguments->quick,
                  "A tenth of the random operations, and no function on all 2^32 arguments: seconds");
    app->add_option("--vectors", arguments->vectors, "Random operations of each of 15 kinds and each instruction")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    app->add_option("--threads", arguments->threads, "Threads that compare (default: all processors)")
        ->check(CLI::Range(1, 4096));
    app->add_flag("--dry-run", arguments->dryRun, "Measure and report, write nothing");
    app->add_option("--model", arguments->model,
                    "Instead of the GPU, the engine's model of a device: a rehearsal, which writes only with -o")
        ->type_name("DEVICE");
    app->add_flag("--json", arguments->json, "Print one JSON object");
    arguments->progress.addTo(*app);
    app->footer("Exit status 1 when the GPU is not as the shipped profile of it says (or there is none).\n"
                "Examples: the GPU here; what is asked, of a model instead:\n"
                "  ulpscope-cli calibrate\n"
                "  ulpscope-cli calibrate --model a100 --quick");
    return {app, [arguments] { return runCalibrate(*arguments); }};
}

} // namespace ulpscope::cli
