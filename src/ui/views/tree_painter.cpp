// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_painter.h"

#include "engine/numerics/ulp.h"
#include "ui/plot/color_map.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ulpscope::ui {
namespace {

constexpr double kWidestSlot = 200, kHighestLevel = 110; ///< px; a small tree is not torn apart
constexpr double kDenseSlot = 3;                         ///< px; nodes closer than this hang on straight lines
constexpr std::size_t kManyEdges = 1000; ///< of them a pixel apart, smoothing is slow and shows nothing more
constexpr double kHitRadius = 12;
constexpr int kShortestLabel = 4;   ///< characters
constexpr double kTightLines = 0.9; ///< labels may be this much closer than their font asks for

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }
QString number(double x, int digits)
{
    return QString::number(x, 'g', digits).replace(QLatin1Char('-'), QChar(0x2212));
}

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

/// One painting of a tree; splits what is drawn into layers that share fonts and distances.
class TreePainting {
public:
    TreePainting(QPainter &painter, const QRectF &area, const TreeScene &scene, const TreeTransform &transform,
                 const Theme &theme)
        : m_painter(painter),
          m_area(area),
          m_scene(scene),
          m_transform(transform),
          m_theme(theme),
          m_small(theme.font(TextRole::Small)),
          m_mono(theme.font(TextRole::MonoSmall)),
          m_smallMetrics(m_small),
          m_monoMetrics(m_mono),
          m_map(colorMapFor(QStringLiteral("diverging"), theme.isDark()))
    {
        const double air = theme.space(5);
        m_visible = area.adjusted(-air, -air, air, air);
        chooseLabels();
    }

    /// Scopes as bands across the whole area.
    void bands() const
    {
        bool shaded = false;
        for (const TreeScene::Band &band : m_scene.bands) {
            const double y0 = std::max(m_transform.map({0, band.top}).y(), m_area.top()),
                         y1 = std::min(m_transform.map({0, band.bottom}).y(), m_area.bottom());
            if (shaded && y1 > y0)
                m_painter.fillRect(QRectF(m_area.left(), y0, m_area.width(), y1 - y0), m_theme.panelHeader);
            shaded = !shaded;
        }
    }

    /// Drawn last, on a ground of their own: the tree may be panned under them.
    void bandNames() const
    {
        m_painter.setFont(m_small);
        for (const TreeScene::Band &band : m_scene.bands) {
            const double y0 = std::max(m_transform.map({0, band.top}).y(), m_area.top()),
                         y1 = std::min(m_transform.map({0, band.bottom}).y(), m_area.bottom());
            if (y1 - y0 < m_smallMetrics.height() * 0.8)
                continue;
            const QRectF box(m_area.left() + m_theme.space(2), (y0 + y1 - m_smallMetrics.height()) / 2,
                             m_smallMetrics.horizontalAdvance(band.name) + 1, m_smallMetrics.height());
            text(box, band.name, m_theme.textMuted);
        }
    }

