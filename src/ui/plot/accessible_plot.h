// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace ulpscope::ui {

/// A plot that can say in words what its cursor is on. A painted widget is invisible to screen readers without it.
class ReadoutSource {
public:
    virtual ~ReadoutSource() = default;
    virtual QString readout() const = 0;
};

/// Makes every widget that is a ReadoutSource appear as a chart named "<accessibleName>: <readout>". Safe to call
/// often.
void installPlotAccessibility();

/// Tells assistive technology that the readout of `plot` changed.
void announceReadout(QWidget *plot);

} // namespace ulpscope::ui
