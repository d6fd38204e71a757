"""A memory on each embedded store, with a small embedder that knows a few synonyms."""

from collections.abc import AsyncIterator

import numpy as np
import pytest

from recollect import AsyncMemory
from tests.parts import REST
from tests.serving import placed, serving

MEANINGS = (
    {"dark", "theme", "mode", "colour", "ui", "interface", "look"},
    {"python", "rust", "language", "programming", "code"},
    {"berlin", "lisbon", "city", "live", "home", "moved"},
    {"dog", "cat", "pet", "rex"},
)


def meaning(texts):
    """One dimension a group of words, and one that all texts share."""
    rows = np.zeros((len(texts), len(MEANINGS) + 1), dtype=np.float32)
    rows[:, -1] = 0.1
    for row, text in zip(rows, texts, strict=True):
        words = {word.strip(".,!?:()").lower() for word in text.split()}
        for place, group in enumerate(MEANINGS):
            row[place] += len(words & group)
    return rows


meaning.id = "meaning"


@pytest.fixture
def embedder():
    return meaning


ON_A_SERVER = ("context", "held", "learning", "quarantine", "recall", "remember", "sessions",
               "time", "upkeep", "versions")  # fmt: skip
"""The tests that always run on PostgreSQL, too. It passes the whole conformance suite, so a sample
of the front door is enough; `make test-engines` runs them all on both servers."""
ON_REDIS = ("erase", "held", "remember", "time")
"""A sample for Redis."""
IN_MEMORY = ("at_once", "erase", "graph", "opening", "recall", "remember", "time")
"""And one for the store in memory; `make test-rest` runs them all on it."""
OVER_HTTP = ("context", "held", "recall", "remember", "sessions", "time", "versions", "why_not")
"""The tests that run on `recollect serve`, too, through a key of a new tenant for each."""
NOT_OVER_HTTP = {
    "test_a_counter_of_yours_is_asked": "a function cannot be sent",
    "test_recalled_memory_fits_by_a_counter_of_yours": "a function cannot be sent",
    "test_a_store_without_a_past_says_so": "it changes the store in its own process",
}
"""And those that open `url` with an embedder of their own: that is the server's to choose."""


def _over_http(metafunc, topic):
    name = metafunc.function.__name__
    opens = "memory" not in metafunc.fixturenames
    return topic in OVER_HTTP and name not in NOT_OVER_HTTP and not opens


def pytest_generate_tests(metafunc):
    if "url" in metafunc.fixturenames:
        topic = metafunc.module.__name__.rpartition(".test_")[2]
        whole = pytest.mark.engines
        server = [
            name if topic in always else pytest.param(name, marks=whole)
            for name, always in (("postgres", ON_A_SERVER), ("redis", ON_REDIS))
        ]
        server += ["http"] if _over_http(metafunc, topic) else []
        memory = "memory" if topic in IN_MEMORY else pytest.param("memory", marks=REST)
        # The first and the last are what a plain run takes in sync.
        metafunc.parametrize("url", ["sqlite", *server, memory], indirect=True)


@pytest.fixture(scope="session")
def served():
    """One server for all tests."""
    with serving(embedder=meaning) as running:
        yield running


@pytest.fixture
def url(request, tmp_path, monkeypatch):
    if request.param in ("postgres", "redis"):
        return request.getfixturevalue(request.param)
    return placed(request, tmp_path, monkeypatch)


@pytest.fixture
async def memory(url, embedder) -> AsyncIterator[AsyncMemory]:
    options = {} if url.startswith("http") else {"embedder": embedder}
    async with AsyncMemory(url, **options) as opened:
        yield opened
