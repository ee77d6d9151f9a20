// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/place.h"

namespace ulpscope {
namespace {

Status checkNumber(const Phrase &what, int number, int count)
{
    if (number >= 0 && number < count)
        return {};
    return Status::invalid(phrase("%1 %2 is outside the problem, expected 0..%3", what, number, count - 1));
}

} // namespace

Status checkHead(const Problem &problem, int batch, int head)
{
    if (Status s = checkNumber(phrase("batch entry"), batch, problem.batch); !s.ok())
        return s;
    return checkNumber(phrase("head"), head, problem.heads);
}

Status checkRow(const Problem &problem, int batch, int head, int row)
{
    if (Status s = checkHead(problem, batch, head); !s.ok())
        return s;
    return checkNumber(phrase("query row"), row, problem.seqlenQ);
}

} // namespace ulpscope
