"""Every statement. What people said or are called comes in as a parameter, never as text."""

from __future__ import annotations

SCHEMA = (
    "CREATE CONSTRAINT recollect_index IF NOT EXISTS "
    "FOR (i:RecollectIndex) REQUIRE i.memory IS UNIQUE",
    "CREATE CONSTRAINT recollect_owner IF NOT EXISTS "
    "FOR (o:RecollectOwner) REQUIRE o.owner IS UNIQUE",
    "CREATE CONSTRAINT recollect_entity IF NOT EXISTS "
    "FOR (e:RecollectEntity) REQUIRE (e.owner, e.name) IS UNIQUE",
    "CREATE INDEX recollect_note IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.owner, r.id)",
)

MADE = "SHOW INDEXES YIELD labelsOrTypes AS labels RETURN labels"
LABELS = {"RecollectIndex", "RecollectOwner", "RecollectEntity", "RELATES"}

HEAD = """
MATCH (i:RecollectIndex {memory: $memory})
RETURN i.position AS position, i.tail AS tail, i.form AS form
"""
LOCK = """
MERGE (i:RecollectIndex {memory: $memory})
ON CREATE SET i.position = 0, i.tail = '', i.form = $form
SET i.turn = $turn
"""
"""Whoever writes to this node first goes first; the others wait for the end of its transaction."""
MOVE = """
MATCH (i:RecollectIndex {memory: $memory}) SET i.position = $position, i.tail = $tail
"""

OWNERS = """
MATCH (o:RecollectOwner {memory: $memory})
RETURN o.owner AS owner, o.tenant AS tenant, o.kind AS kind, o.id AS id
"""
OWN = """
UNWIND $owners AS one
MERGE (o:RecollectOwner {owner: one.owner})
SET o.memory = $memory, o.tenant = one.tenant, o.kind = one.kind, o.id = one.id
"""
IDS = """
MATCH (e:RecollectEntity)-[r:RELATES]->() WHERE e.owner = $owner AND e.name >= ''
RETURN DISTINCT r.id AS id
"""

NAME = """
UNWIND $entities AS one
MERGE (e:RecollectEntity {owner: one.owner, name: one.name})
SET e.memory = $memory
"""
MOVED = """
UNWIND $notes AS note
MATCH (s:RecollectEntity)-[r:RELATES]->(t:RecollectEntity)
WHERE r.owner = note.owner AND r.id = note.id
    AND (s.name <> note.subject OR t.name <> note.object)
WITH r, note.owner AS owner, s.name AS subject, t.name AS object
DELETE r
RETURN owner, subject, object
"""
RELATE = """
UNWIND $notes AS note
MATCH (s:RecollectEntity {owner: note.owner, name: note.subject})
MATCH (t:RecollectEntity {owner: note.owner, name: note.object})
MERGE (s)-[r:RELATES {owner: note.owner, id: note.id}]->(t)
ON CREATE SET r.seq = note.seq
SET r.relation = note.relation, r.subject = note.said, r.object = note.of,
    r.agent = note.agent, r.session = note.session,
    r.valid_from = note.valid_from, r.valid_to = note.valid_to,
    r.learned_at = note.learned_at, r.closed_at = note.closed_at
"""
REMOVE = """
UNWIND $notes AS note
MATCH (s:RecollectEntity)-[r:RELATES]->(t:RecollectEntity)
WHERE r.owner = note.owner AND r.id = note.id
WITH r, note.owner AS owner, s.name AS subject, t.name AS object
DELETE r
RETURN owner, subject, object
"""
LONELY = """
UNWIND $entities AS one
MATCH (e:RecollectEntity {owner: one.owner, name: one.name})
WHERE NOT EXISTS { (e)-[:RELATES]-() }
DELETE e
"""
LEFT = """
UNWIND $owners AS owner
MATCH (e:RecollectEntity) WHERE e.owner = owner AND e.name >= ''
RETURN DISTINCT e.owner AS owner
"""
DISOWN = "UNWIND $owners AS owner MATCH (o:RecollectOwner {owner: owner}) DELETE o"

ERASE = """
MATCH (e:RecollectEntity) WHERE e.owner = $owner AND e.name >= '' DETACH DELETE e
"""
CLEAR = (
    "MATCH (e:RecollectEntity {memory: $memory}) DETACH DELETE e",
    "MATCH (o:RecollectOwner {memory: $memory}) DELETE o",
)
FORGET = "MATCH (i:RecollectIndex {memory: $memory}) DELETE i"

COUNT = """
MATCH (e:RecollectEntity {memory: $memory})
OPTIONAL MATCH (e)-[r:RELATES]->()
RETURN count(DISTINCT e) AS entities, count(r) AS relations
"""
SERVER = "CALL dbms.components() YIELD name, versions, edition RETURN versions, edition"
CLOCK = "RETURN datetime().epochMillis AS millis"

_PASSES = """
    ($closed OR {r}.closed_at IS NULL)
    AND ($agent IS NULL OR {r}.agent = $agent) AND ($session IS NULL OR {r}.session = $session)
    AND ($relations IS NULL OR {r}.relation IN $relations)
"""
_START = "MATCH (s:RecollectEntity) WHERE s.owner = $owner AND s.name IN $names"
STEP = f"""
{_START}
MATCH (s)-[r:RELATES]-() WHERE {_PASSES.format(r="r")}
WITH DISTINCT r
RETURN r.id AS id, r.seq AS seq ORDER BY seq DESC, id LIMIT $limit
"""


def walk(hops: int) -> str:
    """Of all within so many steps. Cypher takes no parameter for the length of a way."""
    return f"""
{_START}
MATCH (s)-[way:RELATES*0..{hops - 1:d}]-(e)
WHERE all(w IN way WHERE {_PASSES.format(r="w")})
WITH DISTINCT e
MATCH (e)-[r:RELATES]-() WHERE {_PASSES.format(r="r")}
WITH DISTINCT r LIMIT $limit
RETURN r.id AS id, r.seq AS seq ORDER BY seq DESC, id
"""
