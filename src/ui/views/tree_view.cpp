// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tree_view.h"

#include "engine/numerics/ulp.h"
#include "engine/reduction/tree_bounds.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_split_strip.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {
namespace {

constexpr int kLowPane = 75; ///< grid steps

} // namespace

TreeView::TreeView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_body(new QSplitter(Qt::Vertical)),
      m_splits(new TreeSplitStrip),
      m_bounds(new TreeBoundsStrip),
      m_strip(new TreeProbeStrip),
      m_beside(new WhatIfStrip),
      m_kind(new QComboBox),
      m_level(new QComboBox),
      m_color(new QComboBox),
      m_order(new QComboBox),
      m_declared(new QComboBox)
{
    m_body->setObjectName(id + QStringLiteral(".panes"));
    m_body->setChildrenCollapsible(false);
    for (Pane &pane : m_panes) {
        pane.canvas = new TreeCanvas;
        pane.canvas->setObjectName(id + (&pane == &m_panes[0] ? QStringLiteral(".first") : QStringLiteral(".second")));
        m_body->addWidget(pane.canvas);
        connect(pane.canvas, &TreeCanvas::boxActivated, this, [this, &pane](int box) { activate(pane, box); });
        connect(pane.canvas, &TreeCanvas::hovered, this, [this, &pane](int box) { showHover(pane, box); });
        connect(pane.canvas, &TreeCanvas::selectionMoved, this, [this, &pane](int box) {
            showHover(pane, box);
            showHistory(pane, box);
            // A node of an order that somebody made, or of B where A is meant, says nothing.
            if (&pane == &m_panes[0] && !m_asAdded && side() == View::side())
                keepChosen(box < 0 ? -1 : pane.scene.collapsed.boxes[static_cast<std::size_t>(box)].node);
        });
    }
    m_panes[0].open = QStringLiteral("open");
    m_panes[1].open = QStringLiteral("open.b");
    m_panes[1].canvas->hide();
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_body, 1);
    layout->addWidget(m_beside);
    m_splits->setObjectName(id + QStringLiteral(".splits"));
    connect(m_splits, &TreeSplitStrip::sizeChosen, this, &TreeView::splitBy);
    layout->addWidget(m_splits);
    layout->addWidget(m_strip);
    layout->addWidget(m_bounds);
    setBody(body);
    addActions();
    addArrival();
    addWhatIf();
    addProbe();
    fillChoices();
    // Another sum begins as it is best seen, another level without boxes opened. Before addChoice(): the choice comes
    // last.
    connect(m_kind, &QComboBox::activated, this, [this] {
        setState(QStringLiteral("level"), {});
        for (const Pane &pane : m_panes)
            setState(pane.open, {});
    });
    connect(m_level, &QComboBox::activated, this, [this] {
        for (const Pane &pane : m_panes)
            setState(pane.open, {});
    });
    addChoice(m_kind, QStringLiteral("kind"));
    addChoice(m_level, QStringLiteral("level"));
    addChoice(m_color, QStringLiteral("color"));
    connect(m_order, &QComboBox::activated, this, [this] {
        for (const Pane &pane : m_panes)
            setState(pane.open, {});
    });
    addChoice(m_order, QStringLiteral("order"));
    addChoice(m_declared, QStringLiteral("declared"));
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key.startsWith(this->id() + QStringLiteral(".open")) || key == this->id() + QStringLiteral(".edit") ||
            key == this->id() + QStringLiteral(".node") ||
            key == this->id() + QLatin1Char('.') + QLatin1String(kArrival) ||
            key == this->id() + QStringLiteral(".probe"))
            scheduleRebuild();
    });
    connect(&session, &Session::documentChanged, this, &TreeView::scheduleRebuild);
    connect(&session, &Session::rowTraceChanged, this, &TreeView::scheduleRebuild);
    connect(&session, &Session::selectionChanged, this, &TreeView::scheduleRebuild);
    connect(this, &View::shownChanged, this, &TreeView::scheduleRebuild);
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
    retranslateProbe();
}

