// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cell_address.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace ulpscope::ui {

namespace {

struct CellAddressText {
    Q_DECLARE_TR_FUNCTIONS(CellAddress)
};

/// A part of an address: its name, the largest number there is, and what it sets.
struct Part {
    const char *name;
    std::uint64_t last;
    int *number; ///< null: the step
};

} // namespace

Result<CellAddress> parseCellAddress(const QString &text, const Selection &now, const Problem &problem,
                                     std::uint64_t stepCount)
{
    static const QRegularExpression term(QStringLiteral("(row|col|column|key|step|head|batch)\\s*:?\\s*(-?\\d+)"),
                                         QRegularExpression::CaseInsensitiveOption);
    CellAddress address{now, {}};
    Selection &selection = address.selection;
    const auto last = [](int count) { return static_cast<std::uint64_t>(count - 1); };
    const Part parts[] = {{"row", last(problem.seqlenQ), &selection.row},
                          {"col", last(problem.headDimV), &selection.column},
                          {"column", last(problem.headDimV), &selection.column},
                          {"key", last(problem.seqlenK), &selection.key},
                          {"head", last(problem.heads), &selection.head},
                          {"batch", last(problem.batch), &selection.batch},
                          {"step", stepCount, nullptr}};
    bool any = false;
    for (auto it = term.globalMatch(text); it.hasNext(); any = true) {
        const auto match = it.next();
        for (const Part &part : parts) {
            if (match.captured(1).compare(QLatin1String(part.name), Qt::CaseInsensitive) != 0)
                continue;
            bool good = false;
            const std::uint64_t number = match.captured(2).toULongLong(&good);
            if (!good || number > part.last)
                return Status::invalid(CellAddressText::tr("There is no %1 %2: %1 is a number from 0 to %3.")
                                           .arg(QLatin1String(part.name), match.captured(2))
                                           .arg(part.last)
                                           .toStdString());
            if (part.number)
                *part.number = static_cast<int>(number);
            else
                address.step = number;
        }
    }
    if (!any)
        return Status::invalid(CellAddressText::tr("\"%1\" names no cell; try: row 17 col 20").arg(text).toStdString());
    return address;
}

} // namespace ulpscope::ui
