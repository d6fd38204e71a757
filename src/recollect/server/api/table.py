"""Every endpoint, one entry each: the routes and the document are both made from this."""

from __future__ import annotations

from typing import Any

from ...keep.consolidation import Merge
from ...keep.holding import Held
from ...keep.law import Policy
from ...keep.pruning import Pruned
from ...memory.aio.talking import Beside
from ...orders import Change
from ...ports import Spent, Usage, Waiting
from ...read.changes import Difference
from ...read.entities import Entity
from ...read.graph import Edge
from ...receipts import Receipt, RolledBack
from ...types import (
    Absence,
    Added,
    Context,
    Hits,
    Message,
    Note,
    OwnerInfo,
    Record,
    Report,
    SessionInfo,
    Stats,
    Why,
)
from ...write import limits
from ...write.undoing import Undone
from . import moving, reading, writing
from .agent_table import AGENTS
from .endpoint import Endpoint, Fact, Fields, Items
from .fields import (
    ANYTHING,
    AS_OF,
    AT,
    BETWEEN,
    FORMAT,
    KEEP,
    KIND,
    METADATA,
    PAGE,
    PATTERN,
    SAID,
    SESSION,
    SPAN,
    WHERE,
    WHOSE,
    Schema,
    count,
    flag,
    many,
    moment,
    name,
    one_of,
    text,
)

WORDS = text("The words.")
QUERY = text("The question, in words.", limits.MAX_QUERY)
LIMIT = count("How many at most.")
RELEVANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1, "description": "The least."}
DRY = flag("Only say what would go.")
ENTITY = name("The name of somebody or something.")
ID = name("The id of a message or a note.")
TRIPLE = {"subject": ENTITY, "relation": name("How they are related."), "object": ENTITY}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
EDITS: Fields = {
    "text": WORDS,
    "value": ANYTHING,
    "kind": KIND,
    "importance": SHARE,
    "confidence": SHARE,
    "valid_from": moment("Since when it holds"),
    "valid_to": moment("Until when it holds"),
    "metadata": METADATA,
}
SESSION_OF: Fields = {**WHOSE, **SESSION}
ONE: Fields = {"id": ID}
KEY: Fields = {"key": name("The key of a fact, such as ui.theme.")}
MISSING, STALE = (404,), (404, 409)

MESSAGES = (
    Endpoint("POST", "/v1/messages", "add", "write", "Keep what was said, and take notes of it.",
             Added, body={
                 "content": {"anyOf": [WORDS, SAID, many("Turns.", {"anyOf": [WORDS, SAID]})]},
                 **SESSION_OF, "at": AT, "metadata": METADATA,
                 "learn": one_of("When notes are taken of it.", "now", "later", "never"),
             }, required=("content",), errors=(409,)),
    Endpoint("GET", "/v1/messages", "messages", "read", "What was said, newest first.",
             Items(Message, pages=True), query={
                 **SESSION_OF, **BETWEEN, "role": WHERE["properties"]["role"], **AS_OF, **PAGE,
             }, handler=reading.messages),
    Endpoint("GET", "/v1/sessions", "sessions", "read", "The conversations, newest first.",
             Items(SessionInfo, pages=True), query={**WHOSE, **AS_OF, **PAGE},
             handler=reading.sessions),
    Endpoint("POST", "/v1/sessions/{session_id}/prompt", "prompt", "write",
             "What to send to a model for the next turn of a session.",
             {"messages": list[Any], "system": str, "tokens": int, "stable": int,
              "recalled": list[Record]}, body={
                 **WHOSE, "pattern": PATTERN, "window": count("Turns in view.", limits.MAX_LIST),
                 "system": text("A text of yours that the prompt begins with."),
                 "budget": count("Tokens.", limits.MAX_BUDGET), "format": FORMAT,
                 "min_relevance": RELEVANCE,
             }, query=SESSION, handler=writing.prompt),
    Endpoint("POST", "/v1/sessions/{session_id}/beside", "beside", "write",
             "What to show a model beside a request of your own, for its newest words.",
             Beside, body={
                 **WHOSE, "pattern": PATTERN, "budget": count("Tokens.", limits.MAX_BUDGET),
                 "said": many("The last words of the user, the newest first.", text("Words.")),
                 "without": many("Ids of messages that the request has.", ID),
                 "min_relevance": RELEVANCE,
             }, required=("said", "budget"), query=SESSION, handler=writing.beside),
    Endpoint("POST", "/v1/sessions/{session_id}/end", "end", "write",
             "End a session: its summary is kept.", {"note": Note | None}, body=WHOSE,
             query=SESSION, handler=writing.end),
    Endpoint("POST", "/v1/summary", "summary", "write",
             "A session, or all of a user's, in short, brought up to date.", {"note": Note | None},
             body=SESSION_OF, handler=writing.summary),
)  # fmt: skip

