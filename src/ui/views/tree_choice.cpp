// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_choice.h"

#include "engine/analysis/dq_row.h"
#include "engine/reduction/classic_orders.h"
#include "ui/views/state_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr std::size_t kMostBoxes = 64;  ///< more do not get names and values on an ordinary screen
constexpr std::size_t kFewestBoxes = 6; ///< fewer are no picture

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

} // namespace

QString sumKindTitle(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum: return translate(QT_TRANSLATE_NOOP("TreeView", "row sum l"));
    case SumKind::Output: return translate(QT_TRANSLATE_NOOP("TreeView", "output element"));
    case SumKind::Score: return translate(QT_TRANSLATE_NOOP("TreeView", "score q·k"));
    case SumKind::SketchMergeSum: return translate(QT_TRANSLATE_NOOP("TreeView", "merge of tile sums"));
    case SumKind::SketchMergeOutput: return translate(QT_TRANSLATE_NOOP("TreeView", "merge of tile outputs"));
    case SumKind::CombineWeights: return translate(QT_TRANSLATE_NOOP("TreeView", "weights of splits"));
    case SumKind::CombineOutput: return translate(QT_TRANSLATE_NOOP("TreeView", "combine of splits"));
    case SumKind::Dq: return translate(QT_TRANSLATE_NOOP("TreeView", "dQ (contributions per key tile)"));
    }
    return {};
}

QString sumKindKey(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum: return QStringLiteral("row-sum");
    case SumKind::Output: return QStringLiteral("output");
    case SumKind::Score: return QStringLiteral("score");
    case SumKind::SketchMergeSum: return QStringLiteral("merge-sum");
    case SumKind::SketchMergeOutput: return QStringLiteral("merge-output");
    case SumKind::CombineWeights: return QStringLiteral("combine-weights");
    case SumKind::CombineOutput: return QStringLiteral("combine-output");
    case SumKind::Dq: return QStringLiteral("dq");
    }
    return {};
}

bool hasSum(SumKind kind, const RunSpec &spec, int splits)
{
    const Recipe &recipe = spec.recipe;
    switch (kind) {
    case SumKind::SketchMergeSum:
    case SumKind::SketchMergeOutput: return recipe.form == Form::Sketch;
    case SumKind::CombineWeights:
    case SumKind::CombineOutput: return recipe.form == Form::Online && splits > 1;
    case SumKind::Dq: return checkBackward(spec).ok();
    default: return true;
    }
}

QString sumPlaceText(SumKind kind, int row, int column)
{
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::SketchMergeSum:
    case SumKind::CombineWeights: return translate(QT_TRANSLATE_NOOP("TreeView", "row %1")).arg(row);
    case SumKind::Score: return translate(QT_TRANSLATE_NOOP("TreeView", "S[%1, %2]")).arg(row).arg(column);
    case SumKind::Dq: return translate(QT_TRANSLATE_NOOP("TreeView", "dQ[%1, %2]")).arg(row).arg(column);
    default: return translate(QT_TRANSLATE_NOOP("TreeView", "O[%1, %2]")).arg(row).arg(column);
    }
}

