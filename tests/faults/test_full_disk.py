"""A disk that is full or fails: a typed error, nothing lost, and on it goes when it is back."""

from __future__ import annotations

import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect import Memory, StoreError
from recollect.conformance.samples import near, put, said, vector
from recollect.drivers.chroma import ChromaIndex
from recollect.drivers.faiss import FaissIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex
from recollect.errors import StoreFull
from recollect.orders import Batch
from tests.parts import part

from .kit import WHO, HashEmbedder, made_older, together


@pytest.fixture
def tiny_disk(folder: Path) -> Iterator[Path]:
    """A real disk of three megabytes."""
    place = folder / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def contents(memory: Memory) -> list[str]:
    return sorted(message.content for message in memory.messages(user_id=WHO))


def fill(memory: Memory, kept: list[str]) -> StoreError:
    """Add until it is refused."""
    for number in itertools.count(len(kept)):
        text = f"{number} " + "word " * 300
        try:
            memory.add(text, user_id=WHO)
        except StoreError as error:
            return error
        kept.append(text)
    raise AssertionError


def test_a_full_disk(tiny_disk: Path) -> None:
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(bytes(300_000))
    path, kept = str(tiny_disk / "memory.db"), []
    memory = Memory(path, embedder=HashEmbedder())
    assert isinstance(fill(memory, kept), StoreFull)
    assert len(kept) > 10
    with pytest.raises(StoreFull):
        memory.set("key", "word " * 2000, user_id=WHO)
    assert contents(memory) == sorted(kept)
    assert memory.search("word", user_id=WHO, min_relevance=0)
    assert memory.verify().ok
    ballast.unlink()
    memory.add("there is space again", user_id=WHO)
    memory.close()
    with Memory(path, embedder=HashEmbedder()) as again:
        assert contents(again) == sorted([*kept, "there is space again"])
        assert again.verify().ok


def test_a_full_disk_at_the_start(tiny_disk: Path) -> None:
    """Neither a new file nor one that is there can be opened for writing without any space."""
    path, new = str(tiny_disk / "memory.db"), str(tiny_disk / "new.db")
    with Memory(path, embedder=None) as memory:
        memory.add("before", user_id=WHO)
    ballast = tiny_disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    with pytest.raises(StoreFull):
        Memory(new, embedder=None)
    with pytest.raises(StoreFull), Memory(path, embedder=None) as memory:
        memory.add("now", user_id=WHO)
    ballast.unlink()
    for each in (path, new):
        with Memory(each, embedder=None) as memory:
            memory.add("after", user_id=WHO)
            assert "after" in contents(memory)
            assert memory.verify().ok


@pytest.mark.parametrize("kind", [ChromaIndex, FaissIndex, QdrantIndex])
def test_an_index_on_a_full_disk(tiny_disk: Path, kind: type[Any]) -> None:
    """It says so, and when there is space it catches up."""
    store, index, ballast = InMemoryStore(), kind(str(tiny_disk / "index")), tiny_disk / "ballast"
    rows = [vector(tuple(1.0 + (n * place) % 7 for place in range(384))) for n in range(400)]
    puts = [put(said("m", id=f"m{n}"), row) for n, row in enumerate(rows)]
    store.commit(Batch(puts=tuple(puts)))
    index.apply(store.changes(0, 1))
    ballast.write_bytes(bytes(shutil.disk_usage(tiny_disk).free - 200_000))
    with pytest.raises(StoreFull, match="no space left") as full, closing(index):
        index.apply(store.changes(index.position(), 400))  # FAISS saves at the end
    assert full.value.__cause__ is not None
    ballast.unlink()
    again = kind(str(tiny_disk / "index"))
    again.apply(store.changes(again.position(), 400))
    assert again.position() == 400
    assert len(again.search(near(embedding=rows[0], limit=20))) == 20
    again.close()
    store.close()


def test_a_limit_on_the_size_of_files(folder: Path) -> None:
    """The system refuses a write in the middle of things."""
    path = folder / "memory.db"
    ((error, kept, readable),) = together(1, "fill", path, 1_500_000)
    assert error in ("StoreError", "StoreFull")
    assert readable == len(kept) > 10
    with Memory(str(path), embedder=None) as memory:
        assert [message.id for message in memory.messages(user_id=WHO)] == kept
        assert memory.verify().ok
        memory.add("the limit is gone", user_id=WHO)


