// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/application_style.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QStyleFactory>

#include <map>

namespace ulpscope::ui {

namespace {

Theme &themeInUse()
{
    static Theme theme = Theme::dark();
    return theme;
}

/// The style sheet file names colours and lengths (`@border`, `@4px`); here they get this theme's values.
QString styleSheetOf(const Theme &theme)
{
    QFile file(QStringLiteral(":/ulpscope/theme/application.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString source = QString::fromUtf8(file.readAll());

    const std::map<QString, QString> values = {
        {QStringLiteral("window"), theme.window.name()},
        {QStringLiteral("panel"), theme.panel.name()},
        {QStringLiteral("header"), theme.panelHeader.name()},
        {QStringLiteral("raised"), theme.raised.name()},
        {QStringLiteral("hovered"), theme.hovered.name()},
        {QStringLiteral("pressed"), theme.pressed.name()},
        {QStringLiteral("border"), theme.border.name()},
        {QStringLiteral("strong"), theme.borderStrong.name()},
        {QStringLiteral("text"), theme.text.name()},
        {QStringLiteral("muted"), theme.textMuted.name()},
        {QStringLiteral("faint"), theme.textFaint.name()},
        {QStringLiteral("accent"), theme.accentA.name()},
        {QStringLiteral("onaccent"), theme.onAccent.name()},
        {QStringLiteral("selection"), theme.selection.name()},
        {QStringLiteral("selectiontext"), theme.selectionText.name()},
        {QStringLiteral("focus"), theme.focus.name()},
        {QStringLiteral("okfill"), theme.okFill.name()},
        {QStringLiteral("warnfill"), theme.warnFill.name()},
        {QStringLiteral("errorfill"), theme.errorFill.name()},
        {QStringLiteral("ok"), theme.ok.name()},
        {QStringLiteral("warn"), theme.warn.name()},
        {QStringLiteral("error"), theme.error.name()},
        {QStringLiteral("variant"), theme.isDark() ? QStringLiteral("dark") : QStringLiteral("light")},
        {QStringLiteral("smallsize"), QString::number(theme.font(TextRole::Small).pixelSize()) + QStringLiteral("px")},
    };
    static const QRegularExpression kToken(QStringLiteral("@(?:(\\d+)px|([a-z]+))"));
    QString sheet;
    qsizetype end = 0;
    for (auto it = kToken.globalMatch(source); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        sheet += source.mid(end, match.capturedStart() - end);
        if (match.hasCaptured(1)) {
            sheet += QString::number(qRound(theme.length(match.captured(1).toInt()))) + QStringLiteral("px");
        } else {
            const auto value = values.find(match.captured(2));
            Q_ASSERT(value != values.end());
            sheet += value->second;
        }
        end = match.capturedEnd();
    }
    return sheet + source.mid(end);
}

} // namespace

QPalette paletteOf(const Theme &theme)
{
    QPalette p;
    p.setColor(QPalette::Window, theme.window);
    p.setColor(QPalette::WindowText, theme.text);
    p.setColor(QPalette::Base, theme.panel);
    p.setColor(QPalette::AlternateBase, theme.panelHeader);
    p.setColor(QPalette::Text, theme.text);
    p.setColor(QPalette::PlaceholderText, theme.textFaint);
    p.setColor(QPalette::Button, theme.raised);
    p.setColor(QPalette::ButtonText, theme.text);
    p.setColor(QPalette::BrightText, theme.error);
    p.setColor(QPalette::ToolTipBase, theme.raised);
    p.setColor(QPalette::ToolTipText, theme.text);
    p.setColor(QPalette::Highlight, theme.selection);
    p.setColor(QPalette::HighlightedText, theme.selectionText);
    p.setColor(QPalette::Link, theme.accentA);
    p.setColor(QPalette::LinkVisited, theme.accentA);
    p.setColor(QPalette::Light, theme.hovered);
    p.setColor(QPalette::Midlight, theme.raised);
    p.setColor(QPalette::Mid, theme.border);
    p.setColor(QPalette::Dark, theme.borderStrong);
    p.setColor(QPalette::Shadow, theme.isDark() ? QColor(0x0b0d10) : QColor(0x9aa3ad));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, theme.textFaint);
    p.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return p;
}

void applyTheme(QApplication &app, const Theme &theme)
{
    loadBundledFonts();
    themeInUse() = theme;
    static bool fusion = false; // setting it anew would polish every widget twice
    if (!fusion) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
        fusion = true;
    }
    QApplication::setFont(theme.font(TextRole::Body));
    QApplication::setPalette(paletteOf(theme));
    app.setStyleSheet(styleSheetOf(theme));
}

const Theme &currentTheme() { return themeInUse(); }

} // namespace ulpscope::ui
