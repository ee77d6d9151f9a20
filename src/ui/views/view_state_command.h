// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QUndoCommand>

#include <utility>
#include <vector>

namespace ulpscope::ui {

/// A change of what a view shows, as an entry of the history.
class ViewStateCommand : public QUndoCommand {
public:
    using States = std::vector<std::pair<QString, QString>>;
    ViewStateCommand(Session &session, States after, const QString &text)
        : QUndoCommand(text), m_session(session), m_after(std::move(after))
    {
        for (const auto &[key, value] : m_after)
            m_before.emplace_back(key, session.viewState(key));
    }
    void undo() override { apply(m_before); }
    void redo() override { apply(m_after); }

private:
    void apply(const States &states)
    {
        for (const auto &[key, value] : states)
            m_session.setViewState(key, value);
    }

    Session &m_session;
    States m_before, m_after;
};

} // namespace ulpscope::ui
