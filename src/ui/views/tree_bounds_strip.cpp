// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_bounds_strip.h"

#include "ui/theme/application_style.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope::ui {
namespace {

constexpr double kLeast = 1e-3; ///< ulp at the left end; smaller errors, and none, stand there

QString ulps(double x) { return QString::number(x, 'g', 3).replace(QLatin1Char('-'), QChar(0x2212)); }

} // namespace

TreeBoundsStrip::TreeBoundsStrip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void TreeBoundsStrip::setBounds(const std::optional<TreeBounds> &bounds, double ulp)
{
    m_bounds = bounds;
    m_ulp = ulp;
    setVisible(bounds.has_value());
    setAccessibleName(text());
    setToolTip(!bounds ? QString()
               : bounds->isCompensated
                   ? tr("A bound before anything is added. Worst case: no data can do worse; of Kahan's method without "
                        "terms of the size of n u² Σ|x|.")
                   : tr("Bounds before anything is added, for %1 roundings on the longest way. Worst case: no data can "
                        "do worse. Probabilistic: independent errors of mean zero stay below it, but for a chance of "
                        "0.07 % (lambda = 4). Truncation: what tensor cores that cut instead of rounding can do; it is "
                        "one-sided, so chance does not help.")
                         .arg(bounds->depth));
    update();
}

QString TreeBoundsStrip::text() const
{
    if (!m_bounds)
        return {};
    QString text = tr("measured %1 ulp").arg(ulps(m_bounds->measured / m_ulp));
    if (m_bounds->probabilistic > 0)
        text += QStringLiteral(" · ") + tr("probabilistic %1").arg(ulps(m_bounds->probabilistic / m_ulp));
    if (m_bounds->truncation > 0)
        text += QStringLiteral(" · ") + tr("truncation %1").arg(ulps(m_bounds->truncation / m_ulp));
    return text + QStringLiteral(" · ") + tr("worst case %1").arg(ulps(m_bounds->worstCase / m_ulp));
}

QSize TreeBoundsStrip::sizeHint() const
{
    const Theme &theme = currentTheme();
    return {theme.space(60), qRound(QFontMetricsF(theme.font(TextRole::Small)).height()) + theme.space(5)};
}

void TreeBoundsStrip::paintEvent(QPaintEvent *)
{
    if (!m_bounds)
        return;
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.plotGround);
    painter.setRenderHint(QPainter::Antialiasing);
    const double air = theme.space(3), y = theme.space(2);
    const double most = std::max(2 * kLeast, m_bounds->worstCase / m_ulp) * 1.2;
    const auto at = [&](double error) {
        const double t = std::log(std::max(kLeast, error / m_ulp) / kLeast) / std::log(most / kLeast);
        return air + std::clamp(t, 0.0, 1.0) * (width() - 2 * air);
    };
    painter.setPen(QPen(theme.borderStrong, theme.penWidth(1)));
    painter.drawLine(QPointF(air, y), QPointF(width() - air, y));
    struct Mark {
        double error;
        QColor color;
    };
    std::vector<Mark> marks{{m_bounds->worstCase, theme.textMuted}};
    if (m_bounds->truncation > 0)
        marks.push_back({m_bounds->truncation, theme.warn});
    if (m_bounds->probabilistic > 0)
        marks.push_back({m_bounds->probabilistic, theme.ok});
    const double half = theme.length(5);
    for (const Mark &mark : marks) {
        painter.setPen(QPen(mark.color, theme.penWidth(2)));
        painter.drawLine(QPointF(at(mark.error), y - half), QPointF(at(mark.error), y + half));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accentA);
    painter.drawEllipse(QPointF(at(m_bounds->measured), y), theme.length(4), theme.length(4));
    // Each word in the colour of its mark.
    painter.setFont(theme.font(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    const QStringList words = text().split(QStringLiteral(" · "));
    std::vector<QColor> colors{theme.accentA};
    for (std::size_t i = marks.size(); i-- > 0;)
        colors.push_back(marks[i].color);
    double x = air;
    const double top = 2 * y + theme.space(1) / 2.0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const double wide = metrics.horizontalAdvance(words[i]) + 1;
        if (x + wide > width() - air)
            break; // the tool tip has it all
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors[static_cast<std::size_t>(i)]);
        painter.drawEllipse(QPointF(x + theme.length(4), top + metrics.height() / 2), theme.length(3), theme.length(3));
        painter.setPen(theme.textMuted);
        painter.drawText(QRectF(x + theme.length(10), top, wide, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         words[i]);
        x += wide + theme.length(10) + theme.space(3);
    }
}

void TreeBoundsStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace ulpscope::ui
