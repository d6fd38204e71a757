"""Cut-off, garbled and foreign files: an error or the right words, and nothing is overwritten."""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect import ConfigError, InputError, Memory, RecollectError, StoreError
from recollect.drivers.sqlite import SQLiteStore, logs, schema
from recollect.drivers.sqlite.connections import Connections
from recollect.errors import SchemaTooNew, StoreCorrupt
from tests.parts import part

from .kit import WHO, HashEmbedder

OFFSETS = 64
FILES = ("", "-wal", "-shm")
HALF = 48
"""Bytes of the index of a log that stand in it twice."""


@dataclass(frozen=True)
class Sample:
    """A memory on disk, once closed and once with its log, and what it holds."""

    closed: Path
    logged: Path
    said: list[tuple[str, str]]
    values: dict[str, int]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    folder = tmp_path_factory.mktemp("sample")
    path, chance = folder / "memory.db", random.Random(3)
    memory = Memory(str(path), embedder=HashEmbedder())
    for number in range(120):
        length = chance.choice((4, 30, 900 if number <= 40 else 30))
        filler = " ".join(f"w{chance.randrange(50)}" for _ in range(length))
        memory.add(f"number{number} {filler}", user_id=WHO, session_id=f"s{number % 3}")
        memory.set(f"key.{number % 4}", number, user_id=WHO)
        if number == 100:  # some of it in the file, some in the log
            memory.close()
            memory = Memory(str(path), embedder=HashEmbedder())
    said = [(message.id, message.content) for message in memory.messages(user_id=WHO)]
    values = {f"key.{k}": memory.value(f"key.{k}", user_id=WHO) for k in range(4)}
    logged, closed = folder / "logged.db", folder / "closed.db"
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{logged}{ending}")
    memory.close()
    shutil.copy(path, closed)
    return Sample(closed, logged, said, values)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "memory.db"


def place(source: Path, path: Path) -> None:
    """Put a copy of a sample where a test can break it."""
    for ending in FILES:
        Path(f"{path}{ending}").unlink(missing_ok=True)
        if Path(f"{source}{ending}").exists():
            shutil.copy(f"{source}{ending}", f"{path}{ending}")


