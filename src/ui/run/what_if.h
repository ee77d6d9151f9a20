// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/order_study.h"
#include "engine/session/session.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// What another order of addition does to the sums beside one: the head dim's columns, the query tile's rows, the key
/// tile's keys.
struct WhatIfQuestion {
    std::shared_ptr<const RunSpec> spec; ///< null: there is no question
    /// Whole runs: `row` is that of the run with an order set by hand, this the run without. Null: one run's summands
    /// in another order.
    std::shared_ptr<const RunSpec> without;
    std::shared_ptr<const Inputs> inputs;
    std::shared_ptr<const Schedule> schedule;
    std::shared_ptr<const RowTrace> row;
    SumKind kind = SumKind::Output;
    int column = 0; ///< first key of the key tile for Score; 0 otherwise
    int split = kFirstSplit;
    std::string order, edit;  ///< words of parseSumOrder(); empty: of dQ, `arrival`
    std::vector<int> arrival; ///< of dQ
    std::vector<float> dO;    ///< of dQ, and follows from the others

    bool operator==(const WhatIfQuestion &other) const;
};
struct WhatIfAnswer {
    WhatIfQuestion question;
    OrderStudy study;
    OrderSummary summary;
};

Result<WhatIfAnswer> answerWhatIf(const WhatIfQuestion &question, const std::stop_token &stop);

/// The fields of a run by which the tree view changes orders: "keyOrder", "split".
bool isOrderField(const std::string &field);

} // namespace ulpscope::ui
