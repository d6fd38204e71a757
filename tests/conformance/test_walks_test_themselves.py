"""The tests of walks find out an index that goes wrong ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recollect.conformance.sync.index import catch_up
from recollect.conformance.sync.walks import WalksTests
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.memory import InMemoryStore
from recollect.orders import Found, Match, Nearest, Neighbours
from recollect.types import Scope


class Wrong(InProcessIndex):
    """Asks for something else than it was asked for."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        assert isinstance(request, Neighbours)
        if self.how == "backwards":
            return super().search(request)[::-1]
        if self.how == "anybody" and request.hops > 1:
            request = replace(request, scope=Scope("dana"))
        instead = {
            "short": {"hops": 1},
            "far": {"hops": request.hops + 1},
            "any relation": {"relations": None},
            "closed": {"closed": True},
            "more": {"limit": 100},
        }
        return super().search(replace(request, **instead.get(self.how, {})))


def failing(how: str) -> list[str]:
    """The tests that fail on an index that goes wrong so."""
    failed = []
    for name in [name for name in vars(WalksTests) if name.startswith("test_")]:
        store, index = InMemoryStore(), Wrong(how)

        def ask(request: Neighbours, store: InMemoryStore = store, index: Wrong = index):
            catch_up(store, index)
            return index.search(request)

        try:
            getattr(WalksTests(), name)(store=store, index=index, ask=ask)
        except AssertionError:
            failed.append(name)
        store.close()
    return failed


@pytest.mark.parametrize(
    "how", ["short", "far", "any relation", "closed", "more", "anybody", "backwards"]
)
def test_a_wrong_way_is_found_out(how: str) -> None:
    assert failing(how)


def test_the_right_way_is_not() -> None:
    assert failing("as asked") == []
