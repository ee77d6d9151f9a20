// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/run/arrivals.h"

#include <QStringList>

#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace ulpscope::ui {

/// The results that stand in the table, in its order.
enum class Witness { Best, Worst, Smallest, Largest };
inline constexpr std::array kWitnesses = {Witness::Best, Witness::Worst, Witness::Smallest, Witness::Largest};

/// Everything that the view of an ensemble of orders draws.
struct EnsembleState {
    std::shared_ptr<const ArrivalAnswer> answer; ///< null: nothing to draw
    QStringList names;                           ///< of the partial results
    QString title;                               ///< figures only
    bool logCounts = false;
    bool isFigure = false;      ///< as high as the paper is: what does not fit is left out
    int bin = -1, witness = -1; ///< under the pointer or the keyboard; -1: none

    bool empty() const { return !answer; }
    const EnsembleResult &result() const { return answer->result; }
    DType format() const { return answer->question.terms.format; }
    const OrderWitness &at(Witness which) const;
    /// The bins of the histogram from the lowest to the highest, the empty ones between them too.
    std::vector<UlpBin> bins() const;
    std::int64_t distance(double value) const; ///< representable values above the correctly rounded sum

    QString value(double number) const;
    QString bits(std::uint64_t pattern) const;
    QString witnessName(Witness which) const;
    QString orderText(const std::vector<int> &order) const; ///< "3 0 2 1"
    QString orderNames(const std::vector<int> &order) const;
    QStringList facts() const;
    QString describeBin(int index) const;
    QString describeWitness(int index) const;
    QString describe() const; ///< all of it in a few sentences
};

/// Where the parts lie, and how high all of it is at this width.
struct EnsembleLayout {
    EnsembleLayout(const EnsembleState &state, const QRectF &area, const Theme &theme);

    QRectF facts, histogram, table, orders;
    std::vector<QRectF> columns; ///< [bin] of the histogram, as high as it is
    std::vector<QRectF> rows;    ///< [witness] those that are shown
    double height = 0;
    bool bitsBelow = false;                    ///< in the table, each below its value
    int binAt(const QPointF &point) const;     ///< -1: none
    int witnessAt(const QPointF &point) const; ///< -1: none

private:
    void place(const EnsembleState &state, const QRectF &area, const Theme &theme, int leastHistogram, int witnesses,
               bool hasOrders);
};

void paintEnsemble(QPainter &painter, const QRectF &area, const EnsembleState &state, const Theme &theme);

class EnsembleFigure : public FigureSource {
public:
    explicit EnsembleFigure(EnsembleState state) : m_state(std::move(state)) { m_state.isFigure = true; }
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override { return m_state.describe(); }

private:
    EnsembleState m_state;
};

} // namespace ulpscope::ui
