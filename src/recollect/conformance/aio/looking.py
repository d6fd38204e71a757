"""Look: one question for everything, answered as its parts would be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...orders import Batch, Candidate, Close, Look, Match, Nearest, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Record, Scope, Where
from ..samples import DANA, drop, minute, noted, put, said, vector
from .base import AsyncSuite, keep, needs, search

ASKED = {"apple": 1.0, "cherry": 0.5, "unknown": 1.0}
EAST = (1.0, 0.0, 0.0, 0.0)


def looking(limit: int = 10, where: Where | None = None, recent: int = 2) -> Look:
    """A look for the fruit, towards the east."""
    return Look(DANA, ASKED, vector(EAST), limit, where or Where(), ("fruit.best",), recent)


async def stock(store: AsyncStore) -> None:
    """Records that each way of looking finds some of."""
    puts = [
        put(said("apple banana", id="m1", session_id="s1"), vector((1.0, 0.0, 0.0, 0.0))),
        put(said("cherry", id="m2", session_id="s1", at=minute(1)), vector((0.0, 1.0, 0.0, 0.0))),
        put(
            said("nothing of it", id="m3", session_id="s2", at=minute(2)),
            vector((0.9, 0.1, 0.0, 0.0)),
        ),
        put(said("no vector", id="m4", at=minute(3))),
        put(noted("apple pie", id="n1", key="fruit.best", value="pie")),
        put(noted("old apple", id="n2"), vector((1.0, 0.0, 0.0, 0.0))),
    ]
    await store.commit(Batch(puts=tuple(puts)))
    await store.commit(Batch(closes=(Close(DANA, "n2", minute(4)),)))


def by_id(candidates: list[Candidate]) -> dict[str, Candidate]:
    """Candidates by their ids, each once."""
    made = {candidate.record.id: candidate for candidate in candidates}
    assert len(made) == len(candidates)
    return made


class AsyncLookTests(AsyncSuite):
    """A look is the union of its parts, from one state."""

    @needs("look")
    async def test_a_look_scores_everything_every_way(self, store: AsyncStore) -> None:
        await stock(store)
        found = by_id(await store.look(looking()))
        assert set(found) == {"m1", "m2", "m3", "m4", "n1"}
        near = {one.id: one.score for one in await search(store, Nearest(DANA, vector(EAST), 9))}
        terms = {one.id: one for one in await search(store, Match(DANA, ASKED, 9))}
        for id, candidate in found.items():
            assert candidate.cosine == (pytest.approx(near[id]) if id in near else None)
            held = terms.get(id)
            assert candidate.bm25 == pytest.approx(held.score if held else 0.0)
            assert candidate.share == pytest.approx(held.share if held else 0.0)
            assert candidate.key == (id == "n1")
        assert [found[id].recent for id in ("m1", "m2", "m3", "m4")] == [0.0, 0.0, 0.5, 1.0]

    @needs("look")
    async def test_a_look_gives_the_records_as_they_are(self, store: AsyncStore) -> None:
        await stock(store)
        found = by_id(await store.look(looking()))
        kept: list[Record] = [*await store.messages(Query(DANA))]
        kept += await store.notes(Query(DANA))
        assert {record.id: record for record in kept} == {
            id: candidate.record for id, candidate in found.items()
        }

    @needs("look")
    async def test_a_look_keeps_to_its_filter_and_limit(self, store: AsyncStore) -> None:
        await stock(store)
        await keep(store, said("apple", Scope("eve"), id="x1"))
        found = by_id(await store.look(looking(where=Where(session_id="s1"))))
        assert set(found) == {"m1", "m2"}
        few = by_id(await store.look(looking(limit=1, recent=0)))
        assert {"m1", "n1"} <= set(few)
        assert len(few) <= 3
        nobody = Look(Scope("nobody"), ASKED, vector(EAST), 5, recent=5)
        assert await store.look(nobody) == []

    @needs("look")
    async def test_a_look_needs_no_vector(self, store: AsyncStore) -> None:
        await stock(store)
        found = by_id(await store.look(Look(DANA, ASKED, None, 10)))
        assert set(found) == {"m1", "m2", "n1"}
        assert all(candidate.cosine is None for candidate in found.values())

    @needs("look")
    async def test_a_look_does_not_see_what_is_gone(self, store: AsyncStore) -> None:
        await stock(store)
        assert by_id(await store.look(looking()))
        (message,) = await store.messages(Query(DANA, ids=("m1",)))
        await store.commit(Batch(drops=(drop(message),)))
        assert "m1" not in by_id(await store.look(looking()))

    @needs("look")
    async def test_a_look_takes_in_the_leads(self, store: AsyncStore) -> None:
        await stock(store)
        far = put(noted("far away", id="n3"), vector((0.0, 0.0, 1.0, 0.0)))
        await store.commit(Batch(puts=(far, put(noted("hers", Scope("eve"), id="n4")))))
        given = {"n1": 0.75, "n3": 0.5, "n2": 0.4, "n4": 0.3, "nowhere": 0.2}
        led = replace(looking(limit=1, recent=0), leads=given)
        found = by_id(await store.look(led))
        assert {id: one.lead for id, one in found.items() if one.lead} == {"n1": 0.75, "n3": 0.5}
        assert found["n3"].cosine == pytest.approx(0.0)
        assert (found["n1"].key, found["n1"].bm25 > 0, found["m1"].lead) == (True, True, 0.0)
        filtered = replace(led, where=Where(session_id="s1"))
        assert not any(one.lead for one in await store.look(filtered))

    @needs("look")
    async def test_a_look_goes_further_for_the_nearest(self, store: AsyncStore) -> None:
        rows = [(f"m{n}", (1.0, n / 10, 0.0, 0.0)) for n in range(9)]
        await store.commit(Batch(puts=tuple(put(said("apple", id=i), vector(v)) for i, v in rows)))
        words = {"m6", "m7", "m8"}  # equals: the last come first
        look = Look(DANA, {"apple": 1.0}, vector(EAST), 3)
        assert set(by_id(await store.look(look))) == words | {"m0", "m1", "m2"}
        look = replace(look, further=2)
        assert set(by_id(await store.look(look))) == words | {"m0", "m1", "m2", "m3", "m4"}

    async def test_equals_go_by_arrival_whatever_their_times(self, store: AsyncStore) -> None:
        """So that every store leaves out the same of them where a limit cuts."""
        same, east = vector((0.1, 0.7, -0.3, 0.2)), vector(EAST)
        times = {f"m{n:02}": 37 * n % 41 for n in range(40)}
        said_at = [said("apple", id=id, at=minute(at)) for id, at in times.items()]
        for part in (said_at[:25], said_at[25:]):
            await store.commit(Batch(puts=tuple(put(one, same) for one in part)))
        ends = {"subject": "Alice", "relation": "KNOWS", "object": "Bob"}
        notes = [noted("n", id=f"n{n}", learned_at=minute(-n), **ends) for n in range(5)]
        await keep(store, *notes)
        for limit in (3, 12):
            last = list(times)[::-1][:limit]
            for asked in (Nearest(DANA, east, limit), Match(DANA, {"apple": 1.0}, limit)):
                assert [one.id for one in await search(store, asked)] == last
            if store.features.look:
                look = Look(DANA, {}, east, limit, Where(kind="message"))
                assert set(by_id(await store.look(look))) == set(last)
        found = await search(store, Neighbours(DANA, ("Alice",), None, 3))
        assert [one.id for one in found] == ["n4", "n3", "n2"]

    async def test_the_share_of_the_terms(self, store: AsyncStore) -> None:
        await stock(store)
        whole = {"apple": 1.0, "banana": 1.0}
        shares = {one.id: one.share for one in await search(store, Match(DANA, whole, 9))}
        assert shares["m1"] == pytest.approx(1.0)
        assert 0 < shares["n1"] < 0.5  # the rarer word is worth more

    async def test_turns_are_counted_by_session(self, store: AsyncStore) -> None:
        await stock(store)
        await keep(store, said("later", id="m5", session_id="s1", at=minute(-5)))
        turns = {m.id: m.turn for m in await store.messages(Query(DANA))}
        assert turns == {"m1": 0, "m2": 1, "m3": 0, "m4": None, "m5": 2}

    async def test_a_turn_is_not_given_twice(self, store: AsyncStore) -> None:
        await stock(store)
        (second,) = await store.messages(Query(DANA, ids=("m2",)))
        await store.commit(Batch(drops=(drop(second),)))
        await keep(store, said("again", id="m6", session_id="s1"))
        (again,) = await store.messages(Query(DANA, ids=("m6",)))
        assert again.turn == 2
