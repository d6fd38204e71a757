"""Where CI runs, a test that is skipped is one that was not passed, and the run fails."""

from __future__ import annotations

import os

import pytest


class Skips:
    """What was skipped, whichever process ran it."""

    def __init__(self) -> None:
        self._skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test, or the fixtures before it."""
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A whole file."""
        self._note(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Nothing else went wrong, but this did."""
        if self._counts() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Which, and why."""
        if self._counts():
            terminalreporter.section("skipped, which CI does not allow")
            for line in self._skipped:
                terminalreporter.line(line)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped:
            told = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            self._skipped.append(f"{report.nodeid}: {told}")

    def _counts(self) -> bool:
        return bool(self._skipped) and os.environ.get("CI", "").lower() == "true"
