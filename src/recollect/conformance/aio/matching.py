"""Match: BM25 over the owner's own records."""

from __future__ import annotations

import pytest

from ...orders import Batch, Match, Put
from ...ports.aio import AsyncStore
from ...text.bm25 import REPEATS, bm25
from ...types import Scope, Where
from ..samples import DANA, drop, matching, minute, noted, put, said, words
from .base import AsyncAsk, AsyncSuite, ids, keep

TEXTS = {
    "m1": "apple apple banana",
    "m2": "apple cherry",
    "m3": "cherry cherry cherry durian elderberry fig grape",
    "n1": "banana",
}


def expected(query: dict[str, float]) -> dict[str, float]:
    """The scores by the book."""
    import numpy as np

    texts = {id: words(text) for id, text in TEXTS.items()}
    average = sum(sum(terms.values()) for terms in texts.values()) / len(texts)
    scores = dict.fromkeys(texts, 0.0)
    for term, weight in query.items():
        holders = [id for id, terms in texts.items() if term in terms]
        for id in holders:
            tf, length = np.array([texts[id][term]]), np.array([sum(texts[id].values())])
            parts = bm25(tf * 1.0, length * 1.0, len(holders), len(texts), average)
            scores[id] += weight * float(parts[0])
    return {id: score for id, score in scores.items() if score > 0}


async def shelve(store: AsyncStore) -> None:
    """Put the texts."""
    await keep(store, *(said(TEXTS[id], DANA, id=id) for id in ("m1", "m2", "m3")))
    await keep(store, noted(TEXTS["n1"], DANA, id="n1"))


