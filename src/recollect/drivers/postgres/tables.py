"""Collections of points in PostgreSQL with pgvector: each is a table of a schema of their own."""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any
from uuid import UUID

import psycopg
from psycopg import errors as said
from psycopg import sql
from psycopg.types.json import Jsonb

from ...errors import ConfigError, Lost
from ...vectors import checked, pack, steps_of
from ..beside.points import Point, Sieve, pages
from . import postings, schema
from .failures import EXTENSION, connecting, translated
from .walking import MORE, settings

if TYPE_CHECKING:
    from ...orders import Floats

SCHEMA = "recollect_vectors"
SECONDS = 5
"""How long one waits for the first word of a server, and for what is near."""
LONG = 60
"""And for everything else, such as linking vectors into a graph."""
SMALL = 20_000
"""Up to so many vectors of an owner are compared one by one."""
LARGEST = 4000
"""Dimensions that a graph can have."""
PAGE = 500
Row = tuple[dict[str, Any], "Floats"]


class Tables:
    """A connection that is made when it is needed, and anew after one that broke."""

    def __init__(self, target: str, url: str) -> None:
        self._target, self._url = target, url
        self._link: psycopg.Connection[Any] | None = None

    def names(self, prefix: str) -> list[str]:
        """The collections whose names begin so."""
        with self._ask() as db:
            found = db.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = %s "
                "AND starts_with(tablename, %s)",
                (SCHEMA, prefix),
            )
            return [name for (name,) in found]

    def make(self, name: str, size: int) -> None:
        """Make a collection for vectors of this size, unless there is one."""
        with self._ask() as db:
            db.execute("SELECT pg_advisory_xact_lock(%s)", (schema.LOCK,))
            try:
                db.execute("CREATE EXTENSION IF NOT EXISTS vector")
            except (said.InsufficientPrivilege, said.UndefinedFile, said.FeatureNotSupported):
                raise ConfigError(f"{self._url} has no extension `vector`; {EXTENSION}") from None
            db.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            db.execute(
                _in(
                    "CREATE TABLE IF NOT EXISTS {0}(key uuid PRIMARY KEY, owner uuid NOT NULL, "
                    f"place bigint NOT NULL, payload jsonb NOT NULL, data halfvec({int(size)}) "
                    "NOT NULL)",
                    name,
                )
            )
            db.execute(_in("CREATE INDEX IF NOT EXISTS {1} ON {0}(owner, place)", name, "places"))
            if size <= LARGEST:
                db.execute(
                    _in(
                        "CREATE INDEX IF NOT EXISTS {1} ON {0} USING hnsw(data halfvec_cosine_ops) "
                        f"WITH (m = 16, ef_construction = 100) WHERE place >= {postings.GRAPH}",
                        name,
                        "graph",
                    )
                )

    def discard(self, name: str) -> None:
        """Remove a collection, if there is one."""
        with self._ask() as db:
            db.execute(_in("DROP TABLE IF EXISTS {0}", name))

    def put(self, name: str, points: list[Point]) -> None:
        """Add points, or replace those of the same keys."""
        with self._ask() as db:
            for some in pages(points, PAGE):
                places = self._places(db, name, some)
                rows = [
                    (one.key, _owner(one.payload.get("owner", "")), place, Jsonb(one.payload), row)
                    for one, place, row in zip(some, places, _steps(some), strict=True)
                ]
                db.cursor().executemany(
                    _in(
                        "INSERT INTO {0} AS held VALUES(%s, %s, %s, %s, %s::halfvec) "
                        "ON CONFLICT(key) DO UPDATE SET payload = excluded.payload, "
                        "data = excluded.data",
                        name,
                    ),
                    rows,
                )

    def describe(self, name: str, payloads: dict[str, dict[str, Any]]) -> None:
        """Replace the payloads of those of these keys that are there."""
        with self._ask() as db:
            db.cursor().executemany(
                _in("UPDATE {0} SET payload = %s WHERE key = %s", name),
                [(Jsonb(payload), key) for key, payload in payloads.items()],
            )

    def remove(self, name: str, keys: list[str]) -> None:
        """Remove the points of these keys."""
        with self._ask() as db:
            db.execute(_in("DELETE FROM {0} WHERE key = ANY(%s::uuid[])", name), (keys,))

    def erase(self, name: str, owner: str) -> None:
        """Remove the points of an owner."""
        with self._ask() as db:
            db.execute(_in("DELETE FROM {0} WHERE owner = %s", name), (_owner(owner),))

    def read(self, name: str, key: str) -> dict[str, Any] | None:
        """The payload of a point."""
        with self._ask() as db:
            found = db.execute(_in("SELECT payload FROM {0} WHERE key = %s", name), (key,))
            row = found.fetchone()
            return None if row is None else dict(row[0])

    def scroll(self, name: str, sieve: Sieve) -> Iterator[dict[str, Any]]:
        """The payloads of all that pass."""
        made, values = _where(sieve)
        with self._ask() as db:
            found = db.execute(_in(f"SELECT payload FROM {{0}} WHERE {made}", name), values)
            rows = found.fetchall()
        return (dict(payload) for (payload,) in rows)

    def near(self, name: str, query: Floats, wanted: int, sieve: Sieve) -> list[Row]:
        """The nearest that pass, with their vectors: along the graph, or by comparing all."""
        made, values = _where(sieve)
        asked = str(query.tolist())
        with self._ask(SECONDS) as db:
            if sieve.keys is None and self._large(db, name, sieve):
                rows = self._walked(db, name, asked, wanted, made, values)
                if len(rows) == wanted:
                    return rows
            found = db.execute(
                _in(
                    "WITH near AS MATERIALIZED (SELECT payload, data, data <=> %s::halfvec AS far "
                    f"FROM {{0}} WHERE {made}) "
                    "SELECT payload, data::real[] FROM near ORDER BY far LIMIT %s",
                    name,
                ),
                (asked, *values, wanted),
            )
            return _rows(found.fetchall())

    def close(self) -> None:
        """Let go of the connection."""
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _places(self, db: Any, name: str, points: Sequence[Point]) -> list[int]:
        """How many came before each of its owner, roughly: it only says who is in the graph."""
        owners = [_owner(point.payload.get("owner", "")) for point in points]
        found = db.execute(
            _in(
                "SELECT owner, max(place) FROM {0} WHERE owner = ANY(%s::uuid[]) GROUP BY owner",
                name,
            ),
            (list(set(owners)),),
        )
        last: dict[UUID, int] = dict(found.fetchall())
        places = []
        for owner in owners:
            last[owner] = last.get(owner, -1) + 1
            places.append(last[owner])
        return places

    def _large(self, db: Any, name: str, sieve: Sieve) -> bool:
        owner = _owner(dict(sieve.equal)["owner"])
        found = db.execute(_in("SELECT max(place) FROM {0} WHERE owner = %s", name), (owner,))
        (last,) = found.fetchone()
        return last is not None and last >= SMALL

    def _walked(
        self, db: Any, name: str, asked: str, wanted: int, made: str, values: Sequence[Any]
    ) -> list[Row]:
        """The first ones compared one by one, the others along the graph."""
        for setting in settings(wanted):
            db.execute(setting)
        near = "data <=> %s::halfvec"
        found = db.execute(
            _in(
                f"WITH first AS MATERIALIZED (SELECT payload, data, {near} AS far FROM {{0}} "
                f"WHERE place < {postings.GRAPH} AND {made}), "
                f"rest AS MATERIALIZED (SELECT payload, data, {near} AS far FROM {{0}} "
                f"WHERE place >= {postings.GRAPH} AND {made} ORDER BY {near} LIMIT %s) "
                "SELECT payload, data::real[] FROM "
                "(SELECT * FROM first UNION ALL SELECT * FROM rest) AS near "
                "ORDER BY far LIMIT %s",
                name,
            ),
            (asked, *values, asked, *values, asked, MORE * wanted, wanted),
        )
        return _rows(found.fetchall())

    @contextmanager
    def _ask(self, seconds: float | None = None) -> Iterator[psycopg.Connection[Any]]:
        """A transaction; after whatever breaks the connection, the next gets a new one."""
        seconds = LONG if seconds is None else seconds
        if self._link is None or self._link.closed:
            self._link = self._connected()
        try:
            with (
                translated(self._url),
                _impatient(self._link, 2 * seconds),
                self._link.transaction(),
            ):
                self._link.execute(f"SET LOCAL statement_timeout = {int(1000 * seconds)}")
                yield self._link
        except Lost:
            self.close()
            raise

    def _connected(self) -> psycopg.Connection[Any]:
        try:
            return psycopg.connect(self._target, autocommit=True, prepare_threshold=None)
        except psycopg.Error as error:
            raise connecting(error, self._url) from None


