// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/error_totals.h"

#include "engine/analysis/error_metric.h"
#include "engine/io/text.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <thread>

namespace ulpscope::cli {
namespace {

constexpr int kRowsPerBlock = 32;
constexpr int kRowsPerGpuBlock = 4096; ///< fewer would not fill it

/// A block of query rows of one head, all of which see a key.
struct Block {
    int batch, head, rowBegin, rowEnd;
    int rows() const { return rowEnd - rowBegin; }
};

/// Cuts the rows that see a key into blocks.
std::vector<Block> blocksOf(const Problem &p, int rowsPerBlock)
{
    std::vector<Block> blocks;
    for (int batch = 0; batch < p.batch; ++batch) {
        for (int head = 0; head < p.heads; ++head) {
            bool open = false; // whether the last block may go on
            for (int row = 0; row < p.seqlenQ; ++row) {
                if (p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK).empty()) {
                    open = false;
                    continue;
                }
                if (!open || blocks.back().rows() == rowsPerBlock)
                    blocks.push_back({batch, head, row, row});
                ++blocks.back().rowEnd;
                open = true;
            }
        }
    }
    return blocks;
}

Result<ErrorSummary> summaryOf(const Backend &backend, const Problem &p, const std::shared_ptr<const Inputs> &inputs,
                               const std::vector<float> &output, const Block &block, std::stop_token stop)
{
    const Result<Reference> reference =
        backend.reference(p, inputs, block.batch, block.head, block.rowBegin, block.rowEnd, std::move(stop));
    if (!reference.ok())
        return reference.status();
    Matrix values(block.rows(), p.headDimV);
    const std::size_t firstRow = (static_cast<std::size_t>(block.batch) * static_cast<std::size_t>(p.heads) +
                                  static_cast<std::size_t>(block.head)) *
                                     static_cast<std::size_t>(p.seqlenQ) +
                                 static_cast<std::size_t>(block.rowBegin);
    std::copy_n(output.begin() + static_cast<std::ptrdiff_t>(firstRow * static_cast<std::size_t>(p.headDimV)),
                values.data.size(), values.data.begin());
    return summarise(errorMap(ErrorMetric::Ulp, p.dtype, values, reference.value()), p.dtype, values,
                     reference.value());
}

} // namespace

Result<ErrorTotals> errorTotals(const Backend &backend, const Problem &p, const std::shared_ptr<const Inputs> &inputs,
                                const std::vector<float> &output, int threads, Watch &watch)
{
    const bool onGpu = backend.wholeRunner() != nullptr;
    const std::vector<Block> blocks = blocksOf(p, onGpu ? kRowsPerGpuBlock : kRowsPerBlock);
    std::int64_t rows = 0;
    for (const Block &block : blocks)
        rows += block.rows();
    watch.begin("error against float64", static_cast<std::uint64_t>(rows), "rows");
    std::vector<std::optional<Result<ErrorSummary>>> summaries(blocks.size());
    {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < blocks.size() && watch.check().ok(); i = next++) {
                summaries[i] = io::withMemoryGuard("the float64 reference", [&] {
                    return summaryOf(backend, p, inputs, output, blocks[i], watch.stop());
                });
                watch.advance(static_cast<std::uint64_t>(blocks[i].rows()));
            }
        };
        if (threads <= 0)
            threads = static_cast<int>(std::thread::hardware_concurrency());
        std::vector<std::jthread> workers;
        for (int i = 1; i < std::min(threads, static_cast<int>(blocks.size())); ++i)
            workers.emplace_back(work);
        work();
    }

    if (Status s = watch.check(); !s.ok())
        return s;

    ErrorTotals totals;
    double squares = 0, sum = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!summaries[i]->ok())
            return summaries[i]->status();
        const ErrorSummary &s = summaries[i]->value();
        totals.count += s.count;
        totals.correctlyRounded += s.bitEqual;
        totals.nan += s.nan;
        totals.infinite += s.infinite;
        squares += s.rms * s.rms * static_cast<double>(s.count);
        sum += s.bias * static_cast<double>(s.count);
        if (s.count > 0 && (totals.batch < 0 || s.maxAbs > totals.max)) {
            totals.max = s.maxAbs;
            totals.batch = blocks[i].batch;
            totals.head = blocks[i].head;
            totals.row = blocks[i].rowBegin + s.worstRow;
            totals.col = s.worstCol;
        }
    }
    totals.elements = rows * p.headDimV;
    totals.rowsWithoutKeys = std::int64_t{p.batch} * p.heads * p.seqlenQ - rows;
    if (totals.count > 0) {
        totals.rms = std::sqrt(squares / static_cast<double>(totals.count));
        totals.bias = sum / static_cast<double>(totals.count);
    }
    return totals;
}

} // namespace ulpscope::cli
