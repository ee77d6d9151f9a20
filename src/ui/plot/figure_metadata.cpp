// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_metadata.h"

#include "ui/plot/figure_exporter.h"
#include "ui/plot/pdf_document.h"
#include "ui/plot/png_text.h"

#include <QFile>
#include <QXmlStreamReader>

namespace ulpscope::ui {

namespace {

constexpr qint64 kLargestFigure = 256ll << 20; ///< bytes; a file beyond this is not one of ours
const QString kNamespace = QStringLiteral("https://ulpscope.org/ns/session/1");
const QString kElement = QStringLiteral("session");
const QString kPdfMarker = QStringLiteral("ulpscope-session ");

Status none(const QString &path)
{
    return {StatusCode::NotFound, phrase("%1: this figure holds no Ulpscope session", path.toStdString())};
}

Result<QString> fromSvg(const QByteArray &bytes, const QString &path)
{
    QXmlStreamReader xml(bytes);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == kElement && xml.namespaceUri() == kNamespace)
            return xml.readElementText();
    }
    if (xml.hasError())
        return Status::invalid(
            phrase("%1: not readable as SVG: %2", path.toStdString(), xml.errorString().toStdString()));
    return none(path);
}

} // namespace

QString svgMetadata(const QString &session)
{
    return session.isEmpty() ? QString()
                             : QStringLiteral("<u:%1 xmlns:u=\"%2\">").arg(kElement, kNamespace) +
                                   session.toHtmlEscaped() + QStringLiteral("</u:%1>").arg(kElement);
}

QString pdfKeywords(const QString &session) { return session.isEmpty() ? QString() : kPdfMarker + session; }

Result<QString> readEmbeddedSession(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Status(StatusCode::IoError,
                      phrase("cannot read %1: %2", path.toStdString(), file.errorString().toStdString()));
    if (file.size() > kLargestFigure)
        return Status::invalid(phrase("%1: too large for a figure", path.toStdString()));
    const QByteArray bytes = file.readAll();
    if (bytes.startsWith("\x89PNG\r\n\x1a\n")) {
        const QString session = pngText(bytes, kPngSessionKey);
        return session.isEmpty() ? Result<QString>(none(path)) : Result<QString>(session);
    }
    if (bytes.startsWith("%PDF-")) {
        const QString keywords = pdfKeywordsOf(bytes);
        return keywords.startsWith(kPdfMarker) ? Result<QString>(keywords.mid(kPdfMarker.size()))
                                               : Result<QString>(none(path));
    }
    if (bytes.trimmed().startsWith('<'))
        return fromSvg(bytes, path);
    return Status::invalid(phrase("%1: expected a PNG, SVG or PDF figure", path.toStdString()));
}

} // namespace ulpscope::ui
