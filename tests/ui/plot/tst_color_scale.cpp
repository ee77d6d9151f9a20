// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/color_lut.h"
#include "ui/plot/color_map.h"
#include "ui/plot/matrix_pyramid.h"
#include "ui/theme/theme.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope::ui;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

double lightness(const QColor &c)
{
    return contrastRatio(c, Qt::black); // monotone in relative luminance
}

ColorScaleSpec spec(ScaleKind kind, double min, double max, const char *map = "viridis", double linthresh = 1)
{
    return {kind, QString::fromLatin1(map), min, max, linthresh};
}

QRgb colorOf(const ColorLut &lut, float value) { return lut.color(encodeValue(value)); }

} // namespace

class ColorScaleTest : public QObject {
    Q_OBJECT

private slots:
    void mapEnds()
    {
        // First and last entries as published: #440154 and #fde725, #00224e and #fee838.
        QCOMPARE(ColorMap::named(QStringLiteral("viridis")).at(0), QColor(0x440154));
        QCOMPARE(ColorMap::named(QStringLiteral("viridis")).at(1), QColor(0xfde725));
        QCOMPARE(ColorMap::named(QStringLiteral("cividis")).at(0), QColor(0x00224e));
        QCOMPARE(ColorMap::named(QStringLiteral("cividis")).at(1), QColor(0xfee838));
        QCOMPARE(ColorMap::named(QStringLiteral("no such map")).name(), QStringLiteral("viridis"));
        QVERIFY(!ColorMap::names().contains(QStringLiteral("jet")));
    }

    void sequentialMapsAreMonotone()
    {
        for (const char *name : {"viridis", "cividis", "greys"}) {
            const ColorMap &map = ColorMap::named(QString::fromLatin1(name));
            const double direction = lightness(map.at(1)) - lightness(map.at(0));
            for (int i = 1; i <= 64; ++i)
                QVERIFY2((lightness(map.at(i / 64.0)) - lightness(map.at((i - 1) / 64.0))) * direction > 0, name);
        }
    }

    void divergingMapsAreNeutralAtZeroAndEqualAtTheEnds()
    {
        for (const char *name : {"blue-orange", "blue-orange-dark"}) {
            const ColorMap &map = ColorMap::named(QString::fromLatin1(name));
            const QColor middle = map.at(0.5);
            QCOMPARE(middle.red(), middle.green());
            QCOMPARE(middle.green(), middle.blue());
            for (int i = 0; i < 32; ++i) { // away from zero both arms change lightness one way
                const double a = i / 64.0, b = (i + 1) / 64.0;
                const double left = lightness(map.at(0.5 - b)) - lightness(map.at(0.5 - a));
                const double right = lightness(map.at(0.5 + b)) - lightness(map.at(0.5 + a));
                QVERIFY2(left * right > 0, name);
            }
            QVERIFY(std::abs(std::log(lightness(map.at(0)) / lightness(map.at(1)))) < 0.25);
        }
    }

    void badMapIsRefused()
    {
        QVERIFY(!ColorMap::parse(QStringLiteral("x"), "0,0,0\n").ok());
        QVERIFY(!ColorMap::parse(QStringLiteral("x"), "0,0,0\n1,1\n").ok());
        QVERIFY(!ColorMap::parse(QStringLiteral("x"), "0,0,0\n1,1,2\n").ok());
        QVERIFY(ColorMap::parse(QStringLiteral("x"), "# c\n0,0,0\n\n1,1,1\n").ok());
    }

