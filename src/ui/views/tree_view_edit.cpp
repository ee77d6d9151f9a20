// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TreeView that makes other orders: chosen, dragged, exported; and that finds a key.
#include "engine/io/tensor.h"
#include "engine/reduction/classic_orders.h"
#include "engine/reduction/tree_edit.h"
#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/tree_view.h"
#include "ui/views/view_state_command.h"

#include <QComboBox>
#include <QFileDialog>
#include <QIntValidator>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStringList>
#include <QUndoStack>

#include <algorithm>
#include <utility>
#include <vector>

namespace ulpscope::ui {
namespace {

QString orderTitle(ClassicOrder order)
{
    switch (order) {
    case ClassicOrder::Sequential: return TreeView::tr("sequential");
    case ClassicOrder::Reverse: return TreeView::tr("reverse");
    case ClassicOrder::Pairwise: return TreeView::tr("pairwise");
    case ClassicOrder::Strided: return TreeView::tr("strided by 4");
    case ClassicOrder::Butterfly: return TreeView::tr("butterfly");
    case ClassicOrder::Blocked: return TreeView::tr("blocked");
    case ClassicOrder::Kahan: return TreeView::tr("sequential, compensated (Kahan)");
    case ClassicOrder::Neumaier: return TreeView::tr("sequential, rests apart (Neumaier)");
    case ClassicOrder::Exact: return TreeView::tr("exact, one rounding");
    }
    return {};
}

/// The order in which key tiles are visited, all of them: the query tile that sees most says it, others see a part.
std::vector<int> visitingOrder(const Schedule &schedule)
{
    std::vector<int> order;
    for (int m = 0; m < schedule.mBlocks(); ++m) {
        const std::vector<int> tiles = schedule.keyTiles(schedule.workTile(m));
        if (tiles.size() > order.size())
            order = tiles;
    }
    for (int n = 0; n < schedule.nBlocks(); ++n) {
        if (std::find(order.begin(), order.end(), n) == order.end())
            order.push_back(n);
    }
    return order;
}

bool hasExactSum(const ReductionTree &tree)
{
    return std::any_of(tree.nodes.begin(), tree.nodes.end(),
                       [](const TreeNode &node) { return node.op == NodeOp::ExactDot; });
}

std::string listText(const std::vector<int> &order)
{
    std::string text = "list:";
    for (const int tile : order)
        text.append(std::to_string(tile)).append(1, ',');
    text.pop_back();
    return text;
}

} // namespace

void TreeView::addActions()
{
    const auto add = [this](QAction *&action, const char *name) {
        action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        addMenuAction(action);
    };
    add(m_edit, "tree.edit");
    m_edit->setCheckable(true);
    connect(m_edit, &QAction::toggled, this, [this](bool on) {
        m_panes[0].canvas->setEditable(on);
        showSplits();
    });
    connect(m_panes[0].canvas, &TreeCanvas::dropped, this, &TreeView::dropped);
    add(m_export, "tree.export");
    connect(m_export, &QAction::triggered, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Export the order of addition"), {},
                                                          tr("JSON (*.json);;Table (*.csv);;Python (*.py)"));
        if (!path.isEmpty())
            exportOrder(path);
    });
    add(m_findAction, "tree.find");
    m_findAction->setShortcut(Qt::Key_Slash);
    m_findAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_findAction);
    connect(m_findAction, &QAction::triggered, this, &TreeView::showFind);
    m_find = addField("find");
    m_find->setValidator(new QIntValidator(0, 2147483647, m_find));
    connect(m_find, &QLineEdit::returnPressed, this, &TreeView::find);
}

/// A line to type in above the tree; Escape leaves it.
QLineEdit *TreeView::addField(const char *name)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(id() + QLatin1Char('.') + QLatin1String(name));
    field->hide();
    auto *leave = new QAction(field);
    leave->setShortcut(Qt::Key_Escape);
    leave->setShortcutContext(Qt::WidgetShortcut);
    field->addAction(leave);
    connect(leave, &QAction::triggered, field, [this, field] {
        field->hide();
        m_panes[0].canvas->setFocus();
    });
    return field;
}

void TreeView::offerOrders()
{
    const QSignalBlocker block(m_order);
    m_order->clear();
    m_order->addItem(tr("as the kernel adds"), QString());
    for (const ClassicOrder order : kClassicOrders)
        m_order->addItem(orderTitle(order), QString::fromStdString(std::string(classicOrderName(order))));
    if (!state(QStringLiteral("edit")).isEmpty())
        m_order->addItem(tr("edited"), QLatin1String(kEditedOrder));
    const int at = m_order->findData(state(QStringLiteral("order")));
    m_order->setCurrentIndex(std::max(0, at));
    m_order->setAccessibleName(tr("Order of addition"));
    m_order->setToolTip(tr("Another order for the same summands: each rounded to fp32, rescaled to the final maximum, "
                           "then added in fp32: by plain additions, or with what they lose carried along"));
    m_edit->setText(tr("Edit the order"));
    m_edit->setToolTip(
        tr("Drag a key tile onto another one: run A visits it just before that; of dQ, it arrives just before "
           "that. Drag anything else: the same summands, added in another order"));
    m_export->setText(tr("Export the order…"));
    m_findAction->setText(tr("Find a summand…"));
    m_find->setPlaceholderText(tr("number of a summand"));
    m_find->setAccessibleName(tr("Find a summand by its number"));
}

