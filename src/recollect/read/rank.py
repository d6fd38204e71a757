"""From candidates to a ranking: each part of a score is one thing people would say of a good hit.

Words and vectors are brought to 0…1 over the candidates and mixed. Then come the conversation
around a candidate, who said it, and where it stands. The numbers were set by hand on several kinds
of conversation at once; `make bench-recall` prints what the whole is worth on each of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..orders import Candidate
from ..types import Message, Record

WORDS = 0.45
"""How much words count against vectors, when the memory holds the question's words."""
ENOUGH = 0.5
"""The share of the question that the best candidate must hold for words to count in full."""
UNREAD = 0.8
"""How much words count when the embedder does not read the question's script."""
COVERAGE = 0.1
"""For holding all of the question's words."""
SPEAKER = 0.2
"""For being said by somebody whom the question names."""
OPENING = 0.15
"""For opening a session: people begin with what it is about."""
BEFORE = 0.15
"""For answering a turn that has the question's words."""
AFTER = (0.05, 0.1)
"""For being answered by a turn with the question's words, and with its meaning."""
SESSION = 0.05
"""For standing in a session where something has the question's words, or its meaning."""
ASSISTANT = -0.5
"""For being the assistant's words, unless the question asks what it said."""
ASKING = -0.05
"""For being a question itself."""
SHORT, FEW = -0.2, 80
"""For being said in fewer than so many characters, in proportion."""
KEY = 2.0
"""For being the fact whose key the question names: more than all the rest together."""
RECENT = 0.02
"""Enough to order equals, too little to outrank a better fit."""

YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
LATIN = re.compile(r"[^\W\d_\u0250-\U0010ffff]")
LETTER = re.compile(r"[^\W\d_]")


PARTS = ("terms", "vectors", "coverage", "before", "after", "session", "speaker", "opening",
         "assistant", "asking", "short", "key", "recent")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score; `values` are the parts of it, in the order of PARTS."""

    candidate: Candidate
    score: float
    values: tuple[float, ...]

    @property
    def parts(self) -> dict[str, float]:
        """What the score is made of, by name. Made late: most candidates are never shown."""
        return {name: value for name, value in zip(PARTS, self.values, strict=True) if value}


def rank(words: str, candidates: Sequence[Candidate], latin: bool = False) -> list[Ranked]:
    """The candidates, best first. `latin`: the embedder reads Latin script only."""
    if not candidates:
        return []
    around = Surroundings(candidates)
    mix = _mix(words, candidates, latin)
    asked = words.casefold()
    blamed = 0.0 if YOU.search(words) else ASSISTANT
    ranked = []
    for i, candidate in enumerate(candidates):
        values = around.parts(i, mix) + _own(candidate, asked, blamed)
        ranked.append(Ranked(candidate, sum(values), values))
    ranked.sort(key=lambda one: -one.score)
    return ranked


class Surroundings:
    """The candidates' scaled scores, and those of the turns and sessions around them."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        cosines = [candidate.cosine for candidate in candidates]
        least = min((cosine for cosine in cosines if cosine is not None), default=0.0)
        self._terms = _scaled([candidate.bm25 for candidate in candidates], low=0.0)
        self._vectors = _scaled([least if cosine is None else cosine for cosine in cosines])
        self._shares = [candidate.share for candidate in candidates]
        self._places = [_place(candidate.record) for candidate in candidates]
        self._at = {place: i for i, place in enumerate(self._places) if place[0] is not None}
        self._spoken = [not _is_assistant(candidate.record) for candidate in candidates]
        self._sessions: dict[str | None, tuple[float, float]] = {None: (0.0, 0.0)}
        for (session, _), terms, vectors in zip(
            self._places, self._terms, self._vectors, strict=True
        ):
            if session is not None:
                best = self._sessions.get(session, (0.0, 0.0))
                self._sessions[session] = max(best[0], terms), max(best[1], vectors)

    def parts(self, i: int, mix: float) -> tuple[float, ...]:
        """What the scores of a candidate, its neighbours and its session are worth."""
        session, turn = self._places[i]
        before, after = self._at.get((session, turn - 1)), self._at.get((session, turn + 1))
        fits = self._sessions[session]
        return (
            mix * self._terms[i],
            (1 - mix) * self._vectors[i],
            COVERAGE * self._shares[i],
            0.0 if before is None or not self._spoken[before] else BEFORE * self._terms[before],
            0.0 if after is None else self._answered(after),
            SESSION * (fits[0] + fits[1]),
        )

    def _answered(self, after: int) -> float:
        return AFTER[0] * self._terms[after] + AFTER[1] * self._vectors[after]


def _own(candidate: Candidate, asked: str, blamed: float) -> tuple[float, ...]:
    """What a candidate is worth by itself."""
    record = candidate.record
    said = record if isinstance(record, Message) else None
    assistant = _is_assistant(record)
    named = said is not None and said.name is not None and said.name.casefold() in asked
    opening = said is not None and said.turn == 0 and not assistant
    text = record.text
    return (
        SPEAKER if named else 0.0,
        OPENING if opening else 0.0,
        blamed if assistant else 0.0,
        ASKING if text.endswith(("?", "？")) else 0.0,
        SHORT * (1 - len(text) / FEW) if said is not None and len(text) < FEW else 0.0,
        KEY if candidate.key else 0.0,
        RECENT * candidate.recent,
    )


def _mix(words: str, candidates: Sequence[Candidate], latin: bool) -> float:
    """How much words count against vectors: it follows the question."""
    if all(candidate.cosine is None for candidate in candidates):
        return 1.0
    if latin and not _is_latin(words):
        return UNREAD
    best = max(candidate.share for candidate in candidates)
    return WORDS * min(1.0, best / ENOUGH)


def _is_latin(words: str) -> bool:
    letters = len(LETTER.findall(words))
    return 2 * len(LATIN.findall(words)) >= letters


def _is_assistant(record: Record) -> bool:
    return isinstance(record, Message) and record.role == "assistant"


def _place(record: Record) -> tuple[str | None, int]:
    """The session and the place in it; no session for a note or a message without one."""
    if isinstance(record, Message) and record.session_id is not None and record.turn is not None:
        return record.session_id, record.turn
    return None, 0


def _scaled(scores: Sequence[float], low: float | None = None) -> list[float]:
    least = min(scores) if low is None else low
    span = max(scores) - least
    return [(score - least) / span if span > 0 else 0.0 for score in scores]