    void symlogMatchesMatplotlib()
    {
        // matplotlib SymmetricalLogTransform(base=10, linthresh=2, linscale=1): t(x) for x = 1, 2, 20, -200, divided by
        // linthresh.
        const ScaleTransform t(spec(ScaleKind::Symlog, -200, 200, "diverging", 2));
        QCOMPARE(t.warp(1), 1.1111111111111112 / 2);
        QCOMPARE(t.warp(2), 2.2222222222222223 / 2);
        QCOMPARE(t.warp(20), 4.2222222222222223 / 2);
        QCOMPARE(t.warp(-200), -6.2222222222222223 / 2);
        QCOMPARE(t.position(0), 0.5);
        for (const double value : {-150.0, -2.0, -0.3, 0.0, 1.0, 2.0, 2.5, 77.0})
            QVERIFY(std::abs(t.value(t.position(value)) - value) <= 1e-12 * std::max(1.0, std::abs(value)));
        // The two pieces meet at linthresh.
        QVERIFY(std::abs(t.warp(2 * (1 + 1e-12)) - t.warp(2)) < 1e-11);
    }

    void ticksKeepZeroAndLinthresh()
    {
        const ScaleTransform t(spec(ScaleKind::Symlog, -1, 1, "diverging", 1e-4));
        QStringList labels;
        for (const ScaleTick &tick : t.ticks(9))
            labels.append(tick.label);
        for (const char *expected : {"0", "1e−4", "−1e−4", "1", "−1"})
            QVERIFY2(labels.contains(QString::fromUtf8(expected)), expected);
        QCOMPARE(tickLabel(0.25), QStringLiteral("0.25"));
        QCOMPARE(tickLabel(2.5e-7), QStringLiteral("2.5e−7"));
        QCOMPARE(tickLabel(1e-5), QStringLiteral("1e−5"));
        QCOMPARE(tickLabel(-40), QStringLiteral("−40"));
        QCOMPARE(tickLabel(99999.0), QStringLiteral("99999"));
    }

    void unusableRangesAreWidened()
    {
        for (const ScaleKind kind : {ScaleKind::Linear, ScaleKind::Log, ScaleKind::Symlog, ScaleKind::UlpInteger}) {
            for (const auto &[min, max] :
                 {std::pair(0.0, 0.0), std::pair(3.0, 3.0), std::pair(-1.0, -1.0), std::pair(2.0, -2.0),
                  std::pair(0.1, 0.2), std::pair(std::nan(""), 1.0), std::pair(0.0, HUGE_VAL)}) {
                const ScaleTransform t(spec(kind, min, max));
                QVERIFY(t.position(t.max()) > t.position(t.min()));
                QVERIFY(std::isfinite(t.position(t.max())));
                QVERIFY(t.ticks(6).size() < 40);
                const ColorLut lut(spec(kind, min, max), Theme::dark());
                QCOMPARE(lut.level(encodeValue(std::numeric_limits<float>::max())), ColorLut::kLevels - 1);
            }
        }
    }

    void lutEndsMiddleAndOrder()
    {
        const Theme theme = Theme::light();
        for (const ScaleKind kind : {ScaleKind::Linear, ScaleKind::Symlog}) {
            const ColorLut lut(spec(kind, -2, 2, "diverging", 0.01), theme);
            const ColorMap &map = colorMapFor(QStringLiteral("diverging"), false);
            QCOMPARE(colorOf(lut, -2.0f), map.at(0).rgb());
            QCOMPARE(colorOf(lut, 2.0f), map.at(1).rgb());
            QCOMPARE(colorOf(lut, 0.0f), map.at(0.5).rgb());
            QCOMPARE(colorOf(lut, -0.0f), map.at(0.5).rgb());
            QCOMPARE(colorOf(lut, 100.0f), map.at(1).rgb());
            QCOMPARE(colorOf(lut, -100.0f), map.at(0).rgb());
            int last = 0;
            for (float v = -2.5f; v <= 2.5f; v += 0.001f) {
                const int level = lut.level(encodeValue(v));
                QVERIFY(level >= last);
                last = level;
            }
        }
    }

