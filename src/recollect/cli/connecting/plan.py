"""What to change in which file, to connect a client or to undo that."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..shell import typed
from . import files, jsonc, toml
from .clients import Client, Server

_OURS = re.compile(r"\brecollect(\.exe)?[\"']?\s+hook\b")


@dataclass(frozen=True, slots=True)
class Change:
    """One file: as it is, as it shall be, and what of that is ours."""

    path: Path
    before: str
    after: str
    ours: str = ""

    @property
    def needed(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after


def connecting(client: Client, server: Server, project: Path | None) -> list[Change]:
    """The changes that tell a client of a server, and of its hooks if it has any."""
    path, made = client.file(project), client.server(server)
    form: Any = _form(path)

    def edit(text: str) -> str:
        same = _at(form.value(text), client.path) == made
        return text if same else form.put(text, client.path, made)

    after = files.edited(path, edit, form.value, lambda said: _with(said, client.path, made))
    changes = [Change(path, files.text(path), after, form.put("", client.path, made))]
    if client.hooks is not None and client.entry is not None and server.hook:
        entries = {event: client.entry(typed(*server.hook, event)) for event in client.events}
        changes.append(_hooking(client.hooks(project), entries, client.version))
    return changes


def disconnecting(client: Client, project: Path | None) -> list[Change]:
    """The changes that take all of that back."""
    path = client.file(project)
    form: Any = _form(path)

    def read(text: str) -> Any:
        return _tidy(form.value(text) or {}, client.path)

    def edit(text: str) -> str:
        there = _at(form.value(text), client.path) is not None
        return form.drop(text, client.path) if there else text

    after = files.edited(path, edit, read, lambda said: _without(said, client.path))
    changes = [Change(path, files.text(path), after)]
    if client.hooks is not None:
        place = client.hooks(project)
        after = files.edited(place, _unhooked, _read, _no_hooks)
        changes.append(Change(place, files.text(place), after))
    return changes


def _hooking(path: Path, entries: Mapping[str, Any], version: int | None) -> Change:
    """One entry of ours for each event, behind those of others."""

    def edit(text: str) -> str:
        found = {event: one for event, _, one in _ours(_read(text))}
        if found == entries and len(_ours(_read(text))) == len(entries):
            return text
        text = _unhooked(text)
        if version is not None and "version" not in _read(text):
            text = jsonc.put(text, ["version"], version)
        for event, entry in entries.items():
            text = jsonc.append(text, ["hooks", event], entry)
        return text

    def wanted(said: Any) -> Any:
        made = _no_hooks(said)
        if version is not None:
            made.setdefault("version", version)
        for event, entry in entries.items():
            made.setdefault("hooks", {}).setdefault(event, []).append(entry)
        return made

    after = files.edited(path, edit, _read, wanted)
    return Change(path, files.text(path), after, edit(""))


def _unhooked(text: str) -> str:
    """Without the hooks that are ours, the last first so that the numbers hold."""
    for event, number, _ in reversed(_ours(_read(text))):
        text = jsonc.drop(text, ["hooks", event, number])
    return text


def _no_hooks(said: Any) -> Any:
    """The same for what a file says."""
    made = copy.deepcopy(said)
    for event, number, _ in reversed(_ours(said)):
        del made["hooks"][event][number]
        if not made["hooks"][event]:
            made = _without(made, ("hooks", event))
    return made


def _ours(said: Any) -> list[tuple[str, int, Any]]:
    """Each hook that is ours: its event, its number there, and itself."""
    hooks = said.get("hooks") if isinstance(said, Mapping) else None
    return [
        (event, number, entry)
        for event, entries in (hooks if isinstance(hooks, Mapping) else {}).items()
        for number, entry in enumerate(entries if isinstance(entries, list) else [])
        if _is_ours(entry)
    ]


def _is_ours(entry: Any) -> bool:
    inner = entry.get("hooks", [entry]) if isinstance(entry, Mapping) else []
    commands = [one.get("command") for one in inner if isinstance(one, Mapping)]
    return bool(commands) and all(
        isinstance(command, str) and _OURS.search(command) for command in commands
    )


def _form(path: Path) -> Any:
    return toml if path.suffix == ".toml" else jsonc


def _read(text: str) -> Any:
    return jsonc.value(text) or {}


def _at(said: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        said = said.get(step) if isinstance(said, Mapping) else None
    return said


def _with(said: Any, path: tuple[str, ...], made: Any) -> Any:
    changed = copy.deepcopy(said)
    here = changed
    for step in path[:-1]:
        here = here.setdefault(step, {})
    here[path[-1]] = made
    return changed


def _without(said: Any, path: tuple[str, ...]) -> Any:
    changed = copy.deepcopy(said)
    above = _at(changed, path[:-1])
    if isinstance(above, dict):
        above.pop(path[-1], None)
    return _tidy(changed, path)


def _tidy(said: Any, path: tuple[str, ...]) -> Any:
    """Without what is empty above a path."""
    if len(path) > 1 and _at(said, path[:-1]) == {}:
        return _without(said, path[:-1])
    return said
