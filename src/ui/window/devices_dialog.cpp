// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/devices_dialog.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace ulpscope::ui {

DevicesDialog::DevicesDialog(QWidget *parent)
    : QDialog(parent), m_table(new QTableWidget(this)), m_note(new QLabel(tr("asking the GPU worker …"), this))
{
    setObjectName(QStringLiteral("devices"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Devices"));
    const Theme &theme = currentTheme();
    const QStringList columns{tr("backend"), tr("device"),      tr("compute capability"),
                              tr("SMs"),     tr("free memory"), tr("driver, runtime")};
    m_table->setObjectName(QStringLiteral("deviceTable"));
    m_table->setColumnCount(static_cast<int>(columns.size()));
    m_table->setHorizontalHeaderLabels(columns);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAccessibleName(windowTitle());
    m_note->setObjectName(QStringLiteral("deviceNote"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(theme.space(190), theme.space(70));

    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] { fill(m_watcher.result()); });
    m_watcher.setFuture(QtConcurrent::run(&DevicesDialog::find));
}

std::vector<DevicesDialog::Found> DevicesDialog::find()
{
    std::vector<Found> list;
    for (const Backend *backend : allBackends()) {
        const std::string_view name = backend->name();
        Found found{QString::fromLatin1(name.data(), static_cast<int>(name.size())), backend->absentReason(), {}};
        if (found.absent.empty())
            found.devices = backend->devices();
        list.push_back(std::move(found));
    }
    return list;
}

void DevicesDialog::addRow(const QStringList &cells)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    for (int column = 0; column < cells.size(); ++column)
        m_table->setItem(row, column, new QTableWidgetItem(cells[column]));
}

void DevicesDialog::fill(const std::vector<Found> &found)
{
    QStringList reasons;
    const QString none = QStringLiteral("–");
    for (const Found &backend : found) {
        for (const BackendDevice &device : backend.devices) {
            const bool isGpu = !device.computeCapability.empty();
            const QString memory = tr("%1 of %2")
                                       .arg(QString::fromStdString(sizeText(device.memoryFree)),
                                            QString::fromStdString(sizeText(device.memoryTotal)));
            addRow({backend.backend, QString::fromStdString(device.name),
                    isGpu ? QString::fromStdString(device.computeCapability) : none,
                    isGpu ? QString::number(device.smCount) : none, isGpu ? memory : none,
                    isGpu ? tr("CUDA %1, %2")
                                .arg(QString::fromStdString(device.driver), QString::fromStdString(device.runtime))
                          : none});
        }
        if (!backend.absent.empty()) {
            addRow({backend.backend, tr("absent"), none, none, none, none});
            reasons << backend.backend + QStringLiteral(": ") + engineText(backend.absent);
        }
    }
    reasons << tr("All of them give the same bits; Run > Backend chooses.");
    m_note->setText(reasons.join(QLatin1Char('\n')));
}

} // namespace ulpscope::ui
