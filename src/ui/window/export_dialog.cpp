// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_dialog.h"

#include "ui/models/engine_text.h"
#include "ui/panels/form_scroll.h"
#include "ui/theme/application_style.h"
#include "ui/views/view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

constexpr double kPointsPerInch = 72;
constexpr double kPreviewDpi = 96;

} // namespace

FigureOptions exportOptions(const FigurePreset &preset, FigureFormat format, const Session &session)
{
    FigureOptions options = optionsFor(preset, format);
    options.title = QString::fromStdString(session.document().title);
    options.session = QString::fromStdString(sessionToJson(session.document()));
    return options;
}

ExportDialog::ExportDialog(Session &session, const QList<View *> &views, View *current, QWidget *parent)
    : QDialog(parent),
      m_session(session),
      m_view(new QComboBox(this)),
      m_preset(new QComboBox(this)),
      m_format(new QComboBox(this)),
      m_theme(new QComboBox(this)),
      m_width(new QDoubleSpinBox(this)),
      m_height(new QDoubleSpinBox(this)),
      m_text(new QDoubleSpinBox(this)),
      m_dpi(new QDoubleSpinBox(this)),
      m_paths(new QCheckBox(tr("text as outlines (SVG)"), this)),
      m_preview(new QLabel(this))
{
    setObjectName(QStringLiteral("exportDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export figure"));
    const Theme &theme = currentTheme();
    for (View *view : views) {
        if (!view->hasFigure())
            continue;
        m_views << view;
        m_view->addItem(view->title() + (view->id().contains(QLatin1Char('.'))
                                             ? QStringLiteral(" (%1)").arg(view->id().section(QLatin1Char('.'), 1))
                                             : QString()));
        if (view == current)
            m_view->setCurrentIndex(m_view->count() - 1);
    }
    for (const FigurePreset &preset : figurePresets())
        m_preset->addItem(QStringLiteral("%1 (%2 in)").arg(preset.id).arg(preset.width), preset.id);
    m_preset->setCurrentIndex(std::max(0, m_preset->findData(kDefaultPreset)));
    m_format->addItems({QStringLiteral("PDF"), QStringLiteral("SVG"), QStringLiteral("PNG")});
    m_theme->addItems({tr("print"), tr("light"), tr("dark")});
    const auto setUp = [](QDoubleSpinBox *box, double min, double max, int decimals, const QString &suffix) {
        box->setRange(min, max);
        box->setDecimals(decimals);
        box->setSuffix(suffix);
        box->setKeyboardTracking(false);
    };
    setUp(m_width, 0.5, 40, 2, QStringLiteral(" in"));
    setUp(m_height, 0.5, 40, 2, QStringLiteral(" in"));
    setUp(m_text, 6, 36, 1, QStringLiteral(" pt"));
    setUp(m_dpi, 72, 1200, 0, QStringLiteral(" dpi"));
    m_paths->setChecked(true);

    auto *form = new QFormLayout;
    const auto row = [form](const QString &name, QWidget *field, const char *objectName) {
        field->setObjectName(QLatin1String(objectName));
        field->setAccessibleName(name);
        form->addRow(name, field);
    };
    row(tr("view"), m_view, "exportView");
    row(tr("preset"), m_preset, "exportPreset");
    row(tr("format"), m_format, "exportFormat");
    row(tr("width"), m_width, "exportWidth");
    row(tr("height"), m_height, "exportHeight");
    row(tr("text size"), m_text, "exportText");
    row(tr("resolution (PNG)"), m_dpi, "exportDpi");
    row(tr("theme"), m_theme, "exportTheme");
    form->addRow(QString(), m_paths);
    m_paths->setObjectName(QStringLiteral("exportPaths"));
    auto *note = new QLabel(tr("The file carries the session: dropped on the window, it opens this state again. "
                               "The same session and preset give the same bytes, here and by \"ulpscope figure\"."),
                            this);
    note->setWordWrap(true);
    note->setProperty("role", QStringLiteral("small"));
    form->addRow(note);
    m_preview->setMinimumSize(theme.space(90), theme.space(70));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview at true size"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save…"));
    buttons->button(QDialogButtonBox::Save)->setEnabled(!m_views.isEmpty());
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto *columns = new QHBoxLayout;
    columns->addLayout(form);
    columns->addWidget(m_preview, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns);
    layout->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &ExportDialog::presetChosen);
    for (QComboBox *box : {m_view, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refreshPreview);
    for (QDoubleSpinBox *box : {m_width, m_height, m_text})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::refreshPreview);
    guardWheel(this);
    presetChosen();
}

void ExportDialog::presetChosen()
{
    const FigurePreset *preset = findFigurePreset(m_preset->currentData().toString());
    if (!preset)
        return;
    m_width->setValue(preset->width);
    m_height->setValue(preset->height);
    m_text->setValue(preset->text);
    m_dpi->setValue(preset->dpi);
    refreshPreview();
}

FigureOptions ExportDialog::options(FigureFormat format) const
{
    FigureOptions options = exportOptions(*findFigurePreset(m_preset->currentData().toString()), format, m_session);
    options.width = m_width->value() * kPointsPerInch;
    options.height = m_height->value() * kPointsPerInch;
    options.text = m_text->value();
    options.dpi = m_dpi->value();
    options.textAsPaths = m_paths->isChecked();
    constexpr ThemeKind kThemes[] = {ThemeKind::Print, ThemeKind::Light, ThemeKind::Dark};
    options.theme = kThemes[m_theme->currentIndex()];
    return options;
}

void ExportDialog::refreshPreview()
{
    if (m_views.isEmpty())
        return;
    const auto figure = m_views[m_view->currentIndex()]->figure();
    if (!figure)
        return;
    FigureOptions preview = options(FigureFormat::Png);
    preview.dpi = kPreviewDpi * devicePixelRatioF();
    const auto bytes = renderFigure(*figure, preview);
    QPixmap pixmap;
    if (!bytes.ok() || !pixmap.loadFromData(bytes.value()))
        return;
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void ExportDialog::save()
{
    const auto figure = m_views[m_view->currentIndex()]->figure();
    const QString ending = m_format->currentText().toLower();
    const QString name = QStringLiteral("%1.%2").arg(m_views[m_view->currentIndex()]->id(), ending);
    const QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), name,
                                                      QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), ending));
    if (path.isEmpty() || !figure)
        return;
    const auto format = figureFormatOf(path);
    const Status status = format.ok() ? saveFigure(*figure, options(format.value()), path) : format.status();
    if (status.ok())
        emit saved(path);
    else
        emit failed(engineText(status.phrase()));
    close();
}

} // namespace ulpscope::ui
