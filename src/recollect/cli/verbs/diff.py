"""recollect diff"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ...counts import many
from ...read.changes import Difference
from ...types import Note
from .. import exits, machine
from ..opening import opened, say_nothing_found
from ..options import Agent, Db, Json, User, whose
from ..past import Recorded
from ..terminal import console, safe


def run(
    since: Annotated[str, typer.Argument(metavar="SINCE", help="After this moment (ISO 8601).")],
    until: Annotated[
        str | None, typer.Argument(metavar="UNTIL", help="Up to this one.  [default: now]")
    ] = None,
    recorded: Recorded = False,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """What was said, learned, replaced and closed between two moments.

    \b
    recollect diff 2026-01-01 2026-02-01
    recollect diff 2026-01-01 --recorded

    When nothing changed the exit code is 1. The ids are what recollect undo takes.
    """
    owner = whose(user, agent)
    with opened(db) as memory:
        found = memory.diff(since, until, recorded=recorded, **owner.ids)
        if not found and not as_json:
            say_nothing_found(memory, owner, "Nothing changed")
    if as_json:
        machine.print_json(_plain(found))
    elif found:
        _print(found)
    return exits.OK if found else exits.NOTHING


def _print(found: Difference) -> None:
    out = console()
    out.print(f"{many(len(found.said), 'message')} said", style="cyan")
    lines = [("+", note.text, note) for note in found.learned]
    lines += [("~", f"{old.text} → {new.text}", new) for old, new in found.replaced]
    lines += [("-", note.text, note) for note in found.closed]
    for sign, text, note in lines:
        out.print(safe(f"{sign} {text}").replace("\n", "\n  "))  # a list in it closes nothing
        out.print(f"  id {safe(note.id)}", style="dim")


def _plain(found: Difference) -> dict[str, Any]:
    def records(notes: tuple[Note, ...]) -> list[dict[str, Any]]:
        return [machine.record(note) for note in notes]

    return {
        "since": found.since,
        "until": found.until,
        "recorded": found.recorded,
        "said": found.said,
        "learned": records(found.learned),
        "closed": records(found.closed),
        "replaced": [dict(zip(("old", "new"), records(pair), strict=True))
                     for pair in found.replaced],
    }  # fmt: skip
