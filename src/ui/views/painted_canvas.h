// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/accessible_plot.h"
#include "ui/theme/theme.h"
#include "ui/views/focus_ring.h"

#include <QWidget>

#include <utility>

namespace ulpscope::ui {

/// A picture with parts that the pointer and the keyboard go over: what all such widgets do alike. It paints its
/// ground, the picture and the focus ring, forgets the pointer when it left, and is a chart to a screen reader. A
/// picture whose parts have two numbers says where they are, and keeps in its state which one is pointed to.
class PaintedCanvas : public QWidget, public ReadoutSource {
    Q_OBJECT

public:
    explicit PaintedCanvas(QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    using Place = std::pair<int, int>;
    static constexpr Place kNowhere{-1, -1};

    virtual QString spokenName() const = 0; ///< translated
    virtual void paintPicture(QPainter &painter) = 0;
    virtual Place placeAt(const QPointF &) const { return kNowhere; }
    virtual Place place() const { return kNowhere; } ///< the one that is pointed to
    virtual void setPlace(const Place &) {}
    void moveTo(const Place &to);
    virtual void pointTo(const QPointF &at) { moveTo(placeAt(at)); }
    virtual void pointAway() { moveTo(kNowhere); } ///< the pointer or the keyboard went elsewhere
    virtual void clickOn(const QPointF &at) = 0;
    /// A key without Ctrl and Alt; false: it means nothing here.
    virtual bool keyPressed(int key) = 0;
    virtual QString tipAt(const QPointF &at) const = 0;
    virtual void restyled() {} ///< theme or language changed

    /// Paints and speaks anew.
    void pictureChanged();

    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    FocusRing m_ring;
};

} // namespace ulpscope::ui
