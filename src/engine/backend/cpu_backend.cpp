// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cpu_executor.h"

#include <thread>

namespace ulpscope {
namespace {

class CpuBackend final : public Backend {
public:
    std::string_view name() const override { return "cpu"; }
    std::vector<BackendDevice> devices() const override
    {
        return {
            {"cpu", "CPU, " + std::to_string(std::thread::hardware_concurrency()) + " threads, " + mmaTileTarget()}};
    }
    Phrase absentReason() const override { return {}; }
    Status supports(const RunSpec &) const override { return {}; }
    Result<std::unique_ptr<TileExecutor>> prepare(const RunSpec &spec, std::shared_ptr<const Inputs> inputs,
                                                  std::shared_ptr<const Schedule> schedule) const override
    {
        if (Status s = inputs->validate(spec.problem); !s.ok())
            return s;
        std::shared_ptr<const ApproxTables> tables;
        if (!spec.approxTable.empty()) {
            Result<std::shared_ptr<const ApproxTables>> loaded =
                ApproxTables::load(spec.tableDirectory, spec.approxTable);
            if (!loaded.ok())
                return loaded.status();
            tables = std::move(loaded).value();
        }
        return std::unique_ptr<TileExecutor>(
            std::make_unique<CpuExecutor>(spec, std::move(inputs), std::move(schedule), std::move(tables)));
    }
};

} // namespace

const Backend &cpuBackend()
{
    static const CpuBackend backend;
    return backend;
}

} // namespace ulpscope
