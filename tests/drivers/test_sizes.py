"""A file that goes between two looks is none."""

from pathlib import Path

import pytest

from recollect.drivers.sizes import size_of


def test_a_file_that_goes_meanwhile_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    kept, log = tmp_path / "memory.db", tmp_path / "memory.db-wal"
    kept.write_bytes(b"12345")
    monkeypatch.setattr(Path, "exists", lambda file: True)  # as it was a moment ago
    assert size_of((kept, log)) == 5
