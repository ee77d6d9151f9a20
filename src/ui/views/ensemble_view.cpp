// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ensemble_view.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/state_words.h"
#include "ui/views/view_state_command.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QUndoStack>

#include <algorithm>
#include <limits>

namespace ulpscope::ui {
namespace {

constexpr char kTree[] = "tree", kPlayground[] = "playground", kAll[] = "all", kRandom[] = "random", kLog[] = "log";
constexpr int kAllByItself = 12; ///< partial results of which all orders are added without being asked for
constexpr int kFirstOrders = 1'000'000, kMostOrders = 1'000'000'000, kMostSeed = std::numeric_limits<int>::max();

} // namespace

EnsembleCanvas::EnsembleCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

void EnsembleCanvas::setState(EnsembleState state)
{
    if (state.answer == m_state.answer) { // the pointer stays where it is
        state.bin = m_state.bin;
        state.witness = m_state.witness;
    }
    m_state = std::move(state);
    fitHeight();
    pictureChanged();
}

EnsembleLayout EnsembleCanvas::parts() const { return EnsembleLayout(m_state, rect(), currentTheme()); }

/// The area around it scrolls what is higher than it is.
void EnsembleCanvas::fitHeight()
{
    const QRectF lowest(0, 0, width(), 0);
    setMinimumHeight(m_state.empty() ? 0 : qCeil(EnsembleLayout(m_state, lowest, currentTheme()).height));
}

QString EnsembleCanvas::readout() const
{
    return m_state.witness >= 0 ? m_state.describeWitness(m_state.witness)
           : m_state.bin >= 0   ? m_state.describeBin(m_state.bin)
                                : m_state.describe();
}

QSize EnsembleCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(20)}; }

void EnsembleCanvas::paintPicture(QPainter &painter) { paintEnsemble(painter, rect(), m_state, currentTheme()); }

void EnsembleCanvas::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

PaintedCanvas::Place EnsembleCanvas::placeAt(const QPointF &at) const
{
    const EnsembleLayout layout = parts();
    return {layout.binAt(at), layout.witnessAt(at)};
}

void EnsembleCanvas::pointTo(const QPointF &at)
{
    setCursor(placeAt(at).second >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    PaintedCanvas::pointTo(at);
}

void EnsembleCanvas::clickOn(const QPointF &at)
{
    if (const int witness = parts().witnessAt(at); witness >= 0)
        emit chosen(witness);
}

bool EnsembleCanvas::keyPressed(int key)
{
    if (m_state.empty())
        return false;
    const int lastBin = static_cast<int>(m_state.bins().size()) - 1,
              lastWitness = static_cast<int>(kWitnesses.size()) - 1;
    switch (key) {
    case Qt::Key_Left: moveTo({std::clamp(m_state.bin - 1, 0, lastBin), -1}); break;
    case Qt::Key_Right: moveTo({std::clamp(m_state.bin + 1, 0, lastBin), -1}); break;
    case Qt::Key_Up: moveTo({-1, std::clamp(m_state.witness - 1, 0, lastWitness)}); break;
    case Qt::Key_Down: moveTo({-1, std::clamp(m_state.witness + 1, 0, lastWitness)}); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_state.witness >= 0)
            emit chosen(m_state.witness);
        return true;
    default: return false;
    }
    const EnsembleLayout layout = parts();
    emit reached(m_state.witness >= 0 ? layout.rows[static_cast<std::size_t>(m_state.witness)] : layout.histogram);
    return true;
}

QString EnsembleCanvas::tipAt(const QPointF &at) const
{
    const EnsembleLayout layout = parts();
    if (const int bin = layout.binAt(at); bin >= 0)
        return m_state.describeBin(bin);
    const int witness = layout.witnessAt(at);
    return witness >= 0 ? m_state.describeWitness(witness) + QLatin1Char('\n') + tr("Click: show or copy this order")
                        : QString();
}