void TreeView::retranslate()
{
    fillChoices();
    scheduleRebuild();
}

void TreeView::offerKinds(const RunSpec &spec, int splits, SumKind current)
{
    const QSignalBlocker block(m_kind);
    m_kind->clear();
    for (const SumKind kind : kSumKinds) {
        if (hasSum(kind, spec, splits))
            m_kind->addItem(sumKindTitle(kind), sumKindKey(kind));
        if (kind == current)
            m_kind->setCurrentIndex(m_kind->count() - 1);
    }
}

void TreeView::home()
{
    for (Pane &pane : m_panes)
        pane.canvas->fit();
}

void TreeView::take(const TreeSource &source)
{
    TreeSource asAdded = source, before = m_source;
    asAdded.order = asAdded.edit = before.order = before.edit = QString();
    if (before.a && asAdded != before)
        keepChosen(-1); // a node of another sum
    m_source = source;
    session().setNodeHistory(nullptr);
    SourcedTrees trees = treesOf(session(), side(), source);
    m_treeProblem = trees.problem;
    m_treeNote = trees.note;
    m_asAdded = trees.asAdded;
    m_match = trees.match;
    const auto part = [&](bool ofB) {
        return m_match ? std::shared_ptr<const std::vector<int>>(m_match, ofB ? &m_match->inA : &m_match->inB)
                       : nullptr;
    };
    for (Pane &pane : m_panes) {
        const bool isB = &pane == &m_panes[1];
        pane.scene.kind = source.kind;
        pane.scene.isB = isB;
        pane.scene.tree = isB ? (m_match ? trees.b : nullptr) : trees.a;
        pane.scene.other = isB ? trees.a : trees.b;
        pane.scene.matched = part(isB);
        pane.scene.levels = pane.scene.tree ? collapseLevels(pane.scene.tree->tree) : std::vector<CollapseLevel>{};
        pane.defaultLevel = pane.scene.tree ? defaultFolding(pane.scene.tree->tree, pane.scene.levels) : 0;
    }
}

void TreeView::forgetTrees()
{
    m_source = {};
    m_treeProblem.clear();
    m_treeNote.clear();
    m_match = nullptr;
    m_asAdded = nullptr;
    for (Pane &pane : m_panes)
        pane.scene.tree = pane.scene.other = nullptr;
}

void TreeView::rebuild()
{
    const bool had = hasFigure();
    QString absent = whyNoTree(session(), shown(), side()), subtitle;
    if (absent.isEmpty()) {
        const int splits = session().schedule(side())->splits();
        const TreeSource source = wantedTree(session(), shown(), side(), id());
        offerKinds(*session().spec(side()), splits, source.kind);
        absent = wrongSum(session(), id());
        if (absent.isEmpty())
            absent = wrongOrder(session(), id());
        if (!absent.isEmpty()) {
            forgetTrees(); // the reader's choices stay
        } else {
            if (source != m_source)
                take(source);
            absent = m_treeProblem;
        }
        subtitle = sumPlaceText(source.kind, session().selection().row, source.column);
        if (!m_treeNote.isEmpty())
            subtitle += tr(" · gradient of the output: %1").arg(m_treeNote);
        if (!source.arrival.empty() && m_panes[0].scene.tree)
            subtitle += tr(" · key tiles arrive as %1").arg(arrivalText(source.arrival));
        if (splits > 1 && leavesAreKeys(source.kind) && source.kind != SumKind::Dq && source.splitA != kFirstSplit)
            subtitle += tr(", split %1").arg(source.splitA);
        if (m_asAdded && m_panes[0].scene.tree) {
            const FormatGrid grid(DType::F32);
            const auto ordinal = [&](const ValuedTree &tree) {
                return grid.ordinal(static_cast<float>(tree.value.back()));
            };
            subtitle += tr(" · the kernel's order ends %1 representable values away")
                            .arg(std::abs(ordinal(*m_asAdded) - ordinal(*m_panes[0].scene.tree)));
        }
        if (m_match)
            subtitle += tr(" · %1 of A's %2 sums are sums of B too").arg(m_match->commonA).arg(m_match->sumsA);
    } else {
        if (m_source.a)
            keepChosen(-1);
        forgetTrees();
    }
    if (side() != View::side())
        subtitle += tr(" · measured: A, declared: B");
    setAbsent(absent);
    setSubtitle(subtitle);
    offerOrders();
    showProbe();
    showArrival();
    for (QComboBox *box : {m_kind, m_level, m_color, m_order})
        setChoiceWanted(box, !subtitle.isEmpty() && (m_panes[0].scene.tree || box == m_kind || box == m_order) &&
                                 (box != m_color || shown() != Shown::Difference));
    const int color = showChoice(m_color, QStringLiteral("color"));
    for (Pane &pane : m_panes) {
        pane.scene.color = pane.scene.other ? TreeColor::Difference
                           : color == 1     ? TreeColor::AccumulatedError
                                            : TreeColor::OwnError;
        readFolding(pane.scene, pane.defaultLevel, state(QStringLiteral("level")), state(pane.open));
        pane.scene.update();
        pane.canvas->setScene(pane.scene);
    }
    offerLevels();
    showWantedNode();
    m_panes[1].canvas->setVisible(m_panes[1].scene.tree != nullptr);
    fitHeader();
    showSplits();
    showWhatIf();
    showBounds();
    m_table.setTree(m_panes[0].scene.tree, m_panes[0].scene.kind, m_panes[0].scene.probe);
    if (had != hasFigure())
        emit figureChanged();
}

