// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/range_control.h"

#include "ui/plot/color_map.h"
#include "ui/plot/range_strip.h"
#include "ui/theme/application_style.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

QString scaleName(ScaleKind kind)
{
    switch (kind) {
    case ScaleKind::Linear: return RangeControl::tr("linear");
    case ScaleKind::Log: return RangeControl::tr("log");
    case ScaleKind::Symlog: return RangeControl::tr("symlog");
    case ScaleKind::UlpInteger: break;
    }
    return RangeControl::tr("ulp");
}

QString colorMapName(const QString &choice)
{
    if (choice == QLatin1String("greys"))
        return RangeControl::tr("greys");
    if (choice == QLatin1String("diverging"))
        return RangeControl::tr("diverging");
    return choice; // viridis and cividis are proper names
}

RangeControl::RangeControl(QWidget *parent)
    : QWidget(parent),
      m_min(new QLineEdit(this)),
      m_max(new QLineEdit(this)),
      m_linthresh(new QLineEdit(this)),
      m_strip(new RangeStrip(this)),
      m_fit(new QToolButton(this)),
      m_symmetric(new QToolButton(this)),
      m_kind(new QComboBox(this)),
      m_map(new QComboBox(this))
{
    for (QLineEdit *edit : {m_min, m_max, m_linthresh}) {
        auto *validator = new QDoubleValidator(edit);
        validator->setLocale(QLocale::c());
        edit->setValidator(validator);
        connect(edit, &QLineEdit::editingFinished, this, [this] {
            ColorScaleSpec spec = m_spec;
            spec.min = QLocale::c().toDouble(m_min->text());
            spec.max = QLocale::c().toDouble(m_max->text());
            spec.linthresh = QLocale::c().toDouble(m_linthresh->text());
            edited(spec);
        });
    }
    for (QToolButton *button : {m_fit, m_symmetric})
        button->setFocusPolicy(Qt::StrongFocus);
    m_fit->setCheckable(true);
    for (const QString &choice : colorMapChoices())
        m_map->addItem(QString(), choice);

    auto *row = new QHBoxLayout(this);
    row->addWidget(m_min);
    row->addWidget(m_strip, 1);
    row->addWidget(m_max);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_fit, m_symmetric, m_kind, m_linthresh, m_map})
        row->addWidget(widget);

    connect(m_strip, &RangeStrip::rangeMoved, this, [this](double min, double max) {
        ColorScaleSpec spec = m_spec;
        spec.min = min;
        spec.max = max;
        edited(spec);
    });
    connect(m_fit, &QToolButton::clicked, this, &RangeControl::autoRangeEdited);
    connect(m_symmetric, &QToolButton::clicked, this, [this] {
        ColorScaleSpec spec = m_spec;
        spec.max = std::max(std::abs(spec.min), std::abs(spec.max));
        spec.min = -spec.max;
        edited(spec);
    });
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        ColorScaleSpec spec = m_spec;
        spec.kind = static_cast<ScaleKind>(m_kind->itemData(index).toInt());
        emit specEdited(spec);
    });
    connect(m_map, &QComboBox::activated, this, [this](int index) {
        ColorScaleSpec spec = m_spec;
        spec.map = m_map->itemData(index).toString();
        emit specEdited(spec);
    });
    setScales({ScaleKind::Linear, ScaleKind::Log, ScaleKind::Symlog});
    retranslate();
    applyTheme();
}

void RangeControl::retranslate()
{
    const auto name = [](QWidget *widget, const QString &text) {
        widget->setAccessibleName(text);
        widget->setToolTip(text);
    };
    name(m_min, tr("Smallest value of the colour range"));
    name(m_max, tr("Largest value of the colour range"));
    name(m_linthresh, tr("Symlog: linear within this distance of zero"));
    name(m_fit, tr("Fit the range to the values, now and whenever they change"));
    name(m_symmetric, tr("Make the range symmetric about zero"));
    name(m_kind, tr("Scale"));
    name(m_map, tr("Colour map"));
    m_fit->setText(tr("Fit"));
    m_symmetric->setText(QStringLiteral("±"));
    for (int i = 0; i < m_kind->count(); ++i)
        m_kind->setItemText(i, scaleName(static_cast<ScaleKind>(m_kind->itemData(i).toInt())));
    for (int i = 0; i < m_map->count(); ++i)
        m_map->setItemText(i, colorMapName(m_map->itemData(i).toString()));
}

void RangeControl::setScales(const QList<ScaleKind> &kinds)
{
    m_kind->clear();
    for (const ScaleKind kind : kinds)
        m_kind->addItem(scaleName(kind), static_cast<int>(kind));
    showSpec();
}

void RangeControl::setSpec(const ColorScaleSpec &spec)
{
    m_spec = spec;
    showSpec();
}

void RangeControl::setStatistics(const MatrixStatistics *statistics) { m_strip->setStatistics(statistics); }

void RangeControl::setAutoRange(bool on) { m_fit->setChecked(on); }

void RangeControl::edited(ColorScaleSpec spec)
{
    if (spec.min > spec.max)
        std::swap(spec.min, spec.max);
    if (!(spec.linthresh > 0))
        spec.linthresh = m_spec.linthresh;
    if (spec == m_spec)
        return showSpec(); // "1.0" typed for 1: show it our way
    m_spec = spec;
    showSpec();
    emit specEdited(spec);
}

void RangeControl::showSpec()
{
    const auto text = [](double value) { return QString::number(value, 'g', 5); };
    for (const auto &[edit, value] :
         {std::pair{m_min, m_spec.min}, std::pair{m_max, m_spec.max}, std::pair{m_linthresh, m_spec.linthresh}}) {
        edit->setText(text(value));
        edit->setCursorPosition(0); // of a long number the beginning is seen
    }
    m_linthresh->setVisible(m_spec.kind == ScaleKind::Symlog);
    m_symmetric->setEnabled(m_spec.kind != ScaleKind::Log);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(m_spec.kind)));
    m_map->setCurrentIndex(m_map->findData(m_spec.map));
    m_strip->setSpec(m_spec);
}

void RangeControl::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    else if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void RangeControl::applyTheme()
{
    const Theme &theme = currentTheme();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_fit, m_symmetric, m_kind, m_map})
        widget->setFont(theme.font(TextRole::Small));
    for (QLineEdit *edit : {m_min, m_max, m_linthresh}) {
        edit->setFont(theme.font(TextRole::MonoSmall));
        edit->setFixedWidth(theme.space(17));
        edit->setAlignment(Qt::AlignRight);
    }
    layout()->setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1));
    layout()->setSpacing(theme.space(1));
}

} // namespace ulpscope::ui
