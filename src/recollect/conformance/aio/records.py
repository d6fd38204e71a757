"""What is put comes back, to the last field and character."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from ...orders import Query
from ...ports.aio import AsyncStore
from ...types import KINDS, ROLES, Kind, Message, Note, Record, Scope
from ..samples import DANA, START, minute, noted, said
from .base import AsyncSuite, everything, ids, keep

ODD_TEXTS = {
    "empty": "",
    "spaces": "  \t leading and trailing \n\n",
    "line ends": "one\r\ntwo\rthree\u2028four\u2029five\x0bsix\x0cseven\x85eight",
    "accents apart": "e\u0301 is not \u00e9",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 \U0001f9d1\U0001f3fd",
    "right to left": "\u202eשלום\u202c مرحبا",
    "beyond the basic plane": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𒀀 \U0010ffff",
    "combining": "Z̸̢͠a̵l̷g̴o̶",
    "quotes": """it's "quoted" `so` \\ and \\' ; -- /* */ % _ * ? [a-z] $1 :name @x {y} {{z}}""",
    "sql": "'; DROP TABLE messages; --",
    "markup": "<b>&amp;</b> <!-- --> ]]> ```\n# heading\n---\nkey: value",
    "json": '{"a": [1, null], "b": "\\u0000"}',
    "control": "\x01\x02\x1b[31mred\x1b[0m\x7f",
    "zero width": "a\u200bb\u200dc\ufeffd",
    "long": "word " * 20_000,
    "no spaces": "x" * 100_000,
}
ODD_TIMES = {
    "microseconds": datetime(2026, 3, 1, 10, 0, 0, 123_457, tzinfo=UTC),
    "the last microsecond": datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    "before 1970": datetime(1969, 7, 20, 20, 17, 40, 1, tzinfo=UTC),
    "long ago": datetime(1, 1, 1, tzinfo=UTC),
    "far ahead": datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    "another zone": datetime(2026, 3, 1, 10, 0, tzinfo=timezone(timedelta(hours=5, minutes=45))),
}
METADATA: dict[str, Any] = {
    "text": "é\n'\"",
    "whole": 2**40,
    "negative": -1,
    "real": 0.1,
    "yes": True,
    "no": False,
    "nothing": None,
    "list": [1, "two", None, [3.5]],
    "inside": {"a": {"b": [True]}, "": "empty key"},
    "a.b": 1,
    "$.c": 2,
    "": 3,
    'o\'clock "x"': 4,
}
SCOPES = [
    Scope("dana"),
    Scope("dana", "coach"),
    Scope("dana", "coach", "s1"),
    Scope("dana", session_id="s1"),
    Scope(agent_id="coach"),
    Scope(agent_id="coach", session_id="s1"),
    Scope(session_id="s1"),
    Scope("dana", "coach", "s1", tenant="acme"),
]


async def roundtrip(store: AsyncStore, record: Record) -> None:
    """Put one record and compare what comes back."""
    done = await keep(store, record)
    assert done.new == (record.id,)
    found = await everything(store, record.scope)
    assert found == [record]
    assert type(found[0]) is type(record)


class AsyncRecordsTests(AsyncSuite):
    """Every field survives."""

    async def test_a_message_comes_back_whole(self, store: AsyncStore) -> None:
        scope = Scope("dana", "coach", "s1", "acme")
        message = said("hello", scope, role="tool", name="Dana B.", metadata=METADATA, id="m-1")
        await roundtrip(store, message)

    async def test_a_note_comes_back_whole(self, store: AsyncStore) -> None:
        note = Note(
            text="Dana moved to Lisbon",
            kind="episodic",
            key="home.city",
            value={"city": "Lisbon", "since": [2026, None]},
            subject="Dana",
            relation="LIVES_IN",
            object="Lisbon",
            valid_from=minute(-5),
            valid_to=minute(5),
            learned_at=minute(1),
            closed_at=minute(6),
            recorded_at=minute(7),
            importance=0.125,
            confidence=0.3,
            trust=0.7,
            sources=("m-2", "m-1", "a message that is not here"),
            replaces="an older note",
            metadata=METADATA,
            id="n-1",
            user_id="dana",
            agent_id="coach",
            session_id="s1",
            tenant="acme",
        )
        await roundtrip(store, note)

    async def test_the_least_of_each(self, store: AsyncStore) -> None:
        message, note = Message("hi", user_id="dana"), Note(text="hm", user_id="dana")
        await keep(store, message, note)
        assert await everything(store) == [message, note]

    @pytest.mark.parametrize("scope", SCOPES, ids=str)
    async def test_every_kind_of_scope(self, store: AsyncStore, scope: Scope) -> None:
        message, note = said("hello", scope), noted("said hello", scope)
        await keep(store, message, note)
        assert await everything(store, scope) == [message, note]

    @pytest.mark.parametrize("role", [*ROLES, "narrator"])
    async def test_every_role(self, store: AsyncStore, role: str) -> None:
        await roundtrip(store, said("hello", role=role))

    @pytest.mark.parametrize("kind", KINDS)
    async def test_every_kind_of_note(self, store: AsyncStore, kind: Kind) -> None:
        await roundtrip(store, noted("hello", kind=kind))

    @pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
    async def test_odd_text_in_a_message(self, store: AsyncStore, text: str) -> None:
        await roundtrip(store, said(text, name=text[:200], metadata={text[:200]: text}))

    @pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
    async def test_odd_text_in_a_note(self, store: AsyncStore, text: str) -> None:
        short = text[:200]
        names = {"key": short, "subject": short, "relation": short, "object": short}
        await roundtrip(store, noted(text, value=text, metadata={short: text}, **names))

    @pytest.mark.parametrize("time", ODD_TIMES.values(), ids=ODD_TIMES.keys())
    async def test_odd_times(self, store: AsyncStore, time: datetime) -> None:
        message = said("then", at=time)
        times = ("learned_at", "recorded_at", "closed_at", "valid_from", "valid_to")
        note = noted("then", **dict.fromkeys(times, time))
        await keep(store, message, note)
        found = await everything(store)
        assert found == [message, note]
        assert all(record.at.tzinfo is not None for record in found)

    @pytest.mark.parametrize(
        "value", [None, "", "x", 0, -1, 2**40, 0.1, True, False, [], [1, [2]], {}, {"a": None}]
    )
    async def test_every_value_of_a_note(self, store: AsyncStore, value: Any) -> None:
        note = noted("hello", key="k", value=value)
        await roundtrip(store, note)
        [found] = await store.notes(Query(DANA))
        assert type(found.value) is type(value)

    async def test_what_is_stored_is_not_the_callers_to_change(self, store: AsyncStore) -> None:
        metadata, value = {"tags": ["a"]}, {"list": [1]}
        message = said("hello", metadata=metadata)
        await keep(store, message, noted("noted", value=value))
        metadata["tags"].append("b")
        value["list"].append(2)
        [found] = await store.messages(Query(DANA))
        assert found.metadata["tags"] == ["a"]
        found.metadata["tags"].append("c")
        [again] = await store.messages(Query(DANA))
        assert again.metadata["tags"] == ["a"]
        [note] = await store.notes(Query(DANA))
        assert note.value == {"list": [1]}

    async def test_an_empty_store_has_nothing(self, store: AsyncStore) -> None:
        assert await everything(store) == []
        assert await store.changes(0) == []
        assert await store.owners() == []
        assert await store.sessions(DANA) == []
        assert await store.locate("x") == []
        assert await store.pending("any", 10) == []

    async def test_messages_and_notes_are_apart(self, store: AsyncStore) -> None:
        message, note = said("hello"), noted("hello")
        await keep(store, note, message)
        assert await store.messages(Query(DANA)) == [message]
        assert await store.notes(Query(DANA)) == [note]


class AsyncOrderTests(AsyncSuite):
    """Reading goes by the time things were said, then by the order they came in."""

    async def test_messages_go_by_their_time(self, store: AsyncStore) -> None:
        for number in (3, 1, 2):
            await keep(store, said(f"m{number}", at=minute(number), id=f"m{number}"))
        assert ids(await store.messages(Query(DANA))) == ["m1", "m2", "m3"]

    async def test_notes_go_by_when_they_were_learned(self, store: AsyncStore) -> None:
        for number in (3, 1, 2):
            times = {"learned_at": minute(number), "recorded_at": minute(9 - number)}
            await keep(store, noted(f"n{number}", id=f"n{number}", **times))
        assert ids(await store.notes(Query(DANA))) == ["n1", "n2", "n3"]

    async def test_equal_times_go_by_arrival(self, store: AsyncStore) -> None:
        await keep(store, said("z", id="z"), said("a", id="a"))
        await keep(store, said("m", id="m"))
        await keep(store, noted("y", id="y"), noted("b", id="b"))
        assert ids(await store.messages(Query(DANA))) == ["z", "a", "m"]
        assert ids(await store.notes(Query(DANA))) == ["y", "b"]

    async def test_microseconds_count(self, store: AsyncStore) -> None:
        tick = timedelta(microseconds=1)
        await keep(
            store, said("b", at=START + tick), said("a", at=START), said("z", at=START - tick)
        )
        found = await store.messages(Query(DANA))
        assert [message.content for message in found] == ["z", "a", "b"]

    async def test_times_before_1970_come_first(self, store: AsyncStore) -> None:
        old, older = datetime(1960, 1, 1, tzinfo=UTC), datetime(1950, 1, 1, tzinfo=UTC)
        await keep(store, said("now"), said("old", at=old), said("older", at=older))
        found = await store.messages(Query(DANA))
        assert [message.content for message in found] == ["older", "old", "now"]

    @pytest.mark.parametrize("last", [0, 1, 2, 5, 6])
    async def test_last_takes_the_newest_oldest_first(self, store: AsyncStore, last: int) -> None:
        order = [2, 0, 4, 1, 3]
        await keep(store, *(said(f"m{n}", at=minute(n), id=f"m{n}") for n in order))
        await keep(store, *(noted(f"n{n}", learned_at=minute(n), id=f"n{n}") for n in order))
        wanted = sorted(order)[max(5 - last, 0) :]
        query = Query(DANA, last=last)
        assert ids(await store.messages(query)) == [f"m{n}" for n in wanted]
        assert ids(await store.notes(query)) == [f"n{n}" for n in wanted]

    async def test_last_of_equal_times_takes_the_latest_to_arrive(self, store: AsyncStore) -> None:
        await keep(store, said("one", id="c"), said("two", id="b"), said("three", id="a"))
        assert ids(await store.messages(Query(DANA, last=2))) == ["b", "a"]
