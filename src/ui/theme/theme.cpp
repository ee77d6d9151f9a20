// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>

static void initThemeResources()
{
    // The library is static: without a reference from the program the linker would drop its resources.
    Q_INIT_RESOURCE(theme);
    Q_INIT_RESOURCE(fonts);
}

namespace ulpscope::ui {

Theme Theme::dark()
{
    Theme t;
    t.kind = ThemeKind::Dark;
    t.window = 0x14171c;
    t.panel = 0x1a1d23;
    t.panelHeader = 0x20242b;
    t.raised = 0x272b33;
    t.hovered = 0x303641;
    t.pressed = 0x39404c;
    t.border = 0x2d323b;
    t.borderStrong = 0x434a56;
    t.plotGround = 0x1a1d23;
    t.text = 0xe6e9ee;
    t.textMuted = 0x9ca5b1;
    t.textFaint = 0x727c89;
    t.accentA = 0x4c9ef5;
    t.accentB = 0xf5a142;
    t.onAccent = 0x0c1218;
    t.selection = 0x21456b;
    t.selectionText = 0xffffff;
    t.focus = 0x7fbcff;
    t.ok = 0x4cc38a;
    t.warn = 0xf2c14e;
    t.error = 0xf26d6d;
    t.okFill = 0x17332a;
    t.warnFill = 0x382e17;
    t.errorFill = 0x3b2022;
    t.grid = 0x2a2f37;
    t.axis = 0x5a6472;
    t.cursor = 0xffffff;
    t.cursorCasing = 0x0b0d10;
    t.selectedRow = 0xffd166;
    t.masked = 0x1a1d23;
    t.maskedHatch = 0x323842;
    t.notComputed = 0x14171c;
    t.nan = 0xff3ea5;
    t.positiveInfinity = 0xff4d4d;
    t.negativeInfinity = 0x9d7bff;
    t.exactZero = 0x1f3b36;
    t.belowLog = 0x6b4a2b;
    t.stepColors = {0x56606e, 0x3f73b5, 0x5c6675, 0x94722f, 0x2f8563, 0x7d5ba6, 0x66727f, 0xb0573a, 0x8c8f3a, 0xa94f7e};
    t.categorical = {0x56b4e9, 0xe69f00, 0x2fbf93, 0xf0e442, 0x4c9ef5, 0xe8703a, 0xd98bb5, 0xb8c0cb};
    return t;
}

Theme Theme::light()
{
    Theme t;
    t.kind = ThemeKind::Light;
    t.window = 0xe9ecf0;
    t.panel = 0xffffff;
    t.panelHeader = 0xf4f6f8;
    t.raised = 0xffffff;
    t.hovered = 0xeef2f6;
    t.pressed = 0xdfe5ec;
    t.border = 0xd6dbe1;
    t.borderStrong = 0xb0b8c2;
    t.plotGround = 0xffffff;
    t.text = 0x1a1f26;
    t.textMuted = 0x56606c;
    t.textFaint = 0x7b8592;
    t.accentA = 0x0b66c3;
    t.accentB = 0xb45a00;
    t.onAccent = 0xffffff;
    t.selection = 0xcfe3f8;
    t.selectionText = 0x0d1a28;
    t.focus = 0x0b66c3;
    t.ok = 0x137547;
    t.warn = 0x8a5d00;
    t.error = 0xc12a30;
    t.okFill = 0xdff3e8;
    t.warnFill = 0xfbefd2;
    t.errorFill = 0xfbe1e1;
    t.grid = 0xe6e9ed;
    t.axis = 0x8b95a1;
    t.cursor = 0x10151b;
    t.cursorCasing = 0xffffff;
    t.selectedRow = 0xd1264f;
    t.masked = 0xffffff;
    t.maskedHatch = 0xd3d8de;
    t.notComputed = 0xe9ecf0;
    t.nan = 0xe0007a;
    t.positiveInfinity = 0xd4141f;
    t.negativeInfinity = 0x6d3fd1;
    t.exactZero = 0xd4ece3;
    t.belowLog = 0xe3d3bf;
    t.stepColors = {0x8a94a0, 0x3f7fc9, 0x9aa3ae, 0xb98a2c, 0x2f9a70, 0x8b64ba, 0x7f8a97, 0xcb6440, 0x8f9230, 0xbd5a8d};
    t.categorical = {0x0072b2, 0xd98200, 0x009e73, 0xb3a100, 0x3f9fd8, 0xd55e00, 0xcc79a7, 0x5b6673};
    return t;
}

Theme Theme::print()
{
    Theme t = light();
    t.kind = ThemeKind::Print;
    t.window = t.panelHeader = Qt::white;
    t.text = Qt::black;
    t.textMuted = 0x303030;
    t.textFaint = 0x606060;
    t.axis = 0x303030;
    t.border = 0x9a9a9a;
    t.grid = 0xdcdcdc;
    t.notComputed = 0xf0f0f0;
    t.maskedHatch = 0xb8b8b8;
    t.m_smallestText = 6.0;
    return t;
}

Theme Theme::of(ThemeKind kind)
{
    switch (kind) {
    case ThemeKind::Light: return light();
    case ThemeKind::Dark: return dark();
    case ThemeKind::Print: break;
    }
    return print();
}

Theme Theme::withBaseSize(double px) const
{
    Theme scaled = *this;
    scaled.m_smallestText = m_smallestText * px / m_baseSize;
    scaled.m_baseSize = px;
    return scaled;
}

QFont Theme::font(TextRole role) const
{
    // Chinese comes from the subset, blocks and arrows that the sans lacks from the mono: never from the system.
    static const QStringList kSans{QStringLiteral("Ulpscope Sans"), QStringLiteral("Ulpscope Sans SC"),
                                   QStringLiteral("Ulpscope Mono")};
    static const QStringList kMono{QStringLiteral("Ulpscope Mono"), QStringLiteral("Ulpscope Sans"),
                                   QStringLiteral("Ulpscope Sans SC")};
    struct Face {
        double size; ///< at body text 13
        bool mono, bold;
    };
    const Face face = [role]() -> Face {
        switch (role) {
        case TextRole::Display: return {22, false, true};
        case TextRole::Title: return {15, false, true};
        case TextRole::Heading: return {13, false, true};
        case TextRole::Body: return {13, false, false};
        case TextRole::Small: return {11, false, false};
        case TextRole::Mono: return {12, true, false};
        case TextRole::MonoSmall: break;
        }
        return {11, true, false};
    }();

    QFont font;
    font.setFamilies(face.mono ? kMono : kSans);
    font.setPixelSize(std::max(1, qRound(std::max(length(face.size), m_smallestText))));
    font.setBold(face.bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

bool loadBundledFonts()
{
    initThemeResources();
    static constexpr const char *kFiles[] = {"UlpscopeSans-Regular.otf",   "UlpscopeSans-Bold.otf",
                                             "UlpscopeMono-Regular.ttf",   "UlpscopeMono-Bold.ttf",
                                             "UlpscopeSansSC-Regular.otf", "UlpscopeSansSC-Bold.otf"};
    static bool loaded = false; // addApplicationFont() would add a second copy
    if (loaded)
        return true;
    loaded = std::all_of(std::begin(kFiles), std::end(kFiles), [](const char *file) {
        return QFontDatabase::addApplicationFont(QStringLiteral(":/ulpscope/fonts/") + QLatin1String(file)) >= 0;
    });
    return loaded;
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const auto luminance = [&](const QColor &c) {
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace ulpscope::ui
