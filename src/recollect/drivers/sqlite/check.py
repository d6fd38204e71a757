"""Is the file whole, and does every index agree with the records?"""

from __future__ import annotations

import apsw

from ...counts import many
from ...text.names import related
from ...types import Report
from . import postings, rows

COUNTS = (
    ("messages", "SELECT count(*) FROM messages"),
    ("notes", "SELECT count(*) FROM notes"),
    ("vectors", "SELECT count(*) FROM vectors"),
    ("terms", "SELECT count(*) FROM postings"),
    ("edges", "SELECT count(*) FROM edges"),
    ("changes", "SELECT count(*) FROM changes"),
)

RECORDS = "(SELECT scope, n, id FROM messages UNION ALL SELECT scope, n, id FROM notes)"

OWNED = (
    "messages", "notes", "ids", "sessions", "vectors", "postings", "edges", "cited", "seen",
    "cursors", "ends",
)  # fmt: skip
ORPHANS = " + ".join(
    f"(SELECT count(*) FROM {table} WHERE scope NOT IN (SELECT scope FROM owners))"
    for table in OWNED
)

SALVAGE = "restore a backup, or save what can be read: recollect export --salvage"
QUESTIONS = (
    ("rows of owners that are gone", f"SELECT {ORPHANS}"),
    (
        "records whose id leads elsewhere",
        f"SELECT count(*) FROM {RECORDS} AS r LEFT JOIN ids USING(scope, id) "
        "WHERE ids.n IS NOT r.n",
    ),
    (
        "ids that lead nowhere",
        "SELECT (SELECT count(*) FROM ids) - (SELECT count(*) FROM messages) "
        "- (SELECT count(*) FROM notes)",
    ),
    (
        "owners whose counters are wrong",
        "SELECT count(*) FROM owners AS o WHERE "
        "messages <> (SELECT count(*) FROM messages AS m WHERE m.scope = o.scope) OR "
        "notes <> (SELECT count(*) FROM notes AS t WHERE t.scope = o.scope)",
    ),
    (
        "vectors of records that are gone",
        "SELECT count(*) FROM vectors AS v WHERE "
        "NOT EXISTS(SELECT 1 FROM messages AS m WHERE m.scope = v.scope AND m.n = v.n) AND "
        "NOT EXISTS(SELECT 1 FROM notes AS t WHERE t.scope = v.scope AND t.n = v.n)",
    ),
    (
        "vectors of a wrong size",
        "SELECT count(*) FROM vectors LEFT JOIN models USING(model) "
        "WHERE size IS NULL OR length(data) <> size + 4",
    ),
    (
        "models whose count of vectors is wrong",
        "SELECT count(*) FROM embedded AS e WHERE vectors <> (SELECT count(*) FROM vectors AS v "
        "WHERE v.scope = e.scope AND v.model = e.model)",
    ),
    (
        "counts of notes that are gone",
        "SELECT count(*) FROM seen AS s WHERE "
        "NOT EXISTS(SELECT 1 FROM notes AS t WHERE t.scope = s.scope AND t.n = s.n)",
    ),
    (
        "records that the feed of changes misses",
        f"SELECT count(*) FROM {RECORDS} AS r WHERE (r.scope, r.n) NOT IN ("
        "SELECT scope, n FROM changes WHERE op = 'put')",
    ),
)


def check(db: apsw.Connection) -> Report:
    """Ask SQLite about the file, then ask each index about the records."""
    damage = [row[0] for row in db.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
    if damage:
        return Report({}, tuple(f"the file is damaged: {line}; {SALVAGE}" for line in damage))
    problems = [
        f"{count} {what}; run: recollect reindex"
        for what, question in QUESTIONS
        if (count := db.execute(question).get)
    ]
    return Report(
        {what: db.execute(question).get for what, question in COUNTS},
        tuple(problems + _records(db) + _edges(db) + _terms(db)),
    )


def _records(db: apsw.Connection) -> list[str]:
    """Each record must be what was written."""
    problems = []
    for table, columns in (
        ("messages", f"{rows.MESSAGE}, sum"),
        ("notes", f"{rows.NOTE}, sum"),
        ("seen", rows.SEEN),
        ("ends", "n, valid_to, seal"),
    ):
        held = db.execute(f"SELECT {columns} FROM {table}")
        changed = sum(rows.checksum(row[:-1]) != row[-1] for row in held)
        if changed:
            problems.append(f"{changed} {table} are not what was written; {SALVAGE}")
    return problems


def _edges(db: apsw.Connection) -> list[str]:
    """Each note must be found from the two that it relates, and nothing else from anybody."""
    due = {
        (scope, name, n)
        for scope, n, subject, object in db.execute("SELECT scope, n, subject, object FROM notes")
        for name in related(subject, object)
    }
    held = set(db.execute("SELECT scope, entity, n FROM edges"))
    problems = []
    if held - due:
        problems.append(f"{many(len(held - due), 'edge')} that no note has; run: recollect reindex")
    if due - held:
        problems.append(f"the notes lack {many(len(due - held), 'edge')}; run: recollect reindex")
    return problems


def _terms(db: apsw.Connection) -> list[str]:
    """Each record's entries must add up to the lengths that the owners' counters hold."""
    problems = []
    owners = db.execute("SELECT scope, length FROM owners").fetchall()
    for scope, length in owners:
        held = {n for (n,) in db.execute("SELECT n FROM ids WHERE scope = ?", (scope,))}
        lengths: dict[int, int] = {}
        for (data,) in db.execute("SELECT data FROM postings WHERE scope = ?", (scope,)):
            lengths.update((n, size) for n, _, size in postings.ENTRY.iter_unpack(data))
        if set(lengths) - held:
            problems.append("terms of records that are gone; run: recollect reindex")
        elif sum(lengths.values()) != length:
            problems.append("records whose terms are missing; run: recollect reindex")
    return problems
