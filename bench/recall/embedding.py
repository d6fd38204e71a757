"""The embedder under test, with its vectors kept between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from recollect.drivers.sqlite import schema
from recollect.ports.sync import Embedder

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


class Cached:
    """Asks the model once for each text, ever; half floats are exact enough to rank by."""

    def __init__(self, model: Embedder, folder: Path) -> None:
        self.id, self.latin, self._model = model.id, model.latin, model
        folder.mkdir(parents=True, exist_ok=True)
        self._db = apsw.Connection(str(folder / "embeddings.db"))
        self._db.set_busy_timeout(60_000)
        schema.keep_a_log(self._db)
        self._db.execute(
            "PRAGMA synchronous=off; "
            "CREATE TABLE IF NOT EXISTS vectors(key BLOB PRIMARY KEY, data BLOB) WITHOUT ROWID"
        ).fetchall()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors from the cache, and from the model where it has none."""
        return self._vectors(self.id, texts, self._model.embed)

    def ask(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Those of questions, if the model makes a difference."""
        own: Embed | None = getattr(self._model, "ask", None)
        return self.embed(texts) if own is None else self._vectors(f"{self.id}?", texts, own)

    def _vectors(self, space: str, texts: Sequence[str], embed: Embed) -> NDArray[np.float32]:
        keys = [_key(space, text) for text in texts]
        held = {key: self._find(key) for key in keys}
        lacking = {key: text for key, text in zip(keys, texts, strict=True) if held[key] is None}
        if lacking:
            made = embed(list(lacking.values())).astype(np.float16)
            with self._db:
                for key, row in zip(lacking, made, strict=True):
                    held[key] = row.tobytes()
                    self._db.execute("REPLACE INTO vectors VALUES(?, ?)", (key, held[key]))
        rows = [np.frombuffer(held[key] or b"", dtype=np.float16) for key in keys]
        return np.stack(rows).astype(np.float32)

    def __getattr__(self, name: str) -> Any:
        """Whatever else the model says of itself."""
        return getattr(self._model, name)

    def _find(self, key: bytes) -> bytes | None:
        found: bytes | None = self._db.execute("SELECT data FROM vectors WHERE key=?", (key,)).get
        return found


def _key(space: str, text: str) -> bytes:
    return hashlib.blake2b(f"{space}\0{text}".encode(), digest_size=16).digest()
