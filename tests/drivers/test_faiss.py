"""FAISS passes the index suite, in both colours, and survives what happens to folders."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import AsyncMemory, Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import DANA, MODEL, leaning, near, put, said
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.faiss import FaissIndex, folder, graph, space
from recollect.drivers.faiss.graph import Graph
from recollect.drivers.memory import InMemoryStore
from recollect.errors import ConfigError, StoreError, StoreFull, UnknownScheme
from recollect.orders import Batch, Change, Nearest, Put, Vector
from recollect.types import EVERYTHING, Scope, Where
from tests.counting import calls

from .opened import FolderTests, Indexes, InFolder, ThreadedIndexes


class TestSync(InFolder, Indexes, IndexSuite):
    kind = FaissIndex


class TestAsync(InFolder, ThreadedIndexes, AsyncIndexSuite):
    kind, part = FaissIndex, True


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A graph from the second vector on; whether each walk through one led to enough."""
    done: list[bool] = []
    walked = Graph._walked

    def counted(self: Graph, *args: Any) -> Any:
        found = walked(self, *args)
        done.append(found is not None)
        return found

    monkeypatch.setattr(Graph, "_walked", counted)
    monkeypatch.setattr(space, "FIRST", 1)
    monkeypatch.setattr(graph, "FEW", 1)
    return done


class TestGraph(IndexSuite):
    """The same answers where most vectors are in a graph."""

    @pytest.fixture
    def index(self, tmp_path: Path, walks: list[bool]) -> Iterator[FaissIndex]:
        index = FaissIndex(str(tmp_path / "index"))
        yield index
        index.close()

    def test_it_finds_the_nearest_whatever_was_removed(
        self, tmp_path: Path, walks: list[bool]
    ) -> None:
        rows, asked = clustered(3000, 40)
        index = FaissIndex(str(tmp_path / "many"))
        index.apply([told(n, rows[n], n + 1) for n in range(3000)])
        gone = set(range(0, 3000, 9))
        index.apply([left(n, 4000 + n) for n in sorted(gone)])
        staying = [n for n in range(3000) if n not in gone]
        some = [n for n in staying if n % 4 == 1]
        for where, kept in ((EVERYTHING, staying), (Where(session_id="s1"), some)):
            walks.clear()
            shared = 0
            for query in asked:
                found = index.search(Nearest(DANA, Vector(MODEL, query), 10, where))
                scores = [one.score for one in found]
                assert scores == sorted(scores, reverse=True)
                cosines = rows[kept] @ query / np.linalg.norm(rows[kept], axis=1)
                wanted = {f"m{kept[place]}" for place in np.argsort(-cosines)[:10]}
                assert len(found) == 10
                shared += len(wanted & {one.id for one in found})
            assert shared >= 0.99 * 400
            assert walks == [True] * 40
        index.close()
        again = FaissIndex(str(tmp_path / "many"))
        assert again.search(Nearest(DANA, Vector(MODEL, query), 10, where)) == found
        again.close()

    def test_what_is_removed_leaves_no_number(self, tmp_path: Path, walks: list[bool]) -> None:
        rows, _ = clustered(30, 1)
        index = FaissIndex(str(tmp_path / "few"))
        index.apply([told(n, rows[n], n + 1) for n in range(30)])
        index.apply([left(20, 31)])
        index.close()
        held = b"".join(path.read_bytes() for path in tmp_path.rglob("*.faiss"))
        kept, gone = (rows[n] / np.linalg.norm(rows[n]) for n in (19, 20))
        assert np.float32(kept).tobytes()[8:32] in held
        assert np.float32(gone).tobytes()[8:32] not in held

    def test_a_graph_of_which_a_fifth_is_gone_is_made_anew(
        self, tmp_path: Path, walks: list[bool]
    ) -> None:
        rows, _ = clustered(40, 1)
        index = FaissIndex(str(tmp_path / "few"))
        index.apply([told(n, rows[n], n + 1) for n in range(40)])
        held = index._state.spaces[DANA.owner][MODEL]._graph
        assert len(held.ids) == 39
        index.apply([left(n, 41 + n) for n in range(1, 8)])
        assert (len(held.ids), len(held)) == (39, 32)
        index.apply([left(8, 60)])
        assert (len(held.ids), len(held)) == (31, 31)
        assert {one.id for one in index.search(Nearest(DANA, Vector(MODEL, rows[9]), 99))} == {
            f"m{n}" for n in (0, *range(9, 40))
        }
        index.apply([left(n, 61 + n) for n in range(40)])
        assert index.search(Nearest(DANA, Vector(MODEL, rows[9]), 9)) == []
        index.close()

    @pytest.mark.parametrize("damage", [b"", b"garbage", None])
    def test_a_broken_graph_is_filled_anew(
        self, tmp_path: Path, walks: list[bool], damage: bytes | None
    ) -> None:
        rows, _ = clustered(9, 1)
        changes = [told(n, rows[n], n + 1) for n in range(9)]
        index = FaissIndex(str(tmp_path))
        index.apply(changes)
        index.close()
        (path,) = tmp_path.rglob("0.graph.faiss")
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage)
        again = FaissIndex(str(tmp_path))
        assert again.position() == 0
        again.apply(changes)
        assert len(again.search(Nearest(DANA, Vector(MODEL, rows[0]), 9))) == 9
        again.close()


def clustered(count: int, asked: int) -> tuple[Any, Any]:
    """Vectors that lie in groups, as those of texts do, and some to ask for."""
    numbers = np.random.default_rng(3)
    centres = numbers.normal(size=(40, 32))
    drawn = centres[numbers.integers(40, size=count + asked)]
    drawn = (drawn + 0.6 * numbers.normal(size=drawn.shape)).astype(np.float32)
    return drawn[:count], drawn[count:]


