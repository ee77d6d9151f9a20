// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// Recorded outputs of production kernels, for tests of the engine.
#pragma once

#include "engine/attention/problem.h"
#include "engine/backend/whole_run.h"
#include "engine/io/metadata.h"
#include "engine/io/tensor.h"
#include "engine/schedule/resolve.h"
#include "support/golden_path.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace ulpscope::test {

inline std::string resourceDirectory() { return std::string(ULPSCOPE_SOURCE_DIR) + "/resources"; }

inline const Catalog &catalog()
{
    static const Result<Catalog> loaded = Catalog::load(resourceDirectory());
    if (!loaded.ok())
        ADD_FAILURE() << loaded.status().message();
    return loaded.value();
}

struct Golden {
    TensorFile file;
    Problem problem;
    std::shared_ptr<const Inputs> inputs;

    std::vector<float> floats(const std::string &tensor) const
    {
        const Tensor *t = file.find(tensor);
        if (!t) {
            ADD_FAILURE() << "no tensor " << tensor;
            return {};
        }
        return toFloats(*t).value();
    }
};

inline Golden readGolden(const std::string &name)
{
    Golden g;
    Result<TensorFile> file = readTensorFile(goldenPath(name));
    if (!file.ok()) {
        ADD_FAILURE() << file.status().message();
        return g;
    }
    g.file = std::move(file).value();
    const Tensor &q = *g.file.find("q"), &k = *g.file.find("k"), &v = *g.file.find("v");
    Problem &p = g.problem;
    p.batch = static_cast<int>(q.shape[0]);
    p.heads = static_cast<int>(q.shape[1]);
    p.seqlenQ = static_cast<int>(q.shape[2]);
    p.headDim = static_cast<int>(q.shape[3]);
    p.kvHeads = static_cast<int>(k.shape[1]);
    p.seqlenK = static_cast<int>(k.shape[2]);
    p.headDimV = static_cast<int>(v.shape[3]);
    p.dtype = toDType(q).value();
    p.scale = static_cast<float>(std::stod(g.file.metadata.at("scale")));
    if (g.file.metadata.at("causal") == "True")
        p.mask.kind = Mask::Kind::CausalTopLeft;
    p.kernelOptions = readAttentionMetadata(g.file).value().kernelOptions;
    auto inputs = std::make_shared<Inputs>();
    inputs->q = toFloats(q).value();
    inputs->k = toFloats(k).value();
    inputs->v = toFloats(v).value();
    g.inputs = inputs;
    return g;
}

inline std::int64_t countDifferentBits(const std::vector<float> &a, const std::vector<float> &b)
{
    EXPECT_EQ(a.size(), b.size());
    std::int64_t count = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        count += floatBits(a[i]) != floatBits(b[i]);
    return count;
}

inline RunSpec resolveOrFail(const Problem &problem, const RunRequest &request)
{
    Result<RunSpec> spec = resolveRun(catalog(), problem, request);
    if (!spec.ok()) {
        ADD_FAILURE() << spec.status().message();
        return {};
    }
    return std::move(spec).value();
}

inline RunOutput runOrFail(const RunSpec &spec, const std::shared_ptr<const Inputs> &inputs, int threads = 0)
{
    WholeRunOptions options;
    options.threads = threads;
    Result<RunOutput> output = runWhole(cpuBackend(), spec, inputs, options);
    if (!output.ok()) {
        ADD_FAILURE() << output.status().message();
        return {};
    }
    return std::move(output).value();
}

} // namespace ulpscope::test
