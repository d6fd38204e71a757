"""Ids, keys, filters and questions are data: no spelling of them is ever taken for a command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

from .kit import HashEmbedder

SPELLINGS = [
    "it's",
    "-x",
    "NEAR(",
    "NEAR(a b, 5)",
    'say "so',
    "col:x",
    "content:dark",
    "a AND",
    "OR",
    "NOT dark",
    "dark*",
    "^dark",
    "(dark",
    "{dark}",
    "[dark]",
    "dark\\",
    "%",
    "_",
    "*",
    "?",
    "?1",
    ":name",
    "@name",
    "$name",
    "'; DROP TABLE messages; --",
    '"; DROP TABLE messages; --',
    "' OR '1'='1",
    "x' UNION SELECT id, content FROM messages --",
    "); DELETE FROM notes; --",
    "/* comment */",
    "$.a",
    "$[0]",
    "a.b",
    '$."a"',
    '"',
    "a'b\"c",
    "..",
    "../../etc/passwd",
    "{{7*7}}",
    "${7*7}",
    "%s%n",
    "<script>",
    "</memory>",
    "*) RETURN n //",
    "1; FLUSHALL",
    "true",
    "null",
    "0",
    "NaN",
    "a,b",
    "ünï çødé 🙂",
    "\u202eright to left",
    "ﬀ ligature",
    "dana\u200b",
]


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, folder: Path) -> Iterator[Memory]:
    url = "memory://" if request.param == "memory" else str(folder / "memory.db")
    with Memory(url, embedder=HashEmbedder()) as opened:
        opened.add("I prefer dark mode.", user_id="dana", metadata={"a": 1, "b": {"c": 2}})
        opened.set("ui.theme", "dark", user_id="dana")
        opened.add("Erik's secret", user_id="erik", session_id="s1")
        yield opened


def dump(memory: Memory) -> list[Any]:
    found: list[Any] = [memory.owners()]
    for owner in memory.owners():
        whose = {"user_id": owner.owner.id}
        found += [memory.messages(**whose), memory.notes(closed=True, **whose)]
    return found


@pytest.mark.parametrize("text", SPELLINGS)
def test_reading_with_it_changes_nothing(memory: Memory, text: str) -> None:
    before = dump(memory)
    for hits in (memory.search(text, user_id="dana"), memory.context(text, user_id="dana").hits):
        assert all(hit.record.user_id == "dana" for hit in hits)
    assert memory.search("dark", user_id=text) == []
    assert memory.search("dark", user_id="dana", agent_id=text) == []
    assert memory.messages(user_id=text) == []
    assert memory.messages(user_id="dana", session_id=text) == []
    assert memory.notes(user_id=text) == []
    assert memory.sessions(user_id=text) == []
    assert memory.value(text, "nothing", user_id="dana") == "nothing"
    for where in (
        {"metadata": {text: 1}},
        {"metadata": {"a": text}},
        {"metadata": {text: {text: text}}},
        {"session_id": text},
    ):
        assert memory.messages(user_id="dana", where=where) == []
        assert memory.search("dark", user_id="dana", where=where) == []
    for call in (memory.get, memory.history, memory.delete):
        with pytest.raises(LookupError):
            call(text, user_id="dana")
    assert dump(memory) == before
    assert memory.verify().ok


@pytest.mark.parametrize("text", SPELLINGS)
def test_writing_it_keeps_it_as_it_is(memory: Memory, text: str) -> None:
    said = {"content": f"words and {text}", "id": text, "name": text, "role": "user"}
    whose = {"user_id": text, "agent_id": text}
    metadata = {text: text, "list": [text], "dict": {text: text}}
    memory.add(said, session_id=text, metadata=metadata, **whose)
    memory.set(text, text, **whose)
    found = memory.get(text, user_id=text)
    assert (found.content, found.id, found.name) == (said["content"], text, text)
    assert (found.user_id, found.agent_id, found.session_id) == (text, text, text)
    assert found.metadata == metadata
    assert memory.value(text, **whose) == text
    for where in (
        {"metadata": {text: text}},
        {"metadata": {"list": [text]}},
        {"metadata": {"dict": {text: text}}},
        {"session_id": text},
    ):
        assert [m.id for m in memory.messages(where=where, **whose)] == [text]
        assert [
            hit.id for hit in memory.search("words", where=where, min_relevance=0, **whose)
        ] == [text]
    assert [info.session_id for info in memory.sessions(**whose)] == [text]
    assert len(memory.messages(user_id="dana")) == 1
    memory.delete(text, **whose)
    assert memory.messages(**whose) == []
    assert memory.verify().ok


def test_ids_that_look_alike_are_not_alike(memory: Memory) -> None:
    """Upper and lower case, composed and decomposed, a prefix, a wildcard."""
    alike = ["a", "A", "ab", "a%", "a_", "a*", "ä", "a\u0308", "ａ", "a.b", "a/b", "0" * 32, "a b"]
    for owner in alike:
        memory.add(f"of {owner!r}", user_id=owner)
    for owner in alike:
        assert [m.content for m in memory.messages(user_id=owner)] == [f"of {owner!r}"]
        assert all(hit.record.user_id == owner for hit in memory.search("of", user_id=owner))
    for id in alike:
        memory.add({"content": f"id {id!r}", "id": id}, user_id="dana")
    for id in alike:
        assert memory.get(id, user_id="dana").content == f"id {id!r}"
