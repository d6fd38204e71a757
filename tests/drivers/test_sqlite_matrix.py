"""Many vectors of one owner: signs first, then exact. Forced on at sizes that a test can afford."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from recollect import Message, Note, Where
from recollect.drivers.sqlite import SQLiteStore, matrix
from recollect.errors import StoreCorrupt
from recollect.orders import Batch, Close, Drop, Late, Look, Nearest, Put, Vector
from recollect.times import moment
from recollect.types import Scope
from recollect.vectors import checked, pack, steps_of, unpack

SIZE = 100  # not a whole number of words
MODEL = "test"
DANA = Scope(user_id="dana")
WHEN = moment("2026-03-01T10:00Z")


def made(count: int, seed: int = 0, size: int = SIZE) -> np.ndarray:
    drawn = np.random.default_rng(seed).standard_normal((count, size))
    return checked(drawn, count)


def filled(rows: matrix.Rows, vectors: np.ndarray) -> matrix.Rows:
    rows.reserve(len(vectors))
    rows.put(np.arange(len(vectors)), *steps_of(pack(vectors), vectors.shape[1]))
    return rows


class TestRows:
    def test_both_ways_of_keeping_give_the_same_cosines(self) -> None:
        vectors, asked = made(50), made(1, seed=1)[0]
        floats, data = (filled(kind(SIZE), vectors) for kind in (matrix.FloatRows, matrix.ByteRows))
        some = np.array([3, 49, 0])
        expected = unpack(pack(vectors), SIZE)[some]
        assert np.array_equal(floats.units(some), expected)
        assert np.array_equal(data.units(some), expected)
        assert np.allclose(data.cosines(asked, some), expected @ asked, atol=1e-6)

    def test_a_shortlist_is_scored_exactly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matrix, "SHORTLIST", 100)
        vectors, asked = made(2_000), made(1, seed=1)[0]
        rows, cosines = filled(matrix.ByteRows(SIZE), vectors).near(asked, 2_000, None, 5)
        assert 100 <= len(rows) < 400
        assert np.allclose(cosines, unpack(pack(vectors), SIZE)[rows] @ asked, atol=1e-6)

    def test_what_is_near_is_in_the_shortlist(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matrix, "SHORTLIST", 100)
        asked = made(1, seed=1)[0]
        vectors = made(2_000)
        vectors[:20] = checked(vectors[:20] * 0.7 + asked, 20)
        rows, _ = filled(matrix.ByteRows(SIZE), vectors).near(asked, 2_000, None, 5)
        assert set(range(20)) <= set(rows.tolist())

    def test_the_signs_are_compared_where_the_question_is_large(self) -> None:
        """Recomputed dimension by dimension."""
        vectors, asked = made(300), made(1, seed=1)[0]
        held = matrix.ByteRows(SIZE)
        filled(held, vectors)
        steps, _ = steps_of(pack(vectors), SIZE)
        weights = np.minimum(np.rint(np.abs(asked) / (matrix.STEP * np.abs(asked).mean())), 3)
        expected = (((steps > 0) != (asked > 0)) * weights).sum(axis=1)
        assert (held._unlike(asked, 300) == expected).all()
        assert set(weights.tolist()) == {0, 1, 2, 3}

    def test_a_larger_limit_makes_a_longer_shortlist(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matrix, "SHORTLIST", 10)
        held = filled(matrix.ByteRows(SIZE), made(2_000))
        asked = made(1, seed=1)[0]
        assert len(held.near(asked, 2_000, None, 50)[0]) >= 50 * matrix.SPARE

    def test_equal_rows_are_all_on_the_shortlist(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(matrix, "SHORTLIST", 10)
        same = np.repeat(made(1), 500, axis=0)
        rows, cosines = filled(matrix.ByteRows(SIZE), same).near(same[0], 500, None, 1)
        assert len(rows) == 500
        assert np.ptp(cosines) < 1e-6

    def test_a_damaged_row_has_no_length(self) -> None:
        whole = pack(made(1))[0]
        for scale in (np.nan, np.inf, 0.0, -1.0):
            broken = np.float32(scale).tobytes() + whole[4:]
            assert np.isnan(steps_of([broken], SIZE)[1]).all()
        assert np.isnan(steps_of([whole[:4] + bytes(SIZE)], SIZE)[1]).all()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SQLiteStore]:
    monkeypatch.setattr(matrix, "LARGE", 100)
    monkeypatch.setattr(matrix, "SHORTLIST", 60)
    opened = SQLiteStore(tmp_path / "large.db")
    yield opened
    opened.close()


def put(n: int, vector: np.ndarray | None, role: str = "user") -> Put:
    message = Message("apple" if n % 3 else "pear", role, id=f"m{n}", user_id="dana", at=WHEN)
    terms = {message.content: 1}
    return Put(message, terms, None if vector is None else Vector(MODEL, vector))


def near(vector: np.ndarray, limit: int = 3, **more: object) -> Nearest:
    return Nearest(DANA, Vector(MODEL, vector), limit, **more)  # type: ignore[arg-type]


def ids(found: list) -> list[str]:
    return [one.id for one in found]


def many(store: SQLiteStore, count: int = 400) -> np.ndarray:
    vectors = made(count)
    puts = (put(n, v, "user" if n % 50 else "assistant") for n, v in enumerate(vectors))
    store.commit(Batch(puts=tuple(puts)))
    return vectors


def held(store: SQLiteStore) -> matrix.Rows:
    (shard,) = (one for one in store._shards._held.values() if one.model is not None)
    return shard._rows


class TestStore:
    def test_each_finds_itself_with_its_exact_cosine(self, store: SQLiteStore) -> None:
        vectors = many(store)
        for n in (0, 7, 399):
            (first, *_) = store.nearest(near(vectors[n]))
            assert (first.id, first.score) == (f"m{n}", pytest.approx(1, abs=1e-3))
        assert isinstance(held(store), matrix.ByteRows)

    def test_a_filter_gets_all_that_it_asks_for(self, store: SQLiteStore) -> None:
        vectors = many(store)
        few = store.nearest(near(vectors[1], 8, where=Where(role="assistant")))
        assert set(ids(few)) == {f"m{n}" for n in range(0, 400, 50)}
        most = store.nearest(near(vectors[1], 30, where=Where(role="user")))
        assert len(most) == 30
        assert not {int(id[1:]) % 50 for id in ids(most)} & {0}
        named = store.nearest(near(vectors[1], 9, ids=("m5", "m300", "m300", "nobody")))
        assert set(ids(named)) == {"m5", "m300"}

    def test_a_limit_above_all_there_is(self, store: SQLiteStore) -> None:
        vectors = many(store, 150)
        assert len(store.nearest(near(vectors[0], 500))) == 150

    def test_what_changes_after_loading_is_seen(self, store: SQLiteStore) -> None:
        vectors = many(store)
        store.nearest(near(vectors[0]))
        gone, other, late = put(7, None), made(3, seed=9), made(1, seed=10)[0]
        store.commit(Batch(drops=(Drop(gone.record, gone.terms),)))
        store.commit(Batch(puts=(put(1000, other[0]), put(1001, None))))
        store.commit(Batch(vectors=(Late(DANA, "m399", Vector(MODEL, other[1])),)))
        store.commit(Batch(vectors=(Late(DANA, "m1001", Vector(MODEL, late)),)))
        assert "m7" not in ids(store.nearest(near(vectors[7], 400)))
        for id, vector in (("m1000", other[0]), ("m399", other[1]), ("m1001", late)):
            first = store.nearest(near(vector))[0]
            assert (first.id, first.score) == (id, pytest.approx(1, abs=1e-3))
        assert len(store.nearest(near(vectors[0], 1_000))) == 401
        again = SQLiteStore(store.path)
        asked = near(late, 1_000)
        assert set(ids(again.nearest(asked))) == set(ids(store.nearest(asked)))
        again.close()

    def test_a_memory_grows_into_it(self, store: SQLiteStore) -> None:
        vectors = made(300)
        store.commit(Batch(puts=tuple(put(n, vectors[n]) for n in range(90))))
        before = store.nearest(near(vectors[3], 10))
        assert isinstance(held(store), matrix.FloatRows)
        store.commit(Batch(puts=tuple(put(n, vectors[n]) for n in range(90, 300))))
        assert store.nearest(near(vectors[200]))[0].id == "m200"
        assert isinstance(held(store), matrix.ByteRows)
        after = {one.id: one.score for one in store.nearest(near(vectors[3], 300))}
        assert {one.id: one.score for one in before} == {
            one.id: pytest.approx(after[one.id], abs=1e-6) for one in before
        }

    def test_a_match_of_words_alone_has_its_cosine_too(self, store: SQLiteStore) -> None:
        vectors = many(store)
        look = Look(DANA, {"pear": 1.0}, Vector(MODEL, vectors[1]), 64)
        found = store.look(look)
        expected = unpack(pack(vectors), SIZE) @ vectors[1]
        for one in found:
            assert one.cosine == pytest.approx(expected[int(one.record.id[1:])], abs=1e-5)
        assert any(one.bm25 and one.cosine and one.cosine < 0 for one in found)

    def test_a_closed_note_is_not_found_again(self, store: SQLiteStore) -> None:
        vectors, asked = many(store), made(1, seed=11)[0]
        note = Note(text="pear", id="n", user_id="dana", learned_at=WHEN)
        store.commit(Batch(puts=(Put(note, {"pear": 1}, Vector(MODEL, asked)),)))
        assert store.nearest(near(asked))[0].id == "n"
        store.commit(Batch(closes=(Close(DANA, "n", WHEN),)))
        store.commit(Batch(vectors=(Late(DANA, "n", Vector(MODEL, asked)),)))
        again = SQLiteStore(store.path)
        for one in (store, again):
            assert "n" not in ids(one.nearest(near(asked, 1_000)))
            look = one.look(Look(DANA, {"pear": 1.0}, Vector(MODEL, vectors[0]), 1_000))
            assert "n" not in [candidate.record.id for candidate in look]
        again.close()

    def test_a_damaged_vector_is_told(self, store: SQLiteStore) -> None:
        vectors = many(store)
        with store._connections.write() as db:
            db.execute("UPDATE vectors SET data = zeroblob(length(data)) WHERE n = 17")
        for _ in range(2):
            with pytest.raises(StoreCorrupt, match="recollect verify"):
                store.nearest(near(vectors[0]))
