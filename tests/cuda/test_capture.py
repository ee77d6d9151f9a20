# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""ulpscope_capture on a transformers model of random weights, and what Ulpscope says about its files.

python3 test_capture.py ULPSCOPE_CLI [DIRECTORY]      (needs PyTorch, transformers, safetensors and a GPU)
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn.attention import SDPBackend, sdpa_kernel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources/capture"))
import ulpscope_capture  # noqa: E402


def diff(program, path, *options):
    command = [program, "diff", path, "--tensor", "o", "--device", "h200", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def small_llama():
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(5)
    config = LlamaConfig(
        vocab_size=1000, hidden_size=512, intermediate_size=1024, num_hidden_layers=3, num_attention_heads=8,
        num_key_value_heads=8, max_position_embeddings=1024, attn_implementation="sdpa",
    )
    return LlamaForCausalLM(config).to("cuda", torch.bfloat16).eval()


def test_model(program, folder):
    model = small_llama()
    tokens = torch.randint(0, 1000, (2, 300), device="cuda")
    before = model(tokens).logits
    with torch.no_grad(), sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        with ulpscope_capture.capture(folder, model=model) as captured:
            model(tokens)
    assert torch.equal(before, before) and captured.calls == 3 and not captured.skipped, captured.skipped
    assert len(captured.files) == 3
    for number, path in enumerate(captured.files):
        with safe_open(path, "pt") as file:
            words = file.metadata()
            assert set(file.keys()) == {"q", "k", "v", "o"}
            assert file.get_tensor("q").shape == (2, 8, 300, 64) and file.get_tensor("o").dtype == torch.bfloat16
        assert words["causal"] == "True" and words["backend"] == "fa2" and words["call"] == str(number), words
        assert words["layer"] == f"model.layers.{number}.self_attn", words["layer"]
        result = diff(program, path, "--kernel", "fa2-pytorch")
        assert result["mismatches"] == 0, result
        print(f"{Path(path).name}: {result['elements']:,} values of {words['backend']}, 0 differ, "
              f"{result['splits']} splits, backend {result['backend']['name']}")


def test_padding(program, folder):
    q, k, v = (torch.randn(2, 4, 128, 64, device="cuda", dtype=torch.float16) for _ in range(3))
    keys = torch.arange(128, device="cuda")
    mask = (keys[None] < torch.tensor([128, 77], device="cuda")[:, None])[:, None, None, :]
    bias = torch.randn(128, 128, device="cuda", dtype=torch.float16)
    causal = torch.zeros(128, 128, device="cuda", dtype=torch.float16).masked_fill(
        ~torch.ones(128, 128, device="cuda", dtype=torch.bool).tril(), float("-inf")
    )
    captured = ulpscope_capture.capture(folder)

    @captured
    def three_calls():
        for attn_mask in (mask, bias, causal):
            torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=attn_mask)

    three_calls()
    assert captured.calls == 3 and len(captured.files) == 2
    assert [reason for _, _, reason in captured.skipped] == ["attn_mask holds a bias"], captured.skipped
    with safe_open(captured.files[0], "pt") as file:
        assert file.metadata()["key_lengths"] == "[128, 77]", file.metadata()
    with safe_open(captured.files[1], "pt") as file:
        assert file.metadata()["causal"] == "True", file.metadata()
    for path in captured.files:
        result = diff(program, path, "--kernel", "fa2-pytorch", "--max-ulp", "1000000")
        print(f"{Path(path).name}: opens, {result['mismatches']} of {result['elements']} differ (another kernel)")


def test_plain_tensors(program, folder):
    q, k, v = (torch.randn(1, 2, 64, 64, device="cuda", dtype=torch.float16) for _ in range(3))
    path = f"{folder}/plain.safetensors"
    ulpscope_capture.save(path, q, k, v, q, scale=0.2, causal=True, note="by hand")
    with safe_open(path, "pt") as file:
        assert file.metadata()["scale"] == "0.2" and torch.equal(file.get_tensor("k"), k.cpu())
    for bad in (lambda: ulpscope_capture.save(path, q[0], k, v), lambda: ulpscope_capture.save(path, q.double(), k, v)):
        try:
            bad()
            raise SystemExit("a tensor that no file can hold was written")
        except ulpscope_capture.NotDescribable as reason:
            print("refused:", reason)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        target = sys.argv[2] if len(sys.argv) > 2 else temporary
        for test in (test_model, test_padding, test_plain_tensors):
            test(sys.argv[1], f"{target}/{test.__name__}" if test is not test_plain_tensors else target)
    print("capture: all passed")
