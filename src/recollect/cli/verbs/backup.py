"""recollect backup"""

from __future__ import annotations

from typing import Annotated

import typer

from ...counts import many
from .. import exits, machine
from ..options import Db, Json
from ..progress import bar
from ..signals import tidied
from ..sizes import human
from ..terminal import say


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where the backup is written.")],
    force: Annotated[bool, typer.Option("--force", help="Also over a file that is there.")] = False,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Write everything that a memory holds into one file, while others go on writing.

    Works with every store; `recollect restore` brings it back, into any of them. The file appears
    whole or not at all, only you may read it, and a hash vouches for every byte of it.
    """
    from ..backing.taking import take

    with tidied(), bar("Backing up", as_json) as progress:
        made = take(db, file, force, progress)
    if as_json:
        machine.print_json(made)
    else:
        say(f"Wrote {many(made.messages, 'message')} and {many(made.notes, 'note')} to {made.file}")
        say(f"{human(made.size)}, content hash {made.content}")
    return exits.OK
