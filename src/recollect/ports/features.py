"""What a back-end can do beyond the least that is asked of it: declared, never guessed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Features:
    """Optional powers. Callers ask here, not with `hasattr`."""

    nearest: bool = False
    """Searches vectors itself, in the same transaction as the records."""
    match: bool = False
    """Searches terms itself, in the same transaction as the records."""
    look: bool = False
    """Answers a whole `Look` itself, in one snapshot."""
    neighbours: bool = False
    """Walks relations itself."""
    hops: bool = False
    """Answers for neighbours several steps away in one question."""
    as_of: bool = False
    """Answers every request as of a moment, too."""
    durable: bool = False
    """What is acknowledged survives the end of the process."""
    shared: bool = False
    """Several processes may write at once."""
    edited: bool = False
    """People write in it, too, and leave the vectors of that to us."""
