// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TreeView that lays a measured tree over the drawn one.
#include "ui/models/engine_text.h"
#include "ui/models/number_text.h"
#include "ui/views/tree_view.h"

#include <QAction>
#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr char kOn[] = "on", kDeclaredByB[] = "b";

} // namespace

Side TreeView::side() const
{
    const bool againstB = isProbeOn() && shown() == Shown::A && session().spec(Side::B) &&
                          state(QStringLiteral("declared")) == QLatin1String(kDeclaredByB);
    return againstB ? Side::B : View::side();
}

bool TreeView::isProbeOn() const
{
    return state(QStringLiteral("probe")) == QLatin1String(kOn) && shown() != Shown::Difference;
}

/// Only who is looked at measures, and tries an order on more than one sum.
void TreeView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    if (isProbeOn() || m_whatIf.spec)
        scheduleRebuild();
}

void TreeView::addProbe()
{
    m_probe = new QAction(this);
    m_probe->setObjectName(QStringLiteral("tree.probe"));
    m_probe->setCheckable(true);
    m_probe->setShortcut(Qt::Key_P);
    m_probe->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_probe);
    addButton(m_probe);
    connect(m_probe, &QAction::triggered, this, [this](bool on) {
        session().dropProbe(); // what was stopped before begins anew
        setState(QStringLiteral("probe"), on ? QLatin1String(kOn) : QString());
        scheduleRebuild();
    });
    connect(&session(), &Session::probeChanged, this, &TreeView::scheduleRebuild);
    connect(&session(), &Session::probeAdvanced, this, [this](qint64 probes) {
        if (isProbeOn() && !m_panes[0].scene.probe)
            m_strip->setKey(MarkKey(tr("Measuring the tree: %1 questions so far …").arg(grouped(probes))));
    });
}

void TreeView::retranslateProbe()
{
    m_probe->setText(tr("Probe"));
    const QSignalBlocker block(m_declared);
    m_declared->clear();
    m_declared->addItem(tr("declared by A"), QString());
    m_declared->addItem(tr("declared by B"), QLatin1String(kDeclaredByB));
    m_declared->setAccessibleName(tr("Declared tree"));
    m_declared->setToolTip(tr("Whose recipe declares the tree that A is measured against"));
}

void TreeView::showProbe()
{
    const std::shared_ptr<const ValuedTree> &tree = m_panes[0].scene.tree;
    const bool isDifference = shown() == Shown::Difference;
    m_probe->setVisible(tree != nullptr);
    m_probe->setEnabled(!isDifference);
    m_probe->setChecked(isProbeOn());
    m_probe->setToolTip(isDifference ? tr("A probe measures one run: show A or B")
                        : m_probe->isChecked()
                            ? tr("Take the measured tree away, or stop measuring it")
                            : tr("Measure the tree from outside: the kernel is run on chosen inputs whose results give "
                                 "it away, and what is found is laid over the declared tree"));
    setChoiceWanted(m_declared, tree && isProbeOn() && shown() == Shown::A && session().spec(Side::B));
    showChoice(m_declared, QStringLiteral("declared"));

    std::shared_ptr<const ProbeOverlay> overlay;
    MarkKey key;
    QString note; // for a figure, which has no strip
    if (tree && isProbeOn() && session().probeStatus().code() == StatusCode::Cancelled) {
        setState(QStringLiteral("probe"), {});
    } else if (tree && isProbeOn() && m_source.kind == SumKind::Dq) {
        key =
            MarkKey(tr("A probe measures sums of the forward pass, and dQ is none: choose another sum to measure it"));
        note = key.text();
    } else if (const auto row = session().rowTrace(View::side()); tree && isProbeOn() && row) {
        const Selection &selection = session().selection();
        const ProbeQuestion question{session().spec(View::side()),
                                     m_source.kind,
                                     selection.batch,
                                     selection.head,
                                     selection.row,
                                     selection.key >= 0 ? splitWithKey(*row, selection.key) : kFirstSplit};
        if (isWanted())
            session().askForProbe(question);
        const std::shared_ptr<const ProbeAnswer> answer = session().probe();
        if (answer && answer->question == question) {
            if (!m_overlay || m_overlay->answer != answer || m_overlaid != tree) {
                ProbeOverlay laid = layOver(tree->tree, answer);
                if (side() != View::side())
                    laid.sentence = tr("Measured: A, declared: B. %1").arg(laid.sentence);
                m_overlay = std::make_shared<const ProbeOverlay>(std::move(laid));
                m_overlaid = tree;
            }
            overlay = m_overlay;
            key = MarkKey(*overlay);
        } else if (session().isProbing()) {
            key = MarkKey(tr("Measuring the tree …"));
        } else if (!session().probeStatus().ok()) {
            key = MarkKey(engineText(session().probeStatus().phrase()));
            note = key.text();
        }
    }
    if (!overlay)
        m_overlay = nullptr;
    m_panes[0].scene.probe = std::move(overlay);
    m_panes[0].scene.note = note;
    m_strip->setKey(key);
}

} // namespace ulpscope::ui
