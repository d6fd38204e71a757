"""Nobody sees another scope's memory, however alike the names."""

from __future__ import annotations

import pytest

from ...errors import NotFound
from ...orders import Batch, Close, Late, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Record, Scope
from ..samples import MODEL, drop, leaning, matching, minute, near, noted, put, said
from .base import AsyncAsk, AsyncSuite, everything, feed, ids

A = Scope("a")
ALIKE = "ab a.b * % _ A a/b a:b á ' ? [a] . .. a' a%".split()
PAIRS = [
    *((A, Scope(name)) for name in (*ALIKE, "a ", " a", "a\x1f", "a\n", "a' or '1'='1")),
    (Scope("é"), Scope("e\u0301")),
    (Scope("%"), Scope("anything")),
    (A, Scope("a", tenant="t")),
    (Scope("a", tenant="t"), Scope("a", tenant="T")),
    (Scope("b", tenant="a"), Scope("a", tenant="b")),
    (Scope("b", tenant="a"), Scope("ab")),
    (Scope("b", tenant="a:"), Scope(":b", tenant="a")),
    (A, Scope(agent_id="a")),
    (A, Scope(session_id="a")),
    (Scope(agent_id="a"), Scope(session_id="a")),
    (Scope(agent_id="b"), Scope("a", "b")),
    (Scope(session_id="b"), Scope("a", session_id="b")),
    (Scope(session_id="b"), Scope(agent_id="a", session_id="b")),
]
pairs = pytest.mark.parametrize(("mine", "theirs"), PAIRS, ids=str)
either_way = pytest.mark.parametrize(
    ("mine", "theirs"), [*PAIRS, *((theirs, mine) for mine, theirs in PAIRS)], ids=str
)


def records(scope: Scope) -> list[Record]:
    """The same ids and words for everybody; only the name differs."""
    facts = {"key": "k", "subject": "Alice", "relation": "KNOWS", "object": "Bob"}
    said_in = {"session_id": scope.session_id or "s", "name": repr(scope)}
    return [
        said("apple", scope, id="m", **said_in),
        noted("apple pie", scope, id="n", sources=("m",), metadata={"of": repr(scope)}, **facts),
    ]


async def settle(store: AsyncStore, *scopes: Scope) -> None:
    """Give each scope its records."""
    for scope in scopes:
        message, note = records(scope)
        await store.commit(Batch(puts=(put(message, leaning(0)), put(note, leaning(9)))))


