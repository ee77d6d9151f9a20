// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/ulp.h"
#include "ui/models/number_text.h"
#include "ui/views/launches_painter.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("LaunchesView", text); }

QString number(std::uint64_t n) { return grouped(static_cast<qint64>(n)); }

QString percent(std::uint64_t part, std::uint64_t whole)
{
    const double share = whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    return (share > 0 && share < 0.01 ? QStringLiteral("< 0.01") : QString::number(share, 'g', 3)) +
           QStringLiteral(" %");
}

QString ulps(std::int64_t distance)
{
    return distance == kInfiniteUlpDistance ? QStringLiteral("∞") : grouped(distance);
}

} // namespace

const ArrivalModeResult &LaunchesState::shown() const
{
    const auto atomics = std::find_if(modes().begin(), modes().end(),
                                      [](const ArrivalModeResult &m) { return m.mode == ArrivalMode::Atomics; });
    return atomics == modes().end() ? modes().front() : *atomics;
}

std::vector<UlpBin> LaunchesState::bins() const
{
    std::vector<UlpBin> all;
    for (const UlpBin &filled : shown().spread) {
        // Bins grow by powers of two: 0, 1, 2, 3 to 4, 5 to 8, ...
        while (!all.empty() && filled.from != kInfiniteUlpDistance && all.back().to + 1 < filled.from) {
            const std::int64_t from = all.back().to + 1;
            all.push_back({from, std::max(from, 2 * (from - 1)), 0});
        }
        all.push_back(filled);
    }
    return all;
}

QString LaunchesState::modeName(ArrivalMode mode) const
{
    switch (mode) {
    case ArrivalMode::Atomics: return translate(QT_TRANSLATE_NOOP("LaunchesView", "atomics"));
    case ArrivalMode::Semaphore: return translate(QT_TRANSLATE_NOOP("LaunchesView", "semaphore"));
    case ArrivalMode::Fixed: break;
    }
    return translate(QT_TRANSLATE_NOOP("LaunchesView", "fixed order"));
}

QString LaunchesState::sumText() const
{
    const ArrivalStudy &study = report->study;
    if (study.sum == ArrivalSum::Combine)
        return translate(QT_TRANSLATE_NOOP("LaunchesView", "output: %1 splits")).arg(study.terms);
    return translate(QT_TRANSLATE_NOOP("LaunchesView", "dQ: up to %1 key tiles an element")).arg(study.terms);
}

QStringList LaunchesState::facts() const
{
    QStringList all{translate(QT_TRANSLATE_NOOP("LaunchesView", "measured on %1, %2"))
                        .arg(QString::fromStdString(report->study.gpu), QString::fromStdString(report->date)),
                    sumText(),
                    QString::fromStdString(report->kernel) + QStringLiteral(", ") +
                        QString::fromStdString(report->device),
                    QString::fromStdString(report->problem)};
    if (report->study.sum == ArrivalSum::Dq)
        all << translate(QT_TRANSLATE_NOOP("LaunchesView", "fixed order: accumulators: %1"))
                   .arg(report->study.accumulators);
    return all;
}

QString LaunchesState::outputsText(const ArrivalModeResult &mode) const
{
    return translate(QT_TRANSLATE_NOOP("LaunchesView", "distinct outputs: %1 of %2 launches"))
        .arg(number(mode.outputs.size()), number(mode.launches));
}

QString LaunchesState::shortOutputsText(const ArrivalModeResult &mode) const
{
    return translate(QT_TRANSLATE_NOOP("LaunchesView", "outputs: %1")).arg(number(mode.outputs.size()));
}

QString LaunchesState::timeText(const ArrivalModeResult &mode) const
{
    const QString time = QString::number(mode.medianMs, 'g', 3) + QStringLiteral(" ms");
    const ArrivalModeResult &race = shown();
    if (mode.mode == race.mode || race.medianMs <= 0)
        return time;
    return time + QStringLiteral(", × ") + QString::number(mode.medianMs / race.medianMs, 'f', 2);
}

