// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TreeView that shows what another order does beside the drawn sum, and that orders the arrivals of dQ.
#include "engine/schedule/resolve.h"
#include "engine/session/gradient.h"
#include "ui/models/engine_text.h"
#include "ui/views/tree_view.h"
#include "ui/views/view_state_command.h"

#include <QAction>
#include <QLineEdit>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

void TreeView::addWhatIf()
{
    m_beside->setObjectName(id() + QStringLiteral(".beside"));
    connect(m_beside, &WhatIfStrip::chosen, this, &TreeView::chooseBeside);
    connect(m_beside, &WhatIfStrip::hovered, this, [this](int index) {
        Hover hover;
        if (index >= 0 && m_beside->picture().answer) {
            hover.row = session().selection().row;
            switch (m_beside->picture().answer->study.beside) {
            case Beside::Columns: hover.column = index; break;
            case Beside::Rows: hover.row = index; break;
            case Beside::Keys: hover.key = index; break;
            }
        }
        session().setHover(hover);
    });
    connect(&session(), &Session::whatIfChanged, this, [this](const QString &who) {
        if (who == id())
            scheduleRebuild();
    });
}

void TreeView::chooseBeside(int index)
{
    if (!m_beside->picture().answer)
        return;
    Selection selection = session().selection();
    switch (m_beside->picture().answer->study.beside) {
    case Beside::Columns: selection.column = index; break;
    case Beside::Rows: selection.row = index; break;
    case Beside::Keys: selection.key = index; break;
    }
    session().select(selection);
}

/// None where the sum is the kernel's own, of a run whose order nobody changed; nor for a difference of two runs.
WhatIfQuestion TreeView::whatIfQuestion() const
{
    const std::shared_ptr<const RunSpec> spec = session().spec(side());
    const std::shared_ptr<const LoadedInputs> loaded = session().inputs();
    const TreeScene &scene = m_panes[0].scene;
    WhatIfQuestion question;
    if (!scene.tree || scene.other || !m_source.a || !spec || !loaded)
        return question;
    question.inputs = loaded->inputs;
    question.schedule = session().schedule(side());
    question.row = m_source.a;
    question.kind = m_source.kind;
    if (!m_source.order.isEmpty() || !m_source.arrival.empty()) {
        question.split = m_source.splitA;
        question.order = m_source.order.toStdString();
        question.edit = m_source.edit.toStdString();
        question.arrival = m_source.arrival;
        if (m_source.kind == SumKind::Score)
            question.column = m_source.column / spec->recipe.tileN * spec->recipe.tileN;
        if (m_source.kind == SumKind::Dq) {
            Result<std::vector<float>> dO =
                gradientRow(*loaded, session().document(), m_source.a->batch, m_source.a->head, m_source.a->row);
            if (!dO.ok())
                return {};
            question.dO = std::move(dO).value();
        }
        question.spec = spec;
        return question;
    }
    if (m_source.kind == SumKind::Score || m_source.kind == SumKind::Dq)
        return question;
    RunRequest request = spec->request;
    if (std::erase_if(request.set, [](const auto &field) { return isOrderField(field.first); }) == 0)
        return question;
    const Result<RunSpec> without = resolveRun(session().catalog(), loaded->problem, request);
    if (!without.ok())
        return question;
    question.kind = SumKind::Output; // whatever sum is drawn, the outputs are compared
    question.without = std::make_shared<const RunSpec>(without.value());
    question.spec = spec;
    return question;
}

bool TreeView::isWhatIfAnswered() const
{
    const auto answer = session().whatIf(id());
    return answer && answer->question == m_whatIf;
}

bool TreeView::isReady() const
{
    return View::isReady() && (!m_whatIf.spec || isWhatIfAnswered() || !session().whatIfStatus(id()).ok());
}

