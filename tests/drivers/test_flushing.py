"""What reaches the disk: on macOS more than `fsync` is asked for. That system is played here."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from recollect.drivers import flushing
from recollect.drivers.sqlite.opening import connect, prepare

FULL = 51


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What was asked of files on macOS; a share on the network, 7, refuses."""
    asked = list[int]()

    def fcntl(handle: int, command: int) -> None:
        asked.append(command)
        if handle == 7:
            raise OSError("not supported")

    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "darwin")
        patch.setitem(sys.modules, "fcntl", SimpleNamespace(fcntl=fcntl, F_FULLFSYNC=FULL))  # type: ignore[arg-type]
        importlib.reload(flushing)
    yield asked
    importlib.reload(flushing)


def test_the_drive_is_asked_to_empty_its_cache(
    asked: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: asked.append(-handle))
    flushing.flush(tmp_path)
    assert asked == [FULL]
    flushing.sync(7)
    assert asked == [FULL, FULL, -7]


def test_so_it_is_by_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "agent.db"
    db = connect(path, prepare(path))
    try:
        assert (db.pragma("synchronous"), db.pragma("fullfsync")) == (2, 1)
    finally:
        db.close()
