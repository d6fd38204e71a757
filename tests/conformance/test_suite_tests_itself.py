"""The suite finds what is broken, and finds nothing wrong with what is not."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import recollect.conformance.sync as topics
from recollect.conformance.sync.base import Suite
from recollect.conformance.sync.concurrency import SharingTests
from recollect.conformance.sync.lasting import PersistenceTests
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.memory import InMemoryStore

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from broken_stores import BROKEN, HEALTHY, Handle  # noqa: E402


def outcome() -> dict[str, Any]:
    """What ran and what failed, by store, in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(HERE / "run_all.py")],
        capture_output=True,
        text=True,
        cwd=HERE.parent.parent,
        timeout=1800,
        check=False,
    )
    assert done.stdout.strip(), done.stderr
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def test_what_is_broken_is_found_out_and_nothing_else() -> None:
    """One test, because one run of the suite on all stores takes several seconds."""
    found = outcome()
    failed = {name: tests for name, tests in found["failed"].items() if tests}
    for kind in HEALTHY:
        assert failed.get(kind.__name__, []) == []
        assert found["ran"][kind.__name__] > 500
    missed = [kind.__doc__ for kind in BROKEN if kind.__name__ not in failed]
    assert missed == []
    elsewhere = {
        kind.__name__: failed[kind.__name__]
        for kind in BROKEN
        if not any(kind.caught_by in name for name in failed[kind.__name__])
    }
    assert elsewhere == {}
    assert len(BROKEN) > 20


def mixins() -> list[type]:
    """Every class of tests in the suite's files."""
    found = []
    for info in pkgutil.iter_modules(topics.__path__, "recollect.conformance.sync."):
        module = importlib.import_module(info.name)
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if kind.__module__ == info.name and kind.__name__.endswith("Tests"):
                found.append(kind)
    return found


def test_no_test_hides_another() -> None:
    names = [(name, kind) for kind in mixins() for name in vars(kind) if name.startswith("test_")]
    counts = Counter(name for name, _ in names)
    assert [name for name, count in counts.items() if count > 1] == []
    assert len(names) > 150


def test_no_topic_is_left_out() -> None:
    left_out = [kind for kind in mixins() if issubclass(kind, Suite)]
    left_out = [kind for kind in left_out if not issubclass(StoreSuite, kind)]
    assert left_out == []


class Plain(StoreSuite):
    """Gives a store alone. Its name keeps pytest from running it."""

    @pytest.fixture
    def store(self) -> None: ...


class Lasting(Plain):
    @pytest.fixture
    def reopen(self) -> None: ...


class Whole(Lasting):
    @pytest.fixture
    def rivals(self) -> None: ...


def offered(kind: type) -> set[str]:
    return {
        name for name in dir(kind) if name.startswith("test_") and callable(getattr(kind, name))
    }


def test_a_class_is_offered_the_tests_of_what_it_gives() -> None:
    lasting = {name for name in vars(PersistenceTests) if name.startswith("test_")}
    sharing = {name for name in vars(SharingTests) if name.startswith("test_")}
    assert offered(Whole) == offered(StoreSuite)
    assert offered(Whole) - offered(Lasting) == sharing
    assert offered(Lasting) - offered(Plain) == lasting
    assert min(len(lasting), len(sharing)) > 3


@pytest.mark.parametrize(
    ("tests", "store", "fits"),
    [
        (Plain, InMemoryStore, True),
        (Plain, Handle, False),
        (Lasting, InMemoryStore, False),
        (Lasting, Handle, False),
        (Whole, Handle, True),
    ],
)
def test_a_promise_that_is_not_tested_is_found_out(
    tests: type[Plain], store: Any, fits: bool
) -> None:
    if fits:
        tests().test_every_promise_is_tested(store())
    else:
        with pytest.raises(AssertionError, match="which fixtures to give"):
            tests().test_every_promise_is_tested(store())
