// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/row_trace.h"

#include "engine/attention/place.h"
#include "engine/backend/cpu_executor.h"

#include <span>

namespace ulpscope {
namespace {

/// Reads quantities of the single row that the executor is restricted to; keeps the first error.
class RowReader {
public:
    explicit RowReader(const TileExecutor &executor) : m_executor(executor) {}

    std::vector<float> values(Quantity quantity)
    {
        Result<Matrix> m = m_executor.read(quantity);
        if (m.ok())
            return std::move(m).value().data;
        if (m_status.ok())
            m_status = m.status();
        return {0.0f};
    }
    float value(Quantity quantity) { return values(quantity).front(); }
    const Status &status() const { return m_status; }

private:
    const TileExecutor &m_executor;
    Status m_status;
};

} // namespace

Result<RowTrace> traceRow(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                          const std::shared_ptr<const Schedule> &schedule, int batch, int head, int row)
{
    if (Status s = checkRow(spec.problem, batch, head, row); !s.ok())
        return s;
    std::shared_ptr<const ApproxTables> tables;
    if (!spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded = ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        tables = std::move(loaded).value();
    }
    CpuExecutor executor(spec, inputs, schedule, std::move(tables));
    executor.restrictToRow(row);

    RowTrace trace{batch, head, row, {}, {}, 0.0f};
    RowReader read(executor);
    const int tilesPerGroup = schedule->splits() > 1 ? schedule->splits() + 1 : 1;
    const int group = (batch * spec.problem.heads + head) * schedule->mBlocks() + row / spec.recipe.tileM;
    for (int i = 0; i < tilesPerGroup; ++i) {
        const WorkTile tile = schedule->workTile(group * tilesPerGroup + i);
        RowSplitTrace split;
        split.split = tile.split;
        split.workTile = tile.index;
        for (const PlannedStep &step : schedule->steps(tile)) {
            if (Status s = executor.execute(std::span(&step, 1), {}); !s.ok())
                return s;
            switch (step.kind) {
            case StepKind::LoadKv: {
                RowTileTrace &t = split.tiles.emplace_back();
                t.nBlock = step.nBlock;
                t.keys = schedule->keysOf(tile, step.nBlock);
                t.firstStep = step.index;
                break;
            }
            case StepKind::OutputGemm: {
                RowTileTrace &t = split.tiles.back();
                t.scores = read.values(Quantity::Scores);
                t.probs = read.values(Quantity::Probs);
                t.tileMax = read.value(Quantity::TileMax);
                t.tileSum = read.value(Quantity::TileSum);
                t.tileOut = read.values(Quantity::TileOut);
                t.runMax = read.value(Quantity::RowMax);
                t.runSum = read.value(Quantity::RowSum);
                t.alpha = read.value(Quantity::Alpha);
                t.lanes = read.values(Quantity::LaneSums);
                t.accO = read.values(Quantity::OutputAcc);
                break;
            }
            case StepKind::Normalize:
                split.accO = read.values(Quantity::OutputAcc);
                split.output = read.values(Quantity::Output);
                split.rowMax = read.value(Quantity::RowMax);
                split.rowSum = read.value(Quantity::RowSum);
                split.lse = read.value(Quantity::Lse);
                break;
            default: break;
            }
        }
        if (!tile.isCombine)
            trace.splits.push_back(std::move(split));
        if (i + 1 == tilesPerGroup) {
            trace.output = read.values(Quantity::Output);
            trace.lse = read.value(Quantity::Lse);
        }
    }
    if (!read.status().ok())
        return read.status();
    return trace;
}

} // namespace ulpscope
