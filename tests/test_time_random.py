"""Histories at random: a memory as of a moment is one to which only what came before was told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from recollect import InputError, Memory, Message, Note, NotFound
from recollect.types import new_id, utcnow

START = datetime(2025, 1, 1, tzinfo=UTC)
DAYS = st.integers(0, 12)
SAYINGS = (
    "I live in Lisbon.",
    "I live in Oslo.",
    "I live in Rome.",
    "I love jazz.",
    "I love chess.",
    "My dog is called Rex.",
    "What should we have for dinner?",
    "The oven in the kitchen is broken again.",
)
NAMES = st.sampled_from(["Ann", "Bob", "Cid"])
KINDS = st.sampled_from(["KNOWS", "OWNS", "ALIAS_OF"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), DAYS, st.sampled_from(SAYINGS)),
        st.tuples(st.just("set"), DAYS, st.sampled_from("ab"), st.sampled_from([1, 2, "x"])),
        st.tuples(st.just("relate"), DAYS, NAMES, KINDS, NAMES),
        st.tuples(st.just("unrelate"), st.just(0), NAMES, KINDS, NAMES),
    ),
    max_size=14,
)
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a history takes minutes
ASKED = ("Where do I live?", "jazz or chess", "the oven", "What is my dog called?", "Ann")


def few(texts: list[str]) -> Any:
    """A vector of the letters: enough to tell texts apart."""
    rows = np.ones((len(texts), 27), dtype=np.float32) / 10
    for row, text in zip(rows, texts, strict=True):
        for letter in text.lower():
            if "a" <= letter <= "z":
                row[ord(letter) - 97] += 1
    return rows


few.id = "letters"  # type: ignore[attr-defined]


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def memory(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Memory]:
    path = tmp_path_factory.mktemp("time") / "time.db"
    url = "memory://" if request.param == "memory" else f"sqlite:///{path}"
    with Memory(url, embedder=few) as opened:
        yield opened


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def dated(steps: list[Any]) -> list[Any]:
    """Endings are told in their order: a relation cannot end before it was known."""
    last, made, said = 0, [], list[tuple[int, str]]()
    for verb, number, *what in steps:
        if verb == "add":
            if not countable(said, number, what[0]):
                continue
            said.append((number, what[0]))
        last = max(last, number)
        made.append((verb, last if verb == "unrelate" else number, what))
    return made


def countable(said: list[tuple[int, str]], number: int, text: str) -> bool:
    """Whether it is told once a day, and not late to a note that has ended: those count no more."""
    topic = [(day, other) for day, other in said if other[:9] == text[:9]]
    if (number, text) in topic:
        return False
    if all(day <= number for day, _ in topic):
        return True
    days = [day for day, _ in topic]
    told = {other for _, other in topic}
    again = text in told
    return days == sorted(days) and (not again or (len(told) == 1 and number < days[0]))


def tell(memory: Memory, steps: list[Any], until: float = 99) -> dict[str, str]:
    """A new user who was told all that was said up to a day, in the order it came."""
    whose = {"user_id": new_id()}
    for place, (verb, number, what) in enumerate(steps):
        if number > until:
            continue
        with suppress(NotFound, InputError):
            if verb == "add":
                memory.add(Message(*what, id=f"m{place}", at=day(number)), **whose)
            else:
                getattr(memory, verb)(*what, at=day(number), **whose)
    return whose


def plain(note: Note) -> tuple[Any, ...]:
    """All of a note but what two memories cannot share."""
    return (
        note.text, note.key, note.value, note.learned_at, note.closed_at, note.valid_from,
        note.valid_to, note.sources, note.seen, note.last_seen,
    )  # fmt: skip


def reads(memory: Any, whose: dict[str, str], at: datetime) -> dict[str, Any]:
    """What every verb that reads answers."""
    notes = memory.notes(**whose)
    found = {
        "notes": sorted(map(repr, map(plain, notes))),
        "known": sorted((n.text, n.learned_at) for n in memory.notes(closed=True, **whose)),
        "messages": [(said.id, said.content, said.at) for said in memory.messages(**whose)],
        "values": memory.values(**whose),
        "value": [memory.value(key, **whose) for key in "ab"],
        "entities": memory.entities(**whose),
        "conflicts": len(memory.conflicts(**whose)),
    }
    for name in ("Ann", "Bob"):
        edges = memory.related(name, hops=2, **whose)
        found[name] = sorted((edge.text, edge.hops) for edge in edges)
    for words in ASKED:
        for least in (0.0, 0.01):
            hits = memory.search(words, min_relevance=least, limit=50, at=at, **whose)
            found[f"{words} {least}"] = sorted(hit.text for hit in hits)
        context = memory.context(words, at=at, **whose)
        found[f"context {words}"] = sorted(hit.text for hit in context.hits)
    return found


@settings(max_examples=40, phases=PHASES)
@given(STEPS, DAYS)
def test_as_of_is_what_had_been_said(memory: Memory, steps, moment):
    steps = dated(steps)
    whole, part = tell(memory, steps), tell(memory, steps, moment)
    now = reads(memory, whole, day(20))
    then = reads(memory.as_of(day(moment)), whole, day(moment))
    assert then == reads(memory, part, day(moment))
    assert reads(memory, whole, day(20)) == now == reads(memory.as_of(day(12)), whole, day(20))


@settings(max_examples=20, phases=PHASES)
@given(STEPS, st.integers(0, 14))
def test_as_of_recorded_is_what_had_come(memory: Memory, steps, count):
    steps = dated(steps)
    whose = tell(memory, steps[:count])
    before = reads(memory, whose, day(20))
    then = utcnow()
    while utcnow() <= then:
        time.sleep(0.0001)
    for place, (verb, number, what) in enumerate(steps[count:], start=count):
        with suppress(NotFound, InputError):
            if verb == "add":
                memory.add(Message(*what, id=f"m{place}", at=day(number)), **whose)
            else:
                getattr(memory, verb)(*what, at=day(number), **whose)
    assert reads(memory.as_of(then, recorded=True), whose, day(20)) == before
