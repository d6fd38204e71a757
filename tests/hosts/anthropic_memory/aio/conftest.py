"""Dana's files, on some stores and on a server."""

from collections.abc import AsyncIterator, Callable

import pytest

from recollect import AsyncMemory
from recollect.hosts.anthropic_memory import AsyncRecollectMemoryTool
from tests.serving import placed, serving


@pytest.fixture(scope="package")
def served():
    with serving(embedder=None) as running:
        yield running


@pytest.fixture(params=["sqlite", "memory", "json", "markdown", "http"])
def url(request, tmp_path, monkeypatch):
    return placed(request, tmp_path, monkeypatch)


@pytest.fixture
def reopened(url) -> Callable[[], AsyncMemory]:
    """The same memory once more, as another process would open it."""
    options = {} if url.startswith("http") else {"embedder": None}
    return lambda: AsyncMemory(url, **options)


@pytest.fixture
async def memory(reopened) -> AsyncIterator[AsyncMemory]:
    async with reopened() as opened:
        yield opened


@pytest.fixture
def tool(memory) -> AsyncRecollectMemoryTool:
    return AsyncRecollectMemoryTool(memory, user_id="dana")


@pytest.fixture
def do(tool):
    """A command, as a model gives it."""
    return lambda command, **given: tool.call({"command": command, **given})


@pytest.fixture
def put(do):
    return lambda path, text: do("create", path=path, file_text=text)


@pytest.fixture
def tree(memory):
    """Every file of dana's, by its path."""

    async def files():
        notes = await memory.notes(user_id="dana")
        return {note.metadata.get("path", note.key): note.value for note in notes}

    return files
