"""Bad input gets a typed error that says what to do, and nothing is written; in both colours."""

from __future__ import annotations

import asyncio
import math
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from recollect import (
    AsyncMemory,
    ConfigError,
    Conflict,
    InputError,
    Memory,
    Message,
    MissingExtra,
    NotFound,
    RecollectError,
    Where,
)
from recollect.client.sync.door import RemoteMemory
from recollect.drivers.registry import require
from recollect.errors import IdConflict, ScopeError, Stale, UnknownScheme
from recollect.memory.options import Options
from recollect.memory.sync.shell import Learn
from recollect.write import limits

DANA = {"user_id": "dana"}
HALF = "half \ud83d of a pair"
CYCLE: dict[str, Any] = {}
CYCLE["self"] = CYCLE
DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


def nested(levels: int) -> Any:
    made: Any = {}
    for _ in range(levels - 1):
        made = {"a": made}
    return made


def embed(texts: list[str]) -> list[list[float]]:
    return [[len(text), text.count("e") + 1.0, 1.0] for text in texts]


class Door:
    """A memory of either colour, called the same way."""

    def __init__(self, url: str, colour: str) -> None:
        self._runner = asyncio.Runner() if colour == "async" else None
        self.memory: Any = (AsyncMemory if self._runner else Memory)(url, embedder=embed)

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        return lambda *args, **kwargs: self.run(getattr(self.memory, verb)(*args, **kwargs))

    def run(self, made: Any) -> Any:
        return self._runner.run(made) if self._runner and asyncio.iscoroutine(made) else made

    def state(self) -> tuple[Any, ...]:
        """Everything that a write would move."""
        stats = self.stats()
        feed = self.run(self.memory._store.changes(0))
        last = feed[-1].seq if feed else 0
        return stats.messages, stats.notes, stats.owners, dict(stats.vectors), len(feed), last

    def end(self) -> None:
        self.close()
        if self._runner:
            self._runner.close()


@pytest.fixture(params=["sync sqlite", "async sqlite", "sync memory", "async memory"])
def door(request: pytest.FixtureRequest, folder: Path) -> Iterator[Door]:
    colour, store = request.param.split()
    made = Door("memory://" if store == "memory" else str(folder / "memory.db"), colour)
    made.add(Message("I prefer dark mode.", id="m1"), learn="never", **DANA)
    made.set("ui.theme", "dark", **DANA)
    made.add(Message("Erik's secret", id="m2"), user_id="erik")
    made.set("door.code", 1234, user_id="erik")
    yield made
    made.end()


Call = Callable[[Door], Any]

