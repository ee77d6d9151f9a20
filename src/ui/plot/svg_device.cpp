// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_device.h"

#include "ui/plot/svg_engine.h"

namespace ulpscope::ui {

SvgDevice::SvgDevice(const QSizeF &points, double unitsPerPoint, bool textAsPaths)
    : m_points(points),
      m_unitsPerPoint(unitsPerPoint),
      m_engine(std::make_unique<SvgEngine>(unitsPerPoint, textAsPaths))
{}

SvgDevice::~SvgDevice() = default;

QPaintEngine *SvgDevice::paintEngine() const { return m_engine.get(); }

QByteArray SvgDevice::document() const
{
    const QByteArray width = QByteArray::number(m_points.width()), height = QByteArray::number(m_points.height());
    QByteArray svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                     width + "pt\" height=\"" + height + "pt\" viewBox=\"0 0 " + width + ' ' + height +
                     "\" role=\"img\">\n";
    if (!m_title.isEmpty())
        svg += "<title>" + m_title.toHtmlEscaped().toUtf8() + "</title>\n";
    if (!m_description.isEmpty())
        svg += "<desc>" + m_description.toHtmlEscaped().toUtf8() + "</desc>\n";
    if (!m_metadata.isEmpty())
        svg += "<metadata>" + m_metadata.toUtf8() + "</metadata>\n";
    if (!m_engine->definitions().isEmpty())
        svg += "<defs>\n" + m_engine->definitions() + "</defs>\n";
    return svg + m_engine->body() + "</svg>\n";
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    const double dpi = 72 * m_unitsPerPoint;
    switch (metric) {
    case PdmWidth: return qRound(m_points.width() * m_unitsPerPoint);
    case PdmHeight: return qRound(m_points.height() * m_unitsPerPoint);
    case PdmWidthMM: return qRound(m_points.width() / 72 * 25.4);
    case PdmHeightMM: return qRound(m_points.height() / 72 * 25.4);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return qRound(dpi);
    case PdmNumColors: return 0x7fffffff;
    case PdmDepth: return 32;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace ulpscope::ui
