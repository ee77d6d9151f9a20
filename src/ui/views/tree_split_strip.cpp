// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_split_strip.h"

#include "ui/theme/application_style.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr double kReach = 8;        ///< px to either side of a handle
constexpr double kLeastTick = 5;    ///< px; closer key tiles are not told apart
constexpr double kBarHeight = 14;   ///< px
constexpr double kHandleHeight = 5; ///< px that a handle stands out of the bar

/// Key tiles of one split, as a size sets them: of the longest one.
int longest(const SplitPlan &plan)
{
    int tiles = 1;
    for (const KeyRange &split : plan.splits)
        tiles = std::max(tiles, split.end - split.begin);
    return tiles;
}

} // namespace

TreeSplitStrip::TreeSplitStrip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void TreeSplitStrip::setPlan(const std::optional<SplitPlan> &plan, Preview preview)
{
    m_ask = std::move(preview);
    if (plan != m_plan) {
        m_plan = plan && plan->tiles > 1 && !plan->splits.empty() ? plan : std::nullopt;
        giveUp();
    }
    setVisible(m_plan.has_value());
    setToolTip(
        tr("Key tiles, and which split adds them. Drag a boundary: splits are equally long, so the others follow, "
           "and the run with its bits and errors follows when you let go (recipe field split). By keys: Left and "
           "Right, then Return; Escape leaves it."));
    announce();
}

QString TreeSplitStrip::text() const
{
    if (!m_plan)
        return {};
    const SplitPlan &plan = shown();
    const int splits = static_cast<int>(plan.splits.size()), keys = std::min(plan.keys, longest(plan) * plan.tileKeys);
    QString text = splits == 1 ? tr("one split: %1 keys").arg(keys) : tr("%1 splits of %2 keys").arg(splits).arg(keys);
    if (const KeyRange &last = plan.splits.back(); splits > 1 && last.end - last.begin < longest(plan))
        text += tr(", the last of %1").arg(std::min(plan.keys, last.end * plan.tileKeys) - last.begin * plan.tileKeys);
    if (plan.emptySplits > 0)
        text += tr(", %1 more without keys").arg(plan.emptySplits);
    text += tr(" · tiles of %1 keys").arg(plan.tileKeys);
    return m_preview ? text + tr(" · Return or letting go applies it") : text;
}

void TreeSplitStrip::announce()
{
    setAccessibleName(tr("Splits"));
    setAccessibleDescription(text());
    update();
}

QRectF TreeSplitStrip::bar() const
{
    const Theme &theme = currentTheme();
    const double air = theme.space(3);
    return {air, theme.length(kHandleHeight) + theme.space(1) / 2.0, width() - 2 * air, theme.length(kBarHeight)};
}

double TreeSplitStrip::x(const SplitPlan &plan, double tile) const
{
    const QRectF line = bar();
    return line.left() + tile / plan.tiles * line.width();
}

double TreeSplitStrip::tileWidth() const { return m_plan ? bar().width() / m_plan->tiles : 0; }

/// Between splits; of one split, its end.
int TreeSplitStrip::boundaries(const SplitPlan &plan) const
{
    return std::max(1, static_cast<int>(plan.splits.size()) - 1);
}

QPointF TreeSplitStrip::placeOf(int boundary) const
{
    const SplitPlan &plan = shown();
    const std::size_t i = static_cast<std::size_t>(boundary);
    return {x(plan, i < plan.splits.size() ? plan.splits[i].begin : plan.splits.back().end), bar().center().y()};
}

