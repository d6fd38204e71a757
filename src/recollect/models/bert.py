"""BERT in int8, on this machine: any network whose graph is in `data/`."""

import hashlib
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from recollect.errors import ModelError
from recollect.models.cosines import USUAL
from recollect.models.spans import longest, spans, whole
from recollect.models.wordpiece import WordPiece

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from recollect.models.int8graph import Int8Graph

DATA = Path(__file__).parent / "data"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"

_BATCH_TOKENS = 256  # padded; small enough for the processor's cache, and for any memory
_FEW_TOKENS = 96  # sooner done than a thread for them is started
_SLICE = 2048  # texts sorted and held as ids at a time
_MOST_THREADS = 8


@dataclass(frozen=True)
class Kind:
    """What one network differs in from another."""

    name: str
    sha256: str  # of the weights
    graph: str  # its file in `data/`
    version: int  # raise it whenever a text gets another vector
    most_tokens: int  # that it reads at a time
    repair: str  # the command that brings the weights back
    cosines: tuple[float, float] = USUAL

    @property
    def id(self) -> str:
        """Names the vectors: model, weights and graph."""
        return f"{self.name}:{self.sha256[:8]}:{self.version}"


class Bert:
    """Turns texts into unit vectors. Nothing is loaded before the first `embed`.

    A vector depends on its text alone, not on the texts embedded beside it. One instance may be
    used from many threads and survives a fork.
    """

    dimensions: int = 384
    latin: bool = True

    def __init__(
        self, kind: Kind, weights: Callable[[], Path], *, threads: int | None = None
    ) -> None:
        """`weights` says where the file is, when it is needed; `threads` run at once at most."""
        self.kind = kind
        self.id, self.cosines = kind.id, kind.cosines
        self._weights = weights
        self._threads = threads or min(usable_cores(), _MOST_THREADS)
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
        """The same for questions: these models make no difference."""
        return self.embed(texts)

    def close(self) -> None:
        """Let go of the model; another `embed` would load it again."""
        self._forget()

    def _embed_slice(
        self, loaded: "_Loaded", texts: Sequence[str], vectors: "NDArray[numpy.float32]"
    ) -> None:
        most = self.kind.most_tokens
        ids = (loaded.pieces.encode(text, longest(most)) for text in texts)
        parts = [spans(some, most) for some in ids]
        rows = self._read(loaded.graph, [span for some in parts for span in some])
        end = 0
        for row, some in enumerate(parts):
            start, end = end, end + len(some)
            long = len(some) > 1
            vectors[row] = whole(rows[start:end], list(map(len, some))) if long else rows[start]

    def _read(self, graph: "Int8Graph", tokens: list[list[int]]) -> "NDArray[numpy.float32]":
        """A row for each list of ids."""
        import numpy

        rows = numpy.empty((len(tokens), self.dimensions), numpy.float32)
        sizes = [len(ids) for ids in tokens]

        def run(some: list[int]) -> None:
            with self._turns:
                rows[some] = _run(graph, [tokens[row] for row in some])

        _each(run, list(batches(sizes)), self._threads if sum(sizes) > _FEW_TOKENS else 1)
        return rows

    def _load(self) -> "_Loaded":
        loaded = self._loaded
        if loaded is None:
            with self._lock:
                loaded = self._loaded = self._loaded or _load(self.kind, self._weights)
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


_instances: "weakref.WeakSet[Bert]" = weakref.WeakSet()


def _forget_all() -> None:
    for instance in list(_instances):
        instance._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _load(kind: Kind, where: Callable[[], Path]) -> _Loaded:
    weights = _read_weights(kind, where())
    try:
        from recollect.models.int8graph import Int8Graph
    except ImportError as error:
        raise ModelError(
            f"The embedder {kind.name} needs onnxruntime ({error}): "
            "pip install --force-reinstall onnxruntime"
        ) from error
    try:
        vocabulary = (DATA / "vocab.txt").read_text(encoding="utf-8").splitlines()
        graph, probe = (DATA / name for name in (kind.graph, "saturation-probe.onnx"))
        network = Int8Graph(graph.read_bytes(), weights, probe.read_bytes())
    except Exception as error:
        raise ModelError(
            f"The embedder {kind.name} could not start ({error}): "
            "pip install --force-reinstall recollect onnxruntime"
        ) from error
    return _Loaded(WordPiece(vocabulary), network)


def _read_weights(kind: Kind, path: Path) -> bytes:
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"The weights of {kind.name} cannot be read ({error}): {kind.repair}"
        ) from error
    if hashlib.sha256(weights).hexdigest() != kind.sha256:
        raise ModelError(
            f"{path} is damaged or is not the file this version was made for: {kind.repair}"
        )
    return weights


def batches(sizes: list[int]) -> Iterator[list[int]]:
    """Row numbers of texts of like length, so that little is padded. The longest come first:
    threads then end together."""
    batch: list[int] = []
    for row in sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True):
        longest = sizes[batch[0]] if batch else 0
        if batch and ((len(batch) + 1) * longest > _BATCH_TOKENS or 4 * sizes[row] < 3 * longest):
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


def usable_cores() -> int:
    """The cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
