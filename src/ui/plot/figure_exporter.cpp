// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_exporter.h"

#include "ui/plot/figure_metadata.h"
#include "ui/plot/pdf_document.h"
#include "ui/plot/png_text.h"
#include "ui/plot/svg_device.h"

#include <QBuffer>
#include <QFileInfo>
#include <QHashSeed>
#include <QImage>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kPointsPerInch = 72.0;
constexpr double kLargestPng = 20000; ///< pixels per side
const QString kCreator = QStringLiteral("Ulpscope");

Status check(const FigureOptions &o)
{
    const auto outside = [](double value, double low, double high) { return !(value >= low && value <= high); };
    if (outside(o.width, 36, 5000) || outside(o.height, 36, 5000))
        return Status::invalid(phrase("figure size must be 36 to 5000 points, got %1 x %2", std::to_string(o.width),
                                      std::to_string(o.height)));
    if (outside(o.text, 4, 72))
        return Status::invalid(phrase("figure text must be 4 to 72 points, got %1", std::to_string(o.text)));
    if (o.format == FigureFormat::Png &&
        (outside(o.dpi, 36, 2400) || std::max(o.width, o.height) / kPointsPerInch * o.dpi > kLargestPng))
        return Status::invalid(
            phrase("PNG resolution must be 36 to 2400 dpi and at most 20000 pixels a side, got %1 dpi",
                   std::to_string(o.dpi)));
    return {};
}

/// `painter` already works in figure units.
void paint(const FigureSource &source, QCPPainter &painter, const QSizeF &points, const FigureOptions &options)
{
    const Theme theme = Theme::of(options.theme).withBaseSize(options.text * kFigureUnitsPerPoint);
    const QRectF page(QPointF(), points * kFigureUnitsPerPoint);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // the PDF engine stores images as JPEG otherwise
    painter.fillRect(page, theme.plotGround);
    source.paintFigure({painter, &painter, page, theme, options.format != FigureFormat::Png});
}

Result<QByteArray> renderPng(const FigureSource &source, const QSizeF &points, const FigureOptions &options)
{
    const double pixelsPerPoint = options.dpi / kPointsPerInch;
    QImage image((points * pixelsPerPoint).toSize(),
                 QImage::Format_ARGB32_Premultiplied); // opaque formats may get coloured text edges
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.scale(pixelsPerPoint / kFigureUnitsPerPoint, pixelsPerPoint / kFigureUnitsPerPoint);
    paint(source, painter, points, options);
    painter.end();
    image = image.convertToFormat(QImage::Format_RGB32);
    const int dotsPerMeter = qRound(options.dpi / 0.0254);
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);

    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, "png");
    writer.setText(QStringLiteral("Software"), kCreator);
    if (!options.title.isEmpty())
        writer.setText(QStringLiteral("Title"), options.title);
    writer.setText(QStringLiteral("Description"), source.figureDescription());
    if (!writer.write(image))
        return Status(StatusCode::IoError, phrase("cannot encode PNG: %1", writer.errorString().toStdString()));
    return options.session.isEmpty() ? bytes : withPngText(bytes, kPngSessionKey, options.session);
}

Result<QByteArray> renderSvg(const FigureSource &source, const QSizeF &points, const FigureOptions &options)
{
    SvgDevice device(points, kFigureUnitsPerPoint, options.textAsPaths);
    device.setTitle(options.title);
    device.setDescription(source.figureDescription());
    device.setMetadata(svgMetadata(options.session));
    QCPPainter painter(&device);
    paint(source, painter, points, options);
    painter.end();
    return device.document();
}

Result<QByteArray> renderPdf(const FigureSource &source, const QSizeF &points, const FigureOptions &options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(qRound(kPointsPerInch * kFigureUnitsPerPoint)); // one device pixel is one figure unit
        writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        QCPPainter painter(&writer);
        if (!painter.isActive())
            return Status(StatusCode::IoError, phrase("cannot start a PDF document"));
        paint(source, painter, points, options);
        painter.end();
    }
    PdfInformation information;
    information.title = options.title;
    information.subject = source.figureDescription();
    information.creator = kCreator;
    information.keywords = pdfKeywords(options.session);
    return finishPdf(bytes, information);
}

} // namespace

