// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/fact_list.h"

#include "ui/theme/application_style.h"
#include "ui/views/view_header.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

namespace ulpscope::ui {

FactList::FactList(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setColumnStretch(0, 1);
    restyle();
}

void FactList::setFacts(const Facts &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    while (m_grid->count() / 2 < facts.size()) {
        const int row = m_grid->count() / 2;
        auto *value = new QLabel;
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_grid->addWidget(new ElidedLabel, row, 0);
        m_grid->addWidget(value, row, 1);
    }
    for (int row = 0; row < m_grid->count() / 2; ++row) {
        auto *name = static_cast<ElidedLabel *>(m_grid->itemAtPosition(row, 0)->widget());
        auto *value = static_cast<QLabel *>(m_grid->itemAtPosition(row, 1)->widget());
        const bool used = row < facts.size();
        name->setVisible(used);
        value->setVisible(used);
        name->setText(used ? facts[row].first : QString());
        value->setText(used ? facts[row].second : QString());
        value->setAccessibleName(used ? facts[row].first + QLatin1Char(' ') + facts[row].second : QString());
    }
    restyle();
}

void FactList::restyle()
{
    const Theme &theme = currentTheme();
    m_grid->setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1));
    m_grid->setHorizontalSpacing(theme.space(3));
    m_grid->setVerticalSpacing(0);
    for (int i = 1; i < m_grid->count(); i += 2)
        m_grid->itemAt(i)->widget()->setFont(theme.font(TextRole::MonoSmall));
}

void FactList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

} // namespace ulpscope::ui
