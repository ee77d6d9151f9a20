// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/schedule_canvas.h"
#include "ui/views/schedule_table.h"
#include "ui/views/view.h"

class QVariantAnimation;

namespace ulpscope::ui {

/// Blocks of a launch on the SMs of the device over time: a model, and labelled so.
class ScheduleView : public View {
    Q_OBJECT

public:
    explicit ScheduleView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("schedule"));

    QString title() const override { return tr("SM schedule"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_canvas->state().blocks != nullptr; }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }
    bool isReady() const override;

public slots:
    void home() override { m_canvas->showWhole(); }

protected:
    void rebuild() override;
    void retranslate() override;

private:
    void fillColors();
    void showStep();
    void showHover();
    void choose(int block);
    void play(bool on);

    ScheduleCanvas *m_canvas;
    QComboBox *m_color;
    QAction *m_play;
    QVariantAnimation *m_animation;
    ScheduleTable m_table;
};

} // namespace ulpscope::ui
