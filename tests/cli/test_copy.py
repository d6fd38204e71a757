"""recollect copy"""

from __future__ import annotations

from pathlib import Path

from recollect import Memory

from .conftest import Cli


def test_copy_says_what_it_did_and_can_be_run_again(cli: Cli, kept: list[str]) -> None:
    ran = cli("copy", "recollect.db", "copy.json")
    assert ran.code == 0
    assert "Copied 3 records and 0 vectors to json:///copy.json" in ran.out
    assert "Both hold the same 3 messages and 0 notes (content hash " in ran.out
    again = cli("copy", "recollect.db", "copy.json", "--json").json
    assert (again["ok"], again["written"], again["lost"]) == (True, 0, [])
    assert again["source_hash"] == again["target_hash"] in ran.out
    back = cli("copy", "copy.json", "./folder/", "--json").json
    assert back["target_hash"] == again["source_hash"]
    assert cli("messages", "--db", "./folder/", "--json").json == cli("messages", "--json").json


def test_copy_refuses_what_cannot_be_meant(cli: Cli, kept: list[str]) -> None:
    for words in (("none.db", "b.db"), ("recollect.db", "recollect.db"), ("recollect.db", "b.txt")):
        assert cli("copy", *words).code == 2
    assert not Path("b.db").exists()
    ran = cli("copy", "recollect.db", "postgressql://dana:hush@host/agents")
    assert ran.code == 2
    assert "did you mean postgresql://?" in ran.err
    assert "hush" not in ran.err + ran.out
    ran = cli("copy", "recollect.db", "http://dana:hush@host:7077")
    assert ran.code == 2
    assert "name the one behind it" in ran.err
    assert "hush" not in ran.err + ran.out


def test_copy_keeps_both_when_told(cli: Cli, kept: list[str]) -> None:
    with Memory("b.db", embedder=None) as memory:
        memory.add("The dog barks.", user_id="fay", learn="never")
    refused = cli("copy", "recollect.db", "b.db")
    assert refused.code == 2
    assert "1 record not in this memory" in refused.err
    assert cli("copy", "recollect.db", "b.db", "--into", "--json").json["written"] == 3
    with Memory("b.db", embedder=None) as memory:
        assert memory.stats().messages == 4
