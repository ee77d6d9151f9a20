// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/pins_panel.h"

#include "ui/theme/application_style.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// Bars over the key tiles, from the smallest to the largest value.
class CourseDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariantList values = index.data(PinModel::kCourseRole).toList();
        if (values.isEmpty())
            return;
        double low = INFINITY, high = -INFINITY;
        for (const QVariant &value : values) {
            if (std::isfinite(value.toDouble())) {
                low = std::min(low, value.toDouble());
                high = std::max(high, value.toDouble());
            }
        }
        const Theme &theme = currentTheme();
        const QRectF area =
            QRectF(option.rect).adjusted(theme.space(1), theme.space(1), -theme.space(1), -theme.space(1));
        const double step = area.width() / double(values.size());
        for (qsizetype i = 0; i < values.size(); ++i) {
            const double value = values[i].toDouble();
            if (!std::isfinite(value))
                continue;
            const double height =
                high > low ? (0.15 + 0.85 * (value - low) / (high - low)) * area.height() : area.height() / 2;
            painter->fillRect(
                QRectF(area.left() + double(i) * step, area.bottom() - height, std::max(1.0, step - 1), height),
                theme.textMuted);
        }
    }
};

} // namespace

PinsPanel::PinsPanel(Session &session, QWidget *parent)
    : QWidget(parent), m_session(session), m_model(session), m_table(new QTableView(this)), m_empty(new QLabel(this))
{
    setObjectName(QStringLiteral("pinsPanel"));
    auto *layout = new QStackedLayout(this);
    layout->addWidget(m_table);
    layout->addWidget(m_empty);
    m_table->setObjectName(QStringLiteral("pinTable"));
    m_table->setModel(&m_model);
    m_table->setItemDelegateForColumn(PinModel::Course, new CourseDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(currentTheme().space(3));
    m_empty->setProperty("role", QStringLiteral("muted"));
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex &index) { select(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) { select(index.row()); });
    connect(&m_model, &PinModel::modelReset, this, &PinsPanel::refresh);
    connect(&m_model, &PinModel::rowsRemoved, this, &PinsPanel::refresh);
    refresh();
}

void PinsPanel::select(int row)
{
    const Pin &pin = m_model.pin(row);
    Selection selection = m_session.selection();
    selection.row = pin.row;
    if (pin.kind == Pin::Kind::Output)
        selection.column = pin.column;
    else if (pin.kind == Pin::Kind::Score || pin.kind == Pin::Kind::Weight)
        selection.key = pin.column;
    m_session.select(selection);
}

void PinsPanel::refresh()
{
    m_empty->setText(
        tr("Nothing pinned. Ctrl+P or Ctrl+click keeps a value in view at every step; Delete takes it off."));
    m_table->setAccessibleName(tr("Pinned values"));
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(currentTheme().font(TextRole::Mono)).height() +
                                                     currentTheme().space(1));
    static_cast<QStackedLayout *>(layout())->setCurrentWidget(m_model.rowCount() > 0 ? static_cast<QWidget *>(m_table)
                                                                                     : m_empty);
}

bool PinsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete &&
        m_table->currentIndex().isValid()) {
        m_model.remove(m_table->currentIndex().row());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PinsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
