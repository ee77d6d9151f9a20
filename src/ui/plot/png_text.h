// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace ulpscope::ui {

/// Adds an international text chunk (iTXt) after the header of a PNG. Not QImageWriter::setText(): that one folds white
/// space, which would change a session.
QByteArray withPngText(const QByteArray &png, const QByteArray &keyword, const QString &text);

/// Text of the first iTXt chunk with this keyword; empty when there is none or the file is damaged before it.
QString pngText(const QByteArray &png, const QByteArray &keyword);

} // namespace ulpscope::ui
