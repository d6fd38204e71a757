"""What embedders behind HTTP share: requests of the right size, patience, and checks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, VectorError
from ..vectors import checked
from .cosines import cosines
from .patience import Fault, Patience
from .prefixes import prefixes
from .registry import Spec

if TYPE_CHECKING:
    from ..orders import Floats

_TOO_LONG = re.compile(
    r"too (long|large|many tokens)|context.?length|maximum|exceed", re.IGNORECASE
)
SHORT = 512  # bytes, and so tokens at most: no model refuses these for their length


class Remote:
    """An embedder that asks a service. A provider says how one request is made.

    Sizes are in bytes: a token has at least one, so a text or a request that is small enough in
    bytes is so in tokens, whatever the language. A longer text is cut, as the built-in model cuts.
    """

    service: str
    most_texts: int
    most_bytes: int
    longest: int = 8_000
    latin: bool = False

    def __init__(self, spec: Spec, patience: Patience) -> None:
        self.id = spec.id
        self.model = spec.model
        self.cosines = cosines(spec.model)
        self.dimensions = spec.dimensions  # else learned from the first answer
        self._size = spec.dimensions
        self._base_url = spec.base_url
        self._patience = patience
        self._passage, self._question = prefixes(spec.model)
        self._pid = os.getpid()
        self._client = self._connect()

    def embed(self, texts: Sequence[str]) -> Floats:
        """One unit row for each passage, in their order."""
        return self._embed([self._passage + text for text in texts], question=False)

    def ask(self, texts: Sequence[str]) -> Floats:
        """One unit row for each question."""
        return self._embed([self._question + text for text in texts], question=True)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _connect(self) -> Any:
        """A client of the provider's own package; a missing key is a ConfigError."""
        raise NotImplementedError

    def _send(self, texts: list[str], question: bool, seconds: float) -> list[Any]:
        """One request. Whatever goes wrong is raised as a Fault."""
        raise NotImplementedError

    def _remedy(self, fault: Fault) -> str:
        """What to do about a fault, without the service's own words: they may quote a key."""
        raise NotImplementedError

    def _embed(self, texts: list[str], question: bool) -> Floats:
        import numpy as np

        if os.getpid() != self._pid:  # a fork must not share its parent's connections
            self._pid, self._client = os.getpid(), self._connect()
        cut = [shortened(text, self.longest) for text in texts]
        split = batches(cut, self.most_texts, self.most_bytes)
        made = [self._batch(batch, question) for batch in split]
        return np.concatenate(made) if made else np.empty((0, self.dimensions or 1), np.float32)

    def _batch(self, texts: list[str], question: bool) -> Floats:
        import numpy as np

        try:
            rows = self._patience.run(
                lambda seconds: self._send(texts, question, seconds), asking=question
            )
        except Fault as fault:
            longest = max(len(text.encode()) for text in texts)
            if not is_too_long(fault) or longest <= SHORT:
                # The package's own error may hold the key, in a request or in the answer.
                raise ModelError(f"{self.service}: {self._remedy(fault)}") from None
        else:
            return self._checked(rows, len(texts))
        if len(texts) == 1:
            return self._batch([shortened(texts[0], longest // 2)], question)
        # Nothing is cut before it stands alone, so a vector depends on its text alone.
        middle = len(texts) // 2
        halves = texts[:middle], texts[middle:]
        return np.concatenate([self._batch(half, question) for half in halves])

    def _checked(self, rows: list[Any], count: int) -> Floats:
        try:
            made = checked(rows, count, self.dimensions)
        except VectorError as error:
            raise ModelError(f"{self.service} gave no usable vectors: {error}") from None
        self.dimensions = made.shape[1]
        return made


def batches(
    texts: list[str], most_texts: int, most_bytes: int, each: int = 0
) -> Iterator[list[str]]:
    """Texts in requests of the right size; `each` is what goes with every text, in bytes."""
    batch: list[str] = []
    size = 0
    for text in texts:
        own = each + len(text.encode())
        if batch and (len(batch) == most_texts or size + own > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += own
    if batch:
        yield batch


def is_too_long(fault: Fault) -> bool:
    """Whether a service refused a text for its length."""
    told = fault.status in (400, 422) and _TOO_LONG.search(fault.reason) is not None
    return fault.status == 413 or told


def shortened(text: str, size: int) -> str:
    """The beginning of a text, at most `size` bytes, and nothing that cannot be sent."""
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
