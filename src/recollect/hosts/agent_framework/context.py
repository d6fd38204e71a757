"""Memory in the runs of an agent."""

from __future__ import annotations

from typing import Any

from agent_framework import AgentSession, ContextProvider, Message, SessionContext

from ...errors import InputError
from ...memory.aio.shell import log
from ...read.relevance import MIN_RELEVANCE
from ...write import limits
from ...write.limits import share
from ..aio.recalling import BUDGET
from ..either import Either, done, recalling
from ..transcript import words
from .keeping import Keeping, Owner, User
from .messages import lines


class RecollectContextProvider(ContextProvider):  # type: ignore[misc]
    """An agent that remembers: `Agent(…, context_providers=[…])`.

    Before a run, what helps with the newest words of the user, and is not among the messages that
    the model is sent anyway, is shown to it, with at most `budget` tokens; `min_relevance` leaves
    out what is less sure. After it, both sides are kept word for word, each once, also beside a
    `RecollectHistoryProvider`.

    `user_id` is a name, or a function of the `AgentSession`; without it, it is
    `session.state["user_id"]`. `tools=True` gives the model remember, recall, forget and update.
    """

    def __init__(
        self,
        memory: Either,
        *,
        user_id: User = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        min_relevance: float = MIN_RELEVANCE,
        tools: bool = False,
        source_id: str = "recollect",
    ) -> None:
        super().__init__(source_id)
        self._keeping = Keeping(memory, user_id, agent_id)
        self._how: dict[str, Any] = {
            "budget": limits.count(budget, "budget", limits.MAX_BUDGET),
            "min_relevance": share(min_relevance, "min_relevance"),
        }
        self._gives_tools = limits.flag(tools, "tools")

    async def before_run(
        self, *, agent: Any, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Show what is remembered and helps."""
        owner = user_id, agent_id = self._keeping.owner(session)
        await self._show(context, owner)
        if self._gives_tools:
            made = self._keeping.memory.tools(user_id=user_id, agent_id=agent_id)
            context.extend_tools(self.source_id, [*made])

    async def after_run(
        self, *, agent: Any, session: AgentSession, context: SessionContext, state: dict[str, Any]
    ) -> None:
        """Keep both sides of the run. What no memory holds is logged."""
        said = [*context.input_messages, *(context.response.messages if context.response else ())]
        try:
            await self._keeping.keep(context.session_id, self._keeping.owner(session), said)
        except InputError as error:
            log.warning("a run is not kept: %s", error)

    async def _show(self, context: SessionContext, owner: Owner) -> None:
        user_id, agent_id = owner
        said = [(one.role, words(lines(one))) for one in context.get_messages(include_input=True)]
        memory = self._keeping.memory
        recall = recalling(memory, user_id=user_id, agent_id=agent_id, **self._how)
        shown = await done(recall.beside, said)
        if shown.text:
            origins = [hit.session_id for hit in shown.hits if hit.session_id is not None]
            message = Message("system", [shown.text])
            context.extend_messages(self, [message], origin_session_ids=origins)
