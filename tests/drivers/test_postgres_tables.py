"""How the tables are laid out: every key begins with the owner, and every table is split by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from recollect.drivers.postgres import PostgresStore, schema

GUIDE = Path(__file__).parents[2] / "docs" / "storage.md"
LAID_OUT = """
SELECT t.relname, p.partstrat, split.attname, first.attname,
    (SELECT count(*) FROM pg_inherits WHERE inhparent = t.oid)
FROM pg_class AS t
JOIN pg_partitioned_table AS p ON p.partrelid = t.oid
JOIN pg_attribute AS split ON split.attrelid = t.oid AND split.attnum = p.partattrs[0]
JOIN pg_constraint AS key ON key.conrelid = t.oid AND key.contype = 'p'
JOIN pg_attribute AS first ON first.attrelid = t.oid AND first.attnum = key.conkey[1]
WHERE t.relnamespace = 'recollect'::regnamespace AND t.relkind = 'p'
"""
PLAIN = """
SELECT relname FROM pg_class
WHERE relnamespace = 'recollect'::regnamespace AND relkind = 'r' AND NOT relispartition
"""


@pytest.fixture
def db(postgres: str) -> Iterator[psycopg.Connection]:
    store = PostgresStore(postgres)
    store.owners()
    store.close()
    with psycopg.connect(postgres, autocommit=True) as made:
        yield made


def test_every_key_begins_with_the_owner_and_every_table_is_split_by_it(
    db: psycopg.Connection,
) -> None:
    found = {name: rest for name, *rest in db.execute(LAID_OUT)}
    assert found == {
        name: ["h", column, column, schema.PARTS] for name, column in schema.TABLES.items()
    }
    assert {name for name, column in schema.TABLES.items() if column != "owner"} == {"batches"}


def test_only_what_is_nobodys_is_not_split(db: psycopg.Connection) -> None:
    plain = {name for (name,) in db.execute(PLAIN)}
    assert "models" in plain
    assert not plain & schema.TABLES.keys()
    for name in plain:
        columns = db.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0",
            (f"recollect.{name}",),
        )
        assert "owner" not in [column for (column,) in columns], name


def test_the_guide_distributes_all_of_them() -> None:
    told = GUIDE.read_text("utf-8").partition("### Many servers: Citus")[2].partition("\n### ")[0]
    for name in schema.TABLES:
        assert f"'{name}'" in told or f"'recollect.{name}'" in told, name
