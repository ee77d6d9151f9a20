// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/numerics/formats.h"
#include "ui/models/number_text.h"
#include "ui/views/ensemble_painter.h"

#include <QCoreApplication>
#include <QLocale>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ulpscope::ui {
namespace {

constexpr int kNamed = 24; ///< more partial results of an order are not named

QString translate(const char *text) { return QCoreApplication::translate("EnsembleView", text); }

/// A place on the line of representable values; both zeros are 0.
std::int64_t ordinal(DType format, double value)
{
    const std::int64_t magnitude = format == DType::F64
                                       ? static_cast<std::int64_t>(doubleBits(std::abs(value)))
                                       : static_cast<std::int64_t>(floatBits(std::abs(static_cast<float>(value))));
    return std::signbit(value) ? -magnitude : magnitude;
}

QString signedText(std::int64_t number)
{
    if (number == 0)
        return QStringLiteral("0");
    return (number < 0 ? QChar(0x2212) : QLatin1Char('+')) + grouped(std::abs(number));
}

/// Bins grow by powers of two: 0, 1, 2, 3 to 4, 5 to 8, ...; the place of the one that holds a distance.
int placeOf(std::int64_t distance)
{
    const auto size = static_cast<std::uint64_t>(std::abs(distance));
    const int place = size == 0 ? 0 : static_cast<int>(std::bit_width(size - 1)) + 1;
    return distance < 0 ? -place : place;
}

UlpBin binOf(int place)
{
    const int p = std::abs(place);
    std::int64_t from = p, to = p;
    if (p > 2) {
        from = (std::int64_t{1} << (p - 2)) + 1;
        to = std::int64_t{1} << (p - 1);
    }
    return place < 0 ? UlpBin{-to, -from, 0} : UlpBin{from, to, 0};
}

QString share(std::uint64_t count, std::uint64_t all)
{
    const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(all);
    return (percent > 0 && percent < 0.01 ? QStringLiteral("< 0.01") : QString::number(percent, 'g', 3)) +
           QStringLiteral(" %");
}

} // namespace

const OrderWitness &EnsembleState::at(Witness which) const
{
    switch (which) {
    case Witness::Worst: return result().worst;
    case Witness::Smallest: return result().smallest;
    case Witness::Largest: return result().largest;
    case Witness::Best: break;
    }
    return result().best;
}

std::vector<UlpBin> EnsembleState::bins() const
{
    std::vector<UlpBin> all;
    for (const UlpBin &filled : result().histogram) {
        if (!all.empty()) {
            for (int place = placeOf(all.back().to) + 1; place < placeOf(filled.from); ++place)
                all.push_back(binOf(place));
        }
        all.push_back(filled);
    }
    return all;
}

std::int64_t EnsembleState::distance(double number) const
{
    const std::int64_t from = ordinal(format(), result().correctlyRounded), to = ordinal(format(), number);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max(); // two doubles can be further apart
    return from < 0 && to > kMost + from ? kMost : from > 0 && to < from - kMost ? -kMost : to - from;
}