class AsyncIsolationTests(AsyncSuite):
    """Each pair of scopes."""

    @pairs
    async def test_isolation_reading(self, store: AsyncStore, mine: Scope, theirs: Scope) -> None:
        await settle(store, mine, theirs)
        for scope in (mine, theirs):
            message, note = records(scope)
            for query in (Query(scope), Query(scope, ids=("m", "n")), Query(scope, last=5)):
                assert await store.messages(query) == [message]
                assert await store.notes(query) == [note]
            assert await store.notes(Query(scope, keys=("k",))) == [note]
            assert await store.notes(Query(scope, cites="m")) == [note]
            [session] = await store.sessions(scope)
            assert session.messages == 1

    @either_way
    async def test_isolation_reading_what_only_others_have(
        self, store: AsyncStore, ask: AsyncAsk, mine: Scope, theirs: Scope
    ) -> None:
        await settle(store, theirs)
        assert await everything(store, mine) == []
        assert await everything(store, theirs) != []
        for query in (
            Query(mine, ids=("m", "n")),
            Query(mine, keys=("k",)),
            Query(mine, cites="m"),
        ):
            assert await store.messages(query) == []
            assert await store.notes(query) == []
        assert await store.sessions(mine) == []
        assert await ask(near(mine)) == []
        assert await ask(near(mine, ids=("m",))) == []
        assert await ask(matching("apple", mine)) == []
        assert await ask(Neighbours(mine, ("Alice",))) == []

    @pairs
    async def test_isolation_searching(
        self, store: AsyncStore, ask: AsyncAsk, mine: Scope, theirs: Scope
    ) -> None:
        await settle(store, mine)
        alone = await ask(near(mine)), await ask(matching("apple", mine))
        await settle(store, theirs)
        for scope in (mine, theirs):
            assert (await ask(near(scope)), await ask(matching("apple", scope))) == alone
            assert ids(await ask(Neighbours(scope, ("Alice",)))) == ["n"]
        assert ids(alone[0]) == ["m", "n"]

    @pairs
    async def test_isolation_counting(self, store: AsyncStore, mine: Scope, theirs: Scope) -> None:
        await settle(store, mine, theirs)
        assert set(await store.locate("m")) == {mine.owner, theirs.owner}
        infos = {info.owner: (info.messages, info.notes) for info in await store.owners()}
        assert infos == {mine.owner: (1, 1), theirs.owner: (1, 1)}
        for scope in (mine, theirs):
            stats = await store.stats("another", scope.owner)
            counted = (stats.messages, stats.notes, stats.sessions, stats.owners, stats.pending)
            assert counted == (1, 1, 1, 1, 2)
            assert dict(stats.vectors) == {MODEL: 2}
        pending = await store.pending("another", 10)
        assert len({(record.scope.owner, record.id) for record in pending}) == 4

    async def test_isolation_counting_tenants(self, store: AsyncStore) -> None:
        here = [Scope("a", tenant="t"), Scope("b", tenant="t"), Scope(agent_id="a", tenant="t")]
        await settle(store, *here, A, Scope("t"), Scope("a", tenant="T"), Scope("t", tenant="a"))
        wanted = {"t": 3, "": 2, "T": 1, "a": 1, "b": 0}
        for tenant, many in wanted.items():
            stats = await store.stats("another", tenant=tenant)
            counted = (stats.messages, stats.notes, stats.sessions, stats.owners, stats.pending)
            assert counted == (many, many, many, many, 2 * many)
            assert dict(stats.vectors) == ({MODEL: 2 * many} if many else {})
            assert stats.bytes is None

    @either_way
    async def test_isolation_writing(self, store: AsyncStore, mine: Scope, theirs: Scope) -> None:
        await settle(store, theirs)
        told = len(await feed(store))
        message, note = records(mine)
        for batch in (
            Batch(closes=(Close(mine, "n", minute(1)),)),
            Batch(drops=(drop(message),)),
            Batch(drops=(drop(note),)),
        ):
            with pytest.raises(NotFound):
                await store.commit(batch)
        await store.commit(Batch(vectors=(Late(mine, "m", leaning(80)),)))
        assert await everything(store, theirs) == records(theirs)
        assert len(await feed(store)) == told

    @pairs
    async def test_isolation_closing_and_dropping_mine_leaves_theirs(
        self, store: AsyncStore, ask: AsyncAsk, mine: Scope, theirs: Scope
    ) -> None:
        await settle(store, mine, theirs)
        await store.commit(Batch(closes=(Close(mine, "n", minute(1)),)))
        await store.commit(Batch(drops=(drop(records(mine)[0]),)))
        assert await store.notes(Query(mine)) == []
        assert await store.messages(Query(mine)) == []
        assert await ask(near(mine)) == []
        assert await everything(store, theirs) == records(theirs)
        assert ids(await ask(near(theirs))) == ["m", "n"]
        assert ids(await ask(Neighbours(theirs, ("Alice",)))) == ["n"]
        assert await store.notes(Query(theirs, cites="m")) == records(theirs)[1:]

    @pairs
    async def test_isolation_erasing(
        self, store: AsyncStore, ask: AsyncAsk, mine: Scope, theirs: Scope
    ) -> None:
        await settle(store, mine, theirs)
        before = await ask(near(theirs)), await ask(matching("apple", theirs))
        await store.erase(mine.owner)
        assert await everything(store, mine) == []
        assert await ask(near(mine)) == await ask(matching("apple", mine)) == []
        assert await everything(store, theirs) == records(theirs)
        assert (await ask(near(theirs)), await ask(matching("apple", theirs))) == before
        assert ids(await ask(Neighbours(theirs, ("Alice",)))) == ["n"]
        assert await store.locate("m") == [theirs.owner]
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 2}


class AsyncNarrowingTests(AsyncSuite):
    """Inside one owner: the agent and the session narrow what is seen."""

    @pytest.mark.parametrize(
        ("scope", "seen"),
        [
            (Scope("dana"), "bare c1 c2 k1"),
            (Scope("dana", "coach"), "c1 c2"),
            (Scope("dana", "chef"), "k1"),
            (Scope("dana", "coach", "s1"), "c1"),
            (Scope("dana", session_id="s1"), "c1 k1"),
            (Scope("dana", session_id="s2"), "c2"),
            (Scope("dana", "coac"), ""),
            (Scope("dana", "coach", "s"), ""),
            (Scope(agent_id="coach"), "own"),
            (Scope(session_id="s1"), ""),
        ],
        ids=str,
    )
    async def test_narrower_scopes(
        self, store: AsyncStore, ask: AsyncAsk, scope: Scope, seen: str
    ) -> None:
        scopes = {
            "bare": Scope("dana"),
            "c1": Scope("dana", "coach", "s1"),
            "c2": Scope("dana", "coach", "s2"),
            "k1": Scope("dana", "chef", "s1"),
            "own": Scope(agent_id="coach"),
        }
        for id, whose in scopes.items():
            message = said("apple", whose, id=id)
            note = noted("apple", whose, id=f"note-{id}", key="k", subject="Alice")
            await store.commit(Batch(puts=(put(message, leaning(0)), put(note, leaning(9)))))
        wanted = set(seen.split())
        notes = {f"note-{id}" for id in wanted}
        assert set(ids(await store.messages(Query(scope)))) == wanted
        assert set(ids(await store.messages(Query(scope, ids=tuple(scopes))))) == wanted
        assert set(ids(await store.notes(Query(scope, keys=("k",))))) == notes
        assert set(ids(await ask(near(scope)))) == wanted | notes
        assert set(ids(await ask(matching("apple", scope)))) == wanted | notes
        assert set(ids(await ask(Neighbours(scope, ("alice",))))) == notes
