// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace ulpscope::ui {

/// All recipe fields of one run: made from the engine's list, so that a new field is in the form at once. Fields
/// without effect are greyed, fields that are not what the kernel would do there are bold and can be reset.
class RecipeEditor : public QWidget {
    Q_OBJECT

public:
    RecipeEditor(Session &session, Side side, QWidget *parent = nullptr);

    void refresh();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Field {
        std::string name;
        QLabel *label;
        QComboBox *value;
        QToolButton *reset;
    };
    void apply(const Field &field, const QString &value);
    void retranslate();

    Session &m_session;
    Side m_side;
    QGridLayout *m_grid;
    std::vector<Field> m_fields;
};

/// What a recipe field decides, in words of the current language: tool tip of the form.
QString recipeFieldDescription(std::string_view name, std::string_view fallback);

} // namespace ulpscope::ui
