// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/tree_canvas.h"
#include "ui/views/tree_table.h"
#include "ui/views/view.h"

class QComboBox;

namespace ulpscope::ui {

/// The tree behind one number of the selected row: row sum, output element, score, or the merge of tiles or splits.
class TreeView : public View {
    Q_OBJECT

public:
    explicit TreeView(Session &session, QWidget *parent = nullptr, const QString &id = QStringLiteral("tree"));

    QString title() const override { return tr("Reduction tree"); }
    std::unique_ptr<FigureSource> figure() const override;
    bool hasFigure() const override { return !m_canvas->scene().empty(); }
    QAbstractItemModel *table() override { return &m_table; }
    bool hasSides() const override { return true; }

public slots:
    void home() override { m_canvas->fit(); }

protected:
    void rebuild() override;
    void retranslate() override;

private:
    /// Which tree is shown; an equal one is not computed again.
    struct Source {
        std::shared_ptr<const RowTrace> a, b; ///< b in a difference only
        SumKind kind = SumKind::RowSum;
        int column = 0, split = 0;
        bool operator==(const Source &) const = default;
    };
    SumKind wantedKind() const;
    QString whyAbsent() const;
    QString sumName(SumKind kind, int column) const;
    /// Fills m_scene.tree (and other); the sentence says why there is none.
    QString makeTree(const Source &source);
    void fillChoices();
    void offerKinds(const Recipe &recipe, int splits, SumKind current);
    void readFolding();
    void activate(int box);
    void showHover(int box);

    TreeCanvas *m_canvas;
    QComboBox *m_kind, *m_level, *m_color;
    TreeTable m_table;
    TreeScene m_scene;
    Source m_source;
    QString m_treeProblem;  ///< of m_source
    int m_defaultLevel = 0; ///< of its tree
};

} // namespace ulpscope::ui
