// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chosen_sum.h"

#include "engine/analysis/order_terms.h"
#include "ui/models/engine_text.h"
#include "ui/views/playground_state.h"

#include <QCoreApplication>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("EnsembleView", text); }

} // namespace

ArrivingNumbers ChosenSum::numbers(const Session &session, Shown shown, Side side, const QString &id)
{
    ArrivingNumbers numbers;
    numbers.absent = whyNoTree(session, shown, side);
    if (numbers.absent.isEmpty())
        numbers.absent = wrongSum(session, id);
    if (!numbers.absent.isEmpty()) {
        m_source = {};
        m_scene = {};
        return numbers;
    }
    const auto state = [&](const char *name) { return session.viewState(id + QLatin1Char('.') + QLatin1String(name)); };
    TreeSource source = wantedTree(session, shown, side, id);
    source.order = source.edit = QString(); // an order of arrival is of what the kernel adds
    source.arrival.clear();
    if (source != m_source) {
        m_source = source;
        SourcedTrees trees = treesOf(session, side, source);
        m_problem = trees.problem;
        m_scene = {};
        m_scene.kind = source.kind;
        m_scene.tree = trees.a;
        if (m_scene.tree) {
            m_scene.levels = collapseLevels(m_scene.tree->tree);
            m_defaultLevel = defaultFolding(m_scene.tree->tree, m_scene.levels);
        }
    }
    if (!m_scene.tree) {
        numbers.absent = m_problem;
        return numbers;
    }
    readFolding(m_scene, m_defaultLevel, state("level"), state("open"));
    m_scene.update();
    bool isNumber = false;
    const int node = state(kChosenNode).toInt(&isNumber);
    const bool isNode = isNumber && node >= 0 && node <= m_scene.tree->tree.root();
    const int box = isNode ? m_scene.collapsed.boxOf[static_cast<std::size_t>(node)] : m_scene.root();
    numbers.subtitle = sumKindTitle(source.kind) + QStringLiteral(", ") +
                       sumPlaceText(source.kind, session.selection().row, source.column);
    if (source.kind == SumKind::CombineOutput) {
        // The kernel's own arithmetic: a weight for each split, joined by fma.
        Result<EnsembleSpec> terms = combineTerms(*session.spec(side), *source.a, source.column);
        if (!terms.ok()) {
            numbers.absent = engineText(terms.status().phrase());
            return numbers;
        }
        numbers.terms = std::move(terms).value();
        for (int split = 0; split < numbers.terms.partials(); ++split)
            numbers.names << translate(QT_TRANSLATE_NOOP("EnsembleView", "split %1")).arg(split);
    } else if (source.kind == SumKind::Dq) {
        // What arrives are the key tiles' contributions, before the scale.
        Result<DqTerms> dq = dqTermsOf(session, side, *source.a, source.column);
        if (!dq.ok()) {
            numbers.absent = engineText(dq.status().phrase());
            return numbers;
        }
        numbers.terms = std::move(dq->spec);
        numbers.tiles = dq->tiles;
        for (const int tile : dq->tiles)
            numbers.names << translate(QT_TRANSLATE_NOOP("EnsembleView", "key tile %1")).arg(tile);
    } else {
        numbers.parts = partialResults(m_scene.tree->tree, *m_scene.tree, m_scene.collapsed, box);
        numbers.terms = numbers.parts.ensemble();
        for (const PartialResult &part : numbers.parts.parts)
            numbers.names << m_scene.name(part.box);
        numbers.isInTree = true;
        if (box != m_scene.root())
            numbers.subtitle += QStringLiteral(", ") + m_scene.name(box);
    }
    if (numbers.terms.partials() < 2)
        numbers.absent = translate(QT_TRANSLATE_NOOP(
            "EnsembleView", "What is chosen in the tree is one partial result: choose a sum above it, or fold less"));
    return numbers;
}

ArrivingNumbers playgroundNumbers(const Session &session)
{
    ArrivingNumbers numbers;
    const QString text = session.viewState(QStringLiteral("playground.text"), QLatin1String(kPlaygroundText));
    const QString format = session.viewState(QStringLiteral("playground.format"), QLatin1String(kPlaygroundFormat));
    const PlaygroundState state(text, format, QStringLiteral("sequential"));
    numbers.subtitle = translate(QT_TRANSLATE_NOOP("EnsembleView", "numbers of the playground"));
    if (state.isEmpty()) {
        numbers.absent = engineText(state.problem);
    } else if (state.format != DType::F32 && state.format != DType::F64) {
        numbers.absent =
            translate(QT_TRANSLATE_NOOP("EnsembleView", "The playground adds in %1; numbers arrive in fp32 or fp64: "
                                                        "choose one of these there"))
                .arg(format);
    } else {
        numbers.terms.format = state.format;
        numbers.terms.values = state.sum.values();
        for (const WrittenTerm &term : state.sum.terms)
            numbers.names << QString::fromStdString(term.text);
        if (numbers.terms.partials() < 2)
            numbers.absent = translate(QT_TRANSLATE_NOOP("EnsembleView", "One number: there is nothing to order."));
    }
    return numbers;
}

} // namespace ulpscope::ui
