// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_look.h"

namespace ulpscope::ui {

double stepWidth(StepKind kind)
{
    switch (kind) {
    case StepKind::ScoreGemm:
    case StepKind::OutputGemm: return 5;
    case StepKind::Exp2:
    case StepKind::Normalize:
    case StepKind::Combine: return 4;
    default: return 2;
    }
}

StepColor stepColorRole(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ:
    case StepKind::LoadKv: return StepColor::Load;
    case StepKind::ScoreGemm: return StepColor::Score;
    case StepKind::ApplyMask: return StepColor::Mask;
    case StepKind::RowMax: return StepColor::Max;
    case StepKind::RescaleOutput: return StepColor::Rescale;
    case StepKind::Exp2: return StepColor::Exp;
    case StepKind::RowSum: return StepColor::Sum;
    case StepKind::OutputGemm: return StepColor::Output;
    case StepKind::Normalize: return StepColor::Normalize;
    case StepKind::Combine: return StepColor::Combine;
    }
    return StepColor::Load;
}

QString stepLabel(StepKind kind)
{
    switch (kind) {
    case StepKind::LoadQ: return QStringLiteral("Q");
    case StepKind::LoadKv: return QStringLiteral("KV");
    case StepKind::ScoreGemm: return QStringLiteral("Q·K");
    case StepKind::ApplyMask: return QStringLiteral("mask");
    case StepKind::RowMax: return QStringLiteral("m");
    case StepKind::RescaleOutput: return QStringLiteral("α");
    case StepKind::Exp2: return QStringLiteral("exp");
    case StepKind::RowSum: return QStringLiteral("l");
    case StepKind::OutputGemm: return QStringLiteral("PV");
    case StepKind::Normalize: return QStringLiteral("O/l");
    case StepKind::Combine: return QStringLiteral("Σ");
    }
    return {};
}

} // namespace ulpscope::ui