RECALL = (
    Endpoint("POST", "/v1/search", "search", "read", "What helps with a question, best first.",
             Hits, body={
                 "query": QUERY, **WHOSE, "limit": LIMIT, "min_relevance": RELEVANCE, "at": AT,
                 "where": WHERE, "explain": flag("Say in words why each was found."), **AS_OF,
                 "without": many("Ids of what is searched as if it were not there.", ID),
             }, required=("query",), handler=reading.search),
    Endpoint("POST", "/v1/context", "context", "read",
             "What a model should see before it answers: cited, never over its budget.",
             Context, body={
                 "query": QUERY, **WHOSE, "budget": count("Tokens.", limits.MAX_BUDGET),
                 "min_relevance": RELEVANCE, "at": AT, "where": WHERE,
                 "quarantined": flag("Also what reads like an instruction."), **AS_OF,
             }, required=("query",)),
    Endpoint("POST", "/v1/why-not", "why_not", "read",
             "Why a search does not give a record, and what would.", Absence, body={
                 "query": QUERY, **ONE, **WHOSE, "limit": LIMIT, "min_relevance": RELEVANCE,
                 "at": AT, "where": WHERE, **AS_OF,
             }, required=("query", "id"), errors=MISSING),
)  # fmt: skip

NOTES = (
    Endpoint("GET", "/v1/notes", "notes", "read", "What was concluded, newest first.",
             Items(Note, pages=True), query={
                 **WHOSE, "kind": KIND, **KEY,
                 "closed": flag("Also what newer notes have replaced."),
                 **BETWEEN, **AS_OF, **PAGE,
             }, handler=reading.notes),
    Endpoint("GET", "/v1/conflicts", "conflicts", "read", "Notes that contradict each other.",
             Items(tuple[Note, Note]), query={**WHOSE, **AS_OF}),
    Endpoint("GET", "/v1/facts", "values", "read", "The facts whose key begins so.",
             {"values": dict[str, Any]},
             query={"prefix": text("How the key begins.", 256, least=0), **WHOSE, **AS_OF},
             handler=reading.values),
    Endpoint("GET", "/v1/facts/{key}", "value", "read", "The present value of a fact.",
             Fact, query={**KEY, **WHOSE, **AS_OF}, handler=reading.value, errors=MISSING),
    Endpoint("PUT", "/v1/facts/{key}", "set", "write",
             "Keep a fact under a key; the one before it is closed, not lost.", Note, query=KEY,
             body={
                 "value": ANYTHING, **WHOSE, "at": AT, "kind": KIND,
                 "expires": moment("When it ends"), "metadata": METADATA,
             }, required=("value",), handler=writing.fact, errors=(409, 412)),
    Endpoint("GET", "/v1/records/{id}", "get", "read", "A message or a note.", Record,
             query={**ONE, **WHOSE, **AS_OF}, errors=MISSING),
    Endpoint("PATCH", "/v1/records/{id}", "update", "write",
             "A new note in the place of one; the old one stays in its history.", Note, query=ONE,
             body={**EDITS, **WHOSE, "at": AT}, handler=writing.update, errors=(404, 409, 412)),
    Endpoint("DELETE", "/v1/records/{id}", "delete", "write", "Delete a message or a note.",
             Receipt, query={**ONE, **WHOSE}, errors=STALE),
    Endpoint("GET", "/v1/records/{id}/history", "history", "read",
             "Every version of a note, oldest first.", Items(Record),
             query={**ONE, **WHOSE, **AS_OF}, errors=MISSING),
    Endpoint("GET", "/v1/records/{id}/why", "why", "read",
             "What a note rests on: the words, the rule or model, how sure it is.", Why,
             query={**ONE, **WHOSE, **AS_OF}, errors=MISSING),
    Endpoint("POST", "/v1/records/{id}/undo", "undo", "write",
             "Take back the last change of a note; nothing is removed.", Undone, query=ONE,
             body={**WHOSE, "at": AT}, errors=STALE),
    Endpoint("PUT", "/v1/records/{id}/pin", "pin", "write",
             "Keep a record whatever policies and expiries say.", Record, query={**ONE, **WHOSE},
             errors=MISSING),
    Endpoint("DELETE", "/v1/records/{id}/pin", "unpin", "write",
             "Let a record end like any other.", Record, query={**ONE, **WHOSE}, errors=MISSING),
    Endpoint("POST", "/v1/records/{id}/expire", "expire", "write",
             "End a record at a moment, now if none is given.", Record, query=ONE, body={
                 **WHOSE, "at": moment("When it ends"), "never": flag("Lift its end instead."),
             }, errors=MISSING),
    Endpoint("GET", "/v1/pins", "pins", "read", "What is pinned.", Items(Record), query=WHOSE),
    Endpoint("GET", "/v1/held", "held", "read",
             "What is held back since it reads like an instruction, newest first.",
             Items(Held, pages=True), query={
                 **WHOSE, "released": flag("What somebody has released instead."), **PAGE,
             }, handler=reading.held),
    Endpoint("POST", "/v1/records/{id}/release", "release", "admin",
             "Show a record that is held back: somebody has read it.", Record, query=ONE,
             body=WHOSE, handler=writing.release, errors=MISSING),
    Endpoint("POST", "/v1/records/{id}/hold", "hold", "write",
             "Keep a record held back; it takes back a release.", Record, query=ONE, body=WHOSE,
             handler=writing.hold, errors=MISSING),
)  # fmt: skip

