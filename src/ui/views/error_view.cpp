// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/error_view.h"

#include "ui/plot/budget_bars.h"
#include "ui/plot/histogram_plot.h"
#include "ui/theme/application_style.h"
#include "ui/views/divergence_text.h"
#include "ui/views/source_title.h"

#include <QComboBox>
#include <QResizeEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {
namespace {

// px that a part needs at base size; where there is less it is left out and comes back with room.
constexpr double kRangeControlWidth = 420, kRangeControlHeight = 300, kSideWidth = 380, kHistogramHeight = 110;
const QString kPercent = QStringLiteral(" %");
constexpr int kUlpReach = 10;
constexpr int kHalfBins = 20;
constexpr std::size_t kMostMarked = 500; ///< cells; frames around more would hide the map

QString number(double x, int digits = 4)
{
    return std::isfinite(x) ? tickLabel(QString::number(x, 'g', digits).toDouble()) : QString::number(x);
}

/// At or above `x`: 1, 2 or 5 times a power of ten.
double roundUp(double x)
{
    const double decade = std::pow(10.0, std::floor(std::log10(x)));
    for (double step : {1.0, 2.0, 5.0}) {
        if (x <= step * decade)
            return step * decade;
    }
    return 10 * decade;
}

/// Bins of equal width about 0 that hold all but the outermost twentieth; the outer ones are open.
std::vector<HistogramBin> signedBins(const std::vector<float> &errors, double smallestLimit)
{
    std::vector<float> magnitudes;
    for (float e : errors) {
        if (std::isfinite(e) && e != 0.0f)
            magnitudes.push_back(std::abs(e));
    }
    double limit = smallestLimit;
    if (!magnitudes.empty()) {
        const auto place = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() * 19 / 20);
        std::nth_element(magnitudes.begin(), place, magnitudes.end());
        limit = std::max(limit, roundUp(static_cast<double>(*place)));
    }
    if (limit == 0)
        limit = 1;
    const double width = limit / kHalfBins, infinity = std::numeric_limits<double>::infinity();
    std::vector<HistogramBin> bins;
    for (int i = -kHalfBins; i <= kHalfBins; ++i) {
        const QString label = tickLabel(QString::number(i * width, 'g', 3).toDouble());
        const bool first = i == -kHalfBins, last = i == kHalfBins;
        bins.push_back({first  ? QStringLiteral("≤") + label
                        : last ? QStringLiteral("≥") + label
                               : label,
                        first ? -infinity : (i - 0.5) * width, last ? infinity : (i + 0.5) * width, 0});
    }
    for (float e : errors) {
        if (!std::isnan(e)) {
            const double at = std::clamp(std::floor(static_cast<double>(e) / width + 0.5),
                                         static_cast<double>(-kHalfBins), static_cast<double>(kHalfBins));
            ++bins[static_cast<std::size_t>(at + kHalfBins)].count;
        }
    }
    return bins;
}

/// The export of the view: the map on the left, histogram and budget on the right. The budget gets the height that its
/// rows need, the map less width on a narrow page, where names and values of the budget need theirs.
class ErrorFigure : public FigureSource {
public:
    ErrorFigure(std::unique_ptr<FigureSource> map, std::unique_ptr<FigureSource> histogram,
                std::unique_ptr<BudgetFigure> budget)
        : m_map(std::move(map)), m_histogram(std::move(histogram)), m_budget(std::move(budget))
    {}
    void paintFigure(const FigureContext &context) const override
    {
        constexpr double kNarrow = 1.6, kMostForBudget = 0.64;
        const QRectF &r = context.rect;
        const double left = r.width() * (r.width() < kNarrow * r.height() ? 0.5 : 0.58), right = r.width() - left;
        const double budget =
            m_budget ? std::min(m_budget->wantedHeight(right, context.theme), kMostForBudget * r.height()) : 0;
        paint(*m_map, context, {r.left(), r.top(), left, r.height()});
        paint(*m_histogram, context,
              {r.left() + left, r.top(), right, m_budget ? r.height() - budget : r.height() / 2});
        if (m_budget)
            paint(*m_budget, context, {r.left() + left, r.bottom() - budget, right, budget});
    }
    QString figureDescription() const override
    {
        return m_map->figureDescription() + QLatin1Char(' ') + m_histogram->figureDescription() +
               (m_budget ? QLatin1Char(' ') + m_budget->figureDescription() : QString());
    }

private:
    static void paint(const FigureSource &part, const FigureContext &context, const QRectF &rect)
    {
        part.paintFigure(FigureContext{context.painter, context.plotPainter, rect, context.theme, context.vector});
    }
    std::unique_ptr<FigureSource> m_map, m_histogram;
    std::unique_ptr<BudgetFigure> m_budget;
};

} // namespace

