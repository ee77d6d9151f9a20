// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/matrix_content.h"

#include <QComboBox>
#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {
namespace {

QString translate(const char *text) { return QCoreApplication::translate("MatrixView", text); }

std::shared_ptr<Matrix> matrixOf(int rows, int cols, CellValues values)
{
    auto matrix = std::make_shared<Matrix>();
    matrix->rows = rows;
    matrix->cols = cols;
    matrix->values = std::move(values);
    return matrix;
}

std::shared_ptr<Matrix> valuesOf(ulpscope::Matrix source)
{
    return matrixOf(source.rows, source.cols, CellValues(std::move(source.data)));
}

/// Shows the values where they are, inside `owner`.
template <typename Owner>
std::shared_ptr<Matrix> sharing(const std::shared_ptr<const Owner> &owner, const ulpscope::Matrix &source)
{
    return matrixOf(source.rows, source.cols, CellValues::sharing({owner, &source.data}));
}

/// Masked scores become a class of their own: -inf that a kernel computed stays a value.
void markMasked(Matrix &matrix, const Problem &p, int batch)
{
    for (int row = 0; row < matrix.rows; ++row) {
        const KeyRange visible = p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
        setClass(matrix, row, row + 1, 0, visible.empty() ? matrix.cols : visible.begin, CellClass::Masked);
        setClass(matrix, row, row + 1, visible.empty() ? matrix.cols : visible.end, matrix.cols, CellClass::Masked);
    }
}

/// a - b in representable values of `type`; what neither side has keeps its class.
std::shared_ptr<Matrix> difference(DType type, const Matrix &a, const ulpscope::Matrix &b)
{
    ulpscope::Matrix left(a.rows, a.cols);
    left.data = a.values;
    auto result = valuesOf(bitDifference(type, left, b).ulps);
    result->classes = a.classes;
    return result;
}

/// Of the cells that hold values; `other`: of a second matrix beside it, whose infinities are masked cells.
std::shared_ptr<const MatrixStatistics> statisticsOf(const Matrix &matrix, const std::vector<float> &other = {})
{
    auto statistics = std::make_shared<MatrixStatistics>(MatrixStatistics::of(matrix));
    for (float value : other) {
        if (!std::isfinite(value) || value == 0.0f)
            continue;
        statistics->min = std::min(statistics->min, value);
        statistics->max = std::max(statistics->max, value);
        statistics->smallestMagnitude = std::min(statistics->smallestMagnitude, std::abs(value));
        statistics->largestMagnitude = std::max(statistics->largestMagnitude, std::abs(value));
    }
    return statistics;
}

/// The power of ten at or below the median of what is not zero: half of the cells lie in the linear part of a symlog
/// scale or one decade above.
double typicalMagnitude(const Matrix &matrix)
{
    std::vector<float> magnitudes;
    for (float value : matrix.values) {
        if (std::isfinite(value) && value != 0.0f)
            magnitudes.push_back(std::abs(value));
    }
    if (magnitudes.empty())
        return 1;
    const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
    std::nth_element(magnitudes.begin(), middle, magnitudes.end());
    return std::pow(10.0, std::floor(std::log10(static_cast<double>(*middle))));
}

MatrixContent absent(const char *why)
{
    MatrixContent content;
    content.absent = translate(why);
    return content;
}

MatrixContent overKeys(const Session &session, MatrixQuantity quantity, Shown shown)
{
    const Side side = shown == Shown::B ? Side::B : Side::A;
    const std::shared_ptr<const HeadTrace> trace = session.trace(side);
    if (!trace)
        return absent(side == Side::B && !session.spec(Side::B)
                          ? QT_TRANSLATE_NOOP("MatrixView", "B is an output alone: it has no scores")
                          : QT_TRANSLATE_NOOP("MatrixView", "Computing…"));
    const bool isScores = quantity == MatrixQuantity::Scores;
    const ulpscope::Matrix &source = isScores ? trace->scores : trace->probs;
    if (source.empty())
        return absent(QT_TRANSLATE_NOOP(
            "MatrixView", "S and P are not kept for more than 4096 × 4096 cells; select a row to see its values"));
    auto matrix = sharing(trace, source);
    markMasked(*matrix, trace->spec.problem, trace->batch);

    MatrixContent content;
    if (shown == Shown::Difference) {
        const std::shared_ptr<const HeadTrace> other = session.trace(Side::B);
        if (!other)
            return absent(session.spec(Side::B)
                              ? QT_TRANSLATE_NOOP("MatrixView", "Computing…")
                              : QT_TRANSLATE_NOOP("MatrixView", "There is no second run to subtract"));
        const ulpscope::Matrix &subtrahend = isScores ? other->scores : other->probs;
        if (subtrahend.rows != matrix->rows || subtrahend.cols != matrix->cols)
            return absent(QT_TRANSLATE_NOOP("MatrixView", "A and B have different shapes"));
        matrix = difference(DType::F32, *matrix, subtrahend);
        content.quantity = translate(isScores ? QT_TRANSLATE_NOOP("MatrixView", "A − B of S (ulp of fp32)")
                                              : QT_TRANSLATE_NOOP("MatrixView", "A − B of P (ulp of fp32)"));
        content.scales = {ScaleKind::UlpInteger, ScaleKind::Linear};
        content.map = QStringLiteral("diverging");
    } else {
        content.quantity = translate(isScores ? QT_TRANSLATE_NOOP("MatrixView", "raw score q·k")
                                              : QT_TRANSLATE_NOOP("MatrixView", "P, relative to the running max"));
        content.scales =
            isScores ? QList{ScaleKind::Linear, ScaleKind::Symlog} : QList{ScaleKind::Log, ScaleKind::Linear};
        content.map = QStringLiteral("viridis");
    }
    if (matrix->values.size() <= kMaxFilledCells) {
        const std::shared_ptr<const HeadTrace> other = session.trace(shown == Shown::B ? Side::A : Side::B);
        content.filledBy[static_cast<std::size_t>(side)] = trace;
        if (shown == Shown::Difference)
            content.filledBy[static_cast<std::size_t>(Side::B)] = other;
        content.range = shown == Shown::Difference || !other
                            ? statisticsOf(*matrix)
                            : statisticsOf(*matrix, isScores ? other->scores.data : other->probs.data);
    }
    content.matrix = std::move(matrix);
    content.overKeys = true;
    content.rowLabel = translate(QT_TRANSLATE_NOOP("MatrixView", "query row"));
    content.columnLabel = translate(QT_TRANSLATE_NOOP("MatrixView", "key"));
    return content;
}

QString errorQuantity(ErrorMetric metric, DType type)
{
    const QString format =
        QString::fromLatin1(formatInfo(type).name.data(), static_cast<int>(formatInfo(type).name.size()));
    switch (metric) {
    case ErrorMetric::Ulp: return translate(QT_TRANSLATE_NOOP("MatrixView", "error (ulp of %1)")).arg(format);
    case ErrorMetric::OrdinalUlp:
        return translate(QT_TRANSLATE_NOOP("MatrixView", "distance from the correctly rounded value (%1 values)"))
            .arg(format);
    case ErrorMetric::Absolute: return translate(QT_TRANSLATE_NOOP("MatrixView", "error"));
    case ErrorMetric::Relative: return translate(QT_TRANSLATE_NOOP("MatrixView", "relative error"));
    case ErrorMetric::PerTerms: return translate(QT_TRANSLATE_NOOP("MatrixView", "error / sum of |p v|"));
    case ErrorMetric::SignificantBits: return translate(QT_TRANSLATE_NOOP("MatrixView", "significant bits"));
    }
    return {};
}

MatrixContent ofOutput(const Session &session, MatrixQuantity quantity, Shown shown, ErrorMetric metric)
{
    const std::shared_ptr<const Reference> reference = session.reference();
    MatrixContent content;
    content.rowLabel = translate(QT_TRANSLATE_NOOP("MatrixView", "query row"));
    content.columnLabel = translate(QT_TRANSLATE_NOOP("MatrixView", "column of O"));
    content.scales = {ScaleKind::Linear, ScaleKind::Symlog};
    content.map = QStringLiteral("viridis");
    if (quantity == MatrixQuantity::Reference) {
        if (!reference)
            return absent(QT_TRANSLATE_NOOP("MatrixView", "Computing…"));
        content.matrix = matrixOf(reference->rows, reference->cols,
                                  std::vector<float>(reference->output.begin(), reference->output.end()));
        content.quantity = translate(QT_TRANSLATE_NOOP("MatrixView", "O in float64"));
        return content;
    }
    const Side side = shown == Shown::B ? Side::B : Side::A;
    const std::shared_ptr<const ulpscope::Matrix> output = session.output(side);
    if (!output)
        return absent(side == Side::B && !session.hasB() ? QT_TRANSLATE_NOOP("MatrixView", "There is no second run")
                                                         : QT_TRANSLATE_NOOP("MatrixView", "Computing…"));
    const DType type = session.inputs()->problem.dtype;
    if (shown == Shown::Difference) {
        const std::shared_ptr<const ulpscope::Matrix> other = session.output(Side::B);
        if (!other)
            return absent(session.hasB() ? QT_TRANSLATE_NOOP("MatrixView", "Computing…")
                                         : QT_TRANSLATE_NOOP("MatrixView", "There is no second run to subtract"));
        content.matrix = difference(type, *sharing(output, *output), *other);
        content.quantity = translate(QT_TRANSLATE_NOOP("MatrixView", "A − B of O (representable values apart)"));
        content.scales = {ScaleKind::UlpInteger, ScaleKind::Linear};
        content.map = QStringLiteral("diverging");
        return content;
    }
    if (quantity == MatrixQuantity::Error) {
        if (!reference)
            return absent(QT_TRANSLATE_NOOP("MatrixView", "Computing…"));
        content.matrix = valuesOf(errorMap(metric, type, *output, *reference));
        content.quantity = errorQuantity(metric, type);
        content.map = metric == ErrorMetric::SignificantBits ? QStringLiteral("viridis") : QStringLiteral("diverging");
        // Where the output cancels to almost nothing an error is thousands of ulps: a linear scale would show only
        // that.
        content.scales = metric == ErrorMetric::OrdinalUlp        ? QList{ScaleKind::UlpInteger, ScaleKind::Linear}
                         : metric == ErrorMetric::SignificantBits ? QList{ScaleKind::Linear}
                                                                  : QList{ScaleKind::Symlog, ScaleKind::Linear};
        if (content.scales.front() == ScaleKind::Symlog && metric != ErrorMetric::Ulp)
            content.linthresh = typicalMagnitude(*content.matrix);
        return content;
    }
    auto matrix = sharing(output, *output);
    content.quantity = translate(QT_TRANSLATE_NOOP("MatrixView", "output"));
    if (matrix->values.size() <= kMaxFilledCells) {
        content.filledBy[static_cast<std::size_t>(side)] = session.trace(side); // an output alone has none
        const std::shared_ptr<const ulpscope::Matrix> other = session.output(shown == Shown::B ? Side::A : Side::B);
        content.range = other ? statisticsOf(*matrix, other->data) : statisticsOf(*matrix);
    }
    content.matrix = std::move(matrix);
    return content;
}

} // namespace