    void edges() const
    {
        const std::vector<TreeBox> &boxes = m_scene.collapsed.boxes;
        m_painter.setBrush(Qt::NoBrush);
        const bool crowded = boxes.size() > kManyEdges && m_transform.scaleX < m_theme.length(kDenseSlot);
        m_painter.setRenderHint(QPainter::Antialiasing, !crowded);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].parent < 0)
                continue;
            const QPointF from = m_transform.map(m_scene.position[i]),
                          to = m_transform.map(m_scene.position[static_cast<std::size_t>(boxes[i].parent)]);
            if (std::max(from.x(), to.x()) < m_visible.left() || std::min(from.x(), to.x()) > m_visible.right() ||
                std::max(from.y(), to.y()) < m_visible.top() || std::min(from.y(), to.y()) > m_visible.bottom())
                continue;
            const bool dense = m_scene.air[i] * m_transform.scaleX < m_theme.length(kDenseSlot);
            const bool lit = m_scene.hoveredBox == static_cast<int>(i) || m_scene.hoveredBox == boxes[i].parent;
            m_painter.setPen(QPen(lit     ? m_theme.text
                                  : dense ? m_theme.borderStrong
                                          : m_theme.axis,
                                  m_theme.penWidth(lit ? 1.6 : 1)));
            if (dense) {
                m_painter.drawLine(from, to);
                continue;
            }
            QPainterPath path(from);
            const double middle = (from.y() + to.y()) / 2;
            path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
            m_painter.drawPath(path);
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    /// What a running sum is multiplied by on its way into the next one.
    void factors() const
    {
        if (m_transform.scaleY < 2.2 * m_monoMetrics.height())
            return;
        m_painter.setFont(m_mono);
        const std::vector<TreeBox> &boxes = m_scene.collapsed.boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].parent < 0)
                continue;
            const ReductionTree &tree = m_scene.tree->tree;
            const int into = tree.nodes[static_cast<std::size_t>(boxes[i].node)].parent;
            const TreeNode &sum = tree.nodes[static_cast<std::size_t>(into)];
            if (!scalesFirst(sum.op) || tree.child(into, 0) != boxes[i].node || sum.factor == 1.0f)
                continue;
            const QPointF from = m_transform.map(m_scene.position[i]),
                          to = m_transform.map(m_scene.position[static_cast<std::size_t>(boxes[i].parent)]);
            const QString label = QStringLiteral("×") + number(static_cast<double>(sum.factor), 4);
            const QPointF middle = (from + to) / 2;
            if (m_visible.contains(middle) &&
                m_monoMetrics.horizontalAdvance(label) < m_scene.room[i] * m_transform.scaleX)
                text({middle.x() + m_theme.space(1), middle.y() - m_monoMetrics.height() / 2,
                      m_monoMetrics.horizontalAdvance(label) + 1, m_monoMetrics.height()},
                     label, m_theme.textMuted);
        }
    }

    void nodes() const
    {
        for (int i = m_scene.root(); i >= 0; --i) {
            const QPointF center = m_transform.map(m_scene.position[static_cast<std::size_t>(i)]);
            if (m_visible.contains(center))
                node(i, center);
        }
    }

    void labels() const
    {
        for (int i = m_scene.root(); i >= 0; --i) {
            const QPointF center = m_transform.map(m_scene.position[static_cast<std::size_t>(i)]);
            if (m_visible.contains(center))
                label(i, center);
        }
    }

    void key() const
    {
        const double barWidth = m_theme.length(80), barHeight = m_theme.length(6);
        const QRectF line(m_area.left(), m_area.bottom() - keyHeight(m_theme), m_area.width(), keyHeight(m_theme));
        m_painter.fillRect(line, m_theme.plotGround);
        m_painter.setFont(m_mono);
        m_painter.setPen(m_theme.textMuted);
        const bool values = m_scene.color == TreeColor::Difference;
        const QString low = number(-m_scene.errorLimit, 2), high = QLatin1Char('+') + number(m_scene.errorLimit, 2);
        const QString what = m_scene.color == TreeColor::OwnError
                                 ? translate(QT_TRANSLATE_NOOP("TreeView", "own error of a node (ulp of fp32)"))
                             : m_scene.color == TreeColor::AccumulatedError
                                 ? translate(QT_TRANSLATE_NOOP("TreeView", "accumulated error (ulp of fp32)"))
                                 : translate(QT_TRANSLATE_NOOP("TreeView", "A − B of a node (representable values)"));
        double x = line.left() + m_theme.space(2);
        const auto put = [&](const QString &s) {
            m_painter.setPen(m_theme.textMuted);
            m_painter.drawText(QRectF(x, line.top(), m_monoMetrics.horizontalAdvance(s) + 1, line.height()),
                               Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, s);
            x += m_monoMetrics.horizontalAdvance(s) + m_theme.space(2);
        };
        if (m_monoMetrics.horizontalAdvance(what + low + high) + barWidth + m_theme.space(10) < line.width())
            put(what);
        put(low);
        QLinearGradient gradient(x, 0, x + barWidth, 0);
        for (int i = 0; i <= 16; ++i)
            gradient.setColorAt(i / 16.0, m_map.at(i / 16.0));
        m_painter.fillRect(QRectF(x, line.center().y() - barHeight / 2, barWidth, barHeight), gradient);
        x += barWidth + m_theme.space(2);
        put(high);
        if (values) {
            onlyHereKey(x, line);
            return;
        }
        // A folded sum is a square: there is more inside.
        const bool folded = std::any_of(m_scene.collapsed.boxes.begin(), m_scene.collapsed.boxes.end(),
                                        [](const TreeBox &b) { return b.isFolded(); });
        const QString hint = translate(QT_TRANSLATE_NOOP("TreeView", "folded"));
        if (!folded || x + m_monoMetrics.horizontalAdvance(hint) + m_theme.space(8) > line.right())
            return;
        const double side = m_theme.length(9);
        m_painter.setPen(QPen(m_theme.axis, m_theme.penWidth()));
        m_painter.setBrush(m_theme.raised);
        x += m_theme.space(2);
        m_painter.drawRoundedRect(QRectF(x, line.center().y() - side / 2, side, side), m_theme.length(2),
                                  m_theme.length(2));
        x += side + m_theme.space(1);
        put(hint);
    }

