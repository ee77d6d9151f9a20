// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/what_if_painter.h"

#include "ui/models/number_text.h"
#include "ui/plot/color_lut.h"
#include "ui/plot/color_map.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr double kCellHeight = 18;                          ///< px
constexpr double kLegendBar = 64;                           ///< px
constexpr double kLegendShare = 0.3;                        ///< of the width, at most
constexpr int kTickSteps[] = {1, 2, 4, 8, 16, 32, 64, 128}; ///< columns come in powers of two

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

QString minus(QString text) { return text.replace(QLatin1Char('-'), QChar(0x2212)); }
QString formatName(DType format)
{
    const std::string_view name = formatInfo(format).name;
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString stepsText(double steps)
{
    if (std::isnan(steps))
        return QStringLiteral("NaN");
    return (steps > 0 ? QStringLiteral("+") : QString()) + minus(grouped(static_cast<qint64>(steps)));
}

/// "column 41"
QString nameOf(Beside beside, int index)
{
    switch (beside) {
    case Beside::Columns: return translate(QT_TRANSLATE_NOOP("TreeView", "column %1")).arg(index);
    case Beside::Rows: return translate(QT_TRANSLATE_NOOP("TreeView", "row %1")).arg(index);
    case Beside::Keys: return translate(QT_TRANSLATE_NOOP("TreeView", "key %1")).arg(index);
    }
    return {};
}

/// How many of how many differ; what they are.
QString countsOf(const WhatIfAnswer &answer)
{
    const QString differ = QString::number(answer.summary.differ), all = QString::number(answer.summary.sums);
    if (answer.question.without)
        return translate(QT_TRANSLATE_NOOP("TreeView", "Against the run without the changed order %1 of %2 output "
                                                       "columns differ"))
            .arg(differ, all);
    switch (answer.study.beside) {
    case Beside::Columns:
        return translate(QT_TRANSLATE_NOOP("TreeView", "In this order %1 of %2 columns differ")).arg(differ, all);
    case Beside::Rows:
        return translate(QT_TRANSLATE_NOOP("TreeView", "In this order %1 of %2 rows of the query tile differ"))
            .arg(differ, all);
    case Beside::Keys:
        return translate(QT_TRANSLATE_NOOP("TreeView", "In this order %1 of %2 keys of the key tile differ"))
            .arg(differ, all);
    }
    return {};
}

ColorScaleSpec scaleOf(const OrderStudy &study)
{
    ColorScaleSpec spec;
    spec.kind = ScaleKind::UlpInteger;
    spec.map = QStringLiteral("diverging");
    spec.max = 1;
    for (const OrderedSum &sum : study.sums) {
        if (const double steps = sum.known ? std::abs(stepsApart(study.format, sum)) : 0; std::isfinite(steps))
            spec.max = std::max(spec.max, steps);
    }
    spec.min = -spec.max;
    return spec;
}

/// As masked cells of a matrix are.
void paintHatch(QPainter &painter, const QRectF &area, const Theme &theme)
{
    painter.fillRect(area, theme.masked);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.maskedHatch, theme.penWidth()));
    const double step = theme.length(7);
    for (double sum = area.left() + area.top() + step; sum < area.right() + area.bottom(); sum += step) {
        const double low = std::max(area.top(), sum - area.right()), high = std::min(area.bottom(), sum - area.left());
        painter.drawLine(QLineF(sum - low, low, sum - high, high));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Cells, with their numbers where these have room; what is not known is hatched.
void paintCells(QPainter &painter, const WhatIfLayout &layout, const WhatIfPicture &picture, const ColorLut &lut,
                const Theme &theme)
{
    const OrderStudy &study = picture.answer->study;
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (picture.answer->summary.unknown > 0)
        paintHatch(painter, layout.cells, theme);
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    double widest = 0;
    for (const OrderedSum &sum : study.sums) {
        if (sum.known)
            widest = std::max(widest, metrics.horizontalAdvance(stepsText(stepsApart(study.format, sum))));
    }
    const bool hasNumbers = widest + theme.space(1) <= layout.cells.width() / layout.count;
    double end = 0; // of the known cells from here on: each reaches up to it, so that no seams show between them
    for (std::size_t i = 0; i < study.sums.size(); ++i) {
        const OrderedSum &sum = study.sums[i];
        if (!sum.known)
            continue;
        const QRectF cell = layout.cell(sum.index);
        if (i == 0 || !study.sums[i - 1].known) {
            std::size_t last = i;
            while (last + 1 < study.sums.size() && study.sums[last + 1].known)
                ++last;
            end = layout.cell(study.sums[last].index).right();
        }
        const double steps = stepsApart(study.format, sum);
        const QColor color = QColor::fromRgba(lut.color(encodeValue(static_cast<float>(steps))));
        painter.fillRect(QRectF(cell.left(), cell.top(), end - cell.left(), cell.height()), color);
        if (hasNumbers && steps != 0) {
            painter.setPen(textOn(color));
            painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, stepsText(steps));
        }
    }
    painter.setPen(QPen(theme.axis, theme.penWidth()));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(layout.cells);
    for (const int index : {picture.selected, picture.pointed}) {
        if (!picture.has(index))
            continue;
        const QRectF cell = layout.cell(index).adjusted(-theme.penWidth(), 0, theme.penWidth(), 0);
        painter.setPen(QPen(theme.cursorCasing, theme.penWidth(3)));
        painter.drawRect(cell);
        painter.setPen(QPen(theme.cursor, theme.penWidth(1)));
        painter.drawRect(cell);
    }
}

