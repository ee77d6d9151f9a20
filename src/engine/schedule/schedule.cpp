// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule.h"

#include <algorithm>
#include <string>

namespace ulpscope {
namespace {

constexpr std::int64_t kMaxWorkTiles = 4'000'000;

int ceilDiv(int a, int b) { return (a + b - 1) / b; }

} // namespace

std::string_view stepKindName(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ: return "LoadQ";
    case StepKind::LoadKv: return "LoadKv";
    case StepKind::ScoreGemm: return "ScoreGemm";
    case StepKind::ApplyMask: return "ApplyMask";
    case StepKind::RowMax: return "RowMax";
    case StepKind::RescaleOutput: return "RescaleOutput";
    case StepKind::Exp2: return "Exp2";
    case StepKind::RowSum: return "RowSum";
    case StepKind::OutputGemm: return "OutputGemm";
    case StepKind::Normalize: return "Normalize";
    case StepKind::Combine: return "Combine";
    }
    return "?";
}

Result<Schedule> Schedule::build(const RunSpec &spec)
{
    Schedule s;
    s.m_problem = spec.problem;
    s.m_recipe = spec.recipe;
    const Problem &p = s.m_problem;
    s.m_mBlocks = ceilDiv(p.seqlenQ, spec.recipe.tileM);
    s.m_nBlocks = ceilDiv(p.seqlenK, spec.recipe.tileN);
    s.m_splits = spec.recipe.form == Form::Sketch ? 1 : spec.numSplits;
    s.m_deviceParts = spec.numSplits;
    s.m_tilesPerSplit = spec.splitTiles;
    s.m_tilesPerRowBlock = s.m_splits > 1 ? s.m_splits + 1 : 1;

    const std::int64_t count = std::int64_t{p.batch} * p.heads * s.m_mBlocks * s.m_tilesPerRowBlock;
    if (count > kMaxWorkTiles)
        return Status(StatusCode::Unsupported,
                      phrase("the schedule would have %1 work tiles, more than the %2 that can be planned; use larger "
                             "tiles or fewer heads",
                             count, kMaxWorkTiles));
    if (spec.recipe.keyOrder == KeyOrder::List) {
        if (Result<MergeTree> order = MergeTree::inOrder(s.m_nBlocks, spec.recipe.keyOrderList, "keyOrder");
            !order.ok())
            return order.status();
    }
    s.m_firstStep.reserve(static_cast<std::size_t>(count) + 1);
    s.m_firstStep.push_back(0);
    for (int i = 0; i < static_cast<int>(count); ++i)
        s.m_firstStep.push_back(s.m_firstStep.back() + s.countSteps(s.locate(i)));
    return s;
}

WorkTile Schedule::locate(int index) const
{
    WorkTile t;
    t.index = index;
    t.split = index % m_tilesPerRowBlock;
    t.isCombine = m_splits > 1 && t.split == m_splits;
    int rest = index / m_tilesPerRowBlock;
    t.mBlock = rest % m_mBlocks;
    rest /= m_mBlocks;
    t.head = rest % m_problem.heads;
    t.batch = rest / m_problem.heads;
    t.rowBegin = t.mBlock * m_recipe.tileM;
    t.rowEnd = std::min(t.rowBegin + m_recipe.tileM, m_problem.seqlenQ);
    return t;
}

WorkTile Schedule::workTile(int index) const { return locate(index); }

/// The key tiles of a split, of those that the query tile sees.
KeyRange Schedule::splitTiles(const WorkTile &t, KeyRange visible) const
{
    if (m_splits == 1)
        return visible;
    // FlashAttention-3 and -4 share out what the query tile sees (hopper/block.h, flash_attn/cute/block_info.py),
    // the others all keys.
    const bool sharesVisible = m_recipe.split == SplitRule::Fa3 || m_recipe.split == SplitRule::Fa4;
    const KeyRange shared = sharesVisible ? visible : KeyRange{0, m_nBlocks};
    const int perSplit = m_tilesPerSplit > 0 ? m_tilesPerSplit : ceilDiv(shared.end - shared.begin, m_splits);
    const int begin = shared.begin + t.split * perSplit;
    return {std::max(begin, visible.begin), std::min({begin + perSplit, shared.end, visible.end})};
}

