# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Attention in Triton with the operations of its tutorial 06, in the tutorial's order, with the tile fixed instead of
tuned. Written anew; what counts is what Triton's compiler makes of these operations: the layout of a reduction, and
which products and sums it contracts."""

import torch
import triton
import triton.language as tl


@triton.jit
def _tiles(acc, l, m, q, k_rows, v_rows, first, last, scale, rows, T, D: tl.constexpr, BN: tl.constexpr,
           DIAGONAL: tl.constexpr):
    columns = tl.arange(0, BN)
    d = tl.arange(0, D)
    for start in range(first, last, BN):
        start = tl.multiple_of(start, BN)
        k = tl.load(k_rows + (start + columns)[None, :] * D + d[:, None])
        s = tl.dot(q, k)
        if DIAGONAL:
            s = s * scale + tl.where(rows[:, None] >= (start + columns)[None, :], 0, -1.0e6)
            top = tl.maximum(m, tl.max(s, 1))
            s -= top[:, None]
        else:
            top = tl.maximum(m, tl.max(s, 1) * scale)
            s = s * scale - top[:, None]
        p = tl.math.exp2(s)
        alpha = tl.math.exp2(m - top)
        total = tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(v_rows + (start + columns)[:, None] * D + d[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc)
        l = l * alpha + total
        m = top
    return acc, l, m


@triton.jit
def _forward(Q, K, V, O, scale, T, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1).to(tl.int64) * T * D
    begin = tl.program_id(0) * BM
    rows = begin + tl.arange(0, BM)
    d = tl.arange(0, D)
    m = tl.zeros([BM], dtype=tl.float32) - float("inf")
    l = tl.zeros([BM], dtype=tl.float32) + 1.0
    acc = tl.zeros([BM, D], dtype=tl.float32)
    scale *= 1.44269504
    q = tl.load(Q + head + rows[:, None] * D + d[None, :])
    if CAUSAL:
        acc, l, m = _tiles(acc, l, m, q, K + head, V + head, 0, begin, scale, rows, T, D, BN, False)
        acc, l, m = _tiles(acc, l, m, q, K + head, V + head, begin, begin + BM, scale, rows, T, D, BN, True)
    else:
        acc, l, m = _tiles(acc, l, m, q, K + head, V + head, 0, T, scale, rows, T, D, BN, False)
    acc = acc / l[:, None]
    tl.store(O + head + rows[:, None] * D + d[None, :], acc.to(O.dtype.element_ty))


def attention(q, k, v, scale, causal, block_m, block_n, warps, stages):
    """Output, and the PTX that made it. Sequence lengths are multiples of both tile sizes, as in the tutorial."""
    batch, heads, length, dim = q.shape
    assert k.shape == q.shape and length % block_m == 0 and length % block_n == 0
    o = torch.empty_like(q)
    compiled = _forward[(length // block_m, batch * heads)](
        q, k, v, o, scale, length, dim, block_m, block_n, causal, num_warps=warps, num_stages=stages
    )
    return o, compiled.asm["ptx"]