ErrorView::ErrorView(Session &session, QWidget *parent, const QString &id)
    : HeatmapBase(session, id, parent),
      m_histogram(new HistogramPlot),
      m_budget(new BudgetBars),
      m_facts(new FactList),
      m_splitter(new QSplitter(Qt::Horizontal)),
      m_side(new QWidget)
{
    auto *side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    side->addWidget(m_histogram, 1);
    side->addWidget(m_facts);
    side->addWidget(m_budget);
    m_facts->setObjectName(id + QStringLiteral(".facts"));
    // What arrange() shows fits; what a part would like to have must not keep the view from getting smaller.
    for (QWidget *part : {static_cast<QWidget *>(m_histogram), static_cast<QWidget *>(m_budget), m_side})
        part->setMinimumSize(1, 1);
    m_splitter->addWidget(m_map);
    m_splitter->addWidget(m_side);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({600, 400});
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setObjectName(id + QStringLiteral(".splitter"));
    setBody(m_splitter);
    m_splitter->setFocusProxy(m_map);
    fillErrorMetrics(*m_metric);
    addChoice(m_metric, QStringLiteral("metric"));

    connect(&session, &Session::budgetChanged, this, &ErrorView::showBudget);
    connect(&session, &Session::selectionChanged, this, &ErrorView::showBudget);
    connect(m_histogram, &HistogramPlot::clicked, this, [this] {
        showFacts();
        showMarks();
    });
    rebuild();
}

void ErrorView::retranslate()
{
    fillErrorMetrics(*m_metric);
    scheduleRebuild();
}

void ErrorView::showScaleText() { setScaleText(m_content.matrix ? scaleDescription(m_map->scale()) : QString()); }

void ErrorView::rebuild()
{
    const bool had = hasFigure();
    showChoice(m_metric, QStringLiteral("metric"));
    setChoiceWanted(m_metric, !isDifference());
    m_content = matrixContent(session(), MatrixQuantity::Error, shown(), chosenMetric());
    setAbsent(m_content.absent);
    setSubtitle(!m_content.matrix
                    ? QString()
                    : headText(session()) + QStringLiteral(" · ") +
                          (isDifference() ? tr("A − B of the final output") : tr("final output against float64")));
    if (m_content.matrix) {
        m_binding->show(m_content, m_content.matrix,
                        isDifference() ? QStringLiteral("difference") : m_metric->currentData().toString());
        showHistogram();
        m_table.setErrors(m_content.matrix, chosenMetric() == ErrorMetric::SignificantBits && !isDifference(),
                          session().output(side()), session().reference(),
                          isDifference() ? session().output(Side::B) : nullptr, m_content.quantity);
    } else {
        m_table.setErrors(nullptr, false, nullptr, nullptr, nullptr, {});
    }
    showScaleText();
    showFacts();
    showBudget();
    showMarks();
    if (had != hasFigure())
        emit figureChanged();
}

void ErrorView::showHistogram()
{
    const std::vector<float> &errors = m_content.matrix->values;
    HistogramState histogram;
    if (isDifference() || chosenMetric() == ErrorMetric::OrdinalUlp)
        histogram.bins = ulpBins(errors, kUlpReach);
    else if (chosenMetric() == ErrorMetric::SignificantBits)
        histogram.bins = equalBins(errors, 2 * kHalfBins);
    else
        histogram.bins = signedBins(errors, chosenMetric() == ErrorMetric::Ulp ? 1 : 0);
    histogram.valueLabel = isDifference() ? tr("A − B (values apart)") : m_content.quantity;
    histogram.logCounts = m_histogram->state().logCounts;
    m_histogram->setState(histogram);
}

void ErrorView::showFacts()
{
    FactList::Facts facts;
    if (!m_content.matrix)
        return m_facts->setFacts(facts);
    const DType type = session().inputs()->problem.dtype;
    if (isDifference()) {
        const BitDifference d = bitDifference(type, *session().output(Side::A), *session().output(Side::B));
        facts << std::pair(tr("values that differ"), QString::number(d.mismatches))
              << std::pair(tr("of all"), percentOf(d.mismatches, d.count) + kPercent)
              << std::pair(tr("farthest apart"),
                           d.maxUlp == kInfiniteUlpDistance ? QStringLiteral("∞") : QString::number(d.maxUlp))
              << std::pair(tr("largest difference"), number(d.maxAbs, 3));
    } else {
        const Reference &reference = *session().reference();
        const ulpscope::Matrix &output = *session().output(side());
        ulpscope::Matrix errors(m_content.matrix->rows, m_content.matrix->cols);
        errors.data = m_content.matrix->values;
        const ErrorSummary s = summarise(errors, type, output, reference, chosenMetric());
        facts << std::pair(chosenMetric() == ErrorMetric::SignificantBits ? tr("fewest") : tr("max"), number(s.worst))
              << std::pair(tr("rms"), number(s.rms)) << std::pair(tr("bias"), number(s.bias))
              << std::pair(tr("correctly rounded"), percentOf(s.bitEqual, s.elements) + kPercent);
        if (session().hasB()) {
            const std::shared_ptr<const ulpscope::Matrix> other =
                session().output(shown() == Shown::B ? Side::A : Side::B);
            if (other) {
                const BitDifference d = bitDifference(type, output, *other);
                facts << std::pair(shown() == Shown::B ? tr("bit-equal to A") : tr("bit-equal to B"),
                                   percentOf(d.count - d.mismatches, d.count) + kPercent);
            }
        }
        if (s.undefined > 0)
            facts << std::pair(tr("not defined"), QString::number(s.undefined));
        if (s.nan + s.infinite > 0)
            facts << std::pair(tr("NaN, infinite"), QStringLiteral("%1, %2").arg(s.nan).arg(s.infinite));
        double bound = 0; // of float64 itself, in ulp of the format: what the numbers above cannot be better than
        for (std::size_t i = 0; i < reference.output.size(); ++i) {
            if (std::isfinite(reference.output[i]))
                bound = std::max(bound, reference.outputBound[i] / ulpSize(type, reference.output[i]));
        }
        facts << std::pair(tr("float64 itself (ulp)"), QStringLiteral("≤ ") + number(bound, 2));
    }
    if (const HistogramState &histogram = m_histogram->state();
        histogram.selected >= 0 && histogram.selected < static_cast<int>(histogram.bins.size())) {
        const quint64 count = histogram.bins[static_cast<std::size_t>(histogram.selected)].count;
        facts << std::pair(count > kMostMarked ? tr("in the bar, too many to mark") : tr("in the bar, marked"),
                           QString::number(count));
    }
    m_facts->setFacts(facts);
    arrange();
}

