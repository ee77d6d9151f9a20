// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_form.h"

#include "ui/models/engine_text.h"
#include "ui/models/problem_text.h"
#include "ui/panels/tensor_dialog.h"
#include "ui/theme/application_style.h"
#include "ui/window/documents.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace ulpscope::ui {

namespace {

constexpr int kMaxLength = 1 << 20;

// What LoadedInputs has notes about, for the translators.
[[maybe_unused]] constexpr const char *kNotes[] = {
    QT_TRANSLATE_NOOP("ProblemForm", "dtype"), QT_TRANSLATE_NOOP("ProblemForm", "layout"),
    QT_TRANSLATE_NOOP("ProblemForm", "mask"), QT_TRANSLATE_NOOP("ProblemForm", "outputs"),
    QT_TRANSLATE_NOOP("ProblemForm", "scale")};

QSpinBox *countBox(QWidget *parent, const char *name, int min, int max)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(min, max);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

ProblemForm::ProblemForm(Session &session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_form(new QFormLayout),
      m_source(new QLabel(this)),
      m_shape(new QLabel(this)),
      m_tensors(new QPushButton(this)),
      m_mask(new QComboBox(this)),
      m_generator(new QComboBox(this)),
      m_dtype(new QComboBox(this)),
      m_scale(new QLineEdit(this)),
      m_softcap(new QLineEdit(this)),
      m_batch(countBox(this, "batchEntry", 0, 0)),
      m_head(countBox(this, "head", 0, 0)),
      m_seed(countBox(this, "seed", 0, std::numeric_limits<int>::max())),
      m_seqlenQ(countBox(this, "seqlenQ", 1, kMaxLength)),
      m_seqlenK(countBox(this, "seqlenK", 1, kMaxLength)),
      m_headDim(countBox(this, "headDim", 1, 1024)),
      m_heads(countBox(this, "heads", 1, 1024)),
      m_kvHeads(countBox(this, "kvHeads", 1, 1024)),
      m_gain(new QDoubleSpinBox(this))
{
    setObjectName(QStringLiteral("problemForm"));
    const Theme &theme = currentTheme();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(2));
    layout->setSpacing(theme.space(1));
    m_source->setWordWrap(true);
    m_source->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_shape->setWordWrap(true);
    m_shape->setProperty("role", QStringLiteral("muted"));
    layout->addWidget(m_source);
    layout->addWidget(m_shape);
    m_tensors->setObjectName(QStringLiteral("tensors"));
    m_tensors->setMinimumWidth(theme.space(14));
    layout->addWidget(m_tensors);
    connect(m_tensors, &QPushButton::clicked, this, &ProblemForm::chooseTensors);
    layout->addLayout(m_form);
    layout->addStretch(1);
    m_form->setHorizontalSpacing(theme.space(2));
    m_form->setVerticalSpacing(theme.space(1));
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);

