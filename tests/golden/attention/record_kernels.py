# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Records outputs of PyTorch's memory-efficient attention and of FlexAttention, of the same shapes as in this folder.

python3 record_kernels.py DIRECTORY      (needs PyTorch and a GPU; the files of this folder came from an H200)

Every problem is run twice; one whose runs differ is not written.
"""

import sys
from pathlib import Path

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

sys.path.insert(0, str(Path(__file__).resolve().parent))
from record_fa2_splits import save  # noqa: E402

BF16, FP16 = torch.bfloat16, torch.float16
# name, dtype, head dim, queries, keys, causal
MEM_EFFICIENT = [
    ("mem_efficient_bf16_d256_full", BF16, 256, 128, 333, False),
    ("mem_efficient_fp16_d192_causal", FP16, 192, 200, 200, True),
    ("mem_efficient_fp16_d64_causal_unequal", FP16, 64, 100, 300, True),
    ("mem_efficient_fp16_d8_odd", FP16, 8, 64, 130, False),
]
# the same and kernel_options; None: Inductor's default
FLEX = [
    ("flex_fp16_d64_causal_odd", FP16, 64, 300, 300, True, (128, 64, 4)),
    ("flex_bf16_d64_default", BF16, 64, 256, 384, False, None),
    ("flex_bf16_d32_causal_default", BF16, 32, 256, 256, True, None),
    ("flex_fp16_d16_causal_odd_default", FP16, 16, 130, 130, True, None),
]
HEADS = 2


def inputs(dtype, dim, queries, keys, generator):
    def normal(rows):
        return torch.randn(1, HEADS, rows, dim, device="cuda", generator=generator).to(dtype)

    return normal(queries), normal(keys), normal(keys)


def write(directory, name, tensors, again, causal, backend, options=None):
    if any(not torch.equal(first, second) for first, second in zip(list(tensors.values())[3:], again)):
        print(f"{name}: two runs differ, not written")
        return
    q = tensors["q"]
    metadata = {
        "name": name,
        "scale": repr(q.shape[3] ** -0.5),
        "causal": str(causal),
        "causal_alignment": "top-left",
        "backend": backend,
        "dtype": str(q.dtype),
        "gpu": torch.cuda.get_device_name(),
        "torch": torch.__version__,
    }
    if options:
        metadata["kernel_options"] = str(options)
    save(f"{directory}/{name}.safetensors", tensors, metadata)


def main(directory):
    generator = torch.Generator(device="cuda")
    generator.manual_seed(7)
    for name, dtype, dim, queries, keys, causal in MEM_EFFICIENT:
        q, k, v = inputs(dtype, dim, queries, keys, generator)
        with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
            o, again = (
                torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal) for _ in range(2)
            )
        write(directory, name, {"q": q, "k": k, "v": v, "o": o}, [again], causal, "mem_efficient")
    for name, dtype, dim, queries, keys, causal, tile in FLEX:
        torch._dynamo.reset()
        compiled = torch.compile(flex_attention, dynamic=False)
        q, k, v = inputs(dtype, dim, queries, keys, generator)
        options = tile and dict(zip(("BLOCK_M", "BLOCK_N", "num_warps", "num_stages"), (*tile, 3)))
        mask = create_block_mask(lambda b, h, i, j: i >= j, None, None, queries, keys) if causal else None
        (o, lse), again = (
            compiled(q, k, v, block_mask=mask, return_lse=True, kernel_options=options) for _ in range(2)
        )
        tensors = {"q": q, "k": k, "v": v, "o": o, "lse": lse}
        write(directory, name, tensors, again, causal, "flex_attention (Inductor Triton template)", options)


if __name__ == "__main__":
    main(sys.argv[1])
