// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the frame computes itself: texts of numbers, the step filter, corresponding steps, fuzzy search.
#include "engine/numerics/resource_dir.h"
#include "engine/schedule/resolve.h"
#include "ui/models/number_text.h"
#include "ui/models/step_filter.h"
#include "ui/run/step_mapping.h"
#include "ui/window/command_palette.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void decimalsReadBackAsTheSameBits();
    void specialValues();
    void bitFieldsOfOneAndAHalf();
    void filterTerms();
    void filterNamesWhatItDoesNotUnderstand();
    void correspondingPositions_data();
    void correspondingPositions();
    void everyPositionHasACounterpart();
    void fuzzySearch();

private:
    static Schedule schedule(const char *device, const std::vector<std::pair<std::string, std::string>> &set);
};

Schedule ModelsTest::schedule(const char *device, const std::vector<std::pair<std::string, std::string>> &set)
{
    static const Result<Catalog> catalog = Catalog::load(resourceDirectory());
    Problem p;
    p.heads = p.kvHeads = 2;
    p.seqlenQ = p.seqlenK = 300;
    p.headDim = p.headDimV = 64;
    p.mask.kind = Mask::Kind::CausalTopLeft;
    RunRequest request;
    request.device = device;
    request.batch = 256;
    request.set = set;
    auto spec = resolveRun(catalog.value(), p, request);
    auto built = Schedule::build(spec.value());
    return std::move(built).value();
}

/// The number that a shown text stands for; it is shown with a true minus sign.
static float parsed(QString text)
{
    return std::strtof(text.replace(QChar(0x2212), QLatin1Char('-')).toLatin1(), nullptr);
}

void ModelsTest::decimalsReadBackAsTheSameBits()
{
    for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {
        const float value = valueOf(DType::F16, bits);
        const float back = parsed(shortestDecimal(DType::F16, value));
        QCOMPARE(bitsOf(DType::F16, roundTo(DType::F16, back)), bits);
    }
    for (const float value :
         {0.1f, 1.0f / 3.0f, 16777216.0f, std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max()})
        QVERIFY(parsed(shortestDecimal(DType::F32, value)) == value);
    QCOMPARE(shortestDecimal(DType::BF16, 0.1f),
             QStringLiteral("0.1")); // one digit is enough to tell it from its neighbours
    QCOMPARE(shortestDecimal(DType::F32, -2.5f), QStringLiteral("-2.5"));
}

void ModelsTest::specialValues()
{
    QCOMPARE(shortestDecimal(DType::F32, std::nanf("")), QStringLiteral("NaN"));
    QCOMPARE(shortestDecimal(DType::F32, -std::numeric_limits<float>::infinity()), QStringLiteral("-inf"));
    QCOMPARE(ulpText(-0.25), QStringLiteral("-0.25"));
    QCOMPARE(ulpText(1.0), QStringLiteral("+1.00"));
    QCOMPARE(hexBits(DType::BF16, 1.0f), QStringLiteral("0x3f80"));
    QCOMPARE(hexBits(DType::F16, -2.0f), QStringLiteral("0xc000"));
    QCOMPARE(hexFloat(0.15625f), QStringLiteral("1.4p-3"));
}

void ModelsTest::bitFieldsOfOneAndAHalf()
{
    const BitFields half = bitFields(DType::F16, -1.5f);
    QCOMPARE(half.sign, QStringLiteral("1"));
    QCOMPARE(half.exponent, QStringLiteral("01111"));
    QCOMPARE(half.fraction, QStringLiteral("1000000000"));
    const BitFields single = bitFields(DType::F32, 1.5f);
    QCOMPARE(single.exponent, QStringLiteral("01111111"));
    QCOMPARE(single.fraction.size(), 23);
}

void ModelsTest::filterTerms()
{
    const PlannedStep step{7, StepKind::RescaleOutput, 0, 1, 3};
    WorkTile tile;
    tile.mBlock = 2;
    tile.rowBegin = 256;
    tile.rowEnd = 384;
    StepEvents events;
    events.rescaled = 5;
    const auto accepts = [&](const char *text) {
        return StepFilter(QString::fromLatin1(text)).accepts(step, tile, events, 64);
    };
    QVERIFY(accepts(""));
    QVERIFY(accepts("rescale"));
    QVERIFY(accepts("phase:Rescale row:299"));
    QVERIFY(!accepts("row:384"));
    QVERIFY(accepts("key:192 tile:3 query:2"));
    QVERIFY(!accepts("key:191"));
    QVERIFY(accepts("flag:rescale"));
    QVERIFY(accepts("flag:any"));
    QVERIFY(!accepts("flag:nan"));
}

