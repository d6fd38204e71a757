"""What only a server can get wrong: order, poolers, restarts, rights, names, many at the start."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from recollect import Memory
from recollect.conformance.samples import DANA, drop, leaning, matching, near, noted, put, said
from recollect.conformance.sync.commits import AtomicTests, RepeatsTests
from recollect.conformance.sync.concurrency import ConcurrencyTests, SharingTests
from recollect.conformance.sync.counting import CursorTests
from recollect.conformance.sync.deleting import ErasingSomeTests, ErasingTests
from recollect.conformance.sync.feeds import FeedTests
from recollect.conformance.sync.looking import LookTests
from recollect.conformance.sync.nearest import NearestTests
from recollect.drivers.postgres import AsyncPostgresStore, PostgresStore, postings, schema, urls
from recollect.drivers.postgres.sync import feed, scrubbing, search
from recollect.drivers.sqlite import SQLiteStore
from recollect.errors import ConfigError, SchemaTooNew, StoreBusy, StoreError, StoreReadOnly
from recollect.orders import Batch, Match, Nearest, Put, Query, Vector
from recollect.types import EVERYTHING, Scope, Where

from ..engines.pgbouncer import bouncer
from ..engines.postgres import database
from ..faults.kit import HashEmbedder
from .opened import Stores

MODEL = "random"


@pytest.fixture
def store(postgres: str) -> Iterator[PostgresStore]:
    store = PostgresStore(postgres)
    yield store
    store.close()


@pytest.fixture
def admin(postgres: str) -> Iterator[psycopg.Connection]:
    """Somebody else on the same database."""
    with psycopg.connect(postgres, autocommit=True) as db:
        yield db


@pytest.fixture
def fresh(postgres_server: str) -> Iterator[str]:
    """A database in which nobody has been yet."""
    with database(postgres_server, f"recollect_fresh_{os.getpid()}") as url:
        yield url


def keep(store: PostgresStore, *contents: str, scope: Scope = DANA) -> None:
    records = [said(content, scope, id=content) for content in contents]
    puts = tuple(put(record, leaning(number)) for number, record in enumerate(records))
    store.commit(Batch(puts=puts))


@pytest.fixture(scope="module")
def through_bouncer(postgres_database: str) -> Iterator[str]:
    """The same database behind a PgBouncer that lends a connection for a transaction at a time."""
    with bouncer(postgres_database) as url:
        yield url


class TestBouncer(
    Stores,
    AtomicTests,
    RepeatsTests,
    ConcurrencyTests,
    SharingTests,
    CursorTests,
    FeedTests,
    LookTests,
    NearestTests,
    ErasingTests,
    ErasingSomeTests,
):
    """No state is left in a connection."""

    kind = PostgresStore

    @pytest.fixture
    def place(self, postgres: str, through_bouncer: str) -> str:
        return through_bouncer


class TestOrder:
    """A reader of the feed never passes what is still to come."""

    @pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK"])
    def test_a_later_number_waits_for_an_earlier_one(
        self, store: PostgresStore, admin: psycopg.Connection, end: str
    ) -> None:
        keep(store, "first")
        (told,) = store.changes(0)
        admin.execute("BEGIN")
        admin.execute(feed.NEXT)  # somebody has a number, and is not done
        keep(store, "second", scope=Scope("erik"))
        assert store.changes(told.seq) == []
        assert [change.id for change in store.changes(0, owner=Scope("erik").owner)] == ["second"]
        if end == "COMMIT":
            number = f"({feed.FIRST} + 5)"
            admin.execute(
                "INSERT INTO recollect.changes(owner, op, n, id, seq) "
                f"SELECT owner, 'drop', 9, 'between', {number} FROM recollect.owners "
                "WHERE id = 'dana'"
            )
        admin.execute(end)
        wanted = ["between", "second"] if end == "COMMIT" else ["second"]
        assert [change.id for change in store.changes(told.seq)] == wanted

    def test_the_lock_is_taken_before_the_number(
        self, store: PostgresStore, admin: psycopg.Connection
    ) -> None:
        """It says the number before its own, also when nobody else has one."""
        for number in range(3):
            keep(store, f"m{number}")
        with store._links.ask() as db:
            before = feed.horizon(db)
            admin.execute("BEGIN")
            admin.execute(feed.NEXT)
            assert feed.horizon(db) == before
            admin.execute("ROLLBACK")
            assert feed.horizon(db) == before + (1 << schema.PLACES)

    def test_other_peoples_transactions_do_not_matter(
        self, store: PostgresStore, admin: psycopg.Connection
    ) -> None:
        admin.execute("BEGIN")
        admin.execute("CREATE TEMP TABLE theirs AS SELECT pg_current_xact_id()")
        keep(store, "mine")
        assert [change.id for change in store.changes(0)] == ["mine"]
        admin.execute("ROLLBACK")


class TestStarting:
    """Many workers open an empty database at once."""

    def test_many_at_once(self, fresh: str) -> None:
        stores = [PostgresStore(fresh) for _ in range(8)]
        start = threading.Barrier(len(stores))

        def begin(number: int) -> None:
            start.wait()
            keep(stores[number], f"m{number}")

        with ThreadPoolExecutor(len(stores)) as pool:
            list(pool.map(begin, range(len(stores))))
        assert len(stores[0].messages(Query(DANA))) == len(stores)
        assert stores[0].check().ok
        for store in stores:
            store.close()

    def test_a_step_that_fails_leaves_nothing(
        self, fresh: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = PostgresStore(fresh)
        keep(store, "kept")
        store.close()
        bad = ("CREATE TABLE recollect.newer(x integer)", "INSERT INTO recollect.nowhere VALUES(1)")
        with monkeypatch.context() as patch:
            patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *bad))
            with pytest.raises(StoreError):
                PostgresStore(fresh).owners()
        with psycopg.connect(fresh) as db:
            asked = "SELECT to_regclass('recollect.newer'), version FROM recollect.meta"
            assert db.execute(asked).fetchall() == [(None, len(schema.MIGRATIONS))]
        store = PostgresStore(fresh)
        assert [message.id for message in store.messages(Query(DANA))] == ["kept"]
        store.close()

    def test_a_newer_one_is_left_alone(self, fresh: str) -> None:
        PostgresStore(fresh).owners()
        with psycopg.connect(fresh) as db:
            db.execute("UPDATE recollect.meta SET version = 99")
        with pytest.raises(SchemaTooNew, match="pip install -U"):
            PostgresStore(fresh).owners()

    def test_another_programs_schema_is_left_alone(self, fresh: str) -> None:
        with psycopg.connect(fresh) as db:
            db.execute("CREATE SCHEMA recollect; CREATE TABLE recollect.messages(x integer)")
        with pytest.raises(ConfigError, match="another program"):
            PostgresStore(fresh).owners()

    def test_so_is_one_that_has_a_table_of_our_first_ones_name(self, fresh: str) -> None:
        with psycopg.connect(fresh) as db:
            db.execute("CREATE SCHEMA recollect; CREATE TABLE recollect.meta(key text)")
        with pytest.raises(ConfigError, match="another program"):
            PostgresStore(fresh).owners()


class TestRights:
    """What a role may, and what it is told to ask for."""

    @pytest.fixture
    def role(self, fresh: str) -> Iterator[str]:
        """The database as somebody sees it who may do nothing there but connect."""
        name = f"recollect_role_{os.getpid()}"
        with psycopg.connect(fresh, autocommit=True) as db:
            db.execute(f"CREATE EXTENSION vector; CREATE ROLE {name} LOGIN PASSWORD 'x'")
        yield fresh.replace(f"{urlsplit(fresh).username}@", f"{name}:x@")
        with psycopg.connect(fresh, autocommit=True) as db:
            db.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")

    def test_an_empty_schema_that_was_made_for_it_is_enough(self, fresh: str, role: str) -> None:
        with psycopg.connect(fresh) as db:
            db.execute(f"CREATE SCHEMA recollect AUTHORIZATION {urlsplit(role).username}")
        store = PostgresStore(role)
        keep(store, "kept")
        assert store.check().ok
        store.close()

    def test_one_that_may_make_nothing(self, role: str) -> None:
        with pytest.raises(ConfigError, match="CREATE SCHEMA recollect AUTHORIZATION"):
            PostgresStore(role).owners()

    def test_one_that_may_read_nothing(self, fresh: str, role: str) -> None:
        PostgresStore(fresh).owners()
        with pytest.raises(ConfigError, match="GRANT SELECT ON ALL TABLES"):
            PostgresStore(role).owners()

    def test_one_that_may_read_everything_reads_everything(self, fresh: str, role: str) -> None:
        with Memory(fresh, embedder=HashEmbedder()) as own:
            own.add("I prefer dark mode.", user_id="dana", session_id="monday", at="2026-03-01")
            own.relate("Alice", "MANAGES", "Project Alpha", user_id="dana", at="2026-03-02")
        with psycopg.connect(fresh, autocommit=True) as db:
            name = urlsplit(role).username
            db.execute(f"GRANT USAGE ON SCHEMA recollect TO {name}")
            db.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA recollect TO {name}")
        with Memory(role, embedder=HashEmbedder()) as memory:
            dana = {"user_id": "dana"}
            assert memory.search("dark mode", **dana)[0].text == "I prefer dark mode."
            assert "dark mode" in memory.context("Which mode?", **dana).text
            assert memory.messages(**dana, last=5)
            assert memory.sessions(**dana)
            assert memory.related("Alice", **dana)
            assert memory.stats().messages == 1
            assert memory.verify().ok
            assert memory.export_to(io.StringIO()) == 3
            with memory.session(session_id="monday", **dana) as session:
                assert session.prompt()[-1]["content"] == "I prefer dark mode."
            with pytest.raises(StoreReadOnly):
                memory.add("I live in Lisbon.", **dana)

    def test_one_that_does_not_see_pgvector(self, fresh: str, role: str) -> None:
        with psycopg.connect(fresh) as db:
            db.execute("CREATE SCHEMA elsewhere; ALTER EXTENSION vector SET SCHEMA elsewhere")
        with pytest.raises(ConfigError, match="search_path"):
            PostgresStore(fresh).owners()
        store = PostgresStore(f"{fresh}?options=-csearch_path%3Dpublic,elsewhere")
        keep(store, "kept")
        store.close()

    def test_one_that_has_no_connection_left(self, fresh: str, role: str) -> None:
        with psycopg.connect(fresh, autocommit=True) as db:
            db.execute(f"ALTER ROLE {urlsplit(role).username} CONNECTION LIMIT 0")
        with pytest.raises(StoreBusy, match="no connection left"):
            PostgresStore(role).owners()

    def test_one_that_may_not_connect(self, fresh: str, role: str) -> None:
        with psycopg.connect(fresh, autocommit=True) as db:
            db.execute(f'REVOKE CONNECT ON DATABASE "{db.info.dbname}" FROM PUBLIC')
        with pytest.raises(ConfigError, match="GRANT CONNECT"):
            PostgresStore(role).owners()

    def test_one_that_nobody_knows(self, fresh: str) -> None:
        url = fresh.replace(f"{urlsplit(fresh).username}@", "password_of_nobody@")
        with pytest.raises(ConfigError, match="does not know this role"):
            PostgresStore(url).owners()


class TestNames:
    """A password is in no error, log or statistic."""

    SECRET = "Qz%40secret"

    def test_the_url_is_shown_without_it(self) -> None:
        url = f"postgresql://dana:{self.SECRET}@db.example:6432/agents?sslmode=require"
        assert PostgresStore(url).url == "postgresql://dana@db.example:6432/agents"
        url = f"postgresql://db.example/agents?user=dana&password={self.SECRET}"
        assert PostgresStore(url).url == "postgresql://dana@db.example/agents"

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://d:Qz%zzsecret@h/x",
            "postgresql://d:Qzsecret@[h/x",
            "postgresql://d:x@Qz@h/x",
        ],
    )
    def test_a_url_that_cannot_be_read(self, url: str) -> None:
        with pytest.raises(ConfigError) as caught:
            PostgresStore(url)
        assert "Qz" not in str(caught.value)
        assert "secret" not in str(caught.value)

    def test_nobody_answers(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        url = f"postgresql://dana:{self.SECRET}@127.0.0.1:1/agents?connect_timeout=2"
        with pytest.raises(StoreError, match=r"127\.0\.0\.1:1/agents") as caught:
            PostgresStore(url).owners()
        assert "Qz" not in str(caught.value) + caplog.text

    def test_no_such_database(self, postgres_server: str) -> None:
        url = postgres_server.rsplit("/", 1)[0] + "/nowhere_of_this_name"
        with pytest.raises(ConfigError, match="no such database"):
            PostgresStore(url).owners()

    def test_what_the_memory_says(self, postgres: str) -> None:
        with_password = postgres.replace("@", f":{self.SECRET}@", 1)
        with Memory(with_password, embedder=None) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            assert "Qz" not in memory.url + repr(memory.stats())


def test_without_its_packages_the_command_is_named() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from recollect import Memory\nMemory('postgres://localhost/agents')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtra: psycopg is not installed; run: pip install 'recollect[postgres]'" in (
        done.stderr
    )


class TestConnections:
    """Connections break, processes fork, loops end."""

    def test_all_of_them_are_cut(self, store: PostgresStore, admin: psycopg.Connection) -> None:
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda n: keep(store, f"m{n}"), range(12)))
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
            "application_name = 'recollect' AND datname = current_database()"
        )
        assert admin.execute(cut).fetchall()
        keep(store, "after")
        assert len(store.messages(Query(DANA))) == 13

    def test_cut_in_the_middle_of_a_commit(
        self, store: PostgresStore, admin: psycopg.Connection
    ) -> None:
        """Behind a lock, where it is known to wait; then the connection is cut."""
        keep(store, "first")
        admin.execute("BEGIN; SELECT 1 FROM recollect.owners WHERE id = 'dana' FOR UPDATE")
        writer = threading.Thread(target=keep, args=(store, "second"))
        writer.start()
        waits = (
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'recollect' "
            "AND wait_event_type = 'Lock' AND datname = current_database()"
        )
        with psycopg.connect(store._links._target, autocommit=True) as watcher:
            while not (pids := watcher.execute(waits).fetchall()):
                time.sleep(0.01)
            watcher.execute("SELECT pg_terminate_backend(%s)", pids[0])
        admin.execute("ROLLBACK")
        writer.join()
        assert sorted(message.id for message in store.messages(Query(DANA))) == ["first", "second"]
        assert len(store.changes(0)) == 2

    def test_many_threads_begin_at_once(self, postgres: str) -> None:
        for _ in range(5):
            store, start = PostgresStore(postgres), threading.Barrier(8)

            def ask(_: int, store: PostgresStore = store, start: Any = start) -> None:
                start.wait()
                assert store.owners() == []

            with ThreadPoolExecutor(8) as pool:
                list(pool.map(ask, range(8)))
            store.close()

    @pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
    def test_a_fork_opens_its_own(self, store: PostgresStore) -> None:
        keep(store, "before")
        child = os.fork()
        if not child:
            code = 1
            try:
                keep(store, "child")
                code = 0 if len(store.messages(Query(DANA))) == 2 else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        keep(store, "parent")
        assert len(store.messages(Query(DANA))) == 3

    def test_one_store_in_two_loops(self, postgres: str) -> None:
        store = AsyncPostgresStore(postgres)

        async def write(id: str, last: bool = False) -> int:
            await store.commit(Batch(puts=(put(said("hello", id=id)),)))
            found = await store.messages(Query(DANA))
            if last:
                await store.close()
            return len(found)

        assert asyncio.run(write("a")) == 1
        assert asyncio.run(write("b", last=True)) == 2


NASTY = [
    "'; DROP TABLE recollect.messages; --",
    "'); DELETE FROM recollect.owners; --",
    "%s", "%(x)s", "{0}", "$1", "\\'; SELECT 1", "a' OR '1'='1", '"; --', "x]'::text; --",
    "}'::text[]; --", "NULL", "E'\\\\'", "\ue000", "/* */", "recollect.owners",
]  # fmt: skip


@pytest.mark.parametrize("nasty", NASTY)
def test_injection_has_no_effect(store: PostgresStore, nasty: str) -> None:
    keep(store, "innocent", scope=Scope("erik"))
    mine = Scope(nasty, nasty, nasty)
    facts = {"key": nasty, "subject": nasty, "relation": nasty, "object": nasty, "value": nasty}
    message = said(nasty, mine, id=nasty, role=nasty, name=nasty, metadata={nasty: {nasty: nasty}})
    note = noted(nasty, mine, id=f"n{nasty}", sources=(nasty,), metadata={nasty: nasty}, **facts)
    vector = Vector(nasty, leaning(0).data)
    terms = {nasty: 1}
    store.commit(Batch(puts=(Put(message, terms, vector), Put(note, terms)), id=nasty))
    where = Where(role=nasty, session_id=nasty, metadata={nasty: {nasty: nasty}})
    assert store.messages(Query(mine, where, ids=(nasty,))) == [message]
    assert store.notes(Query(mine, keys=(nasty,), cites=nasty)) == [note]
    assert [hit.id for hit in store.match(Match(mine, {nasty: 1.0}, 5, where))] == [nasty]
    assert [hit.id for hit in store.nearest(Nearest(mine, vector, 5, where, (nasty,)))] == [nasty]
    assert store.locate(nasty) == [mine.owner]
    assert [change.id for change in store.changes(0, owner=mine.owner)] == [nasty, f"n{nasty}"]
    assert len(store.traces([nasty.encode()])) == 1
    store.erase(mine.owner)
    assert store.scrub() == []
    assert [message.id for message in store.messages(Query(Scope("erik")))] == ["innocent"]
    assert store.check().ok


class TestErasing:
    def test_somebody_who_still_sees_it_is_named(
        self, store: PostgresStore, admin: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(scrubbing, "PATIENCE", 0.2)
        keep(store, "secret")
        admin.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM recollect.owners")
        store.erase(DANA.owner)
        assert store.scrub() == [scrubbing.OLDER]
        admin.execute("ROLLBACK")
        monkeypatch.undo()
        assert store.scrub() == []

    def test_of_very_many_who_lost_something_some_are_remembered(
        self, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They are in all partitions, and those are what is scrubbed."""
        monkeypatch.setattr("recollect.drivers.postgres.sync.store.ENOUGH", 3)
        for number in range(6):
            record = said("gone", Scope(f"user-{number}"))
            store.commit(Batch(puts=(put(record),)))
            store.commit(Batch(drops=(drop(record),)))
        assert len(store._touched) == 3
        assert store.scrub() == []
        assert store._touched == set()

    def test_rows_of_nobody_are_traces(
        self, store: PostgresStore, admin: psycopg.Connection
    ) -> None:
        keep(store, "kept")
        admin.execute(
            "INSERT INTO recollect.edges VALUES(gen_random_uuid(), 'Qzleft', 1); "
            "INSERT INTO recollect.cited SELECT owner, 'Qzid', 1 FROM recollect.owners"
        )
        [found] = store.traces([b"Qzleft", b"Qzid", b"kept", b"never"]).values()
        assert found == 2

    @pytest.mark.parametrize(
        ("damage", "words"),
        [
            ("DELETE FROM recollect.messages WHERE id = 'm1'", "counters"),
            ("UPDATE recollect.owners SET notes = notes + 1", "counters"),
            ("DELETE FROM recollect.owners", "owners that are gone"),
            ("DELETE FROM recollect.postings", "terms are missing"),
            ("DELETE FROM recollect.vectors WHERE n = 1", "count of vectors"),
            ("UPDATE recollect.vectors SET data = '[1,2]'", "wrong size"),
            ("UPDATE recollect.vectors SET n = 99 WHERE n = 1", "gone"),
            ("DELETE FROM recollect.changes WHERE n = 1", "misses"),
        ],
    )
    def test_damage_is_found(
        self, store: PostgresStore, admin: psycopg.Connection, damage: str, words: str
    ) -> None:
        keep(store, "m1", "m2")
        assert store.check().ok
        admin.execute(damage)
        problems = store.check().problems
        assert any(words in problem for problem in problems), problems


