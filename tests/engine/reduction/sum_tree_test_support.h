// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/sum_tree.h"
#include "engine/io/generator.h"
#include "support/golden.h"

#include <string>
#include <utility>
#include <vector>

namespace ulpscope::test {

using Fields = std::vector<std::pair<std::string, std::string>>;

inline Problem smallProblem(int seqlenQ, int seqlenK, DType dtype = DType::BF16)
{
    Problem p;
    p.heads = 4;
    p.kvHeads = 2;
    p.seqlenQ = seqlenQ;
    p.seqlenK = seqlenK;
    p.headDim = 32;
    p.headDimV = 16;
    p.dtype = dtype;
    p.scale = 0.25f;
    return p;
}

/// One resolved run on generated inputs.
struct SmallRun {
    RunSpec spec;
    std::shared_ptr<Inputs> inputs;
    std::shared_ptr<const Schedule> schedule;

    RowTrace trace(int head, int row, int batch = 0) const
    {
        Result<RowTrace> trace = traceRow(spec, inputs, schedule, batch, head, row);
        if (!trace.ok()) {
            ADD_FAILURE() << trace.status().message();
            return {};
        }
        return std::move(trace).value();
    }
    Result<ValuedTree> tree(const RowTrace &row, SumKind kind, int column = 0, int split = kFirstSplit) const
    {
        return valuedTree(spec, inputs, schedule, row, kind, column, split);
    }
    std::string shapeText(SumKind kind, int row = 0) const
    {
        const Result<ReductionTree> tree = sumTree(spec, *schedule, 0, 0, row, kind);
        return tree.ok() ? tree->toText() : tree.status().message();
    }
};

inline SmallRun makeRun(const Problem &problem, const RunRequest &request,
                        const GeneratorSpec &generator = {"normal", 1, 1.0})
{
    SmallRun run;
    run.spec = resolveOrFail(problem, request);
    const Problem &p = problem;
    const Result<GeneratedInputs> made = generateInputs(generator, p.dtype,
                                                        {{p.batch, p.heads, p.seqlenQ, p.headDim},
                                                         {p.batch, p.kvHeads, p.seqlenK, p.headDim},
                                                         {p.batch, p.kvHeads, p.seqlenK, p.headDimV},
                                                         {}});
    if (!made.ok())
        ADD_FAILURE() << made.status().message();
    run.inputs = std::make_shared<Inputs>(Inputs{made->q, made->k, made->v});
    Result<Schedule> schedule = Schedule::build(run.spec);
    if (!schedule.ok())
        ADD_FAILURE() << schedule.status().message();
    run.schedule = std::make_shared<const Schedule>(std::move(schedule).value());
    return run;
}

} // namespace ulpscope::test
