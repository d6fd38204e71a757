"""recollect why"""

from __future__ import annotations

from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..records import day, print_fields, print_note, print_record
from ..terminal import console
from .show import Id


def run(
    id: Id, user: Owner = None, agent: Agent = None, db: Db = None, as_json: Json = False
) -> int:
    """What a note rests on: the words, the rule or model, how sure it is, what it replaced."""
    with opened(db) as memory:
        why = memory.why(id, user_id=user, agent_id=agent)
    if as_json:
        others = {"replaces": why.replaces, "replaced_by": why.replaced_by}
        machine.print_json(
            {
                "note": machine.record(why.note),
                "messages": [machine.record(message) for message in why.messages],
                "rule": why.rule,
                "model": why.model,
                "confidence": why.confidence,
                **{name: note and machine.record(note) for name, note in others.items()},
            }
        )
        return 0
    out = console()
    print_note(out, why.note)
    note = why.note
    print_fields(
        out,
        [
            ("rule", why.rule or "set by hand"),
            ("model", why.model),
            ("sure", f"{why.confidence:.0%}"),
            ("said", f"{note.seen} times" if note.seen > 1 else "once"),
            ("last said", "" if note.last_seen is None else day(note.last_seen)),
            ("undoes", note.metadata.get("undoes")),
            ("replaces", why.replaces and why.replaces.text),
            ("replaced by", why.replaced_by and why.replaced_by.text),
        ],
    )
    for message in why.messages:
        print_record(out, message)
    return 0
