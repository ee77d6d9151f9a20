# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes what PyTorch's scaled_dot_product_attention is given and gives, as files that Ulpscope opens.

    import ulpscope_capture

    with ulpscope_capture.capture("captured", model=model, limit=4) as captured:
        model(tokens)
    print(captured.files)             # captured/0000_model.layers.0.self_attn.safetensors, ...

    @ulpscope_capture.capture("captured")
    def step(): ...

    ulpscope_capture.save("one.safetensors", q, k, v, o, causal=True)    # tensors [batch, heads, sequence, head dim]

Needs PyTorch only. Every file holds q, k, v, o and string metadata: scale, causal, causal_alignment, key_lengths, backend
(the kernel that PyTorch chose), versions, GPU, layer and call number. Attention that a file cannot describe (dropout, a
bias, a mask that is neither causal nor padding at the end) is counted in `skipped` with the reason, not written.
"""

import contextlib
import json
import os
import re
import struct
import tempfile

import torch
from torch.overrides import TorchFunctionMode

_DTYPES = {torch.float16: "F16", torch.bfloat16: "BF16", torch.float32: "F32"}
_BACKENDS = {0: "math", 1: "fa2", 2: "mem_efficient", 3: "cudnn", 4: "overrideable"}


class NotDescribable(ValueError):
    """Attention that the file format has no words for."""


def save(path, q, k, v, o=None, *, scale=None, causal=False, causal_alignment="top-left", key_lengths=None, **metadata):
    """Writes one attention call. Tensors are [batch, heads, sequence, head dim]; other metadata are written as str()."""
    tensors = {"q": q, "k": k, "v": v, **({} if o is None else {"o": o})}
    for name, tensor in tensors.items():
        if tensor.dim() != 4:
            raise NotDescribable(f"{name} has {tensor.dim()} axes, expected [batch, heads, sequence, head dim]")
        if tensor.dtype not in _DTYPES:
            raise NotDescribable(f"{name} is {tensor.dtype}, expected float16, bfloat16 or float32")
    words = {
        "scale": q.shape[-1] ** -0.5 if scale is None else float(scale),
        "causal": bool(causal),
        "causal_alignment": causal_alignment,
        "dtype": q.dtype,
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "gpu": torch.cuda.get_device_name(q.device) if q.is_cuda else "none",
        **metadata,
    }
    if key_lengths is not None:
        words["key_lengths"] = [int(n) for n in key_lengths]
    _write(path, tensors, {name: str(word) for name, word in words.items()})


def _write(path, tensors, metadata):
    header, blobs, offset = {"__metadata__": metadata}, [], 0
    for name, tensor in tensors.items():
        data = tensor.detach().contiguous().cpu().view(torch.uint8).numpy().tobytes()
        header[name] = {
            "dtype": _DTYPES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + len(data)],
        }
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    folder = os.path.dirname(os.path.abspath(path))
    # A reader never sees half a file.
    handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for blob in blobs:
                file.write(blob)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _visible(mask, q, k):
    """Boolean [batch, queries, keys] of a mask that is the same for all heads."""
    shape = (q.shape[0], q.shape[1], q.shape[2], k.shape[2])
    mask = mask.detach()
    if mask.dtype == torch.bool:
        visible = mask
    else:
        # Large negative numbers hide a key as -inf does; anything between them and 0 is a bias.
        hidden = mask <= torch.finfo(mask.dtype).min / 2
        if not bool(((mask == 0) | hidden).all()):
            raise NotDescribable("attn_mask holds a bias")
        visible = ~hidden
    visible = visible.expand(shape)
    if not bool((visible == visible[:, :1]).all()):
        raise NotDescribable("attn_mask differs from head to head")
    return visible[:, 0]


def describe_mask(mask, q, k):
    """causal, causal_alignment and key_lengths for an attn_mask; NotDescribable for other masks."""
    visible = _visible(mask, q, k).cpu()
    batch, queries, keys = visible.shape
    column, row = torch.arange(keys), torch.arange(queries)[:, None]
    # The longest prefix of keys that any row sees; padding that no row sees is at the end.
    any_row = visible.any(dim=1)
    lengths = torch.where(any_row.any(dim=1), keys - any_row.flip(1).int().argmax(dim=1), 0)
    patterns = {
        (False, "top-left"): torch.ones(queries, keys, dtype=torch.bool),
        (True, "top-left"): column <= row,
        (True, "bottom-right"): column <= row + keys - queries,
    }
    for (causal, alignment), pattern in patterns.items():
        for known in (torch.full((batch,), keys), lengths):
            if torch.equal(visible, pattern[None] & (column < known[:, None])[:, None, :]):
                words = {"causal": causal, "causal_alignment": alignment}
                if bool((known != keys).any()):
                    words["key_lengths"] = known.tolist()
                return words
    raise NotDescribable("attn_mask is neither causal nor padding at the end of the keys")


def _chosen_backend(q, k, v, mask, dropout, causal, scale, gqa):
    with contextlib.suppress(Exception):
        return _BACKENDS.get(int(torch._fused_sdp_choice(q, k, v, mask, dropout, causal, scale=scale, enable_gqa=gqa)))
    return None


class capture(TorchFunctionMode):
    """Context manager and decorator: writes every call of scaled_dot_product_attention to `directory`.

    `model` names the layers, `limit` is the largest number of files, `only(layer, call)` chooses.
    """

    def __init__(self, directory, model=None, limit=None, only=None):
        super().__init__()
        self.directory, self.limit, self.only = str(directory), limit, only
        self.files, self.skipped, self.calls = [], [], 0
        self._model, self._hooks, self._layers = model, [], []

    def __enter__(self):
        os.makedirs(self.directory, exist_ok=True)
        for name, module in self._model.named_modules() if self._model is not None else ():
            self._hooks.append(module.register_forward_pre_hook(lambda *_, name=name: self._layers.append(name)))
            self._hooks.append(module.register_forward_hook(lambda *_: self._layers.pop() and None, always_call=True))
        return super().__enter__()

    def __exit__(self, *error):
        for hook in self._hooks:
            hook.remove()
        self._hooks, self._layers = [], []
        return super().__exit__(*error)

    def __call__(self, function):
        def captured(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        captured.__name__, captured.__doc__ = function.__name__, function.__doc__
        return captured

    def __torch_function__(self, function, types, args=(), kwargs=None):
        output = function(*args, **(kwargs or {}))
        if getattr(function, "__name__", "") == "scaled_dot_product_attention":
            self._keep(output, *args, **(kwargs or {}))
        return output

    def _keep(self, o, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        call, layer = self.calls, self._layers[-1] if self._layers else ""
        self.calls += 1
        if self.limit is not None and len(self.files) >= self.limit:
            return
        if self.only is not None and not self.only(layer, call):
            return
        try:
            if dropout_p:
                raise NotDescribable("dropout")
            words = {"causal": bool(is_causal)} if attn_mask is None else describe_mask(attn_mask, query, key)
            backend = _chosen_backend(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
            if backend:
                words["backend"] = backend
            if torch.backends.cudnn.is_available():
                words["cudnn"] = torch.backends.cudnn.version()
            name = re.sub(r"[^\w.-]+", "_", layer)
            path = os.path.join(self.directory, f"{call:04d}{'_' + name if name else ''}.safetensors")
            save(path, query, key, value, o, scale=scale, layer=layer, call=call, **words)
            self.files.append(path)
        except NotDescribable as reason:
            self.skipped.append((layer, call, str(reason)))
