// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare_figure.h"

#include "ui/plot/heatmap_state.h"
#include "ui/plot/heatmap_view.h"
#include "ui/views/divergence_text.h"
#include "ui/views/matrix_content.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("CompareView", text); }

/// On its default scale, with nothing marked.
HeatmapState heatmapOf(const MatrixContent &content, const QString &title)
{
    HeatmapState state;
    state.matrix = content.matrix;
    state.scale.kind = content.scales.front();
    state.scale.map = content.map;
    state.scale.linthresh = content.linthresh;
    state.rangeStatistics = content.range;
    state.title = title;
    state.rowLabel = content.rowLabel;
    state.columnLabel = content.columnLabel;
    state.quantity = content.quantity;
    return state;
}

class CompareFigure : public FigureSource {
public:
    CompareFigure(std::array<HeatmapState, 3> maps, QStringList caption) : m_caption(std::move(caption))
    {
        for (std::size_t i = 0; i < maps.size(); ++i)
            m_maps[i] = std::make_unique<HeatmapFigure>(std::move(maps[i]));
    }

    /// A wide page has the maps side by side above the caption; a narrow one has two by two, the caption last.
    void paintFigure(const FigureContext &context) const override
    {
        constexpr double kWide = 1.6;
        const QRectF &r = context.rect;
        std::array<QRectF, 3> places;
        QRectF caption;
        if (r.width() >= kWide * r.height()) {
            const double text = std::min(captionHeight(r.width(), context.theme), 0.4 * r.height()),
                         width = r.width() / 3;
            for (std::size_t i = 0; i < places.size(); ++i)
                places[i] = {r.left() + static_cast<double>(i) * width, r.top(), width, r.height() - text};
            caption = {r.left(), r.bottom() - text, r.width(), text};
        } else {
            constexpr double kDifference = 0.42; // of the width: words need more than a map
            const double width = r.width() / 2, height = r.height() / 2, lower = kDifference * r.width();
            places = {QRectF(r.left(), r.top(), width, height), QRectF(r.left() + width, r.top(), width, height),
                      QRectF(r.left(), r.top() + height, lower, height)};
            caption = {r.left() + lower, r.top() + height, r.width() - lower, height};
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            m_maps[i]->paintFigure({context.painter, context.plotPainter, places[i], context.theme, context.vector});
        paintCaption(context.painter, caption, context.theme);
    }

    QString figureDescription() const override
    {
        QStringList parts;
        for (const std::unique_ptr<FigureSource> &map : m_maps)
            parts << map->figureDescription();
        return (parts + m_caption).join(QLatin1Char(' '));
    }

private:
    QString captionText() const { return m_caption.join(QLatin1Char('\n')); }

    double captionHeight(double width, const Theme &theme) const
    {
        const QFontMetricsF metrics(theme.font(TextRole::Small));
        return metrics.boundingRect(QRectF(0, 0, width - theme.space(4), 1e6), Qt::TextWordWrap, captionText())
                   .height() +
               theme.space(3);
    }

    /// At smaller type where there is little room.
    void paintCaption(QPainter &painter, const QRectF &area, const Theme &wanted) const
    {
        constexpr double kSmallest = 0.5;
        Theme theme = wanted;
        for (double factor = 1; factor > kSmallest && captionHeight(area.width(), theme) > area.height();
             factor -= 0.05)
            theme = wanted.withBaseSize(wanted.baseSize() * factor);
        painter.save();
        painter.setFont(theme.font(TextRole::Small));
        painter.setPen(theme.text);
        painter.drawText(area.adjusted(theme.space(2), theme.space(1), -theme.space(2), 0),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, captionText());
        painter.restore();
    }

    std::array<std::unique_ptr<FigureSource>, 3> m_maps;
    QStringList m_caption;
};

} // namespace

std::unique_ptr<FigureSource> compareFigure(const Session &session, const Comparison &comparison)
{
    const std::pair<Shown, QString> sides[] = {
        {Shown::A, QStringLiteral("A")}, {Shown::B, QStringLiteral("B")}, {Shown::Difference, QStringLiteral("A − B")}};
    std::array<HeatmapState, 3> maps;
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const MatrixContent content = matrixContent(session, MatrixQuantity::Output, sides[i].first, ErrorMetric::Ulp);
        if (!content.matrix)
            return nullptr;
        maps[i] = heatmapOf(content, sides[i].second);
    }
    maps[2].quantity = errorMetricTitle(ErrorMetric::OrdinalUlp); // short: the caption says it in full
    QStringList caption;
    caption << translate(QT_TRANSLATE_NOOP("CompareView", "A: %1. B: %2. Final output, %3."))
                   .arg(sideSummary(session, Side::A), sideSummary(session, Side::B), headText(session))
            << countsSentence(comparison);
    if (comparison.first)
        caption << divergenceTitle(*comparison.first) + QStringLiteral(": ") + divergencePlace(*comparison.first)
                << divergenceReasons(*comparison.first);
    return std::make_unique<CompareFigure>(std::move(maps), std::move(caption));
}

} // namespace ulpscope::ui
