// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/dq_row.h"

#include "engine/attention/place.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope {
namespace {

constexpr int kRowWidth = 8; ///< columns of a row that a thread loads at once, as 16 bytes
constexpr float kSmallestNormal = 0x1p-126f;

float flushed(float x) { return std::fabs(x) < kSmallestNormal ? std::copysign(0.0f, x) : x; }

int existingKeys(const Problem &p, int batch)
{
    const std::vector<int> &lengths = p.mask.keyLengths;
    return lengths.empty() ? p.seqlenK : std::min(p.seqlenK, lengths[static_cast<std::size_t>(batch)]);
}

} // namespace

Status checkBackward(const RunSpec &spec)
{
    const Problem &p = spec.problem;
    if (!spec.backward)
        return Status(StatusCode::Unsupported,
                      phrase("the backward pass of %1 with head dim %2 is not known here, expected the kernel "
                             "fa2-pytorch or fa2 and a head dim of at most 256",
                             spec.request.kernel, p.headDim));
    if (p.headDim != p.headDimV)
        return Status(StatusCode::Unsupported,
                      phrase("the backward pass takes one head dim for q, k and v, the problem has %1 and %2",
                             p.headDim, p.headDimV));
    if (p.softcap != 0.0f)
        return Status(StatusCode::Unsupported, phrase("the backward pass with a softcap is not known here"));
    const Recipe &recipe = spec.recipe;
    if (recipe.inNaturalUnits())
        return Status(StatusCode::Unsupported,
                      phrase("the backward pass with scoreScale=%1 and argument=%2 is not known here, expected scores "
                             "in log2 units",
                             fieldValue(recipe, "scoreScale"), fieldValue(recipe, "argument")));
    return {};
}

float atomicSum(float sum, float x) { return flushed(flushed(sum) + flushed(x)); }

DqOrder deterministicDq(const RunSpec &spec) { return {spec.backward->buffers, {}}; }

std::vector<int> dqTiles(const RunSpec &spec, int batch, int row)
{
    const Problem &p = spec.problem;
    const BackwardPlan &plan = *spec.backward;
    // Rows beyond the last query count too: the kernel asks where the block's rows lie, not which of them exist.
    const int first = row / plan.tileM * plan.tileM;
    const KeyRange seen = p.mask.visibleKeysOfRows(batch, first, first + plan.tileM, p.seqlenQ, p.seqlenK);
    std::vector<int> tiles;
    for (int n = seen.begin / plan.tileN; !seen.empty() && n * plan.tileN < seen.end; ++n)
        tiles.push_back(n);
    return tiles;
}

Result<std::vector<int>> dqArrival(const DqOrder &order, std::span<const int> tiles, int allTiles)
{
    if (order.buffers < 1)
        return Status::invalid(phrase("%1 accumulators of dQ, expected at least 1", order.buffers));
    std::vector<int> arrival;
    if (order.arrival.empty()) {
        arrival.assign(tiles.begin(), tiles.end());
    } else {
        std::vector<bool> seen(static_cast<std::size_t>(allTiles), false);
        for (const int tile : order.arrival) {
            if (tile < 0 || tile >= allTiles || seen[static_cast<std::size_t>(tile)])
                return Status::invalid(phrase("the order of arrival names key tile %1, expected each of 0..%2 at most "
                                              "once",
                                              tile, allTiles - 1));
            seen[static_cast<std::size_t>(tile)] = true;
            if (std::binary_search(tiles.begin(), tiles.end(), tile))
                arrival.push_back(tile);
        }
        for (const int tile : tiles) {
            if (!seen[static_cast<std::size_t>(tile)])
                return Status::invalid(
                    phrase("the order of arrival leaves out key tile %1, which the row needs", tile));
        }
    }
    std::stable_sort(arrival.begin(), arrival.end(),
                     [&](int a, int b) { return a % order.buffers < b % order.buffers; });
    return arrival;
}

/// Each thread of the row adds the products of its columns, 8 of every page, ascending; then a butterfly over the
/// threads, high offset first. A product of two 16-bit values is exact in fp32, so a fused multiply-add is no choice.
float dqRowSum(const BackwardPlan &plan, std::span<const float> dO, std::span<const float> output)
{
    const int page = kRowWidth * plan.rowThreads;
    std::vector<float> sums;
    for (int thread = 0; thread < plan.rowThreads; ++thread) {
        float sum = 0;
        bool first = true;
        for (int begin = thread * kRowWidth; begin < plan.kernelDim; begin += page) {
            for (int column = begin; column < begin + kRowWidth; ++column) {
                const bool exists = column < static_cast<int>(dO.size());
                const auto c = static_cast<std::size_t>(column);
                const float a = exists ? dO[c] : 0.0f, b = exists ? output[c] : 0.0f;
                sum = first ? a * b : std::fma(a, b, sum);
                first = false;
            }
        }
        sums.push_back(sum);
    }
    for (std::size_t offset = sums.size() / 2; offset >= 1; offset /= 2) {
        for (std::size_t i = 0; i < offset; ++i)
            sums[i] += sums[i + offset];
    }
    return sums.front();
}

