"""recollect agents delete"""

from __future__ import annotations

from ....agents import Agents
from ....errors import InputError
from ... import exits, machine
from ...opening import opened
from ...options import Db, Json, Yes
from .create import Name


def run(
    name: Name,
    yes: Yes = False,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Erase an agent: its settings, blocks, words and notes. Shared blocks stay, and so does what
    belongs to its users."""
    if not yes:
        raise InputError("erasing cannot be undone; pass --yes to do it")
    with opened(db, words_only=False) as memory:
        receipt = Agents(memory, llm=None).delete(name)
    machine.tell(receipt.as_dict(), str(receipt), as_json)
    return exits.OK if receipt.ok else exits.NOTHING
