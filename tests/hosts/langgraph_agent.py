"""A real agent of LangChain's on a memory, in a process of its own: `FILE USER WORDS…`.

Its model is scripted: it keeps what it is told, and looks up what it is asked.
"""

import sys
from typing import Annotated, Any

from langchain.agents import create_agent
from langchain.tools import tool
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.prebuilt import InjectedStore
from langgraph.store.base import BaseStore

from recollect import Memory
from recollect.hosts.langgraph import RecollectStore


class Scripted(BaseChatModel):
    """Calls a tool, then says what that said."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        last = messages[-1]
        if last.type == "tool":
            said = AIMessage(str(last.content))
        else:
            name = "recall" if str(last.content).endswith("?") else "keep"
            call = {"name": name, "args": {"text": last.content}, "id": "1", "type": "tool_call"}
            said = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=said)])


def agent(store: BaseStore, user: str) -> Any:
    """An agent that keeps what a user says."""
    place = ("memories", user)

    @tool
    def keep(text: str, store: Annotated[Any, InjectedStore()]) -> str:
        """Keep something."""
        store.put(place, str(len(store.search(place, limit=100))), {"content": text})
        return "Kept."

    @tool
    def recall(text: str, store: Annotated[Any, InjectedStore()]) -> str:
        """Look something up."""
        return str(store.search(place, query=text, limit=1)[0].value["content"])

    return create_agent(Scripted(), [keep, recall], store=store)


def asked(words: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": words}]}


if __name__ == "__main__":
    path, user, *turns = sys.argv[1:]
    with Memory(path) as memory:
        talking = agent(RecollectStore(memory, user_at=1), user)
        for turn in turns:
            print(talking.invoke(asked(turn))["messages"][-1].content)
