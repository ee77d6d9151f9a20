// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view.h"

#include "ui/theme/application_style.h"
#include "ui/views/state_words.h"
#include "ui/views/view_header.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ulpscope::ui {

View::View(Session &session, const QString &id, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_id(id),
      m_header(new ViewHeader(this)),
      m_stack(new QStackedWidget(this)),
      m_absent(new QLabel)
{
    setObjectName(id);
    setFocusPolicy(Qt::TabFocus); // whoever gives a view the focus gives it to the picture
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_stack, 1);
    m_stack->setProperty("role", QStringLiteral("viewBody"));
    m_absent->setObjectName(id + QStringLiteral(".absent"));
    m_absent->setProperty("role", QStringLiteral("muted"));
    m_absent->setAlignment(Qt::AlignCenter);
    m_absent->setWordWrap(true);
    m_absent->setMargin(currentTheme().space(4));
    m_stack->addWidget(m_absent);
    m_rebuild.setSingleShot(true);
    m_rebuild.setInterval(0);
    connect(&m_rebuild, &QTimer::timeout, this, [this] { rebuild(); });
    restyle();

    connect(m_header, &ViewHeader::shownChosen, this, [this](Shown shown) { setShown(shown); });
    connect(m_header, &ViewHeader::followChosen, this, [this] { setShown(std::nullopt); });
    connect(m_header, &ViewHeader::copyClicked, this, &View::copyRequested);
    connect(m_header, &ViewHeader::exportClicked, this, &View::exportRequested);
    connect(&session, &Session::shownChanged, this, [this] {
        refreshHeader();
        if (!m_shown)
            emit shownChanged();
    });
    connect(&session, &Session::documentChanged, this, &View::refreshHeader);
    connect(this, &View::figureChanged, this, &View::refreshHeader);
    // Title and sides come from virtual functions: they are asked for once the concrete view is there.
    QMetaObject::invokeMethod(this, &View::refreshHeader, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &View::orderFocus, Qt::QueuedConnection);
}

/// A view can be made smaller than its controls are wide together: it hides what has no room.
void View::restyle()
{
    setMinimumSize(currentTheme().space(44), currentTheme().space(24));
    m_header->restyle();
}

void View::setShown(std::optional<Shown> shown)
{
    if (m_shown == shown)
        return;
    const Shown before = this->shown();
    m_shown = shown;
    refreshHeader();
    if (this->shown() != before)
        emit shownChanged();
}

void View::setBody(QWidget *body)
{
    m_body = body;
    m_stack->insertWidget(0, body);
    m_stack->setCurrentWidget(body);
    setFocusProxy(body);
}

/// The picture comes first, before the header above it: what a new perspective gives the focus to is where Space and
/// the arrows are expected to work, not a button.
void View::orderFocus()
{
    QWidget *last = m_body;
    while (last && last->focusProxy())
        last = last->focusProxy();
    if (!last)
        return;
    setTabOrder(m_absent, last);
    for (QWidget *widget : m_header->focusOrder()) {
        setTabOrder(last, widget);
        last = widget;
    }
}

int View::bodyHeight() const { return height() - m_header->sizeHint().height(); }

void View::setAbsent(const QString &sentence)
{
    m_why = sentence;
    m_absent->setText(sentence);
    m_stack->setCurrentIndex(sentence.isEmpty() ? 0 : 1);
    m_absent->setFocusPolicy(sentence.isEmpty() ? Qt::NoFocus : Qt::TabFocus);
    setFocusProxy(sentence.isEmpty() ? m_body : m_absent);
}

void View::scheduleRebuild()
{
    if (!m_rebuild.isActive())
        m_rebuild.start();
}

void View::setSubtitle(const QString &text) { m_header->setSubtitle(text); }

void View::setScaleText(const QString &text) { m_header->setScaleText(text); }

void View::addMenuAction(QAction *action) { m_header->addMenuAction(action); }

void View::addButton(QAction *action) { m_header->addButton(action); }

void View::addChoice(QComboBox *choice, const QString &name, bool naming)
{
    choice->setObjectName(m_id + QLatin1Char('.') + name);
    m_header->addChoice(choice, naming);
    connect(choice, &QComboBox::activated, this,
            [this, choice, name] { setState(name, choice->currentData().toString()); });
    connect(&m_session, &Session::viewStateChanged, this, [this, key = choice->objectName()](const QString &changed) {
        if (changed == key)
            scheduleRebuild();
    });
}

int View::showChoice(QComboBox *choice, const QString &name)
{
    {
        const QSignalBlocker block(choice);
        choice->setCurrentIndex(std::max(0, choice->findData(state(name))));
    }
    QStringList words;
    for (int i = 0; i < choice->count(); ++i)
        words << choice->itemData(i).toString();
    const QString wrong = wrongWord(m_session, m_id + QLatin1Char('.') + name, words);
    if (wrong.isEmpty())
        m_wrongChoices.remove(name);
    else
        m_wrongChoices[name] = wrong;
    fitHeader(); // it did not hear of the other text
    return choice->currentIndex();
}

void View::fitHeader() { m_header->fit(); }

void View::setChoiceWanted(QComboBox *choice, bool wanted) { m_header->setChoiceWanted(choice, wanted); }

QString View::state(const QString &name, const QString &fallback) const
{
    return m_session.viewState(m_id + QLatin1Char('.') + name, fallback);
}

void View::setState(const QString &name, const QString &value)
{
    m_session.setViewState(m_id + QLatin1Char('.') + name, value);
}

void View::refreshHeader()
{
    m_header->setTitle(title());
    setAccessibleName(title());
    m_header->setSides(hasSides() ? std::optional(shown()) : std::nullopt, m_session.hasB(), m_shown.has_value());
    m_header->setCopyEnabled(hasFigure());
}

void View::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        restyle();
        refreshHeader();
        themeChanged();
    } else if (event->type() == QEvent::LanguageChange) {
        m_header->retranslate();
        refreshHeader();
        retranslate();
    }
}

} // namespace ulpscope::ui
