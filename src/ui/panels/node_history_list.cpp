// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/node_history_list.h"

#include "ui/models/engine_text.h"
#include "ui/models/number_text.h"
#include "ui/theme/application_style.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr int kMostShown = 200; ///< events; of a longer sum, the last ones
constexpr int kMostRows = 8;    ///< without scrolling

} // namespace

NodeHistoryList::NodeHistoryList(Session &session, QWidget *parent)
    : QWidget(parent), m_session(session), m_title(new QLabel), m_list(new QTreeWidget)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_list);
    m_title->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("nodeHistory"));
    m_list->setColumnCount(4);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(m_list, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) {
        if (const QVariant step = item->data(0, Qt::UserRole); step.isValid())
            m_session.setStep(step.toULongLong() + 1);
    });
    connect(&session, &Session::nodeHistoryChanged, this, &NodeHistoryList::refresh);
    refresh();
}

void NodeHistoryList::refresh()
{
    const auto history = m_session.nodeHistory();
    setVisible(history && !history->empty());
    m_list->clear();
    m_list->setHeaderLabels({tr("step"), tr("value"), tr("own error"), tr("what was added")});
    m_list->setAccessibleName(tr("History of the chosen node"));
    if (!isVisibleTo(parentWidget()))
        return;
    m_title->setFont(currentTheme().font(TextRole::Heading));
    const std::size_t skipped = history->size() > kMostShown ? history->size() - kMostShown : 0;
    m_title->setText(skipped > 0
                         ? tr("Node of the tree: its last %1 of %2 additions").arg(kMostShown).arg(history->size())
                         : tr("Node of the tree: its additions"));
    const QFont mono = currentTheme().font(TextRole::MonoSmall);
    for (std::size_t i = skipped; i < history->size(); ++i) {
        const NodeEvent &event = (*history)[i];
        auto *item =
            new QTreeWidgetItem(m_list, {event.step ? QString::number(*event.step + 1) : QStringLiteral("–"),
                                         decimal(event.value, 7), decimal(event.ownError, 3), engineText(event.what)});
        if (event.step)
            item->setData(0, Qt::UserRole, static_cast<qulonglong>(*event.step));
        for (int column = 0; column < 3; ++column) {
            item->setFont(column, mono);
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setToolTip(3, item->text(3));
    }
    const int rows = std::min(m_list->topLevelItemCount(), kMostRows);
    m_list->setFixedHeight(m_list->header()->sizeHint().height() + rows * m_list->sizeHintForRow(0) +
                           m_list->horizontalScrollBar()->sizeHint().height() + 4);
    m_list->scrollToBottom();
}

void NodeHistoryList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace ulpscope::ui
