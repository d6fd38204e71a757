"""The in-process index passes the suite, in both colours, and scores by the book."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from math import log

import pytest

from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import DANA, leaning, matching, minute, near, noted, said, vector
from recollect.conformance.samples import put as puts
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.threaded import ThreadedIndex
from recollect.errors import StoreClosed, VectorError
from recollect.orders import Change, Match, Neighbours, Put, Vector
from recollect.text.bm25 import K1, B, bm25
from recollect.types import Record


class TestSync(IndexSuite):
    @pytest.fixture
    def index(self) -> Iterator[InProcessIndex]:
        index = InProcessIndex()
        yield index
        index.close()


class TestAsync(AsyncIndexSuite):
    part = True

    @pytest.fixture
    async def index(self) -> AsyncIterator[ThreadedIndex]:
        index = ThreadedIndex(InProcessIndex())
        yield index
        await index.close()


def holding(*given: tuple[Record, Vector | None]) -> InProcessIndex:
    """An index of these records."""
    index = InProcessIndex()
    index.apply(
        [
            Change(seq, "put", record.scope, record.id, puts(record, embedding))
            for seq, (record, embedding) in enumerate(given, start=1)
        ]
    )
    return index


class TestTies:
    def test_the_last_that_came(self) -> None:
        same = vector((0.1, 0.7, -0.3, 0.2))
        times = {"b": 1, "d": 2, "a": 1, "c": 2, "e": 0}
        records = [(said("apple", id=id, at=minute(at)), same) for id, at in times.items()]
        index = holding(*records)
        for request in (near(embedding=same), matching("apple")):
            assert [hit.id for hit in index.search(request)] == ["e", "c", "a", "d", "b"]
        assert [hit.id for hit in index.search(near(embedding=same, limit=3))] == ["e", "c", "a"]

    @pytest.mark.parametrize("size", [3, 17, 384])
    def test_equal_vectors_score_equally_wherever_they_lie(self, size: int) -> None:
        import numpy as np

        random = np.random.default_rng(7)
        same, asked = random.normal(size=size), random.normal(size=size)
        given = []
        for number in range(67):
            data = same if number % 3 else random.normal(size=size)
            given.append((said("m", id=f"{number:02}", at=minute(number)), vector(data)))
        found = holding(*given).search(near(embedding=vector(asked), limit=100))
        scores = {hit.score for hit in found if int(hit.id) % 3}
        assert len(scores) == 1
        equal = [int(hit.id) for hit in found if int(hit.id) % 3]
        assert equal == sorted(equal, reverse=True)

    def test_neighbours_newest_first(self) -> None:
        notes = [noted("n", id=f"n{n}", subject="Alice", learned_at=minute(n)) for n in (2, 1, 3)]
        index = holding(*((note, None) for note in notes))
        found = index.search(Neighbours(DANA, ("alice",), None, 2))
        assert [hit.id for hit in found] == ["n3", "n1"]


class TestAgainstBruteForce:
    def test_nearest_is_exact(self) -> None:
        import numpy as np

        random = np.random.default_rng(3)
        data = random.normal(size=(300, 24)).astype(np.float32)
        records = [said("m", id=f"{number:03}") for number in range(300)]
        index = holding(*((r, vector(row)) for r, row in zip(records, data, strict=True)))
        asked = random.normal(size=24)
        norms = np.linalg.norm(data, axis=1) * np.linalg.norm(asked)
        order = np.argsort(-(data @ asked) / norms)
        found = index.search(near(embedding=vector(asked), limit=20))
        assert [int(hit.id) for hit in found] == order[:20].tolist()
        exact = ((data @ asked) / norms)[order[:20]]
        assert [hit.score for hit in found] == pytest.approx(exact.tolist(), abs=1e-5)

    def test_bm25_by_hand(self) -> None:
        import numpy as np

        tf, length = np.array([2.0, 1.0]), np.array([3.0, 6.0])
        rarity = log(1 + (10 - 2 + 0.5) / (2 + 0.5))
        wanted = [
            rarity * 2 * (K1 + 1) / (2 + K1 * (1 - B + B * 3 / 4)),
            rarity * 1 * (K1 + 1) / (1 + K1 * (1 - B + B * 6 / 4)),
        ]
        assert bm25(tf, length, 2, 10, 4.0).tolist() == pytest.approx(wanted)
        assert (bm25(tf, length, 10, 10, 4.0) > 0).all()


class TestChanges:
    def test_slots_and_rows_are_used_again(self) -> None:
        index, seq = InProcessIndex(), 0
        for turn in range(5):
            for number in range(20):
                record = said(f"apple w{number}", id=f"{turn}-{number}")
                seq += 1
                put = puts(record, leaning(number))
                index.apply([Change(seq, "put", DANA, record.id, put)])
            for number in range(1, 20):
                seq += 1
                index.apply([Change(seq, "drop", DANA, f"{turn}-{number}")])
        left = [f"{turn}-0" for turn in range(5)]
        assert sorted(hit.id for hit in index.search(near(limit=99))) == left
        assert sorted(hit.id for hit in index.search(matching("apple", limit=99))) == left
        assert index.search(matching("w1")) == []
        shard = index._shards[DANA.owner]
        assert len(shard._postings.ids) == 24

    def test_a_put_again_replaces_the_terms_and_keeps_the_vector(self) -> None:
        record = said("apple", id="m")
        index = holding((record, leaning(0)))
        index.apply([Change(2, "put", DANA, "m", Put(record, {"pear": 1}))])
        assert index.search(matching("apple")) == []
        assert [hit.id for hit in index.search(matching("pear"))] == ["m"]
        assert [hit.id for hit in index.search(near())] == ["m"]

    def test_a_vector_without_its_terms_leaves_the_terms(self) -> None:
        record = said("apple", id="m")
        index = holding((record, None))
        index.apply([Change(2, "vector", DANA, "m", Put(record, vector=leaning(0)))])
        assert [hit.id for hit in index.search(matching("apple"))] == ["m"]
        assert [hit.id for hit in index.search(near())] == ["m"]

    def test_a_put_whose_record_is_gone(self) -> None:
        index = InProcessIndex()
        index.apply([Change(1, "put", DANA, "m"), Change(2, "drop", DANA, "m")])
        assert index.position() == 2
        assert index.search(near()) == []
        assert index._shards == {}

    def test_an_owner_with_nothing_left_takes_no_room(self) -> None:
        index = holding((said("apple", id="m"), leaning(0)))
        index.apply([Change(2, "drop", DANA, "m")])
        assert index._shards == {}


def test_a_query_of_another_size_is_refused() -> None:
    index = holding((said("apple"), leaning(0)))
    with pytest.raises(VectorError):
        index.search(near(embedding=vector((1.0, 0.0))))


def test_no_limit_no_results() -> None:
    index = holding((noted("apple", subject="Alice"), leaning(0)))
    for request in (
        near(limit=0),
        Match(DANA, {"apple": 1.0}, 0),
        Neighbours(DANA, ("Alice",), None, 0),
    ):
        assert index.search(request) == []


def test_closed_says_so() -> None:
    index = InProcessIndex()
    index.close()
    with pytest.raises(StoreClosed):
        index.search(near())
    with pytest.raises(StoreClosed):
        index.apply([])


def test_numpy_is_loaded_only_when_needed() -> None:
    code = (
        "import sys, recollect.drivers.inprocess, recollect.drivers.memory, recollect.text.bm25\n"
        "recollect.drivers.memory.InMemoryStore()\n"
        "recollect.drivers.inprocess.InProcessIndex()\n"
        "assert 'numpy' not in sys.modules and 'asyncio' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
