// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/views/focus_ring.h"
#include "ui/views/tree_minimap.h"
#include "ui/views/tree_painter.h"
#include "ui/views/tree_scene.h"

#include <QPointF>
#include <QWidget>

namespace ulpscope::ui {

/// The painted tree. Wheel zooms about the pointer, drag pans, click opens or closes a folded sum; arrow keys walk from
/// sum to summand, Return opens, h fits. Where it is editable, a node is dragged onto the one that it is to be added
/// to; by keys, m picks the chosen node up and m on another one drops it there, Escape lets go.
class TreeCanvas : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    explicit TreeCanvas(QWidget *parent = nullptr);
    void setScene(TreeScene scene); ///< fits when the tree is another one
    const TreeScene &scene() const { return m_scene; }
    void fit();
    void setEditable(bool on);
    /// Chooses the box that holds a leaf and brings it into sight; false where the tree has no such leaf.
    bool showLeaf(int leaf);
    bool showNode(int node); ///< likewise
    QPointF placeOf(int box) const { return m_transform.map(m_scene.position[static_cast<std::size_t>(box)]); }
    QString readout() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int box);      ///< -1 when the pointer left
    void boxActivated(int box); ///< click on, or Return at
    void selectionMoved(int box);
    void dropped(int box, int onto);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    void zoom(double factor, const QPointF &about);
    void selectBox(int box);
    void scrollTo(int box);
    int neighbour(int box, int key) const;
    void paintCarried(QPainter &painter) const;
    void dropOn(int box);
    void centerOn(const QPointF &point);

    TreeScene m_scene;
    TreeTransform m_transform;
    FocusRing m_ring;
    bool m_fitted = true; ///< until the reader zooms or pans
    QPointF m_pressed;
    bool m_dragging = false, m_inMinimap = false;
    bool m_isEditable = false;
    int m_carried = -1;  ///< box that is being moved; -1: none
    QPointF m_carriedTo; ///< where the pointer holds it
    TreeMinimap m_minimap;
};

} // namespace ulpscope::ui