def told(number: int, row: Any, seq: int) -> Change:
    """A message comes, with its vector."""
    message = said("m", id=f"m{number}", session_id=f"s{number % 4}")
    return Change(seq, "put", DANA, message.id, Put(message, {}, Vector(MODEL, row)))


def left(number: int, seq: int) -> Change:
    """A message goes."""
    return Change(seq, "drop", DANA, f"m{number}")


class TestFolder(FolderTests):
    kind = FaissIndex

    def test_without_closing_it_goes_on_from_the_last_save(
        self, tmp_path: Path, store: InMemoryStore
    ) -> None:
        first = FaissIndex(str(tmp_path / "a"))
        first.apply(store.changes(0))
        again = FaissIndex(str(tmp_path / "a"))
        assert again.position() == 0
        again.apply(store.changes(0))
        assert again.search(near()) == first.search(near())
        first.close()
        again.close()

    @pytest.mark.parametrize("file", ["CURRENT", "state.json", "0.faiss"])
    @pytest.mark.parametrize("damage", [b"", b"garbage", None])
    def test_a_broken_folder_is_filled_anew(
        self, tmp_path: Path, store: InMemoryStore, file: str, damage: bytes | None
    ) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        index.close()
        (path,) = tmp_path.rglob(file)
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage)
        again = FaissIndex(str(tmp_path))
        assert again.position() == 0
        again.apply(store.changes(0))
        assert len(again.search(near())) == 5
        again.close()

    def test_one_process_writes_and_others_read(self, tmp_path: Path, store: InMemoryStore) -> None:
        first, second = FaissIndex(str(tmp_path)), FaissIndex(str(tmp_path))
        second.apply(store.changes(0))
        assert len(second.search(near())) == 5
        second.close()
        assert list(tmp_path.glob("state-*")) == []
        first.apply(store.changes(0))
        first.close()
        assert len(list(tmp_path.glob("state-*"))) == 1

    def test_one_that_does_not_write_says_what_is_still_on_the_disk(
        self, tmp_path: Path, store: InMemoryStore
    ) -> None:
        first, second = FaissIndex(str(tmp_path)), FaissIndex(str(tmp_path))
        for index in (first, second):
            index.apply(store.changes(0))
        first._save()
        store.erase(DANA.owner)
        changes = store.changes(second.position())
        with pytest.raises(StoreError, match="another process writes its folder; what was erased"):
            second.apply(changes)
        assert second.search(near()) == []
        with pytest.raises(StoreError, match="nothing was changed"):
            second.clear()
        second.close()
        first.apply(changes)
        store.commit(Batch(puts=(put(said("later"), leaning(0)),)))
        third = FaissIndex(str(tmp_path))
        third.apply(store.changes(0))  # what was erased is gone from the disk by now
        third.close()
        first.close()

    def test_a_folder_that_cannot_be_written_is_followed_in_memory(
        self, store: InMemoryStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        index = FaissIndex("/proc/recollect")
        assert "kept in memory alone: its folder cannot be written" in caplog.text
        index.apply(store.changes(0))
        assert len(index.search(near())) == 5
        index.close()

    def test_what_was_erased_and_could_not_be_saved_is_told_again(
        self, tmp_path: Path, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        index._save()
        store.erase(DANA.owner)
        with monkeypatch.context() as full:
            full.setattr(folder, "flush", no_space)
            for _ in range(2):
                before = index.position()
                with pytest.raises(StoreFull):
                    index.apply(store.changes(before), before)
        index.apply(store.changes(index.position()))
        held = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert b"dana" not in held
        assert index.position() == store.changes(0)[-1].seq
        index.close()

    def test_what_is_erased_is_gone_from_the_disk_at_once(
        self, tmp_path: Path, store: InMemoryStore
    ) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        index.close()
        index = FaissIndex(str(tmp_path))
        index.erase(DANA.owner)
        held = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert b"dana" not in held
        assert b"m3" not in held
        index.close()


def no_space(path: Path) -> None:
    """A disk that fills up at the last moment."""
    raise OSError(errno.ENOSPC, "no space left", str(path))


def test_another_scheme_is_named() -> None:
    with pytest.raises(UnknownScheme, match="faiss://"):
        Memory("memory://", vectors="fais:///x")


@pytest.mark.parametrize("door", [Memory, AsyncMemory])
@pytest.mark.parametrize("wrong", [{"url": "gone/agent.db"}, {"graph": "nosuch://here"}])
def test_a_memory_that_cannot_be_opened_lets_go_of_the_folder(
    tmp_path: Path, door: Any, wrong: dict[str, str]
) -> None:
    url = str(tmp_path / wrong.get("url", "agent.db"))
    index = f"faiss:///{tmp_path}/index"
    with pytest.raises(ConfigError) as refused:  # it is held, as by a debugger
        door(url, embedder=None, vectors=index, graph=wrong.get("graph"))
    again = FaissIndex(str(tmp_path / "index"))
    again.clear()  # which only the one can do who writes there
    again.close()
    assert refused.value


def test_forgetting_takes_no_more_than_there_is(tmp_path: Path) -> None:
    def forgetting(count: int) -> int:
        index = FaissIndex(str(tmp_path / str(count)))
        whose = [Scope(f"somebody{number}") for number in range(count)]
        each = [Put(said("m", one, id="m"), {}, leaning(9)) for one in whose]
        come = [Change(n, "put", whose[n - 1], "m", each[n - 1]) for n in range(1, count + 1)]
        go = [Change(count + n, "drop", one, "m") for n, one in enumerate(whose, start=1)]
        index.apply(come)
        made = calls(lambda: index.apply(go))
        assert not index._state.spaces
        index.close()
        return made

    assert forgetting(400) < 10 * forgetting(50)
