// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/resolve.h"

#include "engine/reduction/merge_tree.h"
#include "engine/schedule/schedule.h"
#include "engine/schedule/split_rules.h"

#include <algorithm>

namespace ulpscope {
namespace {

constexpr int kFlashInferBlocksPerSm = 2; ///< its kernel's occupancy is asked of the driver there; a model here
constexpr int kMostTileKeys = 4096;       ///< validate() takes no larger tileN
constexpr int kMaxSplits = 128;           ///< FlashAttention-2's own limit; its combine kernel has no instance for more

int ceilDiv(int a, int b) { return (a + b - 1) / b; }

Phrase faultWords(const Recipe &r)
{
    switch (r.fault) {
    case Fault::None: break;
    case Fault::StaleK:
        return phrase("key tile %1 in visiting order is multiplied with the K of the one before", r.faultOrdinal);
    case Fault::StaleV:
        return phrase("key tile %1 in visiting order is multiplied with the V of the one before", r.faultOrdinal);
    case Fault::UnmaskedTail: return phrase("keys beyond the last one are not masked, they count with score 0");
    }
    return {};
}

class Resolver {
public:
    Resolver(const Catalog &catalog, const Problem &problem, const RunRequest &request)
        : m_catalog(catalog), m_problem(problem), m_request(request)
    {}

    Result<RunSpec> run();

private:
    Status lookUp();
    Result<Recipe> recipeFor(bool isSplit, bool withUserFields) const;
    int splitsOf(const Recipe &recipe) const;
    int splitTilesOf(const Recipe &recipe) const;
    bool splitsAlike(const Recipe &kernel, int kernelSplits) const;
    Result<ResolvedMma> resolveMma(const MmaUnit &unit, DType operands, const char *field);
    DType probsType(const Recipe &recipe) const;
    Status resolveArithmetic();
    void planBackward();
    void judge();
    Status judgeFault();
    void judgeProblem();
    void judgeOptions();
    void weaken(Known known, const Phrase &reason);

