"""What is no plain statement, and how a group is worded, from a language's lists of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...text.fold import fold
from . import wording
from .english import guards
from .english.amends import put_right, valued
from .given import GIVEN
from .rule import Answer, Language, People, Rule

_I = re.IGNORECASE
MOST_WORDS = 8
"""An object of more words is a clause, not a thing."""
_LOOSE = re.compile(r"^[\s,.!?:;\"'’*_–—-]+|[\s,.!?:;\"’*_–—-]+$")
_SCRIPT = re.compile(r"^\s*[^\W\d][\w .]{0,24} ?: \S", re.MULTILINE)
_TAG = re.compile(r"¿(?:no|verdad|cierto|eh|o no)\s*\?", _I)
_IN_JEST = re.compile(
    r"(?:^|[.…!(*/#]) ?(?:iron(?:ie|[ií]a)|sarcas(?:mo|me)|sarkasmus)\W*$"
    r"|\b(?:ironie (?:aus|off)|es broma|bromeo|je plaisante|je rigole|nur spa(?:ß|ss)"
    r"|(?:nur )?ein (?:scherz|witz))\b",
    _I,
)
"""What takes back all that was said with it."""
_FALTERS = re.compile(r"[,;…–—] ?(?:äh+m?|ehm|euh|digo|enfin),? [^,;.!?]{2,30}[.!]*$", _I)
"""A last word that may take the place of another: "Ich wohne in Köln, äh Bonn"."""
_UNDONE = re.compile(
    r"\b(?:aber|pero|mais)\b[^.;!?]*\b(?:aufgegeben|aufgeh(?:ö|oe)rt|abgebrochen|lo dej[eé]"
    r"|lo he dejado|abandon[eé]|j'ai (?:arr[êe]t[ée]|abandonn[ée]|laiss[ée] tomber))(?!\w)",
    _I,
)
"""What did not last."""
_TAKES_BACK = re.compile(
    r"\W*(?:(?:doch )?nicht(?: wirklich)?|(?:das )?(?:stimmt (?:gar )?nicht|war gelogen)"
    r"|(?:es |era )?mentira|no es (?:verdad|cierto)|(?:c'est|c'[ée]tait) faux|pas vraiment)\W*$",
    _I,
)
"""What takes back the sentence before it."""
_EMAIL = re.compile(r"\S+@\S+\.\w+|[+\d(][\d ()/.-]{5,}\d|(?:UTC|GMT)[+-]?\d*|[A-Z]{2,4}|\w+/\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A language's own words: each a regular expression that is tried without regard to case."""

    tasks: str
    """Plain words that ask for work on a text, which need not be in this language."""
    marks: str
    """Plain words that are heard wherever somebody speaks of himself."""
    drafts: str
    """Opens or ends a letter, hands out a role, asks for a text."""
    supposes: str
    """Opens a sentence that supposes or wishes."""
    formerly: str
    """What was so once, up to a clause of now: "Früher …, jetzt wohne ich in Köln"."""
    now: str
    """Opens that clause."""
    asks: str
    """Opens a question, after a comma too."""
    doubts: str
    """Before a statement, takes away that it is the speaker's own and so."""
    later: str
    """At the end of a statement, makes it a guess, or another's word."""
    limits: str
    """Opens a sentence that holds at some times, or somewhere, and not in general."""
    opens: str
    """After these a statement may begin."""
    articles: str
    """Stripped before an object."""
    tails: str
    """Stripped behind an object."""
    vague: str
    """An object that begins so points at something said before, or says nothing."""
    others: str
    """An object with one of these speaks of the two who talk, or of this one day."""
    mine: str
    """The possessive of the speaker, which becomes "their"."""
    reflexive: tuple[str, str] = ("(?!)", "")
    """The reflexive of the speaker, and what becomes of it: "levantarme" is "levantarse"."""
    joins: str
    """And, between two of a list."""
    terms: Mapping[str, Mapping[str, str]]
    """Group → words → what they are called in a note; what is not listed makes none."""
    phrases: Mapping[str, str]
    """Objects that are known by an English name."""
    nobody: str
    """Plain words that are first names elsewhere."""
    no: str
    """Plain words that open a correction without a verb: "Nein, in Porto."."""
    but: str
    """What may stand between them and the right value."""
    turned: Mapping[str, str]
    """What somebody is told of himself → how he would say it."""


