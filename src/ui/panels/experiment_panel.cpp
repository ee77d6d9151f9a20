// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/experiment_panel.h"

#include "ui/panels/form_scroll.h"
#include "ui/panels/problem_form.h"
#include "ui/panels/run_form.h"

#include <QEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace ulpscope::ui {

ExperimentPanel::ExperimentPanel(Session &session, QWidget *parent) : QWidget(parent), m_tabs(new QTabWidget(this))
{
    setObjectName(QStringLiteral("experimentPanel"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    m_tabs->setObjectName(QStringLiteral("experimentTabs"));
    m_tabs->setDocumentMode(true);
    const auto add = [this](QWidget *form) {
        guardWheel(form);
        m_tabs->addTab(new FormScroll(form, m_tabs), QString());
    };
    add(new ProblemForm(session));
    add(new RunForm(session, Side::A));
    add(new RunForm(session, Side::B));
    m_tabs->setCurrentIndex(1);
    retranslate();
}

void ExperimentPanel::retranslate()
{
    m_tabs->setTabText(0, tr("Problem"));
    m_tabs->setTabText(1, tr("Run A"));
    m_tabs->setTabText(2, tr("Run B"));
    m_tabs->tabBar()->setAccessibleName(tr("Parts of the experiment"));
}

void ExperimentPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ulpscope::ui
