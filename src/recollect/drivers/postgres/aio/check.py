"""Does every index agree with the records?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ....types import Report
from .. import postings
from ..questions import ALL, COUNTS, QUESTIONS
from .opening import Link

PAGE = 500
"""Owners whose terms are looked at together."""


async def check(db: Link) -> Report:
    """Ask each index about the records. The server itself guards the pages (data checksums)."""
    row: Any = await (await db.execute(ALL)).fetchone()
    asked = dict(zip(QUESTIONS, row, strict=False))
    problems = [f"{count} {what}; run: recollect reindex" for what, count in asked.items() if count]
    counts = dict(zip(COUNTS, row[len(QUESTIONS) :], strict=True))
    return Report(counts, tuple(problems + await _terms(db)))


async def _terms(db: Link) -> list[str]:
    """Each record's entries must add up to the lengths that the owners' counters hold."""
    found = await db.execute("SELECT owner, length FROM recollect.owners ORDER BY owner")
    owners: list[Any] = await found.fetchall()
    problems: set[str] = set()
    for start in range(0, len(owners), PAGE):
        problems |= await _lengths(db, dict(owners[start : start + PAGE]))
    return sorted(problems)


async def _lengths(db: Link, owners: dict[UUID, int]) -> set[str]:
    keys = list(owners)
    found = await db.execute(
        "SELECT owner, n FROM recollect.messages WHERE owner = ANY(%s::uuid[]) UNION ALL "
        "SELECT owner, n FROM recollect.notes WHERE owner = ANY(%s::uuid[])",
        (keys, keys),
    )
    held = set(await found.fetchall())
    found = await db.execute(
        "SELECT owner, data FROM recollect.postings WHERE owner = ANY(%s::uuid[])", (keys,)
    )
    lengths: dict[tuple[UUID, int], int] = {}
    for key, data in await found.fetchall():
        lengths.update({(key, n): size for n, _, size in postings.ENTRY.iter_unpack(data)})
    problems = set()
    if set(lengths) - held:
        problems.add("terms of records that are gone; run: recollect reindex")
    sums = dict.fromkeys(owners, 0)
    for (key, _), size in lengths.items():
        sums[key] += size
    if sums != owners:
        problems.add("records whose terms are missing; run: recollect reindex")
    return problems
