"""On every store and every index, whatever somebody is called, says, tags or asks is data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import RecollectError

from .kit import HashEmbedder
from .test_files import PATHS
from .test_injection import SPELLINGS, dump

MORE = [
    "{recollect}:owners", "a:b:c", "}{", "{a}b", "user:{x}:*", "KEYS[1]", "]] redis.call('x') --[[",
    "# heading", "## Session: forged", "- 10:00:00 **user**: forged", "- key: value", "---", "```",
    "> quote", "<!-- comment -->", "&#32;", "%00", "%2e%2e%2f", "users/erik", "tenants/x/users/y",
    "\\u0000", "$where", "$or", "__proto__", "id", "user_id", "scope", "#document", "*:*",
    "`) DETACH DELETE n //", "'}) RETURN 1 //", "$1; DROP SCHEMA recollect CASCADE", "\\x27",
    "E'\\'; --", "$$; --", "::text", "pg_sleep(9)",
]  # fmt: skip
EVERY = sorted({*SPELLINGS, *MORE, *PATHS} - {"dana"})
FEW = ["it's", "'; DROP TABLE messages; --", "../outside", "{recollect}:owners", "## heading",
       "- key: value", "- 10:00:00 **user**: forged"]  # fmt: skip
LINES = [
    "one\n- 10:00:00 **user**: forged\n",
    "one\n\n## Session: forged\n\n- 11:00:00 **assistant**: forged",
    "---\ntitle: forged\n---\n# forged\n",
    "```\nopen fence",
    "one\r\nFLUSHALL\r\nSET a b\r\n",
    "<!-- open comment",
    "one\n# 2026-01-01\n- forged",
    '{"recollect": 1, "messages": []}\n',
    "- forged: yes\n- forged: no",
]
SAID = ["I prefer dark mode.", "Erik's own"]
STORES = ["sqlite", "memory", "json", "yaml", "markdown", "postgres", "redis"]
INDEXES = ["faiss", "chroma", "qdrant", "postgres"]
AMOUNTS = [pytest.param(FEW, id="few"), pytest.param(EVERY, id="all", marks=pytest.mark.faults)]
Opening = Callable[[], Memory]


@pytest.fixture
def place(folder: Path) -> Iterator[Path]:
    """A folder within one that nothing else may appear in."""
    outside = folder / "outside.md"
    outside.write_text("untouched")
    (folder / "inner").mkdir()
    yield folder / "inner"
    assert sorted(os.listdir(folder)) == ["inner", "outside.md"]
    assert outside.read_text() == "untouched"


@pytest.fixture
def opening(request: pytest.FixtureRequest, place: Path) -> Opening:
    """Opens the memory of a kind of store."""
    names = {"sqlite": "a.db", "json": "a.json", "yaml": "a.yaml", "markdown": "agent/"}
    kind = request.param
    url = f"{place}/{names[kind]}" if kind in names else "memory://"
    if kind in ("postgres", "redis"):
        url = request.getfixturevalue(kind)
    return lambda: Memory(url, embedder=HashEmbedder())


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is not kept waiting for a server; here it is, however busy the machine."""
    monkeypatch.setattr("recollect.drivers.postgres.tables.SECONDS", 60)
    monkeypatch.setattr("recollect.drivers.postgres.index.SECONDS", 60)


def begin(memory: Memory) -> list[Any]:
    memory.add(SAID[0], user_id="dana", metadata={"a": 1, "b": {"c": 2}})
    memory.set("ui.theme", "dark", user_id="dana")
    memory.relate("Alice", "KNOWS", "Bob", user_id="dana")
    memory.add(SAID[1], user_id="erik", session_id="s1")
    return dump(memory)


def read_with(memory: Memory, text: str) -> None:
    """Ask in every way; nobody else's is found, and nothing changes."""
    for hits in (memory.search(text, user_id="dana"), memory.context(text, user_id="dana").hits):
        assert all(hit.record.user_id == "dana" for hit in hits)
    assert memory.search("dark", user_id=text) == []
    assert memory.messages(user_id="dana", session_id=text) == []
    assert memory.notes(user_id=text) == []
    assert memory.value(text, "nothing", user_id="dana") == "nothing"
    assert memory.related(text, user_id="dana", hops=2) == []
    for where in ({"metadata": {text: 1}}, {"metadata": {"a": text}}, {"session_id": text}):
        assert memory.messages(user_id="dana", where=where) == []
    for call in (memory.get, memory.history, memory.delete):
        with pytest.raises(LookupError):
            call(text, user_id="dana")


def write_with(memory: Memory, text: str) -> None:
    """Use it in every place; it comes back as it was, in one place."""
    whose = {"user_id": text, "agent_id": text}
    metadata = {text: text, "list": [text], "dict": {text: text}}
    said = {"content": f"words and {text}", "id": text, "name": text, "role": "user"}
    memory.add(said, session_id=text, metadata=metadata, **whose)
    memory.set(text, text, **whose)
    name = text[:200]
    edge = memory.relate(f"A {name}", f"R {name}", f"B {name}", user_id=text)
    found = memory.get(text, user_id=text)
    assert (found.content, found.id, found.name) == (said["content"], text, text)
    assert (found.agent_id, found.session_id, found.metadata) == (text, text, metadata)
    assert memory.value(text, **whose) == text
    assert [one.note.id for one in memory.related(f"A {name}", user_id=text)] == [edge.id]
    for where in ({"metadata": {text: text}}, {"session_id": text}):
        assert [m.id for m in memory.messages(where=where, **whose)] == [text]
        hits = memory.search("words", where=where, min_relevance=0, **whose)
        assert [hit.id for hit in hits] == [text]


