// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/view_fixture.h"
#include "ui/views/tree_view.h"

#include <memory>

namespace ulpscope::ui::testing {

/// The tree view on the recorded run, with a row chosen that sees 300 keys.
class TreeFixture {
protected:
    void openTree(const QSize &size, int key)
    {
        QString error;
        m_session = openGoldenCausal(&error);
        QVERIFY2(m_session, qPrintable(error));
        m_view = std::make_unique<TreeView>(*m_session);
        showAt(*m_view, size);
        select(*m_session, 299, key, 41);
    }
    void closeTree()
    {
        m_view.reset();
        m_session.reset();
    }

    TreeCanvas *canvas() const { return m_view->findChild<TreeCanvas *>(QStringLiteral("tree.first")); }
    const TreeScene &scene() const { return canvas()->scene(); }
    /// View state as a session file may bring it.
    void set(const char *name, const char *value)
    {
        m_session->setViewState(QStringLiteral("tree.") + QLatin1String(name), QLatin1String(value));
        settle(*m_session);
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<TreeView> m_view;
};

} // namespace ulpscope::ui::testing
