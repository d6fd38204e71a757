"""The same of whole sessions, in every pattern and form: random histories and budgets through the
front door, with memory of all kinds beside them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from recollect import InputError, Memory
from recollect.read import turns
from recollect.read.formats import FORMATS
from recollect.read.patterns import PATTERNS
from recollect.read.turns import newest, units
from tests.read.test_prompts import COUNTERS, history, leaves, pairs, weight

SYSTEMS = (None, "Be kind.", "Be kind. " * 12)
BUDGETS = (10, 40, 90, 200, 600, 5_000)


def remembered(memory: Memory) -> None:
    """Core notes, relations, older sessions and their summaries."""
    memory.set("persona", "A patient tutor.", user_id="dana", kind="core")
    memory.relate("Word", "KNOWS", "Alice", user_id="dana")
    memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
    for number in range(3):
        with memory.session(user_id="dana", session_id=f"old{number}") as chat:
            chat.user(f"We decided to write word {number} and word 40.")
            chat.assistant("Well, word it is.")


def held(memory: Memory, seed: int) -> bool:
    """One history, one prompt; False if its newest turn has no room."""
    chance = random.Random(seed)
    count, format = chance.choice(COUNTERS), chance.choice(FORMATS)
    system, budget = chance.choice(SYSTEMS), chance.choice(BUDGETS)
    said = [replace(one, session_id=f"s{seed}", user_id="dana") for one in history(chance)]
    memory.add(said, user_id="dana", session_id=f"s{seed}", learn="never")
    chat = memory.session(
        user_id="dana", session_id=f"s{seed}", pattern=chance.choice([*PATTERNS]),
        system=system, tokens=count, window=chance.choice((None, 1, 5)),
    )  # fmt: skip
    every = units(said)
    last = every[newest(every)]
    try:
        prompt = chat.prompt(budget=budget, format=format)
    except InputError:
        return False
    assert weight(prompt, count) <= budget, seed
    assert prompt.tokens <= budget, seed
    called, answered = pairs(prompt, format)
    assert called == answered, seed
    if last.is_user:
        assert last.pieces[0].text in [leaf for one in prompt for leaf in leaves(one)], seed
    first = prompt[0]["content"] if format == "openai" and system else prompt.system
    assert first.startswith(system or ""), seed
    return True


@pytest.mark.parametrize(
    "count", [240, pytest.param(10_000, marks=pytest.mark.faults)], ids=["some", "all"]
)
def test_no_prompt_of_a_session_is_wrong(count):
    made = 0
    for start in range(0, count, 60):  # a memory of so many sessions is searched fast
        with Memory("memory://", embedder=None) as memory:
            remembered(memory)
            made += sum(held(memory, seed) for seed in range(start, min(start + 60, count)))
    assert count // 3 < made < count


def test_turns_are_read_once_for_each_stretch_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that were looked up, those of the window, and those that there is room for."""
    made, make = list[int](), turns._made
    monkeypatch.setattr(turns, "_made", lambda *those: made.append(len(those[0])) or make(*those))
    with Memory("memory://", embedder=None) as memory:
        said = [
            {"role": ("user", "assistant")[n % 2], "content": f"We decided to write word {n}."}
            for n in range(40)
        ]
        memory.add(said, user_id="dana", session_id="s1")
        chat = memory.session(user_id="dana", session_id="s1", window=14)
        chat.prompt(budget=150)
        assert len(made) == 3, made
        made.clear()
        memory.session(user_id="dana", session_id="s1").prompt(budget=100_000)
        assert made == [40]
