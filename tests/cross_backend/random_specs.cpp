// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "random_specs.h"

#include "engine/backend/cuda_plan.h"
#include "engine/numerics/resource_dir.h"
#include "engine/schedule/resolve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ulpscope::test {
namespace {

const Catalog &catalog()
{
    static const Result<Catalog> loaded = Catalog::load(resourceDirectory());
    EXPECT_TRUE(loaded.ok()) << loaded.status().message();
    return loaded.value();
}

/// splitmix64: the same numbers with every library.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = m_state += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    int between(int low, int high)
    {
        return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool oneIn(int n) { return between(1, n) == 1; }
    template <typename T>
    T of(const std::vector<T> &list)
    {
        return list[static_cast<std::size_t>(between(0, static_cast<int>(list.size()) - 1))];
    }
    /// Sum of four uniform numbers: near enough to a normal distribution of variance 1.
    float value()
    {
        double sum = 0;
        for (int i = 0; i < 4; ++i)
            sum += static_cast<double>(next() >> 11) * 0x1p-53 - 0.5;
        return static_cast<float>(sum * 1.7320508);
    }

private:
    std::uint64_t m_state;
};

Problem randomProblem(Random &random)
{
    Problem p;
    p.batch = random.between(1, 2);
    p.kvHeads = random.between(1, 2);
    p.heads = p.kvHeads * random.of<int>({1, 1, 2, 3});
    p.seqlenQ = random.oneIn(6) ? 1 : random.between(1, 150);
    p.seqlenK = random.oneIn(4) ? random.between(200, 600) : random.between(1, 260);
    p.headDim = random.oneIn(3) ? random.between(1, 140) : random.of<int>({32, 64, 64, 96, 128});
    p.headDimV = random.oneIn(4) ? random.between(1, 140) : p.headDim;
    p.dtype = random.of<DType>({DType::BF16, DType::F16, DType::F32});
    p.scale = random.oneIn(3) ? random.value() * 0.3f : static_cast<float>(1.0 / std::sqrt(double{1} * p.headDim));
    p.softcap = random.oneIn(6) ? static_cast<float>(random.between(1, 60)) : 0.0f;
    switch (random.between(0, 4)) {
    case 0: p.mask.kind = Mask::Kind::CausalTopLeft; break;
    case 1: p.mask.kind = Mask::Kind::CausalBottomRight; break;
    case 2:
        p.mask.kind = Mask::Kind::Window;
        p.mask.windowLeft = random.oneIn(3) ? -1 : random.between(0, 120);
        p.mask.windowRight = random.oneIn(3) ? -1 : random.between(0, 60);
        break;
    default: break;
    }
    if (random.oneIn(4)) {
        for (int i = 0; i < p.batch; ++i)
            p.mask.keyLengths.push_back(random.between(0, p.seqlenK));
    }
    return p;
}

/// Fields that often go with others come in groups that are valid together.
void randomFields(Random &random, const Problem &p, RunRequest &request)
{
    const auto set = [&](const char *field, const std::string &value) { request.set.emplace_back(field, value); };
    const auto sometimes = [&](int n, const char *field, const std::vector<std::string> &values) {
        if (random.oneIn(n))
            set(field, random.of(values));
    };
    const bool isSketch = request.kernel == "textbook" && random.oneIn(2);
    if (request.kernel == "textbook" && !isSketch)
        set("form", "online");
    sometimes(2, "tileM", {"16", "32", "64", "100", "7"});
    sometimes(2, "tileN", {"16", "32", "64", "128", "24", "9"});
    sometimes(3, "instrK", {"4", "8", "16", "32", "12"});
    sometimes(3, "mma", {"h200", "a100", "v100", "b200", "l40s", "fp32-fma", "exact"});
    sometimes(5, "exp", {"ex2", "exp2Poly6", "exact"});
    sometimes(3, "ftz", {"on", "off"});
    sometimes(3, "final", {"ieeeReciprocal", "rcp", "divide"});
    sometimes(3, "emptyRow", {"zero", "nan", "factorOne"});
    sometimes(3, "lanes", {"quad", "contiguous", "strided:2", "strided:8", "strided:32"});
    sometimes(3, "quadOrder", {"xor21", "xor12"});
    if (random.oneIn(2)) {
        const std::string join =
            isSketch ? random.of<std::string>({"rowFma", "rowMulAdd"})
                     : random.of<std::string>({"laneFma", "laneMulAdd", "laneLocalFma", "rowFma", "rowMulAdd"});
        set("join", join);
        set("quadWhen", join[0] == 'r' ? "everyTile" : "end");
        if (join != "laneFma" && join != "laneMulAdd")
            sometimes(2, "laneSum", {"ascending", "balanced"});
    }
    switch (random.between(0, 5)) {
    case 0:
        set("scoreScale", "natural"), set("argument", "natural"), set("alpha", "natural"), set("maxOf", "log2");
        break;
    case 1:
        set("scoreScale", random.of<std::string>({"folded", "twoStep"}));
        set("argument", random.of<std::string>({"unfused", "fused", "fusedFullBlocks"}));
        set("alpha", "log2Difference"), set("maxOf", "log2");
        break;
    case 2:
        set("scoreScale", random.of<std::string>({"folded", "twoStep"}));
        set("argument", random.of<std::string>({"unfused", "fused", "fusedFullBlocks"}));
        set("alpha", random.of<std::string>({"scaledDifference", "differenceOfScaled"})), set("maxOf", "raw");
        break;
    default: break;
    }
    if (!isSketch) {
        sometimes(2, "keyOrder", {"ascending", "descending", "partialFirst"});
        sometimes(5, "oStore", {"fp32", "bf16"});
        if (random.oneIn(3)) {
            const int splits = random.between(1, 5);
            std::string backwards;
            for (int i = splits - 1; i >= 0; --i)
                backwards += (backwards.empty() ? "" : ",") + std::to_string(i);
            set("split", "count:" + std::to_string(splits));
            sometimes(2, "combine",
                      {"butterflyFma", "sequential", "pairwise", "list:" + backwards, "arrival:" + backwards});
            sometimes(3, "combineLanes", {"1", "2", "4"});
        }
    } else {
        sometimes(1, "crossTile", {"sequential", "pairwise", "strided:2", "strided:3", "splits:3", "device"});
    }
    (void)p;
}

std::shared_ptr<const Inputs> randomInputs(Random &random, const Problem &p)
{
    auto inputs = std::make_shared<Inputs>();
    const int gainExponent = random.oneIn(5) ? random.between(-6, 5) : 0;
    const bool isWild = random.oneIn(5);
    const float special[] = {0.0f,
                             -0.0f,
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(),
                             0x1p-133f,
                             -0x1.8p-24f,
                             0x1p100f,
                             -60000.0f};
    const auto fill = [&](std::vector<float> &values, int heads, int rows, int d) {
        values.resize(static_cast<std::size_t>(p.batch) * static_cast<std::size_t>(heads) *
                      static_cast<std::size_t>(rows) * static_cast<std::size_t>(d));
        for (float &x : values) {
            x = std::ldexp(random.value(), gainExponent);
            if (isWild && random.oneIn(400))
                x = special[random.between(0, 8)];
            x = p.dtype == DType::F32 ? x : roundTo(p.dtype, x);
        }
    };
    fill(inputs->q, p.heads, p.seqlenQ, p.headDim);
    fill(inputs->k, p.kvHeads, p.seqlenK, p.headDim);
    fill(inputs->v, p.kvHeads, p.seqlenK, p.headDimV);
    return inputs;
}

} // namespace