private:
    const QColor &onlyHereColor() const { return m_scene.isB ? m_theme.accentB : m_theme.accentA; }

    /// What stands behind the colour bar of a difference of two shapes.
    void onlyHereKey(double x, const QRectF &line) const
    {
        const QString text = m_scene.isB ? translate(QT_TRANSLATE_NOOP("TreeView", "a sum of B alone"))
                                         : translate(QT_TRANSLATE_NOOP("TreeView", "a sum of A alone"));
        const double r = m_theme.length(4.5), width = m_monoMetrics.horizontalAdvance(text) + 1;
        if (!m_scene.matched || x + 2 * r + width + m_theme.space(6) > line.right())
            return;
        x += m_theme.space(2);
        m_painter.setPen(QPen(m_theme.textMuted, m_theme.penWidth()));
        m_painter.setBrush(onlyHereColor());
        m_painter.drawEllipse(QPointF(x + r, line.center().y()), r, r);
        m_painter.setPen(m_theme.textMuted);
        m_painter.drawText(QRectF(x + 2 * r + m_theme.space(1), line.top(), width, line.height()),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }

    /// Nodes of a long chain, and neighbours on a crowded level, do not touch.
    double radius(int box) const
    {
        const std::size_t index = static_cast<std::size_t>(box);
        const TreeBox &b = m_scene.collapsed.boxes[index];
        const double wanted = m_theme.length(b.parent < 0   ? 8
                                             : b.isFolded() ? 6
                                                            : 4),
                     least = m_theme.length(b.parent < 0 ? 5 : 1);
        return std::max(least,
                        std::min({wanted, m_transform.scaleY * 0.4, m_scene.air[index] * m_transform.scaleX * 0.45}));
    }

    void node(int i, const QPointF &center) const
    {
        const std::size_t index = static_cast<std::size_t>(i);
        const bool isLeaf = m_scene.node(i).op == NodeOp::Leaf;
        const double r = radius(i), error = m_scene.error[index];
        const QColor fill = m_scene.onlyHere[index] ? onlyHereColor()
                            : isLeaf                ? m_theme.textFaint
                            : std::isfinite(error)  ? m_map.at(0.5 + 0.5 * error / m_scene.errorLimit)
                                                    : m_theme.nan;
        const bool chosen = m_scene.selectedBox == i, hovered = m_scene.hoveredBox == i;
        if (isLeaf && r < m_theme.length(2) && !chosen && !hovered) {
            m_painter.fillRect(QRectF(center.x() - r, center.y() - m_theme.length(3), 2 * r, m_theme.length(6)), fill);
            return;
        }
        m_painter.setPen(QPen(chosen    ? m_theme.focus
                              : hovered ? m_theme.text
                                        : m_theme.textMuted,
                              m_theme.penWidth(chosen || hovered ? 2 : 1)));
        m_painter.setBrush(fill);
        if (m_scene.collapsed.boxes[index].isFolded()) // a sum with more inside is a square
            m_painter.drawRoundedRect(QRectF(center.x() - r, center.y() - r, 2 * r, 2 * r), m_theme.length(2),
                                      m_theme.length(2));
        else if (isLeaf)
            m_painter.drawRect(QRectF(center.x() - r * 0.6, center.y() - r * 0.6, r * 1.2, r * 1.2));
        else
            m_painter.drawEllipse(center, r, r);
    }

    static constexpr int kDigits[] = {7, 5}; ///< of values beside nodes, as many as there is room for

    /// What the nodes of one level have beside them: all the same, or a reader would look for a meaning in the
    /// difference.
    struct Labels {
        double room = std::numeric_limits<double>::infinity(), names = 0;
        double values[2] = {0, 0}; ///< width of the widest with kDigits; zeros and exponents differ
        bool name = false, value = false;
        int digits = 0;
        bool left = false; ///< a long chain has every other label on the other side
    };

    void chooseLabels()
    {
        const std::vector<TreeBox> &boxes = m_scene.collapsed.boxes;
        const double air = m_theme.space(1);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const QPointF center = m_transform.map(m_scene.position[i]);
            if (!m_visible.contains(center))
                continue;
            Labels &labels = m_labels[m_scene.position[i].y()];
            const double x = center.x(), r = radius(static_cast<int>(i));
            if (std::isfinite(m_scene.room[i]))
                labels.room = std::min(labels.room, m_scene.room[i] * m_transform.scaleX - 2 * r - 2 * air);
            else
                labels.room = std::min(labels.room, m_area.right() - x - r - 2 * air);
            if (labels.room < kShortestLabel * m_monoMetrics.averageCharWidth())
                continue; // no name of this level is asked for
            const int box = static_cast<int>(i);
            labels.names = std::max(labels.names, m_smallMetrics.horizontalAdvance(m_scene.name(box)) + 1);
            for (std::size_t d = 0; d < std::size(kDigits); ++d)
                labels.values[d] =
                    std::max(labels.values[d], m_monoMetrics.horizontalAdvance(m_scene.valueText(box, kDigits[d])) + 1);
        }
        const bool alternating = m_transform.scaleY < m_monoMetrics.height() * kTightLines;
        for (auto &[y, labels] : m_labels) {
            if (labels.room < kShortestLabel * m_monoMetrics.averageCharWidth())
                continue; // how wide its names are was not asked
            if (alternating) {
                labels.room = std::min(labels.room / 2, m_transform.map({0, 0}).x() - m_area.left());
                labels.left = std::llround(y) % 2 != 0;
            }
            const auto show = [&labels = labels](bool name, std::size_t digits) {
                labels.name = name;
                labels.value = true;
                labels.digits = kDigits[digits];
            };
            if (labels.names + m_theme.space(2) + labels.values[0] <= labels.room)
                show(true, 0);
            else if (labels.names + m_theme.space(2) + labels.values[1] <= labels.room)
                show(true, 1);
            else if (labels.names <= labels.room)
                labels.name = true;
            else if (labels.values[1] <= labels.room)
                show(false, 1);
        }
    }

    void label(int i, const QPointF &center) const
    {
        const std::size_t index = static_cast<std::size_t>(i);
        if (m_scene.collapsed.boxes[index].parent < 0)
            return rootLabel(center);
        const double height = m_monoMetrics.height(), y = center.y() - height / 2;
        if (m_transform.scaleY < height * kTightLines / 2)
            return;
        const Labels &labels = m_labels.at(m_scene.position[index].y());
        const QString name = labels.name ? m_scene.name(i) : QString(),
                      value = labels.value ? m_scene.valueText(i, labels.digits) : QString();
        const double nameWidth = name.isEmpty() ? 0 : m_smallMetrics.horizontalAdvance(name) + 1,
                     valueWidth = value.isEmpty() ? 0 : m_monoMetrics.horizontalAdvance(value) + 1;
        const double gap = name.isEmpty() || value.isEmpty() ? 0 : m_theme.space(2), out = radius(i) + m_theme.space(1);
        const double x = labels.left ? center.x() - out - nameWidth - gap - valueWidth : center.x() + out;
        if (!name.isEmpty()) {
            m_painter.setFont(m_small);
            text({x, y, nameWidth, height}, name, m_theme.textMuted);
        }
        if (!value.isEmpty()) {
            m_painter.setFont(m_mono);
            text({x + nameWidth + gap, y, valueWidth, height}, value, m_theme.text);
        }
    }

    /// The result, with its whole error; beside the node or, where that is too narrow, above it.
    void rootLabel(const QPointF &center) const
    {
        const int i = m_scene.root();
        const std::size_t top = static_cast<std::size_t>(m_scene.collapsed.boxes[static_cast<std::size_t>(i)].node);
        const QString name = m_scene.name(i);
        QString value = m_scene.valueText(i, 9);
        if (m_scene.color != TreeColor::Difference && std::isfinite(m_scene.tree->value[top])) {
            const QString total =
                number(m_scene.tree->accumulated[top] / ulpSize(DType::F32, m_scene.tree->value[top]), 2);
            value +=
                QStringLiteral("   ") + translate(QT_TRANSLATE_NOOP("TreeView", "%1 ulp in all"))
                                            .arg(total.startsWith(QChar(0x2212)) ? total : QLatin1Char('+') + total);
        }
        const double nameWidth = m_smallMetrics.horizontalAdvance(name) + 1,
                     valueWidth = m_monoMetrics.horizontalAdvance(value) + 1;
        const double gap = m_theme.space(2), air = m_theme.space(1), r = radius(i), height = m_monoMetrics.height();
        double x = center.x() + r + air, y = center.y() - height / 2;
        if (x + nameWidth + gap + valueWidth + air > m_area.right()) {
            x = std::max(m_area.left() + air, m_area.right() - 2 * air - nameWidth - gap - valueWidth);
            y = center.y() - r - height - air;
        }
        m_painter.setFont(m_small);
        text({x, y, nameWidth, height}, name, m_theme.textMuted);
        m_painter.setFont(m_mono);
        text({x + nameWidth + gap, y, valueWidth, height}, value, m_theme.text);
    }

    /// Text on a ground of its own, so that edges do not strike it through.
    void text(const QRectF &box, const QString &s, const QColor &color) const
    {
        QColor ground = m_theme.plotGround;
        ground.setAlphaF(0.7f);
        m_painter.fillRect(box, ground);
        m_painter.setPen(color);
        m_painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, s);
    }

    QPainter &m_painter;
    QRectF m_area, m_visible;
    const TreeScene &m_scene;
    const TreeTransform &m_transform;
    const Theme &m_theme;
    QFont m_small, m_mono;
    QFontMetricsF m_smallMetrics, m_monoMetrics;
    const ColorMap &m_map;
    std::map<double, Labels> m_labels; ///< by y of the level
};

} // namespace

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
    t.origin = {inner.left() + before + std::max(0.0, inner.width() - used - t.scaleX) / 2, inner.top()};
    return t;
}

