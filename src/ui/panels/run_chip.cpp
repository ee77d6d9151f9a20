// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_chip.h"

#include "ui/models/engine_text.h"
#include "ui/panels/known_badge.h"
#include "ui/theme/application_style.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace ulpscope::ui {

namespace {

/// "NVIDIA H200" needs its maker in a list of all devices, not in a tool bar.
QString shortTitle(const DeviceProfile &device)
{
    return QString::fromStdString(device.title).remove(QStringLiteral("NVIDIA "));
}

} // namespace

RunChip::RunChip(Session &session, Side side, QWidget *parent)
    : QFrame(parent),
      m_session(session),
      m_side(side),
      m_letter(new QLabel(side == Side::A ? QStringLiteral("A") : QStringLiteral("B"), this)),
      m_tensor(new QLabel(this)),
      m_kernel(new QToolButton(this)),
      m_device(new QToolButton(this)),
      m_add(new QToolButton(this)),
      m_badge(new KnownBadge(this))
{
    const QString suffix = side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
    setObjectName(QStringLiteral("chip") + suffix);
    m_kernel->setObjectName(QStringLiteral("chipKernel") + suffix);
    m_device->setObjectName(QStringLiteral("chipDevice") + suffix);
    m_add->setObjectName(QStringLiteral("chipAdd") + suffix);
    m_badge->setObjectName(QStringLiteral("chipBadge") + suffix);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSizeConstraint(QLayout::SetFixedSize); // as wide as what is in it, whatever the tool bar has room for
    layout->addWidget(m_letter);
    layout->addWidget(m_tensor);
    layout->addWidget(m_kernel);
    layout->addWidget(m_device);
    layout->addWidget(m_badge);
    layout->addWidget(m_add);
    for (QToolButton *button : {m_kernel, m_device}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setProperty("flat", true);
        button->setFocusPolicy(Qt::TabFocus);
        auto *menu = new QMenu(button);
        auto *group = new QActionGroup(menu);
        connect(group, &QActionGroup::triggered, this, [this, isKernel = button == m_kernel](QAction *action) {
            const auto spec = m_session.spec(m_side);
            if (!spec)
                return;
            RunRequest request = spec->request;
            if (isKernel) {
                request.kernel = action->data().toString().toStdString();
                request.set.clear();
            } else {
                request.device = action->data().toString().toStdString();
            }
            m_session.setRequest(m_side, request);
        });
        const auto add = [menu, group](const QString &title, const std::string &id) {
            QAction *action = menu->addAction(title);
            action->setData(QString::fromStdString(id));
            action->setObjectName(QString::fromStdString(id));
            action->setCheckable(true);
            group->addAction(action);
        };
        if (button == m_kernel) {
            for (const KernelFamily &kernel : session.catalog().kernels)
                add(engineText(kernel.title), kernel.id);
        } else {
            for (const DeviceProfile &device : session.catalog().devices)
                add(QStringLiteral("%1 · %2").arg(shortTitle(device), QString::fromStdString(device.architecture)),
                    device.id);
        }
        button->setMenu(menu);
    }
    m_add->setProperty("flat", true);
    m_add->setFocusPolicy(Qt::TabFocus);
    connect(m_add, &QToolButton::clicked, this, [this] { m_session.setRequest(m_side, m_session.document().a); });
    connect(&session, &Session::specChanged, this, &RunChip::refresh);
    connect(&session, &Session::documentChanged, this, &RunChip::refresh);
    restyle();
    refresh();
}

void RunChip::refresh()
{
    const auto spec = m_session.spec(m_side);
    const QString tensor = QString::fromStdString(m_session.document().observedTensor);
    const bool isTensor = m_side == Side::B && !spec && !tensor.isEmpty();
    m_kernel->setVisible(spec != nullptr);
    m_device->setVisible(spec != nullptr);
    m_tensor->setVisible(isTensor);
    m_add->setVisible(m_side == Side::B && !spec);
    m_badge->setSpec(spec.get());
    m_tensor->setText(tr("recorded %1").arg(tensor));
    const QString side = m_letter->text();
    m_add->setText(isTensor ? QStringLiteral("+") : tr("add a run"));
    m_add->setToolTip(tr("Add a run B, at first the same as A (Ctrl+B)"));
    m_add->setAccessibleName(tr("Add a run B"));
    const QList<QAction *> kernels = m_kernel->menu()->actions();
    for (qsizetype i = 0; i < kernels.size(); ++i)
        kernels[i]->setText(engineText(m_session.catalog().kernels[static_cast<size_t>(i)].title));
    m_kernel->setAccessibleName(tr("Kernel of run %1").arg(side));
    m_device->setAccessibleName(tr("Device of run %1").arg(side));
    if (!spec)
        return;
    m_kernel->setText(QString::fromStdString(spec->request.kernel));
    const auto device = m_session.catalog().device(spec->request.device);
    m_device->setText(device.ok() ? shortTitle(*device.value()) : QString::fromStdString(spec->request.device));
    m_kernel->setToolTip(tr("Kernel of run %1").arg(side));
    m_device->setToolTip(tr("Device of run %1").arg(side));
    m_kernel->setAccessibleName(tr("Kernel of run %1: %2").arg(side, m_kernel->text()));
    m_device->setAccessibleName(tr("Device of run %1: %2").arg(side, m_device->text()));
    for (QToolButton *button : {m_kernel, m_device}) {
        const QString current =
            QString::fromStdString(button == m_kernel ? spec->request.kernel : spec->request.device);
        for (QAction *action : button->menu()->actions())
            action->setChecked(action->data().toString() == current);
    }
}

void RunChip::restyle()
{
    const Theme &theme = currentTheme();
    m_styledFor = theme.panel;
    const QColor accent = m_side == Side::A ? theme.accentA : theme.accentB;
    layout()->setSpacing(theme.space(1));
    layout()->setContentsMargins(theme.space(2), theme.space(1) / 2, theme.space(2), theme.space(1) / 2);
    setStyleSheet(
        QStringLiteral(
            "QFrame#%1 { background: %2; border: 1px solid %3; border-left: %4px solid %5; border-radius: %6px; }")
            .arg(objectName(), theme.panelHeader.name(), theme.border.name())
            .arg(theme.space(1) - 1)
            .arg(accent.name())
            .arg(theme.space(1)));
    m_letter->setStyleSheet(QStringLiteral("color: %1; font-weight: bold").arg(accent.name()));
}

void RunChip::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_styledFor != currentTheme().panel)
        restyle();
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace ulpscope::ui
