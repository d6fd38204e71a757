"""Vectors of large owners, found through a vector set of the server (Redis 8) and scored exactly.

The first are compared one by one, as those of a small owner are. Of the others the set proposes
more than were asked for; their cosines, and those of what waits to be added to it, are worked out
from the kept rows, and if the filter lets too few pass, all are compared. A commit only notes what
to add: linking a vector takes the server milliseconds, and it serves nobody else meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ....orders import Found, Look, Nearest
from ....types import Record
from ....vectors import checked
from .. import blobs, looking, scripts
from .. import mirror as mirrored
from ..keys import model_key, owner_key
from ..mirror import Mirror
from .links import AsyncLinks
from .mirrors import AsyncMirrors

if TYPE_CHECKING:
    from ....orders import Floats, Vector

LEAST = 200
"""Candidates that a set is asked for, at least."""
PROPOSED = 10
"""How many times as many as are wanted it proposes, at least."""
BUILT = 200
"""Candidates that are looked at for the links of a new vector."""
STEP = 20
"""Vectors added in one step: it takes the server some 2 ms for each, and others wait."""
MOST = 5_000
"""Vectors that may wait to be added, which each search compares one by one."""


async def grow(links: AsyncLinks, high: Iterable[tuple[str, str]]) -> None:
    """Add what waits to the sets of some owners and models, step by step."""
    for owner, model in high if links.graphs else ():
        keys = [links.keys.of(owner), links.keys.root]
        while await links.run(scripts.GROW, keys, [model, STEP, BUILT]):
            pass


async def nearest(
    links: AsyncLinks, mirrors: AsyncMirrors, mirror: Mirror, request: Nearest
) -> list[Found]:
    """Best cosine first."""
    loaded = mirror.models.get(model_key(request.vector.model))
    if loaded is None or not loaded.part or loaded.size != len(request.vector.data):
        return looking.nearest(mirror, request)
    asked = checked([request.vector.data], 1)[0]
    if request.ids is not None:
        rest = await _cosines(
            links, mirror, request.vector.model, asked, _high(mirror, request.ids)
        )
        passing = mirror.shard.admitted([one.id for one in rest], request)
        rest = [one for one in rest if one.id in passing]
    else:
        found = await _proposed(links, mirror, request, asked)
        if found is None:
            await mirrors.whole(mirror, request.vector.model)
            return looking.nearest(mirror, request)
        rest = found
    return mirror.shard.ranked([*looking.nearest(mirror, request), *rest], request.limit)


async def look(
    links: AsyncLinks, mirrors: AsyncMirrors, mirror: Mirror, request: Look
) -> list[Any]:
    """The same candidates as of a small owner, the nearest through the set."""
    vector = request.vector
    loaded = None if vector is None else mirror.models.get(model_key(vector.model))
    if vector is None or loaded is None or not loaded.part or loaded.size != len(vector.data):
        return looking.look(mirror, request)
    wanted = Nearest(request.scope, vector, request.near, request.where, as_of=request.as_of)
    near = {one.id: one.score for one in await nearest(links, mirrors, mirror, wanted)}
    found = looking.look(mirror, request, list(near))
    others = [one.record for one in found if one.record.id not in near]
    near |= await _others(links, mirror, vector, others)
    return [one._replace(cosine=near.get(one.record.id, one.cosine)) for one in found]


async def _others(
    links: AsyncLinks, mirror: Mirror, vector: Vector, records: Sequence[Record]
) -> dict[str, float]:
    asked = checked([vector.data], 1)[0]
    high = _high(mirror, [record.id for record in records])
    return {one.id: one.score for one in await _cosines(links, mirror, vector.model, asked, high)}


async def _proposed(
    links: AsyncLinks, mirror: Mirror, request: Nearest, asked: Floats
) -> list[Found] | None:
    """The best of those behind the first; None if the set cannot tell."""
    model = request.vector.model
    high = mirror.high(model)
    owner, name = owner_key(mirror.owner), model_key(model)
    key, queue = links.keys.of(owner, f"g:{name}"), links.keys.of(owner, f"w:{name}")
    count = max(LEAST, PROPOSED * request.limit)
    words = ("VSIM", key, "FP32", asked.astype("<f4").tobytes(), "COUNT", count, "EF", 2 * count)
    async with links.ask() as db:
        pipe = db.pipeline(transaction=True)
        pipe.execute_command("VCARD", key)
        pipe.smembers(queue)
        pipe.execute_command(*words)
        held, waiting, listed = await pipe.execute()
    if held + len(waiting) != high or len(waiting) > MOST:
        return None  # some came while the server had no sets, or too many at once
    numbers = [int(one) for one in (*listed, *waiting)]
    some = await _cosines(links, mirror, model, asked, [n for n in numbers if n in mirror.ids])
    passing = mirror.shard.admitted([one.id for one in some], request)
    found = [one for one in some if one.id in passing]
    return found if len(found) >= request.limit or count >= high else None


async def _cosines(
    links: AsyncLinks, mirror: Mirror, model: str, asked: Floats, numbers: Sequence[int]
) -> list[Found]:
    """The cosines of some records, from their rows."""
    key, size = model_key(model), len(asked)
    width, place = size + 4, links.keys.of(owner_key(mirror.owner), f"v:{key}")
    if not numbers:
        return []
    async with links.ask() as db:
        pipe = db.pipeline(transaction=False)
        for number in numbers:
            pipe.getrange(place, number * width, (number + 1) * width - 1)
        rows: list[bytes] = await pipe.execute()
    whole = [(n, row) for n, row in zip(numbers, rows, strict=True) if len(row) == width]
    places, matrix = blobs.rows(b"".join(row for _, row in whole), size)
    scores = (matrix.astype("f8") * asked.astype("f8")).sum(axis=1).clip(-1.0, 1.0)
    ids = [mirror.ids[whole[place][0]] for place in places]
    return [Found(id, float(score)) for id, score in zip(ids, scores, strict=True)]


def _high(mirror: Mirror, ids: Sequence[str]) -> list[int]:
    """The numbers of records that only the set has."""
    held = (mirror.held.kept[id].number for id in dict.fromkeys(ids) if id in mirror.held.kept)
    return [number for number in held if number > mirrored.FIRST]
