"""The directory: files that are facts. Every write is made from a version that was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ....errors import InputError, NotFound, Stale
from ....memory.aio.door import AsyncMemory
from ....memory.tries import Tries
from ....types import Note
from ....write import limits
from .. import files
from ..base import ToolError


class AsyncFolder:
    """The files of one user or agent in a memory."""

    def __init__(self, memory: AsyncMemory, user_id: str | None, agent_id: str | None) -> None:
        if not isinstance(memory, AsyncMemory):
            raise InputError(f"this tool takes AsyncMemory, not {type(memory).__name__}")
        limits.scope(user_id, agent_id)
        self._memory = memory
        self._whose: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}

    async def all(self) -> dict[str, Note]:
        """Every file, by its path."""
        notes = await self._memory.notes(**self._whose)
        return {
            files.path_of(note): note
            for note in notes
            if self._is_own(note) and files.content(note) is not None
        }

    async def read(self, path: str) -> str | None:
        """What is in a file; None if there is none."""
        return files.content(await self._stands(path))

    async def create(self, path: str, content: str, was: str | None = None) -> Note:
        """A new file; FileExistsError if there is one."""
        tries = Tries()
        while True:
            old = await self._stands(path)
            if files.content(old) is not None:
                raise FileExistsError(path)
            try:
                return await self._write(path, content, old, was)
            except Stale:
                tries.again()

    async def edit(self, path: str, edit: Callable[[str], tuple[str, str]]) -> str:
        """Edit a file, and give back what is to be said of it; FileNotFoundError if there is none.

        If somebody was faster, the edit is made again in what stands by then.
        """
        tries = Tries()
        while True:
            old = await self._stands(path)
            content = files.content(old)
            if content is None:
                raise FileNotFoundError(path)
            new, said = edit(content)
            try:
                await self._write(path, new, old)
                return said
            except Stale:
                tries.again()

    async def remove(self, note: Note) -> None:
        """End a file, whichever version of it stands."""
        current: Note | None = note
        tries = Tries()
        while current is not None and files.content(current) is not None:
            try:
                await self._end(current)
                return
            except Stale:
                tries.again()
                current = await self._stands(files.path_of(note))

    async def move(self, places: Mapping[str, str], found: Mapping[str, Note]) -> None:
        """Give some files that were found other paths, all of them or none.

        They are copied first and ended then, so that none is missing at any moment.
        FileExistsError if one of the new paths is taken, FileNotFoundError if somebody else took
        all of the files away meanwhile.
        """
        copies: dict[str, Note] = {}
        try:
            for path, place in places.items():
                copies[path] = await self.create(place, files.content(found[path]) or "", path)
        except BaseException:
            for copy in copies.values():
                await self._withdraw(copy)
            raise
        left = [await self._leave(found[path], copy) for path, copy in copies.items()]
        if not any(left):
            raise FileNotFoundError

    async def _stands(self, path: str) -> Note | None:
        """What stands under a path: a file, the place of one, or nothing."""
        notes = await self._memory.notes(key=files.key(path), **self._whose)
        return next((note for note in reversed(notes) if self._is_own(note)), None)

    def _is_own(self, note: Note) -> bool:
        """Whether a note is of exactly this user and agent."""
        own = {"user_id": note.user_id, "agent_id": note.agent_id}
        return own == self._whose and note.session_id is None

    async def _write(
        self, path: str, content: str, old: Note | None, was: str | None = None
    ) -> Note:
        """One more version of a file, if the one that was read still stands; else Stale."""
        key, metadata = files.key(path), files.metadata(path, was)
        version = "" if old is None else old.id
        try:
            if files.is_short(files.kept(content)):
                return await self._set(key, content, metadata, version)
            if old is None:  # hold the place, since only an update takes a text
                version = (await self._set(key, files.NO_FILE, metadata, version)).id
            long: dict[str, Any] = {"text": f"{key}: {content}", "value": files.IN_TEXT}
            return await self._memory.update(version, metadata=metadata, **long, **self._whose)
        except InputError as error:  # such as a secret, in a memory that refuses them
            raise ToolError(str(error)) from error

    async def _set(self, key: str, value: Any, metadata: dict[str, str], version: str) -> Note:
        return await self._memory.set(
            key, value, metadata=metadata, if_version=version, **self._whose
        )

    async def _end(self, note: Note) -> None:
        """End a file, if this version of it still stands; else Stale.

        What takes its place is removed again: its history has nothing but what was a file.
        """
        assert note.key is not None, "a file has a key"
        last = await self._set(note.key, files.NO_FILE, {}, note.id)
        with suppress(NotFound):
            await self._memory.delete(last.id, **self._whose)

    async def _withdraw(self, copy: Note) -> None:
        """Take a copy away again, unless somebody has edited it."""
        with suppress(Stale):
            await self._end(copy)

    async def _leave(self, note: Note, copy: Note) -> bool:
        """End a file of which there is a copy; False if somebody else did, and the copy goes, too.

        An edit that came meanwhile goes into the copy. If both were edited, both stay.
        """
        path, place = files.path_of(note), files.path_of(copy)
        tries = Tries()
        while True:
            try:
                await self._end(note)
                return True
            except Stale:
                tries.again()
                newer = await self._stands(path)
            content = files.content(newer)
            if newer is None or content is None:
                await self._withdraw(copy)
                return False
            try:
                copy = await self._write(place, content, copy, path)
            except Stale:
                return True
            note = newer
