// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_painter.h"

#include "ui/plot/color_map.h"
#include "ui/views/tree_labels.h"
#include "ui/views/tree_level_of_detail.h"
#include "ui/views/tree_marks.h"
#include "ui/views/tree_paint.h"

#include <QCoreApplication>
#include <QPaintEngine>
#include <QPainterPath>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace ulpscope::ui {
namespace {

constexpr double kWidestSlot = 200, kHighestLevel = 110; ///< px; a small tree is not torn apart
constexpr double kDenseSlot = 3;                         ///< px; nodes closer than this hang on straight lines
constexpr double kTinyNode = 1.5;    ///< px; of a large tree's nodes this small one is left per pixel
constexpr double kSmallLeaf = 2;     ///< px; smaller ones are strokes
constexpr double kChainPlace = 0.42; ///< of the width
constexpr double kHitRadius = 12;

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

double keyHeight(const Theme &theme)
{
    return QFontMetricsF(theme.font(TextRole::MonoSmall)).height() + theme.space(2);
}
double titleHeight(const TreeScene &scene, const Theme &theme)
{
    return scene.title.isEmpty() ? 0 : QFontMetricsF(theme.font(TextRole::Heading)).height() + theme.space(1);
}
double bandColumn(const TreeScene &scene, const Theme &theme)
{
    const QFontMetricsF metrics(theme.font(TextRole::Small));
    double widest = 0;
    for (const TreeScene::Band &band : scene.bands)
        widest = std::max(widest, metrics.horizontalAdvance(band.name));
    return widest + theme.space(5);
}

/// What is drawn, layer by layer.
class TreePainting {
public:
    explicit TreePainting(const TreePaint &paint)
        : m_paint(paint),
          m_map(colorMapFor(QStringLiteral("diverging"), paint.theme.isDark())),
          m_isLarge(paint.scene.collapsed.boxes.size() > kManyBoxes),
          m_pixel(pixelOf(paint.painter))
    {}

    /// Scopes as bands across the whole area.
    void bands() const
    {
        bool shaded = false;
        const QRectF &area = m_paint.area;
        for (const TreeScene::Band &band : m_paint.scene.bands) {
            const auto [y0, y1] = rangeOf(band);
            if (shaded && y1 > y0)
                m_paint.painter.fillRect(QRectF(area.left(), y0, area.width(), y1 - y0), m_paint.theme.panelHeader);
            shaded = !shaded;
        }
    }

    /// Drawn last, on a ground of their own: the tree may be panned under them.
    void bandNames() const
    {
        const QFontMetricsF &metrics = m_paint.smallMetrics;
        m_paint.painter.setFont(m_paint.small);
        for (const TreeScene::Band &band : m_paint.scene.bands) {
            const auto [y0, y1] = rangeOf(band);
            if (y1 - y0 < metrics.height() * 0.8)
                continue;
            const QRectF box(m_paint.area.left() + m_paint.theme.space(2), (y0 + y1 - metrics.height()) / 2,
                             metrics.horizontalAdvance(band.name) + 1, metrics.height());
            m_paint.text(box, band.name, m_paint.theme.textMuted);
        }
    }

