"""`recollect policy`, `pin`, `expire`, `consolidate` and `prune`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Cli


def test_a_policy_hides_and_prune_removes(cli: Cli, kept: list[str]) -> None:
    ran = cli("policy")
    assert (ran.code, ran.out.split()[:3]) == (0, ["message", "for", "ever"])
    made = cli("policy", "--keep", "message=1 day", "--half-life", "2w", "--json").json
    assert (made["keep"]["message"], made["half_life"]) == ("1 day", "14 days")
    assert cli("messages").code == 1
    assert "Biscuit" not in cli("search", "cat Biscuit", "--words-only").out
    ran = cli("prune", "--dry-run")
    assert ran.code == 0
    assert "Would remove 3 messages" in ran.out
    assert "3 messages: kept 1 day" in ran.out
    assert {one["why"] for one in cli("prune", "--dry-run", "--json").json["going"]} == {
        "kept 1 day"
    }
    ran = cli("prune")
    assert ran.code == 2
    assert "pass --yes" in ran.err
    ran = cli("prune", "--yes")
    assert ran.code == 0
    assert "Nothing of it was found." in ran.out
    assert b"Biscuit" not in Path("recollect.db").read_bytes()
    assert cli("prune", "--yes", "--json").json["reasons"] == {}
    assert cli("prune", "--yes").code == 1


def test_a_pin_holds(cli: Cli, kept: list[str]) -> None:
    assert cli("pin").code == 1
    assert cli("pin", kept[2]).out == f"Pinned {kept[2]}.\n"
    cli("policy", "--keep", "message=1d")
    assert [m["id"] for m in cli("messages", "--json").json["messages"]] == [kept[2]]
    assert "Biscuit" in cli("pin").out
    assert [one["id"] for one in cli("pin", "--json").json["pins"]] == [kept[2]]
    assert cli("pin", kept[2], "--off").out == f"Unpinned {kept[2]}.\n"
    assert cli("messages").code == 1
    assert cli("pin", "--off").code == 2


def test_expire(cli: Cli, kept: list[str]) -> None:
    assert cli("expire", kept[0], "--at", "2099-01-01").out == f"{kept[0]} ends 2099-01-01.\n"
    assert cli("expire", kept[0], "--never").out == f"{kept[0]} has no end of its own.\n"
    assert cli("expire", kept[0], "--json").json == {"id": kept[0], "at": None, "never": False}
    assert cli("show", kept[0]).code == 1
    assert cli("expire", kept[0]).code == 1
    assert cli("expire", kept[1], "--at", "2099-01-01", "--never").code == 2


def test_consolidate(cli: Cli) -> None:
    cli("add", "I've been using Trello for Python projects.", "--words-only")
    cli("add", "I've been using Trello for my Python projects.", "--words-only")
    assert len(cli("notes", "--json").json["notes"]) == 2
    ran = cli("consolidate", "--dry-run", "--words-only")
    assert "Would merge 2 notes into 1." in ran.out
    assert cli("consolidate", "--words-only", "--json").json["done"] is True
    assert len(cli("notes", "--json").json["notes"]) == 1
    ran = cli("consolidate", "--words-only")
    assert (ran.code, ran.out) == (1, "Nothing says the same twice.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["policy", "--keep", "message"], "KIND=TIME"),
        (["policy", "--keep", "letters=1 day"], "keep knows"),
        (["policy", "--half-life", "soon"], "length of time"),
        (["prune", "--closed", "soon", "--dry-run"], "length of time"),
        (["expire", "x", "--at", "soon"], "no message or note"),
    ],
)
def test_refused(cli: Cli, kept: list[str], arguments: list[str], words: str) -> None:
    ran = cli(*arguments)
    assert ran.code in (1, 2)
    assert words in ran.err
    assert len(cli("messages", "--json").json["messages"]) == 3
