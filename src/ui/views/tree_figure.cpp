// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_marks.h"

#include <QCoreApplication>
#include <QStringList>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

} // namespace

void TreeFigure::paintFigure(const FigureContext &context) const
{
    context.painter.fillRect(context.rect, context.theme.plotGround);
    const QRectF all = paintWhatIfBelow(context.painter, context.rect, m_beside, context.theme);
    const double height = all.height() / static_cast<double>(m_scenes.size());
    for (std::size_t i = 0; i < m_scenes.size(); ++i) {
        QRectF area(all.left(), all.top() + static_cast<double>(i) * height, all.width(), height);
        area = paintMarkKeyBelow(context.painter, area, m_scenes[i], context.theme);
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
                         .arg(scene.describe(scene.root())) +
                     (scene.probe            ? QLatin1Char(' ') + MarkKey(*scene.probe).text()
                      : scene.note.isEmpty() ? QString()
                                             : QLatin1Char(' ') + scene.note);
    if (m_beside.answer)
        parts << m_beside.summary() + QLatin1Char('.');
    return parts.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
