// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_view.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QStringList>

#include <algorithm>
#include <array>

namespace ulpscope::ui {
namespace {

struct KindChoice {
    SumKind kind;
    const char *key;
};
constexpr std::array kKinds = {KindChoice{SumKind::RowSum, "row-sum"},
                               KindChoice{SumKind::Output, "output"},
                               KindChoice{SumKind::Score, "score"},
                               KindChoice{SumKind::SketchMergeSum, "merge-sum"},
                               KindChoice{SumKind::SketchMergeOutput, "merge-output"},
                               KindChoice{SumKind::CombineWeights, "combine-weights"},
                               KindChoice{SumKind::CombineOutput, "combine-output"}};

QString kindTitle(SumKind kind)
{
    switch (kind) {
    case SumKind::RowSum: return TreeView::tr("row sum l");
    case SumKind::Output: return TreeView::tr("output element");
    case SumKind::Score: return TreeView::tr("score q·k");
    case SumKind::SketchMergeSum: return TreeView::tr("merge of tile sums");
    case SumKind::SketchMergeOutput: return TreeView::tr("merge of tile outputs");
    case SumKind::CombineWeights: return TreeView::tr("weights of splits");
    case SumKind::CombineOutput: return TreeView::tr("combine of splits");
    }
    return {};
}

bool existsIn(SumKind kind, const Recipe &recipe, int splits)
{
    switch (kind) {
    case SumKind::SketchMergeSum:
    case SumKind::SketchMergeOutput: return recipe.form == Form::Sketch;
    case SumKind::CombineWeights:
    case SumKind::CombineOutput: return recipe.form == Form::Online && splits > 1;
    default: return true;
    }
}

/// Leaves that are keys light up in the matrix.
bool leavesAreKeys(SumKind kind) { return kind == SumKind::RowSum || kind == SumKind::Output; }
bool leavesAreTiles(SumKind kind) { return kind == SumKind::SketchMergeSum || kind == SumKind::SketchMergeOutput; }

constexpr std::size_t kMostBoxes = 64;  ///< more do not get names and values on an ordinary screen
constexpr std::size_t kFewestBoxes = 6; ///< fewer are no picture

/// The finest level whose boxes can be told apart, unless it is one with hardly any boxes.
int defaultLevel(const ReductionTree &tree, const std::vector<CollapseLevel> &levels)
{
    const auto boxes = [&](int level) { return collapseTree(tree, levels, level).boxes.size(); };
    int level = static_cast<int>(levels.size()) - 1;
    while (level > 0 && (boxes(level - 1) <= kMostBoxes || boxes(level) < kFewestBoxes))
        --level;
    return level;
}

} // namespace

TreeView::TreeView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_canvas(new TreeCanvas),
      m_kind(new QComboBox),
      m_level(new QComboBox),
      m_color(new QComboBox)
{
    setBody(m_canvas);
    fillChoices();
    // Another sum begins as it is best seen, another level without boxes opened. Before addChoice(): the choice comes
    // last.
    connect(m_kind, &QComboBox::activated, this, [this] {
        setState(QStringLiteral("level"), {});
        setState(QStringLiteral("open"), {});
    });
    connect(m_level, &QComboBox::activated, this, [this] { setState(QStringLiteral("open"), {}); });
    addChoice(m_kind, QStringLiteral("kind"));
    addChoice(m_level, QStringLiteral("level"));
    addChoice(m_color, QStringLiteral("color"));
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key == this->id() + QStringLiteral(".open"))
            scheduleRebuild();
    });
    connect(&session, &Session::documentChanged, this, &TreeView::scheduleRebuild);
    connect(&session, &Session::rowTraceChanged, this, &TreeView::scheduleRebuild);
    connect(&session, &Session::selectionChanged, this, &TreeView::scheduleRebuild);
    connect(this, &View::shownChanged, this, &TreeView::scheduleRebuild);
    connect(m_canvas, &TreeCanvas::boxActivated, this, &TreeView::activate);
    connect(m_canvas, &TreeCanvas::hovered, this, &TreeView::showHover);
    connect(m_canvas, &TreeCanvas::selectionMoved, this, &TreeView::showHover);
    rebuild();
}

void TreeView::fillChoices()
{
    const QSignalBlocker block(m_color);
    m_color->clear();
    m_color->addItem(tr("own error"), QStringLiteral("own"));
    m_color->addItem(tr("accumulated error"), QStringLiteral("accumulated"));
    m_kind->setAccessibleName(tr("Which sum"));
    m_kind->setToolTip(tr("The sum whose tree is shown"));
    m_level->setAccessibleName(tr("Folding"));
    m_level->setToolTip(tr("Additions up to this scope are folded into one node"));
    m_color->setAccessibleName(tr("Colour of nodes"));
    m_color->setToolTip(tr("What the colour of a node tells"));
}

