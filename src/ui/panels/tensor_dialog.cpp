// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/tensor_dialog.h"

#include "ui/models/engine_text.h"
#include "ui/models/problem_text.h"
#include "ui/panels/form_scroll.h"
#include "ui/theme/application_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr const char *kRoles[] = {"q", "k", "v"};

QString describe(const Tensor &tensor)
{
    QStringList sizes;
    for (const std::int64_t size : tensor.shape)
        sizes << QString::number(size);
    return QStringLiteral("%1   %2 [%3]")
        .arg(QString::fromStdString(tensor.name), QString::fromStdString(tensor.typeName),
             sizes.join(QStringLiteral(", ")));
}

} // namespace

TensorDialog::TensorDialog(std::shared_ptr<const TensorFile> file, const InputSource &input, QWidget *parent)
    : QDialog(parent),
      m_file(std::move(file)),
      m_input(input),
      m_tensors{new QComboBox(this), new QComboBox(this), new QComboBox(this)},
      m_layout(new QComboBox(this)),
      m_bf16Bits(new QCheckBox(tr("16-bit values are the bits of bf16"), this)),
      m_verdict(new QLabel(this))
{
    setObjectName(QStringLiteral("tensorDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Choose q, k and v"));
    const Theme &theme = currentTheme();

    auto *form = new QFormLayout;
    const auto row = [form](const QString &label, QWidget *field, const QString &name) {
        field->setObjectName(name);
        field->setAccessibleName(label);
        form->addRow(label, field);
    };
    const std::string *names[] = {&m_input.q, &m_input.k, &m_input.v};
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        QComboBox *box = m_tensors[i];
        for (const Tensor &tensor : m_file->tensors)
            box->addItem(describe(tensor), QString::fromStdString(tensor.name));
        box->setCurrentIndex(box->findData(QString::fromStdString(*names[i])));
        box->setPlaceholderText(tr("choose a tensor"));
        box->setMinimumContentsLength(36);
        const QString role = QLatin1String(kRoles[i]);
        row(role, box, QStringLiteral("tensor.") + role);
        connect(box, &QComboBox::currentIndexChanged, this, &TensorDialog::refresh);
    }
    m_layout->addItem(tr("as the shapes say"), static_cast<int>(InputSource::Layout::Auto));
    m_layout->addItem(tr("batch, heads, sequence, head dim"), static_cast<int>(InputSource::Layout::BHND));
    m_layout->addItem(tr("batch, sequence, heads, head dim"), static_cast<int>(InputSource::Layout::BNHD));
    m_layout->setCurrentIndex(m_layout->findData(static_cast<int>(m_input.layout)));
    row(tr("axes"), m_layout, QStringLiteral("tensor.layout"));
    m_bf16Bits->setObjectName(QStringLiteral("tensor.bf16Bits"));
    m_bf16Bits->setChecked(m_input.bf16Bits);
    m_bf16Bits->setVisible(std::any_of(m_file->tensors.begin(), m_file->tensors.end(), mayHoldBfloat16));
    form->addRow(QString(), m_bf16Bits);
    connect(m_layout, &QComboBox::currentIndexChanged, this, &TensorDialog::refresh);
    connect(m_bf16Bits, &QCheckBox::toggled, this, &TensorDialog::refresh);

    auto *title = new QLabel(QFileInfo(QString::fromStdString(m_file->path)).fileName(), this);
    title->setFont(theme.font(TextRole::Heading));
    m_verdict->setObjectName(QStringLiteral("tensor.verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setMinimumHeight(3 * m_verdict->fontMetrics().lineSpacing());
    m_verdict->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Open);
    m_ok->setText(tr("Open"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(this->input());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(theme.space(3));
    layout->addWidget(title);
    layout->addLayout(form);
    layout->addWidget(m_verdict);
    layout->addWidget(buttons);
    guardWheel(this);
    refresh();
}

bool TensorDialog::hasChoice(const TensorFile &file)
{
    const auto canBeAnInput = [](const Tensor &tensor) {
        const bool isFloat =
            tensor.type == ElementType::F16 || tensor.type == ElementType::BF16 || tensor.type == ElementType::F32;
        return tensor.shape.size() == 4 && (isFloat || mayHoldBfloat16(tensor));
    };
    return std::any_of(file.tensors.begin(), file.tensors.end(), canBeAnInput);
}

InputSource TensorDialog::input() const
{
    InputSource input = m_input;
    std::string *names[] = {&input.q, &input.k, &input.v};
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        *names[i] = m_tensors[i]->currentData().toString().toStdString();
    input.layout = static_cast<InputSource::Layout>(m_layout->currentData().toInt());
    input.bf16Bits = m_bf16Bits->isChecked();
    return input;
}

void TensorDialog::refresh()
{
    const bool complete =
        std::all_of(m_tensors.begin(), m_tensors.end(), [](const QComboBox *box) { return box->currentIndex() >= 0; });
    const Result<Problem> problem = complete
                                        ? inputShapes(*m_file, input())
                                        : Status::invalid(tr("Choose a tensor for each of q, k and v.").toStdString());
    m_verdict->setText(problem.ok() ? problemText(problem.value()) : engineText(problem.status().phrase()));
    m_verdict->setForegroundRole(problem.ok() ? QPalette::WindowText : QPalette::BrightText);
    m_ok->setEnabled(problem.ok());
}

} // namespace ulpscope::ui
