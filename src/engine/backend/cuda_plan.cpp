// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/cuda_plan.h"

#include "engine/backend/fused_tiles.h"
#include "engine/backend/row_softmax.h"
#include "engine/backend/tile_executor.h"

#include <algorithm>
#include <set>
#include <string>

namespace ulpscope {
namespace {

using namespace worker;

constexpr int kMaxSplits = 128; ///< of the worker's combine
constexpr std::size_t kMaxProgram = std::size_t{1} << 24;

static_assert(static_cast<int>(Step::LoadQ) == static_cast<int>(StepKind::LoadQ) &&
              static_cast<int>(Step::LoadKv) == static_cast<int>(StepKind::LoadKv) &&
              static_cast<int>(Step::ScoreGemm) == static_cast<int>(StepKind::ScoreGemm) &&
              static_cast<int>(Step::ApplyMask) == static_cast<int>(StepKind::ApplyMask) &&
              static_cast<int>(Step::RowMax) == static_cast<int>(StepKind::RowMax) &&
              static_cast<int>(Step::RescaleOutput) == static_cast<int>(StepKind::RescaleOutput) &&
              static_cast<int>(Step::Exp2) == static_cast<int>(StepKind::Exp2) &&
              static_cast<int>(Step::RowSum) == static_cast<int>(StepKind::RowSum) &&
              static_cast<int>(Step::OutputGemm) == static_cast<int>(StepKind::OutputGemm) &&
              static_cast<int>(Step::Normalize) == static_cast<int>(StepKind::Normalize) &&
              static_cast<int>(Step::Combine) == static_cast<int>(StepKind::Combine));
static_assert(static_cast<int>(Value::Scores) == static_cast<int>(Quantity::Scores) &&
              static_cast<int>(Value::Probs) == static_cast<int>(Quantity::Probs) &&
              static_cast<int>(Value::RowMax) == static_cast<int>(Quantity::RowMax) &&
              static_cast<int>(Value::LaneSums) == static_cast<int>(Quantity::LaneSums) &&
              static_cast<int>(Value::RowSum) == static_cast<int>(Quantity::RowSum) &&
              static_cast<int>(Value::Alpha) == static_cast<int>(Quantity::Alpha) &&
              static_cast<int>(Value::OutputAcc) == static_cast<int>(Quantity::OutputAcc) &&
              static_cast<int>(Value::Lse) == static_cast<int>(Quantity::Lse) &&
              static_cast<int>(Value::Output) == static_cast<int>(Quantity::Output) &&
              static_cast<int>(Value::TileMax) == static_cast<int>(Quantity::TileMax) &&
              static_cast<int>(Value::TileSum) == static_cast<int>(Quantity::TileSum) &&
              static_cast<int>(Value::TileOut) == static_cast<int>(Quantity::TileOut));

bool sameArithmetic(const TensorCoreSpec &a, const TensorCoreSpec &b)
{
    return a.groupL == b.groupL && a.fractionBits == b.fractionBits && a.zeroExponent == b.zeroExponent &&
           a.result == b.result && a.emulatedFp8 == b.emulatedFp8;
}

/// The k of this GPU's instruction that makes the same groups as an instruction of `instrK` does, 0 when none does.
int nativeK(const ResolvedMma &mma, int instrK)
{
    const int group = std::min(instrK, mma.spec.groupL);
    const std::vector<int> available = mma.operands == DType::TF32 ? std::vector{8, 4} : std::vector{16, 8};
    for (int k : available) {
        // A longer instruction is a chain of shorter ones where it is cut at the same places.
        if (instrK % k == 0 && std::min(k, mma.spec.groupL) == group)
            return k;
    }
    return 0;
}

Product productOf(const ResolvedMma &mma, int instrK, const GpuArithmetic &gpu)
{
    Product p{};
    p.instrK = instrK;
    if (mma.kind != MmaUnit::Kind::TensorCore) {
        p.unit = mma.kind == MmaUnit::Kind::Exact ? Unit::Exact : Unit::Fma;
        return p;
    }
    const FormatInfo format = formatInfo(mma.operands);
    p.unit = Unit::Model;
    p.spec = {mma.spec.groupL, mma.spec.fractionBits, mma.spec.zeroExponent};
    p.format = {format.fractionBits, format.minExponent};
    p.isTf32 = mma.operands == DType::TF32;
    if (const int k = nativeK(mma, instrK); k > 0 && gpu.multipliesLike(mma)) {
        p.unit = Unit::Native;
        p.instrK = k;
    }
    return p;
}

LaneNumbers laneNumbers(const Recipe &recipe)
{
    const LaneLayout layout(recipe);
    LaneNumbers n{};
    n.lanes = recipe.lanes;
    n.laneSum = recipe.laneSum;
    n.join = recipe.join;
    n.quadOrder = recipe.quadOrder;
    n.count = layout.lanes;
    n.parts = layout.parts;
    n.partWidth = recipe.tileN / layout.parts;
    n.width = recipe.quadWhen == QuadWhen::EveryTile ? 1 : layout.lanes;
    return n;
}

} // namespace

bool GpuArithmetic::hasTables(const std::string &approxTable) const
{
    return useHardware && std::any_of(profiles.begin(), profiles.end(), [&](const DeviceProfile *profile) {
               return profile->approxTable == approxTable && profile->approxEvidence.known == Known::Reproduced;
           });
}

bool GpuArithmetic::multipliesLike(const ResolvedMma &mma) const
{
    // Numbers that nobody compared with results of such a GPU may be wrong: the integer T-FDPA is right in any case.
    const auto isMeasured = [](const DeviceProfile &profile) {
        return std::any_of(profile.mma.begin(), profile.mma.end(),
                           [](const MmaArithmetic &row) { return row.evidence.known == Known::Reproduced; });
    };
    return useHardware && hasNativeBf16 && !mma.spec.hasFaults() &&
           std::any_of(profiles.begin(), profiles.end(), [&](const DeviceProfile *profile) {
               const MmaArithmetic *own = profile->mmaFor(mma.operands, mma.spec.result);
               return own && isMeasured(*profile) && sameArithmetic(own->spec, mma.spec);
           });
}

namespace {

Item place(const Schedule &schedule, const WorkTile &tile)
{
    Item item{};
    item.batch = tile.batch;
    item.head = tile.head;
    item.kvHead = schedule.problem().kvHeadOf(tile.head);
    item.rowBegin = tile.rowBegin;
    item.rows = tile.rowEnd - tile.rowBegin;
    item.split = tile.isCombine ? 0 : tile.split;
    return item;
}

} // namespace

Element elementOf(DType type)
{
    return type == DType::F16 ? Element::F16 : type == DType::BF16 ? Element::BF16 : Element::F32;
}

Status supportedByWorker(const RunSpec &spec)
{
    const auto unsupported = [](const Phrase &what) {
        return Status(StatusCode::Unsupported, phrase("the CUDA engine does not execute %1; the CPU does", what));
    };
    const DType type = spec.problem.dtype;
    if (type != DType::F16 && type != DType::BF16 && type != DType::F32)
        return unsupported(phrase("tensors of %1", formatInfo(type).name));
    for (const ResolvedMma *mma : {&spec.qk, &spec.pv}) {
        if (mma->kind != MmaUnit::Kind::TensorCore)
            continue;
        if (isFp8(mma->operands))
            return unsupported(phrase("operands of %1", formatInfo(mma->operands).name));
        if (mma->spec.hasFaults() || mma->spec.result != MmaResult::TruncateF32)
            return unsupported(phrase("a tensor core with faults or 16-bit results"));
    }
    const Recipe &r = spec.recipe;
    for (const auto &[unknown, field] :
         {std::pair{r.exp == ExpMethod::Fa4Poly3 || r.exp == ExpMethod::Expf, "exp"},
          std::pair{r.scoreScale == ScoreScale::Operands, "scoreScale"}, std::pair{r.dividesProbs(), "final"},
          std::pair{r.rescale == Rescale::Threshold, "rescale"}, std::pair{r.pvSum == PvSum::Apart, "pvSum"},
          std::pair{r.keyWarps > 1, "keyWarps"}, std::pair{r.join == Join::FirstLaneMulAdd, "join"},
          std::pair{r.quadOrder == QuadOrder::Xor241, "quadOrder"},
          std::pair{r.combineMath == CombineMath::Fast && spec.numSplits > 1, "combineMath"},
          std::pair{r.fault != Fault::None, "fault"}}) {
        if (unknown)
            return unsupported(phrase("a recipe with %1=%2", field, fieldValue(r, field)));
    }
    if (spec.recipe.form == Form::Online && spec.numSplits > kMaxSplits)
        return unsupported(phrase("more than %1 splits", kMaxSplits));
    return {};
}

std::vector<std::int32_t> mergeProgram(const MergeTree &tree)
{
    const int leaves = tree.leaves;
    if (leaves == 0)
        return {};
    // The operand that needs more room goes first, so that a deep chain needs two places.
    std::vector<int> room(static_cast<std::size_t>(leaves), 1);
    for (const MergeTree::Merge &m : tree.merges) {
        const int left = room[static_cast<std::size_t>(m.left)], right = room[static_cast<std::size_t>(m.right)];
        room.push_back(left == right ? left + 1 : std::max(left, right));
    }
    std::vector<std::int32_t> reversed; // root first
    std::vector<int> open{tree.root()};
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        if (node < leaves) {
            reversed.push_back(node);
            continue;
        }
        const MergeTree::Merge &m = tree.merges[static_cast<std::size_t>(node - leaves)];
        reversed.push_back(-1);
        const bool leftFirst = room[static_cast<std::size_t>(m.left)] >= room[static_cast<std::size_t>(m.right)];
        open.push_back(leftFirst ? m.left : m.right); // executed first, so emitted last
        open.push_back(leftFirst ? m.right : m.left);
    }
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
}

