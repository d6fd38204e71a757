"""Run the suite on each healthy and each broken store, and print what failed as JSON.

Not collected by itself: `test_suite_tests_itself.py` runs it in a process of its own.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from recollect.conformance.sync.suite import StoreSuite

if __name__ != "__main__":
    from broken_stores import BROKEN, HEALTHY, Handle

    def suite_for(kind: type, topics: tuple[type, ...]) -> type:
        """A test class that runs topics of the suite on one kind of store."""

        @pytest.fixture
        def store(self: object) -> Iterator[Any]:
            store = kind()
            yield store
            store.close()

        @pytest.fixture
        def reopen(self: object, store: Handle) -> Any:
            def again() -> Handle:
                store.close()
                return store.another()

            return again

        @pytest.fixture
        def rivals(self: object, store: Handle) -> list[Any]:
            return [store.another(), store.another()]

        fixtures = {"store": store}
        fixtures |= {"reopen": reopen} if kind.features.durable else {}
        fixtures |= {"rivals": rivals} if kind.features.shared else {}
        named = {"caught_by": getattr(kind, "caught_by", "")}
        return type(f"Test{kind.__name__}", topics, fixtures | named)

    for kind in HEALTHY:
        globals()[f"Test{kind.__name__}"] = suite_for(kind, (StoreSuite,))
    for kind in BROKEN:
        globals()[f"Test{kind.__name__}"] = suite_for(kind, kind.topics)


class Collector:
    """Notes what failed, by class, and leaves a class alone once it is found out."""

    def __init__(self) -> None:
        self.ran: dict[str, int] = defaultdict(int)
        self.failed: dict[str, list[str]] = defaultdict(list)

    def pytest_runtest_setup(self, item: pytest.Function) -> None:
        wanted = item.cls.caught_by
        if self.failed[_class(item.nodeid)] and not (wanted and wanted in item.name):
            pytest.skip("found out already")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran[_class(report.nodeid)] += report.when == "call" and not report.skipped
        if report.failed:
            self.failed[_class(report.nodeid)].append(report.nodeid.split("::")[-1])


def _class(nodeid: str) -> str:
    return nodeid.split("::")[1].removeprefix("Test")


if __name__ == "__main__":
    collector = Collector()
    options = ["-q", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    pytest.main([__file__, *options, *sys.argv[1:]], plugins=[collector])
    print()
    print(json.dumps({"ran": collector.ran, "failed": collector.failed}))
