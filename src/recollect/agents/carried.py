"""An agent's whole state as plain values, to be kept as JSON or YAML and brought in elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import ConfigError, InputError, RecollectError
from ..transfer.jsonl import dump, load
from ..types import Message, Note, Record, Scope, new_id
from ..wiring import require
from ..write.trust import SOURCES, imported, source_class
from .block import ABOUT, Block, block
from .settings import KEY, Settings, of_dict

FORMAT, VERSION = "recollect-agent", 1
MAIN = "agent:main"
"""The session of an agent's one conversation, while it is carried: at home it is the agent's id."""
SCOPE = ("user_id", "agent_id", "session_id", "tenant")


@dataclass(frozen=True, slots=True)
class Carried:
    """An agent: its settings, its own blocks, what was said, and what was noted."""

    settings: Settings
    blocks: tuple[Block, ...] = ()
    messages: tuple[Message, ...] = ()
    notes: tuple[Note, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "agent": self.settings.as_dict(),
            "blocks": [one.as_dict() for one in self.blocks],
            "messages": [_bare(one) for one in self.messages],
            "notes": [_bare(one) for one in self.notes],
        }


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Tell of values that are not of the kind they should be, wherever in a file they stand."""
    try:
        yield
    except RecollectError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise InputError(f"{what} has a part of another kind than it should be: {error}") from None


def of_plain(value: Mapping[str, Any]) -> Carried:
    """The agent that plain values describe; InputError if they do not."""
    with readable("the agent"):
        return _of_plain(value)


def _of_plain(value: Mapping[str, Any]) -> Carried:
    if value.get("format") != FORMAT:
        raise InputError(f'this is no agent of recollect: its "format" is not {FORMAT!r}')
    if value.get("version") != VERSION:
        raise InputError(f"its version is {value.get('version')!r}, this recollect reads {VERSION}")
    records = [
        _loaded(one, place)
        for place, one in enumerate(_list(value, "messages") + _list(value, "notes"), start=1)
    ]
    settings = value.get("agent")
    if not isinstance(settings, Mapping):
        raise InputError('the agent has no settings: "agent" is missing')
    return Carried(
        of_dict(settings),
        tuple(_block(one) for one in _list(value, "blocks")),
        tuple(one for one in records if isinstance(one, Message)),
        tuple(one for one in records if isinstance(one, Note)),
    )


def of_records(
    settings: Settings, records: Sequence[Record], blocks: Sequence[Block], main: str
) -> Carried:
    """The agent that some records make up; `main` is the session of its one conversation."""
    moved = [replace(one, session_id=MAIN) if one.session_id == main else one for one in records]
    return Carried(
        settings,
        tuple(blocks),
        tuple(one for one in moved if isinstance(one, Message)),
        tuple(one for one in moved if isinstance(one, Note) and not is_state(one)),
    )


def is_state(note: Note) -> bool:
    """Whether a note is one of an agent's settings or blocks, in whichever version."""
    if note.user_id is not None or note.session_id is not None or note.key is None:
        return False
    return note.key == KEY or note.kind == "core" or ABOUT in note.metadata


def settled(carried: Carried, scope: Scope) -> list[Record]:
    """The words and notes of an agent as records of a scope, each with a new id."""
    records: list[Record] = [*carried.messages, *carried.notes]
    fresh = {one.id: new_id() for one in records}
    made: list[Record] = []
    for one in records:
        about: dict[str, Any] = {
            "id": fresh[one.id],
            "user_id": scope.user_id,
            "agent_id": scope.agent_id,
            "session_id": scope.agent_id if one.session_id == MAIN else one.session_id,
            "tenant": scope.tenant,
            "metadata": _renamed(dict(one.metadata), fresh),
        }
        if isinstance(one, Message):
            made.append(replace(one, **about))
        else:
            cited = tuple(fresh.get(source, source) for source in one.sources)
            old = None if one.replaces is None else fresh.get(one.replaces)
            value = _renamed(one.value, fresh)
            made.append(replace(one, **about, sources=cited, replaces=old, value=value))
    return made


def as_text(value: Mapping[str, Any], form: str) -> str:
    """Plain values as JSON or YAML."""
    if form == "json":
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if form == "yaml":
        plain = json.dumps(value, ensure_ascii=False)
        made: str = require("yaml", "yaml").safe_dump(  # which takes NEL for the end of a line
            json.loads(plain), allow_unicode="\x85" not in plain, sort_keys=False
        )
        return made
    raise InputError('form must be "dict", "json", "yaml" or "af"')


def of_text(text: str) -> Mapping[str, Any]:
    """Plain values from JSON or YAML."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        try:
            yaml = require("yaml", "yaml")
        except ConfigError as error:
            raise ConfigError(f"this is not JSON; if it is YAML: {error}") from None
        try:
            value = yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError):
            raise InputError("this is neither JSON nor YAML") from None
    if not isinstance(value, Mapping):
        raise InputError("an agent is one JSON object")
    return value


def given(state: str | Path | Mapping[str, Any]) -> Mapping[str, Any]:
    """A state that is a dict, text, or the path of a file."""
    if isinstance(state, Mapping):
        return state
    if not isinstance(state, str | bytes | Path) or not state:
        raise InputError("an agent's state is a dict, JSON or YAML, or the path of a file")
    if isinstance(state, Path) or (
        isinstance(state, str) and "\n" not in state and "{" not in state
    ):
        try:
            return of_text(Path(state).read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"cannot read {str(state)[:200]}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InputError(f"{state} is no text in UTF-8") from None
    return of_text(state)


def _bare(record: Record) -> dict[str, Any]:
    """A record without whose it is; where it comes from stays."""
    made = {name: value for name, value in dump(record).items() if name not in SCOPE}
    session = {} if record.session_id is None else {"session_id": record.session_id}
    return made | session | {"source": source_class(record)}


def _loaded(value: object, place: int) -> Record:
    if not isinstance(value, Mapping):
        raise InputError(f"record {place} is not a JSON object")
    said = value.get("source") in SOURCES
    screen: Callable[[Record], Record] | None = None if said else imported
    return load({**value, "agent_id": "agent"}, place, screen)


def _block(value: object) -> Block:
    if not isinstance(value, Mapping):
        raise InputError("a block is a JSON object with a label and a value")
    known = ("label", "value", "limit", "read_only", "description")
    return block(**{name: value[name] for name in known if name in value})


def _list(value: Mapping[str, Any], name: str) -> list[Any]:
    found = value.get(name, [])
    if not isinstance(found, list):
        raise InputError(f"{name!r} must be a list")
    return found


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """A value in which every id of a record is the new one."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [_renamed(one, ids) for one in value]
    if isinstance(value, Mapping):
        return {ids.get(name, name): _renamed(one, ids) for name, one in value.items()}
    return value
