"""A memory, and a model of our own that says what a test tells it to."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from recollect import AsyncMemory


class Model:
    """Answers from a script: text, pieces, a chat dict with calls, or an error to raise."""

    id = "test:model"

    def __init__(self) -> None:
        self.script: list[Any] = []
        self.seen: list[list[dict[str, Any]]] = []
        self.tools: list[list[str]] = []

    def chat(self, messages: list[dict[str, Any]], tools: list[Any]) -> Any:
        self.seen.append(messages)
        self.tools.append([tool["function"]["name"] for tool in tools])
        answer = self.script.pop(0) if self.script else "Very well."
        if isinstance(answer, BaseException):
            raise answer
        return self._broken(answer) if isinstance(answer, list) else answer

    def _broken(self, pieces: list[Any]) -> Iterator[str]:
        for piece in pieces:
            if isinstance(piece, BaseException):
                raise piece
            yield piece

    def calls(self, name: str, arguments: str, id: str = "c1") -> dict[str, Any]:
        function = {"name": name, "arguments": arguments}
        return {"content": None, "tool_calls": [{"id": id, "function": function}]}


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
async def memory(tmp_path: Any) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(f"sqlite:///{tmp_path / 'agent.db'}", embedder=None) as opened:
        yield opened


@pytest.fixture
def log(memory: AsyncMemory) -> Callable[..., Any]:
    """Who said what, in order, to nobody's surprise."""

    async def read(session_id: str, user_id: str = "dana") -> list[tuple[str, str]]:
        said = await memory.messages(user_id=user_id, session_id=session_id)
        return [(one.role, one.content) for one in said]

    return read
