"""recollect policy"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import InputError
from .. import machine
from ..opening import opened
from ..options import Agent, Db, Json, User, whose
from ..records import print_fields
from ..terminal import console


def run(
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep", metavar="KIND=TIME", help='For example episodic="180 days"; may be repeated.'
        ),
    ] = None,
    half_life: Annotated[
        str | None,
        typer.Option("--half-life", metavar="TIME", help="How fast episodic notes fade."),
    ] = None,
    user: User = None,
    agent: Agent = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """How long memories are kept, by kind: shown, and changed where something is given.

    KIND is message, semantic, episodic, procedural, summary or core. TIME is "180 days", "2 years",
    "12h" or "for ever". What is kept too long is not shown any more; prune removes it.
    """
    owner = whose(user, agent)
    kept = dict(_pair(one) for one in keep) if keep else None
    with opened(db) as memory:
        made = memory.policy(**owner.ids, keep=kept, half_life=half_life).as_dict()
    if as_json:
        machine.print_json(made)
    else:
        print_fields(console(), [*made["keep"].items(), ("half-life", made["half_life"])])
    return 0


def _pair(said: str) -> tuple[str, str]:
    kind, sign, length = said.partition("=")
    if not sign:
        raise InputError(f'write --keep KIND=TIME, such as episodic="180 days", not {said[:40]!r}')
    return kind.strip(), length
