"""The packaged weights in an integer graph of our own.

The package stores its weights in int8 but its graph turns them back into floats before every
product. `data/minilm-int8.onnx` holds the same network with integer products and no weights; here
the two meet, in memory. `tools/build_minilm_graph.py` made the graph and says how.
"""

import os
from collections.abc import Iterator

import numpy
from numpy.typing import NDArray

# Its builds report to their maker by default; recollect sends nothing anywhere.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as ort  # type: ignore[import-untyped]

# ONNX field numbers: ModelProto.graph, GraphProto.initializer, and those of a TensorProto.
_GRAPH, _INITIALIZER = 7, 5
_DIMS, _TYPE, _NAME, _RAW = 1, 2, 8, 9
_TYPES = {1: numpy.float32, 3: numpy.int8, 7: numpy.int64, 9: numpy.bool_}
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class Int8Graph:
    """One network, ready to run. Safe to call from many threads."""

    def __init__(self, graph: bytes, weights: bytes, probe: bytes) -> None:
        """`probe` is the small graph that tells whether this processor saturates."""
        tensors = read_tensors(memoryview(weights))
        wanted = [name for name, _ in _initializers(memoryview(graph)) if name in tensors]
        # onnxruntime reads these where they are: they must live as long as the session.
        self._values = [ort.OrtValue.ortvalue_from_numpy(tensors[name]) for name in wanted]
        options = _options(exact=_saturates(probe))
        options.add_external_initializers(wanted, self._values)
        # The fused kernel is five times slower than the two it replaces.
        self._session = _session(graph, options, disabled_optimizers=["SkipLayerNormFusion"])

    def run(
        self, ids: NDArray[numpy.int32], lengths: NDArray[numpy.int32]
    ) -> NDArray[numpy.float32]:
        """One unit vector for each row of padded ids."""
        inside = numpy.arange(ids.shape[1]) < lengths[:, None]
        shares = (inside / lengths[:, None]).astype(numpy.float32)
        feed = {"ids": ids, "lengths": lengths, "shares": shares}
        vectors: NDArray[numpy.float32] = self._session.run(None, feed)[0]
        return vectors


def _options(*, exact: bool) -> ort.SessionOptions:
    options = ort.SessionOptions()
    # One thread for each run, several runs at once: measured faster than one run on all cores,
    # and no thread pool is left to spin while idle or to be dead after a fork.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The graph is fused already; this level still joins the weights, once, at load.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    if exact:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.add_session_config_entry("session.x64quantprecision", "1")
    return options


def _saturates(probe: bytes) -> bool:
    """Whether a product of u8 and s8 comes out too small here.

    x64 processors without VNNI add pairs of products in 16 bits. onnxruntime can turn the weights
    to u8 against it, at half the speed, but would do so on most processors with VNNI as well. So
    we ask the processor: 255 * 127, eight times.
    """
    full = numpy.full((1, 8), 255, numpy.uint8)
    return int(_session(probe, _options(exact=False)).run(None, {"x": full})[0][0, 0]) != 8 * 32385


def _session(graph: bytes, options: ort.SessionOptions, **more: list[str]) -> ort.InferenceSession:
    return ort.InferenceSession(graph, options, providers=["CPUExecutionProvider"], **more)


def read_tensors(model: memoryview) -> dict[str, NDArray[numpy.generic]]:
    """The weights in an ONNX file, by name."""
    return {name: _tensor(tensor) for name, tensor in _initializers(model)}


def _initializers(model: memoryview) -> Iterator[tuple[str, memoryview]]:
    for number, graph in _fields(model):
        if number == _GRAPH:
            for inner, tensor in _fields(graph):
                if inner == _INITIALIZER:
                    yield _name(tensor), tensor


def _name(tensor: memoryview) -> str:
    return next(str(value, "utf-8") for number, value in _fields(tensor) if number == _NAME)


def _tensor(tensor: memoryview) -> NDArray[numpy.generic]:
    shape: list[int] = []
    kind, raw = 0, memoryview(b"")
    for number, value in _fields(tensor):
        if number == _DIMS:
            shape.extend(_varints(value))
        elif number == _TYPE:
            kind = _varint(value, 0)[0]
        elif number == _RAW:
            raw = value
    array: NDArray[numpy.generic] = numpy.frombuffer(raw, dtype=_TYPES[kind]).reshape(shape)
    return numpy.require(array, requirements="A")  # the file aligns nothing


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a protobuf message, each as its number and its bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        wire = key & 7
        if wire == _BYTES:
            size, at = _varint(message, at)
        elif wire == _VARINT:
            size = _varint(message, at)[1] - at
        else:
            size = {_FIXED64: 8, _FIXED32: 4}[wire]
        yield key >> 3, message[at : at + size]
        at += size


def _varints(packed: memoryview) -> Iterator[int]:
    at = 0
    while at < len(packed):
        value, at = _varint(packed, at)
        yield value


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
