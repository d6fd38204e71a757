"""The tables, and the numbered steps that bring an older file up to date.

Every key starts with `scope`, the number of an owner, so a look-up walks one owner's rows only.
`n` numbers an owner's records, messages and notes alike, in the order they came; it is never used
twice. `sum` tells a record from one that a bad disk has changed. Times are microseconds since
1970, UTC. `messages`, `notes`, `seen` (how often a note was said), `cursors` (how far a reader of
the changes is), `moments` (when the feed came how far), `ends` (until when a note was said to hold
before it was closed), `owners`, `ids`, `changes` and `batches` are the truth; `postings`,
`vectors` and `edges` can be rebuilt from them, and so can `cited`, but for the middle ones of the
many messages that said one thing.
"""

from __future__ import annotations

import time

import apsw

from ...errors import ConfigError, SchemaTooNew
from .failures import BUSY_SECONDS

BRIEFLY = 0.01
APPLICATION = 0x7265636F  # "reco": tells our files from other people's
FORMAT, LOGGED = 18, b"\2\2"
"""Where a file says how it is written and read, and what it says if there is a log."""

MIGRATIONS = (
    """
    CREATE TABLE owners(
        scope INTEGER PRIMARY KEY AUTOINCREMENT,
        tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
        next INTEGER NOT NULL DEFAULT 1,
        messages INTEGER NOT NULL DEFAULT 0,
        notes INTEGER NOT NULL DEFAULT 0,
        length INTEGER NOT NULL DEFAULT 0,
        terms INTEGER NOT NULL,
        UNIQUE(tenant, kind, id)
    );
    CREATE TABLE ids(
        scope INTEGER NOT NULL, id NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY(scope, id)
    ) WITHOUT ROWID;
    CREATE TABLE messages(
        scope INTEGER NOT NULL, n INTEGER NOT NULL, id NOT NULL,
        at INTEGER NOT NULL, recorded INTEGER NOT NULL,
        role TEXT NOT NULL, name TEXT, agent_id TEXT, session_id TEXT, turn INTEGER,
        sum INTEGER NOT NULL, metadata TEXT, content TEXT NOT NULL,
        PRIMARY KEY(scope, n)
    ) WITHOUT ROWID;
    CREATE TABLE sessions(
        scope INTEGER NOT NULL, id TEXT NOT NULL, next INTEGER NOT NULL,
        PRIMARY KEY(scope, id)
    ) WITHOUT ROWID;
    CREATE INDEX messages_at ON messages(scope, at, n);
    CREATE INDEX messages_session ON messages(scope, session_id, at, n);
    CREATE TABLE notes(
        scope INTEGER NOT NULL, n INTEGER NOT NULL, id NOT NULL,
        learned INTEGER NOT NULL, recorded INTEGER NOT NULL, closed INTEGER,
        valid_from INTEGER, valid_to INTEGER,
        kind TEXT NOT NULL, key TEXT, subject TEXT, relation TEXT, object TEXT,
        importance REAL NOT NULL, confidence REAL NOT NULL, trust REAL NOT NULL,
        agent_id TEXT, session_id TEXT, replaces TEXT, sources TEXT,
        sum INTEGER NOT NULL, metadata TEXT, value TEXT, text TEXT NOT NULL,
        PRIMARY KEY(scope, n)
    ) WITHOUT ROWID;
    CREATE INDEX notes_key ON notes(scope, key, n) WHERE key IS NOT NULL;
    CREATE UNIQUE INDEX notes_open ON notes(
        scope, key, coalesce(agent_id, ''), coalesce(session_id, '')
    ) WHERE key IS NOT NULL AND closed IS NULL;
    CREATE INDEX notes_closed ON notes(scope, n) WHERE closed IS NOT NULL;
    CREATE TABLE cited(
        scope INTEGER NOT NULL, message NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY(scope, message, n)
    ) WITHOUT ROWID;
    CREATE TABLE edges(
        scope INTEGER NOT NULL, entity TEXT NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY(scope, entity, n)
    ) WITHOUT ROWID;
    CREATE TABLE postings(
        scope INTEGER NOT NULL, term TEXT NOT NULL, first INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY(scope, term, first)
    ) WITHOUT ROWID;
    CREATE TABLE models(
        model INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL
    );
    CREATE TABLE vectors(
        scope INTEGER NOT NULL, model INTEGER NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY(scope, model, n)
    ) WITHOUT ROWID;
    CREATE TABLE embedded(
        scope INTEGER NOT NULL, model INTEGER NOT NULL, vectors INTEGER NOT NULL,
        PRIMARY KEY(scope, model)
    ) WITHOUT ROWID;
    CREATE TABLE changes(
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        scope INTEGER NOT NULL, op TEXT NOT NULL, n INTEGER NOT NULL, id NOT NULL
    );
    CREATE INDEX changes_scope ON changes(scope, seq);
    CREATE TABLE batches(id BLOB PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL)
        WITHOUT ROWID;
    """,
    """
    CREATE TABLE seen(
        scope INTEGER NOT NULL, n INTEGER NOT NULL,
        times INTEGER NOT NULL, last INTEGER, cites TEXT NOT NULL, seal INTEGER NOT NULL,
        PRIMARY KEY(scope, n)
    ) WITHOUT ROWID;
    CREATE TABLE cursors(
        scope INTEGER NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL,
        PRIMARY KEY(scope, name)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE moments(position INTEGER PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE ends(
        scope INTEGER NOT NULL, n INTEGER NOT NULL, valid_to INTEGER NOT NULL,
        seal INTEGER NOT NULL, PRIMARY KEY(scope, n)
    ) WITHOUT ROWID;
    INSERT INTO moments(position, at)
    SELECT last, max(at) OVER (ORDER BY last) FROM (
        SELECT b.last, max(coalesce(m.recorded, t.recorded)) AS at FROM batches AS b
        JOIN changes AS c ON c.seq BETWEEN b.first AND b.last AND c.op = 'put'
        LEFT JOIN messages AS m ON m.scope = c.scope AND m.n = c.n
        LEFT JOIN notes AS t ON t.scope = c.scope AND t.n = c.n
        GROUP BY b.last
    ) WHERE at IS NOT NULL;
    """,
)


