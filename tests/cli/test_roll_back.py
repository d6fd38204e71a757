"""`recollect roll-back`, and the policy for secrets."""

from __future__ import annotations

import pytest

from .conftest import Cli


@pytest.fixture
def learned(cli: Cli) -> None:
    cli("add", "I live in Lisbon.", "--at", "2026-01-01")
    cli("add", "I live in Oslo.", "--session", "s1", "--at", "2026-02-01")


@pytest.mark.usefixtures("learned")
def test_a_preview_then_the_deed_then_nothing(cli: Cli) -> None:
    ran = cli("roll-back", "session:s1", "--dry-run")
    assert ran.code == 0
    assert "Would take back 1 note learned from session:s1 (1 message)." in ran.out
    made = cli("roll-back", "session:s1", "--json").json
    assert (made["source"], made["messages"], made["done"]) == ("session:s1", 1, True)
    assert [note["text"] for note in made["closed"]] == ["The user lives in Oslo."]
    assert [note["text"] for note in made["reopened"]] == ["The user lives in Lisbon."]
    assert made["derived"] == []
    assert cli("roll-back", "session:s1").code == 1
    assert cli("roll-back", "nobody").code == 1


def test_a_policy_for_secrets(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ("add", "The password is blue42!fish", "--json")
    assert "blue42" in cli(*said).json["messages"][0]["content"]
    assert "blue42" not in cli(*said, "--secrets", "redact").json["messages"][0]["content"]
    assert cli(*said, "--secrets", "refuse").code == 2
    assert cli(*said, "--secrets", "hide").code == 2
    monkeypatch.setenv("RECOLLECT_SECRETS", "redact")
    assert "blue42" not in cli(*said).json["messages"][0]["content"]
    assert "blue42" in cli(*said, "--secrets", "keep").json["messages"][0]["content"]
    monkeypatch.setenv("RECOLLECT_SECRETS", "hide")
    ran = cli("add", "Hello")
    assert ran.code == 2
    assert "RECOLLECT_SECRETS" in ran.err
