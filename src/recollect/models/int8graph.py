"""Weights in an integer graph of our own.

A graph in `data/` is a network with integer products and no weights; the weights are a file of
tensors, packaged or installed. Here the two meet, in memory. `tools/build_graphs.py` made the
graphs and says how.
"""

import os

import numpy
from numpy.typing import NDArray

# Its builds report to their maker by default; recollect sends nothing anywhere.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as ort  # type: ignore[import-untyped]

from recollect.models.tensors import names, read_tensors


class Int8Graph:
    """One network, ready to run. Safe to call from many threads."""

    def __init__(self, graph: bytes, weights: bytes, probe: bytes) -> None:
        """`probe` is the small graph that tells whether this processor saturates."""
        tensors = read_tensors(weights)
        wanted = [name for name in names(graph) if name in tensors]
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
