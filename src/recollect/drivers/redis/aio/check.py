"""Does everything that is kept beside the records agree with them?"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ....counts import many
from ....types import Message, Owner, Report
from .. import blobs
from ..colours import AsyncColour
from ..keys import NOBODY_KEY, named
from ..mirror import counts
from ..planning import located
from .links import AsyncLinks

HOW = "restore a backup, or copy the memory to another database: recollect copy"
PATIENCE, PAUSE = 5.0, 0.02
"""Seconds to try for a moment in which nobody writes, and between two tries."""

log = logging.getLogger("recollect")


async def check(links: AsyncLinks) -> Report:
    """Read every owner anew, and compare its records with its counters and lists; and the lists of
    all with those of each, which can be done only while nobody writes."""
    commits, until = links.keys.whole("meta"), time.monotonic() + PATIENCE
    async with links.ask() as db:
        while True:
            before = await db.hget(commits, "commits")
            seen, problems, common = await _looked(db, links)
            quiet = before == await db.hget(commits, "commits")
            if quiet or not common or time.monotonic() > until:
                break
            await AsyncColour.pause(PAUSE)
    if common and not quiet:
        log.warning("others wrote all the while: what is kept of all owners was not compared")
    problems += common if quiet else []
    return Report(
        {what: seen[what] for what in ("messages", "notes", "vectors")},
        tuple(f"{one}; {HOW}" for one in problems),
    )


async def _looked(db: Any, links: AsyncLinks) -> tuple[Counter[str], list[str], list[str]]:
    """How much there is, what does not agree within an owner, and what not with all of them."""
    keys, problems, common, seen = links.keys, list[str](), list[str](), Counter[str]()
    owners = await db.hgetall(keys.whole("owners"))
    models = await db.hgetall(keys.whole("models"))
    totals: Counter[bytes] = Counter()
    ids: set[bytes] = set()
    told: set[bytes] = set()
    for key, name in owners.items():
        state = await AsyncState.read(db, links, key.decode(), named(name), models)
        problems += [f"{state.owner.kind} {state.owner.id!r}: {one}" for one in state.wrong()]
        seen.update(state.counted())
        totals.update(state.vectors)
        ids.update(located(id, state.owner).encode() for id in state.ids)
        told.update(line.split(b" ", 1)[0] + b":" + key for line in state.feed)
    for line in await db.zrange(keys.of(NOBODY_KEY, "feed"), 0, -1):
        told.add(line.split(b" ", 1)[0] + b":" + NOBODY_KEY.encode())
    if set(await db.zrange(keys.whole("ids"), 0, -1)) != ids:
        common.append("the list of all ids disagrees with the records")
    if set(await db.zrange(keys.whole("feed"), 0, -1)) != told:
        common.append("the feed disagrees with those of the owners")
    kept = {key: int(count) for key, count in (await db.hgetall(keys.whole("counts"))).items()}
    if kept != dict(totals) or set(models) != set(kept):
        common.append("the counts of vectors disagree with the vectors")
    return seen, problems, common


class AsyncState:
    """All that is kept of one owner, read in one step."""

    def __init__(
        self, owner: Owner, parts: list[Any], rows: dict[bytes, tuple[int, bytes]]
    ) -> None:
        self.owner = owner
        self.info, self.records, self.log, self.feed, self.turns = parts
        self.ids: list[str] = []
        self.messages: list[Message] = []
        self.broken = 0
        self.vectors: dict[bytes, int] = {}
        self._numbers: dict[bytes, list[int]] = {}
        for blob in self.records.values():
            try:
                record = blobs.read(blob).record
            except (ValueError, KeyError, TypeError):
                self.broken += 1
                continue
            self.ids.append(record.id)
            if isinstance(record, Message):
                self.messages.append(record)
        for model, (size, data) in rows.items():
            self._numbers[model] = blobs.rows(data, size)[0]
            self.vectors[model] = len(self._numbers[model])

    @classmethod
    async def read(
        cls, db: Any, links: AsyncLinks, key: str, owner: Owner, models: dict[bytes, bytes]
    ) -> AsyncState:
        """Ask for everything at once, so that nothing changes meanwhile."""
        keys = links.keys
        pipe = db.pipeline(transaction=True)
        pipe.hgetall(keys.of(key, "info"))
        pipe.hgetall(keys.of(key, "records"))
        pipe.zrange(keys.of(key, "log"), 0, -1)
        pipe.zrange(keys.of(key, "feed"), 0, -1)
        pipe.hgetall(keys.of(key, "turns"))
        for model in models:
            pipe.get(keys.of(key, f"v:{model.decode()}"))
        answers: list[Any] = await pipe.execute()
        found = zip(models.items(), answers[5:], strict=True)
        rows = {model: (int(kept.split()[0]), data) for (model, kept), data in found if data}
        return cls(owner, answers[:5], rows)

    def counted(self) -> dict[str, int]:
        """How much was looked at."""
        said = len(self.messages)
        return {
            "messages": said,
            "notes": len(self.ids) - said,
            "vectors": sum(self.vectors.values()),
        }

    def wrong(self) -> Iterator[str]:
        """What does not agree."""
        if self.broken:
            yield f"{many(self.broken, 'record')} cannot be read"
        if counts(self.info) != (len(self.messages), len(self.ids) - len(self.messages)):
            yield "the counters disagree with the records"
        if not set(self.records) <= set(self.log):
            yield "the list of changed records lacks some"
        numbers = {int(number) for number in self.records}
        if any(not set(held) <= numbers for held in self._numbers.values()):
            yield "vectors of records that are gone"
        if {m: self.info.get(b"v:" + m) for m in self.vectors} != {
            m: b"%d" % count for m, count in self.vectors.items()
        }:
            yield "the counts of vectors disagree with the vectors"
        named_in = {said.session_id for said in self.messages if said.session_id is not None}
        if {session.decode() for session in self.turns} != named_in:
            yield "the sessions disagree with the messages"
        if numbers and max(numbers) >= int(self.info.get(b"next", 1)):
            yield "the number of the next record is taken"
