// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>

namespace ulpscope::ui {

class SvgEngine;

/// Paints into an SVG document. QSvgGenerator of Qt 6.4 ignores clipping (zoomed plots spill over their axes), writes
/// text that depends on the reader's fonts, and leaves images to be smoothed by the reader; this one does none of that.
class SvgDevice : public QPaintDevice {
public:
    /// The page has `points`; painting happens in 1/unitsPerPoint of a point.
    SvgDevice(const QSizeF &points, double unitsPerPoint, bool textAsPaths);
    ~SvgDevice() override;

    void setTitle(const QString &title) { m_title = title; }
    void setDescription(const QString &description) { m_description = description; }
    /// Content of the metadata element: well-formed XML.
    void setMetadata(const QString &metadata) { m_metadata = metadata; }

    /// The whole file, after painting has ended.
    QByteArray document() const;

    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSizeF m_points;
    double m_unitsPerPoint;
    QString m_title, m_description, m_metadata;
    std::unique_ptr<SvgEngine> m_engine;
};

} // namespace ulpscope::ui