const std::vector<FigurePreset> &figurePresets()
{
    // Widths and text sizes as in tueplots and SciencePlots; IEEE and Nature from their guides for authors.
    static const std::vector<FigurePreset> kPresets = {
        {QStringLiteral("icml-column"), 3.25, 2.5, 8, 300},    {QStringLiteral("icml-full"), 6.75, 3.0, 8, 300},
        {QStringLiteral("aistats-column"), 3.25, 2.5, 9, 300}, {QStringLiteral("aistats-full"), 6.75, 3.0, 9, 300},
        {QStringLiteral("uai-column"), 3.25, 2.5, 9, 300},     {QStringLiteral("uai-full"), 6.75, 3.0, 9, 300},
        {QStringLiteral("cvpr-column"), 3.25, 2.5, 8, 300},    {QStringLiteral("cvpr-full"), 6.875, 3.0, 8, 300},
        {QStringLiteral("aaai-column"), 3.3, 2.5, 9, 300},     {QStringLiteral("aaai-full"), 6.975, 3.0, 9, 300},
        {QStringLiteral("neurips"), 5.5, 3.0, 9, 300},         {QStringLiteral("iclr"), 5.5, 3.0, 9, 300},
        {QStringLiteral("tmlr"), 6.5, 3.25, 9, 300},           {QStringLiteral("jmlr"), 6.0, 3.25, 10, 300},
        {QStringLiteral("eccv"), 4.8, 2.75, 8, 300},           {QStringLiteral("ieee-column"), 3.3, 2.5, 8, 600},
        {QStringLiteral("ieee-full"), 7.16, 3.25, 8, 600},     {QStringLiteral("nature-column"), 3.3, 2.5, 7, 600},
        {QStringLiteral("nature-full"), 7.2, 3.25, 7, 600},    {QStringLiteral("beamer"), 398.34 / 72.27, 3.0, 9, 300},
        {QStringLiteral("blog"), 6.25, 3.75, 9, 192},          {QStringLiteral("blog-2x"), 6.25, 3.75, 9, 384},
    };
    return kPresets;
}

const FigurePreset *findFigurePreset(const QString &id)
{
    const auto &presets = figurePresets();
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const FigurePreset &p) { return p.id == id; });
    return found != presets.end() ? &*found : nullptr;
}

FigureOptions optionsFor(const FigurePreset &preset, FigureFormat format)
{
    FigureOptions options;
    options.format = format;
    options.width = preset.width * kPointsPerInch;
    options.height = preset.height * kPointsPerInch;
    options.text = preset.text;
    options.dpi = preset.dpi;
    return options;
}

void makeFiguresReproducible() { QHashSeed::setDeterministicGlobalSeed(); }

Result<QByteArray> renderFigure(const FigureSource &source, const FigureOptions &options)
{
    if (Status status = check(options); !status.ok())
        return status;
    if (!loadBundledFonts())
        return Status(StatusCode::IoError, phrase("the bundled fonts cannot be loaded"));
    const QSizeF points(std::round(options.width), std::round(options.height));
    switch (options.format) {
    case FigureFormat::Png: return renderPng(source, points, options);
    case FigureFormat::Svg: return renderSvg(source, points, options);
    case FigureFormat::Pdf: break;
    }
    return renderPdf(source, points, options);
}

Status saveFigure(const FigureSource &source, const FigureOptions &options, const QString &path)
{
    const Result<QByteArray> bytes = renderFigure(source, options);
    if (!bytes.ok())
        return bytes.status();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.value()) != bytes.value().size() || !file.commit())
        return {StatusCode::IoError,
                phrase("cannot write %1: %2", path.toStdString(), file.errorString().toStdString())};
    return {};
}

Result<FigureFormat> figureFormatOf(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png"))
        return FigureFormat::Png;
    if (suffix == QLatin1String("svg"))
        return FigureFormat::Svg;
    if (suffix == QLatin1String("pdf"))
        return FigureFormat::Pdf;
    return Status::invalid(phrase("%1: a figure file ends in .pdf, .svg or .png", path.toStdString()));
}

PanelFigure::PanelFigure(std::vector<std::unique_ptr<FigureSource>> panels, int columns, bool letters)
    : m_panels(std::move(panels)), m_columns(std::max(1, columns)), m_letters(letters)
{}

void PanelFigure::paintFigure(const FigureContext &context) const
{
    const int count = static_cast<int>(m_panels.size());
    const int columns = std::max(1, std::min(m_columns, count)), rows = (count + columns - 1) / columns;
    const double gap = context.theme.space(2);
    const QFont font = context.theme.font(TextRole::Heading);
    const bool letters = m_letters && count > 1;
    const double letterHeight = letters ? QFontMetricsF(font).height() : 0;
    const double width = (context.rect.width() - gap * (columns - 1)) / columns;
    const double height = (context.rect.height() - gap * (rows - 1)) / std::max(1, rows);
    for (int i = 0; i < count; ++i) {
        QRectF cell(context.rect.left() + (i % columns) * (width + gap),
                    context.rect.top() + (i / columns) * (height + gap), width, height);
        if (letters) {
            context.painter.setFont(font);
            context.painter.setPen(context.theme.text);
            context.painter.drawText(QRectF(cell.left(), cell.top(), width, letterHeight),
                                     Qt::AlignLeft | Qt::AlignVCenter,
                                     QStringLiteral("(%1)").arg(QLatin1Char(static_cast<char>('a' + i % 26))));
            cell.setTop(cell.top() + letterHeight);
        }
        m_panels[static_cast<std::size_t>(i)]->paintFigure(
            {context.painter, context.plotPainter, cell, context.theme, context.vector});
    }
}

QString PanelFigure::figureDescription() const
{
    QStringList parts;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        parts.append(m_letters && m_panels.size() > 1
                         ? QStringLiteral("(%1) ").arg(QLatin1Char(static_cast<char>('a' + i % 26))) +
                               m_panels[i]->figureDescription()
                         : m_panels[i]->figureDescription());
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