/// Numbers of columns below them, and what they number.
void paintAxis(QPainter &painter, const WhatIfLayout &layout, const WhatIfPicture &picture, const Theme &theme)
{
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const double cell = layout.cells.width() / layout.count;
    const double room = metrics.horizontalAdvance(QString::number(layout.first + layout.count)) + theme.space(3);
    int step = kTickSteps[std::size(kTickSteps) - 1];
    for (const int wanted : kTickSteps) {
        if (wanted * cell >= room) {
            step = wanted;
            break;
        }
    }
    painter.setPen(theme.textMuted);
    for (int index = (layout.first + step - 1) / step * step; index < layout.first + layout.count; index += step) {
        const QString label = QString::number(index);
        const double width = metrics.horizontalAdvance(label) + 1;
        const double x = std::clamp(layout.cell(index).center().x() - width / 2, layout.cells.left(),
                                    std::max(layout.cells.left(), layout.cells.right() - width));
        painter.drawText(QRectF(x, layout.axis.top(), width, layout.axis.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, label);
    }
    if (layout.legend.isEmpty())
        return;
    const QString unit =
        translate(QT_TRANSLATE_NOOP("TreeView", "ulp of %1")).arg(formatName(picture.answer->study.format));
    painter.drawText(QRectF(layout.legend.left(), layout.axis.top(), layout.legend.width(), layout.axis.height()),
                     Qt::AlignCenter | Qt::TextDontClip, unit);
}

/// The ends of the scale with its colours between them, through the same look-up as the cells.
void paintLegend(QPainter &painter, const WhatIfLayout &layout, const ColorScaleSpec &spec, const ColorLut &lut,
                 const Theme &theme)
{
    if (layout.legend.isEmpty())
        return;
    painter.setFont(theme.font(TextRole::MonoSmall));
    const QFontMetricsF metrics(painter.font());
    const QString low = stepsText(spec.min), high = stepsText(spec.max);
    const double gap = theme.space(1), left = metrics.horizontalAdvance(low), right = metrics.horizontalAdvance(high);
    const QRectF bar(layout.legend.left() + left + gap, layout.legend.top() + theme.length(3),
                     layout.legend.width() - left - right - 2 * gap, layout.legend.height() - theme.length(6));
    painter.setRenderHint(QPainter::Antialiasing, false);
    const ScaleTransform transform(spec);
    constexpr int kStrips = 128;
    QRgb last = 0;
    for (int i = 0; i < kStrips; ++i) { // each to the end, over the one before: no seams
        const double value = transform.value((i + 0.5) / kStrips);
        const QRgb color = lut.levelColor(lut.level(encodeValue(static_cast<float>(value))));
        if (color != last)
            painter.fillRect(bar.adjusted(bar.width() * i / kStrips, 0, 0, 0), QColor::fromRgba(color));
        last = color;
    }
    painter.setPen(QPen(theme.axis, theme.penWidth()));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.setPen(theme.textMuted);
    painter.drawText(layout.legend, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, low);
    painter.drawText(layout.legend, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, high);
}

} // namespace

QString WhatIfPicture::summary() const
{
    if (!answer)
        return note;
    const OrderStudy &study = answer->study;
    const OrderSummary &s = answer->summary;
    QString text = countsOf(*answer);
    if (s.differ > 0) {
        const OrderedSum &most = study.sums[static_cast<std::size_t>(s.most)];
        text += translate(QT_TRANSLATE_NOOP("TreeView", ", most %1 ulp of %2 (%3)"))
                    .arg(stepsText(std::abs(stepsApart(study.format, most))).remove(QLatin1Char('+')),
                         formatName(study.format), nameOf(study.beside, most.index));
    }
    if (s.unknown > 0)
        text += translate(QT_TRANSLATE_NOOP("TreeView", " · %1 left out: they have summands that the order does not "
                                                        "name, or none"))
                    .arg(s.unknown);
    if (s.measured > 0)
        text += translate(QT_TRANSLATE_NOOP("TreeView", " · error against float64: from %1 to %2 ulp (mean)"))
                    .arg(QString::number(s.kernelError, 'g', 3), QString::number(s.otherError, 'g', 3));
    return text;
}

