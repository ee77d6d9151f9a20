// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/what_if.h"

#include "engine/attention/reference.h"

#include <optional>
#include <utility>

namespace ulpscope::ui {
namespace {

Result<OrderStudy> studyWholeRuns(const WhatIfQuestion &question, const std::stop_token &stop)
{
    const RunSpec &spec = *question.without;
    const RowTrace &row = *question.row;
    Result<Schedule> schedule = Schedule::build(spec);
    if (!schedule.ok())
        return schedule.status();
    const Result<RowTrace> without =
        traceRow(spec, question.inputs, std::make_shared<const Schedule>(std::move(schedule).value()), row.batch,
                 row.head, row.row);
    if (!without.ok())
        return without.status();
    const Result<Reference> reference =
        referenceAttention(spec.problem, *question.inputs, row.batch, row.head, row.row, row.row + 1, stop);
    if (!reference.ok())
        return reference.status();
    return studyRuns(spec.problem.dtype, without.value(), row, reference->output);
}

} // namespace

/// The rows, specs and inputs of a session are never changed: the same ones are at the same place.
bool WhatIfQuestion::operator==(const WhatIfQuestion &other) const
{
    return spec == other.spec && (without != nullptr) == (other.without != nullptr) && inputs == other.inputs &&
           row == other.row && kind == other.kind && column == other.column && split == other.split &&
           order == other.order && edit == other.edit && arrival == other.arrival;
}

Result<WhatIfAnswer> answerWhatIf(const WhatIfQuestion &question, const std::stop_token &stop)
{
    WhatIfAnswer answer{question, {}, {}};
    Result<OrderStudy> study = Status::cancelled();
    if (question.without) {
        study = studyWholeRuns(question, stop);
    } else {
        std::optional<SumOrder> order;
        if (!question.order.empty()) {
            Result<SumOrder> read = parseSumOrder(question.order, question.edit);
            if (!read.ok())
                return read.status();
            order = std::move(read).value();
        }
        study = studyOrder({*question.spec, question.inputs, question.schedule, *question.row, question.kind,
                            question.column, question.split, question.dO, question.arrival},
                           order, stop);
    }
    if (!study.ok())
        return study.status();
    answer.study = std::move(study).value();
    answer.summary = summarise(answer.study);
    return answer;
}

bool isOrderField(const std::string &field) { return field == "keyOrder" || field == "split"; }

} // namespace ulpscope::ui
