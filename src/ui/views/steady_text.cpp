// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/steady_text.h"

#include <QLabel>

namespace ulpscope::ui {

void setSteadyText(QLabel *label, const QString &text)
{
    label->setText(text);
    const QSize wanted = label->sizeHint(), kept = label->minimumSize();
    const bool isSteady = kept == label->maximumSize();
    if (!isSteady || wanted.width() > kept.width() || wanted.height() != kept.height())
        label->setFixedSize(isSteady ? wanted.expandedTo({kept.width(), 0}) : wanted);
}

} // namespace ulpscope::ui
