// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/playground_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui::playground {
namespace {

constexpr double kWidestLabel = 0.3; ///< of the width of a step; longer ones give up their numbers
constexpr int kTwoColumns = 130;     ///< grid steps from which results stand in two columns
constexpr double kSideShare = 0.34;  ///< of the width
constexpr int kFewestColumns = 16;

QString translate(const char *text) { return QCoreApplication::translate("PlaygroundView", text); }

} // namespace

double Page::all(const QRectF &area, PlaygroundForm form)
{
    const double air = m_theme.space(3);
    const QRectF inner = area.adjusted(air, m_theme.space(2), -air, 0);
    if (form == PlaygroundForm::Beside) {
        const double side = sideWidth(inner.width());
        const double right = sideColumn(QRectF(inner.right() - side, inner.top(), side, inner.height()));
        const double left = stepColumn(inner.adjusted(0, 0, -side - m_theme.space(5), 0));
        const double bottom = std::max(left, right);
        line(QPointF(inner.right() - side - m_theme.space(5) / 2.0, inner.top()),
             QPointF(inner.right() - side - m_theme.space(5) / 2.0, bottom), m_theme.border);
        return bottom + m_theme.space(2);
    }
    double y = inner.top();
    if (form == PlaygroundForm::Stacked && inner.width() >= m_theme.space(kTwoColumns)) {
        y = sideColumn(inner) + m_theme.space(2);
        line(QPointF(inner.left(), y), QPointF(inner.right(), y), m_theme.border);
    } else {
        y = text(TextRole::Small, shortResult(), QRectF(inner.left(), y, inner.width(), 0), m_theme.text);
        if (form == PlaygroundForm::Stacked) {
            y = shapeTable(QRectF(inner.left(), y + m_theme.space(1), inner.width(), 0));
            y = orderColumn(QRectF(inner.left(), y + m_theme.space(1), inner.width(), 0)) + m_theme.space(2);
            line(QPointF(inner.left(), y), QPointF(inner.right(), y), m_theme.border);
        }
    }
    return stepColumn(QRectF(QPointF(inner.left(), y + m_theme.space(2)), inner.bottomRight())) + m_theme.space(2);
}

double Page::sideWidth(double width) const
{
    return std::clamp<double>(width * kSideShare, m_theme.space(70), m_theme.space(100));
}

void Page::line(const QPointF &a, const QPointF &b, const QColor &color) const
{
    if (!m_painter)
        return;
    m_painter->setPen(QPen(color, m_theme.penWidth(1)));
    m_painter->drawLine(a, b);
}

double Page::text(TextRole role, const QString &words, const QRectF &where, const QColor &color) const
{
    if (words.isEmpty())
        return where.top();
    const double height =
        metrics(role).boundingRect(QRectF(0, 0, where.width(), 1e6), Qt::TextWordWrap, words).height();
    if (m_painter) {
        m_painter->setFont(m_theme.font(role));
        m_painter->setPen(color);
        m_painter->drawText(QRectF(where.left(), where.top(), where.width(), height), Qt::AlignLeft | Qt::TextWordWrap,
                            words);
    }
    return where.top() + height;
}

void Page::oneLine(TextRole role, const QString &words, const QRectF &where, const QColor &color,
                   Qt::Alignment alignment) const
{
    if (!m_painter)
        return;
    m_painter->setFont(m_theme.font(role));
    m_painter->setPen(color);
    m_painter->drawText(where, alignment | Qt::AlignVCenter | Qt::TextSingleLine,
                        metrics(role).elidedText(words, Qt::ElideRight, where.width()));
}

QString Page::shortResult() const
{
    return translate(QT_TRANSLATE_NOOP("PlaygroundView", "%1, %2: result %3, exact %4, error %5 ulp"))
        .arg(formatName(), PlaygroundState::treeName(m_state.shapes[static_cast<std::size_t>(m_state.shape)].key),
             m_state.value(m_state.steps().result), m_state.value(m_state.steps().exact),
             m_state.ulps(m_state.steps().ulps));
}