def filled(store: Any, count: int, size: int = 24) -> np.random.Generator:
    """Records with words and vectors that chance chose, the same for every store."""
    chance = np.random.default_rng(7)
    vocabulary = [f"w{number}" for number in range(300)]
    for start in range(0, count, 200):
        puts = []
        for number in range(start, min(start + 200, count)):
            words = chance.choice(vocabulary, chance.integers(3, 30), p=weights(300)).tolist()
            text, session = " ".join(words), f"s{number % 7}"
            vector = Vector(MODEL, chance.standard_normal(size).astype(np.float32))
            puts.append(put(said(text, id=f"m{number}", session_id=session), vector))
        store.commit(Batch(puts=tuple(puts)))
    return chance


def weights(count: int) -> Any:
    """Few words are common, as in every language."""
    rank = 1 / np.arange(1, count + 1)
    return rank / rank.sum()


def test_the_same_top_ten_as_in_a_file(store: PostgresStore, tmp_path: Any) -> None:
    file = SQLiteStore(tmp_path / "same.db")
    filled(file, 1200)
    chance = filled(store, 1200)
    for _ in range(40):
        words = " ".join(chance.choice([f"w{n}" for n in range(300)], 6, p=weights(300)))
        asked = matching(words, limit=10)
        assert store.match(asked) == file.match(asked)
        vector = Vector(MODEL, chance.standard_normal(24).astype(np.float32))
        mine = store.nearest(near(embedding=vector))
        theirs = file.nearest(near(embedding=vector, limit=12))
        assert {hit.id for hit in mine} <= {hit.id for hit in theirs}  # which rounds coarser
        wanted = {hit.id: hit.score for hit in theirs}
        assert all(hit.score == pytest.approx(wanted[hit.id], abs=1e-2) for hit in mine)
    file.close()


