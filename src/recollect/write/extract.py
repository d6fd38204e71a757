"""The second step of the write path: messages → what they claim, as notes that could be taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..errors import InputError
from ..types import Message, Note, Scope
from .expiry import ends, expiry
from .keys import RIVAL, key, note_id, opposites, plain
from .relations import triple
from .rules import Proposal, denied, propose
from .rules.engine import LONG_ANSWER
from .rules.proposal import Act
from .trust import resting

NEVER = {"learn": "never"}
"""The metadata of a message that nothing is ever learned from."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a message says, as a note; who says it, and whether of himself."""

    act: Act
    note: Note
    message: Message
    words: str
    """The words it rests on."""
    by: str
    own: bool
    instead: str = ""
    """The key of what it corrects."""
    against: tuple[str, ...] = ()
    """The keys of the tastes that it is the opposite of."""

    @property
    def scope(self) -> Scope:
        """Whose note it would be."""
        return self.note.scope

    @property
    def key(self) -> str:
        """The key that the note would have."""
        return self.note.key or ""

    @property
    def keys(self) -> Iterator[str]:
        """The keys of every note that it may have to do with."""
        return filter(None, (self.key, self.key + RIVAL, self.instead, *self.against))


def extract(
    messages: Iterable[Message], before: Mapping[str, Message], now: datetime
) -> list[Claim]:
    """What messages claim, by the rules; `before` is what was said before each, by its id."""
    return [
        claim(message, proposal, now, before.get(message.id))
        for message in messages
        if message.metadata.get("learn") != "never"
        for proposal in (*denied(message), *propose(message, before.get(message.id)))
    ]


def followed(messages: Sequence[Message]) -> dict[str, Message]:
    """What was said before each message of a conversation, as far as these messages tell."""
    last: dict[Scope, Message] = {}
    found: dict[str, Message] = {}
    for message in messages:
        if message.scope in last:
            found[message.id] = last[message.scope]
        last[message.scope] = message
    return found


def may_answer(message: Message) -> bool:
    """Whether what was said before it may change how it is read."""
    return (
        message.role == "user"
        and message.session_id is not None
        and len(message.content) <= LONG_ANSWER
    )


def claim(
    message: Message, proposal: Proposal, now: datetime, before: Message | None = None
) -> Claim:
    """What a proposal claims on behalf of a message; a correction rests on what it corrects, too,
    for it has its words."""
    corrects = (before.id,) if before is not None and proposal.instead else ()
    by = plain(message.name or message.role)
    own = plain(proposal.subject or by).startswith(by)
    start, end = proposal.span
    scope = whose(message.scope)
    subject, relation, object = _related(proposal)
    note = Note(
        text=proposal.text,
        kind=proposal.kind,
        key=key(proposal),
        value=proposal.object if proposal.slot else None,
        subject=subject,
        relation=relation,
        object=object,
        valid_from=proposal.valid_from,
        valid_to=proposal.valid_to,
        learned_at=message.at,
        recorded_at=now,
        importance=proposal.importance,
        confidence=proposal.confidence,
        sources=(*corrects, message.id),
        metadata={"rule": proposal.rule} | ({} if own else {"by": by}) | _ends(message),
        id=note_id(message, proposal),
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        session_id=scope.session_id,
        tenant=scope.tenant,
    )
    note = resting(note, [message])
    wrong = key(proposal.instead) if proposal.instead else ""
    words = message.content[start:end]
    return Claim(proposal.act, note, message, words, by, own, wrong, opposites(proposal))


def _related(proposal: Proposal) -> tuple[str | None, str | None, str | None]:
    """Who is related, how, to whom, spelled as `relate` spells it: the note is an edge, too."""
    said = (proposal.subject, proposal.relation, proposal.object)
    if not all(said):
        return said
    try:
        made = triple(*said)
    except InputError:  # too long for a name
        return said
    return made.subject, made.relation, made.object


def _ends(message: Message) -> dict[str, str]:
    """What is learned from words that end, ends with them."""
    end = expiry(message)
    return {} if end is None else ends(end)


def whose(scope: Scope) -> Scope:
    """What is learned of a user or an agent outlives the session; a loose session keeps its own."""
    if scope.user_id is None and scope.agent_id is None:
        return scope
    return Scope(scope.user_id, scope.agent_id, tenant=scope.tenant)