CONTENT: dict[str, Any] = {
    "empty": "",
    "white space": " \n\t\u3000 ",
    "None": None,
    "a number": 7,
    "bytes": b"bytes",
    "a set": {"words"},
    "True": True,
    "an empty list": [],
    "a nested list": [["words"]],
    "a list with None": ["words", None],
    "an object": object(),
    "too long": "x" * (limits.MAX_CONTENT + 1),
    "NUL": "a\0b",
    "half a pair": HALF,
    "a good one, then a bad one": ["fine", "fine too", ""],
    "an empty dict": {},
    "a dict without content": {"role": "user"},
    "a dict whose content is None": {"role": "user", "content": None},
    "a dict whose content is empty": {"role": "user", "content": "  "},
    "a dict whose content is a number": {"role": "user", "content": 7},
    "a dict whose content is bytes": {"role": "user", "content": b"bytes"},
    "half a pair in a dict": {"role": "user", "content": HALF},
    "an unknown role": {"role": "wizard", "content": "words"},
    "a role of None": {"role": None, "content": "words"},
    "a role that is a list": {"role": ["user"], "content": "words"},
    "a name that is no text": {"role": "user", "content": "words", "name": 7},
    "an empty name": {"role": "user", "content": "words", "name": ""},
    "half a pair in a name": {"role": "user", "content": "words", "name": HALF},
    "an id that is no text": {"role": "user", "content": "words", "id": 7},
    "an empty id": {"role": "user", "content": "words", "id": ""},
    "half a pair in an id": {"role": "user", "content": "words", "id": HALF},
    "a long id": {"role": "user", "content": "words", "id": "x" * 257},
    "an id with a line break": {"role": "user", "content": "words", "id": "a\nb"},
    "a date that is none": {"role": "user", "content": "words", "at": "yesterday"},
    "a date that is a number": {"role": "user", "content": "words", "at": 7},
    "metadata that is a list": {"role": "user", "content": "words", "metadata": [1]},
    "a part that is a number": {"role": "user", "content": [7]},
    "a part without words": {"role": "user", "content": [{"type": "text", "text": ""}]},
    "a part that is half a pair": {"role": "user", "content": [{"type": "text", "text": HALF}]},
    "a part that is NUL": {"role": "user", "content": [{"type": "text", "text": "\0"}]},
    "bytes in an image": {"role": "user", "content": [{"type": "image", "source": b"png"}]},
    "tool calls that are text": {"role": "assistant", "content": None, "tool_calls": "x"},
    "tool calls of text": {"role": "assistant", "content": None, "tool_calls": ["x"]},
    "a tool call whose function is text": {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"function": "x"}],
    },
    "a tool call with a set": {
        "role": "assistant",
        "content": [{"type": "tool_use", "name": "f", "input": {"a": {1, 2}}}],
    },
    "a tool call with NaN": {
        "role": "assistant",
        "content": [{"type": "tool_use", "name": "f", "input": {"a": math.nan}}],
    },
    "a tool result with a set": {
        "role": "user",
        "content": [{"type": "tool_result", "content": {1, 2}}],
    },
    "a tool call that never ends": {
        "role": "assistant",
        "content": [{"type": "tool_use", "name": "f", "input": {"a": DEEP}}],
    },
    "a picture that never ends": {"role": "user", "content": [{"type": "image", "source": DEEP}]},
    "a tool result that never ends": {
        "role": "user",
        "content": [{"type": "tool_result", "content": DEEP}],
    },
    "a message whose content is no text": Message(7),  # type: ignore[arg-type]
    "a message of somebody else": Message("words", user_id="erik"),
    "a message whose user is no text": Message("words", user_id=7),  # type: ignore[arg-type]
    "a message with an unknown role": Message("words", role="wizard"),
    "a message with a bad time": Message("words", at="soon"),  # type: ignore[arg-type]
    "a message with bad metadata": Message("words", metadata={"a": {1}}),
    "a message with half a pair as its id": Message("words", id=HALF),
    "two messages with one id": [Message("one", id="x"), Message("two", id="x")],
}


@pytest.mark.parametrize("content", CONTENT.values(), ids=CONTENT)
def test_content(door: Door, content: Any) -> None:
    refused(door, lambda d: d.add(content, **DANA), InputError)


METADATA: dict[str, Any] = {
    "a list": [1],
    "text": "a",
    "a number as a key": {1: "a"},
    "a number as a key inside": {"a": [({1: "a"},)]},
    "NaN": {"a": math.nan},
    "infinity": {"a": math.inf},
    "a set": {"a": {1}},
    "bytes": {"a": b"b"},
    "a date": {"a": date(2026, 1, 1)},
    "a cycle": CYCLE,
    "depth": {"a": DEEP},
    "a little too deep": nested(limits.MAX_DEPTH + 1),
    "half a pair as a key": {HALF: 1},
    "half a pair": {"a": HALF},
    "half a pair inside": {"a": [{"b": HALF}]},
    "NUL as a key": {"a\0": 1},
    "NUL": {"a": "\0"},
    "too much": {"a": "x" * limits.MAX_METADATA},
}


