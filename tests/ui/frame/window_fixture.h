// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/numerics/resource_dir.h"
#include "ui/plot/figure_exporter.h"
#include "ui/program.h"
#include "ui/window/main_window.h"

#include <QDropEvent>
#include <QMimeData>
#include <QtTest>

#include <memory>

namespace ulpscope::ui {

/// The window of a user who has just started the program: 1280 x 720, on the first sample.
class WindowFixture {
protected:
    void prepare()
    {
        makeFiguresReproducible();
        auto catalog = Catalog::load(resourceDirectory());
        QVERIFY2(catalog.ok(), catalog.ok() ? "" : catalog.status().message().c_str());
        m_catalog = std::make_shared<const Catalog>(std::move(catalog).value());
        m_preferences = std::make_unique<Preferences>(true);
        applyLanguage(QStringLiteral("en"));
        applyThemeChoice(ThemeChoice::Dark, false);
    }

    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(m_catalog, *m_preferences);
        m_window->resize(1280, 720);
        m_window->show();
        QApplication::setActiveWindow(m_window.get()); // a bare X server has no window manager that would do it
        QVERIFY(m_window->openSample(QStringLiteral("fa2-causal")));
        QVERIFY(ready());
    }

    Session &session() { return m_window->session(); }
    bool ready(int seconds = 30) { return waitUntilReady(session(), nullptr, seconds); }
    void trigger(const char *id) { m_window->actions()[id]->trigger(); }

    /// Of a recorded output; the tests that need it are skipped where it is absent.
    static QString golden(const char *name)
    {
        const QString shared =
            qEnvironmentVariable("ULPSCOPE_SHARED_DIR", QStringLiteral(ULPSCOPE_SOURCE_DIR "/../shared"));
        return QStringLiteral("%1/golden/%2.safetensors").arg(shared, QLatin1String(name));
    }

    void drop(const QString &path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPointF at(m_window->rect().center());
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }

    std::shared_ptr<const Catalog> m_catalog;
    std::unique_ptr<Preferences> m_preferences;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace ulpscope::ui