EnsembleView::EnsembleView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_canvas(new EnsembleCanvas),
      m_scroll(new QScrollArea),
      m_row(new QWidget),
      m_from(new QComboBox),
      m_orders(new QComboBox),
      m_countLabel(new QLabel),
      m_seedLabel(new QLabel),
      m_count(new QSpinBox),
      m_seed(new QSpinBox),
      m_wrong(new QLabel),
      m_copyOrders(new QAction(this))
{
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    const auto addNumber = [&](QSpinBox *box, QLabel *label, const char *name, int least, int most) {
        box->setObjectName(id + QLatin1Char('.') + QLatin1String(name));
        box->setRange(least, most);
        box->setGroupSeparatorShown(true);
        box->setKeyboardTracking(false); // a number that is still being typed is not asked about
        label->setBuddy(box);
        const auto keep = [this, box, name] { setState(QLatin1String(name), QString::number(box->value())); };
        connect(box, &QSpinBox::valueChanged, this, keep);
        // The number that is shown may stand in place of one that the session cannot mean.
        connect(box->findChild<QLineEdit *>(), &QLineEdit::returnPressed, this, keep);
    };
    addNumber(m_count, m_countLabel, "count", 1, kMostOrders);
    addNumber(m_seed, m_seedLabel, "seed", 0, kMostSeed);
    auto *row = new QHBoxLayout(m_row);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_countLabel, m_count, m_seedLabel, m_seed})
        row->addWidget(widget);
    row->addStretch(1);
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_wrong, 1);
    m_wrong->setObjectName(id + QStringLiteral(".wrong"));
    m_wrong->setProperty("role", QStringLiteral("muted"));
    m_wrong->setAlignment(Qt::AlignCenter);
    m_wrong->setWordWrap(true);
    body->setFocusProxy(m_canvas);
    setBody(body);
    m_copyOrders->setObjectName(QStringLiteral("ensemble.copyOrders"));
    addMenuAction(m_copyOrders);
    connect(m_copyOrders, &QAction::triggered, this, &EnsembleView::copyOrders);
    addChoice(m_from, QStringLiteral("from"));
    addChoice(m_orders, QStringLiteral("orders"));
    connect(m_canvas, &EnsembleCanvas::chosen, this, &EnsembleView::choose);
    connect(m_canvas, &EnsembleCanvas::reached, this, [this](const QRectF &where) {
        const QPoint middle = where.center().toPoint();
        m_scroll->ensureVisible(middle.x(), middle.y(), 0, qCeil(where.height() / 2));
    });
    // Whatever may be another sum of the tree, or other numbers in the playground.
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key.startsWith(QLatin1String("tree.")) || key.startsWith(QLatin1String("playground.")) ||
            key.startsWith(this->id() + QLatin1Char('.')))
            scheduleRebuild();
    });
    connect(&session, &Session::documentChanged, this, &EnsembleView::scheduleRebuild);
    connect(&session, &Session::rowTraceChanged, this, &EnsembleView::scheduleRebuild);
    connect(&session, &Session::selectionChanged, this, &EnsembleView::scheduleRebuild);
    connect(&session, &Session::arrivalsChanged, this, &EnsembleView::scheduleRebuild);
    connect(&session, &Session::backendChanged, this, &EnsembleView::scheduleRebuild);
    connect(this, &View::shownChanged, this, &EnsembleView::scheduleRebuild);
    fillTexts();
    themeChanged();
    rebuild();
}

void EnsembleView::fillTexts()
{
    const QSignalBlocker blockFrom(m_from), blockOrders(m_orders);
    m_from->clear();
    m_from->addItem(tr("sum of the tree"), QLatin1String(kTree));
    m_from->addItem(tr("playground"), QLatin1String(kPlayground));
    m_from->setAccessibleName(tr("Which numbers"));
    m_from->setToolTip(tr("The partial results of the sum that is chosen in the reduction tree, folded as it is there; "
                          "or the numbers of the associativity playground"));
    m_orders->clear();
    m_orders->addItem(tr("all orders"), QLatin1String(kAll));
    m_orders->addItem(tr("random orders"), QLatin1String(kRandom));
    m_orders->setAccessibleName(tr("Which orders"));
    m_orders->setToolTip(tr("All orders of at most 16 partial results, or random ones"));
    m_countLabel->setText(tr("Orders"));
    m_count->setAccessibleName(tr("Number of random orders"));
    m_seedLabel->setText(tr("Seed"));
    m_seed->setAccessibleName(tr("Seed of the random orders"));
    m_seed->setToolTip(tr("The same seed gives the same orders, on every machine"));
    m_copyOrders->setText(tr("Copy the results with their orders"));
}

