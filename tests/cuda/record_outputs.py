# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Records what attention kernels of PyTorch and Triton write on the GPU at hand, one safetensors file a problem.

python3 record_outputs.py DIRECTORY [--only KERNEL] [--seed N]      (needs PyTorch with Triton, and a GPU)

KERNEL: mem-efficient, flex, triton-tutorial, cudnn-decode, math. The files open in the window and are compared by
`ulpscope-cli diff FILE --tensor o --kernel KERNEL --device h200`.
"""

import argparse
import sys
from pathlib import Path

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources/capture"))
import ulpscope_capture  # noqa: E402

BF16, FP16 = torch.bfloat16, torch.float16
# dtype, heads, kv heads, queries, keys, head dim, causal, gain; "repeat": copies of the request in one batch
MEM_EFFICIENT = [
    (BF16, 2, 2, 256, 256, 64, True, 1),
    (FP16, 2, 2, 200, 333, 64, False, 4),
    (BF16, 2, 2, 300, 300, 32, True, 1),
    (FP16, 2, 2, 256, 512, 96, False, 1),
    (BF16, 2, 2, 256, 300, 128, False, 2),
    (FP16, 2, 2, 200, 333, 128, True, 1),
    (FP16, 4, 4, 100, 77, 64, True, 1),
    (BF16, 2, 2, 192, 500, 72, False, 1),
    (FP16, 1, 1, 256, 384, 256, False, 1),
    (BF16, 1, 1, 300, 300, 160, True, 1),
    (FP16, 2, 2, 1, 700, 64, False, 1),
    (BF16, 2, 2, 130, 1030, 112, False, 1),
]
# ... then BLOCK_M, BLOCK_N, num_warps, num_stages
FLEX = [
    (BF16, 2, 2, 256, 256, 64, True, 1, 64, 64, 4, 3),
    (FP16, 2, 2, 512, 512, 64, True, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 512, 512, 64, True, 3, 128, 128, 8, 3),
    (BF16, 2, 2, 384, 384, 128, True, 1, 128, 64, 8, 3),
    (BF16, 4, 2, 256, 512, 64, False, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 256, 384, 128, False, 1, 64, 64, 4, 3),
    (BF16, 2, 2, 256, 256, 32, False, 1, 64, 32, 4, 2),
    (FP16, 2, 2, 512, 256, 64, False, 4, 64, 128, 4, 2),
    (BF16, 1, 1, 256, 256, 256, True, 1, 64, 32, 4, 2),
    (FP16, 2, 2, 384, 384, 64, True, 1, 64, 32, 4, 2),
    (BF16, 2, 2, 300, 333, 64, False, 1, 64, 64, 4, 3),
    (BF16, 2, 2, 300, 300, 64, True, 1, 64, 64, 4, 3),
]
TRITON_TUTORIAL = [
    (FP16, 2, 2, 256, 256, 64, False, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 512, 512, 64, True, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 512, 512, 64, False, 4, 64, 64, 4, 3),
    (FP16, 2, 2, 384, 384, 128, True, 1, 128, 128, 8, 3),
    (FP16, 2, 2, 384, 384, 128, False, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 256, 256, 128, True, 3, 64, 32, 4, 2),
    (FP16, 2, 2, 512, 512, 64, True, 2, 64, 32, 4, 4),
    (FP16, 2, 2, 256, 256, 128, False, 1, 128, 32, 4, 2),
    (FP16, 2, 2, 384, 384, 64, True, 1, 128, 64, 4, 3),
    (FP16, 2, 2, 256, 256, 128, False, 1, 128, 64, 8, 3),
    (FP16, 1, 1, 1024, 1024, 64, True, 1, 128, 64, 4, 3),
]
# dtype, requests, heads, kv heads, keys, head dim, copies of the whole in one batch
CUDNN_DECODE = [
    *[(FP16, 32, 2, 2, keys, 64, copies) for keys, copies in ((16, 16), (64, 16), (128, 16), (129, 16), (256, 16))],
    *[(BF16, 16, 2, 2, keys, 64, 32) for keys in (64, 128, 384, 512)],
    *[(FP16, 16, 2, 2, keys, 128, 32) for keys in (64, 128, 256, 640)],
    (BF16, 4, 2, 2, 1024, 64, 1),
    (BF16, 2, 2, 2, 2048, 64, 1),
    (FP16, 2, 2, 2, 1024, 128, 1),
    (FP16, 16, 8, 2, 256, 64, 16),
    (FP16, 64, 8, 2, 512, 64, 1),
    (FP16, 64, 8, 2, 128, 64, 1),
    (FP16, 64, 2, 2, 100, 64, 1),
    (FP16, 128, 2, 2, 384, 128, 1),
]
MATH = [
    (FP16, 2, 2, 128, 128, 64, False, 1),
    (BF16, 2, 2, 128, 256, 64, False, 1),
    (FP16, 1, 1, 256, 256, 128, True, 1),
    (FP16, 4, 4, 200, 200, 64, True, 1),
    (FP16, 2, 2, 333, 77, 96, False, 1),
    (FP16, 2, 2, 128, 1500, 64, False, 1),
    *((FP16, h, h, *shape, False, 1) for h in (1, 2, 4, 16)
      for shape in ((128, 128, 64), (256, 256, 128), (128, 512, 64), (384, 384, 64))),
    (BF16, 2, 2, 200, 700, 80, True, 1),
    (FP16, 2, 2, 128, 300, 32, False, 1),
    (FP16, 2, 2, 130, 130, 40, True, 1),
    (BF16, 2, 2, 128, 2048, 64, False, 1),
    (FP16, 2, 2, 512, 512, 128, True, 1),
    (FP16, 4, 2, 256, 256, 64, True, 1),
    (BF16, 8, 2, 200, 300, 128, False, 1),
    (FP16, 2, 2, 256, 256, 256, False, 1),
    (FP16, 2, 2, 192, 192, 192, True, 1),
    (FP16, 2, 2, 64, 300, 64, False, 1),
    (FP16, 2, 2, 32, 128, 64, False, 1),
    (FP16, 2, 2, 1, 512, 64, False, 1),
    (FP16, 8, 8, 1, 1024, 128, False, 1),
    (FP16, 2, 2, 100, 1000, 64, False, 4),
    (FP16, 2, 2, 127, 127, 64, True, 1),
    (FP16, 2, 2, 1024, 1024, 64, True, 1),
    (BF16, 2, 2, 333, 1777, 64, False, 2),
    (FP16, 2, 2, 128, 2100, 64, False, 1),
    (FP16, 2, 2, 128, 3000, 64, False, 1),
    (FP16, 2, 2, 16, 64, 8, False, 1),
]


def inputs(generator, dtype, batch, heads, kv_heads, queries, keys, dim, gain):
    def normal(h, rows, factor=1):
        return (torch.randn(batch, h, rows, dim, device="cuda", generator=generator) * factor).to(dtype)

    return normal(heads, queries, gain), normal(kv_heads, keys), normal(kv_heads, keys)


def name_of(kernel, dtype, heads, kv_heads, queries, keys, dim, causal, gain, *tile):
    text = f"{kernel}_{str(dtype)[6:]}_h{heads}x{kv_heads}_q{queries}_k{keys}_d{dim}_{'causal' if causal else 'full'}_g{gain}"
    return text + "".join(f"_{number}" for number in tile) + ".safetensors"


def sdpa(backend, q, k, v, causal=False):
    with sdpa_kernel(backend):
        return torch.nn.functional.scaled_dot_product_attention(
            q, k, v, is_causal=causal, enable_gqa=q.shape[1] != k.shape[1]
        )


def record_sdpa(folder, generator, kernel, backend, shapes):
    for shape in shapes:
        dtype, heads, kv_heads, queries, keys, dim, causal, gain = shape
        q, k, v = inputs(generator, dtype, 1, heads, kv_heads, queries, keys, dim, gain)
        o = sdpa(backend, q, k, v, causal)
        ulpscope_capture.save(folder / name_of(kernel, *shape), q, k, v, o, causal=causal, backend=kernel)


def record_flex(folder, generator):
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    def visible(batch, head, query, key):
        return query >= key

    for shape in FLEX:
        dtype, heads, kv_heads, queries, keys, dim, causal, gain, block_m, block_n, warps, stages = shape
        q, k, v = inputs(generator, dtype, 1, heads, kv_heads, queries, keys, dim, gain)
        options = {"BLOCK_M": block_m, "BLOCK_N": block_n, "num_warps": warps, "num_stages": stages}
        mask = create_block_mask(visible, None, None, queries, keys, device="cuda") if causal else None
        torch._dynamo.reset()
        compiled = torch.compile(flex_attention, dynamic=False)
        try:
            o = compiled(q, k, v, block_mask=mask, enable_gqa=heads != kv_heads, kernel_options=options)
        except Exception as error:  # a tile that does not fit this GPU is a fact worth a line, not the end
            print(f"flex {shape}: {str(error).splitlines()[0]}", flush=True)
            continue
        ulpscope_capture.save(folder / name_of("flex", *shape), q, k, v, o, causal=causal, backend="flex",
                              kernel_options=options)


def record_triton_tutorial(folder, generator):
    from triton_tutorial import attention

    for shape in TRITON_TUTORIAL:
        dtype, heads, _, _, _, dim, causal, gain, *tile = shape
        q, k, v = inputs(generator, dtype, 1, *shape[1:6], gain)
        o, ptx = attention(q, k, v, dim**-0.5, causal, *tile)
        path = folder / name_of("triton-tutorial", *shape)
        options = dict(zip(("BLOCK_M", "BLOCK_N", "num_warps", "num_stages"), tile))
        ulpscope_capture.save(path, q, k, v, o, causal=causal, backend="triton-tutorial", kernel_options=options)
        path.with_suffix(".ptx").write_text(ptx)


def record_cudnn_decode(folder, generator):
    for dtype, batch, heads, kv_heads, keys, dim, copies in CUDNN_DECODE:
        q, k, v = inputs(generator, dtype, batch, heads, kv_heads, 1, keys, dim, 1)
        many = sdpa(SDPBackend.CUDNN_ATTENTION, *(t.repeat(copies, 1, 1, 1) for t in (q, k, v)))[:batch]
        name = name_of("cudnn-decode", dtype, heads, kv_heads, 1, keys, dim, False, 1, batch, copies)
        alone = sdpa(SDPBackend.CUDNN_ATTENTION, q[:1], k[:1], v[:1])
        ulpscope_capture.save(folder / name, q, k, v, many, backend="cudnn", copies=copies)
        ulpscope_capture.save(folder / ("alone_" + name), q[:1], k[:1], v[:1], alone, backend="cudnn")


def main():
    recorders = {
        "mem-efficient": lambda *a: record_sdpa(*a, "mem-efficient", SDPBackend.EFFICIENT_ATTENTION, MEM_EFFICIENT),
        "flex": record_flex,
        "triton-tutorial": record_triton_tutorial,
        "cudnn-decode": record_cudnn_decode,
        "math": lambda *a: record_sdpa(*a, "math", SDPBackend.MATH, MATH),
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--only", choices=recorders)
    parser.add_argument("--seed", type=int, default=20261130)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for name, recorder in recorders.items():
        if arguments.only in (None, name):
            generator = torch.Generator(device="cuda")
            generator.manual_seed(arguments.seed)
            recorder(arguments.directory, generator)
            print(f"{name}: {len(list(arguments.directory.glob('*.safetensors')))} files so far", flush=True)


if __name__ == "__main__":
    main()
