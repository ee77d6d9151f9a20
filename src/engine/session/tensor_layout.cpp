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

const char *axesOf(Layout layout)
{
    return layout == Layout::BNHD ? "[batch, sequence, heads, head dim]" : "[batch, heads, sequence, head dim]";
}

Status checkShape(const std::string &path, const Tensor &tensor)
{
    if (tensor.shape.size() != 4)
        return io::badTensor(path, tensor.name,
                             "shape " + io::shapeText(tensor.shape) + ", expected four sizes: " + axesOf(Layout::BHND));
    for (const std::int64_t size : tensor.shape) {
        if (size < 1 || size > std::numeric_limits<int>::max())
            return io::badTensor(path, tensor.name,
                                 "shape " + io::shapeText(tensor.shape) +
                                     ", expected sizes of at least 1 and below 2^31");
    }
    return {};
}

/// Whether k and v belong to q when all are read in `layout`.
Status fits(const std::string &path, const Tensor &q, const Tensor &k, const Tensor &v, Layout layout)
{
    const Sizes sizesQ = sizesOf(q, layout), sizesK = sizesOf(k, layout), sizesV = sizesOf(v, layout);
    const auto mismatch = [&](const Tensor &tensor, std::int64_t have, const char *what, const Tensor &other,
                              std::int64_t want, const std::string &expected) {
        return io::badTensor(path, tensor.name,
                             "has " + std::string(what) + " " + std::to_string(have) + ", " + io::inQuotes(other.name) +
                                 " has " + std::to_string(want) + ", expected " + expected + " (shapes read as " +
                                 axesOf(layout) + ")");
    };
    if (sizesK.batch != sizesQ.batch)
        return mismatch(k, sizesK.batch, "batch", q, sizesQ.batch, "the same");
    if (sizesV.batch != sizesQ.batch)
        return mismatch(v, sizesV.batch, "batch", q, sizesQ.batch, "the same");
    if (sizesQ.heads % sizesK.heads != 0)
        return io::badTensor(path, k.name,
                             "has " + std::to_string(sizesK.heads) + " heads, " + io::inQuotes(q.name) + " has " +
                                 std::to_string(sizesQ.heads) + ", expected a divisor (shapes read as " +
                                 axesOf(layout) + ")");
    if (sizesV.heads != sizesK.heads)
        return mismatch(v, sizesV.heads, "heads", k, sizesK.heads, "the same");
    if (sizesK.dim != sizesQ.dim)
        return mismatch(k, sizesK.dim, "head dim", q, sizesQ.dim, "the same");
    if (sizesV.sequence != sizesK.sequence)
        return mismatch(v, sizesV.sequence, "sequence length", k, sizesK.sequence, "the same");
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
            return Status::invalid(bhnd.message() + "; if they are " + axesOf(Layout::BNHD) +
                                   ", choose the layout BNHD");
        if (!bhnd.ok() && !bnhdFits)
            return bhnd;
        result.layout = bhnd.ok() ? Layout::BHND : Layout::BNHD;
        result.note =
            std::string(layoutName(result.layout)) + " " + axesOf(result.layout) +
            (bhnd.ok() && bnhdFits ? ", guessed: BNHD fits the shapes too" : ", the only one that fits the shapes");
    } else {
        if (Status s = fits(path, q, k, v, layout); !s.ok())
            return s;
        result.layout = layout;
        result.note = std::string(layoutName(layout)) + " " + axesOf(layout) + ", as chosen";
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