    void levelsFollowTheTransform()
    {
        // The look-up by bits gives the level that the formula gives, but for rounding at the edge of a level.
        for (const ColorScaleSpec &s :
             {spec(ScaleKind::Linear, 0, 1), spec(ScaleKind::Linear, 1, 1.01), spec(ScaleKind::Log, 1e-6, 10),
              spec(ScaleKind::Log, 1, 1.02), spec(ScaleKind::Symlog, -3, 5, "viridis", 1e-3)}) {
            const ColorLut lut(s, Theme::dark());
            const ScaleTransform t(s);
            for (int i = 0; i <= 5000; ++i) {
                const auto value = static_cast<float>(t.value(i / 5000.0));
                const double exact = t.position(static_cast<double>(value)) * ColorLut::kLevels;
                const int level = lut.level(encodeValue(value));
                QVERIFY(level >= std::min(exact - 1.001, ColorLut::kLevels - 1.0) && level <= exact + 0.001);
            }
        }
    }

    void classesHaveTheirOwnColours()
    {
        for (const Theme &theme : {Theme::light(), Theme::dark(), Theme::print()}) {
            const ColorLut log(spec(ScaleKind::Log, 1e-6, 1), theme);
            QCOMPARE(colorOf(log, std::nanf("")), theme.nan.rgb());
            QCOMPARE(colorOf(log, -std::nanf("0x123")), theme.nan.rgb());
            QCOMPARE(colorOf(log, kInfinity), theme.positiveInfinity.rgb());
            QCOMPARE(colorOf(log, -kInfinity), theme.negativeInfinity.rgb());
            QCOMPARE(colorOf(log, 0.0f), theme.exactZero.rgb());
            QCOMPARE(colorOf(log, -0.0f), theme.exactZero.rgb());
            QCOMPARE(colorOf(log, -1e-3f), theme.belowLog.rgb());
            QCOMPARE(log.color(kCodeNotComputed), theme.notComputed.rgb());
            QCOMPARE(qAlpha(log.color(kCodeMasked)), 0);
            // Zero is a value where it is the middle of a map.
            QVERIFY(colorOf(ColorLut(spec(ScaleKind::Symlog, -1, 1, "diverging", 0.1), theme), 0.0f) !=
                    theme.exactZero.rgb());
            // No class looks like a colour of a map, or like another class.
            const QList<QColor> classes{theme.nan, theme.positiveInfinity, theme.negativeInfinity, theme.exactZero};
            for (const QString &choice : colorMapChoices())
                for (int i = 0; i <= 64; ++i)
                    for (const QColor &c : classes)
                        QVERIFY(colorMapFor(choice, theme.isDark()).at(i / 64.0).rgb() != c.rgb());
        }
    }

    void ulpScaleGivesEachIntegerOneColour()
    {
        const ColorLut lut(spec(ScaleKind::UlpInteger, 0, 12), Theme::dark());
        QRgb last = 0;
        for (int n = 1; n <= 12; ++n) {
            const QRgb c = colorOf(lut, static_cast<float>(n));
            QCOMPARE(colorOf(lut, static_cast<float>(n) + 0.4f), c);
            QCOMPARE(colorOf(lut, static_cast<float>(n) - 0.4f), c);
            QVERIFY(c != last);
            last = c;
        }
        QCOMPARE(colorOf(lut, 0.0f), Theme::dark().exactZero.rgb());
    }

    void fittedRanges()
    {
        Matrix m;
        m.rows = 1;
        m.cols = 6;
        m.values = {-4, 1e-5f, 0, 3, std::nanf(""), kInfinity};
        const MatrixStatistics s = MatrixStatistics::of(m);
        QCOMPARE(fitted(spec(ScaleKind::Linear, 0, 1), s).min, -4.0);
        QCOMPARE(fitted(spec(ScaleKind::Linear, 0, 1), s).max, 3.0);
        QCOMPARE(fitted(spec(ScaleKind::Linear, 0, 1, "diverging"), s).max, 4.0);
        QCOMPARE(fitted(spec(ScaleKind::Log, 0, 1), s).min, static_cast<double>(1e-5f));
        QCOMPARE(fitted(spec(ScaleKind::Log, 0, 1), s).max, 4.0);
    }
};

QTEST_APPLESS_MAIN(ColorScaleTest)
#include "tst_color_scale.moc"
