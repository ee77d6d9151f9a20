// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_canvas.h"

#include "ui/theme/application_style.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {
namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kDragThreshold = 4;
constexpr double kSmallestScale = 1e-3, kLargestScale = 400; ///< px per slot and level

} // namespace

TreeCanvas::TreeCanvas(QWidget *parent) : QWidget(parent)
{
    installPlotAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Reduction tree"));
}

void TreeCanvas::setScene(TreeScene scene)
{
    const TreeScene before = std::exchange(m_scene, std::move(scene));
    m_carried = -1;
    m_minimap.forget();
    const bool sameTree = before.tree == m_scene.tree && m_scene.tree;
    if (sameTree && before.selectedBox >= 0) {
        // The chosen node stays chosen and, in a view that the reader has moved, where it is on the screen.
        const int node = before.collapsed.boxes[static_cast<std::size_t>(before.selectedBox)].node;
        m_scene.selectedBox = m_scene.collapsed.boxOf[static_cast<std::size_t>(node)];
        m_transform.origin += m_transform.map(before.position[static_cast<std::size_t>(before.selectedBox)]) -
                              m_transform.map(m_scene.position[static_cast<std::size_t>(m_scene.selectedBox)]);
    }
    if (m_fitted || (!sameTree && (before.width != m_scene.width || before.height != m_scene.height)))
        fit();
    update();
    announceReadout(this);
}

void TreeCanvas::fit()
{
    m_transform = TreeTransform::fit(m_scene, rect(), currentTheme());
    m_fitted = true;
    update();
}

void TreeCanvas::setEditable(bool on)
{
    m_isEditable = on;
    m_carried = -1;
    update();
}

bool TreeCanvas::showLeaf(int leaf)
{
    if (m_scene.empty())
        return false;
    const ReductionTree &tree = m_scene.tree->tree;
    for (const std::int32_t node : tree.leafOrder) {
        if (tree.nodes[static_cast<std::size_t>(node)].leaf == leaf)
            return showNode(node);
    }
    return false;
}

bool TreeCanvas::showNode(int node)
{
    if (m_scene.empty() || node < 0 || node > m_scene.tree->tree.root())
        return false;
    selectBox(m_scene.collapsed.boxOf[static_cast<std::size_t>(node)]);
    return true;
}

QString TreeCanvas::readout() const
{
    if (m_scene.empty())
        return {};
    return m_scene.describe(m_scene.selectedBox >= 0  ? m_scene.selectedBox
                            : m_scene.hoveredBox >= 0 ? m_scene.hoveredBox
                                                      : m_scene.root());
}

QSize TreeCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(24)}; }

void TreeCanvas::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.plotGround);
    paintTree(painter, rect(), m_scene, m_transform, theme);
    if (!m_fitted)
        m_minimap.paint(painter, rect(), m_scene, m_transform, theme);
    paintCarried(painter);
    m_ring.paint(painter, rect(), theme);
}

/// What is being moved, and the node that it would be added to.
void TreeCanvas::paintCarried(QPainter &painter) const
{
    if (m_carried < 0 || m_carried > m_scene.root())
        return;
    const Theme &theme = currentTheme();
    const int target = m_dragging ? m_scene.hoveredBox : m_scene.selectedBox;
    const QPointF from = m_transform.map(m_scene.position[static_cast<std::size_t>(m_carried)]);
    const QPointF to = m_dragging    ? m_carriedTo
                       : target >= 0 ? m_transform.map(m_scene.position[static_cast<std::size_t>(target)])
                                     : from;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.focus, theme.penWidth(2), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(from, to);
    for (const int box : {m_carried, target}) {
        if (box >= 0)
            painter.drawEllipse(m_transform.map(m_scene.position[static_cast<std::size_t>(box)]), theme.length(10),
                                theme.length(10));
    }
}

void TreeCanvas::dropOn(int box)
{
    const int carried = std::exchange(m_carried, -1);
    update();
    if (carried >= 0 && box >= 0 && box != carried)
        emit dropped(carried, box);
}

void TreeCanvas::centerOn(const QPointF &point)
{
    m_transform.origin += QRectF(rect()).center() - m_transform.map(point);
    m_fitted = false;
    update();
}

void TreeCanvas::focusInEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    update();
}

void TreeCanvas::focusOutEvent(QFocusEvent *event)
{
    m_ring.focusChanged(*event);
    update();
}

void TreeCanvas::resizeEvent(QResizeEvent *)
{
    if (m_fitted)
        fit();
}

void TreeCanvas::zoom(double factor, const QPointF &about)
{
    const QPointF anchor = m_transform.unmap(about);
    m_transform.scaleX = std::clamp(m_transform.scaleX * factor, kSmallestScale, kLargestScale);
    m_transform.scaleY = std::clamp(m_transform.scaleY * factor, kSmallestScale, kLargestScale);
    m_transform.origin += about - m_transform.map(anchor);
    m_fitted = false;
    update();
}

