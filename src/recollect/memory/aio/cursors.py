"""Taking along how far readers of a memory have come, so that nothing is learned twice."""

from __future__ import annotations

from ...orders import Batch, Cursor
from ...ports.aio import AsyncStore
from ...types import Message, Owner
from .guarding import GONE
from .spending import EVERYBODY, PREFIX
from .study import CLAIM, FAILED

PAGE = 1000


async def carry_cursors(source: AsyncStore, target: AsyncStore) -> None:
    """Bring the target's cursors as far as the source's; none is moved back."""
    for owner in [EVERYBODY, *(info.owner for info in await source.owners())]:
        theirs = await target.cursors(owner)
        for name, place in (await source.cursors(owner)).items():
            if name in (CLAIM, FAILED, GONE):
                continue  # of a process that works on the source at the moment
            present = theirs.get(name, 0)
            if not name.startswith(PREFIX):  # what was spent is a sum, not a place
                place = await _place(source, target, owner, (place, present))
            if place > present:
                await target.commit(Batch(cursors=(Cursor(owner, name, place, present),)))


async def _place(
    source: AsyncStore, target: AsyncStore, owner: Owner, places: tuple[int, int]
) -> int:
    """Where the target's feed has come to the messages that the source's reader has not read."""
    read, present = places
    known = await _messages(source, owner, 0)
    known -= await _messages(source, owner, read)
    while changes := await target.changes(present, PAGE, owner):
        for change in changes:
            record = change.put.record if change.put and change.op == "put" else None
            if isinstance(record, Message) and record.id not in known:
                return present
            present = change.seq
    return present


async def _messages(source: AsyncStore, owner: Owner, after: int) -> set[str]:
    """The messages that came behind a place of the feed."""
    found: set[str] = set()
    while changes := await source.changes(after, PAGE, owner):
        after = changes[-1].seq
        found |= {
            change.id
            for change in changes
            if change.op == "put" and change.put and isinstance(change.put.record, Message)
        }
    return found
