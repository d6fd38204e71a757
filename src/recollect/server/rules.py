"""Who may speak to a server, and how much at once."""

from __future__ import annotations

from dataclasses import dataclass

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MIB = 1 << 20
UPLOAD = 64 * MIB
RATE, BURST = 50.0, 6
"""Requests a second, and how many seconds' worth of them may come at once."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a server allows, whatever address it listens on."""

    open: bool = False
    """No key is asked for. Only for this machine: `serve` refuses it anywhere else."""
    hosts: tuple[str, ...] = LOOPBACK
    """The names that a request may call the server by, against rebinding."""
    origins: tuple[str, ...] = ()
    """The pages of other places that a browser may send requests from, as it spells them:
    https://app.example.com"""
    page: bool = True
    """Whether people find a page at the front door."""
    body: int = 4 * MIB
    """Bytes in a request, but for an import."""
    upload: int = UPLOAD
    """Bytes in an import."""
    rate: float = RATE
    """Requests a second that one key may make, in the long run."""
    burst: int = round(BURST * RATE)
    """Requests that one key may make at once: a hundred MCP calls, each with a listing."""
    shared: str = ""
    """A file in which several processes count requests together; without one each counts alone."""
    hold: float = 0.25
    """Seconds until somebody is told of too many requests, so that a flood is no load."""
    at_once: int = 100
    """Requests of one key that may be under way together."""
    results: int = 1000
    """Results in one answer."""
    patience: float = 20.0
    """Seconds that a request may take to arrive."""