void EnsembleView::retranslate()
{
    fillTexts();
    scheduleRebuild();
}

void EnsembleView::themeChanged()
{
    const Theme &theme = currentTheme();
    m_row->layout()->setContentsMargins(theme.space(3), theme.space(1), theme.space(3), theme.space(1));
    m_row->layout()->setSpacing(theme.space(2));
    m_wrong->setMargin(theme.space(4));
}

void EnsembleView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    scheduleRebuild(); // a hidden view does not look at the tree
}

ArrivalQuestion EnsembleView::question() const
{
    ArrivalQuestion question;
    if (!m_numbers.absent.isEmpty())
        return question;
    question.terms = m_numbers.terms;
    question.allOrders = m_orders->currentData() == QLatin1String(kAll);
    if (!question.allOrders) {
        question.orders = static_cast<std::uint64_t>(m_count->value());
        question.seed = static_cast<std::uint64_t>(m_seed->value());
    }
    return question;
}

/// Below the choices, which stay: with them it is put right. `random`: the orders that are asked for.
QString EnsembleView::wrongState(bool random) const
{
    const auto key = [this](const char *name) { return id() + QLatin1Char('.') + QLatin1String(name); };
    QString wrong = wrongWord(session(), key("from"), {QLatin1String(kTree), QLatin1String(kPlayground)});
    if (wrong.isEmpty())
        wrong = wrongWord(session(), key("orders"), {QLatin1String(kAll), QLatin1String(kRandom)});
    if (wrong.isEmpty() && random)
        wrong = wrongNumber(session(), key("count"), 1, kMostOrders);
    if (wrong.isEmpty() && random)
        wrong = wrongNumber(session(), key("seed"), 0, kMostSeed);
    return wrong;
}

bool EnsembleView::isAnswered() const
{
    const auto answer = session().arrivals();
    return answer && answer->question == m_question;
}

bool EnsembleView::isReady() const
{
    return View::isReady() && (m_question.terms.values.empty() || isAnswered() || !session().arrivalStatus().ok());
}