def require_ours(name: str, application: int, number: int) -> None:
    """Refuse another program's file, and one that a newer recollect wrote."""
    if application != APPLICATION:
        raise ConfigError(
            f"{name} is a database of another program. It was not touched. "
            "Choose another file name."
        )
    if number > len(MIGRATIONS):
        raise SchemaTooNew(
            f"{name} was written by a newer recollect (schema {number}, this one knows "
            f"{len(MIGRATIONS)}). It was not touched. Upgrade: pip install -U recollect"
        )


def version(db: apsw.Connection) -> int:
    """The schema's number in this file; 0 for a new one. Refuses what is not ours."""
    with db:  # one state of the file, though another process may be making it right now
        number = int(db.pragma("user_version"))
        application = int(db.pragma("application_id"))
        used = db.execute("SELECT count(*) FROM sqlite_master").get
    if number or application or used:
        require_ours(db.filename, application, number)
    return number


def upgrade(db: apsw.Connection) -> None:
    """Bring a file up to date, all or nothing, and have it keep a write-ahead log from then on.

    In this order, a file that is not empty says in its first bytes whose it is.
    """
    if version(db) < len(MIGRATIONS):
        db.execute("BEGIN IMMEDIATE")
        migrate(db)
        db.execute("COMMIT")
    keep_a_log(db)


def keep_a_log(db: apsw.Connection) -> None:
    """Two that begin a log at once would wait for each other, so SQLite refuses one at once,
    whatever its time-out: that one tries again, and finds it begun."""
    until = time.monotonic() + BUSY_SECONDS
    while not _keeps_a_log(db):
        try:
            db.pragma("journal_mode", "delete")
            db.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(BRIEFLY)


def _keeps_a_log(db: apsw.Connection) -> bool:
    """Whether it has a log and the file says so. If the power was cut when both were new, there may
    be a log and no word of it in the file, which would be without one once everybody closed it."""
    _, said = db.read("main", 0, FORMAT, len(LOGGED))
    return said == LOGGED and db.pragma("journal_mode") == "wal"


def stand_in(db: apsw.Connection) -> None:
    """Give a file that is older, and may not be written, the tables it lacks, empty and aside."""
    db.pragma("temp_store", "memory")
    for step in MIGRATIONS[version(db) :]:
        db.execute(step.replace("CREATE TABLE", "CREATE TEMP TABLE"))


def migrate(db: apsw.Connection) -> None:
    """Run the steps this file has not seen, all in the caller's transaction."""
    for number, step in enumerate(MIGRATIONS[version(db) :], start=version(db) + 1):
        db.execute(step)
        db.pragma("application_id", APPLICATION)
        db.pragma("user_version", number)
