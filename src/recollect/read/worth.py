"""What each part of a score is worth.

The numbers were set by hand on several kinds of conversation at once; `make bench-recall` prints
what the whole is worth on each of them, and with `--ablate` what each part is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part of a score is worth."""

    words: float = 0.45
    """How much words count against vectors, when the memory holds the question's words."""
    enough: float = 0.5
    """The share of the question that the best candidate must hold for words to count in full."""
    unread: float = 0.8
    """How much words count when the embedder does not read the question's script."""
    speaker: float = 0.2
    """For being said by somebody whom the question names."""
    spoken_to: float = 0.1
    """The same for the others, when it names several: what Ana said about Kai was said by Ana."""
    when: float = 0.2
    """For being said in the time that the question asks about."""
    only_when: float = 1.0
    """The same when it asks for nothing else; half as much if that is only nearly the time."""
    opening: float = 0.1
    """For opening a session: people begin with what it is about, less so with a mere question."""
    unsaid: float = 0.2
    """For opening one, as far as no candidate holds the question's words: by its topic, then."""
    before: float = 0.2
    """For answering somebody else's turn that has the question's words."""
    asked: float = 0.4
    """For answering somebody's question that has the question's words."""
    asked_sense: float = 0.2
    """For answering one that means nearly the same."""
    earlier: float = 0.15
    """For going on, between people, after one's own last turn with the question's words."""
    after_words: float = 0.05
    """For being answered by a turn with the question's words."""
    after_sense: float = 0.1
    """For being answered by a turn with the question's meaning."""
    session: float = 0.05
    """For standing in a session where something has the question's words, or its meaning; the less
    the question's words tell, the less by far: then a topic is shared by many."""
    assistant: float = -0.5
    """For being the assistant's words, unless the question asks what it said."""
    reported: float = -0.2
    """The same, when the assistant reports what it found, unless one asks about oneself."""
    repeated: float = 0.1
    """The same, when the question is what it said."""
    asking: float = -0.05
    """For being a question itself."""
    recalling: float = -0.5
    """For asking what is known of the one who asks, as every question before this one did."""
    echo: float = -1.0
    """For asking what is asked, and saying nothing else: more than a perfect match is worth."""
    short: float = -0.2
    """For being said in few characters, in proportion."""
    impersonal: float = -0.2
    """For saying little of the one who speaks, in proportion, when one asks about oneself."""
    standing: float = 0.6
    """For being what the user wants of all answers to come, whatever is asked."""
    preference: float = 0.2
    """For saying what the user prefers, when advice is asked for."""
    graph: float = 0.5
    """For saying what the question's names lead to."""
    key: float = 2.0
    """For being the fact whose key the question names: more than all the rest together."""
    faded: float = -0.1
    """For being about something that happened long ago and was not used since, in proportion."""
    importance: float = 0.04
    """For being more important than most notes, or less: half of it either way."""
    recent: float = 0.02
    """Enough to order equals, too little to outrank a better fit."""
    onward: float = 0.5
    """For being of the last sessions on its topic, when a question goes on with what was said."""
    alone: float = -0.3
    """For standing alone with the question's words in its session, behind the first hits; much less
    where words tell little."""
    newer: float = 0.01
    """By how much what says anew what an older hit said comes above it: see `rivals`."""


WEIGHTS = Weights()

PIECES: Mapping[str, Mapping[str, float]] = {
    "words": {"words": 0.0, "unread": 0.0},
    "vectors": {"words": 1.0, "unread": 1.0, "enough": 1e-9},
    "a mix that follows the question": {"enough": 1e-9},
    "who spoke": {"speaker": 0.0, "spoken_to": 0.0},
    "when": {"when": 0.0, "only_when": 0.0},
    "the turn before": {"before": 0.0, "asked": 0.0, "asked_sense": 0.0},
    "one's own turn before that": {"earlier": 0.0},
    "the turn after": {"after_words": 0.0, "after_sense": 0.0},
    "the session": {"session": 0.0},
    "opening turns": {"opening": 0.0, "unsaid": 0.0},
    "the assistant's words": {"assistant": 0.0, "reported": 0.0, "repeated": 0.0},
    "questions": {"asking": 0.0, "recalling": 0.0, "echo": 0.0},
    "short turns": {"short": 0.0},
    "speaking of oneself": {"impersonal": 0.0},
    "standing wishes": {"standing": 0.0},
    "preferences": {"preference": 0.0},
    "relations": {"graph": 0.0},
    "fading": {"faded": 0.0},
    "importance": {"importance": 0.0},
    "the last sessions": {"onward": 0.0},
    "company, behind the first": {"alone": 0.0},
    "the newer of rivals": {"newer": 0.0},
}
"""Each piece of the ranking, and what to change in its weights to do without it."""
