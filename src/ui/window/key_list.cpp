// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_list.h"

#include "ui/actions/actions.h"
#include "ui/theme/application_style.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace ulpscope::ui {

KeyList::KeyList(const Actions &actions, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("keyList"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    const Theme &theme = currentTheme();
    QString html;
    const auto line = [&](const QString &keys, const QString &what) {
        html += QStringLiteral("<tr><td style='padding:2px 16px 2px 8px;font-family:\"%1\"'>%2</td><td "
                               "style='padding:2px'>%3</td></tr>")
                    .arg(theme.font(TextRole::Mono).families().value(0), keys.toHtmlEscaped(), what.toHtmlEscaped());
    };
    const auto heading = [&](const QString &text) {
        html += QStringLiteral("<tr><td colspan='2' style='padding-top:8px;color:%1'><b>%2</b></td></tr>")
                    .arg(theme.accentA.name(), text.toHtmlEscaped());
    };
    html = QStringLiteral("<table>");
    QString group;
    for (const QAction *action : actions.all()) {
        if (action->shortcut().isEmpty())
            continue;
        if (const QString now = actions.groupOf(action); now != group) {
            group = now;
            heading(group);
        }
        line(shortcutText(action), action->statusTip());
    }
    heading(tr("Where the keyboard focus is"));
    line(tr("arrows"), tr("map: move the cell cursor (Shift: 16 cells); timeline: step; list: move"));
    line(tr("Return"), tr("map: select the cell; list: go to the step"));
    line(QStringLiteral("+ −"), tr("map, timeline: zoom"));
    line(QStringLiteral("Home End"), tr("timeline: start and end"));
    line(tr("Delete"), tr("pins: take the pin off"));
    html += QStringLiteral("</table>");
    auto *text = new QTextBrowser(this);
    text->setObjectName(QStringLiteral("keyText"));
    text->setHtml(html);
    text->setAccessibleName(tr("Keys"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(buttons);
    resize(theme.space(170), theme.space(150));
}

AboutDialog::AboutDialog(QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Ulpscope"));
    auto *text = new QLabel(this);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setWordWrap(true);
    text->setText(QStringLiteral("<h2>Ulpscope %1</h2><p>%2</p><p>Qt %3 · %4</p><p>%5</p>")
                      .arg(QCoreApplication::applicationVersion(),
                           tr("Steps through tiled flash attention, bit for bit."), QString::fromLatin1(qVersion()),
                           QSysInfo::prettyProductName(),
                           tr("The program is free software under the GPL, version 3 or later; engine and command line "
                              "under Apache 2.0. "
                              "It sends nothing and reads nothing over a network.")));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(buttons);
}

} // namespace ulpscope::ui
