// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/status.h"

#include <QByteArray>
#include <QString>

namespace ulpscope::ui {

struct PdfInformation {
    QString title, subject, creator, keywords;
};

/// Replaces the information dictionary of a document made by QPdfWriter: Qt puts the time of day into it, in a time
/// zone whose spelling has no fixed length, and has no keywords. All offsets are brought up to date; the file
/// identifier becomes a hash of the content.
Result<QByteArray> finishPdf(const QByteArray &pdf, const PdfInformation &information);

/// Keywords of an uncompressed information dictionary; empty when there are none or the file is not understood.
QString pdfKeywordsOf(const QByteArray &pdf);

} // namespace ulpscope::ui
