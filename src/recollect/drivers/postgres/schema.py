"""The tables, and the numbered steps that bring an older database up to date.

Every key starts with `owner`, sixteen bytes out of the owner's tenant, kind and id, and every table
is partitioned by it; `batches` alone is keyed by the hash of a batch's id, since it must know a
late retry of what was erased. `n` numbers an owner's records, messages and notes alike, in the
order they came. `seq` is a position of the feed: the number of a commit, and a place in it. Times
are microseconds since 1970, UTC. `messages`, `notes`, `cursors`, `owners`, `changes` and `batches`
are the truth; `postings`, `vectors` and `edges` can be rebuilt from them.
"""

from __future__ import annotations

from collections.abc import Iterator

PARTS = 8
"""Partitions of each table. More would cost every plan and every new connection."""
LOCK = 0x7265636F << 16
"""Of the advisory locks: one to bring the tables up to date, one that all writers share."""
WRITERS = LOCK + 1
FEED = 0x7263 << 48
"""Writers that may still add to the feed hold this, with the last commit's number before theirs."""
PLACES = 24
"""Bits of a position that number the changes of one commit."""

TABLES = {
    "owners": "owner",
    "messages": "owner",
    "notes": "owner",
    "sessions": "owner",
    "cited": "owner",
    "edges": "owner",
    "postings": "owner",
    "vectors": "owner",
    "embedded": "owner",
    "cursors": "owner",
    "changes": "owner",
    "batches": "id",
}
"""Every partitioned table, and what it is partitioned by."""


def _parts(*tables: str) -> str:
    return "".join(
        f"CREATE TABLE recollect.{table}_{part} PARTITION OF recollect.{table} "
        f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part});\n"
        for table in tables
        for part in range(PARTS)
    )


MIGRATIONS = (
    f"""
    CREATE TABLE recollect.models(
        model integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        name text COLLATE "C" NOT NULL UNIQUE, size integer NOT NULL,
        graph boolean NOT NULL DEFAULT false
    );
    CREATE SEQUENCE recollect.feed;
    CREATE TABLE recollect.owners(
        owner uuid NOT NULL, tenant text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        next bigint NOT NULL DEFAULT 1, messages bigint NOT NULL DEFAULT 0,
        notes bigint NOT NULL DEFAULT 0, length bigint NOT NULL DEFAULT 0, terms integer NOT NULL,
        PRIMARY KEY(owner)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.messages(
        owner uuid NOT NULL, n bigint NOT NULL, at bigint NOT NULL, recorded bigint NOT NULL,
        turn bigint, id text COLLATE "C" NOT NULL, role text NOT NULL, name text,
        agent_id text COLLATE "C", session_id text COLLATE "C",
        metadata text, content text NOT NULL,
        PRIMARY KEY(owner, n)
    ) PARTITION BY HASH(owner);
    CREATE UNIQUE INDEX ON recollect.messages(owner, id);
    CREATE INDEX ON recollect.messages(id);
    CREATE INDEX ON recollect.messages(owner, at, n);
    CREATE INDEX ON recollect.messages(owner, session_id, at, n) WHERE session_id IS NOT NULL;
    CREATE TABLE recollect.notes(
        owner uuid NOT NULL, n bigint NOT NULL, learned bigint NOT NULL, recorded bigint NOT NULL,
        closed bigint, valid_from bigint, valid_to bigint, last bigint, times bigint NOT NULL,
        importance double precision NOT NULL, confidence double precision NOT NULL,
        trust double precision NOT NULL, slot uuid,
        id text COLLATE "C" NOT NULL, kind text NOT NULL, key text COLLATE "C",
        subject text, relation text COLLATE "C", object text,
        agent_id text COLLATE "C", session_id text COLLATE "C",
        replaces text, sources text, metadata text, value text, text text NOT NULL,
        PRIMARY KEY(owner, n)
    ) PARTITION BY HASH(owner);
    CREATE UNIQUE INDEX ON recollect.notes(owner, id);
    CREATE UNIQUE INDEX ON recollect.notes(owner, slot) WHERE slot IS NOT NULL;
    CREATE INDEX ON recollect.notes(id);
    CREATE INDEX ON recollect.notes(owner, key, n) WHERE key IS NOT NULL;
    CREATE INDEX ON recollect.notes(owner, learned, n);
    CREATE INDEX ON recollect.notes(owner, n) WHERE closed IS NOT NULL;
    CREATE TABLE recollect.sessions(
        owner uuid NOT NULL, id text COLLATE "C" NOT NULL, next bigint NOT NULL,
        PRIMARY KEY(owner, id)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.cited(
        owner uuid NOT NULL, message text COLLATE "C" NOT NULL, n bigint NOT NULL,
        PRIMARY KEY(owner, message, n)
    ) PARTITION BY HASH(owner);
    CREATE INDEX ON recollect.cited(owner, n);
    CREATE TABLE recollect.edges(
        owner uuid NOT NULL, entity text COLLATE "C" NOT NULL, n bigint NOT NULL,
        PRIMARY KEY(owner, entity, n)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.postings(
        owner uuid NOT NULL, term text COLLATE "C" NOT NULL, block bigint NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY(owner, term, block)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.vectors(
        owner uuid NOT NULL, model integer NOT NULL, n bigint NOT NULL,
        data halfvec STORAGE MAIN NOT NULL,
        PRIMARY KEY(owner, model, n)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.embedded(
        owner uuid NOT NULL, model integer NOT NULL, vectors bigint NOT NULL,
        PRIMARY KEY(owner, model)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.cursors(
        owner uuid NOT NULL, name text COLLATE "C" NOT NULL, position bigint NOT NULL,
        PRIMARY KEY(owner, name)
    ) PARTITION BY HASH(owner);
    CREATE TABLE recollect.changes(
        owner uuid NOT NULL, seq bigint NOT NULL, op text NOT NULL, n bigint NOT NULL,
        id text COLLATE "C", mark bytea,
        PRIMARY KEY(owner, seq)
    ) PARTITION BY HASH(owner);
    CREATE INDEX ON recollect.changes(seq);
    CREATE TABLE recollect.batches(
        id bytea NOT NULL, first bigint NOT NULL, last bigint NOT NULL,
        PRIMARY KEY(id)
    ) PARTITION BY HASH(id);
    {_parts(*TABLES)}
    """,
    # When each commit was made, and until when a note was said to hold before it was closed. What
    # is older than this step counts as known at any moment.
    """
    ALTER TABLE recollect.batches ADD COLUMN at bigint NOT NULL DEFAULT 0;
    CREATE INDEX ON recollect.batches(at);
    ALTER TABLE recollect.notes ADD COLUMN was_valid_to bigint;
    """,
)


def steps(version: int) -> Iterator[tuple[int, str]]:
    """The steps that a database of this version has not seen, each with its number."""
    yield from enumerate(MIGRATIONS[version:], start=version + 1)