void EnsembleView::rebuild()
{
    const bool had = hasFigure();
    if (!isWanted()) { // shown anew when somebody looks
        m_question = {};
        m_table.setState({});
        m_canvas->setState({});
        if (had)
            emit figureChanged();
        return;
    }
    showChoice(m_from, QStringLiteral("from"));
    m_numbers =
        m_from->currentData() == QLatin1String(kPlayground)
            ? playgroundNumbers(session())
            : m_sum.numbers(session(), shown() == Shown::Difference ? Shown::A : shown(), side(), QLatin1String(kTree));
    const QString orders =
        state(QStringLiteral("orders"),
              m_numbers.terms.partials() <= kAllByItself ? QLatin1String(kAll) : QLatin1String(kRandom));
    {
        const QSignalBlocker blockOrders(m_orders), blockCount(m_count), blockSeed(m_seed);
        m_orders->setCurrentIndex(std::max(0, m_orders->findData(orders)));
        const auto show = [this](QSpinBox *box, const char *name, int otherwise) {
            bool isNumber = false;
            const int number = state(QLatin1String(name)).toInt(&isNumber);
            box->setValue(isNumber && number >= box->minimum() && number <= box->maximum() ? number : otherwise);
        };
        show(m_count, "count", kFirstOrders);
        show(m_seed, "seed", 0);
    }
    const QString wrong = wrongState(orders == QLatin1String(kRandom));
    m_question = wrong.isEmpty() ? question() : ArrivalQuestion();
    setChoiceWanted(m_orders, !m_numbers.terms.values.empty());
    m_row->setVisible(m_orders->currentData() == QLatin1String(kRandom));
    if (!m_question.terms.values.empty())
        session().askForArrivals(m_question);

    EnsembleState state;
    if (isAnswered())
        state.answer = session().arrivals();
    state.names = m_numbers.names;
    state.logCounts = this->state(QStringLiteral("scale")) == QLatin1String(kLog);
    const Status &status = session().arrivalStatus();
    setAbsent(!m_numbers.absent.isEmpty()        ? m_numbers.absent
              : state.answer || !wrong.isEmpty() ? QString()
              : status.ok() ? tr("The partial results are being added in one order after another …")
              : status.code() == StatusCode::Cancelled ? tr("Stopped. Choose something else, or F5 to begin anew")
                                                       : engineText(status.phrase()));
    m_wrong->setText(wrong);
    m_wrong->setVisible(!wrong.isEmpty());
    m_scroll->setVisible(wrong.isEmpty());
    if (absent().isEmpty())
        setReason(wrong);
    setSubtitle(m_numbers.subtitle);
    m_copyOrders->setEnabled(state.answer != nullptr);
    m_table.setState(state);
    m_canvas->setState(std::move(state));
    if (had != hasFigure())
        emit figureChanged();
}

void EnsembleView::cycleScale()
{
    setState(QStringLiteral("scale"), state(QStringLiteral("scale")).isEmpty() ? QLatin1String(kLog) : QString());
}

/// In the tree view where that can show it; on the clipboard where the tree is none of plain additions.
void EnsembleView::choose(int witness)
{
    const EnsembleState &state = m_canvas->state();
    const Witness which = kWitnesses[static_cast<std::size_t>(witness)];
    const std::vector<int> &order = state.at(which).order;
    const QString text = tr("order of arrival: %1").arg(state.witnessName(which));
    if (!m_numbers.tiles.empty()) {
        std::vector<int> arrival;
        for (const int number : order)
            arrival.push_back(m_numbers.tiles[static_cast<std::size_t>(number)]);
        session().undoStack().push(new ViewStateCommand(session(),
                                                        {{QStringLiteral("tree.order"), QString()},
                                                         {QStringLiteral("tree.edit"), QString()},
                                                         {QStringLiteral("tree.arrival"), arrivalText(arrival)}},
                                                        text));
        emit viewRequested(QLatin1String(kTree));
        return;
    }
    if (!m_numbers.isInTree) {
        QApplication::clipboard()->setText(state.orderText(order));
        emit session().message(tr("Copied the order of the %1 result").arg(state.witnessName(which)), false);
        return;
    }
    session().undoStack().push(new ViewStateCommand(
        session(),
        {{QStringLiteral("tree.order"), QLatin1String(kEditedOrder)},
         {QStringLiteral("tree.edit"), QString::fromStdString(m_numbers.parts.textInOrder(order))}},
        text));
    emit viewRequested(QLatin1String(kTree));
}

void EnsembleView::copyOrders()
{
    const EnsembleState &state = m_canvas->state();
    if (state.empty())
        return;
    QStringList lines{state.facts().join(QStringLiteral("; "))};
    for (const Witness which : kWitnesses) {
        const OrderWitness &w = state.at(which);
        lines << QStringList{state.witnessName(which), state.value(w.pattern.value), state.bits(w.pattern.bits),
                             state.orderText(w.order)}
                     .join(QLatin1Char('\t'));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

std::unique_ptr<FigureSource> EnsembleView::figure() const
{
    if (!hasFigure())
        return nullptr;
    EnsembleState state = m_canvas->state();
    state.bin = state.witness = -1; // where the pointer is is no part of a figure
    return std::make_unique<EnsembleFigure>(std::move(state));
}

} // namespace ulpscope::ui
