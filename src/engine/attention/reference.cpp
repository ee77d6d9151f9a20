// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/attention/reference.h"

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace ulpscope {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using FloatRows = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
constexpr double kUnit = 0x1p-53;

/// The matrices of one head in double, converted once for all rows.
struct HeadMatrices {
    RowMatrix k, v;
    HeadMatrices(const Problem &p, const Inputs &in, int batch, int kvHead)
        : k(FloatRows(in.kRows(p, batch, kvHead), p.seqlenK, p.headDim).cast<double>()),
          v(FloatRows(in.vRows(p, batch, kvHead), p.seqlenK, p.headDimV).cast<double>())
    {}
};

struct RowSoftmax {
    KeyRange keys;
    Eigen::VectorXd scores;  ///< unscaled, visible keys only
    Eigen::VectorXd weights; ///< not normalised: exp(scaled - max)
    double max = 0;
    double sum = 0;
};

RowSoftmax rowSoftmax(const Problem &p, const Inputs &in, const HeadMatrices &m, int batch, int head, int row)
{
    RowSoftmax r;
    r.keys = p.mask.visibleKeys(batch, row, p.seqlenQ, p.seqlenK);
    if (r.keys.empty())
        return r;
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXf>(
                                  in.qRows(p, batch, head) + static_cast<std::ptrdiff_t>(row) * p.headDim, p.headDim)
                                  .cast<double>();
    const int count = r.keys.end - r.keys.begin;
    r.scores = m.k.middleRows(r.keys.begin, count) * q;
    Eigen::VectorXd scaled = r.scores * static_cast<double>(p.scale);
    if (p.softcap > 0) {
        const double cap = static_cast<double>(p.softcap);
        scaled = (scaled / cap).unaryExpr([](double x) { return std::tanh(x); }) * cap;
    }
    r.max = scaled.maxCoeff();
    r.weights = (scaled.array() - r.max).exp().matrix();
    r.sum = r.weights.sum();
    return r;
}

} // namespace

Result<Reference> referenceAttention(const Problem &p, const Inputs &in, int batch, int head, int rowBegin, int rowEnd,
                                     std::stop_token stop)
{
    Reference ref;
    ref.rows = rowEnd - rowBegin;
    ref.cols = p.headDimV;
    const std::size_t cells = static_cast<std::size_t>(ref.rows) * static_cast<std::size_t>(ref.cols);
    ref.output.assign(cells, 0.0);
    ref.outputBound.assign(cells, 0.0);
    ref.termSums.assign(cells, 0.0);
    ref.lse.assign(static_cast<std::size_t>(ref.rows), -std::numeric_limits<double>::infinity());

    const HeadMatrices m(p, in, batch, p.kvHeadOf(head));
    for (int row = rowBegin; row < rowEnd; ++row) {
        if (stop.stop_requested())
            return Status::cancelled();
        const RowSoftmax r = rowSoftmax(p, in, m, batch, head, row);
        if (r.keys.empty())
            continue;
        const int count = r.keys.end - r.keys.begin;
        const auto visibleV = m.v.middleRows(r.keys.begin, count);
        const std::size_t out = static_cast<std::size_t>(row - rowBegin);
        const Eigen::RowVectorXd o = (r.weights.transpose() * visibleV) / r.sum;
        // First order: the score error (headDim roundings, the scaling, the subtraction, exp) perturbs each weight
        // relatively; summation and division add seqlenK + 2 roundings. |q|.|k| is bounded by the row's largest |s|
        // times headDim only for one-signed data, so use the norms.
        const double qNorm = Eigen::Map<const Eigen::VectorXf>(
                                 in.qRows(p, batch, head) + static_cast<std::ptrdiff_t>(row) * p.headDim, p.headDim)
                                 .cast<double>()
                                 .norm();
        const double kNorm = m.k.middleRows(r.keys.begin, count).rowwise().norm().maxCoeff();
        const double scoreError =
            ((p.headDim + 1) * qNorm * kNorm * std::abs(static_cast<double>(p.scale)) + 2 * std::abs(r.max) + 4) *
            kUnit;
        const Eigen::RowVectorXd magnitude = (r.weights.transpose() * visibleV.cwiseAbs()) / r.sum;
        const double relative = 2 * scoreError + (2 * count + 3) * kUnit;
        for (int c = 0; c < ref.cols; ++c) {
            const std::size_t cell = out * static_cast<std::size_t>(ref.cols) + static_cast<std::size_t>(c);
            ref.output[cell] = o[c];
            ref.outputBound[cell] = relative * magnitude[c];
            ref.termSums[cell] = magnitude[c];
        }
        ref.lse[out] = r.max + std::log(r.sum);
    }
    return ref;
}

std::vector<double> referenceScores(const Problem &p, const Inputs &in, int batch, int head, int row)
{
    const HeadMatrices m(p, in, batch, p.kvHeadOf(head));
    const RowSoftmax r = rowSoftmax(p, in, m, batch, head, row);
    std::vector<double> scores(static_cast<std::size_t>(p.seqlenK), -std::numeric_limits<double>::infinity());
    for (int j = r.keys.begin; j < r.keys.end; ++j)
        scores[static_cast<std::size_t>(j)] = r.scores[j - r.keys.begin];
    return scores;
}

std::vector<double> referenceWeights(const Problem &p, const Inputs &in, int batch, int head, int row)
{
    const HeadMatrices m(p, in, batch, p.kvHeadOf(head));
    const RowSoftmax r = rowSoftmax(p, in, m, batch, head, row);
    std::vector<double> weights(static_cast<std::size_t>(p.seqlenK), 0.0);
    for (int j = r.keys.begin; j < r.keys.end; ++j)
        weights[static_cast<std::size_t>(j)] = r.weights[j - r.keys.begin] / r.sum;
    return weights;
}

} // namespace ulpscope
