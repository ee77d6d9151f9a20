// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/output_file.h"

#include "cli/run_report.h"
#include "engine/io/tensor.h"
#include "engine/session/mask_text.h"

namespace ulpscope::cli {

Status writeOutput(const std::string &path, const RunSpec &spec, const RunOutput &output)
{
    const Problem &p = spec.problem;
    TensorFile file;
    file.tensors.push_back(tensorFromFloats("lse", DType::F32, {p.batch, p.heads, p.seqlenQ}, output.lse.data()));
    file.tensors.push_back(
        tensorFromFloats("o", p.dtype, {p.batch, p.heads, p.seqlenQ, p.headDimV}, output.output.data()));
    if (!output.tileMax.empty()) {
        const std::int64_t tiles = static_cast<std::int64_t>(output.tileMax.size() / output.lse.size());
        for (const auto &[name, values] : {std::pair{"l", &output.tileSum}, std::pair{"m", &output.tileMax}})
            file.tensors.push_back(
                tensorFromFloats(name, DType::F32, {p.batch, p.heads, tiles, p.seqlenQ}, values->data()));
    }
    file.metadata = maskMetadata(p.mask);
    file.metadata.merge(std::map<std::string, std::string>{
        {"program", "ulpscope-cli " ULPSCOPE_VERSION},
        {"kernel", spec.request.kernel},
        {"device", spec.request.device},
        {"splits", std::to_string(spec.numSplits)},
        {"recipe", recipeJson(spec.recipe).dump()},
        {"known", std::string(knownName(spec.known.known))},
        {"mask", maskText(p.mask).english()},
        {"scale", shortest(p.scale)},
    });
    if (p.softcap > 0)
        file.metadata["softcap"] = shortest(p.softcap);
    return writeSafetensors(path, file);
}

} // namespace ulpscope::cli
