// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QFrame>

#include <optional>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace ulpscope::ui {

/// A label that gives up text, from the right, before it makes its neighbours smaller.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    void setText(const QString &text);
    const QString &text() const { return m_text; }
    void setAlignment(Qt::Alignment alignment) { m_alignment = alignment; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int textWidth() const;

    QString m_text;
    int m_reserved = 0; ///< width that the layout knows
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

/// The bar on top of every view: what it shows, of which run, on which scale, and what can be done with it.
class ViewHeader : public QFrame {
    Q_OBJECT

public:
    explicit ViewHeader(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setSubtitle(const QString &subtitle);
    void setScaleText(const QString &text);
    /// Which of A, B and the difference; nullopt hides the choice. `hasB` false disables B and the difference.
    void setSides(std::optional<Shown> shown, bool hasB, bool pinned);
    void addMenuAction(QAction *action);
    /// A button beside the choices, and an entry of the menu; only the latter where the header is too narrow.
    void addButton(QAction *action);
    /// Where the header is too narrow for a choice, and always in the menu, it is a submenu. The first ones stay
    /// longest. A naming choice, which says what is shown, always stays.
    void addChoice(QComboBox *choice, bool naming);
    void setChoiceWanted(QComboBox *choice, bool wanted);
    void setCopyEnabled(bool on);
    /// Gives every choice the width of its present text. Called by the header where it hears of a change; where a
    /// choice was changed with its signals blocked, by who did that.
    void fit();
    /// What Tab goes through after the picture.
    QWidgetList focusOrder() const;
    void retranslate();
    void restyle();
    QSize minimumSizeHint() const override;

signals:
    void shownChosen(ulpscope::ui::Shown shown);
    void followChosen(); ///< show what the session shows
    void copyClicked();
    void exportClicked();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Choice {
        QComboBox *box;
        QMenu *menu;
        bool naming;
        bool wanted = true; ///< the view has a use for it now
    };
    int fixedWidth() const;

    QLabel *m_title;
    ElidedLabel *m_subtitle, *m_scale;
    QHBoxLayout *m_layout;
    QLabel *m_side;
    QToolButton *m_copy, *m_menuButton;
    QMenu *m_menu;
    std::vector<Choice> m_choices;
    std::vector<QToolButton *> m_buttons;
    QAction *m_sideA, *m_sideB, *m_sideDifference, *m_follow, *m_export, *m_ownEnd;
};

} // namespace ulpscope::ui
