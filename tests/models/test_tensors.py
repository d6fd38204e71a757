"""Tensors in a file, and a float network made small: the same bytes everywhere, no surprises."""

import random

import numpy
import pytest

from recollect.models.quantise import quantised, quantised_tensors
from recollect.models.tensors import names, read_tensors, write_tensors

from .tiny import WIDTH, tiny_bert


def test_what_is_written_is_read() -> None:
    tensors = {
        "floats": numpy.array([[1.5, -2.0]], numpy.float32),
        "bytes": numpy.arange(300, dtype=numpy.int64).astype(numpy.int8).reshape(3, 100),
        "one": numpy.array(7, numpy.int64),
        "none": numpy.zeros((0, 4), numpy.float32),
        "ümlaut": numpy.array([True, False]),
    }
    data = write_tensors(tensors)
    read = read_tensors(data)
    assert names(data) == list(read) == list(tensors)
    for name, array in tensors.items():
        assert read[name].dtype == array.dtype
        assert read[name].shape == array.shape
        assert (read[name] == array).all()


def test_a_damaged_file_is_a_value_error_and_nothing_else() -> None:
    data = write_tensors(tiny_bert())
    dice = random.Random(0)
    for _ in range(300):
        bad = bytearray(data[: dice.randrange(1, len(data))])
        for _ in range(dice.randrange(4)):
            bad[dice.randrange(len(bad))] = dice.randrange(256)
        try:
            read_tensors(bytes(bad))
        except ValueError:
            continue
    with pytest.raises(ValueError):
        read_tensors(data[:-1])


def test_weights_are_within_half_a_step() -> None:
    floats = tiny_bert()
    made = quantised_tensors(floats)
    name = "encoder.layer.0.attention.self.query.weight"
    whole, scale = made[f"{name}_q"], made[f"{name}_scale"]
    assert whole.dtype == numpy.int8
    assert scale.shape == (1, WIDTH)  # one for each column
    assert (numpy.abs(whole * scale - floats["onnx::MatMul_100"]) <= scale / 2 * 1.001).all()
    assert (numpy.abs(whole).max(0) == 127).all()
    assert made["embeddings.word_embeddings.weight_scale"].shape == (30, 1)  # one for each row
    kept = "encoder.layer.1.output.dense.bias"
    assert (made[kept] == floats[kept]).all()


def test_a_column_of_zeros_stays_zero() -> None:
    floats = tiny_bert()
    floats["onnx::MatMul_100"][:, 3] = 0
    made = quantised_tensors(floats)
    assert not made["encoder.layer.0.attention.self.query.weight_q"][:, 3].any()
    assert numpy.isfinite(made["encoder.layer.0.attention.self.query.weight_scale"]).all()


def test_another_export_of_the_same_weights_gives_the_same_bytes() -> None:
    usual = quantised(write_tensors(tiny_bert()))
    renumbered = dict(reversed(tiny_bert(first_matrix=95).items()))  # 95 … 106: not in text order
    assert quantised(write_tensors(renumbered)) == usual
    assert quantised(write_tensors(tiny_bert(seed=1))) != usual


@pytest.mark.parametrize(
    "missing",
    ["onnx::MatMul_103", "embeddings.word_embeddings.weight", "encoder.layer.1.output.dense.bias"],
)
def test_another_network_is_refused(missing: str) -> None:
    floats = tiny_bert()
    del floats[missing]
    if missing.endswith(".bias"):
        floats = {name: array for name, array in floats.items() if "intermediate" not in name}
    with pytest.raises(ValueError, match="not a BERT"):
        quantised_tensors(floats)


def test_a_network_in_integers_is_refused() -> None:
    floats = tiny_bert()
    floats["onnx::MatMul_100"] = floats["onnx::MatMul_100"].astype(numpy.int8)
    with pytest.raises(ValueError, match="not a matrix of floats"):
        quantised_tensors(floats)
