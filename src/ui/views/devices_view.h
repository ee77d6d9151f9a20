// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/devices_painter.h"
#include "ui/views/painted_canvas.h"
#include "ui/views/view.h"

#include <QStandardItemModel>

#include <array>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// The painted study. Hover reads out; a click on a pair, or Return on the one that the arrow keys are on, chooses it.
class DevicesCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit DevicesCanvas(QWidget *parent = nullptr);
    void setState(DevicesState state);
    const DevicesState &state() const { return m_state; }
    QString readout() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int pair);

protected:
    QString spokenName() const override { return tr("Devices"); }
    void paintPicture(QPainter &painter) override;
    void pointTo(const QPointF &at) override { moveTo(pairAt(at)); }
    void pointAway() override { moveTo(-1); }
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &at) const override;

private:
    int pairAt(const QPointF &at) const;
    void moveTo(int pair);

    DevicesState m_state;
};

/// A's request on up to three devices: what the recipe becomes there, the sketch's merge tree, and for each pair where
/// the bits part first and why. Computed while it is visible.
class DevicesView : public View {
    Q_OBJECT

public:
    explicit DevicesView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("devices"));

    QString title() const override { return tr("Devices"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return m_canvas->state().study != nullptr; }
    QAbstractItemModel *table() override { return &m_table; }
    bool isReady() const override;

protected:
    void rebuild() override;
    void retranslate() override;
    void showEvent(QShowEvent *event) override;

private:
    static constexpr std::size_t kMost = 3;
    void fillChoices();
    std::vector<std::string> wanted() const;
    void choose(int pair);

    DevicesCanvas *m_canvas;
    std::array<QComboBox *, kMost> m_choices;
    QStandardItemModel m_table;
};

} // namespace ulpscope::ui
