// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>
#include <QVariant>

#include <optional>

namespace ulpscope::ui {

/// What the program remembers about the user, in one plain file: language, theme, layout, recent files. Factory
/// preferences remember nothing and start from the defaults.
class Preferences {
public:
    explicit Preferences(bool factory);

    QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);
    void remove(const QString &key);

private:
    std::optional<QSettings> m_settings;
};

enum class ThemeChoice { System, Light, Dark };

/// Puts the chosen theme on the whole program; `presenter` makes everything 1.6 times as large.
void applyThemeChoice(ThemeChoice choice, bool presenter);

/// "en", "zh_CN", or empty for that of the system.
QString effectiveLanguage(const QString &choice);
/// Loads the translations of a language and puts them on the program; open windows get a LanguageChange.
void applyLanguage(const QString &choice);

} // namespace ulpscope::ui
