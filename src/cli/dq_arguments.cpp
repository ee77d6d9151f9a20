// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/dq_arguments.h"

#include "cli/run_report.h"

namespace ulpscope::cli {

void DqArguments::addOrderTo(CLI::App &app)
{
    app.add_option("--order", arrival, "dQ: its key tiles in the order in which they arrive at one accumulator")
        ->delimiter(',')
        ->type_name("TILE,TILE,...");
    app.add_flag("--deterministic", deterministic,
                 "dQ: as PyTorch's deterministic mode adds it, ceil(SMs / (batch * heads)) accumulators");
}

void DqArguments::addSeedTo(CLI::App &app)
{
    app.add_option("--gradient-seed", seed,
                   "dQ: seed of the gradient of the output, standard normal, where the file has no tensor 'do'")
        ->capture_default_str();
}

Status DqArguments::checkUnused() const
{
    if (!arrival.empty() || deterministic || seed != 0)
        return Status::invalid("--order, --deterministic and --gradient-seed are of dQ, expected --what dq with them");
    return {};
}

Result<DqOrder> DqArguments::order(const RunSpec &spec) const
{
    if (Status s = checkBackward(spec); !s.ok())
        return s;
    if (deterministic && !arrival.empty())
        return Status::invalid("--order and --deterministic name two orders, expected one of them");
    return deterministic ? deterministicDq(spec) : DqOrder{1, arrival};
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