void TreeView::retranslate()
{
    fillChoices();
    scheduleRebuild();
}

SumKind TreeView::wantedKind() const
{
    const QString key = state(QStringLiteral("kind"));
    for (const KindChoice &choice : kKinds) {
        if (key == QLatin1String(choice.key))
            return choice.kind;
    }
    return SumKind::RowSum;
}

void TreeView::offerKinds(const Recipe &recipe, int splits, SumKind current)
{
    const QSignalBlocker block(m_kind);
    m_kind->clear();
    for (const KindChoice &choice : kKinds) {
        if (existsIn(choice.kind, recipe, splits))
            m_kind->addItem(kindTitle(choice.kind), QLatin1String(choice.key));
        if (choice.kind == current)
            m_kind->setCurrentIndex(m_kind->count() - 1);
    }
}

QString TreeView::whyAbsent() const
{
    if (!session().inputs())
        return tr("Open a file or a sample");
    if (session().selection().row < 0)
        return tr("Select a query row: click a cell of the matrix");
    if (shown() != Shown::A && !session().spec(Side::B))
        return tr("B is an output alone: it has no tree");
    if (!session().rowTrace(side()) || !session().schedule(side()) ||
        (shown() == Shown::Difference && !session().rowTrace(Side::B)))
        return tr("Computing…");
    return {};
}

QString TreeView::sumName(SumKind kind, int column) const
{
    const int row = session().selection().row;
    switch (kind) {
    case SumKind::RowSum:
    case SumKind::SketchMergeSum:
    case SumKind::CombineWeights: return tr("row %1").arg(row);
    case SumKind::Score: return tr("S[%1, %2]").arg(row).arg(column);
    default: return tr("O[%1, %2]").arg(row).arg(column);
    }
}

QString TreeView::makeTree(const Source &source)
{
    m_scene.tree = m_scene.other = nullptr;
    const auto make = [&](Side of, const RowTrace &row, std::shared_ptr<const ValuedTree> &target) {
        Result<ValuedTree> built = valuedTree(*session().spec(of), session().inputs()->inputs, session().schedule(of),
                                              row, source.kind, source.column, source.split);
        if (!built.ok())
            return engineText(built.status().phrase());
        target = std::make_shared<const ValuedTree>(std::move(built).value());
        return QString();
    };
    QString problem = make(side(), *source.a, m_scene.tree);
    if (problem.isEmpty() && source.b) {
        problem = make(Side::B, *source.b, m_scene.other);
        if (problem.isEmpty() && (m_scene.tree->tree.nodes.size() != m_scene.other->tree.nodes.size() ||
                                  m_scene.tree->tree.toText() != m_scene.other->tree.toText()))
            problem = tr("A and B add in different orders: look at one after the other");
    }
    if (!problem.isEmpty())
        m_scene.tree = m_scene.other = nullptr;
    return problem;
}

void TreeView::rebuild()
{
    const bool had = hasFigure();
    const Selection &selection = session().selection();
    QString absent = whyAbsent(), subtitle;
    if (absent.isEmpty()) {
        const Recipe &recipe = session().spec(side())->recipe;
        const int splits = session().schedule(side())->splits();
        Source source{session().rowTrace(side()), shown() == Shown::Difference ? session().rowTrace(Side::B) : nullptr,
                      wantedKind(), 0, kFirstSplit};
        if (!existsIn(source.kind, recipe, splits))
            source.kind = SumKind::RowSum;
        if (source.kind == SumKind::Score)
            source.column = std::max(0, selection.key);
        else if (source.kind != SumKind::RowSum)
            source.column = std::max(0, selection.column);
        if (selection.key >= 0)
            source.split = splitWithKey(*source.a, selection.key);
        offerKinds(recipe, splits, source.kind);
        if (source != m_source) {
            m_source = source;
            m_scene.kind = source.kind;
            m_treeProblem = makeTree(source);
            m_scene.levels = m_scene.tree ? collapseLevels(m_scene.tree->tree) : std::vector<CollapseLevel>{};
            m_defaultLevel = m_scene.tree ? defaultLevel(m_scene.tree->tree, m_scene.levels) : 0;
        }
        absent = m_treeProblem;
        subtitle = sumName(source.kind, source.column);
        if (splits > 1 && (source.kind == SumKind::RowSum || source.kind == SumKind::Output) &&
            source.split != kFirstSplit)
            subtitle += tr(", split %1").arg(source.split);
    } else {
        m_source = {};
        m_scene.tree = m_scene.other = nullptr;
    }
    setAbsent(absent);
    setSubtitle(subtitle);
    for (QComboBox *box : {m_kind, m_level, m_color})
        setChoiceWanted(box, !subtitle.isEmpty() && (m_scene.tree || box == m_kind) &&
                                 (box != m_color || shown() != Shown::Difference));
    const int color = showChoice(m_color, QStringLiteral("color"));
    m_scene.color = m_scene.other ? TreeColor::Difference
                    : color == 1  ? TreeColor::AccumulatedError
                                  : TreeColor::OwnError;
    readFolding();
    m_scene.update();
    m_table.setTree(m_scene.tree, m_scene.kind);
    m_canvas->setScene(m_scene);
    if (had != hasFigure())
        emit figureChanged();
}

