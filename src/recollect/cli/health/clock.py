"""How far a server's clock is from this machine's."""

from __future__ import annotations

from .finding import Finding

SKEW = 2.0
"""Seconds that two clocks may differ."""


def ahead(clock: float, before: float, after: float) -> float:
    """Seconds that a clock is ahead that was read between two moments here: none if it may have
    been right, however long the answer took."""
    return clock - min(max(clock, before), after)


def skew(seconds: float, name: str = "clock") -> Finding:
    """Whether the difference matters."""
    text = f"{abs(seconds):.1f} s {'ahead of' if seconds > 0 else 'behind'} this machine"
    if abs(seconds) > SKEW:
        return Finding("warn", name, text, "let both machines follow a time server")
    return Finding("ok", name, text)
