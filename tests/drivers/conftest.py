"""Servers of indexes may take their time here: the suites ask what they answer, not how soon."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

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
