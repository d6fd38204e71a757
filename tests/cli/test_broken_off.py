"""Long work that breaks off, by Ctrl-C or for want of space: what was kept, and how to go on."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from recollect import Memory, Message
from recollect.drivers.sqlite.store import SQLiteStore
from recollect.errors import StoreFull
from recollect.models.plugged import Plugged
from tests.faults.kit import HashEmbedder

from .conftest import COMMAND, Cli
from .test_process import hears_interrupts, wait_until
from .test_streams import shell

MANY = 700
Broken = Callable[[int, BaseException], None]


@pytest.fixture
def lines() -> Path:
    """An export of three chunks that was not learned from."""
    with Memory("many.db", embedder=None, learn="later") as memory:
        memory.add([Message(f"I like tea number {n}.") for n in range(MANY)], user_id="me")
        memory.export_to("many.jsonl")
    return Path("many.jsonl")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Let the n-th commit of a file fail, and all after it; asked with 0, none does."""
    commit, left, cause = SQLiteStore.commit, [0], list[BaseException]()

    def failing(self: SQLiteStore, batch: object) -> object:
        left[0] -= 1
        if cause and left[0] < 1:
            raise cause[0]
        return commit(self, batch)  # type: ignore[arg-type]

    def ask(place: int, error: BaseException) -> None:
        left[0], cause[:] = place, [error] if place else []

    monkeypatch.setattr(SQLiteStore, "commit", failing)
    return ask


def without_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors that cost nothing, whatever embedder is named."""
    made = lambda name: None if name is None else Plugged(HashEmbedder())  # noqa: E731
    monkeypatch.setattr("recollect.wiring._embedder", made)


def full() -> StoreFull:
    return StoreFull("no space left for x; nothing was written. Free some and try again")


def test_an_import_onto_a_full_disk_says_what_was_kept(
    cli: Cli, lines: Path, broken: Broken
) -> None:
    broken(3, full())
    ran = cli("import", str(lines), "--db", "new.db", "--words-only")
    assert (ran.code, ran.out) == (3, "")
    assert "nothing was written" not in ran.err
    assert f"512 of {MANY} records" in ran.err
    assert "again" in ran.err
    assert cli("stats", "--db", "new.db", "--json").json["messages"] == 512
    broken(0, full())
    ran = cli("import", str(lines), "--db", "new.db", "--words-only", "--json")
    assert ran.json["new"] == MANY - 512
    ran = cli("import", str(lines), "--db", "new.db", "--words-only", "--json")
    assert ran.json["new"] == 0


def test_the_first_piece_that_fails_leaves_nothing(cli: Cli, lines: Path, broken: Broken) -> None:
    broken(1, full())
    ran = cli("import", str(lines), "--db", "new.db", "--words-only")
    assert ran.code == 3
    assert "nothing was written" in ran.err


def test_a_copy_onto_a_full_disk_says_what_was_kept(cli: Cli, lines: Path, broken: Broken) -> None:
    broken(3, full())
    ran = cli("copy", "many.db", "new.db")
    assert ran.code == 3
    assert "nothing was written" not in ran.err
    assert f"512 of {MANY} records" in ran.err
    broken(0, full())
    assert cli("copy", "many.db", "new.db", "--json").json["written"] == MANY - 512


def test_a_full_disk_while_learning_says_so_too(lines: Path, broken: Broken) -> None:
    with Memory("many.db", embedder=None, learn="later") as memory:
        broken(3, full())
        with pytest.raises(StoreFull, match=r"200 messages.*again goes on") as caught:
            memory.learn()
        assert "nothing was written" not in str(caught.value)
        broken(0, full())


def test_a_full_disk_while_vectors_are_made_says_so_too(lines: Path, broken: Broken) -> None:
    with Memory("many.db", embedder=HashEmbedder()) as memory:
        broken(3, full())
        with pytest.raises(StoreFull, match=r"256 of 700 records.*goes on"):
            memory.reindex()
        broken(0, full())
        assert memory.reindex().pending == 0


INTERRUPTED = {
    "import many.jsonl --db new.db --words-only": (3, "512 of 700 records are in the memory"),
    "copy many.db new.db": (3, "512 of 700 records are in the copy"),
    "learn --db many.db --words-only": (3, "what was learned is kept"),
    "reindex --db many.db": (3, "256 of 700 records have their vectors"),
}


@pytest.mark.parametrize("words", INTERRUPTED)
@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupt_says_what_was_kept(
    cli: Cli,
    lines: Path,
    broken: Broken,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    as_json: bool,
) -> None:
    without_meaning(monkeypatch)
    place, kept = INTERRUPTED[words]
    broken(place, KeyboardInterrupt())
    ran = cli(*words.split(), *(["--json"] if as_json else []))
    assert (ran.code, ran.out) == (130, "")
    (line,) = ran.err.splitlines()
    if as_json:
        told = json.loads(line)["error"]
        assert told["type"] == "Interrupted"
        line = "interrupted: " + told["message"]
    assert line.startswith("interrupted: ")
    assert kept in line
    assert "run it again to go on" in line
    broken(0, KeyboardInterrupt())
    assert cli(*words.split()).code == 0


def test_vectors_made_anew_go_on_without_the_option(
    cli: Cli, lines: Path, broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_meaning(monkeypatch)
    broken(4, KeyboardInterrupt())
    ran = cli("reindex", "--db", "many.db", "--vectors")
    assert ran.code == 130
    assert "run it again without --vectors to go on" in ran.err


def test_vectors_that_are_all_there_yet_go_on_with_the_option(
    cli: Cli, lines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Memory, "_require_working", interrupted)
    ran = cli("reindex", "--db", "many.db", "--vectors")
    assert (ran.code, ran.err) == (130, "interrupted: it has hardly begun; run it again\n")


def test_a_real_interrupt(lines: Path) -> None:
    for number in range(9):
        new = Path(f"new{number}.db")
        process = subprocess.Popen(
            [*COMMAND, "import", str(lines), "--db", str(new)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_interrupts,
        )  # fmt: skip
        wait_until(new.exists)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        if process.returncode:
            break  # else this process was late, and all was imported by then
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert "again" in err


@pytest.mark.parametrize("words", ["export", "export --json", "messages -n 700", "stats"])
def test_a_full_disk_under_stdout_is_named(lines: Path, words: str) -> None:
    done = shell(f"$R {words} --db many.db > /dev/full")
    assert done.returncode == 3
    assert "stdout: No space left on device" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_full_disk_under_an_export_is_named(lines: Path) -> None:
    done = shell("$R export --db many.db -o /dev/full")
    assert done.returncode == 3
    assert "/dev/full: No space left on device" in done.stderr
