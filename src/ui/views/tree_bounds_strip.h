// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/reduction/tree_bounds.h"

#include <QWidget>

#include <optional>

namespace ulpscope::ui {

/// A tree's measured error on a logarithmic line, with what theory says of it: the probabilistic bound, what truncation
/// can do, and the worst case.
class TreeBoundsStrip : public QWidget {
    Q_OBJECT

public:
    explicit TreeBoundsStrip(QWidget *parent = nullptr);
    /// `ulp`: size of the unit in the last place of the root, the unit of what is shown. nullopt: nothing to show.
    void setBounds(const std::optional<TreeBounds> &bounds, double ulp);
    QString text() const; ///< the whole of it in words
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    std::optional<TreeBounds> m_bounds;
    double m_ulp = 1;
};

} // namespace ulpscope::ui
