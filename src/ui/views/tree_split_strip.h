// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/attention/mask.h"
#include "ui/views/focus_ring.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// Key tiles shared out over the splits of a run.
struct SplitPlan {
    int tiles = 0;                ///< key tiles in all
    int tileKeys = 1;             ///< keys of one
    int keys = 0;                 ///< keys in all
    std::vector<KeyRange> splits; ///< key tiles of each split that has any, in order
    int emptySplits = 0;          ///< those that a run has beyond them
    bool operator==(const SplitPlan &) const = default;
};

/// The key tiles of a run in a line, with the boundaries between its splits as handles. A run's splits are equally long
/// but for the last one, so that a boundary which is dragged takes the others along; a run without splits gets some by
/// drawing its end to the left. By keys: Left and Right, then Return; Escape leaves everything as it is.
class TreeSplitStrip : public QWidget {
    Q_OBJECT

public:
    /// What splits of so many keys come to; none where there can be no such run.
    using Preview = std::function<std::optional<SplitPlan>(int keysPerSplit)>;

    explicit TreeSplitStrip(QWidget *parent = nullptr);
    /// nullopt: nothing to show.
    void setPlan(const std::optional<SplitPlan> &plan, Preview preview);
    /// "3 splits of 128 keys", of what is shown, be it the run or what it is about to become.
    QString text() const;
    /// The handle of boundary `i` from 1 on; that of a run without splits is its end.
    QPointF placeOf(int boundary) const;
    double tileWidth() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    void sizeChosen(int keysPerSplit);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    const SplitPlan &shown() const { return m_preview ? *m_preview : *m_plan; }
    int boundaries(const SplitPlan &plan) const;
    int boundaryAt(const QPointF &point) const;
    double x(const SplitPlan &plan, double tile) const;
    QRectF bar() const;
    void consider(int tilesPerSplit);
    void apply();
    void giveUp();
    void announce();

    std::optional<SplitPlan> m_plan, m_preview;
    Preview m_ask;
    std::optional<int> m_considered; ///< key tiles of a split, where it is another number than the run's
    int m_dragged = 0;               ///< boundary under the pressed pointer; 0: none
    FocusRing m_ring;
};

} // namespace ulpscope::ui
