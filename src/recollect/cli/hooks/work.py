"""What each event does to a memory, and what the host is told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ... import settings
from ...read.opening import opening
from ...transfer.foreign.coding import LONGEST, Turn, turn_id
from ...types import Message
from ..options import Whose, whose
from ..where import where
from . import Options
from .events import Event
from .transcript import compacted, turns

if TYPE_CHECKING:
    from ...memory.sync.door import Memory

BUDGET = 1500
BATCH = 16
"""Turns in one commit: what is stored when time is up is not stored again."""


def done(event: Event, options: Options) -> str:
    """Do it; the JSON for the host, or nothing."""
    owner = whose(options.user or settings.user(), options.agent)
    url = where(options.db)
    with _opened(url, embedder=None) as memory:
        shown = ""
        if event.name == "SessionStart":
            shown = begun(memory, owner)
        elif event.name == "UserPromptSubmit":
            shown = asked(memory, event, owner, url)
        else:
            remember(memory, event, owner)
            if event.name == "SessionEnd" and event.session_id:
                memory.summary(**owner.ids, session_id=event.session_id)
    return told(event, shown)


def begun(memory: Memory, owner: Whose) -> str:
    """What is always in view, and what was said before, in short."""
    summaries = memory.notes(kind="summary", **owner.ids)
    if not summaries:
        made = memory.summary(**owner.ids)
        summaries = [] if made is None else [made]
    return opening(memory.notes(kind="core", **owner.ids), summaries, BUDGET)


def asked(memory: Memory, event: Event, owner: Whose, url: str) -> str:
    """Keep a prompt, then look for what helps with it; the prompt is kept even if time runs out."""
    prompt, before = event.text("prompt")[:LONGEST], datetime.now(UTC)
    if not prompt:
        return ""
    keep(memory, event.session_id, [("user", prompt)], owner, again=True)
    if event.cursor:  # it takes no context here
        return ""
    seen = in_view(memory, event, owner)
    with _opened(url, embedder=settings.embedder()) as whole:
        sought = whole._sought(prompt, owner.ids, BUDGET, where={"before": before})
        return whole._packed(sought, BUDGET, seen).text


def in_view(memory: Memory, event: Event, owner: Whose) -> set[str]:
    """The ids of what was said in this session: the model sees it anyway, all but what was said
    before the conversation was put in short."""
    if not event.session_id:
        return set()
    since = compacted(event.text("transcript_path"))
    said = memory.messages(**owner.ids, session_id=event.session_id)
    return {one.id for one in said if since is None or one.at > since}


def remember(memory: Memory, event: Event, owner: Whose) -> None:
    """Keep the turns of a session that are not kept yet."""
    said = turns(event.text("transcript_path"))
    if said:
        keep(memory, event.session_id, said, owner)
    elif last := event.text("last_assistant_message", "text"):
        keep(memory, event.session_id, [("assistant", last[:LONGEST])], owner, again=True)


def keep(
    memory: Memory,
    session_id: str | None,
    said: Iterable[Turn],
    owner: Whose,
    *,
    again: bool = False,
) -> None:
    """Keep turns once, whoever tells of them first: a turn is known by its words, and by how often
    they were said before in its session. `again`: these come after all that is kept."""
    kept = memory.messages(**owner.ids, session_id=session_id) if session_id else []
    known = Counter((one.role, one.content) for one in kept)
    seen = Counter(known) if again else Counter[Turn]()
    new: list[Message] = []
    for turn in said:
        seen[turn] += 1
        if again or seen[turn] > known[turn]:
            new.append(_message(session_id, turn, seen[turn]))
    for batch in _batches(new):
        memory.add(batch, **owner.ids, session_id=session_id)


def told(event: Event, shown: str) -> str:
    """The answer in the host's form. Where there is nothing to say there is none."""
    if event.cursor:
        if event.name == "UserPromptSubmit":
            return json.dumps({"continue": True})
        return json.dumps({"additional_context": shown}) if shown else ""
    if not shown:
        return ""
    output: dict[str, Any] = {"hookEventName": event.name, "additionalContext": shown}
    return json.dumps({"hookSpecificOutput": output})


def _message(session_id: str | None, turn: Turn, number: int) -> Message:
    role, words = turn
    if session_id is None:
        return Message(words, role=role)
    return Message(words, role=role, id=turn_id(session_id, turn, number))


def _batches(messages: list[Message]) -> Iterator[list[Message]]:
    for start in range(0, len(messages), BATCH):
        yield messages[start : start + BATCH]


def _opened(url: str, embedder: str | None) -> Memory:
    """Never with a language model or a reranker: that would take longer than a host waits."""
    from ...memory.sync.door import Memory

    place = None if url == settings.url() else url
    return Memory(place, embedder=embedder, reranker=None, llm=None)