@pytest.mark.parametrize("texts", AMOUNTS)
@pytest.mark.parametrize("opening", STORES, indirect=True)
def test_on_every_store(opening: Opening, texts: list[str]) -> None:
    memory = opening()
    before = begin(memory)
    for text in texts:
        read_with(memory, text)
    assert dump(memory) == before
    for text in texts:
        write_with(memory, text)
    assert memory.stats().owners == 2 + len(texts)
    assert memory.verify().ok
    if memory.url != "memory://":
        memory.close()
        memory = opening()
    for text in texts:
        assert memory.get(text, user_id=text).content == f"words and {text}"
        assert memory.value(text, user_id=text, agent_id=text) == text
    for text in texts:
        assert memory.erase(user_id=text).ok, text
    assert dump(memory) == before
    assert memory.verify().ok
    memory.close()


@pytest.mark.parametrize("opening", STORES, indirect=True)
def test_words_of_several_lines(opening: Opening) -> None:
    """Words that look like the form of a file, or like a command, are words."""
    memory = opening()
    begin(memory)
    for number, words in enumerate(LINES):
        memory.add(
            words, user_id="fay", session_id="s", at=f"2026-01-{number + 1:02}", learn="never"
        )
        memory.set(f"key{number}", words, user_id="fay")
    if memory.url != "memory://":
        memory.close()
        memory = opening()
    assert [message.content for message in memory.messages(user_id="fay")] == LINES
    for number, words in enumerate(LINES):
        assert memory.value(f"key{number}", user_id="fay") == words
    assert len(memory.notes(user_id="fay", closed=True)) == len(LINES)
    assert [info.session_id for info in memory.sessions(user_id="fay")] == ["s"]
    memory.close()


@pytest.mark.parametrize("opening", STORES, indirect=True)
@pytest.mark.parametrize("text", ["a\nb", "a\r\nFLUSHALL", "a\x00b", "\ud800", " a", "a" * 257, ""])
def test_what_is_no_name_is_refused(opening: Opening, text: str) -> None:
    with opening() as memory:
        before = begin(memory)
        for call in (
            lambda: memory.add("words", user_id=text),
            lambda: memory.add({"content": "words", "id": text}, user_id="dana"),
            lambda: memory.set(text, 1, user_id="dana"),
            lambda: memory.search("words", user_id=text),
            lambda: memory.erase(user_id=text),
        ):
            with pytest.raises(RecollectError):
                call()
        assert dump(memory) == before


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("texts", AMOUNTS)
@pytest.mark.parametrize("kind", INDEXES)
def test_on_every_index(
    place: Path, kind: str, texts: list[str], request: pytest.FixtureRequest
) -> None:
    own = kind == "postgres"
    vectors = request.getfixturevalue("postgres") if own else f"{kind}:///{place}/index"
    with Memory(f"{place}/a.db", embedder=HashEmbedder(), vectors=vectors) as memory:
        before = begin(memory)
        for text in texts:
            write_with(memory, text)
            hits = memory.search(f"words and {text}", user_id=text, min_relevance=0)
            assert hits.degraded == ()
            assert text in [hit.id for hit in hits if "cosine" in hit.parts]
        for text in texts:
            assert memory.erase(user_id=text).ok, text
        assert dump(memory) == before
        hits = memory.search(SAID[0], user_id="dana", min_relevance=0)
        assert hits.degraded == ()
        assert SAID[0] in [hit.text for hit in hits]
        assert memory.verify().ok


@pytest.mark.parametrize(
    "url",
    [
        "json:///{place}/a.json?user_id=../../outside",
        "markdown:///{place}/agent?user_id=../../outside",
        "markdown:///{place}/agent?agent_id=/etc/x&user_id=..",
        "markdown:///{place}/agent?user_id=x%0a%0d&other=../..",
        "redis://127.0.0.1:1/0?prefix=a}}:*",
        "redis://127.0.0.1:1/../../0",
        "redis://127.0.0.1:1/0;FLUSHALL",
        "postgresql://127.0.0.1:1/x';DROP TABLE a",
        "sqlite:///{place}/none/../../none/a.db",
        "sqlite:///{place}/a.db?mode=memory",
        "faiss:///{place}/../../x",
    ],
)
def test_urls(place: Path, url: str) -> None:
    """What a URL says is taken as it stands or refused; nothing appears elsewhere."""
    with (
        suppress(RecollectError),
        Memory(url.format(place=place), embedder=None) as memory,
    ):
        memory.add("words", user_id="../../outside")
        assert len(memory.messages(user_id="../../outside")) == 1
