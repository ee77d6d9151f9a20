// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/heatmap_view.h"
#include "ui/views/matrix_content.h"

#include <QObject>

namespace ulpscope::ui {

/// Keeps scale and visible part of a heat map in the session's view state: a session file brings back the same picture,
/// a figure from the command line has the bytes of the window's, and the maps of A, B and their difference zoom
/// together.
class HeatmapBinding : public QObject {
    Q_OBJECT

public:
    /// `kind` begins the keys: "matrix" for all matrix views.
    HeatmapBinding(Session &session, HeatmapView &map, const QString &kind, QObject *parent);

    /// Shows `matrix`, a state of `content`. `quantity` names its colours: maps with the same name share them.
    void show(const MatrixContent &content, const MatrixPtr &matrix, const QString &quantity);

private:
    QString scaleKey() const { return m_kind + QLatin1String(".scale.") + m_quantity; }
    QString windowKey() const
    {
        return m_kind + (m_overKeys ? QLatin1String(".window.keys") : QLatin1String(".window.columns"));
    }
    QString scaleText() const;  ///< "symlog diverging 1", with a fixed range "linear viridis 1 -3.5 3.5"
    QString windowText() const; ///< "0 64 128 192": first and last row, first and last column; empty: all
    void applyScale();
    void applyWindow();

    Session &m_session;
    HeatmapView &m_map;
    QString m_kind, m_quantity;
    bool m_overKeys = false;
    ColorScaleSpec m_default; ///< all but the range
    bool m_applying = false;
};

} // namespace ulpscope::ui
