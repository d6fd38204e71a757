"""What only a process of its own can show: start-up, pipes, signals, terminals, the demo."""

from __future__ import annotations

import array
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from recollect import __version__

from .conftest import COMMAND, spawn

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals")


def loaded(*arguments: str) -> tuple[str, set[str]]:
    """What a run prints, and what it imports."""
    code = (
        "import sys, atexit; sys.argv = ['recollect', *sys.argv[1:]]\n"
        "atexit.register(lambda: print(' '.join(sys.modules), file=sys.stderr))\n"
        "from recollect.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout, set(done.stderr.split())


def test_version_and_help_load_little() -> None:
    out, modules = loaded("--version")
    assert out == f"recollect {__version__}\n"
    assert not modules & {"typer", "rich", "numpy", "apsw", "onnxruntime"}
    _, modules = loaded("--help")
    assert not modules & {"rich", "numpy", "apsw", "onnxruntime", "recollect.cli.verbs.add"}


def test_sessions_in_separate_processes() -> None:
    assert spawn("add", "I prefer dark mode.", "--words-only").code == 0
    found = spawn("search", "dark mode?", "--words-only", "--json")
    assert found.json["hits"][0]["text"] == "I prefer dark mode."
    assert found.err == ""


def test_the_machine_may_prefer_another_encoding() -> None:
    spawn("add", "naïve 日本 👩‍💻", "--words-only")
    plain = spawn("export")
    assert "日本" in plain.out
    assert spawn("export", PYTHONIOENCODING="latin-1").out == plain.out
    assert "\\u65e5" in spawn("messages", PYTHONIOENCODING="ascii").out


@posix
def test_a_closed_pipe_is_quiet() -> None:
    spawn("add", "One.", "--words-only")
    for arguments in (["messages"], ["messages", "--json"], ["export"], ["--help"]):
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(300) == 141, arguments
        assert process.stderr.read() in (b"", b"Wrote 1 record.\n")
        process.stderr.close()


def hears_interrupts() -> None:
    """A test run in the background ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def unread(pipe: IO[bytes] | None) -> int:
    """How many bytes of a pipe its reader has not taken yet."""
    assert pipe is not None
    count = array.array("i", [0])
    fcntl.ioctl(pipe.fileno(), termios.FIONREAD, count)
    return count[0]


def wait_until(done: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


@posix
def test_interrupting_is_quiet() -> None:
    process = subprocess.Popen(
        [*COMMAND, "add", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=hears_interrupts,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(b"Not the whole of it")
    process.stdin.flush()
    wait_until(lambda: unread(process.stdin) == 0)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")
    assert not Path("recollect.db").exists()


def test_what_never_ends_is_refused_early() -> None:
    """As `yes | recollect add -`: it was read until no memory was left."""
    process = subprocess.Popen(
        [*COMMAND, "add", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    taken = 0
    with suppress(BrokenPipeError), process.stdin as endless:
        while taken < 64:
            endless.write(b"y\n" * (1 << 19))
            taken += 1
    assert taken < 64, "it was read to its end"
    process.stdin = None
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (2, b"")
    assert b"more than the 1,000,000 characters of a message" in err
    assert not Path("recollect.db").exists()


def on_a_terminal(arguments: list[str], typed: bytes = b"", **environment: str) -> tuple[int, str]:
    """Run with a pseudo-terminal for everything; the exit code and what it showed."""
    import pty

    main, side = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", **environment}
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=side, stdout=side, stderr=side, env=env
    )
    os.close(side)
    os.write(main, typed)
    shown = b""
    while True:
        try:
            data = os.read(main, 65536)
        except OSError:  # the other side is closed
            break
        if not data:
            break
        shown += data
    os.close(main)
    return process.wait(300), shown.decode()


@posix
def test_colour_on_a_terminal_but_not_with_no_color() -> None:
    spawn("add", "evil \x1b[31m mode [red]x", "--words-only")
    asked = ["search", "mode", "--words-only", "--min-relevance", "0"]
    code, shown = on_a_terminal(asked)
    assert code == 0
    assert "\x1b[36m" in shown
    assert "evil \\x1b[31m mode [red]x" in shown
    _, plain = on_a_terminal(asked, NO_COLOR="1")
    assert "\x1b[3" not in plain
    _, context = on_a_terminal(["context", "evil mode x", "--words-only"])
    assert "\\x1b[31m mode" in context
    assert "\x1b" not in context


@posix
def test_delete_asks_on_a_terminal() -> None:
    id = spawn("add", "Forget me.", "--words-only", "--json").json["ids"][0]
    code, shown = on_a_terminal(["delete", id], b"n\n")
    assert code == 1
    assert "Forget me." in shown
    assert "Nothing was deleted" in shown
    assert on_a_terminal(["delete", id], b"y\n")[0] == 0
    assert spawn("show", id).code == 1


@posix
def test_long_work_shows_a_bar_on_a_terminal_only() -> None:
    spawn("add", "One.", "--words-only")
    code, shown = on_a_terminal(["export", "-o", "all.jsonl"])
    assert code == 0
    assert "Exporting" in shown
    code, shown = on_a_terminal(["export", "-o", "all.jsonl", "--json", "--force"])
    assert json.loads(shown)["records"] == 1


def test_the_demo_recalls_in_another_process(tmp_path: Path) -> None:
    db = str(tmp_path / "demo.db")
    ran = spawn("demo", "--db", db, "--json", RECOLLECT_URL=str(tmp_path / "mine.db"))
    assert ran.code == 0, ran.err
    told, asked = ran.json["told"], ran.json["asked"]
    assert len({told["process"], asked["process"], os.getpid()}) == 3
    best = [answer["hits"][0]["text"] for answer in asked["answers"] if answer["hits"]]
    assert len(best) == 3
    assert "Dana" in best[0]
    assert "dark mode" in best[1]
    assert "Fly.io" in best[2]
    assert asked["context"]["tokens"] <= asked["context"]["budget"]
    assert [version["value"] for version in asked["history"]] == ["Heroku", "Fly.io"]
    assert not (tmp_path / "mine.db").exists()


def test_the_demo_is_a_page_for_people(tmp_path: Path) -> None:
    ran = spawn("demo", "--words-only", TMPDIR=str(tmp_path), NO_COLOR="1")
    assert ran.code == 0, ran.err
    for words in ("Session one", "Session two", "Fly.io", "tokens", "Try next", str(tmp_path)):
        assert words in ran.out
    assert "shares words (+" in " ".join(ran.out.split()), "it says why each was found"
    assert "nothing else fits" not in ran.out
    assert "\x1b" not in ran.out
    assert spawn("demo", "--db", "mysql://x").code == 2


@posix
def test_what_the_demo_says_to_try_next_can_be_typed(tmp_path: Path) -> None:
    ran = spawn("demo", "--words-only", "--db", str(tmp_path / "our demo.db"))
    typed = ran.out.partition("Try next")[2].strip().splitlines()
    assert len(typed) == 3
    for line in typed:
        done = subprocess.run(line, shell=True, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stderr)
