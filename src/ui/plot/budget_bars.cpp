// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/budget_bars.h"

#include "ui/plot/color_scale.h"
#include "ui/theme/application_style.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// Signed; all values of a budget get the decimals that its largest one needs, so that they can be added by eye.
QString valueText(double value, const BudgetState &state)
{
    double largest = std::abs(state.total);
    for (const BudgetEntry &entry : state.entries)
        largest = std::max(largest, std::abs(entry.value));
    QString text;
    if (largest >= 0.05 && largest < 1e5)
        text = QString::number(value, 'f', largest >= 100 ? 0 : largest >= 10 ? 1 : 2);
    else
        text = QString::number(value, 'e', 1);
    if (value > 0)
        text.prepend(QLatin1Char('+'));
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

/// The unit and the note as one text.
QString noteText(const BudgetState &state)
{
    return state.unit.isEmpty() || state.note.isEmpty() ? state.unit + state.note
                                                        : state.unit + QStringLiteral(" · ") + state.note;
}

double lineHeight(const Theme &theme)
{
    return std::ceil(std::max(QFontMetricsF(theme.font(TextRole::Small)).height(),
                              QFontMetricsF(theme.font(TextRole::MonoSmall)).height()));
}

double noteHeight(const QString &note, double width, const Theme &theme)
{
    if (note.isEmpty())
        return 0;
    const QFontMetricsF metrics(theme.font(TextRole::Small));
    return theme.space(1) +
           metrics.boundingRect(QRectF(0, 0, width - theme.space(4), 1e6), Qt::TextWordWrap, note).height();
}

/// What fits: every row, at smaller type where there is little height, and as much of the note as is left room for.
struct BudgetFit {
    Theme theme;
    QString note;

    BudgetFit(const BudgetState &state, const QSizeF &size, const Theme &wanted) : theme(wanted)
    {
        constexpr double kSmallestForNote = 0.85, kSmallest = 0.4;
        const double rows = static_cast<double>(state.entries.size()) + 1;
        const auto fits = [&](const QString &text) {
            return rows * lineHeight(theme) + theme.space(2) + noteHeight(text, size.width(), theme) <= size.height();
        };
        for (double factor = 1; factor >= kSmallestForNote; factor -= 0.05) {
            theme = wanted.withBaseSize(wanted.baseSize() * factor);
            for (const QString &text : {noteText(state), state.unit}) {
                note = text;
                if (fits(note))
                    return;
            }
        }
        note.clear();
        for (double factor = 1; factor >= kSmallest; factor -= 0.05) {
            theme = wanted.withBaseSize(wanted.baseSize() * factor);
            if (fits(note))
                return;
        }
    }
};

/// Where everything goes; the widget's hit test and both painters share it.
struct BudgetLayout {
    double rowHeight, labelRight, barLeft, barRight, valueLeft, top;
    double low, high; ///< values at barLeft and barRight

    BudgetLayout(const BudgetState &state, const QRectF &area, const BudgetFit &fit)
    {
        const Theme &theme = fit.theme;
        const QFontMetricsF labels(theme.font(TextRole::Small)), values(theme.font(TextRole::MonoSmall));
        double labelWidth = labels.horizontalAdvance(BudgetBars::tr("total")),
               valueWidth = values.horizontalAdvance(valueText(state.total, state));
        low = std::min(0.0, state.total);
        high = std::max(0.0, state.total);
        double sum = 0;
        for (const BudgetEntry &entry : state.entries) {
            labelWidth = std::max(labelWidth, labels.horizontalAdvance(entry.name));
            valueWidth = std::max(valueWidth, values.horizontalAdvance(valueText(entry.value, state)));
            const double start = state.cumulative ? sum : 0;
            sum += entry.value;
            low = std::min({low, start, start + entry.value});
            high = std::max({high, start, start + entry.value});
        }
        if (low == high)
            high = low + 1;
        const double gap = theme.space(2);
        // Bars keep some room; longer names are elided.
        labelWidth = std::clamp(area.width() - 4 * gap - valueWidth - area.width() / 5, 0.0, labelWidth);
        labelRight = area.left() + gap + labelWidth;
        barLeft = labelRight + gap;
        valueLeft = std::max(barLeft + gap, area.right() - gap - valueWidth);
        barRight = valueLeft - gap;
        const double line = lineHeight(theme), rows = static_cast<double>(state.entries.size()) + 1;
        const double room = area.height() - theme.space(2) - noteHeight(fit.note, area.width(), theme);
        rowHeight = std::clamp(room / rows, std::min(line, room / rows), 1.6 * line);
        top = area.top() + theme.space(1);
    }
    double x(double value) const { return barLeft + (value - low) / (high - low) * (barRight - barLeft); }
    QRectF row(int index) const { return {labelRight, top + index * rowHeight, barRight - labelRight, rowHeight}; }
};

void paintBudget(QPainter &painter, const QRectF &all, const BudgetState &state, const Theme &wanted)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF area = all;
    if (!state.title.isEmpty()) {
        painter.setFont(wanted.font(TextRole::Heading));
        painter.setPen(wanted.text);
        const double height = QFontMetricsF(painter.font()).height();
        painter.drawText(QRectF(area.left(), area.top() + wanted.space(1), area.width(), height), Qt::AlignCenter,
                         state.title);
        area.setTop(area.top() + height + wanted.space(2));
    }
    const BudgetFit fit(state, area.size(), wanted);
    const Theme &theme = fit.theme;
    const BudgetLayout layout(state, area, fit);
    const int rows = static_cast<int>(state.entries.size());
    const double bottom = layout.top + (rows + 1) * layout.rowHeight;
    const QFont labelFont = theme.font(TextRole::Small), valueFont = theme.font(TextRole::MonoSmall);
    const QFontMetricsF labelMetrics(labelFont);

    painter.setPen(QPen(theme.axis, theme.penWidth()));
    painter.drawLine(QLineF(layout.x(0), layout.top, layout.x(0), bottom));

    const auto line = [&](int index, const QString &name, double start, double value, const QColor &color,
                          bool outlined, bool strong) {
        const QRectF row = layout.row(index);
        if (index == state.selected && !strong)
            painter.fillRect(QRectF(area.left(), row.top(), area.width(), row.height()), theme.selection);
        const QColor ink = index == state.selected && !strong ? theme.selectionText
                           : strong                           ? theme.text
                                                              : theme.textMuted;
        QFont font = labelFont;
        font.setBold(strong);
        painter.setFont(font);
        painter.setPen(ink);
        const QRectF labelBox(area.left() + theme.space(2), row.top(), layout.labelRight - area.left() - theme.space(2),
                              row.height());
        painter.drawText(labelBox, Qt::AlignLeft | Qt::AlignVCenter,
                         labelMetrics.elidedText(name, Qt::ElideRight, labelBox.width()));
        const double inset = layout.rowHeight * 0.2;
        QRectF bar(QPointF(layout.x(start), row.top() + inset), QPointF(layout.x(start + value), row.bottom() - inset));
        bar = bar.normalized();
        if (bar.width() < theme.penWidth(1.5)) // a share of zero is a share: it gets a mark
            bar = QRectF(bar.center().x() - theme.penWidth(0.75), bar.top(), theme.penWidth(1.5), bar.height());
        if (outlined) {
            painter.setPen(QPen(color, theme.penWidth(1.2)));
            painter.setBrush(QBrush(color, Qt::NoBrush));
            painter.drawRect(bar);
            painter.save();
            painter.setClipRect(bar, Qt::IntersectClip);
            for (double x = bar.left() - bar.height(); x < bar.right(); x += theme.length(4))
                painter.drawLine(QLineF(x, bar.bottom(), x + bar.height(), bar.top()));
            painter.restore();
        } else {
            painter.fillRect(bar, color);
        }
        painter.setFont(valueFont);
        painter.setPen(ink);
        painter.drawText(
            QRectF(layout.valueLeft, row.top(), area.right() - theme.space(2) - layout.valueLeft, row.height()),
            Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, valueText(value, state));
    };

    double sum = 0;
    for (int i = 0; i < rows; ++i) {
        const BudgetEntry &entry = state.entries[static_cast<std::size_t>(i)];
        const QColor color = entry.finalRounding
                                 ? theme.textMuted
                                 : theme.categorical[static_cast<std::size_t>(i) % theme.categorical.size()];
        const double start = state.cumulative ? sum : 0;
        line(i, entry.name, start, entry.value, color, entry.finalRounding, false);
        sum += entry.value;
        if (state.cumulative) { // the thread from one bar to the next, and from the last to the total
            const QRectF row = layout.row(i);
            painter.setPen(QPen(theme.axis, theme.penWidth(), Qt::DotLine));
            painter.drawLine(QLineF(layout.x(sum), row.bottom() - layout.rowHeight * 0.2, layout.x(sum),
                                    row.bottom() + layout.rowHeight * 0.2));
        }
    }
    painter.setPen(QPen(theme.border, theme.penWidth()));
    painter.drawLine(QLineF(area.left() + theme.space(2), layout.row(rows).top(), area.right() - theme.space(2),
                            layout.row(rows).top()));
    line(rows, BudgetBars::tr("total"), 0, state.total, theme.text, false, true);

    painter.setFont(labelFont);
    painter.setPen(theme.textMuted);
    painter.drawText(QRectF(area.left() + theme.space(2), bottom + theme.space(1), area.width() - theme.space(4),
                            area.bottom() - bottom),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fit.note);
    painter.restore();
}

} // namespace

