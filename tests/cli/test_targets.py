"""Where exports, backups and results may be written, and how."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from recollect import InputError, Memory
from recollect.cli.verbs import export
from recollect.transfer.jsonl import Writing

from .conftest import COMMAND, Cli

STORES = ["agent.db", "agent.json", "agent.yaml", "./vault/"]


def filled(place: str) -> None:
    with Memory(place, embedder=None) as memory:
        memory.add("I live in Porto.", user_id="dana")
        memory.add("I live in Lisbon.", user_id="erik")


def everything() -> dict[str, bytes]:
    files = (one for one in Path().rglob("*") if one.is_file())
    # SQLite's index of its log is no content: it is brought up to date by reading.
    return {str(one): one.read_bytes() for one in files if not str(one).endswith("-shm")}


def own_files(place: str) -> list[str]:
    if place.endswith("/"):
        return ["vault/.recollect/log", "vault/.recollect/new", "vault/MEMORY.md", "vault/SOUL.md"]
    hidden = f".{place}.recollect"
    own = [f"{place}-wal", f"{place}-shm"] if place.endswith(".db") else [f"{hidden}/log"]
    return [place, f"./x/../{place}", *own]


@pytest.mark.parametrize("place", STORES)
def test_a_memory_is_not_replaced_by_what_is_written_of_it(cli: Cli, place: str) -> None:
    filled(place)
    Path("x").mkdir()
    before = everything()
    for target in own_files(place):
        for words in (
            ("export", "--user", "dana", "-o", target, "--force"),
            ("export", "-o", target),
            ("backup", target, "--force"),
            ("backup", target),
        ):
            ran = cli(*words, "--db", place)
            assert (ran.code, ran.out) == (2, ""), words
            assert "name another place" in ran.err
            assert everything() == before, words


def test_nor_through_a_link_or_another_name(cli: Cli) -> None:
    filled("agent.db")
    Path("soft").symlink_to("agent.db")
    os.link("agent.db", "hard")
    before = everything()
    for target in ("soft", "hard"):
        for words in (("export", "-o", target), ("backup", target)):
            ran = cli(*words, "--force", "--db", "agent.db")
            assert ran.code == 2
            assert "this very memory" in ran.err
    assert everything() == before


def test_nor_is_another_memory(cli: Cli) -> None:
    filled("agent.db")
    for place in ("other.db", "other.json", "./vault/"):
        filled(place)
    before = everything()
    for target in ("other.db", "other.json", "vault/MEMORY.md", "vault/.recollect/log"):
        for words in (("export", "-o", target), ("backup", target)):
            ran = cli(*words, "--force", "--db", "agent.db")
            assert (ran.code, "name another place" in ran.err) == (2, True)
    assert everything() == before


def test_nor_by_the_library() -> None:
    filled("agent.db")
    filled("agent.json")
    for place in ("agent.db", "agent.json"):
        with Memory(place, embedder=None) as memory:
            before = everything()
            for target in own_files(place):
                with pytest.raises(InputError, match="name another place"):
                    memory.export_to(target, user_id="dana")
            assert everything() == before
            assert len(memory.owners()) == 2


def test_a_folder_of_markdown_takes_an_export_beside_its_own_files(cli: Cli) -> None:
    filled("./vault/")
    assert cli("export", "-o", "vault/all.jsonl", "--db", "./vault/").code == 0
    assert cli("verify", "--db", "./vault/").code == 0


def test_an_export_is_not_written_over_what_is_there(cli: Cli, kept: list[str]) -> None:
    Path("mine.txt").write_text("mine")
    ran = cli("export", "-o", "mine.txt")
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("mine.txt").read_text() == "mine"
    assert cli("export", "-o", "mine.txt", "--force").code == 0
    assert cli("import", "mine.txt", "--db", "new.db", "--words-only", "--json").json["new"] == 3


def test_an_unfinished_export_has_a_name_of_its_own(cli: Cli, kept: list[str]) -> None:
    """One that nobody can have put a link, or a file of theirs, under."""
    Path("victim.txt").write_text("theirs")
    Path("out.jsonl.part").symlink_to("victim.txt")
    Path("all.jsonl.part").write_text("mine")
    Path("all.jsonl.part").chmod(0o666)
    for name in ("out.jsonl", "all.jsonl"):
        assert cli("export", "-o", name).code == 0
        assert Path(name).stat().st_mode & 0o777 == 0o600
        assert not Path(name).is_symlink()
    assert Path("victim.txt").read_text() == "theirs"
    assert Path("all.jsonl.part").read_text() == "mine"


def test_what_was_open_to_all_is_private_when_it_is_replaced(cli: Cli, kept: list[str]) -> None:
    Path("all.jsonl").touch()
    Path("all.jsonl").chmod(0o644)
    assert cli("export", "-o", "all.jsonl", "--force").code == 0
    assert Path("all.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_and_what_it_leads_to_is_written(cli: Cli, kept: list[str]) -> None:
    Path("real").mkdir()
    Path("real/all.jsonl").touch()
    for name, leads in (("all.jsonl", "real/all.jsonl"), ("new.jsonl", "real/new.jsonl")):
        Path(name).symlink_to(leads)
        assert cli("export", "-o", name, "--force").code == 0
        assert Path(name).is_symlink()
        assert Path(leads).read_text("utf-8").startswith('{"recollect": 1')
    Path("all.backup").symlink_to("real/all.backup")
    assert cli("backup", "all.backup").code == 0
    assert Path("real/all.backup").is_file()


@pytest.mark.parametrize("words", [("export", "-o"), ("backup",)])
def test_a_pipe_is_written_to_and_stays_one(cli: Cli, kept: list[str], words: list[str]) -> None:
    os.mkfifo("pipe")
    came: list[bytes] = []
    reader = threading.Thread(target=lambda: came.append(Path("pipe").read_bytes()), daemon=True)
    reader.start()
    ran = cli(*words, "pipe")
    reader.join(300)
    assert ran.code == 0, ran.err
    assert came[0].startswith((b'{"recollect": 1', b"recollect-backup 1"))
    assert Path("pipe").is_fifo()
    cli(*words, "plain")
    if words[0] == "export":
        assert came[0] == Path("plain").read_bytes()


def test_the_device_of_stdout_is_stdout(
    cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stand-in: should this fail, the machine's own must not be replaced."""
    Path("node").symlink_to("nowhere")
    monkeypatch.setattr(export, "DEVICE", "node")
    assert cli("export", "-o", "node").out == cli("export").out
    assert os.readlink("node") == "nowhere"
    assert not Path("nowhere").exists()


