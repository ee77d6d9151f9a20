// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrix_filling.h"

#include "ui/views/side_step.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("MatrixView", text); }

constexpr Side kSides[] = {Side::A, Side::B};

/// Values of these cells are not computed yet; masked ones never will be and stay masked.
void hide(Matrix &matrix, int rowBegin, int rowEnd, int colBegin, int colEnd)
{
    if (matrix.classes.empty())
        return setClass(matrix, rowBegin, rowEnd, colBegin, colEnd, CellClass::NotComputed);
    for (int r = rowBegin; r < rowEnd; ++r) {
        const auto row = matrix.classes.begin() + static_cast<std::ptrdiff_t>(matrix.index(r, 0));
        std::replace(row + colBegin, row + colEnd, CellClass::Value, CellClass::NotComputed);
    }
}

/// Calls `use(tile, nBlock, done)` for every key tile: whether its step of kind `formedBy` is among the first
/// `stepsDone`.
template <typename Use>
void forKeyTiles(const HeadTrace &trace, quint64 stepsDone, StepKind formedBy, Use use)
{
    for (const WorkTileTrace &tile : trace.tiles) {
        quint64 step = trace.schedule->firstStep(tile.tile.index);
        std::size_t ordinal = 0;
        for (StepKind kind : tile.stepKinds) {
            ++step;
            if (kind == formedBy)
                use(tile.tile, tile.nBlocks[ordinal++], step <= stepsDone);
        }
    }
}

/// Rows of O whose query tile is not finished are not computed.
void hideLaterRows(Matrix &matrix, const HeadTrace &trace, quint64 stepsDone)
{
    const int splits = trace.schedule->splits();
    for (const WorkTileTrace &tile : trace.tiles) {
        if (splits > 1 && !tile.tile.isCombine)
            continue;
        if (trace.schedule->firstStep(tile.tile.index) + tile.stepKinds.size() > stepsDone)
            setClass(matrix, tile.tile.rowBegin, tile.tile.rowEnd, 0, matrix.cols, CellClass::NotComputed);
    }
}

/// Values of the query tile that a side is working on in the trace's head, or null: it is not, or has formed none yet.
const ulpscope::Matrix *valuesInWork(const StepState *state, const HeadTrace &trace, quint64 stepsDone)
{
    if (!state || !state->step || state->position != stepsDone || state->tile.batch != trace.batch ||
        state->tile.head != trace.head || state->tile.isCombine)
        return nullptr;
    const ulpscope::Matrix &values = state->output.empty() ? state->accO : state->output;
    return values.cols == trace.output.cols && state->tile.rowBegin + values.rows <= trace.output.rows &&
                   !values.empty()
               ? &values
               : nullptr;
}

/// Whether the rows of the tile in work are not yet rows of O.
bool isPartial(const StepState &state, const HeadTrace &trace)
{
    return state.output.empty() || trace.schedule->splits() > 1;
}

/// Both ranges together; `base` may be null.
std::shared_ptr<const MatrixStatistics> widened(const std::shared_ptr<const MatrixStatistics> &base,
                                                const ulpscope::Matrix &values)
{
    auto both = std::make_shared<MatrixStatistics>(base ? *base : MatrixStatistics());
    for (float value : values.data) {
        if (!std::isfinite(value))
            continue;
        both->min = std::min(both->min, value);
        both->max = std::max(both->max, value);
        if (value == 0.0f)
            continue;
        both->smallestMagnitude = std::min(both->smallestMagnitude, std::abs(value));
        both->largestMagnitude = std::max(both->largestMagnitude, std::abs(value));
    }
    return both;
}

} // namespace

