# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Multiply-adds per second of the Python package mmasim on H200-like bf16 tiles, for comparison with targets_bench.

Needs mmasim (and with it torch) in the running Python; says so and stops otherwise.
"""

import sys
import time

try:
    import torch
    from mmasim.nv_ptx import MMA
except ImportError as error:
    sys.exit(f"mmasim is not installed ({error}); pip install mmasim in a virtual environment")

ARCHITECTURES = ("Hopper", "hopper", "sm_90", "H100")
M, N, K = 16, 8, 16


def operation():
    """The mma of Hopper, under whatever name this release of mmasim gives the architecture."""
    reasons = []
    for name in ARCHITECTURES:
        try:
            return MMA(name, "m16n8k16.f32.bf16.bf16.f32")
        except Exception as reason:  # noqa: BLE001  the package raises different types
            reasons.append(f"{name}: {reason}")
    sys.exit("; ".join(reasons))


def main():
    mma = operation()
    torch.manual_seed(1)
    a = torch.randn(M, K).to(torch.bfloat16)
    b = torch.randn(K, N).to(torch.bfloat16)
    c = torch.zeros(M, N)
    mma(a, b, c)
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < 2.0:
        mma(a, b, c)
        count += 1
    rate = count * M * N * K / (time.perf_counter() - start)
    print(f"mmasim, bf16 m16n8k16: {rate:.3g} multiply-adds/s")


if __name__ == "__main__":
    main()
