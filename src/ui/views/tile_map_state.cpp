// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tile_map_state.h"

#include "engine/numerics/ulp.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("TileMapView", text); }

QString number(double x, int digits)
{
    if (std::isinf(x))
        return x < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    return QString::number(x, 'g', digits).replace(QLatin1Char('-'), QChar(0x2212));
}

/// Fills in the values of one key tile: of one row, or over all rows of the query tile that see something of it.
void addValues(TileCell &cell, const WorkTileTrace &t, int row)
{
    const int first = row < 0 ? 0 : row, last = row < 0 ? t.runMax.rows - 1 : row;
    for (int r = first; r <= last; ++r) {
        const double max = t.tileMax.at(r, cell.ordinal);
        if (row < 0 && std::isinf(max) && max < 0)
            continue;
        cell.runMax.add(t.runMax.at(r, cell.ordinal));
        cell.runSum.add(t.runSum.at(r, cell.ordinal));
        if (cell.ordinal > 0) // nothing is rescaled in the first tile
            cell.alpha.add(t.alpha.at(r, cell.ordinal));
        cell.tileMax.add(max);
        cell.tileSum.add(t.tileSum.at(r, cell.ordinal));
    }
}

/// Fills in A - B in representable values.
void addDifferences(TileCell &cell, const WorkTileTrace &a, const WorkTileTrace &b, int ordinalB, int row)
{
    const FormatGrid grid(DType::F32);
    const auto apart = [&](const ulpscope::Matrix &x, const ulpscope::Matrix &y, int r) {
        const float left = x.at(r, cell.ordinal), right = y.at(r, ordinalB);
        if (std::isnan(left) || std::isnan(right))
            return std::isnan(left) && std::isnan(right) ? 0.0 : std::numeric_limits<double>::infinity();
        return static_cast<double>(grid.ordinal(left) - grid.ordinal(right));
    };
    for (int r = row < 0 ? 0 : row; r <= (row < 0 ? a.runMax.rows - 1 : row); ++r) {
        cell.runMax.add(apart(a.runMax, b.runMax, r));
        cell.runSum.add(apart(a.runSum, b.runSum, r));
        if (cell.ordinal > 0)
            cell.alpha.add(apart(a.alpha, b.alpha, r));
        cell.tileMax.add(apart(a.tileMax, b.tileMax, r));
        cell.tileSum.add(apart(a.tileSum, b.tileSum, r));
    }
}

/// What is coloured; not finite where the cell has no such value.
double colorValue(const TileCell &cell, TileColor color, const TileMapState &state)
{
    const ValueRange &sum = state.sketch ? cell.tileSum : cell.runSum, &max = state.sketch ? cell.tileMax : cell.runMax;
    if (state.difference) // whatever parts first
        return std::log2(
            1 + std::max({max.magnitude(), sum.magnitude(), cell.alpha.empty() ? 0.0 : cell.alpha.magnitude()}));
    switch (color) {
    case TileColor::VisitOrder: return cell.ordinal + 1;
    case TileColor::RunMax: return max.high;
    case TileColor::RunSum: return sum.high;
    case TileColor::Alpha: return cell.alpha.low;
    }
    return 0;
}

/// Places the steps of each key tile of a work tile.
void placeSteps(TileMapState &state, const WorkTileTrace &t, const Schedule &schedule)
{
    quint64 step = schedule.firstStep(t.tile.index);
    TileCell *cell = nullptr;
    std::size_t ordinal = 0;
    for (StepKind kind : t.stepKinds) {
        switch (kind) {
        case StepKind::LoadKv:
            cell = &state.cell(t.tile.mBlock, t.nBlocks[ordinal++]);
            cell->firstStep = step;
            break;
        case StepKind::RowMax: cell->maxStep = step; break;
        case StepKind::RowSum: cell->sumStep = step; break;
        case StepKind::OutputGemm: cell->lastStep = step; break;
        default: break;
        }
        ++step;
    }
}

TileMapState absent(const char *why)
{
    TileMapState state;
    state.absent = translate(why);
    return state;
}