QString LaunchesState::replayText(const ArrivalModeResult &mode) const
{
    if (!mode.replay)
        return {};
    QString text = translate(QT_TRANSLATE_NOOP("LaunchesView", "%1, replayed on the CPU: %2 of %3 differ"))
                       .arg(modeName(mode.mode), number(mode.replay->differing), number(mode.replay->elements));
    if (mode.replay->terms > 0)
        text +=
            translate(QT_TRANSLATE_NOOP("LaunchesView", "; terms: %1 of %2; %3 values not in ascending order"))
                .arg(number(mode.replay->differingTerms), number(mode.replay->terms), number(mode.replay->reordered));
    if (mode.replay->withoutOrder > 0)
        text += translate(QT_TRANSLATE_NOOP("LaunchesView", "; values that fit no order: %1"))
                    .arg(number(mode.replay->withoutOrder));
    return text;
}

QString LaunchesState::briefReplayText() const
{
    QStringList differing;
    std::uint64_t elements = 0;
    for (const ArrivalModeResult &mode : modes()) {
        if (!mode.replay)
            continue;
        differing << modeName(mode.mode) + QLatin1Char(' ') + number(mode.replay->differing);
        elements = mode.replay->elements;
    }
    if (differing.isEmpty())
        return {};
    return translate(QT_TRANSLATE_NOOP("LaunchesView", "Replayed on the CPU, of %1 differ: %2"))
        .arg(number(elements), differing.join(QStringLiteral(", ")));
}

QString LaunchesState::widestText() const
{
    const ArrivalModeResult &mode = shown();
    if (!mode.widest)
        return {};
    const WidestElement &w = *mode.widest;
    return translate(QT_TRANSLATE_NOOP("LaunchesView",
                                       "%1 of %2 values are not always the same (%3); widest: [%4, %5, %6, %7], %8 to "
                                       "%9"))
               .arg(number(mode.everDiffer), number(mode.elements), percent(mode.everDiffer, mode.elements))
               .arg(w.batch)
               .arg(w.head)
               .arg(w.row)
               .arg(w.col)
               .arg(shortestDecimal(report->dtype, w.least), shortestDecimal(report->dtype, w.greatest)) +
           QStringLiteral(", ") + ulps(w.ulps) + QStringLiteral(" ulp");
}

QString LaunchesState::describePart() const
{
    const auto i = static_cast<std::size_t>(index);
    if (part == Part::Output && i < shown().outputs.size()) {
        const DistinctOutput &output = shown().outputs[i];
        return translate(
                   QT_TRANSLATE_NOOP("LaunchesView", "output %1 of %2: %3 launches (%4), the first is no. %5; hash %6"))
            .arg(index + 1)
            .arg(shown().outputs.size())
            .arg(number(output.count), percent(output.count, shown().launches), number(output.first))
            .arg(QString::number(output.hash, 16).rightJustified(16, QLatin1Char('0')));
    }
    if (part == Part::Bin && i < bins().size()) {
        const UlpBin bin = bins()[i];
        const QString where = bin.from == bin.to ? ulps(bin.from) : ulps(bin.from) + QChar(u'…') + ulps(bin.to);
        return translate(QT_TRANSLATE_NOOP("LaunchesView", "spread of %1 ulp: %2 values (%3)"))
            .arg(where, number(bin.count), percent(bin.count, shown().elements));
    }
    if (part == Part::Mode && i < modes().size()) {
        const ArrivalModeResult &mode = modes()[i];
        QString text = modeName(mode.mode) + QStringLiteral(": ") + outputsText(mode) + QStringLiteral("; ") +
                       translate(QT_TRANSLATE_NOOP("LaunchesView", "a launch takes %1 (median), at least %2 ms"))
                           .arg(timeText(mode), QString::number(mode.leastMs, 'g', 3));
        return mode.replay ? text + QStringLiteral("; ") + replayText(mode) : text;
    }
    return {};
}

QString LaunchesState::describe() const
{
    if (empty())
        return {};
    QStringList parts{facts().join(QStringLiteral("; ")) + QLatin1Char('.')};
    for (const ArrivalModeResult &mode : modes())
        parts << modeName(mode.mode) + QStringLiteral(": ") + outputsText(mode) + QStringLiteral("; ") +
                     timeText(mode) + QLatin1Char('.');
    if (const QString widest = widestText(); !widest.isEmpty())
        parts << widest + QLatin1Char('.');
    for (const ArrivalModeResult &mode : modes()) {
        if (const QString replay = replayText(mode); !replay.isEmpty())
            parts << replay + QLatin1Char('.');
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