    m_mask->setObjectName(QStringLiteral("mask"));
    m_mask->setEditable(true);
    m_mask->setInsertPolicy(QComboBox::NoInsert);
    m_mask->addItems({QStringLiteral("none"), QStringLiteral("causal-top-left"), QStringLiteral("causal-bottom-right"),
                      QStringLiteral("window:64,0")});
    m_mask->setMinimumContentsLength(4);
    m_mask->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_scale->setObjectName(QStringLiteral("scale"));
    m_softcap->setObjectName(QStringLiteral("softcap"));
    m_generator->setObjectName(QStringLiteral("generator"));
    for (const std::string_view kind : generatorKinds())
        m_generator->addItem(QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())));
    m_dtype->setObjectName(QStringLiteral("dtype"));
    for (const DType type : {DType::BF16, DType::F16, DType::F32})
        m_dtype->addItem(dtypeName(type), static_cast<int>(type));
    m_gain->setObjectName(QStringLiteral("gain"));
    m_gain->setRange(0, 1e6);
    m_gain->setDecimals(3);
    m_gain->setKeyboardTracking(false);

    addRow(m_batch, QT_TR_NOOP("batch entry"));
    addRow(m_head, QT_TR_NOOP("head"));
    addRow(m_mask, QT_TR_NOOP("mask"));
    addRow(m_scale, QT_TR_NOOP("scale"));
    addRow(m_softcap, QT_TR_NOOP("softcap"));
    const qsizetype shared = m_labels.size();
    addRow(m_generator, QT_TR_NOOP("values"));
    addRow(m_seed, QT_TR_NOOP("seed"));
    addRow(m_gain, QT_TR_NOOP("gain of q"));
    addRow(m_dtype, QT_TR_NOOP("format"));
    addRow(m_seqlenQ, QT_TR_NOOP("queries"));
    addRow(m_seqlenK, QT_TR_NOOP("keys"));
    addRow(m_headDim, QT_TR_NOOP("head dim"));
    addRow(m_heads, QT_TR_NOOP("heads"));
    addRow(m_kvHeads, QT_TR_NOOP("KV heads"));
    for (qsizetype i = shared; i < m_labels.size(); ++i)
        m_generatorRows << m_labels[i].first << m_labels[i].first->buddy();

    const auto pickHead = [this] {
        Selection selection = m_session.selection();
        selection.batch = m_batch->value();
        selection.head = m_head->value();
        m_session.select(selection);
    };
    connect(m_batch, &QSpinBox::valueChanged, this, pickHead);
    connect(m_head, &QSpinBox::valueChanged, this, pickHead);
    connect(m_mask, &QComboBox::activated, this, &ProblemForm::applyOptions);
    for (QLineEdit *edit : {m_mask->lineEdit(), m_scale, m_softcap})
        connect(edit, &QLineEdit::editingFinished, this, &ProblemForm::applyOptions);
    connect(m_generator, &QComboBox::activated, this, &ProblemForm::applyGenerator);
    connect(m_dtype, &QComboBox::activated, this, &ProblemForm::applyGenerator);
    connect(m_gain, &QDoubleSpinBox::valueChanged, this, &ProblemForm::applyGenerator);
    for (QSpinBox *box : {m_seed, m_seqlenQ, m_seqlenK, m_headDim, m_heads, m_kvHeads})
        connect(box, &QSpinBox::valueChanged, this, &ProblemForm::applyGenerator);
    connect(&session, &Session::documentChanged, this, &ProblemForm::refresh);
    connect(&session, &Session::selectionChanged, this, &ProblemForm::refreshHead);
    retranslate();
    refresh();
}

QLabel *ProblemForm::addRow(QWidget *field, const char *name)
{
    auto *label = new QLabel(this);
    label->setProperty("role", QStringLiteral("muted"));
    label->setBuddy(field);
    field->setMinimumWidth(currentTheme().space(14)); // a panel may be narrower than its longest entry
    m_form->addRow(label, field);
    m_labels << std::pair(label, name);
    return label;
}

void ProblemForm::refreshHead()
{
    const auto inputs = m_session.inputs();
    if (!inputs)
        return;
    const QSignalBlocker batchBlocker(m_batch), headBlocker(m_head);
    m_batch->setMaximum(inputs->problem.batch - 1);
    m_head->setMaximum(inputs->problem.heads - 1);
    m_batch->setValue(m_session.selection().batch);
    m_head->setValue(m_session.selection().head);
    m_batch->setEnabled(inputs->problem.batch > 1);
    m_head->setEnabled(inputs->problem.heads > 1);
}

void ProblemForm::refresh()
{
    const auto inputs = m_session.inputs();
    if (!inputs)
        return;
    const SessionDocument &document = m_session.document();
    const Problem &p = inputs->problem;
    const bool generated = document.input.kind == InputSource::Kind::Generator;
    m_source->setText(generated ? document.title.empty() ? QString::fromStdString(document.input.generator.kind)
                                                         : sampleTitle(document)
                                : QFileInfo(QString::fromStdString(document.input.path)).fileName());
    m_source->setFont(currentTheme().font(TextRole::Heading));
    QStringList notes;
    for (const auto &[what, note] : inputs->notes)
        notes << QStringLiteral("%1: %2").arg(tr(what.c_str()), engineText(note));
    m_source->setToolTip(notes.join(QLatin1Char('\n')));
    m_shape->setText(problemText(p));
    m_tensors->setVisible(!generated);
    m_tensors->setText(tr("Tensors %1, %2, %3…")
                           .arg(QString::fromStdString(document.input.q), QString::fromStdString(document.input.k),
                                QString::fromStdString(document.input.v)));

    m_mask->setEditText(QString::fromStdString(p.mask.toString()));
    m_scale->setText(document.scale ? QString::number(*document.scale, 'g', QLocale::FloatingPointShortest)
                                    : QString());
    m_scale->setPlaceholderText(QString::number(static_cast<double>(p.scale), 'g', 7));
    m_softcap->setText(document.softcap ? QString::number(*document.softcap, 'g', QLocale::FloatingPointShortest)
                                        : QString());
    m_softcap->setPlaceholderText(p.softcap > 0 ? QString::number(static_cast<double>(p.softcap), 'g', 7) : tr("off"));
    for (QWidget *row : m_generatorRows)
        row->setVisible(generated);
    if (generated) {
        const QList<QWidget *> boxes{m_seed, m_gain, m_seqlenQ, m_seqlenK, m_headDim, m_heads, m_kvHeads};
        for (QWidget *box : boxes)
            box->blockSignals(true);
        const InputSource &input = document.input;
        m_generator->setCurrentText(QString::fromStdString(input.generator.kind));
        m_seed->setValue(static_cast<int>(input.generator.seed));
        m_gain->setValue(input.generator.gain);
        m_dtype->setCurrentIndex(m_dtype->findData(static_cast<int>(input.generatorProblem.dtype)));
        m_seqlenQ->setValue(input.generatorProblem.seqlenQ);
        m_seqlenK->setValue(input.generatorProblem.seqlenK);
        m_headDim->setValue(input.generatorProblem.headDim);
        m_heads->setValue(input.generatorProblem.heads);
        m_kvHeads->setValue(input.generatorProblem.kvHeads);
        for (QWidget *box : boxes)
            box->blockSignals(false);
    }
    refreshHead();
}

