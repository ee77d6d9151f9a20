// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences.h"

#include "ui/theme/application_style.h"

#include <QApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <QWidget>

#include <memory>

namespace ulpscope::ui {

namespace {

/// lupdate 6.4 sees through `namespace a::b` in headers but not in sources, so one class has two contexts in its
/// output. The translation files are written without namespaces, and looked up so.
class Translator : public QTranslator {
public:
    QString translate(const char *context, const char *source, const char *disambiguation, int n) const override
    {
        constexpr char kPrefix[] = "ulpscope::ui::";
        constexpr size_t kLength = sizeof kPrefix - 1;
        return QTranslator::translate(qstrncmp(context, kPrefix, kLength) == 0 ? context + kLength : context, source,
                                      disambiguation, n);
    }
};

} // namespace

Preferences::Preferences(bool factory)
{
    if (!factory)
        m_settings.emplace(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("ulpscope"),
                           QStringLiteral("ulpscope"));
}

QVariant Preferences::value(const QString &key, const QVariant &fallback) const
{
    return m_settings ? m_settings->value(key, fallback) : fallback;
}

void Preferences::setValue(const QString &key, const QVariant &value)
{
    if (m_settings)
        m_settings->setValue(key, value);
}

void Preferences::remove(const QString &key)
{
    if (m_settings)
        m_settings->remove(key);
}

void applyThemeChoice(ThemeChoice choice, bool presenter)
{
    // The system's palette, read before the program sets its own, tells whether the desktop is dark.
    static const bool systemIsDark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark);
    const Theme theme = dark ? Theme::dark() : Theme::light();
    applyTheme(*qApp, presenter ? theme.withBaseSize(Theme::kBaseSize * Theme::kPresenterScale) : theme);
    // Widgets follow the theme by PaletteChange, which Qt sends only where a colour changed: a new size alone needs it
    // too.
    for (QWidget *widget : QApplication::allWidgets()) {
        QEvent change(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &change);
    }
}

QString effectiveLanguage(const QString &choice)
{
    const QString language = choice.isEmpty() ? QLocale::system().name() : choice;
    return language.startsWith(QLatin1String("zh")) ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void applyLanguage(const QString &choice)
{
    static std::unique_ptr<QTranslator> own, qt; // a removed translator that is destroyed leaves the program by itself
    const QString language = effectiveLanguage(choice);
    own = std::make_unique<Translator>();
    qt = std::make_unique<QTranslator>();
    if (qt->load(QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt.get());
    // English too has a file: it holds the plural forms.
    if (own->load(QStringLiteral(":/ulpscope/translations/ulpscope_%1.qm").arg(language)))
        QCoreApplication::installTranslator(own.get());
}

} // namespace ulpscope::ui
