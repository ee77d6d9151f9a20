// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/application_style.h"

#include <QApplication>
#include <QFile>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QRawFont>
#include <QTest>

#include <algorithm>

using namespace ulpscope::ui;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

    void textIsReadable_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
        QTest::newRow("print") << static_cast<int>(ThemeKind::Print);
    }
    void textIsReadable()
    {
        // WCAG 2.1: 4.5 for text (AA), 3 for the parts of controls and for graphics.
        QFETCH(int, kind);
        const Theme t = Theme::of(static_cast<ThemeKind>(kind));
        for (const QColor &ground : {t.panel, t.panelHeader, t.window, t.raised}) {
            QVERIFY(contrastRatio(t.text, ground) >= 7);
            QVERIFY2(contrastRatio(t.textMuted, ground) >= 4.5, qPrintable(ground.name()));
            QVERIFY(contrastRatio(t.focus, ground) >= 3);
        }
        QVERIFY(contrastRatio(t.selectionText, t.selection) >= 4.5);
        QVERIFY(contrastRatio(t.onAccent, t.accentA) >= 4.5);
        QVERIFY(contrastRatio(t.ok, t.okFill) >= 4.5);
        QVERIFY(contrastRatio(t.warn, t.warnFill) >= 4.5);
        QVERIFY(contrastRatio(t.error, t.errorFill) >= 4.5);
        QVERIFY(contrastRatio(t.accentA, t.panel) >= 3);
        QVERIFY(contrastRatio(t.accentB, t.panel) >= 3);
        QVERIFY(contrastRatio(t.cursor, t.cursorCasing) >= 7);
    }

    void everyRoleIsABundledFace()
    {
        const Theme t = Theme::dark();
        for (const TextRole role : {TextRole::Display, TextRole::Title, TextRole::Heading, TextRole::Body,
                                    TextRole::Small, TextRole::Mono, TextRole::MonoSmall}) {
            const QFontInfo info(t.font(role));
            QVERIFY2(info.family().startsWith(QLatin1String("Ulpscope")), qPrintable(info.family()));
        }
        QVERIFY(QFontInfo(t.font(TextRole::Mono)).fixedPitch());
    }

    void everyCharacterOfTheTextsHasAGlyphOfOurs()
    {
        // A machine without the fonts of the one where it was built shows boxes otherwise.
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/translations/ulpscope_zh_CN.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString texts = QString::fromUtf8(file.readAll()) + QStringLiteral("Q·K α Δ − ± ≤ ≥ × → …");
        QList<QRawFont> fonts;
        for (const char *family : {"Ulpscope Sans", "Ulpscope Mono", "Ulpscope Sans SC"})
            fonts << QRawFont::fromFont(QFont(QLatin1String(family)));
        QString missing;
        for (const QChar c : texts) {
            const auto has = [c](const QRawFont &font) { return font.supportsCharacter(c); };
            if (c >= QChar(0x20) && std::none_of(fonts.begin(), fonts.end(), has) && !missing.contains(c))
                missing += c;
        }
        QCOMPARE(missing, QString());
    }

    void chineseAndSymbolsComeFromTheBundle()
    {
        const QRawFont chinese = QRawFont::fromFont(QFont(QStringLiteral("Ulpscope Sans SC")));
        QVERIFY(chinese.supportsCharacter(QChar(u'误')));
        QVERIFY(chinese.supportsCharacter(QChar(u'熵'))); // GB 2312 level 2
        const QRawFont mono = QRawFont::fromFont(QFont(QStringLiteral("Ulpscope Mono")));
        for (const QChar c : QStringLiteral("−±×≤≥≈αβΔ→▁█▸"))
            QVERIFY2(mono.supportsCharacter(c), qPrintable(QString(c)));
    }

    void digitsHaveOneWidth()
    {
        const QFontMetricsF metrics(Theme::dark().font(TextRole::Body));
        const double width = metrics.horizontalAdvance(QLatin1Char('0'));
        for (char digit = '1'; digit <= '9'; ++digit)
            QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)), width);
    }

    void chineseMakesNoLineTaller()
    {
        const double sans = QFontMetricsF(QFont(QStringLiteral("Ulpscope Sans"), 20)).height();
        QCOMPARE(QFontMetricsF(QFont(QStringLiteral("Ulpscope Sans SC"), 20)).height(), sans);
        QCOMPARE(QFontMetricsF(QFont(QStringLiteral("Ulpscope Mono"), 20)).height(), sans);
    }

    void sizesScaleTogether()
    {
        const Theme window = Theme::light(), stage = window.withBaseSize(Theme::kBaseSize * Theme::kPresenterScale);
        QCOMPARE(stage.font(TextRole::Body).pixelSize(), 21);
        QCOMPARE(stage.space(5), 32);
        QCOMPARE(window.space(5), 20);
        // Print never goes below 6 pt, here in tenths of a point.
        const Theme figure = Theme::print().withBaseSize(70);
        QVERIFY(Theme::print().withBaseSize(70).font(TextRole::MonoSmall).pixelSize() >= 59);
        QCOMPARE(figure.font(TextRole::Body).pixelSize(), 70);
    }

    void styleSheetHasNoUnknownTokens()
    {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            applyTheme(*qApp, Theme::of(kind));
            QVERIFY(!qApp->styleSheet().isEmpty());
            QVERIFY(!qApp->styleSheet().contains(QLatin1Char('@')));
            QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::of(kind).window);
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