void TreeCanvas::wheelEvent(QWheelEvent *event)
{
    zoom(std::pow(kZoomPerNotch, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void TreeCanvas::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->position();
    m_dragging = false;
    m_inMinimap = !m_fitted && TreeMinimap::place(rect(), currentTheme()).contains(m_pressed);
    if (m_inMinimap)
        return centerOn(TreeMinimap::unmap(rect(), m_scene, currentTheme(), m_pressed));
    m_carried =
        m_isEditable && event->button() == Qt::LeftButton ? boxAt(m_scene, m_transform, m_pressed, currentTheme()) : -1;
}

void TreeCanvas::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton) {
        const QPointF delta = event->position() - m_pressed;
        if (!m_dragging && delta.manhattanLength() < kDragThreshold)
            return;
        m_dragging = true;
        if (m_inMinimap)
            return centerOn(TreeMinimap::unmap(rect(), m_scene, currentTheme(), event->position()));
        if (m_carried >= 0) {
            m_carriedTo = event->position();
            m_scene.hoveredBox = boxAt(m_scene, m_transform, m_carriedTo, currentTheme());
            return update();
        }
        m_transform.origin += delta;
        m_pressed = event->position();
        m_fitted = false;
        update();
        return;
    }
    const int box = boxAt(m_scene, m_transform, event->position(), currentTheme());
    if (box == m_scene.hoveredBox)
        return;
    m_scene.hoveredBox = box;
    update();
    emit hovered(box);
}

void TreeCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || std::exchange(m_inMinimap, false))
        return;
    if (m_dragging) {
        dropOn(boxAt(m_scene, m_transform, event->position(), currentTheme()));
        m_dragging = false;
        return;
    }
    m_carried = -1;
    const int box = boxAt(m_scene, m_transform, event->position(), currentTheme());
    selectBox(box);
    if (box >= 0)
        emit boxActivated(box);
}

void TreeCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (boxAt(m_scene, m_transform, event->position(), currentTheme()) < 0)
        fit();
}

void TreeCanvas::leaveEvent(QEvent *)
{
    m_scene.hoveredBox = -1;
    update();
    emit hovered(-1);
}

void TreeCanvas::selectBox(int box)
{
    m_scene.selectedBox = box;
    scrollTo(box);
    update();
    announceReadout(this);
    emit selectionMoved(box);
}

/// Brings a box that lies outside into sight.
void TreeCanvas::scrollTo(int box)
{
    if (box < 0)
        return;
    const double air = currentTheme().space(6);
    const QRectF inside = QRectF(rect()).adjusted(air, air, -air, -air);
    const QPointF at = m_transform.map(m_scene.position[static_cast<std::size_t>(box)]);
    if (inside.contains(at))
        return;
    m_transform.origin +=
        QPointF(std::clamp(at.x(), inside.left(), inside.right()), std::clamp(at.y(), inside.top(), inside.bottom())) -
        at;
    m_fitted = false;
}

/// Up: the sum. Down: its middle summand. Left and Right: the next node on the same level.
int TreeCanvas::neighbour(int box, int key) const
{
    const std::vector<TreeBox> &boxes = m_scene.collapsed.boxes;
    if (box < 0)
        return m_scene.root();
    const QPointF at = m_scene.position[static_cast<std::size_t>(box)];
    if (key == Qt::Key_Up)
        return boxes[static_cast<std::size_t>(box)].parent >= 0 ? boxes[static_cast<std::size_t>(box)].parent : box;
    int best = box;
    double bestDistance = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const QPointF d = m_scene.position[i] - at;
        const bool candidate =
            key == Qt::Key_Down ? boxes[i].parent == box : d.y() == 0 && (key == Qt::Key_Left ? d.x() < 0 : d.x() > 0);
        const double distance = std::abs(d.x());
        if (candidate && (best == box || distance < bestDistance)) {
            best = static_cast<int>(i);
            bestDistance = distance;
        }
    }
    return best;
}

void TreeCanvas::keyPressEvent(QKeyEvent *event)
{
    if (m_scene.empty() || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: return selectBox(neighbour(m_scene.selectedBox, event->key()));
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_scene.selectedBox >= 0)
            emit boxActivated(m_scene.selectedBox);
        return;
    case Qt::Key_M:
        if (!m_isEditable || m_scene.selectedBox < 0)
            return QWidget::keyPressEvent(event);
        if (m_carried >= 0)
            return dropOn(m_scene.selectedBox);
        m_carried = m_scene.selectedBox;
        return update();
    case Qt::Key_Escape:
        if (m_carried < 0)
            return QWidget::keyPressEvent(event);
        m_carried = -1;
        return update();
    case Qt::Key_H: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kZoomPerNotch, QRectF(rect()).center());
    case Qt::Key_Minus: return zoom(1 / kZoomPerNotch, QRectF(rect()).center());
    default: QWidget::keyPressEvent(event);
    }
}

void TreeCanvas::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Reduction tree"));
        m_minimap.forget();
        if (m_fitted)
            fit();
        update();
    }
    QWidget::changeEvent(event);
}

bool TreeCanvas::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const int box = boxAt(m_scene, m_transform, help->pos(), currentTheme());
        if (box >= 0)
            QToolTip::showText(help->globalPos(), m_scene.describe(box), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui
