// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_header.h"

#include "ui/actions/icons.h"
#include "ui/theme/application_style.h"

#include <QAbstractItemView>
#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kChoiceChrome = 8; ///< grid steps beside the text of a flat combo box: padding, arrow, border

} // namespace

ElidedLabel::ElidedLabel(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setToolTip(text);
    setAccessibleName(text);
    // A text that gets a little shorter keeps its place: a new layout at every step would cost more than its painting.
    if (const int width = textWidth(); width > m_reserved || width < m_reserved / 2) {
        m_reserved = width;
        updateGeometry();
    }
    update();
}

int ElidedLabel::textWidth() const
{
    return QFontMetrics(currentTheme().font(TextRole::Small)).horizontalAdvance(m_text) + 2;
}

QSize ElidedLabel::sizeHint() const
{
    return {std::max(textWidth(), m_reserved), QFontMetrics(currentTheme().font(TextRole::Small)).height()};
}

QSize ElidedLabel::minimumSizeHint() const { return {0, sizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(currentTheme().font(TextRole::Small));
    painter.setPen(currentTheme().textMuted);
    painter.drawText(rect(), m_alignment, painter.fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

ViewHeader::ViewHeader(QWidget *parent)
    : QFrame(parent),
      m_title(new QLabel(this)),
      m_subtitle(new ElidedLabel(this)),
      m_scale(new ElidedLabel(this)),
      m_layout(new QHBoxLayout(this)),
      m_side(new QLabel(this)),
      m_copy(new QToolButton(this)),
      m_menuButton(new QToolButton(this)),
      m_menu(new QMenu(this))
{
    setProperty("role", QStringLiteral("panelHeader"));
    m_scale->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_side);
    m_layout->addWidget(m_subtitle, 1);
    m_layout->addWidget(m_scale);
    m_layout->addWidget(m_copy);
    m_layout->addWidget(m_menuButton);

    m_copy->setObjectName(QStringLiteral("viewCopy"));
    m_menuButton->setObjectName(QStringLiteral("viewMenu"));
    m_menu->setToolTipsVisible(true); // an entry that is disabled says why
    for (QToolButton *button : {m_copy, m_menuButton}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the focus, and with it Space, to the picture
        button->setProperty("flat", true);
        button->setProperty("bare", true);
    }
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(m_menu);

    auto *sides = new QActionGroup(this);
    const auto addSide = [&](const char *name, Shown shown) {
        auto *action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        action->setCheckable(true);
        sides->addAction(action);
        m_menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, shown] { emit shownChosen(shown); });
        return action;
    };
    m_sideA = addSide("viewShowA", Shown::A);
    m_sideB = addSide("viewShowB", Shown::B);
    m_sideDifference = addSide("viewShowDifference", Shown::Difference);
    m_follow = new QAction(this);
    m_follow->setObjectName(QStringLiteral("viewFollowSession"));
    m_follow->setCheckable(true);
    m_menu->addAction(m_follow);
    connect(m_follow, &QAction::triggered, this, &ViewHeader::followChosen);
    m_menu->addSeparator();
    m_ownEnd = m_menu->addSeparator();
    m_export = new QAction(this);
    m_export->setObjectName(QStringLiteral("viewExport"));
    m_menu->addAction(m_export);
    connect(m_export, &QAction::triggered, this, &ViewHeader::exportClicked);
    connect(m_copy, &QToolButton::clicked, this, &ViewHeader::copyClicked);
    retranslate();
    restyle();
}

void ViewHeader::retranslate()
{
    m_sideA->setText(tr("Show A"));
    m_sideB->setText(tr("Show B"));
    m_sideDifference->setText(tr("Show the difference A − B"));
    m_follow->setText(tr("Show what the tool bar says"));
    m_export->setText(tr("Export this view…"));
    m_copy->setToolTip(tr("Copy this view as a picture"));
    m_copy->setAccessibleName(tr("Copy this view as a picture"));
    m_menuButton->setToolTip(tr("What else this view can do"));
    m_menuButton->setAccessibleName(tr("View menu"));
}

void ViewHeader::restyle()
{
    const Theme &theme = currentTheme();
    m_layout->setContentsMargins(theme.space(3), theme.space(1), theme.space(1), theme.space(1));
    m_layout->setSpacing(theme.space(2));
    m_title->setFont(theme.font(TextRole::Heading));
    m_side->setFont(theme.font(TextRole::Heading));
    const int side = theme.space(4);
    for (QToolButton *button : {m_copy, m_menuButton})
        button->setIconSize({side, side});
    m_copy->setIcon(icon(Icon::Copy));
    m_menuButton->setIcon(icon(Icon::Menu));
}

void ViewHeader::setTitle(const QString &title) { m_title->setText(title); }

void ViewHeader::setSubtitle(const QString &subtitle)
{
    m_subtitle->setText(subtitle);
    fit();
}

void ViewHeader::setScaleText(const QString &text) { m_scale->setText(text); }

void ViewHeader::setSides(std::optional<Shown> shown, bool hasB, bool pinned)
{
    const Theme &theme = currentTheme();
    m_side->setVisible(shown.has_value() && hasB);
    for (QAction *action : {m_sideA, m_sideB, m_sideDifference, m_follow})
        action->setVisible(shown.has_value() && hasB);
    m_follow->setChecked(!pinned);
    if (!shown)
        return;
    const QColor color = *shown == Shown::A ? theme.accentA : *shown == Shown::B ? theme.accentB : theme.text;
    m_side->setText(*shown == Shown::A   ? QStringLiteral("A")
                    : *shown == Shown::B ? QStringLiteral("B")
                                         : QStringLiteral("Δ"));
    m_side->setStyleSheet(QStringLiteral("color: %1").arg(color.name()));
    (*shown == Shown::A ? m_sideA : *shown == Shown::B ? m_sideB : m_sideDifference)->setChecked(true);
    fit();
}

void ViewHeader::addMenuAction(QAction *action) { m_menu->insertAction(m_ownEnd, action); }

void ViewHeader::addButton(QAction *action)
{
    addMenuAction(action);
    auto *button = new QToolButton(this);
    button->setObjectName(action->objectName() + QStringLiteral(".button"));
    button->setDefaultAction(action);
    button->setProperty("toggle", true); // a checked one looks so
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("flat", true);
    m_layout->insertWidget(m_layout->indexOf(m_scale), button);
    m_buttons.push_back(button);
    connect(action, &QAction::changed, this, &ViewHeader::fit);
}

void ViewHeader::addChoice(QComboBox *box, bool naming)
{
    box->setProperty("flat", true);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(box, &QComboBox::currentTextChanged, this, &ViewHeader::fit);
    m_layout->insertWidget(m_layout->indexOf(m_scale), box);
    auto *menu = new QMenu(this);
    m_menu->insertMenu(m_ownEnd, menu);
    m_choices.push_back({box, menu, naming});
    connect(m_menu, &QMenu::aboutToShow, menu, [box, menu] {
        menu->setTitle(box->accessibleName());
        menu->setEnabled(box->isEnabled());
        menu->clear();
        for (int i = 0; i < box->count(); ++i) {
            QAction *action = menu->addAction(box->itemText(i));
            action->setCheckable(true);
            action->setChecked(i == box->currentIndex());
            connect(action, &QAction::triggered, box, [box, i] {
                box->setCurrentIndex(i);
                emit box->activated(i);
            });
        }
    });
}

void ViewHeader::setChoiceWanted(QComboBox *box, bool wanted)
{
    for (Choice &choice : m_choices) {
        if (choice.box == box && choice.wanted != wanted) {
            choice.wanted = wanted;
            choice.menu->menuAction()->setVisible(wanted);
        }
    }
    fit();
}

/// Of what is always there: title, side and buttons.
int ViewHeader::fixedWidth() const
{
    const QMargins margins = m_layout->contentsMargins();
    int width = margins.left() + margins.right() + m_title->sizeHint().width();
    for (const QWidget *widget : std::initializer_list<const QWidget *>{m_side, m_copy, m_menuButton})
        width += widget->isHidden() ? 0 : widget->sizeHint().width() + m_layout->spacing();
    return width;
}

QSize ViewHeader::minimumSizeHint() const
{
    return {fixedWidth() + 2 * m_layout->spacing(), QFrame::minimumSizeHint().height()};
}

/// Shows as many choices as there is room for beside the beginning of the subtitle. The naming choice is there always:
/// where it has no room beside the title it stands in the title's place.
void ViewHeader::fit()
{
    int room = width() - fixedWidth() - std::min(m_subtitle->sizeHint().width(), currentTheme().space(16)) -
               2 * m_layout->spacing();
    bool titleFits = true;
    bool buttonsDone = false; // they come after the first choice, which says what is shown
    const auto placeButtons = [&] {
        for (QToolButton *button : buttonsDone ? std::vector<QToolButton *>() : m_buttons) {
            const bool wanted = button->defaultAction()->isVisible();
            room -= wanted ? button->sizeHint().width() + m_layout->spacing() : 0;
            button->setVisible(wanted && room >= 0);
        }
        buttonsDone = true;
    };
    for (const Choice &choice : m_choices) {
        // As wide as its present text: the widest entry would tear the header apart. The list shows all of each entry.
        QComboBox &box = *choice.box;
        const int width = box.fontMetrics().horizontalAdvance(box.currentText()) + currentTheme().space(kChoiceChrome);
        box.setFixedWidth(width);
        box.view()->setMinimumWidth(box.sizeHint().width());
        room -= choice.wanted ? width + m_layout->spacing() : 0;
        if (choice.naming && choice.wanted && room < 0) {
            titleFits = false;
            room += m_title->sizeHint().width() + m_layout->spacing();
        }
        box.setVisible(choice.wanted && (room >= 0 || choice.naming));
        placeButtons();
    }
    placeButtons();
    m_title->setVisible(titleFits);
    m_scale->setVisible(titleFits); // what is left is the subtitle's
}

QWidgetList ViewHeader::focusOrder() const
{
    QWidgetList order(m_buttons.begin(), m_buttons.end());
    for (const Choice &choice : m_choices)
        order << choice.box;
    return order << m_copy << m_menuButton;
}

void ViewHeader::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fit();
}

void ViewHeader::setCopyEnabled(bool on)
{
    m_copy->setEnabled(on);
    m_export->setEnabled(on);
}

} // namespace ulpscope::ui
