"""One rule: a pattern over a sentence, and the note it makes. A language is a set of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...types import Kind
from .proposal import Act

Speaker: TypeAlias = Literal["user", "assistant"]
Time: TypeAlias = Literal["", "past", "future", "since", "due", "named"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What to look for and what to note. `docs/rules.md` shows how to add one."""

    name: str
    """`topic.what`, unique."""
    on: str
    """Trigger words: the sentence must have one of them before the pattern is tried."""
    pattern: str
    """A regular expression with named groups; `{I}` and such are the pieces of the language."""
    text: str
    """The note: `{who}`, `{whose}` and the pattern's groups, put into the third person."""
    kind: Kind = "semantic"
    slot: str | None = None
    subject: str = "{who}"
    relation: str | None = None
    object: str | None = None
    act: Act = "state"
    by: tuple[Speaker, ...] = ("user",)
    time: Time = ""
    """`past` or `future`: it happens then. `since`: it holds from then. `due`: until then.
    `named`: the note is about that time, and holds as long as it is said."""
    dated: bool = False
    """Whether there is no note without a date."""
    you: bool = False
    """Whether the note may speak of the one who is spoken to."""
    inside: bool = False
    """Whether the pattern may start within a clause: "with my friend Sarah"."""
    last: bool = False
    """Whether it is for words of which no other rule has made a note: "remember that …"."""
    whole: bool = False
    """Whether the pattern must start where the sentence starts."""
    shared: bool = False
    """Whether its words may make another note, too: "my sister Mia lives in Porto"."""
    least: int = 1
    """The fewest words its last group must have."""
    confidence: float = 0.8
    importance: float = 0.5
    examples: tuple[tuple[str, str], ...] = ()
    """What people say and the note it makes; a test runs each."""
    counter: tuple[str, ...] = ()
    """What sounds alike and makes no note of this rule."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and how to read a short answer to it as a whole sentence."""

    question: str
    says: str


@dataclass(frozen=True, slots=True)
class People:
    """Who speaks, and to whom, as a note calls them."""

    who: str
    to: str
    apart: bool = False
    """Whether the note is about somebody else, who would be taken for "they"."""

    @property
    def who_(self) -> str:
        """The speaker inside a sentence."""
        return f"the {self.who[4:]}" if self.who.startswith("The ") else self.who

    @property
    def whose(self) -> str:
        """The genitive of the speaker."""
        return f"{self.who}'" if self.who.endswith("s") else f"{self.who}'s"

    @property
    def whose_(self) -> str:
        """The genitive inside a sentence, where a name alone keeps its capital."""
        return f"the {self.whose[4:]}" if self.whose.startswith("The ") else self.whose


@dataclass(frozen=True, slots=True)
class Language:
    """A set of tables: the rules, the pieces of their patterns, and how a note is worded."""

    rules: tuple[Rule, ...]
    denials: tuple[Rule, ...]
    """What is no part of the rules, and is read beside them: it proposes what is denied."""
    pieces: Mapping[str, str]
    answers: tuple[Answer, ...]
    own: re.Pattern[str]
    """Where a speaker begins to speak of himself; most patterns begin there."""
    own_pieces: tuple[str, ...]
    """The pieces that match there and nowhere else."""
    own_words: frozenset[str]
    """Words of which one is said there."""
    people: Callable[[str, str | None, str | None], People]
    """Role, name and the other's name → who is who."""
    unfit: Callable[[str], bool]
    """Whether a whole message is no talk about its writer: a draft, a role, a pasted text."""
    statement: Callable[[str], str]
    """The part of a sentence that states something; "" for a question or a supposition."""
    free: Callable[[str, bool], bool]
    """Whether the words before a match leave it a plain statement of the speaker's own;
    the flag says that it may start within a clause."""
    scope: Callable[[str], str]
    """What the words before a match limit it to, if anything."""
    word: Callable[[str, str, People, bool], str | None]
    """A group by its name: trimmed, in the third person; None when it makes no sense alone."""
    finish: Callable[[str], str]
    """The last touch on a note's sentence."""
    amended: Callable[[str, str, bool], tuple[str, str] | None]
    """A short correction and what it corrects, which the other said if the flag is set → the
    sentence that was said, in the speaker's words, and the one that is meant."""

    takes_back: Callable[[str], bool] = lambda sentence: False
    """Whether a sentence says that the one before it is not meant."""
    read: Callable[[str, set[str], bool], str] = lambda text, words, small: text
    """A text, which has these words, as its writer would spell it with care; the flag says that he
    uses no capitals."""
    begun: Callable[[str], str] = lambda text: text
    """The first sentence of a message, with the subject that it leaves out."""
    tasks: tuple[str, ...] = ()
    """Words that ask for work on a text, which need not be in this language."""
    marks: tuple[str, ...] = ()
    """Words that tell this language from English, where those that wake a rule do not."""
    noes: tuple[str, ...] = ()
    """Words that open a correction without a verb."""
    flags: int = 0
    """How its patterns are compiled, such as `re.IGNORECASE`."""

    def led(self, rule: Rule) -> bool:
        """Whether the rule's pattern begins where a speaker speaks of himself."""
        return rule.pattern.removeprefix("(?:").startswith(self.own_pieces)


_AT_MOST = re.compile(r"(\.\{\d+,\d+\})\)")
# The full stop of "3.5" and "St. Mary's" ends nothing, nor does the comma of "39,500".
_TITLE = r"\b(?:St|Dr|Mr|Ms|Mt|Ft)"
_IN_CLAUSE = rf"(?:[^,;.]|\.(?=\w)|(?<={_TITLE})\.(?= [A-Z])|(?<=\d),(?=\d{{3}}(?!\d)))"
_CLAUSE_ENDS = rf"(?=(?:[;!]|,(?!(?<=\d,)\d{{3}}(?!\d))|\.(?!\w|(?<={_TITLE}\.) [A-Z]))"


def compiled(rule: Rule, language: Language) -> re.Pattern[str]:
    """The rule's pattern with the pieces of its language put in; what takes so many characters at
    most ends where a word does."""
    pattern = _AT_MOST.sub(r"\1(?!\\w))", rule.pattern)
    for name, piece in language.pieces.items():
        pattern = pattern.replace("{" + name + "}", piece)
    pattern = pattern.replace("[^,;.]", _IN_CLAUSE).replace("(?=[.,;!]", _CLAUSE_ENDS)
    return re.compile(pattern, language.flags)
