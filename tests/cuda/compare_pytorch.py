# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Fresh inputs through PyTorch's FlashAttention-2 and cuDNN, and the same through Ulpscope's CUDA engine: bit by bit.

python3 compare_pytorch.py ULPSCOPE_CLI [--seed N] [--backend cuda]     (needs PyTorch and a GPU)

Prints one line a shape; exits 1 when a value differs or a run fails. Whether FlashAttention-2 splits the keys is left
to both sides: PyTorch decides by its rule, Ulpscope by its own copy of it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources/capture"))
import ulpscope_capture  # noqa: E402

BF16, FP16 = torch.bfloat16, torch.float16
# kernel, dtype, batch, heads, kv heads, queries, keys, head dim, causal, gain
SHAPES = [
    ("fa2-pytorch", BF16, 2, 16, 16, 4096, 4096, 128, True, 1),
    ("fa2-pytorch", FP16, 2, 16, 16, 4096, 4096, 64, False, 1),
    ("fa2-pytorch", FP16, 4, 8, 8, 2048, 2048, 64, True, 1),
    ("fa2-pytorch", BF16, 2, 16, 4, 1024, 1024, 128, False, 3),
    ("fa2-pytorch", BF16, 8, 4, 4, 777, 1333, 64, False, 1),
    ("fa2-pytorch", FP16, 4, 16, 16, 500, 500, 96, True, 1),
    ("fa2-pytorch", BF16, 2, 16, 16, 1024, 1024, 256, True, 1),
    ("fa2-pytorch", FP16, 16, 16, 2, 300, 700, 32, False, 4),
    ("fa2-pytorch", BF16, 1, 2, 2, 512, 2048, 64, False, 1),
    ("fa2-pytorch", FP16, 1, 4, 4, 384, 384, 128, True, 1),
    ("fa2-pytorch", FP16, 1, 8, 2, 1, 4096, 64, False, 1),
    ("fa2-pytorch", BF16, 3, 4, 4, 100, 1777, 128, False, 1),
    ("cudnn", BF16, 2, 16, 16, 2048, 2048, 128, True, 1),
    ("cudnn", FP16, 4, 8, 8, 1024, 1024, 64, False, 1),
    ("cudnn", BF16, 8, 4, 4, 500, 1000, 128, False, 1),
    ("cudnn", FP16, 4, 8, 8, 333, 777, 64, False, 2),
]
BACKENDS = {"fa2-pytorch": SDPBackend.FLASH_ATTENTION, "cudnn": SDPBackend.CUDNN_ATTENTION}


def record(path, shape, generator):
    kernel, dtype, batch, heads, kv_heads, queries, keys, dim, causal, gain = shape

    def normal(h, rows, factor=1):
        return (torch.randn(batch, h, rows, dim, device="cuda", generator=generator) * factor).to(dtype)

    q, k, v = normal(heads, queries, gain), normal(kv_heads, keys), normal(kv_heads, keys)
    with sdpa_kernel(BACKENDS[kernel]):
        o = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=heads != kv_heads)
    ulpscope_capture.save(path, q, k, v, o, causal=causal, backend=kernel)
    return o.numel()


def compare(program, backend, path, kernel):
    command = [program, "diff", path, "--tensor", "o", "--kernel", kernel, "--device", "h200", "--backend", backend, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return {"error": done.stderr.strip()}
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--backend", default="cuda")
    arguments = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, seed {arguments.seed}")
    generator = torch.Generator(device="cuda")
    generator.manual_seed(arguments.seed)
    values = mismatches = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            path = os.path.join(folder, "case.safetensors")
            kernel, dtype, batch, heads, kv_heads, queries, keys, dim, causal, gain = shape
            text = f"{kernel:11} {str(dtype)[6:]:8} B{batch} H{heads}/{kv_heads} Tq{queries} Tk{keys} d{dim} " + (
                "causal" if causal else "full"
            )
            count = record(path, shape, generator)
            start = time.time()
            result = compare(arguments.program, arguments.backend, path, kernel)
            if "error" in result:
                failures += 1
                print(f"{text:62} FAILED: {result['error']}", flush=True)
                continue
            values += count
            mismatches += result["mismatches"]
            print(
                f"{text:62} {result['splits']:3} splits {result['mismatches']:6} of {result['elements']:10,} differ,"
                f" {time.time() - start:5.1f} s",
                flush=True,
            )
    print(f"in all: {mismatches} of {values:,} values differ in {len(SHAPES) - failures} shapes, {failures} failed")
    return 1 if mismatches or failures else 0


if __name__ == "__main__":
    sys.exit(main())
