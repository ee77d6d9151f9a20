// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensor_layout.h"

#include "engine/io/text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ulpscope {
namespace {

struct Sizes {
    std::int64_t batch, heads, sequence, dim;
};

Sizes sizesOf(const Tensor &tensor, Layout layout)
{
    const std::vector<std::int64_t> &s = tensor.shape;
    return layout == Layout::BNHD ? Sizes{s[0], s[2], s[1], s[3]} : Sizes{s[0], s[1], s[2], s[3]};
}

Phrase axesOf(Layout layout)
{
    return layout == Layout::BNHD ? phrase("[batch, sequence, heads, head dim]")
                                  : phrase("[batch, heads, sequence, head dim]");
}

Status checkShape(const std::string &path, const Tensor &tensor)
{
    if (tensor.shape.size() != 4)
        return io::badTensor(
            path, tensor.name,
            phrase("shape %1, expected four sizes: %2", io::shapeText(tensor.shape), axesOf(Layout::BHND)));
    for (const std::int64_t size : tensor.shape) {
        if (size < 1 || size > std::numeric_limits<int>::max())
            return io::badTensor(
                path, tensor.name,
                phrase("shape %1, expected sizes of at least 1 and below 2^31", io::shapeText(tensor.shape)));
    }
    return {};
}

/// Whether k and v belong to q when all are read in `layout`.
Status fits(const std::string &path, const Tensor &q, const Tensor &k, const Tensor &v, Layout layout)
{
    const Sizes sizesQ = sizesOf(q, layout), sizesK = sizesOf(k, layout), sizesV = sizesOf(v, layout);
    const auto mismatch = [&](const Tensor &tensor, std::int64_t have, const Phrase &what, const Tensor &other,
                              std::int64_t want) {
        return io::badTensor(path, tensor.name,
                             phrase("has %1 %2, %3 has %4, expected the same (shapes read as %5)", what, have,
                                    io::inQuotes(other.name), want, axesOf(layout)));
    };
    if (sizesK.batch != sizesQ.batch)
        return mismatch(k, sizesK.batch, phrase("batch"), q, sizesQ.batch);
    if (sizesV.batch != sizesQ.batch)
        return mismatch(v, sizesV.batch, phrase("batch"), q, sizesQ.batch);
    if (sizesQ.heads % sizesK.heads != 0)
        return io::badTensor(path, k.name,
                             phrase("has %1 heads, %2 has %3, expected a divisor (shapes read as %4)", sizesK.heads,
                                    io::inQuotes(q.name), sizesQ.heads, axesOf(layout)));
    if (sizesV.heads != sizesK.heads)
        return mismatch(v, sizesV.heads, phrase("heads"), k, sizesK.heads);
    if (sizesK.dim != sizesQ.dim)
        return mismatch(k, sizesK.dim, phrase("head dim"), q, sizesQ.dim);
    if (sizesV.sequence != sizesK.sequence)
        return mismatch(v, sizesV.sequence, phrase("sequence length"), k, sizesK.sequence);
    return {};
}

/// Whether shapes that fit BNHD alone are meant so. Two tensors with wrong numbers of heads fit it too, as few queries
/// and keys of many heads; what is told apart by is that keys are rarely fewer than queries or heads.
bool looksLikeBnhd(const Tensor &q, const Tensor &k)
{
    const Sizes sizesQ = sizesOf(q, Layout::BNHD), sizesK = sizesOf(k, Layout::BNHD);
    return sizesK.sequence >= sizesQ.sequence && sizesK.sequence >= sizesQ.heads;
}

} // namespace

std::string_view layoutName(Layout layout)
{
    switch (layout) {
    case Layout::Auto: return "auto";
    case Layout::BHND: return "BHND";
    case Layout::BNHD: return "BNHD";
    }
    return "?";
}

Result<LaidOutShapes> layOut(const std::string &path, const Tensor &q, const Tensor &k, const Tensor &v, Layout layout)
{
    for (const Tensor *tensor : {&q, &k, &v}) {
        if (Status s = checkShape(path, *tensor); !s.ok())
            return s;
    }
    LaidOutShapes result;
    if (layout == Layout::Auto) {
        const Status bhnd = fits(path, q, k, v, Layout::BHND);
        const bool bnhdFits = fits(path, q, k, v, Layout::BNHD).ok();
        if (!bhnd.ok() && bnhdFits && !looksLikeBnhd(q, k))
            return Status::invalid(
                phrase("%1; if they are %2, choose the layout BNHD", bhnd.phrase(), axesOf(Layout::BNHD)));
        if (!bhnd.ok() && !bnhdFits)
            return bhnd;
        result.layout = bhnd.ok() ? Layout::BHND : Layout::BNHD;
        const std::string_view name = layoutName(result.layout);
        result.note = bhnd.ok() && bnhdFits
                          ? phrase("%1 %2, guessed: BNHD fits the shapes too", name, axesOf(result.layout))
                          : phrase("%1 %2, the only one that fits the shapes", name, axesOf(result.layout));
    } else {
        if (Status s = fits(path, q, k, v, layout); !s.ok())
            return s;
        result.layout = layout;
        result.note = phrase("%1 %2, as chosen", layoutName(layout), axesOf(layout));
    }
    const Sizes sizesQ = sizesOf(q, result.layout), sizesK = sizesOf(k, result.layout),
                sizesV = sizesOf(v, result.layout);
    Problem &p = result.problem;
    p.batch = static_cast<int>(sizesQ.batch);
    p.heads = static_cast<int>(sizesQ.heads);
    p.kvHeads = static_cast<int>(sizesK.heads);
    p.seqlenQ = static_cast<int>(sizesQ.sequence);
    p.seqlenK = static_cast<int>(sizesK.sequence);
    p.headDim = static_cast<int>(sizesQ.dim);
    p.headDimV = static_cast<int>(sizesV.dim);
    return result;
}

std::vector<float> toBhnd(std::vector<float> values, const std::vector<std::int64_t> &shape, Layout layout)
{
    if (layout != Layout::BNHD)
        return values;
    const std::int64_t batch = shape[0], sequence = shape[1], heads = shape[2], dim = shape[3];
    std::vector<float> moved(values.size());
    auto to = moved.begin();
    for (std::int64_t b = 0; b < batch; ++b) {
        for (std::int64_t h = 0; h < heads; ++h) {
            for (std::int64_t n = 0; n < sequence; ++n)
                to = std::copy_n(values.begin() + ((b * sequence + n) * heads + h) * dim, dim, to);
        }
    }
    return moved;
}

} // namespace ulpscope
