// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure_exporter.h"
#include "ui/session.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace ulpscope::ui {

class View;

/// The options that both the window and `ulpscope figure` export with: equal sessions and presets give equal bytes.
FigureOptions exportOptions(const FigurePreset &preset, FigureFormat format, const Session &session);
inline const QString kDefaultPreset = QStringLiteral("icml-column");

/// What of the window becomes a figure, at which size, in which format.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(Session &session, const QList<View *> &views, View *current, QWidget *parent);

signals:
    void saved(const QString &path);
    void failed(const QString &message);

private:
    void presetChosen();
    void refreshPreview();
    FigureOptions options(FigureFormat format) const;
    void save();

    Session &m_session;
    QList<View *> m_views;
    QComboBox *m_view, *m_preset, *m_format, *m_theme;
    QDoubleSpinBox *m_width, *m_height, *m_text, *m_dpi;
    QCheckBox *m_paths;
    QLabel *m_preview;
};

} // namespace ulpscope::ui
