"""Nearest: exact cosine, best first, whatever the filter."""

from __future__ import annotations

import pytest

from ...orders import Batch
from ...ports.aio import AsyncStore
from ...types import Scope, Where
from ..samples import DANA, drop, leaning, minute, near, noted, put, said, vector
from .base import AsyncAsk, AsyncSuite, ids


class AsyncNearestTests(AsyncSuite):
    """Search by vector."""

    async def test_nearest_best_first_with_its_cosine(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        angles = {"m60": 60, "m0": 0, "m90": 90, "m30": 30}
        puts = tuple(put(said(id, id=id), leaning(angle)) for id, angle in angles.items())
        opposite = put(noted("opposite", id="n180"), leaning(180))
        await store.commit(Batch(puts=(*puts, opposite)))
        found = await ask(near())
        assert ids(found) == ["m0", "m30", "m60", "m90", "n180"]
        wanted = [1.0, 0.866, 0.5, 0.0, -1.0]
        assert [hit.score for hit in found] == pytest.approx(wanted, abs=0.01)

    async def test_nearest_nothing_stored_nothing_found(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        assert await ask(near()) == []
        await store.commit(Batch(puts=(put(said("no vector")),)))
        assert await ask(near()) == []

    @pytest.mark.parametrize("limit", [1, 2, 9, 10, 11])
    async def test_nearest_the_limit_is_exact(
        self, store: AsyncStore, ask: AsyncAsk, limit: int
    ) -> None:
        order = [7, 2, 9, 0, 5, 1, 8, 3, 6, 4]
        puts = tuple(put(said("m", id=f"m{n}"), leaning(8 * n)) for n in order)
        await store.commit(Batch(puts=puts))
        assert ids(await ask(near(limit=limit))) == [f"m{n}" for n in range(min(limit, 10))]

    async def test_nearest_filters_never_costs_results(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        wanted = {"session_id": "wanted"}
        puts = [put(said("near", Scope("dana"), id=f"near{n}"), leaning(n)) for n in range(40)]
        puts += [put(said("far", id=f"far{n}", **wanted), leaning(50 + n)) for n in range(8)]
        await store.commit(Batch(puts=tuple(puts)))
        for limit in (1, 5, 8, 20):
            best = [f"far{n}" for n in range(min(limit, 8))]
            request = near(limit=limit, where=Where(session_id="wanted"))
            assert ids(await ask(request)) == best
            assert ids(await ask(near(Scope("dana", session_id="wanted"), limit))) == best
            assert ids(await ask(near(limit=limit, ids=tuple(f"far{n}" for n in range(8))))) == best

    async def test_nearest_ids_restrict(self, store: AsyncStore, ask: AsyncAsk) -> None:
        puts = tuple(put(said("m", id=f"m{n}"), leaning(8 * n)) for n in range(5))
        await store.commit(Batch(puts=puts))
        assert ids(await ask(near(ids=("m4", "m2", "nobody", "m2")))) == ["m2", "m4"]
        assert ids(await ask(near(ids=("m4", "m2"), limit=1))) == ["m2"]
        assert await ask(near(ids=())) == []
        late = Where(after=minute(1))
        assert await ask(near(ids=("m1",), where=late)) == []

    async def test_nearest_narrower_scopes(self, store: AsyncStore, ask: AsyncAsk) -> None:
        scopes = {"d": DANA, "c": Scope("dana", "coach"), "cs": Scope("dana", "coach", "s1")}
        puts = [put(said(id, scope, id=id), leaning(9)) for id, scope in scopes.items()]
        own = put(said("own", Scope(agent_id="coach"), id="own"), leaning(0))
        await store.commit(Batch(puts=(*puts, own)))
        assert set(ids(await ask(near()))) == {"d", "c", "cs"}
        assert set(ids(await ask(near(Scope("dana", "coach"))))) == {"c", "cs"}
        assert ids(await ask(near(Scope("dana", "coach", "s1")))) == ["cs"]
        assert ids(await ask(near(Scope("dana", session_id="s1")))) == ["cs"]
        assert await ask(near(Scope("dana", "chef"))) == []
        assert ids(await ask(near(Scope(agent_id="coach")))) == ["own"]

    async def test_nearest_the_same_question_gets_the_same_answer(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        same = vector((0.3, 0.1, -0.7, 0.2))
        puts = tuple(put(said("m", id=f"m{n}", at=minute(n)), same) for n in range(30))
        await store.commit(Batch(puts=puts))
        first = await ask(near(limit=7, embedding=same))
        assert len(first) == 7
        for _ in range(3):
            assert await ask(near(limit=7, embedding=same)) == first

    async def test_nearest_what_came_after_a_search_is_found_by_the_next(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        for number in range(20, 0, -1):
            await store.commit(Batch(puts=(put(said("m", id=f"m{number}"), leaning(number)),)))
            assert ids(await ask(near(limit=1))) == [f"m{number}"]

    async def test_nearest_dropped_is_not_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        records = [said(f"m{n}", id=f"m{n}") for n in range(6)]
        await store.commit(Batch(puts=tuple(put(r, leaning(9 * n)) for n, r in enumerate(records))))
        assert len(await ask(near())) == 6
        for gone in (0, 5, 2):
            await store.commit(Batch(drops=(drop(records[gone]),)))
            assert f"m{gone}" not in ids(await ask(near()))
        assert ids(await ask(near())) == ["m1", "m3", "m4"]
        assert ids(await ask(near(limit=3))) == ["m1", "m3", "m4"]