class AsyncMatchTests(AsyncSuite):
    """Search by terms."""

    async def test_what_repeats_others_is_found_and_makes_no_word_more_common(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        query = {"apple": 1.0, "banana": 0.5}
        await shelve(store)
        before = {hit.id: hit for hit in await ask(Match(DANA, query, 10))}
        again = noted("apple apple apple", DANA, id="n2", learned_at=minute(9))
        await store.commit(Batch(puts=(Put(again, words(again.text) | {REPEATS: 1}),)))
        after = {hit.id: hit for hit in await ask(Match(DANA, query, 10))}
        assert after.pop("n2").score > 0
        assert {id: hit.score for id, hit in after.items()} == pytest.approx(
            {id: hit.score for id, hit in before.items()}
        )
        assert {id: hit.share for id, hit in after.items()} == pytest.approx(
            {id: hit.share for id, hit in before.items()}
        )

    @pytest.mark.parametrize(
        "query",
        [
            {"apple": 1.0},
            {"banana": 1.0, "cherry": 1.0},
            {"apple": 0.25, "durian": 2.0, "unknown": 1.0},
        ],
        ids=str,
    )
    async def test_match_scores_by_the_book(
        self, store: AsyncStore, ask: AsyncAsk, query: dict[str, float]
    ) -> None:
        await shelve(store)
        found = {hit.id: hit.score for hit in await ask(Match(DANA, query, 10))}
        assert found == pytest.approx(expected(query), rel=1e-3)

    async def test_match_best_first(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await shelve(store)
        assert ids(await ask(matching("apple"))) == ["m1", "m2"]
        assert ids(await ask(matching("banana"))) == ["n1", "m1"]
        scores = [hit.score for hit in await ask(matching("apple cherry banana"))]
        assert len(scores) == 4
        assert scores == sorted(scores, reverse=True)

    async def test_match_rare_terms_weigh_more(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, *(said("common word", id=f"m{n}", at=minute(n)) for n in range(9)))
        await keep(store, said("rare word", id="rare"))
        assert ids(await ask(matching("common rare", limit=1))) == ["rare"]

    async def test_match_nothing_that_holds_no_term(self, store: AsyncStore, ask: AsyncAsk) -> None:
        assert await ask(matching("apple")) == []
        await shelve(store)
        assert await ask(matching("zebra")) == []
        assert await ask(matching("appl")) == []
        assert await ask(Match(DANA, {}, 10)) == []

    async def test_match_terms_are_compared_to_the_letter(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        strange = [
            "é",
            "e\u0301",
            "%",
            "_",
            "a'b",
            'a"b',
            "a*",
            "🙂",
            "and",
            "NEAR(",
            "数",
            "a" * 64,
        ]
        puts = tuple(Put(said(f"m{n}", id=term), {term: 1}) for n, term in enumerate(strange))
        await store.commit(Batch(puts=puts))
        for term in strange:
            assert ids(await ask(Match(DANA, {term: 1.0}, 50))) == [term]

    async def test_match_terms_are_those_given_not_those_of_the_text(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await store.commit(Batch(puts=(Put(said("hello", id="m"), {"hola": 1}),)))
        assert await ask(matching("hello")) == []
        assert ids(await ask(matching("hola"))) == ["m"]

    async def test_match_other_owners_never_change_my_scores(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await shelve(store)
        before = await ask(matching("apple banana"))
        for other in (Scope("erik"), Scope("dana", tenant="acme"), Scope(agent_id="dana")):
            await keep(store, *(said("apple apple " * n, other) for n in range(1, 20)))
        assert await ask(matching("apple banana")) == before

    async def test_match_a_narrower_scope_keeps_the_scores(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await keep(store, said("apple", Scope("dana", "coach"), id="c"), said("apple pie", id="d"))
        wide = {hit.id: hit.score for hit in await ask(matching("apple"))}
        narrow = await ask(matching("apple", Scope("dana", "coach")))
        assert [(hit.id, hit.score) for hit in narrow] == [("c", wide["c"])]
        assert await ask(matching("apple", Scope("dana", "chef"))) == []

    @pytest.mark.parametrize("limit", [1, 3, 9, 10, 11])
    async def test_match_the_limit_is_exact(
        self, store: AsyncStore, ask: AsyncAsk, limit: int
    ) -> None:
        for number in (3, 9, 1, 7, 5, 2, 8, 4, 6, 10):
            await keep(store, said("apple " * 5 + "pear " * number, id=f"m{number}"))
        best = [f"m{number}" for number in range(1, min(limit, 10) + 1)]
        assert ids(await ask(matching("apple", limit=limit))) == best

    async def test_match_filters_never_costs_results(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        good = [said("apple", id=f"good{n}") for n in range(40)]
        poor = [said("apple " + "x " * n, id=f"poor{n}", session_id="s") for n in range(1, 9)]
        await keep(store, *good, *poor)
        for limit in (1, 5, 8, 20):
            best = [f"poor{n}" for n in range(1, min(limit, 8) + 1)]
            where = matching("apple", limit=limit, where=Where(session_id="s"))
            assert ids(await ask(where)) == best
            some = matching("apple", limit=limit, ids=tuple(f"poor{n}" for n in range(1, 9)))
            assert ids(await ask(some)) == best

    async def test_match_ids_restrict(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await shelve(store)
        assert ids(await ask(matching("apple", ids=("m3", "m2", "nobody")))) == ["m2"]
        assert await ask(matching("apple", ids=("m3",))) == []
        assert await ask(matching("apple", ids=())) == []

    async def test_match_equals_go_newest_first_every_time(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await keep(store, *(said("apple", id=f"m{n}", at=minute(n)) for n in range(12)))
        for _ in range(3):
            best = ["m11", "m10", "m9", "m8", "m7"]
            assert ids(await ask(matching("apple", limit=5))) == best

    async def test_match_dropped_is_not_found_and_not_counted(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await shelve(store)
        before = await ask(matching("apple cherry"))
        extra = [said("apple apple apple " * n, id=f"x{n}") for n in range(1, 5)]
        await keep(store, *extra)
        assert len(await ask(matching("apple"))) == 6
        await store.commit(Batch(drops=tuple(drop(record) for record in extra)))
        assert [hit.id for hit in await ask(matching("apple cherry"))] == ids(before)
        now = [hit.score for hit in await ask(matching("apple cherry"))]
        assert now == pytest.approx([hit.score for hit in before])
        assert ids(await ask(matching("apple"))) == ["m1", "m2"]

    async def test_match_what_was_refused_is_not_found(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await shelve(store)
        await store.commit(Batch(puts=(put(said(TEXTS["m1"], id="m1")),)))
        found = {hit.id: hit.score for hit in await ask(matching("apple"))}
        assert found == pytest.approx(expected({"apple": 1.0}), rel=1e-3)
