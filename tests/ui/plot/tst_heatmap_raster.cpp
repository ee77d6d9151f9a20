// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heatmap_raster.h"
#include "ui/support/sample_plots.h"
#include "ui/theme/theme.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope::ui;

namespace {

Matrix ramp(int rows, int cols)
{
    Matrix m;
    m.rows = rows;
    m.cols = cols;
    for (int i = 0; i < rows * cols; ++i)
        m.values.push_back(static_cast<float>(i) / static_cast<float>(rows * cols));
    return m;
}

QImage draw(const Matrix &m, const MatrixPyramid &p, int width, int height, const ColorLut &lut, double row0 = 0,
            double col0 = 0, double row1 = -1, double col1 = -1)
{
    if (row1 < 0) {
        row1 = m.rows;
        col1 = m.cols;
    }
    const double perX = (col1 - col0) / width, perY = (row1 - row0) / height;
    const int level = levelFor(perX, perY, p.levelCount());
    const int cols = level ? p.level(level).cols : m.cols, rows = level ? p.level(level).rows : m.rows;
    return rasterize(m, &p, level, PixelCells::map(width, col0, perX, level, cols),
                     PixelCells::map(height, row0, perY, level, rows), lut);
}

int count(const QImage &image, QRgb color)
{
    int n = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            n += image.pixel(x, y) == color;
    return n;
}

} // namespace

class HeatmapRasterTest : public QObject {
    Q_OBJECT

private slots:
    void oneCellPerPixelIsExact()
    {
        const Matrix m = ramp(37, 53);
        const ColorLut lut({ScaleKind::Linear, QStringLiteral("viridis"), 0, 1, 1}, Theme::dark());
        const QImage image = draw(m, MatrixPyramid::build(m), 53, 37, lut);
        for (int r = 0; r < m.rows; ++r)
            for (int c = 0; c < m.cols; ++c)
                QCOMPARE(image.pixel(c, r), lut.color(encodeValue(m.value(r, c))));
    }

    void zoomedInShowsTheCellUnderThePixelCentre_data()
    {
        QTest::addColumn<double>("row0");
        QTest::addColumn<double>("col0");
        QTest::addColumn<double>("span");
        QTest::newRow("aligned") << 3.0 << 5.0 << 8.0;
        QTest::newRow("shifted") << 2.37 << 4.81 << 7.3;
        QTest::newRow("fractional pixels per cell") << 0.0 << 0.0 << 17.0;
    }
    void zoomedInShowsTheCellUnderThePixelCentre()
    {
        QFETCH(double, row0);
        QFETCH(double, col0);
        QFETCH(double, span);
        const Matrix m = ramp(20, 20);
        const ColorLut lut({ScaleKind::Linear, QStringLiteral("viridis"), 0, 1, 1}, Theme::dark());
        const int size = 100;
        const QImage image = draw(m, MatrixPyramid::build(m), size, size, lut, row0, col0, row0 + span, col0 + span);
        for (int y = 1; y + 1 < size; ++y) {
            for (int x = 1; x + 1 < size; ++x) {
                const int row = static_cast<int>(std::floor(row0 + (y + 0.5) * span / size));
                const int col = static_cast<int>(std::floor(col0 + (x + 0.5) * span / size));
                QCOMPARE(image.pixel(x, y), lut.color(encodeValue(m.value(row, col))));
            }
        }
    }

    void oneBadCellStaysVisible_data()
    {
        QTest::addColumn<float>("bad");
        QTest::addColumn<int>("pixels");
        for (const int pixels : {97, 300, 511, 800, 1023}) {
            QTest::addRow("large %d", pixels) << -9.0f << pixels;
            QTest::addRow("nan %d", pixels) << std::numeric_limits<float>::quiet_NaN() << pixels;
            QTest::addRow("inf %d", pixels) << std::numeric_limits<float>::infinity() << pixels;
        }
    }
    void oneBadCellStaysVisible()
    {
        QFETCH(float, bad);
        QFETCH(int, pixels);
        Matrix m;
        m.rows = m.cols = 1024;
        m.values.assign(1024 * 1024, 0.5f);
        const ColorLut lut({ScaleKind::Linear, QStringLiteral("diverging"), -10, 10, 1}, Theme::dark());
        for (const auto &[row, col] :
             {std::pair(0, 0), std::pair(1023, 1023), std::pair(511, 512), std::pair(700, 3)}) {
            Matrix one = m;
            one.values[one.index(row, col)] = bad;
            const QImage image = draw(one, MatrixPyramid::build(one), pixels, pixels, lut);
            QVERIFY(count(image, lut.color(encodeValue(bad))) >= 1);
            QVERIFY(count(image, lut.color(encodeValue(bad))) <= 4);
        }
    }

