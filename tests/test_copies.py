"""What a copy is held to, and what becomes of a store that does not give back what it was given."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.drivers.registry import (
    ALIASES,
    ENDINGS,
    GRAPHS,
    STORES,
    VECTORS,
    beside,
    resolve,
    same_place,
)
from recollect.errors import ConfigError, UnknownScheme
from recollect.transfer.copies import content_hash, differing, digest
from recollect.types import Message, Note, Record

THEN = datetime(2026, 3, 1, 10, 0, 0, 123456, tzinfo=UTC)
MESSAGE = Message("words", at=THEN, id="m", user_id="dana", metadata={"a": [1, {"b": None}]})
NOTE = Note(text="words", learned_at=THEN, recorded_at=THEN, id="n", user_id="dana", value=(1, 2))
STORAGE = Path(__file__).parent.parent / "docs" / "storage.md"


def other(value: Any) -> Any:
    """A value of the same kind that is not the same."""
    if isinstance(value, datetime):
        return value + timedelta(microseconds=1)
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, int | float):
        return value + 1
    return {"other": 1} if isinstance(value, dict) else ("other",)


@pytest.mark.parametrize("record", [MESSAGE, NOTE], ids=["message", "note"])
def test_every_field_is_in_the_hash(record: Record) -> None:
    for field in fields(record):
        value = getattr(record, field.name)
        changed = replace(record, **{field.name: THEN if value is None else other(value)})
        assert (digest(changed) != digest(record)) == field.compare, field.name
        assert differing(record, changed) == ((field.name,) if field.compare else ())


def test_the_hash_does_not_depend_on_spelling_or_order() -> None:
    east = timezone(timedelta(hours=2))
    same = replace(MESSAGE, at=THEN.astimezone(east), metadata={"a": [1, {"b": None}]})
    assert digest(same) == digest(MESSAGE)
    assert digest(replace(NOTE, value=[1, 2])) == digest(NOTE)
    assert digest(replace(NOTE, value=True)) != digest(replace(NOTE, value=1))
    made = [digest(MESSAGE), digest(NOTE)]
    assert content_hash(made) == content_hash(reversed(made)) != content_hash(made[:1])
    assert differing(MESSAGE, NOTE) == ("type",)


def test_a_store_that_forgets_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with Memory("memory://", embedder=None) as memory, Memory("memory://", embedder=None) as target:
        memory.add("one", user_id="dana", metadata={"n": 1})
        memory.add("two", user_id="dana")
        memory.set("city", "Oslo", user_id="dana")
        read = target._store.messages
        monkeypatch.setattr(
            target._store,
            "messages",
            lambda query: [replace(one, metadata={}) for one in read(query)],
        )
        done = memory.copy_to(target)
        assert not done.ok
        assert done.lost == ("`metadata` differs in 1 record",)
        monkeypatch.setattr(target._store, "messages", lambda query: read(query)[:-1])
        again = memory.copy_to(target)
        assert (again.ok, again.lost) == (False, ("1 record missing",))
        monkeypatch.undo()
        assert memory.copy_to(target).ok


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("postgressql://h/d", "postgresql"),
        ("postgre://h/d", "postgresql"),
        ("PostgreSQL://h/d", "postgresql"),
        ("sqllite:///a.db", "sqlite"),
        ("jason:///a.json", "json"),
        ("markdwon:///a", "markdown"),
        ("yml:///a.yml", "yaml"),
        ("memmory://", "memory"),
    ],
)
def test_a_typo_in_a_url_is_named(url: str, meant: str) -> None:
    with pytest.raises(UnknownScheme, match=f"did you mean {meant}://"):
        resolve(url)


@pytest.mark.parametrize("name", ["AGENT.DB", "Agent.SQLite3", "agent.Json", "agent.YML"])
def test_an_ending_may_be_written_large(name: str) -> None:
    driver, path = resolve(name)
    assert (driver, path) == (resolve(name.lower())[0], name)


def test_no_suggestion_where_none_is_near() -> None:
    for url in ("https://example.com/x", "ldap://h"):
        with pytest.raises(UnknownScheme) as raised:
            resolve(url)
        assert "did you mean" not in str(raised.value)


def test_a_typo_in_the_url_of_an_index_is_named() -> None:
    with pytest.raises(UnknownScheme, match="did you mean faiss://"):
        beside("fais:///folder", "vectors")
    with pytest.raises(UnknownScheme) as raised:
        beside("dana:hush@host", "vectors")
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("sqlite:///agent.db?mode=ro", "takes no options"),
        ("json:///agent.json?x=1", "takes no options"),
        ("sqlite:///:memory:", "memory://"),
    ],
)
def test_what_others_read_in_a_url_is_no_name_of_a_file(url: str, remedy: str) -> None:
    with pytest.raises(ConfigError, match=remedy):
        resolve(url)


@pytest.mark.parametrize("name", ["what?.db", "what?x=1.db", "100%.db", "%3F.db"])
def test_a_url_leads_to_any_name_again(tmp_path: Path, name: str) -> None:
    with Memory(tmp_path / name, embedder=None) as memory:
        assert resolve(memory.url)[1] == str(tmp_path / name)


def test_the_same_place_is_known_by_any_spelling(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.touch()
    (tmp_path / "link.db").symlink_to(path)
    assert same_place(str(path), f"sqlite:///{tmp_path / 'link.db'}")
    assert same_place(str(path), f"sqlite:///{tmp_path}/./a.db")
    assert same_place(f"{tmp_path}/agent/", f"markdown:///{tmp_path}/agent?user_id=dana")
    assert same_place("postgres://me:hush@host/d", "postgresql://me@host/d?sslmode=require")
    assert not same_place("postgres://me@host/d", "postgresql://me@host/e")
    assert not same_place(str(path), str(tmp_path / "b.db"))
    assert not same_place("memory://", "memory://")


def test_the_table_of_drivers_is_the_registry() -> None:
    """Scheme, class, extra, command, and the endings of paths: a line each, and no other."""
    rows = re.findall(r"^\| `([\w+]+)://` \|(.*)\|$", STORAGE.read_text("utf-8"), re.MULTILINE)
    table = {scheme: [cell.strip() for cell in rest.split("|")] for scheme, rest in rows}
    drivers = VECTORS | GRAPHS | STORES | {name: STORES[real] for name, real in ALIASES.items()}
    both = {f"`{VECTORS[scheme].name}`" for scheme in VECTORS.keys() & STORES.keys()}
    assert both == set(re.findall(r"is an index, too: (`\w+`)", STORAGE.read_text("utf-8")))
    assert len(rows) == len(table)
    assert set(table) == set(drivers)
    for scheme, driver in drivers.items():
        name, endings, extra, command = table[scheme]
        assert name == f"`{driver.name}`"
        wanted = [ending for ending, spoken in ENDINGS.items() if spoken == scheme]
        assert re.findall(r"`(\.\w+)`", endings) == wanted
        assert extra == (f"`{driver.extra}`" if driver.extra else "none")
        packages = f"recollect[{driver.extra}]" if driver.extra else "recollect"
        assert command == (f"`pip install '{packages}'`" if driver.extra else "`pip install .`")
