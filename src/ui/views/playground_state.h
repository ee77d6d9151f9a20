// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/reduction/rounding_steps.h"
#include "engine/reduction/sum_text.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ulpscope::ui {

/// What stands in the playground at first; the text is of the article that the program grew from.
inline constexpr char kPlaygroundText[] = "1e8 + (-1e8 + 1)", kPlaygroundFormat[] = "fp32";

/// What one tree makes of the numbers.
struct ShapeResult {
    QString key; ///< of the view state: "typed", "pairwise"
    SumSteps sum;
    int pattern = 0; ///< equal results have equal ones; 0 is that of the first tree
};

/// Everything that the associativity playground shows: a sum as typed, in a format and a tree, taken apart.
struct PlaygroundState {
    PlaygroundState() = default;
    /// `format` is a name of formatInfo(), `tree` one of treeKeys().
    PlaygroundState(const QString &text, const QString &format, const QString &tree);

    bool isEmpty() const { return sum.terms.empty(); }
    int stepCount() const { return static_cast<int>(steps().steps.size()); }
    const SumStep &step(int index) const { return steps().steps[static_cast<std::size_t>(index)]; }
    const SumSteps &steps() const { return shapes[static_cast<std::size_t>(shape)].sum; }

    /// "1e8", or "step 2: 100000000", or "step 2" where it is `brief`
    QString operandText(int operand, bool brief = false) const;
    QStringList stepText(int index) const; ///< what rounding did; error and accumulated error
    QString ordersText() const;            ///< "All 40 320 orders: 275 different results from ... to ..."
    QString termsText() const;             ///< numbers that the format does not hold, and what it holds instead
    QString describeStep(int index) const; ///< a step in one sentence
    QString describe() const;              ///< all of it in a few sentences

    QString value(double number) const;     ///< as a number of the format, in as few digits as tell it from the others
    QString shortText(double number) const; ///< any number in six digits
    QString pattern(double number) const;   ///< "0x3f800000"
    QString ulps(double error) const;       ///< "+0.50", or a dash where there is no measure
    static QString treeName(const QString &key);
    static const QStringList &treeKeys();
    static const std::vector<DType> &formats();

    DType format = DType::F32;
    Phrase problem; ///< why there is nothing to show
    WrittenSum sum;
    std::vector<MergeTree> trees; ///< [shape]
    std::vector<ShapeResult> shapes;
    int shape = 0; ///< the chosen one
    OrderResults orders;
    int current = -1;      ///< step under the pointer or the keyboard; -1: none
    int currentShape = -1; ///< tree under the pointer
};

/// A sum to begin with.
struct PlaygroundExample {
    QString title;
    const char *text;
    const char *format;
    const char *tree;
};
std::vector<PlaygroundExample> playgroundExamples();

} // namespace ulpscope::ui
