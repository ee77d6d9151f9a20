// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ulpscope::ui {

/// Where a figure keeps its session: a PNG text chunk of this name ...
inline constexpr char kPngSessionKey[] = "Ulpscope-Session";
/// ... the SVG <metadata> element ...
QString svgMetadata(const QString &session);
/// ... and the PDF keywords, after a marker that tells a session from ordinary keywords.
QString pdfKeywords(const QString &session);

} // namespace ulpscope::ui
