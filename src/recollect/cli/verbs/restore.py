"""recollect restore"""

from __future__ import annotations

from typing import Annotated

import typer

from ...counts import many
from .. import exits, machine
from ..lasting import lasting
from ..options import Db, Json
from ..signals import tidied
from ..terminal import say


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What backup wrote.")],
    into: Annotated[
        bool, typer.Option("--into", help="Also into a memory that holds something: keep both.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Bring back what `recollect backup` wrote, into a store of any kind.

    Every byte is checked before anything is written. Exit code 1 when the memory does not hold the
    same in the end. If it is interrupted, run it again with --into to go on.
    """
    from ..backing.giving import give

    kept, again = "what was restored is kept", "run it again with --into"
    with tidied(), lasting("Restoring", as_json, kept, again) as so_far:
        held, done = give(file, db, into, so_far)
    ok = done.ok and done.source_hash == held.content
    if as_json:
        more = {"at": held.at, "content": held.content, "ok": ok}
        machine.print_json({**machine.plain(done), **more, "source": file})
        return exits.OK if ok else exits.NOTHING
    say(
        f"Restored {many(done.messages, 'message')} and {many(done.notes, 'note')} to {done.target}"
    )
    for one in done.lost:
        say(f"not carried: {one}")
    same = "It holds what was backed up" if ok else "It does not hold what was backed up"
    say(f"{same} (content hash {held.content}, made {held.at}).")
    return exits.OK if ok else exits.NOTHING
