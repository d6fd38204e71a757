"""The seven tools. Each takes the place of the call first, and answers with a text and its data."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from ...counts import many
from ...errors import InputError
from ...read.relevance import MIN_RELEVANCE
from ...times import moment
from ...types import Note, Where
from . import shapes
from .place import Place

NOTHING = "Nothing relevant is remembered."
NO_ROOM = "Nothing fits into {} tokens; something relevant is remembered, so ask for more."
ROOMY = 10_000
"""A budget into which what is relevant fits."""
Limit = Annotated[int, Field(description="The most that come back.", ge=1, le=100)]
Sure = Annotated[
    float, Field(description="Leave out what helps less probably than this.", ge=0, le=1)
]


async def remember(
    place: Place,
    text: Annotated[str, Field(description="What to keep, in full sentences, as it was said.")],
    role: Annotated[
        Literal["user", "assistant"],
        Field(description="Whose words these are. The user's own words are believed the most."),
    ] = "user",
    key: Annotated[
        str | None,
        Field(description="Keep it as the value of this key, such as ui.theme, not as words."),
    ] = None,
    session_id: Annotated[
        str | None, Field(description="The conversation it was said in, if there is an id.")
    ] = None,
) -> tuple[str, shapes.Remembered]:
    """Keep something for later conversations: what the user said or asked to remember, a decision,
    a preference, how something is done. Words are kept as they are; notes are taken of them."""
    if key is not None:
        note = await place.memory.set(key, text, **place.ids)
        return f"Kept under {key}.", {"ids": [note.id], "new": [note.id], "notes": [note.id]}
    said = {"role": role, "content": text}
    added = await place.memory.add(said, session_id=session_id, **place.ids)
    notes = [note.id for note in added.notes]
    known = "" if added.new else " It was known already."
    return (
        f"Kept, with {len(notes)} note{'' if len(notes) == 1 else 's'} of it.{known}",
        {"ids": list(added.ids), "new": list(added.new), "notes": notes},
    )


async def recall(
    place: Place,
    query: Annotated[str, Field(description="A question, or words to look for.")],
    limit: Limit = 10,
    since: Annotated[str | None, Field(description="From this moment on, ISO 8601.")] = None,
    until: Annotated[str | None, Field(description="Before this moment, ISO 8601.")] = None,
    kind: Annotated[
        Literal["message", "note", "semantic", "episodic", "procedural", "summary", "core"] | None,
        Field(description="Only what was said (message), only notes, or one kind of note."),
    ] = None,
    min_relevance: Sure = MIN_RELEVANCE,
) -> tuple[str, shapes.Recalled]:
    """Search earlier conversations and notes, best first; nothing if nothing is relevant. Use it
    before saying that something is not known."""
    where: dict[str, Any] = {} if kind is None else {"kind": kind}
    if since is not None:
        where["after"] = moment(since, "since")
    if until is not None:
        where["before"] = moment(until, "until")
    asked: dict[str, Any] = {"limit": limit, "min_relevance": min_relevance, "where": where}
    hits = await place.memory.search(query, **asked, **place.ids)
    page = await place.framed(hits)
    mark = shapes.marks(page)
    shown = [shapes.found(hit, mark[hit.id]) for hit in hits if hit.id in mark]
    return page.text or NOTHING, {
        "hits": shown,
        "held_back": list(page.held_back),
        "degraded": list(hits.degraded),
    }


async def context(
    place: Place,
    query: Annotated[str, Field(description="What is about to be answered or done.")],
    budget: Annotated[int, Field(description="The most tokens.", ge=1, le=100_000)] = 1500,
    min_relevance: Sure = 0.0,
) -> tuple[str, shapes.Shown]:
    """What to know before answering: everything relevant from earlier conversations, cited, within
    a budget of tokens."""
    shown = partial(place.memory.context, query, min_relevance=min_relevance, **place.ids)
    made = await shown(budget=budget)
    nothing = NOTHING
    if not made.text and budget < ROOMY and (await shown(budget=ROOMY)).text:
        nothing = NO_ROOM.format(budget)
    cited = [
        shapes.Cited(mark=one.mark, id=one.id, session_id=one.session_id, at=one.at.isoformat())
        for one in made.citations
    ]
    return made.text or nothing, {
        "text": made.text,
        "tokens": made.tokens,
        "citations": cited,
        "held_back": list(made.held_back),
        "degraded": list(made.degraded),
    }


async def forget(
    place: Place,
    id: Annotated[str | None, Field(description="The id of a message or a note.")] = None,
    session_id: Annotated[str | None, Field(description="Or a whole conversation.")] = None,
    dry_run: Annotated[bool, Field(description="Only say what would go.")] = False,
) -> tuple[str, shapes.Forgotten]:
    """Erase a message, a note or a conversation for good, with everything that was concluded from
    it alone. Find the id with recall first. Erasing what is not there does nothing."""
    if (id is None) == (session_id is None):
        raise InputError("name an id or a session_id, and only one of them")
    named = {"id": id} if session_id is None else {"session_id": session_id}
    receipt = await place.memory.erase(dry_run=dry_run, **named, **place.ids)
    removed = {name: count for name, count in receipt.removed.items() if count}
    kept = {name: count for name, count in removed.items() if name in ("messages", "notes")}
    went = ", ".join(f"{count} {name}" for name, count in kept.items()) or "nothing"
    told = f"Would erase: {went}." if dry_run else f"Erased: {went}."
    return told, {"removed": removed, "ok": receipt.ok, "done": receipt.done}


async def facts(
    place: Place,
    key: Annotated[
        str | None, Field(description="Only the fact of this key, or of keys that begin so.")
    ] = None,
    about: Annotated[
        str | None, Field(description="Only what helps with this question or topic.")
    ] = None,
    limit: Limit = 20,
) -> tuple[str, shapes.Facts]:
    """The facts, preferences and procedures that are known now, newest first."""
    if about is not None:
        hits = await place.memory.search(about, limit=limit, where=Where(kind="note"), **place.ids)
        notes = [hit.record for hit in hits if isinstance(hit.record, Note)]
    else:
        every = await place.memory.notes(**place.ids)
        notes = [note for note in reversed(every) if note.kind != "summary"]
    if key is not None:
        notes = [note for note in notes if (note.key or "").startswith(key)]
    page = await place.framed(shapes.as_hits(notes[:limit]))
    mark = shapes.marks(page)
    shown = [shapes.fact(note, mark[note.id]) for note in notes[:limit] if note.id in mark]
    return page.text or "No such fact is known.", {
        "facts": shown,
        "held_back": list(page.held_back),
    }


async def related(
    place: Place,
    entity: Annotated[str, Field(description="A person, a project, a thing: its name.")],
    relation: Annotated[
        str | None, Field(description="Follow only this kind of relation, such as MANAGES.")
    ] = None,
    hops: Annotated[int, Field(description="How many steps away.", ge=1, le=6)] = 1,
    limit: Limit = 50,
) -> tuple[str, shapes.Related]:
    """Who and what is related to somebody or something, and how."""
    edges = await place.memory.related(
        entity, relation=relation, hops=hops, limit=limit, **place.ids
    )
    page = await place.framed(shapes.as_hits(edge.note for edge in edges))
    shown = [
        shapes.Relation(
            id=edge.note.id,
            subject=edge.subject,
            relation=edge.relation,
            object=edge.object,
            hops=edge.hops,
            sources=list(edge.sources),
        )
        for edge in edges
        if edge.note.id not in page.held_back
    ]
    return page.text or "No relation of that name is known.", {"relations": shown}


async def recent_sessions(place: Place, limit: Limit = 10) -> tuple[str, shapes.Sessions]:
    """The last conversations, the newest first, each in short if it has ended."""
    from ...write.summary.note import KEY  # heavy: the handshake does not wait for it

    every = await place.memory.sessions(**place.ids)
    last = sorted(every, key=lambda one: one.last_at, reverse=True)[:limit]
    told = await place.memory.notes(kind="summary", **place.ids)
    page = await place.framed(shapes.as_hits(note for note in told if note.key == KEY))
    short = {hit.session_id: hit.text for hit in page.hits if hit.id not in page.held_back}
    lines = [
        shapes.SessionLine(
            session_id=one.session_id,
            messages=one.messages,
            first_at=one.first_at.isoformat(),
            last_at=one.last_at.isoformat(),
            summary=short.get(one.session_id),
        )
        for one in last
    ]
    listed = "\n".join(
        f"{line['session_id']}: {many(line['messages'], 'message')}, last {line['last_at']}"
        for line in lines
    )
    mine = {line["session_id"] for line in lines}
    shown = await place.framed([hit for hit in page.hits if hit.session_id in mine])
    return "\n".join(filter(None, (listed, shown.text))) or "There is no conversation yet.", {
        "sessions": lines
    }
