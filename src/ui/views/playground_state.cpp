// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/playground_state.h"

#include "ui/models/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("PlaygroundView", text); }

/// 1e+08 as 100000000, 1e-05 as 1e-5: as people write them.
QString tidied(const QString &text, double number)
{
    constexpr double kLongest = 1e15; // whole numbers below are written out
    if (!text.contains(QLatin1Char('e')))
        return text;
    if (std::abs(number) < kLongest && number == std::floor(number))
        return QString::number(number, 'f', 0);
    static const QRegularExpression exponent(QStringLiteral("e(?:\\+|(-))0*"));
    return QString(text).replace(exponent, QStringLiteral("e\\1"));
}

bool sameResult(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

} // namespace

const std::vector<DType> &PlaygroundState::formats()
{
    static const std::vector<DType> kFormats{DType::F32,  DType::F64,  DType::F16, DType::BF16,
                                             DType::TF32, DType::E4M3, DType::E5M2};
    return kFormats;
}

const QStringList &PlaygroundState::treeKeys()
{
    static const QStringList kKeys{QStringLiteral("typed"),     QStringLiteral("sequential"),
                                   QStringLiteral("reverse"),   QStringLiteral("pairwise"),
                                   QStringLiteral("strided:2"), QStringLiteral("strided:4"),
                                   QStringLiteral("butterfly")};
    return kKeys;
}

QString PlaygroundState::treeName(const QString &key)
{
    if (key == QLatin1String("typed"))
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "as typed"));
    if (key == QLatin1String("sequential"))
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "sequential"));
    if (key == QLatin1String("reverse"))
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "reverse"));
    if (key == QLatin1String("pairwise"))
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "pairwise"));
    if (key == QLatin1String("butterfly"))
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "butterfly"));
    return translate(QT_TRANSLATE_NOOP("PlaygroundView", "%1 running sums")).arg(key.section(QLatin1Char(':'), 1));
}

PlaygroundState::PlaygroundState(const QString &text, const QString &formatName, const QString &tree)
{
    for (const DType type : formats()) {
        if (QString::fromStdString(std::string(formatInfo(type).name)) == formatName)
            format = type;
    }
    Result<WrittenSum> parsed = parseSum(format, text.toStdString());
    if (!parsed.ok()) {
        problem = parsed.status().phrase();
        return;
    }
    sum = std::move(parsed).value();
    const std::vector<double> values = sum.values();
    for (const QString &key : treeKeys()) {
        const bool typed = key == treeKeys().front();
        const MergeTree merges = typed ? sum.tree : treeOfShape(key.toStdString(), sum.tree.leaves).value();
        if (key == tree)
            shape = static_cast<int>(shapes.size());
        ShapeResult result{
            key, typed ? sumInSteps(format, values, merges, sum.mirrored) : sumInSteps(format, values, merges), 0};
        int patterns = 0;
        bool known = false;
        for (const ShapeResult &other : shapes) {
            patterns = std::max(patterns, other.pattern + 1);
            if (!known && sameResult(other.sum.result, result.sum.result)) {
                result.pattern = other.pattern;
                known = true;
            }
        }
        if (!known)
            result.pattern = patterns;
        trees.push_back(merges);
        shapes.push_back(std::move(result));
    }
    orders = resultsOfAllOrders(format, values);
}

QString PlaygroundState::value(double number) const
{
    if (!std::isfinite(number))
        return decimal(number);
    return tidied(format == DType::F64 ? QString::number(number, 'g', QLocale::FloatingPointShortest)
                                       : shortestDecimal(format, static_cast<float>(number)),
                  number);
}

QString PlaygroundState::shortText(double number) const
{
    return std::isfinite(number) ? tidied(decimal(number, 6), number) : decimal(number);
}

QString PlaygroundState::pattern(double number) const
{
    return QStringLiteral("0x") + QString::number(patternOf(format, number), 16)
                                      .rightJustified(formatInfo(format).bytes * 2, QLatin1Char('0'));
}

QString PlaygroundState::ulps(double error) const
{
    constexpr double kLong = 1e9; // as many digits as read well
    if (std::isnan(error))
        return QStringLiteral("–");
    if (error == 0)
        return QStringLiteral("0");
    return std::abs(error) < kLong ? ulpText(error) : (error > 0 ? QStringLiteral("+") : QString()) + decimal(error, 4);
}

QString PlaygroundState::operandText(int operand, bool brief) const
{
    const int leaves = sum.tree.leaves;
    if (operand < leaves)
        return QString::fromStdString(sum.terms[static_cast<std::size_t>(operand)].text);
    if (brief)
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "step %1")).arg(operand - leaves + 1);
    return translate(QT_TRANSLATE_NOOP("PlaygroundView", "step %1: %2"))
        .arg(operand - leaves + 1)
        .arg(value(step(operand - leaves).addition.result));
}