double Page::stepColumn(const QRectF &area)
{
    if (m_state.stepCount() == 0)
        return text(TextRole::Body,
                    translate(QT_TRANSLATE_NOOP("PlaygroundView", "One number: there is nothing to add.")), area,
                    m_theme.textMuted);
    const auto widest = [this] {
        double labels = 0;
        for (int i = 0; i < m_state.stepCount(); ++i) {
            for (const Row &row : rowsOf(i))
                labels = std::max(labels, metrics(TextRole::MonoSmall).horizontalAdvance(row.label));
        }
        return labels;
    };
    double labels = widest();
    if (m_briefLabels = labels > area.width() * kWidestLabel; m_briefLabels)
        labels = widest();
    m_gutter = metrics(TextRole::Heading).horizontalAdvance(QString::number(m_state.stepCount())) + m_theme.space(3);
    m_labels = std::min(labels + m_theme.space(1), area.width() * kWidestLabel);
    double y = area.top();
    for (int i = 0; i < m_state.stepCount(); ++i) {
        if (m_limit > 0) {
            const double next = Page(nullptr, *this).oneStep(i, QRectF(area.left(), y, area.width(), 0));
            const double room = i + 1 < m_state.stepCount() ? metrics(TextRole::Small).height() : 0;
            if (next + room > m_limit)
                return text(TextRole::Small,
                            translate(QT_TRANSLATE_NOOP("PlaygroundView", "Steps that are not shown: %1"))
                                .arg(m_state.stepCount() - i),
                            QRectF(area.left(), y, area.width(), 0), m_theme.textMuted);
        }
        y = oneStep(i, QRectF(area.left(), y, area.width(), 0));
    }
    return y;
}

std::vector<Page::Row> Page::rowsOf(int index) const
{
    const SumStep &step = m_state.step(index);
    const Addition &a = step.addition;
    return {{m_state.operandText(step.left, m_briefLabels), &a.aBits, std::signbit(a.a), true},
            {m_state.operandText(step.right, m_briefLabels), &a.bBits, std::signbit(a.b), true},
            {QString(), nullptr, false, false},
            {translate(QT_TRANSLATE_NOOP("PlaygroundView", "exact sum")), &a.sumBits, a.negativeSum, false},
            {m_briefLabels ? translate(QT_TRANSLATE_NOOP("PlaygroundView", "rounded"))
                           : translate(QT_TRANSLATE_NOOP("PlaygroundView", "rounded: %1")).arg(m_state.value(a.result)),
             &a.resultBits, std::signbit(a.result), false}};
}

