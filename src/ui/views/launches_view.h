// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/launches_table.h"
#include "ui/views/painted_canvas.h"
#include "ui/views/view.h"

class QPushButton;
class QScrollArea;
class QSpinBox;

namespace ulpscope::ui {

/// The painted launches, as high as they need. Left and Right go through the outputs of the race, Up and Down through
/// the ways of adding.
class LaunchesCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit LaunchesCanvas(QWidget *parent = nullptr);
    void setState(LaunchesState state);
    const LaunchesState &state() const { return m_state; }
    LaunchesLayout parts() const;
    QString readout() const override;
    QSize minimumSizeHint() const override;

protected:
    QString spokenName() const override { return tr("Real launches"); }
    void paintPicture(QPainter &painter) override;
    Place placeAt(const QPointF &at) const override; ///< LaunchesState::Part and index
    Place place() const override { return {static_cast<int>(m_state.part), m_state.index}; }
    void setPlace(const Place &place) override;
    void clickOn(const QPointF &) override {}
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;
    void restyled() override { fitHeight(); }
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();

    LaunchesState m_state;
};

/// One sum of A's run, added many times by this machine's GPU: by atomics in the order of arrival, by a semaphore and
/// in the kernel's fixed order. Launched when somebody asks; or read from a file, which needs no GPU.
class LaunchesView : public View {
    Q_OBJECT

public:
    explicit LaunchesView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("launches"));

    QString title() const override { return tr("Real launches"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->state().empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool isReady() const override;

public slots:
    void cycleScale() override;
    void run();
    void openFile();
    void saveFile();

protected:
    void rebuild() override;
    void retranslate() override;
    void themeChanged() override;
    void showEvent(QShowEvent *event) override;

private:
    void fillTexts();
    void showRow();
    QString filePath() const; ///< of the launches that the session names; empty: none

    LaunchesCanvas *m_canvas;
    QScrollArea *m_scroll;
    QWidget *m_row;
    QComboBox *m_what;
    QLabel *m_countLabel, *m_reason, *m_empty;
    QSpinBox *m_count;
    QPushButton *m_run, *m_open, *m_save;
    LaunchesTable m_table;
};

} // namespace ulpscope::ui
