// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/arrival_inputs.h"

#include "engine/analysis/dq_row.h"
#include "engine/backend/row_softmax.h"
#include "engine/numerics/approx.h"

#include <algorithm>
#include <limits>

namespace ulpscope {
namespace {

using namespace worker;

std::size_t size(int n) { return static_cast<std::size_t>(n); }

ArrivalsRequest shapeOf(const Problem &p, ArrivalSum sum)
{
    ArrivalsRequest shape{};
    shape.sum = sum;
    shape.batch = p.batch;
    shape.heads = p.heads;
    shape.kvHeads = p.kvHeads;
    shape.seqlenQ = p.seqlenQ;
    shape.seqlenK = p.seqlenK;
    return shape;
}

/// Elements of the accumulators are counted with 32 bits.
Status checkSize(const ArrivalsRequest &r)
{
    const std::size_t rows = size(r.batch) * size(r.heads) * size(r.seqlenQ);
    const std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / size(r.dim);
    if (rows > most)
        return Status(
            StatusCode::Unsupported,
            phrase("real launches take at most %1 query rows of %2 columns, there are %3", most, r.dim, rows));
    return {};
}

/// Rows of `dim` values, filled up with zeros to `width`.
std::vector<float> padded(std::span<const float> values, int dim, int width)
{
    if (dim == width)
        return {values.begin(), values.end()};
    std::vector<float> wide(values.size() / size(dim) * size(width), 0.0f);
    for (std::size_t row = 0; row < values.size() / size(dim); ++row)
        std::copy_n(values.data() + row * size(dim), dim,
                    wide.begin() + static_cast<std::ptrdiff_t>(row * size(width)));
    return wide;
}

} // namespace

Result<ArrivalInputs> dqArrivalInputs(const RunSpec &spec, const Inputs &inputs, std::span<const float> dO,
                                      const RunOutput &forward)
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    const Problem &p = spec.problem;
    const BackwardPlan &plan = *spec.backward;
    const std::size_t dim = size(p.headDim), rows = size(p.batch) * size(p.heads) * size(p.seqlenQ);
    if (dO.size() != rows * dim || forward.output.size() != rows * dim || forward.lse.size() != rows)
        return Status::invalid(phrase("%1 values of dO, %2 of O and %3 of LSE, expected %4, %4 and %5", dO.size(),
                                      forward.output.size(), forward.lse.size(), rows * dim, rows));
    ArrivalInputs made;
    ArrivalsRequest &shape = made.shape;
    shape = shapeOf(p, ArrivalSum::Dq);
    shape.dim = plan.kernelDim;
    shape.tileM = plan.tileM;
    shape.tileN = plan.tileN;
    shape.terms = (p.seqlenK + plan.tileN - 1) / plan.tileN;
    shape.scale = p.scale;
    if (Status s = checkSize(shape); !s.ok())
        return s;
    made.q = padded(inputs.q, p.headDim, shape.dim);
    made.k = padded(inputs.k, p.headDim, shape.dim);
    made.v = padded(inputs.v, p.headDim, shape.dim);
    made.gradient = padded(dO, p.headDim, shape.dim);
    const std::span<const float> output(forward.output);
    for (std::size_t row = 0; row < rows; ++row) {
        made.delta.push_back(dqRowSum(plan, dO.subspan(row * dim, dim), output.subspan(row * dim, dim)));
        made.base.push_back(dqScoreBase(forward.lse[row]));
    }
    for (int batch = 0; batch < p.batch; ++batch) {
        for (int row = 0; row < p.seqlenQ; ++row) {
            const KeyRange keys = p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
            made.ranges.push_back(keys.begin);
            made.ranges.push_back(keys.end);
        }
        for (int row = 0; row < p.seqlenQ; row += plan.tileM) {
            const std::vector<int> tiles = dqTiles(spec, batch, row); // neighbours
            made.visits.push_back(tiles.empty() ? 0 : tiles.front());
            made.visits.push_back(tiles.empty() ? 0 : tiles.back() + 1);
        }
    }
    for (int batch = 0; batch < p.batch; ++batch)
        made.visits.push_back(p.mask.keyLengths.empty() ? p.seqlenK
                                                        : std::min(p.seqlenK, p.mask.keyLengths[size(batch)]));
    made.visits.resize((made.visits.size() + 1) / 2 * 2, 0); // whole pairs
    return made;
}

Result<CombineInputs> combineArrivalInputs(const Backend &backend, const RunSpec &spec,
                                           const std::shared_ptr<const Inputs> &inputs,
                                           const std::shared_ptr<const Schedule> &schedule,
                                           const WholeRunOptions &options)
{
    const int splits = schedule->splits();
    if (splits < 2)
        return Status::invalid(phrase("this run has one split: nothing is combined"));
    const Problem &p = spec.problem;
    const std::size_t rows = size(p.batch) * size(p.heads) * size(p.seqlenQ), dim = size(p.headDimV);
    CombineInputs made;
    ArrivalsRequest &shape = made.arrivals.shape;
    shape = shapeOf(p, ArrivalSum::Combine);
    shape.dim = p.headDimV;
    shape.terms = splits;
    if (Status s = checkSize(shape); !s.ok())
        return s;
    made.run.output.resize(rows * dim);
    made.run.lse.resize(rows);
    made.arrivals.partials.resize(size(splits) * rows * dim);
    made.arrivals.weights.resize(size(splits) * rows); // first the LSE of each split
    for (int i = 0; i < splits; ++i)
        made.arrivals.order.push_back(spec.recipe.combinesByList() ? spec.recipe.combineList[size(i)] : i);

    Result<std::unique_ptr<TileExecutor>> executor = backend.prepare(spec, inputs, schedule);
    if (!executor.ok())
        return executor.status();
    for (int i = 0; i < schedule->workTileCount(); ++i) {
        const WorkTile tile = schedule->workTile(i);
        const std::vector<PlannedStep> steps = schedule->steps(tile);
        if (Status s = executor.value()->execute(steps, options.stop); !s.ok())
            return s;
        const Result<Matrix> output = executor.value()->read(Quantity::Output);
        if (!output.ok())
            return output.status();
        const Result<Matrix> lse = executor.value()->read(Quantity::Lse);
        if (!lse.ok())
            return lse.status();
        const std::size_t row = (size(tile.batch) * size(p.heads) + size(tile.head)) * size(p.seqlenQ) +
                                size(tile.rowBegin),
                          part = tile.isCombine ? 0 : size(tile.split) * rows;
        std::vector<float> &outputs = tile.isCombine ? made.run.output : made.arrivals.partials;
        std::vector<float> &lses = tile.isCombine ? made.run.lse : made.arrivals.weights;
        std::copy(output->data.begin(), output->data.end(),
                  outputs.begin() + static_cast<std::ptrdiff_t>((part + row) * dim));
        std::copy(lse->data.begin(), lse->data.end(), lses.begin() + static_cast<std::ptrdiff_t>(part + row));
        if (options.progress)
            options.progress(static_cast<std::uint64_t>(i) + 1, static_cast<std::uint64_t>(schedule->workTileCount()));
    }

    std::shared_ptr<const ApproxTables> tables; // of recipes that need some
    if (!spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded = ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        tables = std::move(loaded).value();
    }
    const RowSoftmax softmax(spec, tables);
    for (std::size_t i = 0; i < made.arrivals.weights.size(); ++i)
        made.arrivals.weights[i] = softmax.combineExp(made.arrivals.weights[i] - made.run.lse[i % rows]);
    return made;
}

} // namespace ulpscope
