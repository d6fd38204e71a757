"""The SQLite store passes the suite, in both colours; then what only a file can get wrong."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect import Memory
from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.samples import DANA, drop, leaning, minute, near, noted, put, said
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.sqlite import SQLiteStore, opening, schema, search
from recollect.drivers.sqlite.check import check
from recollect.drivers.sqlite.failures import translated
from recollect.drivers.sqlite.past import NEWER
from recollect.errors import StoreBusy, StoreCorrupt, StoreError
from recollect.orders import Batch, Close, Put, Query, Seen
from recollect.types import Note, Owner, Record, Scope, Where

from .opened import Stores, ThreadedStores


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "memory.db"


@pytest.fixture
def place(path: Path) -> Path:
    return path


class TestSync(Stores, StoreSuite):
    kind = SQLiteStore


class TestAsync(ThreadedStores, AsyncStoreSuite):
    kind, part = SQLiteStore, True


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path)
    yield store
    store.close()


def keep(store: SQLiteStore, *records: Record) -> None:
    puts = tuple(put(record, leaning(number)) for number, record in enumerate(records))
    store.commit(Batch(puts=puts))


def sql(path: Path, statement: str) -> list[Any]:
    """Ask the file behind the store's back."""
    db = sqlite3.connect(path)
    try:
        with db:
            return db.execute(statement).fetchall()
    finally:
        db.close()


