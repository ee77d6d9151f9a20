// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/schedule_canvas.h"
#include "ui/views/schedule_table.h"
#include "ui/views/view.h"

class QVariantAnimation;

namespace ulpscope::ui {

/// Blocks of a launch on the SMs of the device over time: as a model, labelled so, as a GPU ran them, or both, one
/// below the other. View state: "color"; "timeline" (modelled, measured, both); "measured" and "measuredB": the traces
/// that hold the launches of A and B, relative to the session's file or by their full paths.
class ScheduleView : public View {
    Q_OBJECT

public:
    explicit ScheduleView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("schedule"));

    QString title() const override { return tr("SM schedule"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override;
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }
    bool isReady() const override;

public slots:
    void home() override;

protected:
    void rebuild() override;
    void retranslate() override;
    void themeChanged() override;

private:
    enum Timeline { Modelled, Measured, Both };

    void connectSession();
    void connectCanvas(ScheduleCanvas *canvas);
    ScheduleCanvas *other(const ScheduleCanvas *canvas) const { return canvas == m_canvas ? m_measured : m_canvas; }
    void fillTexts();
    void showStep();
    void showHover();
    void pointTo(ScheduleCanvas *canvas, int block);
    void link(ScheduleCanvas *canvas, int block);
    void choose(const ScheduleCanvas *canvas, int block);
    void play(bool on);

    // Of a measured launch: schedule_view_measured.cpp.
    void addMeasured();
    void fillMeasuredTexts();
    Timeline timeline() const { return m_timeline; }
    QString pathKey() const;   ///< view state of the shown side
    QString tracePath() const; ///< absolute; empty: none was chosen
    ScheduleState measuredState(ScheduleColor color);
    void showMeasuredActions();
    void showComparison();
    void measure();
    void chooseTrace();
    void saveTrace();
    void openTrace(const QString &path);

    ScheduleCanvas *m_canvas, *m_measured;
    QLabel *m_comparison;
    QComboBox *m_timelineChoice, *m_color;
    QAction *m_play, *m_measure, *m_open, *m_save;
    QVariantAnimation *m_animation;
    ScheduleTable m_table;
    Timeline m_timeline = Modelled;
    QString m_compared; ///< how the two launches compare as a whole
};

} // namespace ulpscope::ui
