"""Memory in the loop of `create_agent`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, SystemMessage
from langgraph.config import get_config

from ...memory.aio.door import AsyncMemory
from ...memory.sync.door import Memory
from ..loop import BUDGET, Call, Loop, User, is_own, user_of
from .turns import turn, turns


class RecollectMiddleware(AgentMiddleware):  # type: ignore[misc]
    """An agent that remembers: `create_agent(…, middleware=[RecollectMiddleware(memory)])`.

    With every call the model is shown what helps with the newest words of the user, `budget` tokens
    at most, behind the system's own message; the state of the agent never has it. `min_relevance`
    leaves out what is recalled and less sure. What the user, the assistant and tools say is kept
    word for word, each once.

    `user_id` is a name, or a function of the `Runtime`; without it, every run names its user, as
    `user_id` in its context or in `config["configurable"]`. The run's `thread_id` is the session.
    A Memory serves sync and async runs, an AsyncMemory async ones.
    """

    def __init__(
        self,
        memory: Memory | AsyncMemory,
        *,
        user_id: User = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        min_relevance: float = 0.0,
    ) -> None:
        super().__init__()
        self._loop = Loop(memory, user_id, agent_id, budget, min_relevance)
        self._known: set[str] = set()
        """The names of tools that are a memory's: what they answer is not kept again."""

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Ask the model with memory, and keep both sides."""
        with self._call(request) as call:
            response = handler(_shown(request, call.memory))
            call.reply = _reply(response)
        return response

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        """The same in an async run."""
        async with self._call(request) as call:
            response = await handler(_shown(request, call.memory))
            call.reply = _reply(response)
        return response

    def after_agent(self, state: Any, runtime: Any) -> None:
        """Keep what a tool had to say last, if that is how the run ends."""
        call = self._rest(state, runtime)
        if call is not None:
            with call:
                pass

    async def aafter_agent(self, state: Any, runtime: Any) -> None:
        """The same in an async run."""
        call = self._rest(state, runtime)
        if call is not None:
            async with call:
                pass

    def _call(self, request: ModelRequest[Any]) -> Call:
        self._known |= _own(request.tools)
        said = turns(request.messages, self._known)
        return self._loop.call(*self._whose(request.runtime), said)

    def _rest(self, state: Any, runtime: Any) -> Call | None:
        messages = state["messages"]
        if not messages or isinstance(messages[-1], AIMessage):
            return None
        said = turns(messages, self._known)
        return self._loop.call(*self._whose(runtime), said, shows=False)

    def _whose(self, runtime: Any) -> tuple[object, object]:
        """The user and the session of a run."""
        named = _configurable()
        own, thread = user_of(runtime.context), named.get("thread_id")
        user = named.get("user_id") if own is None else own
        return self._loop.user(runtime, user), None if thread is None else str(thread)


def _configurable() -> dict[str, Any]:
    try:
        return get_config().get("configurable") or {}
    except RuntimeError:  # outside of a run
        return {}


def _own(tools: Any) -> set[str]:
    """The names of those tools that are a memory's."""
    functions = {
        tool.name: getattr(tool, "func", None) or getattr(tool, "coroutine", None)
        for tool in tools
        if not isinstance(tool, dict)
    }
    return {name for name, function in functions.items() if is_own(function)}


def _shown(request: ModelRequest[Any], memory: str) -> ModelRequest[Any]:
    """The request with memory behind the system's own message."""
    system = request.system_message
    if not memory:
        return request
    if system is None:
        return request.override(system_message=SystemMessage(memory))
    if isinstance(system.content, str):
        content: Any = f"{system.content}\n\n{memory}"
    else:
        content = [*system.content, {"type": "text", "text": memory}]
    return request.override(system_message=system.model_copy(update={"content": content}))


def _reply(response: ModelResponse[Any]) -> Any:
    said = next((one for one in response.result if isinstance(one, AIMessage)), None)
    return None if said is None else turn(said)
