// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/output_file.h"

#include "cli/run_report.h"
#include "engine/io/tensor.h"
#include "engine/session/mask_text.h"

#include <filesystem>

namespace ulpscope::cli {

Status checkOutputPath(const std::string &option, const std::string &path, const std::string &input)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (path.empty())
        return {};
    const std::string what = option + " '" + path + "'";
    if (!input.empty() && fs::equivalent(path, input, ignored))
        return Status::invalid(what + " is the input, expected another file");
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
        return Status::invalid(what + ": there is no folder '" + folder.string() + "'");
    if (fs::is_directory(path, ignored))
        return Status::invalid(what + " is a folder, expected a file's name");
    return {};
}

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
