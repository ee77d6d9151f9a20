// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/color_scale.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace ulpscope::ui {

class RangeStrip;

/// One row: smallest value, histogram with two handles, largest value, fit, symmetric, scale, map.
class RangeControl : public QWidget {
    Q_OBJECT

public:
    explicit RangeControl(QWidget *parent = nullptr);

    void setScales(const QList<ScaleKind> &kinds);
    void setSpec(const ColorScaleSpec &spec);
    /// May be null: no histogram. Not owned, not kept.
    void setStatistics(const MatrixStatistics *statistics);
    void setAutoRange(bool on);

signals:
    void specEdited(const ulpscope::ui::ColorScaleSpec &spec); ///< by the user
    void autoRangeEdited(bool on);

protected:
    void changeEvent(QEvent *event) override;

private:
    void edited(ColorScaleSpec spec);
    void showSpec();
    void applyTheme();
    void retranslate();

    ColorScaleSpec m_spec;
    QLineEdit *m_min, *m_max, *m_linthresh;
    RangeStrip *m_strip;
    QToolButton *m_fit, *m_symmetric;
    QComboBox *m_kind, *m_map;
};

/// Word for a scale in menus.
QString scaleName(ScaleKind kind);
/// Word for one of colorMapChoices().
QString colorMapName(const QString &choice);

} // namespace ulpscope::ui