/// Level and opened boxes from the view state; those of another tree have no effect.
void TreeView::readFolding()
{
    const QSignalBlocker block(m_level);
    m_level->clear();
    m_scene.expansions.clear();
    if (!m_scene.tree)
        return;
    for (const CollapseLevel &level : m_scene.levels)
        m_level->addItem(collapseLevelName(level), collapseLevelKey(level));
    const int stored = m_level->findData(state(QStringLiteral("level")));
    m_scene.level = stored >= 0 ? stored : m_defaultLevel;
    m_level->setCurrentIndex(m_scene.level);
    const int nodes = static_cast<int>(m_scene.tree->tree.nodes.size());
    for (const QString &word : state(QStringLiteral("open")).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        bool nodeOk = false, levelOk = false;
        const Expansion expansion{word.section(QLatin1Char(':'), 0, 0).toInt(&nodeOk),
                                  word.section(QLatin1Char(':'), 1).toInt(&levelOk)};
        if (nodeOk && levelOk && expansion.node >= 0 && expansion.node < nodes && expansion.level >= 0 &&
            expansion.level < m_scene.level)
            m_scene.expansions.push_back(expansion);
    }
}

/// Opens a folded sum one level further, folds one that was opened again, selects the key of a leaf.
void TreeView::activate(int box)
{
    if (box < 0 || box > m_scene.root())
        return;
    const TreeBox &b = m_scene.collapsed.boxes[static_cast<std::size_t>(box)];
    const TreeNode &node = m_scene.node(box);
    if (node.op == NodeOp::Leaf && leavesAreKeys(m_scene.kind)) {
        Selection selection = session().selection();
        selection.key = node.leaf;
        return session().select(selection);
    }
    std::vector<Expansion> open = m_scene.expansions;
    if (b.isFolded() && b.level > 0)
        open.push_back({b.node, b.level - 1});
    else if (std::erase_if(open, [&](const Expansion &e) { return e.node == b.node; }) == 0)
        return;
    QStringList words;
    for (const Expansion &e : open)
        words << QStringLiteral("%1:%2").arg(e.node).arg(e.level);
    setState(QStringLiteral("open"), words.join(QLatin1Char(' ')));
}

void TreeView::showHover(int box)
{
    Hover hover;
    const std::shared_ptr<const Schedule> schedule = session().schedule(side());
    if (box >= 0 && box <= m_scene.root() && schedule &&
        (leavesAreKeys(m_scene.kind) || leavesAreTiles(m_scene.kind))) {
        const ReductionTree &tree = m_scene.tree->tree;
        const TreeNode &node = m_scene.node(box);
        std::vector<int> leaves;
        for (int i = node.leafBegin; i < node.leafEnd; ++i)
            leaves.push_back(tree.nodes[static_cast<std::size_t>(tree.leafOrder[static_cast<std::size_t>(i)])].leaf);
        std::sort(leaves.begin(), leaves.end());
        const int keysPerLeaf = leavesAreTiles(m_scene.kind) ? schedule->recipe().tileN : 1;
        for (const int leaf : leaves) {
            const KeyRange keys{leaf * keysPerLeaf, std::min((leaf + 1) * keysPerLeaf, schedule->problem().seqlenK)};
            if (!hover.leaves.empty() && hover.leaves.back().end == keys.begin)
                hover.leaves.back().end = keys.end;
            else
                hover.leaves.push_back(keys);
        }
        if (node.keyTile >= 0) {
            hover.mBlock = session().selection().row / schedule->recipe().tileM;
            hover.nBlock = node.keyTile;
        }
    }
    session().setHover(hover);
}

std::unique_ptr<FigureSource> TreeView::figure() const
{
    if (!hasFigure())
        return nullptr;
    TreeScene scene = m_scene; // without what the pointer is on and what the keyboard chose
    return std::make_unique<TreeFigure>(std::move(scene));
}

} // namespace ulpscope::ui
