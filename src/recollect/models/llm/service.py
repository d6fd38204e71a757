"""What the providers of language models share. Each says how one request is made."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

from ...ports import Chat, Schema, Usage
from ..patience import LATE, NO_CONNECTION, Fault, Patience
from ..registry import Spec
from ..remedies import remedy

LOST = "the connection was lost"
GRACE = 0.5
"""Seconds that a try may take beyond what it was told."""
_UNPAID = re.compile(r"credit|billing|quota|balance|payment", re.IGNORECASE)
_FILTERED = re.compile(r"content.?(filter|management|policy)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Request:
    """One request: what to say, in which form to ask for the answer, and its bounds."""

    messages: Chat
    schema: Schema | None
    form: str
    output: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: text, or data if the service has read it already, and the tokens it says."""

    text: str = ""
    data: Any = None
    input: int | None = None
    output: int | None = None
    cut: bool = False
    refused: bool = False


class Service:
    """A provider's own package, with its retries off.

    `forms` are its ways of asking for JSON, the strictest first. A server that does not know one
    is asked in the next.
    """

    name: str
    key: str
    forms: tuple[str, ...] = ("schema", "json", "plain")

    def __init__(self, spec: Spec) -> None:
        self.id = spec.id
        self.model = spec.model
        self.base_url = spec.base_url
        self._pid = os.getpid()
        self._client = self._connect()

    @property
    def client(self) -> Any:
        """The package's client; a fork must not share its parent's connections."""
        if os.getpid() != self._pid:
            self._pid, self._client = os.getpid(), self._connect()
        return self._client

    def patience(self) -> Patience:
        """How long to wait for it, and how long to go on trying."""
        return Patience(each=120.0, total=180.0, asking=180.0)

    def send(self, request: Request) -> Answer:
        """One request. Whatever goes wrong is raised as a Fault."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def remedy(self, fault: Fault) -> str:
        """What to do about a fault, without the service's own words: they may quote a key."""
        refused = fault.status in (400, 402, 403, 429) and not fault.passing
        if refused and _UNPAID.search(fault.reason):
            return "the quota is used up; see your plan and billing"
        return remedy(fault, f"language model {self.model!r}", self.key)

    def _connect(self) -> Any:
        """A client of the provider's own package; a missing key is a ConfigError."""
        raise NotImplementedError


def is_filtered(fault: Fault) -> bool:
    """Whether such words are kept from the model by the service itself."""
    return fault.status == 400 and _FILTERED.search(fault.reason) is not None


def cost(fault: Fault, most: Usage) -> Usage:
    """What a request that failed may have cost. Turned away, it cost nothing; broken on the
    server, what went in; with an end that nobody knows, all that it was allowed."""
    if fault.status is None:
        return Usage(1, 1) if fault.reason == NO_CONNECTION else most
    return Usage(1, 1, most.input if fault.status >= 500 or fault.status == 408 else 0)


def disconnected(error: BaseException | None, timed_out: bool) -> Fault:
    """The fault of a connection: never made, lost, or silent. Only the first costs nothing."""
    if type(error).__name__ in ("ConnectError", "ConnectTimeout"):
        return Fault(None, NO_CONNECTION)
    return Fault(None, LATE if timed_out else LOST)
