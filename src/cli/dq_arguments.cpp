// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/dq_arguments.h"

#include "cli/run_report.h"
#include "engine/io/text.h"
#include "engine/session/gradient.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace ulpscope::cli {

namespace {

/// "2,0,1"
Result<std::vector<int>> parseTiles(std::string_view text)
{
    std::vector<int> tiles;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        const std::string_view one = rest.substr(0, comma);
        int tile = 0;
        const auto [stop, error] = std::from_chars(one.data(), one.data() + one.size(), tile);
        if (error != std::errc() || stop != one.data() + one.size())
            return Status::invalid("--order is " + io::inQuotes(text) +
                                   ", expected the numbers of key tiles with commas between them, such as 2,0,1");
        tiles.push_back(tile);
        if (comma == std::string_view::npos)
            return tiles;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace

void DqArguments::addOrderTo(CLI::App &app)
{
    app.add_option("--order", arrival, "dQ: its key tiles in the order in which they arrive at one accumulator")
        ->type_name("TILE,TILE,...");
    app.add_flag("--deterministic", deterministic,
                 "dQ: as PyTorch's deterministic mode adds it, ceil(SMs / (batch * heads)) accumulators");
}

void DqArguments::addSeedTo(CLI::App &app)
{
    app.add_option("--gradient-seed", said,
                   "dQ: seed of the gradient of the output, standard normal, where the file has no tensor 'do' "
                   "(default: 0)")
        ->type_name("N");
}

Status DqArguments::checkUnused() const
{
    const char *const name = !arrival.empty() ? "--order"
                             : deterministic  ? "--deterministic"
                             : said           ? "--gradient-seed"
                                              : nullptr;
    return name ? Status::invalid(std::string(name) + " is of the gradient dQ, expected --what dq beside it")
                : Status();
}

Status DqArguments::checkSeed(const LoadedInputs &loaded) const
{
    if (!said || !hasGradient(loaded))
        return {};
    return Status::invalid("--gradient-seed makes a gradient of the output, but " + io::pathInQuotes(loaded.file.path) +
                           " holds one, tensor " + io::inQuotes(kGradientTensor) + "; expected no seed with it");
}

Result<DqOrder> DqArguments::order(const RunSpec &spec) const
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    if (deterministic && !arrival.empty())
        return Status::invalid("--order and --deterministic name two orders, expected one of them");
    if (deterministic)
        return deterministicDq(spec);
    if (arrival.empty())
        return DqOrder{};
    Result<std::vector<int>> tiles = parseTiles(arrival);
    return tiles.ok() ? Result<DqOrder>(DqOrder{1, std::move(tiles).value()}) : tiles.status();
}

nlohmann::json backwardJson(const BackwardPlan &plan)
{
    return {{"tile_m", plan.tileM},
            {"tile_n", plan.tileN},
            {"deterministic_buffers", plan.buffers},
            {"known", evidenceJson(plan.known)}};
}

nlohmann::json dqOrderJson(const DqOrder &order)
{
    return {{"buffers", order.buffers},
            {"arrival", order.arrival.empty() ? nlohmann::json(nullptr) : nlohmann::json(order.arrival)}};
}

std::string dqKnownText(const BackwardPlan &plan, const DqOrder &order, const DqOrder &deterministic)
{
    const std::string known = std::string(knownName(plan.known.known)) + ": " + plan.known.text.english();
    return order == deterministic ? known : "an order of arrival, which is an event; contributions: " + known;
}

std::string dqOrderText(const BackwardPlan &plan, const DqOrder &order)
{
    std::string text = "key tiles of " + std::to_string(plan.tileN) + ", ";
    if (order.arrival.empty())
        text += "ascending";
    else
        text += "arriving";
    for (const int tile : order.arrival)
        text += " " + std::to_string(tile);
    return order.buffers == 1 ? text : text + ", " + std::to_string(order.buffers) + " accumulators";
}

} // namespace ulpscope::cli