QStringList PlaygroundState::stepText(int index) const
{
    const SumStep &s = step(index);
    const Addition &a = s.addition;
    QString what;
    switch (a.rounding) {
    case Rounding::Exact: what = translate(QT_TRANSLATE_NOOP("PlaygroundView", "Exact: nothing is dropped.")); break;
    case Rounding::Down:
        what = translate(
            QT_TRANSLATE_NOOP("PlaygroundView", "Less than half of the last place is dropped: rounded toward zero"));
        break;
    case Rounding::Up:
        what = translate(
            QT_TRANSLATE_NOOP("PlaygroundView", "More than half of the last place is dropped: rounded away from zero"));
        break;
    case Rounding::TieDown:
        what = translate(QT_TRANSLATE_NOOP(
            "PlaygroundView", "A tie, just half of the last place is dropped: the kept part is even and stays"));
        break;
    case Rounding::TieUp:
        what = translate(QT_TRANSLATE_NOOP(
            "PlaygroundView", "A tie, just half of the last place is dropped: away from zero, to the even neighbour"));
        break;
    case Rounding::Overflow:
        what = translate(QT_TRANSLATE_NOOP("PlaygroundView", "Beyond the largest number of the format: infinity."));
        break;
    case Rounding::Saturated:
        what = translate(
            QT_TRANSLATE_NOOP("PlaygroundView", "Beyond the largest number of the format: that number instead."));
        break;
    case Rounding::NotANumber:
        what = translate(
            QT_TRANSLATE_NOOP("PlaygroundView", "Not a number: an operand is none, or infinities of different signs."));
        break;
    case Rounding::Infinite:
        what = translate(QT_TRANSLATE_NOOP("PlaygroundView", "An operand is infinite, and so is the sum."));
        break;
    }
    if (a.rounding == Rounding::Down || a.rounding == Rounding::Up || a.rounding == Rounding::TieDown ||
        a.rounding == Rounding::TieUp)
        what += translate(QT_TRANSLATE_NOOP("PlaygroundView", " (guard %1, round %2, sticky %3)."))
                    .arg(static_cast<int>(a.guard))
                    .arg(static_cast<int>(a.round))
                    .arg(static_cast<int>(a.sticky));
    QStringList lines{what};
    if (a.error != 0 || s.accumulatedError != 0)
        lines << translate(QT_TRANSLATE_NOOP("PlaygroundView", "Error of this step %1, accumulated %2"))
                     .arg(shortText(a.error), shortText(s.accumulatedError));
    return lines;
}

QString PlaygroundState::ordersText() const
{
    if (sum.tree.leaves < 2)
        return {};
    if (orders.orders == 0)
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "All orders are tried for up to %1 numbers."))
            .arg(kMaxPermuted);
    const QString count = grouped(static_cast<qint64>(orders.orders));
    if (orders.results.size() == 1)
        return translate(QT_TRANSLATE_NOOP("PlaygroundView", "All %1 orders, one number after another: 1 result"))
            .arg(count);
    return translate(QT_TRANSLATE_NOOP("PlaygroundView",
                                       "All %1 orders, one number after another: %2 different results, from %3 to %4"))
        .arg(count)
        .arg(orders.results.size())
        .arg(value(orders.results.front()), value(orders.results.back()));
}

QString PlaygroundState::termsText() const
{
    QStringList terms;
    const int digits = format == DType::F64 ? 20 : 12; // enough to see that it is another number
    for (const WrittenTerm &term : sum.terms) {
        QString name = QString::fromStdString(term.text);
        if (name.startsWith(QLatin1Char('-'))) // of numbers that differ in sign one is enough
            name.remove(0, 1);
        const double held = std::abs(term.value);
        const QString text = QStringLiteral("%1 → %2").arg(name, tidied(decimal(held, digits), held));
        if (!term.exact && !terms.contains(text))
            terms << text;
    }
    if (terms.isEmpty())
        return {};
    return translate(QT_TRANSLATE_NOOP("PlaygroundView", "Not numbers of %1, rounded when read: %2"))
        .arg(QString::fromStdString(std::string(formatInfo(format).name)), terms.join(QStringLiteral(", ")));
}

QString PlaygroundState::describeStep(int index) const
{
    const SumStep &s = step(index);
    return translate(QT_TRANSLATE_NOOP("PlaygroundView", "Step %1: %2 plus %3 gives %4. %5"))
        .arg(QString::number(index + 1), value(s.addition.a), value(s.addition.b), value(s.addition.result),
             stepText(index).join(QLatin1Char(' ')));
}

QString PlaygroundState::describe() const
{
    if (isEmpty())
        return {};
    QStringList parts;
    parts << translate(
                 QT_TRANSLATE_NOOP("PlaygroundView", "%1 numbers added in %2, %3: result %4, exact %5, error %6 ulp."))
                 .arg(QString::number(sum.terms.size()), QString::fromStdString(std::string(formatInfo(format).name)),
                      treeName(shapes[static_cast<std::size_t>(shape)].key), value(steps().result),
                      value(steps().exact), ulps(steps().ulps));
    for (int i = 0; i < stepCount(); ++i)
        parts << describeStep(i);
    for (const ShapeResult &other : shapes)
        parts << QStringLiteral("%1: %2.").arg(treeName(other.key), value(other.sum.result));
    parts << ordersText();
    return parts.join(QLatin1Char(' '));
}

std::vector<PlaygroundExample> playgroundExamples()
{
    return {{translate(QT_TRANSLATE_NOOP("PlaygroundView", "(1e8 + -1e8) + 1: the large numbers first")),
             "(1e8 + -1e8) + 1", "fp32", "typed"},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "1e8 + (-1e8 + 1): the 1 is lost")), "1e8 + (-1e8 + 1)",
             "fp32", "typed"},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "[2^26, 1, -2^26, 1]: 0, 1 or 2")), "[2^26, 1, -2^26, 1]",
             "fp32", "sequential"},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "Eight numbers that cancel: 275 results")),
             "1e-10, 1e-5, 1e-2, 1, -1e-10, -1e-5, -1e-2, -1", "fp64", "reverse"},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "2048 + 1 + 1 in fp16: ties to even")), "2048 + 1 + 1",
             "fp16", "typed"},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "0.1 + 0.2 + 0.3: numbers that are rounded when read")),
             "0.1 + 0.2 + 0.3", "fp64", "typed"}};
}

} // namespace ulpscope::ui