KeyRange Schedule::visitedTiles(const WorkTile &t) const
{
    if (t.isCombine)
        return {};
    const KeyRange keys =
        m_problem.mask.visibleKeysOfRows(t.batch, t.rowBegin, t.rowEnd, m_problem.seqlenQ, m_problem.seqlenK);
    if (keys.empty())
        return {};
    const KeyRange tiles = splitTiles(t, {keys.begin / m_recipe.tileN, ceilDiv(keys.end, m_recipe.tileN)});
    return {tiles.begin, std::max(tiles.begin, tiles.end)};
}

std::vector<int> Schedule::keyTiles(const WorkTile &t) const
{
    std::vector<int> tiles;
    const KeyRange range = visitedTiles(t);
    const int begin = range.begin, end = range.end;
    const auto visited = [&](int n) { return n >= begin && n < end; };
    switch (m_recipe.keyOrder) {
    case KeyOrder::Ascending:
        for (int n = begin; n < end; ++n)
            tiles.push_back(n);
        break;
    case KeyOrder::Descending:
        for (int n = end - 1; n >= begin; --n)
            tiles.push_back(n);
        break;
    case KeyOrder::PartialFirst:
        for (bool partial : {true, false}) {
            for (int n = begin; n < end; ++n) {
                if (inPartialBlock(t, n) == partial)
                    tiles.push_back(n);
            }
        }
        break;
    case KeyOrder::List:
        std::copy_if(m_recipe.keyOrderList.begin(), m_recipe.keyOrderList.end(), std::back_inserter(tiles), visited);
        break;
    }
    return tiles;
}

KeyRange Schedule::keysOf(const WorkTile &t, int nBlock) const
{
    const int begin = nBlock * m_recipe.tileN;
    return {begin, std::max(begin, std::min(begin + m_recipe.tileN, existingKeys(t.batch)))};
}

int Schedule::existingKeys(int batch) const
{
    const std::vector<int> &lengths = m_problem.mask.keyLengths;
    return lengths.empty() ? m_problem.seqlenK : lengths[static_cast<std::size_t>(batch)];
}

int Schedule::keyLimit(int batch) const
{
    const int existing = existingKeys(batch);
    return m_recipe.fault == Fault::UnmaskedTail ? ceilDiv(existing, m_recipe.tileN) * m_recipe.tileN : existing;
}

KeyRange Schedule::addedKeys(int batch, int row, int nBlock) const
{
    const Problem &p = m_problem;
    const KeyRange visible = m_recipe.fault == Fault::UnmaskedTail
                                 ? p.mask.keysWithin(row, p.seqlenQ, p.seqlenK, keyLimit(batch))
                                 : p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
    const int begin = nBlock * m_recipe.tileN;
    const KeyRange keys{std::max(visible.begin, begin), std::min(visible.end, begin + m_recipe.tileN)};
    return keys.empty() ? KeyRange{} : keys;
}

int Schedule::tileRead(Fault stale, const WorkTile &t, int nBlock) const
{
    if (m_recipe.fault != stale)
        return nBlock;
    const std::vector<int> tiles = keyTiles(t);
    const auto ordinal = static_cast<std::size_t>(m_recipe.faultOrdinal);
    return ordinal < tiles.size() && tiles[ordinal] == nBlock ? tiles[ordinal - 1] : nBlock;
}

bool Schedule::faultReaches() const
{
    if (m_recipe.fault == Fault::None)
        return false;
    for (int i = 0; i < workTileCount(); ++i) {
        const WorkTile t = workTile(i);
        if (t.head > 0) // no mask tells heads apart
            continue;
        if (m_recipe.fault != Fault::UnmaskedTail) {
            if (keyTileCount(t) > m_recipe.faultOrdinal)
                return true;
            continue;
        }
        const int existing = existingKeys(t.batch);
        const int tail = existing / m_recipe.tileN;
        const KeyRange visited = visitedTiles(t);
        for (int row = t.rowBegin; row < t.rowEnd && tail >= visited.begin && tail < visited.end; ++row) {
            if (addedKeys(t.batch, row, tail).end > existing)
                return true;
        }
    }
    return false;
}

bool Schedule::allVisible(const WorkTile &t, KeyRange rows, KeyRange keys) const
{
    // Both ends of the visible range grow with the row: the last row starts latest, the first row ends earliest.
    const KeyRange first = m_problem.mask.visibleKeys(t.batch, rows.begin, m_problem.seqlenQ, m_problem.seqlenK);
    const KeyRange last = m_problem.mask.visibleKeys(t.batch, rows.end - 1, m_problem.seqlenQ, m_problem.seqlenK);
    return last.begin <= keys.begin && first.end >= keys.end && last.end >= keys.end;
}

