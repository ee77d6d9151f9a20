// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_title.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

QString translate(const char *text) { return QCoreApplication::translate("ErrorView", text); }

} // namespace

QString sourceTitle(ErrorSource source)
{
    switch (source) {
    case ErrorSource::ScoreDot: return translate(QT_TRANSLATE_NOOP("ErrorView", "scores (mma)"));
    case ErrorSource::ScaleArgument: return translate(QT_TRANSLATE_NOOP("ErrorView", "scale, argument"));
    case ErrorSource::Exp: return translate(QT_TRANSLATE_NOOP("ErrorView", "exp"));
    case ErrorSource::Alpha: return translate(QT_TRANSLATE_NOOP("ErrorView", "alpha"));
    case ErrorSource::RowSum: return translate(QT_TRANSLATE_NOOP("ErrorView", "row sum"));
    case ErrorSource::PCast: return translate(QT_TRANSLATE_NOOP("ErrorView", "P cast"));
    case ErrorSource::Pv: return translate(QT_TRANSLATE_NOOP("ErrorView", "PV (mma)"));
    case ErrorSource::Combine: return translate(QT_TRANSLATE_NOOP("ErrorView", "combine"));
    case ErrorSource::Final: return translate(QT_TRANSLATE_NOOP("ErrorView", "final factor"));
    case ErrorSource::OutputRounding: return translate(QT_TRANSLATE_NOOP("ErrorView", "output rounding"));
    }
    return {};
}

} // namespace ulpscope::ui
