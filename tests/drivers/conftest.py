"""Servers of indexes may take their time here: the suites ask what they answer, not how soon."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from recollect.conformance.samples import leaning, put, said
from recollect.drivers.memory import InMemoryStore
from recollect.orders import Batch

INDEXES = ("chroma.index", "neo4j.index", "postgres.index", "postgres.tables", "qdrant.index")
PATIENCE = 60


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """A user is not kept waiting; on a busy machine a test would fail for that."""
    with pytest.MonkeyPatch.context() as patch:
        for name in INDEXES:
            module = sys.modules.get(f"recollect.drivers.{name}")
            if module is not None:
                patch.setattr(module, "SECONDS", PATIENCE)
        yield


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    """Five messages, for an index beside them."""
    store = InMemoryStore()
    for number in range(5):
        store.commit(Batch(puts=(put(said("m", id=f"m{number}"), leaning(9 * number)),)))
    yield store
    store.close()
