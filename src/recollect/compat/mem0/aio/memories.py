"""Memories as mem0 has them, kept in a recollect memory: notes, and the words they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from typing import Any

from ....errors import Stale
from ....times import moment
from ....transfer.jsonl import Writing
from ....types import Added, Note, Scope, new_id, utcnow
from .. import checks
from ..exceptions import AuthenticationError
from ..filters import Filter
from ..item import LOOSE, MARK, Item, item, line, mark, marked, near
from ..shapes import Done
from ..words import Said, procedure, rests, said, tells, verbatim
from .reading import AsyncReading

TRIES = 100
UNCHANGED: Any = object()


class AsyncMemories(AsyncReading):
    """Reading and writing."""

    erases = True
    """Whether `delete_all` erases, so that no byte is left."""

    async def add(
        self,
        content: Any,
        ids: dict[str, str],
        *,
        infer: bool = True,
        procedural: bool = False,
        at: Any = None,
        own: dict[str, Any] | None = None,
    ) -> list[Done]:
        """Keep what was said, and the memories of it: notes, and what no note says of it.

        `own` is what is kept with each memory: metadata, an expiration date.
        """
        scope, kept = self._scope(ids), dict(own or {})
        kept |= {"app_id": ids["app_id"]} if "app_id" in ids else {}
        told = said(content, scope, utcnow() if at is None else moment(at), kept)
        if not told.messages:
            return []
        learn: Any = "now" if infer and not procedural else "never"
        names: dict[str, Any] = {"user_id": scope.user_id, "agent_id": scope.agent_id}
        added = await self.memory.add(
            told.messages, **names, session_id=scope.session_id, learn=learn
        )
        if procedural:
            return await self._put([procedure(added.messages, kept)], added)
        return await self._remembered(added, told, infer)

    async def _remembered(self, added: Added, told: Said, infer: bool) -> list[Done]:
        texts = [one.content for one in added]
        if infer:
            texts = rests(added.messages, added.notes, told.shown)
        pairs = zip(added.messages, texts, strict=True)
        words = [verbatim(one, text, mark(one), not infer) for one, text in pairs if text]
        done = [await self._noted(note) for note in added.notes]
        done += await self._put(words, added)
        kept = {id for one in done for id in one.item.note.sources}
        kept |= {id for note in words for id in note.sources}
        done += await self._known(added, kept) if infer else []
        place = {one.id: number for number, one in enumerate(added)}
        return sorted(done, key=lambda one: _last(place, one.item.note.sources))

    async def _noted(self, note: Note) -> Done:
        """A note that was taken, as a memory: a new one, or a newer version of one."""
        began = await self._began(note)
        before = None if note.replaces is None else await self._maybe(note.replaces, note)
        made = await self._item(note, began)
        if isinstance(before, Note):
            return Done(made, "UPDATE", before.text)
        return Done(made, "ADD")

    async def _put(self, notes: Sequence[Note], added: Added) -> list[Done]:
        """Keep notes of words; those that are there already are known, and kept once."""
        fresh, done = [], []
        whole = {one.id for one in added if one.content in {note.text for note in notes}}
        for note in notes:
            old = await self._maybe(note.id, note)
            if isinstance(old, Note) and old.open:
                done.append(Done(await self._item(old), "NONE"))
                for id in whole & set(note.sources):
                    await self.memory.delete(id, **near(note))
            else:
                fresh.append(note if old is None else replace(note, id=new_id()))
        await self.keep(fresh)
        return done + [Done(item(note, note, None), "ADD") for note in fresh]

    async def keep(self, notes: Sequence[Note]) -> None:
        """Store notes as they are, in one commit for some hundreds."""
        if not notes:
            return
        file = StringIO()
        with Writing(file, len(notes)) as writing:
            for note in notes:
                writing.write(note)
        file.seek(0)
        await self.memory.import_from(file)

    async def _known(self, added: Added, told: set[str]) -> list[Done]:
        """The memories that messages only said again; what nothing else tells of a user's words
        is kept word for word."""
        rest = [one for one in added if one.id not in told and one.role != "assistant"]
        if not rest:
            return []
        scope = rest[0].scope
        notes = await self.memory.notes(user_id=scope.user_id, agent_id=scope.agent_id)
        found: list[Done] = []
        for message in rest:
            again = [note for note in notes if message.id in note.sources]
            found += [Done(await self._item(note), "NONE") for note in again]
            if not again:
                words = verbatim(message, message.content, mark(message), fresh=False)
                found += await self._put([words], added)
        return found

    async def update(
        self,
        id: str,
        *,
        text: str | None = None,
        metadata: Any = None,
        expiration: Any = UNCHANGED,
        at: Any = None,
    ) -> Item:
        """Put a new version in the place of a memory; the one before stays in its history."""
        more = checks.metadata(metadata)
        for _ in range(TRIES):
            old = await self.one(id)
            own = old.mark | {"metadata": {**old.metadata, **more}}
            if expiration is not UNCHANGED:
                own["expiration_date"] = checks.day(expiration)
            changes: dict[str, Any] = {"metadata": marked(old.note, own)}
            changes |= {} if text is None else {"text": text}
            try:
                note = await self.memory.update(old.note.id, **near(old.note), at=at, **changes)
                return replace(await self._item(note), id=id)
            except Stale:
                continue  # somebody else was faster: on top of that
        raise Stale("others keep changing this memory; try again")

    async def delete(self, id: str) -> None:
        """Remove a memory with its versions, and the words that no other memory rests on.

        What is kept word for word of the same message and says it, too, goes with it.
        """
        versions = await self._versions(id)
        whose = near(versions[0])
        sources = dict.fromkeys(one for note in versions for one in note.sources)
        kept = {one.id: one for one in await self.memory.notes(**whose, closed=True)}
        for note in [one for one in kept.values() if MARK in one.metadata]:
            if not sources.keys().isdisjoint(note.sources) and tells(note.text, versions[-1]):
                versions += line(list(kept.values()), note.id)
        for note in {one.id: one for one in reversed(versions)}.values():
            kept.pop(note.id, None)
            await self.memory.delete(note.id, **whose)
        held = {source for note in kept.values() for source in note.sources}
        words = {note.text for note in versions}
        for one in await self.memory.messages(**whose):
            if one.id not in held and (one.id in sources or one.content in words):
                await self.memory.delete(one.id, **whose)
        await self._gone.keep(id)

    async def delete_all(self, ids: dict[str, str]) -> None:
        """Erase what somebody said in a scope, and every memory of it. "*" stands for any id.

        One who may not erase has it deleted, record by record.
        """
        run = ids.get("run_id")
        places = await self._places(Filter(ids)) if _exact(ids) else []
        for place in places if self.erases else []:
            if await self._holds(place, run):
                await self.memory.erase(**place, session_id=run)
        for one in await self.all(Filter(ids), show_expired=True):
            await self.delete(one.id)
        for place in [] if self.erases else places:
            for turn in await self.memory.messages(**place, session_id=run):
                if MARK in turn.metadata:
                    await self.memory.delete(turn.id, **near(turn))

    async def _holds(self, place: dict[str, Any], run: str | None) -> bool:
        """Whether there is anything to erase in a place; in a run, something said."""
        if await self.memory.messages(**place, session_id=run, last=1):
            return True
        return run is None and bool(await self.memory.notes(**place, closed=True))

    async def reset(self) -> None:
        """Erase everything of everybody, or of whom this is bound to."""
        await self._gone.forget()
        if self._bound is not None:
            return await self.delete_all({"user_id": self._bound})
        for info in await self.memory.owners():
            whose: dict[str, Any] = {f"{info.owner.kind}_id": info.owner.id}
            await self.memory.erase(**whose)
        return None

    def _scope(self, ids: dict[str, str]) -> Scope:
        """Where what is added belongs. A run of nobody belongs to an agent of its own."""
        user, agent, run, app = (ids.get(name) for name in checks.SCOPES)
        if self._bound is not None and user not in (None, self._bound):
            raise AuthenticationError("this key is bound to another user")
        user = self._bound or user
        if user is None and agent is None:
            name = "run_id" if run is not None else "app_id"
            agent = f"{LOOSE[name]}{run or app}"
        return Scope(user, agent, run)


def _last(place: dict[str, int], sources: Sequence[str]) -> int:
    """The place of the last message that a memory rests on."""
    return max((place.get(id, 0) for id in sources), default=0)


def _exact(ids: dict[str, str]) -> bool:
    """Whether ids name a whole scope of the memory: one to erase at once."""
    return "app_id" not in ids and "*" not in ids.values()
