// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_level_of_detail.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_set>

namespace ulpscope::ui {
namespace {

constexpr double kShortEdge = 3; ///< pixels: no curve shows in less

std::int64_t cellOf(double x, double pixel) { return static_cast<std::int64_t>(std::floor(x / pixel)); }

/// The part of a line inside `area` (Liang and Barsky); none where they do not meet.
std::optional<QLineF> clipped(const QLineF &line, const QRectF &area)
{
    double from = 0, to = 1;
    const auto cut = [&](double start, double step, double low, double high) {
        if (step == 0)
            return start >= low && start <= high;
        double enter = (low - start) / step, leave = (high - start) / step;
        if (enter > leave)
            std::swap(enter, leave);
        from = std::max(from, enter);
        to = std::min(to, leave);
        return from <= to;
    };
    if (!cut(line.x1(), line.dx(), area.left(), area.right()) || !cut(line.y1(), line.dy(), area.top(), area.bottom()))
        return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

/// The pixels that lines begin and end on, as lines are rounded to them: to whole ones of the device. They are told
/// apart in areas of less than 2^16 pixels a side.
class Pixels {
public:
    explicit Pixels(double pixel) : m_pixel(pixel) {}
    std::uint64_t ends(const QLineF &line) const { return index(line.p1()) << 32 | index(line.p2()); }
    /// Neighbours are then drawn alike, and leave no gaps.
    QLineF snapped(const QLineF &line) const { return {snapped(line.p1()), snapped(line.p2())}; }

private:
    std::uint64_t index(const QPointF &p) const
    {
        const auto low = [&](double x) { return static_cast<std::uint64_t>(std::llround(x / m_pixel) & 0xffff); };
        return low(p.x()) << 16 | low(p.y());
    }
    QPointF snapped(const QPointF &p) const
    {
        return {std::round(p.x() / m_pixel) * m_pixel, std::round(p.y() / m_pixel) * m_pixel};
    }
    double m_pixel;
};

} // namespace

double pixelOf(const QPainter &painter)
{
    const double scale = std::abs(painter.deviceTransform().m11());
    return scale > 0 ? 1 / scale : 1;
}

std::vector<TreeScene::Line> linesIn(const TreeScene &scene, const TreeTransform &transform, const QRectF &area)
{
    const QPointF low = transform.unmap(area.topLeft()), high = transform.unmap(area.bottomRight());
    std::vector<TreeScene::Line> found;
    auto line = std::lower_bound(scene.lines.begin(), scene.lines.end(), low.y(),
                                 [](const TreeScene::Line &l, double y) { return l.y < y; });
    for (; line != scene.lines.end() && line->y <= high.y(); ++line) {
        const auto boxes = scene.byPlace.begin();
        const auto x = [&](int box) { return scene.position[static_cast<std::size_t>(box)].x(); };
        const auto begin = std::lower_bound(boxes + line->begin, boxes + line->end, low.x(),
                                            [&](int box, double at) { return x(box) < at; });
        const auto end =
            std::upper_bound(begin, boxes + line->end, high.x(), [&](double at, int box) { return at < x(box); });
        if (begin != end)
            found.push_back(
                {line->y, static_cast<std::ptrdiff_t>(begin - boxes), static_cast<std::ptrdiff_t>(end - boxes)});
    }
    return found;
}

double weightOf(const TreeScene &scene, int box)
{
    const std::size_t index = static_cast<std::size_t>(box);
    if (scene.onlyHere[index])
        return scene.errorLimit / 2;
    return std::isfinite(scene.error[index]) ? std::abs(scene.error[index]) : std::numeric_limits<double>::infinity();
}

std::vector<int> onePerPixel(const TreeScene &scene, const TreeTransform &transform,
                             std::span<const TreeScene::Line> lines, double pixel, const std::vector<bool> &wanted)
{
    struct Seen {
        double weight;
        int box;
    };
    std::vector<Seen> seen;
    if (lines.empty())
        return {};
    // One row of pixels at a time: lines come from the top down.
    double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest();
    for (const TreeScene::Line &line : lines) {
        const auto x = [&](std::ptrdiff_t place) {
            const int box = scene.byPlace[static_cast<std::size_t>(place)];
            return transform.map(scene.position[static_cast<std::size_t>(box)]).x();
        };
        left = std::min(left, x(line.begin));
        right = std::max(right, x(line.end - 1));
    }
    const std::int64_t first = cellOf(left, pixel);
    std::vector<std::size_t> at(static_cast<std::size_t>(cellOf(right, pixel) - first + 1), 0); // 1 + index into seen
    std::size_t rowBegin = 0;
    std::optional<std::int64_t> row;
    for (const TreeScene::Line &line : lines) {
        const std::int64_t here = cellOf(transform.map({0, line.y}).y(), pixel);
        if (row != here) {
            row = here;
            rowBegin = seen.size();
        }
        for (std::ptrdiff_t place = line.begin; place < line.end; ++place) {
            const int box = scene.byPlace[static_cast<std::size_t>(place)];
            const std::size_t index = static_cast<std::size_t>(box);
            if (!wanted[index])
                continue;
            std::size_t &cell =
                at[static_cast<std::size_t>(cellOf(transform.map(scene.position[index]).x(), pixel) - first)];
            const double weight = weightOf(scene, box);
            if (cell <= rowBegin) { // of a row above, or none
                seen.push_back({weight, box});
                cell = seen.size();
            } else if (Seen &there = seen[cell - 1]; weight > there.weight) {
                there = {weight, box};
            }
        }
    }
    std::stable_sort(seen.begin(), seen.end(), [](const Seen &a, const Seen &b) { return a.weight < b.weight; });
    std::vector<int> boxes;
    boxes.reserve(seen.size());
    for (const Seen &s : seen)
        boxes.push_back(s.box);
    return boxes;
}

VisibleEdges edgesIn(const TreeScene &scene, const TreeTransform &transform, const QRectF &area, double closest,
                     double pixel)
{
    VisibleEdges edges;
    const std::vector<TreeBox> &boxes = scene.collapsed.boxes;
    const Pixels pixels(pixel > 0 ? pixel : 1);
    std::unordered_set<std::uint64_t> drawn;
    std::uint64_t last = 0;
    bool isFirst = true;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const int box = pixel > 0 ? scene.byPlace[k] : static_cast<int>(k); // edges on one pixel come in a row
        const std::size_t i = static_cast<std::size_t>(box);
        if (boxes[i].parent < 0)
            continue;
        const QLineF line(transform.map(scene.position[i]),
                          transform.map(scene.position[static_cast<std::size_t>(boxes[i].parent)]));
        if (std::max(line.x1(), line.x2()) < area.left() || std::min(line.x1(), line.x2()) > area.right() ||
            std::max(line.y1(), line.y2()) < area.top() || std::min(line.y1(), line.y2()) > area.bottom())
            continue;
        if (scene.hoveredBox == box || scene.hoveredBox == boxes[i].parent)
            edges.lit.push_back(box);
        const bool isShort = pixel > 0 && std::abs(line.dx()) + std::abs(line.dy()) < kShortEdge * pixel;
        if (!isShort && scene.air[i] * transform.scaleX > closest) {
            edges.apart.push_back(box);
            continue;
        }
        if (pixel <= 0) {
            edges.crowded.push_back(line);
            continue;
        }
        const std::optional<QLineF> inside = clipped(line, area);
        if (!inside)
            continue;
        const std::uint64_t key = pixels.ends(*inside);
        if ((isFirst || key != last) && drawn.insert(key).second)
            edges.crowded.push_back(pixels.snapped(*inside));
        last = key;
        isFirst = false;
    }
    return edges;
}

} // namespace ulpscope::ui
