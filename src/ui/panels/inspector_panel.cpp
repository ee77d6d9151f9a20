// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_panel.h"

#include "engine/numerics/ulp.h"
#include "ui/models/number_text.h"
#include "ui/models/step_list_model.h"
#include "ui/panels/form_scroll.h"
#include "ui/panels/node_history_list.h"
#include "ui/plot/budget_bars.h"
#include "ui/theme/application_style.h"
#include "ui/views/divergence_text.h"
#include "ui/views/source_title.h"
#include "ui/views/steady_text.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

/// A cell of an HTML table in the mono face.
QString cell(const QString &text, const QColor &color, bool header = false)
{
    return QStringLiteral("<td align='right' style='color:%1;padding-left:8px;%3'>%2</td>")
        .arg(color.name(), text.toHtmlEscaped(),
             header
                 ? QString()
                 : QStringLiteral("font-family:\"%1\";").arg(currentTheme().font(TextRole::Mono).families().value(0)));
}

QString rowName(const QString &text)
{
    return QStringLiteral("<td style='color:%1;white-space:nowrap'>%2</td>")
        .arg(currentTheme().textMuted.name(), text.toHtmlEscaped());
}

} // namespace

InspectorPanel::InspectorPanel(Session &session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_values(new QLabel),
      m_runningTitle(new QLabel),
      m_running(new QLabel),
      m_historyTitle(new QLabel),
      m_budgetTitle(new QLabel),
      m_history(new QTreeWidget),
      m_budget(new BudgetBars),
      m_card(new QWidget),
      m_divergence(new QLabel(m_card)),
      m_goToDivergence(new QPushButton(m_card))
{
    setObjectName(QStringLiteral("inspectorPanel"));
    const Theme &theme = currentTheme();
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *content = new QWidget;
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2));
    m_layout->setSpacing(theme.space(2));
    m_scroll = new FormScroll(content, this);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_scroll);

    for (QLabel *label : {m_values, m_running, m_divergence}) {
        label->setTextFormat(Qt::RichText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    m_running->setWordWrap(false); // its size is kept from step to step
    for (QLabel *title : {m_runningTitle, m_historyTitle, m_budgetTitle})
        title->setProperty("role", QStringLiteral("muted"));

    m_card->setObjectName(QStringLiteral("divergenceCard"));
    m_card->setAttribute(Qt::WA_StyledBackground);
    auto *card = new QVBoxLayout(m_card);
    card->setContentsMargins(theme.space(2), theme.space(2), theme.space(2), theme.space(2));
    card->addWidget(m_divergence);
    card->addWidget(m_goToDivergence, 0, Qt::AlignLeft);
    m_goToDivergence->setObjectName(QStringLiteral("goToDivergence"));
    connect(m_goToDivergence, &QPushButton::clicked, this, &InspectorPanel::firstDivergenceRequested);

    m_history->setObjectName(QStringLiteral("cellHistory"));
    m_history->setRootIsDecorated(false);
    m_history->setUniformRowHeights(true);
    m_history->setColumnCount(5);
    m_history->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_history->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_history->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_history->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_history->header()->setStretchLastSection(false);
    m_history->header()->setMinimumSectionSize(theme.space(6));
    const auto go = [this](QTreeWidgetItem *item) { m_session.setStep(item->data(0, Qt::UserRole).toULongLong()); };
    connect(m_history, &QTreeWidget::itemClicked, this, go);
    connect(m_history, &QTreeWidget::itemActivated, this, go);

    m_budget->setObjectName(QStringLiteral("cellBudget"));
    m_layout->addWidget(m_values);
    m_layout->addWidget(m_card);
    m_layout->addWidget(new NodeHistoryList(session));
    m_layout->addWidget(m_runningTitle, 0, Qt::AlignLeft);
    m_layout->addWidget(m_running, 0, Qt::AlignLeft);
    m_layout->addWidget(m_budgetTitle);
    m_layout->addWidget(m_budget);
    m_layout->addWidget(m_historyTitle);
    m_layout->addWidget(m_history);
    m_layout->addStretch(1);

    connect(&session, &Session::selectionChanged, this, &InspectorPanel::refresh);
    connect(&session, &Session::documentChanged, this, &InspectorPanel::refresh);
    connect(&session, &Session::traceChanged, this, &InspectorPanel::refreshValues);
    connect(&session, &Session::referenceChanged, this, &InspectorPanel::refreshValues);
    connect(&session, &Session::rowTraceChanged, this, &InspectorPanel::refreshHistory);
    connect(&session, &Session::budgetChanged, this, &InspectorPanel::refreshBudget);
    connect(&session, &Session::comparisonChanged, this, &InspectorPanel::refreshDivergence);
    connect(&session, &Session::stepStateChanged, this, &InspectorPanel::refreshRunning);
    connect(&session, &Session::stepChanged, this, &InspectorPanel::markCurrentTile);
    retranslate();
}

std::vector<InspectorPanel::CellValues> InspectorPanel::selectedCells() const
{
    const Selection &selection = m_session.selection();
    const auto inputs = m_session.inputs();
    std::vector<CellValues> cells;
    if (!inputs || selection.row < 0)
        return cells;
    const auto read = [](const ulpscope::Matrix &matrix, int row, int col) -> std::optional<float> {
        return row < matrix.rows && col < matrix.cols ? std::optional(matrix.at(row, col)) : std::nullopt;
    };
    const auto traceA = m_session.trace(Side::A), traceB = m_session.trace(Side::B);
    if (selection.column >= 0) {
        CellValues output{
            QStringLiteral("O[%1, %2]").arg(selection.row).arg(selection.column), inputs->problem.dtype, {}, {}, {}, 0};
        if (const auto a = m_session.output(Side::A))
            output.a = read(*a, selection.row, selection.column);
        if (const auto b = m_session.output(Side::B))
            output.b = read(*b, selection.row, selection.column);
        if (const auto reference = m_session.reference()) {
            const size_t index = static_cast<size_t>(selection.row) * reference->cols + selection.column;
            output.reference = reference->output[index];
            output.uncertainty = reference->outputBound[index];
        }
        cells.push_back(output);
    }
    if (selection.key >= 0) {
        const QString place = QStringLiteral("[%1, %2]").arg(selection.row).arg(selection.key);
        CellValues score{QStringLiteral("S") + place, DType::F32, {}, {}, {}, 0};
        CellValues weight{QStringLiteral("P") + place, DType::F32, {}, {}, {}, 0};
        if (traceA) {
            score.a = read(traceA->scores, selection.row, selection.key);
            weight.a = read(traceA->probs, selection.row, selection.key);
        }
        if (traceB) {
            score.b = read(traceB->scores, selection.row, selection.key);
            weight.b = read(traceB->probs, selection.row, selection.key);
        }
        // A kernel that scales q and k first has the scaled score; beside one that does not, no reference is for both.
        const auto scales = [&](Side side) {
            const auto spec = m_session.spec(side);
            return spec && spec->recipe.scoreScale == ScoreScale::Operands;
        };
        if (!m_session.spec(Side::B) || scales(Side::A) == scales(Side::B)) {
            const double raw = referenceScores(inputs->problem, *inputs->inputs, selection.batch, selection.head,
                                               selection.row)[static_cast<size_t>(selection.key)];
            score.reference = scales(Side::A) ? raw * static_cast<double>(inputs->problem.scale) : raw;
        }
        cells.push_back(score);
        cells.push_back(weight);
    }
    return cells;
}

QString InspectorPanel::bitsHtml(DType type, float value) const
{
    const Theme &theme = currentTheme();
    const BitFields bits = bitFields(type, value);
    const QString part = QStringLiteral("<span style='color:%1'>%2</span>");
    return QStringLiteral("<span style='font-family:\"%1\"'>%2 %3 %4</span>")
        .arg(theme.font(TextRole::Mono).families().value(0), part.arg(theme.error.name(), bits.sign),
             part.arg(theme.accentA.name(), bits.exponent), part.arg(theme.ok.name(), bits.fraction));
}

/// A beside B; where the panel is too narrow for two numbers, A above B.
QString InspectorPanel::tableHtml(const std::vector<Line> &lines, bool hasB, bool named) const
{
    const Theme &theme = currentTheme();
    QFont mono = m_values->font();
    mono.setFamilies(theme.font(TextRole::Mono).families());
    const QFontMetricsF numbers(mono), words(m_values->font());
    constexpr double kCell = 11; // px around the text of a cell
    // Running values change from step to step; whether they stand side by side does not.
    const double least = named ? 0 : numbers.horizontalAdvance(QStringLiteral("-0.0012345679"));
    double name = 0, a = least, b = least;
    for (const Line &line : lines) {
        name = std::max(name, words.horizontalAdvance(line.name));
        a = std::max(a, numbers.horizontalAdvance(line.a));
        b = std::max(b, numbers.horizontalAdvance(line.b));
    }
    const double room = m_scroll->viewport()->width() - 2.0 * theme.space(3);
    const bool isStacked = hasB && name + a + b + 3 * kCell > room;
    const QString headA = cell(QStringLiteral("A"), theme.accentA, true),
                  headB = cell(QStringLiteral("B"), theme.accentB, true);
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    if (named && !isStacked)
        html += QStringLiteral("<tr><td></td>") + headA + (hasB ? headB : QString()) + QStringLiteral("</tr>");
    for (const Line &line : lines) {
        html +=
            QStringLiteral("<tr>") + rowName(line.name) + (isStacked ? headA : QString()) + cell(line.a, theme.text);
        if (isStacked)
            html += QStringLiteral("</tr><tr><td></td>") + headB;
        if (hasB)
            html += cell(line.b, theme.text);
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString InspectorPanel::valuesHtml(const CellValues &values) const
{
    const Theme &theme = currentTheme();
    const bool hasB = m_session.hasB();
    const auto line = [&](const QString &name, const auto &format) {
        const auto text = [&](const std::optional<float> &value) {
            return value ? format(*value) : QStringLiteral("–");
        };
        return Line{name, text(values.a), hasB ? text(values.b) : QString()};
    };
    std::vector<Line> lines{line(tr("value"), [&](float x) { return shortestDecimal(values.type, x); }),
                            line(tr("bits"), [&](float x) { return hexBits(values.type, x); }),
                            line(tr("exact"), [](float x) { return hexFloat(x); })};
    if (values.reference)
        lines.push_back(line(tr("error (ulp)"), [&](float x) {
            return std::isfinite(x) && std::isfinite(*values.reference)
                       ? ulpText(ulpError(values.type, static_cast<double>(x), *values.reference))
                       : QStringLiteral("–");
        }));
    QString html = QStringLiteral("<p style='margin:0'><b>%1</b></p>").arg(values.name) + tableHtml(lines, hasB, true);
    if (values.reference) {
        html +=
            QStringLiteral("<p style='margin:0;color:%1'>float64 <span style='color:%2;font-family:\"%3\"'>%4</span>")
                .arg(theme.textMuted.name(), theme.text.name(), theme.font(TextRole::Mono).families().value(0),
                     decimal(*values.reference, 13));
        if (values.uncertainty > 0)
            html += QStringLiteral(" ± %1").arg(decimal(values.uncertainty, 2));
        html += QStringLiteral("</p>");
    }
    if (values.a && values.b && hasB && bitsOf(values.type, *values.a) != bitsOf(values.type, *values.b)) {
        const std::int64_t distance = ulpDistance(values.type, *values.a, *values.b);
        html += QStringLiteral("<p style='margin:0;color:%1'>%2</p>")
                    .arg(theme.accentB.name(), distance == kInfiniteUlpDistance
                                                   ? tr("A and B: NaN against a number")
                                                   : tr("A and B are %1 ulp apart").arg(grouped(distance)));
    }
    if (values.a)
        html += QStringLiteral("<p style='margin:2px 0 8px 0'>%1</p>").arg(bitsHtml(values.type, *values.a));
    return html;
}

void InspectorPanel::refreshValues()
{
    QString html;
    for (const CellValues &values : selectedCells())
        html += valuesHtml(values);
    if (html.isEmpty()) {
        const int row = m_session.selection().row;
        html = QStringLiteral("<p style='color:%1'>%2</p>")
                   .arg(currentTheme().textMuted.name(),
                        row < 0 ? tr("Click a cell of a matrix, or press Ctrl+G, to see its bits and where its error "
                                     "comes from.")
                                : tr("Row %1 is selected. Click a cell of O, S or P for its bits.").arg(row));
    }
    m_values->setText(html);
}

QString InspectorPanel::runningHtml() const
{
    const Theme &theme = currentTheme();
    const Selection &selection = m_session.selection();
    const auto a = m_session.stepState(Side::A), b = m_session.stepState(Side::B);
    if (selection.row < 0 || !a || !a->step)
        return {};
    if (selection.row < a->tile.rowBegin || selection.row >= a->tile.rowEnd)
        return QStringLiteral("<span style='color:%1'>%2</span>")
            .arg(theme.textMuted.name(), tr("row %1 is not in the current query tile").arg(selection.row));
    const auto value = [&selection](const std::shared_ptr<const StepState> &state,
                                    const ulpscope::Matrix StepState::*member, int col) {
        if (!state || !state->step || selection.row < state->tile.rowBegin || selection.row >= state->tile.rowEnd)
            return QStringLiteral("–");
        const ulpscope::Matrix &matrix = (*state).*member;
        const int row = selection.row - state->tile.rowBegin;
        return row < matrix.rows && col < matrix.cols ? shortestDecimal(DType::F32, matrix.at(row, col))
                                                      : QStringLiteral("–");
    };
    const bool hasB = m_session.spec(Side::B) != nullptr;
    const auto line = [&](const QString &name, const ulpscope::Matrix StepState::*member, int col) {
        return Line{name, value(a, member, col), hasB ? value(b, member, col) : QString()};
    };
    std::vector<Line> lines{line(QStringLiteral("m"), &StepState::rowMax, 0),
                            line(QStringLiteral("l"), &StepState::rowSum, 0),
                            line(QStringLiteral("α"), &StepState::alpha, 0)};
    if (selection.column >= 0)
        lines.push_back(line(QStringLiteral("O acc"), &StepState::accO, selection.column));
    return tableHtml(lines, hasB, false);
}

void InspectorPanel::refreshRunning()
{
    const auto state = m_session.stepState(Side::A);
    const QString html = runningHtml();
    if (html.isEmpty() && m_session.selection().row >= 0 && m_session.step() > 0)
        return; // the new state is on its way: the old one stays for some milliseconds rather than blink
    setSteadyText(m_running, html);
    m_running->setVisible(!html.isEmpty());
    m_runningTitle->setVisible(!html.isEmpty());
    if (state && state->step)
        setSteadyText(m_runningTitle,
                      tr("row %1 after %2").arg(m_session.selection().row).arg(stepName(state->step->planned.kind)));
}

void InspectorPanel::refreshHistory()
{
    const auto trace = m_session.rowTrace(Side::A);
    const auto schedule = m_session.schedule(Side::A);
    m_history->clear();
    const bool any = trace && schedule;
    m_history->setVisible(any);
    m_historyTitle->setVisible(any);
    if (!any)
        return;
    const int column = m_session.selection().column;
    m_history->setHeaderLabels({tr("tile"), QStringLiteral("m"), QStringLiteral("α"), QStringLiteral("l"),
                                column >= 0 ? QStringLiteral("O[%1]").arg(column) : QString()});
    m_history->setColumnHidden(4, column < 0);
    const QFont mono = currentTheme().font(TextRole::MonoSmall);
    for (const RowSplitTrace &split : trace->splits) {
        for (const RowTileTrace &tile : split.tiles) {
            quint64 end = tile.firstStep;
            while (end < schedule->firstStep(split.workTile + 1) && schedule->step(end).nBlock == tile.nBlock)
                ++end;
            const auto text = [](float x) { return decimal(static_cast<double>(x), 5); };
            auto *item = new QTreeWidgetItem(
                m_history, {trace->splits.size() > 1 ? QStringLiteral("%1·%2").arg(split.split).arg(tile.nBlock)
                                                     : QString::number(tile.nBlock),
                            text(tile.runMax), text(tile.alpha), text(tile.runSum),
                            column >= 0 && column < int(tile.accO.size()) ? text(tile.accO[static_cast<size_t>(column)])
                                                                          : QString()});
            item->setData(0, Qt::UserRole, static_cast<qulonglong>(end));
            for (int i = 0; i < 5; ++i) {
                item->setFont(i, mono);
                item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
            }
            item->setToolTip(
                0, tr("key tile %1, keys %2–%3: tile max %4, tile sum %5")
                       .arg(tile.nBlock)
                       .arg(tile.keys.begin)
                       .arg(tile.keys.end - 1)
                       .arg(shortestDecimal(DType::F32, tile.tileMax), shortestDecimal(DType::F32, tile.tileSum)));
        }
    }
    const int rows = std::min(m_history->topLevelItemCount(), 10);
    m_history->setFixedHeight(m_history->header()->sizeHint().height() + rows * m_history->sizeHintForRow(0) +
                              m_history->horizontalScrollBar()->sizeHint().height() + 4);
    markCurrentTile();
}

void InspectorPanel::markCurrentTile()
{
    QTreeWidgetItem *current = nullptr;
    for (int i = 0; i < m_history->topLevelItemCount() && !current; ++i) {
        QTreeWidgetItem *item = m_history->topLevelItem(i);
        const quint64 end = item->data(0, Qt::UserRole).toULongLong();
        if (m_session.step() <= end && m_session.step() + 12 > end)
            current = item;
    }
    m_history->setCurrentItem(current);
    if (!current)
        m_history->clearSelection();
}

void InspectorPanel::refreshBudget()
{
    const auto budget = m_session.rowBudget(Side::A);
    const auto inputs = m_session.inputs();
    const int column = m_session.selection().column;
    const bool any = budget && inputs && column >= 0 && column < static_cast<int>(budget->total.size());
    m_budget->setVisible(any);
    m_budgetTitle->setVisible(any);
    if (!any)
        return;
    const auto c = static_cast<size_t>(column);
    const double ulp = ulpSize(inputs->problem.dtype, budget->reference[c]);
    BudgetState state;
    state.unit = QStringLiteral("ulp");
    state.total = budget->total[c] / ulp;
    for (size_t i = 0; i < budget->order.size(); ++i)
        state.entries.push_back({sourceTitle(budget->order[i]), budget->parts[i][c] / ulp,
                                 budget->order[i] == ErrorSource::OutputRounding});
    m_budget->setState(state);
}

void InspectorPanel::refreshDivergence()
{
    const auto comparison = m_session.comparison();
    m_card->setVisible(comparison != nullptr && m_session.hasB());
    if (!comparison)
        return;
    const Theme &theme = currentTheme();
    m_card->setStyleSheet(QStringLiteral("QWidget#divergenceCard { background: %1; border-radius: %2px; }")
                              .arg(theme.raised.name())
                              .arg(theme.space(1)));
    m_goToDivergence->setVisible(comparison->first.has_value());
    if (!comparison->first) {
        m_divergence->setText(
            QStringLiteral("<b>%1</b><br>%2").arg(tr("A and B are equal"), mismatchSentence(*comparison)));
        return;
    }
    const Divergence &first = *comparison->first;
    QString text =
        QStringLiteral("<b>%1</b><br>%2")
            .arg(first.structural ? tr("The plans of A and B part first here") : tr("First divergence of A and B"),
                 divergencePlace(first).toHtmlEscaped());
    const QStringList lines = divergenceReasons(first) + QStringList(mismatchSentence(*comparison));
    for (const QString &line : lines)
        text +=
            QStringLiteral("<br><span style='color:%1'>%2</span>").arg(theme.textMuted.name(), line.toHtmlEscaped());
    m_divergence->setText(text);
}

void InspectorPanel::refresh()
{
    refreshValues();
    refreshRunning();
    refreshHistory();
    refreshBudget();
    refreshDivergence();
}

void InspectorPanel::retranslate()
{
    m_historyTitle->setText(tr("how it came about (click: go there)"));
    m_budgetTitle->setText(tr("error budget of this value"));
    m_history->setAccessibleName(tr("How the value came about, by key tile"));
    m_budget->setAccessibleName(tr("Error budget of the selected value"));
    m_goToDivergence->setText(tr("Go there"));
    m_goToDivergence->setToolTip(
        tr("The earliest step, row and column at which the bits of A and B part (Ctrl+Shift+D)"));
    refresh();
}

void InspectorPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width())
        return;
    refreshValues();
    refreshRunning();
}

void InspectorPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
