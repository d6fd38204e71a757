"""A bar with an estimate of the time left: on stderr, on a terminal, and never with --json."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]


@contextmanager
def bar(what: str, as_json: bool, *, in_bytes: bool = False) -> Iterator[Progress | None]:
    """A function to call with what is done and what there is to do, or None to stay silent."""
    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars
    from rich.progress import TimeRemainingColumn as Left

    from .terminal import console

    count = DownloadColumn() if in_bytes else MofNCompleteColumn()
    with Bars(
        TextColumn(what), BarColumn(), count, Left(), console=console(stderr=True), transient=True
    ) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)
