# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Records the gradient dQ that PyTorch's FlashAttention-2 writes on the GPU at hand, one safetensors file a problem.

python3 record_dq.py DIRECTORY [--mode deterministic|arrivals] [--runs N] [--seed N]     (needs PyTorch and a GPU)

Forward: torch.ops.aten._scaled_dot_product_flash_attention, backward: its _backward.

deterministic   torch.use_deterministic_algorithms(True): dQ is summed in ceil(SMs / (batch * heads)) buffers. Run three
                times; a problem whose runs differ is not written. Tensors q, k, v, do, o, lse, dq.
arrivals        atomics in arrival order: N runs of the backward pass (200), how many different dQ they gave, how often
                each. Tensors as before, without dq, and dq_seen [different dQ, heads, rows, head dim]; the first 64 at most.

"copies" in the metadata: the problem stood so many times in one batch, and the first copy is recorded (the forward's
number of splits and the backward's number of buffers depend on the batch). With "part" only the first query rows of
the "queries" of the run are in the file.
"""

import argparse
import json
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/golden/attention"))
from record_fa2_splits import save  # noqa: E402

BF16, FP16 = torch.bfloat16, torch.float16
# dtype, heads, kv heads, queries, keys, head dim, causal, gain of q, gain of do, copies
DETERMINISTIC = [
    # batch * heads far below the number of SMs: a buffer for every key tile
    (BF16, 2, 2, 300, 300, 64, True, 1, 1, 1),
    (FP16, 2, 2, 100, 300, 64, False, 1, 1, 1),
    (FP16, 2, 2, 200, 200, 128, True, 1, 1, 1),
    (BF16, 2, 2, 100, 333, 128, False, 1, 1, 1),
    (FP16, 1, 1, 100, 500, 64, False, 4, 1, 1),
    (BF16, 4, 2, 64, 300, 64, False, 1, 1, 1),
    # several key tiles in a buffer: 3 buffers and 8 tiles, 2 buffers and 8 tiles, 4 and 6
    (FP16, 1, 1, 40, 1000, 64, False, 1, 1, 44),
    (BF16, 1, 1, 40, 1000, 128, False, 1, 1, 66),
    (FP16, 1, 1, 700, 700, 32, True, 1, 1, 33),
    # batch * heads at least the number of SMs: one buffer
    (BF16, 1, 1, 40, 1000, 64, False, 1, 1, 132),
    (FP16, 2, 2, 300, 300, 64, True, 1, 1, 66),
    (FP16, 2, 2, 200, 200, 128, True, 1, 1, 128),
    (BF16, 1, 1, 40, 600, 64, False, 4, 1, 256),
    # other head dims: other tiles, other threads for the row sum of dO * O
    (FP16, 1, 1, 100, 300, 96, False, 1, 1, 1),
    (BF16, 1, 1, 130, 130, 72, True, 1, 1, 1),
    (BF16, 1, 1, 64, 300, 192, False, 1, 1, 1),
    (FP16, 1, 1, 64, 300, 256, False, 1, 1, 1),
    (FP16, 1, 1, 40, 700, 256, False, 1, 1, 66),
    # contributions around the smallest normal fp32 number (do times 2^-119): do atomics keep subnormal numbers?
    (BF16, 1, 1, 40, 600, 64, False, 1, 2.0**-119, 1),
    (BF16, 1, 1, 40, 600, 64, False, 1, 2.0**-119, 132),
    # many rows: what a rule that is almost right would get wrong
    (BF16, 2, 2, 512, 512, 64, False, 1, 1, 66),
    (FP16, 1, 1, 512, 512, 128, True, 1, 1, 1),
]
# ... and the rows that are kept, 0: all
ARRIVALS = [
    (BF16, 1, 1, 2048, 1000, 64, False, 1, 1, 1, 16),
    (BF16, 2, 2, 300, 300, 64, True, 1, 1, 1, 0),
    (FP16, 1, 1, 1024, 1000, 128, False, 1, 1, 66, 16),
    (FP16, 1, 1, 512, 512, 64, False, 4, 1, 64, 16),
]
KEPT = 64


def name_of(mode, dtype, heads, kv_heads, queries, keys, dim, causal, gain, gain_do, copies, *_):
    shape = f"h{heads}x{kv_heads}_q{queries}_k{keys}_d{dim}_{'causal' if causal else 'full'}_g{gain}"
    small = "" if gain_do == 1 else "_small"
    return f"dq_{mode}_{str(dtype)[6:]}_{shape}{small}_x{copies}"


class Problem:
    def __init__(self, generator, dtype, heads, kv_heads, queries, keys, dim, causal, gain, gain_do, copies, *_):
        def normal(h, rows, factor=1):
            one = torch.randn(1, h, rows, dim, device="cuda", generator=generator)
            return (one * factor).to(dtype).repeat(copies, 1, 1, 1)

        self.q, self.k, self.v = normal(heads, queries, gain), normal(kv_heads, keys), normal(kv_heads, keys)
        self.do = normal(heads, queries, gain_do)
        self.causal, self.scale = causal, dim**-0.5
        forward = torch.ops.aten._scaled_dot_product_flash_attention(
            self.q, self.k, self.v, 0.0, causal, scale=self.scale
        )
        self.o, self.lse, *self.rest = forward[:8]
        self.words = {
            "scale": repr(self.scale),
            "causal": str(causal),
            "causal_alignment": "top-left",
            "backend": "fa2",
            "dtype": str(dtype),
            "copies": str(copies),
            "queries": str(queries),
            "gpu": torch.cuda.get_device_name(),
            "multiprocessors": str(torch.cuda.get_device_properties(0).multi_processor_count),
            "torch": torch.__version__,
            "cuda": str(torch.version.cuda),
        }

    def dq(self):
        """dQ of the first copy, [heads, queries, head dim], and whether all copies have the same."""
        cum_q, cum_k, max_q, max_k, seed, offset = self.rest
        dq = torch.ops.aten._scaled_dot_product_flash_attention_backward(
            self.do, self.q, self.k, self.v, self.o, self.lse, cum_q, cum_k, max_q, max_k, 0.0, self.causal, seed,
            offset, scale=self.scale,
        )[0]
        return dq[0].contiguous(), bool((dq == dq[:1]).all())

    def tensors(self, rows=None):
        heads = self.q.shape[1]
        whole = {"q": self.q, "k": self.k, "v": self.v, "do": self.do, "o": self.o}
        part = {n: t[:1, :, :rows] if n in ("q", "do", "o") else t[:1] for n, t in whole.items()}
        part["lse"] = self.lse[:1].reshape(1, heads, -1)[:, :, :rows]
        return {n: t.contiguous() for n, t in part.items()}


def record_deterministic(folder, generator, runs):
    torch.use_deterministic_algorithms(True)
    for shape in DETERMINISTIC:
        name = name_of("det", *shape)
        problem = Problem(generator, *shape)
        results = [problem.dq() for _ in range(3)]
        dq = results[0][0]
        if not all(torch.equal(dq, other) and same for other, same in results):
            print(f"{name}: runs or copies differ, not written", flush=True)
            continue
        words = {**problem.words, "name": name, "deterministic": "True"}
        save(folder / f"{name}.safetensors", {**problem.tensors(), "dq": dq[None]}, words)
        print(name, flush=True)


def record_arrivals(folder, generator, runs):
    torch.use_deterministic_algorithms(False)
    for shape in ARRIVALS:
        name, rows = name_of("runs", *shape), shape[-1] or None
        problem = Problem(generator, *shape)
        seen, order, whole = {}, [], set()
        for _ in range(runs):
            dq = problem.dq()[0]
            whole.add(dq.view(torch.int16).cpu().numpy().tobytes())
            kept = dq[:, :rows].contiguous()
            bits = kept.view(torch.int16).cpu().numpy().tobytes()
            if bits not in seen:
                order.append((bits, kept))
            seen[bits] = seen.get(bits, 0) + 1
        words = {
            **problem.words,
            "name": name,
            "deterministic": "False",
            "runs": str(runs),
            "distinct": str(len(whole)),  # whole dQ of the first copy
            "distinct_kept_rows": str(len(seen)),
            "counts": json.dumps([seen[bits] for bits, _ in order]),
            **({"part": f"the first {rows} query rows"} if rows else {}),
        }
        tensors = {**problem.tensors(rows), "dq_seen": torch.stack([dq for _, dq in order[:KEPT]])}
        save(folder / f"{name}.safetensors", tensors, words)
        print(f"{name}: {len(whole)} different dQ in {runs} runs, {len(seen)} in the rows kept", flush=True)


def main():
    recorders = {"deterministic": record_deterministic, "arrivals": record_arrivals}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--mode", choices=recorders)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261130)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for mode, recorder in recorders.items():
        if arguments.mode in (None, mode):
            generator = torch.Generator(device="cuda")
            generator.manual_seed(arguments.seed)
            recorder(arguments.directory, generator, arguments.runs)


if __name__ == "__main__":
    main()
