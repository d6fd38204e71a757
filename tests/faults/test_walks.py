"""Walks at random through every verb, on every store of this process, beside a plain ledger."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.engines import postgres as postgres_engine
from tests.engines import redis as redis_engine

from .walk import Walk, walking
from .walk_house import PLACES, House, Servers
from .walk_wide import WideWalk

STORES = {
    "memory": ("memory://", 12),
    "sqlite": ("sqlite:///{}/memory.db", 5),
    "json": ("json:///{}/memory.json", 3),
    "yaml": ("yaml:///{}/memory.yaml", 2),
    "markdown": ("markdown:///{}/agent", 4),
}
"""Where each is, and how many walks are short ones."""
FEW = [
    (store, seed) if 2 * seed < count else pytest.param(store, seed, marks=pytest.mark.faults)
    for store, (_, count) in STORES.items()
    for seed in range(count)
]
"""Half of them in a plain run."""


def walk(
    store: str, folder: Path, seed: int, steps: int, pause: int, kind: type[Walk] = Walk
) -> None:
    """In one colour and, from the first time it is opened again, in the other."""
    place, url = None if store == "memory" else folder, STORES[store][0].format(folder)
    with walking(url, place, seed, seed % 2 == 1, kind) as walked:
        walked.run(steps, pause)


@pytest.mark.parametrize(("store", "seed"), FEW)
def test_a_short_walk(store: str, seed: int, folder: Path) -> None:
    walk(store, folder, seed, steps=25, pause=5)


@pytest.mark.parametrize(("store", "seed"), [("memory", 3), ("memory", 6), ("sqlite", 5)])
def test_a_short_walk_further_out(store: str, seed: int, folder: Path) -> None:
    walk(store, folder, seed, steps=25, pause=5, kind=WideWalk)


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("store", STORES)
def test_a_long_walk_further_out(store: str, seed: int, folder: Path) -> None:
    walk(store, folder, seed, steps=50, pause=2, kind=WideWalk)


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 160))
@pytest.mark.parametrize("store", STORES)
def test_a_long_walk(store: str, seed: int, folder: Path) -> None:
    walk(store, folder, seed, steps=50, pause=1)


def live(house: House, steps: int, pause: int = 5) -> None:
    with closing(house):
        house.run(steps, pause)


@pytest.mark.parametrize(("store", "seed"), [("sqlite", 11), ("markdown", 5)])
def test_tenants_of_one_store(store: str, seed: int, folder: Path) -> None:
    live(House(folder, store, seed), steps=40)


def test_tenants_of_one_server(folder: Path) -> None:
    live(House(folder, "sqlite", 3, served=True), steps=12)


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("store", PLACES)
def test_tenants_of_one_store_at_length(store: str, seed: int, folder: Path) -> None:
    live(House(folder, store, seed), steps=120)


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("store", ["sqlite", "json"])
def test_tenants_of_one_server_at_length(store: str, seed: int, folder: Path) -> None:
    live(House(folder, store, seed, served=True), steps=100)


@pytest.fixture
def servers(postgres: str, redis: str) -> Servers:
    """Both, made empty whenever they are asked for."""

    def emptied_postgres() -> str:
        postgres_engine.empty(postgres)
        return postgres

    def emptied_redis() -> str:
        redis_engine.empty(redis)
        return redis

    return {"postgres": emptied_postgres, "redis": emptied_redis}


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 115))
@pytest.mark.parametrize("store", ["postgres", "redis"])
def test_tenants_on_an_engine(store: str, seed: int, folder: Path, servers: Servers) -> None:
    live(House(folder, store, seed, servers=servers), steps=80)


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("kind", [Walk, WideWalk])
@pytest.mark.parametrize("store", ["postgres", "redis"])
def test_a_walk_on_an_engine(store: str, kind: type[Walk], seed: int, servers: Servers) -> None:
    with walking(servers[store](), None, seed, seed % 2 == 1, kind) as walked:
        walked.run(steps=50, pause=2)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(n, marks=pytest.mark.faults) for n in range(20))]
)
def test_both_colours_go_the_same_way(seed: int) -> None:
    told = []
    for awaited in (False, True):
        with walking("memory://", None, seed, awaited) as walked:
            walked.run(steps=40, pause=20)
            told.append(walked.told())
    assert told[0] == told[1]
