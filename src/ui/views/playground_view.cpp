// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/playground_view.h"

#include "ui/models/engine_text.h"
#include "ui/models/number_text.h"
#include "ui/theme/application_style.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {
namespace {

constexpr char kFirstTree[] = "typed";

} // namespace

PlaygroundCanvas::PlaygroundCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

PlaygroundLayout PlaygroundCanvas::geometryOfParts() const
{
    const Theme &theme = currentTheme();
    return PlaygroundLayout(m_state, QRectF(rect()), theme, PlaygroundLayout::formFor(width(), theme));
}

void PlaygroundCanvas::setState(PlaygroundState state)
{
    m_state = std::move(state);
    fitHeight();
    pictureChanged();
}

/// The area around it scrolls what is higher than it is.
void PlaygroundCanvas::fitHeight() { setMinimumHeight(qCeil(geometryOfParts().height)); }

QString PlaygroundCanvas::readout() const
{
    if (m_state.currentShape >= 0) {
        const ShapeResult &shape = m_state.shapes[static_cast<std::size_t>(m_state.currentShape)];
        return QStringLiteral("%1: %2").arg(PlaygroundState::treeName(shape.key), m_state.value(shape.sum.result));
    }
    return m_state.current >= 0 ? m_state.describeStep(m_state.current) : m_state.describe();
}

QSize PlaygroundCanvas::minimumSizeHint() const { return {currentTheme().space(40), currentTheme().space(20)}; }

void PlaygroundCanvas::paintPicture(QPainter &painter)
{
    const Theme &theme = currentTheme();
    paintPlayground(painter, rect(), m_state, theme, PlaygroundLayout::formFor(width(), theme));
}

void PlaygroundCanvas::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

void PlaygroundCanvas::moveTo(int step, int shape)
{
    if (step == m_state.current && shape == m_state.currentShape)
        return;
    m_state.current = step;
    m_state.currentShape = shape;
    pictureChanged();
}

void PlaygroundCanvas::pointTo(const QPointF &at)
{
    const PlaygroundLayout layout = geometryOfParts();
    const int shape = layout.shapeAt(at);
    setCursor(shape >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    moveTo(layout.stepAt(at), shape);
}

void PlaygroundCanvas::clickOn(const QPointF &at)
{
    if (const int shape = geometryOfParts().shapeAt(at); shape >= 0)
        emit treeChosen(m_state.shapes[static_cast<std::size_t>(shape)].key);
}

bool PlaygroundCanvas::keyPressed(int key)
{
    const int last = m_state.isEmpty() ? -1 : m_state.stepCount() - 1;
    if (last < 0 || (key != Qt::Key_Up && key != Qt::Key_Down))
        return false;
    moveTo(std::clamp(m_state.current + (key == Qt::Key_Up ? -1 : 1), 0, last), -1);
    const std::vector<QRectF> steps = geometryOfParts().steps;
    emit stepReached(steps[static_cast<std::size_t>(m_state.current)]);
    return true;
}

PlaygroundView::PlaygroundView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent),
      m_text(new QLineEdit),
      m_examples(new QToolButton),
      m_exampleMenu(new QMenu(this)),
      m_problem(new QLabel),
      m_scroll(new QScrollArea),
      m_canvas(new PlaygroundCanvas),
      m_format(new QComboBox),
      m_tree(new QComboBox),
      m_row(new QWidget)
{
    m_text->setObjectName(id + QStringLiteral(".text"));
    m_examples->setObjectName(id + QStringLiteral(".examples"));
    m_problem->setObjectName(id + QStringLiteral(".problem"));
    m_examples->setPopupMode(QToolButton::InstantPopup);
    m_examples->setMenu(m_exampleMenu);
    m_examples->setFocusPolicy(Qt::TabFocus);
    m_problem->setWordWrap(true);
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto *row = new QHBoxLayout(m_row);
    row->addWidget(m_text, 1);
    row->addWidget(m_examples);
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row);
    column->addWidget(m_problem);
    column->addWidget(m_scroll, 1);
    body->setFocusProxy(m_canvas);
    setBody(body);
    addChoice(m_format, QStringLiteral("format"));
    addChoice(m_tree, QStringLiteral("tree"));
    connect(m_text, &QLineEdit::textChanged, this,
            [this](const QString &text) { setState(QStringLiteral("text"), text); });
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key == m_text->objectName())
            scheduleRebuild();
    });
    connect(&session, &Session::documentChanged, this, &PlaygroundView::scheduleRebuild);
    connect(m_canvas, &PlaygroundCanvas::treeChosen, this, [this](const QString &key) {
        setState(QStringLiteral("tree"), key);
        scheduleRebuild();
    });
    connect(m_canvas, &PlaygroundCanvas::stepReached, this, [this](const QRectF &where) {
        const QPoint middle = where.center().toPoint();
        m_scroll->ensureVisible(middle.x(), middle.y(), 0, qCeil(where.height() / 2));
    });
    fillChoices();
    themeChanged();
    rebuild();
}

