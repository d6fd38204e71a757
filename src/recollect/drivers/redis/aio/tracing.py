"""Searching for what should not be there, in every key of the memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .links import AsyncLinks

PLACE = "keys (not the server's freed memory and files)"
COUNT, AT_ONCE = 1000, 20
"""Things in one answer, and keys that are asked for in one round trip."""
KEPT = (b"info", b"records", b"turns", b"cursors")
"""Where the words of kept records are, in the keys of an owner that is known."""


async def traces(links: AsyncLinks, needles: Sequence[bytes]) -> dict[str, int]:
    """How many needles keys hold that no kept record holds."""
    whole, root = links.keys.whole("owners").encode(), links.keys.root.encode()
    found: set[bytes] = set()
    kept: set[bytes] = set()
    async with links.ask() as db:
        owners = await db.hgetall(whole)
        kept.update(one for one in needles if any(one in name for name in owners.values()))
        cursor: int | None = None
        while cursor != 0:
            cursor, page = await db.scan(cursor or 0, match=root + b"*", count=COUNT)
            for start in range(0, len(page), AT_ONCE):
                some = [one for one in page[start : start + AT_ONCE] if one != whole]
                left = [one for one in needles if one not in kept]
                if not left:
                    break
                found.update(one for one in left if any(one in key for key in some))
                async for key, data in pieces(db, some):
                    owner, _, what = key[len(root) :].partition(b":")
                    known = owner in owners and what in KEPT
                    (kept if known else found).update(one for one in left if one in data)
    return {PLACE: len(found - kept)}


async def pieces(db: Any, keys: Sequence[bytes]) -> Any:
    """All that some keys hold, piece by piece, each with its key."""
    pipe = db.pipeline(transaction=False)
    for key in keys:
        pipe.type(key)
    kinds = dict(zip(keys, await pipe.execute(), strict=True))
    held = [key for key in keys if kinds[key] in (b"hash", b"string", b"zset")]
    for key in held:
        _ask(pipe, kinds[key], key, 0)
    for key, answer in zip(held, await pipe.execute(), strict=True):
        if kinds[key] == b"string":
            yield key, answer or b""
            continue
        cursor, some = answer
        while True:
            for one in some.items() if kinds[key] == b"hash" else some:
                yield key, b" ".join(one) if kinds[key] == b"hash" else one[0]
            if cursor == 0:
                break
            cursor, some = await _ask(db, kinds[key], key, cursor)


def _ask(db: Any, kind: bytes, key: bytes, cursor: int) -> Any:
    """For a page of what a key holds."""
    if kind == b"string":
        return db.get(key)
    return (db.hscan if kind == b"hash" else db.zscan)(key, cursor, count=COUNT)
