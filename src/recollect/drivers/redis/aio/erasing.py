"""Removing an owner."""

from __future__ import annotations

import os
from collections import Counter

from ....errors import Clash
from ....orders import SALT, mark
from ....types import new_id
from .. import scripts
from ..keys import NOBODY_KEY, owner_key
from ..mirror import Mirror, vectors
from ..planning import Word, located, opening
from .links import AsyncLinks

PART = 500
"""Ids that are taken out of the list of all ids in one call."""


async def erase(links: AsyncLinks, mirror: Mirror) -> dict[str, int]:
    """Remove all keys of an owner; counts by kind. The feed keeps a mark without a name."""
    if not mirror.version:
        return {}
    owner, key, keys = mirror.owner, owner_key(mirror.owner), links.keys
    async with links.ask() as db:
        pipe = db.pipeline(transaction=False)
        pipe.zcard(keys.of(key, "feed"))
        pipe.hlen(keys.of(key, "turns"))
        pipe.hlen(keys.of(key, "cursors"))
        changes, sessions, cursors = await pipe.execute()
    removed: Counter[str] = Counter(changes=changes, sessions=sessions, cursors=cursors)
    removed["vectors"] += sum(vectors(mirror.info).values())
    for id in mirror.held.kept:
        removed.update(mirror.held.weighed(id))
    told = f"erase - 0 {mark(owner, '', os.urandom(SALT)).hex()}"
    words: list[Word] = [*opening(new_id(), links.graphs), 1, key, mirror.version, 0]
    words += [1, NOBODY_KEY, told, "erase", key]
    ids = list(mirror.held.kept)
    for start in range(0, len(ids), PART):
        part = [located(id, owner) for id in ids[start : start + PART]]
        words += ["call", len(part) + 2, "ZREM", keys.whole("ids"), *part]
    answer = await links.run(scripts.COMMIT, [keys.root], words)
    if answer[0] == b"clash":
        raise Clash("another process changed this owner first; nothing was removed, try again")
    return {what: count for what, count in removed.items() if count}
