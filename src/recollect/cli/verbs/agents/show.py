"""recollect agents show"""

from __future__ import annotations

from ....agents import Agents
from ... import exits, machine
from ...opening import opened
from ...options import Db, Json, Owner
from ...terminal import say
from .create import Name


def run(name: Name, user: Owner = None, db: Db = None, as_json: Json = False) -> int:
    """An agent: what it is set to, and the blocks it always has in view."""
    with opened(db) as memory:
        agent = Agents(memory, llm=None).get(name, user_id=user)
        settings, blocks = agent.settings(), agent.blocks()
    if as_json:
        shown = [one.as_dict() | {"version": one.version, "shared": one.shared} for one in blocks]
        machine.print_json({"agent": settings.as_dict(), "blocks": shown})
        return exits.OK
    say(f"{settings.name}  {settings.description}".rstrip())
    if settings.llm:
        say(f"model: {settings.llm}")
    for one in blocks:
        marks = [name for name in ("read_only", "shared") if getattr(one, name)]
        kinds = f" ({', '.join(marks).replace('_', '-')})" if marks else ""
        say(f"{one.label}{kinds}, {len(one.value)} of {one.limit}: {one.value}")
    return exits.OK