void ModelsTest::filterNamesWhatItDoesNotUnderstand()
{
    QCOMPARE(StepFilter(QStringLiteral("row:x")).problem(), QStringLiteral("row:x"));
    QCOMPARE(StepFilter(QStringLiteral("flag:loud")).problem(), QStringLiteral("flag:loud"));
    QCOMPARE(StepFilter(QStringLiteral("colour:3")).problem(), QStringLiteral("colour:3"));
    QVERIFY(StepFilter(QStringLiteral("row:3 exp")).problem().isEmpty());
}

void ModelsTest::correspondingPositions_data()
{
    QTest::addColumn<QString>("tileM");
    QTest::addColumn<QString>("tileN");
    QTest::newRow("same tiles") << "128"
                                << "64";
    QTest::newRow("smaller key tiles") << "128"
                                       << "32";
    QTest::newRow("larger key tiles") << "128"
                                      << "128";
    QTest::newRow("smaller query tiles") << "64"
                                         << "64";
}

/// The step in the other plan works on the same first query row's tile, on keys that overlap or border on, with the
/// same kind.
void ModelsTest::correspondingPositions()
{
    QFETCH(QString, tileM);
    QFETCH(QString, tileN);
    const Schedule from = schedule("h200", {{"tileM", "128"}, {"tileN", "64"}});
    const Schedule to = schedule("a100", {{"tileM", tileM.toStdString()}, {"tileN", tileN.toStdString()}});
    QCOMPARE(correspondingPosition(from, 0, to), 0u);
    QCOMPARE(correspondingPosition(from, from.stepCount(), to), to.stepCount());
    for (quint64 position = 1; position < from.stepCount(); ++position) {
        const PlannedStep step = from.step(position - 1);
        const quint64 there = correspondingPosition(from, position, to);
        QVERIFY(there >= 1 && there <= to.stepCount());
        const PlannedStep other = to.step(there - 1);
        const WorkTile a = from.workTile(step.workTile), b = to.workTile(other.workTile);
        QCOMPARE(b.head, a.head);
        QVERIFY(b.rowBegin <= a.rowBegin && a.rowBegin < b.rowEnd);
        if (step.nBlock < 0) {
            QCOMPARE(other.nBlock, -1);
            QCOMPARE(other.kind, step.kind);
            continue;
        }
        if (tileM == QLatin1String("128")) {
            // Other tiles may need no mask, and the first one visited rescales nothing.
            const std::vector<PlannedStep> steps = to.steps(b);
            const bool exists = std::any_of(steps.begin(), steps.end(), [&](const PlannedStep &s) {
                return s.nBlock == other.nBlock && s.kind == step.kind;
            });
            QVERIFY(other.kind == step.kind || !exists);
            const int key = step.nBlock * 64;
            QVERIFY(other.nBlock * to.recipe().tileN <= key && key < (other.nBlock + 1) * to.recipe().tileN);
        }
    }
    if (tileM == QLatin1String("128") && tileN == QLatin1String("64")) {
        for (quint64 position = 0; position <= from.stepCount(); ++position)
            QCOMPARE(correspondingPosition(from, position, to), position);
    }
}

void ModelsTest::everyPositionHasACounterpart()
{
    const Schedule from = schedule("h200", {{"split", "count:3"}});
    const Schedule to = schedule("h200", {});
    for (quint64 position = 0; position <= from.stepCount(); ++position)
        QVERIFY(correspondingPosition(from, position, to) <= to.stepCount());
    for (quint64 position = 0; position <= to.stepCount(); ++position)
        QVERIFY(correspondingPosition(to, position, from) <= from.stepCount());
}

void ModelsTest::fuzzySearch()
{
    QVERIFY(fuzzyScore(QStringLiteral("nkt"), QStringLiteral("Next key tile")) >
            fuzzyScore(QStringLiteral("nkt"), QStringLiteral("no kitten")));
    QCOMPARE(fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Next key tile")), 0);
    QVERIFY(fuzzyScore(QString(), QStringLiteral("anything")) > 0);
    QVERIFY(fuzzyScore(QStringLiteral("exp fig"), QStringLiteral("Export figure…")) > 0);
}

QTEST_MAIN(ModelsTest)
#include "tst_models.moc"
