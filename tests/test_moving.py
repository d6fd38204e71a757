"""Moving to another embedder while others work, and when the move is killed half-way."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect import Memory

WHO = {"user_id": "dana"}
COUNT = 700
PATIENCE = 300.0


class Hashed:
    """A vector out of a text's words; `hold` stops it at a text count until it is let go."""

    def __init__(self, id: str, size: int, hold: int | None = None) -> None:
        self.id, self.size, self.texts, self.hold = id, size, 0, hold
        self.holding, self.go_on = threading.Event(), threading.Event()

    def embed(self, texts: list[str]) -> Any:
        self.texts += len(texts)
        if self.hold is not None and self.texts > self.hold:
            self.holding.set()
            assert self.go_on.wait(PATIENCE)
        digests = [hashlib.blake2b(text.encode(), digest_size=self.size) for text in texts]
        return [[byte - 127.5 for byte in digest.digest()] for digest in digests]


KILLED = """
import sys
sys.path.insert(0, {folder!r})
from {module} import Hashed, Memory

def tell(done, total):
    if done >= 256:
        print(done, flush=True)
        sys.stdin.read()  # until it is killed

with Memory({path!r}, embedder=Hashed("old", 16)) as memory:
    memory.reindex(embedder=Hashed("new", 24), progress=tell)
"""


@pytest.fixture
def path(folder: Path) -> str:
    path = str(folder / "memory.db")
    with Memory(path, embedder=Hashed("old", 16)) as memory:
        memory.add([f"message {number}" for number in range(COUNT)], **WHO)
    return path


def sizes(path: str) -> dict[str, list[tuple[int, int]]]:
    """Of each model, how many vectors there are of how many bytes."""
    db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    found: dict[str, list[tuple[int, int]]] = {}
    for name, size, count in db.execute(
        "SELECT name, length(data), count(*) FROM models LEFT JOIN vectors USING(model) "
        "GROUP BY 1, 2"
    ):
        found.setdefault(name, []).append((size, count))
    db.close()
    return found


def near(memory: Memory) -> bool:
    """Whether a search compared vectors, and said so."""
    hits = memory.search("message 7", min_relevance=0, **WHO)
    assert "message 7" in [hit.text for hit in hits]
    compared = any("cosine" in hit.parts for hit in hits)
    assert hits.degraded == (() if compared else ("vectors",))
    return compared


def test_a_move_that_is_killed_goes_on_where_it_was(path: str) -> None:
    here = Path(__file__)
    code = KILLED.format(folder=str(here.parent), module=here.stem, path=path)
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        made = int(child.stdout.readline())
        child.kill()
    assert 0 < made < COUNT
    with Memory(path, embedder=Hashed("old", 16)) as memory:
        assert memory.stats().vectors == {"old": COUNT, "new": made}
        assert near(memory)
        assert memory.verify().ok
        new = Hashed("new", 24)
        stats = memory.reindex(embedder=new)
        assert (stats.vectors, stats.pending, stats.messages) == ({"new": COUNT}, 0, COUNT)
        assert new.texts == 1 + COUNT - made, "it tries the embedder, and makes what is missing"
        assert near(memory)
        assert memory.verify().ok
        assert {m.content for m in memory.messages(**WHO)} == {
            f"message {number}" for number in range(COUNT)
        }
    assert sizes(path) == {"new": [(24 + 4, COUNT)]}


def test_it_is_read_and_written_during_the_move_and_after(path: str) -> None:
    old = Hashed("old", 16)
    new = Hashed("new", 24, hold=300)
    with Memory(path, embedder=Hashed("old", 16)) as memory, Memory(path, embedder=old) as open_:
        move = threading.Thread(target=memory.reindex, kwargs={"embedder": new})
        move.start()
        assert new.holding.wait(PATIENCE)
        for one in (memory, open_):
            assert near(one)
            assert one.add("said during the move", **WHO).embedded
        new.go_on.set()
        move.join(PATIENCE)
        assert (memory.stats().vectors, memory.stats().pending) == ({"new": COUNT + 2}, 0)
        assert near(memory)
        # Whoever still has the old embedder goes by words, and makes nothing unasked.
        before = old.texts
        assert not near(open_)
        open_._using.behind = 1
        open_.search("message", **WHO)
        open_._background.wait()
        assert old.texts == before + 2
        open_.add("said after the move", **WHO)
        assert open_.search("said after", **WHO)[0].text == "said after the move"
    with Memory(path, embedder=Hashed("new", 24)) as memory:
        memory.search("message", **WHO)
        memory._background.wait()
        assert memory.stats().pending == 0
        assert memory.stats().foreign is None
        assert memory.reindex().vectors == {"new": COUNT + 3}
        assert memory.verify().ok
    assert sizes(path) == {"new": [(24 + 4, COUNT + 3)]}


def test_missing_vectors_are_not_made_behind_a_move(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process was making what was missing of the old model when the memory was moved."""
    monkeypatch.setattr("recollect.memory.sync.embedding.LOOK_UP", 2)
    with Memory(path, embedder=None) as plain:
        plain.add([f"later {number}" for number in range(200)], **WHO)
    old = Hashed("old", 16, hold=5)
    with Memory(path, embedder=old) as open_:
        open_.search("message", **WHO)
        assert old.holding.wait(PATIENCE)
        with Memory(path, embedder=None) as moving:
            moving.reindex(embedder=Hashed("new", 24))
        old.go_on.set()
        open_._background.wait()
        kept = open_.stats().vectors
    assert kept["new"] == COUNT + 200
    assert kept["old"] <= 2 * 64, "what was under way, and no more"


def test_a_vector_made_just_before_the_change_is_made_anew(path: str) -> None:
    """Its text was embedded by the old model, and committed after the old one's vectors went."""
    slow = Hashed("old", 16)
    new = Hashed("new", 24)
    with Memory(path, embedder=slow) as memory:
        slow.hold = 0
        added: list[Any] = []
        adding = threading.Thread(target=lambda: added.append(memory.add("in between", **WHO)))
        adding.start()
        assert slow.holding.wait(PATIENCE)
        memory.reindex(embedder=new)
        slow.go_on.set()
        adding.join(PATIENCE)
        memory._background.wait()
        assert added[0].embedded is False
        assert memory.stats().vectors == {"new": COUNT + 1, "old": 1}
        assert memory.reindex().vectors == {"new": COUNT + 1}