void TreeView::showWhatIf()
{
    const std::shared_ptr<const RunSpec> run = m_panes[0].scene.tree ? session().spec(side()) : nullptr;
    if (!run || m_whatIfOf != m_source || m_whatIfRun != run) {
        m_whatIf = whatIfQuestion();
        m_whatIfOf = m_source;
        m_whatIfRun = run;
    }
    if (isWanted())
        session().askForWhatIf(id(), m_whatIf);
    WhatIfPicture picture;
    if (m_whatIf.spec) {
        picture.brief = isLow();
        const Status status = session().whatIfStatus(id());
        if (isWhatIfAnswered())
            picture.answer = session().whatIf(id());
        else
            picture.note = status.ok() ? tr("Adding all sums beside this one in the same order …")
                           : status.code() == StatusCode::Cancelled
                               ? tr("Stopped. Choose another order, or F5 to begin anew")
                               : engineText(status.phrase());
        const Beside beside = besideOf(m_whatIf.kind);
        const Selection &selection = session().selection();
        picture.selected = beside == Beside::Columns ? selection.column
                           : beside == Beside::Rows  ? selection.row
                                                     : m_source.column;
    }
    m_beside->setPicture(std::move(picture));
}

void TreeView::addArrival()
{
    m_arrivalAction = new QAction(this);
    m_arrivalAction->setObjectName(QStringLiteral("tree.arrival"));
    addMenuAction(m_arrivalAction);
    m_arrival = addField("arrival");
    connect(m_arrivalAction, &QAction::triggered, this, [this] {
        m_arrival->setText(arrivalText(arrivalOfAll()));
        showField(m_arrival, kArrivalField);
    });
    connect(m_arrival, &QLineEdit::returnPressed, this, &TreeView::readArrivalField);
    connect(m_arrival, &QLineEdit::editingFinished, this, [this] {
        if (!m_arrival->hasFocus())
            m_arrival->hide();
    });
}

void TreeView::showArrival()
{
    m_arrivalAction->setText(tr("Order of arrival…"));
    m_arrivalAction->setToolTip(tr("The key tiles in the order in which their contributions to dQ are added"));
    m_arrivalAction->setVisible(m_source.kind == SumKind::Dq && m_source.a);
    m_arrival->setPlaceholderText(tr("key tiles, as 2,0,1; empty: ascending"));
    m_arrival->setAccessibleName(tr("Order in which key tiles arrive"));
}

std::vector<int> TreeView::arrivalOfAll() const
{
    const std::shared_ptr<const RunSpec> spec = session().spec(side());
    return spec ? completeArrival(m_source.arrival, *spec) : m_source.arrival;
}

bool TreeView::reorderArrivals(const TreeNode &moved, const TreeNode &before)
{
    if (m_source.kind != SumKind::Dq || moved.keyTile < 0 || before.keyTile < 0 || moved.keyTile == before.keyTile)
        return false;
    std::vector<int> arrival = arrivalOfAll();
    std::erase(arrival, moved.keyTile);
    arrival.insert(std::find(arrival.begin(), arrival.end(), before.keyTile), moved.keyTile);
    setArrival(arrival);
    return true;
}

void TreeView::setArrival(const std::vector<int> &arrival)
{
    const QString prefix = id() + QLatin1Char('.');
    ViewStateCommand::States states{{prefix + QLatin1String(kArrival),
                                     std::is_sorted(arrival.begin(), arrival.end()) ? QString() : arrivalText(arrival)},
                                    {prefix + QStringLiteral("order"), QString()},
                                    {prefix + QStringLiteral("edit"), QString()}};
    for (const Pane &pane : m_panes)
        states.emplace_back(prefix + pane.open, QString());
    session().undoStack().push(new ViewStateCommand(session(), std::move(states), tr("order of arrival of key tiles")));
}

void TreeView::readArrivalField()
{
    const std::shared_ptr<const RunSpec> spec = session().spec(side());
    if (!m_source.a || !spec || !spec->backward)
        return;
    const std::vector<int> arrival = readArrival(m_arrival->text());
    const std::vector<int> needed = dqTiles(*spec, m_source.a->batch, m_source.a->row);
    const int tileN = spec->backward->tileN;
    const Result<std::vector<int>> checked =
        dqArrival({1, arrival}, needed, (spec->problem.seqlenK + tileN - 1) / tileN);
    if (!checked.ok()) {
        emit session().message(engineText(checked.status().phrase()), true);
        return;
    }
    m_arrival->hide();
    m_panes[0].canvas->setFocus();
    setArrival(arrival);
}

} // namespace ulpscope::ui
