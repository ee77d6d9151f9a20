// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/run_spec.h"

#include <cstddef>
#include <vector>

namespace ulpscope {

/// q and k as the first product takes them: as they are, or with scoreScale=operands each times its factor, rounded to
/// fp32.
class OperandScaling {
public:
    explicit OperandScaling(const RunSpec &spec)
        : m_scales(spec.recipe.scoreScale == ScoreScale::Operands),
          m_factors(m_scales ? operandFactors(spec.problem) : OperandFactors{})
    {}

    bool scales() const { return m_scales; }
    float q(float x) const { return x * m_factors.q; }
    float k(float x) const { return x * m_factors.k; }
    /// `values` numbers of q or k; `room` holds them where they are not as they were.
    const float *q(const float *values, std::size_t count, std::vector<float> &room) const
    {
        return scaled(values, count, m_factors.q, room);
    }
    const float *k(const float *values, std::size_t count, std::vector<float> &room) const
    {
        return scaled(values, count, m_factors.k, room);
    }

private:
    const float *scaled(const float *values, std::size_t count, float factor, std::vector<float> &room) const
    {
        if (!m_scales)
            return values;
        room.assign(values, values + count);
        for (float &x : room)
            x *= factor;
        return room.data();
    }

    bool m_scales;
    OperandFactors m_factors;
};

} // namespace ulpscope
