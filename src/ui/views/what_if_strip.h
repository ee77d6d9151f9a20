// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/painted_canvas.h"
#include "ui/views/what_if_painter.h"

namespace ulpscope::ui {

/// The painted strip, as high as it needs. The pointer, or Left and Right, read out a column in place of the summary; a
/// click or Return chooses it.
class WhatIfStrip : public PaintedCanvas {
    Q_OBJECT

public:
    explicit WhatIfStrip(QWidget *parent = nullptr);
    void setPicture(WhatIfPicture picture); ///< an empty one hides it
    const WhatIfPicture &picture() const { return m_picture; }
    WhatIfLayout parts() const;
    QString readout() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    void hovered(int index); ///< -1: the pointer left
    void chosen(int index);

protected:
    QString spokenName() const override { return tr("What the order does beside this sum"); }
    void paintPicture(QPainter &painter) override;
    void pointTo(const QPointF &at) override;
    void pointAway() override { moveTo(-1); }
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;
    void restyled() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void moveTo(int index);
    void fitHeight();

    WhatIfPicture m_picture;
    double m_textHeight = 0;
};

} // namespace ulpscope::ui
