// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_form.h"

#include "ui/models/engine_text.h"
#include "ui/panels/known_badge.h"
#include "ui/panels/recipe_editor.h"
#include "ui/theme/application_style.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace ulpscope::ui {

RunForm::RunForm(Session &session, Side side, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_side(side),
      m_run(new QWidget(this)),
      m_form(new QFormLayout),
      m_kernel(new QComboBox(m_run)),
      m_device(new QComboBox(m_run)),
      m_batch(new QSpinBox(m_run)),
      m_splits(new QSpinBox(m_run)),
      m_badge(new KnownBadge(m_run)),
      m_kernelLabel(new QLabel(m_run)),
      m_deviceLabel(new QLabel(m_run)),
      m_batchLabel(new QLabel(m_run)),
      m_splitsLabel(new QLabel(m_run)),
      m_knownLabel(new QLabel(m_run)),
      m_notes(new QLabel(m_run)),
      m_changed(new QLabel(m_run)),
      m_recipe(new RecipeEditor(session, side, m_run))
{
    build();
    const QString suffix = side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
    setObjectName(QStringLiteral("run") + suffix);
    m_kernel->setObjectName(QStringLiteral("kernel") + suffix);
    m_device->setObjectName(QStringLiteral("device") + suffix);
    m_batch->setObjectName(QStringLiteral("batch") + suffix);
    m_splits->setObjectName(QStringLiteral("splits") + suffix);
    for (const KernelFamily &kernel : session.catalog().kernels)
        m_kernel->addItem(engineText(kernel.title), QString::fromStdString(kernel.id));
    for (const DeviceProfile &device : session.catalog().devices)
        m_device->addItem(QString::fromStdString(device.title), QString::fromStdString(device.id));
    for (QComboBox *box : {m_kernel, m_device}) {
        box->setMinimumContentsLength(4);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    }
    for (QWidget *field : {static_cast<QWidget *>(m_kernel), static_cast<QWidget *>(m_device),
                           static_cast<QWidget *>(m_batch), static_cast<QWidget *>(m_splits)})
        field->setMinimumWidth(currentTheme().space(14)); // a panel may be narrower than its longest entry
    m_batch->setRange(0, 1 << 20);
    m_splits->setRange(0, 128);
    m_batch->setKeyboardTracking(false);
    m_splits->setKeyboardTracking(false);

    connect(m_kernel, &QComboBox::activated, this, [this] {
        change([this](RunRequest &request) {
            request.kernel = m_kernel->currentData().toString().toStdString();
            request.set.clear(); // fields set by hand were set against the other kernel
        });
    });
    connect(m_device, &QComboBox::activated, this, [this] {
        change([this](RunRequest &request) { request.device = m_device->currentData().toString().toStdString(); });
    });
    connect(m_batch, &QSpinBox::valueChanged, this,
            [this](int value) { change([value](RunRequest &request) { request.batch = value; }); });
    connect(m_splits, &QSpinBox::valueChanged, this,
            [this](int value) { change([value](RunRequest &request) { request.numSplits = value; }); });
    connect(&session, &Session::specChanged, this, [this](Side changed) {
        if (changed == m_side)
            refresh();
    });
    connect(&session, &Session::documentChanged, this, &RunForm::refresh);
    retranslate();
    refresh();
}

void RunForm::build()
{
    const Theme &theme = currentTheme();
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(theme.space(3), theme.space(2), theme.space(3), theme.space(3));
    outer->setSpacing(theme.space(2));
    if (m_side == Side::B) {
        auto *observed = new QFormLayout;
        m_observedLabel = new QLabel(this);
        m_observed = new QComboBox(this);
        m_observed->setObjectName(QStringLiteral("observedTensor"));
        m_observed->setMinimumContentsLength(4);
        m_observed->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_observedLabel->setBuddy(m_observed);
        observed->addRow(m_observedLabel, m_observed);
        outer->addLayout(observed);
        m_add = new QPushButton(this);
        m_add->setObjectName(QStringLiteral("addRunB"));
        outer->addWidget(m_add);
        connect(m_observed, &QComboBox::activated, this,
                [this] { m_session.setObservedTensor(m_observed->currentData().toString()); });
        connect(m_add, &QPushButton::clicked, this, [this] { m_session.setRequest(Side::B, m_session.document().a); });
    }
    auto *run = new QVBoxLayout(m_run);
    run->setContentsMargins(0, 0, 0, 0);
    run->setSpacing(theme.space(2));
    m_form->setHorizontalSpacing(theme.space(2));
    m_form->setVerticalSpacing(theme.space(1));
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->addRow(m_kernelLabel, m_kernel);
    m_form->addRow(m_deviceLabel, m_device);
    m_form->addRow(m_batchLabel, m_batch);
    m_form->addRow(m_splitsLabel, m_splits);
    m_form->addRow(m_knownLabel, m_badge);
    for (auto [label, field] : {std::pair<QLabel *, QWidget *>{m_kernelLabel, m_kernel},
                                {m_deviceLabel, m_device},
                                {m_batchLabel, m_batch},
                                {m_splitsLabel, m_splits}}) {
        label->setProperty("role", QStringLiteral("muted"));
        label->setBuddy(field);
    }
    m_knownLabel->setProperty("role", QStringLiteral("muted"));
    run->addLayout(m_form);
    m_notes->setWordWrap(true);
    m_notes->setMinimumWidth(currentTheme().space(14));
    m_notes->setProperty("role", QStringLiteral("small"));
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    run->addWidget(m_notes);
    run->addWidget(m_changed);
    run->addWidget(m_recipe);
    if (m_side == Side::B) {
        m_remove = new QPushButton(m_run);
        m_remove->setObjectName(QStringLiteral("removeRunB"));
        connect(m_remove, &QPushButton::clicked, this, [this] { m_session.setRequest(Side::B, std::nullopt); });
        run->addWidget(m_remove);
    }
    outer->addWidget(m_run);
    outer->addStretch(1);
}

void RunForm::change(const std::function<void(RunRequest &)> &edit)
{
    const auto spec = m_session.spec(m_side);
    if (!spec)
        return;
    RunRequest request = spec->request;
    edit(request);
    m_session.setRequest(m_side, request);
    refresh(); // the request may have been refused
}

void RunForm::refresh()
{
    const auto spec = m_session.spec(m_side);
    m_run->setVisible(spec != nullptr);
    if (m_observed) {
        m_add->setVisible(!spec);
        m_observed->clear();
        m_observed->addItem(tr("none"), QString());
        if (const auto inputs = m_session.inputs()) {
            const InputSource &source = m_session.document().input;
            for (const Tensor &tensor : inputs->file.tensors) {
                if (tensor.name != source.q && tensor.name != source.k && tensor.name != source.v &&
                    tensor.shape.size() >= 3)
                    m_observed->addItem(QString::fromStdString(tensor.name), QString::fromStdString(tensor.name));
            }
        }
        m_observed->setCurrentIndex(
            std::max(0, m_observed->findData(QString::fromStdString(m_session.document().observedTensor))));
        m_observed->setEnabled(m_observed->count() > 1);
    }
    if (!spec)
        return;
    const QSignalBlocker blockBatch(m_batch), blockSplits(m_splits);
    m_kernel->setCurrentIndex(m_kernel->findData(QString::fromStdString(spec->request.kernel)));
    m_device->setCurrentIndex(m_device->findData(QString::fromStdString(spec->request.device)));
    m_kernel->setToolTip(m_kernel->currentText() + QLatin1Char('\n') +
                         tr("The family of implementations whose order of operations is followed"));
    m_device->setToolTip(m_device->currentText() + QLatin1Char('\n') +
                         tr("The architecture whose arithmetic is followed"));
    m_batch->setSpecialValueText(tr("%1 (data)").arg(spec->problem.batch));
    m_batch->setValue(spec->request.batch);
    m_splits->setSpecialValueText(tr("%1 (rule)").arg(spec->numSplits));
    m_splits->setValue(spec->request.numSplits);
    m_badge->setSpec(spec.get());
    const QStringList notes = knownLines(*spec);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    m_changed->setText(spec->changedFields.empty()
                           ? tr("Recipe")
                           : tr("Recipe · %n changed", nullptr, int(spec->changedFields.size())));
    m_changed->setFont(currentTheme().font(TextRole::Heading));
    m_recipe->refresh();
}

void RunForm::retranslate()
{
    for (int i = 0; i < m_kernel->count(); ++i)
        m_kernel->setItemText(i, engineText(m_session.catalog().kernels[static_cast<size_t>(i)].title));
    m_kernelLabel->setText(tr("kernel"));
    m_deviceLabel->setText(tr("device"));
    m_batchLabel->setText(tr("batch"));
    m_splitsLabel->setText(tr("splits"));
    m_knownLabel->setText(tr("known"));
    m_batch->setToolTip(tr("The batch size that the split rule sees: the same request inside a batch of this many"));
    m_splits->setToolTip(tr("Parts into which the keys are split; by rule unless set here"));
    m_kernel->setAccessibleName(tr("Kernel"));
    m_device->setAccessibleName(tr("Device"));
    m_batch->setAccessibleName(tr("Batch that the split rule sees"));
    m_splits->setAccessibleName(tr("Number of splits"));
    if (m_observed) {
        m_observedLabel->setText(tr("recorded"));
        m_observed->setToolTip(tr("An output tensor in the file; it is B when there is no run B"));
        m_observed->setAccessibleName(tr("Recorded output"));
        m_add->setText(tr("Add a run B"));
        m_add->setToolTip(tr("A second run, at first the same as A (Ctrl+B)"));
        m_remove->setText(tr("Remove run B"));
        m_remove->setToolTip(tr("Only run A stays"));
    }
    refresh();
}

void RunForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ulpscope::ui
