// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/fact_list.h"

#include "ui/theme/application_style.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

namespace ulpscope::ui {

FactList::FactList(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setColumnStretch(1, 1);
    restyle();
}

void FactList::setFacts(const Facts &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    const auto label = [this](int row, int column, const QString &text) {
        QLayoutItem *item = m_grid->itemAtPosition(row, column);
        if (!item) {
            m_grid->addWidget(new QLabel, row, column);
            item = m_grid->itemAtPosition(row, column);
        }
        auto *widget = static_cast<QLabel *>(item->widget());
        widget->setText(text);
        widget->setVisible(row < m_facts.size());
        return widget;
    };
    const int rows = std::max(static_cast<int>(m_facts.size()), m_grid->count() / 2);
    for (int row = 0; row < rows; ++row) {
        const auto fact = row < m_facts.size() ? m_facts[row] : std::pair<QString, QString>();
        label(row, 0, fact.first)->setProperty("role", QStringLiteral("muted"));
        QLabel *value = label(row, 1, fact.second);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        value->setAccessibleName(fact.first + QLatin1Char(' ') + fact.second);
    }
    restyle();
}

void FactList::restyle()
{
    const Theme &theme = currentTheme();
    m_grid->setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1));
    m_grid->setHorizontalSpacing(theme.space(3));
    m_grid->setVerticalSpacing(0);
    for (int i = 0; i < m_grid->count(); ++i)
        m_grid->itemAt(i)->widget()->setFont(theme.font(i % 2 == 0 ? TextRole::Small : TextRole::MonoSmall));
}

void FactList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

} // namespace ulpscope::ui
