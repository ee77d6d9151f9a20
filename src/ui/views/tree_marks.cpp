// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_marks.h"

#include "ui/models/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr NodeMatch kMarks[] = {NodeMatch::Matched, NodeMatch::Differs, NodeMatch::NotObservable};
constexpr double kSmallestMark = 3; ///< px; smaller ones are drawn as lines

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

QString markName(NodeMatch mark)
{
    switch (mark) {
    case NodeMatch::Matched: return translate(QT_TRANSLATE_NOOP("TreeView", "confirmed: %1"));
    case NodeMatch::Differs: return translate(QT_TRANSLATE_NOOP("TreeView", "measured otherwise: %1"));
    case NodeMatch::NotObservable: return translate(QT_TRANSLATE_NOOP("TreeView", "not observable: %1"));
    }
    return {};
}

QColor markColor(NodeMatch mark, const Theme &theme)
{
    return mark == NodeMatch::Matched ? theme.ok : mark == NodeMatch::Differs ? theme.error : theme.textMuted;
}

/// A disc, a diamond, or a dashed ring.
void paintMark(QPainter &painter, NodeMatch mark, const QPointF &center, double r, const Theme &theme)
{
    const QColor color = markColor(mark, theme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (mark) {
    case NodeMatch::Matched: painter.drawEllipse(center, r, r); return;
    case NodeMatch::Differs: {
        const double d = r * 1.4; // the node covers the middle, not the corners
        painter.drawPolygon(QPolygonF{center + QPointF(0, -d), center + QPointF(d, 0), center + QPointF(0, d),
                                      center + QPointF(-d, 0)});
        return;
    }
    case NodeMatch::NotObservable:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, theme.penWidth(1), Qt::DotLine));
        painter.drawEllipse(center, r, r);
        return;
    }
}

} // namespace

std::vector<NodeMatch> marksOfBoxes(const CollapsedTree &collapsed, const std::vector<NodeMatch> &nodes)
{
    std::vector<NodeMatch> marks(collapsed.boxes.size(), NodeMatch::NotObservable);
    for (std::size_t node = 0; node < nodes.size() && node < collapsed.boxOf.size(); ++node) {
        NodeMatch &mark = marks[static_cast<std::size_t>(collapsed.boxOf[node])];
        if (nodes[node] == NodeMatch::Differs || (nodes[node] == NodeMatch::Matched && mark != NodeMatch::Differs))
            mark = nodes[node];
    }
    return marks;
}

QString markText(NodeMatch mark)
{
    switch (mark) {
    case NodeMatch::Matched: return translate(QT_TRANSLATE_NOOP("TreeView", "measured: the same sum"));
    case NodeMatch::Differs: return translate(QT_TRANSLATE_NOOP("TreeView", "measured: another sum"));
    case NodeMatch::NotObservable: return translate(QT_TRANSLATE_NOOP("TreeView", "not observable from outside"));
    }
    return {};
}

void paintMarks(QPainter &painter, const QRectF &area, const TreeScene &scene, const TreeTransform &transform,
                const Theme &theme)
{
    const double margin = theme.space(5);
    const QRectF visible = area.adjusted(-margin, -margin, margin, margin);
    for (const NodeMatch kind : {NodeMatch::NotObservable, NodeMatch::Matched, NodeMatch::Differs}) { // the last on top
        for (std::size_t i = 0; i < scene.marks.size(); ++i) {
            const QPointF center = transform.map(scene.position[i]);
            if (scene.marks[i] != kind || !visible.contains(center))
                continue;
            const TreeBox &box = scene.collapsed.boxes[i];
            const double node = theme.length(box.parent < 0 ? 8 : box.isFolded() ? 6 : 4);
            const double r =
                std::min({node + theme.length(3), transform.scaleY * 0.5, scene.air[i] * transform.scaleX * 0.6});
            const bool isChain = transform.scaleY < scene.air[i] * transform.scaleX;
            const double drawn = std::min(node, transform.scaleY * 0.4); // of a chain's node
            // A crowd, of leaves or of a long chain: a line across it, as far as the labels leave room.
            if (r < theme.length(kSmallestMark) || (isChain && r < drawn + theme.length(2))) {
                const double leaf = kind == NodeMatch::Differs ? 12 : kind == NodeMatch::Matched ? 8 : 5;
                const double half = isChain ? drawn + theme.length(3) : theme.length(leaf);
                const double wide = std::max(isChain ? r : 1.5 * r, theme.length(1));
                const QPointF reach = isChain ? QPointF(half, wide / 2) : QPointF(wide / 2, half);
                painter.fillRect(QRectF(center - reach, center + reach), markColor(kind, theme));
                continue;
            }
            paintMark(painter, kind, center, r, theme);
        }
    }
}

