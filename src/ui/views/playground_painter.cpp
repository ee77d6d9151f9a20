// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/playground_painter.h"

#include "ui/views/playground_page.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

using playground::Page;

namespace {

constexpr double kSmallestType = 0.6; ///< of the theme's, in a figure
constexpr int kBesideWidth = 180;     ///< grid steps from which results stand beside the steps

} // namespace

std::vector<int> visibleColumns(const Addition &addition, int capacity)
{
    const int kept = addition.keptPlaces(), dropped = addition.droppedPlaces();
    int showKept = kept, showDropped = dropped;
    if (kept + dropped > capacity) {
        showDropped = std::min(dropped, std::max(capacity / 3, capacity - kept));
        showKept = std::min(kept, capacity - showDropped);
    }
    std::vector<int> columns;
    const auto part = [&](int from, int count, int shown, int tail) {
        if (shown >= count) {
            for (int i = 0; i < count; ++i)
                columns.push_back(from + i);
            return;
        }
        tail = std::clamp(tail, 0, shown - 1);
        for (int i = 0; i < shown - 1 - tail; ++i)
            columns.push_back(from + i);
        columns.push_back(-1);
        for (int i = count - tail; i < count; ++i)
            columns.push_back(from + i);
    };
    part(0, kept, showKept, showKept - 4); // what is near the cut matters
    part(kept, dropped, showDropped, 2);
    return columns;
}

PlaygroundForm PlaygroundLayout::formFor(double width, const Theme &theme)
{
    return width >= theme.space(kBesideWidth) ? PlaygroundForm::Beside : PlaygroundForm::Stacked;
}

PlaygroundLayout::PlaygroundLayout(const PlaygroundState &state, const QRectF &area, const Theme &theme,
                                   PlaygroundForm form)
{
    if (!state.isEmpty())
        height = Page(nullptr, state, theme, this).all(area, form) - area.top();
}

int PlaygroundLayout::stepAt(const QPointF &point) const
{
    const auto at = std::find_if(steps.begin(), steps.end(), [&](const QRectF &box) { return box.contains(point); });
    return at == steps.end() ? -1 : static_cast<int>(at - steps.begin());
}

int PlaygroundLayout::shapeAt(const QPointF &point) const
{
    const auto at = std::find_if(shapes.begin(), shapes.end(), [&](const QRectF &box) { return box.contains(point); });
    return at == shapes.end() ? -1 : static_cast<int>(at - shapes.begin());
}

void paintPlayground(QPainter &painter, const QRectF &area, const PlaygroundState &state, const Theme &theme,
                     PlaygroundForm form)
{
    if (state.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    Page(&painter, state, theme, nullptr).all(area, form);
    painter.restore();
}

void PlaygroundFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    if (m_state.isEmpty())
        return;
    const Theme &wanted = context.theme;
    const auto fits = [&](const Theme &theme, PlaygroundForm form) {
        return PlaygroundLayout(m_state, context.rect, theme, form).height <= context.rect.height();
    };
    const Theme smallest = wanted.withBaseSize(wanted.baseSize() * kSmallestType);
    for (const PlaygroundForm form : {PlaygroundForm::Beside, PlaygroundForm::Stacked, PlaygroundForm::Short}) {
        if (form == PlaygroundForm::Beside &&
            PlaygroundLayout::formFor(context.rect.width(), smallest) != PlaygroundForm::Beside)
            continue;
        for (double factor = 1; factor > kSmallestType; factor -= 0.05) {
            const Theme theme = wanted.withBaseSize(wanted.baseSize() * factor);
            if (form == PlaygroundForm::Beside &&
                PlaygroundLayout::formFor(context.rect.width(), theme) != PlaygroundForm::Beside)
                continue;
            if (fits(theme, form)) {
                paintPlayground(context.painter, context.rect, m_state, theme, form);
                return;
            }
        }
    }
    context.painter.save();
    context.painter.setRenderHint(QPainter::Antialiasing);
    Page page(&context.painter, m_state, smallest, nullptr);
    page.setLimit(context.rect.bottom());
    page.all(context.rect, PlaygroundForm::Short);
    context.painter.restore();
}

} // namespace ulpscope::ui
