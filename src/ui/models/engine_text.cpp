// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/engine_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {

QString engineText(const Phrase &phrase)
{
    return QString::fromStdString(phrase.inWords([](const Phrase &part) {
        if (part.kind() == Phrase::Kind::Verbatim)
            return part.text();
        const char *context = part.kind() == Phrase::Kind::Template ? "Engine" : "Resources";
        return QCoreApplication::translate(context, part.text().c_str()).toStdString();
    }));
}

} // namespace ulpscope::ui