void ErrorView::showBudget()
{
    const Selection &selection = session().selection();
    BudgetState budget;
    budget.unit = tr("ulp");
    const std::shared_ptr<const RowBudget> row = session().rowBudget(side());
    const bool ofCell =
        row && selection.row >= 0 && selection.column >= 0 && selection.column < static_cast<int>(row->total.size());
    if (ofCell && session().inputs()) {
        const std::size_t column = static_cast<std::size_t>(selection.column);
        const double ulp = ulpSize(session().inputs()->problem.dtype, row->reference[column]);
        for (std::size_t i = 0; i < row->order.size(); ++i)
            budget.entries.push_back({sourceTitle(row->order[i]), row->parts[i][column] / ulp,
                                      row->order[i] == ErrorSource::OutputRounding});
        budget.total = row->total[column] / ulp;
        budget.note =
            tr("O[%1, %2]; made exact one after another, from the top").arg(selection.row).arg(selection.column);
    } else if (const std::shared_ptr<const BudgetSummary> summary = session().budget(side())) {
        budget.cumulative = false;
        for (std::size_t i = 0; i < summary->order.size(); ++i)
            budget.entries.push_back(
                {sourceTitle(summary->order[i]), summary->rms[i], summary->order[i] == ErrorSource::OutputRounding});
        budget.total = summary->totalRms;
        budget.note = tr("at the row's rms; rms over %1 of %2 rows; select a cell for its signed budget")
                          .arg(summary->rows)
                          .arg(summary->rowsInAll);
    }
    m_budget->setState(budget);
    arrange();
}

void ErrorView::showMarks()
{
    if (!m_content.matrix)
        return;
    HeatmapMarks marks = commonMarks();
    const HistogramState &histogram = m_histogram->state();
    if (histogram.selected >= 0 && histogram.selected < static_cast<int>(histogram.bins.size())) {
        const HistogramBin &bin = histogram.bins[static_cast<std::size_t>(histogram.selected)];
        const Matrix &map = *m_content.matrix;
        for (std::size_t i = 0; i < map.values.size() && bin.count <= kMostMarked; ++i) {
            const double e = map.values[i];
            const int row = static_cast<int>(i) / map.cols, col = static_cast<int>(i) % map.cols;
            if (e >= bin.low && (e < bin.high || std::isinf(bin.high)))
                marks.highlights.push_back({row, col, row + 1, col + 1});
        }
    }
    m_map->setMarks(marks);
}

void ErrorView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    arrange();
}

/// The map has the first claim on the space, then histogram and facts, then the budget.
void ErrorView::arrange()
{
    const Theme &theme = currentTheme();
    const int forPlots = bodyHeight() - m_facts->sizeHint().height();
    m_side->setVisible(width() >= theme.length(kSideWidth));
    const int mapWidth = m_side->isHidden() ? width() : width() * 3 / 5;
    m_map->setRangeControlVisible(mapWidth >= theme.length(kRangeControlWidth) &&
                                  height() >= theme.length(kRangeControlHeight));
    m_histogram->setVisible(forPlots >= theme.length(kHistogramHeight));
    m_budget->setMaximumHeight(m_budget->sizeHint().height());
    m_budget->setVisible(!m_budget->state().entries.empty() && !isDifference() &&
                         forPlots - m_budget->sizeHint().height() >= theme.length(kHistogramHeight));
}

std::unique_ptr<FigureSource> ErrorView::figure() const
{
    if (!m_content.matrix)
        return nullptr;
    HeatmapState map = m_map->state();
    map.marks.highlights.clear(); // where the pointer is is no part of a figure
    const bool budget = !m_budget->state().entries.empty() && !isDifference();
    return std::make_unique<ErrorFigure>(std::make_unique<HeatmapFigure>(std::move(map)), m_histogram->figure(),
                                         budget ? m_budget->figure() : nullptr);
}

} // namespace ulpscope::ui
