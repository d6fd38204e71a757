"""What taking notes adds to the time of `add`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from statistics import median

from recollect import Memory, Message
from recollect.models.minilm import MiniLM
from recollect.write.rules import Rule, denials, denied, grammar, propose
from recollect.write.rules.engine import Grammar

from .corpus import texts
from .figures import Figure, Run
from .files import USER
from .timing import Taken, alternate

NOTED, ALIKE = 0.12, 0.5
"""Of everyday talk, 6 to 14 turns in a hundred say something to note; more only sound so."""
SESSION = 20
WARM = 30


def learning(run: Run) -> Iterator[Figure]:
    """`add` of one turn after the other, with `learn="now"` and with `learn="never"`."""
    count = run.sizes.queries
    run.say("adding turns with and without taking notes")
    yield from compared(run, talk(count), "add with notes taken")


def compared(run: Run, said: Sequence[str], name: str) -> Iterator[Figure]:
    """The same turns told to two memories, turn by turn."""
    model = MiniLM()
    model.embed(list(said[:5]))
    with (
        Memory(str(run.folder / "noted.db"), embedder=model, learn="now") as noted,
        Memory(str(run.folder / "unnoted.db"), embedder=model, learn="never") as plain,
    ):
        compiling = time.process_time()
        # A rule is compiled once in a process, when its words are first said.
        for words in (*_examples(grammar()), *_examples(denials().first)):
            propose(Message(words))
            denied(Message(words))
        compiling = time.process_time() - compiling
        for memory in (noted, plain):
            for words in talk(WARM, seed=6):
                memory.add(words, user_id="warm-up")

        def tell(memory: Memory, i: int) -> None:
            memory.add(said[i], user_id=USER, session_id=f"s{i // SESSION}")

        ours, base = alternate(lambda i: tell(noted, i), lambda i: tell(plain, i), len(said))
        notes = noted.stats(user_id=USER).notes
    yield Figure(
        name,
        100 * (sum(ours.cpu) / sum(base.cpu) - 1),
        "% more CPU time",
        15,
        against='learn="never", the same turns',
        parts={
            "by the clock, p50 %": 100 * (median(ours.wall) / median(base.wall) - 1),
            "by the clock, mean %": 100 * (_mean(ours) / _mean(base) - 1),
            "all rules heard for the first time, ms": compiling * 1e3,
            "notes in 100 turns": 100 * notes / len(said),
            "ours ms": median(ours.wall) * 1e3,
            "baseline ms": median(base.wall) * 1e3,
        },
    )


def talk(count: int, seed: int = 5) -> list[str]:
    """Turns of which some say what a rule knows, and more only sound like it."""
    chance = random.Random(seed)
    examples = _examples(grammar())
    counter = [said for rule in _rules(grammar()) for said in rule.counter]
    made = []
    for words in texts(count, seed):
        drawn = chance.random()
        said = f"{words.capitalize()}."
        if drawn < NOTED:
            said += f" {chance.choice(examples)}"
        elif drawn < NOTED + ALIKE:
            said += f" {chance.choice(counter)}"
        made.append(said)
    return made


def _examples(known: Grammar) -> list[str]:
    return [said for rule in _rules(known) for said, _ in rule.examples]


def _rules(known: Grammar) -> list[Rule]:
    return [rule for rule in known.language.rules if "user" in rule.by]


def _mean(taken: Taken) -> float:
    return sum(taken.wall) / len(taken.wall)
