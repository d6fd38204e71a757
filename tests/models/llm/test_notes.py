"""Notes through the providers' own packages, while the server misbehaves in every way it can."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Memory
from recollect.models.llm import ollama, service
from recollect.models.patience import Patience
from recollect.ports import Usage
from tests.parts import part

from ..conftest import KEY, Provider, Request, Sleeps, drop, failing
from .conftest import NAMES, says

DANA = {"user_id": "dana"}
EXAMPLE = Path(__file__).parents[3] / "examples" / "notes_with_a_model.py"
SAID = "I live in Lisbon. My balcony faces south."
RULE, OWN = "The user lives in Lisbon.", "The user's balcony faces south."
FACT = {
    "text": OWN, "kind": "semantic", "messages": ["m1"], "does": "new", "note": None,
    "topic": None, "subject": None, "relation": None, "object": None, "confidence": 0.8,
    "valid_from": None, "valid_to": None,
}  # fmt: skip
GOOD = says(json.dumps({"facts": [FACT]}))
MANY = [{**FACT, "text": f"Fact {n}."} for n in range(10_000)]
FOREIGN = [
    {**FACT, "text": "Erik's.", "messages": ["kept-by-erik"]},
    {**FACT, "text": "Ends Erik's.", "does": "replaces", "note": "note-of-erik"},
    {**FACT, "text": "Ends all.", "messages": ["m1", "m2", "*"], "does": "delete", "note": "*"},
]
BROKEN: dict[str, Callable[..., Any]] = {
    "broken": says('{"facts": [{"text": Dana\'s balcony, "kind": '),
    "prose": says("Sure! Dana's balcony faces south. Anything else?"),
    "truncated": says('{"facts": [{"te', cut=True),
    "empty": says(""),
    "refusal": says("I cannot help with that.", refused=True),
    "429": failing(429, "rate_limit_exceeded"),
    "500": failing(500),
    "dropped": drop,
}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch, sleeps: Sleeps) -> Patience:
    """Pauses without the wait."""
    made = Patience(10.0, 20.0, 20.0, sleeps, sleeps.clock)
    for kind in (service.Service, ollama.OllamaService):
        monkeypatch.setattr(kind, "patience", lambda self: made)
    return made


class Door:
    """A memory of either colour, called the same way."""

    def __init__(self, colour: str, path: Path, name: str) -> None:
        self.runner = asyncio.Runner() if colour == "async" else None
        door: Any = AsyncMemory if self.runner else Memory
        self.memory = door(str(path / "agent.db"), embedder=None, llm=name)

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        return lambda *args, **more: self.run(getattr(self.memory, verb)(*args, **more))

    def run(self, made: Any) -> Any:
        return self.runner.run(made) if self.runner else made

    def texts(self, **more: Any) -> list[str]:
        return [note.text for note in self.notes(**DANA, **more)]


@pytest.fixture(params=["sync", "async"])
def door(
    request: pytest.FixtureRequest, server: Provider, kind: str, tmp_path: Path
) -> Iterator[Door]:
    server.usual = GOOD
    made = Door(request.param, tmp_path, NAMES[kind].format(url=server.url))
    yield made
    made.close()
    if made.runner:
        made.runner.close()


def page(request: Request) -> str:
    """What the model was shown."""
    if "contents" in request.body:
        return request.body["contents"][0]["parts"][0]["text"]
    return next(one for one in request.body["messages"] if one["role"] == "user")["content"]


def test_the_model_learns_and_is_counted(door: Door, server: Provider) -> None:
    added = door.add(SAID, **DANA)
    assert [note.text for note in added.notes] == [RULE, OWN]
    assert (added.unlearned, len(server.requests)) == ("", 1)
    assert '"text": "I live in Lisbon.' in page(server.requests[0])
    assert RULE in page(server.requests[0])
    assert added.ids[0] not in json.dumps(server.requests[0].body), "no id leaves the house"
    assert door.spend().usage == Usage(1, 0, 100, 20)
    assert door.why(added.notes[1].id).model == door.memory._llm.id
    assert KEY not in str(added)


@pytest.mark.parametrize("fault", BROKEN)
def test_whatever_it_answers_the_words_are_kept_and_learning_goes_on(
    door: Door, server: Provider, fault: str
) -> None:
    door.set("city", "Rome", **DANA)
    before = door.notes(**DANA)
    server.usual = BROKEN[fault]
    added = door.add(SAID, **DANA)
    assert [message.content for message in door.messages(**DANA)] == [SAID]
    assert [note.text for note in added.notes] == [RULE]
    assert all(note in door.notes(**DANA) for note in before), "nothing is deleted"
    spent, asked = door.spend(**DANA), len(server.requests)
    assert asked >= 1
    assert spent.calls == asked
    assert (spent.failed > 0) == (fault in ("429", "500", "dropped"))
    server.usual = GOOD
    if fault == "refusal":  # in vain: it is passed over, and its words are kept
        assert (added.unlearned, door.learn()) == ("", 0)
        return
    assert added.unlearned
    assert door.waiting(**DANA).messages == 1
    assert door.learn() == 1
    assert door.waiting(**DANA).messages == 0
    assert door.learn() == 0
    assert sorted(door.texts()) == sorted([OWN, RULE, "city: Rome"])
    assert door.spend(**DANA).calls == len(server.requests)


def test_one_that_does_not_answer_in_time(
    door: Door, server: Provider, sleeps: Sleeps, patience: Patience
) -> None:
    server.usual, patience.each = server.stall, 0.5
    sleeps.append(19.0)  # most of the patience is used up
    added = door.add(SAID, **DANA)
    assert [note.text for note in added.notes] == [RULE]
    assert "no answer in time" in added.unlearned
    spent = door.spend()
    assert (spent.calls, spent.failed) == (len(server.requests), len(server.requests))
    assert spent.tokens > 8_192, "it may have cost all that it was allowed"
    server.hold.set()
    server.usual, patience.each = GOOD, 10.0
    assert door.learn() == 1


def test_ten_thousand_facts_and_the_ids_of_others(
    door: Door, server: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    door.add("The moon is round.", user_id="erik", learn="later")
    erik = door.set("secret", "of Erik", user_id="erik")
    server.usual = says(json.dumps({"facts": [*FOREIGN, *MANY]}))
    added = door.add(SAID, **DANA)
    assert len(added.notes) == 1 + 40 - 1, "the rule's; of forty facts, one cites what nobody saw"
    left_out = re.search(r"(\d+) of its proposals were left out", caplog.text)
    assert left_out, caplog.text
    assert int(left_out[1]) >= len(MANY) + len(FOREIGN) - 40
    assert all(note.sources == added.ids for note in added.notes)
    assert "Erik's." not in door.texts()
    assert door.notes(user_id="erik", closed=True) == [erik]
    assert RULE in door.texts()


@part
def test_the_example_runs_with_a_model_of_any_provider(
    server: Provider, kind: str, tmp_path: Path
) -> None:
    server.usual = GOOD
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        cwd=tmp_path,
        env={**os.environ, "RECOLLECT_LLM": NAMES[kind].format(url=server.url)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert f"{OWN} (by {NAMES[kind].partition('@')[0]})" in done.stdout
    assert "2 calls, 0 failed" in done.stdout
    assert len(server.requests) == 2


@pytest.mark.parametrize("kind", ["openai"])
def test_a_server_of_ones_own_is_named_with_its_address(door: Door, server: Provider) -> None:
    door.add(SAID, **DANA)
    (line,) = door.spend().lines
    assert (line.model, line.owner.id) == ("openai:gpt-5-mini", "dana")
    assert list(door.spend().by_day) == [line.day]