/// The nodes that somebody asked for are chosen once, when their tree is there.
void TreeView::showWantedNode()
{
    const QString wanted = state(QStringLiteral("node"));
    if (wanted.isEmpty() || !m_panes[0].scene.tree)
        return;
    setState(QStringLiteral("node"), {});
    const bool isPair = m_panes[1].scene.tree != nullptr;
    for (std::size_t i = 0; i < (isPair ? m_panes.size() : 1); ++i) {
        bool isNumber = false;
        const int node = wanted.section(QLatin1Char(':'), static_cast<int>(i), static_cast<int>(i)).toInt(&isNumber);
        if (isNumber)
            m_panes[i].canvas->showNode(node);
    }
}

bool TreeView::isLow() const { return bodyHeight() < currentTheme().space(kLowPane); }

void TreeView::showBounds()
{
    const std::shared_ptr<const ValuedTree> &tree = m_panes[0].scene.tree;
    const double value = tree ? tree->value.back() : 0;
    const bool isDifference =
        m_panes[0].scene.other != nullptr; // two sums, and none of the bounds is of their difference
    // In a low pane the words of a probe, or what the order does beside the sum, take their place.
    const bool isCrowded = (m_panes[0].scene.probe || m_whatIf.spec) && isLow();
    if (!tree || isDifference || isCrowded || !std::isfinite(value) || tree->tree.nodes.size() < 2)
        return m_bounds->setBounds({}, 1);
    const RunSpec &spec = *session().spec(side());
    const ResolvedMma &unit = m_source.kind == SumKind::Score || m_source.kind == SumKind::Dq ? spec.qk : spec.pv;
    m_bounds->setBounds(boundsOf(tree->tree, *tree, unit.spec), ulpSize(DType::F32, value));
}

void TreeView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    if (m_find->isVisible())
        showFind();
    if (m_arrival->isVisible())
        showField(m_arrival, kArrivalField);
    if (m_whatIf.spec)
        showWhatIf();
    if (m_panes[0].scene.probe || m_whatIf.spec)
        showBounds();
}

void TreeView::offerLevels()
{
    const QSignalBlocker block(m_level);
    m_level->clear();
    for (const CollapseLevel &level : m_panes[0].scene.levels)
        m_level->addItem(collapseLevelName(level), collapseLevelKey(level));
    m_level->setCurrentIndex(m_panes[0].scene.tree ? m_panes[0].scene.level : -1);
}