@pytest.mark.parametrize("metadata", METADATA.values(), ids=METADATA)
def test_metadata(door: Door, metadata: Any) -> None:
    refused(door, lambda d: d.add("words", metadata=metadata, **DANA), InputError)
    refused(door, lambda d: d.add({"content": "words", "metadata": metadata}, **DANA), InputError)
    if metadata != METADATA["text"]:
        where = {"metadata": metadata}
        refused(door, lambda d: d.search("words", where=where, **DANA), InputError)


def test_metadata_that_is_just_right(door: Door) -> None:
    """The limits are where they are said to be, and what looks odd is kept as it is."""
    for kept in (
        {"a": "x" * (limits.MAX_METADATA - 9)},
        nested(limits.MAX_DEPTH),
        {"wide": [[]] * (limits.MAX_DEPTH + 1)},
        {"a": "\\u0000 is how JSON spells it"},
        {"": "an empty key"},
        {"a": [1, 1.5, True, None, {"b": []}], "ü": "🙂"},
        {"big": 2**80, "unsigned": 2**64 - 1, "small": -(2**70), "huge": 10**400},
    ):
        added = door.add("words", metadata=kept, **DANA)
        assert door.get(added.ids[0], **DANA).metadata == kept
        (found,) = door.messages(where={"metadata": kept}, **DANA)
        assert found.id == added.ids[0]
    assert door.verify().ok


LIMITS = [0, -1, 10**9, 2**70, -(10**9), True, False, 1.0, math.nan, "5", None, [1], b"1"]


@pytest.mark.parametrize("limit", LIMITS, ids=repr)
def test_limits(door: Door, limit: Any) -> None:
    refused(door, lambda d: d.search("dark", limit=limit, **DANA), InputError)
    refused(door, lambda d: d.context("dark", budget=limit, **DANA), InputError)
    if limit is not None:
        refused(door, lambda d: d.messages(last=limit, **DANA), InputError)
    if limit is not None:  # as many turns as the pattern has usually
        refused(door, lambda d: d.session(window=limit, **DANA), InputError)


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, math.inf, "0.5", None, True], ids=repr)
def test_shares(door: Door, share: Any) -> None:
    refused(door, lambda d: d.search("dark", min_relevance=share, **DANA), InputError)


@pytest.mark.parametrize("flag", [1, 0, None, "no", []], ids=repr)
def test_flags(door: Door, flag: Any) -> None:
    refused(door, lambda d: d.search("dark", explain=flag, **DANA), InputError)
    refused(door, lambda d: d.context("dark", quarantined=flag, **DANA), InputError)
    refused(door, lambda d: d.notes(closed=flag, **DANA), InputError)
    refused(door, lambda d: d.held(released=flag, **DANA), InputError)
    refused(door, lambda d: d.expire("m1", never=flag, **DANA), InputError)
    refused(door, lambda d: d.erase(dry_run=flag, **DANA), InputError)
    refused(door, lambda d: d.prune(dry_run=flag, **DANA), InputError)
    refused(door, lambda d: d.consolidate(dry_run=flag, **DANA), InputError)
    refused(door, lambda d: d.roll_back("tool", dry_run=flag, **DANA), InputError)


MOMENTS = [
    "yesterday",
    "",
    "2026-13-01",
    "2026-02-30T10:00Z",
    "10:00",
    7,
    7.5,
    True,
    b"2026-01-01",
    [2026],
    HALF,
    "2026-01-01\0",
    "9" * 10_000,
    datetime.max.replace(tzinfo=timezone(timedelta(hours=-14))),
    datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
]


@pytest.mark.parametrize("at", MOMENTS, ids=lambda at: repr(at)[:20])
def test_moments(door: Door, at: Any) -> None:
    refused(door, lambda d: d.add("words", at=at, **DANA), InputError)
    refused(door, lambda d: d.set("key", "value", at=at, **DANA), InputError)
    refused(door, lambda d: d.search("words", at=at, **DANA), InputError)
    refused(door, lambda d: d.search("words", where={"after": at}, **DANA), InputError)
    refused(door, lambda d: d.messages(where={"before": at}, **DANA), InputError)


