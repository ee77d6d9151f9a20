// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/divergence_text.h"

#include "engine/numerics/ulp.h"
#include "ui/models/engine_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("CompareView", text); }
QString latin(std::string_view text) { return QString::fromLatin1(text.data(), static_cast<int>(text.size())); }
QString number(float x)
{
    return QString::number(static_cast<double>(x), 'g', 9).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

QString sideSummary(const Session &session, Side side)
{
    const std::shared_ptr<const RunSpec> spec = session.spec(side);
    if (!spec) {
        const QString tensor = QString::fromStdString(session.document().observedTensor);
        return side == Side::B && !tensor.isEmpty()
                   ? translate(QT_TRANSLATE_NOOP("CompareView", "tensor %1 of the file")).arg(tensor)
                   : QString();
    }
    QString text = translate(QT_TRANSLATE_NOOP("CompareView", "%1 on %2"))
                       .arg(QString::fromStdString(spec->request.kernel), QString::fromStdString(spec->request.device));
    if (spec->request.batch > 0)
        text += translate(QT_TRANSLATE_NOOP("CompareView", ", batch %1")).arg(spec->request.batch);
    if (spec->recipe.form == Form::Online)
        text += spec->numSplits == 1 ? translate(QT_TRANSLATE_NOOP("CompareView", ", one split"))
                                     : translate(QT_TRANSLATE_NOOP("CompareView", ", %1 splits")).arg(spec->numSplits);
    return text;
}

QString percentOf(std::int64_t part, std::int64_t all)
{
    constexpr int kMostDecimals = 12;
    const double percent = all > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0;
    QString text;
    for (int decimals = 1; decimals <= kMostDecimals; ++decimals) {
        text = QString::number(percent, 'f', decimals);
        const double shown = text.toDouble();
        if ((part == all || shown < 100) && (part == 0 || shown > 0))
            break;
    }
    return text;
}

QString mismatchSentence(const Comparison &c)
{
    if (c.mismatches == 0)
        return translate(QT_TRANSLATE_NOOP("CompareView", "All %1 output values are bit-equal.")).arg(c.elements);
    const QString apart =
        c.maxUlp == kInfiniteUlpDistance
            ? translate(QT_TRANSLATE_NOOP("CompareView", "a number against NaN"))
            : translate(QT_TRANSLATE_NOOP("CompareView", "at most %1 representable values apart")).arg(c.maxUlp);
    return translate(QT_TRANSLATE_NOOP("CompareView", "%1 of %2 output values differ (%3 %), %4."))
        .arg(c.mismatches)
        .arg(c.elements)
        .arg(percentOf(c.mismatches, c.elements), apart);
}

QString countsSentence(const Comparison &c)
{
    QString text = mismatchSentence(c);
    if (c.lseMismatches > 0)
        text += QLatin1Char(' ') +
                translate(QT_TRANSLATE_NOOP("CompareView", "%1 LSE values differ.")).arg(c.lseMismatches);
    return text;
}

QString divergenceTitle(const Divergence &d)
{
    return d.structural ? translate(QT_TRANSLATE_NOOP("CompareView", "The plans part first here"))
                        : translate(QT_TRANSLATE_NOOP("CompareView", "The bits part first here"));
}

QStringList divergenceReasons(const Divergence &d)
{
    QStringList reasons;
    for (const Phrase &line : {d.node, d.reason}) {
        if (!line.empty())
            reasons << engineText(line);
    }
    return reasons;
}

QString quantitySymbol(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Scores: return QStringLiteral("S");
    case Quantity::Probs: return QStringLiteral("P");
    case Quantity::RowMax:
    case Quantity::TileMax: return QStringLiteral("m");
    case Quantity::LaneSums:
    case Quantity::RowSum:
    case Quantity::TileSum: return QStringLiteral("l");
    case Quantity::Alpha: return QStringLiteral("α");
    case Quantity::OutputAcc:
    case Quantity::TileOut: return QStringLiteral("O");
    case Quantity::Lse: return QStringLiteral("LSE");
    case Quantity::Output: return QStringLiteral("O");
    }
    return {};
}

QString divergencePlace(const Divergence &d)
{
    QString text = translate(QT_TRANSLATE_NOOP("CompareView", "Step %1 · %2"))
                       .arg(d.step.index + 1)
                       .arg(latin(stepKindName(d.step.kind)));
    if (d.step.nBlock >= 0)
        text += translate(QT_TRANSLATE_NOOP("CompareView", " · key tile %1")).arg(d.step.nBlock);
    const bool twoIndices = d.quantity == Quantity::Scores || d.quantity == Quantity::Probs ||
                            d.quantity == Quantity::OutputAcc || d.quantity == Quantity::Output;
    text += twoIndices ? QStringLiteral(" · %1[%2, %3]").arg(quantitySymbol(d.quantity)).arg(d.row).arg(d.col)
                       : QStringLiteral(" · %1[%2]").arg(quantitySymbol(d.quantity)).arg(d.row);
    return text + translate(QT_TRANSLATE_NOOP("CompareView", ": A %1, B %2")).arg(number(d.a), number(d.b));
}

} // namespace ulpscope::ui
