// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/problem.h"

#include <cmath>
#include <string>
#include <utility>

namespace ulpscope {

Status Problem::validate() const
{
    const std::pair<const char *, int> sizes[] = {{"batch", batch},      {"heads", heads},     {"kvHeads", kvHeads},
                                                  {"seqlenQ", seqlenQ},  {"seqlenK", seqlenK}, {"headDim", headDim},
                                                  {"headDimV", headDimV}};
    for (const auto &[name, size] : sizes) {
        if (size < 1)
            return Status::invalid(std::string("problem: ") + name + " is " + std::to_string(size) +
                                   ", expected at least 1");
    }
    if (heads % kvHeads != 0)
        return Status::invalid("problem: " + std::to_string(heads) + " query heads cannot share " +
                               std::to_string(kvHeads) + " KV heads, expected a multiple");
    if (!std::isfinite(scale))
        return Status::invalid("problem: scale is not a finite number");
    if (!(softcap >= 0.0f) || std::isinf(softcap))
        return Status::invalid("problem: softcap must be a finite number, 0 for off");
    if (!mask.keyLengths.empty() && mask.keyLengths.size() != static_cast<std::size_t>(batch))
        return Status::invalid("problem: " + std::to_string(mask.keyLengths.size()) +
                               " key lengths, expected one for each of " + std::to_string(batch) + " batch entries");
    for (int length : mask.keyLengths) {
        if (length < 0 || length > seqlenK)
            return Status::invalid("problem: key length " + std::to_string(length) + " is outside 0.." +
                                   std::to_string(seqlenK));
    }
    return {};
}

Status Inputs::validate(const Problem &p) const
{
    const auto expected = [](int a, int b, int c, int d) {
        return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c) *
               static_cast<std::size_t>(d);
    };
    const auto check = [](const char *name, std::size_t have, std::size_t want) -> Status {
        if (have == want)
            return {};
        return Status::invalid(std::string("tensor ") + name + " has " + std::to_string(have) + " values, expected " +
                               std::to_string(want));
    };
    if (Status s = check("q", q.size(), expected(p.batch, p.heads, p.seqlenQ, p.headDim)); !s.ok())
        return s;
    if (Status s = check("k", k.size(), expected(p.batch, p.kvHeads, p.seqlenK, p.headDim)); !s.ok())
        return s;
    return check("v", v.size(), expected(p.batch, p.kvHeads, p.seqlenK, p.headDimV));
}

} // namespace ulpscope
