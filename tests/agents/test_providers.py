"""The chat loop against true wire formats, through the providers' own packages, in both colours."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Agent, AsyncAgent, AsyncMemory, Memory, ModelError, errors
from recollect.models.patience import Patience
from recollect.ports import Asked

from ..providers import MODELS, Call, Drop, Fail, Say, Server, Stall, asked
from ..providers.server import KEY


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with asked(monkeypatch) as made:
        yield made


class Talk:
    """An agent of either colour, used the same way."""

    def __init__(self, path: Path, llm: str, colour: str, **options: Any) -> None:
        self.url, self.colour = f"sqlite:///{path / 'agent.db'}", colour
        self.llm, self.options = llm, {"user_id": "dana", "session_id": "s1", **options}
        self.heard: list[str] = []

    def chat(self, *texts: str, patience: Patience | None = None) -> Any:
        if self.colour == "async":
            return asyncio.run(self._async(texts, patience, stream=False))
        with Memory(self.url, embedder=None) as memory, self._agent(memory, patience) as agent:
            for text in texts:
                agent.chat(text)
            return agent.last

    def stream(self, *texts: str, patience: Patience | None = None) -> Any:
        if self.colour == "async":
            return asyncio.run(self._async(texts, patience, stream=True))
        with Memory(self.url, embedder=None) as memory, self._agent(memory, patience) as agent:
            for text in texts:
                for piece in agent.stream(text):
                    self.heard.append(piece)
            return agent.last

    async def _async(self, texts: Any, patience: Patience | None, stream: bool) -> Any:
        async with AsyncMemory(self.url, embedder=None) as memory:
            agent = AsyncAgent(memory, self.llm, **self.options)
            if patience is not None:
                agent._model._patience = patience  # type: ignore[union-attr]
            async with agent:
                for text in texts:
                    if not stream:
                        await agent.chat(text)
                        continue
                    async for piece in agent.stream(text):
                        self.heard.append(piece)
            return agent.last

    def _agent(self, memory: Memory, patience: Patience | None) -> Agent:
        agent = Agent(memory, self.llm, **self.options)
        if patience is not None:
            agent._model._patience = patience  # type: ignore[union-attr]
        return agent

    @property
    def log(self) -> list[tuple[str, str]]:
        with Memory(self.url, embedder=None) as memory:
            said = memory.messages(user_id="dana", session_id="s1")
            return [(one.role, one.content) for one in said]

    @property
    def marks(self) -> dict[str, Any]:
        with Memory(self.url, embedder=None) as memory:
            return dict(memory.messages(user_id="dana", session_id="s1")[-1].metadata)

    @property
    def spent(self) -> Any:
        with Memory(self.url, embedder=None) as memory:
            return memory.spend(user_id="dana")


@pytest.fixture(params=["sync", "async"])
def colour(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=MODELS)
def talk(request: pytest.FixtureRequest, server: Server, tmp_path: Path, colour: str) -> Talk:
    return Talk(tmp_path, MODELS[request.param], colour)


def test_it_answers_and_remembers(talk: Talk, server: Server) -> None:
    server.script.extend([Say("Hello Dana!"), Say("Dark mode.")])
    assert talk.chat("I am Dana, and I prefer dark mode in every UI.") == "Hello Dana!"
    talk.options["session_id"] = "s2"
    reply = talk.chat("Which UI mode do I prefer?")
    assert (reply, reply.tokens) == ("Dark mode.", 12)
    assert "I prefer dark mode" in server.requests[1].seen
    assert server.requests[1].asked.endswith("Which UI mode do I prefer?")
    assert "earlier conversations" in server.requests[0].system
    assert talk.log == [
        ("user", "I am Dana, and I prefer dark mode in every UI."),
        ("assistant", "Hello Dana!"),
    ]
    assert (talk.spent.calls, talk.spent.tokens) == (2, 24)


def test_it_streams(talk: Talk, server: Server) -> None:
    server.script.append(Say("One two three."))
    reply = talk.stream("Count.")
    assert talk.heard == ["One ", "two ", "three."]
    assert (reply, reply.tokens) == ("One two three.", 12)
    assert server.requests[0].streams
    assert talk.log == [("user", "Count."), ("assistant", "One two three.")]


def weather(city: str) -> str:
    """The weather in a city."""
    return f"24 degrees in {city}"


@pytest.mark.parametrize("way", ["chat", "stream"])
def test_tools(talk: Talk, server: Server, way: str) -> None:
    talk.options["tools"] = [weather]
    server.script.extend([Say("", (Call("weather", {"city": "Porto"}),)), Say("It is warm.")])
    assert getattr(talk, way)("Is it warm in Porto?") == "It is warm."
    assert [role for role, _ in talk.log] == ["user", "assistant", "tool", "assistant"]
    assert "24 degrees in Porto" in str(server.requests[1].body)
    assert "weather" in str(server.requests[1].messages[-2])
    assert "The weather in a city." in str(server.requests[0].body["tools"])
    if "gemini" in talk.llm:
        (call,) = server.requests[1].messages[-2]["parts"]
        signed = base64.urlsafe_b64decode(call["thoughtSignature"])
        assert signed == b"skip_thought_signature_validator"


@pytest.mark.parametrize("way", ["chat", "stream"])
def test_what_gemini_signs_goes_back_with_the_call(
    server: Server, tmp_path: Path, colour: str, way: str
) -> None:
    """Its newer models refuse a call that comes back without what they signed it with."""
    talk = Talk(tmp_path, MODELS["gemini"], colour, tools=[weather])
    signature = base64.b64encode(b"\xff\xfe a thought \x00?>").decode()
    both = (Call("weather", {"city": "Porto"}, "c1", signature),
            Call("weather", {"city": "Faro"}, "c2"))  # fmt: skip
    server.script.extend([Say("", both), Say("Both are warm."), Say("You are welcome.")])
    assert getattr(talk, way)("Is it warm in Porto and in Faro?") == "Both are warm."
    assert talk.chat("Thanks!") == "You are welcome."  # in another process
    for request in server.requests[1:]:
        (calls,) = [one["parts"] for one in request.messages if "functionCall" in str(one)]
        first, second = calls
        assert base64.urlsafe_b64decode(first["thoughtSignature"]) == b"\xff\xfe a thought \x00?>"
        assert "thoughtSignature" not in second  # of several calls, the first is signed
    with Memory(talk.url, embedder=None) as memory:
        kept = memory.messages(user_id="dana", session_id="s1")[1].metadata["tool_calls"]
    assert [one.get("signature") for one in kept] == [signature, None]


def test_a_busy_service_is_asked_again(talk: Talk, server: Server) -> None:
    server.script.extend([Fail("rate_limit", wait=0), Fail("server", wait=0), Say("Here.")])
    if "gemini" in talk.llm:  # which says how long in the answer, not in a header
        server.script.popleft()
    assert talk.chat("Hello?") == "Here."
    server.script.extend([Fail("overloaded", wait=0), Say("Here again.")])
    assert talk.stream("And now?") == "Here again."
    assert [text for _, text in talk.log] == ["Hello?", "Here.", "And now?", "Here again."]


GIVING_UP = Patience(each=5.0, total=0.0, asking=0.0)


@pytest.mark.parametrize("way", ["chat", "stream"])
@pytest.mark.parametrize("fault", ["rate_limit", "server", "auth"])
def test_a_service_that_fails_leaves_an_exact_log(
    talk: Talk, server: Server, way: str, fault: str
) -> None:
    for _ in range(2):
        server.script.append(Fail(fault, wait=7200))
        with pytest.raises(ModelError) as caught:
            getattr(talk, way)("Hello?", patience=GIVING_UP)
        assert KEY not in str(caught.value)
        assert talk.log == [("user", "Hello?")]
    server.script.append(Say("Here."))
    getattr(talk, way)("Hello?")
    assert talk.log == [("user", "Hello?"), ("assistant", "Here.")]
    assert (talk.spent.calls, talk.spent.failed) == (3, 2)


@pytest.mark.parametrize("way", ["chat", "stream"])
def test_a_context_length_error_shrinks_the_prompt_once(
    talk: Talk, server: Server, way: str
) -> None:
    talk.options["pattern"] = "buffer"
    with Memory(talk.url, embedder=None) as memory:
        memory.add(["word " * 100] * 20, user_id="dana", session_id="s1", learn="never")
    server.script.extend([Fail("context"), Say("Short, then.")])
    assert getattr(talk, way)("And now?") == "Short, then."
    first, second = server.requests
    assert len(second.seen) < 0.6 * len(first.seen)
    assert second.asked.endswith("And now?")
    assert [text for _, text in talk.log][20:] == ["And now?", "Short, then."]
    server.requests.clear()
    server.script.extend([Fail("context"), Fail("context"), Say("Never.")])
    with pytest.raises(errors.TooLong):
        getattr(talk, way)("Once more?")
    assert len(server.requests) == 2


@pytest.mark.parametrize("how", [Drop, Fail])
def test_a_stream_that_breaks_keeps_what_was_said(talk: Talk, server: Server, how: Any) -> None:
    said = Say("One two three four.")
    after = {"openai": 3, "anthropic": 5, "gemini": 2}[talk.llm.partition(":")[0]]
    server.script.append(
        Drop(said, after) if how is Drop else Fail("overloaded", None, after, said)
    )
    with pytest.raises(ModelError):
        talk.stream("Count.")
    assert "".join(talk.heard) == "One two "
    assert talk.log == [("user", "Count."), ("assistant", "One two ")]
    assert talk.marks["broken"] == "ModelError"
    server.script.append(said)
    talk.stream("Count.")
    assert talk.log[2:] == [("assistant", "One two three four.")]
    last = server.requests[-1].messages[-1]
    assert last["role"] == "user", "it is to answer, not to go on"


def test_a_connection_that_is_lost_before_a_word_is_tried_again(talk: Talk, server: Server) -> None:
    server.script.extend([Drop(), Say("Here.")])
    assert talk.stream("Hello?") == "Here."
    assert talk.log == [("user", "Hello?"), ("assistant", "Here.")]


@pytest.mark.parametrize("way", ["chat", "stream"])
def test_a_service_that_says_nothing_is_given_up(talk: Talk, server: Server, way: str) -> None:
    server.script.append(Stall())
    with pytest.raises(ModelError, match="no answer in time"):
        getattr(talk, way)("Hello?", patience=Patience(each=0.3, total=0.0, asking=0.0))
    assert talk.log == [("user", "Hello?")]


@pytest.mark.parametrize("way", ["chat", "stream"])
def test_a_refusal_is_kept_as_it_was_said(talk: Talk, server: Server, way: str) -> None:
    server.script.append(Say(refusal="I cannot help with that."))
    if "gemini" in talk.llm:  # which refuses without a word
        with pytest.raises(errors.Refused):
            getattr(talk, way)("Do evil.")
        assert talk.log == [("user", "Do evil.")]
        return
    reply = getattr(talk, way)("Do evil.")
    assert reply.refused
    assert talk.log == [("user", "Do evil."), ("assistant", "I cannot help with that.")]
    assert talk.marks["refused"] is True


def test_other_peoples_servers_and_ollama(server: Server, tmp_path: Path, colour: str) -> None:
    for name in (f"openai:any@{server.openai}", f"ollama:any@{server.openai}"):
        talk = Talk(tmp_path, name, colour)
        assert talk.chat("Hello?") == "You said: Hello?"
        assert talk.stream("And now?") == "You said: And now?"


def test_a_tenant_pays_from_the_same_budget(server: Server) -> None:
    with Memory("memory://", embedder=None) as memory:
        acme = memory.tenant("acme")
        with Agent(acme, MODELS["openai"], user_id="dana") as agent:
            assert agent.chat("Hello?") == "You said: Hello?"
        assert acme.spend(user_id="dana").calls == 1
        assert memory.messages(user_id="dana") == []
        said = acme.messages(user_id="dana")
        assert [one.content for one in said] == ["Hello?", "You said: Hello?"]


async def test_many_conversations_share_one_client(server: Server, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'agent.db'}"
    async with AsyncMemory(url, embedder=None) as memory:

        async def talk(number: int) -> Any:
            async with AsyncAgent(memory, MODELS["anthropic"], user_id=f"u{number}") as agent:
                return agent, await agent.chat(f"I am {number}.")

        made = await asyncio.gather(*(talk(number) for number in range(50)))
        assert [reply for _, reply in made] == [f"You said: I am {n}." for n in range(50)]
        assert len({id(agent._model) for agent, _ in made}) == 1
    with pytest.raises(ModelError, match="closed with its memory"):
        await made[0][0]._model.chat(Asked([]))