BudgetBars::BudgetBars(QWidget *parent) : QWidget(parent)
{
    installPlotAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Error budget"));
}

void BudgetBars::setState(const BudgetState &state)
{
    m_state = state;
    updateGeometry();
    update();
    announceReadout(this);
}

QString BudgetBars::readout() const
{
    if (m_state.selected < 0 || m_state.selected >= static_cast<int>(m_state.entries.size()))
        return tr("total %1 %2").arg(valueText(m_state.total, m_state), m_state.unit);
    const BudgetEntry &entry = m_state.entries[static_cast<std::size_t>(m_state.selected)];
    return tr("%1, %2 %3 of %4")
        .arg(entry.name, valueText(entry.value, m_state), m_state.unit, valueText(m_state.total, m_state));
}

std::unique_ptr<BudgetFigure> BudgetBars::figure() const { return std::make_unique<BudgetFigure>(m_state); }

QSize BudgetBars::sizeHint() const
{
    const Theme &theme = currentTheme();
    const double row = QFontMetricsF(theme.font(TextRole::Small)).height() + theme.space(1);
    const auto rows =
        static_cast<double>(m_state.entries.size()) + 1 + (m_state.note.isEmpty() && m_state.unit.isEmpty() ? 0 : 2);
    return {theme.space(72), static_cast<int>(std::ceil(rows * row)) + theme.space(3)};
}

