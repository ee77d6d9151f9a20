// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/session/session.h"

#include <QDialog>

#include <array>
#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

/// Which tensors of a file are q, k and v, and how their axes lie. Says at once what problem the choice makes, or why
/// it makes none.
class TensorDialog : public QDialog {
    Q_OBJECT

public:
    /// `file`: names, types and shapes are enough. Starts from `input`.
    TensorDialog(std::shared_ptr<const TensorFile> file, const InputSource &input, QWidget *parent);
    /// Whether some tensors are of a format and shape that an input can have.
    static bool hasChoice(const TensorFile &file);

signals:
    void chosen(const ulpscope::InputSource &input);

private:
    InputSource input() const;
    void refresh();

    std::shared_ptr<const TensorFile> m_file;
    InputSource m_input;
    std::array<QComboBox *, 3> m_tensors;
    QComboBox *m_layout;
    QCheckBox *m_bf16Bits;
    QLabel *m_verdict;
    QPushButton *m_ok;
};

} // namespace ulpscope::ui
