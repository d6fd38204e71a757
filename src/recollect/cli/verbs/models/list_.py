"""recollect models list"""

from __future__ import annotations

from typing import Any

from .... import settings
from ....models.bert import Bert, Kind
from ....models.catalogue import BUILT_IN, OFFERS, Offer
from ....models.installed import is_installed, path
from ....models.minilm import packaged_weights
from ... import machine
from ...options import Json
from ...sizes import human
from ...table import print_table
from ...terminal import say


def run(as_json: Json = False) -> int:
    """The models that run on this machine, built in or to be installed."""
    found = [_built_in(name, kind) for name, kind in BUILT_IN.items()]
    found += [_offered(offer) for offer in OFFERS.values()]
    if as_json:
        machine.print_json({"models": found, "folder": str(settings.models())})
        return 0
    print_table(
        ["model", "what it is", "reads", "vectors", "time", "on disk", "state"],
        [_row(one) for one in found],
    )
    for one in found:
        if one["installed"]:
            say(f"{one['name']} is at {one['path']}")
        else:
            say(f"Install {one['name']} ({human(one['download'])}): {one['install']}")
    return 0


def _built_in(name: str, kind: Kind) -> dict[str, Any]:
    file = packaged_weights()
    return {
        "name": name,
        "about": "all-MiniLM-L6-v2, 6 layers, English",
        "licence": "Apache-2.0",
        **_facts(kind, file.stat().st_size, 1.0),
        "built_in": True,
        "installed": True,
        "path": str(file),
    }


def _offered(offer: Offer) -> dict[str, Any]:
    place = path(offer, settings.models())
    return {
        "name": offer.name,
        "about": offer.about,
        "licence": offer.licence,
        **_facts(offer.kind, offer.size, offer.time),
        "built_in": False,
        "installed": is_installed(offer, settings.models()),
        "path": str(place),
        "download": offer.download,
        "install": offer.kind.repair,
    }


def _facts(kind: Kind, size: int, time: float) -> dict[str, Any]:
    return {
        "id": kind.id,
        "dimensions": Bert.dimensions,
        "tokens": kind.most_tokens,
        "time": time,
        "bytes": size,
    }


def _row(one: dict[str, Any]) -> list[str]:
    state = "built in" if one["built_in"] else "installed" if one["installed"] else "not installed"
    return [
        one["name"],
        one["about"],
        f"{one['tokens']} tokens",
        f"{one['dimensions']} floats",
        f"{one['time']:g} ×",
        human(one["bytes"]),
        state,
    ]
