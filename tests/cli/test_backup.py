"""recollect backup and restore"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory, Message
from recollect.cli.backing.holding import Holding
from recollect.cli.backing.taking import take
from recollect.drivers.postgres import PostgresStore
from recollect.errors import StoreReadOnly
from recollect.orders import Batch, Put

from .conftest import Cli

WRITER = """
import sys, time
from recollect import Memory, Message
with Memory(sys.argv[1], embedder=None) as memory:
    for number in range(100_000):
        said = Message(f"I live in town {number}.", id=f"m{number}")
        memory.add(said, user_id=f"u{number % 7}")
        memory.set("town", str(number), user_id="fay")
        print(number, flush=True)
        time.sleep(float(sys.argv[2]))
"""


def held(url: str) -> Holding:
    with Memory(url, embedder=None) as memory:
        return Holding(memory._store)


def test_a_backup_comes_back_whole_in_any_store(cli: Cli, kept: list[str]) -> None:
    cli("policy", "--keep", "episodic=180 days")
    cli("keys", "create", "--tenant", "acme")
    before = held("recollect.db")
    made = cli("backup", "all.backup", "--json").json
    assert (made["messages"], made["content"]) == (3, before.content)
    assert Path("all.backup").stat().st_mode & 0o777 == 0o600
    for place in ("new.db", "new.json", "./new/"):
        ran = cli("restore", "all.backup", "--db", place, "--json")
        assert (ran.code, ran.json["ok"], ran.json["content"]) == (0, True, before.content)
        assert held(place).content == before.content
        again = cli(
            "backup", f"{held(place).messages}{len(place)}.backup", "--force", "--db", place
        )
        assert f"content hash {before.content}" in again.out
    with Memory("new.db", embedder=None) as memory:
        assert memory.verify().ok
    assert not [*Path().glob(".*backup*")]


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_a_backup_is_not_mixed_with_what_is_said(cli: Cli, kept: list[str], name: str) -> None:
    ran = cli("backup", name)
    assert (ran.code, ran.out) == (2, "")
    assert "name a file" in ran.err
    assert not Path("-").exists()


def test_what_is_there_is_not_written_over(cli: Cli, kept: list[str]) -> None:
    assert cli("backup", "all.backup").code == 0
    first = Path("all.backup").read_bytes()
    refused = cli("backup", "all.backup")
    assert refused.code == 2
    assert "--force" in refused.err
    assert Path("all.backup").read_bytes() == first
    cli("add", "One more.", "--words-only")
    assert cli("backup", "all.backup", "--force").code == 0
    assert Path("all.backup").read_bytes() != first
    before = held("recollect.db").content
    refused = cli("restore", "all.backup")
    assert refused.code == 2
    assert "--into" in refused.err
    assert held("recollect.db").content == before
    assert cli("restore", "all.backup", "--into").code == 0
    assert held("recollect.db").content == before


def test_what_cannot_be_meant_is_refused(cli: Cli, kept: list[str]) -> None:
    Path("folder").mkdir()
    for words in (
        ("backup", "folder"),
        ("backup", "none/all.backup"),
        ("backup", "a.backup", "--db", "none.db"),
        ("restore", "none.backup", "--db", "new.db"),
        ("restore", "chat.json", "--db", "new.db"),
        ("restore", "recollect.db", "--db", "new.db"),
    ):
        assert cli(*words).code == 2, words
    assert not Path("new.db").exists()
    assert not Path("a.backup").exists()


def test_a_torn_or_changed_backup_is_refused_and_nothing_is_written(
    cli: Cli, kept: list[str]
) -> None:
    cli("backup", "all.backup")
    whole = Path("all.backup").read_bytes()
    head = whole.index(b"\n", whole.index(b"\n") + 1)
    chance = random.Random(3)
    flips = [*range(0, head + 1, 5), *(chance.randrange(head, len(whole)) for _ in range(40))]
    broken = [whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :] for place in flips]
    broken += [whole[:place] for place in (0, 1, 20, head, head + 1, len(whole) // 2)]
    broken += [whole[:-1], whole + b"\0"]
    for number, content in enumerate(broken):
        Path("bad.backup").write_bytes(content)
        ran = cli("restore", "bad.backup", "--db", "new.db")
        assert ran.code == 2, number
        assert not Path("new.db").exists(), number
    Path("bad.backup").write_bytes(whole)
    assert cli("restore", "bad.backup", "--db", "new.db").code == 0


@pytest.mark.parametrize(
    ("name", "backups", "pause"), [("busy.db", 3, "0"), ("busy.json", 1, "0.1")]
)
def test_a_backup_under_load_holds_all_that_was_acknowledged(
    cli: Cli, name: str, backups: int, pause: str
) -> None:
    """What is restored is what was backed up; and of a SQLite file that is one moment of it."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, name, pause], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        try:
            for attempt in range(backups):
                last = next(int(line) for line in writer.stdout if int(line) >= 20 * attempt + 20)
                made = cli("backup", f"{attempt}.backup", "--db", name, "--json").json
                back = cli("restore", f"{attempt}.backup", "--db", f"{attempt}.db", "--json").json
                assert (back["ok"], back["content"]) == (True, made["content"])
                assert held(f"{attempt}.db").content == made["content"]
                with Memory(f"{attempt}.db", embedder=None) as memory:
                    assert memory.verify().ok
                    ids = {
                        said.id for user in range(7) for said in memory.messages(user_id=f"u{user}")
                    }
                    town = int(memory.value("town", user_id="fay"))
                assert {f"m{number}" for number in range(last + 1)} <= ids
                if name.endswith(".db"):  # one moment: nothing is in it before what came first
                    assert ids == {f"m{number}" for number in range(len(ids))}
                    assert town in (len(ids) - 1, len(ids) - 2)
            assert writer.poll() is None
            next(line for line in writer.stdout if int(line) > len(ids))  # it went on meanwhile
        finally:
            writer.kill()
    assert len(held("0.db").digests) < len(held(name).digests)


