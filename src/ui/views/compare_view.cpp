// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare_view.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/compare_figure.h"
#include "ui/views/tree_source.h"

#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

namespace ulpscope::ui {

CompareView::CompareView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_a(new QLabel),
      m_b(new QLabel),
      m_counts(new QLabel),
      m_card(new QFrame),
      m_cardTitle(new QLabel),
      m_place(new QLabel),
      m_reason(new QLabel),
      m_walk(new QLabel),
      m_go(new QPushButton),
      m_node(new QPushButton),
      m_list(new QTableView),
      m_area(new QScrollArea)
{
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    auto *card = new QVBoxLayout(m_card);
    for (QLabel *label : {m_a, m_b, m_counts, m_cardTitle, m_place, m_reason, m_walk}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setTextFormat(label == m_a || label == m_b ? Qt::RichText : Qt::PlainText);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    m_card->setProperty("role", QStringLiteral("card"));
    m_reason->setProperty("role", QStringLiteral("muted"));
    m_go->setObjectName(id + QStringLiteral(".go"));
    m_node->setObjectName(id + QStringLiteral(".node"));
    m_walk->setObjectName(id + QStringLiteral(".walk"));
    m_counts->setObjectName(id + QStringLiteral(".counts"));
    m_place->setObjectName(id + QStringLiteral(".place"));
    m_reason->setObjectName(id + QStringLiteral(".reason"));
    for (QLabel *label : {m_cardTitle, m_place, m_reason})
        card->addWidget(label);
    card->addWidget(m_go, 0, Qt::AlignLeft);
    card->addWidget(m_walk);
    card->addWidget(m_node, 0, Qt::AlignLeft);
    m_list->setModel(&m_differences);
    m_list->setObjectName(id + QStringLiteral(".differences"));
    m_list->verticalHeader()->hide();
    m_list->horizontalHeader()->setStretchLastSection(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setShowGrid(false);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_a, m_b, m_counts, m_card})
        layout->addWidget(widget);
    layout->addWidget(m_list);
    layout->addStretch();
    m_area->setWidget(body); // a small pane still shows all of it
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->viewport()->setAutoFillBackground(false); // the ground of the view shows through
    body->setAutoFillBackground(false);
    setBody(m_area);
    themeChanged();
    connect(m_go, &QPushButton::clicked, this, &CompareView::goToDivergence);
    connect(m_node, &QPushButton::clicked, this, &CompareView::goToAddition);
    connect(&session, &Session::comparisonChanged, this, &CompareView::scheduleRebuild);
    connect(&session, &Session::traceChanged, this, &CompareView::scheduleRebuild);
    connect(&session, &Session::specChanged, this, &CompareView::scheduleRebuild);
    connect(&session, &Session::documentChanged, this, &CompareView::scheduleRebuild);
    rebuild();
}

void CompareView::themeChanged()
{
    const Theme &theme = currentTheme();
    const int margin = theme.space(3);
    for (QLayout *layout : {m_area->widget()->layout(), m_card->layout()}) {
        layout->setContentsMargins(margin, margin, margin, margin);
        layout->setSpacing(theme.space(2));
    }
    m_cardTitle->setFont(theme.font(TextRole::Heading));
    m_place->setFont(theme.font(TextRole::Mono));
    showSides();
}

void CompareView::showSides()
{
    const Theme &theme = currentTheme();
    const auto side = [](const QColor &color, const QString &letter, const QString &text) {
        return QStringLiteral("<b style=\"color:%1\">%2</b>&nbsp; %3").arg(color.name(), letter, text.toHtmlEscaped());
    };
    m_a->setText(side(theme.accentA, QStringLiteral("A"), sideSummary(session(), Side::A)));
    m_b->setText(side(theme.accentB, QStringLiteral("B"), sideSummary(session(), Side::B)));
}

void CompareView::rebuild()
{
    const std::shared_ptr<const Comparison> comparison = session().comparison();
    const bool had = m_hasFigure;
    m_hasFigure =
        session().inputs() && session().hasB() && comparison && session().output(Side::A) && session().output(Side::B);
    if (had != m_hasFigure)
        emit figureChanged();
    m_go->setText(tr("Go to the first divergence"));
    m_go->setToolTip(tr("Makes its step and its cell current"));
    m_node->setText(tr("Show the addition in the tree"));
    m_node->setToolTip(tr("From the first output value that differs down to the node where the two runs part"));
    m_list->setAccessibleName(tr("What differs in the recipes"));
    m_area->setAccessibleName(title());
    setAbsent(!session().inputs() ? tr("Open a file or a sample")
              : !session().hasB() ? tr("Choose a second run as B, or an output tensor of the file, to compare with A.")
              : !comparison       ? tr("Comparing…")
                                  : QString());
    showSides();
    if (!session().hasB() || !comparison) {
        m_differences.clear();
        return;
    }
    m_counts->setText(countsSentence(*comparison));
    showDivergence(comparison->first);
    showWalk();
    showDifferences(*comparison);
}

void CompareView::showDivergence(const std::optional<Divergence> &first)
{
    m_card->setVisible(first.has_value());
    if (!first)
        return;
    m_cardTitle->setText(divergenceTitle(*first));
    m_place->setText(divergencePlace(*first));
    const QStringList reasons = divergenceReasons(*first);
    m_reason->setText(reasons.join(QLatin1Char('\n')));
    m_reason->setVisible(!reasons.isEmpty());
}

void CompareView::showWalk()
{
    const std::shared_ptr<const ValueWalk> walk = session().walk();
    const bool isThere = walk && !walk->stops.empty();
    m_walk->setVisible(isThere);
    m_node->setVisible(isThere && walk->stops.back().nodeA >= 0);
    if (!isThere)
        return;
    QStringList lines{tr("From the first output value that differs:")};
    for (const WalkStop &stop : walk->stops)
        lines << tr("%1: A %2, B %3")
                     .arg(engineText(stop.what), QString::number(stop.a, 'g', 9), QString::number(stop.b, 'g', 9));
    m_walk->setText((lines << engineText(walk->reason)).join(QLatin1Char('\n')));
}

/// "tileN: 128 | 64" as three columns.
void CompareView::showDifferences(const Comparison &comparison)
{
    m_differences.clear();
    m_differences.setHorizontalHeaderLabels({tr("recipe field"), tr("A"), tr("B")});
    for (const std::string &line : comparison.recipeDifferences) {
        const QString text = QString::fromStdString(line);
        const qsizetype colon = text.indexOf(QLatin1String(": ")), bar = text.indexOf(QLatin1String(" | "));
        QList<QStandardItem *> row;
        if (colon > 0 && bar > colon)
            row = {new QStandardItem(text.left(colon)), new QStandardItem(text.mid(colon + 2, bar - colon - 2)),
                   new QStandardItem(text.mid(bar + 3))};
        else
            row = {new QStandardItem(text)};
        m_differences.appendRow(row);
    }
    m_list->setVisible(m_differences.rowCount() > 0);
    int height = m_list->horizontalHeader()->sizeHint().height() + 2 * m_list->frameWidth();
    for (int row = 0; row < m_differences.rowCount(); ++row)
        height += m_list->rowHeight(row);
    m_list->setFixedHeight(height); // the pane scrolls, not the list in it
    m_list->resizeColumnsToContents();
    emit tableChanged();
}

std::unique_ptr<FigureSource> CompareView::figure() const
{
    const std::shared_ptr<const Comparison> comparison = session().comparison();
    return m_hasFigure && comparison ? compareFigure(session(), *comparison) : nullptr;
}

void CompareView::goToDivergence()
{
    const std::shared_ptr<const Comparison> comparison = session().comparison();
    if (!comparison || !comparison->first)
        return;
    const Divergence &d = *comparison->first;
    Selection selection = session().selection();
    selection.batch = d.batch;
    selection.head = d.head;
    selection.row = d.row;
    if (d.quantity == Quantity::Scores || d.quantity == Quantity::Probs)
        selection.key = d.col;
    else if (d.quantity == Quantity::OutputAcc || d.quantity == Quantity::Output)
        selection.column = d.col;
    session().select(selection);
    session().setStep(d.step.index + 1);
}

void CompareView::goToAddition()
{
    const std::shared_ptr<const Comparison> comparison = session().comparison();
    const std::shared_ptr<const ValueWalk> walk = session().walk();
    if (!comparison || !comparison->firstMismatch || !walk || walk->stops.empty())
        return;
    const OutputMismatch &m = *comparison->firstMismatch;
    const WalkStop &last = walk->stops.back();
    Selection selection = session().selection();
    selection.batch = m.batch;
    selection.head = m.head;
    selection.row = m.row;
    selection.column = m.col;
    if (last.kind == SumKind::Score)
        selection.key = last.column;
    const QString tree = QStringLiteral("tree.difference.");
    for (const char *name : {"order", "level", "open", "open.b"})
        session().setViewState(tree + QLatin1String(name), {});
    session().setViewState(tree + QStringLiteral("kind"), sumKindKey(last.kind));
    session().setViewState(tree + QStringLiteral("node"), QStringLiteral("%1:%2").arg(last.nodeA).arg(last.nodeB));
    session().select(selection);
    emit viewRequested(QStringLiteral("tree.difference"));
}

} // namespace ulpscope::ui
