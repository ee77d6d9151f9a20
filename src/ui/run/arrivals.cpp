// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/arrivals.h"

namespace ulpscope::ui {

Result<ArrivalAnswer> answerArrivals(BackendKind kind, const ArrivalQuestion &question, const EnsembleOptions &options)
{
    ArrivalAnswer answer;
    answer.question = question;
    EnsembleOptions seeded = options;
    seeded.seed = question.seed;
    if (question.allOrders) {
        Result<EnsembleResult> result = runAllOrders(question.terms, seeded);
        if (!result.ok())
            return result.status();
        answer.result = std::move(result).value();
        return answer;
    }
    Result<ExecutedEnsemble> result = runEnsembleOn(kind, question.terms, question.orders, seeded);
    if (!result.ok())
        return result.status();
    answer.isGpu = result->backend != &cpuBackend();
    if (const auto devices = result->backend->devices(); answer.isGpu && !devices.empty())
        answer.device = devices.front().name;
    answer.result = std::move(result->result);
    return answer;
}

} // namespace ulpscope::ui
