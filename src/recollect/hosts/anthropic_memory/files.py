"""Files as facts: a file's path is its key, its content the value. What a model is told of them,
in the words of Anthropic's own tool. Pure."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from ...types import Note
from ...write import limits
from .base import ToolError

ROOT = "/memories"
MOST = 102_400
"""Bytes of a file, as where Anthropic keeps them."""
LONGEST, DEEPEST = 1_024, 20
"""Bytes of a path, and names in it below /memories."""
COMMANDS = ("view", "create", "str_replace", "insert", "delete", "rename")
LEVELS = 2
WIDTH = 6
NO_FILE = {"file": False}
"""The value under a path whose file is gone, or is about to be written."""
IN_TEXT = {"file": "in the text"}
"""The value of a file too long for a value: its content is in the note's text alone."""
PATH, RENAMED = "path", "renamed_from"
"""What the metadata of a file says: its path if that is no key, and the one it had."""
MISSING = "The path {} does not exist. Please provide a valid path."

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def known(command: Any) -> None:
    """Refuse what is none of the tool's commands."""
    named = getattr(command, "command", None)
    if named not in COMMANDS:
        raise ToolError(f"Unknown command: {named}. There are: {', '.join(COMMANDS)}")


def text(command: Any, name: str) -> str:
    """A text of a command, if it can be kept."""
    value = getattr(command, name, None)
    if not isinstance(value, str):
        raise ToolError(f"Invalid `{name}` parameter: it must be text.")
    if bad := limits.UNSTORABLE.search(value):
        what = "a NUL character" if bad[0] == "\0" else "half of a surrogate pair"
        raise ToolError(f"Invalid `{name}` parameter: {what} at position {bad.start()}.")
    return value


def number(command: Any, name: str) -> int:
    """A number of a command."""
    value = getattr(command, name, None)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ToolError(f"Invalid `{name}` parameter: it must be a whole number.")
    return value


def lines_wanted(command: Any) -> tuple[int, int] | None:
    """The first and the last line that are asked for, -1 for the end."""
    match getattr(command, "view_range", None):
        case None | []:
            return None
        case [int(first), int(last)]:
            return first, last
    raise ToolError("Invalid `view_range` parameter: it must be two line numbers.")


def path(given: str) -> str:
    """The one spelling of a path. What leads out of /memories, in whatever spelling, is refused."""
    if given != ROOT and not given.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with /memories, got: {given}")
    parts: list[str] = []
    for part in unicodedata.normalize("NFC", given[len(ROOT) :]).split("/"):
        plain = unquote(part).replace("\\", "/").split("/")
        if ".." in plain and (part != ".." or not parts):
            raise ToolError(f"Path {given} would escape /memories directory")
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return within("/".join((ROOT, *parts)))


def within(path: str) -> str:
    """A path, if it is one that can be kept."""
    if _CONTROL.search(path):
        raise ToolError("Invalid path: it holds a control character.")
    if path.count("/") - 1 > DEEPEST:
        raise ToolError(f"Invalid path: it has more than {DEEPEST} names below /memories.")
    if len(path.encode()) > LONGEST:
        raise ToolError(f"Invalid path: it has more than {LONGEST:,} bytes.")
    return path


def key(path: str) -> str:
    """The key of a file: its path; of one that is no key, what no path is like."""
    if len(path) <= limits.MAX_ID and path == path.strip():
        return path
    return f"{ROOT}//{hashlib.sha256(path.encode()).hexdigest()}"


def metadata(path: str, renamed_from: str | None = None) -> dict[str, str]:
    """What the note of a file says beside its content."""
    own = {} if key(path) == path else {PATH: path}
    return own if renamed_from is None else {**own, RENAMED: renamed_from}


def path_of(note: Note) -> str:
    """The path of the file that a note holds."""
    return str(note.metadata.get(PATH, note.key))


def content(note: Note | None) -> str | None:
    """What is in a file; None if there is none."""
    if note is None or note.key is None or not note.key.startswith(f"{ROOT}/"):
        return None
    if note.value == IN_TEXT:
        return note.text.removeprefix(f"{note.key}: ")
    return note.value if isinstance(note.value, str) else None


