// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/tree_probe.h"

#include "ui/models/engine_text.h"
#include "ui/models/number_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("TreeView", text); }

QString sentenceOf(const ProbeAnswer &answer, const std::optional<ShapeDifference> &difference)
{
    const MeasuredSum &measured = answer.measured;
    const QString by = answer.isGpu ? translate(QT_TRANSLATE_NOOP("TreeView", "the CUDA kernels (%1)"))
                                          .arg(QString::fromStdString(answer.device))
                                    : translate(QT_TRANSLATE_NOOP("TreeView", "the CPU engine"));
    const QString asked =
        (measured.runs == 1 ? translate(QT_TRANSLATE_NOOP("TreeView", "%1 questions in one run of %2"))
                            : translate(QT_TRANSLATE_NOOP("TreeView", "%1 questions in %3 runs of %2")))
            .arg(grouped(measured.probes), by);
    QString text = measured.runs == 1 ? asked : asked.arg(grouped(measured.runs));
    text += QStringLiteral(": ") +
            (difference ? translate(QT_TRANSLATE_NOOP("TreeView", "the measured tree is another one: %1"))
                              .arg(engineText(difference->describe(leafWord(answer.question.kind))))
                        : translate(QT_TRANSLATE_NOOP("TreeView", "the measured tree is the declared one")));
    if (!measured.unseen.empty())
        text +=
            translate(QT_TRANSLATE_NOOP("TreeView", "; summands that cannot be seen: %1")).arg(measured.unseen.size());
    return text;
}

} // namespace

Result<ProbeAnswer> answerProbe(BackendKind kind, const ProbeQuestion &question, const ProbeOptions &options)
{
    const Result<BackendChoice> by = chooseBackend(kind, {question.spec.get()});
    if (!by.ok())
        return by.status();
    Result<MeasuredSum> measured = measureSum(*by->backend, *question.spec, question.batch, question.head, question.row,
                                              question.kind, question.split, options);
    if (!measured.ok())
        return measured.status();
    ProbeAnswer answer;
    answer.question = question;
    answer.measured = std::move(measured).value();
    answer.isGpu = by->backend != &cpuBackend();
    if (const auto devices = by->backend->devices(); !devices.empty())
        answer.device = devices.front().name;
    return answer;
}

ProbeOverlay layOver(const ReductionTree &declared, const std::shared_ptr<const ProbeAnswer> &answer)
{
    const MeasuredSum &measured = answer->measured;
    const auto difference = firstDifference(observableShape(declared, measured.unseen).shape, measured.shape);
    return {answer, matchNodes(declared, measured.shape, measured.unseen), difference.has_value(),
            sentenceOf(*answer, difference)};
}

} // namespace ulpscope::ui
