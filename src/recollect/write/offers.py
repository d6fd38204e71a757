"""What a model proposes, held against what it was shown and what is known. Code decides.

A model may cite what it was shown and nothing else, end a note that it was shown, and delete
nothing. It cannot end what was set by hand, what is newer, or what rests on more trusted words:
that becomes a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, Literal, TypeAlias

from ..errors import InputError
from ..times import moment
from ..types import Message, Note
from . import limits
from .extract import Claim, claim
from .facts import no_sooner
from .keys import RIVAL, plain
from .page import Page
from .reconcile import Decision, Table, by_hand, same_thing
from .rules import Proposal
from .trust import UNSAFE, derived, resting

RULE = "model"
"""What the metadata of its notes says instead of a rule; `model` beside it says which."""
Does: TypeAlias = Literal["new", "same", "replaces", "conflicts"]
SURE, USUAL, LEAST = 0.9, 0.7, 0.3
"""How sure a model can be at most, is if it does not say, and must be."""
FIRST = datetime(1800, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=200 * 365)
"""Dates outside of these are absurd."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A fact that a model proposes, and the known note that it concerns, if any."""

    claim: Claim
    does: Does = "new"
    about: str = ""
    weight: float = 1.0
    """How far those are trusted who said it; that the assistant was asked or agreed takes nothing
    from it, though the note is trusted no more than the least of its sources."""


def offers(
    data: Mapping[str, Any], page: Page, model: str, now: datetime
) -> tuple[list[Offer], int]:
    """What can be taken of an answer, and how many of its facts cannot."""
    facts = list(data.get("facts", ()))
    made = [_offer(fact, page, model, now) for fact in facts]
    kept = {offer.claim.note.id: offer for offer in made if offer is not None}
    return list(kept.values()), len(facts) - len(kept)


def settle(
    offered: Sequence[Offer], known: Iterable[Note], sessions: Mapping[str, str | None]
) -> Decision:
    """Decide about offers of one scope, in their order.

    `known` are the notes that were shown, as they are now, and those of the offers' keys.
    """
    table = Offered(known, sessions)
    for offer in offered:
        table.weigh(offer)
    return table.decision()


class Offered(Table):
    """What is known, as it changes while offers are taken."""

    def weigh(self, offer: Offer) -> None:
        """Decide about one offer."""
        note, about = offer.claim.note, self._notes.get(offer.about)
        if note.id in self._notes:
            return None  # learned before
        twin = about if offer.does == "same" else self._twin(note)
        if twin is not None:
            return self._confirm(twin, offer)
        if about is None or offer.does in ("new", "same"):
            return self._put(self._free(note), offer.claim)
        if not about.open or about.learned_at > note.learned_at:
            return self._put(self._free(_past(note, about)), offer.claim)
        if offer.does == "replaces" and _may_end(about, offer):
            return self._put(self._free(_in_place_of(about, note), about), offer.claim, about)
        return self._put(self._beside(note, about), offer.claim)

    def _twin(self, note: Note) -> Note | None:
        """The open note that says the same."""
        words = plain(note.text)
        found = (one for one in self._notes.values() if one.open and one.scope == note.scope)
        for one in found:
            if plain(one.text) == words or (one.key == note.key and same_thing(one, note)):
                return one
        return None

    def _confirm(self, note: Note, offer: Offer) -> None:
        if note.open and offer.weight >= note.trust:
            said = replace(offer.claim.note, trust=offer.weight)
            self._again(note, replace(offer.claim, note=said))

    def _free(self, note: Note, instead: Note | None = None) -> Note:
        """The note under a key that nobody else has: a slot that is taken is not the model's."""
        if not note.open or self._is_free(note, instead):
            return note
        own = replace(note, key=_own_key(note), value=None)
        if self._is_free(own, instead):
            return own
        return replace(own, key=f"{_own_key(note)[:140]}~{note.id[:8]}")

    def _is_free(self, note: Note, instead: Note | None) -> bool:
        held = self._open(note.scope, note.key or "")
        later = any(
            (one.key, one.scope) == (note.key, note.scope) and one.learned_at > note.learned_at
            for one in self._notes.values()
        )
        return (held is None or held is instead) and not later

    def _beside(self, note: Note, about: Note) -> Note:
        """The note as a rival of another, if that has none yet."""
        key = about.key or ""
        rival = replace(note, key=f"{key}{RIVAL}", value=note.object)
        if not key or key.endswith(RIVAL) or not self._is_free(rival, None):
            return self._free(note)
        return rival


