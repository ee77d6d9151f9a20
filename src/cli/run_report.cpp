// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/run_report.h"

#include "engine/numerics/ulp.h"
#include "engine/session/json_number.h"

namespace ulpscope::cli {

using nlohmann::json;

json evidenceJson(const Evidence &evidence) { return {{"kind", knownName(evidence.known)}, {"text", evidence.text}}; }

json recipeJson(const Recipe &recipe)
{
    json object = json::object();
    for (const RecipeField &field : recipeFields()) {
        if (fieldMatters(recipe, field.name))
            object[std::string(field.name)] = fieldValue(recipe, field.name);
    }
    return object;
}

json backendJson(const BackendChoice &choice, const std::string &asked)
{
    return {{"name", choice.backend->name()}, {"device", deviceName(*choice.backend)}, {"asked", asked}};
}

json problemJson(const Problem &p)
{
    json object = {{"batch", p.batch},
                   {"heads", p.heads},
                   {"kv_heads", p.kvHeads},
                   {"seqlen_q", p.seqlenQ},
                   {"seqlen_k", p.seqlenK},
                   {"head_dim", p.headDim},
                   {"head_dim_v", p.headDimV},
                   {"dtype", formatInfo(p.dtype).name},
                   {"scale", shortJsonNumber(p.scale)},
                   {"softcap", shortJsonNumber(p.softcap)},
                   {"mask", p.mask.toString()}};
    if (!p.mask.keyLengths.empty())
        object["key_lengths"] = p.mask.keyLengths;
    return object;
}

json specJson(const RunSpec &spec)
{
    return {{"kernel", spec.request.kernel},
            {"device", spec.request.device},
            {"splits", spec.numSplits},
            {"recipe", recipeJson(spec.recipe)},
            {"known", knownName(spec.known.known)}};
}

std::string problemText(const Problem &p)
{
    std::string text = "batch " + std::to_string(p.batch) + ", heads " + std::to_string(p.heads);
    if (p.kvHeads != p.heads)
        text += " (" + std::to_string(p.kvHeads) + " KV)";
    text += ", queries " + std::to_string(p.seqlenQ) + ", keys " + std::to_string(p.seqlenK) + ", head dim " +
            std::to_string(p.headDim);
    if (p.headDimV != p.headDim)
        text += " (" + std::to_string(p.headDimV) + " of v)";
    return text + ", " + std::string(formatInfo(p.dtype).name);
}

std::string kernelText(const RunSpec &spec)
{
    std::string text = spec.request.kernel + " on " + spec.request.device;
    if (spec.request.batch > spec.problem.batch)
        text += ", inside a batch of " + std::to_string(spec.request.batch);
    if (spec.recipe.form == Form::Sketch) {
        text += ", merge tree " + fieldValue(spec.recipe, "crossTile");
        return spec.recipe.crossTile == CrossTile::Device ? text + " (" + std::to_string(spec.numSplits) + " parts)"
                                                          : text;
    }
    return text + (spec.numSplits == 1 ? ", not split" : ", " + std::to_string(spec.numSplits) + " splits");
}

void addKnown(Table &table, const RunSpec &spec)
{
    const std::string known = std::string(knownName(spec.known.known)) + ": " + spec.known.text.english();
    table.add({"known", known});
    for (const Phrase &note : spec.notes) {
        if (note != known)
            table.add({"", note.english()});
    }
}

std::string rowText(int batch, int head, int row)
{
    return "batch " + std::to_string(batch) + ", head " + std::to_string(head) + ", row " + std::to_string(row);
}

std::string placeText(int batch, int head, int row, int col)
{
    return rowText(batch, head, row) + ", column " + std::to_string(col);
}

std::string ulpText(std::int64_t ulps)
{
    return ulps == kInfiniteUlpDistance ? "infinite (NaN against a number)" : grouped(ulps);
}

} // namespace ulpscope::cli
