"""Neighbours: the open notes that relate an entity to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...orders import Batch, Close, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Note, Scope
from ..samples import DANA, drop, minute, noted, put, said
from .base import AsyncAsk, AsyncSuite, ids, keep


def fact(subject: str, relation: str, object: str, scope: Scope = DANA) -> Note:
    """A relation, with an id that tells it."""
    id = f"{subject}-{relation}-{object}"
    ends = {"subject": subject, "relation": relation, "object": object}
    return noted(id, scope, id=id, **ends)


class AsyncNeighboursTests(AsyncSuite):
    """Search by entity."""

    async def test_neighbours_either_end_is_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, fact("Alice", "MANAGES", "Alpha"), fact("Bob", "KNOWS", "Alice"))
        await keep(store, fact("Bob", "OWNS", "Alpha"), noted("Alice likes tea"), said("Alice"))
        assert set(ids(await ask(Neighbours(DANA, ("Alice",))))) == {
            "Alice-MANAGES-Alpha",
            "Bob-KNOWS-Alice",
        }
        assert await ask(Neighbours(DANA, ("Ali",))) == []
        assert await ask(Neighbours(DANA, ("MANAGES",))) == []

    async def test_neighbours_a_relation_narrows(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, fact("Alice", "MANAGES", "Alpha"), fact("Alice", "KNOWS", "Bob"))
        assert ids(await ask(Neighbours(DANA, ("Alice",), ("KNOWS",)))) == ["Alice-KNOWS-Bob"]
        assert await ask(Neighbours(DANA, ("Alice",), ("OWNS",))) == []

    async def test_neighbours_of_several_entities(self, store: AsyncStore, ask: AsyncAsk) -> None:
        both, one = fact("Alice", "KNOWS", "Bob"), fact("Carl", "OWNS", "Alpha")
        await keep(store, both, one, fact("Dora", "KNOWS", "Erik"))
        found = ids(await ask(Neighbours(DANA, ("Alice", "bob", "CARL", "nobody"))))
        assert sorted(found) == [both.id, one.id]
        several = Neighbours(DANA, ("Alice", "Carl", "Dora"), ("OWNS", "LIKES"))
        assert ids(await ask(several)) == [one.id]
        assert await ask(Neighbours(DANA, ())) == []
        assert await ask(Neighbours(DANA, ("Alice",), ())) == []

    async def test_neighbours_closed_are_found_on_request(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        old, new = fact("Alice", "LEADS", "Alpha"), fact("Bob", "LEADS", "Alpha")
        past = replace(fact("Carl", "LEADS", "Alpha"), closed_at=minute(1))
        await keep(store, old, past)
        await store.commit(Batch(puts=(put(new),), closes=(Close(DANA, old.id, minute(2)),)))
        assert ids(await ask(Neighbours(DANA, ("Alpha",)))) == [new.id]
        every = Neighbours(DANA, ("Alpha",), closed=True)
        assert set(ids(await ask(every))) == {old.id, new.id, past.id}
        await store.commit(Batch(drops=(drop(replace(old, closed_at=minute(2))),)))
        assert set(ids(await ask(every))) == {new.id, past.id}

    async def test_neighbours_newest_first(self, store: AsyncStore, ask: AsyncAsk) -> None:
        for number in range(5):
            note = replace(fact("Alice", "KNOWS", f"B{number}"), learned_at=minute(number))
            await keep(store, note)
        found = ids(await ask(Neighbours(DANA, ("Alice", "B4"), None, 3)))
        assert found == ["Alice-KNOWS-B4", "Alice-KNOWS-B3", "Alice-KNOWS-B2"]

    @pytest.mark.parametrize(
        ("stored", "asked"),
        [
            ("Alice", "alice"),
            ("ALICE", " Alice "),
            ("  Alice", "aLiCe"),
            ("Straße", "STRASSE"),
            ("Zo\u00eb", "zoe\u0308"),
            ("Ａｌｐｈａ", "alpha"),
            ("Project\u00a0 Alpha", "project alpha"),
        ],
    )
    async def test_neighbours_case_and_space_around_do_not_matter(
        self, store: AsyncStore, ask: AsyncAsk, stored: str, asked: str
    ) -> None:
        note = fact(stored, "KNOWS", "Bob")
        await keep(store, note)
        assert ids(await ask(Neighbours(DANA, (asked,)))) == [note.id]

    @pytest.mark.parametrize("name", ["%", "_", "*", "O'Neil", 'the "X"', "数据库", "🙂", "a.b"])
    async def test_neighbours_odd_names(self, store: AsyncStore, ask: AsyncAsk, name: str) -> None:
        note = fact(name, "KNOWS", "Bob")
        await keep(store, note, fact("Alice", "KNOWS", "Bob"))
        assert ids(await ask(Neighbours(DANA, (name,)))) == [note.id]

    async def test_neighbours_a_loop_is_found_once(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, fact("Alice", "TRUSTS", "Alice"))
        assert ids(await ask(Neighbours(DANA, ("Alice",)))) == ["Alice-TRUSTS-Alice"]

    async def test_neighbours_half_a_relation_is_found(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await keep(store, noted("half", id="half", subject="Alice"))
        assert ids(await ask(Neighbours(DANA, ("Alice",)))) == ["half"]

    async def test_neighbours_the_limit_is_exact(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, *(fact("Alice", "KNOWS", f"B{n}") for n in range(9)))
        await keep(
            store, *(fact("Alice", "OWNS", f"C{n}", Scope("dana", "coach")) for n in range(5))
        )
        for limit in (1, 5):
            assert len(set(ids(await ask(Neighbours(DANA, ("Alice",), None, limit))))) == limit
            owned = Neighbours(Scope("dana", "coach"), ("Alice",), ("OWNS",), limit)
            assert len(set(ids(await ask(owned)))) == limit
        assert len(await ask(Neighbours(DANA, ("Alice",), None, 20))) == 14
        hub = Neighbours(DANA, ("Alice",), None, 3)
        assert await ask(hub) == await ask(hub)

    async def test_neighbours_narrower_scopes(self, store: AsyncStore, ask: AsyncAsk) -> None:
        coach = Scope("dana", "coach")
        await keep(store, fact("Alice", "KNOWS", "Bob"), fact("Alice", "KNOWS", "Carl", coach))
        assert ids(await ask(Neighbours(coach, ("Alice",)))) == ["Alice-KNOWS-Carl"]
        assert await ask(Neighbours(Scope("dana", "chef"), ("Alice",))) == []
        assert await ask(Neighbours(Scope(agent_id="coach"), ("Alice",))) == []

    async def test_neighbours_dropped_is_not_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        gone, stays = fact("Alice", "KNOWS", "Bob"), fact("Alice", "KNOWS", "Carl")
        await keep(store, gone, stays)
        await store.commit(Batch(drops=(drop(gone),)))
        assert ids(await ask(Neighbours(DANA, ("Alice",)))) == [stays.id]
        assert await ask(Neighbours(DANA, ("Bob",))) == []

    async def test_neighbours_a_store_that_walks_gives_whole_notes(self, store: AsyncStore) -> None:
        note = fact("Alice", "KNOWS", "Bob")
        await keep(store, note, noted("later", learned_at=minute(1)))
        if store.features.neighbours:
            assert await store.neighbours(Neighbours(DANA, ("alice",))) == [note]
        else:
            assert note in await store.notes(Query(DANA))
