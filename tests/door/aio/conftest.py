"""A memory on each embedded store, with a small embedder that knows a few synonyms."""

from collections.abc import AsyncIterator

import numpy as np
import pytest

from recollect import AsyncMemory

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


ON_A_SERVER = ("context", "learning", "quarantine", "recall", "remember", "sessions", "upkeep",
               "versions")  # fmt: skip
"""The tests that run on PostgreSQL, too. It passes the whole conformance suite, so a sample of the
front door is enough; it keeps no past to look back to yet."""


def pytest_generate_tests(metafunc):
    if "url" in metafunc.fixturenames:
        topic = metafunc.module.__name__.rpartition(".test_")[2]
        server = ["postgres"] if topic in ON_A_SERVER else []
        metafunc.parametrize("url", ["sqlite", "memory", *server], indirect=True)


@pytest.fixture
def url(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return "memory://" if request.param == "memory" else f"sqlite:///{tmp_path / 'agent.db'}"


@pytest.fixture
async def memory(url, embedder) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(url, embedder=embedder) as opened:
        yield opened
