// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "engine/numerics/ulp.h"
#include "ui/actions/icons.h"
#include "ui/models/engine_text.h"
#include "ui/models/number_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/steady_text.h"
#include "ui/views/view_header.h"

#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QStyle>
#include <QToolButton>

#include <cmath>

namespace ulpscope::ui {

StatusLine::StatusLine(Session &session, QWidget *parent)
    : QStatusBar(parent),
      m_session(session),
      m_cell(new ElidedLabel(this)),
      m_counts(new QLabel(this)),
      m_recorded(new QLabel(this)),
      m_step(new QLabel(this)),
      m_backend(new QLabel(this)),
      m_what(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_stop(new QToolButton(this))
{
    setObjectName(QStringLiteral("statusLine"));
    m_recorded->setObjectName(QStringLiteral("recordedMatch"));
    m_backend->setObjectName(QStringLiteral("backendBadge"));
    m_stop->setObjectName(QStringLiteral("stopButton"));
    setSizeGripEnabled(false);
    addWidget(m_cell, 1);
    addWidget(m_counts);
    addPermanentWidget(m_what);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_stop);
    addPermanentWidget(m_recorded);
    addPermanentWidget(m_step);
    addPermanentWidget(m_backend);
    m_recorded->setProperty("badge", QStringLiteral("plain"));
    m_backend->setProperty("badge", QStringLiteral("plain"));
    m_stop->setProperty("flat", true);
    m_stop->setAutoRaise(true);
    m_stop->setIcon(icon(Icon::Close));
    m_stop->setFocusPolicy(Qt::TabFocus);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(currentTheme().space(20));
    for (QWidget *widget :
         {static_cast<QWidget *>(m_what), static_cast<QWidget *>(m_progress), static_cast<QWidget *>(m_stop)})
        widget->hide();

    connect(m_stop, &QToolButton::clicked, &session, &Session::cancel);
    connect(&session, &Session::hoverChanged, this, &StatusLine::refreshCell);
    connect(&session, &Session::selectionChanged, this, &StatusLine::refreshCell);
    connect(&session, &Session::traceChanged, this, [this] {
        refreshCell();
        refreshCounts();
    });
    connect(&session, &Session::referenceChanged, this, &StatusLine::refreshCell);
    connect(&session, &Session::observedMatchChanged, this, &StatusLine::refreshRecorded);
    connect(&session, &Session::stepChanged, this, &StatusLine::refreshStep);
    connect(&session, &Session::stepStateChanged, this, [this](Side side) {
        const auto state = m_session.stepState(side);
        if (side == Side::A && state && (state->by.isGpu != m_shownGpu || state->by.why != m_shownWhy)) {
            m_shownGpu = state->by.isGpu;
            m_shownWhy = state->by.why;
            refreshBackend();
        }
    });
    connect(&session, &Session::specChanged, this, &StatusLine::refreshStep);
    connect(&session, &Session::documentChanged, this, &StatusLine::refreshRecorded);
    connect(&session, &Session::progress, this, &StatusLine::showProgress);
    connect(&session, &Session::busyChanged, this, [this] {
        if (!m_session.busy())
            showProgress({}, 1.0);
    });
    retranslate();
}

QString StatusLine::recordedText() const { return m_recorded->text(); }

void StatusLine::refreshCell()
{
    // What the pointer is on wins over what is selected: it is what one is asking about.
    const Hover &hover = m_session.hover();
    const Selection &selection = m_session.selection();
    const int row = hover.row >= 0 ? hover.row : selection.row;
    const bool hovering = hover.row >= 0 && (hover.key >= 0 || hover.column >= 0);
    const int column = hovering ? hover.column : selection.column;
    const int key = hovering ? hover.key : selection.key;
    const auto inputs = m_session.inputs();
    if (!inputs || row < 0) {
        m_cell->setText({});
        return;
    }
    const auto output = m_session.output(Side::A);
    const auto trace = m_session.trace(Side::A);
    QString text = tr("row %1").arg(row);
    if (column >= 0 && output && row < output->rows && column < output->cols) {
        const DType type = inputs->problem.dtype;
        const float value = output->at(row, column);
        text = QStringLiteral("O[%1, %2]  %3  %4")
                   .arg(row)
                   .arg(column)
                   .arg(hexBits(type, value), shortestDecimal(type, value));
        if (const auto reference = m_session.reference()) {
            const double exact = reference->output[static_cast<size_t>(row) * reference->cols + column];
            text += QStringLiteral("   float64  %1   %2 ulp")
                        .arg(decimal(exact, 8), std::isfinite(value)
                                                    ? ulpText(ulpError(type, static_cast<double>(value), exact))
                                                    : QStringLiteral("–"));
        }
    } else if (key >= 0 && trace && row < trace->scores.rows && key < trace->scores.cols) {
        const float score = trace->scores.at(row, key), weight = trace->probs.at(row, key);
        text = QStringLiteral("S[%1, %2]  %3  %4   P  %5")
                   .arg(row)
                   .arg(key)
                   .arg(hexBits(DType::F32, score), shortestDecimal(DType::F32, score),
                        shortestDecimal(DType::F32, weight));
    }
    m_cell->setText(text);
}

void StatusLine::refreshCounts()
{
    const auto output = m_session.output(Side::A);
    if (!output) {
        m_counts->setText({});
        return;
    }
    qint64 nan = 0, infinite = 0;
    for (const float value : output->data) {
        nan += std::isnan(value);
        infinite += std::isinf(value);
    }
    m_counts->setText(QStringLiteral("NaN %1  Inf %2").arg(grouped(nan), grouped(infinite)));
    m_counts->setStyleSheet(nan + infinite > 0 ? QStringLiteral("color: %1").arg(currentTheme().error.name())
                                               : QString());
}

void StatusLine::refreshRecorded()
{
    const auto match = m_session.observedMatch();
    const QString tensor = QString::fromStdString(m_session.document().observedTensor);
    m_recorded->setVisible(!tensor.isEmpty());
    if (tensor.isEmpty())
        return;
    const char *badge = "plain";
    if (!match) {
        m_recorded->setText(tr("comparing with recorded %1 …").arg(tensor));
    } else {
        m_recorded->setText(tr("bit-equal to recorded %1: %2 / %3")
                                .arg(tensor)
                                .arg(match->elements - match->mismatches)
                                .arg(match->elements));
        badge = match->mismatches == 0 ? "ok" : "warn";
    }
    m_recorded->setAccessibleName(m_recorded->text());
    m_recorded->setToolTip(
        match && match->mismatches > 0
            ? tr("%1 values differ, at most %2 ulp").arg(grouped(match->mismatches), grouped(match->maxUlp))
            : tr("A's output against the tensor in the file, all heads"));
    m_recorded->setProperty("badge", QString::fromLatin1(badge));
    m_recorded->style()->unpolish(m_recorded);
    m_recorded->style()->polish(m_recorded);
}

void StatusLine::refreshStep()
{
    setSteadyText(m_step, tr("step %1 / %2")
                              .arg(grouped(static_cast<qint64>(m_session.step())),
                                   grouped(static_cast<qint64>(m_session.stepCount()))));
}

/// Says who executed the state that is shown, not who was asked to.
void StatusLine::refreshBackend()
{
    const auto state = m_session.stepState(Side::A);
    const bool isGpu = state && state->by.isGpu;
    m_backend->setText(isGpu ? tr("GPU (real)") : tr("CPU (emulated)"));
    QStringList tip{isGpu ? tr("The steps are executed by a GPU: %1").arg(QString::fromStdString(state->by.device.name))
                          : tr("All bits are computed by the processor; no GPU takes part")};
    if (state && !state->by.why.empty())
        tip << tr("chosen automatically: %1").arg(engineText(state->by.why));
    m_backend->setToolTip(tip.join(QLatin1Char('\n')));
    m_backend->setAccessibleName(m_backend->text());
    m_backend->setProperty("badge", isGpu ? QStringLiteral("ok") : QStringLiteral("plain"));
    m_backend->style()->unpolish(m_backend);
    m_backend->style()->polish(m_backend);
}

void StatusLine::showProgress(const QString &what, double fraction)
{
    const bool on = fraction < 1.0;
    m_what->setVisible(on);
    m_progress->setVisible(on);
    m_stop->setVisible(on);
    m_what->setText(what);
    m_progress->setRange(0, fraction < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(fraction * 1000));
}

void StatusLine::retranslate()
{
    const Theme &theme = currentTheme();
    setContentsMargins(theme.space(2), 0, theme.space(2), 0);
    m_counts->setContentsMargins(0, 0, theme.space(3), 0); // apart from the step, or "Inf 0 step 1" reads as one
    const QFont mono = theme.font(TextRole::MonoSmall);
    for (QLabel *label : {m_counts, m_step})
        label->setFont(mono);
    m_stop->setToolTip(tr("Stop what is being computed"));
    m_stop->setAccessibleName(tr("Stop"));
    m_progress->setAccessibleName(tr("Progress"));
    refreshCell();
    refreshCounts();
    refreshStep();
    refreshRecorded();
    refreshBackend();
}

void StatusLine::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
}

} // namespace ulpscope::ui