float dqScoreBase(float lse) { return (lse == -floatInfinity() ? 0.0f : lse) * row::log2eFloat(); }

std::vector<float> dqSum(std::span<const DqTile> tiles, std::span<const int> arrival, int buffers, std::size_t width)
{
    std::vector<float> sum(width, 0.0f), buffer(width, 0.0f);
    for (std::size_t i = 0; i < arrival.size(); ++i) {
        const int n = arrival[i];
        const auto tile = std::lower_bound(tiles.begin(), tiles.end(), n,
                                           [](const DqTile &t, int block) { return t.nBlock < block; });
        for (std::size_t c = 0; c < width; ++c)
            buffer[c] = atomicSum(buffer[c], tile->contribution[c]);
        if (i + 1 < arrival.size() && arrival[i + 1] % buffers == n % buffers)
            continue;
        for (std::size_t c = 0; c < width; ++c)
            sum[c] += std::exchange(buffer[c], 0.0f);
    }
    return sum;
}

DqHead::DqHead(const RunSpec &spec, std::shared_ptr<const Inputs> inputs, int batch, int head,
               std::shared_ptr<const ApproxTables> tables)
    : m_spec(spec),
      m_inputs(std::move(inputs)),
      m_batch(batch),
      m_head(head),
      m_keys(existingKeys(spec.problem, batch)),
      m_softmax(spec, std::move(tables)),
      m_row(rowArithmetic(spec.problem, spec.recipe))
{}

Result<DqHead> DqHead::create(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, int batch, int head,
                              Decode decode)
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    if (Status s = checkHead(spec.problem, batch, head); !s.ok())
        return s;
    std::shared_ptr<const ApproxTables> tables;
    if (!spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded = ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        tables = std::move(loaded).value();
    }
    DqHead made(spec, inputs, batch, head, std::move(tables));
    for (int n = 0; decode == Decode::Once && n < made.tileCount(); ++n)
        made.m_decoded.push_back(made.decodeTile(n));
    return made;
}

/// Keys of the tile that do not exist are rows of zeros.
DqHead::Decoded DqHead::decodeTile(int nBlock) const
{
    const Problem &p = m_spec.problem;
    const int tileN = m_spec.backward->tileN, begin = nBlock * tileN, dim = p.headDim;
    const int existing = std::min(m_keys - begin, tileN);
    const auto rows = [&](const float *head) {
        std::vector<float> tile(static_cast<std::size_t>(tileN) * static_cast<std::size_t>(dim), 0.0f);
        const float *from = head + static_cast<std::ptrdiff_t>(begin) * dim;
        std::copy(from, from + static_cast<std::ptrdiff_t>(existing) * dim, tile.begin());
        return tile;
    };
    const std::vector<float> k = rows(m_inputs->kRows(p, m_batch, p.kvHeadOf(m_head))),
                             v = rows(m_inputs->vRows(p, m_batch, p.kvHeadOf(m_head)));
    Decoded decoded;
    decoded.kTransposed.assignTransposed(m_spec.qk, k.data(), dim, tileN, dim);
    decoded.vTransposed.assignTransposed(m_spec.qk, v.data(), dim, tileN, dim);
    decoded.k.assign(m_spec.qk, k.data(), tileN, dim, dim);
    return decoded;
}

