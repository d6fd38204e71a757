"""What is erased leaves no byte, whatever happens, and everything else stays as it is."""

from __future__ import annotations

import random
import re
import shutil
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, NotFound, Receipt, Scope
from recollect.drivers.sqlite import scrubbing

from .canaries import OWNER, PIECES, STAYS, answers, crowd, everything, fill, forms, left, vectors
from .kit import HashEmbedder, Worker, workers


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "memory.db"


def opened(path: Path) -> Memory:
    return Memory(str(path), embedder=HashEmbedder())


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with opened(path) as made:
        fill(made)
        yield made


def found(memory: Memory) -> list[str]:
    """The canaries that some way of reading still gives."""
    given = [memory.owners(), memory.sessions(user_id=OWNER), everything(memory, OWNER)]
    for piece in PIECES:
        for ids in ({"user_id": OWNER}, {"user_id": STAYS}, {"agent_id": "Qzagentxx"}):
            given.append(memory.search(piece, min_relevance=0, limit=100, **ids))
            given.append(memory.value(piece, **ids))
            given.append(str(memory.context(piece, **ids)))
    given.append(memory._store.changes(0, 1_000_000))
    text = repr(given)
    return [piece for piece in PIECES if piece in text]


def clean(folder: Path, needles: list[bytes]) -> bool:
    rest = left(folder, needles)
    assert rest == [], rest[:5]
    return True


def test_the_canaries_are_everywhere_first(folder: Path, memory: Memory) -> None:
    """Otherwise finding none afterwards would prove nothing."""
    assert found(memory) == PIECES
    seen = {needle for _, needle in left(folder, forms())}
    assert {piece.encode() for piece in PIECES} <= seen
    assert left(folder, vectors(everything(memory, OWNER)))
    memory.close()
    assert {name for name, _ in left(folder, forms())} == {"memory.db"}


def test_a_user(folder: Path, path: Path, memory: Memory) -> None:
    needles = forms() + vectors(everything(memory, OWNER))
    before = answers(memory)
    receipt = memory.erase(user_id=OWNER)
    assert receipt.ok, str(receipt)
    assert clean(folder, needles)
    assert found(memory) == []
    assert answers(memory) == before
    assert memory.verify().ok
    memory.close()
    assert clean(folder, needles)
    with opened(path) as again:
        assert answers(again) == before
        assert again.erase(user_id=OWNER).ok
        assert again.erase(user_id=OWNER).removed == {}