void MatrixFilling::setContent(const MatrixContent &content, MatrixQuantity quantity)
{
    m_content = content;
    m_quantity = quantity;
    m_matrix = content.isFilled() ? nullptr : content.matrix;
    m_range = content.range;
    m_quantityText = content.quantity;
    m_moment = !content.matrix || content.isFilled() ? QString()
               : content.overKeys                    ? translate(QT_TRANSLATE_NOOP("MatrixView", "all steps"))
                                                     : translate(QT_TRANSLATE_NOOP("MatrixView", "final"));
    m_tilesDone = {-1, -1};
}

bool MatrixFilling::update(const Session &session)
{
    if (!m_content.isFilled())
        return false;
    if (m_content.overKeys)
        return fillOverKeys(session);
    fillOutput(session);
    return true;
}

void MatrixFilling::fillOutput(const Session &session)
{
    const Side side = m_content.filledBy[0] ? Side::A : Side::B;
    const HeadTrace &trace = *m_content.filledBy[static_cast<std::size_t>(side)];
    auto filled = std::make_shared<Matrix>(*m_content.matrix);
    hideLaterRows(*filled, trace, stepOf(session, side));
    m_range = m_content.range;
    m_quantityText = m_content.quantity;
    m_moment.clear();
    for (Side s : kSides) { // the range is that of A and B, so that a pair of maps keeps to one
        const std::shared_ptr<const StepState> state = session.stepState(s);
        const std::shared_ptr<const HeadTrace> ofSide = session.trace(s);
        const quint64 step = stepOf(session, s);
        const ulpscope::Matrix *values = ofSide ? valuesInWork(state.get(), *ofSide, step) : nullptr;
        if (!values)
            continue;
        const bool partial = isPartial(*state, *ofSide);
        if (partial)
            m_range = widened(m_range, *values);
        if (s != side)
            continue;
        const WorkTile &tile = state->tile;
        setClass(*filled, tile.rowBegin, tile.rowBegin + values->rows, 0, filled->cols, CellClass::Value);
        std::copy(values->data.begin(), values->data.end(),
                  filled->values.begin() + static_cast<std::ptrdiff_t>(filled->index(tile.rowBegin, 0)));
        if (!partial)
            continue;
        m_moment =
            (state->output.empty() ? translate(QT_TRANSLATE_NOOP("MatrixView", "accumulator after step %1"))
                                   : translate(QT_TRANSLATE_NOOP("MatrixView", "one split's output after step %1")))
                .arg(step);
        m_quantityText = state->output.empty()
                             ? translate(QT_TRANSLATE_NOOP("MatrixView", "accumulator, not normalised"))
                             : translate(QT_TRANSLATE_NOOP("MatrixView", "output of one split"));
    }
    m_matrix = std::move(filled);
}

bool MatrixFilling::fillOverKeys(const Session &session)
{
    const StepKind formedBy = m_quantity == MatrixQuantity::Scores ? StepKind::ScoreGemm : StepKind::Exp2;
    std::array<qint64, 2> tilesDone{0, 0};
    for (std::size_t s = 0; s < tilesDone.size(); ++s) {
        if (m_content.filledBy[s])
            forKeyTiles(*m_content.filledBy[s], stepOf(session, kSides[s]), formedBy,
                        [&](const WorkTile &, int, bool done) { tilesDone[s] += done; });
    }
    if (tilesDone == m_tilesDone) // tiles are done in plan order: as many are the same
        return false;
    m_tilesDone = tilesDone;
    auto filled = std::make_shared<Matrix>(*m_content.matrix);
    for (std::size_t s = 0; s < tilesDone.size(); ++s) {
        if (!m_content.filledBy[s])
            continue;
        const HeadTrace &trace = *m_content.filledBy[s];
        forKeyTiles(trace, stepOf(session, kSides[s]), formedBy, [&](const WorkTile &tile, int nBlock, bool done) {
            const KeyRange keys = trace.schedule->keysOf(tile, nBlock);
            if (!done)
                hide(*filled, tile.rowBegin, tile.rowEnd, keys.begin, keys.end);
        });
    }
    m_matrix = std::move(filled);
    return true;
}

} // namespace ulpscope::ui
