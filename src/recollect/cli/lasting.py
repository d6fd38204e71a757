"""Long work that somebody may break off: then it is said what was kept, and how to go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..memory.partly import SoFar
from .progress import bar


class Interrupted(Exception):
    """Somebody pressed Ctrl-C. The message says what was kept."""


@contextmanager
def lasting(what: str, as_json: bool, kept: str, again: str = "run it again") -> Iterator[SoFar]:
    """Work behind a bar. `kept` is filled with how many are {done}, of a {total}."""
    with bar(what, as_json) as shown:
        so_far = SoFar(shown)
        try:
            yield so_far
        except KeyboardInterrupt:
            if not so_far.total:
                raise Interrupted("it has hardly begun; run it again") from None
            raise Interrupted(f"{so_far.told(kept)}; {again} to go on") from None
