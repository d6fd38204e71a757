"""recollect undo, diff and --as-of, for people and for machines."""

from __future__ import annotations

import pytest

from recollect import Memory

from .conftest import Cli

W = "--words-only"


@pytest.fixture
def told(cli: Cli) -> None:
    """Somebody who moved."""
    for day, words in (("01-01", "I live in Lisbon."), ("03-01", "I live in Oslo.")):
        assert cli("add", words, "--at", f"2026-{day}", W).code == 0


def the_id(cli: Cli, *asked: str) -> str:
    (note,) = cli("notes", "--json", *asked).json["notes"]
    return str(note["id"])


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("verb", [("search", "live", W), ("context", "live", W), ("notes",)])
def test_as_of(cli: Cli, verb: tuple[str, ...]) -> None:
    then = cli(*verb, "--as-of", "2026-02-01")
    assert (then.code, "Lisbon" in then.out, "Oslo" in then.out) == (0, True, False)
    assert "Oslo" in cli(*verb).out
    before = cli(*verb, "--as-of", "2025-01-01")
    assert (before.code, before.out) == (1, "")
    stored = cli(*verb, "--as-of", "2020-01-01", "--recorded")
    assert (stored.code, stored.out) == (1, "")


@pytest.mark.usefixtures("told")
def test_messages_and_entities_as_of(cli: Cli) -> None:
    said = cli("messages", "--as-of", "2026-02-01", "--json").json["messages"]
    assert [one["content"] for one in said] == ["I live in Lisbon."]
    cli("graph", "relate", "Ann", "KNOWS", "Bob", "--at", "2026-05-01", W)
    assert "Ann" not in cli("graph", "entities", "--as-of", "2026-04-01").out
    assert "Ann" in cli("graph", "entities", "--as-of", "2026-05-01").out
    assert cli("graph", "path", "Ann", "Bob", "--as-of", "2026-04-01").code == 1
    assert cli("graph", "related", "Ann", "--as-of", "2026-05-01").code == 0
    assert cli("graph", "related", "Ann", "--as-of", "2020-01-01", "--recorded").code == 1


@pytest.mark.usefixtures("told")
def test_bad_moments(cli: Cli) -> None:
    ran = cli("notes", "--as-of", "yesterday")
    assert (ran.code, "ISO 8601" in ran.err) == (2, True)
    ran = cli("notes", "--recorded")
    assert (ran.code, "--as-of TIME" in ran.err) == (2, True)
    assert cli("diff", "2026-02-01", "2026-01-01").code == 2


@pytest.mark.usefixtures("told")
def test_undo(cli: Cli) -> None:
    id = the_id(cli)
    ran = cli("undo", id, W)
    assert ran.code == 0
    assert ran.out.index("The user lives in Oslo.") < ran.out.index("Stands again:")
    assert "The user lives in Lisbon." in ran.out
    assert "Lisbon" in cli("notes").out
    again = cli("undo", id, W)
    assert (again.code, "newer note" in again.err) == (2, True)
    assert f"undoes {id}" in " ".join(cli("why", the_id(cli)).out.split())
    made = cli("undo", the_id(cli), W, "--json").json
    assert made["closed"]["value"] == "Lisbon"
    assert [note["metadata"]["restores"] for note in made["restored"]] == [id]
    assert cli("undo", "nothing", W).code == 1


def test_a_list_that_was_learned_looks_like_nothing_that_was_closed(cli: Cli) -> None:
    with Memory("recollect.db", embedder=None) as memory:
        note = memory.set("knows", "Ann", user_id="me", at="2026-02-01")
        memory.update(note.id, text="Ann knows:\n- Bob", user_id="me", at="2026-03-01")
    ran = cli("diff", "2026-01-01", "2026-06-01")
    assert [line for line in ran.out.splitlines() if "Bob" in line] == ["  - Bob"]
    why = cli("why", note.id)
    assert [line for line in why.out.splitlines() if "Bob" in line] == ["             - Bob"]


@pytest.mark.usefixtures("told")
def test_diff(cli: Cli) -> None:
    ran = cli("diff", "2025-12-01", "2026-02-01")
    assert (ran.code, "1 message said" in ran.out) == (0, True)
    assert "+ The user lives in Lisbon." in ran.out
    later = cli("diff", "2026-02-01", "2026-06-01")
    assert "~ The user lives in Lisbon. → The user lives in Oslo." in later.out
    made = cli("diff", "2025-01-01", "2026-06-01", "--json").json
    assert [pair["new"]["value"] for pair in made["replaced"]] == ["Oslo"]
    assert (len(made["said"]), made["recorded"]) == (2, False)
    assert cli("diff", "2026-04-01", "2026-06-01").code == 1
    assert len(cli("diff", "2020-01-01", "--recorded", "--json").json["said"]) == 2
