// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/recipe_editor.h"

#include "ui/actions/icons.h"
#include "ui/theme/application_style.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace ulpscope::ui {

namespace {

// English here and in the engine's list are the same facts in other words: a form has more room than --help.
constexpr std::array<std::pair<std::string_view, const char *>, 28> kDescriptions{{
    {"form",
     QT_TRANSLATE_NOOP("RecipeFields", "Online: running max and sum. Sketch: every tile on its own, then one merge.")},
    {"tileM", QT_TRANSLATE_NOOP("RecipeFields", "Query rows of a tile.")},
    {"tileN", QT_TRANSLATE_NOOP("RecipeFields", "Keys of a tile.")},
    {"keyOrder", QT_TRANSLATE_NOOP("RecipeFields", "The order in which key tiles are visited.")},
    {"mmaQk", QT_TRANSLATE_NOOP(
                  "RecipeFields",
                  "What multiplies Q and K: a device's tensor core, fp32 fma in ascending order, or one rounding.")},
    {"mmaPv", QT_TRANSLATE_NOOP("RecipeFields", "What multiplies P and V.")},
    {"instrK", QT_TRANSLATE_NOOP("RecipeFields", "Length of one matrix instruction along the summed dimension.")},
    {"scoreScale",
     QT_TRANSLATE_NOOP("RecipeFields",
                       "How the scaled score is rounded: once (scale and log2 e folded), twice, or in natural units.")},
    {"maxOf", QT_TRANSLATE_NOOP("RecipeFields", "Whether the running max is kept on raw or on scaled scores.")},
    {"argument",
     QT_TRANSLATE_NOOP("RecipeFields",
                       "How the exponent's argument is rounded: product and difference apart, or in one fma.")},
    {"alpha",
     QT_TRANSLATE_NOOP("RecipeFields",
                       "The argument of the rescale factor: difference scaled, or scaled values' difference.")},
    {"exp",
     QT_TRANSLATE_NOOP(
         "RecipeFields",
         "The exponential: the GPU's ex2 by its measured table, a polynomial of degree 6, or correctly rounded.")},
    {"ftz", QT_TRANSLATE_NOOP("RecipeFields", "Whether subnormal weights become 0.")},
    {"lanes", QT_TRANSLATE_NOOP("RecipeFields", "Which lane sums which columns of a tile.")},
    {"warpColumns",
     QT_TRANSLATE_NOOP("RecipeFields", "Columns of a tile that are summed on their own; 0: the whole tile.")},
    {"keyWarps",
     QT_TRANSLATE_NOOP("RecipeFields",
                       "Warps that share a tile's keys, each with row sums and an output of its own until the end.")},
    {"laneSum", QT_TRANSLATE_NOOP("RecipeFields", "The order of additions inside a lane.")},
    {"join",
     QT_TRANSLATE_NOOP("RecipeFields",
                       "How a tile's sum joins the running sum: with fma or with two roundings, per lane or per row.")},
    {"quadOrder",
     QT_TRANSLATE_NOOP("RecipeFields", "The butterfly over the four lanes: distance 2 first, or 1 first.")},
    {"quadWhen",
     QT_TRANSLATE_NOOP("RecipeFields", "When the lanes of a row are added: at the end or after every tile.")},
    {"pCast", QT_TRANSLATE_NOOP("RecipeFields", "The format to which P is rounded for the second product.")},
    {"oStore", QT_TRANSLATE_NOOP("RecipeFields", "The format of the output accumulator between tiles.")},
    {"final", QT_TRANSLATE_NOOP("RecipeFields", "How the output is divided by the row sum.")},
    {"emptyRow", QT_TRANSLATE_NOOP("RecipeFields", "What a row that sees no key gets.")},
    {"split", QT_TRANSLATE_NOOP("RecipeFields", "How the keys are split over blocks.")},
    {"combine", QT_TRANSLATE_NOOP("RecipeFields", "The order in which splits are combined.")},
    {"crossTile", QT_TRANSLATE_NOOP("RecipeFields", "The merge tree over the tiles of a sketch.")},
    {"fault", QT_TRANSLATE_NOOP("RecipeFields",
                                "A mistake on purpose: stale data in one key tile, or an end that is not masked.")},
}};

} // namespace

QString recipeFieldDescription(std::string_view name, std::string_view fallback)
{
    for (const auto &[field, text] : kDescriptions) {
        if (field == name)
            return QCoreApplication::translate("RecipeFields", text);
    }
    return QString::fromUtf8(fallback.data(), static_cast<qsizetype>(fallback.size()));
}

