// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedLayout;

namespace ulpscope::ui {

class KnownBadge;
class RecipeEditor;

/// One run of the experiment: kernel, device, batch, splits and the recipe that follows from them. For B also the
/// recorded output to compare with, and the offer to add a run where there is none.
class RunForm : public QWidget {
    Q_OBJECT

public:
    RunForm(Session &session, Side side, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void refresh();
    void retranslate();
    void change(const std::function<void(RunRequest &)> &edit);

    Session &m_session;
    Side m_side;
    QWidget *m_run;
    QFormLayout *m_form;
    QComboBox *m_kernel, *m_device, *m_observed = nullptr;
    QSpinBox *m_batch, *m_splits;
    KnownBadge *m_badge;
    QLabel *m_kernelLabel, *m_deviceLabel, *m_batchLabel, *m_splitsLabel, *m_knownLabel, *m_observedLabel = nullptr;
    QLabel *m_notes, *m_changed;
    QPushButton *m_add = nullptr, *m_remove = nullptr;
    RecipeEditor *m_recipe;
};

} // namespace ulpscope::ui
