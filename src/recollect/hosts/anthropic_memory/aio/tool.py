"""The commands of the tool, and what a model is told of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....memory.aio.door import AsyncMemory
from .. import files
from ..base import AsyncBase, ToolError
from .folder import AsyncFolder


class AsyncRecollectMemoryTool(AsyncBase):  # type: ignore[misc]
    """Anthropic's memory tool for one user or agent, with its files in a recollect memory.

    Each file is a fact: its key is the path, its value the content. So every version of it is in
    `history`, `as_of` and `undo` work on it, `search` finds it, and it goes when its user is
    erased. An edit is made from the version that stands, however many agents edit it. Deleting a
    file ends it and leaves its history, which `erase` removes.
    """

    def __init__(
        self,
        memory: AsyncMemory,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        cache_control: Any = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._folder = AsyncFolder(memory, user_id, agent_id)

    async def execute(self, command: Any) -> str:
        """Do what a model asks for; a ToolError says what was wrong with it."""
        files.known(command)
        done: str = await super().execute(command)
        return done

    async def view(self, command: Any) -> str:
        """A file with its line numbers, or a directory two levels deep."""
        given, wanted = files.text(command, "path"), files.lines_wanted(command)
        path = files.path(given)
        content = await self._folder.read(path)
        if content is not None:
            return files.numbered(given, content, wanted)
        found = await self._folder.all()
        if not files.exists(path, found):
            raise ToolError(files.MISSING.format(given))
        return files.listing(path, {one: files.content(note) or "" for one, note in found.items()})

    async def create(self, command: Any) -> str:
        """A new file; none is overwritten."""
        given, content = files.text(command, "path"), files.text(command, "file_text")
        path, taken = files.path(given), f"File {given} already exists"
        found = await self._folder.all()
        if files.exists(path, found):
            raise ToolError(taken)
        files.room(path, found)
        try:
            await self._folder.create(path, content)
        except FileExistsError:
            raise ToolError(taken) from None
        return f"File created successfully at: {given}"

    async def str_replace(self, command: Any) -> str:
        """Other words in the place of some that a file has once."""
        given, old, new = (files.text(command, name) for name in ("path", "old_str", "new_str"))
        return await self._edit(given, lambda content: files.replaced(given, content, old, new))

    async def insert(self, command: Any) -> str:
        """A text behind a line of a file, behind line 0 at its beginning."""
        given, text = files.text(command, "path"), files.text(command, "insert_text")
        line = files.number(command, "insert_line")
        return await self._edit(given, lambda content: files.inserted(given, content, line, text))

    async def delete(self, command: Any) -> str:
        """End a file, or all in a directory; what they were stays in their history."""
        given = files.text(command, "path")
        path = files.path(given)
        if path == files.ROOT:
            raise ToolError("Cannot delete the /memories directory itself")
        found = await self._folder.all()
        doomed = files.at(found, path)
        if not doomed:
            raise ToolError(f"The path {given} does not exist")
        for one in doomed:
            await self._folder.remove(found[one])
        return f"Successfully deleted {given}"

    async def rename(self, command: Any) -> str:
        """Another path for a file, or for all in a directory."""
        given, wanted = files.text(command, "old_path"), files.text(command, "new_path")
        old, new = files.path(given), files.path(wanted)
        if old == files.ROOT:
            raise ToolError("Cannot rename the /memories directory itself")
        missing = f"The path {given} does not exist"
        taken = f"The destination {wanted} already exists"
        found = await self._folder.all()
        if files.exists(new, found):
            raise ToolError(taken)
        places = {one: files.within(new + one.removeprefix(old)) for one in files.at(found, old)}
        if not places:
            raise ToolError(missing)
        files.room(new, found)
        if new.startswith(f"{old}/"):
            raise ToolError(f"Cannot rename {given} to {wanted}, which is inside it")
        try:
            await self._folder.move(places, found)
        except FileExistsError:
            raise ToolError(taken) from None
        except FileNotFoundError:
            raise ToolError(missing) from None
        return f"Successfully renamed {given} to {wanted}"

    async def clear_all_memory(self) -> str:
        """End every file; what they were stays in their history."""
        for note in (await self._folder.all()).values():
            await self._folder.remove(note)
        return "All memory cleared"

    async def _edit(self, given: str, edit: Callable[[str], tuple[str, str]]) -> str:
        path = files.path(given)
        try:
            return await self._folder.edit(path, edit)
        except FileNotFoundError:
            if files.exists(path, await self._folder.all()):
                raise ToolError(f"The path {given} is not a file.") from None
            raise ToolError(files.MISSING.format(given)) from None
