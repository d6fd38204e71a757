"""recollect agents export"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ....agents import Agents
from ....errors import InputError
from ....transfer.files import lines, require_free
from ....transfer.places import require_apart
from ... import exits, machine
from ...opening import local_path, opened
from ...options import Db, Json
from ...terminal import exact_stdout
from ...where import where
from ..export import STDOUT
from .create import Name

FORMS = {".af": "af", ".yaml": "yaml", ".yml": "yaml"}


def run(
    name: Name,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - is stdout.")
    ] = STDOUT,
    form: Annotated[
        str | None,
        typer.Option("--form", metavar="FORM", help="json, yaml or af.  [default: by the ending]"),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> int:
    """Write an agent's whole state: JSON, YAML, or Letta's agent file (.af)."""
    chosen = form or FORMS.get(Path(output).suffix, "json")
    if output != STDOUT:
        if Path(output).is_file():
            raise InputError(f"{output} is there already; give it another name")
        require_apart(Path(output), local_path(where(db)))
        require_free(Path(output), force=False)
    with opened(db) as memory:
        text = Agents(memory, llm=None).export(name, chosen)
    if output == STDOUT:
        exact_stdout().write(text)
        return exits.OK
    with lines(Path(output), force=False) as file:
        file.write(text)
    machine.tell({"agent": name, "output": output}, f"Wrote {name} to {output}.", as_json)
    return exits.OK
