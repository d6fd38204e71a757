"""Filters: each part, all parts, on every way to read."""

from __future__ import annotations

from typing import Any

import pytest

from ...orders import Batch, Query
from ...ports.aio import AsyncStore
from ...types import Record, Scope, Where
from ..samples import DANA, leaning, matching, minute, near, noted, put, said
from .base import AsyncAsk, AsyncSuite, ids

RECORDS: list[Record] = [
    said("apple", id="m0", at=minute(0), session_id="s1", metadata={"topic": "food", "n": 1}),
    said("apple", id="m1", at=minute(1), session_id="s2", role="assistant"),
    said("apple", id="m2", at=minute(2), session_id="s1", metadata={"topic": "work", "n": 1}),
    said("apple", id="m3", at=minute(3), agent_id="coach", role="tool", metadata={"topic": "food"}),
    noted("apple", id="n0", learned_at=minute(0), session_id="s1", kind="semantic"),
    noted("apple", id="n1", learned_at=minute(1), kind="episodic", metadata={"topic": "food"}),
    noted("apple", id="n2", learned_at=minute(2), kind="procedural", session_id="s2"),
    noted("apple", id="n3", learned_at=minute(3), kind="semantic", metadata={"n": 1, "x": None}),
]
WHERES = [
    Where(),
    Where(after=minute(1)),
    Where(before=minute(2)),
    Where(after=minute(1), before=minute(3)),
    Where(after=minute(2), before=minute(2)),
    Where(role="user"),
    Where(role="assistant"),
    Where(role="nobody"),
    Where(kind="message"),
    Where(kind="note"),
    Where(kind="semantic"),
    Where(kind="episodic"),
    Where(kind="summary"),
    Where(session_id="s1"),
    Where(session_id="S1"),
    Where(session_id="s"),
    Where(metadata={"topic": "food"}),
    Where(metadata={"topic": "food", "n": 1}),
    Where(metadata={"n": 1}),
    Where(metadata={"x": None}),
    Where(metadata={"unknown": 1}),
    Where(role="user", kind="note"),
    Where(role="user", kind="message", session_id="s1", metadata={"n": 1}),
    Where(after=minute(1), kind="note", metadata={"topic": "food"}),
    Where(after=minute(1), role="user", session_id="s1", metadata={"topic": "work"}),
    Where(before=minute(3), kind="semantic", session_id="s1"),
]
KEYS = [
    "plain", "", " ", "a.b", "a.b.c", "$", "$.a", "$[0]", "a[0]", "it's", 'say "so"', "`x`",
    "'; drop table messages; --", "%", "_", "*", "\\", "\\u0041", "a b", "é", "e\u0301", "数", "🙂",
    "a:b", "a->b", "a->>b", "?", "@>", "{}", "null", "0", "#-", "\n", "x" * 300,
]  # fmt: skip
VALUES: list[Any] = [
    0, 1, 1.0, -7, 2**40, 0.5, -1e-9, 1e300, True, False, None, "", "text", "1", "true", "null",
    "it's", 'say "so"', "[1]", "é", "🙂", [], {}, [1], [True], ["a", None, [True]], {"a": 1},
    {"b": {"c": [1]}},
]  # fmt: skip


async def shelve(store: AsyncStore) -> None:
    """Put the records, each with the same vector."""
    await store.commit(Batch(puts=tuple(put(record, leaning(5)) for record in RECORDS)))


class AsyncFiltersTests(AsyncSuite):
    """`Where` means the same everywhere."""

    @pytest.mark.parametrize("where", WHERES, ids=str)
    async def test_filter_reading(self, store: AsyncStore, where: Where) -> None:
        await shelve(store)
        wanted = [record.id for record in RECORDS if where.admits(record)]
        query = Query(DANA, where)
        found = ids(await store.messages(query)) + ids(await store.notes(query))
        assert found == wanted

    @pytest.mark.parametrize("where", WHERES, ids=str)
    async def test_filter_searching(self, store: AsyncStore, ask: AsyncAsk, where: Where) -> None:
        await shelve(store)
        wanted = sorted(record.id for record in RECORDS if where.admits(record))
        assert sorted(ids(await ask(near(where=where)))) == wanted
        assert sorted(ids(await ask(matching("apple", where=where)))) == wanted

    @pytest.mark.parametrize("key", KEYS)
    async def test_filter_any_key_of_metadata(
        self, store: AsyncStore, ask: AsyncAsk, key: str
    ) -> None:
        others = {other: "no" for other in KEYS if other != key}
        yes = said("apple", id="yes", metadata={key: "yes"} | others)
        note = noted("apple", id="note", metadata={key: "yes"})
        no = said("apple", id="no", metadata={key: "no"} | others)
        bare = said("apple", id="bare", metadata={"plain": {key: "yes"}} if key else {})
        puts = tuple(put(record, leaning(1)) for record in (yes, no, bare, note))
        await store.commit(Batch(puts=puts))
        where = Where(metadata={key: "yes"})
        assert ids(await store.messages(Query(DANA, where))) == ["yes"]
        assert ids(await store.notes(Query(DANA, where))) == ["note"]
        assert set(ids(await ask(near(where=where)))) == {"yes", "note"}
        assert set(ids(await ask(matching("apple", where=where)))) == {"yes", "note"}
        assert await store.messages(Query(DANA, Where(metadata={key: "maybe"}))) == []

    @pytest.mark.parametrize("value", VALUES, ids=repr)
    async def test_filter_any_value_of_metadata(
        self, store: AsyncStore, ask: AsyncAsk, value: Any
    ) -> None:
        puts = [put(said("apple", id=f"m{n}", metadata={"k": v})) for n, v in enumerate(VALUES)]
        await store.commit(Batch(puts=(*puts, put(said("apple", id="without")))))
        where = Where(metadata={"k": value})
        # Equality as JSON has it: true is not 1, and 1 is not 1.0.
        wanted = {f"m{n}" for n, v in enumerate(VALUES) if repr(v) == repr(value)}
        assert set(ids(await store.messages(Query(DANA, where)))) == wanted
        assert set(ids(await ask(matching("apple", where=where, limit=50)))) == wanted

    async def test_filter_last_counts_after_the_filter(self, store: AsyncStore) -> None:
        await shelve(store)
        query = Query(DANA, Where(session_id="s1"), last=1)
        assert ids(await store.messages(query)) == ["m2"]
        assert ids(await store.notes(query)) == ["n0"]
        assert ids(await store.messages(Query(DANA, Where(role="user"), last=2))) == ["m0", "m2"]

    async def test_filter_and_a_narrow_scope(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await shelve(store)
        coach = Scope("dana", "coach")
        food = Where(metadata={"topic": "food"})
        assert ids(await store.messages(Query(coach, food))) == ["m3"]
        assert ids(await ask(matching("apple", coach, where=food))) == ["m3"]
        assert ids(await ask(near(coach, where=food))) == ["m3"]
        session = Scope("dana", session_id="s1")
        assert await store.messages(Query(session, Where(session_id="s2"))) == []
        assert await ask(near(session, where=Where(session_id="s2"))) == []