RandomRun randomRun(std::uint64_t seed)
{
    Random random(seed);
    for (;;) { // not every draw is a valid recipe
        const Problem problem = randomProblem(random);
        RunRequest request;
        request.kernel = random.of<std::string>({"fa2-pytorch", "fa2-pytorch", "cudnn", "flex", "mem-efficient",
                                                 "triton-tutorial", "fa2", "fa3", "textbook"});
        request.device = random.of(catalog().devices).id;
        if (random.oneIn(3))
            request.batch = problem.batch * random.of<int>({1, 16, 256});
        if (!random.oneIn(3))
            randomFields(random, problem, request);
        Result<RunSpec> spec = resolveRun(catalog(), problem, request);
        if (!spec.ok() || !supportedByWorker(spec.value()).ok())
            continue;
        RandomRun run{std::move(spec).value(), randomInputs(random, problem), {}};
        run.text = "seed " + std::to_string(seed) + ": " + request.kernel + " on " + request.device + ", B" +
                   std::to_string(problem.batch) + " H" + std::to_string(problem.heads) + "/" +
                   std::to_string(problem.kvHeads) + " Tq" + std::to_string(problem.seqlenQ) + " Tk" +
                   std::to_string(problem.seqlenK) + " d" + std::to_string(problem.headDim) + "/" +
                   std::to_string(problem.headDimV) + " " + std::string(formatInfo(problem.dtype).name) + " " +
                   problem.mask.toString() + ", " + std::to_string(run.spec.numSplits) + " splits";
        for (const auto &[field, value] : request.set)
            run.text += " " + field + "=" + value;
        return run;
    }
}