    void everyCellIsSomewhere()
    {
        // Also where an axis is stretched and the other reduced, and at a ratio just above one cell per pixel.
        const ColorLut lut({ScaleKind::Linear, QStringLiteral("diverging"), -10, 10, 1}, Theme::dark());
        for (const auto &[width, height] : {std::pair(300, 20), std::pair(58, 61), std::pair(61, 7)}) {
            for (int i = 0; i < 64 * 64; i += 17) {
                Matrix m;
                m.rows = m.cols = 64;
                m.values.assign(64 * 64, 0.0f);
                m.values[static_cast<std::size_t>(i)] = 9;
                QVERIFY(count(draw(m, MatrixPyramid::build(m), width, height, lut), lut.color(encodeValue(9.0f))) >= 1);
            }
        }
    }

    void classesGiveWayToValues()
    {
        QVERIFY(prominence(kCodeMasked) < prominence(kCodeNotComputed));
        QVERIFY(prominence(kCodeNotComputed) < prominence(encodeValue(0.0f)));
        QVERIFY(prominence(encodeValue(1.0f)) < prominence(encodeValue(-2.0f)));
        QVERIFY(prominence(encodeValue(3e38f)) < prominence(encodeValue(-std::numeric_limits<float>::infinity())));
        QVERIFY(prominence(encodeValue(std::numeric_limits<float>::infinity())) < prominence(kCodeNan));
        // The NaN that NVIDIA GPUs produce must not be taken for a class.
        QCOMPARE(encodeValue(std::bit_cast<float>(0x7fffffffu)), kCodeNan);
    }

    void updateEqualsRebuild()
    {
        Matrix m = *samples::causalScores(75, 130);
        MatrixPyramid pyramid = MatrixPyramid::build(m);
        const CellRect tile{32, 64, 64, 96};
        for (int r = tile.row0; r < tile.row1; ++r)
            for (int c = tile.col0; c < tile.col1; ++c) {
                m.values[m.index(r, c)] = static_cast<float>(r - c);
                m.classes[m.index(r, c)] = CellClass::Value;
            }
        pyramid.update(m, tile);
        const MatrixPyramid fresh = MatrixPyramid::build(m);
        for (int k = 1; k <= fresh.levelCount(); ++k)
            QVERIFY(pyramid.level(k).codes == fresh.level(k).codes);
        QCOMPARE(fresh.level(fresh.levelCount()).codes.size(), std::size_t(1));
    }

    void statisticsCountEverything()
    {
        Matrix m = *samples::errors(64, 64, true);
        m.classes.assign(m.values.size(), CellClass::Value);
        m.classes[5] = CellClass::Masked;
        m.classes[6] = CellClass::NotComputed;
        const MatrixStatistics s = MatrixStatistics::of(m);
        QCOMPARE(s.finite + s.nan + s.positiveInfinity + s.negativeInfinity + s.masked + s.notComputed,
                 std::size_t(64 * 64));
        QCOMPARE(s.nan, std::size_t(1));
        std::size_t binned = 0;
        for (int b = 0; b < MatrixStatistics::kBins; ++b)
            binned += s.bins[static_cast<std::size_t>(b)];
        QCOMPARE(binned, s.finite);
        // Bin edges hold what they promise.
        for (const float value : {-3.7f, -1e-5f, 0.0f, 2e-8f, 1.0f, 123.0f}) {
            Matrix one;
            one.rows = one.cols = 1;
            one.values = {value};
            const MatrixStatistics single = MatrixStatistics::of(one);
            for (int b = 0; b < MatrixStatistics::kBins; ++b)
                if (single.bins[static_cast<std::size_t>(b)])
                    QVERIFY(MatrixStatistics::binLowerEdge(b) <= value &&
                            value < MatrixStatistics::binLowerEdge(b + 1));
        }
    }

    void emptyMatrix()
    {
        const Matrix m;
        QCOMPARE(MatrixPyramid::build(m).levelCount(), 0);
        QCOMPARE(MatrixStatistics::of(m).finite, std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(HeatmapRasterTest)
#include "tst_heatmap_raster.moc"
