"""Memory in the loop of an `Agent`."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from pydantic_ai import FunctionToolset, RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import InstructionPart

from ...memory.aio.door import AsyncMemory
from ...memory.sync.door import Memory
from ...write import limits
from ..loop import BUDGET, Loop, User, user_of
from .turns import answer, turns


class RecollectMemory(AbstractCapability[Any]):  # type: ignore[misc]
    """An agent that remembers: `Agent(…, capabilities=[RecollectMemory(memory, user_id="dana")])`.

    With every request the model is shown what helps with the newest words of the user, `budget`
    tokens at most, behind the agent's own instructions; the message history never has it.
    `min_relevance` leaves out what is recalled and less sure. What the user, the assistant and
    tools say is kept word for word, each once, in `run`, `run_stream` and `iter` alike. The run's
    `conversation_id` is the session.

    `user_id` is a name, or a function of the `RunContext` such as `lambda ctx: ctx.deps.user`;
    without it, it is the `user_id` of `ctx.deps`. `tools=True` gives the model remember, recall,
    forget and update, too.
    """

    def __init__(
        self,
        memory: AsyncMemory | Memory,
        *,
        user_id: User = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        min_relevance: float = 0.0,
        tools: bool = False,
    ) -> None:
        super().__init__()
        self._loop = Loop(memory, user_id, agent_id, budget, min_relevance)
        self._gives_tools = limits.flag(tools, "tools")
        self._user: Any = None
        self._tools: Any = None
        self._shown = ""

    async def for_run(self, ctx: RunContext[Any]) -> RecollectMemory:
        """The same for one run, which has its user."""
        mine = copy(self)
        mine._user = self._loop.user(ctx, user_of(ctx.deps))
        if self._gives_tools:
            own = self._loop.memory.tools(user_id=mine._user, agent_id=self._loop.agent_id)
            mine._tools = FunctionToolset(list(own), id="recollect")
        return mine

    def get_toolset(self) -> Any:
        """The tools of the run's user, if there are to be any."""
        return self._tools

    async def wrap_model_request(
        self, ctx: RunContext[Any], *, request_context: Any, handler: Any
    ) -> Any:
        """Ask the model with memory, and keep both sides."""
        said = turns(request_context.messages, self._known(request_context))
        async with self._loop.call(self._user, ctx.conversation_id, said) as call:
            self._shown = call.memory
            response = await handler(request_context)
            call.reply = answer(response)
        return response

    async def prepare_model_request(self, ctx: RunContext[Any], request_context: Any) -> Any:
        """Show what is remembered: what is changed here is sent, and not kept in the history."""
        if not self._shown:
            return request_context
        asked = request_context.model_request_parameters
        parts = [*(asked.instruction_parts or ()), InstructionPart(self._shown, dynamic=True)]
        shown = replace(asked, instruction_parts=parts)
        return replace(request_context, model_request_parameters=shown)

    def _known(self, request_context: Any) -> set[str]:
        """The names of tools whose results nobody needs: memory's own, and those of outputs."""
        outputs = {tool.name for tool in request_context.model_request_parameters.output_tools}
        return outputs if self._tools is None else outputs | self._tools.tools.keys()
