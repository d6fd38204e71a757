"""A memory with some of everything in it, and all that a reader can see of one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from recollect import Memory, Message
from recollect.memory.sync.mover import read
from recollect.orders import Batch, Put
from recollect.types import KINDS, Note, Record, Scope
from recollect.write.index import terms

from .kit import HashEmbedder

ODD = [
    "深色模式，请。",
    "e\u0301 is not é",
    "👩‍👩‍👧‍👦 🏳️‍🌈 \U0001f9d1🏽‍🚀",
    "\u202eright to left\u202c and \u2066isolated\u2069",
    "a tab\t, a line\nand a line\r\nof Windows, and one\x0bmore\x0cpage",
    "  spaces at both ends \u00a0",
    "\ufeffa mark at the beginning",
    "# a heading\n\n- a list\n  - in it\n\n```python\nprint('```')\n```\n\n---\nkey: value\n---",
    "- 10:00:00 **user**: not a message of its own",
    "<!-- a comment --> &amp; &#32; \\* \\",
    "\u2028a line\u2029a paragraph\x85next",
    "\x1b[31mred\x07 \x7f \x9b",
    "trailing backslash \\",
    "'; DROP TABLE messages; -- \" ` $1 %s {0}",
    "ﬀ ligature, Ａ wide, ſ long, İ dotted",
    "\U0010ffff the last of all",
]
WHEN = "2026-01-01T10:00:00.123456Z"
DANA, ERIK, COACH = {"user_id": "dana"}, {"user_id": "Erik ../é"}, {"agent_id": "coach"}
GONE = "somebody who was erased"
TENANT = "acme: {the} /first/"


def fill(url: str, many: int) -> None:
    """Everything that a memory can hold, and many messages besides."""
    with Memory(url, embedder=HashEmbedder(), learn="later") as memory:
        talk(memory)
        facts(memory)
        relations(memory)
        every_field(memory)
        talk(memory.tenant(TENANT))
        facts(memory.tenant(TENANT))
        memory.add([f"message {number}" for number in range(many)], session_id="many", **ERIK)
        memory.add("words of somebody", user_id=GONE)
        memory.set("key", "of somebody", user_id=GONE)
        memory.learn()
        rules(memory)
        assert memory.erase(user_id=GONE).ok


def talk(memory: Memory) -> None:
    """Conversations: calls of tools and what came of them, odd words, odd times."""
    call = {"id": "call_1", "type": "function",
            "function": {"name": "weather", "arguments": '{"city": "Zürich"}'}}  # fmt: skip
    chat: list[dict[str, Any]] = [
        {"role": "system", "content": "You are kind."},
        {"role": "user", "content": "What is the weather?", "name": "Dana", "at": WHEN},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": '{"degrees": -3.5}', "tool_call_id": "call_1"},
        {"role": "assistant", "content": [{"type": "text", "text": "Cold."}]},
        {"role": "developer", "content": "Be brief."},
    ]
    memory.add(chat, session_id="s1", at="2026-01-01T10:00:01+05:30", **DANA)
    deep = {"n": 1.5, "none": None, "list": [1, [True, {"ü": "é"}]], "": "no name", "a.b": {}}
    for number, words in enumerate(ODD):
        at = datetime(1970 + number, 2, 3, 4, 5, 6, number, UTC)
        said = Message(words, name="Ann–Bo", at=at, metadata={**deep, "number": number})
        memory.add(said, session_id="ödd", **DANA)
    memory.add("I live in Berlin. I love jazz.", session_id="s2", at="2025-12-01", **DANA)
    memory.add("I live in Lisbon. I love jazz.", session_id="s2", at="2026-02-01", **DANA)
    memory.add("shared with an agent", session_id="s3", **DANA, **COACH)
    memory.add("the agent's own", **COACH)
    memory.add("nobody's but the session's", session_id="loose")
    doomed = memory.add("said and taken back", session_id="s2", **DANA)
    memory.delete(doomed.ids[0], **DANA)


def facts(memory: Memory) -> None:
    """Facts by key, their history, and notes that were corrected."""
    for value in ("Berlin", "Lisbon", {"name": "São Paulo", "since": 2026}):
        memory.set("city", value, metadata={"by": "hand"}, **ERIK)
    memory.set("theme", "dark", at="2026-01-01", **DANA)
    memory.set("theme", False, at="2026-02-01", **DANA)
    memory.set("who", "a coach", kind="core", **COACH)
    memory.set("visit", "Zoo", kind="episodic", expires="2999-01-01", **DANA)
    step = memory.set("deploy", "make it", kind="procedural", **DANA)
    memory.update(step.id, text="deploy: make it, twice", importance=0.9, **DANA)
    memory.summary(session_id="s2", **DANA)


def relations(memory: Memory) -> None:
    """Edges that hold, that ended, and names for the same."""
    memory.relate("Alice", "MANAGES", "Projekt Ä", valid_from="2026-01-01", **DANA)
    memory.relate("Projekt Ä", "USES", "Rust", **DANA)
    memory.relate("Alice", "KNOWS", "Bob", at="2026-01-01", **DANA)
    memory.unrelate("Alice", "KNOWS", "Bob", at="2026-03-01", **DANA)
    memory.same("Alice", "Al", **DANA)


def rules(memory: Memory) -> None:
    """What is to be kept, and for how long."""
    memory.policy(keep={"message": "36500d"}, **DANA)
    first = memory.messages(**DANA)[0]
    memory.pin(first.id, **DANA)


def every_field(memory: Memory) -> None:
    """A note of each kind with a value of its own in each field, closed and open."""
    (said,) = memory.add("what notes rest on", **ERIK)
    scope = Scope("Erik ../é", "coach", "s1")
    made = []
    for number, kind in enumerate(KINDS):
        for closed in (None, said.at):
            made.append(
                Note(
                    text=f"{kind} {number}",
                    kind=kind,
                    key=f"{kind}.{closed is None}",
                    value=[number],
                    subject="S",
                    relation="R",
                    object=f"O{number}",
                    valid_from=said.at,
                    valid_to=closed,
                    learned_at=said.at,
                    closed_at=closed,
                    recorded_at=said.at,
                    importance=0.25,
                    confidence=0.75,
                    trust=0.125,
                    sources=(said.id,),
                    seen=3,
                    last_seen=said.at,
                    replaces=made[-1].id if made else None,
                    metadata={"kind": kind},
                    user_id=scope.user_id,
                    agent_id=scope.agent_id,
                    session_id=scope.session_id,
                )
            )
    memory._store.commit(Batch(puts=tuple(Put(note, terms(note)) for note in made)))


def seen(url: str) -> dict[str, Any]:
    """What can be read of a memory: all records of all owners, and what the door says of them."""
    with Memory(url, embedder=None) as memory:
        store = memory._store
        held: dict[str, Any] = {}
        for info in store.owners():
            records: list[Record] = list(read(store, info.owner).values())
            held[f"records of {info.owner}"] = sorted(records, key=lambda one: one.id)
            held[f"sessions of {info.owner}"] = store.sessions(info.owner.scope)
            held[f"cursors of {info.owner}"] = store.cursors(info.owner, "spent")
        for name, door in (("", memory), ("tenant", memory.tenant(TENANT))):
            held |= {f"{name} {what}": found for what, found in asked(door).items()}
        stats = store.stats(None)
        held["counts"] = (stats.messages, stats.notes, stats.owners, stats.sessions, stats.vectors)
        assert memory.verify().ok
        return held


def asked(door: Memory) -> dict[str, Any]:
    """What the verbs answer."""
    notes = door.notes(closed=True, **DANA)
    return {
        "policy": door.policy(**DANA),
        "pins": door.pins(**DANA),
        "values": [door.value(key, "none", **who) for key, who in
                   (("city", ERIK), ("theme", DANA), ("who", COACH))],
        "history": [door.history(note.id, **DANA) for note in notes],
        "then": [door.as_of("2026-01-15").value("theme", **DANA),
                 [one.content for one in door.as_of("1975-01-01").messages(**DANA)]],
        "related": [(edge.note.id, edge.hops) for edge in door.related("Al", hops=3, **DANA)],
        "turns": [(one.id, one.turn) for one in door.messages(session_id="ödd", **DANA)],
        "found": [hit.text for hit in door.search("weather jazz Berlin", **DANA)],
        "gone": door.messages(user_id=GONE) + door.notes(user_id=GONE, closed=True),
    }  # fmt: skip