void color(TileMapState &state, TileColor choice)
{
    ValueRange range;
    for (const TileCell &cell : state.cells) {
        if (const double value = colorValue(cell, choice, state); cell.ordinal >= 0 && std::isfinite(value))
            range.add(value);
    }
    for (TileCell &cell : state.cells) {
        const double value = colorValue(cell, choice, state);
        cell.color = range.high > range.low ? std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0)
                     : state.difference     ? 0.0
                                            : 0.5;
    }
    if (range.empty())
        return;
    state.low = number(state.difference ? std::exp2(range.low) - 1 : range.low, 4);
    state.high = number(state.difference ? std::exp2(range.high) - 1 : range.high, 4);
}

} // namespace

QString tileColorKey(TileColor color)
{
    switch (color) {
    case TileColor::VisitOrder: return QStringLiteral("order");
    case TileColor::RunMax: return QStringLiteral("max");
    case TileColor::RunSum: return QStringLiteral("sum");
    case TileColor::Alpha: return QStringLiteral("alpha");
    }
    return {};
}

QString tileColorTitle(TileColor color)
{
    switch (color) {
    case TileColor::VisitOrder: return translate(QT_TRANSLATE_NOOP("TileMapView", "visiting order"));
    case TileColor::RunMax: return translate(QT_TRANSLATE_NOOP("TileMapView", "running max"));
    case TileColor::RunSum: return translate(QT_TRANSLATE_NOOP("TileMapView", "running sum"));
    case TileColor::Alpha: return translate(QT_TRANSLATE_NOOP("TileMapView", "smallest alpha"));
    }
    return {};
}

QString ValueRange::text(int digits) const
{
    if (empty())
        return QStringLiteral("·");
    return low == high ? number(low, digits) : number(low, digits) + QStringLiteral("…") + number(high, digits);
}

void TileMapState::goTo(quint64 steps)
{
    for (TileCell &cell : cells) {
        if (cell.ordinal < 0)
            continue;
        cell.hasMax = steps > cell.maxStep;
        cell.hasSum = steps > cell.sumStep;
        cell.status = steps > cell.lastStep    ? TileCell::Status::Done
                      : steps > cell.firstStep ? TileCell::Status::Current
                                               : TileCell::Status::Pending;
    }
}

QStringList TileMapState::lines(const TileCell &cell, int digits) const
{
    QStringList lines;
    const auto add = [&](bool formed, const QString &symbol, const ValueRange &range) {
        if (formed && !range.empty()) // a range of differences is told by the largest of them
            lines << symbol + QLatin1Char(' ') +
                         (difference && range.low != range.high
                              ? QStringLiteral("≤") + number(range.magnitude(), digits)
                              : range.text(digits));
    };
    const QString delta = difference ? QStringLiteral("Δ") : QString(),
                  own = sketch ? delta : translate(QT_TRANSLATE_NOOP("TileMapView", "tile ")) + delta;
    if (!sketch) {
        add(cell.hasMax, delta + QLatin1Char('m'), cell.runMax);
        add(cell.hasSum, delta + QLatin1Char('l'), cell.runSum);
        add(cell.hasMax, delta + QStringLiteral("α"), cell.alpha);
    }
    add(cell.hasMax, own + QLatin1Char('m'), cell.tileMax);
    add(cell.hasSum, own + QLatin1Char('l'), cell.tileSum);
    return lines;
}

QString TileMapState::shortLine(const TileCell &cell) const
{
    const ValueRange &max = sketch ? cell.tileMax : cell.runMax;
    if (!cell.hasMax || max.empty())
        return {};
    const double value = difference ? max.magnitude() : max.high;
    return (difference ? QStringLiteral("Δm ") : QStringLiteral("m ")) +
           (max.low == max.high ? QString() : QStringLiteral("≤")) + number(value, 2);
}

