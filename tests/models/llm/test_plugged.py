"""A function of the user's as a language model, names, and both colours."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import pytest

from recollect import ConfigError, MissingExtra, ModelError, settings, wiring
from recollect.errors import OverBudget, Refused, StoreClosed, Unreadable
from recollect.models.llm.model import Model
from recollect.models.llm.plugged import PluggedService
from recollect.models.patience import Patience
from recollect.models.registry import LLMS, Spec, language_model
from recollect.models.spend import Budget, Entry, MemoryLedger, Meter
from recollect.models.spend.budget import LEAST
from recollect.ports import Reply, Usage

from ..conftest import Provider, failing
from .conftest import CHAT, FACTS, NAMES, SCHEMA, Make, says


@pytest.mark.parametrize("returned", [FACTS, FACTS["facts"], Reply(data=FACTS)])
def test_a_function_of_ones_own(returned: Any) -> None:
    asked = []

    def mine(messages: Any, schema: Any) -> Any:
        asked.append((messages, schema))
        return returned

    model = wiring.llm(mine)
    assert model is not None
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert asked == [(CHAT, SCHEMA)]
    assert reply.usage == model.meter.spent()
    assert reply.usage.input > 100
    assert model.id == "function:test_a_function_of_ones_own.<locals>.mine"


def test_an_object_with_an_id_a_usage_and_an_end() -> None:
    class Mine:
        id = "mine-1"
        closed = False

        def complete(self, messages: Any, schema: Any) -> Reply:
            return Reply("yes", usage=Usage(1, 0, 7, 3))

        def close(self) -> None:
            self.closed = True

    own = Mine()
    model = wiring.llm(own)
    assert model is not None
    reply = model.complete(CHAT)
    assert (model.id, reply.text, reply.usage) == ("mine-1", "yes", Usage(1, 0, 7, 3))
    model.close()
    assert own.closed


def test_a_function_that_writes_prose_is_told_once() -> None:
    said: list[Any] = []

    def chatty(messages: Any, schema: Any) -> str:
        said.append(messages)
        return "Well, well."

    with pytest.raises(Unreadable, match="no JSON"):
        wiring.llm(chatty).complete(CHAT, SCHEMA)
    assert [len(messages) for messages in said] == [2, 4]


def test_a_function_that_raises_has_failed_once() -> None:
    model = wiring.llm(lambda messages, schema: 1 / 0)
    with pytest.raises(ModelError, match="Your function: it raised ZeroDivisionError") as caught:
        model.complete(CHAT)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert (model.meter.spent().calls, model.meter.spent().failed) == (1, 1)

    def refuses(messages: Any, schema: Any) -> str:
        raise Refused("not this")

    with pytest.raises(Refused, match="not this"):
        wiring.llm(refuses).complete(CHAT)


def test_a_function_that_never_returns_is_left_behind() -> None:
    never = threading.Event()
    service = PluggedService(lambda messages, schema: never.wait(30))
    model = Model(service, patience=Patience(each=0.1, total=0, asking=0))
    with pytest.raises(ModelError, match="no answer in time"):
        model.complete(CHAT)
    never.set()
    assert model.meter.spent().failed == 1


@pytest.mark.parametrize("wrong", [5, ["openai:m"], object()])
def test_what_is_no_model(wrong: Any) -> None:
    with pytest.raises(ConfigError, match="a function of messages and a schema"):
        wiring.llm(wrong)


def test_an_async_function_is_refused() -> None:
    async def mine(messages: Any, schema: Any) -> str:
        return ""

    class Called:
        async def __call__(self, messages: Any, schema: Any) -> str:
            return ""

    for one in (mine, Called()):
        with pytest.raises(ConfigError, match="plainly, not async"):
            wiring.llm(one)


def test_none_and_the_setting(monkeypatch: pytest.MonkeyPatch, provider: Provider) -> None:
    monkeypatch.delenv("RECOLLECT_LLM", raising=False)
    assert settings.llm() is None
    assert wiring.llm(None) is wiring.llm(wiring.DEFAULT) is wiring.async_llm(None) is None
    monkeypatch.setenv("RECOLLECT_LLM", "anthropic:claude-sonnet-4-6")
    model = wiring.llm(wiring.DEFAULT)
    assert model is not None
    assert model.id == "anthropic:claude-sonnet-4-6"
    assert wiring.llm(model) is model
    model.close()


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("openai:gpt-5-mini", Spec("openai", "gpt-5-mini")),
        ("openai:m@http://h:1/v1", Spec("openai", "m", None, "http://h:1/v1")),
        ("ollama:qwen3:8b", Spec("ollama", "qwen3:8b")),
        ("anthropic:claude-sonnet-4-6", Spec("anthropic", "claude-sonnet-4-6")),
    ],
)
def test_a_name_is_taken_apart(name: str, spec: Spec) -> None:
    assert language_model(name) == (LLMS[spec.provider], spec)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gpt-5", "there are openai:MODEL, anthropic:MODEL"),
        ("minilm", "no language model"),
        ("fastembed:x", "no language model"),
        ("openai:", "which model"),
        ("openai:m#5", "no dimensions"),
        ("openai:m@http://me:hunter2@h/v1", "no user, password"),
    ],
)
def test_a_bad_name_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        wiring.llm(name)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("prefix", "package"),
    [("openai", "openai"), ("ollama", "openai"), ("anthropic", "anthropic"), ("gemini", "google")],
)
def test_a_missing_package_names_the_extra(
    prefix: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("openai", "ollama", "anthropic", "gemini"):
        monkeypatch.delitem(sys.modules, f"recollect.models.llm.{module}", raising=False)
    monkeypatch.delitem(sys.modules, "recollect.models.gemini", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    extra = LLMS[prefix].extra
    with pytest.raises(MissingExtra, match=rf"pip install 'recollect\[{extra}\]'"):
        wiring.llm(f"{prefix}:x")


async def test_async_is_the_same(server: Provider, make: Make, kind: str) -> None:
    model = wiring.async_llm(make(NAMES[kind]))
    assert model is not None
    reply = await model.complete(CHAT, SCHEMA, user="dana")
    assert (reply.data, model.id) == (FACTS, NAMES[kind].partition("@")[0])
    server.usual = failing(401)
    with pytest.raises(ModelError, match="key was refused"):
        await model.complete(CHAT, SCHEMA)
    await model.close()
    await model.close()
    with pytest.raises(StoreClosed):
        await model.complete(CHAT)


async def test_several_calls_at_a_time() -> None:
    together = threading.Barrier(4, timeout=120)

    def mine(messages: Any, schema: Any) -> str:
        together.wait()
        return "here"

    model = wiring.async_llm(mine)
    assert model is not None
    replies = await asyncio.gather(*(model.complete(CHAT) for _ in range(4)))
    assert [reply.text for reply in replies] == ["here"] * 4
    await model.close()


async def test_a_cancelled_call_is_left_at_once_and_still_counted(
    server: Provider, make: Make
) -> None:
    settled = threading.Event()

    class Noting(MemoryLedger):
        def add(self, entry: Entry) -> None:
            super().add(entry)
            settled.set()

    sync = make(NAMES["openai"])
    sync.meter = Meter(ledger=Noting())
    model = wiring.async_llm(sync)
    assert model is not None
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()
    good = server.usual

    def slow(request: Any) -> Any:
        loop.call_soon_threadsafe(arrived.set)
        server.hold.wait(30)
        return good(request)

    server.usual = slow
    task = asyncio.create_task(model.complete(CHAT, SCHEMA, user="dana"))
    await arrived.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sync.meter.spent() == Usage(), "it is still under way"
    server.hold.set()
    assert await asyncio.to_thread(settled.wait, 30)
    assert sync.meter.spent("dana") == Usage(1, 0, 100, 20)
    await model.close()


def test_a_cap_is_in_the_request_and_ends_the_calls(
    server: Provider, make: Make, kind: str
) -> None:
    asked = make(NAMES[kind], Budget()).estimate(CHAT, SCHEMA).input
    # Each call takes 120: the eighth still has room for an answer, the ninth has none.
    model = make(NAMES[kind], Budget(per_call=1_000, per_user=7 * 120 + asked + LEAST + 60))
    model.complete(CHAT, SCHEMA, user="dana")
    config = server.requests[0].body.get("generationConfig", server.requests[0].body)
    granted = next(config[name] for name in config if name.lower().startswith("max"))
    assert granted == 1_000 - asked, "so the provider holds the cap, too"
    for _ in range(7):
        model.complete(CHAT, SCHEMA, user="dana")
    calls = len(server.requests)
    with pytest.raises(OverBudget, match="per_user"):
        model.complete(CHAT, SCHEMA, user="dana")
    assert len(server.requests) == calls, "nothing was sent"
    assert model.complete(CHAT, SCHEMA, user="eve").data == FACTS


def test_a_second_try_is_under_the_cap_as_well(server: Provider, make: Make) -> None:
    server.usual = says("prose")
    model = make(NAMES["openai"], Budget(per_call=50_000, per_day=500))
    with pytest.raises(OverBudget, match="resets at 2026-03-02 00:00 UTC"):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == 1
    assert model.meter.spent() == Usage(1, 0, 100, 20)


def test_the_meter_may_be_shared(server: Provider) -> None:
    meter = Meter()
    for name in ("compatible", "gemini"):
        model = wiring.llm(NAMES[name].format(url=server.url), meter)
        assert model is not None
        model.complete(CHAT, SCHEMA, user=name)
        model.close()
    assert meter.spent() == Usage(2, 0, 200, 40)
    assert meter.spent("gemini") == Usage(1, 0, 100, 20)