class TestGraph:
    """Large owners are searched along a graph."""

    @pytest.fixture
    def large(
        self, postgres: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
    ) -> PostgresStore:
        """A store for which little is a lot."""
        monkeypatch.setattr(postings, "GRAPH", 100)
        monkeypatch.setattr(search, "SMALL", 150)
        self.chance = filled(store, 1000)
        return store

    def asked(self, where: Where = EVERYTHING, limit: int = 10) -> Nearest:
        vector = Vector(MODEL, self.chance.standard_normal(24).astype(np.float32))
        return Nearest(DANA, vector, limit, where)

    def test_it_finds_what_comparing_all_finds(
        self, large: PostgresStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert large.stats(MODEL).vectors == {MODEL: 1000}
        shared = 0
        for number in range(30):
            where = Where(session_id="s3") if number % 2 else Where()
            request = self.asked(where)
            walked = large.nearest(request)
            with monkeypatch.context() as patch:
                patch.setattr(search, "SMALL", 10**9)
                exact = large.nearest(request)
            assert len(walked) == 10
            shared += len({hit.id for hit in walked} & {hit.id for hit in exact})
        assert shared >= 0.99 * 300

    def test_the_graph_is_used(self, large: PostgresStore, admin: psycopg.Connection) -> None:
        for _ in range(5):
            assert len(large.nearest(self.asked())) == 10
        large.close()  # a connection tells what it used when it ends, at the latest
        walks = (
            "SELECT sum(idx_scan) FROM pg_stat_all_indexes JOIN pg_class ON oid = indexrelid "
            "JOIN pg_am ON pg_am.oid = relam WHERE amname = 'hnsw' AND schemaname = 'recollect'"
        )
        until = time.monotonic() + 120
        while (admin.execute(walks).fetchall()[0][0] or 0) < 5:
            assert time.monotonic() < until, "nobody walked along it"
            time.sleep(0.05)

    def test_what_is_dropped_or_forgotten_is_not_found(self, large: PostgresStore) -> None:
        request = self.asked()
        gone = [hit.id for hit in large.nearest(request)]
        records = large.messages(Query(DANA, ids=tuple(gone)))
        large.commit(Batch(drops=tuple(drop(record) for record in records)))
        assert not {hit.id for hit in large.nearest(request)} & set(gone)
        large.commit(Batch(forget=(MODEL,)))
        assert large.nearest(request) == []
        assert large.check().ok


def test_what_lacks_a_vector_is_looked_for_behind_the_last_one_first(store: PostgresStore) -> None:
    """Else each step of a long reindex would look at all that the steps before it have made."""
    old, made, new = said("old", id="old"), said("made", id="made"), noted("new", id="new")
    store.commit(Batch((put(old), put(made, leaning(0)), put(new))))
    assert [one.id for one in store.pending("test-model", 1)] == ["new"]
    assert [one.id for one in store.pending("test-model", 3)] == ["new", "old"]


def test_a_server_that_vanished_is_given_up_unless_the_url_says_otherwise() -> None:
    plain = conninfo_to_dict(urls.read("postgresql://host/agents")[0])
    assert (plain["tcp_user_timeout"], plain["keepalives_idle"]) == ("20000", "20")
    target, shown = urls.read("postgresql://host/agents?tcp_user_timeout=0&connect_timeout=3")
    own = conninfo_to_dict(target)
    assert (own["tcp_user_timeout"], own["connect_timeout"]) == ("0", "3")
    assert shown == "postgresql://host/agents"
