"""No row of what was deleted stays, dead or alive.

PostgreSQL keeps a deleted row until VACUUM takes it out of its table and its indexes. That is done
here, beside everybody else's work. The bytes are then free, not overwritten: they stay in free
space, and in the write-ahead log, until the server writes something else there. Only the server's
administrator can hasten that; docs/storage.md says how.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from uuid import UUID

from psycopg.errors import Diagnostic

from ...colours import AsyncColour
from .. import schema
from .opening import Link

TABLES = [table for table, by in schema.TABLES.items() if by == "owner"]
PATIENCE, PAUSE = 10.0, 0.1
"""Seconds to wait for transactions that still see what was removed."""
OLDER = (
    "a transaction that began before the removal still holds removed rows; erase again when it is "
    "done (pg_stat_activity shows it)"
)
RIGHTS = "the role does not own the tables and may not VACUUM them; have their owner do it"
_KEPT = re.compile(r"(\d+) (?:are )?dead but not yet removable")


async def scrub(db: Link, keys: Sequence[UUID]) -> list[str]:
    """Take dead rows out of the tables of some owners; says why if that cannot be done now."""
    parts = await _parts(db, keys)
    until = time.monotonic() + PATIENCE
    while parts:
        problems = await _vacuum(db, parts)
        if OLDER not in problems or time.monotonic() > until:
            return problems
        await AsyncColour.pause(PAUSE)
    return []


async def _vacuum(db: Link, parts: Sequence[int]) -> list[str]:
    said: list[str] = []

    def hear(notice: Diagnostic) -> None:
        said.append(notice.message_primary or "")

    db.add_notice_handler(hear)
    try:
        names = ", ".join(f"recollect.{table}_{part}" for part in parts for table in TABLES)
        await db.execute(f"VACUUM (VERBOSE, INDEX_CLEANUP ON, TRUNCATE OFF) {names}")
    finally:
        db.remove_notice_handler(hear)
    problems = []
    if any(int(count) for line in said for count in _KEPT.findall(line)):
        problems.append(OLDER)
    if any("permission denied" in line for line in said):
        problems.append(RIGHTS)
    return problems


async def _parts(db: Link, keys: Sequence[UUID]) -> list[int]:
    """The partitions that the rows of some owners are in."""
    if not keys:
        return []
    found = await db.execute(
        "SELECT DISTINCT part FROM generate_series(0, %s) AS part, unnest(%s::uuid[]) AS owner "
        "WHERE satisfies_hash_partition('recollect.owners'::regclass, %s, part, owner)",
        (schema.PARTS - 1, list(keys), schema.PARTS),
    )
    return [part for (part,) in await found.fetchall()]
