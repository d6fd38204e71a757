"""A damaged file gives back what is still in it, and is left exactly as it was."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from pathlib import Path

import pytest

from recollect import Memory
from recollect.drivers.sqlite.pages import Pages, checksum, varint
from recollect.drivers.sqlite.salvage import Wreck, salvage
from recollect.errors import ConfigError, StoreCorrupt, StoreError
from recollect.transfer.jsonl import Writing, dump, load
from recollect.types import Message, Record

PAGE = 4096


def words(i: int, user: str) -> str:
    """Short and long texts; some need pages of their own."""
    return f"{user} says {i}: " + "word " * (i % 23) + ("long " * 2000 if i % 97 == 0 else "")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Record]]:
    """A memory of 2,901 records of two users and an agent, and what is in it."""
    path = tmp_path_factory.mktemp("whole") / "memory.db"
    truth: dict[str, Record] = {}
    with Memory(str(path), embedder=None) as memory:
        for user, count in (("dana", 1800), ("kim", 900)):
            chat = [{"content": words(i, user), "metadata": {"i": i}} for i in range(count)]
            memory.add(chat, user_id=user, session_id="s1")
            for i in range(100):
                memory.set(f"key.{i % 20}", {"i": i}, user_id=user)
        memory.add([{"content": "An agent's own.", "name": "Bo"}], agent_id="coach")
        for whose in ({"user_id": "dana"}, {"user_id": "kim"}, {"agent_id": "coach"}):
            records = [*memory.messages(**whose), *memory.notes(closed=True, **whose)]
            truth |= {record.id: record for record in records}
    return path, truth


@pytest.fixture
def damaged(original: tuple[Path, dict[str, Record]], tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copy(original[0], tmp_path / "memory.db"))


def fingerprint(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def saved(path: Path, truth: dict[str, Record]) -> int:
    """Salvage without a trace; everything that comes back is exactly what was stored."""
    before = fingerprint(path.parent)
    found = list(salvage(path))
    assert fingerprint(path.parent) == before
    assert len({record.id for record in found}) == len(found)
    for record in found:
        assert record == truth[record.id]
    return len(found)


def test_a_whole_file_comes_back_whole_and_in_order(
    original: tuple[Path, dict[str, Record]],
) -> None:
    path, truth = original
    assert saved(path, truth) == len(truth) == Wreck(path).expected
    said = [r.id for r in salvage(path) if isinstance(r, Message) and r.user_id == "dana"]
    assert said == [id for id, r in truth.items() if isinstance(r, Message) and r.user_id == "dana"]


def test_a_cut_file_gives_back_its_beginning(
    original: tuple[Path, dict[str, Record]], damaged: Path
) -> None:
    size = damaged.stat().st_size
    counts = []
    for share in (0.9, 0.5, 0.1):
        os.truncate(damaged, int(size * share))
        counts.append(saved(damaged, original[1]))
    assert counts[0] > counts[1] > counts[2] > 0
    assert counts[0] > 0.5 * len(original[1])


@pytest.mark.parametrize("seed", range(8))
def test_garbage_costs_only_the_pages_it_hits(
    original: tuple[Path, dict[str, Record]], damaged: Path, seed: int
) -> None:
    dice = random.Random(seed)
    pages = damaged.stat().st_size // PAGE
    for _ in range(max(1, pages // 20)):
        junk = dice.choice([dice.randbytes(PAGE), bytes(PAGE), b"\xff" * PAGE, dice.randbytes(300)])
        overwrite(damaged, dice.randrange(pages) * PAGE + dice.choice([0, 0, 700]), junk)
    assert not is_whole(damaged)
    # A twentieth of the pages is gone, and a little more where garbage lies across two.
    assert with_lost_owners(damaged, original[1]) > 0.75 * len(original[1])


def is_whole(path: Path) -> bool:
    try:
        with Memory(str(path), embedder=None) as memory:
            return memory.verify().ok
    except StoreError:
        return False


def with_lost_owners(path: Path, truth: dict[str, Record]) -> int:
    before = fingerprint(path.parent)
    found = list(salvage(path))
    assert fingerprint(path.parent) == before
    assert all(record.text == truth[record.id].text for record in found)
    return len(found)


@pytest.mark.parametrize("page", range(8))
def test_no_single_page_matters(
    original: tuple[Path, dict[str, Record]], damaged: Path, page: int
) -> None:
    """Not the header, not the schema, not the root of a table."""
    overwrite(damaged, page * PAGE, os.urandom(PAGE))
    assert with_lost_owners(damaged, original[1]) >= len(original[1]) - 150


def test_records_whose_owner_is_lost_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory(str(path), embedder=None) as memory:
        memory.add("Kept.", user_id="somebody-with-a-name")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"usersomebody", b"\xff" * 12))
    (record,) = salvage(path)
    assert (record.text, record.user_id) == ("Kept.", "lost-owner-1")
    assert Wreck(path).expected is None


def test_the_log_is_read_too_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "live" / "memory.db"
    path.parent.mkdir()
    copy = tmp_path / "copy"
    with Memory(str(path), embedder=None) as memory:
        truth = {m.id: m for i in range(60) for m in memory.add(words(i, "dana"), user_id="dana")}
        shutil.copytree(path.parent, copy)  # as a crash leaves it: most is in the log
    (copy / "memory.db-shm").unlink(missing_ok=True)
    wreck, log = copy / "memory.db", copy / "memory.db-wal"
    assert log.stat().st_size > PAGE
    assert saved(wreck, truth) == 60
    overwrite(wreck, 0, os.urandom(100))
    assert saved(wreck, truth) == 60
    wreck.unlink()
    assert saved(wreck, truth) == 60
    overwrite(log, log.stat().st_size - 50, os.urandom(50))  # the last commit is torn
    assert 55 <= saved(wreck, truth) < 60
    overwrite(log, 0, os.urandom(32))
    with Pages(wreck) as pages:
        assert (pages.size, pages.count) == (PAGE, 0)
    with pytest.raises(StoreCorrupt):
        list(salvage(wreck))


def test_what_is_saved_can_be_imported(
    original: tuple[Path, dict[str, Record]], damaged: Path, tmp_path: Path
) -> None:
    os.truncate(damaged, int(damaged.stat().st_size * 0.7))
    overwrite(damaged, 0, os.urandom(PAGE))
    found = list(salvage(damaged))
    assert [load(dump(record), 0) for record in found] == found
    with Writing(tmp_path / "saved.jsonl", len(found)) as writing:
        for record in found:
            writing.write(record)
    with Memory(str(tmp_path / "new.db"), embedder=None) as memory:
        assert memory.import_from(tmp_path / "saved.jsonl") == len(found)
        assert memory.verify().ok
        assert memory.search("dana says 7", user_id="dana")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with pytest.raises(ConfigError):
        list(salvage(path))
    for junk in (b"", b"hello", os.urandom(50_000), bytes(50_000)):
        path.write_bytes(junk)
        with pytest.raises(StoreCorrupt, match="backup"):
            list(salvage(path))
        assert path.read_bytes() == junk


def test_what_was_deleted_stays_deleted(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory(str(path), embedder=None) as memory:
        added = memory.add([words(i, "dana") for i in range(200)], user_id="dana")
        for id in added.ids[:150]:
            memory.delete(id)
        assert {record.id for record in salvage(path)} == set(added.ids[150:])
    assert {record.id for record in salvage(path)} == set(added.ids[150:])


def test_an_empty_memory_is_not_damage(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    Memory(str(path), embedder=None).close()
    assert list(salvage(path)) == []


def test_any_garbage_is_survived(damaged: Path) -> None:
    """Pages that look like ours at first sight, with nonsense inside."""
    dice = random.Random(7)
    data = bytearray(damaged.read_bytes())
    for page in range(len(data) // PAGE):
        for _ in range(8):
            data[page * PAGE + dice.randrange(8, PAGE)] = dice.randrange(256)
    damaged.write_bytes(data)
    for record in salvage(damaged):
        assert record.text


def test_numbers() -> None:
    assert varint(b"\x81\x00", 0) == (128, 2)
    assert varint(b"\xff" * 9, 0) == (-1, 9)
    assert checksum(bytes(8), (1, 2), 0) == (3, 5)


def test_a_log_that_somebody_empties_meanwhile_is_read_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory(str(path), embedder=None) as memory:
        said = [words(i, "dana") for i in range(40)]
        memory.add(said, user_id="dana")
        with Pages(path) as emptied, Pages(path) as anew:
            for pages, more in ((emptied, ()), (anew, ("one", "more"))):
                assert memory._store._connections.truncate_wal(patience=60)
                for text in more:
                    memory.add(text, user_id="dana")
                every = range(1, pages.count + 1)
                rows = [row for n in every for _, row in pages.rows(n, lambda types: True)]
                assert set(said) <= {row[-1] for row in rows if row}