def test_a_failed_export_leaves_nothing() -> None:
    def fail() -> None:
        with Writing("all.jsonl", 1):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [*Path().iterdir()] == []
    Path("all.jsonl").write_text("before")
    with pytest.raises(ZeroDivisionError):
        fail()
    assert Path("all.jsonl").read_text() == "before"


SLOW = """
import signal, sys, time
from recollect.transfer import jsonl
from recollect.cli.run import run

def wait(record):
    print("writing", flush=True)
    time.sleep(600)

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it would be passed over
jsonl.dump = wait
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_export_that_is_told_to_end_leaves_nothing(
    cli: Cli, kept: list[str], number: signal.Signals
) -> None:
    before = {one.name for one in Path().iterdir()}
    with subprocess.Popen(
        [COMMAND[0], "-c", SLOW, "export", "-o", "all.jsonl"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        assert {one.suffix for one in Path().iterdir()} & {".part"}
        process.send_signal(number)
        assert process.wait(300) == -number
    left = {one.name for one in Path().iterdir()} - before
    assert not {name for name in left if not name.startswith("recollect.db-")}


@pytest.mark.parametrize(
    "line",
    ["add x", "stats", "erase --user me --yes", "export", "verify", "worker --once", "serve"],
)
def test_an_empty_name_is_not_the_usual_memory(cli: Cli, line: str) -> None:
    filled("recollect.db")
    before = everything()
    ran = cli(*line.split(), "--db", "")
    assert ran.code == 2
    assert "the name of the memory is empty" in ran.err
    assert everything() == before


def test_an_empty_source_is_not_the_usual_memory(cli: Cli) -> None:
    filled("recollect.db")
    assert cli("copy", "", "copy.db").code == 2
    assert not Path("copy.db").exists()
