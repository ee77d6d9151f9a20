// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/steps_panel.h"

#include "ui/models/number_text.h"
#include "ui/theme/application_style.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

/// Headings muted, steps in mono with a spot of their colour, events on the right.
class StepDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        const Theme &theme = currentTheme();
        return {theme.space(40), QFontMetrics(theme.font(TextRole::Mono)).height() + theme.space(1)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = currentTheme();
        const auto kind = static_cast<StepListModel::RowKind>(index.data(StepListModel::RowKindRole).toInt());
        const bool isStep = kind == StepListModel::RowKind::Step;
        const bool current = index.data(StepListModel::CurrentRole).toBool();
        painter->save();
        if (current)
            painter->fillRect(option.rect, theme.selection);
        else if (isStep && (option.state & QStyle::State_MouseOver))
            painter->fillRect(option.rect, theme.hovered);
        if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_Selected)) {
            painter->setPen(theme.focus);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        const int level = kind == StepListModel::RowKind::QueryTile ? 0
                          : kind == StepListModel::RowKind::KeyTile ? 1
                                                                    : 2;
        QRect text = option.rect.adjusted(theme.space(2) + level * theme.space(3), 0, -theme.space(2), 0);
        QFont font = theme.font(isStep ? TextRole::Mono : TextRole::Body);
        if (kind == StepListModel::RowKind::QueryTile)
            font.setBold(true);
        painter->setFont(font);
        painter->setPen(current ? theme.selectionText : isStep ? theme.text : theme.textMuted);
        const QString flags = index.data(StepListModel::FlagsRole).toString();
        if (!flags.isEmpty()) {
            const QFont small = theme.font(TextRole::Small);
            const int width = QFontMetrics(small).horizontalAdvance(flags);
            QRect right = text;
            right.setLeft(text.right() - width);
            painter->setFont(small);
            painter->setPen(current ? theme.selectionText : theme.accentB);
            painter->drawText(right, Qt::AlignVCenter | Qt::AlignRight, flags);
            text.setRight(right.left() - theme.space(2));
            painter->setFont(font);
            painter->setPen(current ? theme.selectionText : theme.text);
        }
        painter->drawText(text, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, text.width()));
        painter->restore();
    }
};

} // namespace

StepsPanel::StepsPanel(Session &session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_model(session),
      m_filter(new QLineEdit(this)),
      m_list(new QListView(this)),
      m_count(new QLabel(this))
{
    setObjectName(QStringLiteral("stepsPanel"));
    auto *layout = new QVBoxLayout(this);
    const int gap = currentTheme().space(2);
    layout->setContentsMargins(0, gap, 0, 0);
    layout->setSpacing(gap / 2);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(gap, 0, gap, 0);
    line->addWidget(m_filter, 1);
    line->addWidget(m_count);
    layout->addLayout(line);
    layout->addWidget(m_list, 1);

    m_filter->setObjectName(QStringLiteral("stepFilter"));
    m_filter->setClearButtonEnabled(true);
    m_count->setProperty("role", QStringLiteral("small"));
    m_list->setObjectName(QStringLiteral("stepList"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);

    const auto go = [this](const QModelIndex &index) {
        // A heading stands for the end of what it heads; its own step is the first below it.
        m_session.setStep(index.data(StepListModel::PositionRole).toULongLong());
    };
    connect(m_list, &QListView::clicked, this, go);
    connect(m_list, &QListView::activated, this, go);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model.setFilter(StepFilter(text));
        refreshFilter();
    });
    connect(&m_model, &StepListModel::currentRowChanged, this, &StepsPanel::followStep);
    connect(&m_model, &StepListModel::modelReset, this, &StepsPanel::refreshCount);
    retranslate();
}

void StepsPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void StepsPanel::followStep()
{
    const int row = m_model.currentRow();
    if (row < 0 || row >= m_model.rowCount()) {
        m_list->scrollToTop();
        return;
    }
    const QModelIndex index = m_model.index(row);
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index, QAbstractItemView::EnsureVisible);
}

/// A term that cannot be read filters nothing: that has to be seen.
void StepsPanel::refreshFilter()
{
    const QString problem = StepFilter(m_filter->text()).problem();
    const QString terms = tr("Terms: rescale  row:299  key:64  tile:3  query:2  flag:max|rescale|tie|nan|any");
    m_filter->setToolTip(problem.isEmpty() ? terms : tr("Not understood: %1").arg(problem) + QLatin1Char('\n') + terms);
    m_filter->setStyleSheet(problem.isEmpty() ? QString()
                                              : QStringLiteral("color: %1").arg(currentTheme().error.name()));
    refreshCount();
}

void StepsPanel::refreshCount()
{
    const bool understood = StepFilter(m_filter->text()).problem().isEmpty();
    m_count->setText(!understood                ? tr("not understood")
                     : m_model.stepsShown() > 0 ? grouped(m_model.stepsShown())
                                                : tr("none"));
    m_count->setToolTip(m_model.showsOneTile() ? tr("Steps of the current query tile; the head has too many to list")
                                               : tr("Steps listed"));
}

void StepsPanel::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter: row:299 flag:max"));
    m_filter->setAccessibleName(tr("Filter steps"));
    m_list->setAccessibleName(tr("Steps"));
    refreshFilter();
}

void StepsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        m_list->doItemsLayout();
}

} // namespace ulpscope::ui
