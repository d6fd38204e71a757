"""An embedder that fails costs no words: they are kept and found, and vectors follow later."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect import AsyncMemory, Memory, Message, MissingExtra, ModelError
from recollect.errors import StoreBusy

WHO = {"user_id": "dana"}
PATIENCE = 300.0


def good(texts: list[str], size: int = 16) -> list[list[float]]:
    digests = [hashlib.blake2b(text.encode(), digest_size=size).digest() for text in texts]
    return [[byte - 127.5 for byte in digest] for digest in digests]


class Moody:
    """Works until it is given a mood: another function in the place of the good one."""

    def __init__(self, id: str = "moody", size: int = 16) -> None:
        self.id, self.size = id, size
        self.mood: Callable[[list[str]], Any] | None = None
        self.calls = self.texts = 0

    def embed(self, texts: list[str]) -> Any:
        self.calls += 1
        self.texts += len(texts)
        return self.mood(texts) if self.mood else good(texts, self.size)


def fails(texts: list[str]) -> Any:
    raise RuntimeError("429 Too Many Requests")


def times_out(texts: list[str]) -> Any:
    raise TimeoutError


MOODS: dict[str, Callable[[list[str]], Any]] = {
    "raises": fails,
    "times out": times_out,
    "a ValueError": lambda texts: int("x"),
    "None": lambda texts: None,
    "NaN": lambda texts: [[float("nan")] * 16 for _ in texts],
    "one NaN": lambda texts: [[1.0] * 15 + [float("nan")] for _ in texts],
    "infinity": lambda texts: [[float("inf")] * 16 for _ in texts],
    "beyond float32": lambda texts: np.full((len(texts), 16), 1e300),
    "zeros": lambda texts: np.zeros((len(texts), 16)),
    "too few rows": lambda texts: good(texts)[:-1],
    "too many rows": lambda texts: good([*texts, "more"]),
    "no rows": lambda texts: [],
    "one flat row": lambda texts: good(texts)[0],
    "three dimensions": lambda texts: np.ones((len(texts), 4, 4)),
    "no dimensions": lambda texts: np.empty((len(texts), 0)),
    "ragged rows": lambda texts: [[1.0] * (3 + number) for number in range(len(texts) + 1)],
    "another size": lambda texts: good(texts, 17),
    "words": lambda texts: [["a"] * 16 for _ in texts],
    "a string": lambda texts: "vectors",
    "objects": lambda texts: [[object()] * 16 for _ in texts],
    "complex numbers": lambda texts: np.full((len(texts), 16), 1j),
    "a generator": lambda texts: (row for row in good(texts)),
    "a dict": lambda texts: {"data": good(texts)},
}


@pytest.fixture
def embedder() -> Moody:
    return Moody()


@pytest.fixture(params=["sqlite", "memory"])
def url(request: pytest.FixtureRequest, folder: Path) -> str:
    return "memory://" if request.param == "memory" else str(folder / "memory.db")


@pytest.fixture
def memory(url: str, embedder: Moody) -> Iterator[Memory]:
    with Memory(url, embedder=embedder) as opened:
        opened.add("The vectors of this one are fine.", **WHO)
        yield opened


def wait_until_embedded(memory: Memory) -> None:
    """Using a memory is enough: vectors are made beside that."""
    deadline = time.monotonic() + PATIENCE
    while memory.stats().pending and time.monotonic() < deadline:
        memory.search("anything", **WHO)
        time.sleep(0.005)
    assert memory.stats().pending == 0


def texts(memory: Memory, query: str) -> list[str]:
    return [hit.text for hit in memory.search(query, **WHO)]


@pytest.mark.parametrize("mood", MOODS.values(), ids=MOODS)
def test_words_are_kept_and_vectors_follow(
    memory: Memory, embedder: Moody, mood: Callable[[list[str]], Any]
) -> None:
    embedder.mood = mood
    added = memory.add(["I keep a zebra.", "It eats marzipan."], **WHO)
    assert added.embedded is False
    assert len(added.new) == 2
    note = memory.set("pet.name", "Quagga", **WHO)
    assert [m.content for m in memory.messages(**WHO)][1:] == [m.content for m in added]
    assert memory.stats().pending == 3
    assert "I keep a zebra." in texts(memory, "zebra")
    assert "It eats marzipan." in texts(memory, "who likes marzipan?")
    assert note.text in texts(memory, "Quagga")
    memory._background.wait()
    assert memory.stats().pending == 3
    assert memory.verify().ok
    embedder.mood = None
    wait_until_embedded(memory)
    assert memory.stats().vectors == {"moody": 4}
    assert memory.verify().ok
    hits = memory.search("zebra", **WHO)
    assert hits.degraded == ()
    assert all("cosine" in hit.parts for hit in hits)


def test_nothing_to_embed_is_no_question(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    def strict(texts: list[str]) -> Any:
        assert texts, "some providers refuse an empty list"
        return good(texts)

    with Memory(str(folder / "a.db"), embedder=strict, learn="later") as memory:
        memory.add("It rained.", **WHO)
        memory.learn()
        assert memory.stats().pending == 0
    assert caplog.text == ""


def test_a_search_says_that_it_went_by_words_alone(memory: Memory, embedder: Moody) -> None:
    embedder.mood = fails
    hits = memory.search("vectors", **WHO)
    assert hits.degraded == ("vectors",)
    assert [hit.text for hit in hits] == ["The vectors of this one are fine."]


async def test_the_same_in_async(folder: Path, embedder: Moody) -> None:
    async with AsyncMemory(str(folder / "memory.db"), embedder=embedder) as memory:
        embedder.mood = fails
        added = await memory.add("I keep a zebra.", **WHO)
        assert added.embedded is False
        assert (await memory.search("zebra", **WHO)).degraded == ("vectors",)
        embedder.mood = None
        await memory.search("zebra", **WHO)
        await memory._background.wait()
        assert (await memory.stats()).pending == 0


def test_two_of_five_calls_fail(memory: Memory, embedder: Moody) -> None:
    def some(texts: list[str]) -> Any:
        return fails(texts) if embedder.calls % 5 in (1, 3) else good(texts)

    embedder.mood = some
    added = [memory.add(f"message number {number}", **WHO) for number in range(40)]
    assert {one.embedded for one in added} == {True, False}
    wait_until_embedded(memory)
    assert memory.stats().vectors == {"moody": 41}


def test_a_text_that_is_always_refused_holds_up_nobody(folder: Path, embedder: Moody) -> None:
    """As a text that is too long for a provider would be: the rest of its batch must not wait."""

    def refuse_one(texts: list[str]) -> Any:
        return fails(texts) if any("too long" in text for text in texts) else good(texts)

    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add([f"message {n}" + " too long" * (n == 50) for n in range(200)], **WHO)
    embedder.mood = refuse_one
    with Memory(path, embedder=embedder) as memory:
        deadline = time.monotonic() + PATIENCE
        while memory.stats().pending > 1 and time.monotonic() < deadline:
            memory.search("message", **WHO)
            time.sleep(0.005)
        assert memory.stats().pending == 1
        assert "message 50 too long" in texts(memory, "too long")
        with pytest.raises(ModelError, match="1 "):
            memory.reindex()
        embedder.mood = None
        memory.reindex()
        assert memory.stats().pending == 0


def test_a_text_that_is_refused_holds_up_no_other_of_the_same_id(embedder: Moody) -> None:
    def refuse_some(texts: list[str]) -> Any:
        if any("cursed" in text for text in texts):
            raise ValueError("content policy")
        return good(texts)

    with Memory("memory://", embedder=None) as memory:
        memory.add(Message("cursed", id="m"), user_id="dana")
        memory.add([f"words {number}" for number in range(300)], user_id="dana")
        memory.add(Message("words", id="m"), user_id="erik")
        embedder.mood = refuse_some
        with pytest.raises(ModelError, match="1 vector to go"):
            memory.reindex(embedder=embedder)


def test_an_embedder_that_is_down_is_not_asked_for_every_text(
    folder: Path, embedder: Moody
) -> None:
    """A call to a service that is down may take a minute."""
    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add([f"message {number}" for number in range(200)], **WHO)
    embedder.mood = fails
    with Memory(path, embedder=embedder) as memory:
        memory.search("message", **WHO)
        memory._background.wait()
        assert embedder.calls < 8


def test_a_slow_embedder_delays_nobody_else(folder: Path) -> None:
    """Others read and write while one waits for its vectors, and missing ones are being made."""
    slow, go_on = threading.Event(), threading.Event()

    def embed(texts: list[str]) -> list[list[float]]:
        if any("slow" in text for text in texts):
            slow.set()
            assert go_on.wait(PATIENCE)
        return good(texts)

    with Memory(str(folder / "memory.db"), embedder=embed) as memory:
        waiting = threading.Thread(target=memory.add, args=("a slow one",), kwargs=WHO)
        waiting.start()
        assert slow.wait(PATIENCE)
        memory.add("a quick one", **WHO)
        assert texts(memory, "quick") == ["a quick one"]
        go_on.set()
        waiting.join(PATIENCE)
        assert len(memory.messages(**WHO)) == 2


def test_closing_does_not_wait_for_all_missing_vectors(folder: Path) -> None:
    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add([f"message {number}" for number in range(500)], **WHO)

    begun = threading.Event()

    def slow(texts: list[str]) -> list[list[float]]:
        if len(texts) > 1:
            begun.set()
            while not memory._background.stopping:
                time.sleep(0.005)
        return good(texts)

    memory = Memory(path, embedder=slow)
    memory.search("message", **WHO)
    assert begun.wait(PATIENCE)
    memory.close()
    with Memory(path, embedder=slow) as again:
        assert 0 < again.stats().pending < 500


def test_a_failure_while_the_last_vector_is_made_is_not_forgotten(folder: Path) -> None:
    """The background looks for missing vectors just before another thread leaves one behind."""
    down = threading.Event()

    def embed(texts: list[str]) -> list[list[float]]:
        return fails(texts) if down.is_set() else good(texts)

    with Memory(str(folder / "memory.db"), embedder=embed) as memory:
        memory.add("first", **WHO)
        memory._background.wait()
        usual = memory._store.pending

        def pending(model: str, limit: int) -> list[Any]:
            found = usual(model, limit)
            if not down.is_set():
                down.set()
                memory.add("left behind", **WHO)
            return found

        memory._store.pending = pending
        memory._using.behind = 1
        memory.search("first", **WHO)
        memory._background.wait()
        down.clear()
        memory._store.pending = usual
        assert memory.stats().pending == 1
        memory.search("first", **WHO)
        memory._background.wait()
        assert memory.stats().pending == 0


def test_a_look_for_missing_vectors_that_fails_is_taken_again(folder: Path) -> None:
    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add(["one", "two"], **WHO)

    def busy(model: str, limit: int) -> list[Any]:
        raise StoreBusy("another process held it")

    with Memory(path, embedder=good) as memory:
        usual, memory._store.pending = memory._store.pending, busy
        memory.search("one", **WHO)
        memory._background.wait()
        memory._store.pending = usual
        assert memory.stats().pending == 2
        memory.search("one", **WHO)
        memory._background.wait()
        assert memory.stats().pending == 0


def test_where_no_vector_is_missing_nothing_is_counted(folder: Path) -> None:
    """Every process asks when it begins, and to count a large memory takes long."""
    path = str(folder / "memory.db")
    counted = []
    for _ in range(2):
        with Memory(path, embedder=good) as memory:
            memory._store.stats = lambda *asked: counted.append(asked)
            memory.add("one", **WHO)
            memory._background.wait()
            assert memory._using.behind == 0, "it looked"
    assert counted == []


class TestAnotherModel:
    @pytest.fixture
    def path(self, folder: Path) -> str:
        path = str(folder / "memory.db")
        with Memory(path, embedder=Moody("old", 16)) as memory:
            memory.add([f"message {number}" for number in range(300)], **WHO)
            assert memory.stats().vectors == {"old": 300}
        return path

    def test_nothing_is_made_unasked(self, path: str, caplog: pytest.LogCaptureFixture) -> None:
        """The wrong file, or the wrong embedder: a provider would be sent every word."""
        new = Moody("new", 24)
        with Memory(path, embedder=new) as memory:
            assert (memory.stats().pending, memory.stats().foreign) == (300, "old")
            hits = memory.search("message 7", **WHO)
            assert "message 7" in [hit.text for hit in hits]
            assert hits.degraded == ("vectors",)
            memory._background.wait()
            memory.search("message 8", **WHO)
            memory._background.wait()
            assert new.texts == 2, "only the questions"
            assert caplog.text.count("made by old, not by new") == 1
            memory.add("message 300", **WHO)
            memory._background.wait()
            assert memory.stats().vectors == {"old": 300, "new": 1}
            assert memory.verify().ok

    def test_going_back_uses_what_was_kept(self, path: str) -> None:
        with Memory(path, embedder=Moody("new", 24)) as memory:
            memory.search("message 7", **WHO)
        old = Moody("old", 16)
        with Memory(path, embedder=old) as memory:
            assert memory.stats().pending == 0
            assert memory.search("message 7", **WHO)
            memory._background.wait()
            assert old.texts == 1, "only the question needs a vector"

    def test_reindexing_drops_the_others(self, path: str) -> None:
        with Memory(path, embedder=Moody("new", 24)) as memory:
            assert memory.reindex().vectors == {"new": 300}
            assert memory.stats().vectors == {"new": 300}
            assert memory.verify().ok

    def test_models_are_never_compared(self, path: str) -> None:
        """The same size, but pointing elsewhere: a mix would rank by nonsense."""

        def backwards(texts: list[str]) -> list[list[float]]:
            return [[-number for number in row] for row in good(texts)]

        other = Moody("new", 16)
        other.mood = backwards
        memory = Memory(path, embedder=other)
        memory._background.stopping = True  # as if it had no time yet
        hits = memory.search("message 7", **WHO)
        assert hits
        assert not any("cosine" in hit.parts for hit in hits)
        memory._embed_pending(set(), 50)
        hits = memory.search("message", limit=400, min_relevance=0, **WHO)
        assert sum("cosine" in hit.parts for hit in hits) == 50
        assert all(hit.parts.get("cosine", 0) > -0.9 for hit in hits)
        memory.close()

    def test_it_goes_on_where_it_was_interrupted(self, path: str) -> None:
        new = Moody("new", 24)

        def stop_halfway(texts: list[str]) -> Any:
            return good(texts, 24) if new.texts <= 256 else fails(texts)

        new.mood = stop_halfway
        with Memory(path, embedder=new) as memory, pytest.raises(ModelError):
            memory.reindex()
        again = Moody("new", 24)
        with Memory(path, embedder=again) as memory:
            left = memory.stats().pending
            assert 0 < left < 300
            assert memory.stats().vectors["old"] == 300
            assert memory.reindex().vectors == {"new": 300}
            assert again.texts == left

    def test_a_broken_embedder_cannot_empty_the_index(self, path: str) -> None:
        old = Moody("old", 16)
        old.mood = fails
        with Memory(path, embedder=old) as memory, pytest.raises(ModelError):
            memory.reindex(vectors=True)
        with Memory(path, embedder=None) as memory:
            assert memory.stats().vectors == {"old": 300}


def test_a_missing_package_is_not_a_passing_fault(memory: Memory, embedder: Moody) -> None:
    """It will not go away by itself, so it is said at once, and nothing is written."""

    def missing(texts: list[str]) -> Any:
        raise MissingExtra("torch is not installed")

    embedder.mood = missing
    with pytest.raises(MissingExtra):
        memory.add("words", **WHO)
    assert len(memory.messages(**WHO)) == 1