def test_secure_delete_alone_is_not_enough(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite leaves copies in the middle of pages when it moves rows; the search finds them."""
    usual, leaks = scrubbing.unused, 0
    for seed in range(12):
        path = folder / f"{seed}" / "memory.db"
        path.parent.mkdir()
        with Memory(str(path), embedder=None) as memory:
            chance = random.Random(seed)
            for turn in range(40):
                word = ("w", "Qz")[turn % 2]
                said = [" ".join(_rare(chance, word) for _ in range(12)) for _ in range(10)]
                memory.add([{"content": text} for text in said], user_id="dana", session_id=word)
            monkeypatch.setattr(scrubbing, "unused", lambda file, size: [])
            assert memory.erase(user_id="dana", session_id="Qz").problems == ()
            leaks += _rests(path)
            monkeypatch.setattr(scrubbing, "unused", usual)
            assert memory.erase(user_id="dana", session_id="Qz").ok
            assert _rests(path) == 0
            assert memory.verify().ok
    assert leaks > 0


def _rests(path: Path) -> int:
    return len(re.findall(rb"[Qq]z\d{6}", path.read_bytes()))


def _rare(chance: random.Random, word: str) -> str:
    return f"{word}{chance.randrange(10**6):06}"


def test_a_message_in_summaries(folder: Path, path: Path, memory: Memory) -> None:
    """Of the session, of the user, and of every version; what is left is summed up anew."""
    for number in range(3):
        with memory.session(user_id=STAYS, session_id="s1") as chat:
            chat.user(f"We decided to use oak for room number {number}.")
            chat.user(f"We decided on the Qzsummedxx for room number {number}.")
            chat.assistant("Very well.")
        memory.summary(user_id=STAYS)
    needles = forms(["Qzsummedxx"])
    assert left(folder, needles)
    for message in memory.messages(user_id=STAYS, session_id="s1"):
        if "Qzsummedxx" in message.content:
            receipt = memory.erase(id=message.id)
            assert receipt.ok, str(receipt)
    assert clean(folder, needles)
    assert "Qzsummedxx" not in repr(everything(memory, STAYS))
    kept = [note for note in memory.notes(user_id=STAYS, kind="summary") if "oak" in note.text]
    assert sorted(note.session_id or "" for note in kept) == ["", "s1"]
    memory.close()
    assert clean(folder, needles)


def test_a_session(folder: Path, memory: Memory) -> None:
    """Of the user, everything else stays; what rested on the session's words goes."""
    said = memory.messages(user_id=OWNER, session_id="Qzsessionxx")
    kept = [one for one in everything(memory, OWNER) if "Qzsessionxx" not in repr(one)]
    before = answers(memory)
    receipt = memory.erase(user_id=OWNER, session_id="Qzsessionxx")
    assert receipt.ok, str(receipt)
    assert (receipt.removed["messages"], receipt.removed["notes"]) == (3, 3)
    gone = ["Qzsessionxx", "Qzagentxx", "Qzspeakerxx", "Qzmetakeyxx", "Qzmetavaluexx",
            "Qzsubjectxx", "Qzobjectxx", "Qznotexx", "qzidxx"]  # fmt: skip
    assert clean(folder, forms(gone) + vectors(said))
    assert everything(memory, OWNER) == kept
    assert answers(memory) == before
    assert memory.verify().ok


def test_a_message_and_a_note(folder: Path, memory: Memory) -> None:
    memory.add(
        {"content": "Qzonlyhere sings", "id": "Qzonlyid", "name": "Qzonlyname"}, user_id=OWNER
    )
    before = answers(memory)
    assert memory.erase(id="Qzonlyid").ok
    assert clean(folder, forms(["Qzonlyhere", "Qzonlyid", "Qzonlyname"]))
    versions = memory.history(memory.notes(user_id=OWNER, where={"kind": "note"})[-1].id)
    receipt = memory.erase(id=next(n.id for n in memory.notes(user_id=OWNER) if n.key))
    assert receipt.ok
    assert receipt.removed["notes"] == 3, "a fact goes with its history"
    assert clean(folder, forms(["Qzkeyxx", "Qzvaluexx"]))
    assert versions
    assert answers(memory) == before
    assert memory.verify().ok


def test_what_delete_left_in_the_feed_goes_with_the_user(folder: Path, memory: Memory) -> None:
    memory.add({"content": "x", "id": "Qzdeletedid"}, user_id=OWNER)
    memory.delete("Qzdeletedid", user_id=OWNER)
    assert left(folder, forms(["Qzdeletedid"]))
    assert memory.erase(user_id=OWNER).ok
    assert clean(folder, forms(["Qzdeletedid"]))


def test_a_copy_beside_the_file_is_told(folder: Path, path: Path, memory: Memory) -> None:
    memory.close()
    shutil.copy(path, folder / "memory.db.bak")
    with opened(path) as again:
        receipt = again.erase(user_id=OWNER)
        assert not receipt.ok
        assert [probe.path for probe in receipt.probes if probe.found] == ["memory.db.bak"]
        (folder / "memory.db.bak").unlink()
        assert again.erase(user_id=OWNER).ok


def test_words_that_others_say_too_are_no_alarm(memory: Memory) -> None:
    memory.add(f"everybody knows {OWNER} and Qzspeakerxx", user_id=STAYS)
    receipt = memory.erase(user_id=OWNER)
    assert receipt.ok, str(receipt)
    # All of them: a hash of the words and their day is a vector, so on some days it ranks low.
    hits = memory.search("Qzspeakerxx", user_id=STAYS, limit=500, min_relevance=0)
    assert sum(OWNER in hit.text for hit in hits) == 1


def dead_bytes(path: Path) -> int:
    """Bytes of free pages, of free blocks and between rows that are not zero, counted here anew."""
    data, size, count = path.read_bytes(), 4096, 0
    for start in range(size, len(data), size):
        page = data[start : start + size]
        if page[0] not in (2, 5, 10, 13):
            continue
        block, cells, content = struct.unpack_from(">HHH", page, 1)
        count += len(page[(12 if page[0] < 9 else 8) + 2 * cells : content].strip(b"\0"))
        while block:
            after, length = struct.unpack_from(">HH", page, block)
            count += len(page[block + 4 : block + length].strip(b"\0"))
            block = after
    return count


def test_no_byte_belongs_to_nothing(path: Path, memory: Memory) -> None:
    assert dead_bytes(path) or Path(f"{path}-wal").stat().st_size
    memory.erase(user_id=OWNER)
    memory.close()
    assert dead_bytes(path) == 0


@pytest.mark.parametrize("step", [1, pytest.param(0, marks=pytest.mark.faults)])
def test_killed_at_a_write(folder: Path, path: Path, step: int) -> None:
    """Killed at each write in turn: all of it is there or none, and erasing again finishes it."""
    with opened(path) as memory:
        fill(memory, 60)
        before, whole = answers(memory), everything(memory, OWNER)
    calls = dying(path, folder / "count", 0)
    assert calls > 20
    every = 1 if step == 0 else calls // 4
    ended = set()
    for number in range(1, calls + 1, every):
        place = folder / f"kill-{number}"
        place.mkdir()
        shutil.copy(path, place / "memory.db")
        assert dying(place / "memory.db", None, number) == -9
        with opened(place / "memory.db") as again:
            assert everything(again, OWNER) in ([], whole)
            ended.add(bool(everything(again, OWNER)))
            assert answers(again) == before
            receipt = again.erase(user_id=OWNER)
            assert receipt.ok, str(receipt)
            assert clean(place, forms())
            assert again.verify().ok
        shutil.rmtree(place)
    assert ended == {True, False}


def dying(path: Path, copy: Path | None, number: int) -> int:
    """Erase in a process that is killed at a write; with 0, how many writes there are."""
    if copy is not None:
        copy.mkdir()
        shutil.copy(path, copy / "memory.db")
        path = copy / "memory.db"
    worker = Worker("erase_dying", path, OWNER, number, 0)
    if number == 0:
        return int(worker.report())
    worker.process.communicate(timeout=600)
    return worker.process.returncode


@contextmanager
def reading(path: Path) -> Iterator[Worker]:
    """A process in the middle of a read transaction."""
    with workers(1, "hold", path) as (worker,):
        yield worker


def test_somebody_reads_an_old_state(
    folder: Path, path: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt says that it is not clean yet, and nobody has to wait for ever."""
    monkeypatch.setattr(scrubbing, "PATIENCE", 0.3)
    before = answers(memory)
    with reading(path) as reader:
        receipt = memory.erase(user_id=OWNER)
        assert not receipt.ok
        assert "older state" in receipt.problems[0]
        assert any(probe.found for probe in receipt.probes if probe.path in ("file", "log"))
        assert found(memory) == [], "it is out of reach all the same"
        assert not memory.erase(user_id=OWNER).ok
        reader.go()
        assert reader.report() > 0, "the reader sees its own state to its end"
    receipt = memory.erase(user_id=OWNER)
    assert receipt.ok, str(receipt)
    assert clean(folder, forms())
    assert answers(memory) == before


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the others are, they are waited for."""
    monkeypatch.setattr(scrubbing, "PATIENCE", 300.0)


def test_others_write_and_read_meanwhile(
    folder: Path, path: Path, memory: Memory, patient: None
) -> None:
    with workers(2, "write", path, 60) as writers, reading(path) as reader:
        for writer in writers:
            writer.go()
        timer = threading.Timer(0.5, reader.go)
        timer.start()
        receipt: Receipt = memory.erase(user_id=OWNER)
        done = [writer.report() for writer in writers]
        timer.join()
    assert receipt.ok, str(receipt)
    assert clean(folder, forms())
    assert len(memory.messages(user_id="dana")) == sum(done) == 120
    assert memory.verify().ok


def test_another_process_writes_its_old_pages_no_more(
    folder: Path, path: Path, memory: Memory
) -> None:
    """A second memory has read the pages before they were overwritten; then it writes on them."""
    with opened(path) as other:
        answers(other)
        other.verify()
        assert memory.erase(user_id=OWNER).ok
        crowd(other, STAYS, 100)
        other.delete(other.messages(user_id=STAYS)[0].id)
        assert clean(folder, forms())
        with pytest.raises(NotFound):
            other.get("qzidxx1", user_id=OWNER)
        assert everything(other, OWNER) == []


def test_an_owner_erased_while_it_is_written(folder: Path, path: Path, patient: None) -> None:
    """What comes later is new; nothing that was there before survives."""
    with opened(path) as memory:
        memory.add("Qzcontentxx before", user_id="dana")
        with workers(2, "write", path, 40) as writers:
            for writer in writers:
                writer.go()
            receipts = [memory.erase(user_id="dana") for _ in range(3)]
            for writer in writers:
                writer.report()
        assert all("Qzcontentxx" not in m.content for m in memory.messages(user_id="dana"))
        assert not any(receipt.problems for receipt in receipts)
        assert memory.verify().ok
        assert memory.erase(user_id="dana").ok
        assert clean(folder, [b"Qzcontentxx", b"dana", b"says"])


@pytest.mark.faults
def test_a_big_memory(folder: Path, path: Path) -> None:
    with opened(path) as memory:
        for who in range(20):
            crowd(memory, f"{STAYS}{who}", 2000)
            crowd(memory, OWNER, 500, "Qzcontentxx")
        before = [answers(memory, f"{STAYS}{who}") for who in range(20)]
        receipt = memory.erase(user_id=OWNER)
        assert receipt.ok, str(receipt)
        assert receipt.removed["messages"] == len(receipt.hashes["messages"]) == 10_000
        assert clean(folder, forms())
        assert [answers(memory, f"{STAYS}{who}") for who in range(20)] == before
        assert memory.verify().ok


def test_in_memory() -> None:
    with Memory("memory://", embedder=HashEmbedder()) as memory:
        fill(memory, 60)
        before = answers(memory)
        assert found(memory) == PIECES
        receipt: Any = memory.erase(user_id=OWNER)
        assert receipt.ok, str(receipt)
        assert found(memory) == []
        assert answers(memory) == before
        store: Any = memory._store
        assert not any(piece in repr(vars(store)) for piece in PIECES)
        assert memory._index._shards.keys() == {Scope(STAYS).owner}
        assert memory.verify().ok


def test_a_note_that_others_say_too_stands_without_the_canary(folder: Path, path: Path) -> None:
    """The first message words the note; once it is gone, the note is worded by the others."""
    with opened(path) as memory:
        sung = "I live in Lisbon with my friend Qzfriendxx."
        memory.add({"content": sung, "id": "Qzfirstxx", "at": "2026-01-01"}, user_id="dana")
        memory.add({"content": "I live in Lisbon.", "id": "m2", "at": "2026-01-02"}, user_id="dana")
        memory.add({"content": "I live in Lisbon.", "id": "m3", "at": "2026-01-03"}, user_id="dana")
        note, friend = memory.notes(user_id="dana")
        assert "Qzfriendxx" in friend.text
        assert ("Qzfriendxx" in note.text, note.seen) == (True, 3)
        assert left(folder, forms(["Qzfriendxx", "Qzfirstxx"]))
        receipt = memory.erase(id="Qzfirstxx", user_id="dana")
        assert (receipt.ok, receipt.rederive) == (True, ()), str(receipt)
        (anew,) = memory.notes(user_id="dana", closed=True)
        assert (anew.text, anew.value) == ("The user lives in Lisbon.", "Lisbon")
        assert (anew.sources, anew.seen, anew.key) == (("m2", "m3"), 2, note.key)
        assert memory.verify().ok
        assert clean(folder, forms(["Qzfriendxx", "Qzfirstxx"]))
    assert clean(folder, forms(["Qzfriendxx", "Qzfirstxx"]))
