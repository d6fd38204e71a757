"""How much of a prompt a provider's cache has seen already: of what a prompt begins with, as far as
it is not made for its newest turn, how much does the next one begin with, to the byte?"""

from __future__ import annotations

import json
import random
from statistics import mean

import pytest

from recollect import Memory
from recollect.memory.sync.session import BUDGET, Session
from recollect.read.formats import FORMATS, Prompt

WORDS = (
    "the plan for Lisbon and Porto moves again because Alice asked Bob about the boat, the engine "
    "and the paint before March while the budget of the theme stays dark for Dana"
).split()
SYSTEM = "You are a patient tutor. Answer in short sentences, and say so when you do not know. " * 3


def words(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randrange(3, most)))


def sent(prompt: Prompt, messages: int | None = None) -> str:
    """What goes over the wire, in its order, up to a message."""
    return json.dumps(prompt.system) + json.dumps(list(prompt[:messages]))[:-1]


def begins(text: str, before: str) -> float:
    """How much of another a text begins with."""
    pairs = zip(text, before, strict=False)
    same = next((place for place, (one, other) in enumerate(pairs) if one != other), None)
    return min(len(text), len(before)) / len(before) if same is None else same / len(before)


def exchange(chat: Session, chance: random.Random, number: int) -> None:
    """What an assistant says after a prompt, sometimes with a tool."""
    if chance.random() < 0.3:
        function = {"name": "find", "arguments": '{"q": 1}'}
        call = {"id": f"c{number}", "type": "function", "function": function}
        chat.assistant({"content": None, "tool_calls": [call]})
        chat.tool(f"found {words(chance, 15)}", tool_call_id=f"c{number}")
    chat.assistant(f"{words(chance, 36).capitalize()}.")


def shares(pattern: str, budget: int, turns: int) -> tuple[dict[str, list[float]], list[bool]]:
    """For each format and turn what is shared with the turn before; and where memory changed."""
    chance = random.Random(pattern)
    made: dict[str, list[float]] = {format: [] for format in FORMATS}
    changed: list[bool] = []
    with Memory("memory://", embedder=None, learn="later") as memory:
        for number in range(40):
            memory.add(words(chance, 20), user_id="dana", session_id=f"s{number % 4}")
        memory.relate("Alice", "MANAGES", "Bob", user_id="dana")
        memory.set("persona", "A patient tutor.", user_id="dana", kind="core")
        chat = memory.session(user_id="dana", pattern=pattern, system=SYSTEM)
        before: dict[str, str] = {}
        told: list[str] = []
        for number in range(turns):
            chat.user(f"{words(chance, 36).capitalize()}?")
            for format in FORMATS:
                prompt = chat.prompt(budget=budget, format=format)
                if format in before:
                    made[format].append(begins(sent(prompt), before[format]))
                before[format] = sent(prompt, prompt.stable)
            folded = [note.id for note in memory.notes(user_id="dana", kind="summary")]
            changed, told = [*changed, folded != told], folded
            exchange(chat, chance, number)
    return made, changed[1:]


@pytest.mark.parametrize(
    ("pattern", "budget"),
    [("buffer", 4000), ("summary", 4000), ("vector", 4000), ("graph", 4000), ("hybrid", 8000)],
)
def test_the_prefix_is_shared_also_when_turns_have_to_give_way(pattern, budget):
    made, changed = shares(pattern, budget, turns=56)
    for format, shared in made.items():
        moved = sum(share < 0.9 for share in shared)
        assert 0 < moved <= 4, (format, moved)  # turns gave way, and in few steps
        assert mean(shared) >= 0.95, (format, mean(shared))
        if any(changed):  # a summary is memory: where there is no new one, nothing moves at all
            same = [share for share, new in zip(shared, changed, strict=True) if not new]
            assert min(same) == 1.0, format
        else:
            assert pattern in ("buffer", "vector", "graph")


@pytest.mark.parametrize(("pattern", "budget"), [("hybrid", BUDGET), ("hybrid", 2000)])
def test_while_memory_does_not_change_nothing_moves_at_the_usual_budget(pattern, budget):
    made, changed = shares(pattern, budget, turns=40)
    assert 1 < sum(changed) < 12  # summaries of what no longer fits
    for format, shared in made.items():
        same = [share for share, new in zip(shared, changed, strict=True) if not new]
        assert min(same) == 1.0, format


@pytest.mark.parametrize("pattern", ["buffer", "summary", "vector", "graph", "hybrid"])
def test_a_conversation_that_fits_shares_all_of_it(pattern):
    made, changed = shares(pattern, budget=12_000, turns=15)
    assert not any(changed)
    assert {share for shared in made.values() for share in shared} == {1.0}


def test_a_window_of_the_last_turns_moves_with_every_turn():
    """What it is: whoever wants a warm cache takes another."""
    made, _ = shares("window", budget=4000, turns=24)
    assert all(shared[5] == 1.0 and min(shared) < 0.5 for shared in made.values())
