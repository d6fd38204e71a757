"""At the end of a run: how many tests of the conformance suites each driver passed."""

from __future__ import annotations

from collections import Counter

import pytest

from .engines import used

SUITE = "conformance"
SHOWN = ("passed", "failed", "skipped")


class Tables:
    """Counts by driver, whichever process ran the test."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[str, str]] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Say of each test of a suite which driver it is about; its report carries that along."""
        for item in items:
            driver = _driver(item)
            if driver is not None:
                item.user_properties.append((SUITE, driver))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test once, whichever of its parts went wrong."""
        driver = dict(report.user_properties).get(SUITE)
        if driver is not None and (report.when == "call" or not report.passed):
            self._counted[str(driver), report.outcome] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The table, if any such test ran."""
        drivers = sorted({driver for driver, _ in self._counted})
        if not drivers:
            return
        wide = max(map(len, drivers))
        terminalreporter.section("conformance tests by driver")
        engines = used.told(drivers)
        if engines:
            terminalreporter.line(f"engines: {engines}")
        terminalreporter.line(f"{'':{wide}}" + "".join(f"{name:>9}" for name in SHOWN))
        for driver in drivers:
            counts = (self._counted[driver, outcome] for outcome in SHOWN)
            terminalreporter.line(f"{driver:{wide}}" + "".join(f"{count:9}" for count in counts))


def _driver(item: pytest.Item) -> str | None:
    """The driver of a test that a class inherits from a suite; None for any other test."""
    cls, method = getattr(item, "cls", None), getattr(item, "function", None)
    if cls is None or not getattr(method, "__module__", "").startswith("recollect.conformance"):
        return None
    name = item.path.stem.removeprefix("test_")
    told = cls.__name__.removeprefix("Test").removesuffix("Sync").removesuffix("Async")
    call = getattr(item, "callspec", None)
    engine = "" if call is None else call.params.get("graph_server", "")
    colour = "async" if cls.__name__.endswith("Async") else "sync"
    return " ".join(part for part in (name, told.lower(), engine, colour) if part)