QString EnsembleState::value(double number) const
{
    if (format() != DType::F64 || !std::isfinite(number))
        return shortestDecimal(DType::F32, static_cast<float>(number));
    return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

QString EnsembleState::bits(std::uint64_t pattern) const
{
    return QStringLiteral("0x%1").arg(pattern, format() == DType::F64 ? 16 : 8, 16, QLatin1Char('0'));
}

QString EnsembleState::witnessName(Witness which) const
{
    switch (which) {
    case Witness::Best: return translate(QT_TRANSLATE_NOOP("EnsembleView", "best"));
    case Witness::Worst: return translate(QT_TRANSLATE_NOOP("EnsembleView", "worst"));
    case Witness::Smallest: return translate(QT_TRANSLATE_NOOP("EnsembleView", "smallest"));
    case Witness::Largest: return translate(QT_TRANSLATE_NOOP("EnsembleView", "largest"));
    }
    return {};
}

QString EnsembleState::orderText(const std::vector<int> &order) const
{
    QStringList numbers;
    for (const int index : order)
        numbers << QString::number(index);
    return numbers.join(QLatin1Char(' '));
}

QString EnsembleState::orderNames(const std::vector<int> &order) const
{
    QStringList words;
    for (const int index : order) {
        if (words.size() == kNamed) {
            words
                << translate(QT_TRANSLATE_NOOP("EnsembleView", "%1 more")).arg(static_cast<int>(order.size()) - kNamed);
            break;
        }
        const QString name = index < names.size() ? names[index] : QString();
        words << (name.isEmpty() ? QString::number(index) : name);
    }
    return words.join(QStringLiteral(" → "));
}

QStringList EnsembleState::facts() const
{
    const EnsembleResult &r = result();
    const QString format = QString::fromStdString(std::string(formatInfo(this->format()).name));
    const QString what = (answer->question.terms.isWeighted()
                              ? translate(QT_TRANSLATE_NOOP(
                                    "EnsembleView", "%1 partial results in %2, each with a weight, joined by fma"))
                              : translate(QT_TRANSLATE_NOOP("EnsembleView", "%1 partial results in %2")))
                             .arg(answer->question.terms.partials())
                             .arg(format);
    const QString by =
        answer->isGpu
            ? translate(QT_TRANSLATE_NOOP("EnsembleView", "added on %1")).arg(QString::fromStdString(answer->device))
            : translate(QT_TRANSLATE_NOOP("EnsembleView", "added on the CPU"));
    const QString orders =
        (r.allOrders
             ? translate(QT_TRANSLATE_NOOP("EnsembleView", "all %1 orders")).arg(grouped(static_cast<qint64>(r.orders)))
             : translate(QT_TRANSLATE_NOOP("EnsembleView", "%1 random orders, seed %2"))
                   .arg(grouped(static_cast<qint64>(r.orders)))
                   .arg(answer->question.seed)) +
        QStringLiteral(", ") + by;
    const QString patterns =
        r.capped ? translate(QT_TRANSLATE_NOOP("EnsembleView", "bit patterns: more than %1, about %2"))
                       .arg(grouped(static_cast<qint64>(r.patterns.size())), QString::number(r.distinct, 'g', 3))
                 : translate(QT_TRANSLATE_NOOP("EnsembleView", "bit patterns: %1"))
                       .arg(grouped(static_cast<qint64>(r.distinct)));
    return {what, orders, patterns,
            translate(QT_TRANSLATE_NOOP("EnsembleView", "exact sum rounded once: %1")).arg(value(r.correctlyRounded))};
}

QString EnsembleState::describeBin(int index) const
{
    const UlpBin here = bins()[static_cast<std::size_t>(index)];
    const QString where =
        here.from == here.to
            ? signedText(here.from)
            : translate(QT_TRANSLATE_NOOP("EnsembleView", "%1 to %2")).arg(signedText(here.from), signedText(here.to));
    return translate(QT_TRANSLATE_NOOP("EnsembleView",
                                       "%1 representable values from the correctly rounded sum: %2 orders, %3"))
        .arg(where, grouped(static_cast<qint64>(here.count)), share(here.count, result().orders));
}

QString EnsembleState::describeWitness(int index) const
{
    const Witness which = kWitnesses[static_cast<std::size_t>(index)];
    const OrderWitness &w = at(which);
    QString text =
        translate(QT_TRANSLATE_NOOP("EnsembleView",
                                    "%1 result: %2 (%3), %4 representable values from the correctly rounded sum"))
            .arg(witnessName(which), value(w.pattern.value), bits(w.pattern.bits),
                 std::isfinite(w.pattern.value) ? signedText(distance(w.pattern.value)) : QStringLiteral("∞"));
    if (w.pattern.count > 0)
        text += translate(QT_TRANSLATE_NOOP("EnsembleView", "; %1 orders, %2"))
                    .arg(grouped(static_cast<qint64>(w.pattern.count)), share(w.pattern.count, result().orders));
    return text + translate(QT_TRANSLATE_NOOP("EnsembleView", "; first in order no. %1: %2"))
                      .arg(grouped(static_cast<qint64>(w.pattern.first)), orderNames(w.order));
}

QString EnsembleState::describe() const
{
    if (empty())
        return {};
    QStringList parts{facts().join(QStringLiteral("; ")) + QLatin1Char('.')};
    for (const int index : {0, 1})
        parts << describeWitness(index) + QLatin1Char('.');
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