double Page::oneStep(int index, const QRectF &where)
{
    const Addition &a = m_state.step(index).addition;
    const QFontMetricsF mono = metrics(TextRole::Mono), small = metrics(TextRole::MonoSmall);
    const double row = mono.height(), digit = mono.horizontalAdvance(QLatin1Char('0'));
    const double left = where.left() + m_gutter, bits = left + m_labels + m_theme.space(2) + digit * 1.5;
    const int capacity = std::max(kFewestColumns, static_cast<int>((where.right() - bits) / digit));
    const std::vector<int> columns = visibleColumns(a, capacity);
    const bool drawn = !a.sumBits.empty();
    double y = where.top();
    const double top = y;
    if (m_painter && index == m_state.current) {
        const double height = Page(nullptr, *this).oneStep(index, where) - top - m_theme.space(1);
        m_painter->fillRect(QRectF(where.left(), top, where.width(), height), m_theme.hovered);
    }
    oneLine(TextRole::Heading, QString::number(index + 1), QRectF(where.left() + m_theme.space(1), y, m_gutter, row),
            m_theme.textMuted, Qt::AlignLeft);
    if (drawn) {
        placeNames(a, columns, bits, y, digit);
        y += small.height();
        const auto firstDropped =
            std::find_if(columns.begin(), columns.end(), [&](int column) { return column >= a.keptPlaces(); });
        if (m_painter && firstDropped != columns.end()) {
            const double x = bits + digit * static_cast<double>(firstDropped - columns.begin());
            m_painter->fillRect(
                QRectF(x, y, bits + digit * static_cast<double>(columns.size()) - x, 4 * row + m_theme.space(1)),
                m_theme.warnFill);
            line({x, y}, {x, y + 4 * row + m_theme.space(1)}, m_theme.warn);
        }
    }
    for (const Row &each : rowsOf(index)) {
        if (!each.bits) {
            if (drawn)
                line({bits - 1.5 * digit, y + m_theme.space(1) / 2.0},
                     {bits + digit * static_cast<double>(columns.size()), y + m_theme.space(1) / 2.0}, m_theme.axis);
            y += m_theme.space(1);
            continue;
        }
        const bool result = each.bits == &a.resultBits;
        oneLine(TextRole::MonoSmall, each.label, QRectF(left, y, m_labels, row),
                result ? m_theme.text : m_theme.textMuted, Qt::AlignRight);
        if (drawn && !each.bits->empty()) {
            if (each.negative)
                oneLine(TextRole::Mono, QStringLiteral("−"), QRectF(bits - 1.5 * digit, y, 1.5 * digit, row),
                        m_theme.text, Qt::AlignLeft);
            bitRow(a, each, columns, QPointF(bits, y + mono.ascent()), digit);
        } else if (drawn && result) {
            oneLine(TextRole::Mono, m_state.value(a.result), QRectF(bits, y, where.right() - bits, row), m_theme.text,
                    Qt::AlignLeft);
        }
        y += row;
    }
    QStringList lines = m_state.stepText(index);
    if (m_briefLabels)
        lines.prepend(translate(QT_TRANSLATE_NOOP("PlaygroundView", "Rounded: %1")).arg(m_state.value(a.result)));
    for (const QString &words : lines)
        y = text(TextRole::Small, words, QRectF(left + m_theme.space(1), y, where.right() - left - m_theme.space(1), 0),
                 a.rounding == Rounding::Exact ? m_theme.textMuted : m_theme.text);
    y += m_theme.space(3);
    if (m_layout)
        m_layout->steps.emplace_back(where.left(), top, where.width(), y - top);
    return y;
}

void Page::placeNames(const Addition &a, const std::vector<int> &columns, double x, double y, double digit) const
{
    const double height = metrics(TextRole::MonoSmall).height();
    double free = x - digit;
    const auto name = [&](int column, bool right) {
        const auto at = std::find(columns.begin(), columns.end(), column);
        if (at == columns.end())
            return;
        const QString place = QStringLiteral("2^%1").arg(a.top - column);
        const double width = metrics(TextRole::MonoSmall).horizontalAdvance(place) + m_theme.length(1);
        const double start = x + digit * static_cast<double>(at - columns.begin());
        const double from = right ? start + digit - width : start;
        if (from < free)
            return;
        oneLine(TextRole::MonoSmall, place, QRectF(from, y, width + digit, height), m_theme.textMuted, Qt::AlignLeft);
        free = from + width + digit;
    };
    name(0, false);
    name(a.keptPlaces() - 1, true);
    if (a.droppedPlaces() > 0)
        name(a.keptPlaces() + a.droppedPlaces() - 1, true);
}

void Page::bitRow(const Addition &a, const Row &row, const std::vector<int> &columns, const QPointF &at,
                  double digit) const
{
    if (!m_painter)
        return;
    const std::string &bits = *row.bits;
    const bool result = row.bits == &a.resultBits;
    const int kept = a.keptPlaces();
    const auto first = static_cast<int>(std::min(bits.find('1'), static_cast<std::size_t>(kept - 1)));
    const auto last = static_cast<int>(bits.find_last_of('1') == std::string::npos ? 0 : bits.find_last_of('1'));
    m_painter->setFont(m_theme.font(TextRole::Mono));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int column = columns[i];
        QChar c = u'…';
        QColor color = m_theme.textFaint;
        if (column >= 0) {
            if (column < first || (result && column >= kept))
                continue;
            c = QLatin1Char(bits[static_cast<std::size_t>(column)]);
            color = row.operand && column > last ? m_theme.textFaint : column >= kept ? m_theme.warn : m_theme.text;
        }
        if (column < 0 && result && i > 0 && columns[i - 1] >= kept)
            continue; // left out of what was dropped
        m_painter->setPen(color);
        m_painter->drawText(QPointF(at.x() + digit * static_cast<double>(i), at.y()), QString(c));
    }
}

} // namespace ulpscope::ui::playground
