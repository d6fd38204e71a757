"""The versions of a note, read by what links them and not out of all that their owner has."""

from __future__ import annotations

from ...orders import Query
from ...types import Note
from ...write.facts import leads, merged_into, unfollowed
from .shell import AsyncShell

STEPS = 8
"""So often links are followed before all notes are read."""


class AsyncLineage(AsyncShell):
    """Finds what replaced what."""

    async def _line(self, note: Note) -> list[Note]:
        """All notes that `chain` and `undoing` need to know of one, oldest first.

        A link leads back, to what was replaced. What came after stands under the same key, rests on
        the same words, or has led here. Where nothing tells, all notes of the owner are read; so of
        what was merged, since each part may have gone its own way since.
        """
        owner = note.scope.owner.scope
        found, asked = {note.id: note}, {note.id}
        if note.key is not None:
            keyed = await self._store.notes(Query(owner, keys=(note.key,), closed=True))
            found |= {one.id: one for one in keyed if one.scope == note.scope}
        for _ in range(STEPS):
            asked |= found.keys()
            wanted, ends = leads(found.values()) - asked, unfollowed(found.values())
            if len(ends) > STEPS or any(map(merged_into, found.values())):
                break
            if not wanted and not ends:
                line = await self._store.notes(Query(owner, ids=tuple(found), closed=True))
                if not unfollowed(line):
                    return line
                found = {one.id: one for one in line}  # something came after meanwhile
                continue
            more = await self._store.notes(Query(owner, ids=tuple(wanted), closed=True))
            more += [one for end in ends for one in await self._after(end)]
            asked |= wanted
            if not more and ends:
                break
            found |= {one.id: one for one in more}
        return await self._store.notes(Query(owner, closed=True))

    async def _after(self, note: Note) -> list[Note]:
        """What replaced a note, if it rests on the same words."""
        if not note.sources:
            return []
        query = Query(note.scope.owner.scope, cites=note.sources[0], closed=True)
        return [one for one in await self._store.notes(query) if one.replaces == note.id]
