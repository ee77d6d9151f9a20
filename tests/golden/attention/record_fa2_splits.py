# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Records FlashAttention-2 outputs of PyTorch with more splits than the combine kernel has lanes.

python3 record_fa2_splits.py DIRECTORY      (needs PyTorch and a GPU; the files of this folder came from an H200)
"""

import json
import struct
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

NAMES = {torch.bfloat16: "BF16", torch.float16: "F16", torch.float32: "F32"}
# name, dtype, head dim, keys, heads, queries
CASES = [
    ("d64", torch.bfloat16, 64, 16384, 2, 1),
    ("d128", torch.float16, 128, 8192, 1, 16),
    ("d96", torch.float16, 96, 8192, 1, 64),
    ("d256", torch.bfloat16, 256, 4096, 1, 3),
    ("d32", torch.float16, 32, 16384, 1, 200),
    ("d128b", torch.bfloat16, 128, 16384, 1, 5),
    ("d160", torch.float16, 160, 3000, 1, 7),
]


def save(path, tensors, metadata):
    header, blobs, offset = {"__metadata__": metadata}, [], 0
    for name, tensor in tensors.items():
        data = tensor.contiguous().cpu().view(torch.uint8).numpy().tobytes()
        header[name] = {
            "dtype": NAMES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + len(data)],
        }
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def main(directory):
    for number, (name, dtype, dim, keys, heads, queries) in enumerate(CASES):
        generator = torch.Generator(device="cuda")
        generator.manual_seed(100 + number)

        def normal(rows):
            return torch.randn(1, heads, rows, dim, device="cuda", generator=generator).to(dtype)

        q, k, v = normal(queries), normal(keys), normal(keys)
        scale = dim**-0.5
        output, lse = torch.ops.aten._scaled_dot_product_flash_attention(q, k, v, 0.0, False, scale=scale)[:2]
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            assert torch.equal(output, torch.nn.functional.scaled_dot_product_attention(q, k, v, scale=scale))
        metadata = {
            "scale": repr(scale),
            "causal": "False",
            "gpu": torch.cuda.get_device_name(),
            "torch": torch.__version__,
            "backend": "fa2",
        }
        tensors = {"q": q, "k": k, "v": v, "o_batch1": output, "lse_batch1": lse.reshape(1, heads, queries)}
        save(f"{directory}/fa2_{name}_splits.safetensors", tensors, metadata)


if __name__ == "__main__":
    main(sys.argv[1])
