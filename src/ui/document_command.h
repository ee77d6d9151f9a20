// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session_private.h"

#include <QUndoCommand>

#include <functional>
#include <utility>

namespace ulpscope::ui {

/// One change of the document. Changes of the same field in a row are one entry of the history.
class DocumentCommand : public QUndoCommand {
public:
    DocumentCommand(std::function<void(const DocumentState &)> install, DocumentState before, DocumentState after,
                    const QString &text, QString mergeKey)
        : QUndoCommand(text),
          m_install(std::move(install)),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_mergeKey(std::move(mergeKey))
    {}
    void undo() override { m_install(m_before); }
    void redo() override { m_install(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const DocumentCommand *>(other);
        if (next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        setText(next->text());
        return true;
    }

private:
    std::function<void(const DocumentState &)> m_install;
    DocumentState m_before, m_after;
    QString m_mergeKey;
};

} // namespace ulpscope::ui
