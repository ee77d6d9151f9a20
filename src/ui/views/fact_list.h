// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include <utility>

class QGridLayout;

namespace ulpscope::ui {

/// Names and numbers below each other: "max 1.03", "rms 0.31". Numbers can be selected and copied.
class FactList : public QWidget {
    Q_OBJECT

public:
    using Facts = QList<std::pair<QString, QString>>;

    explicit FactList(QWidget *parent = nullptr);
    void setFacts(const Facts &facts);
    const Facts &facts() const { return m_facts; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void restyle();

    QGridLayout *m_grid;
    Facts m_facts;
};

} // namespace ulpscope::ui