def test_moments_that_are_fine(door: Door) -> None:
    """Naive means UTC, and a zone is honoured."""
    wanted = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
    for at in (
        "2026-03-01T10:00Z",
        "2026-03-01 10:00",
        "2026-03-01T12:00+02:00",
        datetime(2026, 3, 1, 10, 0),
        datetime(2026, 3, 1, 5, 0, tzinfo=timezone(timedelta(hours=-5))),
    ):
        assert door.add("words", at=at, **DANA).messages[0].at == wanted
    for extreme in (datetime.min, datetime.max, date(1, 1, 1), date(9999, 12, 31)):
        added = door.add("words", at=extreme, **DANA)
        assert door.get(added.ids[0], **DANA).at.replace(tzinfo=None).date() == (
            extreme.date() if isinstance(extreme, datetime) else extreme
        )


IDS = ["", " ", " dana", "dana ", "a\nb", "a\0b", HALF, "x" * 257, 7, 7.0, True, b"dana", ["dana"]]


@pytest.mark.parametrize("id", IDS, ids=lambda id: repr(id)[:20])
def test_scopes(door: Door, id: Any) -> None:
    for name in ("user_id", "agent_id"):
        whose = {name: id}
        for call in (
            lambda d, w=whose: d.add("words", **w),
            lambda d, w=whose: d.search("words", **w),
            lambda d, w=whose: d.context("words", **w),
            lambda d, w=whose: d.messages(**w),
            lambda d, w=whose: d.notes(**w),
            lambda d, w=whose: d.sessions(**w),
            lambda d, w=whose: d.set("key", "value", **w),
            lambda d, w=whose: d.value("key", **w),
            lambda d, w=whose: d.get("m1", **w),
            lambda d, w=whose: d.delete("m1", **w),
            lambda d, w=whose: d.history("m1", **w),
            lambda d, w=whose: d.update("m1", text="x", **w),
            lambda d, w=whose: d.stats(**w),
            lambda d, w=whose: d.session(**w),
        ):
            refused(door, call, ScopeError)
    refused(door, lambda d: d.add("words", session_id=id), ScopeError)
    refused(door, lambda d: d.messages(session_id=id, **DANA), ScopeError)


@pytest.mark.parametrize("verb", ["add", "search", "context", "value"])
def test_no_scope(door: Door, verb: str) -> None:
    error = refused(door, lambda d: getattr(d, verb)("words"), ScopeError)
    assert "user_id=" in str(error)


@pytest.mark.parametrize("verb", ["messages", "notes", "sessions"])
def test_no_scope_for_lists(door: Door, verb: str) -> None:
    refused(door, lambda d: getattr(d, verb)(), ScopeError)


@pytest.mark.parametrize("id", IDS, ids=lambda id: repr(id)[:20])
def test_ids_and_keys(door: Door, id: Any) -> None:
    refused(door, lambda d: d.get(id, **DANA), InputError)
    refused(door, lambda d: d.delete(id, **DANA), InputError)
    refused(door, lambda d: d.history(id), InputError)
    refused(door, lambda d: d.update(id, text="x"), InputError)
    refused(door, lambda d: d.set(id, "value", **DANA), InputError)
    refused(door, lambda d: d.value(id, **DANA), InputError)


