"""What rerankers behind HTTP share: one question and many texts out, a number for each back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import httpx

from ...errors import ConfigError, ModelError
from ..patience import LATE, NO_CONNECTION, Fault, Patience, retry_after
from ..registry import Spec
from ..remedies import remedy
from ..remote import SHORT, batches, is_too_long, shortened

SECONDS = 10.0
"""Somebody waits for the answer."""


class Service:
    """A reranker that asks a service. A provider says where that is and how it is asked.

    Sizes are in bytes, as for embedders: what is small enough in bytes is so in tokens. The
    question counts once for each text, as it is read with each.
    """

    service: str
    home: str | None = None
    """Where it is unless its name says; None if it may be anywhere."""
    key: str
    """The environment variable that holds its key."""
    most_texts: int = 1_000
    most_bytes: int = 300_000
    longest: int = 8_000

    def __init__(
        self, spec: Spec, key: str | None = None, patience: Patience | None = None
    ) -> None:
        self.id, self.model = spec.id, spec.model
        base = spec.base_url or self.home
        if base is None:
            where = f"{spec.provider}:{spec.model}@http://127.0.0.1:8080"
            raise ConfigError(f"say where the server is, as in {where!r}")
        if key is None and spec.base_url is None:
            raise ConfigError(f"{self.service} needs a key: set {self.key}")
        if key is not None and not (key.isascii() and key.isprintable()):
            raise ConfigError(f"{self.key} holds signs that no key has; set it anew")
        if spec.base_url is not None:
            self.service = f"The server for {spec.id}"
        self._url = f"{base}/rerank"
        self._headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._patience = patience or Patience(SECONDS, SECONDS, SECONDS)
        self._connect()

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """A number for each text, in their order."""
        if os.getpid() != self._pid:  # a fork must not share its parent's connections
            self._connect()
        until = self._patience.clock() + self._patience.asking
        asked = shortened(query, self.longest)
        cut = [shortened(text, self.longest) for text in texts]
        split = batches(cut, self.most_texts, self.most_bytes, len(asked.encode()))
        return [one for batch in split for one in self._batch(asked, batch, until)]

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _asked(self, query: str, texts: list[str]) -> dict[str, Any]:
        """What is sent."""
        raise NotImplementedError

    def _rows(self, answer: Any) -> list[tuple[int, Any]]:
        """The place and the score of each text that an answer names."""
        return [(row["index"], row["relevance_score"]) for row in answer["results"]]

    def _connect(self) -> None:
        self._pid = os.getpid()
        self._client = httpx.Client(headers=self._headers)

    def _batch(self, query: str, texts: list[str], until: float) -> list[float]:
        try:
            return self._patience.run(
                lambda seconds: self._send(query, texts, seconds), asking=True, until=until
            )
        except Fault as fault:
            longest = max(len(text.encode()) for text in (query, *texts))
            refused = is_too_long(fault) and (longest > SHORT or len(texts) > 1)
            if not refused or self._patience.clock() > until:
                what = remedy(fault, f"reranker {self.model!r}", self.key)
                raise ModelError(f"{self.service}: {what}") from None  # it may quote the key
        if longest > SHORT:
            self.longest = size = max(SHORT, longest // 2)  # from now on
            cut = [shortened(text, size) for text in texts]
            return self._batch(shortened(query, size), cut, until)
        self.most_texts = middle = len(texts) // 2
        halves = texts[:middle], texts[middle:]
        return [one for half in halves for one in self._batch(query, half, until)]

    def _send(self, query: str, texts: list[str], seconds: float) -> list[float]:
        try:
            answer = self._client.post(self._url, json=self._asked(query, texts), timeout=seconds)
        except httpx.TimeoutException:
            raise Fault(None, LATE) from None
        except httpx.HTTPError:
            raise Fault(None, NO_CONNECTION) from None
        if answer.status_code != 200:
            wait = retry_after(answer.headers.get("retry-after"))
            raise Fault(answer.status_code, answer.text[:1_000], wait=wait)
        try:
            return _in_order(self._rows(answer.json()), len(texts))
        except (KeyError, TypeError, ValueError, RecursionError):
            raise Fault(200, "an answer that cannot be read", final=True) from None


def _in_order(rows: list[tuple[int, Any]], count: int) -> list[float]:
    """The scores by their places, each of which is there once."""
    scores = dict(rows)
    if len(rows) != count or scores.keys() != set(range(count)):
        raise ValueError("the numbers of the rows are wrong")
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in scores.values()):
        raise ValueError("a score is no number")
    return [float(scores[place]) for place in range(count)]
