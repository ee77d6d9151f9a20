// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_bounds_strip.h"
#include "ui/views/tree_canvas.h"
#include "ui/views/tree_choice.h"
#include "ui/views/tree_probe_strip.h"
#include "ui/views/tree_table.h"
#include "ui/views/view.h"
#include "ui/views/what_if_strip.h"

#include <array>

class QComboBox;
class QLineEdit;
class QSplitter;

namespace ulpscope::ui {

class TreeSplitStrip;

/// The tree behind one number of the selected row: row sum, output element, score, or the merge of tiles or splits. A
/// difference of two orders of addition is A's tree above B's, with the sums that only one of them has.
class TreeView : public View {
    Q_OBJECT

public:
    explicit TreeView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("tree"));

    QString title() const override { return tr("Reduction tree"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_panes[0].scene.empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }
    bool isReady() const override;

public slots:
    void home() override;
    /// Writes the order of addition that is shown: .json, .csv or .py, by the name. What went wrong is said by the
    /// session's message.
    bool exportOrder(const QString &path);
    void showFind();

protected:
    void rebuild() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    /// A drawn tree. The second one, B's, is there for a difference of two orders of addition.
    struct Pane {
        TreeCanvas *canvas = nullptr;
        TreeScene scene;
        int defaultLevel = 0;
        QString open; ///< view state with the boxes that the reader opened
    };
    /// Whose tree is drawn: B's where A is measured against it.
    Side side() const;
    bool isProbeOn() const;
    bool isLow() const; ///< there is little room for words
    void addProbe();
    void retranslateProbe();
    void showProbe();
    void addActions();
    void offerOrders();
    void dropped(int box, int onto);
    bool reorderTiles(const TreeNode &moved, const TreeNode &before);
    bool reorderArrivals(const TreeNode &moved, const TreeNode &before);
    void setArrival(const std::vector<int> &arrival);
    std::vector<int> arrivalOfAll() const;
    void addArrival();
    void showArrival();
    void readArrivalField();
    QLineEdit *addField(const char *name);
    void showField(QLineEdit *field, int gridSteps);
    static constexpr int kArrivalField = 80; ///< grid steps
    void addWhatIf();
    WhatIfQuestion whatIfQuestion() const;
    bool isWhatIfAnswered() const;
    void showWhatIf();
    void chooseBeside(int index);
    void setOrder(const QString &order, const QString &edit, const QString &text);
    void find();
    void take(const TreeSource &source);
    void forgetTrees();
    void fillChoices();
    void offerKinds(const RunSpec &spec, int splits, SumKind current);
    void offerLevels();
    void showBounds();
    void showSplits();
    void splitBy(int keys);
    void showWantedNode();
    void activate(Pane &pane, int box);
    void showHover(const Pane &pane, int box);
    void showHistory(const Pane &pane, int box);
    void keepChosen(int node); ///< -1: none
    Side sideOf(const Pane &pane) const { return &pane == &m_panes[0] ? side() : Side::B; }

    std::array<Pane, 2> m_panes;
    QSplitter *m_body;
    TreeSplitStrip *m_splits;
    TreeBoundsStrip *m_bounds;
    QLineEdit *m_find, *m_arrival;
    TreeProbeStrip *m_strip;
    WhatIfStrip *m_beside;
    QAction *m_edit, *m_export, *m_findAction, *m_probe, *m_arrivalAction;
    QComboBox *m_kind, *m_level, *m_color, *m_order, *m_declared;
    TreeTable m_table;
    TreeSource m_source;
    QString m_treeProblem, m_treeNote; ///< of m_source
    WhatIfQuestion m_whatIf;           ///< of m_whatIfOf, a source of the run m_whatIfRun
    TreeSource m_whatIfOf;
    std::shared_ptr<const RunSpec> m_whatIfRun;
    std::shared_ptr<const ValuedTree> m_asAdded; ///< where another order is shown
    std::shared_ptr<const TreeMatch> m_match;    ///< of its two trees, where they have two shapes
    std::shared_ptr<const ProbeOverlay> m_overlay;
    std::shared_ptr<const ValuedTree> m_overlaid; ///< the tree that m_overlay is of
};

} // namespace ulpscope::ui