RecipeEditor::RecipeEditor(Session &session, Side side, QWidget *parent)
    : QWidget(parent), m_session(session), m_side(side), m_grid(new QGridLayout(this))
{
    setObjectName(side == Side::A ? QStringLiteral("recipeA") : QStringLiteral("recipeB"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(currentTheme().space(2));
    m_grid->setVerticalSpacing(currentTheme().space(1) / 2);
    m_grid->setColumnStretch(1, 1);
    int row = 0;
    for (const RecipeField &info : recipeFields()) {
        const QString name = QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size()));
        Field field{std::string(info.name), new QLabel(name, this), new QComboBox(this), new QToolButton(this)};
        field.value->setObjectName(objectName() + QLatin1Char('.') + name);
        field.value->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        field.value->setMinimumContentsLength(4);
        field.value->setInsertPolicy(QComboBox::NoInsert);
        const QString values = QString::fromUtf8(info.values.data(), static_cast<qsizetype>(info.values.size()));
        QStringList choices;
        for (const QString &choice : values.split(QLatin1Char('|'))) {
            if (choice == QLatin1String("<device>")) {
                for (const DeviceProfile &device : session.catalog().devices)
                    choices << QString::fromStdString(device.id);
            } else if (!choice.contains(QLatin1Char('<'))) {
                choices << choice;
            }
        }
        field.value->addItems(choices);
        const bool free = values.contains(QLatin1String("<n>")) || values.contains(QLatin1String("<list>"));
        field.value->setEditable(free);
        field.label->setBuddy(field.value);
        field.reset->setObjectName(field.value->objectName() + QStringLiteral(".reset"));
        field.reset->setIcon(icon(Icon::Reset));
        field.reset->setAutoRaise(true);
        field.reset->setProperty("flat", true);
        QSizePolicy keep = field.reset->sizePolicy(); // the column must not jump when a field is reset
        keep.setRetainSizeWhenHidden(true);
        field.reset->setSizePolicy(keep);
        connect(field.value, &QComboBox::activated, this, [this, field] { apply(field, field.value->currentText()); });
        if (free) {
            connect(field.value->lineEdit(), &QLineEdit::editingFinished, this, [this, field] {
                if (const auto spec = m_session.spec(m_side);
                    spec && field.value->currentText().toStdString() != fieldValue(spec->recipe, field.name))
                    apply(field, field.value->currentText());
            });
        }
        connect(field.reset, &QToolButton::clicked, this, [this, field] { apply(field, {}); });
        m_grid->addWidget(field.label, row, 0);
        m_grid->addWidget(field.value, row, 1);
        m_grid->addWidget(field.reset, row, 2);
        m_fields.push_back(field);
        ++row;
    }
    retranslate();
}

/// An empty value takes the field back to what the kernel does.
void RecipeEditor::apply(const Field &field, const QString &value)
{
    const auto spec = m_session.spec(m_side);
    if (!spec)
        return;
    RunRequest request = spec->request;
    std::erase_if(request.set, [&field](const auto &entry) {
        return entry.first == field.name || (entry.first == "mma" && field.name.starts_with("mma"));
    });
    if (!value.isEmpty())
        request.set.emplace_back(field.name, value.trimmed().toStdString());
    m_session.setRequest(m_side, request);
    refresh(); // also when the value was refused: then the form shows what is
}

void RecipeEditor::refresh()
{
    const auto spec = m_session.spec(m_side);
    setEnabled(spec != nullptr);
    if (!spec)
        return;
    for (const Field &field : m_fields) {
        const QString value = QString::fromStdString(fieldValue(spec->recipe, field.name));
        int index = field.value->findText(value);
        if (index < 0 && !field.value->isEditable()) {
            field.value->addItem(value);
            index = field.value->count() - 1;
        }
        field.value->setCurrentIndex(index);
        if (field.value->isEditable()) {
            field.value->setEditText(value);
            field.value->lineEdit()->setCursorPosition(0); // a long list begins with its first part
        }
        const bool matters = fieldMatters(spec->recipe, field.name);
        const bool changed =
            std::find(spec->changedFields.begin(), spec->changedFields.end(), field.name) != spec->changedFields.end();
        const bool setByHand = std::any_of(spec->request.set.begin(), spec->request.set.end(),
                                           [&field](const auto &entry) { return entry.first == field.name; });
        field.value->setEnabled(matters);
        field.label->setEnabled(matters);
        QFont font = currentTheme().font(TextRole::Body);
        font.setBold(changed);
        field.label->setFont(font);
        field.value->setFont(font);
        // Room for the value, but no wider than a narrow panel: of the longest ones the beginning tells them apart.
        const int needed = QFontMetrics(font).horizontalAdvance(value) + currentTheme().space(9);
        field.value->setMinimumWidth(std::min(needed, currentTheme().space(26)));
        field.label->setStyleSheet(
            changed ? QStringLiteral("color: %1").arg(currentTheme().accentB.name())
                    : QStringLiteral("color: %1")
                          .arg((matters ? currentTheme().textMuted : currentTheme().textFaint).name()));
        field.reset->setVisible(changed || setByHand);
        field.value->setToolTip(value + QLatin1Char('\n') + field.label->toolTip());
    }
}

void RecipeEditor::retranslate()
{
    const auto infos = recipeFields();
    for (size_t i = 0; i < m_fields.size(); ++i) {
        const QString name = QString::fromStdString(m_fields[i].name);
        const QString text = recipeFieldDescription(m_fields[i].name, infos[i].doc);
        m_fields[i].label->setToolTip(text);
        m_fields[i].value->setAccessibleName(name);
        m_fields[i].value->setAccessibleDescription(text);
        m_fields[i].reset->setToolTip(tr("Back to what the kernel does"));
        m_fields[i].reset->setAccessibleName(tr("Reset %1").arg(name));
    }
    refresh();
}

void RecipeEditor::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