    void edges() const
    {
        QPainter &painter = m_paint.painter;
        const Theme &theme = m_paint.theme;
        const double closest = theme.length(kDenseSlot);
        const VisibleEdges edges =
            edgesIn(m_paint.scene, m_paint.transform, m_paint.visible, closest, m_isLarge ? m_pixel : 0);
        painter.setBrush(Qt::NoBrush);
        // Of many lines a pixel apart, smoothing is slow and shows nothing more; neither do lines wider than a pixel.
        const bool crowded = m_isLarge && m_paint.transform.scaleX < closest;
        painter.setRenderHint(QPainter::Antialiasing, !crowded);
        const bool hairlines = crowded && painter.paintEngine()->type() == QPaintEngine::Raster;
        painter.setPen(QPen(theme.borderStrong, hairlines ? 0 : theme.penWidth()));
        painter.drawLines(edges.crowded.data(), static_cast<int>(edges.crowded.size()));
        painter.setPen(QPen(theme.axis, theme.penWidth()));
        for (const int box : edges.apart)
            painter.drawPath(curve(box));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.text, theme.penWidth(1.6)));
        for (const int box : edges.lit) {
            const bool isClose = m_paint.scene.air[static_cast<std::size_t>(box)] * m_paint.transform.scaleX < closest;
            if (isClose)
                painter.drawLine(m_paint.at(box), m_paint.at(parentOf(box)));
            else
                painter.drawPath(curve(box));
        }
    }

    void nodes() const
    {
        const TreeScene &scene = m_paint.scene;
        std::vector<int> apart;
        std::vector<bool> tinyLeaves(scene.position.size(), false), tinySums = tinyLeaves;
        const double leafSize = m_paint.theme.length(kSmallLeaf), sumSize = m_paint.theme.length(kTinyNode);
        for (const TreeScene::Line &line : m_paint.lines) {
            for (std::ptrdiff_t place = line.begin; place < line.end; ++place) {
                const int box = scene.byPlace[static_cast<std::size_t>(place)];
                const bool isLeaf = scene.node(box).op == NodeOp::Leaf;
                if (m_isLarge && !isMarked(box) && m_paint.radius(box) < (isLeaf ? leafSize : sumSize))
                    (isLeaf ? tinyLeaves : tinySums)[static_cast<std::size_t>(box)] = true;
                else
                    apart.push_back(box);
            }
        }
        if (m_isLarge) {
            m_paint.painter.setRenderHint(QPainter::Antialiasing, false);
            for (const std::vector<bool> *tiny : {&tinyLeaves, &tinySums}) {
                for (const int box : onePerPixel(scene, m_paint.transform, m_paint.lines, m_pixel, *tiny))
                    m_paint.painter.fillRect(markOf(box, tiny == &tinyLeaves), fillOf(box));
            }
            m_paint.painter.setRenderHint(QPainter::Antialiasing);
        }
        std::sort(apart.begin(), apart.end(), std::greater<>());
        std::stable_partition(apart.begin(), apart.end(), [&](int box) { return !isMarked(box); });
        for (const int box : apart)
            node(box);
    }

    void key() const
    {
        const double barWidth = m_paint.theme.length(80), barHeight = m_paint.theme.length(6);
        const QRectF line(m_paint.area.left(), m_paint.area.bottom() - keyHeight(m_paint.theme), m_paint.area.width(),
                          keyHeight(m_paint.theme));
        m_paint.painter.fillRect(line, m_paint.theme.plotGround);
        m_paint.painter.setFont(m_paint.mono);
        m_paint.painter.setPen(m_paint.theme.textMuted);
        const bool values = m_paint.scene.color == TreeColor::Difference;
        const QString low = treeNumber(-m_paint.scene.errorLimit, 2),
                      high = QLatin1Char('+') + treeNumber(m_paint.scene.errorLimit, 2);
        const QString what = m_paint.scene.color == TreeColor::OwnError
                                 ? translate(QT_TRANSLATE_NOOP("TreeView", "own error of a node (ulp of fp32)"))
                             : m_paint.scene.color == TreeColor::AccumulatedError
                                 ? translate(QT_TRANSLATE_NOOP("TreeView", "accumulated error (ulp of fp32)"))
                                 : translate(QT_TRANSLATE_NOOP("TreeView", "A − B of a node (representable values)"));
        double x = line.left() + m_paint.theme.space(2);
        const auto put = [&](const QString &s) {
            m_paint.painter.setPen(m_paint.theme.textMuted);
            m_paint.painter.drawText(QRectF(x, line.top(), m_paint.monoMetrics.horizontalAdvance(s) + 1, line.height()),
                                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, s);
            x += m_paint.monoMetrics.horizontalAdvance(s) + m_paint.theme.space(2);
        };
        if (m_paint.monoMetrics.horizontalAdvance(what + low + high) + barWidth + m_paint.theme.space(10) <
            line.width())
            put(what);
        put(low);
        QLinearGradient gradient(x, 0, x + barWidth, 0);
        for (int i = 0; i <= 16; ++i)
            gradient.setColorAt(i / 16.0, m_map.at(i / 16.0));
        m_paint.painter.fillRect(QRectF(x, line.center().y() - barHeight / 2, barWidth, barHeight), gradient);
        x += barWidth + m_paint.theme.space(2);
        put(high);
        if (values) {
            onlyHereKey(x, line);
            return;
        }
        // A folded sum is a square: there is more inside.
        const bool folded = std::any_of(m_paint.scene.collapsed.boxes.begin(), m_paint.scene.collapsed.boxes.end(),
                                        [](const TreeBox &b) { return b.isFolded(); });
        const QString hint = translate(QT_TRANSLATE_NOOP("TreeView", "folded"));
        if (!folded || x + m_paint.monoMetrics.horizontalAdvance(hint) + m_paint.theme.space(8) > line.right())
            return;
        const double side = m_paint.theme.length(9);
        m_paint.painter.setPen(QPen(m_paint.theme.axis, m_paint.theme.penWidth()));
        m_paint.painter.setBrush(m_paint.theme.raised);
        x += m_paint.theme.space(2);
        m_paint.painter.drawRoundedRect(QRectF(x, line.center().y() - side / 2, side, side), m_paint.theme.length(2),
                                        m_paint.theme.length(2));
        x += side + m_paint.theme.space(1);
        put(hint);
    }

