"""recollect conflicts"""

from __future__ import annotations

from .. import exits, machine
from ..opening import opened
from ..options import Agent, Db, Json, User, whose
from ..records import print_note
from ..terminal import console, say


def run(user: User = None, agent: Agent = None, db: Db = None, as_json: Json = False) -> int:
    """Notes that contradict each other, where nothing decides which is right.

    To settle one, take either note away: recollect delete ID, or recollect undo ID.
    """
    owner = whose(user, agent)
    with opened(db) as memory:
        found = memory.conflicts(**owner.ids)
    if as_json:
        pairs = [[machine.record(note) for note in pair] for pair in found]
        machine.print_json({"conflicts": pairs})
    elif not found:
        say(f"No conflicts for {owner.name}.")
    else:
        out = console()
        for number, pair in enumerate(found, start=1):
            out.print(f"{number}.", style="bold")
            for note in pair:
                print_note(out, note)
    return exits.OK if found else exits.NOTHING
