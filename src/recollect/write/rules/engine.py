"""Messages → proposed notes, by the rules of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import TypeAlias

from ...types import Message
from ..trust import outside
from .neither import apart
from .proposal import Proposal
from .rule import Language, People, Rule, compiled
from .sentences import Sentence, sentences
from .software import is_software
from .when import When, read

_APART = str.maketrans(dict.fromkeys("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~’“”…–—¡¿\n\t", " "))
_FEW = 24
_NOT_UPPER = re.compile(r"[\W_]+")
HOME = "home.place"
LONG_ANSWER = 60
LONGEST_TALK = 4_000
"""What a user says in more characters is a text that was pasted, not talk."""

Heard: TypeAlias = list[tuple[Sentence, set[str]]]
"""Sentences with their words."""


class Grammar:
    """The rules of a language, ready to be tried: trigger word → rules."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._patterns: dict[int, re.Pattern[str]] = {}

    def _pattern(self, number: int) -> re.Pattern[str]:
        """A rule's pattern, compiled when one of its words is first heard."""
        made = self._patterns.get(number)
        if made is None:
            made = self._patterns[number] = compiled(self.rules[number], self.language)
        return made

    @cached_property
    def rules(self) -> list[Rule]:
        """In the order of the tables, which settles who may have the words."""
        return sorted(self.language.rules, key=lambda rule: rule.last)

    @cached_property
    def triggers(self) -> dict[str, dict[str, list[int]]]:
        """Role → trigger word → the numbers of the rules it wakes."""
        found: dict[str, dict[str, list[int]]] = {"user": {}, "assistant": {}}
        for number, rule in enumerate(self.rules):
            for role in rule.by:
                for word in rule.on.split():
                    heard = max(words(word), key=len)  # of "let's" only "let" tells something
                    found[role].setdefault(heard, []).append(number)
        return found

    def _woken(self, its_words: set[str], role: str) -> list[int]:
        """The rules that a sentence with these words wakes; without "I", none that begins there."""
        triggers = self.triggers[role]
        found = {number for word in triggers.keys() & its_words for number in triggers[word]}
        if self.language.own_words.isdisjoint(its_words):
            found -= self._led
        return sorted(found)

    def propose(
        self, message: Message, before: Message | None = None, heard: Heard | None = None
    ) -> list[Proposal]:
        """The notes that a message offers; `before` is the message it answers, if any, and `heard`
        are its sentences, if they are known."""
        triggers = self.triggers.get(message.role)
        if triggers is None:
            return []
        said = message.content
        if before is not None and len(said) <= LONG_ANSWER:
            other = before.role != message.role or before.name != message.name
            meant = self.language.amended(said, before.content, other)
            if meant and triggers and not outside(before):
                return self._amended(message, *meant)
            said = self.answer(said, before)
        if len(said) > LONGEST_TALK and message.role == "user":
            return []
        if len(triggers) <= _FEW and not _any(triggers, said):
            return []
        people = self.language.people(message.role, message.name, before.name if before else None)
        found: dict[str, Proposal] = {}
        if heard is None or said is not message.content:
            heard = hear(said)
        if message.role == "user":
            small = message.content.islower()
            heard = [self._spelled(*one, small) for one in self._begun(heard)]
        heard = self._settled(heard)
        for (sentence, its_words), after in zip_longest(heard, heard[1:]):
            woken = self._woken(its_words, message.role)
            offered = list(self._read(sentence, woken, people, message)) if woken else []
            if offered and after and self.language.takes_back(after[0].text):
                continue
            for proposal in offered:
                found.setdefault(proposal.text.casefold(), proposal)
        if not found or self.language.unfit(self.language.read(said, words(said), False)):
            return []
        whole = (0, len(message.content))
        if said is not message.content:
            return [replace(proposal, span=whole) for proposal in found.values()]
        return list(found.values())

    def _settled(self, heard: Heard) -> Heard:
        """With each sentence that the next one corrects as it is meant: "I'm 34. No, 35."."""
        kept: Heard = []
        for sentence, its_words in heard:
            if kept and len(sentence.text) <= LONG_ANSWER:
                before = kept[-1][0]
                meant = self.language.amended(sentence.text, before.text, False)
                if meant:
                    kept[-1] = (replace(before, text=meant[1]), words(meant[1]))
                    continue
            kept.append((sentence, its_words))
        return kept

    def _begun(self, heard: Heard) -> Heard:
        """With the subject of the first sentence, if it is left out."""
        for first, _ in heard[:1]:
            text = self.language.begun(first.text)
            if text != first.text:
                return [(replace(first, text=text), words(text)), *heard[1:]]
        return heard

    def _spelled(
        self, sentence: Sentence, its_words: set[str], small: bool
    ) -> tuple[Sentence, set[str]]:
        """What somebody typed, as it is spelled with care: only for reading."""
        meant = self.language.read(sentence.text, its_words, small)
        if meant == sentence.text:
            return sentence, its_words
        return replace(sentence, text=meant), words(meant)

    def _amended(self, message: Message, wrong: str, right: str) -> list[Proposal]:
        """What a corrected sentence says, each instead of what it said before."""
        whole = (0, len(message.content))
        said = {one.rule: one for one in self.propose(replace(message, content=wrong))}
        return [
            replace(one, span=whole, instead=said[one.rule])
            for one in self.propose(replace(message, content=right))
            if one.rule in said and said[one.rule].text != one.text
        ]

    def answer(self, said: str, before: Message) -> str:
        """A short answer as a whole sentence, if the question before it is known."""
        asked = before.content.rstrip()
        if before.role != "assistant" or not asked.endswith("?") or "?" in said:
            return said
        last = asked[max(asked.rfind(mark, 0, -1) for mark in ".!?\n") + 1 :]
        for answer in self.language.answers:
            if re.search(answer.question, last, re.IGNORECASE):
                return answer.says.format(said.strip().rstrip(".!"))
        return said

    def _read(
        self,
        sentence: Sentence,
        woken: list[int],
        people: People,
        message: Message,
    ) -> Iterator[Proposal]:
        if sentence.listed and message.role == "assistant":
            return
        stated = self.language.statement(sentence.text)
        if not stated:
            return
        plain = sentence if stated == sentence.text else replace(sentence, text=stated)
        own = [found.start() for found in self.language.own.finditer(stated)]
        taken: list[tuple[int, int]] = []
        for number in woken:
            rule = self.rules[number]
            for match in self._matches(number, stated, own):
                first, last = _core(match, rule)
                if any(first < end and start < last for start, end in taken):
                    continue
                if proposal := self._note(rule, match, plain, people, message):
                    taken += [] if rule.shared else [(first, last)]
                    yield proposal

    def _matches(self, number: int, text: str, own: list[int]) -> Iterable[re.Match[str]]:
        """Where a rule's pattern is found: at the start, where "I" is said, or anywhere."""
        pattern = self._pattern(number)
        if number in self._led:
            return [match for place in own if (match := pattern.match(text, place))]
        if self.rules[number].whole:
            return [match] if (match := pattern.match(text)) else []
        return pattern.finditer(text)

    @cached_property
    def _led(self) -> frozenset[int]:
        """The numbers of the rules that begin where a speaker speaks of himself."""
        led = self.language.led
        return frozenset(n for n, rule in enumerate(self.rules) if led(rule) and not rule.whole)

    def _note(
        self,
        rule: Rule,
        match: re.Match[str],
        sentence: Sentence,
        people: People,
        message: Message,
    ) -> Proposal | None:
        start = match.start()
        if (rule.whole and start) or sentence.quoted(start):
            return None
        if not rule.whole and not self.language.free(sentence.text[:start], rule.inside):
            return None
        groups = self._groups(rule, match, people)
        if groups is None or (rule.slot == HOME and is_software(groups["place"])):
            return None
        text = rule.text.format(**groups)
        if limit := self.language.scope(sentence.text[:start]):
            if rule.act == "deny":  # who is no vegetarian on Sundays may be one
                return None
            limited = self.language.word("limit", limit, people, rule.you)
            if limited is None:
                return None
            text = f"{text} ({limited})"
        text = self.language.finish(text)
        when = read(rule.time, text, message.at)
        if rule.dated and not when.fits(rule.time, message.at):
            return None
        return _proposal(rule, when.text, groups, sentence, when)

    def _groups(self, rule: Rule, match: re.Match[str], people: People) -> dict[str, str] | None:
        groups = {
            "who": people.who,
            "whose": people.whose,
            "whose_": people.whose_,
            "to": people.to,
        }
        speaker = replace(people, apart=True) if rule.subject.startswith("{name}") else people
        last = ""
        for group, raw in match.groupdict().items():
            name = group.rstrip("0123456789")  # `place2` is `place` at another place
            worded = self.language.word(name, raw or "", speaker, rule.you)
            if worded is None or (raw and not worded):
                return None
            name = "name" if name == "given" else name  # one that is known
            groups[name] = worded or groups.get(name, "")
            last = worded or last
        if match.groupdict() and len(last.split()) < rule.least:
            return None
        return groups


