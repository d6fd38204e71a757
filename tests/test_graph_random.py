"""Graphs at random, beside a plain search; and many at once who say the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recollect import Memory
from recollect.text.names import folded, mentions, relation
from recollect.types import new_id

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = st.sampled_from("abcdefghij")
KINDS = st.sampled_from(["KNOWS", "OWNS", "ALIAS_OF"])
TIMES = st.tuples(st.integers(0, 9), st.none() | st.integers(1, 9))
FACTS = st.lists(st.tuples(NAMES, KINDS, NAMES, TIMES), max_size=30)


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Memory]:
    path = tmp_path_factory.mktemp("graph") / "graph.db"
    url = "memory://" if request.param == "memory" else f"sqlite:///{path}"
    with Memory(url, embedder=None) as opened:
        yield opened


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def tell(memory: Memory, facts) -> tuple[dict[str, str], list]:
    """Keep the facts under a new user; those that were told, in the order of their days."""
    whose = {"user_id": new_id()}
    told: dict[tuple, tuple] = {}
    for one, kind, other, (learned, lasted) in sorted(facts, key=lambda fact: fact[3][0]):
        if kind == "ALIAS_OF" and one == other:
            continue
        ends = tuple(sorted((one, other))) if kind == "ALIAS_OF" else (one, other)
        if (kind, ends) in told:
            continue
        memory.relate(one, kind, other, at=day(learned), **whose)
        closed = None if lasted is None else learned + lasted
        if closed is not None:
            memory.unrelate(one, kind, other, at=day(closed), **whose)
        told[kind, ends] = (one, kind, other, learned, closed)
    return whose, list(told.values())


def brute(facts, start: str, moment: int | None) -> tuple[dict[tuple, int], dict[str, int]]:
    """The hops of every edge and the distance of every name, by plain relaxation."""
    held = [
        (one, kind, other)
        for one, kind, other, learned, closed in facts
        if (closed is None if moment is None else learned <= moment < (closed or 99))
    ]
    far = {start: 0}
    for _ in range(len(held) * 2 + 1):
        for one, kind, other in held:
            step = 0 if kind == "ALIAS_OF" else 1
            for here, there in ((one, other), (other, one)):
                if here in far:
                    far[there] = min(far.get(there, 99), far[here] + step)
    edges = {
        fact: min(far[fact[0]], far[fact[2]]) + 1
        for fact in held
        if fact[1] != "ALIAS_OF" and (fact[0] in far or fact[2] in far)
    }
    return edges, far


@settings(max_examples=60)
@given(FACTS, NAMES, NAMES, st.integers(1, 6), st.none() | st.integers(0, 12))
def test_walks_agree_with_a_plain_search(memory: Memory, facts, start, end, hops, moment):
    whose, told = tell(memory, facts)
    when = {} if moment is None else {"as_of": day(moment)}
    edges, far = brute(told, start, moment)
    found = memory.related(start.upper(), hops=hops, limit=1000, **when, **whose)
    got = {(edge.subject, edge.relation, edge.object): edge.hops for edge in found}
    assert len(got) == len(found)
    assert got == {edge: steps for edge, steps in edges.items() if steps <= hops}
    assert [edge.hops for edge in found] == sorted(got.values())
    way = memory.path(start, end, **when, **whose)
    assert len(way) == (far.get(end, 0) if far.get(end, 99) <= 6 else 0)
    assert [edge.hops for edge in way] == list(range(1, len(way) + 1))
    few = memory.related(start, hops=hops, limit=2, **when, **whose)
    assert [edge.hops for edge in few] == sorted(got.values())[:2]


@settings(max_examples=200)
@given(st.text(min_size=1, max_size=30))
def test_spelling_the_one_way_is_final(text):
    assert folded(folded(text)) == folded(text)
    assert relation(relation(text)) == relation(text)


@settings(max_examples=100)
@given(st.text(alphabet="abcXYZ éß0-'数据", min_size=1, max_size=12))
def test_a_name_between_other_words_is_mentioned(name):
    short = " ".join(name.split())
    if short and len(short.split()) <= 5:
        assert folded(short) in mentions(f"When is {short} here?")


def test_a_long_question_mentions_few_names():
    assert len(mentions("word " * 20_000)) <= 5
    assert len(mentions(" ".join(map(str, range(20_000))))) <= 64 * 5
    assert len(mentions("数据" * 20_000)) <= 64 * 8


def test_many_who_say_the_same_at_once(memory: Memory):
    whose = {"user_id": new_id()}
    with ThreadPoolExecutor(8) as pool:
        said = [pool.submit(memory.relate, "a", "KNOWS", "b", **whose) for _ in range(40)]
        ids = {one.result().id for one in said}
    assert len(ids) == 1
    assert len(memory.notes(closed=True, **whose)) == 1