int TreeSplitStrip::boundaryAt(const QPointF &point) const
{
    int best = 0;
    double nearest = currentTheme().length(kReach);
    for (int i = 1; m_plan && i <= boundaries(shown()); ++i) {
        const double distance = std::abs(placeOf(i).x() - point.x());
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

void TreeSplitStrip::consider(int tilesPerSplit)
{
    tilesPerSplit = std::clamp(tilesPerSplit, 1, m_plan->tiles);
    if (tilesPerSplit == m_considered.value_or(longest(*m_plan)))
        return;
    if (tilesPerSplit == longest(*m_plan)) {
        m_preview = std::nullopt;
        m_considered = std::nullopt;
    } else if (const std::optional<SplitPlan> plan = m_ask ? m_ask(tilesPerSplit * m_plan->tileKeys) : std::nullopt) {
        m_considered = tilesPerSplit; // the split kernel may have larger tiles: then not every number is another plan
        m_preview = plan == m_plan ? std::nullopt : plan;
    }
    announce();
}

void TreeSplitStrip::apply()
{
    m_dragged = 0;
    if (!m_preview)
        return giveUp();
    emit sizeChosen(*m_considered * m_plan->tileKeys); // what is shown stays until the run has changed
}

void TreeSplitStrip::giveUp()
{
    m_dragged = 0;
    m_preview = std::nullopt;
    m_considered = std::nullopt;
    announce();
}

void TreeSplitStrip::mousePressEvent(QMouseEvent *event)
{
    m_dragged = event->button() == Qt::LeftButton ? boundaryAt(event->position()) : 0;
}

void TreeSplitStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragged == 0) {
        setCursor(boundaryAt(event->position()) > 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
        return;
    }
    const double tile = (event->position().x() - bar().left()) / bar().width() * m_plan->tiles;
    consider(static_cast<int>(std::lround((tile - m_plan->splits.front().begin) / m_dragged)));
}

void TreeSplitStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_dragged > 0)
        apply();
}

void TreeSplitStrip::keyPressEvent(QKeyEvent *event)
{
    if (!m_plan || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    const int now = m_considered.value_or(longest(*m_plan));
    switch (event->key()) {
    case Qt::Key_Left: return consider(now - 1);
    case Qt::Key_Right: return consider(now + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter: return apply();
    case Qt::Key_Escape:
        if (m_considered)
            return giveUp();
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

void TreeSplitStrip::focusInEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    update();
}

void TreeSplitStrip::focusOutEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    giveUp();
}

QSize TreeSplitStrip::sizeHint() const
{
    const Theme &theme = currentTheme();
    return {theme.space(60), qRound(theme.length(kBarHeight + 2 * kHandleHeight) + theme.space(2) +
                                    QFontMetricsF(theme.font(TextRole::Small)).height())};
}

void TreeSplitStrip::paintEvent(QPaintEvent *)
{
    if (!m_plan)
        return;
    const Theme &theme = currentTheme();
    const SplitPlan &plan = shown();
    QPainter painter(this);
    painter.fillRect(rect(), theme.plotGround);
    painter.setFont(theme.font(TextRole::Small));
    const QFontMetricsF metrics(painter.font());
    const QRectF line = bar();
    for (std::size_t i = 0; i < plan.splits.size(); ++i) {
        const QRectF part(QPointF(x(plan, plan.splits[i].begin), line.top()),
                          QPointF(x(plan, plan.splits[i].end), line.bottom()));
        painter.fillRect(part, i % 2 == 0 ? theme.raised : theme.hovered);
    }
    painter.setPen(QPen(theme.borderStrong, theme.penWidth()));
    if (line.width() / plan.tiles >= theme.length(kLeastTick)) {
        for (int tile = 1; tile < plan.tiles; ++tile)
            painter.drawLine(QPointF(x(plan, tile), line.top()), QPointF(x(plan, tile), line.bottom()));
    }
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(line);
    for (std::size_t i = 0; i < plan.splits.size(); ++i) {
        const QRectF part(QPointF(x(plan, plan.splits[i].begin), line.top()),
                          QPointF(x(plan, plan.splits[i].end), line.bottom()));
        const QString name = tr("split %1").arg(i);
        if (plan.splits.size() > 1 && metrics.horizontalAdvance(name) + theme.space(3) < part.width()) {
            const double wide = metrics.horizontalAdvance(name) + theme.space(1);
            painter.fillRect(QRectF(part.center().x() - wide / 2, part.top() + 1, wide, part.height() - 2),
                             i % 2 == 0 ? theme.raised : theme.hovered);
            painter.setPen(theme.text);
            painter.drawText(part, Qt::AlignCenter, name);
        }
    }
    const double out = theme.length(kHandleHeight);
    painter.setPen(QPen(m_preview ? theme.focus : theme.text, theme.penWidth(2), Qt::SolidLine, Qt::RoundCap));
    for (int i = 1; i <= boundaries(plan); ++i) {
        const double at = placeOf(i).x();
        painter.drawLine(QPointF(at, line.top() - out), QPointF(at, line.bottom() + out));
    }
    painter.setPen(m_preview ? theme.text : theme.textMuted);
    const QRectF words(line.left(), line.bottom() + out, line.width(), metrics.height() + theme.space(1));
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text(), Qt::ElideRight, words.width()));
    m_ring.paint(painter, rect(), theme);
}

void TreeSplitStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace ulpscope::ui
