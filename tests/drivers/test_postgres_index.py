"""PostgreSQL as an index beside another store passes the index suite, and survives its server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import psycopg
import pytest

from recollect import Memory
from recollect.conformance.samples import DANA, MODEL, near, said
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.postgres import PostgresIndex, postings, tables
from recollect.drivers.postgres.failures import translated
from recollect.drivers.postgres.tables import SCHEMA, Tables
from recollect.drivers.registry import shown
from recollect.errors import ConfigError, StoreClosed, StoreError, StoreReadOnly
from recollect.orders import Change, Nearest, Put, Vector
from recollect.types import EVERYTHING, Where

from .opened import Indexes, lengths


@pytest.fixture
def url(postgres_database: str) -> Iterator[str]:
    """A database without an index."""
    with psycopg.connect(postgres_database, autocommit=True) as db:
        db.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        yield postgres_database
        db.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


@pytest.fixture
def index(url: str) -> Iterator[PostgresIndex]:
    index = PostgresIndex(url)
    yield index
    index.close()


class TestSync(Indexes, IndexSuite):
    kind = PostgresIndex

    @pytest.fixture
    def place(self, url: str) -> str:
        return url


class TestGraph:
    def test_most_are_found_through_it_and_filters_get_as_many_as_they_ask(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postings, "GRAPH", 100)
        monkeypatch.setattr(tables, "SMALL", 200)
        walks: list[int] = []
        walked = Tables._walked

        def counted(self: Tables, *args: Any) -> Any:
            found = walked(self, *args)
            walks.append(len(found))
            return found

        monkeypatch.setattr(Tables, "_walked", counted)
        numbers = np.random.default_rng(3)
        centres = numbers.normal(size=(40, 32))
        drawn = centres[numbers.integers(40, size=1240)]
        drawn = (drawn + 0.6 * numbers.normal(size=drawn.shape)).astype(np.float32)
        rows, asked = drawn[:1200], drawn[1200:]
        index = PostgresIndex(url)
        index.apply([told(n, rows[n]) for n in range(1200)])
        for where, kept in (
            (EVERYTHING, range(1200)),
            (Where(session_id="s1"), range(1, 1200, 30)),
        ):
            shared, ids = 0, list(kept)
            for query in asked:
                found = index.search(Nearest(DANA, Vector(MODEL, query), 10, where))
                cosines = rows[ids] @ query / np.linalg.norm(rows[ids], axis=1)
                wanted = {f"m{ids[place]}" for place in np.argsort(-cosines)[:10]}
                assert len(found) == 10
                shared += len(wanted & {one.id for one in found})
            assert shared >= 0.99 * 400
        assert len(walks) >= 80
        assert min(walks[:40]) >= 10
        index.close()


def told(number: int, row: Any) -> Change:
    """A message comes, with its vector."""
    message = said("m", id=f"m{number}", session_id=f"s{number % 30}")
    return Change(number + 1, "put", DANA, message.id, Put(message, {}, Vector(MODEL, row)))


class TestServer:
    def test_is_there_after_closing(self, url: str, index: PostgresIndex) -> None:
        index.apply([told(n, [1.0, float(n)]) for n in range(5)])
        asked = Nearest(DANA, Vector(MODEL, np.array([1.0, 0.0], dtype=np.float32)), 3)
        found, position, tail = index.search(asked), index.position(), index.tail()
        again = PostgresIndex(url)
        assert (again.search(asked), again.position(), again.tail()) == (found, position, tail)
        again.close()

    def test_a_connection_that_was_cut_is_made_anew(self, url: str, index: PostgresIndex) -> None:
        index.apply([told(0, [1.0, 0.0])])
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND application_name = 'recollect'"
            )
        with pytest.raises(Exception, match="broke"):
            index.position()
        assert index.position() == 1

    def test_one_that_cannot_be_written_says_so(self, url: str) -> None:
        name = urlsplit(url).path.strip("/")
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        index = PostgresIndex(url)
        try:
            with pytest.raises(StoreReadOnly, match="connect to the primary"):
                index.apply([told(0, [1.0, 0.0])])
        finally:
            index.close()
            with psycopg.connect(url, autocommit=True) as db:
                db.execute("SET default_transaction_read_only = off")
                db.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')

    def test_without_pgvector_it_says_what_to_do(self, index: PostgresIndex) -> None:
        """Whatever keeps a server from making the extension."""
        tables, missing = index._open(), psycopg.errors.UndefinedFile("no such file")

        class Without:
            def execute(self, statement: str, *values: Any) -> None:
                if "EXTENSION" in statement:
                    raise missing

        @contextmanager
        def ask(*_: Any) -> Iterator[Without]:
            with translated(index.url):
                yield Without()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "_ask", ask)
            with pytest.raises(ConfigError, match="CREATE EXTENSION vector"):
                tables.make("recollect.home", 1)

    def test_a_table_of_somebody_else(self, url: str, index: PostgresIndex) -> None:
        index.apply([told(0, [1.0, 0.0])])
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f'DROP TABLE {SCHEMA}."recollect.home"')
            db.execute(f'CREATE TABLE {SCHEMA}."recollect.home"(mine int)')
        with pytest.raises(StoreError, match="somebody made or changed it"):
            index.position()
        index.clear()  # as reindex does
        index.apply([told(0, [1.0, 0.0])])
        assert index.position() == 1

    def test_several_share_a_database(self, url: str) -> None:
        team = f"{url}?memory=team"
        with Memory("memory://", vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            with Memory("memory://", vectors=team, embedder=lengths) as other:
                other.add("Something else.", user_id="dana")
                assert memory.search("dark", user_id="dana")[0].text == "I prefer dark mode."
                assert other.search("else", user_id="dana")[0].text == "Something else."
                assert other.search("else", user_id="dana").degraded == ()
        with psycopg.connect(url) as db:
            found = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (SCHEMA,))
            names = {name.partition(".")[0] for (name,) in found}
        assert names == {"recollect", "recollect-team"}

    def test_beside_a_file_it_is_searched_and_follows(self, url: str, folder: Any) -> None:
        with Memory(str(folder / "a.db"), vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            hits = memory.search("Which colours?", user_id="dana", min_relevance=0)
            assert [hit.text for hit in hits] == ["I prefer dark mode."]
            assert hits.degraded == ()
            assert memory.stats().indexes == {"vectors": 0}
            assert memory.erase(user_id="dana").ok
        with psycopg.connect(url) as db:
            names = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (SCHEMA,))
            for (name,) in names.fetchall():
                left = db.execute(f'SELECT payload::text FROM {SCHEMA}."{name}"').fetchall()
                assert "dana" not in str(left)

    def test_a_server_that_is_down_only_degrades(self, folder: Any) -> None:
        url = "postgresql://dana:secret@127.0.0.1:1/none"
        with Memory(str(folder / "b.db"), vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            hits = memory.search("dark", user_id="dana")
            assert (hits[0].text, hits.degraded) == ("I prefer dark mode.", ("vectors",))

    def test_no_password_is_shown(self) -> None:
        url = "postgresql://dana:secret@db.example/agents"
        assert PostgresIndex(url).url == "postgresql://dana@db.example/agents"
        assert shown(url) == "postgresql://dana@db.example/agents"
        assert os.environ.get("PGPASSWORD") != "secret"

    @pytest.mark.parametrize("name", ["a b", 'x"; DROP SCHEMA public; --', "é", "x" * 41])
    def test_a_name_is_letters_and_digits(self, name: str) -> None:
        with pytest.raises(ConfigError, match="letters"):
            PostgresIndex(f"postgresql://db.example/agents?memory={name}")

    def test_closed_says_so(self, index: PostgresIndex) -> None:
        index.close()
        with pytest.raises(StoreClosed):
            index.search(near())
