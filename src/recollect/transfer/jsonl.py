"""recollect's own format: a line of JSON per record, with a header and a closing count.

    {"recollect": 1, "records": 2}
    {"type": "message", "id": "…", "user_id": "dana", "role": "user", "source": "user", …}
    {"type": "note", "id": "…", "user_id": "dana", "kind": "semantic", "text": "…", …}
    {"type": "end", "records": 2}

Fields at their defaults are left out. `source` says whose words they are: user, assistant, tool,
document or import; a record that does not say so counts as imported. A file without its closing
line was cut off, and is refused before anything is written.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import fields
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import IO, Any

from ..errors import InputError, SecretFound
from ..times import moment
from ..types import KINDS, ROLES, Message, Note, Record
from ..write import limits
from ..write.trust import SOURCES, imported, source_class
from .files import lines

VERSION = 1
BOM = "\ufeff"  # some editors begin a file with it
TYPES: dict[str, type[Record]] = {"message": Message, "note": Note}
TIMES = {"at", "valid_from", "valid_to", "learned_at", "closed_at", "recorded_at", "last_seen"}
WORDS = {"name", "key", "subject", "relation", "object", "replaces"}
SHARES = {"importance", "confidence", "trust"}
ALWAYS = TIMES | {"id", "role", "kind"}


class Writing:
    """Writes records to a path, or to an open text file. A path appears whole or not at all."""

    def __init__(self, target: str | PathLike[str] | IO[str], total: int) -> None:
        self.done, self.total = 0, total
        self._path = Path(target) if isinstance(target, str | PathLike) else None
        self._target = target

    def __enter__(self) -> Writing:
        with ExitStack() as stack:
            if self._path is None:
                self._file: Any = self._target
            else:
                self._file = stack.enter_context(lines(self._path, force=True))
            try:
                self._file.write(_first(self.total))
            except (AttributeError, TypeError):  # no file, or one of bytes
                raise InputError(
                    "an export goes to a path, or to a file that was opened as text: "
                    "open(path, 'w', encoding='utf-8')"
                ) from None
            self._opened = stack.pop_all()
        return self

    def __exit__(self, kind: object, failed: BaseException | None, trace: object) -> None:
        with self._opened:
            if failed is not None:
                raise failed
            self._file.write(_last(self.done))

    def write(self, record: Record) -> None:
        """One more record."""
        self._file.write(line(record))
        self.done += 1


class Reading:
    """Reads records from a path or an open file; everything is checked before the first."""

    def __init__(
        self,
        source: str | PathLike[str] | IO[str],
        screen: Callable[[Record], Record] | None = None,
    ) -> None:
        self.done, self.total = 0, 0
        self._source, self._screen = source, screen

    def __enter__(self) -> Reading:
        self._file = self._open()
        try:
            self.total = sum(1 for _ in self._records())
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def chunks(self, size: int) -> Iterator[list[Record]]:
        """The records, some at a time."""
        chunk: list[Record] = []
        for record in self._records():
            chunk.append(record)
            if len(chunk) == size:
                self.done += len(chunk)
                yield chunk
                chunk = []
        if chunk:
            self.done = self.total
            yield chunk

    def _open(self) -> IO[str]:
        if isinstance(self._source, str | PathLike):
            try:
                return open(self._source, encoding="utf-8", errors="surrogateescape")
            except OSError as error:
                raise InputError(f"cannot read {self._source}: {error.strerror}") from None
        if not hasattr(self._source, "read"):
            raise InputError(
                f"an import comes from a path or an open file, not {type(self._source).__name__}"
            )
        said: str | bytes = self._source.read()  # a pipe cannot be read twice
        if isinstance(said, bytes):
            said = said.decode("utf-8", "surrogateescape")
        return io.StringIO(said)

    def _records(self) -> Iterator[Record]:
        self._file.seek(0)
        count, ended = 0, False
        for number, text in enumerate(self._file, start=1):
            value = _parse(text.removeprefix(BOM) if number == 1 else text, number)
            if number == 1:
                _check_header(value)
                continue
            if ended:
                raise InputError(
                    f"line {number} is behind the closing line, which does not count it; move what "
                    "is there before it, or to a file of its own"
                )
            ended = value.get("type") == "end"
            if not ended:
                yield load(value, number, self._screen if "source" in value else self._marked)
                count += 1
            elif value.get("records") != count:
                raise InputError(f"line {number}: {count} records, not what it says")
        if not ended:
            raise InputError("the file is cut off: its closing line is missing; export again")

    def _marked(self, record: Record) -> Record:
        """A record that does not say whose words it holds."""
        made = imported(record)
        return made if self._screen is None else self._screen(made)


def line(record: Record) -> str:
    """The line of a record."""
    return _spelled(dump(record) | {"source": source_class(record)})


def whole(lines: Sequence[str]) -> str:
    """An export of some lines."""
    return "".join((_first(len(lines)), *lines, _last(len(lines))))


def _first(total: int) -> str:
    return _spelled({"recollect": VERSION, "records": total})


def _last(total: int) -> str:
    return _spelled({"type": "end", "records": total})


def _spelled(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def dump(record: Record) -> dict[str, Any]:
    """A record as a JSON object, without what is at its default."""
    kind = "message" if isinstance(record, Message) else "note"
    made: dict[str, Any] = {"type": kind}
    for field in fields(record):
        if not field.compare:  # the store that reads it counts anew
            continue
        value = getattr(record, field.name)
        if isinstance(value, datetime):
            made[field.name] = value.isoformat()
        elif field.name in ALWAYS and value is not None:
            made[field.name] = value
        elif value != field.default and value not in ({}, ()):
            made[field.name] = dict(value) if field.name == "metadata" else value
    return made


def load(
    value: dict[str, Any], line: int, screen: Callable[[Record], Record] | None = None
) -> Record:
    """The record of a JSON object, screened if so wished; an error names the line."""
    try:
        made = _load(dict(value))
        return made if screen is None else screen(made)
    except SecretFound as error:
        raise SecretFound(f"line {line}: {error}") from None
    except (InputError, TypeError, KeyError) as error:
        raise InputError(f"line {line}: {error}") from None


def _load(value: dict[str, Any]) -> Record:
    made = TYPES.get(value.pop("type", ""))
    if made is None:
        raise InputError("type must be message or note")
    if value.pop("source", SOURCES[0]) not in SOURCES:
        raise InputError(f"source must be one of {', '.join(SOURCES)}")
    known = {field.name for field in fields(made) if field.compare}
    unknown = sorted(set(value) - known)
    if unknown:
        raise InputError(f"unknown fields: {', '.join(unknown)}; upgrade recollect, or remove them")
    limits.identifier(value.get("id"), "id")
    limits.tenant(value.get("tenant", ""))  # a file must not bring keys of a server along
    scope = limits.scope(value.get("user_id"), value.get("agent_id"), value.get("session_id"))
    limits.text(value.get("content" if made is Message else "text"), "content")
    for name in TIMES & set(value):
        value[name] = moment(value[name], name)
    for name in WORDS & set(value):
        _require_words(value[name], name)
    for name in SHARES & set(value):
        value[name] = limits.share(value[name], name)
    value["metadata"] = limits.metadata(value.get("metadata"))
    if made is Message and value.get("role", "user") not in ROLES:
        raise InputError("role is unknown")
    if made is Note:
        if value.get("kind", "semantic") not in KINDS:
            raise InputError("kind is unknown")
        limits.count(value.get("seen", 1), "seen", limits.MAX_SEEN)
        value["sources"] = tuple(limits.identifier(s, "source") for s in _listed(value, "sources"))
    return made(**{**value, "user_id": scope.user_id})


def _require_words(value: object, name: str) -> None:
    """What has no name of this kind may say so."""
    if value is not None and (not isinstance(value, str) or limits.UNSTORABLE.search(value)):
        raise InputError(f"{name} must be text, without NUL and halves of surrogate pairs")


def _listed(value: dict[str, Any], name: str) -> Sequence[Any]:
    found = value.get(name, ())
    if not isinstance(found, list | tuple):
        raise InputError(f"{name} must be a list")
    return found


def _parse(text: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"line {number} is not JSON{_meant(text)}; nothing was imported") from None
    if not isinstance(value, dict):
        raise InputError(f"line {number} is not a JSON object; nothing was imported")
    return value


def _meant(text: str) -> str:
    """What a line shows that is none of an export's."""
    if text.startswith("recollect-backup"):
        return ": this is a backup; run: recollect restore"
    if text.startswith("SQLite format 3") or text.strip() == "{":
        return ": an export is a record a line; a memory is copied with: recollect copy"
    return ""


def _check_header(value: dict[str, Any]) -> None:
    version = value.get("recollect")
    if not isinstance(version, int):
        raise InputError('this is not a recollect export: its first line lacks "recollect"')
    if version > VERSION:
        raise InputError(f"the export has version {version}, this recollect reads {VERSION}")