    const Catalog &m_catalog;
    const Problem &m_problem;
    const RunRequest &m_request;
    const KernelFamily *m_kernel = nullptr;
    const DeviceProfile *m_device = nullptr;
    int m_batch = 1;
    RunSpec m_spec;
};

Status Resolver::lookUp()
{
    if (Status s = m_problem.validate(); !s.ok())
        return s;
    const Result<const KernelFamily *> kernel = m_catalog.kernel(m_request.kernel);
    if (!kernel.ok())
        return kernel.status();
    const Result<const DeviceProfile *> device = m_catalog.device(m_request.device);
    if (!device.ok())
        return device.status();
    m_kernel = kernel.value();
    m_device = device.value();
    if (m_request.batch < 0 || m_request.batch > 1'000'000)
        return Status::invalid(phrase("batch is %1, expected 1..1000000", m_request.batch));
    if (m_request.numSplits < 0 || m_request.numSplits > kMaxSplits)
        return Status::invalid(phrase("number of splits is %1, expected 1 to %2", m_request.numSplits, kMaxSplits));
    m_batch = std::max(m_request.batch, m_problem.batch);
    const auto &types = m_kernel->dtypes;
    if (std::find(types.begin(), types.end(), m_problem.dtype) == types.end()) {
        std::string accepted;
        for (DType type : types)
            accepted += (accepted.empty() ? "" : ", ") + std::string(formatInfo(type).name);
        return Status(StatusCode::Unsupported, phrase("kernel %1 takes %2; the tensors are %3", m_kernel->id, accepted,
                                                      formatInfo(m_problem.dtype).name));
    }
    return {};
}

Result<Recipe> Resolver::recipeFor(bool isSplit, bool withUserFields) const
{
    Recipe recipe;
    const auto apply = [&](const std::string &name, const std::string &value) {
        if (value == kDevicePlaceholder)
            return setField(recipe, name, m_device->id);
        if (value == kDtypePlaceholder)
            return setField(recipe, name, m_problem.dtype == DType::F32 ? "none" : formatInfo(m_problem.dtype).name);
        if (value == kKeysPlaceholder) {
            if (m_problem.seqlenK > kMostTileKeys)
                return Status(StatusCode::Unsupported, phrase("kernel %1 takes at most %2 keys, this problem has %3",
                                                              m_kernel->id, kMostTileKeys, m_problem.seqlenK));
            return setField(recipe, name, std::to_string(m_problem.seqlenK));
        }
        return setField(recipe, name, value);
    };
    for (const auto &[name, value] : m_kernel->recipe) {
        if (Status s = apply(name, value); !s.ok())
            return s;
    }
    for (const KernelRule &rule : m_kernel->rules) {
        if (!rule.matches(m_problem, m_batch, *m_device, isSplit))
            continue;
        for (const auto &[name, value] : rule.set) {
            if (Status s = apply(name, value); !s.ok())
                return s;
        }
    }
    for (const auto &[option, field] : m_kernel->kernelOptions) {
        const auto given = m_problem.kernelOptions.find(option);
        if (given == m_problem.kernelOptions.end())
            continue;
        if (Status s = setField(recipe, field, std::to_string(given->second)); !s.ok())
            return Status::invalid(phrase("kernel option %1: %2", option, s.phrase()));
    }
    if (m_request.numSplits > 0 && withUserFields) {
        if (Status s = setField(recipe, "split", "count:" + std::to_string(m_request.numSplits)); !s.ok())
            return s;
    }
    if (withUserFields) {
        for (const auto &[name, value] : m_request.set) {
            if (Status s = setField(recipe, name, value); !s.ok())
                return s;
        }
    }
    if (Status s = validate(recipe); !s.ok())
        return s;
    if (recipe.dividesProbs() && recipe.tileN < m_problem.seqlenK)
        return Status::invalid(
            phrase("recipe field final: %1 needs the row sum of all %2 keys first, expected a tileN of "
                   "at least as many, found %3",
                   fieldValue(recipe, "final"), m_problem.seqlenK, recipe.tileN));
    return recipe;
}

/// The number of splits that a recipe gives; for the sketch, the parts of its merge tree with crossTile=device.
int Resolver::splitsOf(const Recipe &recipe) const
{
    const int tiles = ceilDiv(m_problem.seqlenK, recipe.tileN);
    if (recipe.form == Form::Sketch)
        return fa2NumSplits(fa2WorkTiles(m_problem, m_batch), tiles, m_device->smCount);
    switch (recipe.split) {
    case SplitRule::None: return 1;
    case SplitRule::Count: return recipe.splitValue;
    case SplitRule::Size:
    case SplitRule::FlashInfer: return std::max(1, ceilDiv(tiles, splitTilesOf(recipe)));
    case SplitRule::Fa2: return fa2NumSplits(fa2WorkTiles(m_problem, m_batch), tiles, m_device->smCount);
    case SplitRule::Fa3:
        return fa3NumSplits(fa3Work(m_problem, m_batch, recipe.tileM, recipe.tileN), m_device->smCount);
    case SplitRule::Fa4: return fa4NumSplits(fa4WorkTiles(m_problem, m_batch), tiles, m_device->smCount);
    case SplitRule::Flex: return flexNumSplits(m_batch, m_problem.kvHeads, m_device->smCount);
    }
    return 1;
}

/// Key tiles of a split where the rule fixes them, 0 where it fixes the number of splits.
int Resolver::splitTilesOf(const Recipe &recipe) const
{
    if (recipe.split == SplitRule::Size)
        return ceilDiv(recipe.splitValue, recipe.tileN);
    if (recipe.split != SplitRule::FlashInfer)
        return 0;
    // All requests of the batch as long as this one, a key tile for a page, two blocks on an SM.
    const std::vector<int> pages(static_cast<std::size_t>(m_batch), ceilDiv(m_problem.seqlenK, recipe.tileN));
    return flashInferSplit(pages, recipe.tileN, m_problem.kvHeads, kFlashInferBlocksPerSm * m_device->smCount)
        .chunkPages;
}

/// Whether the run shares the keys out as the kernel's own recipe does, which may say so in other words.
bool Resolver::splitsAlike(const Recipe &kernel, int kernelSplits) const
{
    if (m_spec.numSplits != kernelSplits)
        return false;
    const auto sharesWhatIsSeen = [](const Recipe &r) {
        return r.split == SplitRule::Fa3 || r.split == SplitRule::Fa4;
    };
    return kernelSplits == 1 || (splitTilesOf(m_spec.recipe) == splitTilesOf(kernel) &&
                                 sharesWhatIsSeen(m_spec.recipe) == sharesWhatIsSeen(kernel));
}

Result<ResolvedMma> Resolver::resolveMma(const MmaUnit &unit, DType operands, const char *field)
{
    ResolvedMma mma;
    mma.kind = unit.kind;
    mma.operands = operands;
    if (unit.kind != MmaUnit::Kind::TensorCore)
        return mma;
    const Result<const DeviceProfile *> device = m_catalog.device(unit.device);
    if (!device.ok())
        return Status::invalid(phrase("recipe field %1: %2", field, device.status().phrase()));
    // A tensor core multiplies fp32 tensors as tf32.
    if (operands == DType::F32)
        mma.operands = DType::TF32;
    const MmaArithmetic *row = device.value()->mmaFor(mma.operands);
    if (!row)
        return Status(StatusCode::Unsupported, phrase("recipe field %1: the tensor core of %2 does not multiply %3",
                                                      field, unit.device, formatInfo(mma.operands).name));
    mma.spec = row->spec;
    weaken(row->evidence.known, phrase("tensor core of %1: %2", unit.device, row->evidence.text));
    return mma;
}

DType Resolver::probsType(const Recipe &recipe) const
{
    switch (recipe.pCast) {
    case PCast::Bf16: return DType::BF16;
    case PCast::Fp16: return DType::F16;
    case PCast::None: break;
    }
    return DType::F32;
}

Status Resolver::resolveArithmetic()
{
    const Recipe &recipe = m_spec.recipe;
    const bool scaled = recipe.scoreScale == ScoreScale::Operands; // q times a factor has fp32's digits
    Result<ResolvedMma> qk = resolveMma(recipe.mmaQk, scaled ? DType::F32 : m_problem.dtype, "mmaQk");
    if (!qk.ok())
        return qk.status();
    const DType probs = probsType(recipe);
    if (recipe.mmaPv.kind == MmaUnit::Kind::TensorCore && probs != m_problem.dtype)
        return Status::invalid(phrase("recipe field pCast: %1, but V is %2 and a tensor core (mmaPv=%3) takes both "
                                      "operands in one format",
                                      fieldValue(recipe, "pCast"), formatInfo(m_problem.dtype).name,
                                      recipe.mmaPv.device));
    Result<ResolvedMma> pv = resolveMma(recipe.mmaPv, probs, "mmaPv");
    if (!pv.ok())
        return pv.status();
    m_spec.qk = qk.value();
    m_spec.pv = pv.value();
    if (recipe.exp == ExpMethod::Ex2 || recipe.exp == ExpMethod::Expf || recipe.exp == ExpMethod::Fa4Poly3 ||
        recipe.finalScale == FinalScale::Rcp || m_spec.numSplits > 1) {
        m_spec.approxTable = m_device->approxTable;
        m_spec.tableDirectory = m_catalog.tableDirectory(m_device->approxTable);
        weaken(m_device->approxEvidence.known, phrase("ex2, rcp, lg2: %1", m_device->approxEvidence.text));
    }
    return {};
}

/// The backward pass, known as the kernel's file says, or as the run where that is less.
void Resolver::planBackward()
{
    if (!m_kernel->backward)
        return;
    m_spec.backward = fa2BackwardPlan(*m_device, m_problem.headDim, std::int64_t{m_batch} * m_problem.heads);
    if (!m_spec.backward)
        return;
    Evidence known = m_kernel->backward->evidence;
    const auto &dims = m_kernel->backward->recordedHeadDims;
    if (known.known == Known::Reproduced && std::find(dims.begin(), dims.end(), m_problem.headDim) == dims.end())
        known = {Known::Published, phrase("head dim %1 is not among the recorded ones", m_problem.headDim)};
    if (m_spec.known.known < known.known)
        known = m_spec.known;
    m_spec.backward->known = std::move(known);
}

void Resolver::weaken(Known known, const Phrase &reason)
{
    if (known < m_spec.known.known) {
        m_spec.known.known = known;
        m_spec.known.text = reason;
    }
    if (known != Known::Reproduced)
        m_spec.notes.push_back(known == Known::Model ? phrase("model: %1", reason) : phrase("published: %1", reason));
}

/// How the whole run is known: the weakest of kernel, device and what was changed by hand.
void Resolver::judge()
{
    const auto &on = m_kernel->reproducedOn;
    if (m_kernel->evidence.known == Known::Reproduced && std::find(on.begin(), on.end(), m_device->id) == on.end())
        weaken(Known::Published, phrase("%1 on %2: the order is the kernel's, no output of this device is recorded",
                                        m_kernel->id, m_device->id));
    if (m_device->ccMajor < m_kernel->minCcMajor) {
        m_spec.counterfactual = true;
        weaken(Known::Model, phrase("counterfactual: %1 needs compute capability %2.0, %3 has %4", m_kernel->id,
                                    m_kernel->minCcMajor, m_device->id, m_device->computeCapability()));
    }
    if (m_kernel->maxHeadDim > 0 &&
        (m_problem.headDim > m_kernel->maxHeadDim || m_problem.headDimV != m_problem.headDim)) {
        m_spec.counterfactual = true;
        weaken(Known::Model, phrase("counterfactual: %1 takes one head dim for q, k and v, at most %2", m_kernel->id,
                                    m_kernel->maxHeadDim));
    }
    if (m_kernel->maxCcMajor > 0 && m_device->ccMajor > m_kernel->maxCcMajor) {
        m_spec.counterfactual = true;
        weaken(Known::Model, phrase("counterfactual: on compute capability %1 this library runs another kernel",
                                    m_device->computeCapability()));
    }
    if (m_kernel->evidence.known == Known::Reproduced)
        judgeProblem();
    // Later rules win, so the last one that holds says whether its class of problems is only a model.
    const auto &rules = m_kernel->rules;
    const auto last = std::find_if(rules.rbegin(), rules.rend(), [&](const KernelRule &rule) {
        return rule.matches(m_problem, m_batch, *m_device, m_spec.numSplits > 1);
    });
    if (last != rules.rend() && last->evidence.known == Known::Model)
        weaken(last->evidence.known, last->evidence.text);
    judgeOptions();
    if (m_problem.softcap > 0)
        weaken(Known::Model,
               phrase("softcap: tanh is correctly rounded here, a kernel's approximation is not modelled"));
    if (m_spec.recipe.form == Form::Online && m_spec.recipe.split == SplitRule::FlashInfer)
        weaken(Known::Model, phrase("split rule flashinfer: pages of one key tile, and %1 blocks on an SM, are assumed",
                                    kFlashInferBlocksPerSm));
    const Recipe &recipe = m_spec.recipe;
    if (recipe.form == Form::Sketch ? recipe.crossTile == CrossTile::Arrival
                                    : m_spec.numSplits > 1 && recipe.combine == CombineOrder::Arrival)
        m_spec.notes.push_back(
            phrase("an order of arrival is an event, not a rule: the next run may have another, and other bits"));
    if (!m_spec.changedFields.empty()) {
        std::string fields;
        for (const std::string &name : m_spec.changedFields)
            fields += (fields.empty() ? "" : ", ") + name;
        weaken(Known::Model, phrase("changed by hand: %1", fields));
    }
}

/// A fault is no order of operations: whatever else is known of the run, no kernel is meant to compute it.
Status Resolver::judgeFault()
{
    const Recipe &r = m_spec.recipe;
    if (r.fault == Fault::None)
        return {};
    const Result<Schedule> schedule = Schedule::build(m_spec);
    if (!schedule.ok())
        return schedule.status();
    m_spec.counterfactual = true;
    m_spec.known = {Known::Model, phrase("a fault, not an order of operations: %1", faultWords(r))};
    m_spec.notes.insert(m_spec.notes.begin(), phrase("counterfactual: %1", m_spec.known.text));
    if (!schedule->faultReaches()) {
        const Phrase none =
            r.fault == Fault::UnmaskedTail ? phrase("no query sees a key tile that reaches beyond the last key")
            : r.faultOrdinal == 1          ? phrase("no query tile visits more than one key tile")
                                           : phrase("no query tile visits more than %1 key tiles", r.faultOrdinal);
        m_spec.notes.insert(m_spec.notes.begin() + 1, phrase("the fault changes nothing here: %1", none));
    }
    return {};
}

/// Options of the call that wrote the data's outputs, of a kernel that has some: what is not known of them is said.
void Resolver::judgeOptions()
{
    if (m_kernel->kernelOptions.empty())
        return;
    for (const auto &[name, value] : m_problem.kernelOptions) {
        const auto &timing = m_kernel->timingOptions;
        const bool understood = std::find(timing.begin(), timing.end(), name) != timing.end() ||
                                std::any_of(m_kernel->kernelOptions.begin(), m_kernel->kernelOptions.end(),
                                            [&asked = name](const auto &option) { return option.first == asked; });
        if (!understood)
            weaken(Known::Model, phrase("kernel option %1=%2: what it changes is not modelled", name, value));
    }
}

/// Whether the problem is among those whose outputs are reproduced.
void Resolver::judgeProblem()
{
    const auto &dims = m_kernel->recordedHeadDims;
    if (std::find(dims.begin(), dims.end(), m_problem.headDim) == dims.end())
        weaken(Known::Published, phrase("head dim %1 is not among the recorded ones", m_problem.headDim));
    if (m_problem.seqlenQ < m_kernel->minRecordedQueries && !(m_kernel->recordedOneQuery && m_problem.seqlenQ == 1))
        weaken(Known::Published, phrase("no reproduced output has fewer than %1 queries; this problem has %2",
                                        m_kernel->minRecordedQueries, m_problem.seqlenQ));
    const Mask &mask = m_problem.mask;
    if (m_spec.recipe.tileM < m_kernel->minRecordedTileM)
        weaken(Known::Published, phrase("no reproduced output has query tiles of fewer than %1 rows; this run has %2",
                                        m_kernel->minRecordedTileM, m_spec.recipe.tileM));
    if (!(m_problem.scale > 0.0f))
        weaken(Known::Published, phrase("no output with a scale of 0 or less is recorded"));
    const int multiple = m_kernel->recordedLengthMultiple;
    if (m_problem.seqlenQ % multiple != 0 || m_problem.seqlenK % multiple != 0)
        weaken(Known::Published, phrase("only lengths that are multiples of %1 are recorded", multiple));
    if (!m_kernel->recordedGroupedHeads && m_problem.heads != m_problem.kvHeads)
        weaken(Known::Published, phrase("no output with fewer KV heads than query heads is recorded"));
    const bool recordedMask =
        mask.kind == Mask::Kind::None || (mask.kind == Mask::Kind::CausalTopLeft &&
                                          (m_problem.seqlenQ == m_problem.seqlenK || m_kernel->recordedUnequalCausal));
    if (!recordedMask || !mask.keyLengths.empty())
        weaken(
            Known::Published,
            phrase("mask %1: no output with it is recorded (recorded: none, and causal with as many queries as "
                   "keys)",
                   mask.keyLengths.empty() ? Phrase(mask.toString()) : phrase("%1 with key lengths", mask.toString())));
}

Result<RunSpec> Resolver::run()
{
    if (Status s = lookUp(); !s.ok())
        return s;
    m_spec.request = m_request;
    m_spec.problem = m_problem;
    m_spec.known = m_kernel->evidence;

    // The split kernel is another kernel with other tiles: whether it runs is decided with its own tile.
    const auto resolved = [&](bool withUserFields, int &splits) -> Result<Recipe> {
        Result<Recipe> recipe = recipeFor(true, withUserFields);
        if (!recipe.ok())
            return recipe;
        splits = splitsOf(recipe.value());
        return splits > 1 ? recipe : recipeFor(false, withUserFields);
    };
    Result<Recipe> recipe = resolved(true, m_spec.numSplits);
    if (!recipe.ok())
        return recipe.status();
    if (m_spec.numSplits > kMaxSplits)
        return Status::invalid(phrase("recipe field split: %1 splits, expected 1 to %2", m_spec.numSplits, kMaxSplits));
    int kernelSplits = 1;
    const Result<Recipe> kernelRecipe = resolved(false, kernelSplits);
    if (!kernelRecipe.ok())
        return kernelRecipe.status();
    m_spec.recipe = std::move(recipe).value();
    if (m_spec.recipe.form == Form::Online)
        m_spec.splitTiles = splitTilesOf(m_spec.recipe);
    // The merge tree is made for any part count, but its lists must fit this problem.
    if (m_spec.recipe.form == Form::Online && m_spec.numSplits > 1) {
        if (const Result<MergeTree> tree = combineTree(m_spec.recipe, m_spec.numSplits); !tree.ok())
            return tree.status();
    }
    m_spec.changedFields = differingFields(kernelRecipe.value(), m_spec.recipe);
    if (splitsAlike(kernelRecipe.value(), kernelSplits))
        std::erase(m_spec.changedFields, "split");
    if (Status s = resolveArithmetic(); !s.ok())
        return s;
    judge();
    if (Status s = judgeFault(); !s.ok())
        return s;
    planBackward();
    return m_spec;
}

} // namespace

Result<RunSpec> resolveRun(const Catalog &catalog, const Problem &problem, const RunRequest &request)
{
    return Resolver(catalog, problem, request).run();
}

} // namespace ulpscope
