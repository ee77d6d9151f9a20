// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace ulpscope::ui {

/// A one-line legend above a plot, where it can never cover data: mark and name of each series, then the next.
class SeriesKey : public QCPLayoutElement {
    Q_OBJECT

public:
    enum class Mark { Line, Stem, Point, Dashed, Bar };
    struct Entry {
        Mark mark;
        QColor color;
        QString name;
    };

    explicit SeriesKey(QCustomPlot *plot);
    void setContent(const QString &heading, const QList<Entry> &entries);
    void setTheme(const Theme &theme);

protected:
    void draw(QCPPainter *painter) override;

private:
    void drawMark(QCPPainter *painter, const Entry &entry, const QRectF &box) const;

    QString m_heading;
    QList<Entry> m_entries;
    Theme m_theme;
};

} // namespace ulpscope::ui
