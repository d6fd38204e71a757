"""OpenAI's Agents SDK on a memory: its sessions, what to recall for a model, and tools.

session = RecollectSession("friday", memory, user_id="dana")
config = RunConfig(call_model_input_filter=recall(memory, user_id="dana"))
await Runner.run(agent, "Which language do I use?", session=session, run_config=config)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..memory.aio.door import AsyncMemory
from ..read.relevance import MIN_RELEVANCE
from ..types import Message
from ..wiring import require
from .aio.conversation import AsyncConversation as Conversation
from .aio.recalling import BUDGET
from .aio.recalling import AsyncRecall as Recall
from .either import awaited
from .transcript import Json, Said, echoed, words

require("agents", "openai-agents")

from agents import FunctionTool  # noqa: E402
from agents.memory import SessionSettings  # noqa: E402
from agents.run import CallModelData, ModelInputData  # noqa: E402

if TYPE_CHECKING:
    from agents.items import TResponseInputItem
    from agents.tool_context import ToolContext

TEXTS = ("text", "input_text", "output_text", "refusal", "summary_text")
PEOPLE = ("user", "system", "developer")
RESULT = "function_call_output"
TOLD = {"tool": "assistant"}
"""Who says in a transcript what its own items did not bring: a tool without a call says nothing."""


class RecollectSession:
    """A session of the Agents SDK, kept in a memory: every item exactly, its words as messages.

    Several sessions, tasks and processes may use one memory, and one session. Close the memory,
    not this.
    """

    def __init__(
        self,
        session_id: str,
        memory: AsyncMemory,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_settings: SessionSettings | Mapping[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        given = session_settings
        self.session_settings: SessionSettings | None = (
            SessionSettings(**given) if isinstance(given, Mapping) else given or SessionSettings()
        )
        self._kept = Conversation(awaited(memory), session_id, user_id=user_id, agent_id=agent_id)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items of the session, oldest first; with a limit, the latest so many."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        found = await self._kept.items(limit)
        return _answered([_item(*one) for one in found])

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keep items behind those that are there, all or none."""
        recalled = _recalled(items)
        await self._kept.add([_said(item, recalled) for item in items])

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away, with what was learned from it alone."""
        found = await self._kept.pop()
        return None if found is None else _item(*found)

    async def clear_session(self) -> None:
        """Erase the session, and what was learned from it alone."""
        await self._kept.clear()


def recall(
    memory: AsyncMemory,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    budget: int = BUDGET,
    min_relevance: float = MIN_RELEVANCE,
) -> Callable[[CallModelData[Any]], Awaitable[ModelInputData]]:
    """What is remembered of a user, for `RunConfig(call_model_input_filter=…)`.

    Before each call of a model, what helps with the newest words of the user, and is not among the
    items that it is sent anyway, stands before these words, with at most `budget` tokens;
    `min_relevance` leaves out what is less sure. It is shown, and kept by nobody.
    """
    remembered = Recall(
        awaited(memory),
        user_id=user_id,
        agent_id=agent_id,
        budget=budget,
        min_relevance=min_relevance,
    )

    async def filter(data: CallModelData[Any]) -> ModelInputData:
        items = data.model_data.input
        place = max((n for n, one in enumerate(items) if one.get("role") == "user"), default=None)
        if place is None:
            return data.model_data
        shown = await remembered.beside([(one.get("role"), words(_lines(one))) for one in items])
        return ModelInputData(
            input=[*items[:place], *shown.messages, *items[place:]],
            instructions=data.model_data.instructions,
        )

    return filter


def tools(
    memory: AsyncMemory, *, user_id: str | None = None, agent_id: str | None = None
) -> list[FunctionTool]:
    """`memory.tools(…)` for `Agent(tools=…)`: remember, recall, forget and update."""
    made = awaited(memory).tools(user_id=user_id, agent_id=agent_id)

    def tool(name: str, description: str, parameters: Json) -> FunctionTool:
        async def invoke(context: ToolContext[Any], arguments: str) -> str:
            return await made.call(name, arguments)

        return FunctionTool(name, description, parameters, invoke, strict_json_schema=False)

    return [tool(**one["function"]) for one in made.openai]


def _said(item: Any, recalled: set[str]) -> Said:
    """An item, and what is said in it: by a person, a model, or a tool."""
    given = item if isinstance(item, Mapping) else {}
    role = given.get("role")
    kind = str(given.get("type"))
    if kind.endswith("_output") and str(given.get("call_id")) in recalled:
        return Said(item, "tool", marks=echoed(_texts(given.get("output"))))
    if kind.endswith("_output") or kind == "mcp_call":
        return Said(item, "tool", _lines(given))
    return Said(item, role if role in PEOPLE else "assistant", _lines(given))


def _lines(item: Mapping[str, Any]) -> list[str]:
    """The texts of an item that somebody said; what a model thought is none."""
    kind = item.get("type")
    if kind == "reasoning":
        return []
    if kind in ("function_call", "custom_tool_call"):
        given = item.get("arguments", item.get("input"))
        return [f"[tool call {item.get('name')}]", *_texts(given)]
    return [*_texts(item.get("content")), *_texts(item.get("output"))]


def _texts(content: Any) -> Iterable[str]:
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, Sequence) else []
    found = (
        part.get("text") or part.get("refusal")
        for part in parts
        if isinstance(part, Mapping) and part.get("type") in TEXTS
    )
    return [text for text in found if isinstance(text, str)]


def _recalled(items: Sequence[Any]) -> set[str]:
    """The calls whose results are what is remembered already: it is no news."""
    given = [one for one in items if isinstance(one, Mapping) and one.get("name") == "recall"]
    return {str(one.get("call_id")) for one in given if one.get("type") == "function_call"}


def _answered(items: list[Any]) -> list[Any]:
    """Without calls of `recall` whose results were erased with what they quoted: a provider wants
    a result for each call."""
    results = {str(one.get("call_id")) for one in items if one.get("type") == RESULT}
    return [one for one in items if _recalled([one]) <= results]


def _item(message: Message, item: Json | None) -> Any:
    """An item, also of what somebody else said in the session."""
    if item is not None:
        return item
    return {"role": TOLD.get(message.role, message.role), "content": message.content}
