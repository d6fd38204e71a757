"""recollect consolidate"""

from __future__ import annotations

from typing import Annotated

import typer

from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Embedder, Json, Owner, WordsOnly
from ..records import print_note
from ..terminal import console, one_line, say


def run(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would become one.")
    ] = False,
    user: Owner = None,
    agent: Agent = None,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    as_json: Json = False,
) -> int:
    """Merge notes that say the same in other words into one that cites all of them.

    What was merged is closed, not lost: see history. Messages, what was set by hand and what is
    pinned are left alone.
    """
    with opened(db, words_only=words_only, embedder=embedder) as memory:
        found = memory.consolidate(user_id=user, agent_id=agent, dry_run=dry_run)
    if as_json:
        merges = [
            {"note": machine.record(one.note), "merged": [note.id for note in one.merged]}
            for one in found
        ]
        machine.print_json({"done": not dry_run, "merges": merges})
        return exits.OK if found else exits.NOTHING
    out = console()
    for merge in found:
        print_note(out, merge.note)
        for note in merge.merged:
            out.print(f"  of {note.id}: {one_line(note.text)}", style="dim")
    what = "Would merge" if dry_run else "Merged"
    total = sum(len(merge.merged) for merge in found)
    say(f"{what} {total:,} notes into {len(found):,}." if found else "Nothing says the same twice.")
    return exits.OK if found else exits.NOTHING
