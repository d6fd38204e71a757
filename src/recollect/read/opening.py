"""What a model sees of a memory when a conversation begins."""

from __future__ import annotations

from collections.abc import Sequence

from ..text.tokens import estimate
from ..types import Note
from ..write.summary.note import KEY, OVER
from .steady import steady


def opening(core: Sequence[Note], summaries: Sequence[Note], budget: int) -> str:
    """Core notes, and the summary over all sessions or, if there is none, of the last one."""
    over = [note for note in summaries if note.key == OVER]
    last = over or [note for note in summaries if note.key == KEY]
    return steady(core, last[-1] if last else None, None, budget, estimate)
