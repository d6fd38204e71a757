"""recollect agents list"""

from __future__ import annotations

from ....agents import Agents
from ... import exits, machine
from ...opening import opened
from ...options import Db, Json
from ...table import print_table
from ...terminal import note


def run(db: Db = None, as_json: Json = False) -> int:
    """The agents there are."""
    with opened(db) as memory:
        found = Agents(memory, llm=None).list()
    if as_json:
        machine.print_json({"agents": [one.as_dict() for one in found]})
    elif found:
        rows = [(one.name, one.llm or "", one.description) for one in found]
        print_table(("name", "model", "description"), rows)
    else:
        note("There are no agents here. Make one: recollect agents create NAME")
    return exits.OK if found else exits.NOTHING
