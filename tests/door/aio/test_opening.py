"""What a memory is opened with, and what it looks like from outside."""

import copy
import inspect
import pickle
import pydoc
from pathlib import PurePath

import pytest

from recollect import AsyncAgent, AsyncMemory, ConfigError
from recollect.errors import StoreClosed
from recollect.memory.options import Options

SECRET = "hunter2"


async def test_a_path_is_as_good_as_text(tmp_path, embedder):
    path = tmp_path / "agent.db"
    async with AsyncMemory(path, embedder=embedder) as memory:
        await memory.add("I like tea.", user_id="dana")
        assert memory.url == AsyncMemory(str(path), embedder=embedder).url
        assert (await memory.copy_to(tmp_path / "copy.db")).ok
        with pytest.raises(ConfigError, match="this very memory"):
            await memory.copy_to(path)
        assert await memory.export_to(PurePath(tmp_path / "all.jsonl")) == 1
    async with AsyncMemory(tmp_path / "copy.db", embedder=embedder) as other:
        assert len(await other.messages(user_id="dana")) == 1
    async with AsyncMemory(PurePath(tmp_path / "third.json"), embedder=embedder) as third:
        assert await third.import_from(PurePath(tmp_path / "all.jsonl")) == 1


@pytest.mark.parametrize("given", [7, b"agent.db", "", ["agent.db"]])
async def test_what_is_no_path_is_refused(given):
    with pytest.raises(ConfigError, match="text or a path"):
        AsyncMemory(given)


@pytest.mark.parametrize("wrong", [{"cache": "nosuch://here"}, {"cache": ""}, {"graph": 7}])
async def test_a_wrong_option_makes_no_file(tmp_path, wrong):
    with pytest.raises(ConfigError):
        AsyncMemory(tmp_path / "agent.db", embedder=None, **wrong)
    assert list(tmp_path.iterdir()) == []


async def test_a_model_that_cannot_be_closed_keeps_nothing_else_open(tmp_path):
    class Model:
        def complete(self, messages, schema):
            return {"facts": []}

        def close(self):
            raise RuntimeError("no")

    memory = AsyncMemory(tmp_path / "agent.db", embedder=None, llm=Model())
    with pytest.raises(RuntimeError, match="no"):
        await memory.close()
    with pytest.raises(StoreClosed):
        await memory.messages(user_id="dana")


async def test_the_options_are_shown_by_name(memory):
    shown = inspect.signature(AsyncMemory)
    assert set(shown.parameters) == {"url", *Options.__annotations__}
    assert shown.parameters["learn"].default == "now"
    shown.bind("agent.db", embedder=None)
    with pytest.raises(TypeError):
        shown.bind("agent.db", embeder=None)
    told = pydoc.render_doc(AsyncMemory, renderer=pydoc.plaintext)
    assert "learn: \"Literal['now', 'later', 'never']\" = 'now'" in told
    assert list(inspect.signature(type(memory.tenant("acme"))).parameters) == ["memory", "name"]


async def test_a_subclass_shows_its_own(embedder):
    class Mine(AsyncMemory):
        def __init__(self, name: str) -> None:
            super().__init__("memory://", embedder=embedder)
            self.name = name

    assert list(inspect.signature(Mine).parameters) == ["name"]
    assert (await Mine("a").stats()).messages == 0


async def test_every_option_may_be_given_as_it_is_shown(monkeypatch):
    monkeypatch.delenv("RECOLLECT_LLM", raising=False)
    usual = {name: one.default for name, one in inspect.signature(AsyncMemory).parameters.items()}
    async with AsyncMemory(**usual | {"url": "memory://"}) as memory:
        assert (await memory.stats()).embedder == (await AsyncMemory("memory://").stats()).embedder


async def test_a_memory_says_where_it_is_and_whether_it_is_closed(tmp_path, embedder):
    memory = AsyncMemory(tmp_path / "agent.db", embedder=embedder)
    named, tenant, signed = repr(memory), memory.tenant("acme"), memory.acting_as("coach")
    assert named == f"AsyncMemory({memory.url!r})"
    assert "agent.db" in named
    assert "agent.db" in repr(tenant)
    await memory.close()
    assert repr(memory) == repr(signed) == f"<closed {named}>"
    assert repr(tenant).startswith("<closed ")


@pytest.mark.parametrize(
    "named",
    [f"postgresql://dana:{SECRET}@localhost:1/db", f"redis://dana:{SECRET}@localhost:1/0"],
)
async def test_a_password_is_not_shown(named):
    memory = AsyncMemory(named, embedder=None)
    assert SECRET not in repr(memory)
    assert "localhost:1" in repr(memory)
    await memory.close()


async def test_a_memory_of_a_server_says_so_too():
    memory = AsyncMemory("http://localhost:1", api_key=SECRET)
    assert repr(memory) == "AsyncRemoteMemory('http://localhost:1')"
    await memory.close()
    assert repr(memory) == "<closed AsyncRemoteMemory('http://localhost:1')>"


async def test_who_pickles_a_memory_is_told_what_to_do(memory):
    session = memory.session(user_id="dana")
    remote = AsyncMemory("http://localhost:1")
    agent = AsyncAgent(memory, None, user_id="dana")
    for one in (memory, memory.tenant("acme"), session, agent, remote):
        with pytest.raises(TypeError, match="open it anew from its URL"):
            pickle.dumps(one)
        with pytest.raises(TypeError, match="open it anew from its URL"):
            copy.deepcopy(one)
    await remote.close()


@pytest.mark.parametrize("name", ["50%25.db", "50%25.json", "50%25.yaml", "50%25/"])
async def test_the_url_of_a_memory_leads_to_it_again(tmp_path, embedder, name):
    async with AsyncMemory(f"{tmp_path}/{name}", embedder=embedder) as memory:
        await memory.add("I prefer dark mode.", user_id="dana")
    async with AsyncMemory(memory.url, embedder=embedder) as again:
        assert len(await again.messages(user_id="dana")) == 1
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("place", ["~/agent.db", "sqlite:///~/agent.db"])
async def test_a_tilde_is_the_home(tmp_path, embedder, monkeypatch, place):
    monkeypatch.setenv("HOME", str(tmp_path))
    async with AsyncMemory(place, embedder=embedder) as memory:
        await memory.add("I prefer dark mode.", user_id="dana")
    assert (tmp_path / "agent.db").exists()


@pytest.mark.parametrize("option", ["cache", "vectors", "graph", "embedder", "reranker", "llm"])
async def test_an_option_that_is_wrong_is_told_before_a_memory_is_made(tmp_path, option):
    with pytest.raises(ConfigError):
        AsyncMemory(tmp_path / "agent.db", **{"embedder": None, option: "nothing:of-ours"})
    assert list(tmp_path.iterdir()) == []
