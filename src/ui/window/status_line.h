// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ulpscope::ui {

class ElidedLabel;

/// The status bar: what is under the pointer (or selected), NaN and infinities, the recorded output, the step, the
/// backend, and what is being computed with a way to stop it.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Session &session, QWidget *parent = nullptr);

    QString recordedText() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refreshCell();
    void refreshCounts();
    void refreshRecorded();
    void refreshStep();
    void refreshBackend();
    void showProgress(const QString &what, double fraction);
    void retranslate();

    Session &m_session;
    ElidedLabel *m_cell;
    QLabel *m_counts, *m_recorded, *m_step, *m_backend, *m_what;
    QProgressBar *m_progress;
    QToolButton *m_stop;
    Phrase m_shownWhy; ///< what the badge says
    bool m_shownGpu = false;
};

} // namespace ulpscope::ui
