// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/painted_canvas.h"
#include "ui/views/playground_painter.h"
#include "ui/views/view.h"

#include <QStandardItemModel>

class QLineEdit;
class QMenu;
class QScrollArea;
class QToolButton;

namespace ulpscope::ui {

/// The painted sum, as high as it needs. Up and Down go through the steps; a click on a tree chooses it.
class PlaygroundCanvas : public PaintedCanvas {
    Q_OBJECT

public:
    explicit PlaygroundCanvas(QWidget *parent = nullptr);
    void setState(PlaygroundState state);
    const PlaygroundState &state() const { return m_state; }
    PlaygroundLayout geometryOfParts() const;
    QString readout() const override;
    QSize minimumSizeHint() const override;

signals:
    void treeChosen(const QString &key);
    void stepReached(const QRectF &where); ///< by the keyboard: it should be visible

protected:
    QString spokenName() const override { return tr("Associativity playground"); }
    void paintPicture(QPainter &painter) override;
    void pointTo(const QPointF &at) override;
    void pointAway() override { moveTo(-1, -1); }
    void clickOn(const QPointF &at) override;
    bool keyPressed(int key) override;
    QString tipAt(const QPointF &) const override { return {}; } // all of it is written down
    void restyled() override { fitHeight(); }
    void resizeEvent(QResizeEvent *event) override;

private:
    void moveTo(int step, int shape);
    void fitHeight();

    PlaygroundState m_state;
};

/// Numbers that somebody types, added in a format and a tree: every rounding in binary, and what other trees and all
/// orders give. Needs no document; text, format and tree are view state.
class PlaygroundView : public View {
    Q_OBJECT

public:
    explicit PlaygroundView(Session &session, QWidget *parent = nullptr,
                            const QString &id = QStringLiteral("playground"));

    QString title() const override { return tr("Associativity playground"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->state().isEmpty(); }
    QAbstractItemModel *table() override { return &m_table; }
    /// The text selected and the keyboard in the field.
    void startTyping();

protected:
    void rebuild() override;
    void retranslate() override;
    void themeChanged() override;

private:
    void fillChoices();
    void fillTable(const PlaygroundState &state);
    void showExample(int index);

    QLineEdit *m_text;
    QToolButton *m_examples;
    QMenu *m_exampleMenu;
    QLabel *m_problem;
    QScrollArea *m_scroll;
    PlaygroundCanvas *m_canvas;
    QComboBox *m_format, *m_tree;
    QWidget *m_row;
    QStandardItemModel m_table;
};

} // namespace ulpscope::ui