bool Schedule::needsMask(const WorkTile &t, int nBlock) const
{
    return !allVisible(t, {t.rowBegin, t.rowEnd}, {nBlock * m_recipe.tileN, (nBlock + 1) * m_recipe.tileN});
}

bool Schedule::inPartialBlock(const WorkTile &t, int nBlock) const
{
    const Problem &p = m_problem;
    if (p.mask.kind == Mask::Kind::None && p.mask.keyLengths.empty())
        return false;
    const int block = m_recipe.maskBlock > 0 ? m_recipe.maskBlock : m_recipe.tileM;
    const int rowBegin = t.rowBegin / block * block;
    const int keyBegin = nBlock * m_recipe.tileN / block * block;
    // A block that reaches beyond the sequence is not full: what is beyond counts as masked.
    return rowBegin + block > p.seqlenQ || keyBegin + block > p.seqlenK ||
           !allVisible(t, {rowBegin, rowBegin + block}, {keyBegin, keyBegin + block});
}

std::vector<PlannedStep> Schedule::steps(const WorkTile &t) const
{
    std::vector<PlannedStep> list;
    std::uint64_t index =
        m_firstStep.size() > static_cast<std::size_t>(t.index) ? m_firstStep[static_cast<std::size_t>(t.index)] : 0;
    const auto add = [&](StepKind kind, int ordinal = -1, int nBlock = -1) {
        list.push_back({index++, kind, t.index, ordinal, nBlock});
    };
    if (t.isCombine) {
        add(StepKind::Combine);
        return list;
    }
    add(StepKind::LoadQ);
    const std::vector<int> tiles = keyTiles(t);
    for (int ordinal = 0; ordinal < static_cast<int>(tiles.size()); ++ordinal) {
        const int n = tiles[static_cast<std::size_t>(ordinal)];
        add(StepKind::LoadKv, ordinal, n);
        add(StepKind::ScoreGemm, ordinal, n);
        if (needsMask(t, n))
            add(StepKind::ApplyMask, ordinal, n);
        add(StepKind::RowMax, ordinal, n);
        if (m_recipe.form == Form::Online && ordinal > 0)
            add(StepKind::RescaleOutput, ordinal, n);
        add(StepKind::Exp2, ordinal, n);
        add(StepKind::RowSum, ordinal, n);
        add(StepKind::OutputGemm, ordinal, n);
    }
    if (m_recipe.form == Form::Sketch)
        add(StepKind::Combine);
    add(StepKind::Normalize);
    return list;
}

/// steps(t).size(), without forming them: a plan has millions of work tiles.
std::uint64_t Schedule::countSteps(const WorkTile &t) const
{
    if (t.isCombine)
        return 1;
    const std::uint64_t loadAndNormalize = m_recipe.form == Form::Sketch ? 3 : 2; // and the merge of the sketch
    const KeyRange tiles = visitedTiles(t);
    if (tiles.empty())
        return loadAndNormalize;
    // As in allVisible(): the tiles that need no mask are neighbours.
    const auto visible = [&](int row) {
        return m_problem.mask.visibleKeys(t.batch, row, m_problem.seqlenQ, m_problem.seqlenK);
    };
    const KeyRange first = visible(t.rowBegin), last = visible(t.rowEnd - 1);
    const int fullBegin = std::max(tiles.begin, ceilDiv(last.begin, m_recipe.tileN));
    const int fullEnd = std::min(tiles.end, std::min(first.end, last.end) / m_recipe.tileN);
    const auto count = static_cast<std::uint64_t>(tiles.end - tiles.begin);
    const auto masked = count - static_cast<std::uint64_t>(std::max(0, fullEnd - fullBegin));
    const std::uint64_t rescaled = m_recipe.form == Form::Online ? count - 1 : 0;
    return loadAndNormalize + 6 * count + masked + rescaled;
}

PlannedStep Schedule::step(std::uint64_t index) const
{
    const auto after = std::upper_bound(m_firstStep.begin(), m_firstStep.end(), index);
    const int tile = static_cast<int>(after - m_firstStep.begin()) - 1;
    return steps(workTile(tile))[static_cast<std::size_t>(index - firstStep(tile))];
}

} // namespace ulpscope
