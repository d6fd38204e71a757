"""A float BERT to int8: what the graphs of `data/` expect, from an ordinary ONNX file.

Every weight is symmetric, one scale for each column of a matrix and each row of a table. Each step
is one correctly rounded operation of IEEE floats, so the bytes are the same on every machine and
their hash can be pinned.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from .tensors import read_tensors, write_tensors

WORDS = "embeddings.word_embeddings.weight"
PLACES = "embeddings.position_embeddings.weight"
PRODUCTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)

_FOLDED = "onnx::MatMul_"  # what the exporter calls a transposed weight, before a number
_FLOATS = (".bias", ".LayerNorm.weight", ".token_type_embeddings.weight")
_MOST = 127


def quantised(model: bytes) -> bytes:
    """The weights of an exported BERT in int8. ValueError if the file holds something else."""
    return write_tensors(quantised_tensors(read_tensors(model)))


def quantised_tensors(tensors: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same, by name: `…_q` and `…_scale` for what became integers."""
    made = {name: array for name, array in tensors.items() if name.endswith(_FLOATS)}
    layers = sum(name.endswith(".intermediate.dense.bias") for name in made)
    matrices = sorted(
        (name for name in tensors if name.startswith(_FOLDED)),
        key=lambda name: int(name.removeprefix(_FOLDED)),
    )
    sites = [f"encoder.layer.{layer}.{product}" for layer in range(layers) for product in PRODUCTS]
    if not sites or len(sites) != len(matrices) or not {WORDS, PLACES} <= tensors.keys():
        raise ValueError("not a BERT with float weights, as it is usually exported")
    for site, matrix in zip(sites, matrices, strict=True):
        made |= _int8(f"{site}.weight", tensors[matrix], axis=0)
    for table in (WORDS, PLACES):
        made |= _int8(table, tensors[table], axis=1)
    return dict(sorted(made.items()))


def _int8(name: str, values: NDArray[Any], axis: int) -> dict[str, NDArray[Any]]:
    if values.dtype != numpy.float32 or values.ndim != 2 or not values.size:
        raise ValueError(f"{name} is not a matrix of floats")
    scale = numpy.abs(values).max(axis, keepdims=True) / numpy.float32(_MOST)
    scale[scale == 0] = 1
    return {f"{name}_q": numpy.rint(values / scale).astype(numpy.int8), f"{name}_scale": scale}
