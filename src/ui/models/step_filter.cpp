// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/step_filter.h"

#include "ui/actions/navigator.h"

#include <QHash>
#include <QStringList>

namespace ulpscope::ui {

StepFilter::StepFilter(const QString &text)
{
    static const QHash<QString, Field> kFields{
        {QStringLiteral("row"), Field::Row},      {QStringLiteral("key"), Field::Key},
        {QStringLiteral("tile"), Field::KeyTile}, {QStringLiteral("query"), Field::QueryTile},
        {QStringLiteral("flag"), Field::Flag},    {QStringLiteral("phase"), Field::Name}};
    static const QHash<QString, unsigned> kFlags{{QStringLiteral("max"), MaxChanged},
                                                 {QStringLiteral("rescale"), Rescaled},
                                                 {QStringLiteral("tie"), Tied},
                                                 {QStringLiteral("nan"), NotANumber},
                                                 {QStringLiteral("any"), AnyEvent}};
    for (const QString &word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const qsizetype colon = word.indexOf(QLatin1Char(':'));
        const QString value = word.mid(colon + 1).toLower();
        Term term{colon < 0 ? Field::Name : kFields.value(word.left(colon).toLower(), Field::Name), value};
        bool good = colon < 0 || kFields.contains(word.left(colon).toLower());
        if (term.field == Field::Flag) {
            term.flags = kFlags.value(value);
            good = term.flags != 0;
        } else if (term.field != Field::Name) {
            term.number = value.toInt(&good);
        }
        if (good)
            m_terms.push_back(term);
        else if (m_problem.isEmpty())
            m_problem = word;
    }
}

bool StepFilter::accepts(const PlannedStep &step, const WorkTile &tile, const StepEvents &events, int tileN) const
{
    for (const Term &term : m_terms) {
        bool holds = false;
        switch (term.field) {
        case Field::Name: {
            const std::string_view name = stepKindName(step.kind);
            holds = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
                        .contains(term.text, Qt::CaseInsensitive);
            break;
        }
        case Field::Row: holds = tile.rowBegin <= term.number && term.number < tile.rowEnd; break;
        case Field::Key: holds = step.nBlock >= 0 && term.number / tileN == step.nBlock; break;
        case Field::KeyTile: holds = step.nBlock == term.number; break;
        case Field::QueryTile: holds = tile.mBlock == term.number; break;
        case Field::Flag: holds = matches(events, term.flags); break;
        }
        if (!holds)
            return false;
    }
    return true;
}

} // namespace ulpscope::ui