Result<CudaPlan> makeCudaPlan(const RunSpec &spec, const Schedule &schedule, const GpuArithmetic &gpu)
{
    if (Status s = supportedByWorker(spec); !s.ok())
        return s;
    const Problem &p = spec.problem;
    const Recipe &r = spec.recipe;
    CudaPlan made;
    Plan &plan = made.plan;
    plan.batch = p.batch;
    plan.heads = p.heads;
    plan.kvHeads = p.kvHeads;
    plan.seqlenQ = p.seqlenQ;
    plan.seqlenK = p.seqlenK;
    plan.headDim = p.headDim;
    plan.headDimV = p.headDimV;
    plan.element = elementOf(p.dtype);
    plan.row = rowArithmetic(p, r);
    plan.isSketch = r.form == Form::Sketch;
    plan.tileM = r.tileM;
    plan.tileN = r.tileN;
    plan.qk = productOf(spec.qk, r.instrK, gpu);
    plan.pv = productOf(spec.pv, r.instrK, gpu);
    plan.pCast = r.pCast;
    plan.oStore = r.oStore;
    plan.lanes = laneNumbers(r);
    if (!spec.approxTable.empty())
        plan.approximation = gpu.hasTables(spec.approxTable) ? Approximation::Hardware : Approximation::Tables;
    plan.splits = schedule.splits();
    plan.slots = plan.groups = 1;
    plan.keyTiles = schedule.nBlocks();
    plan.warpGroups = gpu.useWarpGroups;

    if (plan.isSketch) {
        std::set<int> counts;
        for (int i = 0; i < schedule.workTileCount(); ++i)
            counts.insert(static_cast<int>(schedule.keyTiles(schedule.workTile(i)).size()));
        plan.tailUnits = std::max(1, *counts.rbegin());
        for (int count : counts) {
            const Result<MergeTree> tree = schedule.sketchTree(count);
            if (count > 0 && !tree.ok())
                return tree.status();
            made.sketchPrograms[count] = static_cast<std::int32_t>(made.programs.size());
            if (count == 0)
                continue;
            const std::vector<std::int32_t> program = mergeProgram(tree.value());
            made.programs.insert(made.programs.end(), program.begin(), program.end());
            if (made.programs.size() > kMaxProgram)
                return Status(StatusCode::Unsupported, phrase("the merge trees of this sketch are too large for the "
                                                              "CUDA engine; the CPU executes it"));
        }
    } else if (plan.splits > 1) {
        plan.tailUnits = plan.splits;
        const Result<MergeTree> tree = combineTree(r, plan.splits);
        if (!tree.ok())
            return tree.status();
        made.programs = mergeProgram(tree.value());
        plan.combineByList = r.combinesByList();
        plan.combineList = static_cast<std::int32_t>(made.programs.size());
        made.programs.insert(made.programs.end(), r.combineList.begin(), r.combineList.end());
    }
    return made;
}