std::vector<int> readArrival(const QString &text)
{
    std::vector<int> tiles;
    static const QRegularExpression between(QStringLiteral("[,\\s]+"));
    for (const QString &word : text.split(between, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int tile = word.toInt(&isNumber);
        tiles.push_back(isNumber ? tile : -1); // which no order has
    }
    return tiles;
}

QString arrivalText(const std::vector<int> &tiles)
{
    QStringList words;
    for (const int tile : tiles)
        words << QString::number(tile);
    return words.join(QLatin1Char(','));
}

std::vector<int> completeArrival(std::vector<int> arrival, const RunSpec &spec)
{
    const int tileN = spec.backward ? spec.backward->tileN : 0;
    const int tiles = tileN > 0 ? (spec.problem.seqlenK + tileN - 1) / tileN : 0;
    std::vector<bool> named(static_cast<std::size_t>(tiles), false);
    for (const int tile : arrival) {
        if (tile >= 0 && tile < tiles)
            named[static_cast<std::size_t>(tile)] = true;
    }
    for (int tile = 0; tile < tiles; ++tile) {
        if (!named[static_cast<std::size_t>(tile)])
            arrival.push_back(tile);
    }
    return arrival;
}

QString whyNoTree(const Session &session, Shown shown, Side side)
{
    if (!session.inputs())
        return translate(QT_TRANSLATE_NOOP("TreeView", "Open a file or a sample"));
    if (session.selection().row < 0)
        return translate(QT_TRANSLATE_NOOP("TreeView", "Select a query row: click a cell of the matrix"));
    if (shown != Shown::A && !session.spec(Side::B))
        return translate(QT_TRANSLATE_NOOP("TreeView", "B is an output alone: it has no tree"));
    if (!session.rowTrace(side) || !session.schedule(side) ||
        (shown == Shown::Difference && !session.rowTrace(Side::B)))
        return translate(QT_TRANSLATE_NOOP("TreeView", "Computing…"));
    return {};
}

TreeSource wantedTree(const Session &session, Shown shown, Side side, const QString &id)
{
    const auto state = [&](const char *name) { return session.viewState(id + QLatin1Char('.') + QLatin1String(name)); };
    const Selection &selection = session.selection();
    TreeSource source;
    source.a = session.rowTrace(side);
    source.b = shown == Shown::Difference ? session.rowTrace(Side::B) : nullptr;
    for (const SumKind kind : kSumKinds) {
        if (state("kind") == sumKindKey(kind))
            source.kind = kind;
    }
    const int splits = session.schedule(side)->splits();
    if (source.b && state("kind").isEmpty() && splits != session.schedule(Side::B)->splits())
        source.kind = SumKind::CombineOutput; // that is where such runs part
    if (!hasSum(source.kind, *session.spec(side), splits) ||
        (source.b && !hasSum(source.kind, *session.spec(Side::B), session.schedule(Side::B)->splits())))
        source.kind = SumKind::RowSum;
    if (source.kind == SumKind::Score)
        source.column = std::max(0, selection.key);
    else if (source.kind != SumKind::RowSum)
        source.column = std::max(0, selection.column);
    source.order = state("order");
    if (source.order == QLatin1String(kEditedOrder))
        source.edit = state("edit");
    if (source.kind == SumKind::Dq && !state(kArrival).isEmpty())
        source.arrival = completeArrival(readArrival(state(kArrival)), *session.spec(side));
    if (selection.key >= 0) {
        source.splitA = splitWithKey(*source.a, selection.key);
        if (source.b)
            source.splitB = splitWithKey(*source.b, selection.key);
    }
    return source;
}

QString wrongSum(const Session &session, const QString &id)
{
    QStringList kinds;
    for (const SumKind kind : kSumKinds)
        kinds << sumKindKey(kind);
    return wrongWord(session, id + QStringLiteral(".kind"), kinds);
}

QString wrongOrder(const Session &session, const QString &id)
{
    QStringList orders;
    for (const ClassicOrder order : kClassicOrders)
        orders << QString::fromStdString(std::string(classicOrderName(order)));
    return wrongWord(session, id + QStringLiteral(".order"), orders << QLatin1String(kEditedOrder));
}

int defaultFolding(const ReductionTree &tree, const std::vector<CollapseLevel> &levels)
{
    const auto boxes = [&](int level) { return collapseTree(tree, levels, level).boxes.size(); };
    int level = static_cast<int>(levels.size()) - 1;
    while (level > 0 && (boxes(level - 1) <= kMostBoxes || boxes(level) < kFewestBoxes))
        --level;
    return level;
}

void readFolding(TreeScene &scene, int defaultLevel, const QString &level, const QString &open)
{
    scene.expansions.clear();
    if (!scene.tree)
        return;
    const auto found = std::find_if(scene.levels.begin(), scene.levels.end(),
                                    [&](const CollapseLevel &each) { return collapseLevelKey(each) == level; });
    scene.level = found != scene.levels.end() ? static_cast<int>(found - scene.levels.begin()) : defaultLevel;
    const int nodes = static_cast<int>(scene.tree->tree.nodes.size());
    for (const QString &word : open.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        bool nodeOk = false, levelOk = false;
        const Expansion expansion{word.section(QLatin1Char(':'), 0, 0).toInt(&nodeOk),
                                  word.section(QLatin1Char(':'), 1).toInt(&levelOk)};
        if (nodeOk && levelOk && expansion.node >= 0 && expansion.node < nodes && expansion.level >= 0 &&
            expansion.level < scene.level)
            scene.expansions.push_back(expansion);
    }
}

} // namespace ulpscope::ui