QSize BudgetBars::minimumSizeHint() const { return {currentTheme().space(44), sizeHint().height()}; }

void BudgetBars::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    paintBudget(painter, rect(), m_state, theme);
    if (!m_focusRing)
        return;
    const double width = theme.penWidth(2);
    painter.setPen(QPen(theme.focus, width));
    painter.drawRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

void BudgetBars::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Error budget"));
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

void BudgetBars::choose(int entry)
{
    if (m_state.entries.empty())
        return;
    m_state.selected = std::clamp(entry, 0, static_cast<int>(m_state.entries.size()) - 1);
    update();
    announceReadout(this);
    emit clicked(m_state.selected);
}

void BudgetBars::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Up)
        choose(m_state.selected - 1);
    else if (event->key() == Qt::Key_Down)
        choose(m_state.selected + 1);
    else
        QWidget::keyPressEvent(event);
}

void BudgetBars::mousePressEvent(QMouseEvent *event)
{
    const BudgetLayout layout(m_state, rect(), BudgetFit(m_state, size(), currentTheme()));
    const double row = (event->position().y() - layout.top) / layout.rowHeight;
    if (event->button() == Qt::LeftButton && row >= 0 && row < static_cast<double>(m_state.entries.size()))
        choose(static_cast<int>(row));
    else
        event->ignore();
}

void BudgetBars::focusInEvent(QFocusEvent *event)
{
    m_focusRing = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void BudgetBars::focusOutEvent(QFocusEvent *event)
{
    m_focusRing = false;
    QWidget::focusOutEvent(event);
    update();
}

void BudgetFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    paintBudget(context.painter, context.rect, m_state, context.theme);
}

double BudgetFigure::wantedHeight(double width, const Theme &theme) const
{
    const double rows = static_cast<double>(m_state.entries.size()) + 1;
    return rows * (lineHeight(theme) + theme.space(1)) + theme.space(3) + noteHeight(noteText(m_state), width, theme) +
           (m_state.title.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(2));
}

QString BudgetFigure::figureDescription() const
{
    QStringList parts;
    for (const BudgetEntry &entry : m_state.entries)
        parts.append(entry.name + QLatin1Char(' ') + valueText(entry.value, m_state));
    return BudgetBars::tr("Error budget in %1: %2; total %3.")
        .arg(m_state.unit, parts.join(QStringLiteral(", ")), valueText(m_state.total, m_state));
}

} // namespace ulpscope::ui
