"""What was handed to `add` → messages, and of each what no note says, which is kept as it is.

mem0 keeps what a model made of the words, and nothing where it made nothing. Here every message
can be found: by the notes taken of it, and by what is left of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from ...text import terms
from ...types import Message, Note, Scope, new_id
from ...write.accept import accept
from ...write.extract import extract, followed
from ...write.rules.sentences import sentences
from ...write.trust import resting
from .exceptions import ValidationError
from .item import MARK

INSTRUCTING = ("system", "developer")
"""The roles of instructions."""
FEWEST = 3
"""Words that an unread rest must have to be kept beside what was read."""
BESIDE = 1
"""Words of a sentence that may be missing in its notes: a greeting, a "by the way"."""
SAME = 0.7
"""The share of an assistant's words that makes a sentence a repetition."""

_POLITE = re.compile(
    r"\W*(?:(?:ok|okay|sure|got it|great|thanks|thank you|understood|noted)\W+)*"
    r"i(?:['’]?ll| will|['’]?ve| have) (?:\w+ )?(?:remember|note|keep|kept|save|bear|make a note)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """The messages of a call, and what is no message of anybody but may be repeated."""

    messages: list[Message]
    shown: list[str]


def said(content: Any, scope: Scope, at: datetime, mark: Mapping[str, Any]) -> Said:
    """What was said. Instructions to the model are nobody's memory, and are left out."""
    if isinstance(content, str | Mapping):
        content = [{"role": "user", "content": content}] if isinstance(content, str) else [content]
    if not isinstance(content, list):
        raise ValidationError(
            "messages must be str, dict, or list[dict]",
            "VALIDATION_003",
            {"provided_type": type(content).__name__},
        )
    for one in content:
        if not isinstance(one, Mapping) or not {"role", "content"} <= set(one):
            raise ValidationError("a message is a dict with 'role' and 'content'", "VALIDATION_003")
    told = [_turn(one) for one in content if one["role"] not in INSTRUCTING and _speaks(one)]
    shown = [str(one["content"]) for one in content if one["role"] in INSTRUCTING]
    source = mark.get("metadata", {}).get("source")
    metadata = {MARK: dict(mark)} | ({"source": source} if isinstance(source, str) else {})
    return Said(accept(told, scope, at, metadata) if told else [], shown)


def _speaks(one: Mapping[str, Any]) -> bool:
    """Whether a message holds anything: an assistant that calls a tool may say nothing."""
    content = one["content"]
    said = content.strip() if isinstance(content, str) else content
    return bool(said or one.get("tool_calls"))


def _turn(one: Mapping[str, Any]) -> dict[str, Any]:
    """A message as `add` takes it; its content may be a single part, such as a picture."""
    turn = {name: value for name, value in one.items() if name != "id"}
    if isinstance(turn["content"], Mapping):
        turn["content"] = [turn["content"]]
    return turn


def rests(messages: Sequence[Message], notes: Sequence[Note], shown: Sequence[str]) -> list[str]:
    """Of each message, what no note says of it: neither one that was taken, nor one that the rules
    would take and that is known already."""
    claims = extract(messages, followed(messages), messages[0].at) if messages else []
    users = [message.content for message in messages if message.role == "user"]
    found = []
    for message in messages:
        told = [one.note.text for one in claims if one.message == message and one.act != "deny"]
        told += [note.text for note in notes if message.id in note.sources]
        found.append(rest(message, told, [*users, *shown]))
    return found


def rest(message: Message, notes: Sequence[str], known: Sequence[str]) -> str:
    """What notes do not say; of an assistant, without what the others said already."""
    content = message.content
    heard = known if message.role == "assistant" else ()
    if not notes and not heard:
        return content
    noted = terms(" ".join(notes)).keys()
    left, place = [], 0
    for one in sentences(content):
        words = content[one.start : one.end]
        if len(terms(words).keys() - noted) <= BESIDE or _repeats(words, heard):
            left.append(content[place : one.start].strip())
            place = one.end
    kept = "\n".join(part for part in [*left, content[place:].strip()] if part)
    return kept if len(kept.split()) >= FEWEST else ""


def tells(words: str, note: Note) -> bool:
    """Whether words say what a note says."""
    said = terms(note.text).keys() - terms(f"user {note.subject or ''}").keys()
    return bool(said) and said <= terms(words).keys()


def _repeats(words: str, known: Sequence[str]) -> bool:
    """Whether an assistant's sentence asks, promises to remember, or says what it was just told."""
    own = terms(words).keys()
    if not known:
        return False
    if len(own) < FEWEST or words.rstrip().endswith("?") or _POLITE.match(words):
        return True
    return any(len(own & terms(text).keys()) >= SAME * len(own) for text in known)


def verbatim(message: Message, text: str, mark: Mapping[str, Any], fresh: bool) -> Note:
    """The note of a message's own words. Unless it is to be fresh, the same words of the same
    people have the same id, so that they are kept once."""
    own = {"role": message.role, "actor_id": message.name, "run_id": message.session_id}
    kept = {**mark, **{name: value for name, value in own.items() if value is not None}}
    note = Note(
        text=text,
        metadata={MARK: kept},
        learned_at=message.at,
        sources=(message.id,),
        id=new_id() if fresh else _id(message.scope, text),
        user_id=message.user_id,
        agent_id=message.agent_id,
        tenant=message.tenant,
    )
    return resting(note, [message])


def procedure(messages: Sequence[Message], mark: Mapping[str, Any]) -> Note:
    """The note of how something was done: the whole conversation, word for word."""
    lines = [f"{one.name or one.role}: {one.content}" for one in messages]
    made = verbatim(messages[-1], "\n".join(lines), mark, fresh=True)
    sources = tuple(one.id for one in messages)
    return resting(replace(made, kind="procedural", sources=sources), messages)


def _id(scope: Scope, text: str) -> str:
    named = "\0".join((scope.user_id or "", scope.agent_id or "", scope.session_id or "", text))
    return blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