private:
    std::pair<double, double> rangeOf(const TreeScene::Band &band) const
    {
        return {std::max(m_paint.transform.map({0, band.top}).y(), m_paint.area.top()),
                std::min(m_paint.transform.map({0, band.bottom}).y(), m_paint.area.bottom())};
    }
    int parentOf(int box) const { return m_paint.scene.collapsed.boxes[static_cast<std::size_t>(box)].parent; }
    bool isMarked(int box) const { return box == m_paint.scene.selectedBox || box == m_paint.scene.hoveredBox; }

    QPainterPath curve(int box) const
    {
        const QPointF from = m_paint.at(box), to = m_paint.at(parentOf(box));
        const double middle = (from.y() + to.y()) / 2;
        QPainterPath path(from);
        path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
        return path;
    }

    const QColor &onlyHereColor() const { return m_paint.scene.isB ? m_paint.theme.accentB : m_paint.theme.accentA; }

    /// What stands behind the colour bar of a difference of two shapes.
    void onlyHereKey(double x, const QRectF &line) const
    {
        const QString text = m_paint.scene.isB ? translate(QT_TRANSLATE_NOOP("TreeView", "a sum of B alone"))
                                               : translate(QT_TRANSLATE_NOOP("TreeView", "a sum of A alone"));
        const double r = m_paint.theme.length(4.5), width = m_paint.monoMetrics.horizontalAdvance(text) + 1;
        if (!m_paint.scene.matched || x + 2 * r + width + m_paint.theme.space(6) > line.right())
            return;
        x += m_paint.theme.space(2);
        m_paint.painter.setPen(QPen(onlyHereColor(), m_paint.theme.penWidth(2)));
        m_paint.painter.setBrush(m_paint.theme.plotGround);
        m_paint.painter.drawEllipse(QPointF(x + r, line.center().y()), r, r);
        m_paint.painter.setPen(m_paint.theme.textMuted);
        m_paint.painter.drawText(QRectF(x + 2 * r + m_paint.theme.space(1), line.top(), width, line.height()),
                                 Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }

    QColor fillOf(int box) const
    {
        const std::size_t index = static_cast<std::size_t>(box);
        const double error = m_paint.scene.error[index];
        return m_paint.scene.onlyHere[index]                ? onlyHereColor()
               : m_paint.scene.node(box).op == NodeOp::Leaf ? m_paint.theme.textFaint
               : std::isfinite(error)                       ? m_map.at(0.5 + 0.5 * error / m_paint.scene.errorLimit)
                                                            : m_paint.theme.nan;
    }

    /// A node without room for a shape: a leaf is a stroke, a sum a dot.
    QRectF markOf(int box, bool isLeaf) const
    {
        const QPointF center = m_paint.at(box);
        const double r = m_paint.radius(box), half = isLeaf ? m_paint.theme.length(3) : r;
        return {center.x() - r, center.y() - half, 2 * r, 2 * half};
    }

    void node(int box) const
    {
        QPainter &painter = m_paint.painter;
        const Theme &theme = m_paint.theme;
        const QPointF center = m_paint.at(box);
        const bool isLeaf = m_paint.scene.node(box).op == NodeOp::Leaf;
        const bool chosen = m_paint.scene.selectedBox == box, hovered = m_paint.scene.hoveredBox == box;
        const double r = m_paint.radius(box);
        if (isLeaf && r < theme.length(kSmallLeaf) && !chosen && !hovered) {
            painter.fillRect(markOf(box, true), fillOf(box));
            return;
        }
        // A ring: the colours of A and B are near those of the scale's ends.
        const bool onlyHere = m_paint.scene.onlyHere[static_cast<std::size_t>(box)];
        painter.setPen(QPen(chosen     ? theme.focus
                            : hovered  ? theme.text
                            : onlyHere ? onlyHereColor()
                                       : theme.textMuted,
                            theme.penWidth(chosen || hovered || onlyHere ? 2 : 1)));
        painter.setBrush(onlyHere ? theme.plotGround : fillOf(box));
        if (m_paint.scene.collapsed.boxes[static_cast<std::size_t>(box)].isFolded()) // a sum with more inside
            painter.drawRoundedRect(QRectF(center.x() - r, center.y() - r, 2 * r, 2 * r), theme.length(2),
                                    theme.length(2));
        else if (isLeaf)
            painter.drawRect(QRectF(center.x() - r * 0.6, center.y() - r * 0.6, r * 1.2, r * 1.2));
        else
            painter.drawEllipse(center, r, r);
    }

    const TreePaint &m_paint;
    const ColorMap &m_map;
    bool m_isLarge;
    double m_pixel;
};

} // namespace

