"""Real graphs and agents of LangGraph and LangChain on a memory."""

import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.config import get_store
from langgraph.func import entrypoint
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from recollect import Memory
from recollect.hosts.langgraph import RecollectStore

from .langgraph_agent import agent, asked

SCRIPT = Path(__file__).parent / "langgraph_agent.py"


class State(TypedDict):
    words: str


class Who(TypedDict):
    user: str


def graph(store: RecollectStore) -> Any:
    """Keeps what is said and answers with all that was said before."""

    def node(state: State, runtime: Runtime[Who]) -> State:
        place = ("memories", runtime.context["user"])
        known = [one.value["words"] for one in runtime.store.search(place)]
        runtime.store.put(place, str(len(known)), {"words": state["words"]})
        return {"words": " | ".join(known)}

    made = StateGraph(State, context_schema=Who)
    made.add_node("node", node)
    made.add_edge(START, "node")
    return made.compile(store=store)


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
        monkeypatch.setenv(name, "false")


def test_an_agent_in_another_process_knows_what_the_first_was_told(tmp_path):
    def talk(*turns):
        done = subprocess.run(
            [sys.executable, str(SCRIPT), str(tmp_path / "agent.db"), *turns],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()

    assert talk("dana", "I prefer dark mode.", "My cat is called Miso.") == ["Kept.", "Kept."]
    assert talk("dana", "What is the name of my pet?") == ["My cat is called Miso."]
    with Memory(tmp_path / "agent.db") as memory:
        assert memory.search("Which theme?", user_id="dana")[0].text.endswith("dark mode.")
        assert memory.erase(user_id="dana").ok
        assert RecollectStore(memory, user_at=1).search(("memories", "dana")) == []


async def test_an_agent_in_async(tmp_path):
    with Memory(tmp_path / "agent.db", embedder=None) as memory:
        talking = agent(RecollectStore(memory), "dana")
        await talking.ainvoke(asked("The key is under the mat."))
        done = await talking.ainvoke(asked("Where is the key?"))
    assert done["messages"][-1].content == "The key is under the mat."


async def test_a_node_reaches_the_store_by_its_runtime(tmp_path):
    with Memory(tmp_path / "agent.db", embedder=None) as memory:
        made = graph(RecollectStore(memory, user_at=1))
        for words in ("one", "two"):
            made.invoke({"words": words}, context={"user": "dana"})
        await made.ainvoke({"words": "other"}, context={"user": "kim"})
    with Memory(tmp_path / "agent.db", embedder=None) as memory:
        made = graph(RecollectStore(memory, user_at=1))
        assert made.invoke({"words": "three"}, context={"user": "dana"}) == {"words": "one | two"}
        later = await made.ainvoke({"words": "four"}, context={"user": "kim"})
    assert later == {"words": "other"}


def test_an_entrypoint_reaches_the_store_too():
    with Memory("memory://", embedder=None) as memory:
        store = RecollectStore(memory)

        @entrypoint(store=store)
        def work(words: str) -> int:
            get_store().put(("said",), words, {"words": words})
            return len(get_store().search(("said",)))

        assert [work.invoke("a"), work.invoke("b")] == [1, 2]


async def test_long_term_memory_as_memory_managers_use_it():
    """Puts under ids of their own, searches by several questions, edits and removals, in async."""
    with Memory("memory://", embedder=None) as memory:
        store = RecollectStore(memory, user_at=1)
        place = tuple(
            part.format(langgraph_user_id="dana") for part in ("memories", "{langgraph_user_id}")
        )
        kinds = {"1": "likes green tea", "2": "lives in Lisbon", "3": "has a cat"}
        for id, content in kinds.items():
            await store.aput(place, id, {"kind": "Memory", "content": {"content": content}})
        found = await store.asearch(place, query="tea?", filter={"kind": "Memory"}, limit=5)
        assert (found[0].key, len(found)) == ("1", 3)
        await store.aput(place, "2", {"kind": "Memory", "content": {"content": "lives in Porto"}})
        await store.adelete(place, "3")
        found = await store.asearch(place, query="Porto")
        assert found[0].value["content"] == {"content": "lives in Porto"}
        assert await store.aget(place, "3") is None
        assert await store.alist_namespaces(prefix=place) == [place]
