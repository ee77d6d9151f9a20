// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_marks.h"

#include <QWidget>

namespace ulpscope::ui {

/// What a probe found, or how far it is, below the tree. As high as its words need.
class TreeProbeStrip : public QWidget {
    Q_OBJECT

public:
    explicit TreeProbeStrip(QWidget *parent = nullptr);
    void setKey(const MarkKey &key); ///< an empty one hides it
    QString text() const { return m_key.text(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    MarkKey m_key;
};

} // namespace ulpscope::ui
