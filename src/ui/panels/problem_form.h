// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ulpscope::ui {

/// The problem: where the inputs come from, their shape, mask, scale, and which head is looked at.
class ProblemForm : public QWidget {
    Q_OBJECT

public:
    explicit ProblemForm(Session &session, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void refreshHead();
    void retranslate();
    void applyOptions();
    void applyGenerator();
    void chooseTensors();
    QLabel *addRow(QWidget *field, const char *name);

    Session &m_session;
    QFormLayout *m_form;
    QLabel *m_source, *m_shape;
    QPushButton *m_tensors;
    QComboBox *m_mask, *m_generator, *m_dtype;
    QLineEdit *m_scale, *m_softcap;
    QSpinBox *m_batch, *m_head, *m_seed, *m_seqlenQ, *m_seqlenK, *m_headDim, *m_heads, *m_kvHeads;
    QDoubleSpinBox *m_gain;
    QList<QWidget *> m_generatorRows;
    QList<QPair<QLabel *, const char *>> m_labels;
};

} // namespace ulpscope::ui