def test_a_backup_of_postgres(cli: Cli, postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    with Memory(postgres, embedder=None) as memory:
        memory.add("I live in Porto.", user_id="dana")
        memory.set("town", "Porto", user_id="dana")
    with caplog.at_level("WARNING"):
        made = cli("backup", "pg.backup", "--db", postgres, "--json").json
    assert not caplog.records, "nothing is wrong"
    assert made["content"] == held(postgres).content
    assert cli("restore", "pg.backup", "--db", "pg.db", "--json").json["ok"]
    assert held("pg.db").content == made["content"]
    assert cli("restore", "pg.backup", "--db", postgres).code == 2


def test_a_backup_of_postgres_is_one_moment(cli: Cli, postgres: str) -> None:
    """Whatever is written, changed, deleted or erased while it is made."""
    with Memory(postgres, embedder=None) as memory:
        ids = memory.add([f"message {number}" for number in range(300)], user_id="dana").ids
        memory.set("city", "Berlin", user_id="erik")
        before = Holding(memory._store)
        told = 0

        def meddle(done: int, total: int) -> None:
            nonlocal told
            told += 1
            memory.add(f"meanwhile {told}", user_id="dana")
            memory.set("city", f"Lisbon {told}", user_id="erik")
            memory.delete(ids[told], user_id="dana")
            if told == 2:
                memory.erase(user_id="erik")

        made = take(postgres, "pg.backup", False, meddle)
        assert told > 2
        assert (made.content, made.messages, made.notes) == (before.content, 300, 1)
        assert Holding(memory._store).content != before.content
    assert cli("restore", "pg.backup", "--db", "pg.db", "--json").json["ok"]


def test_what_is_still_is_not_written_to(postgres: str) -> None:
    store = PostgresStore(postgres, still=True)
    assert store.owners() == []
    with pytest.raises(StoreReadOnly):
        store.commit(Batch(puts=(Put(Message("words", user_id="dana"), {}),)))
    assert store.owners() == []
    store.close()
    store.close()