@contextmanager
def _impatient(link: psycopg.Connection[Any], seconds: float) -> Iterator[None]:
    """Cut a connection whose server says nothing at all, not even that it took too long."""
    place = socket.socket(fileno=socket.dup(link.fileno()))

    def cut() -> None:
        with suppress(OSError):
            place.shutdown(socket.SHUT_RDWR)

    watch = Timer(seconds, cut)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
        place.close()


def _in(statement: str, name: str, kind: str = "") -> sql.Composed:
    """A statement about a collection, and maybe an index of it."""
    index = hashlib.blake2b(f"{name} {kind}".encode(), digest_size=8).hexdigest()
    return sql.SQL(statement).format(
        sql.Identifier(SCHEMA, name), sql.Identifier(f"{kind}_{index}")
    )


def _owner(named: str) -> UUID:
    return UUID(bytes=hashlib.blake2b(named.encode(), digest_size=16).digest())


def _where(sieve: Sieve) -> tuple[str, list[Any]]:
    """What a point must be like, as SQL."""
    equal: dict[str, Any] = {}
    made, values = ["true"], list[Any]()
    for name, value in sieve.equal:
        if name == "owner":
            made.append("owner = %s")
            values.append(_owner(value))
        elif equal.setdefault(name, value) != value:
            made.append("false")
    if sieve.tags:
        equal["tags"] = list(sieve.tags)
    if equal:
        made.append("payload @> %s")
        values.append(Jsonb(equal))
    for limit, sign in ((sieve.after, ">="), (sieve.before, "<")):
        if limit is not None:
            made.append(f"(payload->>'at')::bigint {sign} %s")
            values.append(limit)
    if sieve.keys is not None:
        made.append("key = ANY(%s::uuid[])")
        values.append(list(sieve.keys))
    return " AND ".join(made), values


def _steps(points: Sequence[Point]) -> list[str]:
    """The vectors as stores keep them: whole numbers, which half floats hold exactly."""
    matrix = checked([one.vector for one in points], len(points))
    steps, _ = steps_of(pack(matrix), matrix.shape[1])
    return [str(row) for row in steps.tolist()]


def _rows(found: Sequence[Any]) -> list[Row]:
    if not found:
        return []
    matrix = checked([data for _, data in found], len(found))
    return [(dict(payload), row) for (payload, _), row in zip(found, matrix, strict=True)]
