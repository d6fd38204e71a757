"""Searching for what should not be there, in every key of the memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .links import AsyncLinks

PLACE = "keys (not the server's freed memory and files)"
KEPT = (b"info", b"records", b"turns", b"cursors")
"""Where the words of kept records are, in the keys of an owner that is known."""


async def traces(links: AsyncLinks, needles: Sequence[bytes]) -> dict[str, int]:
    """How many needles keys hold that no kept record holds."""
    keys, root = links.keys, links.keys.root.encode()
    found: set[bytes] = set()
    kept: set[bytes] = set()
    async with links.ask() as db:
        owners = await db.hgetall(keys.whole("owners"))
        kept.update(one for one in needles if any(one in name for name in owners.values()))
        async for key in db.scan_iter(match=root + b"*", count=1000):
            owner, _, what = key[len(root) :].partition(b":")
            left = [one for one in needles if one not in kept]
            if key == keys.whole("owners").encode() or not left:
                continue
            known = owner in owners and what in KEPT
            async for data in parts(db, key):
                hit = {one for one in left if one in data}
                (kept if known else found).update(hit)
            found.update(one for one in left if one in key)
    return {PLACE: len(found - kept)}


async def parts(db: Any, key: bytes) -> Any:
    """All that a key holds, piece by piece."""
    kind = await db.type(key)
    if kind == b"hash":
        async for field, value in db.hscan_iter(key, count=1000):
            yield field + b" " + value
    elif kind == b"zset":
        async for member, _ in db.zscan_iter(key, count=1000):
            yield member
    elif kind == b"string":
        yield await db.get(key)
