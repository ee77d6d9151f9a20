// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/problem_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {

QString dtypeName(DType type)
{
    const std::string_view name = formatInfo(type).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

namespace {

struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(ProblemText)

public:
    static QString of(const Problem &p)
    {
        const QString heads = p.heads == p.kvHeads ? tr("%n heads", nullptr, p.heads)
                                                   : tr("%1 heads on %2 KV heads").arg(p.heads).arg(p.kvHeads);
        const QString text = tr("%1 · %2 × %3 · d %4 · %5")
                                 .arg(heads)
                                 .arg(p.seqlenQ)
                                 .arg(p.seqlenK)
                                 .arg(p.headDim)
                                 .arg(dtypeName(p.dtype));
        return p.batch > 1 ? text + QStringLiteral(" · ") + tr("batch %1").arg(p.batch) : text;
    }
};

} // namespace

QString problemText(const Problem &problem) { return ProblemText::of(problem); }

} // namespace ulpscope::ui