def fingerprint(path: Path) -> dict[str, str]:
    """What lies next to each other on the disk, to the byte."""
    found = sorted(path.parent.glob(f"{path.name}*"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in found}


def cut(path: Path, offset: int, chance: random.Random) -> None:
    path.write_bytes(path.read_bytes()[:offset])


def garble(path: Path, offset: int, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[offset : offset + 32] = chance.randbytes(32)
    path.write_bytes(data)


def flip(path: Path, offset: int, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[offset] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


Breaking = Callable[[Path, int, random.Random], None]


def offsets(path: Path) -> Iterator[tuple[int, random.Random]]:
    """Evenly over a file, a little off each time."""
    size = path.stat().st_size
    for number in range(OFFSETS):
        chance = random.Random(number)
        yield min(size * number // OFFSETS + chance.randrange(99), size - 33), chance


class Attempt:
    """Everything one could ask of a damaged memory; errors are kept, if they are ours."""

    def __init__(self, path: Path) -> None:
        self.errors: list[RecollectError] = []
        self.memory = self.ask(lambda: Memory(str(path), embedder=HashEmbedder()))

    def ask(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except RecollectError as error:
            self.errors.append(error)
            return None

    def verified(self) -> bool:
        report = self.ask(self.memory.verify)
        return report is not None and report.ok

    def said(self) -> list[tuple[str, str]] | None:
        found = self.ask(lambda: self.memory.messages(user_id=WHO))
        return None if found is None else [(message.id, message.content) for message in found]


def hold_to_the_truth(attempt: Attempt, sample: Sample) -> None:
    """All of it or an error; of a part, only what was really said, in its order."""
    memory, truth = attempt.memory, dict(sample.said)
    assert attempt.said() in (None, sample.said)
    for session in range(3):
        part = attempt.ask(lambda s=session: memory.messages(user_id=WHO, session_id=f"s{s}"))
        words = [message.content for message in part or ()]
        wanted = [text for number, (_, text) in enumerate(sample.said) if number % 3 == session]
        assert words == [text for text in wanted if text in words]
        assert words == wanted or attempt.errors or not attempt.verified()
    for key, value in sample.values.items():
        found = attempt.ask(lambda k=key: memory.value(k, user_id=WHO))
        assert found == value or attempt.errors or not attempt.verified()
    for number in (0, 30, 59):
        for hit in attempt.ask(lambda n=number: memory.search(f"number{n}", user_id=WHO)) or ():
            assert hit.kind != "message" or hit.text == truth[hit.id]


@part
@pytest.mark.parametrize("breaking", [cut, garble, flip])
def test_a_damaged_file(sample: Sample, path: Path, breaking: Breaking) -> None:
    noticed = 0
    for offset, chance in offsets(sample.closed):
        place(sample.closed, path)
        breaking(path, offset, chance)
        before = fingerprint(path)
        attempt = Attempt(path)
        if attempt.memory is not None:
            hold_to_the_truth(attempt, sample)
            attempt.verified()
            refused = bool(attempt.errors)
            written = attempt.ask(lambda a=attempt: a.memory.add("one more", user_id=WHO))
            attempt.memory.close()
            if refused:
                assert written is None
        if attempt.errors:
            assert all(isinstance(error, StoreError | ConfigError) for error in attempt.errors)
            noticed += 1
        if attempt.memory is None or refused:
            assert fingerprint(path) == before
    assert noticed > OFFSETS // 4


def test_a_log_that_is_cut_off(sample: Sample, path: Path) -> None:
    """As a crash may leave it: all there is up to that point, word for word, and whole."""
    states = set()
    for offset, chance in offsets(Path(f"{sample.logged}-wal")):
        place(sample.logged, path)
        cut(Path(f"{path}-wal"), offset, chance)
        attempt = Attempt(path)
        said = attempt.said()
        assert said is not None
        assert said == sample.said[: len(said)]
        assert attempt.verified()
        attempt.memory.close()
        states.add(len(said))
    assert min(states) >= 41
    assert len(states) > 10


@pytest.mark.parametrize("breaking", [garble, flip])
def test_a_log_that_is_broken_in_its_middle(sample: Sample, path: Path, breaking: Breaking) -> None:
    """SQLite alone would drop what is behind the damage, and wipe it out on closing."""
    refused = 0
    for offset, chance in offsets(Path(f"{sample.logged}-wal")):
        place(sample.logged, path)
        breaking(Path(f"{path}-wal"), offset, chance)
        before = fingerprint(path)
        attempt = Attempt(path)
        if attempt.memory is None:
            refused += 1
            assert isinstance(attempt.errors[0], StoreCorrupt)
            after = fingerprint(path)
            after.pop(f"{path.name}-shm", None)
            assert after == before
            continue
        said = attempt.said()
        assert said is not None
        assert said == sample.said[: len(said)]
        assert len(said) >= len(sample.said) - 1, "more than the very last was lost in silence"
        assert attempt.verified()
        attempt.memory.close()
    assert refused > OFFSETS * 3 // 4


@part
@pytest.mark.parametrize("breaking", [cut, garble, flip])
def test_a_damaged_file_with_a_log(sample: Sample, path: Path, breaking: Breaking) -> None:
    """The log is not folded into a file that is known to be broken."""
    for offset, chance in offsets(sample.logged):
        place(sample.logged, path)
        breaking(path, offset, chance)
        before = fingerprint(path)
        attempt = Attempt(path)
        if attempt.memory is not None:
            attempt.verified()
            said = attempt.said()
            assert said in (None, sample.said)
            attempt.memory.close()
        if attempt.errors:
            after = fingerprint(path)
            after.pop(f"{path.name}-shm", None)
            assert after == before


def test_an_undamaged_copy_is_right(sample: Sample, path: Path) -> None:
    """The yardstick itself: without damage there are no errors."""
    for source in (sample.closed, sample.logged):
        place(source, path)
        attempt = Attempt(path)
        hold_to_the_truth(attempt, sample)
        assert attempt.verified()
        assert attempt.errors == []
        attempt.memory.close()


WRITER = """
import sys
from recollect import Memory
with Memory(sys.argv[1], embedder=None) as memory:
    print("ready", flush=True)
    while True:
        memory.set("town", "Porto " * 2000, user_id="dana")
        memory.set("town", "Lisbon", user_id="dana")
"""


def test_a_log_that_somebody_writes_is_not_damage(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        try:
            assert writer.stdout.readline() == "ready\n"
            for _ in range(1500):
                SQLiteStore(path).close()
            assert writer.poll() is None
        finally:
            writer.kill()


def test_a_log_that_somebody_empties_meanwhile_is_not_damage(
    sample: Sample, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the question how long it is and the look at its end."""
    place(sample.logged, path)
    usual, emptied = logs.checkpoint, []

    def asked(db: apsw.Connection, mode: int) -> tuple[int, int]:
        told = usual(db, mode)
        if not emptied:
            with closing(apsw.Connection(str(path))) as other:
                other.execute("SELECT * FROM sqlite_schema").fetchall()
                emptied.append(usual(other, apsw.SQLITE_CHECKPOINT_TRUNCATE))
        return told

    monkeypatch.setattr(logs, "checkpoint", asked)
    with Memory(str(path), embedder=HashEmbedder()) as memory:
        assert emptied == [(0, 0)]
        said = [(message.id, message.content) for message in memory.messages(user_id=WHO)]
    assert said == sample.said


def test_a_log_whose_index_somebody_is_changing_is_waited_for(sample: Sample, path: Path) -> None:
    """SQLite answers "busy" at once here, with no regard to the time it was told to wait."""
    place(sample.logged, path)
    with closing(apsw.Connection(str(path))) as db, closing(apsw.Connection(str(path))) as writer:
        db.execute("SELECT * FROM sqlite_schema").fetchall()
        writer.execute("BEGIN IMMEDIATE")
        with (path.parent / f"{path.name}-shm").open("r+b") as index:
            first = index.read(HALF)
            index.seek(0)
            index.write(bytes(HALF))  # the first half of a change; the second is yet to come
            index.flush()
            with pytest.raises(apsw.BusyError):
                db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
            index.seek(0)
            threading.Timer(0.3, lambda: (index.write(first), index.flush())).start()
            assert not logs.broken(path, db, 4096)


HOLDER = """
import fcntl, sys, time
with open(sys.argv[1] + "-shm", "r+b") as index:
    fcntl.lockf(index, fcntl.LOCK_EX, 1, 121)  # what SQLite locks for a checkpoint
    print("held", flush=True)
    time.sleep(0.5)
"""


def test_a_checkpoint_of_another_process_is_waited_for(sample: Sample, path: Path) -> None:
    place(sample.logged, path)
    connections = Connections(path)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert connections.truncate_wal(patience=60)
    assert connections.truncate_wal(patience=60)
    connections.close()


@pytest.mark.parametrize("main", ["empty", "gone"])
def test_a_log_without_its_file_is_not_a_new_memory(sample: Sample, path: Path, main: str) -> None:
    place(sample.logged, path)
    path.write_bytes(b"") if main == "empty" else path.unlink()
    before = fingerprint(path)
    with pytest.raises(StoreCorrupt, match="-wal"):
        Memory(str(path), embedder=None)
    assert fingerprint(path) == before


def make_text(path: Path) -> None:
    path.write_text("Dear diary, this is not a database. " * 99)


def make_short(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00")


def make_foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE theirs(x)")
    db.close()


def make_foreign_with_log(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode=wal")
    db.execute("CREATE TABLE theirs(x)")
    db.commit()
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{path}{ending}.kept")
    db.close()
    for ending in ("", "-wal"):
        shutil.move(f"{path}{ending}.kept", f"{path}{ending}")


def make_newer(path: Path) -> None:
    with Memory(str(path), embedder=None) as memory:
        memory.add("from the future", user_id=WHO)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    db.close()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (make_text, StoreCorrupt),
        (make_short, StoreCorrupt),
        (make_foreign, ConfigError),
        (make_foreign_with_log, ConfigError),
        (make_newer, SchemaTooNew),
    ],
)
def test_what_is_not_ours_is_refused_untouched(
    path: Path, make: Callable[[Path], None], error: type[RecollectError]
) -> None:
    make(path)
    before = fingerprint(path)
    with pytest.raises(error) as caught:
        Memory(str(path), embedder=None)
    assert str(path) in str(caught.value)
    assert fingerprint(path) == before  # while the error is still held, and
    del caught
    assert fingerprint(path) == before  # when it is not


def test_an_export_that_is_cut_off_or_garbled(sample: Sample, path: Path) -> None:
    """Cut anywhere, or with bytes in it that are no text, it changes nothing."""
    whole, broken = path.with_name("whole.jsonl"), path.with_name("broken.jsonl")
    place(sample.closed, path)
    with Memory(str(path), embedder=HashEmbedder()) as memory:
        memory.export_to(whole)
    for offset, chance in offsets(whole):
        for breaking in (cut, garble):
            shutil.copy(whole, broken)
            breaking(broken, offset, chance)
            with Memory("memory://", embedder=None) as memory:
                with pytest.raises(InputError):
                    memory.import_from(broken)
                assert memory.stats().messages + memory.stats().notes == 0


def test_one_changed_letter_is_noticed(path: Path) -> None:
    """SQLite itself would hand out the changed words."""
    with Memory(str(path), embedder=None) as memory:
        memory.add("meet at seven", user_id=WHO)
        memory.set("door.code", "four-two", user_id=WHO)
    for words, other in ((b"meet at seven", b"meet at eight"), (b"four-two", b"four-six")):
        data = path.read_bytes()
        path.write_bytes(data.replace(words, other))
        before = fingerprint(path)
        with Memory(str(path), embedder=None) as memory:
            assert not memory.verify().ok
            with pytest.raises(StoreCorrupt):
                (memory.search("meet", user_id=WHO), memory.value("door.code", user_id=WHO))
            with pytest.raises(StoreCorrupt):
                memory.add("one more", user_id=WHO)
        assert fingerprint(path) == before
        path.write_bytes(data)


def test_a_file_that_was_replaced_is_noticed(folder: Path) -> None:
    """A write to a file that has no name any more would be acknowledged and lost."""
    path = folder / "memory.db"
    memory = Memory(str(path), embedder=None)
    memory.add("first", user_id=WHO)
    for ending in FILES:
        Path(f"{path}{ending}").unlink()
    with pytest.raises(StoreError, match="moved, deleted or replaced"):
        memory.add("second", user_id=WHO)
    with Memory(str(path), embedder=None) as other:
        other.add("somebody else's", user_id=WHO)
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            memory.messages(user_id=WHO)
        assert len(other.messages(user_id=WHO)) == 1
    memory.close()
