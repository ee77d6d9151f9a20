// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/device_study.h"
#include "ui/plot/figure.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace ulpscope::ui {

/// Everything that the view of several devices draws.
struct DevicesState {
    std::shared_ptr<const DeviceStudy> study; ///< null: nothing to draw
    std::vector<QString> titles;              ///< [device] "NVIDIA H200"
    QString title;                            ///< figures only
    int pair = -1;                            ///< under the pointer or the keyboard; -1: none

    int pairs() const { return study ? static_cast<int>(study->pairs.size()) : 0; }
    QString pairTitle(int pair) const;     ///< "a100 | h200"
    QStringList pairLines(int pair) const; ///< counts, where the bits part first, and why
    QString describe(int pair) const;      ///< all of it in one text
};

/// Where the pairs' texts lie.
struct DevicesLayout {
    DevicesLayout(const DevicesState &state, const QRectF &area, const Theme &theme);

    std::vector<QRectF> devices, pairs;
    int pairAt(const QPointF &point) const; ///< -1: none
};

void paintDevices(QPainter &painter, const QRectF &area, const DevicesState &state, const Theme &theme);

class DevicesFigure : public FigureSource {
public:
    explicit DevicesFigure(DevicesState state) : m_state(std::move(state)) {}
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    DevicesState m_state;
};

} // namespace ulpscope::ui