VALUES = [
    None,
    {1, 2},
    {1: "a"},
    [{"a": {None: 1}}],
    b"bytes",
    math.nan,
    object(),
    HALF,
    "\0",
    CYCLE,
    DEEP,
    "x" * 70_000,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values(door: Door, value: Any) -> None:
    refused(door, lambda d: d.set("key", value, **DANA), InputError)
    if value is not None:
        note = door.notes(**DANA)[0]
        refused(door, lambda d: d.update(note.id, value=value, **DANA), InputError)


def test_values_come_back_as_they_were(door: Door) -> None:
    """True is not 1 and 1 is not 1.0, so setting one after the other is a change."""
    for value in (True, 1, 1.0, "1", [1], {"a": None}, 0, False, 0.0, "", [], {}, 2**70):
        door.set("key", value, **DANA)
        found = door.value("key", **DANA)
        assert (found, type(found)) == (value, type(value))
    assert door.verify().ok


QUERIES = ["", "  ", None, 7, b"dark", ["dark"], "a\0b", HALF, "x" * (limits.MAX_QUERY + 1)]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: repr(query)[:20])
def test_queries(door: Door, query: Any) -> None:
    refused(door, lambda d: d.search(query, **DANA), InputError)
    refused(door, lambda d: d.context(query, **DANA), InputError)


WHERES: dict[str, Any] = {
    "an unknown field": {"colour": "red"},
    "a field that is no text": {7: 1},
    "text": "role = 'user'",
    "a list": [("role", "user")],
    "an unknown role": {"role": "wizard"},
    "a role that is a list": {"role": ["user"]},
    "an unknown kind": {"kind": "fact"},
    "a kind that is a dict": {"kind": {}},
    "an empty session": {"session_id": ""},
    "a session that is a number": {"session_id": 7},
    "half a pair": {"session_id": HALF},
    "metadata as text": {"metadata": "a"},
    "a bad one of the right type": Where(role="wizard"),
    "a bad date": {"after": "soon"},
}


@pytest.mark.parametrize("where", WHERES.values(), ids=WHERES)
def test_filters(door: Door, where: Any) -> None:
    refused(door, lambda d: d.search("dark", where=where, **DANA), InputError)
    refused(door, lambda d: d.messages(where=where, **DANA), InputError)
    refused(door, lambda d: d.notes(where=where, **DANA), InputError)


@pytest.mark.parametrize("pattern", ["poem", "", None, 7, ["buffer"], "Hybrid", HALF])
def test_patterns(door: Door, pattern: Any) -> None:
    refused(door, lambda d: d.session(pattern=pattern, **DANA), InputError)


@pytest.mark.parametrize("system", ["", " ", 7, ["be kind"], HALF])
def test_system_texts(door: Door, system: Any) -> None:
    refused(door, lambda d: d.session(system=system, **DANA), InputError)


@pytest.mark.parametrize("tokens", ["", "magic", 7, ["tiktoken"], HALF])
def test_counters(door: Door, tokens: Any) -> None:
    refused(door, lambda d: d.session(tokens=tokens, **DANA), InputError)


CHANGES: list[dict[str, Any]] = [
    {},
    {"colour": "red"},
    {"key": "other"},
    {"text": ""},
    {"text": None},
    {"text": HALF},
    {"kind": "fact"},
    {"kind": ["core"]},
    {"importance": 2},
    {"importance": math.nan},
    {"confidence": "high"},
    {"confidence": True},
    {"metadata": {"a": {1}}},
    {"valid_from": "soon"},
    {"valid_to": 7},
]


@pytest.mark.parametrize("changes", CHANGES, ids=repr)
def test_changes(door: Door, changes: dict[str, Any]) -> None:
    note = door.notes(**DANA)[0]
    refused(door, lambda d: d.update(note.id, **changes, **DANA), InputError)


def test_a_message_cannot_be_changed(door: Door) -> None:
    error = refused(door, lambda d: d.update("m1", text="light", **DANA), InputError)
    assert "correction" in str(error)


def test_a_closed_note_cannot_be_changed(door: Door) -> None:
    (old,) = (note for note in door.notes(**DANA) if note.key == "ui.theme")
    door.set("ui.theme", "light", **DANA)
    refused(door, lambda d: d.update(old.id, value="blue", **DANA), Stale)