std::shared_ptr<const Inputs> randomFusedInputs(const Problem &problem, std::uint64_t seed)
{
    Random random(seed);
    auto inputs = std::make_shared<Inputs>();
    const std::pair<std::vector<float> *, int> tensors[] = {{&inputs->q, problem.heads * problem.seqlenQ},
                                                            {&inputs->k, problem.kvHeads * problem.seqlenK},
                                                            {&inputs->v, problem.kvHeads * problem.seqlenK}};
    for (const auto &[values, rows] : tensors) {
        values->resize(static_cast<std::size_t>(problem.batch) * static_cast<std::size_t>(rows) *
                       static_cast<std::size_t>(problem.headDim));
        for (float &x : *values)
            x = roundTo(problem.dtype, random.value());
    }
    return inputs;
}

RandomRun randomFusedRun(std::uint64_t seed)
{
    Random random(seed);
    for (;;) {
        Problem p = randomProblem(random);
        p.headDim = p.headDimV = random.of<int>({32, 64, 64, 96, 128, 128, 256});
        p.softcap = 0.0f;
        p.scale = random.oneIn(3) ? 0.05f + 0.1f * random.value() * random.value()
                                  : static_cast<float>(1.0 / std::sqrt(double{1} * p.headDim));
        p.dtype = random.of<DType>({DType::BF16, DType::F16});
        if (random.oneIn(3))
            p.seqlenK = random.between(500, 1500);
        for (int &length : p.mask.keyLengths)
            length = random.between(0, p.seqlenK);
        RunRequest request;
        request.kernel = random.of<std::string>({"fa2-pytorch", "fa2-pytorch", "cudnn"});
        request.device = "h200";
        request.batch = random.oneIn(3) ? 0 : 256; // 0: on its own, split where the rule says so
        if (request.kernel == "cudnn")
            p.seqlenQ = std::max(p.seqlenQ, 2);
        const Result<RunSpec> spec = resolveRun(catalog(), p, request);
        if (!spec.ok() || p.scale <= 0.0f)
            continue;
        RandomRun run{spec.value(), randomInputs(random, p), {}};
        run.text = "seed " + std::to_string(seed) + ": " + request.kernel + ", B" + std::to_string(p.batch) + " H" +
                   std::to_string(p.heads) + "/" + std::to_string(p.kvHeads) + " Tq" + std::to_string(p.seqlenQ) +
                   " Tk" + std::to_string(p.seqlenK) + " d" + std::to_string(p.headDim) + " " +
                   std::string(formatInfo(p.dtype).name) + " " + p.mask.toString() + ", " +
                   std::to_string(run.spec.numSplits) + " splits";
        return run;
    }
}

RunSpec fa2Spec(const Problem &problem)
{
    RunRequest request;
    request.batch = 256;
    const Result<RunSpec> spec = resolveRun(catalog(), problem, request);
    EXPECT_TRUE(spec.ok()) << spec.status().message();
    return spec.ok() ? spec.value() : RunSpec{};
}

} // namespace ulpscope::test
