"""An index in collections: whatever call fails or whatever is lost, it is whole again after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect.conformance.samples import DANA, drop, leaning, near, noted, put, said, vector
from recollect.drivers.beside.collected import CollectedIndex
from recollect.drivers.beside.points import Sieve
from recollect.drivers.chroma import ChromaIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex
from recollect.errors import VectorError
from recollect.orders import Batch, Change, Found, Late, Vector
from recollect.types import Scope, Where

ERIK = Scope("erik")
OTHER = vector((0.0, 1.0, 0.0), "other")


class Failing:
    """An engine whose calls fail once some have been made."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.left = engine, 0

    def __getattr__(self, name: str) -> Any:
        if self.left == 0 and name != "close":
            raise ConnectionError(f"{name} failed")
        self.left -= 1
        return getattr(self.engine, name)


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    """Two owners, two models; something dropped, something erased, an owner erased."""
    store = InMemoryStore()
    for scope in (DANA, ERIK):
        records = [said("m", scope, id=f"m{n}") for n in range(4)]
        puts = tuple(put(one, leaning(9 * n)) for n, one in enumerate(records))
        store.commit(Batch(puts=(*puts, put(noted("n", scope, id="n"), leaning(70)))))
        store.commit(Batch(vectors=(Late(scope, "m1", OTHER),)))
        store.commit(Batch(drops=(drop(records[0]),)))
        store.commit(Batch(drops=(drop(records[2]),), erase=True))
    yield store
    store.close()


@pytest.fixture(params=[ChromaIndex, QdrantIndex])
def index(folder: Path, request: pytest.FixtureRequest) -> Iterator[CollectedIndex]:
    index: CollectedIndex = request.param(str(folder / "index"))
    yield index
    index.close()


def follow(store: InMemoryStore, index: CollectedIndex) -> None:
    while changes := store.changes(index.position(), 5):
        index.apply(changes)


def answers(index: CollectedIndex) -> list[list[Found]]:
    return [index.search(near(scope, embedding=v)) for scope in (DANA, ERIK) for v in (None, OTHER)]


def test_after_any_failed_call_it_catches_up(store: InMemoryStore, index: CollectedIndex) -> None:
    follow(store, index)
    wanted, failures = answers(index), 0
    assert [[one.id for one in found] for found in wanted] == 2 * [["m1", "m3", "n"], ["m1"]]
    failing = index._engine = Failing(index._engine)
    each = 1 if isinstance(index, QdrantIndex) else 9  # the calls are the same, and slower
    for allowed in range(0, 10_000, each):
        failing.left = -1
        index.clear()
        failing.left = allowed
        try:
            follow(store, index)
            break
        except ConnectionError:
            failures += 1
        failing.left = -1
        follow(store, index)
        assert answers(index) == wanted
    assert failures * each > 20
    failing.left = -1
    assert answers(index) == wanted


def test_after_any_failed_call_an_erasure_is_done(
    store: InMemoryStore, index: CollectedIndex
) -> None:
    follow(store, index)
    kept = answers(index)[2:]
    store.erase(DANA.owner)
    failing = index._engine = Failing(index._engine)
    for allowed in range(10_000):
        failing.left = allowed
        try:
            follow(store, index)
            break
        except ConnectionError:
            continue
    failing.left = -1
    assert allowed > 5
    assert answers(index) == [[], [], *kept]


@pytest.mark.parametrize("which", range(3))
def test_a_lost_collection_takes_the_position_along(
    store: InMemoryStore, index: CollectedIndex, which: int
) -> None:
    follow(store, index)
    wanted, engine = answers(index), index._open()
    engine.discard(sorted(engine.names("recollect."))[which])
    assert index.position() == 0
    follow(store, index)
    assert answers(index) == wanted


def test_what_others_keep_there_stays(store: InMemoryStore, index: CollectedIndex) -> None:
    engine = index._open()
    for name in ("recollect-team.home", "mine"):
        engine.make(name, 3)
    follow(store, index)
    index.clear()
    assert index.position() == 0
    assert sorted(engine.names("")) == ["mine", "recollect-team.home"]


def test_no_words_are_kept(store: InMemoryStore, index: CollectedIndex) -> None:
    secret = said("Qzwords", name="Qzname", metadata={"Qzkey": "Qzvalue"})
    store.commit(Batch(puts=(put(secret, leaning(3)),)))
    follow(store, index)
    assert secret.id in [one.id for one in index.search(near())]
    engine = index._open()
    held = [one for name in engine.names("") for one in engine.scroll(name, Sieve())]
    assert "Qz" not in repr(held)


def test_another_size_is_refused(store: InMemoryStore, index: CollectedIndex) -> None:
    follow(store, index)
    with pytest.raises(VectorError, match="embed the query with the model that made them"):
        index.search(near(embedding=vector((1.0, 0.0), "other")))


@pytest.mark.parametrize("embedding", [leaning(2), None])
def test_what_is_no_longer_said_of_a_record_is_forgotten(
    index: CollectedIndex, embedding: Vector | None
) -> None:
    old = said("m", id="m", session_id="s", metadata={"topic": "food"})
    new = said("m", id="m", metadata={"topic": "work"})
    index.apply([Change(1, "put", DANA, "m", put(old, leaning(2)))])
    index.apply([Change(2, "put", DANA, "m", put(new, embedding))])
    for gone in (Where(session_id="s"), Where(metadata={"topic": "food"})):
        assert index.search(near(where=gone)) == []
    assert [one.id for one in index.search(near(where=Where(metadata={"topic": "work"})))] == ["m"]