DqTile DqHead::tileOf(int nBlock, const Decoded &decoded, KeyRange visible, const MmaOperand &q, const MmaOperand &dO,
                      float base, float d) const
{
    const int tileN = m_spec.backward->tileN, dim = m_spec.problem.headDim, instrK = m_spec.recipe.instrK;
    const std::size_t columns = static_cast<std::size_t>(tileN);
    DqTile tile;
    tile.nBlock = nBlock;
    tile.visible = {std::max(visible.begin, nBlock * tileN), std::min(visible.end, (nBlock + 1) * tileN)};
    if (tile.visible.empty())
        tile.visible = {};
    tile.p.assign(columns, 0.0f);
    tile.dp.assign(columns, 0.0f);
    tile.ds.resize(columns);
    matmul(m_spec.qk, instrK, q, decoded.kTransposed, tile.p.data(), tileN);
    matmul(m_spec.qk, instrK, dO, decoded.vTransposed, tile.dp.data(), tileN);
    for (int j = 0; j < tileN; ++j) {
        const auto c = static_cast<std::size_t>(j);
        const int key = nBlock * tileN + j;
        const bool seen = key >= tile.visible.begin && key < tile.visible.end;
        tile.p[c] =
            seen ? row::probability(m_row, m_softmax, row::expArgument(m_row, tile.p[c], base, false), j) : 0.0f;
        tile.ds[c] = roundTo(m_spec.problem.dtype, tile.p[c] * (tile.dp[c] - d));
    }
    MmaOperand ds;
    ds.assign(m_spec.qk.operands, tile.ds.data(), 1, tileN, tileN);
    tile.contribution.assign(static_cast<std::size_t>(dim), 0.0f);
    matmul(m_spec.qk, instrK, ds, decoded.k, tile.contribution.data(), dim);
    return tile;
}

Result<DqRow> DqHead::row(int row, std::span<const float> dO, std::span<const float> output, float lse,
                          const DqOrder &order) const
{
    const Problem &p = m_spec.problem;
    const int dim = p.headDim;
    if (Status s = checkRow(p, m_batch, m_head, row); !s.ok())
        return s;
    if (static_cast<int>(dO.size()) != dim || static_cast<int>(output.size()) != dim)
        return Status::invalid(
            phrase("row %1: %2 values of dO and %3 of O, expected %4 of each", row, dO.size(), output.size(), dim));
    const std::vector<int> tiles = dqTiles(m_spec, m_batch, row);
    const Result<std::vector<int>> arrival = dqArrival(order, tiles, tileCount());
    if (!arrival.ok())
        return arrival.status();

    DqRow result{m_batch, m_head, row, dqRowSum(*m_spec.backward, dO, output), lse, {}, {}, {}, {}};
    MmaOperand q, gradient;
    q.assign(m_spec.qk.operands, m_inputs->qRows(p, m_batch, m_head) + static_cast<std::ptrdiff_t>(row) * dim, 1, dim,
             dim);
    gradient.assign(m_spec.qk.operands, dO.data(), 1, dim, dim);
    const float base = dqScoreBase(lse);
    const KeyRange visible = p.mask.visibleKeys(m_batch, row, p.seqlenQ, p.seqlenK);
    for (const int n : tiles) {
        const Decoded once = m_decoded.empty() ? decodeTile(n) : Decoded{};
        const Decoded &decoded = m_decoded.empty() ? once : m_decoded[static_cast<std::size_t>(n)];
        result.tiles.push_back(tileOf(n, decoded, visible, q, gradient, base, result.d));
    }

    result.sum = dqSum(result.tiles, arrival.value(), order.buffers, static_cast<std::size_t>(dim));
    for (const float sum : result.sum) {
        result.scaled.push_back(sum * p.scale);
        result.dq.push_back(roundTo(p.dtype, result.scaled.back()));
    }
    return result;
}

Result<std::vector<float>> dqOfProblem(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs,
                                       std::span<const float> dO, std::span<const float> output,
                                       std::span<const float> lse, const DqOrder &order, std::stop_token stop)
{
    const Problem &p = spec.problem;
    const std::size_t rows = static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(p.heads) *
                             static_cast<std::size_t>(p.seqlenQ),
                      dim = static_cast<std::size_t>(p.headDimV);
    if (dO.size() != rows * dim || output.size() != rows * dim || lse.size() != rows)
        return Status::invalid(phrase("%1 values of dO, %2 of O and %3 of LSE, expected %4, %4 and %5", dO.size(),
                                      output.size(), lse.size(), rows * dim, rows));
    std::vector<float> dq;
    dq.reserve(rows * dim);
    for (int i = 0; i < p.batch * p.heads; ++i) {
        const Result<DqHead> head = DqHead::create(spec, inputs, i / p.heads, i % p.heads);
        if (!head.ok())
            return head.status();
        for (int row = 0; row < p.seqlenQ; ++row) {
            if (stop.stop_requested())
                return Status::cancelled();
            const std::size_t at =
                static_cast<std::size_t>(i) * static_cast<std::size_t>(p.seqlenQ) + static_cast<std::size_t>(row);
            const Result<DqRow> one =
                head->row(row, dO.subspan(at * dim, dim), output.subspan(at * dim, dim), lse[at], order);
            if (!one.ok())
                return one.status();
            dq.insert(dq.end(), one->dq.begin(), one->dq.end());
        }
    }
    return dq;
}

} // namespace ulpscope
