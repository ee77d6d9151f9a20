// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tile_map_canvas.h"
#include "ui/views/tile_table.h"
#include "ui/views/view.h"

class QComboBox;

namespace ulpscope::ui {

/// Query tiles by key tiles: what is done, in which order, with each tile's max, sum and alpha.
class TileMapView : public View {
    Q_OBJECT

public:
    explicit TileMapView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("tiles"));

    QString title() const override { return tr("Tile map"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->state().cells.empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

protected:
    void rebuild() override;
    void retranslate() override;

private:
    void fillColors();
    void addFault(const char *name, QAction *&action);
    void setFault(const QString &fault); ///< "none", "staleK", "staleV", "unmaskedTail"
    void showFault();
    void showStep();
    void showHover();

    TileMapCanvas *m_canvas;
    QComboBox *m_color;
    QAction *m_staleK = nullptr, *m_staleV = nullptr, *m_unmaskedTail = nullptr;
    TileTable m_table;
};

} // namespace ulpscope::ui
