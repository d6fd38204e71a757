"""The third step of the write path: what is claimed, held against what is known.

The same thing again counts on the note that says it. A newer value closes the older one. A claim
that nothing decides against what is known is kept beside it, under the key of the first with a
question mark: see `conflicts`. Nothing is overwritten, no rule closes what was set by hand, and no
claim closes or counts on what is trusted more than itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..orders import Close, Seen
from ..types import Note, Scope, new_id
from .changes import EVENTS, UNSTATED, cancels, moved, moves
from .changes import ends as ends
from .expiry import outlives
from .extract import Claim
from .facts import no_sooner, stated_at
from .index import is_by_rule
from .keys import RIVAL, limited, plain
from .partings import unclear

SURE = 0.99
AGAIN = 0.9


@dataclass(frozen=True, slots=True)
class Decision:
    """What to write: all of it in one commit."""

    puts: tuple[Note, ...] = ()
    closes: tuple[Close, ...] = ()
    seen: tuple[Seen, ...] = ()


def reconcile(
    claims: Sequence[Claim], known: Iterable[Note], sessions: Mapping[str, str | None]
) -> Decision:
    """Decide about claims, in their order.

    `known` are the notes of their keys, closed ones too, and all open ones if a claim ends
    something; `sessions` tells, by note, in which session it was said last.
    """
    table = Table(known, sessions)
    for claim in claims:
        table.take(claim)
    return table.decision()


def confidence(note: Note) -> float:
    """How sure a note is: every time it is said takes a tenth of the doubt away."""
    return max(note.confidence, min(SURE, 1 - (1 - note.confidence) * AGAIN ** (note.seen - 1)))


def conflicts(notes: Sequence[Note]) -> list[tuple[Note, Note]]:
    """Pairs of open notes that contradict each other: what was there first, and its rival."""
    standing = {(note.scope, note.key): note for note in notes if note.open}
    pairs = []
    for (scope, key), rival in standing.items():
        if key is not None and key.endswith(RIVAL) and not by_hand(rival):
            first = standing.get((scope, key.removesuffix(RIVAL)))
            if first is not None and not same_thing(first, rival):
                pairs.append((first, rival))
    return pairs


def by_hand(note: Note) -> bool:
    """Whether somebody set or changed it; a rule names itself."""
    return not is_by_rule(note)


def same_thing(one: Note, other: Note) -> bool:
    """Whether two notes of one key say the same."""
    return _said(one) == _said(other)


class Table:
    """What is known, as it changes while claims are taken."""

    def __init__(self, known: Iterable[Note], sessions: Mapping[str, str | None]) -> None:
        self._notes: dict[str, Note] = {}
        self._of_key: dict[tuple[Scope, str | None], dict[str, None]] = {}
        """The ids of all versions of a key."""
        for note in known:
            self._hold(note)
        self._sessions = dict(sessions)
        self._fresh: dict[str, None] = {}
        self._closes: dict[str, Close] = {}
        self._seen: list[Seen] = []

    def decision(self) -> Decision:
        """Everything that was decided. What was said again and then ended is not counted."""
        puts = tuple(self._notes[id] for id in self._fresh)
        seen = tuple(one for one in self._seen if one.id not in self._closes)
        return Decision(puts, tuple(self._closes.values()), seen)

    def take(self, claim: Claim) -> None:
        """Decide about one claim."""
        if claim.note.id in self._notes:
            return  # learned before
        if claim.act != "state":
            self._end(claim)
        if claim.act not in UNSTATED:
            self._turn(claim)
            self._state(claim)

    def _turn(self, claim: Claim) -> None:
        """Close what a claim is the opposite of: another taste, or that it is no longer so."""
        for key in claim.against:
            taste = self._open(claim.scope, key)
            if taste is None or limited(taste.text):
                continue
            if _decides(taste, claim) and _later(claim.note, taste):
                self._close(taste, claim.note.learned_at, claim.note.learned_at)

    def _state(self, claim: Claim) -> None:
        note = claim.note
        first, rival = self._open(claim.scope, claim.key), self._rival(claim)
        same = next((one for one in (first, rival) if one and same_thing(one, note)), None)
        if same is not None and not (_lifts(claim, same) or outlives(note, same)):
            if same is first:
                self._late(claim)
            return self._again(same, claim)
        if self._late(claim):
            return None
        if first is not None and first is not same:
            if not _decides(first, claim):
                return self._contradict(claim, rival)
            if first.last_seen and first.last_seen > note.learned_at:
                return self._between(first, claim, first.last_seen)
        if rival is not None and rival.trust > note.trust:
            rival = None  # it goes on contradicting
        if first is not None and rival is not None:
            self._close(rival, note.learned_at, note.learned_at)
        return self._put(note, claim, first or rival or self._wrong(claim))

    def _wrong(self, claim: Claim) -> Note | None:
        """What a claim corrects, if it may."""
        wrong = self._open(claim.scope, claim.instead) if claim.instead else None
        return wrong if wrong is not None and _decides(wrong, claim) else None

    def _again(self, note: Note, claim: Claim) -> None:
        """Count it: once for each message and session, and not when the assistant repeats it, or
        somebody trusted less: a note is as trusted as all that it rests on."""
        message = claim.message
        if claim.note.trust < note.trust:
            return
        said_here = message.session_id is not None and (
            self._sessions.get(note.id) == message.session_id
        )
        if message.role == "assistant" or message.id in note.sources or said_here:
            return
        seen = Seen(note.scope, note.id, message.id, message.at)
        self._hold(seen.on(note))
        self._sessions[note.id] = message.session_id
        if note.id not in self._fresh:
            self._seen.append(seen)

    def _late(self, claim: Claim) -> bool:
        """Whether newer ones are known that are trusted as much; then it is stored as ended, unless
        that is known too."""
        note = claim.note
        versions = self._versions(claim.scope, claim.key)
        later = [one for one in versions if one.learned_at > note.learned_at]
        later = [one for one in later if one.trust >= note.trust]
        standing = stated_at(versions, note.learned_at)
        if standing is not None and not standing.open and same_thing(standing, note):
            return True
        if not later:
            return False
        after = min(later, key=lambda one: one.learned_at)
        ended = no_sooner(after.valid_from or after.learned_at, note)
        self._put(replace(note, closed_at=after.learned_at, valid_to=ended), claim)
        return True

    def _contradict(self, claim: Claim, rival: Note | None) -> None:
        """Keep both, unless what contradicts already is trusted more."""
        if rival is None or rival.trust <= claim.note.trust:
            self._put(replace(claim.note, key=f"{claim.key}{RIVAL}"), claim, rival)

    def _between(self, standing: Note, claim: Claim, again: datetime) -> None:
        """Something else was said before what stands was said again: so it stands again."""
        began = claim.note.valid_from or claim.note.learned_at
        stands = replace(standing, id=new_id(), learned_at=again, valid_from=again)
        self._put(claim.note, claim, standing)
        said = self._notes[claim.note.id]
        self._hold(replace(said, closed_at=again, valid_to=max(began, again)))
        self._hold(replace(stands, replaces=said.id))
        self._fresh[stands.id] = None
        self._sessions[stands.id] = self._sessions.get(standing.id)

    def _put(self, note: Note, claim: Claim, old: Note | None = None) -> None:
        if old is not None:
            at = max(note.learned_at, old.learned_at)  # it may be older, and trusted more
            self._close(old, at, max(_ended(old, note), old.valid_from or old.learned_at))
            note = replace(note, replaces=old.id)
        self._hold(note)
        self._fresh[note.id] = None
        self._sessions[note.id] = claim.message.session_id

    def _close(self, note: Note, at: datetime, valid_to: datetime) -> None:
        self._hold(replace(note, closed_at=at, valid_to=valid_to))
        if note.id not in self._fresh:
            self._closes[note.id] = Close(note.scope, note.id, at, valid_to)

    def _end(self, claim: Claim) -> None:
        """Close what a claim says is no longer so."""
        at = claim.note.learned_at
        own = (note for note in self._notes.values() if note.scope == claim.scope)
        over = [note for note in own if ends(claim, note)]
        which = len(over) > 1 and _unnamed(claim)  # "my meeting"
        if which or unclear(claim.note, over):
            return
        for note in over:
            self._close(note, at, max(at, note.valid_from or at))

    def _hold(self, note: Note) -> None:
        """What is known of a note by now; its key and its scope are always the same."""
        self._notes[note.id] = note
        self._of_key.setdefault((note.scope, note.key), {})[note.id] = None

    def _versions(self, scope: Scope, key: str) -> list[Note]:
        return [self._notes[id] for id in self._of_key.get((scope, key), ())]

    def _open(self, scope: Scope, key: str) -> Note | None:
        return next((one for one in self._versions(scope, key) if one.open), None)

    def _rival(self, claim: Claim) -> Note | None:
        return self._open(claim.scope, f"{claim.key}{RIVAL}")


def _decides(known: Note, claim: Claim) -> bool:
    """Whether a claim may take the place of a note: everybody may correct himself, and people know
    best about themselves; against what was set by hand, what another said, or what rests on more
    trusted words, nobody decides."""
    if by_hand(known) or claim.note.trust < known.trust:
        return False
    return claim.own or known.metadata.get("by") == claim.by


def _later(said: Note, known: Note) -> bool:
    """Whether it was said after whatever said the other last."""
    return said.learned_at >= (known.last_seen or known.learned_at)


def _lifts(claim: Claim, note: Note) -> bool:
    """Whether a claim says what a rule noted of a source that is trusted less: it takes its place,
    so that the note rests on what is trusted alone."""
    later = claim.note.learned_at >= note.learned_at
    return later and claim.note.trust > note.trust and not by_hand(note)


def _unnamed(claim: Claim) -> bool:
    """Whether it names what does not take place, or not then, by one word."""
    if moves(claim.act, claim.note):
        what = moved(claim.note).removeprefix("the ")
    elif cancels(claim.note):
        what = claim.note.object or ""
    else:
        return False
    return len(what.removeprefix("their ").split()) < 2


def _ended(old: Note, new: Note) -> datetime:
    """When an older value ceased to hold: when the newer began, if that was after its own start."""
    began = new.valid_from or new.learned_at
    if old.relation in EVENTS and old.valid_from and old.valid_from > new.learned_at:
        return old.valid_from  # it never took place
    return began if began > (old.valid_from or old.learned_at) else new.learned_at


def _said(note: Note) -> str:
    """What tells one value of a key from another."""
    if by_hand(note):
        return plain(str(note.text if note.value is None else note.value))
    return plain(note.object or note.text)