def test_an_id_is_taken(door: Door) -> None:
    error = refused(door, lambda d: d.add(Message("other", id="m1"), **DANA), IdConflict)
    assert isinstance(error, Conflict)
    batch = ["fine", Message("other", id="m1")]
    refused(door, lambda d: d.add(batch, **DANA), IdConflict)
    assert door.add(Message("I prefer dark mode.", id="m1"), **DANA).new == ()


def test_somebody_elses_id_looks_like_a_missing_one(door: Door) -> None:
    """The same error with the same words, apart from the id itself."""
    theirs = door.notes(user_id="erik")[0].id
    for foreign in ("m2", theirs):
        missing = "f" * len(foreign)
        for call in (
            lambda d, id: d.get(id, **DANA),
            lambda d, id: d.delete(id, **DANA),
            lambda d, id: d.history(id, **DANA),
            lambda d, id: d.update(id, text="mine now", **DANA),
            lambda d, id: d.get(id, agent_id="coach"),
            lambda d, id: d.get(id, user_id="dana", agent_id="coach"),
        ):
            one = refused(door, lambda d, c=call, i=foreign: c(d, i), NotFound)
            other = refused(door, lambda d, c=call, i=missing: c(d, i), NotFound)
            assert type(one) is type(other)
            assert str(one).replace(foreign, "") == str(other).replace(missing, "")
    assert door.get("m2", user_id="erik").content == "Erik's secret"


CHATS: list[tuple[dict[str, Any], list[str]]] = [
    ({"role": "user", "content": "plain words"}, ["plain words"]),
    ({"role": "human", "content": "plain words"}, ["plain words"]),
    ({"role": "user", "content": [{"type": "text", "text": "one"}, "two"]}, ["one", "two"]),
    (
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is this?"},
                {
                    "type": "image_url",
                    "image_url": {"url": "data:image/png;base64," + "A" * 99_999},
                },
            ],
        },
        ["What is this?", "[image]"],
    ),
    (
        {
            "role": "user",
            "content": [
                {"type": "image", "source": {"type": "base64", "data": "A" * 99_999}},
                {"type": "text", "text": "And this?"},
            ],
        },
        ["[image]", "And this?"],
    ),
    (
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "weather", "arguments": '{"city": "Lisbon"}'},
                }
            ],
        },
        ["weather", "Lisbon"],
    ),
    (
        {"role": "tool", "tool_call_id": "call_1", "content": "21 degrees"},
        ["21 degrees"],
    ),
    (
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "t1", "name": "lookup", "input": {"who": "Alice"}},
            ],
        },
        ["Let me look.", "lookup", "Alice"],
    ),
    (
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "t1",
                    "content": [{"type": "text", "text": "Alice manages it."}],
                }
            ],
        },
        ["Alice manages it."],
    ),
    (
        {"role": "user", "content": [{"type": "input_text", "text": "typed words"}]},
        ["typed words"],
    ),
    (
        {"role": "assistant", "content": [{"type": "output_text", "text": "said words"}]},
        ["said words"],
    ),
]


@pytest.mark.parametrize(("chat", "words"), CHATS, ids=lambda value: str(value)[:40])
def test_chats_of_all_providers(door: Door, chat: dict[str, Any], words: list[str]) -> None:
    (message,) = door.add(chat, **DANA).messages
    for word in words:
        assert word in message.content
    assert "AAAA" not in message.content
    assert door.get(message.id, **DANA).content == message.content