def _proposal(
    rule: Rule, text: str, groups: dict[str, str], sentence: Sentence, when: When
) -> Proposal:
    def fill(template: str | None) -> str | None:
        return " ".join(template.format(**groups).split()) if template else None

    return Proposal(
        text=text,
        rule=rule.name,
        span=(sentence.start, sentence.end),
        act=rule.act,
        kind=rule.kind,
        slot=(slot := fill(rule.slot)) and slot.casefold().replace(" ", "_"),
        subject=fill(rule.subject),
        relation=(made := fill(rule.relation)) and _NOT_UPPER.sub("_", made.upper()),
        object=fill(rule.object),
        valid_from=when.start,
        valid_to=when.end,
        confidence=rule.confidence,
        importance=rule.importance,
    )


def _core(match: re.Match[str], rule: Rule) -> tuple[int, int]:
    """The words that woke the rule: up to its last group, which may run on to the end. Of a rule
    that comes last, the beginning of that group: another may have read it."""
    end = match.start(match.lastindex) if match.lastindex else match.end()
    return (end, end + 1) if rule.last else (match.start(), end)


def hear(text: str) -> Heard:
    """The sentences of a text, each with its words; one that denies two things is two."""
    each = (one for sentence in sentences(text) for one in apart(sentence))
    return [(one, words(one.text)) for one in each]


def words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(text.lower().translate(_APART).split())


def _any(words: Iterable[str], text: str) -> bool:
    low = text.lower()
    return any(word in low for word in words)
