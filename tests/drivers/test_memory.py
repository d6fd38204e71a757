"""The in-memory store passes the suite, in both colours."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.samples import DANA, drop, leaning, noted, put, said
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.threaded import ThreadedStore
from recollect.orders import Batch
from recollect.types import Scope
from tests.counting import calls


class TestSync(StoreSuite):
    @pytest.fixture
    def store(self) -> Iterator[InMemoryStore]:
        store = InMemoryStore()
        yield store
        store.close()


class TestAsync(AsyncStoreSuite):
    part = True

    @pytest.fixture
    async def store(self) -> AsyncIterator[ThreadedStore]:
        store = ThreadedStore(InMemoryStore())
        yield store
        await store.close()


def reachable(root: object) -> str:
    """The text of everything an object holds, to look for words that should be gone."""
    parts, stack, seen = [], [root], set()
    while stack:
        item = stack.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        parts.append(repr(item))
        stack += vars(item).values() if hasattr(item, "__dict__") else ()
        stack += [getattr(item, name, None) for name in getattr(item, "__slots__", ())]
        if isinstance(item, dict):
            stack += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set):
            stack += item
    return "\n".join(parts)


class TestNothingLingers:
    def filled(self) -> InMemoryStore:
        store = InMemoryStore()
        secret = said(
            "xyzzy word", id="m", session_id="xyzzy", name="xyzzy", metadata={"x": "xyzzy"}
        )
        note = noted("xyzzy", id="n", key="xyzzy", subject="xyzzy", sources=("m",))
        store.commit(Batch(puts=(put(secret, leaning(0)), put(note))))
        assert "xyzzy" in reachable(store)
        return store

    def test_after_erase(self) -> None:
        store = self.filled()
        store.erase(DANA.owner)
        assert "xyzzy" not in reachable(store)

    def test_after_drop(self) -> None:
        store = InMemoryStore()
        secret = said("xyzzy word", id="m", name="xyzzy", metadata={"x": "xyzzy"})
        store.commit(Batch(puts=(put(secret, leaning(0)),)))
        store.commit(Batch(drops=(drop(secret),)))
        assert "xyzzy" not in reachable(store)


def test_check_finds_damage() -> None:
    store = InMemoryStore()
    store.commit(Batch(puts=(put(said("a", id="a"), leaning(0)), put(noted("b", sources=("a",))))))
    assert store.check().ok
    partition = store._partitions[DANA.owner]
    partition.messages.clear()
    partition.cited["a"]["ghost"] = None
    store._counts["test-model"] += 1
    assert len(store.check().problems) == 3


def test_what_others_did_costs_one_who_comes_by_seldom_nothing() -> None:
    """Nor is anything of it seen; and after an erasure it is still so."""
    store, erik = InMemoryStore(), Scope("erik")
    store.commit(Batch(puts=(put(said("first", id="m")),)))
    work = []
    for _ in range(3):
        store.commit(Batch(puts=tuple(put(said("m", erik)) for _ in range(500))))
        store.changes(0, 10, erik.owner)
        work.append(calls(lambda: store.changes(0, 10, DANA.owner)))
        assert [one.id for one in store.changes(0, 10, DANA.owner)] == ["m"]
    assert len(set(work)) == 1, work
    store.erase(erik.owner)
    assert [one.id for one in store.changes(0, 10, DANA.owner)] == ["m"]
    assert store.changes(0, 10, erik.owner) == []
    store.close()


def test_no_name_is_left_where_changes_were_looked_up() -> None:
    store, erik = InMemoryStore(), Scope("xyzzy")
    kept = said("m", id="plugh")
    store.commit(Batch(puts=(put(kept), put(said("m", erik)))))
    store.changes(0, 10, DANA.owner)
    store.commit(Batch(drops=(drop(kept),), erase=True))
    assert "plugh" not in reachable(store)
    store.changes(0, 10, erik.owner)
    store.erase(erik.owner)
    assert "xyzzy" not in reachable(store)
    store.close()