GRAPH = (
    Endpoint("POST", "/v1/relations", "relate", "write",
             "Keep that something is related to something, once.", Note, body={
                 **TRIPLE, **WHOSE, "at": AT, "valid_from": EDITS["valid_from"],
                 "valid_to": EDITS["valid_to"], "sources": many("The messages that say so.", ID),
                 "metadata": METADATA,
             }, required=("subject", "relation", "object"), errors=STALE),
    Endpoint("POST", "/v1/relations/end", "unrelate", "write", "End a relation; its past stays.",
             Note, body={**TRIPLE, **WHOSE, "at": AT, "valid_to": EDITS["valid_to"]},
             required=("subject", "relation", "object"), errors=STALE),
    Endpoint("POST", "/v1/names/same", "same", "write", "One name is another of the other.", Note,
             body={"name": ENTITY, "other": ENTITY, **WHOSE, "at": AT},
             required=("name", "other"), errors=STALE),
    Endpoint("POST", "/v1/names/different", "different", "write", "Two names are two after all.",
             Note, body={"name": ENTITY, "other": ENTITY, **WHOSE, "at": AT},
             required=("name", "other"), errors=STALE),
    Endpoint("GET", "/v1/related", "related", "read",
             "The relations around an entity, the nearest first.", Items(Edge), query={
                 "entity": ENTITY, "relation": many("Only these kinds.", TRIPLE["relation"], 20),
                 "hops": count("How far.", limits.MAX_HOPS), **WHOSE,
                 **AS_OF, "at": moment("What was true then"), "limit": LIMIT,
             }, required=("entity",)),
    Endpoint("GET", "/v1/path", "path", "read", "The shortest way from one entity to another.",
             Items(Edge), query={
                 "start": ENTITY, "end": ENTITY, "max_hops": count("How far.", limits.MAX_HOPS),
                 **WHOSE, **AS_OF, "at": moment("What was true then"),
             }, required=("start", "end")),
    Endpoint("GET", "/v1/entities", "entities", "read", "Who and what relations name.",
             Items(Entity, pages=True), query={**WHOSE, **AS_OF, **PAGE}, handler=reading.entities),
)  # fmt: skip

