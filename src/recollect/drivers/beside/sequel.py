"""Whether changes come next."""

from __future__ import annotations

from ...errors import Stale


def require_sequel(position: int, after: int) -> None:
    """Refuse changes behind a place that an index has not come to: it would lack those before."""
    if position < after:
        raise Stale("this index was emptied since its position was read; read that again")