void TreeView::setOrder(const QString &order, const QString &edit, const QString &text)
{
    ViewStateCommand::States states{{id() + QStringLiteral(".order"), order}, {id() + QStringLiteral(".edit"), edit}};
    for (const Pane &pane : m_panes)
        states.emplace_back(id() + QLatin1Char('.') + pane.open, QString());
    session().undoStack().push(new ViewStateCommand(session(), std::move(states), text));
}

/// A tile dropped on another in the kernel's own order is a change of the run. Everything else is a what-if.
void TreeView::dropped(int box, int onto)
{
    const TreeScene &scene = m_panes[0].scene;
    if (scene.empty() || std::max(box, onto) > scene.root())
        return;
    int node = scene.collapsed.boxes[static_cast<std::size_t>(box)].node,
        target = scene.collapsed.boxes[static_cast<std::size_t>(onto)].node;
    if (!m_asAdded && reorderArrivals(scene.node(box), scene.node(onto)))
        return;
    if (!m_asAdded && reorderTiles(scene.node(box), scene.node(onto)))
        return;
    const ReductionTree *tree = &scene.tree->tree;
    if (isCompensated(tree->nodes.back().op)) {
        emit session().message(tr("A compensated sum has no other order: it goes from the first summand to the last"),
                               true);
        return;
    }
    PlainSum plain;
    if (!m_asAdded) {
        plain = plainSum(*tree, *scene.tree);
        node = plain.nodeOf[static_cast<std::size_t>(node)];
        target = plain.nodeOf[static_cast<std::size_t>(target)];
        tree = &plain.tree;
    }
    const Result<ReductionTree> moved = moveSubtree(*tree, node, target);
    if (!moved.ok()) {
        emit session().message(engineText(moved.status().phrase()), true);
        return;
    }
    setOrder(QLatin1String(kEditedOrder), QString::fromStdString(moved->toText()), tr("edit of the order of addition"));
}

bool TreeView::reorderTiles(const TreeNode &moved, const TreeNode &before)
{
    const std::shared_ptr<const RunSpec> spec = session().spec(side());
    const std::shared_ptr<const Schedule> schedule = session().schedule(side());
    if (!leavesAreKeys(m_source.kind) || m_source.kind == SumKind::Dq || moved.keyTile < 0 || before.keyTile < 0 ||
        moved.keyTile == before.keyTile || spec->recipe.form != Form::Online || schedule->splits() > 1)
        return false;
    std::vector<int> order = visitingOrder(*schedule);
    std::erase(order, moved.keyTile);
    order.insert(std::find(order.begin(), order.end(), before.keyTile), moved.keyTile);
    RunRequest request = spec->request;
    std::erase_if(request.set, [](const auto &field) { return field.first == "keyOrder"; });
    request.set.emplace_back("keyOrder", listText(order));
    session().setRequest(side(), request);
    return true;
}

bool TreeView::exportOrder(const QString &path)
{
    const std::shared_ptr<const ValuedTree> &tree = m_panes[0].scene.tree;
    const auto refuse = [&](const QString &why) {
        emit session().message(why, true);
        return false;
    };
    if (!tree)
        return refuse(tr("There is no tree to export"));
    std::string text;
    if (path.endsWith(QLatin1String(".json")))
        text = tree->tree.toJson(tree.get());
    else if (path.endsWith(QLatin1String(".csv")))
        text = treeCsv(tree->tree, *tree);
    else if (path.endsWith(QLatin1String(".py")) && !m_asAdded)
        return refuse(tr("A Python program repeats plain additions: choose an order other than the kernel's first"));
    else if (path.endsWith(QLatin1String(".py")) && hasExactSum(tree->tree))
        return refuse(tr("A Python program repeats plain additions, and the exact sum is none"));
    else if (path.endsWith(QLatin1String(".py")) && isCompensated(tree->tree.nodes.back().op))
        return refuse(tr("A Python program repeats plain additions, and a compensated sum has others"));
    else if (path.endsWith(QLatin1String(".py")))
        text = treePython(tree->tree, *tree);
    else
        return refuse(tr("%1: expected a name that ends with .json, .csv or .py").arg(path));
    const Status status = writeFileAtomically(path.toStdString(), text.data(), text.size());
    if (!status.ok())
        return refuse(engineText(status.phrase()));
    emit session().message(tr("Wrote %1").arg(path), false);
    return true;
}

void TreeView::showField(QLineEdit *field, int gridSteps)
{
    const QPoint corner = m_body->mapTo(this, QPoint(0, 0));
    field->setGeometry(corner.x() + currentTheme().space(2), corner.y() + currentTheme().space(2),
                       std::min(width() / 2, currentTheme().space(gridSteps)), field->sizeHint().height());
    field->show();
    field->raise();
    field->selectAll();
    field->setFocus();
}

void TreeView::showFind() { showField(m_find, 44); }

void TreeView::find()
{
    const int leaf = m_find->text().toInt();
    bool found = false;
    for (const Pane &pane : m_panes)
        found = (pane.scene.tree && pane.canvas->showLeaf(leaf)) || found;
    if (!found)
        emit session().message(tr("The sum has no summand %1").arg(leaf), true);
}

} // namespace ulpscope::ui