@pytest.mark.parametrize(
    ("url", "error", "hint"),
    [
        ("mysql://here/there", UnknownScheme, "sqlite://"),
        ("ftp://example.com/x.db", UnknownScheme, "sqlite://"),
        ("neo4j://host", UnknownScheme, 'graph="neo4j://…"'),
        ("qdrant:///folder", UnknownScheme, 'vectors="qdrant://…"'),
        ("http://example.com/", ConfigError, "the server decides"),
        ("memory.txt", UnknownScheme, ".db"),
        ("no ending", UnknownScheme, ".db"),
        ("sqlite://file.db", ConfigError, "sqlite:///"),
        ("sqlite:///", ConfigError, "sqlite:///"),
        ("sqlite:agent.db", UnknownScheme, "write sqlite:///agent.db;"),
        ("json:/agent.json", UnknownScheme, "write json:///agent.json;"),
        ("postgres:u:hush@host/agents", UnknownScheme, "write postgres://…;"),
        ("json://agent.json", ConfigError, "json:///agent.json"),
        ("markdown://agent", ConfigError, "markdown:///agent for"),
        ("", ConfigError, "agent.db"),
        (7, ConfigError, "agent.db"),
        (b"agent.db", ConfigError, "agent.db"),
        ("/no/such/folder/agent.db", ConfigError, "create it"),
        ("nul\0.db", ConfigError, "NUL"),
        *((f"{'n' * 300}{end}", ConfigError, "too long") for end in (".db", ".json", ".yaml", "/")),
    ],
)
@pytest.mark.parametrize("colour", [Memory, AsyncMemory])
def test_urls(colour: Any, url: Any, error: type[RecollectError], hint: str) -> None:
    with pytest.raises(error) as caught:
        colour(url, embedder=None)
    assert hint in str(caught.value)


@pytest.mark.parametrize("embedder", ["bert", "", 7, {}, [1.0]], ids=repr)
@pytest.mark.parametrize("colour", [Memory, AsyncMemory])
def test_embedders(colour: Any, embedder: Any) -> None:
    with pytest.raises(ConfigError):
        colour("memory://", embedder=embedder)


def test_a_missing_extra_says_the_command() -> None:
    with pytest.raises(MissingExtra) as caught:
        require("nonexistent_module_xyz", "qdrant")
    assert "pip install 'recollect[qdrant]'" in str(caught.value)
    assert isinstance(caught.value, ImportError)


def test_errors_can_be_caught_as_python_has_them(door: Door) -> None:
    with pytest.raises(ValueError):
        door.add("", **DANA)
    with pytest.raises(LookupError):
        door.get("missing", **DANA)


def test_a_refused_message_is_not_quoted(door: Door) -> None:
    """Errors end up in logs, and memories do not belong there."""
    for secret in ("secret " * 200_000, "secret \0", f"secret {HALF}"):
        error = refused(door, lambda d, s=secret: d.add(s, **DANA), InputError)
        assert "secret" not in str(error)


def refused(door: Door, call: Call, error: type[RecollectError]) -> RecollectError:
    """It raises that error, says something, and has written nothing."""
    before = door.state()
    with pytest.raises(error) as caught:
        call(door)
    assert len(str(caught.value)) > 10
    assert door.state() == before
    return caught.value


def test_an_option_that_does_not_exist_is_refused_with_the_one_that_does():
    with pytest.raises(ConfigError, match="did you mean 'vectors'"):
        Memory("memory://", vektors="faiss:///here")
    with pytest.raises(ConfigError, match=r"It has: .*embedder"):
        Memory("memory://", zzz=1)


@pytest.mark.parametrize("scheme", ["chroma", "faiss", "qdrant"])
def test_a_folder_that_cannot_be(scheme: str) -> None:
    with pytest.raises(ConfigError, match="too long"):
        Memory("memory://", embedder=None, vectors=f"{scheme}:///{'n' * 300}")


def test_when_notes_are_taken_is_typed_the_same_on_opening_and_on_adding():
    hints = typing.get_type_hints(Options)
    assert hints["learn"] == Learn
    assert typing.get_type_hints(RemoteMemory.add)["learn"] == Learn | None


def test_tools_whose_docstrings_were_taken_say_by_what():
    code = "import recollect; recollect.Memory('memory://', embedder=None).tools(user_id='dana')"
    done = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True)
    assert "run Python with -O" in done.stderr.splitlines()[-1]
