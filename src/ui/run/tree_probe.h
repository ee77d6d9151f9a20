// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/probe_run.h"
#include "engine/backend/backend_choice.h"

#include <QString>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// A sum of a run whose tree is to be measured.
struct ProbeQuestion {
    std::shared_ptr<const RunSpec> spec; ///< the run that is measured; null: none
    SumKind kind = SumKind::RowSum;
    int batch = 0, head = 0, row = 0, split = kFirstSplit;
    bool operator==(const ProbeQuestion &) const = default;
};

/// What was measured, and on what.
struct ProbeAnswer {
    ProbeQuestion question;
    MeasuredSum measured;
    bool isGpu = false;
    std::string device; ///< name of the GPU
};

Result<ProbeAnswer> answerProbe(BackendKind kind, const ProbeQuestion &question, const ProbeOptions &options);

/// A measured tree laid over a declared one.
struct ProbeOverlay {
    std::shared_ptr<const ProbeAnswer> answer;
    std::vector<NodeMatch> nodes; ///< [node of the declared tree]
    bool differs = false;
    /// "2 412 questions in 19 runs of the CPU engine: the measured tree is the declared one"
    QString sentence;
};

/// The declared tree is any over the same leaves: the run's own, another run's, or an order that somebody made.
ProbeOverlay layOver(const ReductionTree &declared, const std::shared_ptr<const ProbeAnswer> &answer);

} // namespace ulpscope::ui
