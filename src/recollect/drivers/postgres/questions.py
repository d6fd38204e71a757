"""What a healthy database answers with zero, and how much there is."""

from __future__ import annotations

COUNTS = {
    "messages": "messages",
    "notes": "notes",
    "vectors": "vectors",
    "terms": "postings",
    "changes": "changes",
}

OWNED = ("messages", "notes", "sessions", "vectors", "postings", "edges", "cited", "cursors")
RECORDS = (
    "(SELECT owner, n, id FROM recollect.messages UNION ALL SELECT owner, n, id FROM "
    "recollect.notes)"
)
ORPHANS = " + ".join(
    f"(SELECT count(*) FROM recollect.{table} AS t WHERE NOT EXISTS("
    "SELECT 1 FROM recollect.owners AS o WHERE o.owner = t.owner))"
    for table in OWNED
)

QUESTIONS = {
    "rows of owners that are gone": f"SELECT {ORPHANS}",
    "owners whose counters are wrong": (
        "SELECT count(*) FROM recollect.owners AS o LEFT JOIN (SELECT owner, count(*) AS count "
        "FROM recollect.messages GROUP BY owner) AS m USING(owner) LEFT JOIN (SELECT owner, "
        "count(*) AS count FROM recollect.notes GROUP BY owner) AS t USING(owner) "
        "WHERE o.messages <> coalesce(m.count, 0) OR o.notes <> coalesce(t.count, 0)"
    ),
    "ids that two records have": (
        "SELECT count(*) FROM recollect.messages JOIN recollect.notes USING(owner, id)"
    ),
    "vectors of records that are gone": (
        f"SELECT count(*) FROM recollect.vectors AS v LEFT JOIN {RECORDS} AS r USING(owner, n) "
        "WHERE r.n IS NULL"
    ),
    "vectors of a wrong size": (
        "SELECT count(*) FROM recollect.vectors AS v LEFT JOIN recollect.models AS m USING(model) "
        "WHERE m.size IS NULL OR vector_dims(v.data) <> m.size"
    ),
    "models whose count of vectors is wrong": (
        "SELECT count(*) FROM recollect.embedded AS e FULL JOIN (SELECT owner, model, count(*) AS "
        "count FROM recollect.vectors GROUP BY owner, model) AS v USING(owner, model) "
        "WHERE coalesce(e.vectors, 0) <> coalesce(v.count, 0)"
    ),
    "records that the feed of changes misses": (
        f"SELECT count(*) FROM {RECORDS} AS r LEFT JOIN recollect.changes AS c "
        "ON c.owner = r.owner AND c.n = r.n AND c.op = 'put' WHERE c.n IS NULL"
    ),
}

ALL = "SELECT " + ", ".join(
    [f"({question})" for question in QUESTIONS.values()]
    + [f"(SELECT count(*) FROM recollect.{table})" for table in COUNTS.values()]
)
"""All of them in one statement, and so of one state."""