/// For who shows more of the chosen sum. What was never chosen is no state.
void TreeView::keepChosen(int node)
{
    const QString word = node < 0 ? QString() : QString::number(node);
    if (state(QLatin1String(kChosenNode)) != word)
        setState(QLatin1String(kChosenNode), word);
}

/// Opens a folded sum one level further, folds one that was opened again, selects the key of a leaf.
void TreeView::activate(Pane &pane, int box)
{
    const TreeScene &scene = pane.scene;
    if (box < 0 || box > scene.root())
        return;
    const TreeBox &b = scene.collapsed.boxes[static_cast<std::size_t>(box)];
    const TreeNode &node = scene.node(box);
    if (node.op == NodeOp::Leaf && leavesAreKeys(scene.kind)) {
        Selection selection = session().selection();
        selection.key = node.leaf;
        return session().select(selection);
    }
    std::vector<Expansion> open = scene.expansions;
    if (b.isFolded() && b.level > 0)
        open.push_back({b.node, b.level - 1});
    else if (std::erase_if(open, [&](const Expansion &e) { return e.node == b.node; }) == 0)
        return;
    QStringList words;
    for (const Expansion &e : open)
        words << QStringLiteral("%1:%2").arg(e.node).arg(e.level);
    setState(pane.open, words.join(QLatin1Char(' ')));
}

void TreeView::showHover(const Pane &pane, int box)
{
    const TreeScene &scene = pane.scene;
    Hover hover;
    const std::shared_ptr<const Schedule> schedule = session().schedule(sideOf(pane));
    if (box >= 0 && box <= scene.root() && schedule && (leavesAreKeys(scene.kind) || leavesAreTiles(scene.kind))) {
        const ReductionTree &tree = scene.tree->tree;
        const TreeNode &node = scene.node(box);
        std::vector<int> leaves;
        for (int i = node.leafBegin; i < node.leafEnd; ++i)
            leaves.push_back(tree.nodes[static_cast<std::size_t>(tree.leafOrder[static_cast<std::size_t>(i)])].leaf);
        std::sort(leaves.begin(), leaves.end());
        const int keysPerLeaf = leavesAreTiles(scene.kind) ? schedule->recipe().tileN : 1;
        for (const int leaf : leaves) {
            const KeyRange keys{leaf * keysPerLeaf, std::min((leaf + 1) * keysPerLeaf, schedule->problem().seqlenK)};
            if (!hover.leaves.empty() && hover.leaves.back().end == keys.begin)
                hover.leaves.back().end = keys.end;
            else
                hover.leaves.push_back(keys);
        }
        if (node.keyTile >= 0 && scene.kind != SumKind::Dq) {
            hover.mBlock = session().selection().row / schedule->recipe().tileM;
            hover.nBlock = node.keyTile;
        }
    }
    session().setHover(hover);
}

/// Another order has no steps: only what the kernel adds has a history.
void TreeView::showHistory(const Pane &pane, int box)
{
    const TreeScene &scene = pane.scene;
    const auto schedule = session().schedule(sideOf(pane));
    const auto &row = &pane == &m_panes[0] ? m_source.a : m_source.b;
    if (box < 0 || box > scene.root() || m_asAdded || !schedule || !row)
        return session().setNodeHistory(nullptr);
    session().setNodeHistory(std::make_shared<const std::vector<NodeEvent>>(
        nodeHistory(*scene.tree, scene.collapsed.boxes[static_cast<std::size_t>(box)].node, scene.kind, *schedule, *row,
                    &pane == &m_panes[0] ? m_source.splitA : m_source.splitB)));
}

std::unique_ptr<FigureSource> TreeView::figure() const
{
    if (!hasFigure())
        return nullptr;
    std::vector<TreeScene> scenes;
    for (const Pane &pane : m_panes) {
        if (pane.scene.tree)
            scenes.push_back(pane.scene); // without what the pointer is on and what the keyboard chose
    }
    WhatIfPicture beside = m_beside->picture();
    beside.pointed = -1;
    return std::make_unique<TreeFigure>(std::move(scenes), std::move(beside));
}

} // namespace ulpscope::ui