MarkKey::MarkKey(const ProbeOverlay &probe) : m_hasMarks(true), m_differs(probe.differs), m_sentence(probe.sentence)
{
    for (const NodeMatch mark : probe.nodes)
        ++m_counts[static_cast<std::size_t>(mark)];
}

QString MarkKey::text() const
{
    QStringList parts;
    for (const NodeMatch mark : kMarks) {
        if (m_hasMarks)
            parts << markName(mark).arg(grouped(m_counts[static_cast<std::size_t>(mark)]));
    }
    return parts.isEmpty() ? m_sentence : m_sentence + QStringLiteral(". ") + parts.join(QStringLiteral(", "));
}

/// What each mark means; a painter is not needed to know how high it is.
double MarkKey::markLine(QPainter *painter, const QRectF &area, const Theme &theme) const
{
    const QFontMetricsF metrics(theme.font(TextRole::Small));
    const double r = theme.length(5), gap = theme.space(1);
    double x = area.left(), y = area.top();
    for (const NodeMatch mark : kMarks) {
        const QString words = markName(mark).arg(grouped(m_counts[static_cast<std::size_t>(mark)]));
        const double width = 3 * r + gap + metrics.horizontalAdvance(words) + 1;
        if (x + width > area.right() && x > area.left()) {
            x = area.left();
            y += metrics.height();
        }
        if (painter) {
            paintMark(*painter, mark, {x + 1.5 * r, y + metrics.height() / 2}, mark == NodeMatch::Differs ? r * 0.8 : r,
                      theme);
            const bool strong = mark == NodeMatch::Differs && m_counts[static_cast<std::size_t>(mark)] > 0;
            painter->setPen(strong ? theme.error : theme.textMuted);
            painter->drawText(QRectF(x + 3 * r + gap, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                              words);
        }
        x += width + theme.space(4);
    }
    return y + metrics.height();
}

double MarkKey::height(double width, const Theme &theme) const
{
    if (empty())
        return 0;
    const QFontMetricsF metrics(theme.font(TextRole::Small));
    const double air = theme.space(3), inner = std::max(1.0, width - 2 * air);
    double height = metrics.boundingRect(QRectF(0, 0, inner, 1e6), Qt::TextWordWrap, m_sentence).height();
    if (m_hasMarks)
        height += markLine(nullptr, QRectF(0, 0, inner, 0), theme) + theme.space(1);
    return std::ceil(height) + theme.space(2);
}

void MarkKey::paint(QPainter &painter, const QRectF &area, const Theme &theme) const
{
    if (empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::Small));
    const double air = theme.space(3);
    const QRectF inner = area.adjusted(air, theme.space(1), -air, 0);
    double y = inner.top();
    if (m_hasMarks)
        y = markLine(&painter, inner, theme) + theme.space(1);
    painter.setPen(m_differs ? theme.error : theme.text);
    painter.drawText(QRectF(inner.left(), y, inner.width(), inner.bottom() - y),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
    painter.restore();
}

QRectF paintMarkKeyBelow(QPainter &painter, const QRectF &area, const TreeScene &scene, const Theme &theme)
{
    const MarkKey key = scene.probe ? MarkKey(*scene.probe) : MarkKey(scene.note);
    if (key.empty())
        return area;
    const double height = key.height(area.width(), theme);
    key.paint(painter, QRectF(area.left(), area.bottom() - height, area.width(), height), theme);
    return area.adjusted(0, 0, 0, -height);
}

} // namespace ulpscope::ui