def kept(content: str) -> str:
    """Content, if it is not too long."""
    size = len(content.encode())
    if size > MOST:
        raise ToolError(f"The file would have {size:,} bytes; the most is {MOST:,}. Split it.")
    return content


def is_short(content: str) -> bool:
    """Whether a content can be the value of a fact."""
    return len(json.dumps(content, ensure_ascii=False)) <= limits.MAX_METADATA


def at(paths: Iterable[str], path: str) -> list[str]:
    """The file of a path, or all files below it."""
    return [one for one in paths if one == path or one.startswith(f"{path}/")]


def exists(path: str, paths: Iterable[str]) -> bool:
    """Whether there is a file or a directory at a path."""
    return path == ROOT or bool(at(paths, path))


def room(path: str, paths: Collection[str]) -> None:
    """Refuse a path that leads through a file."""
    parts = path.split("/")
    for end in range(3, len(parts)):
        above = "/".join(parts[:end])
        if above in paths:
            raise ToolError(f"The path {above} is not a directory.")


def listing(path: str, files: Mapping[str, str]) -> str:
    """A directory as it is viewed, two levels deep. The size of a directory is what is in it."""
    items: Counter[tuple[tuple[str, ...], bool]] = Counter()
    below = {file: len(files[file].encode()) for file in at(files, path)}
    for file, size in below.items():
        names = tuple(file.removeprefix(f"{path}/").split("/"))
        for depth, name in enumerate(names[:LEVELS], start=1):
            if name.startswith("."):
                break
            items[names[:depth], depth < len(names)] += size
    shown = [
        f"{_size(size)}\t{path}/{'/'.join(names)}{'/' if is_directory else ''}"
        for (names, is_directory), size in sorted(items.items())
    ]
    head = (
        f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    )
    return "\n".join([head, f"{_size(sum(below.values()))}\t{path}", *shown])


def numbered(path: str, content: str, wanted: tuple[int, int] | None) -> str:
    """A file as it is viewed."""
    lines = content.split("\n")
    first = 1
    if wanted is not None:
        first, last = max(1, wanted[0]), wanted[1]
        lines = lines[first - 1 : None if last == -1 else last]
    return f"Here's the content of {path} with line numbers:\n" + _numbered(lines, first)


def replaced(path: str, content: str, old: str, new: str) -> tuple[str, str]:
    """A content with other words in the place of some, and what to say of it."""
    if content and not old:
        raise ToolError("No replacement was performed, old_str is empty.")
    found = content.count(old)
    if found == 0:
        raise ToolError(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if found > 1:
        where = ", ".join(map(str, _lines_of(content, old)))
        raise ToolError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{where}. Please ensure it is unique"
        )
    made = content.replace(old, new)
    line = content.count("\n", 0, content.index(old))
    first = max(0, line - 2)
    snippet = _numbered(made.split("\n")[first : line + 3], first + 1)
    said = "The memory file has been edited. Here is the snippet showing the change"
    return made, f"{said} (with line numbers):\n{snippet}"


def inserted(path: str, content: str, line: int, text: str) -> tuple[str, str]:
    """A content with a text put in behind a line, and what to say of it."""
    lines = content.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not 0 <= line <= len(lines):
        raise ToolError(
            f"Invalid `insert_line` parameter: {line}. "
            f"It should be within the range [0, {len(lines)}]."
        )
    made = "\n".join([*lines[:line], text.rstrip("\n"), *lines[line:]])
    return made if made.endswith("\n") else f"{made}\n", f"The file {path} has been edited."


def _numbered(lines: list[str], first: int) -> str:
    return "\n".join(f"{n:>{WIDTH}}\t{line}" for n, line in enumerate(lines, start=first))


def _lines_of(content: str, part: str) -> list[int]:
    """The line of each place where some words begin."""
    found, line, seen = [], 1, 0
    place = content.find(part)
    while place != -1:
        line += content.count("\n", seen, place)
        found.append(line)
        seen, place = place, content.find(part, place + 1)
    return found


def _size(size: int) -> str:
    """Bytes as people read them."""
    unit = min(max(size.bit_length() - 1, 0) // 10, 2)
    amount = size / 1024**unit
    return f"{amount:.0f}{'BKM'[unit]}" if amount.is_integer() else f"{amount:.1f}{'BKM'[unit]}"