KEEPING = (
    Endpoint("GET", "/v1/policy", "policy", "read", "How long memories are kept.", Policy,
             query=WHOSE),
    Endpoint("PUT", "/v1/policy", "policy", "write", "Change how long memories are kept.", Policy,
             body={**WHOSE, "keep": KEEP, "half_life": SPAN}),
    Endpoint("GET", "/v1/diff", "diff", "read", "What changed between two moments.", Difference,
             query={
                 "since": moment("After this moment"), "until": moment("Up to this moment"),
                 **WHOSE, "recorded": AS_OF["recorded"],
             }, required=("since",)),
    Endpoint("POST", "/v1/erase", "erase", "admin",
             "Erase a user, an agent, a session or a record, everywhere, with a receipt.", Receipt,
             body={**SESSION_OF, **ONE, "dry_run": DRY}, errors=STALE),
    Endpoint("POST", "/v1/prune", "prune", "admin", "Remove what has ended, for good.", Pruned,
             body={**WHOSE, "closed": SPAN, "dry_run": DRY}),
    Endpoint("POST", "/v1/consolidate", "consolidate", "admin", "Merge notes that say the same.",
             Items(Merge), body={**WHOSE, "dry_run": DRY}),
    Endpoint("POST", "/v1/roll-back", "roll_back", "admin",
             "Take back everything that was learned from one source.", RolledBack, body={
                 "source": text("A class, a class and a name, a session or a message.", 4096),
                 **WHOSE, "dry_run": DRY,
             }, required=("source",), errors=(409,)),
    Endpoint("POST", "/v1/learn", "learn", "write", "Take notes of what was not learned yet.",
             {"notes": int}, body=WHOSE, handler=writing.learn),
    Endpoint("GET", "/v1/waiting", "waiting", "read", "What a model has not read yet.", Waiting,
             query=WHOSE),
    Endpoint("GET", "/v1/spend", "spend", "read", "What language models have cost.",
             {"usage": Usage, "lines": list[Spent]}, query=WHOSE, handler=reading.spend),
    Endpoint("GET", "/v1/stats", "stats", "read", "How much is kept.", Stats, query=WHOSE),
    Endpoint("GET", "/v1/owners", "owners", "read", "Who has memory here.",
             Items(OwnerInfo, pages=True), query=PAGE, handler=reading.owners, common=True),
    Endpoint("GET", "/v1/verify", "verify", "admin", "Whether the store is whole.", Report),
)  # fmt: skip

MOVING = (
    Endpoint("GET", "/v1/changes", "changes", "read",
             "What was stored, closed and removed, in order: a page, or with Accept: "
             "text/event-stream all that comes.", {"items": list[Change], "next": int}, query={
                 "after": {"type": "integer", "minimum": 0, "maximum": (1 << 53) - 1,
                           "description": "The seq of the last change that you know."},
                 **WHOSE, "limit": LIMIT,
             }, handler=moving.changes, also=(moving.EVENTS,)),
    Endpoint("GET", "/v1/export", "export", "admin", "Every message and note, a line each.", str,
             query=WHOSE, handler=moving.export, media=moving.LINES),
    Endpoint("POST", "/v1/import", "import", "admin",
             "What an export gave; every line is checked before the first is written.",
             {"new": int}, body={}, handler=moving.import_, takes=moving.LINES, errors=(409,)),
)  # fmt: skip

ENDPOINTS: tuple[Endpoint, ...] = (
    *MESSAGES, *RECALL, *NOTES, *GRAPH, *KEEPING, *MOVING, *AGENTS,
)  # fmt: skip