void setClass(Matrix &matrix, int rowBegin, int rowEnd, int colBegin, int colEnd, CellClass cellClass)
{
    if (rowBegin >= rowEnd || colBegin >= colEnd)
        return; // where nothing is masked there are no classes: less to read for whoever draws
    if (matrix.classes.empty())
        matrix.classes.assign(matrix.values.size(), CellClass::Value);
    for (int r = rowBegin; r < rowEnd; ++r)
        std::fill(matrix.classes.begin() + static_cast<std::ptrdiff_t>(matrix.index(r, colBegin)),
                  matrix.classes.begin() + static_cast<std::ptrdiff_t>(matrix.index(r, colEnd)), cellClass);
}

QString matrixQuantityKey(MatrixQuantity quantity)
{
    switch (quantity) {
    case MatrixQuantity::Scores: return QStringLiteral("scores");
    case MatrixQuantity::Probs: return QStringLiteral("probs");
    case MatrixQuantity::Output: return QStringLiteral("output");
    case MatrixQuantity::Reference: return QStringLiteral("reference");
    case MatrixQuantity::Error: return QStringLiteral("error");
    }
    return {};
}

std::optional<MatrixQuantity> matrixQuantityFromKey(const QString &key)
{
    for (MatrixQuantity quantity : kMatrixQuantities) {
        if (matrixQuantityKey(quantity) == key)
            return quantity;
    }
    return std::nullopt;
}

