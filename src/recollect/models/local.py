"""What models of other packages share that run on this machine."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ModelError, VectorError
from ..vectors import checked
from .cosines import cosines
from .prefixes import prefixes
from .registry import Spec

if TYPE_CHECKING:
    from ..orders import Floats

T = TypeVar("T")

# Hugging Face's hub counts its users by default; recollect sends nothing it was not asked to.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


class Loaded:
    """A model that is loaded at the first use, once, and again after a fork.

    A name is that of a model the package knows or fetches; a folder is used where it is, and its
    contents are part of the id.
    """

    package: str
    _loaded: Any

    def __init__(self, spec: Spec) -> None:
        folder = Path(spec.model)
        self.model = spec.model
        self.id = f"{spec.provider}:{folder.name}:{digest(folder)}" if folder.is_dir() else spec.id
        self._forget()

    def close(self) -> None:
        """Let go of the model; another use would load it again."""
        self._forget()

    def _load(self) -> Any:
        """The package's own model."""
        raise NotImplementedError

    def _used(self, run: Callable[[Any], T]) -> T:
        """What comes out of a run of the model."""
        if os.getpid() != self._pid:
            self._forget()
        with self._lock:  # none of the packages says that it may be called twice at once
            if self._loaded is None:
                self._loaded = self._open()
            try:
                return run(self._loaded)
            except Exception as error:
                raise ModelError(f"{self.id} failed ({type(error).__name__})") from error

    def _open(self) -> Any:
        try:
            return self._load()
        except Exception as error:
            why = " ".join(str(error).split())[:200]
            raise ModelError(
                f"{self.package} could not load {self.model!r}; check the name or the folder, and "
                f"that it is there or can be downloaded ({type(error).__name__}: {why})"
            ) from error

    def _forget(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._loaded = None


class Local(Loaded):
    """An embedder of such a package."""

    latin: bool = False
    dimensions: int | None = None

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.cosines = cosines(spec.model)
        self._passage, self._question = prefixes(spec.model)

    def embed(self, texts: Sequence[str]) -> Floats:
        """One unit row for each passage, in their order."""
        return self._embed(texts, question=False)

    def ask(self, texts: Sequence[str]) -> Floats:
        """One unit row for each question."""
        return self._embed(texts, question=True)

    def _run(self, model: Any, texts: list[str], question: bool) -> Any:
        """Rows for texts; too long ones are cut by the package."""
        raise NotImplementedError

    def _prefixed(self, texts: list[str], question: bool) -> list[str]:
        prefix = self._question if question else self._passage
        return [prefix + text for text in texts]

    def _embed(self, texts: Sequence[str], question: bool) -> Floats:
        import numpy as np

        if not len(texts):
            return np.empty((0, self.dimensions or 1), np.float32)
        rows = self._used(lambda model: self._run(model, list(texts), question))
        try:
            made = checked(rows, len(texts), self.dimensions)
        except VectorError as error:
            raise ModelError(f"{self.id} gave no usable vectors: {error}") from None
        self.dimensions = made.shape[1]
        return made


def digest(folder: Path) -> str:
    """A short name for what a folder holds: other weights are another model."""
    total = hashlib.blake2b(digest_size=4)
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        if file.suffix in (".safetensors", ".bin", ".onnx", ".json", ".txt", ".model"):
            total.update(str(file.relative_to(folder)).encode("utf-8", "replace"))
            with file.open("rb") as data:
                total.update(hashlib.file_digest(data, "sha256").digest())
    return total.hexdigest()