void CudaPlan::planWholeTiles(const Schedule &schedule)
{
    if (fusedShapeOf(plan) < 0)
        return;
    for (int i = 0; i < schedule.workTileCount(); ++i) {
        const WorkTile tile = schedule.workTile(i);
        if (tile.isCombine)
            continue;
        std::vector<int> list = schedule.keyTiles(tile);
        const auto [at, isNew] = tileLists.try_emplace(std::move(list), static_cast<std::int32_t>(programs.size()));
        if (isNew)
            programs.insert(programs.end(), at->first.begin(), at->first.end());
    }
}

Item CudaPlan::wholeTile(const Schedule &schedule, const WorkTile &tile) const
{
    Item item = place(schedule, tile);
    item.step = Step::WholeTile;
    const Mask &mask = schedule.problem().mask;
    item.firstKey = mask.keyLengths.empty() ? plan.seqlenK : mask.keyLengths[static_cast<std::size_t>(tile.batch)];
    const std::vector<int> list = schedule.keyTiles(tile);
    item.mergeCount = static_cast<std::int32_t>(list.size());
    item.mergeProgram = tileLists.at(list);
    return item;
}

Item CudaPlan::item(const Schedule &schedule, const WorkTile &tile, const PlannedStep &step) const
{
    const Recipe &r = schedule.recipe();
    Item item = place(schedule, tile);
    item.step = static_cast<Step>(step.kind);
    item.ordinal = step.ordinal;
    if (step.nBlock >= 0) {
        const KeyRange keys = schedule.keysOf(tile, step.nBlock);
        item.firstKey = keys.begin;
        item.existing = keys.end - keys.begin;
    }
    if (step.ordinal == 0 || plan.isSketch)
        item.flags |= kFirstTile;
    if (r.argument == Argument::FusedFullBlocks && schedule.inPartialBlock(tile, step.nBlock))
        item.flags |= kPartialBlock;
    if (step.kind == StepKind::Combine && plan.isSketch) {
        item.mergeCount = static_cast<std::int32_t>(schedule.keyTiles(tile).size());
        item.mergeProgram = sketchPrograms.at(item.mergeCount);
    }
    return item;
}

} // namespace ulpscope
