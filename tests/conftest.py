"""What is long stays out of a plain `pytest`; `-m` with the name of its mark brings it in."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from . import parts, trust
from .engines import graphs, used
from .skips import Skips
from .tables import Tables

if TYPE_CHECKING:
    from tests.providers import Server

SHARED_MEMORY = Path("/dev/shm")
LONG = ("browser", "engines", "faults", "rest")

# How long an example takes says how busy the machine is.
TOO_SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "patient", settings.default, deadline=None, suppress_health_check=TOO_SLOW
)
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Nobody's own settings reach the tests, and what is compiled once stays so."""
    for name in [name for name in os.environ if name.startswith("RECOLLECT_")]:
        if not name.startswith("RECOLLECT_TEST_"):  # which name engines for the tests
            del os.environ[name]
    if not used.OWN & os.environ.keys():
        trust.nobody()
    # A command takes a second longer where every module has to be compiled anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if shared_memory():  # a test's files need not reach a disk: `fsync` there takes milliseconds
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(SHARED_MEMORY))
    config.pluginmanager.register(Tables(), "recollect-tables")
    config.pluginmanager.register(Skips(), "recollect-skips")


def pytest_collection() -> None:
    """Of what is collected nothing is let go, so there is no use in looking for it."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor later: a look at 30,000 tests takes a second, and a test may ask for several."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(10_000)  # usually 700: the libraries of a run hold millions of objects


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of graphs run on several servers."""
    graphs.deal(metafunc)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has one of these marks, unless it is asked for by name."""
    graphs.narrow(config, items)
    parts.spare(items)
    asked = config.option.markexpr or ""
    long = {mark for mark in LONG if mark not in asked}
    slow = {item for item in items if any(mark.name in long for mark in item.iter_markers())}
    if slow:
        config.hook.pytest_deselected(items=list(slow))
        items[:] = [item for item in items if item not in slow]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for a test's files that others can reach, in memory like `tmp_path` if possible."""
    if not shared_memory():
        yield tmp_path
        return
    with TemporaryDirectory(prefix="recollect-", dir=SHARED_MEMORY) as name:
        yield Path(name)


def shared_memory() -> bool:
    """Whether there is a disk in memory with room to spare, on which programs can be run."""
    if not (SHARED_MEMORY.is_dir() and os.access(SHARED_MEMORY, os.W_OK)):
        return False
    disk = os.statvfs(SHARED_MEMORY)
    return disk.f_bavail * disk.f_frsize > 1 << 31 and not disk.f_flag & os.ST_NOEXEC


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that speaks as the providers do; their SDKs find it without being told."""
    from tests.providers import environment, serving

    with serving() as server:
        wanted = environment(server)
        for name in os.environ.keys() - wanted.keys():
            monkeypatch.delenv(name)
        for name, value in wanted.items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server: one for all tests of this process, or one's own."""
    from .engines import postgres

    named = os.environ.get("RECOLLECT_TEST_POSTGRES")
    if named:
        yield named
        return
    with postgres.server(*postgres.QUICK) as server:
        yield server.url


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str) -> Iterator[str]:
    """A database that the tests of this process use one after the other."""
    from .engines import postgres

    with postgres.database(postgres_server, f"recollect_test_{os.getpid()}") as url:
        yield url


@pytest.fixture
def postgres(postgres_database: str) -> str:
    """An empty memory on PostgreSQL: its URL."""
    from .engines import postgres

    postgres.empty(postgres_database)
    return postgres_database


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a Redis server: one for all tests of this process, or one's own."""
    from .engines import redis

    named = os.environ.get("RECOLLECT_TEST_REDIS")
    if named:
        yield named
        return
    with redis.server(redis.modern(), *redis.QUICK) as server:
        yield server.url


@pytest.fixture
def redis(redis_server: str) -> Iterator[str]:
    """An empty memory on Redis: its URL."""
    from .engines import redis

    url = f"{redis_server}{'&' if '?' in redis_server else '?'}prefix=test-{os.getpid()}"
    redis.empty(url)
    yield url
    redis.empty(url)


@pytest.fixture(scope="session")
def graph_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a server that speaks Bolt: one for all tests of this process, or one's own."""
    from .engines import bolt

    with bolt.engine(request.param) as url:
        yield url


@pytest.fixture
def graph(graph_server: str) -> str:
    """The URL of an empty graph."""
    from .engines import bolt

    bolt.empty(graph_server)
    return f"{graph_server}?memory=test"