QString WhatIfPicture::describe(int index, bool inBrief) const
{
    if (!has(index))
        return {};
    const OrderStudy &study = answer->study;
    const OrderedSum &sum = study.sums[static_cast<std::size_t>(index - first())];
    const QString name = nameOf(study.beside, index);
    if (!sum.known)
        return translate(QT_TRANSLATE_NOOP("TreeView", "%1: it has summands that this order does not name, or none"))
            .arg(name);
    const QString apart = stepsText(stepsApart(study.format, sum));
    const auto errorText = [&](float value) { return minus(ulpText(errorInUlp(study.format, value, sum.exact))); };
    if (inBrief)
        return translate(QT_TRANSLATE_NOOP("TreeView", "%1: %2 → %3, %4 ulp (errors %5, %6)"))
            .arg(name, minus(shortestDecimal(study.format, sum.kernel)),
                 minus(shortestDecimal(study.format, sum.other)), apart, errorText(sum.kernel), errorText(sum.other));
    const auto valueText = [&](float value) {
        return translate(QT_TRANSLATE_NOOP("TreeView", "%1 (%2), error %3 ulp"))
            .arg(minus(shortestDecimal(study.format, value)), hexBits(study.format, value), errorText(value));
    };
    return translate(QT_TRANSLATE_NOOP("TreeView", "%1: kernel %2 · this order %3 · %4 ulp apart · float64 %5"))
        .arg(name, valueText(sum.kernel), valueText(sum.other), apart, minus(decimal(sum.exact)));
}

WhatIfLayout::WhatIfLayout(const WhatIfPicture &picture, const QRectF &area, const Theme &theme, double textHeight)
    : first(picture.first()), count(picture.count())
{
    const double air = theme.space(3), gap = theme.space(1);
    const QFontMetricsF mono(theme.font(TextRole::MonoSmall));
    text = QRectF(area.left() + air, area.top() + gap, area.width() - 2 * air, textHeight);
    cells = QRectF(text.left(), text.bottom() + gap, text.width(), theme.length(kCellHeight));
    axis = QRectF(text.left(), cells.bottom() + gap / 2, text.width(), mono.height());
    height = axis.bottom() + gap / 2 - area.top();
    if (count == 0)
        return;
    const ColorScaleSpec spec = scaleOf(picture.answer->study);
    const double wide = theme.length(kLegendBar) + 2 * gap + mono.horizontalAdvance(stepsText(spec.min)) +
                        mono.horizontalAdvance(stepsText(spec.max));
    if (wide + theme.space(4) > kLegendShare * cells.width())
        return;
    legend = QRectF(cells.right() - wide, cells.top(), wide, cells.height());
    cells.setRight(legend.left() - theme.space(4));
}

QRectF WhatIfLayout::cell(int index) const
{
    const double width = cells.width() / count, left = cells.left() + (index - first) * width;
    return {left, cells.top(), width, cells.height()};
}

int WhatIfLayout::indexAt(const QPointF &point) const
{
    if (count == 0 || !cells.contains(point))
        return -1;
    return first + std::clamp(static_cast<int>((point.x() - cells.left()) / cells.width() * count), 0, count - 1);
}

double whatIfTextHeight(const WhatIfPicture &picture, double width, const Theme &theme, bool withReadouts)
{
    const QFontMetricsF metrics(theme.font(TextRole::Small));
    const QRectF inner(0, 0, std::max(1.0, width - 2 * theme.space(3)), 1e6);
    const auto heightOf = [&](const QString &text) { // signs from another font make a line higher
        return metrics.boundingRect(inner, Qt::TextWordWrap, text).height();
    };
    double height = std::max(metrics.height(), heightOf(picture.summary()));
    for (int i = 0; withReadouts && i < picture.count(); ++i) // the pointer must not move what lies below
        height = std::max(height, heightOf(picture.describe(picture.first() + i, picture.brief)));
    return std::ceil(height);
}

void paintWhatIf(QPainter &painter, const QRectF &area, const WhatIfPicture &picture, const Theme &theme,
                 double textHeight)
{
    if (picture.empty())
        return;
    painter.save();
    const WhatIfLayout layout(picture, area, theme, textHeight);
    painter.setFont(theme.font(TextRole::Small));
    painter.setPen(picture.answer ? theme.text : theme.textMuted);
    const QString pointed = picture.describe(picture.pointed, picture.brief);
    painter.drawText(layout.text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     pointed.isEmpty() ? picture.summary() : pointed);
    if (picture.count() > 0) {
        const ColorScaleSpec spec = scaleOf(picture.answer->study);
        const ColorLut lut(spec, theme);
        paintCells(painter, layout, picture, lut, theme);
        paintAxis(painter, layout, picture, theme);
        paintLegend(painter, layout, spec, lut, theme);
    } else {
        painter.setPen(QPen(theme.axis, theme.penWidth()));
        painter.setBrush(theme.notComputed);
        painter.drawRect(layout.cells);
    }
    painter.restore();
}

QRectF paintWhatIfBelow(QPainter &painter, const QRectF &area, const WhatIfPicture &picture, const Theme &theme)
{
    if (picture.count() == 0)
        return area;
    const double textHeight = whatIfTextHeight(picture, area.width(), theme, false);
    const double height = WhatIfLayout(picture, area, theme, textHeight).height;
    paintWhatIf(painter, QRectF(area.left(), area.bottom() - height, area.width(), height), picture, theme, textHeight);
    return area.adjusted(0, 0, 0, -height);
}

} // namespace ulpscope::ui
