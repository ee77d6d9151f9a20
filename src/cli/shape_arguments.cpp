// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/shape_arguments.h"

#include "engine/io/text.h"
#include "engine/schedule/json_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ulpscope::cli {
namespace {

constexpr int kMaxBatch = 1'000'000;
constexpr int kMaxBatches = 4096;

bool parseWhole(std::string_view text, int &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= kMaxBatch;
}

} // namespace

void ShapeArguments::addTo(CLI::App &app)
{
    addShapeTo(app);
    app.add_flag("--causal{top-left}", causal, "Causal mask, top-left, or --causal=bottom-right")
        ->check(CLI::IsMember({"none", "top-left", "bottom-right"}));
}

void ShapeArguments::addShapeTo(CLI::App &app)
{
    app.add_option("--shape", shape, "Batch, heads, KV heads, queries, keys, head dim")
        ->delimiter(',')
        ->expected(6)
        ->check(CLI::Range(1, 1 << 24))
        ->type_name("B,H,Hkv,Tq,Tk,d");
    app.add_option("--dtype", dtype, "fp16, bf16 or fp32 (default: bf16, if the kernel takes it)")->type_name("T");
}

Result<Problem> ShapeArguments::problem(const Catalog &catalog, const std::string &kernel) const
{
    if (shape.size() != 6)
        return Status::invalid("--shape B,H,Hkv,Tq,Tk,d is needed: batch, heads, KV heads, queries, keys, head dim");
    Problem p;
    p.batch = shape[0];
    p.heads = shape[1];
    p.kvHeads = shape[2];
    p.seqlenQ = shape[3];
    p.seqlenK = shape[4];
    p.headDim = p.headDimV = shape[5];
    p.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(p.headDim)));
    p.mask.kind = causal == "top-left"       ? Mask::Kind::CausalTopLeft
                  : causal == "bottom-right" ? Mask::Kind::CausalBottomRight
                                             : Mask::Kind::None;
    const Result<const KernelFamily *> family = catalog.kernel(kernel);
    if (!family.ok())
        return family.status();
    const std::vector<DType> &types = family.value()->dtypes;
    p.dtype = std::find(types.begin(), types.end(), DType::BF16) != types.end() ? DType::BF16 : types.front();
    if (dtype) {
        const Result<DType> type = parseDType(*dtype);
        if (!type.ok())
            return Status::invalid("--dtype: " + type.status().message());
        p.dtype = type.value();
    }
    if (Status s = p.validate(); !s.ok())
        return Status::invalid("--shape: " + s.message());
    return p;
}

Result<std::vector<int>> parseBatches(const std::string &text)
{
    std::vector<int> batches;
    bool good = true;
    if (const std::size_t dots = text.find(".."); dots != std::string::npos) {
        int first = 0, last = 0;
        good = parseWhole(std::string_view(text).substr(0, dots), first) &&
               parseWhole(std::string_view(text).substr(dots + 2), last) && first <= last && last - first < kMaxBatches;
        for (int b = first; good && b <= last; ++b)
            batches.push_back(b);
    } else {
        std::string_view rest = text;
        while (good) {
            const std::size_t comma = rest.find(',');
            int value = 0;
            good = parseWhole(rest.substr(0, comma), value) && (batches.empty() || value > batches.back());
            batches.push_back(value);
            if (comma == std::string_view::npos)
                break;
            rest.remove_prefix(comma + 1);
        }
    }
    if (!good)
        return Status::invalid("--batches is " + io::inQuotes(text) +
                               ", expected ascending numbers of 1 to 1000000, as 1..64 or 1,2,4, at most " +
                               std::to_string(kMaxBatches));
    return batches;
}

} // namespace ulpscope::cli