class FaultyDisk(apsw.VFS):
    """SQLite's own disk, until the n-th of some calls, which fails: once, or from then on."""

    def __init__(self) -> None:
        self.usual = apsw.vfs_names()[0]
        super().__init__("faulty", self.usual, makedefault=True)
        self.calm()

    def calm(self) -> None:
        """No more faults."""
        self.calls, self.fail_at, self.lasting = 0, 0, False
        self.error: type[apsw.Error] = apsw.FullError

    def step(self) -> None:
        self.calls += 1
        if self.calls == self.fail_at or (self.lasting and 0 < self.fail_at < self.calls):
            raise self.error("a fault that a test asked for")

    def xOpen(self, name: Any, flags: Any) -> FaultyFile:
        return FaultyFile(self, name, flags)

    def excepthook(self, *_: object) -> None:
        """SQLite is told; nobody else needs to be."""

    def close(self) -> None:
        apsw.set_default_vfs(self.usual)
        self.unregister()


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, name: Any, flags: Any) -> None:
        super().__init__(disk.usual, name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.step()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self._disk.step()
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        self._disk.step()
        super().xTruncate(size)

    def excepthook(self, *_: object) -> None:
        """As above."""


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    faulty = FaultyDisk()
    yield faulty
    faulty.close()


class Life:
    """A fixed sequence of calls, remembering which were acknowledged."""

    def __init__(self, path: Path, disk: FaultyDisk) -> None:
        self.path, self.disk, self.said = path, disk, set()
        self.errors: list[StoreError] = []
        self.value: Any = None
        self.attempted: list[Any] = [None]

    @contextmanager
    def allowed(self) -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            self.errors.append(error)

    def live(self) -> None:
        with self.allowed(), Memory(str(self.path), embedder=HashEmbedder()) as memory:
            for number in range(3):
                with self.allowed():
                    memory.add(f"{number} " + "word " * (1 + 900 * number), user_id=WHO)
                    self.said.add(number)
            for value in (1, 2):
                with self.allowed():
                    self.attempted.append(value)
                    memory.set("key", value, user_id=WHO)
                    self.value = value
            with self.allowed():
                for message in memory.messages(user_id=WHO)[:1]:
                    self.said.discard(int(message.content[0]))
                    memory.delete(message.id, user_id=WHO)
            with self.allowed():
                memory.reindex()
            self.calls = self.disk.calls  # before closing, which may fail without any harm

    def check(self) -> None:
        """With the disk in order again, everything acknowledged is there, and more can come."""
        with Memory(str(self.path), embedder=HashEmbedder()) as memory:
            found = {int(message.content[0]) for message in memory.messages(user_id=WHO)}
            assert self.said <= found
            value = memory.value("key", user_id=WHO)
            assert value in self.attempted[self.attempted.index(self.value) :]
            report = memory.verify()
            assert report.ok, report.problems
            memory.add("9 more", user_id=WHO)
            assert memory.verify().ok


def sweep(folder: Path, disk: FaultyDisk, every: int, **fault: Any) -> int:
    """Let each n-th call to the disk fail in a life of its own; counts the lives."""
    calm = Life(folder / "calm.db", disk)
    calm.live()
    assert calm.errors == []
    total, lives = disk.calls, 0
    calm.check()
    for number in range(1, total + 1, every):
        lives += 1
        life = Life(folder / f"{number}.db", disk)
        disk.calm()
        disk.fail_at = number
        for name, value in fault.items():
            setattr(disk, name, value)
        life.live()
        assert life.errors or not disk.lasting or number > calm.calls, "nobody noticed"
        if disk.error is apsw.FullError:
            assert all(isinstance(error, StoreFull) for error in life.errors), life.errors
        disk.calm()
        life.check()
    return lives


FAULTS = [
    {"error": apsw.FullError, "lasting": False},
    {"error": apsw.FullError, "lasting": True},
    {"error": apsw.IOError, "lasting": False},
    {"error": apsw.IOError, "lasting": True},
]


@part
@pytest.mark.parametrize("fault", FAULTS)
def test_some_calls_to_the_disk_fail(folder: Path, disk: FaultyDisk, fault: Any) -> None:
    assert sweep(folder, disk, every=7, **fault) >= 10


@pytest.mark.faults
@pytest.mark.parametrize("fault", FAULTS)
def test_every_call_to_the_disk_fails_once(folder: Path, disk: FaultyDisk, fault: Any) -> None:
    lives = sweep(folder, disk, every=1, **fault)
    print(f"\n{lives} lives, each with the disk failing at another call: 0 lost, 0 corrupt")
    assert lives >= 60


@pytest.mark.parametrize("fault", FAULTS)
def test_the_disk_fails_while_an_older_file_is_brought_up_to_date(
    folder: Path, disk: FaultyDisk, fault: Any
) -> None:
    path, older = folder / "memory.db", folder / "older.db"
    with Memory(str(older), embedder=HashEmbedder()) as memory:
        memory.add("before", user_id=WHO)
    made_older(older)
    refused = 0
    for number in itertools.count(1):
        shutil.copy(older, path)
        disk.calm()
        disk.fail_at, disk.error, disk.lasting = number, fault["error"], fault["lasting"]
        try:
            Memory(str(path), embedder=HashEmbedder()).close()
        except StoreError:
            refused += 1
        reached = disk.calls >= number
        disk.calm()
        with Memory(str(path), embedder=HashEmbedder()) as memory:
            assert contents(memory) == ["before"]
            assert memory.verify().ok
        if not reached:
            break
    assert refused > 3


@part
@pytest.mark.parametrize("fault", FAULTS)
def test_the_disk_fails_while_somebody_is_erased(
    folder: Path, disk: FaultyDisk, fault: Any
) -> None:
    """Then it says so, nobody else loses anything, and erasing again ends it."""
    path, whole, told = folder / "memory.db", folder / "whole.db", 0
    with Memory(str(whole), embedder=HashEmbedder()) as memory:
        memory.add("before", user_id=WHO)
        memory.add("zyzzyva " * 400, user_id="kim")
    for number in itertools.count(1, 2):
        shutil.copy(whole, path)
        disk.calm()
        with Memory(str(path), embedder=HashEmbedder()) as memory:
            disk.fail_at, disk.error, disk.lasting = number, fault["error"], fault["lasting"]
            done = False
            with suppress(StoreError):
                done = memory.erase(user_id="kim").ok
            reached = disk.calls >= number
            disk.calm()
            told += not done
            assert done or memory.erase(user_id="kim").ok
            assert not [one for one in folder.glob("memory.db*") if b"zyzzyva" in one.read_bytes()]
            assert contents(memory) == ["before"]
            assert memory.verify().ok
        if not reached:
            break
    assert told > 5


def test_the_same_memory_goes_on(folder: Path, disk: FaultyDisk) -> None:
    """No reopening is needed when the disk is back."""
    with Memory(str(folder / "memory.db"), embedder=HashEmbedder()) as memory:
        memory.add("before", user_id=WHO)
        for number in range(1, 30):
            disk.calm()
            disk.fail_at, disk.lasting = number, True
            with suppress(StoreError):
                memory.add(f"during {number}", user_id=WHO)
            disk.calm()
            memory.add(f"after {number}", user_id=WHO)
        texts = contents(memory)
        assert [text for text in texts if text.startswith("after")] == sorted(
            f"after {number}" for number in range(1, 30)
        )
        assert memory.verify().ok


def test_the_sweep_can_fail(
    folder: Path, disk: FaultyDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that acknowledged before it wrote would be found out."""
    from recollect.drivers.sqlite.connections import Connections

    usual: Callable[..., Any] = Connections.write

    @contextmanager
    def careless(self: Connections) -> Iterator[apsw.Connection]:
        with suppress(StoreError), usual(self) as db:
            yield db

    monkeypatch.setattr(Connections, "write", careless)
    with pytest.raises(AssertionError):
        sweep(folder, disk, every=3, error=apsw.FullError, lasting=True)
