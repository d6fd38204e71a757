"""No byte of what was deleted stays in the server's files.

Redis frees what is deleted at once. Its append-only file still tells how it came and went, until
it is written anew; so does a snapshot, until the next. Both are asked for here. Freed memory is not
overwritten, and replicas and backups have files of their own: docs/storage.md says so.
"""

from __future__ import annotations

import time
from typing import Any

from redis.exceptions import NoPermissionError, ResponseError

from ..colours import AsyncColour

PATIENCE, PAUSE = 60.0, 0.02
"""Seconds in which the server may write its files anew."""
RIGHTS = (
    "the user may not have the server write its files anew: what was removed stays in them until "
    "the next BGREWRITEAOF and BGSAVE; run them, or allow the user +bgrewriteaof +bgsave "
    "+config|get"
)
SLOW = "the server is still writing its files anew; erase again when it is done"
FAILED = "the server could not write its files anew; see its log, then erase again"


async def scrub(db: Any) -> list[str]:
    """Write the files anew, and wait for it; says why if that cannot be done now."""
    try:
        said = await _settled(db)
        if said is None:
            return [SLOW]
        problems = []
        if said["aof_enabled"]:
            await db.bgrewriteaof()
            problems += await _done(db, "aof_last_bgrewrite_status")
        if await _snapshots(db):
            await db.bgsave()
            problems += await _done(db, "rdb_last_bgsave_status")
        return problems
    except NoPermissionError:
        return [RIGHTS]
    except ResponseError as error:
        if "unknown command" in str(error).lower():  # as hosted servers answer
            return [RIGHTS]
        raise


async def _done(db: Any, status: str) -> list[str]:
    said = await _settled(db)
    if said is None:
        return [SLOW]
    return [] if said[status] == "ok" else [FAILED]


async def _settled(db: Any) -> Any:
    """What the server says of its files when it is not writing any; None if that takes long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        said = await db.info("persistence")
        busy = ("aof_rewrite_in_progress", "aof_rewrite_scheduled", "rdb_bgsave_in_progress")
        if not any(said[one] for one in busy):
            return said
        await AsyncColour.pause(PAUSE)
    return None


async def _snapshots(db: Any) -> bool:
    """Whether the server keeps snapshots."""
    found = await db.config_get("save")
    return bool(found.get("save"))
