// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_canvas.h"

#include "ui/theme/application_style.h"

#include <QWindow>

#include <algorithm>

namespace ulpscope::ui {

PlotCanvas::PlotCanvas(QWidget *parent) : QCustomPlot(parent), m_theme(currentTheme())
{
    installPlotAccessibility();
    setLocale(QLocale::c()); // 0.25 in every language: figures and read-outs are for papers
    setInteractions(QCP::Interactions());
    setNoAntialiasingOnDrag(false);
    setAutoAddPlottableToLegend(false);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent, false);
}

void PlotCanvas::setTheme(const Theme &theme)
{
    m_theme = theme;
    applyTheme();
    requestReplot();
}

void PlotCanvas::applyTheme()
{
    setBackground(QBrush(m_theme.plotGround));
    for (QCPAxisRect *rect : axisRects())
        for (QCPAxis *axis : rect->axes())
            styleAxis(axis);
    plotLayout()->setColumnSpacing(m_theme.space(2));
    plotLayout()->setRowSpacing(m_theme.space(2));
}

void PlotCanvas::styleAxis(QCPAxis *axis) const
{
    const QPen pen(m_theme.axis, m_theme.penWidth());
    axis->setBasePen(pen);
    axis->setTickPen(pen);
    axis->setSubTickPen(pen);
    axis->setTickLabelFont(m_theme.font(TextRole::MonoSmall));
    axis->setTickLabelColor(m_theme.textMuted);
    axis->setLabelFont(m_theme.font(TextRole::Small));
    axis->setLabelColor(m_theme.textMuted);
    axis->setTickLength(0, m_theme.space(1));
    axis->setSubTickLength(0, m_theme.space(1) / 2);
    axis->setTickLabelPadding(m_theme.space(1));
    axis->setLabelPadding(m_theme.space(1));
    axis->setPadding(m_theme.space(1));
    axis->grid()->setPen(QPen(m_theme.grid, m_theme.penWidth()));
    axis->grid()->setZeroLinePen(QPen(m_theme.axis, m_theme.penWidth()));
    axis->grid()->setSubGridVisible(false);
}

void PlotCanvas::prepareTicks(const QSize &size)
{
    // As many labels as fit with air between them: tick labels are about six characters wide and one line high.
    const QFontMetrics metrics(m_theme.font(TextRole::MonoSmall));
    const int across = std::max(2, size.width() / (metrics.averageCharWidth() * 9));
    const int down = std::max(2, size.height() * 10 / (metrics.height() * 24));
    for (QCPAxisRect *rect : axisRects())
        for (QCPAxis *axis : rect->axes())
            axis->ticker()->setTickCount(axis->orientation() == Qt::Horizontal ? across : down);
}

void PlotCanvas::updateLayout()
{
    prepareTicks(viewport().size());
    QCustomPlot::updateLayout();
}

void PlotCanvas::paintTo(const FigureContext &context)
{
    QCPPainter *painter = context.plotPainter;
    painter->save();
    painter->translate(context.rect.topLeft());
    painter->setMode(QCPPainter::pmVectorized, context.vector);
    painter->setMode(QCPPainter::pmNonCosmetic);
    toPainter(painter, qRound(context.rect.width()), qRound(context.rect.height()));
    painter->restore();
}

QSize PlotCanvas::sizeHint() const { return {m_theme.space(90), m_theme.space(60)}; }

QSize PlotCanvas::minimumSizeHint() const
{
    return {m_theme.space(24), m_theme.space(16)}; // docks may be small; the labels thin out by themselves
}

void PlotCanvas::setReadout(const QString &text)
{
    if (text == m_readout)
        return;
    m_readout = text;
    announceReadout(this);
}

bool PlotCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        setTheme(currentTheme());
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        // A ring helps whoever tabs through the window and disturbs whoever clicked.
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        m_focusRing = event->type() == QEvent::FocusIn && reason != Qt::MouseFocusReason &&
                      reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason;
        update();
    }
    return QCustomPlot::event(event);
}

void PlotCanvas::showEvent(QShowEvent *event)
{
    QCustomPlot::showEvent(event);
    followScreen();
    if (QWindow *handle = window()->windowHandle())
        connect(handle, &QWindow::screenChanged, this, &PlotCanvas::followScreen, Qt::UniqueConnection);
}

void PlotCanvas::followScreen()
{
    // QCustomPlot 2.1.0 reads the ratio once, in its constructor.
    if (qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF()))
        return;
    setBufferDevicePixelRatio(devicePixelRatioF());
    requestReplot();
}

void PlotCanvas::paintEvent(QPaintEvent *event)
{
    QCustomPlot::paintEvent(event);
    if (!m_focusRing)
        return;
    QPainter painter(this);
    const double width = m_theme.penWidth(2);
    painter.setPen(QPen(m_theme.focus, width));
    painter.drawRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

} // namespace ulpscope::ui