int boxAt(const TreeScene &scene, const TreeTransform &transform, const QPointF &point, const Theme &theme)
{
    int best = -1;
    double bestDistance = theme.length(kHitRadius) * theme.length(kHitRadius);
    for (std::size_t i = 0; i < scene.position.size(); ++i) {
        const QPointF d = transform.map(scene.position[i]) - point;
        const double distance = d.x() * d.x() + d.y() * d.y();
        if (distance < bestDistance) {
            bestDistance = distance;
            best = static_cast<int>(i);
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
    const TreePainting painting(painter, area, scene, transform, theme);
    painting.bands();
    painting.edges();
    painting.nodes();
    painting.factors();
    painting.labels();
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

void TreeFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    const double height = context.rect.height() / static_cast<double>(m_scenes.size());
    for (std::size_t i = 0; i < m_scenes.size(); ++i) {
        const QRectF area(context.rect.left(), context.rect.top() + static_cast<double>(i) * height,
                          context.rect.width(), height);
        paintTree(context.painter, area, m_scenes[i], TreeTransform::fit(m_scenes[i], area, context.theme),
                  context.theme);
    }
}

QString TreeFigure::figureDescription() const
{
    QStringList parts;
    for (const TreeScene &scene : m_scenes)
        parts << translate(
                     QT_TRANSLATE_NOOP("TreeView", "Reduction tree with %1 leaves, folded to %2 boxes. Root: %3."))
                     .arg(scene.tree->tree.leafOrder.size())
                     .arg(scene.collapsed.boxes.size())
                     .arg(scene.describe(scene.root()));
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
