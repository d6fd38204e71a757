"""recollect show"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from ...types import Message, Record
from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, Owner
from ..records import day, print_fields, print_text
from ..terminal import console

Id = Annotated[str, typer.Argument(metavar="ID", help="The id of a message or a note.")]


def run(
    id: Id, user: Owner = None, agent: Agent = None, db: Db = None, as_json: Json = False
) -> int:
    """One message or note, whole."""
    with opened(db) as memory:
        record = memory.get(id, user_id=user, agent_id=agent)
    if as_json:
        machine.print_json(machine.record(record))
        return 0
    out = console()
    print_fields(out, _fields(record))
    print_text(out, record.text)
    return 0


def _fields(record: Record) -> list[tuple[str, object]]:
    shared: list[tuple[str, object]] = [
        ("id", record.id),
        ("user", record.user_id),
        ("agent", record.agent_id),
        ("session", record.session_id),
        ("said", day(record.at)),
    ]
    extra = json.dumps(dict(record.metadata), ensure_ascii=False) if record.metadata else None
    if isinstance(record, Message):
        return [*shared, ("role", record.role), ("name", record.name), ("metadata", extra)]
    triple = (record.subject, record.relation, record.object)
    return [
        *shared,
        ("kind", f"{record.kind} note"),
        ("key", record.key),
        ("value", None if record.value is None else json.dumps(record.value, ensure_ascii=False)),
        ("states", " ".join(part for part in triple if part)),
        ("true from", record.valid_from and day(record.valid_from)),
        ("true until", record.valid_to and day(record.valid_to)),
        ("closed", record.closed_at and day(record.closed_at)),
        ("replaces", record.replaces),
        ("sources", ", ".join(record.sources)),
        ("importance", record.importance),
        ("confidence", record.confidence),
        ("trust", record.trust),
        ("metadata", extra),
    ]
