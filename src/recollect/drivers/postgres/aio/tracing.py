"""Searching for what should not be there, in every row that can be read."""

from __future__ import annotations

from collections.abc import Sequence

from .opening import Link

PLACE = "rows (not the server's free space and log)"

KEPT = {
    "messages": "id role name agent_id session_id metadata content",
    "notes": "id kind key subject relation object agent_id session_id replaces sources metadata "
    "value text",
    "owners": "tenant kind id",
    "postings": "term",
    "edges": "entity",
    "sessions": "id",
    "cursors": "name",
}
"""Where the words of kept records are. Rows without an owner are nobody's: not kept."""
TOLD = {"cited": "message", "changes": "id"}
OWNED = "EXISTS(SELECT 1 FROM recollect.owners AS o WHERE o.owner = t.owner)"


async def traces(db: Link, needles: Sequence[bytes]) -> dict[str, int]:
    """How many needles rows hold that no kept record holds."""
    found: set[int] = set()
    for table, columns in KEPT.items():
        found |= await _hits(db, table, columns, needles, f"NOT {OWNED}")
    for table, columns in TOLD.items():
        found |= await _hits(db, table, columns, needles, "true")
    suspects = [needles[place] for place in sorted(found)]
    kept: set[int] = set()
    for table, columns in KEPT.items():
        kept |= await _hits(db, table, columns, suspects, OWNED)
    return {PLACE: len(suspects) - len(kept)}


async def _hits(
    db: Link, table: str, columns: str, needles: Sequence[bytes], where: str
) -> set[int]:
    """The places of the needles that some row of a table holds."""
    if not needles:
        return set()
    line = ", ".join(columns.split())
    found = await db.execute(
        "SELECT DISTINCT u.place - 1 FROM (SELECT convert_to(concat_ws(' ', "
        f"{line}), 'UTF8') AS line FROM recollect.{table} AS t WHERE {where} OFFSET 0) AS held "
        "JOIN unnest(%s::bytea[]) WITH ORDINALITY AS u(needle, place) "
        "ON position(u.needle IN held.line) > 0",
        (list(needles),),
    )
    return {place for (place,) in await found.fetchall()}