QString treeNumber(double x, int digits)
{
    return QString::number(x, 'g', digits).replace(QLatin1Char('-'), QChar(0x2212));
}

TreePaint::TreePaint(QPainter &on, const QRectF &within, const TreeScene &of, const TreeTransform &by, const Theme &in)
    : painter(on),
      area(within),
      scene(of),
      transform(by),
      theme(in),
      small(in.font(TextRole::Small)),
      mono(in.font(TextRole::MonoSmall)),
      smallMetrics(small),
      monoMetrics(mono)
{
    const double air = theme.space(5);
    visible = area.adjusted(-air, -air, air, air);
    lines = linesIn(scene, transform, visible);
}

double TreePaint::radius(int box) const
{
    const std::size_t index = static_cast<std::size_t>(box);
    const TreeBox &b = scene.collapsed.boxes[index];
    const double wanted = theme.length(b.parent < 0   ? 8
                                       : b.isFolded() ? 6
                                                      : 4),
                 least = theme.length(b.parent < 0 ? 5 : 1);
    return std::max(least, std::min({wanted, transform.scaleY * 0.4, scene.air[index] * transform.scaleX * 0.45}));
}

void TreePaint::text(const QRectF &box, const QString &s, const QColor &color) const
{
    QColor ground = theme.plotGround;
    ground.setAlphaF(0.7f);
    painter.fillRect(box, ground);
    painter.setPen(color);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, s);
}

TreeTransform TreeTransform::fit(const TreeScene &scene, const QRectF &area, const Theme &theme)
{
    const double line = QFontMetricsF(theme.font(TextRole::MonoSmall)).height();
    const QRectF inner = area.adjusted(bandColumn(scene, theme), titleHeight(scene, theme) + line + theme.space(4),
                                       -theme.space(3), -keyHeight(theme) - theme.space(4));
    TreeTransform t;
    // Each box without summands has a slot and stands at its left: its name and value follow.
    t.scaleX = std::clamp(inner.width() / (scene.width + 1), 0.001, theme.length(kWidestSlot));
    t.scaleY = std::clamp(inner.height() / std::max(1.0, scene.height), 0.5, theme.length(kHighestLevel));
    const double used = t.scaleX * scene.width, before = std::min(t.scaleX / 2, double(theme.space(2)));
    double free = std::max(0.0, inner.width() - used - t.scaleX) / 2;
    if (scene.width < 1 && t.scaleY < line * kTightLines) // a chain has labels on both sides
        free = std::max(free, inner.width() * kChainPlace - before);
    t.origin = {inner.left() + before + free, inner.top()};
    return t;
}

int boxAt(const TreeScene &scene, const TreeTransform &transform, const QPointF &point, const Theme &theme)
{
    int best = -1;
    const double reach = theme.length(kHitRadius);
    double bestDistance = reach * reach;
    const QRectF around(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach);
    for (const TreeScene::Line &line : linesIn(scene, transform, around)) {
        for (std::ptrdiff_t place = line.begin; place < line.end; ++place) {
            const int box = scene.byPlace[static_cast<std::size_t>(place)];
            const QPointF d = transform.map(scene.position[static_cast<std::size_t>(box)]) - point;
            const double distance = d.x() * d.x() + d.y() * d.y();
            if (distance < bestDistance || (distance == bestDistance && best >= 0 && box < best)) {
                bestDistance = distance;
                best = box;
            }
        }
    }
    return best;
}

void paintTree(QPainter &painter, const QRectF &area, const TreeScene &scene, const TreeTransform &transform,
               const Theme &theme)
{
    if (scene.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(area, Qt::IntersectClip);
    const TreePaint paint(painter, area, scene, transform, theme);
    const TreePainting painting(paint);
    const TreeLabels labels(paint);
    painting.bands();
    painting.edges();
    paintMarks(painter, area, scene, transform, theme);
    painting.nodes();
    labels.paintFactors();
    labels.paintLabels();
    painting.bandNames();
    painting.key();
    if (!scene.title.isEmpty()) {
        painter.setFont(theme.font(TextRole::Heading));
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left(), area.top() + theme.space(1), area.width(), QFontMetricsF(painter.font()).height()),
            Qt::AlignCenter, scene.title);
    }
    painter.restore();
}

} // namespace ulpscope::ui
