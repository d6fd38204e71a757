"""`recollect erase`: what it says, writes and refuses."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from .conftest import Cli


def test_a_preview_then_the_deed_then_nothing(cli: Cli, kept: list[str]) -> None:
    ran = cli("erase", "--user", "me", "--dry-run")
    assert (ran.code, ran.out) == (0, "Would remove 3 messages.\n")
    assert cli("erase", "--user", "me", "--dry-run", "--json").json["done"] is False
    assert len(cli("messages", "--json").json["messages"]) == 3
    ran = cli("erase", "--user", "me", "--yes", "--receipt", "receipt.json")
    assert ran.code == 0
    assert "Removed 3 messages" in ran.out
    assert "Nothing of it was found." in ran.out
    assert "Biscuit" not in ran.out
    receipt = json.loads(Path("receipt.json").read_text("utf-8"))
    assert receipt["ok"] is True
    assert len(receipt["hashes"]["messages"]) == 3
    assert Path("receipt.json").stat().st_mode & 0o777 == 0o600
    assert b"Biscuit" not in Path("recollect.db").read_bytes()
    ran = cli("erase", "--user", "me", "--yes")
    assert ran.code == 1
    assert "Removed nothing" in ran.out


def test_a_session_and_an_id(cli: Cli, kept: list[str]) -> None:
    made = cli("erase", "-u", "me", "-s", "s2", "--yes", "--json").json
    assert made["erased"] == {"user_id": "me", "session_id": "s2"}
    assert made["removed"]["messages"] == 1
    made = cli("erase", "--id", kept[0], "-y", "--json").json
    assert (made["erased"]["id"], made["ok"]) == (kept[0], True)
    assert [m["id"] for m in cli("messages", "--json").json["messages"]] == [kept[1]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--user", "me"], "pass --yes"),
        (["--yes"], "say whose memory to erase: --user"),
        (["--id", "x", "--session", "s", "--yes"], "not both"),
        (["--user", "me", "--yes", "--receipt", "there.json"], "there already"),
        (["--user", "me", "--yes", "--receipt", "no/where.json"], "does not exist"),
    ],
)
def test_refused_before_anything_is_erased(
    cli: Cli, kept: list[str], arguments: list[str], words: str
) -> None:
    Path("there.json").write_text("an older receipt")
    ran = cli("erase", *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert len(cli("messages", "--json").json["messages"]) == 3


def test_a_receipt_that_cannot_be_written_is_told_before_anything_is_erased(
    cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/there/.recollect-1.part")

    monkeypatch.setattr("tempfile.mkstemp", refused)
    ran = cli("erase", "--user", "me", "--yes", "--receipt", "receipt.json")
    assert (ran.code, ran.err) == (3, "error: receipt.json: Permission denied\n")
    assert len(cli("messages", "--json").json["messages"]) == 3


def test_a_copy_beside_the_file_is_not_clean(cli: Cli, kept: list[str]) -> None:
    Path("recollect.db.bak").write_bytes(Path("recollect.db").read_bytes())
    ran = cli("erase", "--user", "me", "--yes")
    assert ran.code == 1
    assert "recollect.db.bak" in ran.out
    assert "IT IS NOT ALL GONE YET." in ran.out
