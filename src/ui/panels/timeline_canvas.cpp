// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_canvas.h"

#include "ui/models/number_text.h"
#include "ui/models/step_list_model.h"
#include "ui/panels/step_look.h"
#include "ui/theme/application_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kTileGap = 1.2;
constexpr double kMinSpan = 12; ///< of the window, in the same units

} // namespace

TimelineCanvas::TimelineCanvas(Session &session, Navigator &navigator, QWidget *parent)
    : QWidget(parent), m_session(session), m_navigator(navigator)
{
    setObjectName(QStringLiteral("timelineCanvas"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    installPlotAccessibility();
    const auto repaint = [this] { update(); };
    connect(&session, &Session::specChanged, this, &TimelineCanvas::rebuild);
    connect(&session, &Session::selectionChanged, this, &TimelineCanvas::rebuild);
    connect(&session, &Session::traceChanged, this, repaint);
    connect(&session, &Session::runningErrorChanged, this, repaint);
    connect(&session, &Session::hoverChanged, this, repaint);
    connect(&navigator, &Navigator::eventKindsChanged, this, repaint);
    connect(&session, &Session::stepChanged, this, [this] {
        keepStepVisible();
        update();
        announceReadout(this);
    });
    rebuild();
}

QSize TimelineCanvas::sizeHint() const { return {currentTheme().space(120), currentTheme().space(24)}; }

QSize TimelineCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(16)}; }

QString TimelineCanvas::readout() const
{
    const quint64 position = m_session.step();
    if (m_steps.empty() || position == 0 || position <= m_steps.front().index)
        return tr("start, nothing done yet");
    return stepText(position - 1 - m_steps.front().index);
}

TimelineCanvas::Lanes TimelineCanvas::lanes() const
{
    const Theme &theme = currentTheme();
    const double pad = theme.space(3), top = theme.space(2);
    const double width = std::max(1.0, this->width() - 2 * pad);
    Lanes lanes;
    lanes.phases = {pad, top + theme.space(1), width, double(theme.space(6))};
    lanes.events = {pad, lanes.phases.bottom() + theme.space(1), width, double(theme.space(3))};
    lanes.error = {pad, lanes.events.bottom() + theme.space(1), width,
                   std::max(0.0, height() - lanes.events.bottom() - theme.space(2))};
    return lanes;
}

void TimelineCanvas::rebuild()
{
    const auto schedule = m_session.schedule(Side::A);
    const std::pair head(m_session.selection().batch, m_session.selection().head);
    if (schedule != m_schedule || head != m_head) {
        m_schedule = schedule;
        m_head = head;
        m_steps.clear();
        m_offsets.assign(1, 0.0);
        if (schedule) {
            const auto [first, last] = workTilesOfHead(*schedule, head.first, head.second);
            for (int i = first; i < last; ++i) {
                for (const PlannedStep &step : schedule->steps(schedule->workTile(i))) {
                    if (!m_steps.empty() &&
                        (step.ordinal != m_steps.back().ordinal || step.workTile != m_steps.back().workTile))
                        m_offsets.back() += step.workTile != m_steps.back().workTile ? 3 * kTileGap : kTileGap;
                    m_steps.push_back(step);
                    m_offsets.push_back(m_offsets.back() + stepWidth(step.kind));
                }
            }
        }
        home();
    }
    update();
}

int TimelineCanvas::currentWorkTile() const
{
    const quint64 done = std::clamp<quint64>(m_session.step(), m_steps.front().index + 1, m_steps.back().index + 1);
    return m_steps[done - 1 - m_steps.front().index].workTile;
}

void TimelineCanvas::home()
{
    if (m_steps.empty())
        return;
    const int tile = currentWorkTile();
    m_shownTile = tile;
    const auto first =
        std::find_if(m_steps.begin(), m_steps.end(), [tile](const PlannedStep &s) { return s.workTile == tile; });
    const auto last = std::find_if(first, m_steps.end(), [tile](const PlannedStep &s) { return s.workTile != tile; });
    // More than some hundred steps in one window say nothing: then the neighbourhood of the current one.
    const double begin = m_offsets[static_cast<size_t>(first - m_steps.begin())];
    const double end = m_offsets[static_cast<size_t>(last - m_steps.begin())];
    setWindow(begin, std::min(end, begin + 220));
    keepStepVisible();
}

void TimelineCanvas::setWindow(double begin, double end)
{
    const double total = m_offsets.back();
    const double span = std::clamp(end - begin, std::min(kMinSpan, total), std::max(total, 1.0));
    m_windowBegin = std::clamp(begin, 0.0, std::max(0.0, total - span));
    m_windowEnd = m_windowBegin + span;
    update();
}

