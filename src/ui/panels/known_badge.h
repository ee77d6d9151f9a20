// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/run_spec.h"

#include <QLabel>
#include <QStringList>

namespace ulpscope::ui {

/// How a run is known and why, one line each, in the current language.
QStringList knownLines(const RunSpec &spec);

/// How a run is known: reproduced, published, model, or counterfactual. The reasons are its tool tip.
class KnownBadge : public QLabel {
    Q_OBJECT

public:
    explicit KnownBadge(QWidget *parent = nullptr);
    void setSpec(const RunSpec *spec);

private:
    void setKind(const char *kind);
};

} // namespace ulpscope::ui
