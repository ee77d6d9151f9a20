#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the fixtures of this directory with the real numpy and safetensors (README.md names the versions)."""
import io
import zipfile
from pathlib import Path

import ml_dtypes
import numpy as np
from safetensors.numpy import save_file

HERE = Path(__file__).parent


def ramp(*shape):
    """(i - 5) / 4 in row-major order: exact in every float type."""
    count = int(np.prod(shape))
    return ((np.arange(count) - 5) / 4).reshape(shape)


def npy(name, array, version=None):
    with open(HERE / name, "wb") as file:
        np.lib.format.write_array(file, array, version=version)


npy("f2.npy", ramp(2, 3, 4).astype("<f2"))
npy("f4_fortran.npy", np.asfortranarray(ramp(2, 3, 4).astype("<f4")))
npy("f8_version2.npy", ramp(2, 3).astype("<f8"), version=(2, 0))
npy("f4_version3.npy", ramp(2, 3).astype("<f4"), version=(3, 0))
npy("f4_big.npy", ramp(2, 3).astype(">f4"))
npy("f8_big_fortran.npy", np.asfortranarray(ramp(3, 4).astype(">f8")))
npy("bool.npy", np.array([True, False, True]))
npy("scalar.npy", np.array(0.75, "<f4"))
npy("empty.npy", np.zeros((0, 3), "<f4"))
npy("i8_big.npy", np.array([1, -2], ">i8"))
npy("bf16_void.npy", ramp(2, 3).astype(ml_dtypes.bfloat16))
npy("bf16_u2.npy", ramp(2, 3).astype(ml_dtypes.bfloat16).view("<u2"))
npy("label.npy", np.array("fa2"))
npy("structured.npy", np.zeros(2, [("q", "<f4"), ("k", "<f4")]))
npy("objects.npy", np.array([{"q": 1}], dtype=object))

qkv = {"q": ramp(1, 2, 3, 4).astype("<f2"), "k": ramp(1, 2, 5, 4).astype("<f2"), "v": -ramp(1, 2, 5, 4).astype("<f2")}
np.savez(HERE / "stored.npz", **qkv)
np.savez_compressed(HERE / "deflated.npz", **qkv, backend=np.array("fa2"))


class Pipe(io.RawIOBase):
    """What zipfile cannot seek in, so that sizes and checksums follow the data."""

    def __init__(self):
        self.bytes = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.bytes += data
        return len(data)


pipe = Pipe()
np.savez_compressed(pipe, **qkv)
(HERE / "streamed.npz").write_bytes(pipe.bytes)

# What torch.save writes, without torch: a stored zip with a pickle and raw storages.
with zipfile.ZipFile(HERE / "checkpoint.pt", "w") as archive:
    archive.writestr(zipfile.ZipInfo("checkpoint/data.pkl"), b"\x80\x02}q\x00.")
    archive.writestr(zipfile.ZipInfo("checkpoint/version"), b"3\n")


save_file(
    {
        "q": ramp(1, 2, 3, 4).astype("<f2"),
        "k": ramp(1, 2, 5, 4).astype(ml_dtypes.bfloat16),
        "lse": ramp(2, 3).astype("<f4"),
        "o64": ramp(2, 3),
        "mask": np.array([True, False, True]),
        "page": np.array([1, -2], "<i8"),
        "scalar": np.array(0.75, "<f4"),
        "none": np.zeros((0, 3), "<f4"),
    },
    HERE / "mixed.safetensors",
    {"scale": "0.125", "causal": "False", "kernel_options": "{'BLOCK_M': 128, 'num_warps': 4}", "note": "\u00e9\u4e2d \"x\""},
)
save_file({}, HERE / "empty.safetensors")
