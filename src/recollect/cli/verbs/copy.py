"""recollect copy"""

from __future__ import annotations

from typing import Annotated

import typer

from ...counts import many
from ...transfer.copies import Copied
from .. import exits, machine
from ..lasting import lasting
from ..opening import opened
from ..options import Json
from ..terminal import say


def run(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A URL or path of a memory.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where it is copied to.")],
    into: Annotated[
        bool, typer.Option("--into", help="Also where other records are: keep both.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Copy a memory into another store, of any kind, and compare both.

    Ids, times, closed notes, counts, policies and vectors come along. Safe to interrupt: run it
    again to go on. Exit code 1 when both sides do not hold the same in the end.
    """
    kept = "{done} of {total} records are in the copy"
    with lasting("Copying", as_json, kept) as so_far, opened(source) as memory:
        done = memory.copy_to(target, into=into, progress=so_far)
    if as_json:
        machine.print_json({**machine.plain(done), "ok": done.ok})
    else:
        _say(done)
    return exits.OK if done.ok else exits.NOTHING


def _say(done: Copied) -> None:
    """What was done, for people."""
    written, vectors = many(done.written, "record"), many(done.vectors, "vector")
    say(f"Copied {written} and {vectors} to {done.target}")
    for one in done.lost:
        say(f"not carried: {one}")
    if done.ok:
        held = f"{many(done.messages, 'message')} and {many(done.notes, 'note')}"
        say(f"Both hold the same {held} (content hash {done.source_hash}).")
    else:
        say(f"They differ: content hash {done.source_hash} here, {done.target_hash} there.")
