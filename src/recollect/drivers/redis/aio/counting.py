"""What is counted of all owners: from their counters, without reading their records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from ....counts import is_aside
from ....types import Owner, OwnerInfo, Record, Stats
from ...state.kept import own
from ..keys import model_key, named, owner_key
from ..mirror import counts, vectors
from .links import AsyncLinks
from .mirrors import AsyncMirrors

Infos = list[tuple[Owner, dict[bytes, bytes]]]


async def infos(links: AsyncLinks, only: Owner | None = None) -> Infos:
    """The counters of all owners, or of one."""
    keys = links.keys
    async with links.ask() as db:
        if only is not None:
            return [(only, await db.hgetall(keys.of(owner_key(only), "info")))]
        names = await db.hgetall(keys.whole("owners"))
        pipe = db.pipeline(transaction=False)
        for key in names:
            pipe.hgetall(keys.of(key.decode(), "info"))
        held: list[Any] = await pipe.execute() if names else []
    found = [(named(name), info) for name, info in zip(names.values(), held, strict=True)]
    return sorted(found, key=lambda one: (one[0].tenant, one[0].kind, one[0].id))


async def owners(links: AsyncLinks) -> list[OwnerInfo]:
    """Who owns memory here."""
    found = [OwnerInfo(owner, *counts(info)) for owner, info in await infos(links)]
    return [one for one in found if one.messages + one.notes]


async def outdated(links: AsyncLinks, version: int) -> list[Owner]:
    """Owners whose terms another version of the text analysis made."""
    held = await infos(links)
    return [owner for owner, info in held if int(info.get(b"terms", version)) != version]


async def stats(
    links: AsyncLinks, model: str | None, owner: Owner | None, tenant: str | None
) -> Stats:
    """Count what is kept, in all, for one owner, or for a tenant."""
    held = [
        (whose, info)
        for whose, info in await infos(links, owner)
        if sum(counts(info)) and tenant in (None, whose.tenant)
    ]
    messages = sum(counts(info)[0] for _, info in held)
    notes = sum(counts(info)[1] for _, info in held)
    made: Counter[str] = Counter()
    for _, info in held:
        made.update(vectors(info))
    names = await _names(links, list(made))
    sessions = await _sessions(links, [whose for whose, _ in held])
    return Stats(
        messages,
        notes,
        sessions,
        len(held),
        {names[key]: count for key, count in made.items() if key in names},
        0 if model is None else messages + notes - made[model_key(model)],
        url=links.target.shown,
    )


async def pending(links: AsyncLinks, mirrors: AsyncMirrors, model: str, limit: int) -> list[Record]:
    """Records without a vector of this model."""
    found: list[Record] = []
    for owner, info in await infos(links):
        if len(found) >= limit:
            break
        if sum(counts(info)) > vectors(info).get(model_key(model), 0):
            async with mirrors.of(owner, model) as mirror:
                loaded = mirror.models.get(model_key(model))
                if loaded is not None and loaded.part:
                    await mirrors.whole(mirror, model)
                made = mirror.shard.embedded(model)
                lacking = (one for one in mirror.held.records() if one.id not in made)
                found += [own(one) for one in islice(lacking, limit - len(found))]
    return found


async def _names(links: AsyncLinks, models: Sequence[str]) -> dict[str, str]:
    if not models:
        return {}
    async with links.ask() as db:
        kept = await db.hmget(links.keys.whole("models"), models)
    named = zip(models, kept, strict=True)
    return {key: one.decode().partition(" ")[2] for key, one in named if one is not None}


async def _sessions(links: AsyncLinks, owners: Sequence[Owner]) -> int:
    if not owners:
        return 0
    async with links.ask() as db:
        pipe = db.pipeline(transaction=False)
        for owner in owners:
            pipe.hkeys(links.keys.of(owner_key(owner), "turns"))
        return sum(not is_aside(one.decode()) for named in await pipe.execute() for one in named)