void TimelineCanvas::keepStepVisible()
{
    if (m_steps.empty())
        return;
    const double offset = offsetOfPosition(m_session.step());
    const double span = m_windowEnd - m_windowBegin;
    const int tile = currentWorkTile();
    if (tile != m_shownTile && (offset < m_windowBegin || offset > m_windowEnd))
        home(); // another query tile: its own steps fill the width again
    else if (offset < m_windowBegin)
        setWindow(offset - 0.2 * span, offset + 0.8 * span);
    else if (offset > m_windowEnd)
        setWindow(offset - 0.8 * span, offset + 0.2 * span);
}

double TimelineCanvas::xOf(double offset) const
{
    const QRectF area = lanes().phases;
    return area.left() + (offset - m_windowBegin) / (m_windowEnd - m_windowBegin) * area.width();
}

double TimelineCanvas::offsetAt(double x) const
{
    const QRectF area = lanes().phases;
    return m_windowBegin + (x - area.left()) / area.width() * (m_windowEnd - m_windowBegin);
}

double TimelineCanvas::offsetOfPosition(quint64 position) const
{
    if (m_steps.empty() || position <= m_steps.front().index)
        return 0;
    const size_t done = std::min<size_t>(position - m_steps.front().index, m_steps.size());
    // m_offsets[done] is the left edge of the next step, behind the gap between tiles; the playhead stands before it.
    return m_offsets[done - 1] + stepWidth(m_steps[done - 1].kind);
}

quint64 TimelineCanvas::positionAt(double x) const
{
    const double offset = offsetAt(x);
    // The step under the pointer is the one that is shown: the position is behind it.
    const auto after = std::upper_bound(m_offsets.begin(), m_offsets.end() - 1, offset);
    return m_steps.front().index + static_cast<quint64>(after - m_offsets.begin());
}

std::pair<size_t, size_t> TimelineCanvas::visibleSteps() const
{
    if (m_steps.empty())
        return {0, 0};
    const auto first = std::upper_bound(m_offsets.begin(), m_offsets.end() - 1, m_windowBegin);
    const auto last = std::lower_bound(m_offsets.begin(), m_offsets.end() - 1, m_windowEnd);
    return {first == m_offsets.begin() ? 0 : static_cast<size_t>(first - m_offsets.begin()) - 1,
            std::min(m_steps.size(), static_cast<size_t>(last - m_offsets.begin()))};
}

QString TimelineCanvas::stepText(size_t index) const
{
    if (index >= m_steps.size())
        return {};
    const PlannedStep &step = m_steps[index];
    const WorkTile tile = m_schedule->workTile(step.workTile);
    QString text = stepName(step.kind) + QStringLiteral(" · ") + tr("query tile %1").arg(tile.mBlock);
    if (step.nBlock >= 0)
        text += QStringLiteral(" · ") + tr("key tile %1").arg(step.nBlock);
    return text + QStringLiteral(" · ") + stepDescription(step.kind);
}

bool TimelineCanvas::touchesSelection(const PlannedStep &step) const
{
    const Selection &selection = m_session.selection();
    if (selection.row < 0)
        return false;
    const WorkTile tile = m_schedule->workTile(step.workTile);
    if (selection.row < tile.rowBegin || selection.row >= tile.rowEnd)
        return false;
    return selection.key < 0 || step.nBlock < 0 || selection.key / m_schedule->recipe().tileN == step.nBlock;
}

void TimelineCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = currentTheme();
    painter.fillRect(rect(), theme.panel);
    if (m_steps.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const Lanes area = lanes();
    paintPhases(painter, area);
    paintEvents(painter, area);
    paintError(painter, area);
    paintPlayhead(painter, area);
    if (hasFocus()) {
        painter.setPen(QPen(theme.focus, theme.penWidth()));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void TimelineCanvas::paintPhases(QPainter &painter, const Lanes &area) const
{
    const Theme &theme = currentTheme();
    painter.save();
    painter.setClipRect(area.phases.adjusted(0, -theme.space(1), 0, theme.space(1)));
    painter.setFont(theme.font(TextRole::Small));
    const auto [first, last] = visibleSteps();
    const double perUnit = area.phases.width() / (m_windowEnd - m_windowBegin);
    // Steps narrower than this are drawn as whole key tiles: their colours would only blur.
    const bool whole = perUnit * 2 < 1.5;
    const quint64 position = m_session.step();
    for (size_t i = first; i < last; ++i) {
        size_t end = i + 1;
        while (whole && end < last && m_steps[end].workTile == m_steps[i].workTile &&
               m_steps[end].ordinal == m_steps[i].ordinal)
            ++end;
        const StepKind kind = m_steps[i].kind;
        QRectF block(xOf(m_offsets[i]), area.phases.top(), 0, area.phases.height());
        block.setRight(xOf(m_offsets[end - 1] + stepWidth(m_steps[end - 1].kind)));
        const bool done = m_steps[i].index < position;
        QColor color = whole ? theme.stepColor(StepColor::Score) : theme.stepColor(stepColorRole(kind));
        color.setAlphaF(done ? 1.0F : 0.38F);
        if (touchesSelection(m_steps[i])) {
            painter.fillRect(QRectF(block.left(), area.phases.bottom() + 1, block.width(), theme.length(2)),
                             theme.selectedRow);
        }
        const double gap = std::min(1.0, block.width() * 0.2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(block.adjusted(0, 0, -gap, 0), std::min(theme.length(2), block.width() / 4),
                                theme.length(2));
        const QString label = whole ? QString::number(m_steps[i].nBlock) : stepLabel(kind);
        if (painter.fontMetrics().horizontalAdvance(label) + theme.space(1) <= block.width() &&
            (!whole || m_steps[i].nBlock >= 0)) {
            // The label's ground is the block's colour (over the panel when it is still to come).
            QColor ground = color;
            if (!done)
                ground = QColor::fromRgbF(float(color.redF() * 0.38 + theme.panel.redF() * 0.62),
                                          float(color.greenF() * 0.38 + theme.panel.greenF() * 0.62),
                                          float(color.blueF() * 0.38 + theme.panel.blueF() * 0.62));
            const QColor dark(0x10, 0x14, 0x19), light(Qt::white);
            painter.setPen(contrastRatio(dark, ground) > contrastRatio(light, ground) ? dark : light);
            painter.drawText(block, Qt::AlignCenter, label);
        }
        i = end - 1;
    }
    painter.restore();
}

void TimelineCanvas::paintEvents(QPainter &painter, const Lanes &area) const
{
    const auto events = m_session.events(Side::A);
    if (!events)
        return;
    const Theme &theme = currentTheme();
    const auto [first, last] = visibleSteps();
    const double half = theme.length(4);
    double lastX = -1e9;
    for (size_t i = first; i < last; ++i) {
        const StepEvents &at = events->at(m_steps[i].index);
        if (!matches(at, m_navigator.eventKinds()))
            continue;
        const double x = xOf((m_offsets[i] + m_offsets[i] + stepWidth(m_steps[i].kind)) / 2);
        if (x < area.events.left() || x > area.events.right() || x - lastX < 2)
            continue;
        lastX = x;
        const QPointF center(x, area.events.center().y());
        QPolygonF shape; // a shape of its own for each kind: colour alone does not carry it
        QColor color;
        if (at.nan > 0) {
            color = theme.nan;
            painter.setPen(QPen(color, theme.penWidth(1.6)));
            painter.drawLine(center + QPointF(-half, -half), center + QPointF(half, half));
            painter.drawLine(center + QPointF(-half, half), center + QPointF(half, -half));
            continue;
        }
        if (at.rescaled > 0) {
            color = theme.stepColor(StepColor::Rescale);
            shape << center + QPointF(0, -half) << center + QPointF(half, 0) << center + QPointF(0, half)
                  << center + QPointF(-half, 0);
        } else if (at.maxChanged > 0) {
            color = theme.stepColor(StepColor::Max);
            shape << center + QPointF(-half, half) << center + QPointF(half, half) << center + QPointF(0, -half);
        } else {
            color = theme.textMuted;
            shape << center + QPointF(-half, -half / 2) << center + QPointF(half, -half / 2)
                  << center + QPointF(half, half / 2) << center + QPointF(-half, half / 2);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(shape);
    }
}

void TimelineCanvas::paintError(QPainter &painter, const Lanes &area) const
{
    const Theme &theme = currentTheme();
    painter.setFont(theme.font(TextRole::Small));
    const double lineHeight = painter.fontMetrics().height();
    if (area.error.height() < lineHeight + theme.space(2))
        return;
    const auto error = m_session.runningError();
    QString caption = m_session.selection().row < 0 ? tr("running error: select a row")
                                                    : tr("running error of row %1").arg(m_session.selection().row);
    const QRectF plot = area.error.adjusted(0, 0, 0, -lineHeight);
    if (error && !error->points.empty()) {
        double top = 0;
        for (const RunningError::Point &point : error->points)
            top = std::max(top, std::isfinite(point.rmsUlp) ? point.rmsUlp : 0.0);
        caption += QStringLiteral(" · ") +
                   tr("ulp, rms over columns, against float64 over the keys so far; top %1").arg(decimal(top, 3));
        QPolygonF line;
        for (const RunningError::Point &point : error->points) {
            if (std::isfinite(point.rmsUlp))
                line << QPointF(xOf(offsetOfPosition(point.position)),
                                plot.bottom() - (top > 0 ? point.rmsUlp / top : 0.0) * plot.height());
        }
        painter.save();
        painter.setClipRect(area.error);
        painter.setPen(QPen(theme.grid, theme.penWidth()));
        painter.drawLine(plot.bottomLeft(), plot.bottomRight());
        painter.setPen(QPen(theme.accentB, theme.penWidth(1.5)));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        painter.setBrush(theme.accentB);
        painter.setPen(Qt::NoPen);
        for (const QPointF &point : line)
            painter.drawEllipse(point, theme.length(2), theme.length(2));
        painter.restore();
    }
    painter.setPen(theme.textMuted);
    painter.drawText(QRectF(plot.left(), plot.bottom(), plot.width(), lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(caption, Qt::ElideRight, int(plot.width())));
}

void TimelineCanvas::paintPlayhead(QPainter &painter, const Lanes &area) const
{
    const Theme &theme = currentTheme();
    const double x = std::round(xOf(offsetOfPosition(m_session.step()))) + 0.5;
    if (x < area.phases.left() - 2 || x > area.phases.right() + 2)
        return;
    painter.setPen(QPen(theme.text, theme.penWidth(2)));
    painter.drawLine(QPointF(x, theme.space(1)),
                     QPointF(x, area.error.height() > 0 ? area.error.bottom() : area.events.bottom()));
    QPolygonF handle;
    const double half = theme.length(5);
    handle << QPointF(x - half, 0) << QPointF(x + half, 0) << QPointF(x, half * 1.6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawPolygon(handle);
}

void TimelineCanvas::scrubTo(double x)
{
    if (m_steps.empty())
        return;
    const double left = lanes().phases.left();
    m_session.setStep(x < left && m_windowBegin <= 0 ? m_steps.front().index : positionAt(std::max(x, left)));
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_navigator.stop();
    m_dragOffset = offsetAt(event->position().x());
    if (!(event->modifiers() & Qt::ShiftModifier))
        scrubTo(event->position().x());
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_steps.empty())
        return;
    if (event->modifiers() & Qt::ShiftModifier) {
        const double by = m_dragOffset - offsetAt(event->position().x());
        setWindow(m_windowBegin + by, m_windowEnd + by);
    } else {
        scrubTo(event->position().x());
    }
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent *) { home(); }

void TimelineCanvas::wheelEvent(QWheelEvent *event)
{
    if (m_steps.empty())
        return;
    const QPoint delta = event->angleDelta();
    const double span = m_windowEnd - m_windowBegin;
    if (std::abs(delta.x()) > std::abs(delta.y()) || (event->modifiers() & Qt::ShiftModifier)) {
        const double by = -(delta.x() != 0 ? delta.x() : delta.y()) / 1200.0 * span;
        setWindow(m_windowBegin + by, m_windowEnd + by);
    } else {
        const double at = offsetAt(event->position().x());
        const double factor = std::pow(1.0015, -delta.y());
        const double newSpan = std::clamp(span * factor, kMinSpan, m_offsets.back());
        setWindow(at - (at - m_windowBegin) * newSpan / span, at - (at - m_windowBegin) * newSpan / span + newSpan);
    }
    event->accept();
}

void TimelineCanvas::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: m_navigator.step(-1, m_navigator.granularity()); break;
    case Qt::Key_Right: m_navigator.step(+1, m_navigator.granularity()); break;
    case Qt::Key_Home: m_navigator.first(); break;
    case Qt::Key_End: m_navigator.last(); break;
    case Qt::Key_Plus:
    case Qt::Key_Minus: {
        const double at = std::clamp(offsetOfPosition(m_session.step()), m_windowBegin, m_windowEnd);
        const double factor = event->key() == Qt::Key_Plus ? 1 / 1.5 : 1.5;
        setWindow(at - (at - m_windowBegin) * factor, at + (m_windowEnd - at) * factor);
        break;
    }
    default: QWidget::keyPressEvent(event);
    }
}

void TimelineCanvas::leaveEvent(QEvent *event)
{
    QToolTip::hideText();
    QWidget::leaveEvent(event);
}

void TimelineCanvas::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    }
    if (event->type() == QEvent::LanguageChange)
        update();
}

bool TimelineCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_steps.empty()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const size_t index = positionAt(help->pos().x()) - 1 - m_steps.front().index;
        QToolTip::showText(help->globalPos(), stepText(std::min(index, m_steps.size() - 1)), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui
