"""Looking back from the command line: the options, and the memory that they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError

if TYPE_CHECKING:
    from .. import Memory
    from ..memory.sync.time import Past

AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="As things stood at this moment (ISO 8601)."),
]
Recorded = Annotated[
    bool,
    typer.Option("--recorded", help="Go by what this store had committed, not by what was said."),
]


def as_of(memory: Memory, moment: str | None, recorded: bool) -> Memory | Past:
    """The memory as it is, or as it stood at a moment."""
    if moment is not None:
        return memory.as_of(moment, recorded=recorded)
    if recorded:
        raise InputError("--recorded says how to look back; say to when with --as-of TIME")
    return memory
