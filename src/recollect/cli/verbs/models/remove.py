"""recollect models remove"""

from __future__ import annotations

from .... import settings
from ....models.catalogue import offer
from ....models.installed import remove
from ... import exits, machine
from ...options import Json
from ...terminal import note, say
from .install import Name


def run(name: Name, as_json: Json = False) -> int:
    """Delete an installed model. Memories keep their words and the vectors they have."""
    removed = remove(offer(name), settings.models())
    if as_json:
        machine.print_json({"name": name, "removed": removed})
    elif removed:
        say(f"Removed {name}.")
    else:
        note(f"{name} is not installed.")
    return exits.OK if removed else exits.NOTHING
