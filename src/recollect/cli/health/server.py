"""A server: whether it answers, has what is needed, and keeps what it acknowledges."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ...drivers.registry import STORES, require, resolve
from ...errors import RecollectError
from .clock import ahead, skew
from .finding import Finding

ASKED = """
SELECT current_setting('server_version'), current_setting('server_encoding'),
    (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector'),
    current_setting('fsync'), current_setting('synchronous_commit'),
    current_setting('full_page_writes'), extract(epoch FROM clock_timestamp())::float8,
    pg_is_in_recovery(), current_setting('data_checksums'),
    EXISTS(SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace('recollect'))
"""
KEEPS = {
    "fsync": "after a power cut the database may be lost: set fsync = on",
    "synchronous_commit": "the last commits may be lost in a crash: set synchronous_commit = on",
    "full_page_writes": "a power cut may damage pages: set full_page_writes = on",
}


def findings(url: str) -> Iterator[Finding]:
    """What can be seen of a server before the memory is opened; nothing for other URLs."""
    try:
        driver, target = resolve(url)
        if not driver.remote:
            return
        require(driver.module, driver.extra)
        if driver == STORES["redis"]:
            from .redis import findings as of_redis

            yield from of_redis(target)
        else:
            yield from _postgres(target)
    except RecollectError as error:
        yield Finding("fail", "server", str(error), "see the message")


def _postgres(target: str) -> Iterator[Finding]:
    from ...drivers.postgres.sync.opening import connect
    from ...drivers.postgres.urls import read

    conninfo, shown = read(target)
    with connect(conninfo, shown) as db:
        before = time.time()
        row: Any = db.execute(ASKED).fetchone()
        after = time.time()
        yield Finding("ok", "server", f"PostgreSQL {row[0]} at {shown}")
        yield from _able(row)
        yield _durable(dict(zip(KEEPS, row[4:7], strict=True)))
        yield skew(ahead(row[7], before, after))
        if not row[10]:
            text = "no memory yet: its tables are made at the first call of a program"
            yield Finding("warn", "contents", text, "recollect add, or check --db")


def _able(row: Any) -> Iterator[Finding]:
    if row[1] != "UTF8":
        remedy = "create a database with ENCODING 'UTF8'"
        yield Finding("fail", "encoding", f"the database is in {row[1]}", remedy)
    if row[8]:
        yield Finding("warn", "role", "a standby: it can only be read", "connect to the primary")
    if row[2] is not None:
        yield _pgvector(row[2])
    elif row[3] is not None:
        text = f"pgvector {row[3]} is there, and created when the memory is first opened"
        yield Finding("ok", "pgvector", text)
    else:
        remedy = "install pgvector 0.8 or newer on the server"
        yield Finding("fail", "pgvector", "the server does not have it", remedy)
    if row[9] != "on":
        remedy = "pg_checksums --enable, with the server stopped"
        yield Finding("warn", "checksums", "damage of the disk is not noticed", remedy)


def _pgvector(version: str) -> Finding:
    if tuple(map(int, version.split(".")[:2])) < (0, 8):
        remedy = "install pgvector 0.8, then: ALTER EXTENSION vector UPDATE"
        return Finding("fail", "pgvector", f"{version} is too old", remedy)
    return Finding("ok", "pgvector", version)


def _durable(settings: dict[str, str]) -> Finding:
    for name, value in settings.items():
        if value == "off":
            return Finding("warn", "durability", f"{name} is off", KEEPS[name])
    return Finding("ok", "durability", ", ".join(f"{n} {v}" for n, v in settings.items()))