QString matrixQuantityName(MatrixQuantity quantity)
{
    switch (quantity) {
    case MatrixQuantity::Scores: return translate(QT_TRANSLATE_NOOP("MatrixView", "S: scores"));
    case MatrixQuantity::Probs: return translate(QT_TRANSLATE_NOOP("MatrixView", "P: exponentials"));
    case MatrixQuantity::Output: return translate(QT_TRANSLATE_NOOP("MatrixView", "O: output"));
    case MatrixQuantity::Reference: return translate(QT_TRANSLATE_NOOP("MatrixView", "O in float64"));
    case MatrixQuantity::Error: return translate(QT_TRANSLATE_NOOP("MatrixView", "Error of O"));
    }
    return {};
}

QString headText(const Session &session)
{
    const Selection &s = session.selection();
    return session.inputs() && session.inputs()->problem.batch > 1
               ? translate(QT_TRANSLATE_NOOP("MatrixView", "head %1, batch entry %2")).arg(s.head).arg(s.batch)
               : translate(QT_TRANSLATE_NOOP("MatrixView", "head %1")).arg(s.head);
}

QString errorMetricTitle(ErrorMetric metric)
{
    switch (metric) {
    case ErrorMetric::Ulp: return translate(QT_TRANSLATE_NOOP("MatrixView", "ulp"));
    case ErrorMetric::OrdinalUlp: return translate(QT_TRANSLATE_NOOP("MatrixView", "values apart"));
    case ErrorMetric::Absolute: return translate(QT_TRANSLATE_NOOP("MatrixView", "absolute"));
    case ErrorMetric::Relative: return translate(QT_TRANSLATE_NOOP("MatrixView", "relative"));
    case ErrorMetric::PerTerms: return translate(QT_TRANSLATE_NOOP("MatrixView", "per |p v|"));
    case ErrorMetric::SignificantBits: return translate(QT_TRANSLATE_NOOP("MatrixView", "significant bits"));
    }
    return {};
}

void fillErrorMetrics(QComboBox &choice)
{
    choice.clear();
    for (ErrorMetric metric : kErrorMetrics) {
        const std::string_view name = errorMetricName(metric);
        choice.addItem(errorMetricTitle(metric), QString::fromLatin1(name.data(), static_cast<int>(name.size())));
    }
    choice.setAccessibleName(translate(QT_TRANSLATE_NOOP("MatrixView", "Error metric")));
    choice.setToolTip(translate(QT_TRANSLATE_NOOP("MatrixView", "How the error against float64 is measured")));
}

MatrixContent matrixContent(const Session &session, MatrixQuantity quantity, Shown shown, ErrorMetric metric)
{
    if (!session.inputs())
        return absent(QT_TRANSLATE_NOOP("MatrixView", "Open a file or a sample"));
    if (quantity == MatrixQuantity::Scores || quantity == MatrixQuantity::Probs)
        return overKeys(session, quantity, shown);
    return ofOutput(session, quantity, shown, metric);
}

} // namespace ulpscope::ui
