"""What a healthy database answers with zero, and how much there is."""

from __future__ import annotations

HELD = {
    "o": ("owners", "owner, messages, notes"),
    "m": ("messages", "owner, n, id"),
    "t": ("notes", "owner, n, id"),
    "s": ("sessions", "owner"),
    "v": ("vectors", "owner, n, model, vector_dims(data) AS size"),
    "p": ("postings", "owner"),
    "e": ("edges", "owner"),
    "c": ("cited", "owner"),
    "r": ("cursors", "owner"),
    "b": ("embedded", "owner, model, vectors"),
    "f": ("changes", "owner, n, op"),
}
"""Each table is read once, under a letter: planning the parts of each costs more than a look."""
COUNTS = {"messages": "m", "notes": "t", "vectors": "v", "terms": "p", "changes": "f"}

RECORDS = "(SELECT * FROM m UNION ALL SELECT * FROM t) AS k"
ORPHANS = " + ".join(
    f"(SELECT count(*) FROM {letter} WHERE owner NOT IN (SELECT owner FROM o))"
    for letter in "mtsvpecr"
)

QUESTIONS = {
    "rows of owners that are gone": f"SELECT {ORPHANS}",
    "owners whose counters are wrong": (
        "SELECT count(*) FROM o "
        "LEFT JOIN (SELECT owner, count(*) AS said FROM m GROUP BY owner) AS x USING(owner) "
        "LEFT JOIN (SELECT owner, count(*) AS noted FROM t GROUP BY owner) AS y USING(owner) "
        "WHERE messages <> coalesce(said, 0) OR notes <> coalesce(noted, 0)"
    ),
    "ids that two records have": "SELECT count(*) FROM m JOIN t USING(owner, id)",
    "vectors of records that are gone": (
        f"SELECT count(*) FROM v LEFT JOIN {RECORDS} USING(owner, n) WHERE k.n IS NULL"
    ),
    "vectors of a wrong size": (
        "SELECT count(*) FROM v LEFT JOIN recollect.models AS d USING(model) "
        "WHERE d.size IS NULL OR v.size <> d.size"
    ),
    "models whose count of vectors is wrong": (
        "SELECT count(*) FROM b FULL JOIN "
        "(SELECT owner, model, count(*) AS made FROM v GROUP BY owner, model) AS x "
        "USING(owner, model) WHERE coalesce(vectors, 0) <> coalesce(made, 0)"
    ),
    "records that the feed of changes misses": (
        f"SELECT count(*) FROM {RECORDS} LEFT JOIN (SELECT owner, n, true AS told FROM f "
        "WHERE op = 'put') AS x USING(owner, n) WHERE told IS NULL"
    ),
}

ALL = (
    "WITH "
    + ", ".join(
        f"{letter} AS MATERIALIZED (SELECT {columns} FROM recollect.{table})"
        for letter, (table, columns) in HELD.items()
    )
    + " SELECT "
    + ", ".join(f"({question})" for question in QUESTIONS.values())
    + ", "
    + ", ".join(f"(SELECT count(*) FROM {letter})" for letter in COUNTS.values())
)
"""All of them in one statement, and so of one state."""
