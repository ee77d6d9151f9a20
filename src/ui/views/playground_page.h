// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/playground_painter.h"

#include <QPainter>

namespace ulpscope::ui::playground {

/// Goes down a column and either paints or only measures: so that what is measured is what is painted.
class Page {
public:
    Page(QPainter *painter, const PlaygroundState &state, const Theme &theme, PlaygroundLayout *layout)
        : m_painter(painter), m_state(state), m_theme(theme), m_layout(layout)
    {}

    double all(const QRectF &area, PlaygroundForm form);

    /// Steps beyond this height are not painted but counted.
    void setLimit(double limit) { m_limit = limit; }

private:
    double sideWidth(double width) const;
    QFontMetricsF metrics(TextRole role) const { return QFontMetricsF(m_theme.font(role)); }
    void line(const QPointF &a, const QPointF &b, const QColor &color) const;

    /// A wrapped text at the top of a rectangle; returns its lower end.
    double text(TextRole role, const QString &words, const QRectF &where, const QColor &color) const;
    void oneLine(TextRole role, const QString &words, const QRectF &where, const QColor &color,
                 Qt::Alignment alignment) const;

    QString shortResult() const;
    QString formatName() const { return QString::fromStdString(std::string(formatInfo(m_state.format).name)); }

    // ------------------------------------------------------------------------------------------- results and trees
    double sideColumn(const QRectF &area);

    /// All orders, what the format does not hold, and the tree.
    double orderColumn(const QRectF &area);

    double facts(const QRectF &area);

    double shapeTable(const QRectF &area);

    // ------------------------------------------------------------------------------------------------------- tree
    double nodeSize() const { return metrics(TextRole::MonoSmall).height() * 1.15; }
    std::vector<int> depths() const;
    double treeHeight() const;

    /// Leaves in the order in which the tree takes them, so that as few lines as can be cross.
    void leafOrder(const MergeTree &tree, int node, std::vector<int> &order) const;

    void drawTree(const QRectF &area) const;

    // ------------------------------------------------------------------------------------------------------ steps
    struct Row {
        QString label;
        const std::string *bits; ///< null: a rule
        bool negative;
        bool operand; ///< zeros below its last bit are there only to fill up
    };

    double stepColumn(const QRectF &area);
    Page(QPainter *painter, const Page &other)
        : m_painter(painter),
          m_state(other.m_state),
          m_theme(other.m_theme),
          m_layout(nullptr),
          m_gutter(other.m_gutter),
          m_labels(other.m_labels),
          m_briefLabels(other.m_briefLabels)
    {}

    std::vector<Row> rowsOf(int index) const;

    double oneStep(int index, const QRectF &where);

    /// What the first place is worth, and the last one that is kept.
    void placeNames(const Addition &a, const std::vector<int> &columns, double x, double y, double digit) const;

    void bitRow(const Addition &a, const Row &row, const std::vector<int> &columns, const QPointF &at,
                double digit) const;

    QPainter *m_painter; ///< null: measures
    const PlaygroundState &m_state;
    const Theme &m_theme;
    PlaygroundLayout *m_layout;
    double m_gutter = 0, m_labels = 0, m_limit = 0;
    bool m_briefLabels = false; ///< without numbers: they are too long
};

} // namespace ulpscope::ui::playground
