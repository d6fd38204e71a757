"""Relations, printed for people and for machines, and the options that their verbs share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..read.graph import Edge
from ..types import Note
from . import machine
from .records import day
from .terminal import console, safe

Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="Who or what is related.")]
Kind = Annotated[str, typer.Argument(metavar="RELATION", help="How, such as MANAGES.")]
Object = Annotated[str, typer.Argument(metavar="OBJECT", help="To whom or what.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A name.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="Another name.")]
Said = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="When it was said.  [default: now]")
]
TrueAt = Annotated[str | None, typer.Option("--at", metavar="TIME", help="As it was at this time.")]


def print_note(note: Note, what: str, as_json: bool) -> None:
    """A relation that was kept or ended."""
    machine.tell(machine.record(note), f"{what}: {safe(note.text)}", as_json)


def print_edges(edges: Sequence[Edge], as_json: bool) -> None:
    """Relations with how far away they are."""
    if as_json:
        machine.print_json({"edges": [_plain(edge) for edge in edges]})
        return
    out = console()
    for edge in edges:
        note = edge.note
        since = f"since {day(note.valid_from)}" if note.valid_from else ""
        until = f"until {day(note.valid_to)}" if note.valid_to else ""
        line = f"{edge.subject} —{edge.relation}→ {edge.object}"
        out.print(f"{edge.hops}. {safe(line)}")
        out.print(
            safe("   " + " ".join(filter(None, (since, until, f"id {note.id}")))), style="dim"
        )


def _plain(edge: Edge) -> dict[str, Any]:
    return {
        "subject": edge.subject,
        "relation": edge.relation,
        "object": edge.object,
        "hops": edge.hops,
        "note": machine.record(edge.note),
    }