void PlaygroundView::fillChoices()
{
    const QSignalBlocker blockFormat(m_format), blockTree(m_tree);
    m_format->clear();
    for (const DType type : PlaygroundState::formats()) {
        const QString name = QString::fromStdString(std::string(formatInfo(type).name));
        m_format->addItem(name, name);
    }
    m_format->setAccessibleName(tr("Format"));
    m_format->setToolTip(tr("Format of the numbers, of each sum and of the result"));
    m_tree->clear();
    for (const QString &key : PlaygroundState::treeKeys())
        m_tree->addItem(PlaygroundState::treeName(key), key);
    m_tree->setAccessibleName(tr("Tree"));
    m_tree->setToolTip(tr("Which numbers are added first"));
    m_text->setAccessibleName(tr("Numbers or expression"));
    m_text->setPlaceholderText(tr("(1e8 + -1e8) + 1   or   2^26, 1, -2^26, 1"));
    m_text->setToolTip(tr("Numbers with spaces or commas between them, or an expression with +, - and parentheses. A "
                          "number is a decimal, a power (2^26), a hexadecimal float (0x1p26) or the bits of the format "
                          "(0x4c800000)."));
    m_examples->setText(tr("Examples"));
    m_examples->setToolTip(tr("Sums to begin with"));
    m_examples->setAccessibleName(tr("Examples"));
    m_exampleMenu->clear();
    const std::vector<PlaygroundExample> examples = playgroundExamples();
    for (int i = 0; i < static_cast<int>(examples.size()); ++i) {
        QAction *action = m_exampleMenu->addAction(examples[static_cast<std::size_t>(i)].title);
        action->setObjectName(id() + QStringLiteral(".example%1").arg(i + 1));
        connect(action, &QAction::triggered, this, [this, i] { showExample(i); });
    }
}

void PlaygroundView::showExample(int index)
{
    const PlaygroundExample example = playgroundExamples()[static_cast<std::size_t>(index)];
    setState(QStringLiteral("text"), QString::fromLatin1(example.text));
    setState(QStringLiteral("format"), QString::fromLatin1(example.format));
    setState(QStringLiteral("tree"), QString::fromLatin1(example.tree));
    scheduleRebuild();
}

void PlaygroundView::startTyping()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void PlaygroundView::retranslate()
{
    fillChoices();
    scheduleRebuild();
}

void PlaygroundView::themeChanged()
{
    const Theme &theme = currentTheme();
    m_row->layout()->setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(1));
    m_row->layout()->setSpacing(theme.space(2));
    m_problem->setContentsMargins(theme.space(3), 0, theme.space(3), theme.space(1));
    m_text->setFont(theme.font(TextRole::Mono));
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, theme.error);
    m_problem->setPalette(palette);
}

void PlaygroundView::rebuild()
{
    const bool had = hasFigure();
    const QString text = state(QStringLiteral("text"), QLatin1String(kPlaygroundText));
    if (m_text->text() != text) {
        const QSignalBlocker block(m_text);
        m_text->setText(text);
    }
    const auto show = [](QComboBox *box, const QString &key) {
        const QSignalBlocker block(box);
        box->setCurrentIndex(std::max(0, box->findData(key)));
        return box->currentData().toString();
    };
    const QString format = show(m_format, state(QStringLiteral("format"), QLatin1String(kPlaygroundFormat)));
    const QString tree = show(m_tree, state(QStringLiteral("tree"), QLatin1String(kFirstTree)));
    setChoiceWanted(m_tree, true); // the header makes room for what is chosen now
    PlaygroundState next(text, format, tree);
    m_problem->setText(engineText(next.problem));
    m_problem->setVisible(next.isEmpty());
    setReason(next.isEmpty() ? m_problem->text() : QString());
    fillTable(next);
    m_canvas->setState(std::move(next));
    if (had != hasFigure())
        emit figureChanged();
}

void PlaygroundView::fillTable(const PlaygroundState &state)
{
    m_table.clear();
    m_table.setHorizontalHeaderLabels({tr("step"), tr("left"), tr("right"), tr("result"), tr("bits"), tr("rounding"),
                                       tr("error of the step"), tr("accumulated error")});
    const auto number = [](const QString &text, double value) {
        auto *item = new QStandardItem(text);
        item->setData(value, Qt::UserRole);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        return item;
    };
    for (int i = 0; !state.isEmpty() && i < state.stepCount(); ++i) {
        const SumStep &step = state.step(i);
        const Addition &a = step.addition;
        m_table.appendRow({number(QString::number(i + 1), i + 1), number(state.value(a.a), a.a),
                           number(state.value(a.b), a.b), number(state.value(a.result), a.result),
                           new QStandardItem(state.pattern(a.result)),
                           new QStandardItem(state.stepText(i).constFirst()), number(decimal(a.error), a.error),
                           number(decimal(step.accumulatedError), step.accumulatedError)});
    }
}

std::unique_ptr<FigureSource> PlaygroundView::figure() const
{
    if (!hasFigure())
        return nullptr;
    PlaygroundState state = m_canvas->state();
    state.current = state.currentShape = -1; // where the pointer is is no part of a figure
    return std::make_unique<PlaygroundFigure>(std::move(state));
}

} // namespace ulpscope::ui