class Talk:
    """The guards and the wording of a language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._terms = {
            group: {plain(said): meant for said, meant in terms.items()}
            for group, terms in words.terms.items()
        }
        self._phrases = {plain(said): meant for said, meant in words.phrases.items()}

    def language(
        self,
        rules: tuple[Rule, ...],
        denials: tuple[Rule, ...],
        pieces: Mapping[str, str],
        answers: tuple[Answer, ...],
    ) -> Language:
        """The language that has these words, rules and pieces."""
        return Language(
            rules=rules,
            denials=denials,
            pieces=pieces,
            answers=answers,
            own=re.compile(r"(?!)"),  # its patterns are tried anywhere
            own_pieces=(),
            own_words=frozenset(),
            people=wording.people,
            unfit=self.unfit,
            statement=self.statement,
            takes_back=lambda sentence: _TAKES_BACK.match(sentence) is not None,
            free=self.free,
            scope=lambda before: "",
            word=self.word,
            finish=wording.finish,
            amended=self.amended,
            tasks=tuple(self.words.tasks.split()),
            marks=tuple(self.words.marks.split()),
            noes=tuple(self.words.no.split()),
            flags=_I,
        )

    @cached_property
    def _unfit(self) -> re.Pattern[str]:
        words = self.words
        tasks = "|".join(words.tasks.split())
        return re.compile(rf"\b(?:(?:{tasks})\b|{words.drafts})", _I | re.MULTILINE)

    @cached_property
    def _supposes(self) -> re.Pattern[str]:
        return re.compile(rf"\W*(?:{self.words.supposes})", _I)

    @cached_property
    def _formerly(self) -> re.Pattern[str]:
        words = self.words
        own = r"[^,;\"“„«»‚]"  # not within quotes
        then = rf"(?P<before>(?:{own}{{0,60}} )?)(?:{words.formerly})\b(?P<then>{own}{{2,80}})"
        return re.compile(rf"{then}[,;] (?:\w+ )?(?P<now>(?:{words.now})\b.+)", _I)

    @cached_property
    def _asks(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?:[,;:–—]\s*|\s-\s)(?:{self.words.asks})|¿"
            r"|\s(?:und|y|et) (?:du|sie|ihr|dir|ihnen|tú|tu|usted|toi|vous)\s*\?",
            _I,
        )

    @cached_property
    def _doubts(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.words.doubts})\b", _I)

    @cached_property
    def _limits(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self.words.limits})\b[^,]{{0,40}},? $", _I)

    @cached_property
    def _later(self) -> re.Pattern[str]:
        return re.compile(rf",? (?:{self.words.later})$", _I)

    @cached_property
    def _opens(self) -> re.Pattern[str]:
        return re.compile(rf"(?:^|[,;.!()–—…¡]|\s-|\b(?:{self.words.opens}):?)\s*$", _I)

    @cached_property
    def _articles(self) -> re.Pattern[str]:
        return re.compile(rf"^(?:{self.words.articles})")  # but "La Rochelle" keeps its own

    @cached_property
    def _tails(self) -> re.Pattern[str]:
        return re.compile(rf"(?:,? (?:{self.words.tails}))+$", _I)

    @cached_property
    def _empty(self) -> re.Pattern[str]:
        words = self.words
        return re.compile(rf"(?:{words.vague})(?![\w-])|.*\b(?:{words.others})\b", _I)

    @cached_property
    def _mine(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.words.mine})\b", _I)

    def unfit(self, text: str) -> bool:
        """Whether a message is a task, a draft, a role, a joke, or a pasted text: no talk."""
        if self._unfit.search(text) or _IN_JEST.search(text) or guards.unfit(text):
            return True
        return "\n" in text and len(_SCRIPT.findall(text)) >= 3

    def statement(self, sentence: str) -> str:
        """The part of a sentence that states something; "" when it only asks or supposes."""
        once = self._formerly.match(sentence)
        if once and not self._doubts.search(once["before"] + once["then"]):
            sentence = once["now"]
        if self._supposes.match(sentence) or _TAG.search(sentence):
            return ""
        if "¿" in sentence or sentence.rstrip("\"')*» ").endswith("?"):
            cut = self._asks.search(sentence)
            sentence = sentence[: cut.start()] if cut else ""
        bare = sentence.rstrip("\"')*.!?» ")
        if self._later.search(bare, max(0, len(bare) - guards.LONGEST_DOUBT)):
            return ""
        return self._meant(sentence)

    def _meant(self, sentence: str) -> str:
        """A sentence in which somebody corrects himself, as he means it; "" if it is unclear."""
        slip = self._slip.search(sentence)
        fix = slip and self._fix.fullmatch(slip["fix"])
        value = fix["value"].strip() if fix else ""
        if slip and (valued(value) or plain(value) in self._terms["number"]):
            right = self.amended(slip["fix"], sentence[: slip.start()], False)
            return right[1].removesuffix(".") + slip["tail"] if right else ""
        return "" if _FALTERS.search(sentence) or _UNDONE.search(sentence) else sentence

    def free(self, before: str, inside: bool) -> bool:
        """Whether the words before a match leave it a plain statement of the speaker's own."""
        if not inside and (not self._opens.search(before) or self._limits.match(before)):
            return False
        return self._doubts.search(before) is None and guards.free(before, True)

    @cached_property
    def _fix(self) -> re.Pattern[str]:
        no = "|".join(self.words.no.split())
        return re.compile(
            rf"(?:(?:ach|oh|ah|ay|äh+m?|euh|bueno|ben),? )?(?:{no})\b[,.!:]?"
            rf"(?: (?:{self.words.but})\b,?)* (?P<value>[^\s,.!?][^,!?]{{0,40}}?)"
            r"(?:, (?:nicht|no|pas) [^,.!?]{1,30})?[.!]*",
            _I,
        )

    @cached_property
    def _slip(self) -> re.Pattern[str]:
        no = "|".join(self.words.no.split())
        return re.compile(
            rf"(?:[,;…(]| ?[–—]| -) ?(?:(?:ähm?|eh|euh),? )?(?P<fix>(?:{no}), [^,;.!?()]{{1,40}}?)"
            r"(?P<tail>[,;.!?)].*|)$",
            _I,
        )

    @cached_property
    def _turns(self) -> re.Pattern[str]:
        told = sorted(self.words.turned, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(told)})\b", _I)

    def amended(self, said: str, before: str, by_other: bool) -> tuple[str, str] | None:
        """A short correction → the sentence that was said, and the one that is meant."""
        fix = self._fix.fullmatch(said.strip())
        return fix and put_right(fix["value"].strip(), before, self._own if by_other else None)

    def _own(self, told: str) -> str:
        """What somebody was told of himself, in his own words."""
        return self._turns.sub(lambda found: self.words.turned[found[0].lower()], told)

    def word(self, name: str, words: str, people: People, you: bool) -> str | None:
        """A group as a note has it; None when it makes no sense alone."""
        words = _LOOSE.sub("", words)
        if not words:
            return ""
        if name in self._terms:
            return self._called(name, words) or self._called(name, self._tails.sub("", words))
        if name == "exact":
            return words if _EMAIL.fullmatch(words) else None
        if name == "given":
            first = fold(words)
            return words if first in GIVEN and first not in self.words.nobody.split() else None
        if name in ("age", "day", "clause", "order"):
            return words
        words = self._tails.sub("", words)
        bare = self._articles.sub("", words)
        if known := self._phrases.get(plain(bare)):
            return known
        if len(bare) < 2 or self._empty.match(words) or self._empty.match(bare):
            return None
        if len(bare.split()) > MOST_WORDS:
            return None
        own, theirs = self.words.reflexive
        return self._mine.sub("their", re.sub(own, theirs, bare, flags=_I))

    def _called(self, group: str, words: str) -> str | None:
        """What a term is called in a note; of several, each."""
        terms = self._terms[group]
        if whole := terms.get(plain(words)):
            return whole
        said = re.split(rf",? (?:{self.words.joins}) |, ", words, flags=_I)
        meant = [terms[one] for word in said if (one := plain(word)) in terms]
        if len(meant) < len(said):
            return None
        return " and ".join(filter(None, (", ".join(meant[:-1]), meant[-1])))


def plain(words: str) -> str:
    """One spelling, with umlauts and accents or without them."""
    folded = " ".join(fold(words).split())
    return folded.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def either(terms: Iterable[str]) -> str:
    """Any of these, with umlauts and accents or without them."""
    spelled = {
        form
        for term in terms
        for form in (term, fold(term), re.sub("[äöü]", lambda one: f"{fold(one[0])}e", term))
    }
    return "|".join(sorted(spelled, key=lambda term: (-len(term), term)))


def listed(table: str) -> dict[str, str]:
    """A table of terms: a line for each, `what it is called: word | word`."""
    lines = (line.partition(":") for line in table.strip().splitlines())
    return {word.strip(): meant.strip() for meant, _, said in lines for word in said.split("|")}