QString TileMapState::describe(int m, int n) const
{
    const TileCell &c = cell(m, n);
    QString text = translate(QT_TRANSLATE_NOOP("TileMapView", "rows %1–%2, keys %3–%4"))
                       .arg(m * tileM)
                       .arg(std::min((m + 1) * tileM, rows) - 1)
                       .arg(n * tileN)
                       .arg(std::min((n + 1) * tileN, keys) - 1);
    if (c.status == TileCell::Status::Skipped)
        return text + translate(QT_TRANSLATE_NOOP("TileMapView", ": never visited"));
    if (splits > 1)
        text += translate(QT_TRANSLATE_NOOP("TileMapView", ", split %1")).arg(c.split);
    text += translate(QT_TRANSLATE_NOOP("TileMapView", ", visited as no. %1")).arg(c.ordinal + 1);
    if (m == selectedM())
        text += translate(QT_TRANSLATE_NOOP("TileMapView", "; row %1")).arg(selectedRow);
    if (difference)
        text += translate(QT_TRANSLATE_NOOP("TileMapView", "; A − B in representable values"));
    if (sketch)
        return text + translate(QT_TRANSLATE_NOOP("TileMapView", ": max %1, sum %2"))
                          .arg(c.tileMax.text(9), c.tileSum.text(9));
    return text + translate(QT_TRANSLATE_NOOP(
                                "TileMapView",
                                ": running max %1, running sum %2, alpha %3; tile max %4, tile sum %5 (derived)"))
                      .arg(c.runMax.text(9), c.runSum.text(9), c.alpha.text(9), c.tileMax.text(9), c.tileSum.text(9));
}

TileMapState tileMapState(const Session &session, Shown shown, TileColor choice)
{
    const Side side = shown == Shown::B ? Side::B : Side::A;
    if (!session.inputs())
        return absent(QT_TRANSLATE_NOOP("TileMapView", "Open a file or a sample"));
    if (shown != Shown::A && !session.spec(Side::B))
        return absent(QT_TRANSLATE_NOOP("TileMapView", "B is an output alone: it has no tiles"));
    const std::shared_ptr<const HeadTrace> trace = session.trace(side),
                                           other = shown == Shown::Difference ? session.trace(Side::B) : nullptr;
    if (!trace || (shown == Shown::Difference && !other))
        return absent(QT_TRANSLATE_NOOP("TileMapView", "Computing…"));
    const Schedule &schedule = *trace->schedule;
    const Recipe &recipe = schedule.recipe();
    if (other && (other->schedule->recipe().tileM != recipe.tileM || other->schedule->recipe().tileN != recipe.tileN ||
                  other->schedule->recipe().form != recipe.form))
        return absent(QT_TRANSLATE_NOOP(
            "TileMapView", "A and B have other tiles: their running values cannot be compared tile by tile"));

    TileMapState state;
    state.mBlocks = schedule.mBlocks();
    state.nBlocks = schedule.nBlocks();
    state.tileM = recipe.tileM;
    state.tileN = recipe.tileN;
    state.rows = schedule.problem().seqlenQ;
    state.keys = schedule.problem().seqlenK;
    state.splits = schedule.splits();
    state.sketch = recipe.form == Form::Sketch;
    state.difference = other != nullptr;
    state.cells.resize(static_cast<std::size_t>(state.mBlocks) * static_cast<std::size_t>(state.nBlocks));
    state.colorTitle = tileColorTitle(choice);
    if (state.difference)
        state.colorTitle = translate(QT_TRANSLATE_NOOP("TileMapView", "largest |A − B| (ulp of fp32)"));
    state.selectedRow = session.selection().row;

    for (const WorkTileTrace &t : trace->tiles) {
        placeSteps(state, t, schedule);
        const bool ofRow = state.selectedRow >= t.tile.rowBegin && state.selectedRow < t.tile.rowEnd;
        const int row = ofRow ? state.selectedRow - t.tile.rowBegin : -1;
        for (std::size_t i = 0; i < t.nBlocks.size(); ++i) {
            TileCell &cell = state.cell(t.tile.mBlock, t.nBlocks[i]);
            cell.status = TileCell::Status::Done;
            cell.split = t.tile.split;
            cell.ordinal = static_cast<int>(i);
            cell.partial = schedule.needsMask(t.tile, t.nBlocks[i]);
            if (!other) {
                addValues(cell, t, row);
            } else if (const auto [split, ordinal] = other->visit(t.tile.mBlock, t.nBlocks[i]); ordinal >= 0) {
                addDifferences(cell, t, other->tiles[static_cast<std::size_t>(other->tileIndex(t.tile.mBlock, split))],
                               ordinal, row);
            }
        }
    }
    color(state, choice);
    return state;
}

} // namespace ulpscope::ui