def _offer(fact: Mapping[str, Any], page: Page, model: str, now: datetime) -> Offer | None:
    found = (page.said(number) for number in fact["messages"])
    sources = list({message.id: message for message in found if message is not None}.values())
    sure = USUAL if fact.get("confidence") is None else float(fact["confidence"])
    about = page.known(fact.get("note") or "")
    does: Does = fact["does"] if about is not None else "new"
    if not sources or sure < LEAST or (about is None and fact["does"] == "same"):
        return None
    try:
        text = limits.text(" ".join(fact["text"].split()), "text")
    except InputError:
        return None
    said = max(sources, key=lambda message: (message.role != "assistant", message.at))
    start, end = _dates(fact, now)
    subject, thing = _name(fact.get("subject")), _name(fact.get("object"))
    topic = _name(fact.get("topic"))
    proposal = Proposal(
        text=text,
        rule=RULE,
        span=(0, 0),
        kind=fact["kind"],
        slot=topic if thing else None,
        subject=subject,
        relation=_relation(fact.get("relation")) if subject and thing else None,
        object=thing,
        valid_from=start,
        valid_to=end,
        confidence=min(sure, SURE),
    )
    made = claim(said, proposal, now)
    note = replace(
        made.note,
        sources=tuple(message.id for message in sources),
        metadata={**made.note.metadata, "model": model},
    )
    note = resting(note, sources)
    known = about.id if about else ""
    return Offer(replace(made, note=note, words=text), does, known, _weight(sources))


def only_repeated(offer: Offer, page: Page) -> bool:
    """Whether a fact rests on nothing but the assistant's words, which may be an echo."""
    sources = set(offer.claim.note.sources)
    return all(one.role == "assistant" for one in page.messages if one.id in sources)


def last_cited(offered: Sequence[Offer], page: Page) -> Message | None:
    """The last message that offers rest on: of an answer that was cut off, what it came to."""
    cited = {source for offer in offered for source in offer.claim.note.sources}
    return next((one for one in reversed(page.messages) if one.id in cited), None)


def _may_end(about: Note, offer: Offer) -> bool:
    if by_hand(about) or about.kind in ("core", "summary"):
        return False
    return offer.weight >= about.trust


def _weight(sources: Sequence[Message]) -> float:
    safe = derived(sources) > UNSAFE
    others = [message for message in sources if message.role != "assistant"]
    return derived(others if safe and others else sources)


def _in_place_of(about: Note, note: Note) -> Note:
    """The new note under the key of the old, where that is the key of one value."""
    if about.value is not None and note.object and about.key and not about.key.endswith(RIVAL):
        return replace(note, key=about.key, value=note.object)
    return note


def _past(note: Note, about: Note) -> Note:
    """What was said before something newer was known is stored as ended by that."""
    until = about.closed_at or about.learned_at
    if until <= note.learned_at:
        return note
    ended = note.valid_to or no_sooner(about.valid_from or until, note)
    return replace(note, closed_at=until, valid_to=ended)


def _own_key(note: Note) -> str:
    mark = blake2b(plain(note.text).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f"{plain(note.subject or 'user').replace('.', '_')[:100]}.{RULE}.{mark}"


def _dates(fact: Mapping[str, Any], now: datetime) -> tuple[datetime | None, datetime | None]:
    start, end = _date(fact.get("valid_from"), now), _date(fact.get("valid_to"), now)
    return (None, None) if start and end and end < start else (start, end)


def _date(value: str | None, now: datetime) -> datetime | None:
    text = (value or "").strip()
    if len(text) in (4, 7):
        text = f"{text}-01-01"[:10] if len(text) == 4 else f"{text}-01"
    try:
        made = moment(text)
    except InputError:
        return None
    return made if FIRST <= made <= now + AHEAD else None


def _name(value: str | None) -> str | None:
    try:
        return limits.name(value, "name") if value else None
    except InputError:
        return None


def _relation(value: str | None) -> str | None:
    made = plain(value or "").upper().replace(".", "_")
    return made[:80] or None