void ProblemForm::applyOptions()
{
    const auto inputs = m_session.inputs();
    if (!inputs)
        return;
    const SessionDocument &document = m_session.document();
    std::optional<Mask> mask = document.mask;
    const std::string text = m_mask->currentText().trimmed().toStdString();
    if (text != inputs->problem.mask.toString()) {
        auto parsed = Mask::parse(text);
        if (!parsed.ok()) {
            emit m_session.message(engineText(parsed.status().phrase()), true);
            refresh();
            return;
        }
        mask = std::move(parsed).value();
        mask->keyLengths = inputs->problem.mask.keyLengths;
    }
    std::optional<double> values[2];
    const QLineEdit *edits[] = {m_scale, m_softcap};
    for (int i = 0; i < 2; ++i) {
        const QString number = edits[i]->text().trimmed();
        if (number.isEmpty())
            continue; // takes the value back to the file's own
        bool good = false;
        values[i] = number.toDouble(&good);
        if (!good) {
            emit m_session.message(tr("\"%1\" is not a number.").arg(number), true);
            refresh();
            return;
        }
    }
    m_session.setProblemOptions(mask, values[0], values[1]);
}

void ProblemForm::applyGenerator()
{
    InputSource input = m_session.document().input;
    if (input.kind != InputSource::Kind::Generator)
        return;
    input.generator.kind = m_generator->currentText().toStdString();
    input.generator.seed = static_cast<std::uint64_t>(m_seed->value());
    input.generator.gain = m_gain->value();
    Problem &p = input.generatorProblem;
    p.dtype = static_cast<DType>(m_dtype->currentData().toInt());
    p.seqlenQ = m_seqlenQ->value();
    p.seqlenK = m_seqlenK->value();
    p.headDimV = p.headDimV == p.headDim ? m_headDim->value() : p.headDimV;
    p.headDim = m_headDim->value();
    p.heads = m_heads->value();
    p.kvHeads = m_kvHeads->value();
    m_session.setInput(input);
}

void ProblemForm::chooseTensors()
{
    const auto inputs = m_session.inputs();
    if (!inputs)
        return;
    auto *dialog =
        new TensorDialog(std::shared_ptr<const TensorFile>(inputs, &inputs->file), m_session.document().input, this);
    connect(dialog, &TensorDialog::chosen, &m_session, &Session::setInput);
    dialog->open();
}

void ProblemForm::retranslate()
{
    for (const auto &[label, name] : m_labels) {
        label->setText(tr(name));
        label->buddy()->setAccessibleName(tr(name));
    }
    m_tensors->setToolTip(tr("Which tensors of the file are q, k and v, and how their axes lie"));
    m_mask->setToolTip(tr("none, causal-top-left (PyTorch), causal-bottom-right (FlashAttention), window:left,right"));
    m_scale->setToolTip(tr("Softmax scale; empty: the file's own, or 1 / √d"));
    m_softcap->setToolTip(tr("Scores become c · tanh(s / c); empty: off"));
    m_batch->setToolTip(tr("The batch entry whose head is shown"));
    m_head->setToolTip(tr("The head that all views show"));
    m_generator->setToolTip(
        tr("How the inputs are made; all but normal and uniform are patterns whose right output is known by sight"));
    m_seed->setToolTip(tr("The same seed gives the same inputs on every machine"));
    m_gain->setToolTip(tr("Factor on q: large scores make a peaked softmax"));
    m_dtype->setToolTip(tr("Number format of q, k, v and the output"));
    refresh();
}

void ProblemForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