class TestMigrations:
    """A newer release brings a file up to date, all or nothing."""

    def test_a_step_is_done_once(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        SQLiteStore(path).close()
        step = "CREATE TABLE newer(x); INSERT INTO newer VALUES(1);"
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
        for _ in range(2):
            SQLiteStore(path).close()
        assert sql(path, "SELECT count(*) FROM newer") == [(1,)]
        assert sql(path, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]

    def test_a_step_that_fails_leaves_the_file_as_it_was(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = SQLiteStore(path)
        keep(store, said("apple", id="m"))
        store.close()
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            bad = ("CREATE TABLE newer(x)", "INSERT INTO nowhere VALUES(1)")
            patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *bad))
            with pytest.raises(StoreError):
                SQLiteStore(path)
        assert path.read_bytes() == before
        store = SQLiteStore(path)
        assert [message.id for message in store.messages(Query(DANA))] == ["m"]
        store.close()

    def test_a_file_that_was_never_finished(self, path: Path) -> None:
        """Killed between making the file and filling it."""
        path.touch()
        store = SQLiteStore(path)
        keep(store, said("apple"))
        assert store.check().ok
        store.close()

    def test_the_power_was_cut_while_it_was_filled_first(self, path: Path) -> None:
        """Its journal is on the disk, which knows that it was empty; its first page is not."""
        journal = Path(f"{path}-journal")
        with closing(apsw.Connection(str(path))) as db:
            db.execute("BEGIN; CREATE TABLE half(x)")
            db.cache_flush()
            before = journal.read_bytes()
        journal.write_bytes(before)
        path.write_bytes(bytes(8192))
        store = SQLiteStore(path)
        keep(store, said("apple"))
        assert store.check().ok
        store.close()
        journal.write_bytes(before[:16] + bytes([0, 0, 0, 1]) + before[20:])
        path.write_bytes(bytes(8192))
        with pytest.raises(StoreCorrupt):  # there was something in it
            SQLiteStore(path)
        assert path.read_bytes() == bytes(8192)

    def test_killed_before_the_log_was_turned_on(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        SQLiteStore(path).close()
        assert sql(path, "PRAGMA journal_mode = delete") == [("delete",)]
        store = SQLiteStore(path)
        keep(store, said("apple"))
        store.close()
        assert sql(path, "PRAGMA journal_mode") == [("wal",)]


class TestCheck:
    """`verify` finds each thing that can be wrong, and says which."""

    @pytest.mark.parametrize(
        ("damage", "words"),
        [
            ("DELETE FROM ids WHERE id = 'm1'", "id"),
            ("UPDATE owners SET messages = messages + 1", "counters"),
            ("DELETE FROM messages WHERE id = 'm1'", "lead nowhere"),
            ("UPDATE messages SET content = 'changed' WHERE id = 'm1'", "not what was written"),
            ("UPDATE messages SET at = at + 1 WHERE id = 'm1'", "not what was written"),
            ("UPDATE notes SET closed = NULL", "not what was written"),
            ("UPDATE notes SET value = '2'", "not what was written"),
            ("DELETE FROM postings", "terms are missing"),
            ("DELETE FROM vectors WHERE n = 1", "count of vectors"),
            ("UPDATE vectors SET data = x'00'", "wrong size"),
            ("INSERT INTO vectors VALUES(1, 1, 99, zeroblob(8))", "gone"),
            ("DELETE FROM changes WHERE n = 1", "misses"),
            ("DELETE FROM edges WHERE entity = 'alice'", "the notes lack 1 edge;"),
            ("UPDATE edges SET entity = 'bob' WHERE entity = 'alice'", "1 edge that no note has"),
        ],
    )
    def test_damage_is_found(self, path: Path, damage: str, words: str) -> None:
        store = SQLiteStore(path)
        keep(store, said("apple", id="m1"), said("pear", id="m2"), noted("n", id="n", value=1))
        keep(store, noted("Alice leads Alpha.", id="e", subject="Alice", object="Alpha"))
        store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        assert store.check().ok
        store.close()
        sql(path, damage)
        store = SQLiteStore(path)
        report = store.check()
        assert not report.ok
        assert any(words in problem for problem in report.problems), report.problems
        store.close()


class TestViews:
    """The cache of vectors may be newer than what a reader sees; that must not show."""

    def test_a_search_in_an_older_state(self, store: SQLiteStore) -> None:
        keep(store, said("apple", id="old"))
        with store._connections.read() as db:
            assert db.execute("SELECT count(*) FROM messages").get == 1
            keep(store, *(said("apple", id=f"new{number}") for number in range(5)))
            assert len(store.nearest(near())) == 6
            asked = near(where=Where(role="user"))
            assert [hit.id for hit in search.nearest(db, store._shards, asked)] == ["old"]
            assert [hit.id for hit in search.nearest(db, store._shards, near())] == ["old"]
        assert len(store.nearest(near(where=Where(role="user")))) == 6

    def test_a_record_that_is_gone_by_now(self, store: SQLiteStore) -> None:
        message = said("apple", id="m")
        keep(store, message, said("apple", id="other"))
        with store._connections.read() as db:
            assert db.execute("SELECT count(*) FROM messages").get == 2
            store.commit(Batch(drops=(drop(message),)))
            assert [hit.id for hit in store.nearest(near())] == ["other"]
            found = [hit.id for hit in search.nearest(db, store._shards, near())]
            assert found in (["other"], ["m", "other"])


def test_an_interrupted_write_leaves_no_lock(store: SQLiteStore, path: Path) -> None:
    """Control-C in the middle of a commit: the next one, here or elsewhere, goes on."""
    with suppress(KeyboardInterrupt), store._connections.write() as db:
        db.execute("DELETE FROM owners")
        raise KeyboardInterrupt
    keep(store, said("apple"))
    other = SQLiteStore(path)
    keep(other, said("pear"))
    assert len(store.messages(Query(DANA))) == 2
    other.close()


def test_a_file_that_does_not_tell_of_its_log(path: Path) -> None:
    """What a power cut can leave of a file that was just made: the next to open it mends it."""
    with Memory(str(path), embedder=None) as memory:
        memory.add("I live in Lisbon.", user_id="dana")
    sql(path, "PRAGMA journal_mode = delete")
    Path(f"{path}-wal").write_bytes(bytes(32))
    with Memory(str(path), embedder=None) as memory:
        memory.add("I live in Porto.", user_id="kim")
        receipt = memory.erase(user_id="kim")  # for which everybody lets go of the file
        assert receipt.ok, receipt.problems
        assert path.read_bytes()[18:20] == schema.LOGGED


def test_a_link_is_another_name_of_the_file(tmp_path: Path) -> None:
    """SQLite itself refuses to open one; the log must be one, whichever name is used."""
    (tmp_path / "elsewhere").mkdir()
    link, real = tmp_path / "link.db", tmp_path / "elsewhere" / "real.db"
    link.symlink_to(real)
    with Memory(str(link), embedder=None) as memory, Memory(str(real), embedder=None) as other:
        memory.add("I like tea.", user_id="dana")
        other.add("I like figs.", user_id="dana")
        assert len(memory.messages(user_id="dana")) == 2
        assert memory.erase(user_id="dana").ok
    with Memory(str(link), embedder=None) as memory:
        assert memory.url.endswith("link.db")
        assert memory.verify().ok
    assert link.is_symlink()
    assert [path.name for path in tmp_path.iterdir() if not path.is_dir()] == ["link.db"]


def test_another_writer_is_waited_for_and_then_named(
    store: SQLiteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.drivers.sqlite.opening.BUSY_SECONDS", 0.05)
    other = SQLiteStore(path)
    with store._connections.write():
        with pytest.raises(StoreBusy, match="try again"):
            keep(other, said("apple"))
        assert other.messages(Query(DANA)) == []
    keep(other, said("apple"))
    other.close()


def test_ctrl_c_ends_the_waiting_for_another_writer(
    store: SQLiteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.drivers.sqlite.opening.BUSY_SECONDS", 20)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other, began = SQLiteStore(path), time.monotonic()
    soon = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])

    def waits() -> None:
        soon.start()
        keep(other, said("apple"))

    try:
        with store._connections.write(), pytest.raises(KeyboardInterrupt):
            waits()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 15
    keep(other, said("apple"))
    other.close()


def test_one_that_was_stopped_in_the_middle_of_a_change_is_named_too(path: Path) -> None:
    """SQLite waits ten seconds for it, and then speaks of a protocol."""
    with pytest.raises(StoreBusy, match="over 10 s"), translated(path):
        raise apsw.ProtocolError("locking protocol")


def test_a_file_of_the_first_schema_is_read_and_brought_up_to_date(tmp_path):
    path = tmp_path / "old.db"
    store = SQLiteStore(path)
    note = Note(text="lives in Lisbon", id="n", key="home", user_id="dana", sources=("m0",))
    store.commit(Batch(puts=(Put(note),)))
    store.close()
    db = apsw.Connection(str(path))
    db.execute("DROP TABLE seen; DROP TABLE cursors; PRAGMA user_version=1")
    db.execute("DROP TABLE moments; DROP TABLE ends")
    db.pragma("journal_mode", "delete")
    db.close()
    before = path.read_bytes()
    query, seen = Query(Scope("dana")), Seen(Scope("dana"), "n", "m1", note.learned_at)
    connection = opening.connect(path, writable=False)
    assert connection.execute("SELECT count(*) FROM seen").get == 0
    connection.close()
    assert path.read_bytes() == before
    store = SQLiteStore(path)
    store.commit(Batch(seen=(seen,)))
    assert [kept.seen for kept in store.notes(query)] == [2]
    assert store.cursor(Owner("user", "dana"), "reader") == 0
    # When its records came is what the file tells of the past.
    assert store.position(note.recorded_at) == 1
    assert store.position(note.recorded_at - timedelta(seconds=1)) == 0
    store.close()


def test_a_count_that_a_bad_disk_changed_is_told(tmp_path):
    path = tmp_path / "agent.db"
    store = SQLiteStore(path)
    note = Note(text="lives in Lisbon", id="n", user_id="dana")
    store.commit(Batch(puts=(Put(note),)))
    store.commit(Batch(seen=(Seen(Scope("dana"), "n", "m1", note.learned_at),)))
    db = apsw.Connection(str(path))
    db.execute("UPDATE seen SET times = 99")
    db.close()
    assert any("seen" in problem for problem in store.check().problems)
    with pytest.raises(StoreCorrupt, match="not what was written"):
        store.notes(Query(Scope("dana")))
    store.close()


def test_reindex_makes_edges_anew(path: Path) -> None:
    """Edges that were lost, and one that nobody made: afterwards the graph is as it was."""
    with Memory(str(path), embedder=None) as memory:
        memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
        sql(path, "DELETE FROM edges WHERE entity = 'alice'")
        sql(path, "INSERT INTO edges SELECT scope, 'bob', n FROM edges")
        assert len(memory.verify().problems) == 2
        assert memory.related("Alice", user_id="dana") == []
        memory.reindex()
        assert memory.verify().ok
        assert [edge.object for edge in memory.related("Alice", user_id="dana")] == [
            "Project Alpha"
        ]


def test_what_lacks_a_vector_is_looked_for_behind_the_last_one_first(store: SQLiteStore) -> None:
    """Else each step of a long reindex would look at all that the steps before it have made."""
    old, made, new = said("old", id="old"), said("made", id="made"), noted("new", id="new")
    store.commit(Batch((put(old), put(made, leaning(0)), put(new))))
    assert [one.id for one in store.pending("test-model", 1)] == ["new"]
    assert [one.id for one in store.pending("test-model", 3)] == ["new", "old"]


def test_checking_takes_no_more_than_there_is(path: Path) -> None:
    def steps(store: SQLiteStore) -> int:
        made: list[int] = []
        with store._connections.read() as db:
            db.set_progress_handler(lambda: bool(made.append(1)), 100)
            assert check(db).ok
            db.set_progress_handler(None)
        return len(made)

    with closing(SQLiteStore(path)) as store:
        store.commit(Batch(tuple(put(said("hello")) for _ in range(100))))
        few = steps(store)
        store.commit(Batch(tuple(put(said("hello")) for _ in range(700))))
        assert steps(store) < 16 * few  # eight times as much is there


def test_what_came_after_a_note_is_looked_up_by_its_key(store: SQLiteStore, path: Path) -> None:
    """Not among all notes of the owner, for each of them: as of a moment 10,000 took seconds."""
    keep(store, noted("tea", key="drink"))
    with closing(apsw.Connection(str(path))) as db:
        asked = f"SELECT n FROM notes WHERE scope = 1 AND NOT EXISTS({NEWER.format('1')})"
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {asked}", (0,))]
    assert any("notes_key (scope=? AND key=?)" in step for step in plan), plan
